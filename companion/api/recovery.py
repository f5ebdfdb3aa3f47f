"""Recovery sheets of tables and groups: make one, and become an owner with it."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import Http404
from django.urls import reverse
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from companion.access import code_tries, group_roles, roles
from companion.access import recovery as secrets
from companion.api import groups, keys
from companion.api.auth import caller
from companion.api.base import Api, load, tagged
from companion.api.links import no_store
from companion.api.openapi import AT_GROUP, AT_TABLE, KEY, TABLE_KEY, described
from companion.api.read import read
from companion.api.shapes import Recovered, RecoveryCode, RecoverySheet, RecoveryState
from companion.server import problems
from companion.server.addresses import for_phones
from companion.store import group_recovery
from companion.store import recovery as store_recovery
from companion.store.recovery import Sheet
from companion.wording.refusal import AppRefusal

TAG = "People"
OWNED = (*AT_TABLE, problems.NOT_ALLOWED)
ONCE = (
    "A code by which another phone or program becomes an owner, once. It is answered here only, and the "
    "sheet before no longer works."
)


class Recovery(Api):
    """The recovery sheet of a table."""

    @described("read_recovery", TAG, "Read when the recovery sheet was made", {200: RecoveryState}, *OWNED)
    def get(self, request: Request, table_id: str) -> Response:
        """Return when it was made and used; never its code."""
        view = load(request, table_id, roles.SHARE)
        return tagged(Response(_state(store_recovery.sheet(view))), view)

    @described(
        "make_recovery",
        TAG,
        "Make a recovery sheet",
        {201: RecoverySheet},
        *OWNED,
        problems.KEY_REUSED,
        parameters=(KEY,),
        description=ONCE,
    )
    def post(self, request: Request, table_id: str) -> Response:
        """Make a sheet, and return its code."""
        view = load(request, table_id, roles.SHARE)
        at = reverse("api_recovery", args=[table_id])
        return _made(request, table_id, at, lambda code: store_recovery.renew(view, code))


class OfGroup(Api):
    """The recovery sheet of a group."""

    @described(
        "read_group_recovery",
        groups.TAG,
        "Read when a group's recovery sheet was made",
        {200: RecoveryState},
        *AT_GROUP,
    )
    def get(self, request: Request, group_id: str) -> Response:
        """Return when it was made and used; never its code."""
        found = groups.load(request, group_id, group_roles.MANAGE)
        return groups.tagged(Response(_state(group_recovery.sheet(found))), found)

    @described(
        "make_group_recovery",
        groups.TAG,
        "Make a recovery sheet of a group",
        {201: RecoverySheet},
        *AT_GROUP,
        problems.REFUSED,
        problems.KEY_REUSED,
        parameters=(KEY,),
        description=ONCE,
    )
    def post(self, request: Request, group_id: str) -> Response:
        """Make a sheet, and return its code."""
        found = groups.load(request, group_id, group_roles.MANAGE)
        at = reverse("api_group_recovery", args=[group_id])
        return _made(request, group_id, at, lambda code: group_recovery.renew(found, code))


class Use(Api):
    """Become an owner with a recovery sheet."""

    @described(
        "recover",
        TAG,
        "Become an owner with a recovery sheet",
        {200: Recovered},
        problems.UNKNOWN_TOKEN,
        problems.REFUSED,
        problems.KEY_REUSED,
        takes=RecoveryCode,
        parameters=(TABLE_KEY,),
        description="The code of the sheet of a table or group, in any spelling; it works once. Without an "
        "owner's token the caller becomes a new owner, whose token is answered. Wrong codes are limited as "
        "on the Join page.",
    )
    def post(self, request: Request) -> Response:
        """Become an owner, and return the table or group, and the token."""
        code = read(request, RecoveryCode).code
        owner = keys.newcomer(request)
        if wait := code_tries.seconds_left(request._request):
            raise Throttled(wait)
        try:
            done = keys.once_for(request, owner, lambda: _recovered(owner.device, code))
        except Http404:
            code_tries.count_failure(request._request)
            raise AppRefusal("unknown-code", "code") from None
        return no_store(Response(Recovered(**done, token=owner.token)))


def _state(sheet: Sheet | None) -> RecoveryState:
    if sheet is None:
        return RecoveryState(made_at=None, used_at=None)
    return RecoveryState(made_at=sheet.made_at, used_at=sheet.used_at)


def _made(request: Request, of: str, at: str, renew: Callable[[str], None]) -> Response:
    """Make the sheet of this table or group once, and return its code. *at*: where its state is read."""
    # Derived from the key, so that the same request has the same answer and the code isn't stored.
    code = secrets.code(UUID(keys.of_log(caller(request).device, "recovery", keys.key(request), of)))

    def make() -> dict[str, Any]:
        renew(code)
        return {}

    keys.once(request, make)
    address = for_phones(request, reverse("sheet", args=[code]))
    response = no_store(Response(RecoverySheet(code=code, address=address), status=201))
    response.headers["Location"] = at
    return response


def _recovered(device: str, code: str) -> dict[str, Any]:
    """Use the sheet of a table or group. Raises Http404, Refusal."""
    try:
        found = store_recovery.use(device, code, program=True)
    except Http404:  # no table's
        group_id = group_recovery.use(device, code, program=True)
        return {"table": None, "group": group_id, "deleted": False}
    return {"table": found.table_id, "group": None, "deleted": found.deleted}
