"""Nights by the API: their house rules, and rounds that are added or dropped while they go on."""

from uuid import uuid4

import pytest

from companion import store
from tests.api.client import Program, program
from tests.api.group import Hosted, hosted

pytestmark = pytest.mark.django_db
NAMES = ["Bo", "Cy", "Dee", "Eli"]
NEW = {
    **{"title": "", "plan": "progressive", "hands": 4, "rounds": 1, "sitting": "out", "ties": ["card"]},
    **{"options": {}, "people": NAMES},
}


@pytest.fixture
def ann() -> Program:
    return program()


@pytest.fixture
def club(ann: Program) -> Hosted:
    return hosted(ann)


def test_rounds_are_added_and_dropped_but_none_that_was_started(ann: Program, club: Hosted) -> None:
    at = f"nights/{club.night}/"
    before = ann.ask("GET", at).headers["ETag"]
    fewer = ann.ask("PUT", at + "plan/", {"rounds": 1, "title": "Club night"})
    said = fewer.json()
    assert (said["rounds"], said["title"], said["next_round"]) == (1, "Club night", 0)
    assert fewer.headers["ETag"] == ann.ask("GET", at).headers["ETag"] != before
    assert ann.ask("PUT", at + "plan/", {"rounds": 5, "title": ""}).json()["next_round"] == 2
    assert ann.ask("POST", at + "rounds/", {"number": 2, "early": True}).status_code == 201
    refused = ann.ask("PUT", at + "plan/", {"rounds": 1, "title": ""})
    assert (refused.status_code, refused.json()["field"]) == (422, "rounds")
    assert ann.ask("GET", at).json()["rounds"] == 5


def test_a_night_that_was_ended_is_opened_again_for_one_more_round(ann: Program, club: Hosted) -> None:
    at = f"nights/{club.night}/"
    assert ann.ask("PUT", at + "end/", {"early": True}).json()["ended_at"]
    refused = ann.ask("POST", at + "rounds/", {"number": 2, "early": True})
    assert (refused.status_code, refused.json()["code"]) == (422, "night-over")
    assert ann.ask("DELETE", at + "end/").json()["ended_at"] is None
    assert ann.ask("POST", at + "rounds/", {"number": 2, "early": True}).status_code == 201


def test_house_rules_of_a_night_are_those_of_its_tables(ann: Program, club: Hosted) -> None:
    rules = {"stick_the_dealer": False, "target": 5}
    made = ann.ask("POST", f"groups/{club.group}/nights/", {**NEW, "options": rules}).json()
    assert made["options"]["stick_the_dealer"] is False
    assert "target" not in made["options"]
    started = ann.ask("POST", f"nights/{made['id']}/rounds/", {"number": 1, "early": False}).json()
    table = started["started"][0]["tables"][0]["table"]
    assert ann.ask("GET", f"tables/{table}/").json()["options"]["stick_the_dealer"] is False


@pytest.mark.alike
@pytest.mark.parametrize("rules", [{"no_such_rule": 1}, {"stick_the_dealer": 3}, [], None, "yes"])
def test_house_rules_that_do_not_exist_are_refused(ann: Program, club: Hosted, rules: object) -> None:
    answer = ann.ask("POST", f"groups/{club.group}/nights/", {**NEW, "options": rules})
    assert (answer.status_code, answer.json()["field"]) == (422, "options")


def test_the_desk_of_a_night_by_the_api(ann: Program, club: Hosted) -> None:
    at = f"nights/{club.night}/"
    said = ann.ask("PUT", at + "announcement/", {"text": " Pizza "}).json()
    assert said["announcement"] == "Pizza"
    assert ann.ask("PUT", at + "announcement/", {"text": "x" * 141}).status_code == 422
    clock = ann.ask("PUT", at + "clock/", {"minutes": 20, "at_bell": "stop"}).json()["clock"]
    assert clock == {"minutes": 20, "at_bell": "stop", "bell_at": None, "seconds_left": None}
    key = str(uuid4())
    runs = [ann.ask("POST", at + "clock/", {"turn": "start"}, idempotency_key=key).json() for _ in "12"]
    assert runs[0]["clock"] == runs[1]["clock"]
    assert runs[0]["clock"]["bell_at"]
    revision = store.load(ann.device, club.table).viewer.revision
    paused = ann.ask("POST", at + "clock/", {"turn": "pause"}).json()["clock"]
    assert store.load(ann.device, club.table).viewer.revision == revision + 1  # its pages are told
    assert (paused["bell_at"], 1190 < paused["seconds_left"] <= 1200) == (None, True)
    assert ann.ask("POST", at + "clock/", {"turn": "back"}).status_code == 422
    assert ann.ask("PUT", at + "sign-up/", {"open": True}).json()["sign_up"]
    players = ann.ask("PUT", at + "players/1/substitute/", {"name": "Eli"}).json()["players"]
    changed = [one for one in players if one["number"] in (1, 5)]
    assert [(one["name"], one["last_round"], one["instead_of"]) for one in changed] == [
        ("Ann", 1, None),
        ("Eli", None, 1),
    ]
    assert ann.ask("PUT", at + "players/5/arrival/").json()["players"][4]["came"]
    assert ann.ask("PUT", at + "players/9/arrival/").status_code == 404
