"""The choices of a new night, and the standings round by round, with how ties were decided."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.night.evening import Evening, TableNow
from companion.night.plans import GHOSTS, HEAD_AND_FOOT, LEAST, PAIRS, PROGRESSIVE, SIT_OUT, even_rounds
from companion.night.standings import CARD, HEAD_TO_HEAD, LONERS, Card, Standing, anything_played, standings
from companion.pages.night import names_of
from companion.wording.names import in_figures, listed, ordinal, shown
from scoring.table import true_minus

TIES = {LONERS: "more loners", HEAD_TO_HEAD: "tables won against each other", CARD: "a draw of cards"}
FEW = 4  # winners who are named
PRIZED = 3  # places
MOST_LONERS = "Most loners"
RANKS = {"J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}


@dataclass(frozen=True)
class PlaceCell:
    """The points of one round; a dash if the player had no part in it."""

    text: str
    fixed: bool


@dataclass(frozen=True)
class PlaceLine:
    """One line of the standings. tie: what put this player before or after others with the same points."""

    rank: int
    number: int
    name: str
    points: int
    rounds: tuple[PlaceCell, ...]
    loners: int
    tie: str


@dataclass(frozen=True)
class Winner:
    """The head of the results: "Lou wins", "28"; how: "tied with Max; loners 3 to 1", or "" without a tie."""

    title: str
    figure: str
    how: str


@dataclass(frozen=True)
class CorrectedLine:
    """Points that were set by hand, in words."""

    round: int
    table: int
    names: str
    points: int
    before: int
    reason: str

    @property
    def text(self) -> str:
        """ "Round 2, table 1: Ann and Bo 6 instead of 5, “counted wrong”"."""
        reason = f", “{shown(self.reason)}”" if self.reason else ""
        return (
            f"Round {self.round}, table {self.table}: {self.names} {true_minus(self.points)} "
            f"instead of {true_minus(self.before)}{reason}"
        )


def place_lines(night: Evening, places: Sequence[Standing]) -> tuple[PlaceLine, ...]:
    """The standings in order."""
    names = names_of(night)
    return tuple(
        PlaceLine(
            place.rank,
            place.number,
            names[place.number],
            place.points,
            tuple(
                PlaceCell(true_minus(one.points), one.fixed) if one else PlaceCell("–", fixed=False)
                for one in place.by_round
            ),
            place.loners,
            tie_words(place),
        )
        for place in places
    )


def tie_words(place: Standing) -> str:
    """ "1 loner, drew the Jack of spades": what set a player apart, in order; "" where no tie was broken."""
    return ", ".join(_tie_words(place, tie) for tie in place.ties)


def _tie_words(place: Standing, tie: str) -> str:
    if tie == LONERS:
        return in_figures(place.loners, "loner")
    if tie == HEAD_TO_HEAD and place.against:
        return "head to head {}–{}".format(*place.against)
    return "drew the " + card_words(place.card) if place.card else ""


def card_words(card: Card) -> str:
    """ "Jack of spades", "7 of hearts"."""
    return f"{RANKS.get(card.rank, card.rank)} of {card.suit}"


def ties_text(night: Evening) -> str:
    """How ties are decided, as a sentence."""
    if not night.ties:
        return "Players with the same points share a place."
    order = ", then ".join(TIES[tie] for tie in night.ties)
    when = "The same points: decided by " if night.over else "Places shared now are decided at the end: by "
    return when + order + "."


def first_named(names: Sequence[str]) -> str:
    """Those in the first place, or how many share it; "" for nobody."""
    if not names:
        return ""
    return listed(names) if len(names) <= FEW else f"{len(names)} players"


def prizes(night: Evening, places: Sequence[Standing]) -> tuple[tuple[str, str, str], ...]:
    """What there may be prizes for beside the first place, once a night was ended: what, who, the figure."""
    if not night.over or not anything_played(places):
        return ()
    names = names_of(night)
    found = []
    for rank in range(2, PRIZED + 1):
        there = [place for place in places if place.rank == rank]
        if there:
            shared = " place, shared" if len(there) > 1 else " place"
            who = first_named([names[place.number] for place in there])
            found.append((ordinal(rank) + shared, who, true_minus(there[0].points)))
    most = max(place.loners for place in places)
    loners = [names[place.number] for place in places if place.loners == most]
    return (*found, (MOST_LONERS, first_named(loners), str(most))) if most else tuple(found)


def winner(night: Evening, places: Sequence[Standing]) -> Winner:
    """Who has won, or is ahead so far; and how the first was set apart from others with as many points."""
    names = names_of(night)
    if not anything_played(places):
        return Winner("Nothing was played" if night.over else "Nothing played yet", "", "")
    first, *others = [place for place in places if place.rank == 1]
    who = first_named([names[place.number] for place in (first, *others)])
    title = f"{who} {'are' if others else 'is'} ahead"
    if night.over:
        title = f"{who} win{'' if others else 's'}"
    tied = [one for one in places if one.points == first.points and one is not first]
    how = ""
    if not others and tied and first.ties:
        why = _tie_words(first, first.tie)  # what decided last: "head to head 2–1"
        if first.tie == LONERS:
            why = f"loners {first.loners} to {tied[0].loners}"
        elif first.tie == CARD and first.card and tied[0].card:
            why = f"the {card_words(first.card)} against the {card_words(tied[0].card)}"
        whom = listed(names[one.number] for one in tied) if len(tied) <= FEW else f"{len(tied)} others"
        how = f"tied with {whom}; {why}"
    return Winner(title, true_minus(first.points), how)


def corrected(night: Evening) -> tuple[CorrectedLine, ...]:
    """All points that were set by hand, in order of rounds and tables."""
    names = names_of(night)
    return tuple(
        CorrectedLine(
            played.number,
            table.number,
            listed(names[number] for number in table.seats[side::2]),
            fix.points,
            table.told[side],
            fix.reason,
        )
        for played in night.started
        for table in played.tables
        for side, fix in enumerate(table.fixes)
        if fix
    )


def moved(night: Evening, of_round: int, table: TableNow) -> tuple[str, ...]:
    """What the points set by hand at a table change for its players: "Ann 31 → 29 points, 3rd → 5th"."""
    if not any(table.fixes):
        return ()
    told = replace(table, fixes=(None, None))
    rounds = (
        replace(one, tables=tuple(told if at is table else at for at in one.tables))
        if one.number == of_round
        else one
        for one in night.started
    )
    before = {one.number: one for one in standings(replace(night, started=tuple(rounds)))}
    names = names_of(night)
    return tuple(
        f"{shown(names[one.number])} {true_minus(was.points)} → {true_minus(one.points)} points"
        + (f", {ordinal(was.rank)} → {ordinal(one.rank)}" if was.rank != one.rank else "")
        for one in standings(night)
        if one.number in table.players and (was := before[one.number]).points != one.points
    )


# The choices of a new euchre night in words, and who can be chosen.

MOST_OFFERED = 24

PLAN_TITLES = {PROGRESSIVE: "Progressive", PAIRS: "Fixed pairs", HEAD_AND_FOOT: "Head and foot"}
PLAN_LINES = {
    PROGRESSIVE: "New partners and opponents every round. Everyone keeps their own points.",
    PAIRS: "Partners stay together and meet every other pair.",
    HEAD_AND_FOOT: "Winners move up a table, losers stay. Partners change at each table.",
}
SITTING_TITLES = {SIT_OUT: "Sit out", GHOSTS: "Ghost partner"}
SITTING_LINES = {SIT_OUT: "in turn, without points", GHOSTS: "nobody sits out"}
GHOSTS_OF_PAIRS = "for a player without a partner; with an odd number of pairs one sits out"
TIE_TITLES = {LONERS: "More loners", HEAD_TO_HEAD: "Head to head", CARD: "Draw of a card"}
NO_TIE = "none"


@dataclass(frozen=True)
class Choice:
    """One of several values, with its line."""

    value: str
    title: str
    line: str
    chosen: bool


@dataclass(frozen=True)
class TieField:
    """The tie-breaker that is looked at first, second or third."""

    name: str
    label: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class Guest:
    """Somebody who can be chosen; number: the place on the page, for its id."""

    name: str
    here: bool


@dataclass(frozen=True)
class PairFields:
    """Two partners as chosen: names, "" for nobody. may_lack: whether the second may come later."""

    number: int
    names: tuple[str, str]
    may_lack: bool


def plan_title(plan: str) -> str:
    """A plan as people read it."""
    return PLAN_TITLES.get(plan, plan)


def choices(plan: str, sitting: str, ties: Sequence[str], players: int) -> dict[str, object]:
    """What there is to choose: plans, what becomes of those who have no place in a round, tie-breakers.

    And a hint: after how many rounds everyone has sat out equally often, or where ghosts sit; "" for neither.
    """
    lines = dict(SITTING_LINES)
    if plan == PAIRS:  # an odd pair has a bye whatever is chosen
        lines[GHOSTS] = GHOSTS_OF_PAIRS
    fields = []  # in the order in which they are asked; NO_TIE: the place is shared
    for at, label in enumerate(("Decided by", "then by", "and then by"), 1):
        tie = ties[at - 1] if at <= len(ties) else NO_TIE
        titles = {**TIE_TITLES, NO_TIE: "Share the place"}
        some = tuple(Choice(one, title, "", one == tie) for one, title in titles.items())
        fields.append(TieField(f"tie-{at}", label, some))
    hint, rounds = "", even_rounds(plan, sitting, players)
    if players >= LEAST and rounds > 1:
        hint = f"After {in_figures(rounds, 'round')} all {players} players have sat out equally often."
    if players >= LEAST and plan == HEAD_AND_FOOT and sitting == GHOSTS and players % 4:
        hint = "Ghosts stay at the foot: who loses comes to play with one."
    return {
        "plans": [Choice(one, PLAN_TITLES[one], PLAN_LINES[one], one == plan) for one in PLAN_TITLES],
        "sitting": [Choice(one, title, lines[one], one == sitting) for one, title in SITTING_TITLES.items()],
        "ties": fields,
        "hint": hint,
    }


def guests(known: Sequence[str], here: Sequence[str], wanted: str) -> tuple[tuple[Guest, ...], int]:
    """Who is chosen, the first of those who match *wanted*, and how many more match."""
    chosen = set(here)
    sought = wanted.casefold()
    found = [name for name in known if name not in chosen and sought in name.casefold()]
    shown = {*found[:MOST_OFFERED], *chosen}
    everyone = [*known, *(name for name in here if name not in set(known))]
    return tuple(Guest(name, name in chosen) for name in everyone if name in shown), len(found[MOST_OFFERED:])


def pair_fields(order: Sequence[str], players: int) -> tuple[PairFields, ...]:
    """The partners in this order, two by two. Of an odd number of players the last may have none."""
    names = [*order, ""] if len(order) % 2 else list(order)
    last = len(names) - 2 if players % 2 else len(names)
    return tuple(
        PairFields(at // 2 + 1, (names[at], names[at + 1]), may_lack=at == last)
        for at in range(0, len(names), 2)
    )
