"""Groups: list, start, read, rename, delete; their links; the group of a table."""

from typing import Any
from uuid import UUID

from django.urls import reverse
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from companion.access import group_roles as roles
from companion.access import links as tokens
from companion.api import keys, throttles
from companion.api.auth import LinkBearer, caller
from companion.api.base import Api, single
from companion.api.links import no_store
from companion.api.openapi import AT_GROUP, KEY, TABLE_KEY, WITH_TOKEN, Query, described
from companion.api.problems import Failure, missing
from companion.api.read import read
from companion.api.shapes import (
    Group,
    GroupLink,
    GroupLinkEnd,
    GroupLinkList,
    GroupLinkRequest,
    GroupList,
    GroupTitle,
    JoinedGroup,
    NewGroup,
)
from companion.server import problems
from companion.server.addresses import for_phones
from companion.server.build import build
from companion.server.joining import TooManyJoins, admission
from companion.store import answers, group_links, group_starts, groups
from companion.store.groups import FoundGroup
from companion.store.links import Invitation

TAG = "Groups"
ROLE = Query(
    "role", {"type": "string", "enum": list(roles.LINKED)}, "The role whose link to withdraw.", required=True
)


def load(request: Request, group_id: str, right: str = roles.SEE) -> FoundGroup:
    """The group. Raises Http404 without a role there, PermissionDenied without the right."""
    return groups.find(caller(request).device, group_id, right)


def tagged(response: Response, found: FoundGroup) -> Response:
    """Add the ETag to a response: revision and build."""
    response.headers["ETag"] = f'"{found.revision}-{build()}"'
    return response


class Groups(Api):
    """The groups of a token."""

    throttle_scope = throttles.TABLES

    @described("list_groups", TAG, "List the groups", {200: GroupList}, *WITH_TOKEN)
    def get(self, request: Request) -> Response:
        """Return each group with this token's role there."""
        return Response(GroupList(groups=[shown(one) for one in groups.of_device(caller(request).device)]))

    @described(
        "create_group",
        TAG,
        "Start a group",
        {201: NewGroup},
        problems.UNKNOWN_TOKEN,
        problems.NO_GROUP,
        problems.REFUSED,
        problems.KEY_REUSED,
        takes=GroupTitle,
        parameters=(TABLE_KEY,),
        description="Without a token of its own the group gets a new host, whose token is answered.",
    )
    def post(self, request: Request) -> Response:
        """Start a group, and return its host's token."""
        title, host = read(request, GroupTitle).title, keys.newcomer(request)
        key = keys.of_log(host.device, "group", keys.key(request), keys.content(request))

        def start() -> dict[str, Any]:
            answers.forget_old()
            return {"group": group_starts.create(host.device, key, title, program=True)}

        done = keys.once_for(request, host, start)
        with missing(problems.NO_GROUP):  # a repeated request, after the group was deleted
            found = groups.find(host.device, done["group"])
        response = Response(NewGroup(**values(found), token=host.token), status=201)
        response.headers["Location"] = reverse("api_group", args=[found.group_id])
        return no_store(tagged(response, found))


class OneGroup(Api):
    """One group."""

    @described("read_group", TAG, "Read a group", {200: Group}, *AT_GROUP)
    def get(self, request: Request, group_id: str) -> Response:
        """Return the group, and this token's role."""
        return one(load(request, group_id, roles.NIGHTS))

    @described(
        "delete_group",
        TAG,
        "Delete a group",
        {204: None},
        *AT_GROUP,
        problems.REFUSED,
        description="For everyone, with its links and statistics. Its tables stay where they are.",
    )
    def delete(self, request: Request, group_id: str) -> Response:
        """Delete the group."""
        groups.delete(load(request, group_id, roles.MANAGE))
        return Response(status=204)


class Title(Api):
    """The name of a group."""

    @described(
        "rename_group",
        TAG,
        "Rename a group",
        {200: Group},
        *AT_GROUP,
        problems.REFUSED,
        takes=GroupTitle,
    )
    def put(self, request: Request, group_id: str) -> Response:
        """Rename the group."""
        found = load(request, group_id, roles.MANAGE)
        groups.rename(found, read(request, GroupTitle).title)
        return one(load(request, group_id))


