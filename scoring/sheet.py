"""The score sheet as text for a terminal."""

from unicodedata import category

from . import entries
from .game import Standing, opening, step
from .names import UNPRINTABLE
from .record import Record
from .table import Hand, Line, Scores, State, true_minus


def score_sheet(record: Record, standing: Standing) -> str:
    """The score sheet as text: hands, what changed between them, totals, and the winners with the reason."""
    lines = [record.title or record.variant.title, ", ".join(record.players), ""]
    lines.extend(_log(record))
    lines.extend(_totals(standing))
    return "\n".join(_printable(line) for line in lines) + "\n"


def signed(points: int) -> str:
    """ "+2", "−1", "0", with a true minus sign."""
    return "+" + str(points) if points > 0 else true_minus(points)


def _printable(line: str) -> str:
    """The line without control characters: a title or reason must not send commands to a terminal."""
    return "".join("�" if category(character) in UNPRINTABLE else character for character in line)


def _log(record: Record) -> list[str]:
    """Every hand, and the entries between hands under a heading of their own."""
    lines: list[str] = []
    between: list[str] = []
    state = opening(record)
    for entry in record.entries:
        before, done = state, step(state, entry, stored=record.stored)
        state = done.state
        if done.hand is not None:
            lines.extend([*_between(before, between), *_hand(done.hand)])
            between = []
        elif isinstance(entry, dict) and entry["kind"] == entries.JOIN.name:
            between.append("        " + str(entry["player"]) + " joined")
        else:
            between.extend(_line(line) for line in done.lines)
    return [*lines, *_between(state, between)]


def _between(state: State, lines: list[str]) -> list[str]:
    if not lines:
        return []
    heading = "After hand " + str(state.hands) if state.hands else "Before hand 1"
    return [heading, *lines, "        " + _row(state.scores), ""]


def _hand(hand: Hand) -> list[str]:
    lines = ["Hand " + str(hand.number) + ", " + hand.dealer + " dealt"]
    lines.extend(_line(line) for line in hand.lines)
    if not hand.lines:
        lines.append("        no score")
    return [*lines, "        " + _row(hand.after), ""]


def _line(line: Line) -> str:
    return (
        "  " + signed(line.points).rjust(4) + "  " + line.player + ": " + line.text + " (" + line.rule + ")"
    )


def _row(scores: Scores) -> str:
    return "   ".join(name + " " + signed(score).lstrip("+") for name, score in scores.items())


def _totals(standing: Standing) -> list[str]:
    state = standing.state
    lines = ["Total   " + _row(standing.scores)]
    if state.variant.has_bank:
        lines.append("Result  " + "   ".join(name + " " + signed(net) for name, net in state.net.items()))
        lines.append("Pot     " + str(state.pot))
    if not state.over:
        return [*lines, "Next to deal: " + str(state.next_dealer)]
    verb = " win" if len(state.winners) > 1 else " wins"
    return [*lines, " and ".join(state.winners) + verb + " the game" + _why(standing)]


def _why(standing: Standing) -> str:
    state = standing.state
    if state.variant.bank:
        return ": the highest result (" + state.variant.bank.result_rule + ")"
    ended_by_hand = bool(standing.hands) and standing.hands[-1].entry == state.entries
    return " (" + (standing.hands[-1].lines[-1].rule if ended_by_hand else state.variant.goal_rule) + ")"
