"""What a start reads and waits for: the file `.env`, and a database that does not answer."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.exceptions import ImproperlyConfigured

from companion import settings
from companion.serving import database
from companion.serving.refusal import CannotStart
from tests.companion.test_settings import python

ENV = """\
# a comment
export CURRENCY='$ '   # the sign
PORT=9001 # another
ALLOWED_HOSTS="one.example, two.example"
LANGUAGE_CODE=de
TIME_ZONE = Europe/Berlin
SECRET_KEY=a${PORT}b#c
"""
SHOW = """
import manage, sys
from unittest import mock
from pathlib import Path
with mock.patch("manage.__file__", sys.argv[1]), mock.patch("manage.execute_from_command_line"):
    manage.main()
from companion import settings as s
print(s.PORT, s.GIVEN_HOSTS, s.CURRENCY, s.LANGUAGE_CODE, s.TIME_ZONE, s.SECRET_KEY)
"""


def test_the_env_file_may_have_comments_export_and_quotes_and_the_environment_wins(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(ENV)
    shown = python("-c", SHOW, str(tmp_path / "manage.py"), VAR_DIR=str(tmp_path), LANGUAGE_CODE="en")
    assert shown.stdout == ("9001 ['one.example', 'two.example'] $ en Europe/Berlin a${PORT}b#c\n"), (
        shown.stderr
    )


def test_a_database_that_never_answers_is_told_with_its_host_after_half_a_minute(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, said = [0.0], list[str]()

    def sleep(seconds: float) -> None:
        clock[0] += seconds

    known = {"HOST": "db.example", "PORT": 5432, "NAME": "bower"}
    connection = SimpleNamespace(vendor="postgresql", settings_dict=known)
    monkeypatch.setattr(database, "connection", connection)
    monkeypatch.setattr(database, "direct", lambda: "host=127.0.0.1 port=1 connect_timeout=2")
    monkeypatch.setattr("companion.serving.database.time.monotonic", lambda: clock[0])
    monkeypatch.setattr("companion.serving.database.time.sleep", sleep)
    with pytest.raises(CannotStart) as refused:
        database.ensure_usable(said.append)
    assert said == ["Waiting up to 30 seconds for the database at db.example:5432/bower."]
    assert str(refused.value) == (
        "The database at db.example:5432/bower does not answer (Connection refused). "
        "Start it, or correct DATABASE_URL."
    )
    assert 30 <= clock[0] < 32


URL = (
    "DATABASE_URL: expected sqlite:///path or postgres://user:password@host:5432/name, "
    "with / # ? @ in the password as %2F %23 %3F %40"
)
BAD: list[tuple[Callable[[], object], str, str]] = [
    (lambda: settings.whole("S", 1), "eighty", "S: expected a whole number, got 'eighty'"),
    (lambda: settings.whole("S", 1, 1), "0", "S: expected a whole number of at least 1, got '0'"),
    (lambda: settings.level("S", ""), "loud", "S: expected DEBUG, INFO, WARNING, ERROR, got 'LOUD'"),
    (lambda: settings.zone("S", ""), "../x", "S: expected a zone such as Europe/Berlin, got '../x'"),
    (
        lambda: settings.folder("S", ""),
        "/dev/null/x",
        "S: can't make the folder /dev/null/x: Not a directory",
    ),
    (lambda: settings.database(os.environ["S"]), "nonsense", URL),
    (lambda: settings.database(os.environ["S"]), "mysql://host/name", URL),
    (lambda: settings.database(os.environ["S"]), "postgres://host", URL),
    (lambda: settings.database(os.environ["S"]), "postgres://u:se/cret@host/name", URL),
]


@pytest.mark.parametrize(
    ("reader", "value", "told"), BAD, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_wrong_setting_is_told_by_name(
    monkeypatch: pytest.MonkeyPatch, reader: Callable[[], object], value: str, told: str
) -> None:
    monkeypatch.setenv("S", value)
    with pytest.raises(ImproperlyConfigured) as refused:
        reader()
    assert str(refused.value) == told


def test_a_file_that_is_damaged_inside_is_found(tmp_path: Path) -> None:
    file = tmp_path / "bower.sqlite3"
    with closing(sqlite3.connect(file)) as made:
        made.execute("CREATE TABLE t (x)")
        made.executemany("INSERT INTO t VALUES (?)", [("x" * 500,) for _row in range(200)])
        made.commit()
    database._look_over(file)
    whole = file.read_bytes()
    file.write_bytes(whole[:8192] + b"\xff" * 4096 + whole[12288:])
    with pytest.raises(
        CannotStart, match=r"bower[.]sqlite3 is damaged \(.*\)[.] Restore a backup: manage.py restore[.]"
    ):
        database._look_over(file)
    with pytest.raises(CannotStart, match=r"The folder of the database .* is missing"):
        database._look_over(tmp_path / "no" / "bower.sqlite3")
