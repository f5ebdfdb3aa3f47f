"""The description of the API: OpenAPI, the schema of the record, the reference page, and its examples."""

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern
from jsonschema import Draft202012Validator, FormatChecker
from openapi_spec_validator import OpenAPIV31SpecValidator

from companion import models, store
from companion.api import examples
from companion.api.document import described as openapi
from companion.api.examples import EXAMPLES, TOKEN, Example
from companion.api.operations import OPERATIONS
from companion.api.record_schema import document
from companion.api.reference import operations
from companion.api.urls import urlpatterns
from companion.forms.progress import replacing
from companion.log.progress import StoredProgress, standing
from companion.log.rights import View
from companion.log.table import Table
from companion.server.problems import CAUSES, NO_TOKEN
from companion.store import bank, disputes, groups, links, nights, pairing, progress, webhooks
from scoring import VARIANTS, Refusal, from_json, replay
from scoring.tray import Color
from tests.api.client import V1, Program, owned, program
from tests.api.group import hosted
from tests.companion.factories import hand, record
from tests.companion.pages import page
from tests.house.trees import ROOT
from tests.scoring.vectors import vectors

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

RECORD = Draft202012Validator(document(), format_checker=FormatChecker())


def is_shaped(said: Any) -> bool:
    return bool(RECORD.is_valid(said))


def test_the_schema_of_the_record_is_a_schema() -> None:
    Draft202012Validator.check_schema(document())


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_good_sample_game_has_the_shape(variant: str) -> None:
    good = [one for one in vectors() if "error" not in one.expect and one.record["variant"] == variant]
    assert good
    for place, told, _expect in good:
        assert [error.message[:200] for error in RECORD.iter_errors(told)] == [], place


@pytest.mark.parametrize("variant", VARIANTS)
def test_most_bad_sample_games_have_not(variant: str) -> None:
    """The shape alone can't see sums, nor names that have to be somebody's."""
    bad = [one for one in vectors() if "error" in one.expect and one.record.get("variant") == variant]
    assert bad
    assert len([one.place for one in bad if is_shaped(one.record)]) <= len(bad) // 2


@pytest.mark.parametrize(
    "change",
    [
        {"format": "bower.game/2"},
        {"variant": "poker"},
        {"players": ["Ann"]},
        {"players": ["Ann", "Ann", "Cy", "Dee"]},
        {"players": [" Ann", "Bo", "Cy", "Dee"]},
        {"players": ["x" * 41, "Bo", "Cy", "Dee"]},
        {"options": {"target": 10}},
        {"options": {"start": 0}},
        {"options": {"start": True}},
        {"options": {"no_drop_at": "5"}},
        {"dealer": None},
        {"title": 5},
        {"title": "x" * 61},
        {"played_on": "2026-02-30"},
        {"entries": {}},
        {"score": 3},
        {"entries": [{"kind": "buy-in", "player": "Ann", "chips": 5}]},
        {"entries": [{"kind": "adjust", "player": "Ann", "points": 0, "reason": "x"}]},
        {"entries": [{**hand("buck"), "tricks": {"Ann": 6}}]},
        {"entries": [{**hand("buck"), "tricks": {"Ann": "5"}}]},
        {"entries": [{**hand("buck"), "choices": {"Ann": "switch"}}]},
        {"entries": [{**hand("buck"), "alone": True}]},
        {"entries": [{**hand("buck"), "result": "misdeal"}]},
        {"entries": [{"kind": "hand", "result": "redeal", "maker": "Ann"}]},
        {"entries": [{**hand("buck"), "note": "x" * 201}]},
        {"entries": [{"maker": "Ann"}]},
        {"entries": [None]},
    ],
)
def test_what_has_not_the_shape_is_refused_by_the_scoring_too(change: dict[str, Any]) -> None:
    good = record(variant="buck", entries=[hand("buck")])
    assert is_shaped(good)
    bad = {**good, **change}
    assert not is_shaped(bad)
    if change != {"title": "x" * 61}:  # a limit of this app, not of the record
        with pytest.raises(Refusal):
            replay(from_json(bad))


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_tells_its_options_fields_and_rules(variant: str) -> None:
    said = Program().ask("GET", f"variants/{variant}/").json()
    game = VARIANTS[variant]
    assert [(one["name"], one["default"]) for one in said["options"]] == [
        (one.name, one.default) for one in game.options
    ]
    assert set(said["fields"]) == game.field_names | {"kind", "note", "dealer", "result"}
    assert {one["rule"] for one in said["options"]} <= set(said["rules"])
    assert all(len(text) > 20 for text in said["rules"].values())
    assert "ALL-01" in said["rules"]


