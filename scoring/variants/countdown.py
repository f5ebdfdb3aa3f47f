"""Three-Handed Euchre (TH-01 to TH-16) and Buck Euchre (BU-01 to BU-16): one count down, two tables."""

from dataclasses import dataclass

from .. import shape
from ..refusal import Refusal, expected
from ..shape import Entry
from .base import (
    PASSED_OUT,
    REDEAL,
    SUITS,
    Line,
    Names,
    Option,
    Options,
    Outcome,
    Scores,
    State,
    Variant,
    lowest,
    tricks_text,
)

TRICKS = 5
NEEDED = 3
STAY, DROP, SWITCH = "stay", "drop", "switch"


@dataclass(frozen=True)
class Table:
    """Where the two games differ: the turned card's field, the choices and the rule ids."""

    turned: str
    turned_rule: str
    choices: Names
    trick_rule: str
    penalty_rule: str
    maker_rule: str
    dropped_rule: str
    unopposed_rule: str


THREE_HANDED_TABLE = Table(
    turned="nine_of_clubs",
    turned_rule="TH-12",
    choices=(STAY, DROP, SWITCH),
    trick_rule="TH-06",
    penalty_rule="TH-07",
    maker_rule="TH-08",
    dropped_rule="TH-09",
    unopposed_rule="TH-11",
)
BUCK_TABLE = Table(
    turned="turned_club",
    turned_rule="BU-04",
    choices=(STAY, DROP),
    trick_rule="BU-10",
    penalty_rule="BU-11",
    maker_rule="BU-12",
    dropped_rule="BU-09",
    unopposed_rule="BU-14",
)


@dataclass(frozen=True)
class Play:
    """One hand as it was played: who made it (None where clubs were turned), choices and tricks by player."""

    maker: str | None
    choices: dict[str, str]
    tricks: dict[str, int]

    @property
    def playing(self) -> list[str]:
        """Who played, in seat order."""
        return [name for name, choice in self.choices.items() if choice != DROP]


def score_three_handed(state: State, entry: Entry, dealer: str) -> Outcome:
    """Points of one played hand of Three-Handed Euchre (TH-05 to TH-14)."""
    play = _read(state, entry, THREE_HANDED_TABLE)
    _refuse_second_switch(play)
    _refuse_late_drop(state, play)
    return Outcome(_lines(state, play, THREE_HANDED_TABLE))


def score_buck(state: State, entry: Entry, dealer: str) -> Outcome:
    """Points of one played hand of Buck Euchre (BU-04 to BU-14)."""
    play = _read(state, entry, BUCK_TABLE)
    lines = _lines(state, play, BUCK_TABLE)
    winner = _sweeper(state, play)
    if winner is not None:
        lines.append(Line(winner, 0, "BU-13", "took all five and wins the game"))
    return Outcome(lines, winner)


def _read(state: State, entry: Entry, table: Table) -> Play:
    turned = shape.flag(entry, table.turned)
    maker = None if turned else shape.name(entry, "maker", state.players)
    if turned:
        _refuse_call(entry, table)
    choices = _choices(entry, state.players, table)
    if turned and any(choice != STAY for choice in choices.values()):
        raise Refusal(
            "choices", "expected everybody to play when a club was turned (" + table.turned_rule + ")"
        )
    if table is BUCK_TABLE and maker is not None and choices[maker] == DROP:
        raise Refusal("choices", "expected the maker to play, got " + maker + " dropping (BU-08)")
    playing = tuple(name for name, choice in choices.items() if choice != DROP)
    tricks = shape.counts(entry, "tricks", playing, "tricks")
    total = TRICKS if playing else 0
    if sum(tricks.values()) != total:
        raise expected("tricks", tricks_text(total) + " in all", sum(tricks.values()))
    return Play(maker, choices, tricks)


def _refuse_call(entry: Entry, table: Table) -> None:
    if "maker" in entry:
        raise Refusal("maker", "expected no maker when a club was turned (" + table.turned_rule + ")")
    if entry.get("trump", "clubs") != "clubs":
        raise expected("trump", "clubs, which were turned (" + table.turned_rule + ")", entry["trump"])


def _choices(entry: Entry, players: Names, table: Table) -> dict[str, str]:
    value = entry.get("choices", {})
    if not isinstance(value, dict):
        raise expected("choices", shape.one_of(table.choices) + " by name", value)
    choices = dict.fromkeys(players, STAY)
    for name, choice in value.items():
        if name not in choices:
            raise expected("choices", shape.one_of(players), name)
        if not isinstance(choice, str) or choice not in table.choices:
            raise expected("choices", shape.one_of(table.choices) + " for " + name, choice)
        choices[name] = choice
    return choices


