"""The pages of statistics: who sees them, what they say, and what they make of any query."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from companion import store
from companion.log import rights
from companion.log.table import Table
from companion.models import Person
from companion.stats import periods
from companion.stats.figure_lines import WHATS
from companion.stats.figures import Chance
from companion.stats.periods import ALL, season
from companion.store import figures, groups, naming, nights
from companion.store.deleted import delete
from companion.store.figure_lines import Behind, lines
from companion.store.figures import Scope
from companion.store.groups import FoundGroup
from tests.bench import big_group
from tests.companion.factories import (
    Entry,
    Phone,
    device,
    group,
    hand,
    let_in_group,
    opening,
    table,
    view,
)
from tests.companion.nights import finish, night, start
from tests.companion.test_plain_words import faults, words_of
from tests.companion.weight import FIRST_PAINT, first_load

pytestmark = pytest.mark.django_db

LONER: Entry = {"kind": "hand", "maker": "Ann", "trump": "spades", "alone": True, "tricks": {"Ann & Cy": 5}}
EUCHRED: Entry = {**LONER, "alone": False, "tricks": {"Ann & Cy": 2, "Bo & Dee": 3}}
LONG = ("Bartholomew-Maximilian von der Hohenzoll", "王小明", "נועה בן־יוסף", "🂡 Queen of the 🃏 table")


@pytest.fixture
def thursday() -> FoundGroup:
    return group()


def game(found: FoundGroup, *entries: Entry, day: str = "2026-11-19", **given: Any) -> Table:
    return table(group=found.pk, entries=list(entries), played_on=day, **given)


def won_by_ann(found: FoundGroup, day: str) -> Table:
    return game(found, LONER, EUCHRED, LONER, LONER, day=day)


def won_by_bo(found: FoundGroup, day: str) -> Table:
    return game(found, *[EUCHRED] * 5, day=day)


def pid(found: FoundGroup, name: str) -> str:
    return Person.objects.get(group=found.pk, told=name).public_id


def stats(found: FoundGroup, query: str = "period=all") -> str:
    return reverse("group_stats", args=[found.group_id]) + "?" + query


def person(found: FoundGroup, name: str, query: str = "period=all") -> str:
    return reverse("person", args=[found.group_id, pid(found, name)]) + "?" + query


def hands(found: FoundGroup, query: str) -> str:
    return reverse("group_hands", args=[found.group_id]) + "?" + query


def texts(address: str, name: str = "ann") -> str:
    response = Phone(name).get(address)
    assert response.status_code == 200, address
    return words_of(response)


def test_a_page_counts_games_wins_and_the_hands_of_a_maker(thursday: FoundGroup) -> None:
    for number in range(7):
        won_by_ann(thursday, f"2026-10-0{number + 1}")
    for number in range(5):
        won_by_bo(thursday, f"2026-11-0{number + 1}")
    said = texts(person(thursday, "Ann"))
    assert "7 of 12 won" in said
    assert "58% likely 32–81%" in said
    assert "Made it 21 of 53 40%" in said
    assert "Euchred 32 of 53 60%" in said
    assert "Alone, made it 21 of 21 100%" in said
    assert "Longest streak: 7 wins" in said
    assert "Cy 7 of 12 won 55%" in said
    assert "Bo 7–5 58%" in said
    assert "Best evening 1 of 1 won" in said
    assert "Worst evening 0 of 1 won November 1, 2026" in said
    everyone = texts(stats(thursday))
    assert "12 games, 12 evenings" in everyone
    assert "1. Ann 12 7 58% 32–81% +8 par 50%" in everyone
    assert "4. Dee 12 5 42% 19–68% −8 par 50%" in everyone
    assert "Ann & Cy 12 7 55%" in everyone
    assert "Fastest win 4 hands Ann & Cy , Euchre, October 1, 2026" in everyone
    assert "Longest winning streak 7 games Ann , October 1, 2026 to October 7, 2026" in everyone


def test_a_record_of_one_hand_or_game_is_in_the_singular(thursday: FoundGroup) -> None:
    game(thursday, LONER, options={"target": 1})
    said = texts(stats(thursday))
    assert "Fastest win 1 hand Ann & Cy" in said
    assert "1 games" not in said


def test_of_equal_records_in_two_games_the_first_is_told(thursday: FoundGroup) -> None:
    game(thursday, LONER, options={"target": 1}, day="2026-11-10")
    names = ["Eli", "Fay", "Gus"]
    shut = {"kind": "hand", "maker": "Eli", "trump": "spades", "tricks": {"Eli": 7}, "kings": ["Eli"]}
    header = {"variant": "king-cutthroat", "players": names, "options": {"target": 1}}
    game(thursday, shut, day="2026-11-05", **header)
    assert "Fastest win 1 hand Eli , King Cut-Throat, November 5, 2026" in texts(stats(thursday))


def test_a_result_of_one_chip_is_in_the_singular(thursday: FoundGroup) -> None:
    given = {"Bo": 5, "Cy": 8, "Dee": 9}  # of the 23 that Ann won
    move = {"kind": "transfer", "from": "Ann", "reason": "lent"}
    moves = [{**move, "to": name, "chips": some} for name, some in given.items()]
    entries = [*opening("poker-chips"), hand("poker-chips"), *moves, {"kind": "end"}]
    made = game(thursday, *entries, variant="poker-chips")
    assert made.state.net == {"Ann": 1, "Bo": 0, "Cy": -1, "Dee": 0}
    assert "Ann +1 chip " in texts(reverse("group_evenings", args=[thursday.group_id]))
    for name, brought in (("Ann", "+1 chip"), ("Bo", "0 chips"), ("Cy", "−1 chip")):
        assert brought + " " in texts(hands(thursday, f"what=games&person={pid(thursday, name)}"))
        assert brought + " " in texts(person(thursday, name))


def test_of_equal_hands_in_one_game_the_first_is_told(thursday: FoundGroup) -> None:
    entries = [*opening("poker-chips"), hand("poker-chips", 1), hand("poker-chips")]
    made = game(thursday, *entries, variant="poker-chips")
    most = [max(item.hand.change.values()) for item in made.entries if item.hand]
    assert most == [most[0]] * 2
    [line] = Phone().get(stats(thursday)).context["records"]
    assert (line.figure, line.names, line.hand) == (str(most[0]), ("Bo",), 1)


def test_a_comeback_is_of_the_winners(thursday: FoundGroup) -> None:
    game(thursday, EUCHRED, EUCHRED, EUCHRED, LONER, LONER, LONER)
    assert "Biggest comeback 1 in 22 Ann & Cy , Euchre, November 19, 2026" in texts(stats(thursday))


def test_fewer_than_ten_games_have_no_percentage(thursday: FoundGroup) -> None:
    won_by_ann(thursday, "2026-11-19")
    said = texts(stats(thursday))
    assert "Ann 1 1 few –" in said
    assert "Ann & Cy 1 1 55%" in said, "a pair has a likely share, near that of its players"
    assert said.count("%") == 2


def test_a_lost_game_begins_with_the_points_of_who_lost_it_in_every_seat(thursday: FoundGroup) -> None:
    won_by_ann(thursday, "2026-11-12")
    won_by_bo(thursday, "2026-11-19")
    for name, lost, won in (("Ann", "0–10", "12–2"), ("Bo", "2–12", "10–0")):
        for one in (name, {"Ann": "Cy", "Bo": "Dee"}[name]):
            said = texts(hands(thursday, f"what=games&person={pid(thursday, one)}"))
            assert f"Lost {lost} " in said, one
            assert f"Won {won} " in said, one


def test_a_game_that_goes_on_counts_its_hands_and_not_itself(thursday: FoundGroup) -> None:
    game(thursday, LONER, EUCHRED)
    found = figures.totals(Scope(thursday.pk), figures.people(thursday.pk))
    ann = next(one for one in found if one.name == "Ann").figures
    assert (ann.games, ann.won, ann.points, ann.hands, ann.makes, ann.euchred) == (0, 0, 0, 2, 2, 1)
    assert "No game was finished in this period. Choose another period above" in texts(stats(thursday))
    assert "0 of 0 won" in texts(person(thursday, "Ann"))


def test_merged_spellings_are_one_person(thursday: FoundGroup) -> None:
    won_by_ann(thursday, "2026-11-05")
    again = {**LONER, "maker": "Annie", "tricks": {"Annie & Cy": 5}}
    game(thursday, again, again, again, players=["Annie", "Bo", "Cy", "Dee"])
    naming.merge(thursday, pid(thursday, "Ann"), pid(thursday, "Annie"))
    assert "2 of 2 won" in texts(person(thursday, "Ann"))
    assert "Annie" not in texts(stats(thursday))
    response = Phone().get(person(thursday, "Annie", ""))
    assert response.headers["Location"] == reverse("person", args=[thursday.group_id, pid(thursday, "Ann")])
    listed = texts(hands(thursday, f"what=alone&person={pid(thursday, 'Ann')}"))
    assert listed.count("Ann went alone in spades, a march") == 0
    assert "6 hands" in listed
    assert "Annie alone" not in listed
    assert "Hand 3: Ann went alone in spades" in listed


def test_hidden_people_are_left_out_of_tables_and_found_at_their_address(thursday: FoundGroup) -> None:
    won_by_ann(thursday, "2026-11-19")
    Person.objects.filter(told="Dee").update(hidden=True)
    assert "Dee" not in texts(stats(thursday))
    assert "Dee" not in texts(person(thursday, "Ann"))
    assert "0 of 1 won" in texts(person(thursday, "Dee"))
    assert "Fastest win 4 hands Ann & Cy ," in texts(stats(thursday))
    Person.objects.filter(told="Cy").update(hidden=True)
    assert "Fastest win 4 hands Ann ," in texts(stats(thursday))


def test_an_evening_of_people_who_are_hidden_is_counted_with_its_games(thursday: FoundGroup) -> None:
    won_by_ann(thursday, "2026-11-12")
    game(thursday, *[EUCHRED] * 5, day="2026-11-12")
    won_by_ann(thursday, "2026-11-19")
    game(thursday, LONER, LONER, LONER, day="2026-11-20", players=["Ann", "Fay", "Cy", "Gus"])
    Person.objects.exclude(told__in=("Fay", "Gus")).update(hidden=True)
    assert figures.evenings(Scope(thursday.pk)) == 3
    assert "4 games, 3 evenings" in texts(stats(thursday))


def test_a_list_says_each_hand_as_corrected_under_the_shown_names(thursday: FoundGroup) -> None:
    made = game(thursday, LONER, EUCHRED)
    Person.objects.filter(told="Ann").update(shown="Anna")
    marched = {**EUCHRED, "tricks": {"Ann & Cy": 5}}
    store.save(device(), made.id, store.new_key(), store.Change(view(made).table.version, 2, marched))
    found = texts(hands(thursday, f"what=marches&person={pid(thursday, 'Ann')}"))
    assert "2 hands" in found
    assert "Hand 2: Anna called spades, 5 tricks, a march +2" in found
    assert "Hand 1: Anna went alone in spades, 5 tricks, a march +4" in found
    assert "November 19, 2026. Euchre: Anna & Cy against Bo & Dee" in found
    assert (
        f"/games/{made.id}/hands/?hand=2#e2"
        in Phone().get(hands(thursday, f"what=marches&person={pid(thursday, 'Ann')}")).content.decode()
    )


def test_names_that_a_rename_made_alike_stay_as_told_in_a_line(thursday: FoundGroup) -> None:
    game(thursday, LONER)
    Person.objects.filter(told="Ann").update(shown="Bo")
    assert "Ann went alone in spades, 5 tricks" in texts(hands(thursday, "what=hands"))


def test_a_deleted_game_counts_no_more(thursday: FoundGroup) -> None:
    made = won_by_ann(thursday, "2026-11-19")
    delete(view(made))
    assert "No game was finished" in texts(stats(thursday))


def test_the_season_of_today_is_shown_first_and_all_time_without_a_game_in_it(
    thursday: FoundGroup, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = won_by_ann(thursday, "2026-11-19")
    for today, period in ((made.header.played_on, "fall-2026"), ("2027-04-01", "all")):
        now = datetime.fromisoformat(f"{today}T20:00+00:00")
        monkeypatch.setattr("companion.views.statistics.timezone.now", lambda now=now: now)
        for address in (stats(thursday, ""), person(thursday, "Ann", "")):
            assert Phone().get(address).context["place"].period.slug == period


@pytest.mark.parametrize("role", [rights.HOST, rights.SCOREKEEPER, rights.VIEWER])
def test_who_may_see_the_group_sees_its_figures_and_opens_its_games(thursday: FoundGroup, role: str) -> None:
    made = won_by_ann(thursday, "2026-11-19")
    phone = let_in_group(thursday, "bo", role)
    for address in (stats(thursday), person(thursday, "Ann"), hands(thursday, "what=hands")):
        assert phone.get(address).status_code == 200
    assert phone.get(reverse("hands", args=[made.id]) + "?hand=1").status_code == 200


def test_a_player_of_nights_is_refused_and_others_find_nothing(thursday: FoundGroup) -> None:
    won_by_ann(thursday, "2026-11-19")
    player = let_in_group(thursday, "cy", rights.PLAYER)
    for address in (stats(thursday), person(thursday, "Ann"), hands(thursday, "what=hands")):
        assert player.get(address).status_code == 403
        assert Phone("stranger").get(address).status_code == 404
        assert Phone().post(address).status_code == 405


def test_people_of_another_group_are_not_found(thursday: FoundGroup) -> None:
    won_by_ann(thursday, "2026-11-19")
    other = group("Friday")
    won_by_ann(other, "2026-11-20")
    stranger = Person.objects.get(group=other.pk, told="Ann").public_id
    assert Phone().get(reverse("person", args=[thursday.group_id, stranger])).status_code == 404
    for name in ("person", "with", "against"):
        given = f"person={pid(thursday, 'Ann')}&{name}={stranger}"
        assert Phone().get(hands(thursday, given)).status_code == 404


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("period=' OR 1=1 --", 422),
        ("period=fall-99999999999999999999", 422),
        ("game=whist", 422),
        ("game=%00", 422),
        ("from=2026-13-01", 422),
        ("from=2026-02-02&to=2026-02-01", 422),
        ("from=<script>", 422),
        ("period=all&all=%F0%9F%98%80", 200),
        ("period=all&unknown=1", 200),
        ("period=&game=&from=&to=", 200),
    ],
)
def test_any_query_is_answered_in_words(thursday: FoundGroup, query: str, status: int) -> None:
    won_by_ann(thursday, "2026-11-19")
    for address in (stats(thursday, query), person(thursday, "Ann", query), hands(thursday, query)):
        response = Phone().get(address)
        assert response.status_code == status, address
        assert b"<script>&" not in response.content
        assert faults(words_of(response)) == []


@pytest.mark.parametrize(
    "query", ["what=", "what=nothing", "what=made%00", "what=streak", "what=won", "what=made&with={ann}"]
)
def test_a_list_that_there_is_not_is_refused(thursday: FoundGroup, query: str) -> None:
    won_by_ann(thursday, "2026-11-19")
    response = Phone().get(hands(thursday, query.format(ann=pid(thursday, "Ann"))))
    assert response.status_code == 422
    assert "There’s no such list. Go back and tap a figure." in words_of(response)


@pytest.mark.parametrize(
    ("page", "shown"), [("0", 1), ("-1", 1), ("x", 1), ("999999999", 2), ("2", 2), ("²", 1)]
)
def test_any_page_is_one_that_there_is(thursday: FoundGroup, page: str, shown: int) -> None:
    for number in range(11):
        won_by_bo(thursday, f"2026-10-{number + 10}")
    response = Phone().get(hands(thursday, f"what=hands&page={page}"))
    assert (response.context["lines"].page, response.context["lines"].pages) == (shown, 2)
    assert len(response.context["listed"]) == (50 if shown == 1 else 5)


def test_long_names_of_all_kinds_stand_whole_in_every_table(thursday: FoundGroup) -> None:
    ann, bo, cy, dee = LONG
    side = f"{ann} & {cy}"
    loner = {**LONER, "maker": ann, "tricks": {side: 5}}
    for _game in range(3):
        game(thursday, loner, loner, loner, players=[ann, bo, cy, dee])
    pages = [stats(thursday), hands(thursday, "what=hands")]
    pages += [person(thursday, name) for name in LONG]
    for address in pages:
        content = Phone().get(address).content.decode()
        assert "Bartholomew-Maximilian" in content
        assert 'style="' not in content
    assert "<bdi>\u2068נועה בן־יוסף\u2069</bdi>" in Phone().get(stats(thursday)).content.decode()


def test_a_group_of_years_takes_few_queries_and_light_pages(django_assert_max_num_queries: Any) -> None:
    filled = big_group.fill(40, 300)
    ann = Person.objects.get(group=filled, told="Ann").public_id
    base = f"/groups/{filled.public_id}/"
    phone = Phone()
    for address in (
        f"{base}stats/?period=all",
        f"{base}stats/?period={big_group.FIRST + timedelta(21)}..&game=king-cutthroat",
        f"{base}people/{ann}/?period=all",
        f"{base}hands/?what=hands&person={ann}",
        f"{base}hands/?what=hands",
    ):
        with django_assert_max_num_queries(15):
            answer = phone.get(address, headers={"accept": "text/html", "accept-encoding": "gzip"})
        assert first_load(address, answer.content).paint <= FIRST_PAINT, address


def test_a_list_is_read_as_quickly_at_its_end(django_assert_max_num_queries: Any) -> None:
    filled = big_group.fill(40, 300)
    who = figures.people(filled.pk)
    scope = Scope(filled.pk)
    whole = lines(scope, who, Behind(WHATS["hands"]))
    for page in (1, whole.pages // 2, whole.pages):
        with CaptureQueriesContext(connection) as asked:
            lines(scope, who, Behind(WHATS["hands"]), page)
        assert len(asked) == 5


def test_a_season_has_its_games_people_and_chips() -> None:
    filled = big_group.fill(40, 300)
    who = figures.people(filled.pk)
    found = figures.season(filled.pk, ALL)
    assert (found.games, found.evenings) == (40, 8)
    totals = {one.person: one for one in figures.totals(Scope(filled.pk), who)}
    assert all(row.chips == totals[row.person].chips for row in found.rows)
    assert sum(row.figures.games for row in found.rows) == sum(one.figures.games for one in totals.values())
    first = figures.played(Scope(filled.pk)).days
    assert first
    assert figures.season(filled.pk, season(first[0])).games == 40


def test_the_streak_is_the_longest_that_anyone_has() -> None:
    filled = big_group.fill(40, 300)
    scope, who = Scope(filled.pk), figures.people(filled.pk)
    totals = figures.totals(scope, who)
    wins = figures.read(scope, who).wins
    assert wins.streak
    longest = 0
    for one in totals:
        now = 0
        for result in figures.results(scope, who, who.spellings(one.number)):
            now = now + 1 if result.won else 0
            longest = max(longest, now)
    assert wins.streak.length == longest
    assert {number: sum(by_day.values()) for number, by_day in wins.won.items()} == {
        one.number: one.figures.won for one in totals
    }


def test_a_game_of_a_day_to_come_does_not_make_this_season_one_of_games(thursday: FoundGroup) -> None:
    today = timezone.now().date()
    for day in (today - timedelta(days=400), today + timedelta(days=400)):
        won_by_ann(thursday, day.isoformat())
    assert "All time: 2 games, 2 evenings" in texts(reverse("group", args=[thursday.group_id]))
    assert "All time: 2 games, 2 evenings" in texts(stats(thursday, ""))
    won_by_ann(thursday, today.isoformat())
    for address in (reverse("group", args=[thursday.group_id]), stats(thursday, "")):
        assert ": 1 game, 1 evening" in texts(address)


def test_of_equal_streaks_a_record_opens_the_one_that_it_names(thursday: FoundGroup) -> None:
    for day in ("2026-01-01", "2026-01-02", "2026-02-01", "2026-02-02"):
        if day == "2026-02-01":
            won_by_bo(thursday, "2026-01-03")
        won_by_ann(thursday, day)
    response = Phone().get(stats(thursday))
    [line] = [line for line in response.context["records"] if line.link]
    assert (line.names, line.note) == (("Ann",), "January 1, 2026 to January 2, 2026")
    listed = Phone().get(hands(thursday, line.link.query)).context["lines"].games
    assert [str(one.played_on) for one in listed] == ["2026-01-02", "2026-01-01"]


@pytest.mark.parametrize("what", ["last", "streak"])
def test_games_in_a_row_are_those_against_the_rival_too(thursday: FoundGroup, what: str) -> None:
    won_by_ann(thursday, "2026-11-05")
    game(thursday, LONER, LONER, LONER, day="2026-11-06", players=["Ann", "Fay", "Cy", "Dee"])
    won_by_ann(thursday, "2026-11-07")
    query = f"what={what}&person={pid(thursday, 'Ann')}&against={pid(thursday, 'Bo')}"
    listed = Phone().get(hands(thursday, query)).context["lines"].games
    assert [str(one.played_on) for one in listed] == ["2026-11-07", "2026-11-05"]


def test_ratings_over_time_are_drawn_where_one_game_is_shown(thursday: FoundGroup) -> None:
    for number in range(10):
        won_by_ann(thursday, f"2026-{number + 1:02}-12")
    path, heading = f"/groups/{thursday.group_id}/stats/", "Ratings, evening by evening"
    assert heading not in Phone().get(path + "?period=all").content.decode()
    with CaptureQueriesContext(connection) as asked:
        page = Phone().get(path + "?period=all&game=partnership").content.decode()
    assert heading in page
    assert len(asked) <= 15
    with CaptureQueriesContext(connection) as asked:
        page = Phone().get(path + "?period=2026&game=partnership").content.decode()
    assert heading in page
    assert len(asked) <= 15


def test_an_evening_without_a_win_is_nobodys_best(thursday: FoundGroup) -> None:
    for day in (*(f"2026-10-0{number}" for number in range(1, 5)), "2026-11-05"):
        won_by_ann(thursday, day)
    assert "evening" not in texts(person(thursday, "Bo")).replace("Evenings", "")


def test_games_of_five_alone_and_of_two_teams_are_compared_with_par(thursday: FoundGroup) -> None:
    for number in range(12):
        won_by_bo(thursday, f"2026-10-{number + 1:02}")
        won_by_ann(thursday, f"2026-11-{number + 1:02}")
        names = ["Eli", "Fay", "Gus"]
        header = {"variant": "king-cutthroat", "players": names, "options": {"target": 1}}
        winner = names[0 if number % 2 else 1 + number // 2 % 2]
        tricks = {name: 7 * (name == winner) for name in names}
        shut = {"kind": "hand", "maker": winner, "trump": "spades", "tricks": tricks, "kings": [winner]}
        table(**header, entries=[shut], group=thursday.pk, played_on=f"2026-12-{number + 1:02}")
    found = figures.totals(Scope(thursday.pk), figures.people(thursday.pk))
    by_name = {one.name: one.chance for one in found}
    assert by_name["Eli"].expected == pytest.approx(4.0)
    assert by_name["Ann"] == Chance(12, 24, 12.0)
    assert texts(stats(thursday)).index("1. Eli") < texts(stats(thursday)).index("2. Ann")
    assert sum(one.won - one.expected for one in by_name.values()) == pytest.approx(0)


def test_the_page_names_who_won_the_seasons_before_this_one(thursday: FoundGroup) -> None:
    today = timezone.now().date()
    last, before = periods.past(today)[:2]
    assert last.first
    assert before.first
    for number in range(12):
        of_last, of_before = (str(first + timedelta(number)) for first in (last.first, before.first))
        won_by_bo(thursday, of_last) if number % 3 else won_by_ann(thursday, of_last)
        if number < 9:
            won_by_ann(thursday, of_before)
    who = figures.people(thursday.pk)
    [title] = figures.titles(thursday.pk, today, who)
    assert title.period == last, "nine games are too few for a title"
    assert {who.rows[one].name: (games.won, games.games) for one, games in title.winners.items()} == {
        "Bo": (8, 12),
        "Dee": (8, 12),
    }
    naming.hide(thursday, pid(thursday, "Dee"), True)
    said = words_of(Phone().get(reverse("group", args=[thursday.group_id])))
    assert "Titles Bo" in said
    assert "8 of 12 won" in said


def test_the_page_names_who_won_the_last_nights() -> None:
    view = finish(start(night(8, hands=1, rounds=1, ties=("card",), title="Club night")))
    found = groups.find(device(), view.night.group)
    address = reverse("group", args=[found.group_id])
    assert "Titles" not in words_of(Phone().get(address))
    nights.end(view)
    [best] = nights.winners(found, [view.night.id])[view.night.id]
    assert f"Titles {best.name}" in words_of(Phone().get(address))
