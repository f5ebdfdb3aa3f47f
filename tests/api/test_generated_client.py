"""A client that openapi-python-client makes of the document plays every game, and loses nothing."""

import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any
from uuid import uuid4

import httpx
import pytest
from django.test import Client

from companion.api.document import document
from companion.api.typed import pascal
from scoring import VARIANTS, from_json, replay
from tests.scoring.vectors import vectors

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

NAME = "bower_client_made_by_the_tests"
GOOD = [one for one in vectors() if "error" not in one.expect]
# The good sample games of each variant that say most.
LONGEST = {one.record["variant"]: one for one in sorted(GOOD, key=lambda one: len(json.dumps(one.record)))}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The generated package."""
    folder = tmp_path_factory.mktemp("client")
    schema, config = folder / "openapi.json", folder / "config.json"
    schema.write_text(json.dumps(document()), encoding="utf-8")
    config.write_text(json.dumps({"post_hooks": []}), encoding="utf-8")
    command = [str(Path(sys.executable).with_name("openapi-python-client")), "generate", "--meta", "none"]
    command += ["--path", str(schema), "--config", str(config), "--output-path", str(folder / NAME)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Warning" not in done.stdout + done.stderr, done.stdout + done.stderr
    sys.path.insert(0, str(folder))
    yield folder / NAME
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.partition(".")[0] == NAME]:
        del sys.modules[name]


@pytest.fixture
def models(made: Path) -> ModuleType:
    return importlib.import_module(NAME + ".models")


def answer(request: httpx.Request) -> httpx.Response:
    """What Bower answers, without a server in between."""
    sent = {name: value for name, value in request.headers.items() if name not in ("host", "content-length")}
    kind = sent.pop("content-type", "application/json")
    got = Client().generic(request.method, request.url.raw_path.decode(), request.read(), kind, headers=sent)
    return httpx.Response(got.status_code, headers=dict(got.items()), content=got.content)


class Api:
    """The generated operations by name, with a token or without."""

    def __init__(self, made: Path, token: str = "") -> None:
        self.modules = {
            path.stem: importlib.import_module(f"{NAME}.api.{path.parent.name}.{path.stem}")
            for path in (made / "api").rglob("*.py")
            if path.stem != "__init__"
        }
        client = importlib.import_module(NAME + ".client")
        sent = {"base_url": "http://testserver", "raise_on_unexpected_status": True}
        sent["httpx_args"] = {"transport": httpx.MockTransport(answer)}
        self.client = client.AuthenticatedClient(token=token, **sent) if token else client.Client(**sent)

    def __call__(self, name: str, *given: Any, expect: int = 200, **more: Any) -> Any:
        answer = self.modules[name].sync_detailed(*given, client=self.client, **more)
        assert answer.status_code == expect, answer.content
        return answer


def model(models: ModuleType, variant: str, entry: dict[str, Any]) -> Any:
    """The entry as an instance of its generated model."""
    name = "Hand" + pascal(variant) if entry["kind"] == "hand" else pascal(entry["kind"]) + "Entry"
    found = getattr(models, name).from_dict(entry)
    assert found.to_dict() == entry
    return found


def sent(models: ModuleType, variant: str, entry: dict[str, Any]) -> Any:
    """What is sent to write the entry, as an instance of its generated model."""
    found = getattr(models, "NewEntry" + pascal(variant)).from_dict({"variant": variant, "entry": entry})
    assert found.entry == model(models, variant, entry)
    return found


def header(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name != "entries"}


def test_every_module_of_the_client_imports(made: Path) -> None:
    document_names = {
        operation["operationId"] for at in document()["paths"].values() for operation in at.values()
    }
    assert set(Api(made).modules) == document_names


@pytest.mark.parametrize("variant", VARIANTS)
def test_sample_games_survive_the_models_unchanged(models: ModuleType, variant: str) -> None:
    some = [one for one in GOOD if one.record["variant"] == variant]
    assert some
    for place, record, _expect in some:
        found = getattr(models, "Record" + pascal(variant)).from_dict(record)
        assert found.to_dict() == record, place
        for entry in record.get("entries", []):
            model(models, variant, entry)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_client_records_corrects_removes_reads_and_exports(
    made: Path, models: ModuleType, variant: str
) -> None:
    record = LONGEST[variant].record
    started = getattr(models, "Record" + pascal(variant)).from_dict(header(record))
    new = Api(made)("create_table", body=started, idempotency_key=str(uuid4()), expect=201).parsed
    ask, table = Api(made, new.token), new.id
    for number, entry in enumerate(record["entries"], 1):
        said = sent(models, variant, entry)
        added = ask("add_entry", table, body=said, idempotency_key=str(uuid4()), expect=201).parsed
        assert added.number == number
        read = ask("read_entry", table, number).parsed
        assert (read.variant, read.entry.to_dict(), type(read.entry)) == (variant, entry, type(said.entry))
    assert_all_is_there(ask, table, record)
    assert_corrected_and_removed(ask, models, table, record)
    files = ["export_sheet", "export_recap"]
    files += (
        ["export_hledger", "export_beancount", "export_journal_csv"] if VARIANTS[variant].has_bank else []
    )
    assert all(ask(name, table).content for name in files)


def assert_all_is_there(ask: Api, table: str, record: dict[str, Any]) -> None:
    listed = ask("list_entries", table, limit=100).parsed
    assert [one.entry.to_dict() for one in listed.results] == record["entries"]
    full = ask("read_record", table).parsed.to_dict()
    assert full["entries"] == record["entries"]
    assert replay(from_json(full)).as_json() == replay(from_json(record)).as_json()
    journal = ask("read_record", table, journal=True).parsed
    assert journal.record.to_dict() == full
    assert [row.entry.to_dict() for row in journal.journal] == record["entries"]
    standing = ask("read_standing", table).parsed
    assert standing.to_dict() == replay(from_json(record)).as_json()


def assert_corrected_and_removed(ask: Api, models: ModuleType, table: str, record: dict[str, Any]) -> None:
    entries = record["entries"]
    noted = {**entries[-1], "note": "counted again"}
    said = sent(models, record["variant"], noted)
    read = ask("read_entry", table, len(entries))
    corrected = ask("correct_entry", table, len(entries), body=said, if_match=read.headers["ETag"]).parsed
    assert corrected.version == len(entries) + 1
    assert ask("read_entry", table, len(entries)).parsed.entry.to_dict() == noted
    late = ask("remove_entry", table, len(entries), if_match=read.headers["ETag"], expect=412).parsed
    assert [one.change for one in late.meanwhile] == ["correction"]
    ask("remove_entry", table, len(entries), if_match="*")
    left = ask("list_entries", table, limit=100).parsed.results
    assert [one.removed for one in left] == [False] * (len(entries) - 1) + [True]
    rows = ask("read_record", table, journal=True).parsed.journal
    assert [row.entry and row.entry.to_dict() for row in rows[-2:]] == [noted, None]
    back = ask("restore_entry", table, len(entries), if_match="*", idempotency_key=str(uuid4())).parsed
    assert back.standing.to_dict() == corrected.standing.to_dict()


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_client_follows_a_hand_in_progress(made: Path, models: ModuleType, variant: str) -> None:
    started = getattr(models, "Record" + pascal(variant)).from_dict(header(LONGEST[variant].record))
    new = Api(made)("create_table", body=started, idempotency_key=str(uuid4()), expect=201).parsed
    ask = Api(made, new.token)
    if VARIANTS[variant].has_bank:
        buy_in(ask, models, new.id, LONGEST[variant].record)
    first = ask("replace_progress", new.id, body=models.Moves(moves=[])).parsed
    allowed = [one for one in first.offers if not one.off]
    assert allowed[0].move.to_dict()["move"]
    then = ask("replace_progress", new.id, body=models.Moves(moves=[allowed[0].move])).parsed
    assert then.moves == [allowed[0].move]
    assert ask("read_progress", new.id).parsed.to_dict() == then.to_dict()


def buy_in(ask: Api, models: ModuleType, table: str, record: dict[str, Any]) -> None:
    for player in record["players"]:
        said = sent(models, record["variant"], {"kind": "buy-in", "player": player, "chips": 60})
        ask("add_entry", table, body=said, idempotency_key=str(uuid4()), expect=201)


def started(made: Path, models: ModuleType, *, bank: bool) -> tuple[Api, str, dict[str, Any]]:
    """A table of the first game with a bank, or without, with the sample game's entries."""
    variant = next(name for name, one in VARIANTS.items() if one.has_bank == bank)
    record = LONGEST[variant].record
    body = getattr(models, "Record" + pascal(variant)).from_dict(record)
    new = Api(made)("create_table", body=body, idempotency_key=str(uuid4()), expect=201).parsed
    return Api(made, new.token), new.id, record


