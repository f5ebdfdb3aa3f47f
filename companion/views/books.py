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
from companion.bank.statements import balance_lines, entries, parts, statement_lines
from companion.forms.fields import whole
from companion.log.table import Table
from companion.views.bank import chip_table
from companion.views.files import file

PLAIN = "text/plain; charset=utf-8"
CSV = "text/csv; charset=utf-8; header=present"
DIGITS = 4


@require_safe
@never_cache
def books(request: HttpRequest, table_id: str) -> HttpResponse:
    view = chip_table(request, table_id)
    table = view.table
    journal = ledger.journal(table)
    shown, others = parts(journal, _part(request))
    context = {
        "table": table,
        "viewer": view.viewer,
        "balances": balance_lines(table, journal),
        "trial_balance": ledger.trial_balance(journal),
        "entries": entries(shown),
        "parts": others,
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
    lines = ledger.statement(ledger.journal(table), name)
    shown, others = parts(lines, _part(request))
    context = {
        "table": table,
        "viewer": view.viewer,
        "name": name,
        "last": lines[-1] if lines else None,
        "owed": any(line.owes for line in lines),
        "net": table.state.net.get(name, 0),
        "cents": table.header.options["chip_value_cents"],
        "lines": statement_lines(shown, name),
        "parts": others,
    }
    return render(request, "books/statement.html", context)


def _part(request: HttpRequest) -> int | None:
    return whole(request.GET.get("part", ""), DIGITS)


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
