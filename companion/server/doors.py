"""Responses to a phone that sends by itself, without a form: JSON, with a sentence for its owner."""

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

NOT_ALLOWED, UNKNOWN, CONFLICT, REFUSED, TOO_MANY = 403, 404, 409, 422, 429
OF_CODE = {"id-taken": CONFLICT}  # refusals with another status than REFUSED
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
            return view(request, *args, **kwargs)
        except Refusal as refusal:
            return refused(OF_CODE.get(refusal.code, REFUSED), refusal)
        except tuple(NO_ENTRANCE) as found:
            status, code = next(NO_ENTRANCE[kind] for kind in NO_ENTRANCE if isinstance(found, kind))
            return refused(status, AppRefusal(code))
        except PermissionDenied as denied:
            return refused(NOT_ALLOWED, role_lost(str(denied)))

    return answer


def refused(status: int, refusal: Refusal, **more: object) -> HttpResponse:
    """A refusal: its status, code and field for the phone, a sentence for its owner."""
    body = {
        "status": status,
        "code": refusal.code,
        "field": refusal.field,
        "rule": refusal.rule,
        "sentence": refusal.message,
        **more,
    }
    return JsonResponse(body, status=status)
