"""What games say for the statistics: written with each write, and gone with the game."""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps

from companion import store
from companion.forgetting import players
from companion.log.table import Table
from companion.models import Game, GameFacts, HandFacts, Person, PlayerFacts
from companion.stats.counted import Seated
from companion.store import facts, figure_lines, people, rebuilding, removing
from companion.store.changes import writing
from companion.store.deleted import delete
from companion.wording.refusal import AppRefusal
from tests.companion.factories import NAMES, Entry, device, group, hand, long_game, opening, table, view
from tests.companion.nights import night, play, start

pytestmark = pytest.mark.django_db

ANN = device()
MARCH: Entry = {"kind": "hand", "maker": "Ann", "tricks": {"Ann & Cy": 5}}
LONER: Entry = {**MARCH, "maker": "Bo", "alone": True, "tricks": {"Bo & Dee": 5}}
EUCHRE: Entry = {**MARCH, "tricks": {"Ann & Cy": 2, "Bo & Dee": 3}}


def add(made: Table, *entries: Entry) -> None:
    for entry in entries:
        store.append(ANN, made.id, store.new_key(), None, entry)


def correct(made: Table, target: int, entry: Entry | None) -> None:
    store.save(ANN, made.id, store.new_key(), store.Change(view(made).table.version, target, entry))


def of_player(made: Table, name: str) -> PlayerFacts:
    return PlayerFacts.objects.get(game__game__public_id=made.id, name=name)


def of_game(made: Table) -> GameFacts:
    return GameFacts.objects.get(game__public_id=made.id)


def number(made: Table) -> int:
    return Game.objects.get(public_id=made.id).pk


def merge(spelling: str, into: str) -> None:
    Person.objects.filter(told=spelling).update(into=Person.objects.get(told=into))


def parts(player: PlayerFacts) -> list[Seated]:
    """What the hands of a game say of a player, in order."""
    told = figure_lines.hands_of_games([player.game_id])[player.game_id]
    return [part for one in told for part in one.parts() if part.seat == player.seat]


def test_a_hand_counts_for_everybody_with_the_row_that_it_adds() -> None:
    made = table(played_on="2026-03-05")
    add(made, MARCH, LONER, EUCHRE)
    ann, bo, dee = (of_player(made, name) for name in ("Ann", "Bo", "Dee"))
    assert (ann.hands, ann.makes, ann.made, ann.marches, ann.euchred) == (3, 2, 1, 1, 1)
    assert (ann.defends, ann.euchres, ann.points, ann.comeback, ann.best_hand) == (1, 0, 2, 9, 2)
    assert (bo.comeback, dee.comeback) == (3, 3)  # 10 steps against 8 after the first hand, then ahead
    assert (bo.alone, bo.alone_made, bo.alone_marches, bo.defends, bo.euchres) == (1, 1, 1, 2, 1)
    assert (dee.makes, dee.alone, dee.points, dee.best_hand, dee.side) == (0, 0, 6, 4, bo.side)
    game = of_game(made)
    assert (game.variant, str(game.played_on), game.hands, game.version, game.over) == (
        *("partnership", "2026-03-05"),
        *(3, 3, False),
    )
    assert [(one.role, one.result, one.gain, one.alone) for one in parts(bo)] == [
        ("defender", "march", 0, False),
        ("maker", "march", 4, True),
        ("defender", "euchred", 2, False),
    ]


def test_who_was_never_behind_and_who_plays_at_a_night_has_no_comeback() -> None:
    made = table()
    add(made, MARCH)
    assert (of_player(made, "Ann").comeback, of_player(made, "Bo").comeback) == (0, 3)
    play(start(night(4)).night.started[0].tables[0], [1, -2])
    assert set(PlayerFacts.objects.filter(hands=2).values_list("comeback", flat=True)) == {0}


def test_only_the_end_of_a_game_says_who_won() -> None:
    made = table(options={"target": 5})
    add(made, LONER)
    assert not of_game(made).over
    assert not of_player(made, "Bo").won
    add(made, LONER)
    assert of_game(made).over
    won = [of_player(made, name).won for name in NAMES[:4]]
    assert won == [False, True, False, True]


