"""A list to tick off, as it was sent: what is ticked now and was not, and what was and is no longer."""

import re

from django.http import QueryDict

Ticks = dict[tuple[int, str], tuple[frozenset[int], frozenset[int]]]

TICK = re.compile(r"([0-9]{1,9})-([0-9a-f]{16})-([0-9]{1,4})", re.ASCII)


def ticks_of(sent: QueryDict) -> Ticks:
    """By entry and hash of its list the items that were ticked and unticked since the page was made.

    Only what was touched is told, so that two phones may tick off the same list.
    """
    now, before = _read(sent.getlist("paid")), _read(sent.getlist("was"))
    found: Ticks = {}
    for entry in {one[:2] for one in now ^ before}:
        paid = frozenset(item for *at, item in now - before if tuple(at) == entry)
        unpaid = frozenset(item for *at, item in before - now if tuple(at) == entry)
        found[entry] = (paid, unpaid)
    return found


def _read(texts: list[str]) -> frozenset[tuple[int, str, int]]:
    found = [TICK.fullmatch(text) for text in texts]
    return frozenset((int(one[1]), one[2], int(one[3])) for one in found if one)
