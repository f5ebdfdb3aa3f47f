"""Where a hand in progress stands, computed from what has been told of it."""

from .. import possible
from ..variants.base import Names
from . import told as t
from .told import Told

FIRST_ROUND, SECOND_ROUND = 1, 2
SHOWDOWN_NEEDED = 3


def phase(told: Told) -> str:
    """The phase: one of ``PHASES``."""
    if told.result:
        return t.DONE
    for name, is_open in OPEN:
        if name not in told.past and is_open(told):
            return name
    return t.DONE if complete(told) else t.FORM


def made(told: Told) -> bool:
    """Whether trump has been made, or clubs were turned (TH-12, BU-04)."""
    return bool(told.maker) or told.clubs_turned


def dealt(told: Told) -> bool:
    """Whether the cards are dealt, and with chips the antes paid (PC-05)."""
    return t.DEALING in told.past or bool(told.turned or told.card or told.passed or made(told))


def callers_left(told: Told) -> Names:
    """Who is still to speak in this round of calling, in turn."""
    spoken = len(told.passed) % len(told.order) if told.order else 0
    return told.order[spoken:]


def call_round(told: Told) -> int:
    """The round of calling: 1 for the turned card, 2 for another suit."""
    return FIRST_ROUND if len(told.passed) < len(told.order) else SECOND_ROUND


def choosers(told: Told) -> Names:
    """Who says whether they stay, in the game's order: the dealer first (TH-05), the maker's left (BU-09)."""
    if told.game == t.THREE_HANDED:
        return (told.order[-1], *told.order[:-1])
    if not told.maker:
        return ()
    at = told.order.index(told.maker) + 1
    return told.order[at:] + told.order[: at - 1]


def still_to_choose(told: Told) -> Names:
    """Those of them who have not said yet, in turn."""
    return tuple(name for name in choosers(told) if name not in told.choices)


def tricks_left(told: Told) -> int:
    """Tricks still to be played; 0 once the hand has ended early or totals were told."""
    if told.totals is not None or told.thrown_in or len(told.active) < 2:
        return 0
    if told.game == t.KING and possible.won_by_kings(told.state, told.kings) is not None:
        return 0
    return told.total - len(told.tricks)


def showdown_score(told: Told) -> dict[str, int]:
    """Tricks of the two in the showdown, as noted or as told at once (KC-15)."""
    given = (told.showdown_told or {}).get("tricks")
    takers = [trick.taker for trick in told.showdown if told.showdown_told is None]
    return {
        name: given.get(name, 0) if isinstance(given, dict) else takers.count(name)
        for name in told.showdown_between
    }


def showdown_winner(told: Told) -> str | None:
    """Who has three tricks or more of the showdown, or was told to have won it (KC-15)."""
    if told.showdown_told is not None:
        winner = told.showdown_told.get("winner")
        return winner if isinstance(winner, str) else None
    for name, count in showdown_score(told).items():
        if count >= SHOWDOWN_NEEDED:
            return name
    return None


def may_stop(told: Told) -> bool:
    """Whether the showdown is decided, so that it may stop if no King can still score (KC-15)."""
    return told.showdown_told is None and showdown_winner(told) is not None


def no_king_left(told: Told) -> bool:
    """Whether no King can score in the showdown any more (KC-19)."""
    out = len(told.kings) + len(told.showdown_kings)
    return not told.state.options["showdown_kings"] or out >= possible.KINGS


def _in_showdown(told: Told) -> bool:
    if not told.showdown_between or told.showdown_told is not None or told.won_by_king is not None:
        return False
    if told.stopped or len(told.showdown) == possible.SHOWDOWN_TRICKS:
        return False
    return not (may_stop(told) and no_king_left(told))


def takes_card(told: Told) -> bool:
    """Whether somebody takes up the turned card, or in King Cut-Throat the kitty's (EU-03, KC-05, KC-06)."""
    if not told.maker or not told.call:
        return False
    return told.game == t.KING or told.call == FIRST_ROUND


def _asks_for_defender(told: Told) -> bool:
    return told.alone and bool(told.state.options["defend_alone"]) and not told.lone_defender


def _is_taken_up(told: Told) -> bool:
    """Whether what was told since says that the card lies no longer on the table."""
    return bool(told.choices or told.actions) or told.bets is not None or _is_played(told)


def _is_played(told: Told) -> bool:
    return bool(told.tricks) or told.totals is not None


OPEN = (
    (t.DEALING, lambda told: not dealt(told)),
    (t.TURNING, lambda told: not (told.turned or told.passed or made(told))),
    (t.ORDERING, lambda told: not made(told) and call_round(told) == FIRST_ROUND),
    (t.NAMING, lambda told: not made(told) and t.ORDERING not in told.past),
    (t.DEFENDING, lambda told: _asks_for_defender(told) and not _is_played(told)),
    (t.TAKING, lambda told: takes_card(told) and not _is_taken_up(told)),
    (t.CHOOSING, lambda told: told.has_choices and bool(still_to_choose(told)) and not _is_played(told)),
    (t.BETTING, lambda told: not told.bets_known and not _is_played(told)),
    (t.RENEGE, lambda told: told.accused is not None),
    (t.PLAY, lambda told: tricks_left(told) > 0),
    (t.SHOWDOWN, _in_showdown),
)


def complete(told: Told) -> bool:
    """Whether the entry holds everything that the record asks of a hand like this."""
    if told.game == t.CHIPS and told.unopposed:
        return True
    if not made(told) or not told.bets_known or tricks_left(told) > 0 or _in_showdown(told):
        return False
    counts = told.counts
    return told.certain or all(counts.get(name) for name in told.order)
