"""Ratings as they are kept: recomputed from the game that changed on, and only from there."""

import random
import uuid
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from companion.models import Game, GameFacts, Group, Night, NightRound, NightTable, Person, PlayerFacts
from companion.pages.group_figures import RatedPerson
from companion.stats.periods import ALL, Period, between
from companion.stats.rating import Rating
from companion.store import figures, ratings
from companion.store.figures import Scope

pytestmark = pytest.mark.django_db

FIRST = date(2026, 1, 1)
EUCHRE, OTHER = "partnership", "king-cutthroat"
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eli")
FIELDS = ("pk", "mu", "sigma", "rated")


@pytest.fixture
def group() -> Group:
    return a_group("thursday")


def a_group(name: str) -> Group:
    return Group.objects.create(public_id=name, key=uuid.uuid4(), title=name)


def person(group: Group, name: str) -> Person:
    values = {"public_id": f"{group.pk}{name}".lower(), "told": name}
    return Person.objects.get_or_create(group=group, compared=name.lower(), defaults=values)[0]


def played(group: Group, day: int, names: str, *, variant: str = EUCHRE, won: int = 0, over: bool = True):
    """A game of this day with its facts, not rated yet: two teams, of which *won* (0 or 1) won."""
    game = Game.objects.create(public_id=uuid.uuid4().hex[:16], key=uuid.uuid4(), header="{}", group=group)
    common = {"variant": variant, "played_on": FIRST + timedelta(day)}
    facts = GameFacts.objects.create(game=game, group=group, over=over, hands=8, version=8, **common)
    for seat, name in enumerate(names.split()):
        PlayerFacts.objects.create(
            game=facts,
            person=person(group, name),
            name=name,
            seat=seat,
            side=seat % 2,
            won=over and seat % 2 == won,
            points=10 if seat % 2 == won else 6,
            hands=8,
            **common,
        )
    return facts


def finished(group: Group, day: int, names: str, **given):
    """A game of this day, rated as when it ends."""
    facts = played(group, day, names, **given)
    rate(facts)
    return facts


def rate(facts: GameFacts) -> None:
    ratings.after(facts.group_id, facts.variant, facts.played_on, facts.pk)


def kept(**of_games) -> dict[int, list[object]]:
    found = PlayerFacts.objects.filter(**of_games).values_list(*FIELDS)
    return {pk: values for pk, *values in found}


def rebuilt(group: Group) -> dict[int, list[object]]:
    PlayerFacts.objects.filter(game__group=group).update(mu=None, sigma=None, rated=0)
    ratings.all_of(group.pk)
    return kept()


def over_time(group: int, **days: date) -> list[RatedPerson]:
    scope = Scope(group, Period("some", **days), EUCHRE)
    return figures.over_time(scope, figures.read(scope, figures.people(group)))


def a_season(group: Group, games: int = 24, seed: int = 1) -> list[GameFacts]:
    dice = random.Random(seed)  # noqa: S311
    return [
        finished(
            group,
            2 * day,
            " ".join(dice.sample(NAMES, 4)),
            won=dice.randrange(2),
            variant=OTHER if day % 5 == 4 else EUCHRE,
        )
        for day in range(games)
    ]


def spoiled(before: GameFacts, group: Group) -> dict[int, list[object]]:
    """Set ratings before a game to odd numbers, which stay if nobody touches them; as they are then."""
    early = PlayerFacts.objects.filter(game__group=group, game__variant=before.variant)
    early.filter(played_on__lt=before.played_on - timedelta(20)).update(sigma=7.77)
    return kept(played_on__lt=before.played_on)


def test_games_rated_one_by_one_are_as_rebuilt_from_scratch(group: Group) -> None:
    a_season(group)
    assert kept() == rebuilt(group)


