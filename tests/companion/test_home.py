"""Home: the games to choose from, the games on this phone, day or night."""

import re
from datetime import UTC, datetime

import pytest
from django.urls import reverse

from companion import store
from companion.access import devices
from companion.rules.options import Game, catalogue
from companion.store import groups, nights
from scoring import VARIANTS, __version__
from tests.companion.factories import (
    NAMES,
    SEATS,
    Phone,
    device,
    group,
    hand,
    let_in,
    let_in_group,
    opening,
    table,
)
from tests.companion.nights import load, night, play, start
from tests.companion.pages import Page, page

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone() -> Phone:
    return Phone()


def home(phone: Phone) -> Page:
    return page(phone.get("/"))


def test_every_game_stands_there_with_what_it_takes(phone: Phone) -> None:
    found = home(phone)
    assert [game.variant for game in catalogue()] == list(VARIANTS)
    for game in catalogue():
        assert f"{game.title} {game.takes}" in found.text
        assert game.note in found.text
        assert f"/games/new/{game.variant}/" in found.links


@pytest.mark.parametrize("game", catalogue(), ids=lambda game: game.variant)
def test_the_menu_says_the_right_number_of_players(game: Game) -> None:
    seats = VARIANTS[game.variant].seats
    players = str(seats[0]) if len(seats) == 1 else f"{seats[0]}–{seats[-1]}"
    assert game.takes.startswith(players + " players, ")


def test_a_new_phone_has_no_games_and_no_way_back(phone: Phone) -> None:
    found = home(phone)
    assert "Your games" not in found.text
    assert "Continue" not in found.text


def test_the_running_game_is_on_top_with_its_scores_and_whose_deal_it_is(phone: Phone) -> None:
    game = table(title="Thursday", variant="king-cutthroat", entries=[hand("king-cutthroat")])
    found = home(phone)
    assert "Thursday King Cut-Throat, hand 2, Bo deals Ann 1 Bo 1 Cy 0 Join" in found.text
    assert "Continue Thursday" in found.text
    assert f"/games/{game.id}/" in found.links
    assert "Your games" not in found.text


def test_the_one_written_to_last_is_the_running_one(phone: Phone) -> None:
    first, second = table(title="First"), table(title="Second")
    assert "Continue Second" in home(phone).text
    store.append(phone.device, first.id, store.new_key(), 0, hand("partnership"))
    found = home(phone)
    assert "Continue First" in found.text
    assert "Ann & Cy, Bo & Dee 0–0 Euchre, Second, 0 hands so far" in found.text
    assert f"/games/{second.id}/" in found.links


@pytest.mark.parametrize(
    ("year", "first", "second"),
    [
        (2026, "Thursday, Nov 12", "Thursday, Nov 19"),
        (2027, "November 12, 2026", "November 19, 2026"),
    ],
)
def test_games_are_told_apart_by_their_day(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, year: int, first: str, second: str
) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: datetime(year, 11, 30, tzinfo=UTC))
    table(played_on="2026-11-12", options={"target": 1}, entries=[hand("partnership")])
    assert f"Euchre, {first}, 1 hand, finished" in home(phone).text
    table(played_on="2026-11-19", title="Club")
    assert f"Club Euchre, {second} hand 1" in home(phone).text
    assert f"Euchre, {first}, 1 hand, finished" in page(phone.get("/games/all/")).text


@pytest.mark.parametrize(
    ("zone", "now", "first"),
    [
        ("Pacific/Honolulu", "2026-11-20T12:30", "Continue Own"),  # half past two at night, still of the 19th
        ("Pacific/Honolulu", "2026-11-21T03:30", "Follow Euchre"),  # the afternoon after
        ("Pacific/Kiritimati", "2026-11-19T11:30", "Continue Own"),
    ],
)
def test_a_game_that_is_to_be_begun_in_this_evening_is_first(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, zone: str, now: str, first: str
) -> None:
    at = datetime.fromisoformat(now).replace(tzinfo=UTC)
    monkeypatch.setattr("django.utils.timezone.now", lambda: at)
    friday = group("Friday", "bo")
    let_in_group(friday, "ann", "viewer")
    table(device=device("bo"), group=friday.pk, played_on="2026-11-20")
    table(title="Own", played_on="2026-11-19")
    phone.cookies[devices.ZONE] = zone
    assert first in home(phone).text