def _refuse_second_switch(play: Play) -> None:
    switched = [name for name, choice in play.choices.items() if choice == SWITCH]
    if len(switched) > 1:
        raise Refusal(
            "choices", "expected one spare hand, got " + " and ".join(switched) + " taking it (TH-05)"
        )


def _refuse_late_drop(state: State, play: Play) -> None:
    limit = int(state.options["no_drop_at"])
    for name, choice in play.choices.items():
        if limit and choice == DROP and state.scores[name] <= limit:
            score = str(state.scores[name])
            raise Refusal("choices", "expected " + name + " to play: nobody drops at " + score + " (TH-14)")


def _lines(state: State, play: Play, table: Table) -> list[Line]:
    unopposed = len(play.playing) == 1
    lines: list[Line] = []
    for name, choice in play.choices.items():
        if choice == DROP:
            lines.append(_dropped(state, name, play, table))
        elif unopposed:
            text = "nobody stayed in: credited all five"
            lines.append(Line(name, -TRICKS, table.unopposed_rule, text))
        elif name == play.maker and play.tricks[name] < NEEDED:
            lines.extend(_failed(state, name, play.tricks[name], table))
        elif play.tricks[name]:
            taken = play.tricks[name]
            text = ("made it, " if name == play.maker else "") + tricks_text(taken)
            lines.append(Line(name, -taken, table.trick_rule, text))
        else:
            lines.append(Line(name, _penalty(state), table.penalty_rule, "stayed without a trick"))
    return lines


def _dropped(state: State, name: str, play: Play, table: Table) -> Line:
    if name == play.maker:
        return Line(name, _penalty(state), "TH-10", "made trump and conceded")
    return Line(name, 0, table.dropped_rule, "dropped")


def _failed(state: State, name: str, taken: int, table: Table) -> list[Line]:
    lines = [Line(name, _penalty(state), table.maker_rule, "made it, only " + tricks_text(taken))]
    if taken and state.options.get("failed_maker_keeps_tricks", False):
        lines.append(Line(name, -taken, table.maker_rule, tricks_text(taken) + " still counted"))
    return lines


def _penalty(state: State) -> int:
    return int(state.options["penalty"])


def _sweeper(state: State, play: Play) -> str | None:
    """Who wins by taking all five (BU-13, BU-14)."""
    if not state.options["sweep_wins"]:
        return None
    if len(play.playing) == 1 and not state.options["unopposed_sweep_wins"]:
        return None
    for name, taken in play.tricks.items():
        if taken == TRICKS:
            return name
    return None


def _start(options: Options) -> int:
    return int(options["start"])


def _leaders(scores: Scores, options: Options) -> Names:
    return lowest(scores)


THREE_HANDED = Variant(
    name="three-handed",
    title="Three-Handed Euchre",
    seats=range(3, 4),
    options=(
        Option("start", 20, "TH-01", "points everybody starts with"),
        Option("penalty", 5, "TH-07", "points for playing without a trick, and for a maker short of three"),
        Option("no_drop_at", 5, "TH-14", "nobody at this score or less may drop; 0 turns it off", least=0),
    ),
    fields=frozenset(("maker", "trump", "choices", "tricks", "nine_of_clubs")),
    results=lambda options: (REDEAL,),
    start=_start,
    leaders=_leaders,
    goal_rule="TH-15",
    score_hand=score_three_handed,
)

BUCK = Variant(
    name="buck",
    title="Buck Euchre",
    seats=range(4, 5),
    options=(
        Option("start", 25, "BU-01", "points everybody starts with"),
        Option(
            "penalty", 5, "BU-11", "points for staying in without a trick, and for a maker short of three"
        ),
        Option(
            "failed_maker_keeps_tricks",
            False,
            "BU-12",
            "a maker short of three still counts the tricks taken",
            "flag",
        ),
        Option("sweep_wins", True, "BU-13", "all five tricks win the game at once", "flag"),
        Option(
            "unopposed_sweep_wins",
            False,
            "BU-14",
            "the five tricks of a maker whom nobody stayed against win it too",
            "flag",
        ),
    ),
    fields=frozenset(("maker", "trump", "choices", "tricks", "turned_club")),
    results=lambda options: (PASSED_OUT, REDEAL),
    trumps=(*SUITS, "no-trump"),
    start=_start,
    leaders=_leaders,
    goal_rule="BU-15",
    score_hand=score_buck,
)
