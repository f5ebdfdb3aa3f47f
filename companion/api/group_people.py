"""The people of a group: list, add, rename, hide, merge, forget, export."""

from rest_framework.request import Request
from rest_framework.response import Response

from companion.access import roles
from companion.api import keys
from companion.api.base import PAGING, asked, created, paging, read
from companion.api.groups import load, tagged
from companion.api.operations import GROUP, Operations, Parameter
from companion.api.problems import missing
from companion.api.serializers import page
from companion.api.shapes.groups import (
    MergeRequest,
    NewPerson,
    Person,
    PersonChange,
    PersonDetails,
    PersonPage,
    Spelling,
)
from companion.api.typed import ref
from companion.forgetting import people as forgetting
from companion.server import problems
from companion.store import naming, people, person_export
from companion.store.groups import FoundGroup
from companion.store.people import Somebody

at_group = Operations("People", GROUP)
SEARCH = Parameter("search", {"type": "string", "maxLength": 80}, "A part of a name, in any spelling.")
HIDDEN = Parameter("hidden", {"type": "boolean"}, "true: the hidden people instead of the others.")


@at_group("GET people/", PersonPage, parameters=(*PAGING, SEARCH, HIDDEN))
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


@at_group("POST people/", PersonDetails, takes=NewPerson, location=True)
def add_person(request: Request, group_id: str) -> Response:
    """Add a person.

    Who plays in a game of the group is added without being asked.
    """
    found, name = load(request, group_id, roles.PLAY), read(request, NewPerson).name
    done = keys.once(request, lambda: {"person": naming.add(found, name).public_id})
    return created(request, details(found, done["person"]), done["person"])


@at_group("GET people/<slug:person_id>/", PersonDetails, problems.NO_PERSON)
def read_person(request: Request, group_id: str, person_id: str) -> PersonDetails:
    """Read a person.

    Return the person, and their other spellings.
    """
    found = load(request, group_id)
    return details(found, person_id)


@at_group("PUT people/<slug:person_id>/", PersonDetails, problems.NO_PERSON, takes=PersonChange)
def change_person(request: Request, group_id: str, person_id: str) -> PersonDetails:
    """Rename or hide a person.

    The name is shown from now on; records stay as told.
    """
    found, sent = load(request, group_id, roles.PLAY), read(request, PersonChange)
    one = somebody(found, person_id)
    if one.hidden != sent.hidden:
        found.require(roles.SHARE)
        naming.hide(found, person_id, sent.hidden)
    if one.name != sent.name:
        naming.rename(found, person_id, sent.name)
    return details(found, person_id)


@at_group("DELETE people/<slug:person_id>/", None, problems.NO_PERSON, problems.REFUSED)
def forget_person(request: Request, group_id: str, person_id: str) -> None:
    """Forget a person.

    The name is replaced in every game of the group, in titles and notes too; scores stay. Of hundreds of
    games the last ones follow after the answer. This can't be taken back.
    """
    found = load(request, group_id, roles.SHARE)
    somebody(found, person_id)
    forgetting.begin(found, person_id)


@at_group("PUT people/<slug:person_id>/into/", PersonDetails, problems.NO_PERSON, takes=MergeRequest)
def merge_person(request: Request, group_id: str, person_id: str) -> PersonDetails:
    """Merge a person into another.

    They are one person from now on, with the other's name. Not two who sat in one game.
    """
    found, into = load(request, group_id, roles.SHARE), read(request, MergeRequest).into
    somebody(found, person_id)
    somebody(found, into)
    naming.merge(found, into, person_id)
    return details(found, into)


@at_group("DELETE people/<slug:person_id>/into/", PersonDetails, problems.NO_PERSON, problems.REFUSED)
def unmerge_person(request: Request, group_id: str, person_id: str) -> PersonDetails:
    """Take a spelling out again.

    What was merged is a person of its own again.
    """
    found = load(request, group_id, roles.SHARE)
    naming.unmerge(found, somebody(found, person_id).public_id, person_id)
    return details(found, person_id)


@at_group("GET people/<slug:person_id>/export/", ref("PersonExport"), problems.NO_PERSON)
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
