"""The books: journal, balances, players' statements, and exports of the journal."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from companion.bank import journal as ledger
from companion.bank.export.beancount import beancount
from companion.bank.export.hledger import hledger
from companion.bank.export.journal_csv import journal_csv
from companion.bank.statements import balance_lines, entries, last_of, part, statement_lines
from companion.forms.fields import whole
from companion.log.table import Table
from companion.views.bank import chip_table
from companion.views.files import file

PLAIN = "text/plain; charset=utf-8"
CSV = "text/csv; charset=utf-8; header=present"


@require_safe
@never_cache
def books(request: HttpRequest, table_id: str) -> HttpResponse:
    view = chip_table(request, table_id)
    table = view.table
    shown = part(table, _at(request))
    balances = ledger.balances_now(table)
    context = {
        "table": table,
        "viewer": view.viewer,
        "balances": balance_lines(table, balances),
        "trial_balance": ledger.total(balances),
        "entries": entries(ledger.journal(table, shown.start, shown.end)),
        "window": shown,
        "rows": f"Rows {shown.start + 1}–{shown.end}",
    }
    return render(request, "books/books.html", context)


@require_safe
@never_cache
def statement(request: HttpRequest, table_id: str, seat: int) -> HttpResponse:
    """Show a player's chip movements. *seat* counts from 1 over everyone who ever sat down."""
    view = chip_table(request, table_id)
    table = view.table
    people = ledger.people(table)
    if not 1 <= seat <= len(people):
        raise Http404("nobody ever sat there")
    name = people[seat - 1]
    shown = part(table, _at(request) or last_of(table, name))
    before, now = table.at(shown.start).state, table.state
    journal = ledger.journal(table, shown.start, shown.end)
    lines = ledger.statement(journal, name, before.scores.get(name, 0), before.credit.get(name, 0))
    context = {
        "table": table,
        "viewer": view.viewer,
        "name": name,
        "has_sat": name in now.invested,
        "holds": now.scores.get(name, 0),
        "owes": now.credit.get(name, 0),
        "owed": any(line.owes for line in lines),
        "net": now.net.get(name, 0),
        "cents": table.header.options["chip_value_cents"],
        "lines": statement_lines(lines, name),
        "window": shown,
        "rows": f"Rows {shown.start + 1}–{shown.end}",
    }
    return render(request, "books/statement.html", context)


def _at(request: HttpRequest) -> int | None:
    """The row of the log to show."""
    return whole(request.GET.get("at", ""))


def _export(made: Callable[[Table], str], content_type: str, ending: str) -> Callable[..., HttpResponse]:
    """The view that downloads the journal as a file."""

    @require_safe
    @cache_control(private=True, no_cache=True)
    def export(request: HttpRequest, table_id: str) -> HttpResponse:
        table = chip_table(request, table_id).table
        return file(table, made(table).encode(), content_type, ending)

    return export


books_hledger = _export(hledger, PLAIN, "hledger")
books_ledger = _export(hledger, PLAIN, "ledger")
books_beancount = _export(beancount, PLAIN, "beancount")
books_csv = _export(journal_csv, CSV, "csv")