class Links(Api):
    """The links of a group."""

    @described("list_group_links", TAG, "List the links of a group", {200: GroupLinkList}, *AT_GROUP)
    def get(self, request: Request, group_id: str) -> Response:
        """Return token, code and address of each."""
        found = group_links.invitations(load(request, group_id, roles.MANAGE))
        return no_store(
            Response(GroupLinkList(links=[link(request, one) for _role, one in sorted(found.items())]))
        )

    @described(
        "renew_group_link",
        TAG,
        "Renew a link of a group",
        {201: GroupLink},
        *AT_GROUP,
        problems.REFUSED,
        problems.KEY_REUSED,
        takes=GroupLinkRequest,
        parameters=(KEY,),
        description="The role gets a new link. Everyone who came by the old one is out.",
    )
    def post(self, request: Request, group_id: str) -> Response:
        """Renew a link, or create it again."""
        found = load(request, group_id, roles.MANAGE)
        role = read(request, GroupLinkRequest).role
        nonce = UUID(keys.once(request, lambda: {"nonce": str(group_links.renew(found, role))})["nonce"])
        token, code = tokens.token(nonce), tokens.code(nonce)
        renewed = link(request, Invitation(role, token, code, works=True, ended=False, ends_at=None))
        return no_store(Response(renewed, status=201))

    @described(
        "end_group_link",
        TAG,
        "Set the end of a link of a group",
        {200: GroupLink},
        *AT_GROUP,
        problems.NO_LINK,
        problems.REFUSED,
        takes=GroupLinkEnd,
        description="After its end nobody joins by the link. Whoever has joined keeps the role.",
    )
    def put(self, request: Request, group_id: str) -> Response:
        """Let a link end after the evening or a week from now, or never."""
        found = load(request, group_id, roles.MANAGE)
        given = read(request, GroupLinkEnd)
        group_links.set_end(found, given.role, given.ends)
        now = group_links.invitations(found).get(given.role)
        if now is None:
            raise Failure(problems.NO_LINK)
        return no_store(Response(link(request, now)))

    @described(
        "withdraw_group_link",
        TAG,
        "Withdraw a link of a group",
        {204: None},
        *AT_GROUP,
        problems.NO_LINK,
        problems.REFUSED,
        parameters=(ROLE,),
        description="Everyone who came by the link is out.",
    )
    def delete(self, request: Request, group_id: str) -> Response:
        """Withdraw a link."""
        found = load(request, group_id, roles.MANAGE)
        role = single(request, "role")
        if role in roles.LINKED and role not in group_links.invitations(found):
            raise Failure(problems.NO_LINK)
        group_links.withdraw(found, role)
        return Response(status=204)


class Join(Api):
    """Join a group by a link's token."""

    authentication_classes = (LinkBearer,)

    @described(
        "join_group",
        TAG,
        "Join a group",
        {200: JoinedGroup},
        problems.NO_TOKEN,
        problems.UNKNOWN_TOKEN,
        problems.REFUSED,
        description="The token of a link opens its group once it has joined. To join again changes nothing, "
        "so no Idempotency-Key is needed.",
    )
    def post(self, request: Request) -> Response:
        """Join, and return the group's id and the role."""
        client = caller(request)
        with missing(problems.UNKNOWN_TOKEN):
            try:
                joined = group_links.join(
                    client.device, client.token, admission(request._request), program=True
                )
            except TooManyJoins as error:
                raise Throttled(error.seconds) from None
        return Response(JoinedGroup(group=joined.group_id, role=joined.role))


def one(found: FoundGroup) -> Response:
    """The response with a group."""
    return tagged(Response(shown(found)), found)


def shown(found: FoundGroup) -> Group:
    """A group as this token sees it."""
    return Group(**values(found))


def values(found: FoundGroup) -> dict[str, Any]:
    """The fields of a group."""
    return {"id": found.group_id, "title": found.title, "personal": found.personal, "role": found.role}


def link(request: Request, one: Invitation) -> GroupLink:
    """A link for a host of the group."""
    address = for_phones(request, reverse("group_link", args=[one.token]))
    return GroupLink(
        role=one.role, token=one.token, code=one.code, address=address, works=one.works, ends_at=one.ends_at
    )
