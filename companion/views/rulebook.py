"""The rulebook: each game in our own words, every rule under its id."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from companion import rulebook


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    pages = [rulebook.page(name) for name in rulebook.PAGES]
    return render(request, "rules/index.html", {"pages": pages})


@require_safe
def rule(request: HttpRequest, page: str) -> HttpResponse:
    try:
        found = rulebook.page(page)
    except KeyError:
        raise Http404("no such page of the rulebook") from None
    return render(request, "rules/page.html", {"page": found, "table_id": _table_id(request)})


def _table_id(request: HttpRequest) -> str:
    """The table that the reader came from, to find back to it."""
    text = request.GET.get("table", "")
    return text if text.isascii() and text.isalnum() else ""
