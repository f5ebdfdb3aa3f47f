"""Sums of finished games at hand are those that the database makes of a group with the same games."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from companion import store
from companion.models import Game, GameFacts
from companion.pocket.phone.facts import facts_of
from companion.pocket.phone.kept import Kept
from companion.stats import in_memory
from companion.stats.counted import counted
from companion.store import facts, figures
from companion.store.figures import Scope
from tests.bench import big_group
from tests.companion.factories import device, hand, table, view

pytestmark = pytest.mark.django_db
GAMES, HANDS = 60, 500


def test_the_sums_in_memory_are_those_of_the_database() -> None:
    group = big_group.fill(GAMES, HANDS)
    GameFacts.objects.filter(over=False).delete()
    kept = []
    for game in Game.objects.filter(facts__over=True).order_by("facts__played_on", "pk"):
        table = store.load(device(), game.public_id).table
        on = game.facts.played_on.isoformat()
        kept.append(in_memory.as_json(table.id, table.variant.name, on, counted(table)))
    assert len({one["variant"] for one in kept}) > 2
    who = in_memory.everyone([in_memory.of_json(one) for one in json.loads(json.dumps(kept))])
    people = figures.people(group.pk)
    for variant in ("", *in_memory.variants(who.games)):
        scope = Scope(group.pk, variant=variant)
        there: dict[str, Any] = {one.name: one.by_variant for one in figures.totals(scope, people)}
        assert {one.name: one.by_variant for one in in_memory.totals(who, variant)} == there
        named = people.names
        found = {
            frozenset((named[one.one], named[one.other])): one for one in figures.read(scope, people).pairs
        }
        for pair in in_memory.pairs(who, variant):
            one, other = who.names[pair.one], who.names[pair.other]
            same = found.pop(frozenset((one, other)))
            same = same if named[same.one] == one else same.turned()
            assert (pair.together, pair.won, pair.ahead, pair.behind, pair.expected) == (
                *(same.together, same.won, same.ahead, same.behind, same.expected),
            )
        assert not found
    for total in in_memory.totals(who):
        whose = [number for number, one in people.rows.items() if one.name == total.name]
        results = [(one.won, one.points) for one in figures.results(Scope(group.pk), people, whose)]
        own = [(one.player.won, one.player.points) for one in in_memory.results(who, total.number)]
        assert own[::-1] == results


@pytest.mark.parametrize("hour", [2, 8, 12])
def test_a_game_without_a_day_is_of_the_evening_on_which_it_was_begun(hour: int) -> None:
    begun, zone = datetime(2026, 11, 20, hour, 30, tzinfo=UTC), "America/New_York"
    seen = view(table(entries=[hand("partnership")], options={"target": 1}))
    Game.objects.update(created_at=begun, zone=zone)
    facts.recount(Game.objects.get().pk)
    kept = Kept(table=seen.table, header="", viewer=seen.viewer, created_at=begun, keys={}, zone=zone)
    found = facts_of(kept)
    assert found
    assert found["on"] == GameFacts.objects.get().played_on.isoformat()
