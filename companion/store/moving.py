"""Games moved into a group and out of it; those that left one unnoticed."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

from companion.access import roles
from companion.log.table import Table
from companion.log.viewer import View
from companion.models import Game, Phone, PlayerFacts
from companion.store import entries, facts, games, groups
from companion.store.groups import FoundGroup
from scoring.names import compared

SOON = timedelta(days=14)
SAME = 3  # players that a game with somebody else has in common with the one before


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
    target = groups.find(view.viewer.device, group_id, roles.PLAY) if group_id else None
    with games.changing(view, roles.SHARE) as game:
        if target:
            groups.held(target, roles.PLAY)
        Game.objects.filter(pk=game.pk).update(may_have_left=False)
        was, now = game.group_id, target.pk if target else None
        if was == now:
            return
        facts.move(game.pk, now)
        for pk in sorted(pk for pk in (was, now) if pk is not None):
            groups.touch(pk)


def left(found: FoundGroup) -> list[Table]:
    """The games of this phone that may have left the group, the latest first.

    No row says after which game a game was played. Those count that this phone hosts, outside any group, and
    that were started within SOON after a game of the group with the same players, or all but one.
    """
    hosted = Phone.objects.filter(games.of_device(found.device), out=False, accesses__role=roles.OWNER)
    mine = Game.objects.filter(pk__in=hosted.values("game"), may_have_left=True, deleted_at=None)
    own = list(mine.filter(group__personal=True, night_table=None).order_by("-created_at", "-pk"))
    if not own:
        return []
    theirs = Game.objects.filter(group=found.pk, deleted_at=None, night_table=None)
    before = list(theirs.filter(created_at__range=(own[-1].created_at - SOON, own[0].created_at)))
    players: defaultdict[int, set[str]] = defaultdict(set)
    seated = PlayerFacts.objects.filter(game__in=[game.pk for game in (*own, *before)])
    for game, name in seated.values_list("game", "name"):
        players[game].add(compared(name))
    return entries.of_games(
        game
        for game in own
        if any(
            timedelta(0) <= game.created_at - one.created_at <= SOON
            and _same(players[game.pk], players[one.pk])
            for one in before
        )
    )


def _same(players: set[str], before: set[str]) -> bool:
    strangers, known = players - before, players & before
    return not strangers or (len(strangers) == 1 and len(known) >= SAME)


def leave(found: FoundGroup, table_ids: Collection[str]) -> None:
    """Let those of the games that may have left the group stay where they are, and ask no more."""
    asked = {table.id for table in left(found)} & set(table_ids)
    Game.objects.filter(public_id__in=asked).update(may_have_left=False)
