"""The hand in progress by the API."""

import pytest

from companion import store
from companion.forms.progress import storing_form
from companion.log.progress import SentForm, StoredProgress, standing
from companion.log.table import Table
from companion.store import progress
from tests.api.client import Program, owned, program
from tests.companion.factories import hand

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture
def ann() -> Program:
    return program()


@pytest.fixture
def made(ann: Program) -> Table:
    return owned(ann, variant="buck")


def test_a_hand_is_told_move_by_move_as_what_may_be_done_is_offered(ann: Program, made: Table) -> None:
    path = f"tables/{made.id}/draft/"
    said = ann.ask("PUT", path, {"moves": []}).json()
    for _move in range(3):
        move = next(one["move"] for one in said["offers"] if not one["off"])
        said = ann.ask("PUT", path, {"moves": [*said["moves"], move]}).json()
    assert len(said["moves"]) == 3
    read = ann.ask("GET", path).json()
    assert read == said
    hand_now = standing(made, progress.of_table(made))
    assert (read["phase"], read["entry"], read["done"]) == (hand_now.phase, hand_now.entry, hand_now.done)
    assert store.load(ann.device, made.id).table.version == 0


def test_none_has_begun_until_a_move_is_made_and_none_is_left_after_it_is_forgotten(
    ann: Program, made: Table
) -> None:
    path = f"tables/{made.id}/draft/"
    assert ann.ask("GET", path).status_code == 404
    assert ann.ask("DELETE", path).status_code == 404
    move = standing(made, StoredProgress()).allowed[0].move
    assert ann.ask("PUT", path, {"moves": [move]}).status_code == 200
    assert ann.ask("DELETE", path).status_code == 204
    assert ann.ask("GET", path).status_code == 404


def test_what_was_meant_for_an_earlier_hand_is_refused(ann: Program, made: Table) -> None:
    path = f"tables/{made.id}/draft/"
    move = standing(made, StoredProgress()).allowed[0].move
    tag = ann.ask("PUT", path, {"moves": [move]})["ETag"]
    assert ann.ask("PUT", path, {"moves": []}, if_match=tag).status_code == 200
    late = ann.ask("PUT", path, {"moves": [move]}, if_match=tag)
    assert (late.status_code, late["Content-Type"]) == (412, "application/problem+json")
    assert ann.ask("PUT", path, {"moves": [move]}).status_code == 200
    assert ann.ask("DELETE", path, if_match=tag).status_code == 412


@pytest.mark.parametrize(
    "body", [{}, {"moves": 3}, {"moves": ["x"]}, {"moves": [{"move": "?"}]}, {"moves": [], "x": 1}, [], None]
)
def test_moves_that_are_none_are_refused(ann: Program, made: Table, body: object) -> None:
    assert ann.ask("PUT", f"tables/{made.id}/draft/", body).status_code == 422


def test_a_game_that_is_over_has_no_hand_in_progress(ann: Program) -> None:
    made = owned(ann, variant="buck", entries=[hand("buck", tricks={"Ann": 5})])
    path = f"tables/{made.id}/draft/"
    assert ann.ask("GET", path).status_code == 404
    assert ann.ask("PUT", path, {"moves": []}).status_code == 422
    assert ann.ask("DELETE", path).status_code == 404


def test_a_hand_form_is_a_hand_in_progress_too(ann: Program, made: Table) -> None:
    path = f"tables/{made.id}/draft/"
    sent = SentForm({"maker": "1", "trump": "hearts", "note": "n"})
    progress.change(store.load(ann.device, made.id), storing_form(sent, made.version))
    read = ann.ask("GET", path).json()
    assert read["moves"] == [{"move": "made", "maker": "Bo", "trump": "hearts"}]
    assert read["entry"] == {"kind": "hand", "maker": "Bo", "trump": "hearts", "note": "n"}
    assert ann.ask("DELETE", path).status_code == 204
    assert ann.ask("GET", path).status_code == 404


def test_what_only_the_hand_form_says_stands_in_the_entry_of_a_hand_that_is_over(ann: Program) -> None:
    made = owned(ann)
    path = f"tables/{made.id}/draft/"
    ann.ask("PUT", path, {"moves": [{"move": "result", "result": "redeal"}]})
    sent = SentForm({"result": "redeal", "dealer": "2", "note": "n"}, base=1)
    progress.change(store.load(ann.device, made.id), storing_form(sent, made.version))
    read = ann.ask("GET", path).json()
    assert (read["done"], read["entry"]["note"], read["entry"]["dealer"]) == (True, "n", "Cy")
    ann.ask("POST", f"tables/{made.id}/entries/", read["entry"])
    assert store.load(ann.device, made.id).table.state.next_dealer == "Cy"


def test_a_hand_form_that_denies_the_moves_is_what_the_entry_says(ann: Program) -> None:
    made = owned(ann)
    path = f"tables/{made.id}/draft/"
    moves = [{"move": "turned", "card": "hearts"}, {"move": "order", "player": "Bo"}]
    moves += [{"move": "taken"}, *[{"move": "trick", "player": "Bo"}] * 5]
    said = ann.ask("PUT", path, {"moves": moves}).json()
    assert said["done"]
    sent = SentForm({"maker": "0", "trump": "hearts", "tricks": "9"}, base=1)
    progress.change(store.load(ann.device, made.id), storing_form(sent, made.version))
    read = ann.ask("GET", path).json()
    assert read["moves"] == moves
    assert (read["done"], read["entry"]) == (False, {"kind": "hand", "maker": "Ann", "trump": "hearts"})


def test_a_move_is_refused_while_the_hand_form_denies_those_before_it(ann: Program) -> None:
    made = owned(ann)
    path = f"tables/{made.id}/draft/"
    moves = [{"move": "turned", "card": "spades"}, {"move": "pass", "player": "Bo"}]
    moves += [{"move": "order", "player": "Cy"}, {"move": "taken"}]
    assert ann.ask("PUT", path, {"moves": moves}).status_code == 200
    sent = SentForm({"maker": "1", "trump": "spades"}, base=1)
    progress.change(store.load(ann.device, made.id), storing_form(sent, made.version))
    trick = {"move": "trick", "player": "Bo"}
    refused = ann.ask("PUT", path, {"moves": [*moves, trick]})
    assert (refused.status_code, refused.json()["code"]) == (422, "form-differs")
    assert ann.ask("GET", path).json()["entry"]["maker"] == "Bo"
    assert ann.ask("PUT", path, {"moves": moves[:1]}).status_code == 200
