"""Groups with their phones and nights in words, a line each."""

from companion.operating.listing import moment
from companion.operating.trouble import Trouble
from companion.operating.words import some
from companion.store import kept_groups
from companion.store.kept_groups import ListedGroup, ListedNight, ListedPhone
from companion.wording.names import shown


def group(group_id: str) -> ListedGroup:
    """The group with this id. Raises Trouble without one."""
    found = kept_groups.listed_one(group_id)
    if found is None:
        raise Trouble(f"There is no group {group_id}: `manage.py groups` lists them.")
    return found


def line(listed: ListedGroup) -> str:
    """A group as a line of the list."""
    deleted = f", deleted {moment(listed.deleted_at)}" if listed.deleted_at else ""
    much = ", ".join(
        (
            some(listed.people, "name"),
            some(listed.games, "game"),
            some(listed.nights, "night"),
            some(listed.phones, "phone"),
        )
    )
    return f"{listed.group_id}  {moment(listed.last)}  {shown(listed.title)}: {much}{deleted}"


def phone(found: ListedPhone) -> str:
    """A phone of a group as a line."""
    role = "removed by a host" if found.out else found.role
    program = ", a program" if found.program else ""
    return f"phone {found.number}: {role}, joined {moment(found.joined_at)}{program}"


def night(found: ListedNight) -> str:
    """A night of a group as a line."""
    ended = f", ended {moment(found.ended_at)}" if found.ended_at else ""
    title = shown(found.title) or "Euchre night"
    return (
        f"night {found.night_id}  {moment(found.created_at)}  {title}: {some(found.players, 'player')}, "
        f"{found.started} of {some(found.rounds, 'round')}{ended}"
    )
