"""New game on a phone: the groups whose people it keeps."""

from dataclasses import dataclass, field
from typing import Any

from companion.log.table import Table
from companion.pocket.phone.entries import import_game
from companion.pocket.phone.state import PHONE
from scoring import Record


@dataclass(frozen=True)
class GroupOfGame:
    """A group for New game: its id, "" for the phone's own, names that were played with last, house rules."""

    group_id: str = ""
    name: str = ""
    people: tuple[str, ...] = ()
    rules: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ListedGroup:
    """A group on Home. sees: whether its page opens for this phone; else only its nights do."""

    group_id: str
    name: str
    personal: bool
    sees: bool


def listed(device: str) -> list[ListedGroup]:
    """None: their pages need a network."""
    return []


def group_of(device: str, group_id: str) -> GroupOfGame:
    """The group with this id as this phone last heard of it; "": the people of all its groups."""
    groups = list(PHONE.settings.get("groups") or [])
    if not group_id:
        return GroupOfGame(people=tuple(name for group in groups for name in group["people"]))
    for group in groups:
        if group["id"] == group_id:
            return GroupOfGame(group_id, group["name"], tuple(group["people"]), group["rules"])
    return GroupOfGame(group_id)


def start(device: str, key: str, record: Record, group_id: str, *, successor: str = "") -> Table:
    """Start a game that waits to be sent, in the group with this id; "": the phone's own."""
    return import_game(device, key, record, group=group_id)
