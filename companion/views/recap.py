"""The recap: the evening as a page, as text, as CSV, as a record; finished or so far."""

from urllib.parse import quote

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from companion import access, store
from companion.log import Table
from companion.recap.evening import evening
from companion.recap.page import page
from companion.recap.record_json import record_json
from companion.recap.sheet_csv import sheet_csv
from companion.recap.text import text
from companion.recap.words import one_line

LONGEST_NAME = 60
NOT_IN_FILE_NAMES = dict.fromkeys(map(ord, '/\\:*?"<>|%'), " ")

private = cache_control(private=True, no_cache=True)


@require_safe
@private
def recap(request: HttpRequest, table_id: str) -> HttpResponse:
    return render(request, "recap/recap.html", page(evening(_table(request, table_id))))


@require_safe
@private
def recap_text(request: HttpRequest, table_id: str) -> HttpResponse:
    table = _table(request, table_id)
    return _file(table, text(evening(table)).encode(), "text/plain; charset=utf-8", "txt", "inline")


@require_safe
@private
def recap_csv(request: HttpRequest, table_id: str) -> HttpResponse:
    table = _table(request, table_id)
    return _file(table, sheet_csv(evening(table)).encode(), "text/csv; charset=utf-8; header=present", "csv")


@require_safe
@private
def recap_json(request: HttpRequest, table_id: str) -> HttpResponse:
    table = _table(request, table_id)
    return _file(table, record_json(table.record), "application/json", "json")


def _table(request: HttpRequest, table_id: str) -> Table:
    return store.load(access.device(request), table_id)


def _file(
    table: Table, content: bytes, content_type: str, ending: str, disposition: str = "attachment"
) -> HttpResponse:
    """A file named after the evening, in ASCII and, for those who can, as it is called."""
    stem = " ".join(part for part in (table.title, table.header.played_on) if part)
    ascii_name = (slugify(stem)[:LONGEST_NAME].strip("-") or "bower") + "." + ending
    full_name = one_line(stem).translate(NOT_IN_FILE_NAMES)[:LONGEST_NAME].strip(" .") or "bower"
    response = HttpResponse(content, content_type=content_type)
    in_full = quote(full_name + "." + ending, safe="")
    response.headers["Content-Disposition"] = (
        f"{disposition}; filename=\"{ascii_name}\"; filename*=UTF-8''{in_full}"
    )
    return response
