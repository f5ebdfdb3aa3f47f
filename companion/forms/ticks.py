"""The changes of a list of check boxes: items ticked and unticked since the page was made."""

import re

from django.http import QueryDict

Ticks = dict[tuple[int, str], tuple[frozenset[int], frozenset[int]]]

TICK = re.compile(r"([0-9]{1,9})-([0-9a-f]{16})-([0-9]{1,4})", re.ASCII)


def ticks_of(sent: QueryDict) -> Ticks:
    """Items ticked and items unticked, by entry and hash of its list.

    Only changed boxes count, so that two phones can tick the same list.
    """
    now, before = _read(sent.getlist("paid")), _read(sent.getlist("was"))
    found: Ticks = {}
    for entry in sorted({one[:2] for one in now ^ before}):
        paid = frozenset(item for *at, item in now - before if tuple(at) == entry)
        unpaid = frozenset(item for *at, item in before - now if tuple(at) == entry)
        found[entry] = (paid, unpaid)
    return found


def _read(texts: list[str]) -> frozenset[tuple[int, str, int]]:
    found = [TICK.fullmatch(text) for text in texts]
    return frozenset((int(one[1]), one[2], int(one[3])) for one in found if one)
