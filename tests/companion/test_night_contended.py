"""Two organizers, and many tables at once: one round, no hand lost, nothing half written."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from threading import Barrier, BrokenBarrierError

import pytest
from django.db import connections

from companion import store
from companion.log import rights
from companion.log.at_night import AtNight
from companion.log.table import Table
from companion.models import Game, NightRound, NightTable
from companion.night.evening import NightView
from companion.night.standings import standings
from companion.store import facts, groups, links, night_changes, night_players, night_rounds, nights
from companion.store.changes import writing
from companion.wording.refusal import AppRefusal
from tests.companion.factories import device, let_in_group
from tests.companion.nights import finish, hand, load, night, play, start

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*works: Callable[[], object]) -> list[object]:
    """What all work came to, started together, each in a thread and connection of its own."""
    begin = Barrier(len(works))

    def run(work: Callable[[], object]) -> object:
        begin.wait()
        try:
            return work()
        except AppRefusal as refusal:
            return refusal.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))


def with_organizers(view: NightView, *names: str) -> list[NightView]:
    """The night for other phones that may run it."""
    found = groups.find(device(), view.night.group)
    for name in names:
        let_in_group(found, name, rights.SCOREKEEPER)
    return [load(view.night.id, name) for name in names]


def test_a_round_that_two_organizers_start_at_once_is_started_once() -> None:
    view = night(16, hands=1)
    both = [view, *with_organizers(view, "bo")]
    for number in (1, 2, 3):
        results = at_once(
            *(
                lambda mine=mine, number=number: night_rounds.start_round(mine, store.new_key(), number)
                for mine in both
            )
        )
        assert sorted(one.by_another for one in results if isinstance(one, night_rounds.Started)) == [
            False,
            True,
        ]
        finish(load(view.night.id))
    assert NightRound.objects.count() == 3
    assert NightTable.objects.count() == Game.objects.count() == 12


def test_a_round_tapped_twice_at_once_is_started_once() -> None:
    view, key = night(8), store.new_key()
    results = at_once(*[lambda: night_rounds.start_round(view, key, 1)] * 3)
    assert results == [night_rounds.Started(1)] * 3
    assert Game.objects.count() == 2


def test_hands_of_all_tables_at_once_are_all_counted() -> None:
    view = start(night(16, hands=4))

    def keep(table_id: str) -> None:
        for _hand in range(4):
            table = store.load(device(), table_id).table
            store.append(device(), table_id, store.new_key(), table.version, hand(table, 2))

    at_once(*(lambda table=table: keep(table.table_id) for table in view.night.playing))
    now = load(view.night.id)
    assert [table.points for table in now.night.started[0].tables] == [(8, 0)] * 4
    assert now.night.version == 16
    assert [one.points for one in standings(now.night)] == [8] * 8 + [0] * 8


def test_of_two_tables_that_end_at_once_the_second_ends_the_round(monkeypatch: pytest.MonkeyPatch) -> None:
    view = start(night(8, hands=1))
    with writing():
        for game in Game.objects.values_list("pk", flat=True):
            facts.move(game, None)  # the ratings of a group let its games end one after the other
    both, mark = Barrier(2), night_changes.mark

    def together(at: AtNight, table: Table) -> None:
        with suppress(BrokenBarrierError):  # SQLite lets only one of them write
            both.wait(1)
        mark(at, table)

    monkeypatch.setattr(night_changes, "mark", together)
    at_once(*(lambda table=table: play(table, [1]) for table in view.night.playing))
    assert NightRound.objects.filter(over_at__isnull=False).exists()


def test_hands_and_arrivals_while_the_next_round_is_started_early_are_in_it() -> None:
    view = start(night(16, hands=4))
    [table, *_others] = view.night.playing

    def keep() -> None:
        for _hand in range(4):
            at_table = store.load(device(), table.table_id).table
            store.append(device(), table.table_id, store.new_key(), at_table.version, hand(at_table, 1))

    results = at_once(
        keep,
        lambda: night_players.arrive(view, ["Late"]),
        lambda: night_rounds.start_round(view, store.new_key(), 2, early=True),
    )
    assert results[2] == night_rounds.Started(2)
    now = load(view.night.id).night
    assert now.started[0].tables[0].points == (4, 0)
    placed = {number for one in now.started[1].tables for number in one.players} | {*now.started[1].out}
    late = now.players[-1]
    assert placed == {player.number for player in now.players if player.first <= 2}
    assert late.first in (2, 3)


CHANGES: dict[str, Callable[[NightView], None]] = {
    "rounds are dropped": lambda view: nights.plan(view, 1, ""),
    "the night is ended": nights.end,
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_round_is_started_or_what_forbids_it_is_done_never_both(change: str) -> None:
    for _try in range(3):
        view = finish(start(night(8, hands=1, rounds=2)))
        [other] = with_organizers(view, "bo")
        results = at_once(
            partial(CHANGES[change], other), partial(night_rounds.start_round, view, store.new_key(), 2)
        )
        now = load(view.night.id).night
        assert sum(isinstance(one, str) for one in results) == 1, results
        assert (now.over or now.rounds == 1) == (len(now.started) == 1)


def test_one_player_claimed_by_two_phones_at_once_is_one_phones() -> None:
    view = night(4)
    one, other = with_organizers(view, "bo", "cy")
    results = at_once(lambda: night_players.claim(one, 3), lambda: night_players.claim(other, 3))
    assert sorted(map(str, results)) == ["None", "night-claimed"]


def test_a_round_that_fails_in_the_middle_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    view = night(12)

    def failing(*games: Game) -> None:
        assert Game.objects.count() == len(games) == 3
        raise RuntimeError("killed")

    monkeypatch.setattr(links, "make_all", failing)
    with pytest.raises(RuntimeError, match="killed"):
        night_rounds.start_round(view, store.new_key(), 1)
    assert (Game.objects.count(), NightRound.objects.count()) == (0, 0)
    assert load(view.night.id).night == view.night
    monkeypatch.undo()
    assert len(start(view).night.playing) == 3
