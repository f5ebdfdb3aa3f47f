"""What a start reads and waits for: the file `.env`, and a database that does not answer."""

from pathlib import Path
from types import SimpleNamespace

import pytest

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
