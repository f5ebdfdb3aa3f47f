"""What answers carry: tags, problems, limits, and who may read them from a page elsewhere."""

import json
from typing import Any

import pytest
from django.test import override_settings

from companion import store
from companion.api import tables
from companion.store import links
from tests.api.client import V1, Program, joined, owned, program
from tests.companion.factories import hand, record

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

READS = ("", "record/", "standing/", "sheet.csv", "recap.txt", "entries/1/")
PROBLEM = "application/problem+json"


@pytest.fixture
def ann() -> Program:
    return program()


@pytest.mark.parametrize("path", READS)
def test_what_is_known_already_is_not_sent_again(ann: Program, path: str) -> None:
    made = owned(ann, variant="buck", entries=[hand("buck")])
    first = ann.ask("GET", f"tables/{made.id}/{path}")
    tag = first["ETag"]
    assert first["Cache-Control"] == "private, no-cache"
    assert "Authorization" in first["Vary"]
    again = ann.ask("GET", f"tables/{made.id}/{path}", if_none_match=tag)
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    assert again["RateLimit"] != first["RateLimit"]
    assert again["RateLimit-Policy"] == first["RateLimit-Policy"]
    store.append(ann.device, made.id, store.new_key(), 1, hand("buck", 1))
    changed = ann.ask("GET", f"tables/{made.id}/{path}", if_none_match=tag)
    assert (changed.status_code, changed["ETag"] != tag) == (200, True)


def test_a_list_is_not_sent_again_either(ann: Program) -> None:
    made = owned(ann, variant="buck")
    tag = ann.ask("GET", "tables/")["ETag"]
    assert ann.ask("GET", "tables/", if_none_match=tag).status_code == 304
    store.append(ann.device, made.id, store.new_key(), 0, hand("buck"))
    assert ann.ask("GET", "tables/", if_none_match=tag).status_code == 200


def test_a_tag_survives_being_compressed(ann: Program) -> None:
    made = owned(ann, variant="buck", entries=[hand("buck", number) for number in range(4)])
    answer = ann.ask("GET", f"tables/{made.id}/standing/", accept_encoding="gzip")
    assert answer["Content-Encoding"] == "gzip"
    assert ann.ask("DELETE", f"tables/{made.id}/entries/4/", if_match=answer["ETag"]).status_code == 200


def test_what_is_not_there_and_what_breaks_are_problems(
    ann: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = ann.ask("GET", "no-such-thing/")
    assert (missing.status_code, missing["Content-Type"], missing.json()["status"]) == (404, PROBLEM, 404)
    owned(ann)

    def breaks(*given: Any) -> None:
        raise ZeroDivisionError("a secret of ours")

    monkeypatch.setattr("companion.store.listed", breaks)
    ann.raise_request_exception = False
    broken = ann.ask("GET", "tables/")
    assert (broken.status_code, broken["Content-Type"], broken.json()["title"]) == (
        500,
        PROBLEM,
        "Internal Server Error",
    )
    assert b"secret" not in broken.content


def test_a_method_that_is_none_is_a_problem_that_says_which_are(ann: Program) -> None:
    made = owned(ann)
    answer = ann.ask("PATCH", f"tables/{made.id}/entries/1/", {})
    assert (answer.status_code, answer["Content-Type"]) == (405, PROBLEM)
    assert {one.strip() for one in answer["Allow"].split(",")} == {"GET", "HEAD", "PUT", "DELETE"}


def test_a_body_too_large_is_a_problem(ann: Program) -> None:
    with override_settings(MAX_BODY_BYTES=100):
        answer = ann.raw("POST", "score/", b"x" * 101)
    assert (answer.status_code, answer["Content-Type"]) == (413, PROBLEM)


@pytest.mark.parametrize(
    ("setting", "method", "path"),
    [("API_READS", "GET", "tables/"), ("API_WRITES", "POST", "tables/{}/entries/")],
)
def test_a_token_may_ask_only_so_often(ann: Program, setting: str, method: str, path: str) -> None:
    made, bo = owned(ann, variant="buck"), program("bo")
    owned(bo)
    body = hand("buck") if method == "POST" else None
    with override_settings(**{setting: 2}):
        found = [ann.ask(method, path.format(made.id), body) for _time in range(3)]
        other = bo.ask("GET", "tables/")
    assert [one.status_code < 300 for one in found] == [True, True, False]
    assert (found[2].status_code, found[2]["Content-Type"], other.status_code) == (429, PROBLEM, 200)
    assert 1 <= int(found[2]["Retry-After"]) <= 70  # counts are kept by ten seconds


def test_an_address_may_start_and_guess_only_so_often(ann: Program) -> None:
    body = {"format": "bower.game/1", "variant": "buck", "players": ["Ann", "Bo", "Cy", "Dee"]}
    with override_settings(API_TABLES=1):
        assert [Program().ask("POST", "tables/", body).status_code for _time in range(2)] == [201, 429]
    with override_settings(API_READS=1):
        guesses = [program(str(number)).ask("GET", "tables/").status_code for number in range(11)]
    assert guesses == [401] * 10 + [429]


def test_a_long_record_counts_as_several_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "ENTRIES_OF_A_GAME", 2)
    long = record(variant="buck", entries=[hand("buck", number) for number in range(4)])
    with override_settings(API_TABLES=4):
        found = [Program().ask("POST", "tables/", body) for body in (long, record(variant="buck"), long)]
    assert [one.status_code for one in found] == [201, 201, 429]


def test_nought_is_no_limit(ann: Program) -> None:
    owned(ann)
    with override_settings(API_READS=0):
        assert {ann.ask("GET", "tables/").status_code for _time in range(30)} == {200}


def test_pages_elsewhere_may_read_only_where_that_is_configured(ann: Program) -> None:
    owned(ann)
    plain = ann.ask("GET", "tables/", origin="https://league.example")
    assert "Access-Control-Allow-Origin" not in plain
    with override_settings(CORS_ALLOWED_ORIGINS=["https://league.example"]):
        allowed = ann.ask("GET", "tables/", origin="https://league.example")
        other = ann.ask("GET", "tables/", origin="https://else.example")
        room = ann.generic("GET", "/", headers={"Origin": "https://league.example"})
        asked = ann.generic(
            "OPTIONS",
            V1 + "tables/",
            headers={
                "Origin": "https://league.example",
                "Access-Control-Request-Method": "POST",
                "Access-Control-Request-Headers": "idempotency-key,authorization",
            },
        )
    assert allowed["Access-Control-Allow-Origin"] == "https://league.example"
    assert "ETag" in allowed["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Credentials" not in allowed
    assert "Access-Control-Allow-Origin" not in other
    assert "Access-Control-Allow-Origin" not in room
    assert "idempotency-key" in asked["Access-Control-Allow-Headers"]


def test_text_that_no_utf8_can_hold_is_still_json() -> None:
    answer = Program().raw("POST", "score/", json.dumps({"\ud800": 1}).encode())
    assert (answer.status_code, answer.json()["field"]) == (422, "\ud800")


def test_a_link_makes_no_page_of_the_api_a_room_with_cookies(ann: Program) -> None:
    made = owned(ann)
    token = links.invitations(store.load(program().device, made.id))["viewer"].token
    answer = joined(token).ask("GET", f"tables/{made.id}/")
    assert (answer.status_code, answer.cookies) == (200, {})
