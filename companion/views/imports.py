"""Import: an exported game becomes a table of this phone."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from companion import store
from companion.access import devices
from companion.forms.imports import read
from companion.views.home import home_page
from companion.views.saving import SeeOther
from scoring import Refusal


@require_POST
def import_game(request: HttpRequest) -> HttpResponse:
    """Import the file or the pasted text and redirect to the table, or show the error on Home."""
    try:
        record = read(request.FILES.get("file"), request.POST.get("text", ""))
        table = store.import_game(devices.device(request), request.POST.get("key", ""), record)
    except Refusal as refusal:
        return home_page(request, status=422, import_error=refusal)
    return SeeOther(reverse("table", args=[table.id]))
