"""A group's evenings, and its next game: which fit those who are here, who sits where, who deals."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from companion.log.table import Table
from companion.stats.periods import Evening
from companion.wording import dates, names
from companion.wording import names as words
from scoring import VARIANTS, Variant, signed

RANDOM = 0
SHOWN_GAMES = 4
LONGEST_NAME = 14  # on a button
NAMED = 6  # players that the button names


@dataclass(frozen=True)
class Last:
    """The last game of a group: its people in seat order, and the place of the next dealer, from 0."""

    table_id: str
    variant: Variant
    people: tuple[str, ...]
    dealer: int
    played_on: str


@dataclass(frozen=True)
class GameChoice:
    """A game to choose. last: whether it was played last. off: why it can't be played; "" if it can."""

    variant: Variant
    last: bool
    off: str


@dataclass(frozen=True)
class Plan:
    """The next game: people in seat order, and the seat of its first dealer, from 1; RANDOM: drawn."""

    variant: Variant
    people: tuple[str, ...]
    dealer: int

    def seen(self, last: Last | None) -> str:
        """What a page has shown, to compare with what would be started now."""
        after = last.table_id if last else ""
        return " ".join((after, self.variant.name, str(self.dealer), *self.people))


def last_of(table: Table, people: Mapping[str, str]) -> Last:
    """The last game from its table. *people*: who has each name there; names of nobody are left out."""
    state = table.state
    seated = state.players if len(state.players) in table.variant.seats else table.header.players
    turn = state.turn if state.turn in seated else seated[0]
    at = seated.index(turn)
    known = list(dict.fromkeys(people[name] for name in seated if name in people))
    follow = (people[name] for name in (*seated[at:], *seated[:at]) if name in people)
    dealer = next(follow, "")
    place = known.index(dealer) if dealer else 0
    return Last(table.id, table.variant, tuple(known), place, table.header.played_on)


def games(
    last: Last | None, played: Collection[str], here: int, chosen: str
) -> tuple[list[GameChoice], list[GameChoice]]:
    """The games to choose from, and those that are folded away: at most SHOWN_GAMES, those played first.

    *played*: names of the games that the group has played. *here*: number of players. *chosen*: is shown.
    """
    found = [
        GameChoice(variant, last is not None and variant is last.variant, off(variant, here))
        for variant in VARIANTS.values()
    ]
    found.sort(key=lambda one: (not one.last, one.variant.name not in played, bool(one.off)))
    shown, more = found[:SHOWN_GAMES], found[SHOWN_GAMES:]
    hidden = next((one for one in more if one.variant.name == chosen), None)
    if hidden:
        shown, more = [*shown[:-1], hidden], [shown[-1], *(one for one in more if one is not hidden)]
    return shown, more


def off(variant: Variant, here: int) -> str:
    """Why so many can't play this game: "for 2 or 3 players"; "" if they can, or nobody is here yet."""
    if not here or here in variant.seats:
        return ""
    least, most = variant.seats[0], variant.seats[-1]
    if least == most:
        return f"for {least} players"
    return f"for {least} {'or' if len(variant.seats) == len((least, most)) else 'to'} {most} players"


def fitting(last: Last | None, played: Sequence[str], here: int) -> str:
    """The game that is offered for so many: the last one, or another that the group has played."""
    order = [last.variant.name] if last else []
    order += [*played, *VARIANTS]
    fits = (name for name in order if here in VARIANTS[name].seats)
    return next(fits, order[0])


def plan(last: Last | None, variant: Variant, here: Sequence[str]) -> Plan:
    """Who sits where: as last time, newcomers on the seats of those who left, more of them after the others.

    The deal passes on from the last game: to the next dealer who is here.
    """
    if last is None:
        return Plan(variant, tuple(here), RANDOM)
    new = [person for person in here if person not in last.people]
    seats: list[str] = []
    for person in last.people:
        if person in here:
            seats.append(person)
        elif new and len(here) >= len(last.people):
            seats.append(new.pop(0))
    people = (*seats, *new)
    turns = (*last.people[last.dealer :], *last.people[: last.dealer])
    dealer = next((person for person in turns if person in people), "")
    return Plan(variant, people, people.index(dealer) + 1 if dealer else RANDOM)


