"""Saving of forms: key and version, and the responses 303, 409 and 422."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar
from uuid import UUID, uuid5

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseRedirectBase

from companion import store
from companion.access import devices
from companion.forms.fields import whole
from companion.log import in_words
from companion.log.rights import Change, Conflict, Saved, View
from companion.log.table import LogEvent
from companion.server.error_pages import retry_later
from companion.store import phones
from companion.wording.refusal import AppRefusal
from scoring import Refusal


class SeeOther(HttpResponseRedirectBase):
    """The redirect after a save: 303, so that the next page is fetched with GET."""

    status_code = 303


def is_changed(sent: Mapping[str, str], name: str) -> bool:
    """Whether a field of a form was changed: what it showed at first was sent as "was-" and its name.

    A host whose page is older must not put back what another host changed in the other fields.
    """
    return sent.get(name, "") != sent.get(f"was-{name}")


def unless_kept(sent: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str]:
    """The fields that a form sent; those that were not changed in it are as they are *now*."""
    return {name: sent.get(name, "") if is_changed(sent, name) else value for name, value in now.items()}


@dataclass(frozen=True)
class Trouble:
    """Why a form was not saved: refusals by field, or the events since it was opened.

    ``view`` is the table as it is now; None if the form was refused before the table was loaded.
    ``is_unsaid``: whether the errors are fields of a hand that Save waits for.
    """

    status: int = 200
    errors: Mapping[str, Refusal] = field(default_factory=dict)
    meanwhile: Sequence[LogEvent] = ()
    view: View | None = None
    is_unsaid: bool = False

    @property
    def error(self) -> Refusal | None:
        """The first refusal."""
        return next(iter(self.errors.values()), None)


def refused(refusal: Refusal) -> Trouble:
    """The trouble of a refusal."""
    return Trouble(422, {refusal.field or "": refusal})


def unavailable() -> Trouble:
    """The trouble of a database that can't take the form now."""
    return Trouble(UNAVAILABLE, {"": AppRefusal("busy")})


NO_TROUBLE = Trouble()
UNAVAILABLE = 503
Gained = TypeVar("Gained")
STAMP = ("csrfmiddlewaretoken", "key", "seen", "rev", "tap")


def save(
    request: HttpRequest,
    write: Callable[[str, int], Saved],
    again: Callable[[Trouble], HttpResponse],
    done: str,
) -> HttpResponse:
    """Write with the form's key and version; redirect to *done*, or show the form *again* with the reason."""
    try:
        write(key(request), seen(request))
    except Conflict as conflict:
        return again(Trouble(409, meanwhile=conflict.meanwhile, view=conflict.view))
    except store.Unavailable:
        return retry_later(again(unavailable()))
    except Refusal as refusal:
        return again(refused(refusal))
    return SeeOther(done)


def save_change(
    request: HttpRequest,
    at: str | View,
    change: Callable[[int], Change],
    again: Callable[[Trouble], HttpResponse],
    done: str,
) -> HttpResponse:
    """Write the change for the form's version, at a table given by its id or as it was loaded.

    Redirect to *done*, or show the form *again* with the reason.
    """

    def write(key: str, seen: int) -> Saved:
        if isinstance(at, View):
            return store.write(key, store.planned(at, change(seen)))
        return store.save(devices.device(request), at, key, change(seen))

    return save(request, write, again, done)


def gaining(request: HttpRequest, secret: str, gain: Callable[[str, str], Gained]) -> Gained:
    """The result of *gain*, by which this phone may get a role; if it does it gets a new token.

    *gain* takes the phone's device and the device that it is from then on. *secret* is what the role is
    gained by, and what nobody else sends: a link's token, its code, a form's key. Raises OtherKey.
    """
    if devices.is_foreign(request):
        raise devices.OtherKey
    successor = phones.next_token(request, secret)
    result = gain(devices.device(request), successor.device)
    phones.renew(request, successor)
    return result


def meanwhile(view: View, trouble: Trouble) -> list[tuple[LogEvent, str]]:
    """The events since the form was opened, each in words."""
    return [(event, in_words.happened(event, view)) for event in trouble.meanwhile]


def key(request: HttpRequest) -> str:
    """The idempotency key of a post: a UUID from the form's key and its content.

    A form restored by the browser and filled in differently gets another key, so that it isn't taken for a
    repetition; its old version then leads to a conflict.
    """
    form = request.POST.get("key", "")
    content = [(name, request.POST.getlist(name)) for name in sorted(request.POST) if name not in STAMP]
    try:
        return str(uuid5(UUID(form), json.dumps(content)))
    except ValueError:
        return form


def seen(request: HttpRequest) -> int:
    """The version of the table when the form was made. Raises Refusal without one."""
    version = whole(request.POST.get("seen", ""))
    if version is None:
        raise AppRefusal("page-outdated", "seen")
    return version
