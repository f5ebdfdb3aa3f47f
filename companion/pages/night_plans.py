"""The choices of a new euchre night in words, and who can be chosen."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.night.plans import GHOSTS, HEAD_AND_FOOT, PAIRS, PROGRESSIVE, SIT_OUT, even_rounds
from companion.night.standings import CARD, HEAD_TO_HEAD, LONERS
from companion.wording.names import in_figures

MOST_OFFERED = 24

PLAN_TITLES = {PROGRESSIVE: "Progressive", PAIRS: "Fixed pairs", HEAD_AND_FOOT: "Head and foot"}
PLAN_LINES = {
    PROGRESSIVE: "New partners and opponents every round. Everyone keeps their own points.",
    PAIRS: "Partners stay together and meet every other pair.",
    HEAD_AND_FOOT: "Winners move up a table, losers stay. Partners change at each table.",
}
SITTING_TITLES = {SIT_OUT: "Sit out", GHOSTS: "Ghost partner"}
SITTING_LINES = {SIT_OUT: "in turn, without points", GHOSTS: "nobody sits out"}
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
    """Two partners as chosen: names, "" for nobody."""

    number: int
    names: tuple[str, str]


def plan_title(plan: str) -> str:
    """A plan as people read it."""
    return PLAN_TITLES.get(plan, plan)


def plan_choices(chosen: str) -> tuple[Choice, ...]:
    """The plans, each with a line."""
    return tuple(Choice(plan, PLAN_TITLES[plan], PLAN_LINES[plan], plan == chosen) for plan in PLAN_TITLES)


def sitting_choices(chosen: str) -> tuple[Choice, ...]:
    """What becomes of those who have no place in a round."""
    return tuple(
        Choice(one, SITTING_TITLES[one], SITTING_LINES[one], one == chosen) for one in SITTING_TITLES
    )


def tie_fields(chosen: Sequence[str]) -> tuple[TieField, ...]:
    """A field for each tie-breaker in the order in which they are asked; NO_TIE: the place is shared."""
    labels = ("Decided by", "then by", "and then by")
    return tuple(
        TieField(f"tie-{at}", label, _tie_choices(chosen[at - 1] if at <= len(chosen) else NO_TIE))
        for at, label in enumerate(labels, 1)
    )


def _tie_choices(chosen: str) -> tuple[Choice, ...]:
    none = Choice(NO_TIE, "Share the place", "", chosen == NO_TIE)
    return (*(Choice(tie, title, "", tie == chosen) for tie, title in TIE_TITLES.items()), none)


def guests(known: Sequence[str], here: Sequence[str], wanted: str) -> tuple[tuple[Guest, ...], int]:
    """Who is chosen, the first of those who match *wanted*, and how many more match."""
    chosen = set(here)
    sought = wanted.casefold()
    found = [name for name in known if name not in chosen and sought in name.casefold()]
    shown = {*found[:MOST_OFFERED], *chosen}
    everyone = [*known, *(name for name in here if name not in set(known))]
    return tuple(Guest(name, name in chosen) for name in everyone if name in shown), len(found[MOST_OFFERED:])


def pair_fields(order: Sequence[str]) -> tuple[PairFields, ...]:
    """The partners in this order, two by two."""
    names = [*order, ""] if len(order) % 2 else list(order)
    return tuple(PairFields(at // 2 + 1, (names[at], names[at + 1])) for at in range(0, len(names), 2))


def rounds_hint(plan: str, sitting: str, players: int) -> str:
    """After how many rounds everyone has sat out equally often, or where ghosts sit; "" for neither."""
    if players < 4:
        return ""
    if plan == HEAD_AND_FOOT and sitting == GHOSTS and players % 4:
        return "Ghosts stay at the foot: who loses comes to play with one."
    rounds = even_rounds(plan, sitting, players)
    if rounds == 1:
        return ""
    return f"After {in_figures(rounds, 'round')} all {players} players have sat out equally often."
