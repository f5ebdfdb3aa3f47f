"""One person's figures in words, and the hands and games behind a figure."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from companion.log import in_words
from companion.log.renaming import renamed_entry
from companion.pages.asked import Link, Place, brought, likely, percent, share
from companion.pages.charts import may_be_euchred
from companion.pages.group_figures import mean
from companion.stats import figure_lines
from companion.stats.counted import EUCHRED, MARCH
from companion.stats.figure_lines import WHATS, GameBehind, HandBehind
from companion.stats.figures import FEW, Figures, Pair, Rate, Total
from companion.stats.periods import between
from companion.stats.rating import Rating
from companion.stats.records import current, longest
from companion.wording import dates
from companion.wording.names import chips_unit, in_figures, listed, shown
from scoring import VARIANTS, State, from_json, opening, signed

# What hands add up to, a line each: as maker, in defense, Kings, showdowns, bids.


@dataclass(frozen=True)
class FigureLine:
    """One line: its name, the link to the hands with "61 of 82", the share "74%" or "few", the interval.

    share and likely are "" where a number is no part of another.
    """

    title: str
    link: Link
    share: str = ""
    likely: str = ""

    @property
    def few(self) -> bool:
        """Whether there is too little for a share."""
        return self.share == "few"


# Title, the hands counted, those they are a part of.
LINES = (
    ("Made it", "made", "makes"),
    ("{march}", "marches", "makes"),
    ("Euchred", "euchred", "makes"),
    ("Bids made", "bids-made", "bids"),
    ("Alone, made it", "alone-made", "alone"),
    ("Alone, all tricks", "alone-marches", "alone"),
)
OF_ONE = (("Dropped, and a defender who stayed did worse", "drops-paid", "drops"),)
AGAINST = (
    ("Euchred the maker", "euchres", "defends"),
    *OF_ONE,
    ("Showdowns won", "showdowns-won", "showdowns"),
)
COUNTS = (("Defended alone", "defends-alone"), ("Kings that won tricks", "kings"))


def as_maker(figures: Figures, place: Place, march: str, **whose: str) -> list[FigureLine]:
    """The hands as maker; *march*: what all tricks are called, with its article, or ""."""
    all_tricks = ("all tricks, " + march) if march else "all tricks"
    return [
        _line(figures, place, title.format(march=all_tricks), one, of, whose)
        for title, one, of in LINES
        if _sum(figures, of) and (one != "euchred" or may_be_euchred(VARIANTS[place.variant]))
    ]


def otherwise(figures: Figures, place: Place, **whose: str) -> list[FigureLine]:
    """The other hands: defense, drops, showdowns, Kings; of nobody in particular only what one player does.

    A euchre has several defenders, and a showdown a winner and a loser.
    """
    some = AGAINST if whose else OF_ONE
    lines = [_line(figures, place, title, one, of, whose) for title, one, of in some if _sum(figures, of)]
    counts = [
        FigureLine(title, place.link(WHATS[one], str(_sum(figures, one)), _sum(figures, one), **whose))
        for title, one in COUNTS
        if _sum(figures, one)
    ]
    return lines + counts


def _line(
    figures: Figures, place: Place, title: str, part: str, whole: str, whose: dict[str, str]
) -> FigureLine:
    rate = Rate(_sum(figures, part), _sum(figures, whole))
    link = place.link(WHATS[part], f"{rate.part} of {rate.whole}", rate.part, **whose)
    return FigureLine(title[:1].upper() + title[1:], link, share(rate), likely(rate))


def _sum(figures: Figures, slug: str) -> int:
    found: int = getattr(figures, WHATS[slug].column)
    return found


LEAST_STREAK = 2


@dataclass(frozen=True)
class Head:
    """Games won, the share with its interval, and the last games, oldest first.

    expected: how many chance alone would have won, "17.4".
    """

    won: str
    share: str
    likely: str
    expected: str
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
    """Figures of one game; ``unit``: "chips" after what it brought, or ""."""

    title: str
    games: Link
    won: Link
    share: Link
    likely: str
    few: bool
    brought: Link
    unit: str


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
    rate, last = figures.share, tuple(results[-figure_lines.LAST_GAMES :])
    link = place.link(figure_lines.LAST, f"Last {in_figures(len(last), 'game')}", len(last), person=person)
    won, expected = f"{rate.part} of {rate.whole} won", f"{figures.expected:.1f}".removesuffix(".0")
    return Head(won, share(rate), likely(rate), expected, last, link)


def streaks(results: Sequence[bool], place: Place, person: str) -> Streaks:
    """The wins in a row, now and at most."""
    now, most = current(results), longest(results)
    words = f"{in_figures(now.length, 'win')} in a row" if now and now.won and now.length > 1 else ""
    if most is None or most.length < LEAST_STREAK:
        return Streaks(words, None)
    link = place.link(figure_lines.STREAK, in_figures(most.length, "win"), most.length, person=person)
    return Streaks(words, link)


def game_lines(total: Total, place: Place) -> list[GameLine]:
    """A line for each game, the one most played first."""
    lines, who = [], {"person": total.person}
    for name, figures in sorted(total.by_variant.items(), key=lambda one: -one[1].games):
        here, rate = replace(place, variant=name), figures.share
        if not figures.games:
            continue
        line = GameLine(
            VARIANTS[name].short,
            here.link(figure_lines.GAMES, str(figures.games), figures.games, **who),
            here.link(figure_lines.WON, str(figures.won), figures.won, **who),
            here.link(figure_lines.WON, share(rate), figures.won, **who),
            likely(rate),
            rate.few,
            here.link(figure_lines.GAMES, brought(figures, name), figures.games, **who),
            chips_unit(figures.points) if VARIANTS[name].has_bank else "",
        )
        lines.append(line)
    return lines


def rating_lines(ratings: Mapping[str, Rating], place: Place, person: str) -> list[RatingLine]:
    """A line for each game with a rating, that with most games first."""
    found = sorted(ratings.items(), key=lambda one: -one[1].games)
    some = [(name, one) for name, one in found if one.games and place.variant in ("", name)]
    return [
        RatingLine(
            VARIANTS[name].short,
            place.link(
                figure_lines.RATED, str(one.number), one.games, person=person, period="all", game=name
            ),
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
        made = as_maker(figures, here, VARIANTS[name].march, person=total.person)
        other = otherwise(figures, here, person=total.person)
        if made or other:
            some.append(HandsOf(name, VARIANTS[name].short, made, other))
    return some


def evening_lines(results: Sequence[tuple[date, bool]], place: Place, person: str) -> list[EveningLine]:
    """The best and the worst evening by games won above lost, then by games won.

    None for a single evening, nor without a game won.
    """
    found: dict[date, list[bool]] = {}
    for on, won in results:
        found.setdefault(on, []).append(won)
    if len(found) < 2:
        return []
    ranked = sorted(found, key=lambda on: (_balance(found[on]), sum(found[on]), on))
    best = next((on for on in reversed(ranked) if any(found[on])), None)
    if best is None:
        return []
    ends = [("Best evening", best)]
    if _balance(found[ranked[0]]) < _balance(found[best]):
        ends.append(("Worst evening", ranked[0]))
    lines = []
    for title, on in ends:
        games = found[on]
        text, days = f"{sum(games)} of {len(games)} won", between(on, on).slug
        link = place.link(figure_lines.GAMES, text, len(games), person=person, period=days)
        lines.append(EveningLine(title, link, dates.day(str(on))))
    return lines


def partner_lines(
    pairs: Sequence[Pair], totals: Sequence[Total], place: Place, person: str
) -> list[OtherLine]:
    """Partners, the farthest above par first, of those who are shown; *totals*: of everyone."""
    people = {one.number: one for one in totals}
    some = [one for one in pairs if one.together and not people[one.other].hidden]
    means = {one: mean(people[one.one], people[one.other]) for one in some}
    some.sort(key=lambda one: one.order(means[one]))
    best = [one for one in some if one.together >= FEW][:1] if len(some) > 1 else []
    lines = []
    for one in some:
        other, text = people[one.other], f"{one.won} of {one.together} won"
        whose = {"person": person, "with": other.person}
        link = place.link(figure_lines.GAMES, text, one.together, **whose)
        chance = f"{percent(one.likely(means[one]))}%"
        lines.append(OtherLine(other.name, link, chance, note=one in best))
    return lines


def rival_lines(
    pairs: Sequence[Pair], names: Mapping[int, tuple[str, str]], place: Place, person: str
) -> list[OtherLine]:
    """Those played against, the one with most decided games first."""
    some = [one for one in pairs if one.ahead + one.behind and one.other in names]
    some.sort(key=lambda one: -(one.ahead + one.behind))
    lines = []
    for one in some:
        other, name = names[one.other]
        rate = Rate(one.ahead, one.ahead + one.behind)
        whose = {"person": person, "against": other}
        link = place.link(figure_lines.GAMES, f"{one.ahead}–{one.behind}", rate.whole, **whose)
        lines.append(OtherLine(name, link, share(rate), likely(rate)))
    return lines


def _balance(results: Sequence[bool]) -> int:
    """Games won above those lost."""
    return 2 * sum(results) - len(results)


# Hands and games behind a figure, in words.

TWO_SIDES = 2


@dataclass(frozen=True)
class BehindLine:
    """One line: what happened, what it brought, and the game it is of; ``hand`` is None for a whole game."""

    text: str
    figure: str
    note: str
    table_id: str
    hand: int | None = None
    seq: int = 0


def game_line(game: GameBehind) -> BehindLine:
    """A game: how it ended for the person whose games are listed, or who won it."""
    mine = next((one for one in game.players if one.asked), None)
    if mine:
        text = "Won" if mine.won else "Lost"
    else:
        winners = listed(one.name for one in game.players if one.won)
        text = winners + " won" if winners else "No winner"
    # The points for good, "10–7", the person’s or the winners’ first; of many sides those of the person, or
    # in how many hands it was won.
    for_chips = VARIANTS[game.variant].has_bank
    first = sorted(game.players, key=lambda one: (not one.asked, not one.won))
    sides = {one.side: one.points for one in first}
    if mine and for_chips:
        score = f"{signed(mine.points)} {chips_unit(mine.points)}"
    elif len(sides) == TWO_SIDES and not for_chips:
        score = "–".join(str(points).replace("-", "−") for points in sides.values())
    elif mine:
        score = in_figures(mine.points, "point").replace("-", "−")
    else:
        score = in_figures(game.hands, "hand")
    return BehindLine(text, score, _where(game), game.table_id)


def hand_lines(hands: tuple[HandBehind, ...]) -> list[BehindLine]:
    """The hands of a list, each with its number and what it brought its person."""
    begins: dict[str, State] = {}
    lines = []
    for hand in hands:
        if hand.game.table_id not in begins:
            # The game before its first hand, with everyone who ever sat down, under the names that are shown.
            state = opening(from_json(json.loads(hand.game.header), stored=True))
            begins[hand.game.table_id] = replace(state, players=tuple(_names(hand.game).values()))
        before = begins[hand.game.table_id]
        figure = signed(hand.gain) if hand.gain else ""
        if hand.gain and before.variant.has_bank:
            figure += " " + chips_unit(hand.gain)
        text = f"Hand {hand.number}: {_words(hand, before)}"
        lines.append(BehindLine(text, figure, _where(hand.game), hand.game.table_id, hand.number, hand.seq))
    return lines


def _words(hand: HandBehind, before: State) -> str:
    names = _names(hand.game)
    sides = zip(*(before.variant.sides(some) for some in (tuple(names), tuple(names.values()))), strict=True)
    names = {**dict(sides), **names}
    entry = renamed_entry(before.variant, json.loads(hand.entry), lambda told: names.get(told, told))
    text = in_words.what(entry, before)
    result = {EUCHRED: "euchred", MARCH: before.variant.march}.get(hand.result, "")
    return text + (", " + result if result else "")


def _names(game: GameBehind) -> Mapping[str, str]:
    """The shown name of each player by the one in the record, which stays where two would be alike."""
    names = {one.told: one.name for one in game.players}
    return names if len(set(names.values())) == len(names) else {told: told for told in names}


def _where(game: GameBehind) -> str:
    """ "November 19, 2026. Euchre: Ann & Cy against Bo & Dee"."""
    sides: dict[int, list[str]] = {}
    for one in game.players:
        sides.setdefault(one.side, []).append(shown(one.name))
    teams = [" & ".join(names) for names in sides.values()]
    together = len(teams) == TWO_SIDES or len(teams) < len(game.players)
    players = " against ".join(teams) if together else listed(one.name for one in game.players)
    return f"{dates.day(str(game.played_on))}. {VARIANTS[game.variant].short}: {players}"
