"""Euchred makers as highlights: the longest run of one maker, and a few single euchres."""

from collections.abc import Iterator

from companion.recap.evening import Evening, EveningRow
from companion.wording.names import ordinal, shown
from scoring import outcomes as o
from scoring.facts import EUCHRED, call_result

MOST_SINGLE = 3
SINGLE_WEIGHT = 2
TOLD_ALONE = frozenset((o.LONER_EUCHRED, o.LONE_DEFENSE, o.LONER_SET))
BIDS_MISSED = frozenset((o.SET, o.LONER_SET))

Found = tuple[EveningRow, str, str, int]
"""Hand, the player whose gain is shown, sentence, weight (see ``moments.Moment``)."""


def euchres(evening: Evening) -> Iterator[Found]:
    """The longest run of hands in which one maker was euchred, and the weightiest of the other euchres.

    Single euchres weigh less than any other highlight, so that they only fill what place is left.
    """
    longest = _longest_run(evening)
    if len(longest) > 1:
        yield _run(evening, longest)
    others = [row for row in evening.hands if row.maker and is_euchred(row)]
    single = [row for row in others if (len(longest) < 2 or row not in longest) and not _told_alone(row)]
    for row in sorted(single, key=lambda row: -_swing(evening, row))[:MOST_SINGLE]:
        yield _single(evening, row)


def is_euchred(row: EveningRow) -> bool:
    """Whether the maker failed."""
    before, hand = row.item.before, row.item.hand
    return before is not None and hand is not None and call_result(before, row.entry, hand) == EUCHRED


def called(row: EveningRow) -> str:
    """ "Cy makes hearts"."""
    return shown(row.maker) + " makes " + (row.trump.replace("-", " ") or "trump")


def verb(evening: Evening, plural: str) -> str:
    """The verb after a side: teams take the plural, players the singular."""
    teams = evening.players != evening.people and not evening.for_chips
    return plural if teams else plural + "s"


def _outcomes(row: EveningRow) -> frozenset[str]:
    return frozenset(line.outcome for line in row.lines)


def _told_alone(row: EveningRow) -> bool:
    """Whether another highlight tells this euchre already."""
    return not TOLD_ALONE.isdisjoint(_outcomes(row))


def _longest_run(evening: Evening) -> list[EveningRow]:
    longest: list[EveningRow] = []
    running: dict[str, list[EveningRow]] = {}
    for row in evening.hands:
        if not row.maker:
            continue
        running[row.maker] = [*running.get(row.maker, ()), row] if is_euchred(row) else []
        longest = max(longest, running[row.maker], key=len)
    return longest


def _run(evening: Evening, run: list[EveningRow]) -> Found:
    last = run[-1]
    text = f"{shown(last.maker)} is {_failed(last)} for the {ordinal(len(run))} time in a row"
    collector = _collector(evening, last)
    if collector:
        text += f"; {shown(collector)} {verb(evening, 'collect')}"
    return last, collector or last.maker, text, 3 + len(run)


def _single(evening: Evening, row: EveningRow) -> Found:
    if o.CONCEDED in _outcomes(row):
        return row, row.maker, f"{called(row)} and concedes", SINGLE_WEIGHT
    bid = f", bid {row.entry['bid']}," if row.entry.get("bid") else ""
    text = f"{called(row)}{bid} and is {_failed(row)}"
    collector = "" if bid else _collector(evening, row)
    if collector:
        text += f" by {shown(collector)}" if verb(evening, "") == "" else f"; {shown(collector)} collects"
    side = row.variant.side_of(evening.table.header.players, row.maker) if row.variant.teams else row.maker
    return row, collector or side, text, SINGLE_WEIGHT


def _failed(row: EveningRow) -> str:
    return "set" if not BIDS_MISSED.isdisjoint(_outcomes(row)) else "euchred"


def _swing(evening: Evening, row: EveningRow) -> int:
    """The largest change of the hand."""
    return max(abs(evening.gain(row, name)) for name in evening.players)


def _collector(evening: Evening, row: EveningRow) -> str:
    """The player who gained most by the hand; "" if no one gained, or points count down."""
    best = max(evening.players, key=lambda name: evening.gain(row, name))
    return best if evening.gain(row, best) > 0 and not evening.counts_down else ""
