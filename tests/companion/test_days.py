"""A game belongs to the evening of its table: its time zone, and an evening ends at 5 am."""

import json
from contextlib import AbstractContextManager
from datetime import UTC, date, datetime, timedelta
from html import unescape
from importlib import import_module
from unittest import mock
from uuid import uuid4

import pytest
from django.apps import apps

from companion import models
from companion.access.devices import ZONE
from companion.store import groups, rebuilding
from companion.wording.dates import Clock
from tests.companion.factories import Phone, device, group, record
from tests.companion.pages import read_page

pytestmark = pytest.mark.django_db
HONOLULU, NEW_YORK = "Pacific/Honolulu", "America/New_York"
BERLIN, AUCKLAND = "Europe/Berlin", "Pacific/Auckland"
# A moment in UTC, and the evening that it is in.
EVENINGS = (
    (NEW_YORK, "2026-11-20T01:30", "2026-11-19"),  # half past eight on Thursday: tomorrow in UTC
    (NEW_YORK, "2026-11-20T05:30", "2026-11-19"),  # past midnight
    (NEW_YORK, "2026-11-20T09:59", "2026-11-19"),
    (NEW_YORK, "2026-11-20T10:00", "2026-11-20"),
    (HONOLULU, "2026-11-20T06:00", "2026-11-19"),  # eight in the evening
    (HONOLULU, "2026-11-20T14:59", "2026-11-19"),
    (HONOLULU, "2026-11-20T15:00", "2026-11-20"),
    (BERLIN, "2026-11-19T23:30", "2026-11-19"),  # half past midnight
    (AUCKLAND, "2026-11-19T08:00", "2026-11-19"),  # nine in the evening
    (AUCKLAND, "2026-11-19T12:00", "2026-11-19"),  # one at night: still yesterday in UTC
    (AUCKLAND, "2026-11-19T16:00", "2026-11-20"),
    # Clocks go forward in the night before these days, then back.
    *((NEW_YORK, "2026-03-08T08:59", "2026-03-07"), (NEW_YORK, "2026-03-08T09:00", "2026-03-08")),
    *((NEW_YORK, "2026-11-01T09:59", "2026-10-31"), (NEW_YORK, "2026-11-01T10:00", "2026-11-01")),
    *((BERLIN, "2026-03-29T02:59", "2026-03-28"), (BERLIN, "2026-03-29T03:00", "2026-03-29")),
    *((BERLIN, "2026-10-25T03:59", "2026-10-24"), (BERLIN, "2026-10-25T04:00", "2026-10-25")),
    *((AUCKLAND, "2026-09-26T15:59", "2026-09-26"), (AUCKLAND, "2026-09-26T16:00", "2026-09-27")),
    *((AUCKLAND, "2026-04-04T16:59", "2026-04-04"), (AUCKLAND, "2026-04-04T17:00", "2026-04-05")),
    ("", "2026-11-20T04:59", "2026-11-19"),  # TIME_ZONE is UTC in tests
    ("Moon/Tranquility", "2026-11-20T05:00", "2026-11-20"),
)


def at(moment: str) -> datetime:
    return datetime.fromisoformat(moment).replace(tzinfo=UTC)


def clock(moment: str) -> AbstractContextManager[mock.Mock]:
    """It is this moment, in UTC."""
    return mock.patch("django.utils.timezone.now", return_value=at(moment))


def phone_in(zone: str) -> Phone:
    phone = Phone()
    phone.cookies[ZONE] = zone
    return phone


def begun(phone: Phone, moment: str, in_group: str = "", **said: str) -> models.Game:
    """The game that New game starts at this moment, with the form as it is drawn; *said* replaces fields."""
    with clock(moment):
        page = read_page(*shown(phone, f"/games/new/partnership/?group={in_group}"))
        players = ["Ann", "Bo", "Cy", "Dee"]
        phone.post("/games/", page.form("/games/").data(players=players, dealer="1", second="1", **said))
    return models.Game.objects.select_related("facts").latest("pk")


def shown(phone: Phone, path: str) -> tuple[int, str]:
    response = phone.get(path)
    return response.status_code, response.content.decode()


def days(game: models.Game) -> set[str]:
    """All days that are stored of a game."""
    game = models.Game.objects.select_related("facts").get(pk=game.pk)
    of_players = game.facts.players.values_list("played_on", flat=True)
    return {json.loads(game.header)["played_on"], str(game.facts.played_on), *map(str, of_players)}


@pytest.mark.parametrize(("zone", "moment", "evening"), EVENINGS)
def test_the_evening_of_a_moment(zone: str, moment: str, evening: str) -> None:
    assert str(Clock(zone).evening(at(moment))) == evening


@pytest.mark.parametrize(("zone", "moment", "evening"), [EVENINGS[0], EVENINGS[5], EVENINGS[7], EVENINGS[9]])
def test_a_new_game_is_dated_by_the_clock_of_its_phone(zone: str, moment: str, evening: str) -> None:
    assert days(begun(phone_in(zone), moment)) == {evening}


