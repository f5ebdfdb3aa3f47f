"""The links of a table by role: list, renew, withdraw; for its hosts only."""

from uuid import UUID

from django.http import Http404
from django.urls import reverse
from rest_framework.exceptions import Throttled
from rest_framework.request import Request

from companion import store
from companion.access import devices
from companion.access import links as tokens
from companion.api import keys
from companion.api.auth import LinkBearer, caller
from companion.api.base import load, read
from companion.api.operations import ANYWHERE, TABLE, Operations, Parameter
from companion.api.problems import Failure, missing
from companion.api.shapes.phones import JoinedTable, Link, LinkCode, LinkEnd, LinkList, NewLink
from companion.log import rights
from companion.log.rights import View
from companion.server import problems
from companion.server.addresses import for_phones
from companion.server.rates import TooManyJoins, count_wrong_code, joins, wait_to_try
from companion.store import links as store_links
from companion.store.groups import FoundGroup
from companion.store.links import Invitation, Joined
from companion.wording.refusal import AppRefusal

TAG = "Links"
at_table = Operations(TAG, TABLE)
anywhere = Operations(TAG, ANYWHERE)
ROLE = Parameter(
    "role",
    {"type": "string", "enum": list(rights.MADE)},
    "The role whose link to withdraw.",
    required=True,
)


@at_table("GET links/", LinkList, problems.NOT_ALLOWED, secret=True)
def list_links(request: Request, table_id: str) -> LinkList:
    """List the links.

    Return token, code and address of each.
    """
    view = load(request, table_id, rights.SHARE)
    return shown(request, view)


@at_table("POST links/", Link, takes=NewLink, secret=True)
def renew_link(request: Request, table_id: str) -> Link:
    """Renew a link.

    The role gets a new link. Everyone who came by the old one is out.
    """
    view = load(request, table_id, rights.SHARE)
    return link(request, renewed(request, view, read(request, NewLink).role))


@at_table("PUT links/", Link, problems.NO_LINK, takes=LinkEnd, secret=True)
def end_link(request: Request, table_id: str) -> Link:
    """Set the end of a link.

    After its end nobody joins by the link. Whoever has joined keeps the role.
    """
    view = load(request, table_id, rights.SHARE)
    return link(request, ended(view, read(request, LinkEnd)))


@at_table("DELETE links/", None, problems.NO_LINK, problems.REFUSED, parameters=(ROLE,))
def withdraw_link(request: Request, table_id: str) -> None:
    """Withdraw a link.

    Everyone who came by the link is out.
    """
    withdraw(request, load(request, table_id, rights.SHARE), rights.MADE)


@at_table("POST everyone-out/", LinkList, status=200, secret=True)
def remove_everyone(request: Request, table_id: str) -> LinkList:
    """Remove everyone but hosts.

    Every other phone and program loses the table, with what was handed on to it, and every link that there is
    gets renewed.
    """
    view = load(request, table_id, rights.SHARE)
    keys.once(request, lambda: store_links.renew_all(view))
    return shown(request, view)


@anywhere(
    "POST join/",
    JoinedTable,
    problems.NO_TOKEN,
    problems.REFUSED,
    problems.UNKNOWN_TOKEN,
    takes=LinkCode,
    or_token=True,
    status=200,
    key=None,
    secret=True,
    view={"authentication_classes": (LinkBearer,)},
)
def join_table(request: Request) -> JoinedTable:
    """Join a table.

    By a link's code, as it is read aloud, or by its token without a body. The token opens the table once it
    has joined. To join again changes nothing, so no Idempotency-Key is needed. Wrong codes are limited as on
    the Join page.
    """
    token, by_code = token_to_join(request, "table")
    joined = join(request, "table", token)
    held = store.load(devices.device_of_token(token), joined.id).viewer.roles
    return JoinedTable(
        table=joined.id,
        roles=[rights.words(role) for role in rights.in_order(held)],
        token=token if by_code else None,
    )


def token_to_join(request: Request, kind: str) -> tuple[str, bool]:
    """The token of the link whose code the body has, else the one sent; and whether it is by its code.

    Raises Refusal, NotAuthenticated, Throttled.
    """
    if not request.data:
        return caller(request).token, False
    code = read(request, LinkCode).code
    if wait := wait_to_try(request._request):
        raise Throttled(wait)
    try:
        return store_links.token_of(kind, code), True
    except Http404:
        count_wrong_code(request._request)
        raise AppRefusal("unknown-code", "code") from None


def join(request: Request, kind: str, token: str) -> Joined:
    """Join a table or group by the token of its link. Raises Failure, Refusal, Throttled."""
    with missing(problems.UNKNOWN_TOKEN):
        try:
            device, admit = devices.device_of_token(token), joins(request._request, kind)
            return store_links.join(kind, device, token, admit, program=True)
        except TooManyJoins as error:
            raise Throttled(error.seconds) from None


def renewed(request: Request, found: View | FoundGroup, role: str) -> Invitation:
    """Renew the link of a table or group; the new one."""
    nonce = UUID(keys.once(request, lambda: {"nonce": str(store_links.renew(found, role))})["nonce"])
    now = store_links.invitations(found).get(role)
    # Of a request whose answer was lost before the secret key was replaced, by that one.
    key = tokens.key_of(nonce, tokens.token_hash(now.token)) if now else None
    token, code = tokens.token(nonce, key), tokens.code(nonce, key)
    return Invitation(role, token, code, works=True, ended=False, ends_at=None)


def ended(found: View | FoundGroup, given: LinkEnd) -> Invitation:
    """Set the end of the link of a table or group. Raises Failure without one."""
    store_links.set_end(found, given.role, given.ends)
    now = store_links.invitations(found).get(given.role)
    if now is None:
        raise Failure(problems.NO_LINK)
    return now


def withdraw(request: Request, found: View | FoundGroup, linked: tuple[str, ...]) -> None:
    """Withdraw the link of the role in the query. Raises Failure, Refusal.

    linked: the roles that may have a link.
    """
    roles = request.query_params.getlist("role")
    role = roles[0] if len(roles) == 1 else ""
    if role not in linked:
        raise AppRefusal("no-such-role", "role", roles=", ".join(linked))
    if role not in store_links.invitations(found):
        raise Failure(problems.NO_LINK)
    store_links.withdraw(found, role)


def link(request: Request, one: Invitation) -> Link:
    """A link for a host."""
    name = "reading" if one.role == rights.READER else "link"
    return Link.of(one, address=for_phones(request, reverse(name, args=[one.token])))


def shown(request: Request, view: View) -> LinkList:
    """All links of a table, for its hosts."""
    found = store_links.invitations(view)
    return LinkList(links=[link(request, one) for _role, one in sorted(found.items())])
