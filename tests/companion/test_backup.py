"""Backups: taken while others write, checked, never overwritten, and restored on either database."""

import errno
import gzip
import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as conf
from django.core.management import call_command

from companion import store
from companion.log import rights
from companion.operating import backups, databases, files, replaying
from companion.operating.databases import Database
from companion.operating.words import Trouble
from companion.settings import kept_secret
from companion.store import links, rebuilding
from tests import available
from tests.companion.factories import device, hand, table, view
from tests.companion.nights import finish, night, start
from tests.service.databases import postgres

pytestmark = pytest.mark.django_db(transaction=True)

KEY = conf.SECRET_KEY
OF_DEV = Path(__file__).parent / "stored" / "bower-0.2.0.dev0.sql.gz"
MILLISECONDS = re.compile(r"(\.\d{3})000'")  # as SQLite itself writes the time of a row
PAGE = 4096
MONDAY = datetime(2026, 11, 23, 3, 0, tzinfo=UTC)
TUESDAY = MONDAY + timedelta(days=1)


@pytest.fixture(autouse=True)
def var(tmp_path: Path, settings: Any) -> Path:
    """A folder of its own, as on another machine: without a key and without a database."""
    settings.SECRET_KEY_IS_SET = False
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir()
    return Path(settings.VAR_DIR)


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A backup of a table of two hands."""
    table(title="Thursday", entries=[hand("partnership", 0), hand("partnership", 1)])
    return back_up(tmp_path / "one.tar.gz")


@pytest.fixture
def elsewhere(var: Path) -> Iterator[Database]:
    """The database of another Bower, on the engine of this run: empty, or a file that isn't there yet."""
    if not available.on_postgres():
        yield databases.sqlite(var / "bower.sqlite3")
        return
    with postgres() as made:
        here = databases.configured()
        yield Database(here.engine, made.name, {**here.settings, "NAME": made.name})


def back_up(file: Path, when: datetime = MONDAY) -> Path:
    backups.back_up(databases.configured(), KEY, file, when)
    return file


def content(database: Database, copy: Path) -> list[str]:
    """All rows of a database, as SQL in order."""
    backups.copy_database(database, copy)
    with closing(sqlite3.connect(copy)) as found:
        lines = (line for line in found.iterdump() if line.startswith("INSERT"))
        return sorted(line for line in lines if "sqlite_sequence" not in line)


@pytest.mark.alike
def test_nothing_there_is_no_backup(tmp_path: Path) -> None:
    for missing in (tmp_path / "none.sqlite3", tmp_path / "empty.sqlite3"):
        if missing.stem == "empty":
            missing.touch()
        with pytest.raises(Trouble, match="look at VAR_DIR and DATABASE_URL"):
            backups.back_up(databases.sqlite(missing), KEY, tmp_path / "one.tar.gz", MONDAY)
    assert {file.name for file in tmp_path.iterdir()} == {"empty.sqlite3", "var"}


@pytest.mark.alike
def test_every_night_has_its_own_file_and_none_is_overwritten(backup: Path) -> None:
    first = backup.read_bytes()
    with pytest.raises(Trouble, match="is there already"):
        back_up(backup)
    assert backup.read_bytes() == first
    nights = [back_up(backup.parent / backups.dated(MONDAY + timedelta(days=day))) for day in range(3)]
    assert nights == sorted(nights)
    assert backups.keep_newest(backup.parent, 2) == nights[:1]
    assert [night.exists() for night in nights] == [False, True, True]
    assert backup.exists(), "a name of one’s own is left alone"
    assert backup.stat().st_mode & 0o777 == files.PRIVATE_FILE


def test_a_backup_made_while_the_clock_is_behind_is_not_deleted_at_once(var: Path) -> None:
    (var / "secret-key").write_text(KEY)
    table()
    (var / "backups").mkdir()
    later = [var / "backups" / f"bower-2999-01-0{day}T030000Z.tar.gz" for day in (1, 2)]
    for file in later:
        file.touch()
    call_command("backup", keep=2)
    [made] = set((var / "backups").iterdir()) - set(later)
    assert [file.exists() for file in later] == [False, True]
    assert backups.unpack(made, None).rows["companion_game"] == 1