def test_a_game_that_counts_down_counts_points_for_good() -> None:
    made = table(**long_game("buck", 0, played_on="2026-01-01"))
    add(made, hand("buck"))
    gains = {one.name: parts(one)[0].gain for one in PlayerFacts.objects.all()}
    assert {one.name: one.points for one in PlayerFacts.objects.all()} == gains
    assert max(gains.values()) > 0


def test_a_hand_that_was_not_played_is_not_counted() -> None:
    made = table()
    add(made, {"kind": "hand", "result": "redeal"}, MARCH)
    assert (of_game(made).hands, of_game(made).version, of_player(made, "Ann").hands) == (1, 2, 1)
    assert set(HandFacts.objects.values_list("seq", "number")) == {(2, 2)}


def test_a_correction_a_removal_and_a_restoration_count_the_game_anew() -> None:
    made = table()
    add(made, MARCH, LONER)
    correct(made, 1, EUCHRE)
    assert (of_player(made, "Ann").marches, of_player(made, "Ann").euchred) == (0, 1)
    assert of_player(made, "Dee").euchres == 1
    correct(made, 2, None)
    assert (of_game(made).hands, of_game(made).version, of_player(made, "Bo").alone) == (1, 4, 0)
    store.save(ANN, made.id, store.new_key(), store.Change(4, 2, None, restores=True))
    assert (of_game(made).hands, of_player(made, "Bo").alone, HandFacts.objects.count()) == (2, 1, 2)


def test_an_adjustment_moves_the_points_alone() -> None:
    made = table()
    add(made, MARCH, {"kind": "adjust", "player": "Bo & Dee", "points": 3, "reason": "a miscount"})
    dee = of_player(made, "Dee")
    assert (dee.points, dee.hands, of_game(made).version) == (3, 1, 2)


def test_who_joins_a_game_for_chips_is_counted_from_then_on() -> None:
    made = table(variant="poker-chips", entries=opening("poker-chips"))
    joins = {"kind": "join", "player": "Kit", "left_of": "Ann"}
    add(made, hand("poker-chips"), joins, {"kind": "buy-in", "player": "Kit", "chips": 100})
    kit = of_player(made, "Kit")
    assert (kit.seat, kit.side, kit.hands, kit.points) == (len(made.header.players), kit.seat, 0, 0)
    assert kit.person.told == "Kit"  # type: ignore[union-attr]
    assert parts(kit) == []
    add(made, {"kind": "end"})
    assert of_game(made).over
    best = max(one.points for one in PlayerFacts.objects.all())
    assert {one.won == (one.points == best) for one in PlayerFacts.objects.all()} == {True}


def test_a_deleted_game_is_not_counted_until_it_is_put_back() -> None:
    made = table()
    add(made, MARCH)
    delete(view(made))
    assert not GameFacts.objects.exists()
    assert not HandFacts.objects.exists()
    removing.undelete("table", made.id)
    assert (of_game(made).hands, of_player(made, "Ann").marches) == (1, 1)
    removing.delete("table", made.id)
    assert not PlayerFacts.objects.exists()


def test_an_imported_game_is_counted_at_once() -> None:
    made = table(entries=[MARCH, EUCHRE])
    assert (of_game(made).hands, of_game(made).version, of_player(made, "Cy").points) == (2, 2, 2)


def test_a_new_name_takes_the_place_of_the_old_one() -> None:
    made = table()
    add(made, MARCH)
    players.forget_player(players.games_of("Ann"), "")
    assert not PlayerFacts.objects.filter(name="Ann").exists()
    assert of_player(made, "Player 1").marches == 1
    assert sorted(Person.objects.values_list("told", flat=True)) == ["Bo", "Cy", "Dee", "Player 1"]
    assert players.forget_player(players.games_of("Player 1"), "") == {made.id: "Player 1"}


