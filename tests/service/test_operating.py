"""A backup taken while phones save, restored where another Bower runs: the phones go on there."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.phone import SEE_OTHER, Phone, new_table, next_hand
from tests.serving import PATIENCE, Bower, own_database

pytestmark = pytest.mark.service


@pytest.fixture
def bowers(tmp_path: Path) -> Iterator[tuple[Bower, Bower]]:
    """One that runs, and a folder and a database for another."""
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    first, second = Bower(here), Bower(there, **own_database(migrated=False))
    first.start()
    yield first, second
    first.kill()
    second.kill()


def save_until(enough: threading.Event, phone: Phone, table: str, saved: list[str]) -> None:
    while not enough.is_set():
        note = f"hand {len(saved)}"
        assert phone.ask(table + "hands/", next_hand(phone, table, note)).status == SEE_OTHER
        saved.append(note)


@pytest.mark.stored
def test_phones_go_on_from_a_backup_that_was_taken_while_they_saved(bowers: tuple[Bower, Bower]) -> None:
    here, there = bowers
    phone, saved, enough = Phone(here), list[str](), threading.Event()
    table = new_table(phone)
    guest = Phone(here)
    guest.join(phone.link(table, "player"))
    saving = threading.Thread(target=save_until, args=(enough, phone, table, saved))
    saving.start()
    try:
        while len(saved) < 2:
            assert saving.is_alive()
        before = list(saved)
        backup = here.manage("backup")
    finally:
        enough.set()
        saving.join(PATIENCE)
    assert (backup.returncode, backup.stderr) == (0, "")
    assert phone.notes(table) == saved, "nobody’s save was refused meanwhile"
    [file] = (here.folder / "backups").iterdir()

    refused = here.manage("restore", str(file), "--replace")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert len(refused.stderr.splitlines()) == 1
    restored = there.manage("restore", str(file))
    assert (restored.returncode, restored.stderr) == (0, "")

    there.start()
    kept = phone.at(there).notes(table)
    assert kept == saved[: len(kept)]
    assert len(kept) >= len(before)
    form = next_hand(phone.at(there), table, "after it")
    assert phone.at(there).ask(table + "hands/", form).status == SEE_OTHER
    assert guest.at(there).notes(table) == [*kept, "after it"]
    doctor = there.manage("doctor")
    looks = [
        line for line in doctor.stdout.splitlines() if line.startswith("Look") and "Packages" not in line
    ]
    assert looks == []


def test_commands_make_no_database_and_no_key(tmp_path: Path) -> None:
    """Started where nothing is, by a slip in VAR_DIR: each says so in one sentence."""
    nothing = Bower(tmp_path, DATABASE_URL="")
    for command in (["backup"], ["tables"], ["webhooks", "--once"]):
        done = nothing.manage(*command)
        assert (done.returncode, done.stdout) == (1, "")
        assert len(done.stderr.splitlines()) == 1, done.stderr
    assert [path.name for path in tmp_path.iterdir()] in ([], ["backups"])
