"""Import: an exported game becomes a table of this phone."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from companion import store
from companion.access import devices
from companion.forms.imports import BYTES_OF_AN_ENTRY, read
from companion.server import starting
from companion.server.error_pages import retry_later, too_many
from companion.server.reading import asks
from companion.views.home import home_page
from companion.views.saving import SeeOther, gaining
from companion.wording.refusal import AppRefusal
from scoring import Refusal


@require_POST
@asks
def import_game(request: HttpRequest) -> HttpResponse:
    """Import the file or the pasted text and redirect to the table, or show the error on Home."""
    wait, earlier = starting.seconds_left(request), devices.device(request)
    if wait:
        return too_many(home_page(request, 429, AppRefusal("too-many-games", minutes=-(-wait // 60))), wait)
    try:
        file, text = request.FILES.get("file"), request.POST.get("text", "")
        key = request.POST.get("key", "")
        with store.importing(((file.size or 0) if file else len(text)) // BYTES_OF_AN_ENTRY):
            record = read(file, text)
        with store.room_for(record):
            draft = store.drafted(record)
            _device, table_id = gaining(
                request, key, lambda device, then: store.start(device, key, draft, successor=then)
            )
    except store.Unavailable:
        return retry_later(home_page(request, status=503, import_error=AppRefusal("imports-busy")))
    except Refusal as refusal:
        return home_page(request, status=422, import_error=refusal)
    starting.count(request, earlier, len(record.entries))
    return SeeOther(reverse("table", args=[table_id]))
