"""The events of a table, as a program follows them."""

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import override_settings
from django.utils import timezone
from jsonschema import Draft202012Validator

from companion import store
from companion.access import devices
from companion.api.document import described
from companion.live import stream
from companion.live.hub import Events, Hub
from companion.log.at_night import TOPIC
from companion.log.rights import GROUP_LINKED, Change
from companion.log.table import Impossible
from companion.models import Game, Phone
from companion.store import changes, groups, happening
from companion.store.games import TableVersion
from companion.store.happening import OF_GROUP, OF_NIGHT, Happened, Happening, Position
from companion.wording.refusal import AppRefusal
from tests.api.client import Program, owned, program
from tests.api.group import hosted
from tests.api.test_group_webhooks import play_hand, table
from tests.api.test_night_webhooks import play
from tests.companion.factories import device, hand, let_in, let_in_group
from tests.companion.listeners import TABLE, Bus, Tables, in_a_loop
from tests.companion.test_live import Listener, cookie

TOKEN = "token-of-a-program-".ljust(30, "x")
DEVICE = devices.device_of_token(TOKEN)
PATH = f"/api/v1/tables/{TABLE}/events/"
ORIGIN = "https://stream.example"


def events(first: int, last: int) -> str:
    return "".join(f"id: {number}.0\ndata: row {number}\n\n" for number in range(first, last + 1))


def following(
    monkeypatch: pytest.MonkeyPatch, work: Callable[[Tables, Hub], Coroutine[Any, Any, None]]
) -> None:
    """Run *work* with a hub behind the endpoint, whose table has a row for each version."""

    async def whole() -> None:
        tables = Tables(DEVICE)

        def happened(table_id: str, after: Position | None) -> Happened:
            now = tables.now[table_id].version
            first = max(after[0] if after else now, now - happening.MOST) + 1
            rows = tuple(Happening((one, 0), f"row {one}") for one in range(first, now + 1))
            return Happened((now, 0), (Happening((now, 0), "now"),), rows)

        hub = Hub(tables.versions, tables.mark_here, Bus().listen, happened=happened)
        monkeypatch.setattr(stream, "hub", hub)
        await work(tables, hub)
        hub.close()

    in_a_loop(whole)


def listener(seen: str = "", query: str = "", path: str = PATH, **headers: Any) -> Listener:
    given = {"authorization": f"Bearer {TOKEN}", "last-event-id": seen, **headers}
    return Listener(headers={"cookie": None, **given}, path=path, query_string=query.encode())


def data(happened: Iterable[Happening]) -> list[Any]:
    return [json.loads(one.data) for one in happened]


