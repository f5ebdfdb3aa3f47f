"""The links of a table by role: seen, renewed, withdrawn; for its owner only."""

from typing import Any
from uuid import UUID

from django.http import Http404
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from companion.access import links as tokens
from companion.access import roles
from companion.api import keys
from companion.api.base import Api, body, load
from companion.api.openapi import KEY, described, query
from companion.api.record_schema import of, one_of
from companion.api.shapes import ref
from companion.server.addresses import for_phones
from companion.store import people
from scoring import Refusal

ROLE = of({"role": one_of(*roles.LINKED)}, "role")
REFUSED = (401, 403, 404)


class Links(Api):
    """The links of a table."""

    @described("list_links", "The links that stand, by role", {200: ref("Links")}, *REFUSED)
    def get(self, request: Request, table_id: str) -> Response:
        """Token, code and address of each."""
        table = load(request, table_id, roles.SHARE)
        found = people.invitations(table)
        shown = [link(request, role, one.token, one.code, one.works) for role, one in sorted(found.items())]
        return unkept(Response({"links": shown}))

    @described(
        "renew_link",
        "A new link for a role; who came by the old one is out",
        {201: ref("Link")},
        *REFUSED,
        422,
        takes=ROLE,
        parameters=(KEY,),
    )
    def post(self, request: Request, table_id: str) -> Response:
        """Renew a link, or make one again."""
        table = load(request, table_id, roles.SHARE)
        role = role_of(body(request))

        def renew() -> dict[str, Any]:
            return {"nonce": str(people.renew_link(table, role))}

        nonce = UUID(keys.once(request, renew)["nonce"])
        said = link(request, role, tokens.token(nonce), tokens.code(nonce), works=True)
        return unkept(Response(said, status=201))

    @described(
        "withdraw_link",
        "Withdraw the link of a role; who came by it is out",
        {204: None},
        *REFUSED,
        422,
        parameters=(query("role", one_of(*roles.LINKED), "Whose link.", required=True),),
    )
    def delete(self, request: Request, table_id: str) -> Response:
        """No link for this role any more."""
        table = load(request, table_id, roles.SHARE)
        role = role_of({name: request.query_params[name] for name in request.query_params})
        if role not in people.invitations(table):
            raise Http404("no link of this role")
        people.withdraw_link(table, role)
        return Response(status=204)


def role_of(said: dict[str, object]) -> str:
    """The role that is meant, and nothing beside it."""
    for name in said:
        if name != "role":
            raise Refusal(name, "expected role and nothing else")
    role = said.get("role")
    if not isinstance(role, str) or role not in roles.LINKED:
        raise Refusal("role", "expected one of " + ", ".join(roles.LINKED))
    return role


def link(request: Request, role: str, token: str, code: str, works: bool) -> dict[str, Any]:
    """A link as its owner sees it."""
    address = for_phones(request, reverse("link", args=[token]))
    return {"role": role, "token": token, "code": code, "address": address, "works": works}


def unkept(response: Response) -> Response:
    """An answer with secrets in it, which nobody on the way may keep."""
    response.headers["Cache-Control"] = "no-store"
    return response
