"""Cut off at each of its writes in turn, a change is not there at all; tried again, it is there once."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.utils import timezone

from companion.forgetting import people as forgetting
from companion.log import rights
from companion.log.rights import drafted
from companion.models import Game, Group, Person
from companion.operating import replaying
from companion.store import (
    bringing,
    group_games,
    groups,
    naming,
    new_key,
    night_players,
    night_rounds,
    removing,
)
from scoring import from_json
from tests.companion.factories import device, group, hand, let_in_group, long_game, table, view
from tests.companion.nights import load, night, start

pytestmark = pytest.mark.django_db

WRITES = ("INSERT", "UPDATE", "DELETE")
Change = Callable[[], object]


class PowerCut(BaseException):
    """Nothing catches it."""


@contextmanager
def cut_at(number: int) -> Iterator[None]:
    """The power goes before the write with this number, from 1."""
    left = number

    def execute(run: Callable[..., Any], sql: str, *rest: Any) -> Any:
        nonlocal left
        if sql.lstrip().startswith(WRITES):
            left -= 1
            if not left:
                raise PowerCut
        return run(sql, *rest)

    with connection.execute_wrapper(execute):
        yield


def everything() -> dict[str, list[str]]:
    """All rows of all tables."""
    models = apps.get_app_config("companion").get_models()
    return {model.__name__: sorted(map(repr, model._default_manager.values_list())) for model in models}


def cuts(change: Change) -> int:
    """Cut the change off at each of its writes, until it comes through; how often it was cut off."""
    before = everything()
    for number in range(1, 200):
        try:
            with cut_at(number):
                change()
        except PowerCut:
            assert everything() == before, f"something was left of it, cut off at write {number}"
        else:
            return number - 1
    raise AssertionError("expected an end")


def merge() -> Change:
    found = group()
    for names in (["Ann", "Bo", "Cy", "Dee"], ["Annie", "Bo", "Cy", "Dee"]):
        tricks = {f"{names[0]} & Cy": 3, "Bo & Dee": 2}
        made = table(players=names, entries=[hand("partnership", maker=names[0], tricks=tricks)] * 10)
        group_games.move(view(made), found.group_id)
    ids = dict(Person.objects.filter(group=found.pk).values_list("told", "public_id"))
    return lambda: naming.merge(found, ids["Ann"], ids["Annie"])


def unmerge() -> Change:
    merge()()
    found = groups.find(device(), Group.objects.get(personal=False).public_id)
    ids = dict(Person.objects.filter(group=found.pk).values_list("told", "public_id"))
    return lambda: naming.unmerge(found, ids["Ann"], ids["Annie"])


def move() -> Change:
    found, made = group(), table(**long_game("partnership", 12))
    return lambda: group_games.move(view(made), found.group_id)


def move_out() -> Change:
    found, made = group(), table(**long_game("partnership", 12))
    group_games.move(view(made), found.group_id)
    return lambda: group_games.move(view(made), "")


def claim() -> Change:
    """A phone that has opened the table of the player that it was becomes one of another table."""
    found = start(night(8))
    let_in_group(groups.find(device(), found.night.group), "bo", rights.PLAYER)
    first, second = found.night.started[0].tables
    night_players.claim(load(found.night.id, "bo"), first.seats[0])
    night_rounds.open_table(load(found.night.id, "bo"), first.table_id)
    return lambda: night_players.claim(load(found.night.id, "bo"), second.seats[0])


def next_round() -> Change:
    found, key = night(16), new_key()
    return lambda: night_rounds.start_round(load(found.night.id), key, 1)


def purge() -> Change:
    found = start(night(8))
    groups_id, now = found.night.group, timezone.now() + timedelta(days=1)
    return lambda: removing.remove("group", groups_id, now, untouched=True)


@pytest.mark.parametrize("make", [merge, unmerge, move, move_out, claim, next_round, purge])
def test_it_is_there_as_a_whole_or_not_at_all(make: Callable[[], Change]) -> None:
    change = make()
    assert cuts(change) > 1
    after = everything()
    change()
    assert settled(everything()) == settled(after), "again it changes nothing"


def test_past_evenings_come_in_game_by_game_and_each_once() -> None:
    """Each is a transaction of its own, so that other tables don't wait: what is there is whole."""
    found, key = group(), new_key()
    records = [from_json(long_game("partnership", hands, title=f"Evening {hands}")) for hands in (3, 4, 5)]
    drafts = [drafted(each, 100) for each in records]
    seen = set[int]()
    for _cut in until_done(lambda: bringing.bring_games(found, device(), key, drafts)):
        seen.add(Game.objects.filter(group=found.pk).count())
    assert seen == {0, 1, 2}, "expected a cut before each game"
    assert bringing.bring_games(found, device(), key, drafts) == bringing.Done(3, 0)
    assert sorted(Game.objects.filter(group=found.pk).values_list("facts__hands", flat=True)) == [3, 4, 5]


def test_somebody_is_forgotten_game_by_game_and_each_is_whole() -> None:
    found = group()
    for hands in (3, 4):
        table(group=found.pk, **long_game("partnership", hands))
    person = Person.objects.get(group=found.pk, told="Bo").public_id
    for _cut in until_done(lambda: forgetting.forget(found, person)):
        pass
    left = {name for name, rows in everything().items() if re.search(r"""['"]Bo['" ]""", "".join(rows))}
    assert left == set()


def until_done(change: Change) -> Iterator[int]:
    """Begin it again and again, cut off at each of its writes, until it comes through.

    After each cut every game can be replayed, and statistics count what its log says.
    """
    for number in range(1, 200):
        try:
            with cut_at(number):
                change()
        except PowerCut:
            wrong = [one.name for one in replaying.all_games() if one.fault or one.miscounted]
            assert wrong == [], f"cut off at write {number}"
            yield number
        else:
            return


def settled(rows: dict[str, list[str]]) -> dict[str, list[str]]:
    """Without the rows of groups and nights, whose revision may count on."""
    return {name: found for name, found in rows.items() if name not in {"Group", "Night", "Game"}}