def test_a_name_is_one_person_in_a_group_however_it_is_written() -> None:
    thursday = group()
    one, two = (table(players=[name, "Bo", "Cy", "Dee"], group=thursday.pk) for name in ("Ann", "ANN"))
    assert of_player(one, "Ann").person == of_player(two, "ANN").person
    assert Person.objects.filter(group=thursday.pk).count() == 4


def test_a_name_that_grows_when_it_is_compared_is_kept() -> None:
    made = table(players=["\ufdfa" * 40, "Bo", "Cy", "Dee"])
    assert of_player(made, "\ufdfa" * 40).person is not None


def test_a_game_that_moves_is_counted_in_its_new_group() -> None:
    made, club = table(), group("Club")
    add(made, MARCH)
    with writing():
        facts.move(number(made), club.pk)
    assert (of_game(made).group_id, Game.objects.get().group_id) == (club.pk, club.pk)
    assert of_player(made, "Ann").person.group_id == club.pk  # type: ignore[union-attr]
    with writing():
        facts.move(number(made), None)
    assert (of_game(made).group, of_player(made, "Ann").person) == (None, None)


def test_two_spellings_of_one_person_do_not_sit_in_one_game() -> None:
    thursday, personal = group(), table(players=["Anne", "Bo", "Cy", "Ann"])
    table(group=thursday.pk)
    table(players=["Anne", "Bo", "Cy", "Eve"], group=thursday.pk)
    merge_in(thursday.pk, "Anne", "Ann")
    words = "Anne and Ann are one person in this group. Use one of the names."
    both: Any = {"players": ["Anne", "Bo", "Cy", "Ann"], "group": thursday.pk}
    with pytest.raises(AppRefusal) as refused:
        table(**both)
    assert (str(refused.value), refused.value.field) == (words, "players")
    with pytest.raises(AppRefusal), writing():
        facts.move(number(personal), thursday.pk)
    chips = table(variant="poker-chips", entries=opening("poker-chips"), group=thursday.pk)
    with pytest.raises(AppRefusal) as refused:
        add(chips, {"kind": "join", "player": "Anne", "left_of": "Bo"})
    assert refused.value.field == "player"
    assert view(chips).table.version == chips.version


def merge_in(group_number: int, spelling: str, into: str) -> None:
    found = Person.objects.filter(group=group_number)
    found.filter(told=spelling).update(into=found.get(told=into))


def test_a_game_comes_back_outside_its_group_where_two_of_its_players_are_one_now() -> None:
    made = table(players=["Anne", "Bo", "Cy", "Ann"])
    delete(view(made))
    merge("Anne", "Ann")
    removing.undelete("table", made.id)
    assert (of_game(made).group, Game.objects.get().group) == (None, None)


def test_facts_that_lag_behind_the_log_are_made_anew_by_the_next_entry() -> None:
    made = table()
    add(made, MARCH)
    GameFacts.objects.update(version=0)
    PlayerFacts.objects.update(marches=7)
    add(made, MARCH)
    assert (of_player(made, "Ann").marches, of_game(made).version) == (2, 2)


def test_the_key_of_a_spelling_fits_its_column() -> None:
    assert people.key("ANN") == "ann"
    assert len(people.key("\ufdfa" * 40)) < people.LONGEST
    assert people.key("\ufdfa" * 40) != people.key("\ufdfa" * 39)


def test_games_with_showdowns_are_counted_again_and_no_others() -> None:
    tie = {"tricks": {"Ann": 3, "Bo": 3, "Cy": 1}, "kings": ["Ann"], "showdown": {"kings": ["Ann"]}}
    three = {"variant": "king-cutthroat", "players": ["Ann", "Bo", "Cy"], "options": {"target": 2}}
    made, other = table(**three), table()
    add(made, {"kind": "hand", "maker": "Ann", "trump": "clubs", **tie})
    PlayerFacts.objects.update(showdowns=0)  # as they were counted
    import_module("companion.migrations.0028_kings_showdowns").remove_facts(apps, None)
    assert GameFacts.objects.get() == of_game(other)
    rebuilding.fill()
    assert [of_player(made, name).showdowns_won for name in ("Ann", "Bo")] == [1, 0]
    assert of_player(made, "Bo").showdowns == 1
