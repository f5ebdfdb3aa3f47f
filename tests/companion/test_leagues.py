"""Leagues: what counts, ties and best evenings; their pages, who sees and changes them, closing, titles."""

import random
from collections import Counter
from datetime import UTC, date, datetime
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from django.urls import reverse

from companion import store
from companion.access.devices import ZONE
from companion.log import rights
from companion.models import GameFacts, Night, NightRound
from companion.models import League as Row
from companion.pages.league import figure, league_page
from companion.stats.league import (
    EVENINGS,
    NIGHTS,
    PLACES,
    SCORES,
    WAYS,
    WINS,
    Event,
    Result,
    Rules,
    standings,
)
from companion.store import figures, leagues, naming, night_players, nights
from companion.store.groups import FoundGroup
from companion.store.night_players import NewNight
from companion.wording.refusal import AppRefusal
from tests.companion.factories import Phone, group, let_in_group, table
from tests.companion.nights import finish, load, people, start
from tests.companion.pages import page
from tests.companion.test_statistics_pages import EUCHRED, LONER, pid

DAY = date(2026, 11, 20)
FALL = Rules(date(2026, 9, 1), date(2026, 11, 30))
USUAL = {"way": PLACES, "counted": "both"}
POINTS = "Points of different games can’t be added. Choose euchre nights, or count another way."
BY_HAND = (10, 7, 5, 3, 2, 1)


def event(*ranked: str) -> Event:
    """An evening: who shares the first place, by letters, then the second one, and so on."""
    results, rank = [], 1
    for at, together in enumerate(ranked):
        results += [Result(ord(one), rank, 50 - 10 * at, 5 - at, at) for one in together]
        rank += len(together)
    return Event(DAY, "", tuple(results))


def test_columns_of_two_years_have_their_year() -> None:
    days = (date(2026, 1, 8), date(2026, 11, 19), date(2027, 1, 7))
    events = [Event(day, "", ()) for day in days]
    heads = [
        [one.text for one in league_page(some, [], {}, is_closed=False).columns]
        for some in (events[:2], events)
    ]
    assert heads == [["Jan 8", "Nov 19"], ["Jan 8, 2026", "Nov 19, 2026", "Jan 7, 2027"]]


def test_who_shares_a_place_shares_its_points_and_the_best_evenings_count() -> None:
    rules = Rules(DAY, DAY, best=2, least=2)
    found = standings(rules, [event("a", "bc"), event("ab"), event("b", "a", "d")])
    rows = {chr(row.person): row for row in found}
    assert [(name, row.rank, figure(row.total)) for name, row in rows.items()] == [
        ("a", 1, "18.5"),
        ("b", 1, "18.5"),
        ("c", 0, "6"),
        ("d", 0, "5"),
    ]
    assert [cell and (figure(cell.figure), cell.counts) for cell in rows["b"].cells] == [
        ("6", False),
        ("8.5", True),
        ("10", True),
    ]
    assert rows["d"].cells[0] is None
    assert (rows["a"].attended, rows["a"].loners) == (3, 1)
    assert figure(Fraction(10, 3)) == "3.33"