def test_a_copy_is_of_one_moment_and_nobody_waits_for_it(tmp_path: Path, monkeypatch: Any) -> None:
    """Hands that are saved between counting the rows and copying them are saved, and not in the copy."""
    made = table(options={"target": 1000}, entries=[hand("partnership")])
    count = "server_rows" if available.on_postgres() else "counted_in"
    monkeypatch.setattr(databases, count, save_after(getattr(databases, count), made.id))
    backups.copy_database(databases.configured(), tmp_path / "copy")
    assert store.load(device(), made.id).table.version == 4
    with databases.in_file(tmp_path / "copy") as copy:
        assert copy.execute("SELECT seq FROM companion_entry").fetchall() == [(1,)]


def save_after(count: Callable[[Any], databases.Rows], table_id: str) -> Callable[[Any], databases.Rows]:
    """Count, and the first time save three hands after it."""
    left = [1, 2, 3]

    def counted(found: Any) -> databases.Rows:
        rows = count(found)
        while left:
            store.append(device(), table_id, store.new_key(), None, hand("partnership", left.pop()))
        return rows

    return counted


def test_a_backup_is_restored_elsewhere_row_for_row(
    tmp_path: Path, elsewhere: Database, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its links let in there, by the key that is restored too. Taken while statistics are counted anew."""
    made = table(title="Thursday", entries=[hand("partnership", 0), hand("partnership", 1)])
    finish(start(night(8, hands=1)))
    token = links.invitations(view(made))[rights.PLAYER].token
    backup = tmp_path / "one.tar.gz"
    monkeypatch.setattr(rebuilding, "MOST_GAMES", 1)
    rebuilding.rebuild(lambda done: back_up(backup) if done.games == 2 else None)
    settings.SECRET_KEY = "another machine’s"
    done = backups.restore(backup, elsewhere, replace=False, now=TUESDAY)
    assert (done.pending, done.aside) == (0, ())
    here = content(databases.configured(), tmp_path / "here")
    assert len(here) > 20
    assert content(elsewhere, tmp_path / "there") == here
    key = Path(tmp_path / "var" / "secret-key")
    assert (key.read_text(), key.stat().st_mode & 0o777) == (KEY, files.PRIVATE_FILE)
    settings.SECRET_KEY = key.read_text()
    with databases.as_default(elsewhere):
        assert links.join("table", device("bo"), token, lambda _link: None).id == made.id
        assert store.load(device("bo"), made.id).viewer.roles == {rights.PLAYER}
        assert [one for one in replaying.all_games() if one.fault or one.miscounted] == []


@pytest.mark.postgres
def test_a_backup_goes_from_one_engine_to_the_other_and_on(
    backup: Path, elsewhere: Database, tmp_path: Path
) -> None:
    here = content(databases.configured(), tmp_path / "here")
    in_file = databases.sqlite(tmp_path / "var" / "bower.sqlite3")
    backups.restore(backup, in_file, replace=False, now=TUESDAY)
    assert content(in_file, tmp_path / "in file") == here
    again = tmp_path / "two.tar.gz"
    backups.back_up(in_file, KEY, again, TUESDAY)
    backups.restore(again, elsewhere, replace=False, now=TUESDAY)
    assert content(elsewhere, tmp_path / "there") == here
    with databases.as_default(elsewhere):
        made = table(title="Friday", device=device("bo"), entries=[hand("partnership")])
        assert made.version == 1, "the next ids are new"


def test_a_database_of_0_2_0_is_backed_up_and_restored(tmp_path: Path, elsewhere: Database) -> None:
    """As before an upgrade: the new Bower is there already, and has not migrated it yet."""
    old = databases.sqlite(tmp_path / "old.sqlite3")
    with closing(sqlite3.connect(old.file)) as made:
        made.executescript(gzip.decompress(OF_DEV.read_bytes()).decode())
    backup = tmp_path / "old.tar.gz"
    backups.back_up(old, KEY, backup, MONDAY)
    done = backups.restore(backup, elsewhere, replace=False, now=TUESDAY)
    assert done.pending > 0
    there, here = content(elsewhere, tmp_path / "there"), content(old, tmp_path / "here")
    assert [MILLISECONDS.sub(r"\1'", line) for line in there] == here


def test_a_backup_older_than_0_2_0_is_refused_before_anything_is_changed(
    tmp_path: Path, elsewhere: Database
) -> None:
    old = databases.sqlite(tmp_path / "old.sqlite3")
    with closing(sqlite3.connect(old.file)) as made:
        made.executescript(gzip.decompress(OF_DEV.read_bytes()).decode())
        made.execute("DELETE FROM django_migrations WHERE name > '0024'")
        made.commit()
    backup = tmp_path / "old.tar.gz"
    backups.back_up(old, KEY, backup, MONDAY)
    with pytest.raises(Trouble, match=re.escape("older than 0.2.0: install 0.2.0, start it once")):
        backups.restore(backup, elsewhere, replace=False, now=TUESDAY)
    if not available.on_postgres():
        assert not elsewhere.file.exists()


@pytest.mark.alike
def test_a_damaged_database_gives_no_backup(backup: Path, var: Path) -> None:
    """The rows can still be counted and copied: what is broken is an index."""
    there = databases.sqlite(var / "bower.sqlite3")
    backups.restore(backup, there, replace=False, now=MONDAY)
    with databases.in_file(there.file) as live:
        query = "SELECT rootpage FROM sqlite_master WHERE type = 'index' AND tbl_name = 'companion_entry'"
        [page] = live.execute(query).fetchone()
    content = bytearray(there.file.read_bytes())
    content[page * PAGE - 16 : page * PAGE] = bytes(16)
    there.file.write_bytes(content)
    with pytest.raises(Trouble, match="The copy is damaged"):
        backups.back_up(there, KEY, var / "two.tar.gz", TUESDAY)
    assert sorted(file.name for file in var.iterdir()) == ["bower.sqlite3", "secret-key"]


@pytest.mark.alike
def test_a_full_disk_is_said_and_leaves_nothing(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    def full(*_arguments: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    (tmp_path / "var" / "secret-key").write_text(KEY)
    table()
    monkeypatch.setattr(backups, "_private", full)
    with pytest.raises(SystemExit) as ended:
        call_command("backup")
    assert ended.value.code == 1
    assert capsys.readouterr().err == "No space left on device.\n"
    assert list((tmp_path / "var" / "backups").iterdir()) == []


@pytest.mark.alike
@pytest.mark.parametrize("place", [0.1, 0.5, 0.9])
def test_a_damaged_backup_is_not_restored(backup: Path, elsewhere: Database, place: float) -> None:
    whole = bytearray(backup.read_bytes())
    whole[int(len(whole) * place)] ^= 0xFF
    backup.write_bytes(whole)
    with pytest.raises(Trouble, match="damaged"):
        backups.restore(backup, elsewhere, replace=False, now=TUESDAY)
    backup.write_bytes(whole[: int(len(whole) * place)])
    with pytest.raises(Trouble, match="damaged"):
        backups.restore(backup, elsewhere, replace=False, now=TUESDAY)
    assert list((backup.parent / "var").iterdir()) == []


@pytest.mark.alike
def test_a_database_with_tables_is_put_aside_only_when_asked(backup: Path, var: Path) -> None:
    there = databases.sqlite(var / "bower.sqlite3")
    backups.restore(backup, there, replace=False, now=MONDAY)
    (var / "secret-key").write_text("another key")
    with pytest.raises(Trouble, match="--replace"):
        backups.restore(backup, there, replace=False, now=TUESDAY)
    done = backups.restore(backup, there, replace=True, now=TUESDAY)
    assert sorted(path.name for path in done.aside) == [
        "bower.sqlite3.before-2026-11-24T030000Z",
        "secret-key.before-2026-11-24T030000Z",
    ]
    assert done.aside[1].read_text() == "another key"
    assert (var / "secret-key").read_text() == KEY
    with databases.in_file(done.aside[0]) as kept:
        assert databases.counted_in(kept) == done.about.rows


@pytest.mark.postgres
def test_a_filled_postgresql_database_is_left_alone(backup: Path) -> None:
    with pytest.raises(Trouble, match="make an empty database"):
        backups.restore(backup, databases.configured(), replace=True, now=TUESDAY)


@pytest.mark.alike
def test_nothing_is_restored_under_a_running_bower(backup: Path, var: Path) -> None:
    there = databases.sqlite(var / "bower.sqlite3")
    backups.restore(backup, there, replace=False, now=MONDAY)
    with databases.in_file(there.file) as running:
        running.execute("PRAGMA journal_mode=WAL")
        running.execute("SELECT count(*) FROM companion_game").fetchone()
        with pytest.raises(Trouble, match="stop it first"):
            backups.restore(backup, there, replace=True, now=TUESDAY)
    backups.restore(backup, there, replace=True, now=TUESDAY)


@pytest.mark.alike
def test_another_key_in_the_settings_is_said_first(backup: Path, elsewhere: Database, settings: Any) -> None:
    settings.SECRET_KEY_IS_SET = True
    settings.SECRET_KEY = "another"
    with pytest.raises(Trouble, match="move it to SECRET_KEY_FALLBACKS"):
        backups.restore(backup, elsewhere, replace=False, now=TUESDAY)
    settings.SECRET_KEY = KEY
    backups.restore(backup, elsewhere, replace=False, now=TUESDAY)
    assert not (backup.parent / "var" / "secret-key").exists(), "the setting is the key’s only place"


@pytest.mark.alike
@pytest.mark.parametrize("is_set", [True, False])
def test_a_backup_from_before_the_key_was_changed_leaves_the_new_one(
    backup: Path, elsewhere: Database, var: Path, settings: Any, is_set: bool
) -> None:
    """By now phones have cookies that are signed with it."""
    settings.SECRET_KEY_IS_SET, settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = is_set, "new", [KEY]
    if not is_set:
        (var / "secret-key").write_text("new")
    backups.restore(backup, elsewhere, replace=False, now=TUESDAY)
    assert backups.current_key() == "new"
    assert [file.read_text() for file in var.glob("secret-key*")] == ([] if is_set else ["new"])


def test_a_key_with_any_letters_is_backed_up_and_restored(tmp_path: Path, var: Path, settings: Any) -> None:
    table()
    file = tmp_path / "one.tar.gz"
    settings.SECRET_KEY_IS_SET, settings.SECRET_KEY = True, "schlüssel" * 6
    backups.back_up(databases.configured(), backups.current_key(), file, MONDAY)
    settings.SECRET_KEY_IS_SET = False
    backups.restore(file, databases.sqlite(tmp_path / "two.sqlite3"), replace=False, now=TUESDAY)
    assert kept_secret(var / "secret-key") == backups.current_key() == "schlüssel" * 6


@pytest.mark.alike
def test_what_a_killed_backup_left_is_removed_by_the_next(backup: Path) -> None:
    left = backup.parent / (files.UNFINISHED + "x")
    left.mkdir()
    (left / "bower.sqlite3").touch()
    back_up(backup.parent / "two.tar.gz")
    assert not left.exists()


def test_the_command_names_its_file_by_day_and_says_what_it_holds(var: Path, capsys: Any) -> None:
    (var / "secret-key").write_text(KEY)
    table()
    call_command("backup")
    [made] = (var / "backups").iterdir()
    assert backups.DATED.fullmatch(made.name)
    said = capsys.readouterr().out
    assert str(made) in said
    assert "1 game, " in said
    assert said.rstrip().endswith("Checked.")
    assert (var / "backups").stat().st_mode & 0o777 == files.PRIVATE_FOLDER
    assert backups.unpack(made, None).engine == ("PostgreSQL" if available.on_postgres() else "SQLite")


@pytest.mark.alike
def test_without_a_key_there_is_no_backup_and_no_key_is_made(var: Path, capsys: Any) -> None:
    table()
    with pytest.raises(SystemExit) as ended:
        call_command("backup")
    assert ended.value.code == 1
    assert capsys.readouterr().err.startswith("There is no secret key")
    assert list(var.iterdir()) == []
