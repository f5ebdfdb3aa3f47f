"""The announcement of a night, and the clock of its rounds."""

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from companion import store
from companion.night.evening import NightView
from companion.pages.night import round_clock
from companion.store import nights
from companion.wording.refusal import AppRefusal
from tests.companion.factories import Phone, device
from tests.companion.nights import load, night, play, post, see, start
from tests.companion.pages import page

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

NOW = datetime(2026, 11, 26, 20, 0, tzinfo=UTC)
PAGES = ("night", "night_board")


@pytest.fixture
def view(monkeypatch: pytest.MonkeyPatch) -> NightView:
    """A night at eight o'clock whose rounds take 20 minutes, in its first round."""
    at(monkeypatch, 0)
    view = start(night(4))
    nights.set_clock(view, 20, "hand")
    return load(view.night.id)


def at(monkeypatch: pytest.MonkeyPatch, minutes: float) -> None:
    """So many minutes after eight."""
    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(minutes=minutes))


def left(view: NightView) -> str | None:
    found = round_clock(load(view.night.id).night)
    return f"{found.text}{'' if found.ends else ' paused'}" if found else None


def test_a_sentence_is_on_every_page_until_it_is_taken_away() -> None:
    view = night(4)
    assert 'class="told"' not in see(view, "night").html
    post(view, "night_announcement", announcement="  Pizza after <b>round 4</b>. ")
    for name in PAGES:
        assert "Pizza after <b>round 4</b>." in see(view, name).text
    long = post(view, "night_announcement", announcement="x" * 141)
    assert (long.status, load(view.night.id).night.announcement) == (422, "Pizza after <b>round 4</b>.")
    post(view, "night_announcement", announcement="Pizza", clear="1")
    assert load(view.night.id).night.announcement == ""
    nights.announce(view, "The last round.")
    nights.end(start(view), early=True)
    assert load(view.night.id).night.announcement == ""


def test_a_clock_runs_pauses_goes_on_and_gets_more(view: NightView, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = (
        (0, "", None),
        (1, "start", "20:00"),
        (8.5, "", "12:30"),
        (9, "pause", "12:00 paused"),
        (30, "", "12:00 paused"),
        (30, "more", "17:00 paused"),
        (31, "start", "17:00"),
        (48, "", "0:00"),
        (49, "more", "5:00"),
        (50, "stop", None),
        (51, "start", "20:00"),
    )
    for minutes, turn, expected in steps:
        at(monkeypatch, minutes)
        if turn:
            nights.turn_clock(view, turn)
        assert left(view) == expected, (minutes, turn)


def test_the_pages_show_the_clock_of_the_server_and_what_happens_at_the_bell(view: NightView) -> None:
    post(view, "night_clock", turn="start")
    for name in PAGES:
        seen = see(view, name)
        assert f'data-now="{NOW.isoformat()}"' in seen.html
        assert f'data-ends="{(NOW + timedelta(minutes=20)).isoformat()}"' in seen.html
        assert "At the bell: Finish the hand" in seen.text
    post(view, "night_clock", minutes="25", at_bell="stop")
    assert "At the bell: Stop playing" in see(view, "night").text
    assert left(view) == "20:00"
    post(view, "night_clock", minutes="", at_bell="stop")
    assert left(view) is None
    for minutes, at_bell, turn in (("241", "stop", ""), ("1", "x", ""), ("", "", "x")):
        refused = post(view, "night_clock", minutes=minutes, at_bell=at_bell, turn=turn)
        assert refused.status == 422
    assert load(view.night.id).night.minutes == 0


def test_two_hosts_who_set_the_minutes_and_the_bell_both_have_their_way(view: NightView) -> None:
    [form] = [one for one in see(view, "night").forms if "minutes" in one.fields]
    post(view, "night_clock", **form.data(minutes="30"))
    post(view, "night_clock", **form.data(at_bell="stop"))
    now = load(view.night.id).night
    assert (now.minutes, now.at_bell) == (30, "stop")
    refused = post(view, "night_clock", **{**form.fields, "minutes": "x", "at_bell": "all"})
    [again] = [one for one in refused.forms if "minutes" in one.fields]
    assert (again.fields["minutes"], again.fields["at_bell"]) == ("x", "all")


def test_the_tables_show_the_clock_and_the_sentence_and_are_told_of_them(view: NightView) -> None:
    [first] = view.night.started[0].tables
    rooms = [reverse(name, args=[first.table_id]) for name in ("table", "hand", "draft")]
    revision = store.load(device(), first.table_id).viewer.revision
    post(view, "night_clock", turn="start")
    ends = f'data-ends="{(NOW + timedelta(minutes=20)).isoformat()}"'
    assert [ends in page(Phone().get(room)).html for room in rooms] == [True, True, True]
    assert "Bell at 20:20 Finish the hand at the bell" in page(Phone().get(rooms[0])).text
    post(view, "night_announcement", announcement="Pizza <b>now</b>")
    post(view, "night_clock", turn="pause")
    shown = page(Phone().get(rooms[0]))
    assert "Pizza <b>now</b>" in shown.text
    assert "The round clock is paused, 20:00 left" in shown.text
    assert "data-ends" not in shown.html
    assert store.load(device(), first.table_id).viewer.revision == revision + 3
    rows = Phone().get(reverse("rows", args=[first.table_id])).json()["night"]
    assert (rows["announcement"], rows["at_bell"], rows["bell_at"], rows["clock_left"]) == (
        *("Pizza <b>now</b>", "hand", None),
        20 * 60,
    )
    nights.turn_clock(view, "start")
    play(first, [1] * 8)
    over = page(Phone().get(rooms[0]))
    assert ("data-ends" in over.html, "Pizza <b>now</b>" in over.text) == (False, True)


def test_a_round_that_is_over_and_a_night_that_ended_have_no_clock(view: NightView) -> None:
    nights.turn_clock(view, "start")
    play(view.night.started[0].tables[0], [1] * 8)
    assert left(view) is None
    view = start(view)
    assert left(view) is None
    nights.turn_clock(view, "start")
    assert left(view) == "20:00"
    nights.end(view, early=True)
    seen = post(view, "night_announcement", announcement="Pizza")
    assert (seen.status, "Pizza</bdi>" in seen.html) == (422, False)
    assert "This night was ended. Open it again first." in seen.text
    nights.turn_clock(view, "start")
    nights.reopen(view)
    assert (left(view), load(view.night.id).night.announcement) == (None, "")


def test_without_a_round_or_a_length_there_is_nothing_to_start() -> None:
    view = night(4)
    nights.turn_clock(view, "start")
    view = start(view)
    nights.turn_clock(view, "start")
    assert left(view) is None
    with pytest.raises(AppRefusal):
        nights.turn_clock(view, "back")