def test_without_a_known_zone_the_server_s_counts() -> None:
    assert days(begun(phone_in("Moon/Tranquility"), "2026-11-20T01:30")) == {"2026-11-19"}
    assert not models.Game.objects.get().zone


def test_a_form_that_was_drawn_before_the_phone_said_its_zone() -> None:
    phone = Phone()
    with clock("2026-11-20T07:00"):
        form = read_page(*shown(phone, "/games/new/partnership/")).form("/games/")
        assert form.data()["played_on"] == "2026-11-20"
        phone.cookies[ZONE] = NEW_YORK
        phone.post("/games/", form.data(players=["Ann", "Bo", "Cy", "Dee"], dealer="1"))
    assert days(models.Game.objects.get()) == {"2026-11-19"}


def test_a_day_that_somebody_told_stays() -> None:
    thursday, ann = group(), phone_in(NEW_YORK)
    game = begun(ann, "2026-11-20T01:30", thursday.group_id, played_on="2026-10-02")
    ann.post(f"/groups/{thursday.group_id}/clock/", {"zone": AUCKLAND, "ends": "0"})
    assert days(game) == {"2026-10-02"}


def test_a_game_of_a_group_has_the_day_of_the_group_wherever_its_phone_is() -> None:
    ann = phone_in(NEW_YORK)
    with clock("2026-11-20T01:00"):
        ann.post("/groups/", {"title": "Thursday", "key": "0b1f2c3d-0000-4000-8000-000000000001"})
    thursday = models.Group.objects.get(title="Thursday")
    assert thursday.zone == NEW_YORK
    ann.cookies[ZONE] = AUCKLAND
    assert days(begun(ann, "2026-11-20T01:30", thursday.public_id)) == {"2026-11-19"}


def test_one_thursday_is_one_evening_of_the_group_once_it_has_a_zone() -> None:
    thursday, phone = group(), Phone()
    games = [begun(phone, moment, thursday.group_id) for moment in ("2026-11-20T04:30", "2026-11-20T05:30")]
    assert [days(game) for game in games] == [{"2026-11-19"}, {"2026-11-20"}]
    begins = list(models.Game.objects.order_by("pk").values_list("created_at", flat=True))
    tags = [phone.get(f"/games/{game.public_id}/").headers["ETag"] for game in games]
    assert (
        phone.post(f"/groups/{thursday.group_id}/clock/", {"zone": NEW_YORK, "ends": "5"}).status_code == 303
    )
    assert [days(game) for game in games] == [{"2026-11-19"}] * 2
    assert list(models.Game.objects.order_by("pk").values_list("created_at", flat=True)) == begins
    assert phone.get(f"/games/{games[1].public_id}/").headers["ETag"] != tags[1]
    page = phone.get(f"/groups/{thursday.group_id}/evenings/?day=2026-11-19").content.decode()
    assert all(game.public_id in page for game in games)
    phone.post(f"/groups/{thursday.group_id}/clock/", {"zone": NEW_YORK, "ends": "0"})
    assert [days(game) for game in games] == [{"2026-11-19"}, {"2026-11-20"}]
    rebuilding.rebuild()
    assert [days(game) for game in games] == [{"2026-11-19"}, {"2026-11-20"}]


@pytest.mark.parametrize(
    ("zone", "ends", "words"),
    [
        ("Moon/Tranquility", "5", "Bower doesn’t know this time zone. Choose one from the list."),
        (BERLIN, "13", "Choose an hour from 0 to 11."),
        (BERLIN, "", "Choose an hour from 0 to 11."),
    ],
)
def test_a_clock_that_there_is_not(zone: str, ends: str, words: str) -> None:
    thursday = group()
    answer = Phone().post(f"/groups/{thursday.group_id}/clock/", {"zone": zone, "ends": ends})
    assert answer.status_code == 422
    assert words in unescape(answer.content.decode())
    assert models.Group.objects.get(title="Thursday").zone == ""


def test_a_game_that_moves_to_a_group_moves_to_its_evening() -> None:
    thursday, phone = group(), phone_in(NEW_YORK)
    phone.post(f"/groups/{thursday.group_id}/clock/", {"zone": HONOLULU, "ends": "5"})
    game = begun(phone, "2026-11-20T11:00")
    assert days(game) == {"2026-11-20"}
    phone.post(f"/games/{game.public_id}/group/", {"group": thursday.group_id})
    assert days(game) == {"2026-11-19"}


def test_a_game_that_a_phone_began_without_a_network_is_dated_when_it_began() -> None:
    header = json.dumps({**record(), "dealer": "Ann", "played_on": "2026-11-19", "entries": []})
    item = {
        **{"table": "0a1b2c3d4e", "what": "game", "key": "0b1f2c3d-0000-4000-8000-000000000002", "base": 0},
        **{"told_at": "2026-11-20T02:00:00+00:00", "sent_at": "2026-11-21T12:00:00+00:00"},
        "body": {"header": header, "bodies": [], "zone": NEW_YORK},
    }
    with clock("2026-11-21T12:00"):
        Phone().post("/outbox/", json.dumps(item), "application/json")
    game = models.Game.objects.get()
    assert (game.created_at, game.zone, game.day_follows) == (at("2026-11-20T02:00"), NEW_YORK, True)