def test_games_that_come_in_out_of_order_are_as_rebuilt(group: Group) -> None:
    dice = random.Random(5)  # noqa: S311
    for day in dice.sample(range(30), 20):
        finished(group, day // 2, " ".join(dice.sample(NAMES, 4)), won=dice.randrange(2))
    assert kept() == rebuilt(group)


def change(group: Group, changed: GameFacts, how: str) -> None:
    parts = PlayerFacts.objects.filter(game=changed)
    if how == "other winner":
        for part in parts:
            PlayerFacts.objects.filter(pk=part.pk).update(won=not part.won, points=16 - part.points)
    elif how == "reopened":
        GameFacts.objects.filter(pk=changed.pk).update(over=False)
        parts.update(won=False)
    elif how == "other player":
        parts.filter(seat=0).update(person=person(group, "Zoe"), name="Zoe")
    else:
        Game.objects.filter(pk=changed.pk).delete()
    ratings.after(group.pk, changed.variant, changed.played_on, changed.pk)


WAYS = ("other winner", "reopened", "other player", "deleted")


@pytest.mark.parametrize("how", WAYS)
def test_a_changed_game_leaves_what_was_before_it(group: Group, how: str) -> None:
    changed = a_season(group)[15]
    earlier, others = spoiled(changed, group), kept(game__variant=OTHER)
    later = kept(game__variant=EUCHRE, played_on__gt=changed.played_on)
    change(group, changed, how)
    assert kept(played_on__lt=changed.played_on) == earlier
    assert kept(game__variant=OTHER) == others
    assert kept(game__variant=EUCHRE, played_on__gt=changed.played_on) != later


@pytest.mark.parametrize("how", WAYS)
def test_after_a_changed_game_ratings_are_as_from_scratch(group: Group, how: str) -> None:
    change(group, a_season(group)[10], how)
    assert kept() == rebuilt(group)


def test_a_game_that_goes_on_has_no_rating(group: Group) -> None:
    finished(group, 1, "Ann Bo Cy Dee")
    going_on = finished(group, 2, "Ann Bo Cy Dee", over=False)
    finished(group, 3, "Ann Bo Cy Dee")
    assert {row[0] for row in kept(game=going_on).values()} == {None}
    assert kept() == rebuilt(group)


def test_another_group_is_left_alone(group: Group) -> None:
    other = a_group("sunday")
    a_season(other, 6)
    before = kept(game__group=other)
    a_season(group, 6)
    assert kept(game__group=other) == before


def test_a_game_moved_out_is_not_rated(group: Group) -> None:
    games = a_season(group, 6)
    moved = games[2]
    GameFacts.objects.filter(pk=moved.pk).update(group=None)
    PlayerFacts.objects.filter(game=moved.pk).update(person=None)
    ratings.after(group.pk, moved.variant, moved.played_on, moved.pk)
    ratings.after(None, moved.variant, moved.played_on, moved.pk)
    assert {tuple(row) for row in kept(game=moved.pk).values()} == {(None, None, 0)}
    assert kept() == rebuilt(group)


def test_merged_and_taken_apart_spellings_are_rated_as_from_scratch(group: Group) -> None:
    a_season(group, 8)
    finished(group, 18, "Annie Bo Cy Dee")
    finished(group, 20, "Annie Bo Eli Dee", won=1)
    a_season(group, 8, seed=2)
    before = kept()
    ann, annie = person(group, "Ann"), person(group, "Annie")
    for into in (ann, None):
        Person.objects.filter(pk=annie.pk).update(into=into)
        ratings.people_changed(group.pk, [ann.pk], [annie.pk])
        now = kept()
        assert now == rebuilt(group)
    assert now == before


def test_a_merge_leaves_what_was_before_the_second_spelling(group: Group) -> None:
    a_season(group)
    first = finished(group, 60, "Annie Bo Cy Dee")
    finished(group, 62, "Ann Bo Cy Dee", won=1)
    earlier = spoiled(first, group)
    Person.objects.filter(pk=person(group, "Annie").pk).update(into=person(group, "Ann"))
    ratings.people_changed(group.pk, [person(group, "Ann").pk], [person(group, "Annie").pk])
    assert kept(played_on__lt=first.played_on) == earlier
    rated = PlayerFacts.objects.get(game=first, name="Annie")
    assert rated.rated > 10


def test_a_merge_with_somebody_who_never_finished_a_game_changes_nothing(group: Group) -> None:
    a_season(group, 6)
    before = kept()
    with CaptureQueriesContext(connection) as queries:
        ratings.people_changed(group.pk, [person(group, "Ann").pk], [person(group, "Zoe").pk])
    assert kept() == before
    assert not any(one["sql"].startswith("UPDATE") for one in queries)


def test_present_ratings_are_those_of_the_last_game(group: Group) -> None:
    a_season(group)
    Person.objects.filter(pk=person(group, "Eli").pk).update(into=person(group, "Ann"))
    finished(group, 70, "Eli Bo Cy Dee")
    spellings = {person(group, "Ann").pk: [person(group, name).pk for name in ("Ann", "Eli")]}
    spellings[person(group, "Zoe").pk] = [person(group, "Zoe").pk]
    with CaptureQueriesContext(connection) as queries:
        found = ratings.of_people(spellings)
    assert len(queries) == 1
    last = PlayerFacts.objects.get(played_on=FIRST + timedelta(70), name="Eli")
    assert found[person(group, "Ann").pk][EUCHRE] == Rating(last.mu or 0, last.sigma or 0, last.rated)
    assert set(found[person(group, "Ann").pk]) == {EUCHRE, OTHER}
    assert found[person(group, "Zoe").pk] == {}


def test_a_last_game_costs_the_same_however_many_there_were(group: Group) -> None:
    costs = []
    for day in range(1, 40):
        facts = played(group, day, "Ann Bo Cy Dee")
        with CaptureQueriesContext(connection) as queries:
            rate(facts)
        costs.append(len(queries))
    assert len(set(costs[1:])) == 1
    assert costs[-1] <= 6


def told(group: Group, period: Period, variant: str = "") -> list[tuple[int, str, int]]:
    """Day, name and games won of those who are shown, in one query beside the group's people."""
    who, scope = figures.people(group.pk), Scope(group.pk, period, variant)
    with CaptureQueriesContext(connection) as queries:
        won = figures.read(scope, who).wins.won
    assert len(queries) == 1
    return sorted(
        (on.day, who.rows[number].name, some) for number, by_day in won.items() for on, some in by_day.items()
    )


def test_a_season_is_told_by_evening_and_person(group: Group) -> None:
    finished(group, 1, "Ann Bo Cy Dee")
    finished(group, 1, "Ann Bo Cy Dee", won=1)
    finished(group, 8, "Annie Bo Cy Dee", variant=OTHER)
    finished(group, 8, "Annie Bo Cy Dee", over=False)
    Person.objects.filter(pk=person(group, "Annie").pk).update(into=person(group, "Ann"))
    Person.objects.filter(pk=person(group, "Dee").pk).update(hidden=True)
    assert told(group, ALL) == [
        (2, "Ann", 1),
        (2, "Bo", 1),
        (2, "Cy", 1),
        (9, "Ann", 1),
        (9, "Bo", 0),
        (9, "Cy", 1),
    ]
    assert told(group, between(None, FIRST + timedelta(7)), EUCHRE) == told(group, ALL)[:3]
    assert told(group, between(FIRST + timedelta(7), None)) == told(group, ALL)[3:]
    [ann] = [one for one in over_time(group.pk) if one.name == "Ann"]
    assert list(ann.numbers.values()) == [
        Rating(PlayerFacts.objects.filter(name="Ann", mu__isnull=False).latest("game").mu or 0).number
    ]


def test_a_season_of_ratings_begins_where_the_one_before_ended(group: Group) -> None:
    a_season(group)
    later = FIRST + timedelta(30)
    season_before = over_time(group.pk, last=later - timedelta(1))
    before = {row.name: row.numbers[max(row.numbers)] for row in season_before}
    rows = over_time(group.pk, first=later)
    assert {row.name: row.before for row in rows} == before
    assert {row.before for row in over_time(group.pk)} == {1500}


def test_a_game_with_a_ghost_is_not_rated(group: Group) -> None:
    facts = played(group, 1, "Ann Bo Cy Dee")
    night = Night.objects.create(
        group=group, public_id="night", key=uuid.uuid4(), hands=8, rounds=1, seed=1, ties="[]", options="{}"
    )
    begun = NightRound.objects.create(night=night, number=1, key=uuid.uuid4(), draw="{}", at=timezone.now())
    NightTable.objects.create(round=begun, number=1, game_id=facts.pk, ghosts="2")
    rate(facts)
    assert {row[0] for row in kept().values()} == {None}
