"""Record, journal and standing of a table, current or after a hand; files of the recap and the books."""

import json
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import replace

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from companion import store
from companion.api import groups
from companion.api.auth import caller
from companion.api.base import asked, etag, load, load_bank, tagged
from companion.api.operations import GROUP, NIGHT, TABLE, Operations, Parameter
from companion.api.problems import Failure
from companion.api.serializers import FACTS, events, with_facts
from companion.api.shapes.phones import Play
from companion.api.shapes.tables import Journal, JournalRow, Recap, RecapComeback, RecapMoment
from companion.api.typed import ref
from companion.bank.journal import beancount, hledger, journal_csv
from companion.log import rights
from companion.log.rights import View
from companion.pages.picture import WIDE
from companion.recap import other_programs
from companion.recap.evening import Evening, evening
from companion.recap.moments import comeback, moments
from companion.recap.picture import recap_svg
from companion.recap.text import sheet_csv, text
from companion.server import problems
from companion.store import disputes
from companion.views.bring import hands_of_group
from companion.views.files import file
from companion.views.night import night_file, room_of
from companion.views.pictures import drawn
from scoring import replay

at_table = Operations("Tables", TABLE)
MOST_HANDS = 100_000
JOURNAL = Parameter(
    "journal", {"type": "boolean"}, "Add every row of the log: corrections, keys, times, and roles."
)
AFTER = Parameter(
    "after",
    {"type": "integer", "minimum": 1, "maximum": MOST_HANDS},
    "The standing after the hand of this number.",
)

HANDS = Parameter(
    "hands",
    {"type": "integer", "minimum": 0, "maximum": MOST_HANDS},
    "Only the last so many hands, and the ledger from the first of them on. Totals stay those of the game.",
)
PLAIN = "text/plain; charset=utf-8"
CSV = "text/csv; charset=utf-8; header=present"
TEXT = {"type": "string"}
PICTURE = {"type": "string", "format": "binary"}
export_of_table = Operations("Exports", TABLE)
export_of_group = Operations("Exports", GROUP)
export_of_night = Operations("Exports", NIGHT)


@at_table("GET record/", ref("RecordOrJournal"), parameters=(JOURNAL,))
def read_record(request: Request, table_id: str) -> Response:
    """Read the record.

    The game with all corrections made: `bower.game/1`. With `journal=true` the journal, which has the record
    and every row of the log as it happened.
    """
    with_journal = asked(request, JOURNAL)
    view = load(request, table_id)
    content = journal(view, store.keys(view.table)) if with_journal else view.table.record.as_json()
    return tagged(content, view)


@at_table("GET standing/", ref("Standing"), problems.NO_HAND, parameters=(AFTER, HANDS, FACTS))
def read_standing(request: Request, table_id: str) -> Response:
    """Read the standing.

    `bower.standing/1`, as `python -m scoring --json` prints it; with `facts=true` each line also says
    `outcome`, `values` and `sentence`. With every hand, unless `hands` asks for the last ones, which cost the
    same however long the game is.
    """
    after, facts = asked(request, AFTER), asked(request, FACTS)
    view = load(request, table_id)
    last = asked(request, HANDS)
    found = view.table.standing
    if after is not None:
        hand = next((one for one in found.hands if one.number == after), None)
        if hand is None:
            raise Failure(problems.NO_HAND)
        record = view.table.record
        found = replay(replace(record, entries=record.entries[: hand.entry]))
    if last is not None and last < len(found.hands):
        hands = found.hands[len(found.hands) - last :]
        start = bisect_left(found.postings, hands[0].entry, key=lambda one: one.entry) if hands else None
        found = replace(found, hands=hands, postings=found.postings[start:] if hands else ())
    return tagged(with_facts(found) if facts else found.as_json(), view)


@at_table("GET recap/", Recap)
def read_recap(request: Request, table_id: str) -> Response:
    """Read the recap.

    Places, and the hands that stand out, with the facts of each beside its words.
    """
    view = load(request, table_id)
    return tagged(recap(evening(view.table, at=view.night)), view)


