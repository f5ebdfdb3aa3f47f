"""Groups: list, start, read, rename, delete; their links; the group of a table."""

from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from companion.access import roles
from companion.api import keys, throttles
from companion.api.auth import LinkBearer, caller
from companion.api.base import created, read, with_etag
from companion.api.links import TAG as LINKS
from companion.api.links import ended, join, renewed, token_to_join, withdraw
from companion.api.operations import ANYWHERE, GROUP, TABLE_KEY, Operations, Parameter
from companion.api.problems import missing
from companion.api.shapes.groups import (
    CreatedGroup,
    Group,
    GroupClock,
    GroupLink,
    GroupLinkEnd,
    GroupLinkList,
    GroupList,
    GroupTitle,
    JoinedGroup,
    NewGroup,
    NewGroupLink,
)
from companion.api.shapes.people import LinkCode
from companion.server import problems
from companion.server.addresses import for_phones
from companion.store import answers, deleted, group_starts, groups, links
from companion.store.groups import FoundGroup
from companion.store.links import Invitation
from companion.wording import zones
from companion.wording.refusal import AppRefusal

anywhere = Operations("Groups", ANYWHERE)
at_group = Operations("Groups", GROUP)
of_links = Operations(LINKS, GROUP)
joining = Operations(LINKS, ANYWHERE)
ROLE = Parameter(
    "role",
    {"type": "string", "enum": list(roles.GROUP_MADE)},
    "The role whose link to withdraw.",
    required=True,
)


def load(request: Request, group_id: str, right: str = roles.SEE) -> FoundGroup:
    """The group. Raises Http404 without a role there, PermissionDenied without the right."""
    return groups.find(caller(request).device, group_id, right)


def tagged(answer: object, found: FoundGroup) -> Response:
    """An answer with the ETag of its group, which no hand changes: for what follows from the group alone."""
    return with_etag(answer, found.revision)


@anywhere("GET groups/", GroupList, problems.NO_TOKEN, problems.UNKNOWN_TOKEN)
def list_groups(request: Request) -> GroupList:
    """List the groups.

    Return each group with this token's role there.
    """
    return GroupList(groups=[shown(one) for one in groups.of_device(caller(request).device)])


@anywhere(
    "POST groups/",
    CreatedGroup,
    problems.NO_GROUP,
    problems.UNKNOWN_TOKEN,
    takes=NewGroup,
    key=TABLE_KEY,
    etag=True,
    location=True,
    secret=True,
    scope=throttles.TABLES,
)
def create_group(request: Request) -> Response:
    """Start a group.

    Without a token of its own the group gets a new host, whose token is answered.
    """
    said = read(request, NewGroup)
    zone, host = known_zone(said.zone), keys.newcomer(request)
    key = keys.of_log(host.device, "group", keys.key(request), keys.content(request))

    def start() -> dict[str, Any]:
        answers.forget_old()
        return {"group": group_starts.create(host.device, key, said.title, zone=zone, program=True)}

    done = keys.once_for(request, host, start)
    with missing(problems.NO_GROUP):  # a repeated request, after the group was deleted
        found = groups.find(host.device, done["group"])
    made = CreatedGroup.of(found, id=found.group_id, token=host.token)
    return tagged(created(request, made, found.group_id), found)


@at_group("GET", Group)
def read_group(request: Request, group_id: str) -> Response:
    """Read a group.

    Return the group, and this token's role.
    """
    return one(load(request, group_id, roles.NIGHTS))


@at_group("DELETE", None, problems.REFUSED)
def delete_group(request: Request, group_id: str) -> None:
    """Delete a group.

    For everyone, with its links and statistics. Its tables stay where they are. For 30 days a host can
    restore it; then it is removed for good.
    """
    deleted.delete(load(request, group_id, roles.SHARE))


@at_group("POST restore/", Group, status=200, key=None, etag=True)
def restore_group(request: Request, group_id: str) -> Response:
    """Restore a deleted group.

    With its people, nights, links, and phones, within 30 days. To restore a group that isn't deleted changes
    nothing, so no Idempotency-Key is needed.
    """
    with missing(problems.NO_GROUP):
        deleted.put_back(caller(request).device, "group", group_id)
    return one(load(request, group_id, roles.SHARE))


@at_group("PUT title/", Group, takes=GroupTitle, etag=True)
def rename_group(request: Request, group_id: str) -> Response:
    """Rename a group.

    Rename the group.
    """
    found = load(request, group_id, roles.SHARE)
    groups.rename(found, read(request, GroupTitle).title)
    return one(load(request, group_id))


@at_group("PUT clock/", Group, takes=GroupClock, etag=True)
def set_group_clock(request: Request, group_id: str) -> Response:
    """Set the time zone of a group.

    And the hour that ends its evenings. Games without a told day move to those evenings.
    """
    found, said = load(request, group_id, roles.SHARE), read(request, GroupClock)
    groups.set_clock(found, said.zone, said.evening_ends)
    return one(load(request, group_id))


@of_links("GET links/", GroupLinkList, secret=True)
def list_group_links(request: Request, group_id: str) -> GroupLinkList:
    """List the links of a group.

    Return token, code and address of each.
    """
    found = links.invitations(load(request, group_id, roles.SHARE))
    return GroupLinkList(links=[link(request, one) for _role, one in sorted(found.items())])


@of_links("POST links/", GroupLink, takes=NewGroupLink, secret=True)
def renew_group_link(request: Request, group_id: str) -> GroupLink:
    """Renew a link of a group.

    The role gets a new link. Everyone who came by the old one is out.
    """
    found = load(request, group_id, roles.SHARE)
    return link(request, renewed(request, found, read(request, NewGroupLink).role))


@of_links("PUT links/", GroupLink, problems.NO_LINK, takes=GroupLinkEnd, secret=True)
def end_group_link(request: Request, group_id: str) -> GroupLink:
    """Set the end of a link of a group.

    After its end nobody joins by the link. Whoever has joined keeps the role.
    """
    found = load(request, group_id, roles.SHARE)
    return link(request, ended(found, read(request, GroupLinkEnd)))


@of_links("DELETE links/", None, problems.NO_LINK, problems.REFUSED, parameters=(ROLE,))
def withdraw_group_link(request: Request, group_id: str) -> None:
    """Withdraw a link of a group.

    Everyone who came by the link is out.
    """
    withdraw(request, load(request, group_id, roles.SHARE), roles.GROUP_MADE)


@joining(
    "POST join-group/",
    JoinedGroup,
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
def join_group(request: Request) -> JoinedGroup:
    """Join a group.

    By the code or the token of its link, as a table.
    """
    token, by_code = token_to_join(request, "group")
    joined = join(request, "group", token)
    return JoinedGroup(group=joined.id, role=joined.role, token=token if by_code else None)


def one(found: FoundGroup) -> Response:
    """The response with a group."""
    return tagged(shown(found), found)


def shown(found: FoundGroup) -> Group:
    """A group as this token sees it."""
    return Group.of(found, id=found.group_id)


def known_zone(name: str) -> str:
    """The time zone that a program names; "" for none. Raises Refusal of "zone"."""
    if name and not zones.known(name):
        raise AppRefusal("no-zone", "zone")
    return name


def link(request: Request, one: Invitation) -> GroupLink:
    """A link for a host of the group."""
    name = "reading" if one.role == roles.READER else "group_link"
    return GroupLink.of(one, address=for_phones(request, reverse(name, args=[one.token])))
