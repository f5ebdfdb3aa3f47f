"""Recovery sheets of tables and groups: make one, and become a host with it."""

from typing import Any
from uuid import UUID

from django.http import Http404
from django.urls import reverse
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from companion.api import groups, keys
from companion.api.auth import caller
from companion.api.base import load, read, tagged
from companion.api.links import TAG as LINKS
from companion.api.operations import ANYWHERE, GROUP, TABLE, TABLE_KEY, Operations
from companion.api.shapes.phones import Recovered, RecoveryCode, RecoverySheet, RecoveryState
from companion.log import rights
from companion.server import problems, rates
from companion.server.addresses import for_phones
from companion.store import pairing as store_recovery
from companion.store.circles import Circle
from companion.store.pairing import Sheet
from companion.wording.refusal import AppRefusal

at_links = Operations(LINKS, TABLE)
at_links_of_group = Operations(LINKS, GROUP)
with_sheet = Operations(LINKS, ANYWHERE)


@at_links("GET recovery/", RecoveryState, problems.NOT_ALLOWED)
def read_recovery(request: Request, table_id: str) -> Response:
    """Read when the recovery sheet was made.

    Return when it was made and used; never its code.
    """
    view = load(request, table_id, rights.SHARE)
    return tagged(_state(store_recovery.sheet(view)), view)


@at_links("POST recovery/", RecoverySheet, location=True, secret=True)
def make_recovery(request: Request, table_id: str) -> Response:
    """Make a recovery sheet.

    A code by which another phone or program becomes a host, once. It is answered here only, and the sheet
    before no longer works.
    """
    view = load(request, table_id, rights.SHARE)
    return _made(request, table_id, view)


@at_links_of_group("GET recovery/", RecoveryState)
def read_group_recovery(request: Request, group_id: str) -> Response:
    """Read when a group's recovery sheet was made.

    Return when it was made and used; never its code.
    """
    found = groups.load(request, group_id, rights.SHARE)
    return groups.tagged(_state(store_recovery.sheet(found)), found)


@at_links_of_group("POST recovery/", RecoverySheet, problems.REFUSED, location=True, secret=True)
def make_group_recovery(request: Request, group_id: str) -> Response:
    """Make a recovery sheet of a group.

    A code by which another phone or program becomes a host, once. It is answered here only, and the sheet
    before no longer works.
    """
    found = groups.load(request, group_id, rights.SHARE)
    return _made(request, group_id, found)


@with_sheet(
    "POST recover/",
    Recovered,
    problems.UNKNOWN_TOKEN,
    status=200,
    takes=RecoveryCode,
    key=TABLE_KEY,
    secret=True,
)
def recover(request: Request) -> Recovered:
    """Become a host with a recovery sheet.

    The code of the sheet of a table or group, in any spelling; it works once. Without a host's token the
    caller becomes a new host, whose token is answered. Wrong codes are limited as on the Join page.
    """
    code = read(request, RecoveryCode).code
    host = keys.newcomer(request)

    def become() -> dict[str, Any]:
        found = store_recovery.use_sheet(host.device, code, program=True)
        return {"table": found.table_id or None, "group": found.group_id or None, "deleted": found.deleted}

    if wait := rates.wait_to_try(request._request):
        raise Throttled(wait)
    try:
        done = keys.once_for(request, host, become)
    except Http404:
        rates.count_wrong_code(request._request)
        raise AppRefusal("unknown-code", "code") from None
    return Recovered(**done, token=host.token)


def _state(sheet: Sheet | None) -> RecoveryState:
    if sheet is None:
        return RecoveryState(made_at=None, used_at=None)
    return RecoveryState.of(sheet)


def _made(request: Request, of: str, circle: Circle) -> Response:
    """Make the sheet of this table or group once, and return its code."""
    # Derived from the key, so that the same request has the same answer and the code isn't stored.
    nonce = UUID(keys.of_log(caller(request).device, "recovery", keys.key(request), of))
    code = store_recovery.sheet_code(circle, nonce)
    keys.once(request, lambda: store_recovery.renew(circle, code))
    address = for_phones(request, reverse("sheet", args=[code]))
    return Response(RecoverySheet(code=code, address=address), headers={"Location": request.path})