def test_the_same_players_may_start_anew_at_any_time(phone: Phone) -> None:
    finished = table(options={"target": 1}, entries=[hand("partnership")])
    assert f"/games/new/partnership/?again={finished.id}" in home(phone).links
    running = table(variant="buck")
    assert f"/games/new/buck/?again={running.id}" in home(phone).links


def test_a_finished_game_says_who_won_and_leads_to_its_recap(phone: Phone) -> None:
    game = table(options={"target": 1}, entries=[hand("partnership")])
    found = home(phone)
    assert "Ann & Cy 1–0 Euchre, 1 hand, finished" in found.text
    assert f"/games/{game.id}/recap/" in found.links
    assert "Continue" not in found.text


def test_the_points_of_who_won_stand_first_wherever_a_game_is_over(phone: Phone) -> None:
    theirs = hand("partnership", 1, tricks={"Bo & Dee": 5})
    made = table(entries=[theirs, hand("partnership"), *[theirs] * 4])
    assert made.state.scores == {"Ann & Cy": 1, "Bo & Dee": 10}
    assert "Bo & Dee 10–1" in home(phone).text
    for room in ("table", "board", "recap"):
        shown = page(phone.get(reverse(room, args=[made.id]))).text
        assert "10–1" in shown, room
        assert "1–10" not in shown, room


def test_a_finished_game_with_chips_says_by_how_much(phone: Phone) -> None:
    entries = [*opening("poker-chips"), hand("poker-chips"), {"kind": "end"}]
    game = table(variant="poker-chips", entries=entries)
    assert f"Ann +{game.state.net['Ann']} Poker-Euchre, chips, 1 hand, finished" in home(phone).text


def test_scores_below_zero_have_a_true_minus(phone: Phone) -> None:
    table(entries=[{"kind": "adjust", "player": "Ann & Cy", "points": -2, "reason": "x"}])
    table(variant="buck")
    assert "−2–0" in home(phone).text


def test_games_of_other_phones_are_not_there(phone: Phone) -> None:
    table(device="somebody else", title="Theirs")
    assert "Theirs" not in home(phone).text


def test_names_and_titles_do_no_harm(phone: Phone) -> None:
    for variant in ("king-cutthroat", "king-cutthroat"):
        table(variant=variant, players=["<script>alert(1)</script>", "a\u202eb"], title="<b>\u202e</b>")
    found = home(phone)
    assert "<script>alert" not in found.html
    assert "\u202e" not in found.html
    assert "<script>alert(1)</script>" in found.text


def test_a_game_can_be_brought_in(phone: Phone) -> None:
    form = home(phone).form("/games/imports/")
    assert set(form.fields) >= {"key", "file", "text"}


def test_groups_stand_by_name_whatever_letters_it_has(phone: Phone) -> None:
    titles = ["Zebras", "Été", "euchre", "Abend", "bridge"]
    for title in titles:
        group(title)
    wanted = ["Abend", "bridge", "Été", "euchre", "Zebras"]
    shown = re.findall(r"<bdi>([^<]+)</bdi>", phone.get("/").content.decode())
    assert [title for title in shown if title in titles] == wanted
    assert [one.title for one in groups.of_device(phone.device)] == wanted


def test_the_rules_are_a_tap_away(phone: Phone) -> None:
    assert "/rules/" in home(phone).links


@pytest.mark.parametrize("look", ["day", "night"])
def test_day_or_night_by_hand(phone: Phone, look: str) -> None:
    form = home(phone).form("/look/")
    answer = phone.post(form.action, form.data(look=look))
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    for address in ("/", "/rules/", "/games/new/buck/"):
        assert f'<html lang="en" data-look="{look}">' in phone.get(address).content.decode()
    assert f'value="{look}" aria-pressed="true"' in home(phone).html


@pytest.mark.parametrize("look", ["", "dusk"])
def test_anything_else_leaves_it_to_the_phone(phone: Phone, look: str) -> None:
    phone.post("/look/", {"look": "night"})
    phone.post("/look/", {"look": look})
    assert "data-look" not in home(phone).html


def test_a_cookie_somebody_made_up_is_not_printed(phone: Phone) -> None:
    phone.cookies["look"] = '"><script>'
    assert "data-look" not in home(phone).html


