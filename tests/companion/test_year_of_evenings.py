"""Figures that need several games of one evening, counted a second time from the exported records.

Thirty Thursdays with two or three games each: best and worst evenings, streaks, with whom one wins,
and moments.
"""

import re
from collections import defaultdict
from datetime import date
from itertools import permutations
from random import Random
from typing import Any, NamedTuple

import pytest
from django.urls import reverse

from companion.models import Game, Person
from companion.store import figures
from companion.store.figures import Scope
from companion.store.groups import FoundGroup
from companion.store.moments import of_evening
from companion.wording.dates import day
from tests.companion.factories import Phone, group
from tests.companion.test_plain_words import words_of
from tests.companion.test_year import count, exported, play, result_of, side_of

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

EVENINGS = 30
RANKS = ("third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
NUMBERS = (
    *("three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"),
    *("fourteen", "fifteen", "sixteen"),
)
MONTHS = {"winter": (12, 1, 2), "spring": (3, 4, 5), "summer": (6, 7, 8), "fall": (9, 10, 11)}
BY_ANYONE = re.compile(r"First (\w+) in ([\w-]+) weeks, by (\w+)")
OWN = re.compile(r"(\w+)’s first (\w+) in ([\w-]+) weeks")
OF_SEASON = re.compile(r"(\w+)’s (\w+) (\w+) this (\w+)")


class March(NamedTuple):
    """A hand in which the maker took every trick, in order of play."""

    on: date
    game: str
    seq: int
    variant: str
    name: str
    alone: bool


@pytest.fixture
def thursday() -> FoundGroup:
    found, random, number = group(), Random(11), EVENINGS  # noqa: S311 - no secret
    for week in range(EVENINGS):
        for _game in range(random.choice((2, 3))):
            variant = random.choice(("partnership", "partnership", "three-handed", "bid-euchre"))
            play(found, random, number, variant, week)
            number += 1
    return found


def results() -> dict[str, list[tuple[date, bool]]]:
    """Day and whether it was won of each person's games, in order of play."""
    found: dict[str, list[tuple[date, bool]]] = defaultdict(list)
    for on, record in exported():
        for name, one in count(record).items():
            found[name].append((on, bool(one.sums["won"])))
    return found


def page_of(thursday: FoundGroup, name: str) -> str:
    person = Person.objects.get(group=thursday.pk, told=name).public_id
    return words_of(Phone().get(reverse("person", args=[thursday.group_id, person]) + "?period=all"))


def the_best_and_the_worst_evening_are_those_of_the_records(thursday: FoundGroup) -> None:
    for name, games in results().items():
        of_day: dict[date, list[bool]] = defaultdict(list)
        for on, won in games:
            of_day[on].append(won)
        above = {on: 2 * sum(won) - len(won) for on, won in of_day.items()}
        best = max(on for on in above if (above[on], sum(of_day[on])) == rank(max, above, of_day))
        worst = min(on for on in above if (above[on], sum(of_day[on])) == rank(min, above, of_day))
        page = page_of(thursday, name)
        for title, on in (("Best", best), ("Worst", worst)):
            figure = f"{sum(of_day[on])} of {len(of_day[on])}"
            assert f"{title} evening {figure} won {day(str(on))}" in page, (name, page)


def rank(choose: Any, above: dict[date, int], of_day: dict[date, list[bool]]) -> tuple[int, int]:
    found: tuple[int, int] = choose((above[on], sum(of_day[on])) for on in above)
    return found


def longest(games: list[tuple[date, bool]]) -> int:
    letters = "".join("W" if won else "L" for _on, won in games)
    return max(len(run) for run in letters.split("L"))


def streaks_are_those_of_the_records(thursday: FoundGroup) -> None:
    found = results()
    for name, games in found.items():
        page = page_of(thursday, name)
        assert f"Longest streak: {longest(games)} wins" in page, name
        letters = "".join("W" if won else "L" for _on, won in games)
        now = len(letters) - len(letters.rstrip("W"))
        assert (f"{now} wins in a row." in page) == (now > 1), name
    scope, who = Scope(thursday.pk), figures.people(thursday.pk)
    streak = figures.read(scope, who).wins.streak
    assert streak
    assert streak.length == max(map(longest, found.values()))
    assert longest(found[who.rows[streak.number].name]) == streak.length


def with_whom_one_wins_is_what_the_records_say(thursday: FoundGroup) -> None:
    pairs: dict[tuple[str, str], list[bool]] = defaultdict(list)
    against: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for _on, record in exported():
        won = {name: bool(one.sums["won"]) for name, one in count(record).items()}
        for (one, has_won), (other, other_won) in permutations(won.items(), 2):
            if side_of(record, one) == side_of(record, other):
                pairs[one, other].append(has_won)
            else:
                against[one, other][0] += has_won and not other_won
                against[one, other][1] += other_won and not has_won
    for name in results():
        page = page_of(thursday, name)
        partners = page.partition(" Partners ")[2].partition(" Head to head ")[0]
        for (one, other), won_games in pairs.items():
            if one == name:
                assert f"{other} {sum(won_games)} of {len(won_games)} " in partners + " ", (name, other)
        rivals = page.partition(" Head to head ")[2]
        for (one, other), (ahead, behind) in against.items():
            if one == name and ahead + behind:
                assert f"{other} {ahead}–{behind} " in rivals, (name, other)


def marches() -> list[March]:
    ids = list(Game.objects.order_by("pk").values_list("public_id", flat=True))
    found = []
    for game, (on, record) in zip(ids, exported(), strict=True):
        for seq, entry in enumerate(record.entries, 1):
            if result_of(record, entry) == "march":
                alone = entry.get("alone") is True
                found.append(March(on, game, seq, record.variant.name, entry["maker"], alone))
    return found


def every_moment_is_true_of_the_records(thursday: FoundGroup) -> None:
    every, told = marches(), 0
    for on in sorted({one.on for one in every}):
        for moment in of_evening(thursday.pk, on):
            place = next(
                n for n, one in enumerate(every) if (one.game, one.seq) == (moment.table_id, moment.seq)
            )
            check(
                moment.text,
                every[place],
                [one for one in every[:place] if one.variant == every[place].variant],
            )
            told += 1
    assert told > 20


def check(text: str, hand: March, before: list[March]) -> None:
    """That a sentence about a hand is true, by the marches *before* it in the same game."""
    if found := BY_ANYONE.fullmatch(text):
        kind, weeks, name = found.groups()
        earlier = of_kind(before, kind)
    elif found := OWN.fullmatch(text):
        name, kind, weeks = found.groups()
        earlier = [one for one in of_kind(before, kind) if one.name == name]
    else:
        found = OF_SEASON.fullmatch(text)
        assert found, text
        name, rank, kind, season = found.groups()
        first = next(one for one in MONTHS.items() if hand.on.month in one[1])
        assert season == first[0]
        some = [one for one in of_kind(before, kind) if one.name == name and one.on.month in first[1]]
        assert rank in (RANKS[len(some) - 2 : len(some) - 1] or (f"{len(some) + 1}th",)), text
        assert name == hand.name
        return
    assert (name, kind == "march" or hand.alone) == (hand.name, True), text
    since = (hand.on - earlier[-1].on).days // 7
    assert weeks in (NUMBERS[since - 3 : since - 2] or (str(since),)), text


def of_kind(some: list[March], kind: str) -> list[March]:
    return [one for one in some if one.alone or kind == "march"]


def test_the_figures_of_many_evenings_are_those_of_the_records(thursday: FoundGroup) -> None:
    """All of one group: to play its seventy games takes longer than to count them."""
    the_best_and_the_worst_evening_are_those_of_the_records(thursday)
    streaks_are_those_of_the_records(thursday)
    with_whom_one_wins_is_what_the_records_say(thursday)
    every_moment_is_true_of_the_records(thursday)
