"""What was corrected: which entry, what it was before, when and by whom."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.timezone import localtime

from companion.log import in_words
from companion.log.table import EntryChange, LogEntry, Table
from companion.log.viewer import Viewer
from companion.wording.dates import moment
from companion.wording.names import one_line, shown

Entry = Mapping[str, Any]

NAMED_FIELDS = {
    "alone": ("played alone", "not played alone"),
    "thrown_in": ("thrown in", "not thrown in"),
    "nine_of_clubs": ("the nine of clubs turned", "no nine of clubs turned"),
    "turned_club": ("a club turned", "no club turned"),
    "on_credit": ("on credit", "not on credit"),
}
LABELS = {
    "defended_alone": "lone defender",
    "left_of": "seat to the left of",
    "from": "giver",
    "to": "taker",
}
PLURAL = frozenset(("tricks", "kings", "choices", "bets", "cards", "chips", "points"))


@dataclass(frozen=True)
class Correction:
    """One correction: of which hand or entry, "corrected" or "struck out", and what it was before."""

    place: str
    what: str
    text: str
    when: str
    by: str


def corrections(table: Table, viewer: Viewer) -> list[Correction]:
    """Every correction, entry by entry in the order of the log, each entry's in the order they were made."""
    found = []
    for item in table.entries:
        for place, change in enumerate(item.changes):
            became = item.changes[place + 1].was if place + 1 < len(item.changes) else item.entry
            found.append(
                _correction(table, item, change, became, clock(table, change.at), viewer.name_of(change.by))
            )
    return found


def clock(table: Table, then: datetime) -> str:
    """The time of day, with the date unless it is that of the first entry."""
    at = localtime(then)
    if table.rows and at.date() == localtime(table.rows[0].at).date():
        return f"{at:%H:%M}"
    return moment(at)


def _correction(
    table: Table, item: LogEntry, change: EntryChange, became: Entry, when: str, by: str
) -> Correction:
    place = f"Hand {item.hand.number}" if item.hand else _kind(item.entry)
    if change.struck:
        was = one_line(in_words.what(change.was, _before(table, item)))
        return Correction(place, "struck out", was, when, by)
    was = "; ".join(differences(change.was, became)) or "entered again, the same"
    return Correction(place, "corrected", was, when, by)


def _before(table: Table, item: LogEntry) -> Any:
    """The table before an entry; one that is struck out has none of its own, so the table as it is."""
    return item.before or table.state


def _kind(entry: Entry) -> str:
    kind = str(entry["kind"])
    return {"hand": "A hand", "adjust": "Adjustment", "end": "The end"}.get(kind, kind.capitalize())


def differences(was: Entry, became: Entry) -> Iterator[str]:
    """What was otherwise before, field by field: "tricks were Fay 1, Eli 2"."""
    for field in dict.fromkeys([*was, *became]):
        if was.get(field) != became.get(field):
            yield _was(field, was.get(field))


def _was(field: str, value: object) -> str:
    if field in NAMED_FIELDS:
        return "was " + NAMED_FIELDS[field][0 if value else 1]
    label = LABELS.get(field, field)
    if value is None:
        return "no " + label + " before"
    verb = " were " if field in PLURAL else " was "
    return ("Kings" if field == "kings" else label) + verb + said(value)


def said(value: object) -> str:
    """A field's value: "Fay 1, Eli 2"."""
    if isinstance(value, dict) and "action" in value:
        return " ".join(said(part) for part in value.values())
    if isinstance(value, dict):
        return ", ".join(_pair(name, part) for name, part in value.items()) or "nothing"
    if isinstance(value, list):
        return ", ".join(said(part) for part in value) or "nobody"
    return shown(value) if isinstance(value, str) else str(value).replace("-", "−")


def _pair(name: str, value: object) -> str:
    return said(value) if name == "winner" else shown(name) + " " + said(value)