def test_many_players_do_not_crowd_the_line(phone: Phone) -> None:
    table(variant="poker-points", players=list(NAMES))
    table(variant="buck")
    assert ", ".join(NAMES) + " Poker-Euchre, points, 0 hands so far" in home(phone).text


@pytest.mark.parametrize("variant", SEATS)
def test_every_game_can_be_the_running_one(phone: Phone, variant: str) -> None:
    game = table(variant=variant, entries=[*opening(variant), hand(variant)])
    found = home(phone).text
    assert all(name in found for name in game.state.scores)
    assert "hand 2, Bo deals" in found


def test_the_number_of_queries_does_not_grow(phone: Phone, django_assert_num_queries) -> None:
    table()
    with django_assert_num_queries(7):
        phone.get("/")
    for _game in range(10):
        table(entries=[hand("partnership")] * 3)
    with django_assert_num_queries(7):
        phone.get("/")


def test_a_phone_finds_each_of_its_games_however_many_they_are(phone: Phone) -> None:
    old = table(title="Cabin", players=["Zoë", "Bo", "Cy", "Dee"], played_on="2026-01-08")
    for number in range(50):
        table(variant="buck", title=f"Game {number}", played_on="2026-11-19")
    shown = home(phone)
    assert ("Cabin" in shown.text, "/games/all/" in shown.links) == (False, True)
    every = [page(phone.get(f"/games/all/?page={number}")) for number in (1, 2)]
    assert "51 games, the last written to first" in every[0].text
    assert "Game 0" in every[0].text
    assert "Cabin" in every[1].text
    for words in ("zoë", "euchre cabin", "January 2026", "Jan dee", "Zoë & Cy", "Zoë, Bo, Cy", "2026-01-08"):
        found = page(phone.get("/games/all/", {"search": words}))
        assert "1 game with" in found.text, words
        assert f"/games/{old.id}/" in found.links
    assert "0 games with" in page(phone.get("/games/all/", {"search": "Zoë Buck"})).text
    assert "50 games with" in page(phone.get("/games/all/", {"search": "Buck, Dirty Clubs"})).text
    for typed in ("0", "-1", "x", "9" * 30):
        assert page(phone.get("/games/all/", {"page": typed})).text == every[0].text
    assert page(phone.get("/games/all/?page=99")).text == every[1].text
    assert "51 games" not in page(Phone("bo").get("/games/all/")).text


def test_a_phone_with_few_games_has_them_all_on_home(phone: Phone) -> None:
    table()
    assert "/games/all/" not in home(phone).links


@pytest.mark.parametrize("name", ["home", "rules"])
def test_the_foot_of_the_page_has_the_version(name: str) -> None:
    assert f"Bower {__version__}</footer>" in Phone().get(reverse(name)).content.decode()


def test_a_table_of_a_night_counts_its_hands_and_then_leads_to_the_night(phone: Phone) -> None:
    view = start(night(4, hands=2))
    [one] = view.night.playing
    play(one, [1])
    found = home(phone)
    assert "hand 2 of 2, " in found.text
    assert "Continue Round 1, table 1" in found.text
    play(one, [1])
    found = home(phone)
    assert "2 hands played" in found.text
    assert "deals" not in found.text
    assert "Euchre night which table comes next" in found.text
    assert f"/nights/{view.night.id}/" in found.links
    assert phone.get("/running/").headers["Location"] == f"/games/{one.table_id}/"


def test_a_scorekeeper_of_a_table_alone_is_led_to_it_once_its_hands_are_played() -> None:
    view = start(night(4, hands=1))
    [one] = view.night.playing
    play(one, [1])
    guest = let_in(store.load(device(), one.table_id).table, "bo", "scorekeeper")
    assert "1 hand played" in home(guest).text
    assert "Continue Round 1, table 1" in home(guest).text


def test_a_table_of_a_night_that_was_ended_is_finished(phone: Phone) -> None:
    view = start(night(4, hands=1))
    [one] = view.night.playing
    play(one, [1])
    nights.end(load(view.night.id))
    found = home(phone)
    assert "1–0" in found.text
    assert "1 hand, finished" in found.text
    assert "Continue" not in found.text
