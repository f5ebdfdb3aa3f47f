"""Files by the API are the files of the rooms; the play for BG Stats."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from companion import models
from companion.log import rights
from companion.recap import other_programs
from companion.store import groups
from tests.api.client import owned, program
from tests.api.group import hosted
from tests.companion.factories import Phone, device, hand, let_in, let_in_group, table

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

SAME = {
    "sheet.csv": "recap.csv",
    "recap.txt": "recap.txt",
    "recap.png": "recap.png",
    "journal.hledger": "books.hledger",
    "journal.beancount": "books.beancount",
    "journal.csv": "books.csv",
}


@pytest.mark.parametrize("ours", SAME)
def test_a_file_is_the_same_by_the_api_as_in_its_room(ours: str) -> None:
    ann, phone = program(), Phone()
    bought = [{"kind": "buy-in", "player": name, "chips": 50} for name in ("Ann", "Bo", "Cy", "Dee")]
    given: dict[str, Any] = {"variant": "poker-chips", "entries": [*bought, hand("poker-chips")]}
    made = owned(ann, **given)
    let_in(made, "ann", "viewer")
    by_api = ann.ask("GET", f"tables/{made.id}/{ours}")
    in_room = phone.get(f"/games/{made.id}/{SAME[ours]}")
    assert (by_api.status_code, by_api.content) == (200, in_room.content)
    assert by_api["Content-Type"] == in_room["Content-Type"]


@pytest.mark.parametrize("path", ["journal.hledger", "journal.beancount", "journal.csv"])
def test_a_game_without_chips_has_no_books(path: str) -> None:
    ann = program()
    assert ann.ask("GET", f"tables/{owned(ann, variant='buck').id}/{path}").status_code == 404


def test_a_finished_game_is_a_play_for_bg_stats() -> None:
    ann = program()
    entries = [{"kind": "hand", "maker": "Ann", "tricks": {"Ann & Cy": 5}}]
    made = owned(ann, entries=entries, options={"target": 2}, played_on="2026-11-19", title="Thursday")
    said = ann.ask("GET", f"tables/{made.id}/bgstats.json").json()
    assert (said["sourceName"], said["sourcePlayId"]) == ("Bower", made.id)
    assert said["playDate"] == "2026-11-19 12:00:00"
    assert said["game"] == {
        "name": "Euchre",
        "sourceGameId": "partnership",
        "highestWins": True,
        "noPoints": False,
    }
    shown = [(one["name"], one["team"], one["score"], one["rank"], one["winner"]) for one in said["players"]]
    assert shown == [
        ("Ann", "Ann & Cy", "2", 1, True),
        ("Bo", "Bo & Dee", "0", 2, False),
        ("Cy", "Ann & Cy", "2", 1, True),
        ("Dee", "Bo & Dee", "0", 2, False),
    ]
    assert [one["startPlayer"] for one in said["players"]] == [True, False, False, False]


@pytest.mark.parametrize("day", ["0001-01-01", "2026-11-19", "9999-12-31"])
@pytest.mark.parametrize(
    ("zone", "hour"),
    [
        *(("Pacific/Kiritimati", "00"), ("Pacific/Auckland", "00"), ("Asia/Tokyo", "03")),
        *(("Australia/Lord_Howe", "01"), ("America/New_York", "17"), ("Pacific/Pago_Pago", "23")),
    ],
)
def test_the_play_is_of_the_same_day_where_the_game_was_played(zone: str, hour: str, day: str) -> None:
    ann = program()
    made = owned(ann, entries=[hand("partnership")], options={"target": 1}, played_on=day)
    models.Game.objects.update(zone=zone)
    said = ann.ask("GET", f"tables/{made.id}/bgstats.json").json()["playDate"]
    assert said[:10] == day
    if day == "2026-11-19":
        assert said == f"{day} {hour}:00:00"
        local = datetime.fromisoformat(said).replace(tzinfo=UTC).astimezone(ZoneInfo(zone))
        assert local.date().isoformat() == day


def test_where_points_count_down_the_lowest_wins_and_ranks_are_shared() -> None:
    made = table(
        device=device(), variant="buck", entries=[{"kind": "hand", "maker": "Ann", "tricks": {"Ann": 5}}]
    )
    said = other_programs.play(made)
    assert not said["game"]["highestWins"]
    assert [(one["rank"], one["winner"], "team" in one) for one in said["players"]] == [
        (1, True, False),
        (2, False, False),
        (2, False, False),
        (2, False, False),
    ]


def test_where_points_count_down_who_has_fewer_left_is_ahead() -> None:
    entries = [hand("buck"), {"kind": "hand", "maker": "Ann", "tricks": {"Ann": 5}}]
    made = table(device=device(), variant="buck", entries=entries)
    assert made.standing.scores == {"Ann": 17, "Bo": 29, "Cy": 29, "Dee": 35}
    assert [one["rank"] for one in other_programs.play(made)["players"]] == [1, 2, 2, 4]


def test_chips_are_played_for_a_result_by_everybody_who_ever_sat() -> None:
    entries = [
        {"kind": "buy-in", "player": "Ann", "chips": 50},
        {"kind": "buy-in", "player": "Bo", "chips": 50},
        {"kind": "transfer", "from": "Ann", "to": "Bo", "chips": 5, "reason": "so"},
        {"kind": "cash-out", "player": "Ann"},
    ]
    made = table(device=device(), variant="poker-chips", players=["Ann", "Bo"], entries=entries)
    said = other_programs.play(made)
    assert [(one["name"], one["score"], one["rank"]) for one in said["players"]] == [
        ("Ann", "-5", 2),
        ("Bo", "5", 1),
    ]
    assert said["playDate"] == made.rows[-1].at.strftime("%Y-%m-%d %H:%M:%S")


def test_a_game_that_goes_on_is_no_play_yet() -> None:
    ann = program()
    assert ann.ask("GET", f"tables/{owned(ann, variant='buck').id}/bgstats.json").status_code == 404


def test_files_of_a_group_and_a_night_are_the_same_by_the_api_as_in_their_rooms() -> None:
    ann = program()
    club = hosted(ann)
    phone = let_in_group(groups.find(ann.device, club.group), "bo", rights.SCOREKEEPER)
    ours = (f"groups/{club.group}/hands.csv", f"nights/{club.night}/results.csv")
    rooms = (f"/groups/{club.group}/bring/example.csv", f"/nights/{club.night}/results.csv")
    for by_api, in_room in zip(ours, rooms, strict=True):
        sent, shown = ann.ask("GET", by_api), phone.get(in_room)
        assert (sent.status_code, sent.content, sent["Content-Type"]) == (
            200,
            shown.content,
            shown["Content-Type"],
        )
