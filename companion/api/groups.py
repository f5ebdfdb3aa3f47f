"""Groups: list, start, read, rename, delete; their links; the group of a table; the people of a group."""

from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from companion.api import auth, keys
from companion.api.auth import LinkBearer, caller
from companion.api.base import PAGING, asked, created, paging, read, with_etag
from companion.api.links import TAG as LINKS
from companion.api.links import ended, join, renewed, token_to_join, withdraw
from companion.api.operations import ANYWHERE, GROUP, TABLE_KEY, Operations, Parameter
from companion.api.problems import missing
from companion.api.serializers import page
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
    MergeRequest,
    NewGroup,
    NewGroupLink,
    NewPerson,
    Person,
    PersonChange,
    PersonDetails,
    PersonPage,
    Spelling,
)
from companion.api.shapes.phones import LinkCode
from companion.api.typed import ref
from companion.forgetting import people as forgetting
from companion.log import rights
from companion.server import problems
from companion.server.addresses import for_phones
from companion.store import answers, deleted, group_starts, groups, links, naming, people, person_export
from companion.store.groups import FoundGroup
from companion.store.links import Invitation
from companion.store.people import Somebody
from companion.wording import reader
from companion.wording.refusal import AppRefusal

anywhere = Operations("Groups", ANYWHERE)
at_group = Operations("Groups", GROUP)
of_links = Operations(LINKS, GROUP)
joining = Operations(LINKS, ANYWHERE)
ROLE = Parameter(
    "role",
    {"type": "string", "enum": list(rights.GROUP_MADE)},
    "The role whose link to withdraw.",
    required=True,
)
of_people = Operations("People", GROUP)
SEARCH = Parameter("search", {"type": "string", "maxLength": 80}, "A part of a name, in any spelling.")
HIDDEN = Parameter("hidden", {"type": "boolean"}, "true: the hidden people instead of the others.")


def load(request: Request, group_id: str, right: str = rights.SEE) -> FoundGroup:
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
    scope=auth.TABLES,
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
    return one(load(request, group_id, rights.NIGHTS))


@at_group("DELETE", None, problems.REFUSED)
def delete_group(request: Request, group_id: str) -> None:
    """Delete a group.

    For everyone, with its links and statistics. Its tables stay where they are. For 30 days a host can
    restore it; then it is removed for good.
    """
    deleted.delete(load(request, group_id, rights.SHARE))


@at_group("POST restore/", Group, status=200, key=None, etag=True)
def restore_group(request: Request, group_id: str) -> Response:
    """Restore a deleted group.

    With its people, nights, links, and phones, within 30 days. To restore a group that isn't deleted changes
    nothing, so no Idempotency-Key is needed.
    """
    with missing(problems.NO_GROUP):
        deleted.put_back(caller(request).device, "group", group_id)
    return one(load(request, group_id, rights.SHARE))


@at_group("PUT title/", Group, takes=GroupTitle, etag=True)
def rename_group(request: Request, group_id: str) -> Response:
    """Rename a group.

    Rename the group.
    """
    found = load(request, group_id, rights.SHARE)
    groups.rename(found, read(request, GroupTitle).title)
    return one(load(request, group_id))


@at_group("PUT clock/", Group, takes=GroupClock, etag=True)
def set_group_clock(request: Request, group_id: str) -> Response:
    """Set the time zone of a group.

    And the hour that ends its evenings. Games without a told day move to those evenings.
    """
    found, said = load(request, group_id, rights.SHARE), read(request, GroupClock)
    groups.set_clock(found, said.zone, said.evening_ends)
    return one(load(request, group_id))


@of_links("GET links/", GroupLinkList, secret=True)
def list_group_links(request: Request, group_id: str) -> GroupLinkList:
    """List the links of a group.

    Return token, code and address of each.
    """
    found = links.invitations(load(request, group_id, rights.SHARE))
    return GroupLinkList(links=[link(request, one) for _role, one in sorted(found.items())])


@of_links("POST links/", GroupLink, takes=NewGroupLink, secret=True)
def renew_group_link(request: Request, group_id: str) -> GroupLink:
    """Renew a link of a group.

    The role gets a new link. Everyone who came by the old one is out.
    """
    found = load(request, group_id, rights.SHARE)
    return link(request, renewed(request, found, read(request, NewGroupLink).role))


@of_links("PUT links/", GroupLink, problems.NO_LINK, takes=GroupLinkEnd, secret=True)
def end_group_link(request: Request, group_id: str) -> GroupLink:
    """Set the end of a link of a group.

    After its end nobody joins by the link. Whoever has joined keeps the role.
    """
    found = load(request, group_id, rights.SHARE)
    return link(request, ended(found, read(request, GroupLinkEnd)))


