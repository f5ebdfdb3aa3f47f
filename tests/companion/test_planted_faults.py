"""Faults that operators make, planted one by one in a Bower in order: `manage.py doctor` names each."""

import json
import os
import re
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from companion import models
from companion import settings as real
from companion.operating import databases
from companion.operating import doctor as whole_doctor
from companion.operating.doctor import installation
from companion.operating.doctor.findings import found_by
from tests.companion.factories import hand, table
from tests.serving import ROOT, free_port
from tests.shelf import lend_database, usual

pytestmark = pytest.mark.django_db

NOBODY = 65534
DAY = 24 * 3600


class Planted:
    """A Bower in order, in folders of its own, in which a fault is planted."""

    def __init__(self, site: Path, settings: Any, monkeypatch: pytest.MonkeyPatch, stack: ExitStack) -> None:
        self.site, self.settings, self.monkeypatch, self.stack = site, settings, monkeypatch, stack
        self.var = Path(settings.VAR_DIR)

    def set(self, **given: Any) -> None:
        """Give settings."""
        for name, value in given.items():
            setattr(self.settings, name, value)

    def on_sqlite(self) -> Path:
        """Let it keep its tables in a file in its folder."""
        lend_database(self.var)
        file = self.var / "bower.sqlite3"
        file.chmod(0o600)
        self.monkeypatch.setattr(databases, "configured", lambda: databases.sqlite(file))
        return file

    def write(self, text: str) -> None:
        """The file of settings, with the rights that the guide gives it."""
        (self.site / ".env").write_text(text)
        (self.site / ".env").chmod(0o640)

    def serve(self, status: int, body: str) -> None:
        """Let something else answer at the port."""

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(status)
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, *args: object) -> None:
                pass

        server = HTTPServer(("127.0.0.1", self.settings.PORT), Handler)
        serving = threading.Thread(target=server.serve_forever, args=(0.02,))
        serving.start()
        self.stack.callback(server.server_close)
        self.stack.callback(serving.join)
        self.stack.callback(server.shutdown)

    def order(self, statement: str) -> None:
        """An order to PostgreSQL, past the transaction of the test."""
        known, writable = connection.settings_dict, "-c default_transaction_read_only=off"
        place = {"host": known["HOST"], "port": known["PORT"], "user": known["USER"], "dbname": known["NAME"]}
        with psycopg.connect(**place, options=writable, autocommit=True) as server:
            server.execute(statement.format(known["NAME"]).encode())


@pytest.fixture
def bower(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Planted]:
    """One in order: of this version, started once, with a game and a backup."""
    site, var = tmp_path / "site", tmp_path / "var"
    site.mkdir()
    for path in ROOT.iterdir():
        if path.name not in (".env", ".venv", ".git", "var"):
            (site / path.name).symlink_to(path)
    var.mkdir(mode=0o700)
    for name in ("kit", "static", "static.stamp"):
        (var / name).symlink_to(usual() / name)
    settings.BASE_DIR, settings.VAR_DIR, settings.STATIC_ROOT = site, var, var / "static"
    settings.STORAGES = real.STORAGES
    settings.SECRET_KEY_FILE = var / "secret-key"
    settings.SECRET_KEY_FILE.write_text(settings.SECRET_KEY)
    (var / "backups").mkdir()
    (var / "backups" / "bower-2026-11-22T030000Z.tar.gz").touch()
    for file in (settings.SECRET_KEY_FILE, *(var / "backups").iterdir()):
        file.chmod(0o600)
    if connection.vendor == "sqlite":
        for file in Path(connection.settings_dict["NAME"]).parent.glob("*.sqlite3*"):
            file.chmod(0o600)
    settings.PORT, settings.REDIS_URL, settings.HOST = free_port(), "", "0.0.0.0"  # noqa: S104
    checks = [check for check in whole_doctor.CHECKS if check is not installation.packages]
    monkeypatch.setattr(whole_doctor, "CHECKS", checks)
    table(entries=[hand("partnership")])
    with ExitStack() as stack:
        yield Planted(site, settings, monkeypatch, stack)


