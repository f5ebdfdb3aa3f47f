"""A day of whoever runs a Bower, played by the settings and commands of docs/operating.md.

Behind nginx: back up, upgrade, lose the key, restore in a second folder, lose the host's phone, recover.
"""

import gzip
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from django.core import signing

from companion.access import devices
from tests.proxied import nginx
from tests.service.phone import SEE_OTHER, Phone, field, new_table, next_hand
from tests.serving import ROOT, Bower

pytestmark = [pytest.mark.service, pytest.mark.nginx]

GUIDE = (ROOT / "docs" / "operating.md").read_text()
OLD = ROOT / "tests" / "companion" / "stored" / "bower-0.2.0.dev0.sql.gz"
OLD_KEY = "bower-0.2.0"
SHEET = re.compile(r"<b>((?:[0-9A-Z]{4}-){5}[0-9A-Z]{4})</b>")


def settings_of_the_guide() -> dict[str, str]:
    """The block of settings for a server; folder and port are the test's own."""
    [block] = re.findall(r"```sh\n(ALLOWED_HOSTS=.*?)```", GUIDE, re.S)
    given = dict(line.split("=", 1) for line in block.splitlines())
    return {name: value for name, value in given.items() if name != "VAR_DIR"}


def manage(bower: Bower, *command: str, well: bool = True) -> str:
    """Run a command of the guide beside this Bower; what it wrote. It must succeed, unless not *well*."""
    assert f"manage.py {' '.join(one for one in command[:2] if not one.startswith('/'))}" in GUIDE
    done = bower.manage(*command)
    assert done.returncode == 0 or not well, done.stdout + done.stderr
    return done.stdout


@contextmanager
def served(bower: Bower) -> Iterator[Bower]:
    bower.start()
    try:
        yield bower
    finally:
        bower.stop()


def saved(phone: Phone, table: str, note: str) -> None:
    assert phone.ask(table + "hands/", next_hand(phone, table, note)).status == SEE_OTHER


def printed_sheet(host: Phone, table: str) -> str:
    """The code of the recovery sheet that the host prints."""
    page = host.ask(table + "recovery/").page
    found = SHEET.search(host.ask(table + "recovery/", {"key": field(page, "key")}).page)
    assert found
    return found[1]


def test_an_earlier_bower_is_upgraded_and_rolled_back(tmp_path: Path) -> None:
    """By the steps of "Upgrade and rollback": the backup is made by the new version before it starts."""
    bower = Bower(tmp_path, DATABASE_URL="", **{**settings_of_the_guide(), "HTTPS": "off"})
    file = tmp_path / "bower.sqlite3"
    with closing(sqlite3.connect(file)) as made:
        made.executescript(gzip.decompress(OLD.read_bytes()).decode())
    (tmp_path / "secret-key").write_text(OLD_KEY)
    old = games_in(file)
    manage(bower, "backup")
    [backup] = (tmp_path / "backups").iterdir()
    with served(bower):
        host = Phone(bower)
        host.cookies[devices.COOKIE] = signing.dumps("ann", key=OLD_KEY, salt=devices.SALT)
        assert "Replayed" in manage(bower, "replay")
        assert "Statistics: every game is counted." in manage(bower, "doctor", well=False)
        opened = [host.ask(f"/games/{table}/").status for table in old]
        assert 200 in opened, "the host’s phone of then opens its tables"
    assert games_in(file) == old
    manage(bower, "restore", "--replace", str(backup))
    assert migrations_in(file) == 25, "a backup is put back as it was: the earlier Bower can start on it"
    assert games_in(file) == old


def games_in(file: Path) -> list[str]:
    """The ids of the tables in a database."""
    with closing(sqlite3.connect(file)) as database:
        return [row[0] for row in database.execute("SELECT public_id FROM companion_game ORDER BY id")]


def migrations_in(file: Path) -> int:
    """How many migrations of Bower a database has had."""
    count = "SELECT count(*) FROM django_migrations WHERE app = 'companion'"
    with closing(sqlite3.connect(file)) as database:
        return int(database.execute(count).fetchone()[0])


def test_a_day_of_the_operator(tmp_path: Path) -> None:
    for folder in ("nginx", "first", "second"):
        (tmp_path / folder).mkdir()
    first = Bower(tmp_path / "first", DATABASE_URL="", **settings_of_the_guide())
    second = Bower(tmp_path / "second", DATABASE_URL="", **settings_of_the_guide())
    second.port = first.port
    with nginx(tmp_path / "nginx", [first.port, first.port]) as (site, _http):
        with served(first):
            host, scorekeeper = Phone(site), Phone(site)
            table = new_table(host)
            scorekeeper.join(host.link(table, "scorekeeper"))
            sheet = printed_sheet(host, table)
            saved(scorekeeper, table, "before the backup")
            manage(first, "backup")
            manage(first, "replay", "--save", str(tmp_path / "before.jsonl"))
            manage(first, "replay", "--compare", str(tmp_path / "before.jsonl"))
            saved(scorekeeper, table, "after the backup")
        [backup] = (tmp_path / "first" / "backups").iterdir()
        (tmp_path / "first" / "secret-key").unlink()  # and so it does not start again: see test_serve

        manage(second, "restore", str(backup))
        with served(second):
            assert scorekeeper.notes(table) == ["before the backup"]
            saved(scorekeeper, table, "in the second folder")
            found = Phone(site)
            found.ask("/join/")
            recovered = found.ask("/join/", {"code": sheet})
            assert recovered.status == SEE_OTHER
            assert found.ask(table + "recovery/", {"others": "1"}).status == SEE_OTHER
            assert host.ask(table).status == 404
            assert found.notes(table) == ["before the backup", "in the second folder"]
            saved(found, table, "by the new host")
