"""The links of a table by role: list, renew, withdraw; for its owner only."""

from typing import Any
from uuid import UUID

from django.urls import reverse
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from companion.access import links as tokens
from companion.access import roles
from companion.api import keys
from companion.api.auth import LinkBearer, caller
from companion.api.base import Api, load, single
from companion.api.openapi import AT_TABLE, KEY, Query, described
from companion.api.problems import Failure, missing
from companion.api.read import read
from companion.api.shapes import JoinedTable, Link, LinkEnd, LinkList, LinkRequest
from companion.log.viewer import View
from companion.server import problems
from companion.server.addresses import for_phones
from companion.server.joining import TooManyJoins, admission
from companion.store import links as store_links
from companion.store.links import Invitation
from companion.wording.refusal import AppRefusal
from scoring.refusal import quoted

TAG = "People"
ROLE = Query(
    "role", {"type": "string", "enum": list(roles.LINKED)}, "The role whose link to withdraw.", required=True
)
REFUSED = (*AT_TABLE, problems.NOT_ALLOWED)


class Links(Api):
    """The links of a table."""

    @described("list_links", TAG, "List the links", {200: LinkList}, *REFUSED)
    def get(self, request: Request, table_id: str) -> Response:
        """Return token, code and address of each."""
        view = load(request, table_id, roles.SHARE)
        return shown(request, view)

    @described(
        "renew_link",
        TAG,
        "Renew a link",
        {201: Link},
        *REFUSED,
        problems.REFUSED,
        problems.KEY_REUSED,
        takes=LinkRequest,
        parameters=(KEY,),
        description="The role gets a new link. Everyone who came by the old one is out.",
    )
    def post(self, request: Request, table_id: str) -> Response:
        """Renew a link, or create it again."""
        view = load(request, table_id, roles.SHARE)
        role = read(request, LinkRequest).role

        def renew() -> dict[str, Any]:
            return {"nonce": str(store_links.renew(view, role))}

        nonce = UUID(keys.once(request, renew)["nonce"])
        token, code = tokens.token(nonce), tokens.code(nonce)
        renewed = link(request, Invitation(role, token, code, works=True, ended=False, ends_at=None))
        return no_store(Response(renewed, status=201))

    @described(
        "end_link",
        TAG,
        "Set the end of a link",
        {200: Link},
        *REFUSED,
        problems.NO_LINK,
        problems.REFUSED,
        takes=LinkEnd,
        description="After its end nobody joins by the link. Whoever has joined keeps the role.",
    )
    def put(self, request: Request, table_id: str) -> Response:
        """Let a link end after the evening or a week from now, or never."""
        view = load(request, table_id, roles.SHARE)
        given = read(request, LinkEnd)
        store_links.set_end(view, given.role, given.ends)
        found = store_links.invitations(view).get(given.role)
        if found is None:
            raise Failure(problems.NO_LINK)
        return no_store(Response(link(request, found)))

    @described(
        "withdraw_link",
        TAG,
        "Withdraw a link",
        {204: None},
        *REFUSED,
        problems.NO_LINK,
        problems.REFUSED,
        parameters=(ROLE,),
        description="Everyone who came by the link is out.",
    )
    def delete(self, request: Request, table_id: str) -> Response:
        """Withdraw a link."""
        view = load(request, table_id, roles.SHARE)
        role = role_of({name: single(request, name) for name in request.query_params})
        if role not in store_links.invitations(view):
            raise Failure(problems.NO_LINK)
        store_links.withdraw(view, role)
        return Response(status=204)


class EveryoneOut(Api):
    """All phones and programs of a table but the owners'."""

    @described(
        "remove_everyone",
        TAG,
        "Remove everyone but owners",
        {200: LinkList},
        *REFUSED,
        problems.KEY_REUSED,
        parameters=(KEY,),
        description="Every other phone and program loses the table, with what was handed on to it, and every "
        "link that there is gets renewed.",
    )
    def post(self, request: Request, table_id: str) -> Response:
        """Remove everyone, and return the new links."""
        view = load(request, table_id, roles.SHARE)

        def remove() -> dict[str, Any]:
            store_links.renew_all(view)
            return {}

        keys.once(request, remove)
        return shown(request, view)


class Join(Api):
    """Join a table by a link's token."""

    authentication_classes = (LinkBearer,)

    @described(
        "join_table",
        TAG,
        "Join a table",
        {200: JoinedTable},
        problems.NO_TOKEN,
        problems.UNKNOWN_TOKEN,
        problems.REFUSED,
        description="The token of a link opens its table once it has joined. To join again changes nothing, "
        "so no Idempotency-Key is needed.",
    )
    def post(self, request: Request) -> Response:
        """Join, and return the id of the table."""
        client = caller(request)
        with missing(problems.UNKNOWN_TOKEN):
            admit = admission(request._request)
            try:
                table_id = store_links.join(client.device, client.token, admit, program=True)
            except TooManyJoins as error:
                raise Throttled(error.seconds) from None
        view = load(request, table_id)
        return Response(JoinedTable(table=view.table.id, roles=list(roles.in_order(view.viewer.roles))))


def role_of(sent: dict[str, object]) -> str:
    """The role in a body with no other field. Raises Refusal."""
    for name in sent:
        if name != "role":
            raise AppRefusal("unknown-field", name, what="This request", name=quoted(name))
    role = sent.get("role")
    if not isinstance(role, str) or role not in roles.LINKED:
        raise AppRefusal("no-such-role", "role", roles=", ".join(roles.LINKED))
    return role


def link(request: Request, one: Invitation) -> Link:
    """A link for its owner."""
    address = for_phones(request, reverse("link", args=[one.token]))
    return Link(
        role=one.role, token=one.token, code=one.code, address=address, works=one.works, ends_at=one.ends_at
    )


def shown(request: Request, view: View) -> Response:
    """All links of a table, for its owner."""
    found = store_links.invitations(view)
    return no_store(Response(LinkList(links=[link(request, one) for _role, one in sorted(found.items())])))


def no_store(response: Response) -> Response:
    """The response with secrets, marked so that no cache stores it."""
    response.headers["Cache-Control"] = "no-store"
    return response
