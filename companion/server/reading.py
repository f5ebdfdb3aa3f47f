"""A limit of reading pages by what it costs: seconds of computing in any ten, for each device and address.

Counting requests would not do: most pages take some milliseconds, but those of a long game can take seconds,
and a table of twelve phones behind one address may ask for hundreds of light pages a minute.
"""

import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from companion.access import devices, limits
from companion.access.counting import Counter, Rate
from companion.server.errors import error_response

PERIOD = 10  # seconds; a longer one would let a longer burst through
UNIT = 0.001  # seconds of computing that count as one
DEVICES_OF_AN_ADDRESS = 3  # that may read as much as they can at the same time

spent = Counter("default")


def limit_reading(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: 429 to a device or address whose pages have cost too much. The API has its own limits."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        is_page = request.method in ("GET", "HEAD") and not request.path_info.startswith(devices.API)
        if not settings.PAGE_SECONDS or not is_page:
            return get_response(request)
        rates = rates_of(request)
        wait = max(spent.use(key, rate).wait for key, rate in rates.items())
        if wait:
            refused = error_response(request, 429)
            refused.headers["Retry-After"] = str(wait)
            return refused
        start = time.thread_time()
        response = get_response(request)
        charge(request, time.thread_time() - start)
        return response

    return middleware


def charge(request: HttpRequest, seconds: float) -> None:
    """Count seconds of computing for this request's device and address; also those of another process."""
    if settings.PAGE_SECONDS:
        for key, rate in rates_of(request).items():
            spent.add(key, rate, round(seconds / UNIT))


def rates_of(request: HttpRequest) -> dict[str, Rate]:
    """What this request counts for: its address, and its device unless that is new."""
    most = round(settings.PAGE_SECONDS / UNIT)
    rates = {f"pages-address:{limits.client(request)}": Rate(most * DEVICES_OF_AN_ADDRESS, PERIOD)}
    if not devices.is_new(request):
        rates[f"pages-device:{devices.device(request)}"] = Rate(most, PERIOD)
    return rates
