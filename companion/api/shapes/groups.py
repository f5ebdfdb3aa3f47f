"""Shapes: groups, their links and people."""

from dataclasses import dataclass
from typing import Annotated

from companion.access.links import ENDS
from companion.api.shapes.common import COUNT, GROUP_LINKED, GROUP_ROLE
from companion.api.shapes.people import Link
from companion.api.typed import Doc
from companion.store.groups import TITLE_LENGTH
from scoring.shape import NAME_LENGTH

GroupId = Annotated[str, Doc("The group's id, as in its address.", {"pattern": "^[0-9a-z]{10}$"})]
PersonId = Annotated[str, Doc("The person's id, as in their address.", {"pattern": "^[0-9a-z]{10}$"})]
TITLE = {"minLength": 1, "maxLength": TITLE_LENGTH}
NAME = {"minLength": 1, "maxLength": NAME_LENGTH}


@dataclass(frozen=True, kw_only=True)
class Group:
    """A group, and this token's role there."""

    id: GroupId
    title: Annotated[str, Doc("Its name; empty if it is the one that a phone has by itself.")]
    personal: Annotated[bool, Doc("Whether it is the one that a phone has by itself.")]
    role: Annotated[str, Doc("The role of this token.", GROUP_ROLE)]


@dataclass(frozen=True, kw_only=True)
class GroupList:
    """The groups of a token."""

    groups: Annotated[list[Group], Doc("The groups, by name.")]


@dataclass(frozen=True, kw_only=True)
class NewGroup(Group):
    """A group that was just started."""

    token: Annotated[str, Doc("The token of its host: the one that was sent, or a new one.")]


@dataclass(frozen=True, kw_only=True)
class GroupTitle:
    """The name of a group."""

    title: Annotated[str, Doc("The name.", TITLE)]


@dataclass(frozen=True, kw_only=True)
class GroupLink(Link):
    """A link that opens a group in a role."""

    role: Annotated[str, Doc("The role that it gives.", GROUP_LINKED)]


@dataclass(frozen=True, kw_only=True)
class GroupLinkList:
    """The links of a group."""

    links: Annotated[list[GroupLink], Doc("The links, by role.")]


@dataclass(frozen=True, kw_only=True)
class GroupLinkRequest:
    """The role whose link to renew."""

    role: Annotated[str, Doc("The role.", GROUP_LINKED)]


@dataclass(frozen=True, kw_only=True)
class GroupLinkEnd:
    """The end of a role's link of a group."""

    role: Annotated[str, Doc("The role.", GROUP_LINKED)]
    ends: Annotated[
        str, Doc("evening: 12 hours from now. week: 7 days from now. never: no end.", {"enum": list(ENDS)})
    ]


@dataclass(frozen=True, kw_only=True)
class JoinedGroup:
    """The group that a link's token has joined."""

    group: GroupId
    role: Annotated[str, Doc("The role of this token there.", GROUP_ROLE)]


@dataclass(frozen=True, kw_only=True)
class TableGroup:
    """The group whose people, statistics and evenings a table counts in."""

    group: GroupId


@dataclass(frozen=True, kw_only=True)
class Spelling:
    """Another spelling of a person: a person of the group that was merged into them."""

    id: PersonId
    name: Annotated[str, Doc("The name, as the games have it.")]


@dataclass(frozen=True, kw_only=True)
class Person:
    """A person of a group."""

    id: PersonId
    name: Annotated[str, Doc("The name as it is shown.")]
    recorded: Annotated[str, Doc("The name as the games have it.")]
    hidden: Annotated[bool, Doc("Whether tables and new games leave the person out.")]
    forgotten: Annotated[bool, Doc("Whether the name was replaced everywhere.")]


@dataclass(frozen=True, kw_only=True)
class PersonDetails(Person):
    """A person of a group, with their other spellings."""

    spellings: Annotated[list[Spelling], Doc("Other spellings of this person, that were merged.")]


@dataclass(frozen=True, kw_only=True)
class PersonPage:
    """A page of the list of a group's people."""

    count: Annotated[int, Doc("How many there are in all.", COUNT)]
    next: Annotated[str | None, Doc("Address of the next page; null on the last one.")]
    previous: Annotated[str | None, Doc("Address of the page before; null on the first one.")]
    results: Annotated[list[Person], Doc("The people of this page.")]


@dataclass(frozen=True, kw_only=True)
class NewPerson:
    """A person to add."""

    name: Annotated[str, Doc("The name.", NAME)]


@dataclass(frozen=True, kw_only=True)
class PersonChange:
    """How a person is shown."""

    name: Annotated[str, Doc("The name to show; records stay as told.", NAME)]
    hidden: Annotated[bool, Doc("Whether tables and new games leave the person out.")]


@dataclass(frozen=True, kw_only=True)
class MergeRequest:
    """The person of whom another is a spelling."""

    into: PersonId
