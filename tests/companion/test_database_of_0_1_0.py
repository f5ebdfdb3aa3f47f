"""A database made by Bower 0.1.0 opens: every game in it scores the same, and whoever was let in still is.

``stored/bower-0.1.0.sql.gz`` is the SQL dump of an SQLite database that 0.1.0 wrote: sample games of all six
games of then, with corrections, removed entries, links, seats, phones put out, disputes, hands in progress,
chip sets, ticks and webhooks. ``stored/bower-0.1.0.json.gz`` is what 0.1.0 itself read out of it; of a
standing all but texts and rule ids, since a line may be explained better than it was.
"""

import gzip
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connections
from django.db.utils import load_backend
from django.urls import reverse

from companion import store
from companion.bank import payouts
from companion.log.table import Table
from companion.operating.replaying import digest_of, numbers
from companion.store import bank, disputes, links, phone_list, progress
from tests.companion.factories import Phone, device

SQLITE = "django.db.backends.sqlite3"
STORED = Path(__file__).parent / "stored"
SECRET_KEY = "bower-0.1.0"
EXPECTED: dict[str, dict[str, Any]] = json.loads(
    gzip.decompress((STORED / "bower-0.1.0.json.gz").read_bytes())
)
OWNER, SECOND = device("ann"), device("bo")
WITH_PAGES = sorted(one for one in EXPECTED if EXPECTED[one]["pages"])


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Iterator[Path]:
    """The database of 0.1.0 in a file of its own, brought up to date."""
    file = tmp_path_factory.mktemp("stored") / "bower.sqlite3"
    with closing(sqlite3.connect(file)) as made:
        made.executescript(gzip.decompress((STORED / "bower-0.1.0.sql.gz").read_bytes()).decode())
    with django_db_blocker.unblock():
        yield from opened(file, lambda: call_command("migrate", verbosity=0))


def opened(file: Path, first: Callable[[], object]) -> Iterator[Path]:
    """Make *file* the default database for as long as the iteration goes on."""
    before = connections["default"]
    of_file = {"ENGINE": SQLITE, "NAME": str(file), "OPTIONS": {}}
    unused = dict.fromkeys(("USER", "PASSWORD", "HOST", "PORT"), "")
    connections["default"] = load_backend(SQLITE).DatabaseWrapper(
        {**before.settings_dict, **of_file, **unused}
    )
    try:
        first()
        yield file
    finally:
        connections["default"].close()
        connections["default"] = before


@pytest.fixture(autouse=True)
def old_key(settings: Any, migrated: Path) -> None:
    settings.SECRET_KEY = SECRET_KEY


def test_all_six_games_are_in_it() -> None:
    assert len({one["variant"] for one in EXPECTED.values()}) == 6
    assert len(WITH_PAGES) == 18


@pytest.mark.parametrize("table_id", EXPECTED)
def test_every_game_scores_as_it_did(table_id: str) -> None:
    was, table = EXPECTED[table_id], store.load(OWNER, table_id).table
    now = {
        "variant": table.variant.name,
        "version": table.version,
        "scores": dict(table.state.net or table.state.scores),
        "over": table.state.over,
        "winners": list(table.state.winners),
        "standing": digest_of(numbers(table.standing.as_json())),
        "record": digest_of(table.record.as_json()),
        "header": digest_of(table.header.as_json()),
    }
    assert now == {name: was[name] for name in now}


@pytest.mark.parametrize("table_id", EXPECTED)
def test_what_is_kept_beside_the_log_is_there(table_id: str) -> None:
    was, table = EXPECTED[table_id], store.load(OWNER, table_id).table
    phones = [[one.device[:8], list(one.roles), one.seat, one.out] for one in phone_list.of_table(table)]
    said = [[one.seq, one.words, one.end, one.answer] for one in disputes.of_table(table)]
    now = {
        "phones": phones,
        "disputes": said,
        "moves": [dict(move) for move in progress.of_table(table).moves],
        "bank": banked(table),
    }
    assert now == {name: was.get(name) for name in now}
    assert progress.stored(table).form is None, "0.1.0 kept no hand form"


def banked(table: Table) -> dict[str, Any] | None:
    if not table.variant.has_bank:
        return None
    items = payouts.due(table)
    kept = bank.state(table, [item.seq for item in items])
    return {
        "case": [[one.name, one.value, one.number] for one in kept.case],
        "counted": dict(kept.counted.left) if kept.counted else None,
        "paid": [sorted(kept.paid(item.seq, payouts.digest(item))) for item in items],
        "begun": kept.started is not None,
    }


@pytest.mark.parametrize("table_id", WITH_PAGES)
def test_its_pages_open(table_id: str) -> None:
    was, phone = EXPECTED[table_id], Phone("ann")
    now = {name: phone.get(reverse(name, args=[table_id])).status_code for name in was["pages"]}
    assert now == was["pages"]
    assert Phone("bo").get(reverse("table", args=[table_id])).status_code == was["second"]


@pytest.mark.parametrize("table_id", WITH_PAGES)
def test_its_links_still_let_in(table_id: str) -> None:
    for number, (role, (token, code)) in enumerate(EXPECTED[table_id]["links"].items()):
        first, second = Phone(f"link {number} of {table_id}"), Phone(f"code {number} of {table_id}")
        assert first.get(reverse("link", args=[token])).headers["Location"] == f"/games/{table_id}/"
        assert links.join_by_code(second.device, code, lambda _link: None) == table_id
        assert (
            store.load(first.device, table_id).viewer.roles
            == {role}
            == store.load(second.device, table_id).viewer.roles
        )
