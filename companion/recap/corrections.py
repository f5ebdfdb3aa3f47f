"""Corrections and disputes of a game: the entry, its earlier value, the time and the author."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.timezone import localtime

from companion.log import in_words, rights
from companion.log.disputes import ANSWERED, Dispute, dispute_views
from companion.log.rights import View, Viewer
from companion.log.table import CORRECTION, Author, Table
from companion.wording.dates import moment
from companion.wording.names import one_line, shown
from scoring.entries import RULES
from scoring.options import chosen_in_words

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


def author(viewer: Viewer, by: Author) -> str:
    """ "Ann (scorekeeper)"; "the host" for a device without a seat."""
    role = rights.words(by.role)
    seat = viewer.seats.get(by.device, "")
    return f"{shown(seat)} ({role})" if seat else f"the {role}"


@dataclass(frozen=True)
class Correction:
    """One correction as text.

    place: the hand or entry. what: "corrected", "removed" or "restored". text: the earlier value; the entry
    itself unless it was corrected. when: time of day, with the date on another day than the first entry's.
    by: the author.
    """

    place: str
    what: str
    text: str
    when: str
    by: str


def corrections(table: Table, viewer: Viewer) -> list[Correction]:
    """All corrections by entry in the order of the log; those of one entry in the order made."""
    found = []
    named = {"hand": "A hand", "adjust": "Adjustment", "end": "The end", "rules": "House rules"}
    for item in table.entries:
        place = f"Hand {item.hand.number}" if item.hand else named.get(item.kind, item.kind.capitalize())
        for number, change in enumerate(item.changes, 1):
            became = item.changes[number].was if number < len(item.changes) else item.entry
            if change.kind != CORRECTION:
                # The table before an entry; the table as it is now for an entry that is removed.
                was = one_line(in_words.what(change.was, item.before or table.state))
            elif item.kind == RULES.name:
                chosen: Any = change.was["options"]
                was = "was " + chosen_in_words(table.variant.options, chosen)
            else:
                was = "; ".join(differences(change.was, became)) or "entered again, the same"
            when, by = clock(table, change.at), author(viewer, change.by)
            found.append(Correction(place, in_words.DONE[change.kind], was, when, by))
    return found


def clock(table: Table, then: datetime) -> str:
    """The time of day, with the date on another day than the first entry's."""
    at = localtime(then)
    if table.rows and at.date() == localtime(table.rows[0].at).date():
        return f"{at:%H:%M}"
    return moment(at)


def differences(was: Entry, became: Entry) -> Iterator[str]:
    """Earlier values of the fields that changed: "tricks were Fay 1, Eli 2"."""
    for field in dict.fromkeys([*was, *became]):
        value, label = was.get(field), LABELS.get(field, field)
        if value == became.get(field):
            continue
        if field in NAMED_FIELDS:
            yield "was " + NAMED_FIELDS[field][0 if value else 1]
        elif value is None:
            yield "no " + label + " before"
        else:
            verb = " were " if field in PLURAL else " was "
            yield ("Kings" if field == "kings" else label) + verb + value_text(value)


def value_text(value: object) -> str:
    """A field's value as text: "Fay 1, Eli 2"."""
    if isinstance(value, dict) and "action" in value:
        return " ".join(value_text(part) for part in value.values())
    if isinstance(value, dict):
        return (
            ", ".join(
                value_text(part) if name == "winner" else shown(name) + " " + value_text(part)
                for name, part in value.items()
            )
            or "nothing"
        )
    if isinstance(value, list):
        return ", ".join(value_text(part) for part in value) or "nobody"
    return shown(value) if isinstance(value, str) else str(value).replace("-", "−")


def disputed(view: View, disputes: Sequence[Dispute]) -> list[str]:
    """One line for each: 'Hand 7, by Ann (player), 21:05: “Bo took two”; hand corrected by the host'."""
    lines, table = [], view.table
    for one in dispute_views(view, disputes):
        dispute, end = one.dispute, "still open"
        by, when = author(view.viewer, dispute.by), clock(table, dispute.at)
        if dispute.ended_at is not None and dispute.ended_by is not None:
            end = f"{one.ended} by {author(view.viewer, dispute.ended_by)}, {clock(table, dispute.ended_at)}"
            end += f": “{one_line(dispute.answer)}”" if dispute.end == ANSWERED else ""
        lines.append(f"{one.hand}, by {by}, {when}: “{one_line(dispute.words)}”; {end}")
    return lines