def test_points_of_poker_have_no_rules_of_chips() -> None:
    chips, points = (
        {rule[:2] for rule in Program().ask("GET", f"variants/poker-{kind}/").json()["rules"]}
        for kind in ("chips", "points")
    )
    assert (chips, points) == ({"AL", "PE", "PC"}, {"AL", "PE", "PP"})


def test_the_games_lead_to_each_of_them() -> None:
    games = Program().ask("GET", "variants/").json()["variants"]
    assert [one["name"] for one in games] == list(VARIANTS)
    for one in games:
        found = Program().ask("GET", one["address"].removeprefix(V1)).json()
        assert found["name"] == one["name"]
        assert [option["most"] for option in found["options"]] == [
            option.most for option in VARIANTS[one["name"]].options
        ]
    assert Program().ask("GET", "variants/bridge/").status_code == 404


def test_the_description_is_openapi_31_and_has_every_address() -> None:
    answer = Program().ask("GET", "schema/")
    said = answer.json()
    assert said["openapi"].startswith("3.1")
    assert [str(error) for error in OpenAPIV31SpecValidator(said).iter_errors()] == []
    assert answer["Content-Type"] == "application/vnd.oai.openapi+json;version=3.1"
    known = {re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", "/" + str(one.pattern)) for one in patterns()}
    streamed = {
        "/games/{table_id}/live",
        *(f"/api/v1/{of}s/{{{of}_id}}/events/" for of in ("table", "group", "night")),
    }
    pages = {"/api/v1/docs/", "/api/v1/docs/api.md", "/api/v1/problems/{name}/"}
    assert set(said["paths"]) == known - pages | streamed
    names = [one["operationId"] for at in said["paths"].values() for one in at.values()]
    assert len(set(names)) == len(names)


def patterns() -> list[URLPattern]:
    return [one for one in urlpatterns if isinstance(one, URLPattern)]


def test_every_reference_of_the_description_leads_somewhere() -> None:
    said = openapi()
    shapes = set(said["components"]["schemas"])
    used = set(re.findall(r"#/components/schemas/(\w+)", str(said)))
    assert used <= shapes
    assert shapes == used


WHERE = {
    operation["operationId"]: (method, path)
    for path, at in openapi()["paths"].items()
    for method, operation in at.items()
}

STREAMS = {"stream_table", "stream_events", "stream_group_events", "stream_night_events"}
OPERATION = {one.name: one for one in OPERATIONS}


def example_table(by: Program, example: Example) -> Table:
    if VARIANTS[example.variant].has_bank:
        bought = examples.record(example.variant)["entries"][:-1]
        return owned(
            by, variant=example.variant, entries=[*bought, *([{"kind": "end"}] if example.over else [])]
        )
    given = examples.record(example.variant)
    goal = VARIANTS[example.variant].goal
    assert goal is not None
    options = {goal.option: 1} if example.over else {}
    return owned(
        by, variant=example.variant, entries=given["entries"], players=given["players"], options=options
    )


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_is_answered_as_it_says_and_as_the_description_has_it(name: str) -> None:
    (method, path), example, operation = WHERE[name], EXAMPLES[name], OPERATION[name]
    ann = program()
    made = example_table(ann, example)
    view = store.load(ann.device, made.id)
    given = {"table_id": made.id, "number": 1, "hook_id": webhooks.add(view, "https://example.org/")}
    given["variant"], given["role"] = example.variant, "scorekeeper"
    club = hosted(ann, name) if is_of_a_group(f"{name} {path}", example.body) else None
    given |= club.address if club else {}
    asks = ann if NO_TOKEN in operation.causes else Program()
    prepare(name, view, given)
    given_headers = examples.headers(operation, example).items()
    headers = {name.replace("-", "_").lower(): value for name, value in given_headers}
    if club and name == "open_night_table":
        given["table_id"] = club.table
    if club and name.endswith("_group_webhook"):
        found = groups.find(ann.device, club.group)
        given["hook_id"] = webhooks.add(found, "https://example.org/")
    if club and name.endswith("_night_webhook"):
        given["hook_id"] = webhooks.add(nights.load(ann.device, club.night), "https://example.org/")
    body = club.named(example.body) if club else example.body
    if name.startswith("tick_"):
        body = ticked(example.body, ann, made)
    if name in ("join_table", "join_group"):
        of = groups.find(ann.device, club.group) if club else view
        asks, body = Program(), {"code": links.invitations(of)["viewer"].code}
    with CaptureQueriesContext(connection) as asked:
        at = path.removeprefix(V1).format(**given) + example.query
        answer = asks.ask(method.upper(), at, body, **headers)
    assert answer.status_code == operation.status, answer.content
    if method == "get":
        assert [one["sql"] for one in asked if not one["sql"].lstrip().startswith("SELECT")] == []
    said = openapi()
    content = said["paths"][path][method]["responses"][str(answer.status_code)].get("content", {})
    if "application/json" in content:
        schema = {**content["application/json"]["schema"], "components": said["components"]}
        shown = content["application/json"]["examples"]["example"]["value"]
        for one in (answer.json(), shown):
            assert [error.message[:300] for error in Draft202012Validator(schema).iter_errors(one)] == []
        assert set(shown) == set(answer.json())
    told = set(said["paths"][path][method]["responses"][str(answer.status_code)]["headers"])
    assert told <= set(answer.headers)
    assert {"ETag", "Location"} & set(answer.headers) <= told


def is_of_a_group(place: str, body: Any) -> bool:
    """Whether an operation, by its name, address and body, has to do with a group."""
    words = ("group", "person", "night", "league", "{player}")
    return any(word in place for word in words) or bool({"into", "table", "group"} & set(body or ()))


def prepare(name: str, view: View, given: dict[str, Any]) -> None:
    """What has to be there before an example can be sent."""
    if name in ("read_progress", "discard_progress"):
        offer = standing(view.table, StoredProgress()).allowed[0]
        progress.change(view, replacing(0, [offer.move]))
    if name == "restore_entry":
        store.save(
            view.viewer.device, view.table.id, store.new_key(), store.Change(view.table.version, 1, None)
        )
    if name == "recover":
        pairing.renew(view, examples.SHEET_CODE)
    if name in ("update_phone", "give_role", "take_role"):
        phone = models.Phone.objects.create(
            game=models.Game.objects.get(public_id=view.table.id), device="a phone"
        )
        models.Access.objects.create(phone=phone, role="player")
        given["phone_id"] = phone.pk
    if name == "count_chips":
        bank.save_case(view, 0, (Color("red", 5, 100), Color("white", 1, 150)))
    if "dispute" in name and name != "open_dispute":
        disputes.dispute(view, store.new_key(), 1, "miscounted")
        given["dispute_id"] = disputes.of_table(view.table)[-1].number


def ticked(body: Any, by: Program, made: Table) -> Any:
    """What is ticked off, at the list as it is; a settlement with nothing to pay ticks nothing."""
    if made.state.over:
        return {"revision": by.ask("GET", f"tables/{made.id}/settlement/").json()["revision"], "paid": []}
    [bill] = by.ask("GET", f"tables/{made.id}/payouts/?entry=1").json()["bills"]
    return {**body, "revision": bill["revision"]}


def test_the_examples_of_hands_and_records_are_of_every_game_and_count() -> None:
    said = openapi()["paths"]
    for path in ("/api/v1/tables/", "/api/v1/score/"):
        shown = said[path]["post"]["requestBody"]["content"]["application/json"]["examples"]
        assert set(shown) == set(VARIANTS)
        for one in shown.values():
            assert is_shaped(one["value"])
            replay(from_json(one["value"]))
    hands = said["/api/v1/tables/{table_id}/entries/"]["post"]["requestBody"]["content"]["application/json"]
    assert {name: one["value"] for name, one in hands["examples"].items()} == {
        name: {"variant": name, "entry": examples.record(name)["entries"][-1]} for name in VARIANTS
    }


@pytest.mark.parametrize("name", CAUSES)
def test_every_problem_has_a_page_that_explains_it(name: str) -> None:
    shown = page(Client().get(CAUSES[name].type))
    assert shown.status == 200
    assert CAUSES[name].title in shown.text
    assert CAUSES[name].explanation[:30].replace("`", "") in shown.text.replace("`", "")


def test_there_is_no_page_of_another_problem() -> None:
    assert Client().get("/api/v1/problems/no-such-problem/").status_code == 404


def test_there_is_an_example_for_every_operation() -> None:
    assert set(WHERE) - STREAMS == set(EXAMPLES)


def test_the_reference_is_a_page_of_this_house_without_outside_hosts() -> None:
    answer = Client().get("/api/v1/docs/")
    shown = page(answer)
    assert (shown.status, answer.cookies) == (200, {})
    for one in operations():
        assert one["anchor"] in shown.ids
        assert one["summary"] in shown.text
    assert len(set(shown.ids)) == len(shown.ids)
    assert TOKEN in shown.text
    assert not [link for link in shown.links if link.startswith(("http", "//"))]
    assert "style=" not in shown.html
    assert "`" not in shown.html
    assert shown.html.index('id="introduction"') < shown.html.index('class="operation"')
    assert shown.html.count("<table") == shown.html.count("<thead") > len(operations())
    assert "/api/v1/docs/api.md" in shown.links
    assert {link[1:] for link in shown.links if link.startswith("#")} <= set(shown.ids)


def test_the_reference_is_searched_without_script_and_the_guide_is_beside_it() -> None:
    shown = page(Client().get("/api/v1/docs/?q=restore+GROUPS+post"))
    assert {one["anchor"] for one in operations()} & set(shown.ids) == {"post-groups-group_id-restore-"}
    assert "1 operation with" in shown.text
    assert "introduction" in page(Client().get("/api/v1/docs/?q=+")).ids
    answer = Client().get("/api/v1/docs/api.md")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content.decode() == (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


def test_the_schema_in_the_documents_is_the_one_that_is_served() -> None:
    kept = json.loads((ROOT / "docs" / "bower.game-1.schema.json").read_text(encoding="utf-8"))
    assert kept == document() == Program().ask("GET", "schema/record/").json()


def test_the_document_names_every_address() -> None:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    known = {str(one.pattern).removeprefix("api/v1/").rpartition(">/")[2] for one in patterns()}
    assert {one for one in known if one.strip("/").rpartition("/")[2] not in text} == set()


IN_QUERIES = [
    (name, parameter["name"], parameter["schema"])
    for name, (method, path) in WHERE.items()
    if name not in STREAMS
    for parameter in openapi()["paths"][path][method].get("parameters", ())
    if parameter["in"] == "query"
]


def beyond(schema: dict[str, Any]) -> set[str]:
    """Texts of a query that the schema of a parameter doesn't allow."""
    if "enum" in schema or schema["type"] == "boolean":
        return {"", "x", "2"}
    if "maxLength" in schema:
        return {"x" * (schema["maxLength"] + 1), "%00", "a%0Ab"}
    return {"", "x", "1.5", str(schema["minimum"] - 1), str(schema["maximum"] + 1)}


def test_a_query_is_refused_with_the_name_of_what_is_not_as_described() -> None:
    ann = program()
    given = hosted(ann).address
    tables: dict[tuple[str, bool], str] = {}
    for name, parameter, schema in IN_QUERIES:
        (method, path), example = WHERE[name], EXAMPLES[name]
        if (example.variant, example.over) not in tables:
            tables[example.variant, example.over] = example_table(ann, example).id
        given["table_id"] = tables[example.variant, example.over]
        for wrong in sorted(beyond(schema)):
            at = f"{path.removeprefix(V1)}?{parameter}={wrong}".format(**given)
            answer = ann.ask(method.upper(), at)
            said = answer.json()
            assert answer.status_code in (400, 422), (method, at)
            assert parameter in (said.get("field"), said["detail"].partition(" ")[0]), (method, at)


def test_every_operation_refuses_names_in_the_query_that_it_has_not() -> None:
    ann = program()
    given = {
        **hosted(ann).address,
        "table_id": owned(ann).id,
        "number": 1,
        "variant": "buck",
        "role": "player",
    }
    given |= {"hook_id": "0" * 32, "phone_id": 1, "dispute_id": 1, "player": 1, "league_id": "k3v9x2m4pq"}
    for name in WHERE.keys() - STREAMS - {"join_table", "join_group"}:  # which take only a link's token
        method, path = WHERE[name]
        answer = ann.ask(method.upper(), path.removeprefix(V1).format(**given) + "?limits=1", {})
        said = answer.json()
        assert (answer.status_code, said.get("code"), said.get("field")) == (
            422,
            "unknown-field",
            "limits",
        ), name


@pytest.mark.parametrize("at", ["schema/", "schema/record/"])
def test_pages_of_any_origin_may_read_the_documents_and_no_more(at: str) -> None:
    origin = "https://elsewhere.example"
    assert Program().ask("GET", at, origin=origin)["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Origin" not in Program().ask("GET", "variants/", origin=origin)


def test_only_what_needs_a_token_is_refused_without_one() -> None:
    """Whatever else is wrong: without a token that is what is answered first."""
    given = {"table_id": "k3v9x2m4pq", "number": 1, "variant": "buck", "role": "player", "hook_id": "0" * 32}
    given |= {"group_id": "k3v9x2m4pq", "night_id": "k3v9x2m4pq", "person_id": "k3v9x2m4pq", "player": 1}
    given |= {"phone_id": 1, "dispute_id": 1, "league_id": "k3v9x2m4pq"}
    wrong = []
    for name, (method, path) in WHERE.items():
        needed = {} not in openapi()["paths"][path][method].get("security", [{}])
        if name not in STREAMS:
            at = path.removeprefix(V1).format(**given)
            answer = Program().ask(method.upper(), at, {"x": 1}, idempotency_key="x")
            said = answer.json()["type"] if answer.status_code == 401 else ""
            if needed != (said == CAUSES["no-token"].type):
                wrong.append((name, answer.status_code))
    assert wrong == []


@pytest.mark.parametrize(
    "name", ["create_table", "create_group", "create_webhook", "create_group_webhook", "create_night_webhook"]
)
def test_what_was_deleted_is_not_created_again_by_its_key_and_the_description_says_so(name: str) -> None:
    (method, path), ann = WHERE[name], program()
    at = path.removeprefix(V1).format(**hosted(ann).address, table_id=owned(ann).id)
    key = str(uuid4())
    first = ann.ask("POST", at, EXAMPLES[name].body, idempotency_key=key)
    assert ann.ask("DELETE", first["Location"].removeprefix(V1)).status_code == 204
    again = ann.ask("POST", at, EXAMPLES[name].body, idempotency_key=key)
    assert again.status_code == 404
    described = openapi()["paths"][path][method]["responses"].get("404", {"description": ""})["description"]
    assert f"(`{again.json()['type'].split('/')[-2]}`)" in described
