"""Responses to a phone that sends by itself, without a form: JSON, with a sentence for its owner."""

import re
from collections.abc import Callable, Mapping
from functools import wraps

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse

from companion.access import devices
from companion.access.devices import Deleted, OtherKey, Removed
from companion.log.queue import role_lost
from companion.wording.refusal import AppRefusal
from scoring import Refusal

Door = Callable[..., HttpResponse]
Said = dict[str, object]

FORMAT = "bower.door/1"  # of every answer but the rows, which have a format of their own

STORAGE = re.compile(r"[\w-]{8,40}\.[0-9]{1,6}", re.ASCII)  # see cookies.KEPT

OK, NOT_ALLOWED, UNKNOWN, CONFLICT, REFUSED, TOO_MANY = 200, 403, 404, 409, 422, 429
OF_CODE = {"id-taken": CONFLICT, "table-removed": UNKNOWN}  # refusals with another status than REFUSED
# The first that fits: status and code.
NO_ENTRANCE: Mapping[type[Exception], tuple[int, str]] = {
    OtherKey: (NOT_ALLOWED, "other-key"),
    Removed: (UNKNOWN, "phone-removed"),
    Deleted: (UNKNOWN, "table-deleted"),
    Http404: (UNKNOWN, "table-unknown"),
}


def door(view: Door) -> Door:
    """A view whose refusals are JSON: 403, 404, 409 and 422. Whoever was put out is told whom to ask."""

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        try:
            if devices.is_foreign(request):
                raise OtherKey
            response = view(request, *args, **kwargs)
        except (Refusal, Http404, PermissionDenied) as found:
            response = refused(*reason(found))
        if not devices.is_foreign(request) and "bower.lost" not in request.META:
            response.headers[devices.PROOF] = devices.proof(request)
        # Which storage the phone has, and how much waits there, is kept in a cookie; it is told of an earlier
        # one. Browsers delete a storage that was not used for some days, and what scripts have written with
        # it; not this cookie.
        now = request.headers.get("Storage", "")
        if STORAGE.fullmatch(now):
            before = devices.read_cookie(request.COOKIES, devices.KEPT)
            if STORAGE.fullmatch(before) and before.partition(".")[0] != now.partition(".")[0]:
                response.headers["Storage-Before"] = before
            if before != now:
                devices.keep_cookie(response, devices.KEPT, now)
        return response

    return answer


def reason(found: Exception) -> tuple[int, Refusal]:
    """The status of an exception, and its refusal, as a phone is told."""
    if isinstance(found, Refusal):
        return OF_CODE.get(found.code, REFUSED), found
    for kind, (status, code) in NO_ENTRANCE.items():
        if isinstance(found, kind):
            return status, AppRefusal(code)
    return NOT_ALLOWED, role_lost(str(found))


def saved(**said: object) -> Said:
    """What a door says of what it has done."""
    return {"format": FORMAT, "status": OK, **said}


def refusal_of(status: int, refusal: Refusal) -> Said:
    """What a door says of a refusal: status, code and field for the phone, a sentence for its owner."""
    return {
        "format": FORMAT,
        "status": status,
        "code": refusal.code,
        "field": refusal.field,
        "rule": refusal.rule,
        "sentence": refusal.message,
    }


def refused(status: int, refusal: Refusal, **more: object) -> HttpResponse:
    """The response of a refusal."""
    return JsonResponse({**refusal_of(status, refusal), **more}, status=status)
