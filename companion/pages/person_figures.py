"""One person's figures in words: games, streaks, evenings, hands, ratings, partners, and rivals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from companion.pages import hand_figures
from companion.pages.asked import Link, Place, brought, likely, share
from companion.pages.hand_figures import FigureLine
from companion.stats import behind
from companion.stats.figures import Figures, Pair, Total
from companion.stats.periods import between
from companion.stats.rates import Rate
from companion.stats.rating import Rating
from companion.stats.streaks import current, longest
from companion.wording import dates
from companion.wording.names import in_figures
from scoring import VARIANTS

MOST_OTHERS = 12
LEAST_STREAK = 2


@dataclass(frozen=True)
class Head:
    """Games won, the share with its interval, and the last games, oldest first."""

    won: str
    share: str
    likely: str
    last: tuple[bool, ...]
    last_link: Link

    @property
    def last_words(self) -> str:
        """The last games aloud."""
        return ", ".join("won" if won else "lost" for won in self.last)


@dataclass(frozen=True)
class Streaks:
    """The wins in a row now, "" if the last game was lost; the longest in words, and its games."""

    now: str
    longest: Link | None


@dataclass(frozen=True)
class GameLine:
    """Figures of one game."""

    title: str
    games: Link
    won: Link
    share: Link
    likely: str
    few: bool
    brought: Link
    chips: bool


@dataclass(frozen=True)
class RatingLine:
    """A rating in one game, how sure it is in words, and the games in it."""

    title: str
    link: Link
    words: str
    provisional: bool


@dataclass(frozen=True)
class HandsOf:
    """Figures of the hands of one game; ``key`` tells it from the others on the page."""

    key: str
    title: str
    made: list[FigureLine]
    other: list[FigureLine]


@dataclass(frozen=True)
class OtherLine:
    """Games with or against somebody: "9 of 14 won", or "12–7"."""

    person: str
    name: str
    link: Link
    share: str = ""
    likely: str = ""
    note: bool = False

    @property
    def few(self) -> bool:
        """Whether there is too little for a share."""
        return self.share == "few"


@dataclass(frozen=True)
class EveningLine:
    """An evening, "3 of 4 won", and when."""

    title: str
    link: Link
    day: str


def head(figures: Figures, results: Sequence[bool], place: Place, person: str) -> Head:
    """The games of a person, with the results of all of them in order of play."""
    rate, last = figures.share, tuple(results[-behind.LAST_GAMES :])
    link = place.link(behind.LAST, f"Last {in_figures(len(last), 'game')}", len(last), person=person)
    return Head(f"{rate.part} of {rate.whole} won", share(rate), likely(rate), last, link)


def streaks(results: Sequence[bool], place: Place, person: str) -> Streaks:
    """The wins in a row, now and at most."""
    now, most = current(results), longest(results)
    words = f"{in_figures(now.length, 'win')} in a row" if now and now.won and now.length > 1 else ""
    if most is None or most.length < LEAST_STREAK:
        return Streaks(words, None)
    link = place.link(behind.STREAK, in_figures(most.length, "win"), most.length, person=person)
    return Streaks(words, link)


def game_lines(total: Total, place: Place) -> list[GameLine]:
    """A line for each game, the one most played first."""
    by_games = sorted(total.by_variant.items(), key=lambda one: -one[1].games)
    return [
        _game(name, figures, replace(place, variant=name), total)
        for name, figures in by_games
        if figures.games
    ]


def rating_lines(ratings: Mapping[str, Rating], place: Place, person: str) -> list[RatingLine]:
    """A line for each game with a rating, that with most games first."""
    found = sorted(ratings.items(), key=lambda one: -one[1].games)
    some = [(name, one) for name, one in found if one.games and place.variant in ("", name)]
    return [
        RatingLine(
            VARIANTS[name].short,
            place.link(behind.RATED, str(one.number), one.games, person=person, period="all", game=name),
            one.words,
            one.is_provisional,
        )
        for name, one in some
    ]


def hands_of(total: Total, place: Place) -> list[HandsOf]:
    """The hands of each game, the one with most hands first."""
    found = sorted(total.by_variant.items(), key=lambda one: -one[1].hands)
    some = []
    for name, figures in found:
        here = replace(place, variant=name)
        made = hand_figures.as_maker(figures, here, VARIANTS[name].march, person=total.person)
        other = hand_figures.otherwise(figures, here, person=total.person)
        if made or other:
            some.append(HandsOf(name, VARIANTS[name].short, made, other))
    return some


def evening_lines(results: Sequence[tuple[date, bool]], place: Place, person: str) -> list[EveningLine]:
    """The best and the worst evening by games won above lost; none for a single evening."""
    found: dict[date, list[bool]] = {}
    for on, won in results:
        found.setdefault(on, []).append(won)
    if len(found) < 2:
        return []
    ranked = sorted(found, key=lambda on: (_balance(found[on]), sum(found[on]), on))
    ends = [("Best evening", ranked[-1])]
    if _balance(found[ranked[0]]) < _balance(found[ranked[-1]]):
        ends.append(("Worst evening", ranked[0]))
    return [_evening(title, on, found[on], place, person) for title, on in ends]


def partner_lines(
    pairs: Sequence[Pair], names: Mapping[int, tuple[str, str]], place: Place, person: str
) -> list[OtherLine]:
    """Partners, the best share first; *names*: id and shown name by number, of those who are shown."""
    some = [one for one in pairs if one.together and one.other in names]
    some.sort(key=lambda one: one.share.order)
    best = [one for one in some if not one.share.few][:1] if len(some) > 1 else []
    return [_partner(one, *names[one.other], place, person, best=one in best) for one in some]


def rival_lines(
    pairs: Sequence[Pair], names: Mapping[int, tuple[str, str]], place: Place, person: str
) -> list[OtherLine]:
    """Those played against, the one with most decided games first."""
    some = [one for one in pairs if one.ahead + one.behind and one.other in names]
    some.sort(key=lambda one: -(one.ahead + one.behind))
    return [_rival(one, *names[one.other], place, person) for one in some]


def _game(name: str, figures: Figures, place: Place, total: Total) -> GameLine:
    who, rate = {"person": total.person}, figures.share
    return GameLine(
        VARIANTS[name].short,
        place.link(behind.GAMES, str(figures.games), figures.games, **who),
        place.link(behind.WON, str(figures.won), figures.won, **who),
        place.link(behind.WON, share(rate), figures.won, **who),
        likely(rate),
        rate.few,
        place.link(behind.GAMES, brought(figures, name), figures.games, **who),
        VARIANTS[name].has_bank,
    )


def _balance(results: Sequence[bool]) -> int:
    """Games won above those lost."""
    return 2 * sum(results) - len(results)


def _evening(title: str, on: date, results: Sequence[bool], place: Place, person: str) -> EveningLine:
    text = f"{sum(results)} of {len(results)} won"
    link = place.link(behind.GAMES, text, len(results), person=person, period=between(on, on).slug)
    return EveningLine(title, link, dates.day(str(on)))


def _partner(pair: Pair, other: str, name: str, place: Place, person: str, *, best: bool) -> OtherLine:
    rate = pair.share
    link = place.link(
        behind.GAMES, f"{rate.part} of {rate.whole} won", rate.whole, **{"person": person, "with": other}
    )
    return OtherLine(other, name, link, share(rate), likely(rate), best)


def _rival(pair: Pair, other: str, name: str, place: Place, person: str) -> OtherLine:
    rate = Rate(pair.ahead, pair.ahead + pair.behind)
    link = place.link(
        behind.GAMES, f"{pair.ahead}–{pair.behind}", rate.whole, **{"person": person, "against": other}
    )
    return OtherLine(other, name, link, share(rate), likely(rate))
