"""Nights by the API: their house rules, and rounds that are added or dropped while they go on."""

import pytest

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
