"""`manage.py doctor` finds what is wrong, says so in one line each, and what to do."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

import manage
from companion import models
from companion.operating import databases, doctor
from companion.operating.doctor import database, findings, installation, services
from companion.operating.doctor.findings import LOOK, NOTE, OK, Check, found_by
from companion.store import changes
from tests.companion.factories import hand, table
from tests.serving import free_port

pytestmark = pytest.mark.django_db

OF_THE_MACHINE = (
    installation.packages,
    installation.permissions,
    installation.static_files,
)


@pytest.fixture(autouse=True)
def var(tmp_path: Path, settings: Any) -> Path:
    """A folder of its own, with a key."""
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir(mode=0o700)
    settings.SECRET_KEY_FILE = settings.VAR_DIR / "secret-key"
    settings.SECRET_KEY_FILE.write_text(settings.SECRET_KEY)
    settings.SECRET_KEY_FILE.chmod(0o600)
    settings.PORT = free_port()
    return Path(settings.VAR_DIR)


def levels(*checks: Check) -> list[str]:
    return [finding.level for finding in found_by(checks)]


def looks(*checks: Check) -> str:
    """What is to be mended."""
    return "\n".join(finding.line for finding in found_by(checks) if finding.level == LOOK)


def test_a_bower_in_order_has_nothing_to_mend() -> None:
    """Packages, static files and the file of the database are those of the tests."""
    table(entries=[hand("partnership")])
    checks = [check for check in doctor.CHECKS if check not in OF_THE_MACHINE]
    assert {*levels(*checks)} == {OK, NOTE}
    assert levels(database.whole, database.migrations, database.logs, database.statistics) == [OK] * 4


def test_the_command_ends_with_1_if_something_is_to_be_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    out, err = StringIO(), StringIO()
    monkeypatch.setattr(doctor, "CHECKS", (lambda: [findings.well("Disk: fine.")],))
    call_command("doctor", stdout=out, stderr=err)
    assert out.getvalue() == "OK    Disk: fine.\nReady: nothing to mend.\n"
    monkeypatch.setattr(doctor, "CHECKS", (lambda: [findings.look("The disk is full", "make room")],))
    with pytest.raises(SystemExit) as ended:
        call_command("doctor", stdout=out, stderr=err)
    assert ended.value.code == 1
    assert out.getvalue().endswith("Look  The disk is full – make room\n")
    assert err.getvalue() == "1 thing to mend.\n"


def test_a_check_that_fails_is_a_finding_and_the_others_go_on() -> None:
    def the_moon() -> list[findings.Finding]:
        raise ValueError("no telescope.\nNone at all")

    found = list(found_by([the_moon, database.whole]))
    assert found[0].line == "Look  the moon: cannot be looked at (ValueError: no telescope)"
    assert found[1].level == OK


@pytest.mark.alike
def test_a_damaged_file_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "bower.sqlite3"
    with closing(sqlite3.connect(file)) as made:
        made.execute("CREATE TABLE companion_game (id INTEGER PRIMARY KEY, header TEXT)")
        made.executemany("INSERT INTO companion_game (header) VALUES (?)", [["x" * 500]] * 100)
        made.execute("CREATE INDEX by_header ON companion_game (header)")
        made.commit()
    content = bytearray(file.read_bytes())
    middle = len(content) // 2 // 4096 * 4096
    content[middle : middle + 4096] = b"\xff" * 4096
    file.write_bytes(content)
    monkeypatch.setattr(databases, "configured", lambda: databases.sqlite(file))
    assert f"Look  {file} is damaged: " in looks(database.whole)
    file.unlink()
    assert "There is no database at" in looks(database.whole)
    assert not file.exists()


def test_a_log_with_a_gap_and_a_row_from_the_future_are_found() -> None:
    made = table(entries=[hand("partnership", number) for number in range(3)])
    models.Entry.objects.filter(seq=3).update(at=timezone.now() + timedelta(hours=5))
    assert "The newest row is 4 hours in the future" in looks(database.logs)
    models.Entry.objects.filter(seq=2).delete()
    assert f"Rows of the log of table {made.id} are missing" in looks(database.logs)


def test_a_database_of_another_version_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    applied = databases.applied_to(databases.configured())
    monkeypatch.setattr(databases, "applied_to", lambda _database: applied - {max(applied)})
    assert "1 step behind this Bower" in looks(database.migrations)
    monkeypatch.setattr(databases, "applied_to", lambda _database: {*applied, ("companion", "9999_later")})
    assert "newer Bower, which knows 9999_later" in looks(database.migrations)


def test_a_key_that_is_lost_short_or_of_another_bower_is_found(var: Path, settings: Any) -> None:
    table()
    assert levels(installation.key) == [OK]
    settings.SECRET_KEY = "short"
    (var / "secret-key").write_text("short")
    said = looks(installation.key)
    assert "has only 5 characters" in said
    assert "made with another secret key" in said
    (var / "secret-key").unlink()
    assert "There is no secret key" in looks(installation.key)


def test_what_others_may_read_is_found(var: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.BASE_DIR = var
    monkeypatch.setattr(databases, "configured", lambda: databases.sqlite(var / "bower.sqlite3"))
    assert levels(installation.permissions) == [OK]
    (var / "secret-key").chmod(0o644)
    assert f"chmod go= {var / 'secret-key'}" in looks(installation.permissions)


def test_settings_with_the_rights_that_the_guide_gives_them_are_fine(
    settings: Any, tmp_path: Path, var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BASE_DIR = tmp_path
    monkeypatch.setattr(databases, "configured", lambda: databases.sqlite(var / "bower.sqlite3"))
    file = tmp_path / ".env"
    file.write_text("DEBUG=off\n")
    for mode, found in ((0o640, [OK]), (0o600, [OK]), (0o644, [LOOK]), (0o660, [LOOK])):
        file.chmod(mode)
        assert levels(installation.permissions) == found
    assert f"chmod g=r,o= {file}" in looks(installation.permissions), "the service still reads them then"


def test_settings_that_a_user_may_not_read_are_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_file: Path, **_given: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(manage, "load_dotenv", refused)
    with pytest.raises(SystemExit) as ended:
        manage.main()
    assert str(ended.value.code).startswith("This user may not read ")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"HTTPS": True, "GIVEN_HOSTS": ["bower.invalid"]}, "TRUST_PROXY=on"),
        ({"HTTPS": True, "TRUST_PROXY": True}, "ALLOWED_HOSTS is empty"),
        ({"GIVEN_HOSTS": ["*"]}, "allows every name"),
        ({"DEBUG": True}, "DEBUG is on"),
    ],
)
def test_settings_that_do_not_fit_are_found(given: dict[str, Any], said: str, settings: Any) -> None:
    assert looks(installation.who_may_reach_it) == ""
    for name, value in given.items():
        setattr(settings, name, value)
    assert said in looks(installation.who_may_reach_it)


def test_other_packages_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installation, "version", lambda name: "0.0" if name == "django" else "")
    assert "django 0.0, " in looks(installation.packages)
    assert "uvicorn is missing" in looks(installation.packages)


def test_services_that_do_not_answer_are_found(settings: Any) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    assert "Redis does not answer" in looks(services.redis_answers)
    assert levels(services.bower_answers) == [NOTE]
    settings.HTTPS, settings.GIVEN_HOSTS = True, ["bower.invalid", "127.0.0.1"]
    assert levels(services.proxy_answers) == [NOTE]


@pytest.mark.postgres
def test_word_of_changes_comes_through_past_a_pooler_too(settings: Any) -> None:
    settings.REDIS_URL = ""
    assert levels(services.word_of_changes) == [OK]
    settings.LISTEN_URL = changes.direct()
    assert levels(services.word_of_changes) == [OK]
    settings.LISTEN_URL = f"postgres://127.0.0.1:{free_port()}/bower"
    assert "does not answer at LISTEN_URL" in looks(services.word_of_changes)


def test_an_old_backup_or_none_is_said(var: Path) -> None:
    assert levels(installation.backups) == [NOTE]
    (var / "backups").mkdir()
    (var / "backups" / "bower-2026-11-22T030000Z.tar.gz").touch()
    assert levels(installation.backups)[0] == OK


def test_games_that_statistics_lack_are_found() -> None:
    made, never = table(entries=[hand("partnership")]), table()
    models.GameFacts.objects.filter(game__public_id=made.id).update(version=0)
    assert f"of 1 game, as of table {made.id} – manage.py rebuild" in looks(database.statistics)
    models.GameFacts.objects.filter(game__public_id=never.id).delete()
    assert "of 2 games" in looks(database.statistics)