def recap(shown: Evening) -> Recap:
    """What the recap says, as facts."""
    back = comeback(shown)
    return Recap.of(
        shown,
        table=shown.table.id,
        version=shown.table.version,
        winners=shown.state.winners,
        places=shown.ranking,
        comeback=back and RecapComeback.of(back, hand=back.number),
        moments=[RecapMoment.of(one, hand=one.number) for one in moments(shown)],
    )


def journal(view: View, keys: Mapping[int, str]) -> Journal:
    """The record, the numbers of its entries, and every row of the log.

    *keys*: the key of each row by seq.
    """
    table = view.table
    entries = {row.seq: json.loads(row.body) if row.body else None for row in table.rows}
    return Journal(
        version=table.version,
        variant=table.variant.name,
        record=table.record.as_json(),
        numbers=[item.seq for item in table.entries if item.step is not None],
        journal=[
            JournalRow.of(
                event, variant=table.variant.name, key=keys[event.version], entry=entries[event.version]
            )
            for event in events(view.viewer, table.rows)
        ],
    )


@export_of_table("GET sheet.csv", TEXT, media_type="text/csv")
def export_sheet(request: Request, table_id: str) -> HttpResponse:
    """Export the score sheet as CSV.

    Return the file.
    """
    view = load(request, table_id)
    return sent(view, sheet_csv(evening(view.table)), CSV, "csv")


@export_of_table("GET recap.txt", TEXT, media_type="text/plain")
def export_recap(request: Request, table_id: str) -> HttpResponse:
    """Export the recap as text.

    Return the file.
    """
    view = load(request, table_id)
    shown = evening(view.table, disputes.of_table(view.table), view.night)
    return sent(view, text(shown, view.viewer), PLAIN, "txt")


@export_of_table("GET recap.png", PICTURE, problems.UNAVAILABLE, media_type="image/png")
def export_picture(request: Request, table_id: str) -> HttpResponse:
    """Export the recap as a picture.

    Return the file.
    """
    view = load(request, table_id)
    return drawn(request._request, recap_svg(evening(view.table, at=view.night), WIDE))


@export_of_group("GET hands.csv", TEXT, media_type="text/csv")
def export_group_hands(request: Request, group_id: str) -> HttpResponse:
    """Export a group's last game as CSV.

    Hand by hand, in the columns that can be imported; an example if the group has none.
    """
    return hands_of_group(groups.load(request, group_id, rights.PLAY))


@export_of_night("GET results.csv", TEXT, media_type="text/csv")
def export_results(request: Request, night_id: str) -> HttpResponse:
    """Export the results of a night as CSV.

    Return the file.
    """
    return night_file(room_of(caller(request).device, night_id))


@export_of_table("GET journal.hledger", TEXT, problems.NO_BANK, media_type="text/plain")
def export_hledger(request: Request, table_id: str) -> HttpResponse:
    """Export the books for hledger and Ledger.

    Return the file.
    """
    view = load_bank(request, table_id)
    return sent(view, hledger(view.table), PLAIN, "hledger")


@export_of_table("GET journal.beancount", TEXT, problems.NO_BANK, media_type="text/plain")
def export_beancount(request: Request, table_id: str) -> HttpResponse:
    """Export the books for Beancount.

    Return the file.
    """
    view = load_bank(request, table_id)
    return sent(view, beancount(view.table), PLAIN, "beancount")


@export_of_table("GET journal.csv", TEXT, problems.NO_BANK, media_type="text/csv")
def export_journal_csv(request: Request, table_id: str) -> HttpResponse:
    """Export the books as CSV.

    Return the file.
    """
    view = load_bank(request, table_id)
    return sent(view, journal_csv(view.table), CSV, "csv")


def sent(view: View, text: str, content_type: str, ending: str) -> HttpResponse:
    """A file with the ETag of its table."""
    response = file(view.table, text.encode(), content_type, ending)
    response.headers["ETag"] = etag(view.table.version, view.viewer.revision)
    return response


@export_of_table("GET bgstats.json", Play, problems.GAME_ON)
def export_bgstats(request: Request, table_id: str) -> Response:
    """Export a finished game for BG Stats.

    Return the play for import into BG Stats.
    """
    view = load(request, table_id)
    if not view.table.state.over:
        raise Failure(problems.GAME_ON)
    return tagged(other_programs.play(view.table), view)
