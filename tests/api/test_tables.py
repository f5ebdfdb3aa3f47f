"""Tables by the API: started, listed, read."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import pytest

from companion import models, store
from companion.store import group_starts
from scoring import from_json, replay
from tests.api.client import V1, Program, joined, owned, program
from tests.companion.factories import hand, long_game, record, table

pytestmark = pytest.mark.django_db

EVENING = record(variant="buck", entries=[hand("buck", number) for number in range(3)])


def started(body: Any = EVENING, by: Program | None = None, **headers: str) -> Any:
    return (by or Program()).ask("POST", "tables/", body, **headers)


def test_a_newcomer_starts_a_game_and_owns_it_by_a_new_token() -> None:
    answer = started()
    said = answer.json()
    assert (answer.status_code, set(said)) == (201, {"id", "version", "standing", "token"})
    assert said["standing"] == replay(from_json(EVENING)).as_json()
    assert said["version"] == 3
    assert answer["Location"] == f"/api/v1/tables/{said['id']}/"
    about = Program(said["token"]).ask("GET", f"tables/{said['id']}/").json()
    assert (about["roles"], about["variant"], about["version"]) == (["host"], "buck", 3)
    assert models.Phone.objects.filter(device__contains=said["token"]).count() == 0


CHIPS = record(variant="poker-chips")


def test_a_table_has_its_time_zone_and_the_sign_of_its_money() -> None:
    body = {**CHIPS, "entries": [{"kind": "rules", "options": {"max_raises": 2}}]}
    said = Program().ask("POST", "tables/?zone=America/New_York&currency=kr", body).json()
    owner = Program(said["token"])
    for asked in (("GET", f"tables/{said['id']}/"), ("PUT", f"tables/{said['id']}/title/", {"title": "x"})):
        about = owner.ask(*asked).json()
        assert (about["zone"], about["currency"]) == ("America/New_York", "kr")
    points = started(by=owner).json()["id"]
    about = owner.ask("GET", f"tables/{points}/").json()
    assert (about["zone"], about["currency"]) == ("", "")


@pytest.mark.parametrize("name", ["zone", "currency"])
def test_two_zones_or_signs_of_money_are_refused(name: str) -> None:
    same = {"zone": "America/New_York", "currency": "kr"}[name]
    answer = Program().ask("POST", f"tables/?{name}={same}&{name}={same}", CHIPS)
    assert (answer.status_code, models.Game.objects.count()) == (400, 0)


@pytest.mark.parametrize("sign", ["1", "kr2", "\u202e"])
def test_what_can_be_no_sign_of_money_is_refused(sign: str) -> None:
    answer = Program().ask("POST", f"tables/?currency={quote(sign)}", CHIPS)
    assert (answer.status_code, answer.json()["field"]) == (422, "currency")
    assert models.Game.objects.count() == 0


def test_a_game_is_started_in_a_group_and_its_rules_are_those_of_the_next_one() -> None:
    ann, bo = program("ann"), program("bo")
    owned(bo)
    group_id = group_starts.create(ann.device, store.new_key(), "Thursday", program=True)
    models.Group.objects.update(zone="Europe/Berlin", currency="£")
    body = {**CHIPS, "options": {"max_raises": 2}}
    for by in (bo, Program()):
        assert by.ask("POST", f"tables/?group={group_id}", body).status_code == 404
    key = str(uuid4())
    answers = [ann.ask("POST", f"tables/?group={group_id}", body, idempotency_key=key) for _twice in "12"]
    assert [one.status_code for one in answers] == [201, 201]
    game = models.Game.objects.get(group__personal=False)
    assert game.group
    assert game.group.public_id == group_id
    about = ann.ask("GET", f"tables/{game.public_id}/").json()
    assert (about["zone"], about["currency"]) == ("Europe/Berlin", "£")
    assert json.loads(models.GroupRules.objects.get(group=game.group).options)["max_raises"] == 2
    models.GroupPhone.objects.update(role="viewer")
    assert ann.ask("POST", f"tables/?group={group_id}", body).status_code == 403


def test_a_header_alone_starts_an_empty_game() -> None:
    said = started(record(variant="king-cutthroat")).json()
    assert (said["version"], said["standing"]["hands"], said["standing"]["next_dealer"]) == (0, [], "Ann")


def test_the_same_key_and_record_start_one_game_and_are_answered_alike() -> None:
    key = str(uuid4())
    first, again = started(idempotency_key=key), started(idempotency_key=key)
    assert models.Game.objects.count() == 1
    assert (first.status_code, first.content) == (again.status_code, again.content)


def test_the_answer_given_again_is_the_first_one_whatever_has_happened_since() -> None:
    key = str(uuid4())
    first = started(idempotency_key=key)
    said = first.json()
    owner = Program(said["token"])
    assert owner.ask("POST", f"tables/{said['id']}/entries/", hand("buck", 3)).status_code == 201
    assert started(idempotency_key=key).content == first.content


def test_the_same_key_with_another_record_is_refused() -> None:
    key = str(uuid4())
    started(idempotency_key=key)
    answer = started(record(variant="buck"), idempotency_key=key)
    assert (answer.status_code, answer.json()["field"]) == (422, "Idempotency-Key")
    assert models.Game.objects.count() == 1


@pytest.mark.parametrize("key", ["1", "evening", "00000000-0000-1000-8000-000000000000", "x" * 36])
def test_a_newcomer_needs_a_random_key_since_it_stands_for_the_token(key: str) -> None:
    answer = started(idempotency_key=key)
    assert (answer.status_code, models.Game.objects.count()) == (400, 0)
    assert "random UUID" in answer.json()["detail"]


def test_a_token_of_ones_own_owns_the_next_game_too_and_needs_no_random_key() -> None:
    first = started().json()
    owner = Program(first["token"])
    second = started(by=owner, idempotency_key="1").json()
    assert second["token"] == first["token"]
    assert {one["id"] for one in owner.ask("GET", "tables/").json()["results"]} == {first["id"], second["id"]}


def test_the_same_key_of_two_owners_is_two_games() -> None:
    one, other = Program(started().json()["token"]), Program(started().json()["token"])
    ids = {started(by=by, idempotency_key="1").json()["id"] for by in (one, other, one)}
    assert len(ids) == 2


def test_who_comes_by_a_link_starts_a_game_as_a_newcomer() -> None:
    said = started().json()
    links = Program(said["token"]).ask("GET", f"tables/{said['id']}/links/").json()["links"]
    guest = joined(next(link["token"] for link in links if link["role"] == "viewer"))
    assert guest.ask("GET", "tables/").json()["count"] == 1
    mine = started(by=guest).json()
    assert mine["token"] not in (guest.token, said["token"])
    assert guest.ask("GET", f"tables/{mine['id']}/").status_code == 404


@pytest.mark.parametrize(
    ("body", "entry", "field"),
    [
        ([], None, "format"),
        ({**EVENING, "players": ["Ann"]}, None, "players"),
        ({**EVENING, "title": "x" * 61}, None, "title"),
        ({**EVENING, "entries": [hand("buck"), {**hand("buck"), "tricks": {"Ann": 6}}]}, 2, "tricks"),
        ({**EVENING, "entries": [{**hand("buck"), "note": "\ud800"}]}, 1, "note"),
    ],
)
def test_a_record_that_cannot_be_is_refused_where_it_is_wrong(body: Any, entry: Any, field: str) -> None:
    answer = started(body)
    assert (answer.status_code, answer["Content-Type"]) == (422, "application/problem+json")
    said = answer.json()
    assert (said["entry"], said["field"], said["status"]) == (entry, field, 422)
    assert models.Game.objects.count() == 0


def test_a_refusal_names_its_rule() -> None:
    body = record(variant="buck", entries=[{"kind": "hand", "maker": "Ann", "choices": {"Ann": "drop"}}])
    assert started(body).json()["rule"] == "BU-08"


@pytest.mark.parametrize("text", ["{", " ", '{"format": NaN}', "\xff"])
def test_what_is_no_json_cannot_be_understood(text: str) -> None:
    answer = Program().raw("POST", "score/", text.encode("latin-1"))
    assert (answer.status_code, answer.json()["status"]) == (400, 400)


def test_a_field_given_twice_is_refused() -> None:
    text = json.dumps(EVENING).replace('"variant": "buck"', '"variant": "buck", "variant": "buck"')
    answer = Program().raw("POST", "score/", text.encode())
    assert (answer.status_code, answer.json()["field"]) == (422, "variant")


def test_the_list_has_pages() -> None:
    ann = program()
    ids = [owned(ann).id for _table in range(5)]
    first = ann.ask("GET", "tables/?limit=2").json()
    assert (first["count"], first["previous"]) == (5, None)
    second = ann.ask("GET", first["next"].removeprefix(V1)).json()
    third = ann.ask("GET", second["next"].removeprefix(V1)).json()
    assert third["next"] is None
    found = [one["id"] for page in (first, second, third) for one in page["results"]]
    assert found == ids[::-1]
    assert third["previous"] == "/api/v1/tables/?limit=2&offset=2"


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "limit=x", "offset=-1", "limit=1&limit=2"])
def test_a_page_that_cannot_be_is_refused(query: str) -> None:
    ann = program()
    owned(ann)
    assert ann.ask("GET", f"tables/?{query}").status_code == 400


def test_a_table_of_somebody_else_is_not_there() -> None:
    ann = program()
    owned(ann)
    other = table()
    for path in ("", "record/", "standing/"):
        assert ann.ask("GET", f"tables/{other.id}/{path}").status_code == 404


def test_the_record_is_the_one_that_was_sent() -> None:
    said = started().json()
    read = Program(said["token"]).ask("GET", f"tables/{said['id']}/record/").json()
    assert read["entries"] == EVENING["entries"]
    assert replay(from_json(read)).as_json() == said["standing"]


def test_the_journal_has_corrections_keys_times_and_roles() -> None:
    ann = program()
    made = owned(ann, variant="buck", entries=[hand("buck"), hand("buck", 1)])
    store.save(ann.device, made.id, store.new_key(), store.Change(2, 1, {**hand("buck"), "note": "so"}))
    store.save(ann.device, made.id, store.new_key(), store.Change(3, 2, None))
    said = ann.ask("GET", f"tables/{made.id}/record/?journal=true").json()
    assert said["record"] == ann.ask("GET", f"tables/{made.id}/record/").json()
    assert (said["version"], said["numbers"]) == (4, [1])
    rows = [(row["version"], row["number"], row["change"], row["role"]) for row in said["journal"]]
    assert rows == [
        (1, 1, "entry", "host"),
        (2, 2, "entry", "host"),
        (3, 1, "correction", "host"),
        (4, 2, "strike", "host"),
    ]
    assert len({row["key"] for row in said["journal"]}) == 4
    assert [row["entry"] and row["entry"].get("note") for row in said["journal"]] == [None, None, "so", None]


def test_the_standing_as_it_stood_after_each_hand() -> None:
    said = started().json()
    owner, path = Program(said["token"]), f"tables/{said['id']}/standing/"
    assert owner.ask("GET", path).json() == said["standing"]
    for number in (1, 2, 3):
        then = owner.ask("GET", f"{path}?after={number}").json()
        shorter = from_json({**EVENING, "entries": EVENING["entries"][:number]})
        assert then == replay(shorter).as_json()
    assert owner.ask("GET", f"{path}?after=4").status_code == 404
    assert owner.ask("GET", f"{path}?after=0").status_code == 400


def test_what_came_between_hands_stands_in_the_standing_after_the_next() -> None:
    added = {"kind": "adjust", "player": "Ann", "points": 2, "reason": "a misdeal"}
    evening = record(variant="buck", entries=[hand("buck"), added, hand("buck", 1)])
    said = started(evening).json()
    owner, path = Program(said["token"]), f"tables/{said['id']}/standing/"
    for number, entries in ((1, 1), (2, 3)):
        then = replay(from_json({**evening, "entries": evening["entries"][:entries]}))
        assert owner.ask("GET", f"{path}?after={number}").json() == then.as_json()


@pytest.mark.parametrize("variant", ["king-cutthroat", "poker-chips"])
def test_the_standing_comes_with_its_last_hands_only(variant: str) -> None:
    owner = program()
    made = owned(owner, **long_game(variant, 12))
    path = f"tables/{made.id}/standing/"
    whole, last = (owner.ask("GET", path + query).json() for query in ("", "?hands=3"))
    assert last["hands"] == whole["hands"][-3:]
    parts = {"hands", "ledger"}
    assert {name: last[name] for name in last.keys() - parts} == {
        name: whole[name] for name in whole.keys() - parts
    }
    if "ledger" in whole:
        first = made.standing.hands[-3].entry
        assert last["ledger"] == [one for one in whole["ledger"] if one["entry"] >= first] != []
    assert owner.ask("GET", path + "?hands=99").json() == whole
    assert owner.ask("GET", path + "?hands=0").json()["hands"] == []
    assert owner.ask("GET", path + "?hands=-1").status_code == 400


def test_the_list_of_tables_has_group_and_times_and_is_narrowed_by_them() -> None:
    ann = program()
    group = group_starts.create(ann.device, store.new_key(), "Thursday", program=True)
    ids = [ann.ask("POST", f"tables/?group={group}", EVENING).json()["id"]]
    ids.append(ann.ask("POST", "tables/", record(variant="buck")).json()["id"])
    ids.append(owned(ann, variant="buck", entries=[hand("buck")]).id)
    over = {
        "entries": [{"kind": "hand", "maker": "Ann", "tricks": {"Ann & Cy": 5}}],
        "options": {"target": 2},
    }
    ids.append(owned(ann, **over).id)
    outsider = owned(program("eve")).id
    for place, one in enumerate(ids):
        at = datetime(2026, 11, 20 + place, tzinfo=UTC)
        models.Game.objects.filter(public_id=one).update(created_at=at)
        models.Entry.objects.filter(game__public_id=one).update(at=at + timedelta(hours=1))

    def asked(query: str) -> list[str]:
        return [one["id"] for one in ann.ask("GET", "tables/" + query).json()["results"]]

    assert asked("") == ids[::-1]
    assert (asked(f"?group={group}"), asked("?over=true"), asked("?over=false")) == (
        ids[:1],
        ids[3:],
        ids[2::-1],
    )
    assert asked("?changed_since=2026-11-22T01:00:00Z") == [ids[3], ids[2]]
    assert asked("?changed_since=2026-11-22T01:00:01") == [ids[3]]
    assert asked(f"?group={group}&over=true&changed_since=2026-11-20") == []
    rows = {one["id"]: one for one in ann.ask("GET", "tables/").json()["results"]}
    assert (rows[ids[0]]["group"], rows[ids[1]]["group"]) == (group, None)
    assert (rows[ids[1]]["created_at"], rows[ids[1]]["changed_at"]) == ("2026-11-21T00:00:00Z",) * 2
    assert rows[ids[2]]["changed_at"] == "2026-11-22T01:00:00Z"
    page = ann.ask("GET", "tables/?over=false&limit=2").json()
    assert (page["count"], page["next"]) == (3, "/api/v1/tables/?over=false&limit=2&offset=2")
    assert outsider not in rows


def test_a_member_of_a_group_lists_its_tables_and_nobody_else_does() -> None:
    ann = program()
    group = group_starts.create(ann.device, store.new_key(), "Thursday", program=True)
    played = ann.ask("POST", f"tables/?group={group}", EVENING).json()["id"]
    links = ann.ask("POST", f"groups/{group}/links/", {"role": "viewer"}).json()
    guest = Program(links["token"])
    guest.ask("POST", "join-group/")
    assert guest.ask("GET", "tables/").json()["count"] == 0
    assert [one["id"] for one in guest.ask("GET", f"tables/?group={group}").json()["results"]] == [played]
    eve = program("eve")
    owned(eve)
    answer = eve.ask("GET", f"tables/?group={group}")
    assert (answer.status_code, answer.json()["type"]) == (404, "/api/v1/problems/no-group/")


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("?changed_since=yesterday", 400),
        ("?changed_since=0001-01-01T00:00:00%2B14:00", 400),
        ("?over=maybe", 400),
        ("?since=2026-11-20", 422),
    ],
)
def test_a_list_that_is_asked_wrongly_is_refused(query: str, status: int) -> None:
    ann = program()
    owned(ann)
    assert ann.ask("GET", "tables/" + query).status_code == status
