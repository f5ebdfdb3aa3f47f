"""The standings of a euchre night as CSV, safe against formulas in typed text."""

import csv
from collections.abc import Sequence
from io import StringIO

from companion.night.evening import Evening
from companion.night.standings import Standing
from companion.pages.night import names_of
from companion.pages.night_places import tie_words
from companion.recap.sheet_csv import BYTE_ORDER_MARK, plain


def night_csv(night: Evening, places: Sequence[Standing]) -> str:
    """A row for each player, best first: points by round (empty: no part in it), in all, loners, tie.

    Starts with a byte order mark, so that spreadsheets read it as UTF-8.
    """
    out = StringIO()
    writer = csv.writer(out)
    names = names_of(night)
    rounds = [f"round {played.number}" for played in night.started]
    writer.writerow(["place", "player", *rounds, "points", "loners", "tie decided by"])
    for place in places:
        points = [one.points if one else "" for one in place.by_round]
        name, tie = plain(names[place.number]), plain(tie_words(place))
        writer.writerow([place.rank, name, *points, place.points, place.loners, tie])
    return BYTE_ORDER_MARK + out.getvalue()