@of_links("DELETE links/", None, problems.NO_LINK, problems.REFUSED, parameters=(ROLE,))
def withdraw_group_link(request: Request, group_id: str) -> None:
    """Withdraw a link of a group.

    Everyone who came by the link is out.
    """
    withdraw(request, load(request, group_id, rights.SHARE), rights.GROUP_MADE)


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
    if name and not reader.known_zone(name):
        raise AppRefusal("no-zone", "zone")
    return name


def link(request: Request, one: Invitation) -> GroupLink:
    """A link for a host of the group."""
    name = "reading" if one.role == rights.READER else "group_link"
    return GroupLink.of(one, address=for_phones(request, reverse(name, args=[one.token])))


@of_people("GET people/", PersonPage, parameters=(*PAGING, SEARCH, HIDDEN))
def list_people(request: Request, group_id: str) -> Response:
    """List the people.

    By name, each person once, however many spellings there are.
    """
    found, hidden = load(request, group_id), asked(request, HIDDEN)
    start, most = paging(request)
    wanted = asked(request, SEARCH)
    rows, count = people.listed(found.pk, wanted, hidden=hidden, start=start, most=most)
    shown = [row.person for row in rows]
    some = [Person.of(one, id=one.public_id, recorded=one.told) for one in shown]
    return tagged(PersonPage(**page(request, start, most, count, some)), found)


@of_people("POST people/", PersonDetails, takes=NewPerson, location=True)
def add_person(request: Request, group_id: str) -> Response:
    """Add a person.

    Who plays in a game of the group is added without being asked.
    """
    found, name = load(request, group_id, rights.PLAY), read(request, NewPerson).name
    done = keys.once(request, lambda: {"person": naming.add(found, name).public_id})
    return created(request, details(found, done["person"]), done["person"])


@of_people("GET people/<slug:person_id>/", PersonDetails, problems.NO_PERSON)
def read_person(request: Request, group_id: str, person_id: str) -> PersonDetails:
    """Read a person.

    Return the person, and their other spellings.
    """
    found = load(request, group_id)
    return details(found, person_id)


@of_people("PUT people/<slug:person_id>/", PersonDetails, problems.NO_PERSON, takes=PersonChange)
def change_person(request: Request, group_id: str, person_id: str) -> PersonDetails:
    """Rename or hide a person.

    The name is shown from now on; records stay as told.
    """
    found, sent = load(request, group_id, rights.PLAY), read(request, PersonChange)
    one = somebody(found, person_id)
    if one.hidden != sent.hidden:
        found.require(rights.SHARE)
    if one.name != sent.name:  # first: a name may be refused, and then nothing changes
        naming.rename(found, person_id, sent.name)
    if one.hidden != sent.hidden:
        naming.hide(found, person_id, sent.hidden)
    return details(found, person_id)


@of_people("DELETE people/<slug:person_id>/", None, problems.NO_PERSON, problems.REFUSED)
def forget_person(request: Request, group_id: str, person_id: str) -> None:
    """Forget a person.

    The name is replaced in every game of the group, in titles and notes too; scores stay. Of hundreds of
    games the last ones follow after the answer. This can't be taken back.
    """
    found = load(request, group_id, rights.SHARE)
    somebody(found, person_id)
    forgetting.begin(found, person_id)


@of_people("PUT people/<slug:person_id>/into/", PersonDetails, problems.NO_PERSON, takes=MergeRequest)
def merge_person(request: Request, group_id: str, person_id: str) -> PersonDetails:
    """Merge a person into another.

    They are one person from now on, with the other's name. Not two who sat in one game.
    """
    found, into = load(request, group_id, rights.SHARE), read(request, MergeRequest).into
    somebody(found, person_id)
    somebody(found, into)
    naming.merge(found, into, person_id)
    return details(found, into)


@of_people("DELETE people/<slug:person_id>/into/", PersonDetails, problems.NO_PERSON, problems.REFUSED)
def unmerge_person(request: Request, group_id: str, person_id: str) -> PersonDetails:
    """Take a spelling out again.

    What was merged is a person of its own again.
    """
    found = load(request, group_id, rights.SHARE)
    naming.unmerge(found, somebody(found, person_id).public_id, person_id)
    return details(found, person_id)


@of_people("GET people/<slug:person_id>/export/", ref("PersonExport"), problems.NO_PERSON)
def export_person(request: Request, group_id: str, person_id: str) -> Response:
    """Export a person.

    Spellings, games, hands and nights: `bower.person/1`.
    """
    found = load(request, group_id)
    somebody(found, person_id)
    return Response(person_export.about(found, person_id))


def somebody(found: FoundGroup, person_id: str) -> Somebody:
    """The person who is shown for this id. Raises Http404."""
    with missing(problems.NO_PERSON):
        return people.find(found.pk, person_id)


def details(found: FoundGroup, person_id: str) -> PersonDetails:
    """A person with the other spellings."""
    one = somebody(found, person_id)
    others = people.other_spellings(found.pk, one)
    spellings = [Spelling(id=other.public_id, name=other.told) for other in others]
    return PersonDetails.of(one, id=one.public_id, recorded=one.told, spellings=spellings)