def test_the_client_seats_disputes_renames_and_deletes(made: Path, models: ModuleType) -> None:
    ask, table, record = started(made, models, bank=False)
    player = record["players"][0]
    seats = ask("claim_seat", table, body=models.SeatClaim(player=player)).parsed.seats
    assert [one.player for one in seats if one.mine] == [player]
    number = next(place for place, one in enumerate(record["entries"], 1) if one["kind"] == "hand")
    said = models.NewDispute(number=number, reason="miscounted")
    opened = ask("open_dispute", table, body=said, idempotency_key=str(uuid4()), expect=201).parsed
    assert (opened.seat, opened.ended_at) == (player, None)
    answered = ask("answer_dispute", table, opened.id, body=models.DisputeAnswer(answer="It stays.")).parsed
    assert (answered.open_, answered.answer) == (False, "It stays.")
    assert ask("rename_table", table, body=models.TitleChange(title="Friday")).parsed.title == "Friday"
    assert [one.mine for one in ask("list_phones", table).parsed.phones] == [True]
    ask("delete_table", table, expect=204)
    assert ask("read_table", table, expect=404).parsed.type_ == "/api/v1/problems/no-table/"


def test_the_client_keeps_a_bank(made: Path, models: ModuleType) -> None:
    ask, table, record = started(made, models, bank=True)
    white = models.ChipColor.from_dict({"color": "white", "value": 1, "number": 2000})
    chips = ask("save_chips", table, body=models.ChipSetChange(colors=[white])).parsed
    assert [(one.color.value, one.number) for one in chips.colors] == [("white", 2000)]
    number = next(place for place, one in enumerate(record["entries"], 1) if one["kind"] == "buy-in")
    [bill] = ask("list_payouts", table, entry=number).parsed.bills
    ticks = models.Ticks(revision=bill.revision, paid=[0])
    assert ask("tick_payouts", table, number, body=ticks).parsed.payouts[0].paid
    settled = ask("read_settlement", table).parsed
    assert sum(settled.results.to_dict().values()) + ask("read_standing", table).parsed.pot == 0
