"""The type of a problem tells its cause; each that an operation names is one that it can answer."""

from typing import Any

import pytest

from companion import store
from companion.api.document import described as document
from companion.server.problems import CAUSES
from tests.api.client import Program, owned, program
from tests.companion.factories import hand

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

WON = hand("buck", tricks={"Ann": 5})


@pytest.fixture
def ann() -> Program:
    return program()


def cause(answer: Any) -> str:
    """The last part of a problem's type, which fits the rest of it."""
    said = answer.json()
    found = CAUSES[said["type"].rstrip("/").rpartition("/")[2]]
    assert (said["title"], said["status"], answer.status_code) == (found.title, found.status, found.status)
    assert answer["Content-Type"] == "application/problem+json"
    return found.name


def test_every_cause_says_what_is_wrong(ann: Program) -> None:
    over = owned(ann, variant="buck", entries=[WON])
    made = owned(ann, variant="buck", entries=[hand("buck")])
    place = f"tables/{made.id}/"
    found = [
        cause(ann.ask("GET", "tables/?limit=x")),
        cause(Program().ask("GET", "tables/")),
        cause(program("nobody").ask("GET", "tables/")),
        cause(ann.ask("GET", "tables/0000000000/")),
        cause(ann.ask("GET", place + "entries/9/")),
        cause(ann.ask("GET", place + "standing/?after=9")),
        cause(ann.ask("GET", place + "draft/")),
        cause(ann.ask("GET", "variants/bridge/")),
        cause(ann.ask("GET", place + "bgstats.json")),
        cause(ann.ask("GET", place + "webhooks/" + "0" * 32 + "/")),
        cause(ann.ask("GET", "nothing/")),
        cause(ann.ask("PATCH", place)),
        cause(ann.ask("PUT", place + "entries/1/", hand("buck"), if_match='"0"')),
        cause(ann.ask("PUT", place + "draft/", {"moves": []}, if_match='"7"')),
        cause(ann.ask("PUT", place + "entries/1/", hand("buck"))),
        cause(ann.ask("POST", place + "entries/", {"kind": "hand"})),
        cause(ann.ask("POST", f"tables/{over.id}/entries/", WON)),
        cause(ann.ask("PUT", f"tables/{over.id}/draft/", {"moves": []})),
        cause(ann.raw("POST", "score/", b"{}", "text/plain")),
    ]
    assert found == [
        *("malformed", "no-token", "unknown-token", "no-table", "no-entry", "no-hand", "no-hand-in-progress"),
        *("no-game", "game-not-over", "no-webhook", "not-found", "method-not-allowed", "table-changed"),
        *(
            "hand-in-progress-changed",
            "precondition-missing",
            "refused",
            "game-over",
            "game-over",
            "media-type",
        ),
    ]


REFUSED: list[tuple[str, Any, dict[str, Any]]] = [
    (
        "entries/",
        hand("buck", tricks={"Ann": 4}),
        {
            "entry": 2,
            "field": "tricks",
            "code": "tricks-total",
            "rule": "BU-03",
            "values": {"got": 4, "total": 5},
            "detail": "That’s 4 tricks; a hand has 5.",
        },
    ),
    (
        "entries/",
        {"kind": "hand", "note": "\0"},
        {
            "entry": 2,
            "field": "note",
            "code": "unreadable-character",
            "rule": None,
            "values": {},
            "detail": "It has a character that can’t be saved.",
        },
    ),
    (
        "webhooks/",
        {"url": "https://127.0.0.1/"},
        {
            "entry": None,
            "field": "url",
            "code": "url-private",
            "rule": None,
            "values": {},
            "detail": "The address must be public.",
        },
    ),
    (
        "links/",
        {"role": "player", "x" * 50: 1},
        {
            "entry": None,
            "field": "x" * 50,
            "code": "unknown-field",
            "rule": None,
            "values": {"what": "This request", "name": "x" * 40 + "…"},
            "detail": "This request has no “" + "x" * 40 + "…”.",
        },
    ),
]


@pytest.mark.parametrize(("path", "body", "wanted"), REFUSED, ids=lambda value: str(value)[:20])
def test_a_refusal_tells_programs_what_it_tells_people(
    ann: Program, path: str, body: Any, wanted: dict[str, Any]
) -> None:
    made = owned(ann, variant="buck", entries=[hand("buck")])
    answer = ann.ask("POST", f"tables/{made.id}/{path}", body)
    assert cause(answer) == "refused"
    told = answer.json()
    assert {name: told[name] for name in wanted} == wanted
    assert set(told) == {*wanted, "type", "title", "status"} == set(shape_of("Problem")["properties"])


def shape_of(name: str) -> dict[str, Any]:
    """A component of the API's document."""
    found: dict[str, Any] = document()["components"]["schemas"][name]
    return found


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_a_write_without_the_final_slash_names_the_right_address(ann: Program, method: str) -> None:
    made = owned(ann, variant="buck", entries=[hand("buck")])
    path = f"tables/{made.id}/entries/1" if method != "POST" else f"tables/{made.id}/entries"
    answer = ann.ask(method, path, hand("buck"), if_match="*")
    assert cause(answer) == "no-slash"
    assert answer.json()["detail"].endswith(f"{method} /api/v1/{path}/")
    assert store.load(ann.device, made.id).table.version == 1


def test_a_read_without_the_final_slash_is_led_there(ann: Program) -> None:
    made = owned(ann, variant="buck")
    answer = ann.ask("GET", f"tables/{made.id}")
    assert (answer.status_code, answer["Location"]) == (301, f"/api/v1/tables/{made.id}/")


def test_what_an_operation_names_are_causes() -> None:
    named = {
        part.rpartition("`")[0].rpartition("`")[2]
        for at in document()["paths"].values()
        for operation in at.values()
        for status, said in operation["responses"].items()
        if status.startswith("4")
        for part in said["description"].split(";")
    }
    assert named <= set(CAUSES)
    assert set(CAUSES) - named == {"not-found", "no-slash", "server-error", "unavailable"}


def test_every_answer_says_what_is_left_of_the_limit(ann: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.access.limits.time.time", lambda: 1_800_000_030.0)
    made = owned(ann, variant="buck")
    first, second = (ann.ask("GET", f"tables/{made.id}/") for _time in "ab")
    assert first["RateLimit-Policy"] == '"reads";q=1200;w=60'
    assert (first["RateLimit"], second["RateLimit"]) == ('"reads";r=1199;t=60', '"reads";r=1198;t=60')
    written = ann.ask("POST", f"tables/{made.id}/entries/", hand("buck"))
    assert written["RateLimit-Policy"] == '"writes";q=300;w=60'
    assert Program().ask("GET", "variants/")["RateLimit-Policy"] == '"reads";q=12000;w=60'
