"""Files of a table: those of the recap and the books."""

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from companion.api.base import etag, load, load_bank, tagged
from companion.api.operations import TABLE, Operations
from companion.api.problems import Failure
from companion.api.shapes.people import Play
from companion.bank.export import beancount, hledger, journal_csv
from companion.log.viewer import View
from companion.recap import other_programs
from companion.recap.evening import evening
from companion.recap.text import sheet_csv, text
from companion.server import problems
from companion.store import disputes
from companion.views.files import file

PLAIN = "text/plain; charset=utf-8"
CSV = "text/csv; charset=utf-8; header=present"
TEXT = {"type": "string"}
at_table = Operations("Exports", TABLE)


@at_table("GET sheet.csv", TEXT, media_type="text/csv")
def export_sheet(request: Request, table_id: str) -> HttpResponse:
    """Export the score sheet as CSV.

    Return the file.
    """
    view = load(request, table_id)
    return sent(view, sheet_csv(evening(view.table)), CSV, "csv")


@at_table("GET recap.txt", TEXT, media_type="text/plain")
def export_recap(request: Request, table_id: str) -> HttpResponse:
    """Export the recap as text.

    Return the file.
    """
    view = load(request, table_id)
    shown = evening(view.table, disputes.of_table(view.table), view.night)
    return sent(view, text(shown, view.viewer), PLAIN, "txt")


@at_table("GET journal.hledger", TEXT, problems.NO_BANK, media_type="text/plain")
def export_hledger(request: Request, table_id: str) -> HttpResponse:
    """Export the books for hledger and Ledger.

    Return the file.
    """
    view = load_bank(request, table_id)
    return sent(view, hledger(view.table), PLAIN, "hledger")


@at_table("GET journal.beancount", TEXT, problems.NO_BANK, media_type="text/plain")
def export_beancount(request: Request, table_id: str) -> HttpResponse:
    """Export the books for Beancount.

    Return the file.
    """
    view = load_bank(request, table_id)
    return sent(view, beancount(view.table), PLAIN, "beancount")


@at_table("GET journal.csv", TEXT, problems.NO_BANK, media_type="text/csv")
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


@at_table("GET bgstats.json", Play, problems.GAME_ON)
def export_bgstats(request: Request, table_id: str) -> Response:
    """Export a finished game for BG Stats.

    Return the play for import into BG Stats.
    """
    view = load(request, table_id)
    if not view.table.state.over:
        raise Failure(problems.GAME_ON)
    return tagged(other_programs.play(view.table), view)
