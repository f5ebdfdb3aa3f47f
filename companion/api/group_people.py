"""The people of a group: list, add, rename, hide, merge, forget, export."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from companion.access import group_roles as roles
from companion.api import keys
from companion.api.base import PAGING, Api, flag, paging, text
from companion.api.groups import load, tagged
from companion.api.openapi import AT_GROUP, KEY, Query, described
from companion.api.problems import missing
from companion.api.read import read
from companion.api.serializers import page
from companion.api.shapes import (
    MergeRequest,
    NewPerson,
    Person,
    PersonChange,
    PersonDetails,
    PersonPage,
    Spelling,
)
from companion.api.typed import ref
from companion.bank import forgetting
from companion.server import problems
from companion.store import merging, naming, people, person_export
from companion.store.groups import FoundGroup
from companion.store.people import Somebody

TAG = "Groups"
AT_PERSON = (*AT_GROUP, problems.NO_PERSON)
SEARCH = Query("search", {"type": "string", "maxLength": 80}, "A part of a name, in any spelling.")
HIDDEN = Query("hidden", {"type": "boolean"}, "true: the hidden people instead of the others.")


class People(Api):
    """The people of a group."""

    @described(
        "list_people",
        TAG,
        "List the people",
        {200: PersonPage},
        *AT_GROUP,
        parameters=(*PAGING, SEARCH, HIDDEN),
        description="By name, each person once, however many spellings there are.",
    )
    def get(self, request: Request, group_id: str) -> Response:
        """Return one page of the list."""
        found, hidden = load(request, group_id), flag(request, "hidden")
        start, most = paging(request)
        wanted = text(request, SEARCH)
        rows, count = people.listed(found.pk, wanted, hidden=hidden, start=start, most=most)
        some = [shown(row.person) for row in rows]
        return tagged(Response(PersonPage(**page(request, start, most, count, some))), found)

    @described(
        "add_person",
        TAG,
        "Add a person",
        {201: PersonDetails},
        *AT_GROUP,
        problems.REFUSED,
        problems.KEY_REUSED,
        takes=NewPerson,
        parameters=(KEY,),
        description="Who plays in a game of the group is added without being asked.",
    )
    def post(self, request: Request, group_id: str) -> Response:
        """Add a person who hasn't played yet."""
        found, name = load(request, group_id, roles.PLAY), read(request, NewPerson).name
        done = keys.once(request, lambda: {"person": naming.add(found, name).public_id})
        response = Response(details(found, done["person"]), status=201)
        response.headers["Location"] = f"{request.path}{done['person']}/"
        return response


class OnePerson(Api):
    """One person of a group."""

    @described("read_person", TAG, "Read a person", {200: PersonDetails}, *AT_PERSON)
    def get(self, request: Request, group_id: str, person_id: str) -> Response:
        """Return the person, and their other spellings."""
        found = load(request, group_id)
        return tagged(Response(details(found, person_id)), found)

    @described(
        "change_person",
        TAG,
        "Rename or hide a person",
        {200: PersonDetails},
        *AT_PERSON,
        problems.REFUSED,
        takes=PersonChange,
        description="The name is shown from now on; records stay as told.",
    )
    def put(self, request: Request, group_id: str, person_id: str) -> Response:
        """Rename or hide the person."""
        found, sent = load(request, group_id, roles.PLAY), read(request, PersonChange)
        one = somebody(found, person_id)
        if one.hidden != sent.hidden:
            found.require(roles.MANAGE)
            naming.hide(found, person_id, sent.hidden)
        if one.name != sent.name:
            naming.rename(found, person_id, sent.name)
        return Response(details(found, person_id))

    @described(
        "forget_person",
        TAG,
        "Forget a person",
        {204: None},
        *AT_PERSON,
        problems.REFUSED,
        description="The name is replaced in every game of the group, in titles and notes too; scores stay. "
        "Of hundreds of games the last ones follow after the answer. This can't be taken back.",
    )
    def delete(self, request: Request, group_id: str, person_id: str) -> Response:
        """Replace the name everywhere."""
        found = load(request, group_id, roles.MANAGE)
        somebody(found, person_id)
        forgetting.begin(found, person_id)
        return Response(status=204)


class Into(Api):
    """The person of whom another is a spelling."""

    @described(
        "merge_person",
        TAG,
        "Merge a person into another",
        {200: PersonDetails},
        *AT_PERSON,
        problems.REFUSED,
        takes=MergeRequest,
        description="They are one person from now on, with the other's name. Not two who sat in one game.",
    )
    def put(self, request: Request, group_id: str, person_id: str) -> Response:
        """Merge, and return the person who is shown."""
        found, into = load(request, group_id, roles.MANAGE), read(request, MergeRequest).into
        somebody(found, person_id)
        somebody(found, into)
        merging.merge(found, into, person_id)
        return Response(details(found, into))

    @described(
        "unmerge_person",
        TAG,
        "Take a spelling out again",
        {200: PersonDetails},
        *AT_PERSON,
        problems.REFUSED,
        description="What was merged is a person of its own again.",
    )
    def delete(self, request: Request, group_id: str, person_id: str) -> Response:
        """Unmerge, and return the person that it is now."""
        found = load(request, group_id, roles.MANAGE)
        merging.unmerge(found, somebody(found, person_id).public_id, person_id)
        return Response(details(found, person_id))


class Export(Api):
    """Everything that the group keeps about a person."""

    @described(
        "export_person",
        TAG,
        "Export a person",
        {200: ref("PersonExport")},
        *AT_PERSON,
        description="Spellings, games, hands and nights: `bower.person/1`.",
    )
    def get(self, request: Request, group_id: str, person_id: str) -> Response:
        """Return the export."""
        found = load(request, group_id)
        somebody(found, person_id)
        return tagged(Response(person_export.about(found, person_id)), found)


def somebody(found: FoundGroup, person_id: str) -> Somebody:
    """The person who is shown for this id. Raises Http404."""
    with missing(problems.NO_PERSON):
        return people.find(found.pk, person_id)


def details(found: FoundGroup, person_id: str) -> PersonDetails:
    """A person with the other spellings."""
    one = somebody(found, person_id)
    others = people.other_spellings(found.pk, one)
    return PersonDetails(
        **values(one), spellings=[Spelling(id=other.public_id, name=other.told) for other in others]
    )


def shown(one: Somebody) -> Person:
    """A person in a list."""
    return Person(**values(one))


def values(one: Somebody) -> dict[str, Any]:
    """The fields of a person."""
    return {
        "id": one.public_id,
        "name": one.name,
        "recorded": one.told,
        "hidden": one.hidden,
        "forgotten": one.forgotten,
    }
