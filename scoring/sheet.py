"""The score sheet as text for a terminal."""

from .game import Standing
from .record import Record
from .table import Hand, Line, Scores, true_minus


def score_sheet(record: Record, standing: Standing) -> str:
    """The score sheet as text: every hand, totals, and the winners with the reason."""
    lines = [record.title or record.variant.title, ", ".join(record.players), ""]
    for hand in standing.hands:
        lines.extend(_hand(hand))
    lines.extend(_totals(standing))
    return "\n".join(lines) + "\n"


def signed(points: int) -> str:
    """ "+2", "−1", "0", with a true minus sign."""
    return "+" + str(points) if points > 0 else true_minus(points)


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