def doctor() -> tuple[int, list[str]]:
    """The exit status, and the lines."""
    out, err = StringIO(), StringIO()
    try:
        call_command("doctor", stdout=out, stderr=err)
    except SystemExit as ended:
        return int(str(ended.code)), out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def a_wrong_host(bower: Planted) -> None:
    bower.set(GIVEN_HOSTS=["https://bower.example.org:8000/"])


def a_folder_of_root(bower: Planted) -> None:
    shutil.rmtree(bower.var / "backups")
    if os.geteuid() == 0:
        (bower.var / "backups").mkdir()
        os.chown(bower.var / "backups", NOBODY, -1)
    else:
        (bower.var / "backups").symlink_to("/usr")


def a_key_of_another(bower: Planted) -> None:
    key = "of-another-bower-" + "0123456789" * 4
    bower.set(SECRET_KEY=key)
    bower.settings.SECRET_KEY_FILE.write_text(key)


def a_full_disk(bower: Planted) -> None:
    free = shutil.disk_usage(bower.var).free
    with bower.on_sqlite().with_suffix(".sqlite3-grown").open("wb") as grown:
        grown.truncate(free // 2)  # without taking a block
    (bower.var / "bower.sqlite3-grown").chmod(0o600)


def a_network_disk(bower: Planted) -> None:
    bower.on_sqlite()
    mounts = bower.site / "mounts"
    mounts.write_text(f"/dev/sda1 / ext4 rw 0 0\nnas:/bower {bower.var} nfs4 rw,vers=4.2 0 0\n")
    bower.monkeypatch.setattr(installation, "MOUNTS", mounts)


def no_database(bower: Planted) -> None:
    bower.on_sqlite().unlink()


def a_damaged_database(bower: Planted) -> None:
    file = bower.on_sqlite()
    content = bytearray(file.read_bytes())
    content[8192:16384] = b"\xff" * 8192
    file.write_bytes(content)


def an_earlier_database(bower: Planted) -> None:
    with closing(sqlite3.connect(bower.on_sqlite())) as made:
        made.execute("DELETE FROM django_migrations WHERE name = (SELECT max(name) FROM django_migrations)")
        made.commit()


def a_lost_row(_bower: Planted) -> None:
    table(entries=[hand("partnership", number) for number in range(3)])
    models.Entry.objects.filter(seq=2).delete()


def a_wrong_clock(_bower: Planted) -> None:
    models.Entry.objects.update(at=timezone.now() + timedelta(days=1, minutes=1))


def nothing_collected(bower: Planted) -> None:
    (bower.var / "static").unlink()
    (bower.var / "static").mkdir()


def a_lost_static_file(bower: Planted) -> None:
    (bower.var / "static").unlink()
    left_out = shutil.ignore_patterns("*.css")
    shutil.copytree(usual() / "static", bower.var / "static", ignore=left_out)


def an_upgrade_without_a_start(bower: Planted) -> None:
    (bower.site / "examples").unlink()
    (bower.site / "examples").mkdir()
    (bower.site / "examples" / "new.json").write_text("{}")


def an_old_backup(bower: Planted) -> None:
    [file] = (bower.var / "backups").iterdir()
    now = timezone.now().timestamp()
    os.utime(file, (now - 3 * DAY, now - 3 * DAY))


def another_time_zone(bower: Planted) -> None:
    localtime = bower.site / "localtime"
    localtime.symlink_to("/usr/share/zoneinfo/America/Chicago")
    bower.settings.TIME_ZONE_IS_SET = False
    bower.monkeypatch.setattr(installation, "LOCALTIME", localtime)


def a_standby(bower: Planted) -> None:
    bower.order('ALTER DATABASE "{}" SET default_transaction_read_only = on')
    bower.stack.callback(bower.order, 'ALTER DATABASE "{}" RESET default_transaction_read_only')


def an_index_that_is_not_whole(bower: Planted) -> None:
    bower.order("CREATE TABLE odd (one int); CREATE INDEX odd_one ON odd (one)")
    bower.stack.callback(bower.order, "DROP TABLE odd")
    bower.order("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'odd_one'::regclass")


def a_clock_apart(bower: Planted) -> None:
    real_now = timezone.now
    bower.monkeypatch.setattr(timezone, "now", lambda: real_now() - timedelta(minutes=9, seconds=30))


def a_server_that_is_gone(bower: Planted) -> None:
    known = databases.configured()
    gone = databases.Database(known.engine, "bower at db1:5432", {**known.settings, "PORT": free_port()})
    bower.monkeypatch.setattr(databases, "configured", lambda: gone)


SAVES = {"status": "ok", "version": "0.1.0"}
FULL = {"status": "the database is full", "version": "0.1.0"}

# What was done, and the words of the line that doctor then has.
FAULTS: list[Any] = [
    (lambda b: b.write('PORT=8000\nSECRET_KEY="open\n'), "Look  Line 2 of {site}/.env is not read – write "),
    (
        lambda b: b.write("ALOWED_HOSTS=bower.example.org\n"),
        "no setting, and does nothing – did you mean ALLO",
    ),
    (
        lambda b: b.write("DEBUG=on\n"),
        "Note  DEBUG in {site}/.env is no setting of Bower’s – docs/settings.md",
    ),
    (
        lambda b: [b.write("PORT=1\n"), (b.site / ".env").chmod(0o644)],
        "Look  Others on this machine may read {site}/.env – chmod g=r,o= ",
    ),
    (
        a_wrong_host,
        "Look  https://bower.example.org:8000/ in ALLOWED_HOSTS is not the name of a host: nobody",
    ),
    (lambda b: b.set(GIVEN_HOSTS=["*"]), "Look  ALLOWED_HOSTS allows every name – name the host"),
    (
        lambda b: b.set(HTTPS=True, GIVEN_HOSTS=["127.0.0.1"]),
        "Look  HTTPS is on and TRUST_PROXY off: every page",
    ),
    (lambda b: b.set(HTTPS=True, TRUST_PROXY=True), "Look  HTTPS is on and ALLOWED_HOSTS is empty"),
    (lambda b: b.set(TRUST_PROXY=True), "Note  The proxy is believed, and port "),
    (
        lambda b: b.set(HOST="127.0.0.1"),
        "Note  Only this machine reaches Bower: HOST is 127.0.0.1 – without a pr",
    ),
    (
        another_time_zone,
        "Note  Bower’s time zone is UTC, and that of this machine America/Chicago – set TIME_ZONE=",
    ),
    (
        a_folder_of_root,
        "Look  {var}/backups belongs to another user than {var} – chown -R --reference={var} {var}/b",
    ),
    (lambda b: (b.var / "secret-key").chmod(0o644), "Look  Others on this machine may read {var}/secret-key"),
    (
        lambda b: next((b.var / "backups").iterdir()).chmod(0o640),
        "Look  Others on this machine may read {var}/b",
    ),
    (nothing_collected, "Look  The static files have not been collected – start Bower again"),
    (a_lost_static_file, "Look  The static files are not those of this Bower, or not all are there – start"),
    (
        an_upgrade_without_a_start,
        "Look  What phones need without a network is not of this Bower – start Bower",
    ),
    (a_full_disk, "are free in {var} – make room: a backup needs that of the database"),
    (
        a_network_disk,
        "Look  {var}/bower.sqlite3 is on a network disk (nfs4), where SQLite may be damaged – move VAR_",
    ),
    (no_database, "Look  There is no database at {var}/bower.sqlite3: look at VAR_DIR and DATABASE_URL."),
    (a_damaged_database, "Look  {var}/bower.sqlite3 is damaged: "),
    (an_earlier_database, "Look  The database is 1 step behind this Bower – back up, then start Bower"),
    (a_lost_row, " are missing – restore a backup that has them"),
    (a_wrong_clock, "Look  The newest row is 24 hours in the future – set the clock, by NTP"),
    (
        lambda b: models.GameFacts.objects.all().delete(),
        "Look  Statistics do not have all rows of 1 game, as of ",
    ),
    (
        lambda b: b.settings.SECRET_KEY_FILE.unlink(),
        "Look  There is no secret key: neither SECRET_KEY is set nor",
    ),
    (
        lambda b: b.settings.SECRET_KEY_FILE.write_text("changeme"),
        "Look  The secret key has only 8 characters – ",
    ),
    (
        lambda b: b.settings.SECRET_KEY_FILE.write_text("x" * 50),
        "Look  The secret key is easily guessed – see",
    ),
    (
        a_key_of_another,
        "Look  The newest link was made with another secret key: phones are not recognized – resto",
    ),
    (
        lambda b: shutil.rmtree(b.var / "backups"),
        "Note  There is no backup in {var}/backups – manage.py backup",
    ),
    (
        an_old_backup,
        "Note  Backups: 1 in {var}/backups, the newest is 3 days old – manage.py backup, best every",
    ),
    (lambda b: b.set(REDIS_URL=f"redis://127.0.0.1:{free_port()}/0"), "Look  Redis does not answer ("),
    (lambda b: b.serve(200, "<h1>It works!</h1>"), " is not this Bower – end it, or choose another PORT"),
    (lambda b: b.serve(503, json.dumps(FULL)), " cannot save: the database is full – look at Bower’s log"),
    (lambda b: b.serve(200, json.dumps(SAVES)), "Look  Bower 0.1.0 runs, and "),
]
ON_POSTGRES: list[Any] = [
    (a_standby, "takes no writes: it is a standby, or set to read only – name the primary in DATABASE_URL"),
    (an_index_that_is_not_whole, "Look  The index odd_one is not valid – REINDEX INDEX odd_one"),
    (a_clock_apart, "Look  The clocks of Bower and of PostgreSQL are 9 minutes apart – set them by NTP"),
    (
        lambda b: b.set(WORKER_THREADS=5000),
        "connections, and this Bower opens up to 5003 – set fewer WORKER_THR",
    ),
    (a_server_that_is_gone, "Look  The database bower at db1:5432 does not answer: "),
    (lambda b: b.set(LISTEN_URL=f"postgres://127.0.0.1:{free_port()}/b"), "does not answer at LISTEN_URL ("),
]


def test_a_bower_in_order_is_ready(bower: Planted) -> None:
    status, lines = doctor()
    assert (status, lines[-1]) == (0, "Ready: nothing to mend.")
    for _plant, said in FAULTS + ON_POSTGRES:
        assert not any(said.format(site=bower.site, var=bower.var) in line for line in lines)


@pytest.mark.parametrize(
    ("plant", "said"),
    [*FAULTS, *(pytest.param(*fault, marks=pytest.mark.postgres) for fault in ON_POSTGRES)],
    ids=lambda given: re.sub("[^a-z]+", "-", given) if isinstance(given, str) else "",
)
def test_a_fault_is_named_with_what_to_do(
    plant: Callable[[Planted], object], said: str, bower: Planted
) -> None:
    plant(bower)
    status, lines = doctor()
    words = said.format(site=bower.site, var=bower.var)
    [line] = [one for one in lines if words in one]
    assert line.startswith("Look") == bool(status)


def test_backups_on_the_disk_of_the_database_are_named(bower: Planted) -> None:
    bower.on_sqlite()
    said = "Note  The backups are on the disk of the database – keep a copy on another machine"
    assert said in doctor()[1]
    with TemporaryDirectory(dir="/dev/shm") as elsewhere:  # another disk
        shutil.move(bower.var / "backups", elsewhere)
        (bower.var / "backups").symlink_to(Path(elsewhere) / "backups")
        assert said not in doctor()[1]


def test_a_folder_that_this_user_may_not_write_is_named(bower: Planted) -> None:
    was = os.geteuid()
    bower.var.chmod(0o500)
    try:
        if was == 0:
            os.seteuid(NOBODY)
        first = next(iter(found_by([installation.permissions])))
    finally:
        os.seteuid(was)
        bower.var.chmod(0o700)
    assert first.line == (
        f"Look  {bower.var} cannot be written by this user – run as the user of the service, or chown it"
    )