def in_words(planned: Plan, names: Mapping[str, str]) -> str:
    """The seats and the dealer: "Ann & Cy against Bo & Dee, Dee deals"."""
    whole = (words.shown(names[person]) for person in planned.people)
    seated = [name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…" for name in whole]
    deals = f"{seated[planned.dealer - 1]} deals" if planned.dealer else "the dealer is drawn"
    if len(seated) > NAMED:
        return f"{len(seated)} players, {deals}"
    teams = planned.variant.teams
    if teams:
        return " against ".join(" & ".join(seated[team::teams]) for team in range(teams)) + f", {deals}"
    return f"{words.listed(seated)}; {deals}"


# Evenings of a group, a line each.

NAMED_IN_LINE = 4  # other players that a line names


@dataclass(frozen=True)
class EveningLine:
    """One evening: who did best, "" if nobody did, and how; day, games and players in words.

    iso: its day. table_id: of its only game, "" if there were several. over: whether that game is.
    """

    best: str
    figure: str
    text: str
    iso: str
    table_id: str
    over: bool


@dataclass(frozen=True)
class GameLine:
    """One game of an evening: its winners, or everybody; how many hands; whether it is over, and won."""

    table_id: str
    names: str
    text: str
    over: bool
    won: bool


def evening_line(evening: Evening, today: date) -> EveningLine:
    """The line of one evening."""
    only = evening.games[0] if len(evening.games) == 1 else None
    others = [name for name in evening.people if name not in evening.best]
    games = names.listed(dict.fromkeys(variant.short for variant in evening.games_played))
    whom = f"{names.count(len(evening.people))} players"
    if 0 < len(others) <= NAMED_IN_LINE:
        whom = ("with " if evening.best else "") + names.listed(others)
    when, text = day_of_evening(evening, today), f"{games}, {whom}"
    return EveningLine(
        best=names.listed(evening.best) if evening.best else when,
        figure=_figure(evening),
        text=f"{when}. {text}" if evening.best else text,
        iso=evening.day.isoformat(),
        table_id=only.table_id if only else "",
        over=bool(only and only.over),
    )


@dataclass(frozen=True)
class EveningRecap:
    """One evening: who did best, "" if nobody did, and how; each player's games won, or chips; its games.

    in_chips: whether nothing but chips were played for. text: all of it for a chat.
    """

    day: str
    best: str
    figure: str
    won: tuple[tuple[str, str], ...]
    in_chips: bool
    games: tuple[GameLine, ...]
    text: str


def evening_recap(evening: Evening, group: str, today: date) -> EveningRecap:
    """The recap of one evening of the group with this name."""
    day = day_of_evening(evening, today)
    best = names.listed(evening.best) if evening.best else ""
    in_chips = bool(evening.over) and all(game.variant.has_bank for game in evening.games if game.over)
    won = tuple((name, signed(number) if in_chips else str(number)) for name, number in evening.wins)
    figure = _figure(evening) if evening.best else ""
    said = [f"{words.shown(group)}, {day}", f"{best}: {figure}" if best else ""]
    games = []
    for number, game in enumerate(evening.games, 1):
        winners = game.winners
        state = ("finished" if winners else "finished, no winner") if game.over else "so far"
        hands = f"{names.in_figures(game.hands, 'hand')}, {state}"
        text = ", ".join(filter(None, (game.variant.short, names.shown(game.title), hands)))
        who = names.listed(winners or [part.name for part in game.parts])
        games.append(GameLine(game.table_id, who, text, game.over, bool(winners)))
        said.append(f"{number}. {who}{' won' * bool(winners)}. {text}")
    if evening.over:
        figures = ", ".join(f"{name} {one}" for name, one in won)
        said.append(f"{'Chips' if in_chips else 'Games won'}: {figures}")
    return EveningRecap(day, best, figure, won, in_chips, tuple(games), "\n".join(filter(None, said)))


def day_of_evening(evening: Evening, today: date) -> str:
    """The day in words, with its year in another one."""
    return dates.evening(evening.day.isoformat(), today)


def _figure(evening: Evening) -> str:
    """ "3 of 4 games", "2 of 4 games each", "+50 chips"; without a best how many games there were."""
    if not evening.best:
        return names.in_figures(len(evening.games), "game")
    each = " each" if len(evening.best) > 1 else ""
    if evening.chips is not None:
        return f"{signed(evening.chips)} {names.chips_unit(evening.chips)}{each}"
    if evening.over == 1:
        return "won"
    return f"{evening.won} of {evening.over} games{each}"