def test_a_program_hears_how_it_stands_and_then_of_each_row(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(tables: Tables, hub: Hub) -> None:
        tables.moves()
        program = listener()
        await program.has(2)
        tables.moves()
        tables.moves()
        hub.changed(TABLE)
        await program.has(3)
        assert program.text == "retry: 1000\nid: 1.0\ndata: now\n\n" + events(2, 3)

    following(monkeypatch, work)


def test_a_program_that_was_away_hears_of_what_it_missed_and_of_the_newest_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work(tables: Tables, hub: Hub) -> None:
        for _time in range(happening.MOST + 5):
            tables.moves()
        missed, long_away, nothing, unknown = (listener(seen) for seen in ("23.0", "0.0", "25.0", "99.0"))
        for one in (missed, long_away, nothing, unknown):
            await one.has(2)
        assert missed.text == "retry: 1000\n" + events(24, 25)
        assert long_away.text == "retry: 1000\n" + events(6, 25)
        assert nothing.text == "retry: 1000\n:\n\n"
        assert unknown.text == "retry: 1000\nid: 25.0\ndata: now\n\n"

    following(monkeypatch, work)


def test_a_program_that_reads_slowly_gets_the_newest_events(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(tables: Tables, hub: Hub) -> None:
        slow = listener()
        await slow.has(2)
        slow.takes.clear()
        for _time in range(happening.MOST + 5):
            tables.moves()
            await asyncio.shield(hub.refresh([TABLE]))
        slow.takes.set()
        await slow.has(4)
        assert slow.text.endswith("now\n\n" + events(1, 1) + events(6, 25))

    following(monkeypatch, work)


def test_a_log_that_cannot_be_replayed_silences_its_events_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(tables: Tables, hub: Hub) -> None:
        def impossible(table_id: str, after: Position | None) -> Happened:
            raise Impossible(1, AppRefusal("not-object", label="body"))

        hub.happened = impossible
        phone = Listener(headers={"cookie": None, "authorization": f"Bearer {TOKEN}"})
        program = listener()
        await phone.has(2)
        tables.moves()
        hub.changed(TABLE)
        await phone.has(3)
        assert phone.text.count("event: poke") == 2
        assert program.text == ""

    following(monkeypatch, work)


@pytest.mark.parametrize("who", ["nobody", "a cookie", "another table", "too old", "no ticket", "as a token"])
def test_only_a_token_or_a_fresh_ticket_of_this_table_opens_the_stream(
    monkeypatch: pytest.MonkeyPatch, who: str
) -> None:
    given: dict[str, Any] = {"authorization": None}
    query = ""
    if who == "a cookie":
        given["cookie"] = cookie()
    if who == "another table":
        query = "ticket=" + devices.ticket(DEVICE, "abc123defh")
    if who == "too old":
        query = "ticket=" + devices.ticket(DEVICE, TABLE)
        monkeypatch.setattr(devices, "TICKET_GOOD_FOR", timedelta(seconds=-1))
    if who == "no ticket":
        query = "ticket=" + "x" * 40
    if who == "as a token":
        given["authorization"] = "Bearer " + devices.ticket(DEVICE, TABLE)

    async def work(_tables: Tables, _hub: Hub) -> None:
        refused = listener(query=query, **given)
        await refused.has(2)
        said = json.loads(refused.text)
        assert (refused.status, said["type"]) == (401, "/api/v1/problems/unknown-token/")
        assert refused.headers["content-type"] == "application/problem+json"
        assert refused.headers["www-authenticate"] == "Bearer"
        assert refused.headers["content-length"] == str(len(refused.text))

    following(monkeypatch, work)


def test_a_ticket_opens_the_stream_for_pages_of_the_origins_that_are_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work(_tables: Tables, _hub: Hub) -> None:
        query = "ticket=" + devices.ticket(DEVICE, TABLE)
        with override_settings(CORS_ALLOWED_ORIGINS=[ORIGIN]):
            allowed = listener(query=query, authorization=None, origin=ORIGIN)
            other = listener(query=query, authorization=None, origin="https://else.example")
            await allowed.has(2)
            await other.has(2)
        assert (allowed.status, other.status) == (200, 200)
        assert allowed.headers["access-control-allow-origin"] == ORIGIN
        assert "access-control-allow-origin" not in other.headers
        assert allowed.headers["vary"] == other.headers["vary"] == "Origin"

    following(monkeypatch, work)


def test_a_table_that_the_token_does_not_open_is_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(_tables: Tables, _hub: Hub) -> None:
        stranger = listener(authorization=f"Bearer {TOKEN}y")
        await stranger.has(2)
        said = json.loads(stranger.text)
        assert (stranger.status, said["type"]) == (404, "/api/v1/problems/no-table/")

    following(monkeypatch, work)


def test_the_final_slash_may_be_missing_and_what_a_browser_asks_first_is_for_the_rest_of_the_api() -> None:
    assert stream.table_of({"type": "http", "method": "GET", "path": PATH}) == TABLE
    assert stream.table_of({"type": "http", "method": "GET", "path": PATH.rstrip("/")}) == TABLE
    assert stream.table_of({"type": "http", "method": "OPTIONS", "path": PATH}) is None
    asked = {"access-control-request-method": "GET", "access-control-request-headers": "last-event-id"}
    with override_settings(CORS_ALLOWED_ORIGINS=[ORIGIN]):
        answer = Program().generic("OPTIONS", PATH, headers={"origin": ORIGIN, **asked})
    assert "last-event-id" in answer["Access-Control-Allow-Headers"]


@pytest.mark.django_db
def test_an_event_says_type_number_standing_and_a_sentence_as_it_is_described() -> None:
    ann = program()
    made = owned(ann, title="Thursday", variant="buck", entries=[hand("buck"), hand("buck")])
    at = f"tables/{made.id}/entries/1/"
    assert ann.ask("DELETE", at, if_match="*").status_code == 200
    found = happening.since(made.id, (1, 0))
    said = [json.loads(one.data) for one in (*found.rows, *found.now)]
    standing = store.load(ann.device, made.id).table.state.scores
    scores = ", ".join(f"{name} {score}" for name, score in standing.items())
    assert [(one["type"], one.get("change"), one["version"], one["number"]) for one in said] == [
        ("hand", "entry", 2, 2),
        ("change", "strike", 3, 1),
        ("standing", None, 3, 1),
    ]
    assert [one["standing"] == standing for one in said] == [False, True, True]
    assert said[1]["text"].startswith("Thursday. A hand: ")
    assert said[1]["text"].endswith(f", removed. {scores}.")
    assert said[2]["text"] == f"Thursday. {scores}."
    whole = described()
    schema = {"$ref": "#/components/schemas/TableEvent", "components": whole["components"]}
    for one in said:
        assert [error.message for error in Draft202012Validator(schema).iter_errors(one)] == []
    example = whole["paths"]["/api/v1/tables/{table_id}/events/"]["get"]["responses"]["200"]
    shown = example["content"]["text/event-stream"]["example"]["data"]
    assert set(json.loads(shown)) == set(said[0])


@pytest.mark.django_db
def test_a_game_is_over_in_one_event_and_what_is_corrected_after_it_is_a_change() -> None:
    ann = program()
    made = owned(ann, variant="buck", entries=[{**hand("buck"), "tricks": {"Ann": 5}}])
    corrected = {**hand("buck"), "tricks": {"Ann": 5}, "note": "all of them"}
    assert ann.ask("PUT", f"tables/{made.id}/entries/1/", corrected, if_match="*").status_code == 200
    found = happening.since(made.id, (0, 0))
    said = [json.loads(one.data) for one in (*found.rows, *found.now)]
    assert [one["type"] for one in said] == ["game-over", "change", "standing"]
    assert all(one["text"].endswith("Ann wins.") for one in said)


@pytest.mark.django_db
def test_who_sees_a_table_gets_a_ticket_for_its_stream_and_nothing_else() -> None:
    ann = program()
    made = owned(ann)
    answer = ann.ask("POST", f"tables/{made.id}/tickets/")
    ticket = answer.json()["ticket"]
    assert (answer.status_code, answer["Cache-Control"]) == (201, "no-store")
    assert devices.device_of_ticket(ticket, made.id) == ann.device
    assert Program().ask("GET", f"tables/{made.id}/?ticket={ticket}").status_code == 401
    assert program("bo").ask("POST", f"tables/{made.id}/tickets/").status_code == 401
    assert device() not in ticket


@pytest.mark.django_db
def test_a_group_is_told_of_all_its_tables_and_rounds_once_and_goes_on_where_it_was() -> None:
    ann = program()
    club = hosted(ann)
    old = table(ann, club, title="Long ago", entries=[hand("partnership")])
    Game.objects.filter(public_id=old).update(created_at=F("created_at") - timedelta(days=2))
    group, night = OF_GROUP + club.group, OF_NIGHT + club.night
    begun = happening.since(group, None)
    assert [(said["table"], said["type"]) for said in data(begun.now)] == [(club.table, "standing")]
    play_hand(ann, old, 1)
    play(ann, club, 8)
    came_with = table(ann, club, entries=[hand("partnership"), hand("partnership", 1)])
    found = happening.since(group, begun.at)
    rows = [(old, 2), *((club.table, number) for number in range(1, 9))]
    assert [(said["table"], said["version"]) for said in data(found.rows)[:-1]] == rows
    [*_rows, over] = data(found.rows)
    assert (over["night"], over["round"], over["type"]) == (club.night, 1, "round-over")
    assert sorted(over["standing"].values()) == [0, 0, 8, 8]
    for number, one in enumerate(found.rows, 1):
        assert happening.since(group, one.at).rows == found.rows[number:]
    assert found.rows[-1].at < found.at
    play_hand(ann, came_with, 2)
    assert [said["version"] for said in data(happening.since(group, found.at).rows)] == [3]
    restored = happening.since(group, (found.at[0] + 1_000, 0))
    assert restored.at[0] == happening.since(group, None).at[0]
    assert next(said["type"] for said in data(restored.now)) == "standing"
    at_night = happening.since(night, (0, 0)).rows
    assert [said["type"] for said in data(at_night)] == ["hand"] * 8 + ["round-over"]
    assert [said["table"] for said in data(happening.since(night, None).now)] == [club.table]


@pytest.mark.django_db
def test_a_hand_that_a_phone_sent_late_is_told_after_those_that_were_written_before_it() -> None:
    ann = program()
    club = hosted(ann)
    other = table(ann, club)
    Game.objects.filter(public_id=other).update(created_at=F("created_at") - timedelta(hours=1))
    begun = happening.since(OF_GROUP + club.group, None)
    play(ann, club, 1)
    seen = store.load(ann.device, other)
    late = Change(0, None, hand("partnership"), told_at=timezone.now() - timedelta(minutes=9))
    store.write(store.new_key(), store.planned(seen, late))
    found = happening.since(OF_GROUP + club.group, begun.at).rows
    assert [said["table"] for said in data(found)] == [club.table, other]
    for number, one in enumerate(found, 1):
        assert happening.since(OF_GROUP + club.group, one.at).rows == found[number:]


@pytest.mark.django_db
@pytest.mark.parametrize("gone", ["deleted", "for good"])
def test_a_group_goes_on_after_a_row_of_a_table_that_is_gone(gone: str) -> None:
    ann = program()
    club = hosted(ann)
    other, topic = table(ann, club), OF_GROUP + club.group
    play_hand(ann, other)
    at = happening.since(topic, None).at
    assert ann.ask("DELETE", f"tables/{other}/").status_code == 204
    if gone == "for good":
        Game.objects.filter(public_id=other).delete()
    play(ann, club, 1)
    program_of = Events(topic, ann.device, f"{at[0]}.{at[1]}")
    program_of.tell(TableVersion(1, 1, frozenset()), happening.since(topic, at))
    told = [json.loads(line[6:]) for line in program_of.new().decode().splitlines() if line[:5] == "data:"]
    assert [(one["table"], one["version"]) for one in told] == [(club.table, 1)]
    assert told[0]["type"] == ("standing" if gone == "for good" else "hand")


@pytest.mark.django_db
def test_only_who_sees_the_tables_of_a_group_may_follow_them() -> None:
    ann = program()
    club = hosted(ann)
    seen = {role: let_in_group(groups.find(ann.device, club.group), role, role) for role in GROUP_LINKED}
    [version] = happening.versions_of_groups([club.group]).values()
    assert version.devices == {ann.device, seen["scorekeeper"].device, seen["viewer"].device}
    for path, at, kind in (("groups", club.group, OF_GROUP), ("nights", club.night, OF_NIGHT)):
        topic = kind + at
        ticket = ann.ask("POST", f"{path}/{at}/tickets/").json()["ticket"]
        assert devices.device_of_ticket(ticket, topic) == ann.device
        assert devices.device_of_ticket(ticket, at) is None
        assert (
            stream.table_of({"type": "http", "method": "GET", "path": f"/api/v1/{path}/{at}/events/"})
            == topic
        )


@pytest.mark.django_db
@pytest.mark.parametrize("kind", [OF_GROUP, OF_NIGHT])
def test_who_was_removed_from_a_table_does_not_hear_of_it_by_its_group_or_night(kind: str) -> None:
    ann = program()
    club = hosted(ann)
    bo = let_in_group(groups.find(ann.device, club.group), "bo", "viewer")
    let_in(store.load(ann.device, club.table).table, "bo", "player")
    Phone.objects.filter(device=bo.device).update(out=True, former=device("before"))
    topic = kind + (club.group if kind == OF_GROUP else club.night)
    begun = happening.since(topic, None)
    play(ann, club, 1)
    found = happening.since(topic, begun.at)
    for name, hears in ((ann.device, 2), (bo.device, 0), (device("before"), 0)):
        program_of = Events(topic, name)
        for number, one in enumerate((begun, found)):
            program_of.tell(TableVersion(number, 1, frozenset()), one)
        assert program_of.new().count(b"data:") == hears


@pytest.mark.django_db
def test_a_save_is_announced_at_its_table_group_and_night(
    django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = program()
    club = hosted(ann)
    other = table(ann, club)
    told: list[str] = []
    monkeypatch.setattr(changes, "subscribers", {told.append})
    with django_capture_on_commit_callbacks(execute=True):
        play_hand(ann, other, 1)
    assert set(told) == {other, groups.TOPIC + club.group}
    told.clear()
    with django_capture_on_commit_callbacks(execute=True):
        assert ann.ask("DELETE", f"tables/{club.table}/").status_code == 204
    assert {groups.TOPIC + club.group, TOPIC + club.night} <= set(told)


def test_the_stream_of_a_group_hears_of_its_tables_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(tables: Tables, hub: Hub) -> None:
        topic = OF_GROUP + TABLE
        tables.now[topic] = tables.now[TABLE]
        program = listener(path=f"/api/v1/groups/{TABLE}/events/")
        await program.has(2)
        tables.moves(topic)
        tables.asked.clear()
        hub.on_change("another0id")
        hub.on_change(groups.TOPIC + "another0id")
        hub.on_change(groups.TOPIC + TABLE)
        await program.has(3)
        assert tables.asked == [{topic}], "read for its own tables alone"
        assert program.text.endswith(events(1, 1))

    following(monkeypatch, work)


@pytest.mark.parametrize("kind", ["tables", "groups", "nights"])
def test_what_cannot_be_followed_is_said(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    async def work(_tables: Tables, _hub: Hub) -> None:
        path = f"/api/v1/{kind}/xyz123defg/events/"
        stranger, wrong = listener(path=path), listener(query="tickets=1", path=path)
        await stranger.has(2)
        await wrong.has(2)
        assert json.loads(stranger.text)["type"] == f"/api/v1/problems/no-{kind[:-1]}/"
        said = json.loads(wrong.text)
        assert (wrong.status, said["type"]) == (400, "/api/v1/problems/malformed/")
        assert said["detail"] == "Unknown query parameter: tickets."

    following(monkeypatch, work)