@pytest.mark.parametrize("wrong", [-365, -1, 1, 365])
def test_a_game_that_a_phone_with_a_wrong_clock_began_is_dated_by_the_right_one(wrong: int) -> None:
    away = timedelta(days=wrong)
    told, sent = (at(when) + away for when in ("2026-11-20T02:00", "2026-11-21T12:00"))
    day = (date(2026, 11, 19) + away).isoformat()
    for number, said in enumerate((day, "2026-05-01")):
        header = json.dumps({**record(), "dealer": "Ann", "played_on": said, "entries": []})
        item = {
            **{"table": f"0a1b2c3d4{number}", "what": "game", "key": str(uuid4()), "base": 0},
            **{"told_at": told.isoformat(), "sent_at": sent.isoformat()},
            "body": {"header": header, "bodies": [], "zone": NEW_YORK},
        }
        with clock("2026-11-21T12:00"):
            Phone().post("/outbox/", json.dumps(item), "application/json")
    assert [days(game) for game in models.Game.objects.order_by("pk")] == [{"2026-11-19"}, {"2026-05-01"}]


def test_times_are_those_of_the_reader() -> None:
    ann = phone_in(NEW_YORK)
    with clock("2026-11-20T01:30"):
        ann.post("/groups/", {"title": "Thursday", "key": "0b1f2c3d-0000-4000-8000-000000000003"})
    game = begun(ann, "2026-11-20T01:30")
    with clock("2026-11-20T02:30"):
        page = ann.get(f"/games/{game.public_id}/deletion/").content.decode()
        assert "Dec 19, 21:30" in page
        ann.cookies[ZONE] = BERLIN
        assert "Dec 20, 03:30" in ann.get(f"/games/{game.public_id}/deletion/").content.decode()


def test_a_page_from_before_the_phone_said_its_zone_is_not_shown_again() -> None:
    phone = Phone()
    game = begun(phone, "2026-11-20T01:30")
    tag = phone.get(f"/games/{game.public_id}/").headers["ETag"]
    assert phone.get(f"/games/{game.public_id}/", HTTP_IF_NONE_MATCH=tag).status_code == 304
    phone.cookies[ZONE] = NEW_YORK
    assert phone.get(f"/games/{game.public_id}/", HTTP_IF_NONE_MATCH=tag).status_code == 200


def test_a_reader_who_says_no_zone_reads_the_times_of_the_table_and_books_are_the_same_for_all() -> None:
    ann, buy_in = phone_in(NEW_YORK), {"buy_in": "on"}
    with clock("2026-11-20T01:30"):
        page = read_page(*shown(ann, "/games/new/poker-chips/"))
        said = page.form("/games/").data(players=["Ann", "Bo", "Cy"], dealer="1", **buy_in)
        ann.post("/games/", said)
    game = models.Game.objects.get()
    for zone in ("", BERLIN):
        ann.cookies[ZONE] = zone
        assert "2026-11-19T20:30:00-05:00" in ann.get(f"/games/{game.public_id}/books.csv").content.decode()
    ann.cookies[ZONE] = ""
    with clock("2026-11-20T02:30"):
        assert "Dec 19, 21:30" in ann.get(f"/games/{game.public_id}/deletion/").content.decode()


def test_stored_games_go_to_their_evenings() -> None:
    phone = Phone()
    late, told = (begun(phone, "2026-11-20T12:00") for _one in range(2))
    for game, day in ((late, "2026-11-20"), (told, "2026-10-02")):
        header = json.dumps({**json.loads(game.header), "played_on": day}, separators=(",", ":"))
        models.Game.objects.filter(pk=game.pk).update(
            created_at=at("2026-11-20T01:00"), header=header, day_follows=False
        )
        models.GameFacts.objects.filter(pk=game.pk).update(played_on=day)
        models.PlayerFacts.objects.filter(game=game.pk).update(played_on=day)
    import_module("companion.migrations.0026_days").find_days(apps, None)
    assert (days(late), days(told)) == ({"2026-11-19"}, {"2026-10-02"})
    assert models.Game.objects.get(pk=late.pk).day_follows


def test_two_hosts_who_set_the_zone_and_the_hour_both_have_their_way() -> None:
    found, phone = group(), Phone()
    address = f"/groups/{found.group_id}/clock/"
    phone.post(address, {"zone": NEW_YORK, "ends": "5"})
    shown = {"was-zone": NEW_YORK, "was-ends": "5"}
    phone.post(address, {**shown, "zone": AUCKLAND, "ends": "5"})
    shown_now = phone.get(f"/groups/{found.group_id}/share/").content.decode()
    [form] = [one for one in read_page(200, shown_now).forms if "was-zone" in one.fields]
    assert (form.fields["was-zone"], form.fields["was-ends"]) == (AUCKLAND, "5")
    phone.post(address, {**shown, "zone": NEW_YORK, "ends": "3"})
    now = groups.find(device(), found.group_id)
    assert (now.zone, now.evening_ends) == (AUCKLAND, 3)
