"""Every figure of the statistics is what its list shows, and what the games say when they are counted."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from html.parser import HTMLParser
from typing import Any

import pytest
from django.urls import reverse

from companion import store
from companion.log.table import Table
from companion.models import Game, Person
from companion.pages.asked import Link
from companion.stats import counted as facts
from companion.stats.periods import ALL, between
from companion.store import figures, groups, naming
from companion.store.figures import Scope
from companion.store.groups import FoundGroup
from tests.bench import big_group
from tests.companion.factories import Phone, device

pytestmark = pytest.mark.django_db

GAMES, HANDS = 24, 190
SUMS = (
    *("hands", "makes", "made", "marches", "euchred", "alone", "alone_made", "alone_marches", "defends"),
    *("euchres", "defends_alone", "drops", "drops_paid", "kings", "showdowns", "showdowns_won"),
    *("bids", "bids_made", "games", "won", "points"),
)


@pytest.fixture
def group() -> FoundGroup:
    """A group with games of four kinds; two spellings are one person, and Hal is hidden."""
    filled = big_group.fill(GAMES, HANDS)
    people = {one.told: one for one in Person.objects.filter(group=filled)}
    together = next(
        (one, other)
        for one in sorted(people)
        for other in sorted(people)
        if one < other
        and not any({one, other} <= set(played.players) for played in big_group.played(GAMES, HANDS))
    )
    found = groups.find(device(), filled.public_id)
    naming.merge(found, people[together[0]].public_id, people[together[1]].public_id)
    Person.objects.filter(pk=people["Hal"].pk).update(shown="Hal the Hidden", hidden=True)
    return found


class Anchors(HTMLParser):
    """The addresses of a page's links, and the words in them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self.inside = True
            self.found.append((dict(attrs)["href"] or "", ""))

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "a"

    def handle_data(self, data: str) -> None:
        if self.inside:
            address, words = self.found[-1]
            self.found[-1] = address, words + data


def links(value: Any) -> Iterator[Link]:
    """Every figure in what a template is given, however deep."""
    if isinstance(value, Link):
        yield value
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from links(one)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from links(getattr(value, name))


def figures_of(phone: Phone, address: str) -> dict[str, set[Link]]:
    """The figures that a page shows, by their address; each link to a list is one of them."""
    response = phone.get(address)
    assert response.status_code == 200, address
    context: Any = response.context
    given = [*context.flatten().values()]
    known: dict[str, set[Link]] = {}
    for link in links(given):
        known.setdefault(link.query, set()).add(link)
    hands = next(found for found in [re.search(r"/groups/\w+/hands/", response.content.decode())] if found)[0]
    shown: dict[str, set[Link]] = {}
    for target, words in Anchors(response.content.decode()).found:
        if target.startswith(hands):
            query = target.removeprefix(hands + "?")
            fits = {link for link in known[query] if link.text in words or link.text.startswith("Last")}
            assert fits, (target, words)
            shown.setdefault(query, set()).update(fits)
    assert shown
    return shown


def total(phone: Phone, group: FoundGroup, query: str) -> int:
    """How much a list has: what it says, which is what its pages show."""
    address = reverse("group_hands", args=[group.group_id]) + "?" + query
    first = phone.get(address)
    assert first.status_code == 200, query
    lines = first.context["lines"]
    weight = len(lines.games) or len(lines.hands)
    for page in range(2, lines.pages + 1):
        others = phone.get(f"{address}&page={page}").context["lines"]
        weight += len(others.games) or len(others.hands)
    kings = "what=kings" in query
    assert weight == lines.total or (kings and weight <= lines.total), query
    found: int = lines.total
    return found


@pytest.mark.parametrize(
    "query", ["period=all", "period=all&game=king-cutthroat", "period=2017&game=partnership"]
)
def test_every_figure_is_the_number_of_hands_or_games_that_it_opens(group: FoundGroup, query: str) -> None:
    phone, seen = Phone(), set()
    pages = [reverse("group_stats", args=[group.group_id]) + f"?{query}&all=1"]
    people = Person.objects.filter(group=group.pk, into=None, told__in=("Ann", "Hal"))
    pages += [reverse("person", args=[group.group_id, one.public_id]) + "?" + query for one in people]
    for page in pages:
        for opened, some in figures_of(phone, page).items():
            if opened in seen:
                continue
            seen.add(opened)
            count = total(phone, group, opened)
            for link in some:
                assert count == link.count, (page, link)
                assert said(link) in (None, link.count), (page, link)
    assert len(seen) > 40


def said(link: Link) -> int | None:
    """The number that a figure's text says its list has; None where it says another thing of it."""
    if re.fullmatch(r"\d+", link.text) and "what=rated" not in link.query and "what=games" not in link.query:
        return int(link.text)
    parts = re.fullmatch(r"(\d+)–(\d+)", link.text)
    if parts:
        return int(parts[1]) + int(parts[2])
    of = re.fullmatch(r"(\d+) of (\d+)( won)?", link.text)
    return int(of[2] if of[3] else of[1]) if of else None


