"""A game as a link: its record is behind the #, which browsers don't send; and what such a link brought."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from companion import store
from companion.access import devices
from companion.forms.imports import read
from companion.log.rights import drafted
from companion.pages.listing import figure
from companion.server.rates import asks
from companion.views.home import home_page
from companion.wording import dates
from scoring import Refusal, opening


@require_safe
@never_cache
def carry(request: HttpRequest, table_id: str) -> HttpResponse:
    """The game as a link, a code and a file, for another phone; the page's script makes the first two."""
    table = store.load(devices.device(request), table_id).table
    return render(request, "carry/carry.html", {"table": table, "figure": figure(table.state)})


@require_POST
@asks
def carried(request: HttpRequest) -> HttpResponse:
    """The game of such a link as it stands, to be gone on with; or Home, with the reason."""
    text = request.POST.get("text", "")
    try:
        record = read(None, text)
        steps = drafted(record, settings.MAX_ENTRIES).steps
    except Refusal as refusal:
        return home_page(request, status=422, import_error=refusal)
    state = steps[-1].state if steps else opening(record)
    context = {
        "record": record,
        "state": state,
        "totals": (state.net if state.variant.has_bank else state.scores).items(),
        "day": dates.day(record.played_on),
        "text": text,
        "key": store.new_key(),
    }
    return render(request, "carry/carried.html", context)
