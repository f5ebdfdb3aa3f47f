"""Files of a table: those of the recap and the books."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from companion.api.base import Api, load, tagged
from companion.api.formats import Text
from companion.api.openapi import AT_TABLE, described
from companion.api.problems import Failure
from companion.api.shapes import Play
from companion.bank.export.beancount import beancount
from companion.bank.export.hledger import hledger
from companion.bank.export.journal_csv import journal_csv
from companion.log.table import Table
from companion.log.viewer import View
from companion.recap import bgstats
from companion.recap.evening import evening
from companion.recap.sheet_csv import sheet_csv
from companion.recap.text import text
from companion.server import problems
from companion.store import disputes
from companion.views.files import file

PLAIN = "text/plain; charset=utf-8"
CSV = "text/csv; charset=utf-8; header=present"
TEXT = {"type": "string"}
TAG = "Exports"


class Export(Api):
    """A file of a table."""

    renderer_classes = (Text,)
    content_type = ""
    ending = ""

    def written(self, view: View) -> str:
        """The file's text."""
        raise NotImplementedError

    def sent(self, request: Request, table_id: str) -> Any:
        """The file, with the ETag of its table."""
        view = load(request, table_id)
        made: Any = file(view.table, self.written(view).encode(), self.content_type, self.ending)
        return tagged(made, view)


def export(
    name: str,
    summary: str,
    write: Callable[[View], str],
    content_type: str,
    ending: str,
    *,
    books: bool = False,
) -> type[Export]:
    """The view of one file. *books*: only in games played for chips."""

    class File(Export):
        __doc__ = summary

        def written(self, view: View) -> str:
            if books and not view.table.variant.has_bank:
                raise Failure(problems.NO_BANK)
            return write(view)

        @described(
            "export_" + name,
            TAG,
            summary,
            {200: TEXT},
            *AT_TABLE,
            *((problems.NO_BANK,) if books else ()),
            media_type=content_type.partition(";")[0],
        )
        def get(self, request: Request, table_id: str) -> HttpResponse:
            """Return the file."""
            made: HttpResponse = self.sent(request, table_id)
            return made

    File.content_type, File.ending = content_type, ending
    return File


def recap(view: View) -> str:
    """The evening as text, with its disputes."""
    return text(evening(view.table, disputes.of_table(view.table), view.night), view.viewer)


def sheet(view: View) -> str:
    """The score sheet as CSV."""
    return sheet_csv(evening(view.table))


def books(write: Callable[[Table], str]) -> Callable[[View], str]:
    """The same file for every viewer."""
    return lambda view: write(view.table)


Sheet = export("sheet", "Export the score sheet as CSV", sheet, CSV, "csv")
Recap = export("recap", "Export the recap as text", recap, PLAIN, "txt")
FOR_HLEDGER, FOR_BEANCOUNT = books(hledger), books(beancount)
Hledger = export(
    "hledger", "Export the books for hledger and Ledger", FOR_HLEDGER, PLAIN, "hledger", books=True
)
Beancount = export(
    "beancount", "Export the books for Beancount", FOR_BEANCOUNT, PLAIN, "beancount", books=True
)
JournalCsv = export("journal_csv", "Export the books as CSV", books(journal_csv), CSV, "csv", books=True)


class BgStats(Api):
    """The play for BG Stats."""

    @described(
        "export_bgstats",
        TAG,
        "Export a finished game for BG Stats",
        {200: Play},
        *AT_TABLE,
        problems.GAME_ON,
    )
    def get(self, request: Request, table_id: str) -> Response:
        """Return the play for import into BG Stats."""
        view = load(request, table_id)
        if not view.table.state.over:
            raise Failure(problems.GAME_ON)
        return tagged(Response(bgstats.play(view.table)), view)
