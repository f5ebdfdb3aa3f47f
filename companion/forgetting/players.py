"""A player's name taken out of games and groups for who runs Bower, without changing a score."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.db.models import OuterRef, Subquery

from companion.bank.journal import people as players_of
from companion.forgetting import CannotForget, people
from companion.forgetting.people import ScoresDiffer, changed, rename
from companion.log import rights
from companion.log import table as log
from companion.models import Entry, Game, Group, GroupPhone, Person
from companion.store import groups, inventory
from companion.store import people as store_people
from companion.store.changes import writing
from companion.store.inventory import KeptGame
from scoring import Refusal
from scoring.names import checked, compared


@dataclass(frozen=True)
class Played:
    """A game in which somebody of this name played, as it is spelled there."""

    game: KeptGame
    spelled: str


def games_of(name: str) -> list[Played]:
    """The games with a player of this name, however it is spelled."""
    wanted = compared(name)
    found: list[Played] = []
    for game in inventory.games():
        joins = Entry.objects.filter(game=game.number, body__contains=inventory.JOIN).order_by("seq")
        joined = (json.loads(body)["player"] for body in joins.values_list("body", flat=True))
        names = [*json.loads(game.header)["players"], *map(str, joined)]
        spelled = next((one for one in names if compared(one) == wanted), "")
        if spelled:
            found.append(Played(game, spelled))
    return found


def forget_player(found: Sequence[Played], new: str, *, everywhere: bool = False) -> dict[str, str]:
    """Give the player another name in these games, all of them or none; the names by table.

    *new*: "" for "Player 3", by the seat. Who has that name already keeps it. *everywhere*: people of groups
    stay, for ``forget_in_groups`` to find them. Raises CannotForget if a game would not score the same.
    """
    given = {}
    with writing():
        for one in found:
            table_id = one.game.table_id
            try:
                table = log.table(table_id, one.game.header, inventory.rows(one.game))
            except Exception:  # whatever it is
                raise CannotForget(
                    f"Table {table_id} can’t be replayed, so nothing was changed: see manage.py replay."
                ) from None
            players = players_of(table)
            others = {compared(name) for name in players if name != one.spelled}
            # "Player 3" for the third seat, or the next number that no other player has.
            seats = range(players.index(one.spelled) + 1, len(players) + len(others) + 2)
            name = new or next(free for seat in seats if compared(free := f"Player {seat}") not in others)
            try:
                checked(name, "players")
            except Refusal as refusal:
                raise CannotForget(refusal.message) from None
            if compared(name) in others:
                raise CannotForget(f"Another player of {table_id} is called {name}: give another name.")
            given[table_id] = name
            if name == one.spelled:
                continue
            try:
                change = changed(table, one.spelled, name)
            except ScoresDiffer:
                raise CannotForget(
                    f"Table {table_id} would not score the same, so nothing was changed."
                ) from None
            rename(one.game, change, change.ticks())
            if not everywhere:
                group = Game.objects.values_list("group", flat=True).get(pk=one.game.number)
                store_people.forget_unused(group, one.spelled)
    return given


def in_groups(name: str) -> list[tuple[str, str, str]]:
    """People with this spelling: the id of their group, their own id there, and the device of a host.

    In deleted groups too, which may be put back; people who are forgotten are left out.
    """
    hosts = GroupPhone.objects.filter(group=OuterRef("group"), role=rights.HOST, out=False).order_by("pk")
    found = Person.objects.filter(compared=compared(name), forgotten=False)
    shown = found.annotate(host=Subquery(hosts.values("device")[:1])).exclude(host=None).order_by("pk")
    return list(shown.values_list("group__public_id", "public_id", "host"))


def forget_in_groups(name: str) -> dict[str, str]:
    """Forget who has this name in a list of people or at a night; the new names by group.

    As a host of the group may: in the group's games, too, under all spellings of that person. What comes
    before a game that can't be read is done. Raises CannotForget.
    """
    given = {}
    for group_id, person_id, host in in_groups(name):
        with _put_back(group_id):
            found = groups.find(host, group_id, rights.SHARE)
            try:
                new = given[found.name] = people.forget(found, person_id)
                store_people.forget_unused(found.pk, new)
            except Refusal as refusal:
                raise CannotForget(refusal.message) from None
    return given


@contextmanager
def _put_back(group_id: str) -> Iterator[None]:
    """Do something in a group as if it had not been deleted; if it was, all of it or nothing."""
    of_group = Group.objects.filter(public_id=group_id)
    deleted_at = of_group.values_list("deleted_at", flat=True).get()
    if deleted_at is None:
        yield
        return
    with writing():
        of_group.update(deleted_at=None)
        yield
        of_group.update(deleted_at=deleted_at)