def counted(group: FoundGroup, first: date, last: date) -> dict[tuple[str, str], Counter[str]]:
    """The sums of everyone's hands and games, by root's name and game, counted one by one from the logs."""
    found: dict[tuple[str, str], Counter[str]] = {}
    names = {
        one.told: one.into.told if one.into else one.told for one in Person.objects.filter(group=group.pk)
    }
    for game in Game.objects.filter(group=group.pk):
        made = store.load(device(), game.public_id).table
        if not first <= date.fromisoformat(made.header.played_on) <= last:
            continue
        for item in made.entries:
            if item.step and item.hand and item.before:
                for part in facts.parts(item.before, item.entry, item.hand):
                    found.setdefault((names[part.player], made.variant.name), Counter()).update(of_part(part))
        for name in made.state.players:
            of_game = found.setdefault((names[name], made.variant.name), Counter())
            if made.state.over:
                of_game.update(games=1, won=name_won(made, name), points=brought(made, name))
    return found


def of_part(part: facts.Part) -> dict[str, int]:
    made = part.result in (facts.MADE, facts.MARCH)
    maker, defends = part.role == facts.MAKER, part.role == facts.DEFENDER
    return {
        "hands": part.role != facts.AWAY,
        "makes": maker,
        "made": maker and made,
        "marches": maker and part.result == facts.MARCH,
        "euchred": maker and part.result == facts.EUCHRED,
        "alone": maker and part.alone,
        "alone_made": maker and part.alone and made,
        "alone_marches": maker and part.alone and part.result == facts.MARCH,
        "defends": defends and part.result != "",
        "euchres": defends and part.result == facts.EUCHRED,
        "defends_alone": part.defended_alone,
        "drops": part.role == facts.DROPPED,
        "drops_paid": part.drop_paid,
        "kings": part.kings,
        "showdowns": part.showdown != "",
        "showdowns_won": part.showdown == facts.WON,
        "bids": maker and part.bid is not None,
        "bids_made": maker and part.bid is not None and made,
    }


def name_won(made: Table, name: str) -> bool:
    return made.variant.side_of(made.state.players, name) in made.state.winners


def brought(made: Table, name: str) -> int:
    state, side = made.state, made.variant.side_of(made.state.players, name)
    if made.variant.has_bank:
        return state.net[side]
    goal = made.variant.goal
    assert goal
    start = goal.start(made.header.options)
    return start - state.scores[side] if goal.down else state.scores[side] - start


@pytest.mark.parametrize("days", [None, (date(2017, 1, 10), date(2017, 1, 20))])
def test_the_sums_are_those_counted_from_the_logs(group: FoundGroup, days: tuple[date, date] | None) -> None:
    who = figures.people(group.pk)
    period = between(*days) if days else ALL
    found = figures.sums(Scope(group.pk, period), who)
    by_name = {(who.rows[number].told, variant): one for (number, variant), one in found.items()}
    expected = counted(group, *(days or (date.min, date.max)))
    assert {key for key, one in by_name.items() if one != type(one)()} <= set(expected)
    for key, counts in expected.items():
        assert {name: getattr(by_name[key], name) for name in SUMS} == {name: counts[name] for name in SUMS}


def test_the_figures_of_all_seasons_add_up_to_those_of_all_time(group: FoundGroup) -> None:
    who = figures.people(group.pk)
    whole = figures.played(Scope(group.pk))
    assert whole.days
    first, last = whole.days
    middle = first + timedelta(days=(last - first).days // 2)
    halves = [
        figures.totals(Scope(group.pk, period), who)
        for period in (between(None, middle), between(middle + timedelta(days=1), None))
    ]
    for one in figures.totals(Scope(group.pk), who):
        parts = [part for half in halves for part in half if part.number == one.number]
        assert sum(part.figures.games for part in parts) == one.figures.games
        assert sum(part.figures.made for part in parts) == one.figures.made


def test_head_to_head_is_the_same_from_both_sides(group: FoundGroup) -> None:
    who = figures.people(group.pk)
    everyone = {(pair.one, pair.other): pair for pair in figures.read(Scope(group.pk), who).pairs}
    for number in {number for pair in everyone for number in pair}:
        for pair in figures.pairs(Scope(group.pk), who, number):
            assert everyone[pair.one, pair.other] == pair


def test_the_figures_of_a_pair_are_those_of_the_games_they_played_together(group: FoundGroup) -> None:
    phone, who = Phone(), figures.people(group.pk)
    pair = max(figures.read(Scope(group.pk), who).pairs, key=lambda one: one.together)
    one, other = who.rows[pair.one], who.rows[pair.other]
    page = reverse("person", args=[group.group_id, one.public_id]) + f"?period=all&with={other.public_id}"
    for opened, some in figures_of(phone, page).items():
        assert f"with={other.public_id}" in opened
        count = total(phone, group, opened)
        assert {(link.count, said(link) in (None, count)) for link in some} == {(count, True)}
    assert phone.get(page).context["total"].figures.games == pair.together
    names = {one.name, other.name}
    for game in (
        phone.get(
            reverse("group_hands", args=[group.group_id])
            + f"?what=games&person={one.public_id}&with={other.public_id}"
        )
        .context["lines"]
        .games
    ):
        sides = {player.side for player in game.players if player.name in names}
        assert len(sides) == 1
