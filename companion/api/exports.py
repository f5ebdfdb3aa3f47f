"""Files of a table: those of the recap and the books."""

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from companion.access import roles
from companion.api import groups
from companion.api.auth import caller
from companion.api.base import etag, load, load_bank, tagged
from companion.api.operations import GROUP, NIGHT, TABLE, Operations
from companion.api.problems import Failure
from companion.api.shapes.people import Play
from companion.bank.export import beancount, hledger, journal_csv
from companion.log.viewer import View
from companion.pages.picture import WIDE
from companion.recap import other_programs
from companion.recap.evening import evening
from companion.recap.picture import recap_svg
from companion.recap.text import sheet_csv, text
from companion.server import problems
from companion.store import disputes
from companion.views.bring import hands_of_group
from companion.views.files import file
from companion.views.night import night_file, room_of
from companion.views.pictures import drawn

PLAIN = "text/plain; charset=utf-8"
CSV = "text/csv; charset=utf-8; header=present"
TEXT = {"type": "string"}
PICTURE = {"type": "string", "format": "binary"}
at_table = Operations("Exports", TABLE)
at_group = Operations("Exports", GROUP)
at_night = Operations("Exports", NIGHT)


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


@at_table("GET recap.png", PICTURE, problems.UNAVAILABLE, media_type="image/png")
def export_picture(request: Request, table_id: str) -> HttpResponse:
    """Export the recap as a picture.

    Return the file.
    """
    view = load(request, table_id)
    return drawn(request._request, recap_svg(evening(view.table, at=view.night), WIDE))


@at_group("GET hands.csv", TEXT, media_type="text/csv")
def export_group_hands(request: Request, group_id: str) -> HttpResponse:
    """Export a group's last game as CSV.

    Hand by hand, in the columns that can be imported; an example if the group has none.
    """
    return hands_of_group(groups.load(request, group_id, roles.PLAY))


@at_night("GET results.csv", TEXT, media_type="text/csv")
def export_results(request: Request, night_id: str) -> HttpResponse:
    """Export the results of a night as CSV.

    Return the file.
    """
    return night_file(room_of(caller(request).device, night_id))


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
