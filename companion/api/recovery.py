"""Recovery sheets: make a table's sheet, and become an owner with it."""

from typing import Any
from uuid import UUID

from django.http import Http404
from django.urls import reverse
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from companion.access import code_tries, roles
from companion.access import recovery as secrets
from companion.api import keys
from companion.api.auth import caller
from companion.api.base import Api, load, tagged
from companion.api.links import no_store
from companion.api.openapi import AT_TABLE, KEY, TABLE_KEY, described
from companion.api.read import read
from companion.api.shapes import RecoveredTable, RecoveryCode, RecoverySheet, RecoveryState
from companion.server import problems
from companion.server.addresses import for_phones
from companion.store import recovery as store_recovery
from companion.wording.refusal import AppRefusal

TAG = "People"
OWNED = (*AT_TABLE, problems.NOT_ALLOWED)


class Recovery(Api):
    """The recovery sheet of a table."""

    @described("read_recovery", TAG, "Read when the recovery sheet was made", {200: RecoveryState}, *OWNED)
    def get(self, request: Request, table_id: str) -> Response:
        """Return when it was made and used; never its code."""
        view = load(request, table_id, roles.SHARE)
        sheet = store_recovery.sheet(view)
        made_at, used_at = (sheet.made_at, sheet.used_at) if sheet else (None, None)
        return tagged(Response(RecoveryState(made_at=made_at, used_at=used_at)), view)

    @described(
        "make_recovery",
        TAG,
        "Make a recovery sheet",
        {201: RecoverySheet},
        *OWNED,
        problems.KEY_REUSED,
        parameters=(KEY,),
        description="A code by which another phone or program becomes an owner, once. It is answered here "
        "only, and the sheet before no longer works.",
    )
    def post(self, request: Request, table_id: str) -> Response:
        """Make a sheet, and return its code."""
        view = load(request, table_id, roles.SHARE)
        # Derived from the key, so that the same request has the same answer and the code isn't stored.
        code = secrets.code(
            UUID(keys.of_log(caller(request).device, "recovery", keys.key(request), table_id))
        )

        def make() -> dict[str, Any]:
            store_recovery.renew(view, code)
            return {}

        keys.once(request, make)
        address = for_phones(request, reverse("sheet", args=[code]))
        response = no_store(Response(RecoverySheet(code=code, address=address), status=201))
        response.headers["Location"] = reverse("api_recovery", args=[table_id])
        return response


class Recovered(Api):
    """Become an owner with a recovery sheet."""

    @described(
        "recover_table",
        TAG,
        "Become an owner with a recovery sheet",
        {200: RecoveredTable},
        problems.UNKNOWN_TOKEN,
        problems.REFUSED,
        problems.KEY_REUSED,
        takes=RecoveryCode,
        parameters=(TABLE_KEY,),
        description="The code of the sheet, in any spelling; it works once. Without an owner's token the "
        "caller becomes a new owner, whose token is answered. Wrong codes are limited as on the Join page.",
    )
    def post(self, request: Request) -> Response:
        """Become an owner, and return the table and the token."""
        code = read(request, RecoveryCode).code
        owner = keys.newcomer(request)
        if wait := code_tries.seconds_left(request._request):
            raise Throttled(wait)

        def recover() -> dict[str, Any]:
            found = store_recovery.use(owner.device, code, program=True)
            return {"table": found.table_id, "deleted": found.deleted}

        try:
            done = keys.once_for(request, owner, recover)
        except Http404:
            code_tries.count_failure(request._request)
            raise AppRefusal("unknown-code", "code") from None
        found = RecoveredTable(table=done["table"], deleted=done["deleted"], token=owner.token)
        return no_store(Response(found))
