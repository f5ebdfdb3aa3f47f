"""Games moved into a group and out of it."""

from dataclasses import dataclass

from companion.access import group_roles, roles
from companion.log.viewer import View
from companion.models import Game
from companion.store import facts, games, groups
from companion.store.groups import FoundGroup


@dataclass(frozen=True)
class GroupOfTable:
    """The group of a table for one phone: its id and name, None without a group that this phone sees.

    choices: groups where the phone may start games.
    """

    group: FoundGroup | None
    choices: tuple[FoundGroup, ...]


def of_table(view: View) -> GroupOfTable:
    """The group of a table, and those to which this phone may move it. Raises PermissionDenied."""
    view.viewer.require(roles.SEE)
    mine = groups.of_device(view.viewer.device)
    pk = Game.objects.values_list("group", flat=True).get(public_id=view.table.id)
    choices = tuple(one for one in mine if one.may_play)
    return GroupOfTable(next((one for one in mine if one.pk == pk), None), choices)


def move(view: View, group_id: str) -> None:
    """Move a table into the group with this id, "": into none.

    A host of the table may, who may start games in that group. The group that it leaves isn't asked: the
    game is its table's. Raises PermissionDenied, Http404, Refusal of "group".
    """
    target = groups.find(view.viewer.device, group_id, group_roles.PLAY) if group_id else None
    with games.changing(view, roles.SHARE) as game:
        if target:
            groups.held(target, group_roles.PLAY)
        was, now = game.group_id, target.pk if target else None
        if was == now:
            return
        facts.move(game.pk, now)
        for pk in sorted(pk for pk in (was, now) if pk is not None):
            groups.touch(pk)