@pytest.mark.parametrize("seed", range(40))
def test_ten_nights_come_to_what_other_code_makes_of_them(seed: int) -> None:
    """Each league is counted again: from every choice of nights the best one, places by comparing points."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    events, scores = [], []
    for _ in range(10):
        there = chance.sample("abcdefghi", chance.randint(4, 9))
        points = {name: chance.randint(0, 12) for name in there}
        ranks = {name: 1 + sum(other > own for other in points.values()) for name, own in points.items()}
        results = [Result(ord(name), ranks[name], own, own // 3, own % 3) for name, own in points.items()]
        events.append(Event(DAY, "", tuple(results)))
        scores.append(points)
    way, best, least = chance.choice(WAYS), chance.randint(0, 6), chance.randint(0, 8)

    def worth(points: dict[str, int], name: str) -> Fraction:
        if way != PLACES:
            return Fraction(points[name] if way == SCORES else points[name] // 3)
        order = sorted(points.values(), reverse=True)
        same = [at for at, other in enumerate(order) if other == points[name]]
        return Fraction(sum(BY_HAND[at] for at in same if at < len(BY_HAND)), len(same))

    expected = {}
    for name in sorted({one for points in scores for one in points}):
        own = [worth(points, name) for points in scores if name in points]
        most = max(sum(some, Fraction()) for some in combinations(own, min(best or len(own), len(own))))
        expected[name] = (most, len(own))
    rows = standings(Rules(DAY, DAY, way, best=best, least=least), events)
    assert {chr(row.person): (row.total, row.attended) for row in rows} == expected
    placed = [row for row in rows if row.rank]
    assert [row.attended >= least for row in rows] == sorted((bool(row.rank) for row in rows), reverse=True)
    totals = Counter(row.total for row in placed)
    for row in placed:
        assert row.rank == 1 + sum(number for total, number in totals.items() if total > row.total)


pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture
def club() -> FoundGroup:
    """A group with a night in September, one in December, and a Thursday on which Ann won two of three."""
    found = group("Club")
    for day in (datetime(2026, 9, 11, 19, tzinfo=UTC), datetime(2026, 12, 4, 19, tzinfo=UTC)):
        new = NewNight(people=people(8), hands=2, rounds=1, ties=("card",))
        night_id = night_players.start_night(found, store.new_key(), new)
        nights.end(finish(start(load(night_id))))
        NightRound.objects.filter(night__public_id=night_id).update(at=day)
    table(group=found.pk, entries=[LONER] * 3, played_on="2026-10-01")
    table(group=found.pk, entries=[LONER] * 3, played_on="2026-10-01")
    table(group=found.pk, entries=[EUCHRED] * 5, played_on="2026-10-01")
    table(group=found.pk, entries=[EUCHRED], played_on="2026-10-08")
    return found


def made(found: FoundGroup, **given: Any) -> leagues.League:
    rules = Rules(**{**vars(FALL), **given})
    return leagues.find(found, leagues.create(found, store.new_key(), "Fall league", rules))


def totals(found: FoundGroup, league: leagues.League) -> dict[str, str]:
    who = figures.people(found.pk)
    return {who.rows[row.person].name: figure(row.total) for row in leagues.counted(found, league, who).rows}


def test_a_league_counts_the_nights_and_evenings_of_its_days(club: FoundGroup) -> None:
    night = Night.objects.order_by("pk")[0].public_id
    places = nights.places(Night.objects.filter(public_id=night))[night]
    names = {number: one.name for number, one in figures.people(club.pk).rows.items()}
    assert totals(club, made(club, way=SCORES, counted=NIGHTS)) == {
        names[one.person]: str(one.points) for one in places
    }
    thursday = {"Ann": "2", "Cy": "2", "Bo": "1", "Dee": "1"}
    assert totals(club, made(club, way=WINS, counted=EVENINGS)) == thursday
    both = totals(club, made(club, way=WINS))
    assert both == {
        names[one.person]: str(one.wins + int(thursday.get(names[one.person], 0))) for one in places
    }
    assert totals(club, made(club, counted=EVENINGS)) == {"Ann": "8.5", "Cy": "8.5", "Bo": "4", "Dee": "4"}
    assert totals(club, made(club, counted=NIGHTS, last=date(2026, 9, 10))) == {}
    assert totals(club, made(club, counted=NIGHTS, last=date(2026, 9, 11)))
    naming.hide(club, pid(club, "Cy"), True)
    assert "Cy" not in totals(club, made(club, counted=NIGHTS))
    assert totals(club, made(club, counted=EVENINGS)) == {"Ann": "10", "Bo": "4", "Dee": "4"}


@pytest.mark.parametrize("zone", ["", "America/New_York", "Pacific/Auckland"])
def test_in_a_group_without_a_zone_all_readers_see_the_same_standings(zone: str) -> None:
    found, phone = group(), Phone()
    new = NewNight(people=people(4), hands=1, rounds=1)
    view = finish(start(load(night_players.start_night(found, store.new_key(), new))))
    nights.end(load(view.night.id))
    NightRound.objects.update(at=datetime(2026, 12, 1, 3, tzinfo=UTC))  # three at night on the server
    phone.cookies[ZONE] = zone
    league = leagues.create(found, store.new_key(), "Fall", FALL)
    assert "leads" in page(phone.get(reverse("league", args=[found.group_id, league]))).text


def test_one_evening_that_counts_and_one_column_left_out_are_in_the_singular(club: FoundGroup) -> None:
    for day in range(1, 27):
        table(group=club.pk, entries=[LONER] * 3, played_on=f"2026-11-{day:02}")
    league = made(club, counted=EVENINGS, best=1, least=1)
    said = page(Phone().get(reverse("league", args=[club.group_id, league.id]))).text
    assert "best 1 counts" in said
    assert "The best evening of each player counts. A place takes 1 evening." in said
    assert "1 earlier column isn’t shown; it still counts." in said


def test_a_closed_league_stays_as_it_was_and_says_what_came_later(club: FoundGroup) -> None:
    league = made(club, way=WINS, counted=EVENINGS)
    phone, address = Phone(), reverse("league", args=[club.group_id, league.id])
    phone.post(address, {"close": "1"})
    closed = page(phone.get(address)).text
    assert "won the league Ann and Cy" in closed
    assert "were corrected" not in closed
    for name, url in (("group", [club.group_id]), ("person", [club.group_id, pid(club, "Ann")])):
        assert "Fall league" in page(phone.get(reverse(name, args=url))).text
    assert "Fall league" not in page(phone.get(reverse("person", args=[club.group_id, pid(club, "Bo")]))).text
    table(group=club.pk, entries=[EUCHRED] * 5, played_on="2026-10-01")
    assert "Bo 2 instead of 1; Dee 2 instead of 1" in page(phone.get(address)).text
    change = {"title": "New", "first": "2026-09-01", "last": "2026-11-30", **USUAL}
    assert "This league is closed. Open it again to change it." in page(phone.post(address, change)).text
    assert totals(club, leagues.find(club, league.id))["Bo"] == "1"
    phone.post(address, {"reopen": "1"})
    assert totals(club, leagues.find(club, league.id))["Bo"] == "2"
    phone.post(address, {"remove": "1"})
    assert phone.get(address).status_code == 404


def test_two_winners_who_were_merged_since_are_named_once() -> None:
    found = group("Club")
    for day, name in (("2026-10-01", "Ann"), ("2026-10-08", "Annie")):
        loner = {**LONER, "maker": name, "tricks": {f"{name} & Cy": 5}}
        table(group=found.pk, entries=[loner] * 3, players=[name, "Bo", "Cy", "Dee"], played_on=day)
    naming.hide(found, pid(found, "Cy"), True)
    league = made(found, way=WINS, counted=EVENINGS)
    phone, address = Phone(), reverse("league", args=[found.group_id, league.id])
    phone.post(address, {"close": "1"})
    assert "won the league Ann and Annie most loners: 3 Ann and Annie" in page(phone.get(address)).text
    naming.merge(found, pid(found, "Ann"), pid(found, "Annie"))
    assert "won the league Ann most loners: 3 Ann never" in page(phone.get(address)).text
    assert "Titles Ann league" in page(phone.get(reverse("group", args=[found.group_id]))).text


def test_a_closed_league_says_so_when_nothing_is_left_of_it(club: FoundGroup) -> None:
    league = made(club, counted=EVENINGS)
    leagues.close(club, league)
    GameFacts.objects.all().delete()
    address = reverse("league", args=[club.group_id, league.id])
    assert "Ann isn’t listed any more" in page(Phone().get(address)).text


def test_the_form_says_what_is_wrong_where_it_is_and_makes_one_league(club: FoundGroup) -> None:
    phone, address = Phone(), reverse("leagues", args=[club.group_id])
    good = {"key": store.new_key(), "title": "Fall", "first": "2026-09-01", "last": "2026-11-30", **USUAL}
    for name, value, said in (
        ("first", "2026-02-30", "That date doesn’t exist."),
        ("last", "2026-08-31", "The last day is before the first."),
        ("last", "2029-08-31", "A league takes two years at most."),
        ("best", "x", "0 or more"),
        ("least", "201", "from 0 to 200"),
        ("way", "x", "Choose one."),
        ("counted", "", "Choose one."),
        (
            "way",
            "scores",
            "Points of different games can’t be added. Choose euchre nights, or count another way.",
        ),
        ("title", "x" * 61, "61"),
    ):
        answer = phone.post(address, {**good, name: value})
        assert (answer.status_code, Row.objects.count()) == (422, 0), name
        assert said in page(answer).text, name
    of_nights = {**good, "way": "scores", "counted": "nights", "best": "4", "least": "2"}
    first, again = (phone.post(address, of_nights) for _ in range(2))
    assert (first.status_code, first["Location"]) == (303, again["Location"])
    [row] = Row.objects.all()
    assert (row.title, row.way, row.counted, row.best, row.least) == ("Fall", "scores", "nights", 4, 2)
    phone.post(first["Location"], {**good, "title": "Autumn", "best": ""})
    row.refresh_from_db()
    assert (row.title, row.way, row.best) == ("Autumn", PLACES, 0)
    with_form = page(phone.get(first["Location"]))
    assert "10, 7, 5, 3, 2, 1 points" in with_form.text
    empty = phone.post(address, {**good, "key": store.new_key(), "first": "2026-11-01"})
    assert "Nothing has been counted yet." in page(phone.post(empty["Location"], {"close": "1"})).text


@pytest.mark.parametrize(
    ("now", "title"), [((2026, 11, 30), "Fall 2026 league"), ((2027, 1, 5), "Winter 2026–27 league")]
)
def test_a_new_league_is_offered_for_the_season_by_its_name(
    monkeypatch: pytest.MonkeyPatch, now: tuple[int, int, int], title: str
) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: datetime(*now, 20, tzinfo=UTC))
    listed, phone = reverse("leagues", args=[group().group_id]), Phone()
    [form] = [one for one in page(phone.get(listed)).forms if "first" in one.fields]
    assert form.fields["title"] == title
    first, last = (date.fromisoformat(form.fields[name]) for name in ("first", "last"))
    made = phone.post(listed, form.data())["Location"]
    days = f"{first:%B} 1, {first.year} to {last:%B} {last.day}, {last.year}"
    assert [days in page(phone.get(address)).text for address in (listed, made)] == [True, True]


def test_two_organizers_who_change_a_league_both_have_their_way(club: FoundGroup) -> None:
    phone, at = Phone(), reverse("league", args=[club.group_id, made(club).id])
    [form] = [one for one in page(phone.get(at)).forms if "was-title" in one.fields]
    for typed in ({"title": "Autumn", "best": "3"}, {"last": "2026-11-29"}, {"best": "", "least": "2"}):
        assert phone.post(at, form.data(**typed)).status_code == 303
    [row] = Row.objects.all()
    assert (row.title, str(row.last), row.best, row.least) == ("Autumn", "2026-11-29", 3, 2)


def test_a_group_has_so_many_leagues(club: FoundGroup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leagues, "MOST", 2)
    for _ in range(2):
        made(club)
    with pytest.raises(AppRefusal, match=r"leagues at most\. Remove one first\."):
        made(club)


def test_players_of_nights_see_leagues_of_nights_and_change_nothing(club: FoundGroup) -> None:
    both, of_nights = made(club), made(club, counted=NIGHTS)
    player = let_in_group(club, "bo", rights.PLAYER)
    listed = reverse("leagues", args=[club.group_id])
    assert of_nights.id in page(player.get(listed)).html
    assert both.id not in page(player.get(listed)).html
    addresses = [reverse("league", args=[club.group_id, one.id]) for one in (of_nights, both)]
    assert [player.get(address).status_code for address in addresses] == [200, 403]
    assert [player.get(address + "picture.png").status_code for address in addresses] == [200, 403]
    for phone in (player, let_in_group(club, "cy", rights.VIEWER)):
        assert phone.post(addresses[0], {"remove": "1"}).status_code == 403
        assert phone.post(listed, {"title": "Mine"}).status_code == 403
    assert Phone("stranger").get(addresses[0]).status_code == 404
    other = group("Other")
    assert Phone().get(reverse("league", args=[other.group_id, of_nights.id])).status_code == 404


def test_a_league_that_was_removed_is_not_a_group_that_the_phone_is_not_in() -> None:
    at, phone = reverse("league", args=[group().group_id, "none"]), Phone()
    assert "isn’t in a group" not in phone.get(at).text
    assert "The link may be wrong" in phone.get(at).text
    assert "This phone isn’t in a group with this address." in Phone("stranger").get(at).text
