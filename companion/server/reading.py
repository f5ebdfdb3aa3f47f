"""A limit of reading by what it costs: seconds of computing in any ten, for each device and address.

Counting requests would not do: most pages take some milliseconds, but those of a long game can take seconds,
and a table of twelve phones behind one address may ask for hundreds of light pages a minute.
"""

import time
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from companion.access import devices, limits
from companion.access.counting import Counter, Rate
from companion.server.error_pages import too_many
from companion.server.errors import error_response

PERIOD = 10  # seconds; a longer one would let a longer burst through
UNIT = 0.001  # seconds of computing that count as one
DEVICES_OF_AN_ADDRESS = 3  # that may read as much as they can at the same time

Response = TypeVar("Response", bound=HttpResponseBase)

spent = Counter("default")


def limit_reading(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: 429 to a device or address whose pages have cost too much.

    What programs read has a limit by address of its own, beside those of the API by their number.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.method not in ("GET", "HEAD"):
            return get_response(request)
        return _limited(request, lambda: get_response(request), lambda _answer: True)

    return middleware


def asks(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view whose forms ask something before they save: POSTs that save nothing cost as pages do.

    What saves leads to another page: it isn't counted, so that whoever saved much sees it at once.
    """

    @wraps(view)
    def limited(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if request.method != "POST":
            return view(request, *args, **kwargs)
        return _limited(request, lambda: view(request, *args, **kwargs), _saved_nothing)

    return limited


def _saved_nothing(answer: HttpResponseBase) -> bool:
    return answer.status_code not in (302, 303)


def _limited(
    request: HttpRequest, respond: Callable[[], Response], costs: Callable[[Response], bool]
) -> Response | HttpResponse:
    if not settings.PAGE_SECONDS:
        return respond()
    wait = max(spent.use(key, rate).wait for key, rate in rates_of(request).items())
    if wait:
        return too_many(error_response(request, 429), wait)
    start = time.thread_time()
    response = respond()
    if costs(response):
        charge(request, time.thread_time() - start)
    return response


def charge(request: HttpRequest, seconds: float) -> None:
    """Count seconds of computing for this request's device and address; also those of another process."""
    if settings.PAGE_SECONDS:
        for key, rate in rates_of(request).items():
            spent.add(key, rate, round(seconds / UNIT))


def rates_of(request: HttpRequest) -> dict[str, Rate]:
    """What this request counts for: its address, and its device unless that is new or a program's."""
    most = round(settings.PAGE_SECONDS / UNIT)
    is_api = request.path_info.startswith(devices.API)
    kind = "programs" if is_api else "pages"
    rates = {f"{kind}-address:{limits.client(request)}": Rate(most * DEVICES_OF_AN_ADDRESS, PERIOD)}
    if not is_api and not devices.is_new(request):
        rates[f"pages-device:{devices.device(request)}"] = Rate(most, PERIOD)
    return rates
