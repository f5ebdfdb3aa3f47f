"""The settings, their documentation and the example file say the same, and the secret key is kept well."""

import ast
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from companion import settings as module

ROOT = Path(module.__file__).parent.parent
READERS = {
    "text",
    "flag",
    "whole",
    "one_of",
    "words",
    "redis_url",
    "postgres_url",
}


def read_by_settings() -> dict[str, str]:
    tree = ast.parse((ROOT / "companion/settings.py").read_text())
    calls = [
        node
        for statement in tree.body
        if not isinstance(statement, ast.FunctionDef)
        for node in ast.walk(statement)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in READERS
    ]
    return {ast.literal_eval(call.args[0]): as_text(ast.literal_eval(call.args[1])) for call in calls}


def as_text(default: object) -> str:
    return {True: "on", False: "off"}[default] if isinstance(default, bool) else str(default)


def in_documentation() -> dict[str, str]:
    rows = re.findall(r"^\| `(\w+)` \| (?:`(.*?)` )?\|", (ROOT / "docs/settings.md").read_text(), re.M)
    return dict(rows)


def in_example() -> dict[str, str]:
    return dict(re.findall(r"^#?([A-Z_]+)=(.*)$", (ROOT / ".env.example").read_text(), re.M))


def production(**extra: str) -> dict[str, str]:
    """The settings that docs/operating.md gives for a server behind HTTPS."""
    block = re.search(r"```sh\n(ALLOWED_HOSTS=.*?)```", (ROOT / "docs/operating.md").read_text(), re.S)
    assert block, "expected the production settings in docs/operating.md"
    return dict(line.split("=", 1) for line in block[1].splitlines()) | extra


def python(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **settings},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_documentation_has_every_setting_with_its_default() -> None:
    assert len(read_by_settings()) > 10
    assert in_documentation() == read_by_settings()


def test_the_example_file_has_every_setting_with_its_default() -> None:
    assert in_example() == read_by_settings()


def test_only_the_settings_file_reads_the_environment() -> None:
    readers = {
        path.relative_to(ROOT).as_posix()
        for path in [*ROOT.glob("companion/**/*.py"), *ROOT.glob("scoring/**/*.py")]
        if re.search(r"\benviron\b(?!\.setdefault\(\"DJANGO_SETTINGS_MODULE\")|\bgetenv\b", path.read_text())
    }
    assert readers == {"companion/settings.py"}


def test_nothing_turns_debugging_on(tmp_path: Path) -> None:
    shown = python(
        "-c", "from companion import settings; print(settings.DEBUG)", DEBUG="on", VAR_DIR=str(tmp_path)
    )
    assert shown.stdout == "False\n"


@pytest.mark.parametrize(("said", "meant"), [("on", True), ("TRUE", True), ("0", False), ("", False)])
def test_a_switch_understands_the_usual_words(
    monkeypatch: pytest.MonkeyPatch, said: str, meant: bool
) -> None:
    monkeypatch.setenv("SWITCH", said)
    assert module.flag("SWITCH", not meant) is meant


def test_a_value_of_the_wrong_kind_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "eighty")
    with pytest.raises(ImproperlyConfigured, match="PORT: expected a whole number, got 'eighty'"):
        module.whole("PORT", 8000)
    monkeypatch.setenv("HTTPS", "perhaps")
    with pytest.raises(ImproperlyConfigured, match="HTTPS: expected on or off, got 'perhaps'"):
        module.flag("HTTPS", False)


@pytest.mark.parametrize("port", ["PORT", "HTTPS_PORT"])
def test_a_port_is_one_that_can_be_opened(tmp_path: Path, port: str) -> None:
    asked = python("-c", "from companion import settings", VAR_DIR=str(tmp_path), **{port: "0"})
    assert f"{port}: expected a whole number of at least 1, got '0'" in asked.stderr


def test_a_folder_in_place_of_the_key_is_told(tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match=re.escape(f"{tmp_path} can’t be read: Is a directory.")):
        module.kept_secret(tmp_path)


def test_a_list_drops_blanks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", " a.example , ,b.example")
    assert module.words("ALLOWED_HOSTS", "") == ["a.example", "b.example"]


def test_only_serving_makes_a_key_and_a_folder_is_for_its_owner_only(tmp_path: Path) -> None:
    made = python("manage.py", "migrate", "--verbosity", "0", VAR_DIR=str(tmp_path / "var"))
    assert (made.returncode, made.stderr) == (0, "")
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.rglob("*")}
    assert modes == {"var": 0o700, "bower.sqlite3": 0o600}


def test_sqlite_is_set_up_not_to_lose_writes() -> None:
    found = module.database("sqlite:///somewhere/bower.sqlite3")
    assert found["NAME"] == str(ROOT / "somewhere/bower.sqlite3")
    assert found["OPTIONS"] == {
        "timeout": 1,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
    assert not found.get("ATOMIC_REQUESTS")


def test_postgresql_uses_a_pool_and_keeps_no_connection_of_its_own() -> None:
    found = module.database("postgres://bower:secret@db.example:5432/bower")
    assert found["CONN_MAX_AGE"] == 0
    assert found["OPTIONS"]["pool"]["max_size"] == module.WORKER_THREADS + 2
    assert not found.get("ATOMIC_REQUESTS")


@pytest.mark.parametrize(
    ("servers", "hosts", "ports"),
    [("db1:5433,db2:5434", "db1,db2", "5433,5434"), ("db1,db2", "db1,db2", "5432,5432"), ("db1", "db1", "")],
)
def test_a_primary_and_its_standby_are_named_in_one_url(servers: str, hosts: str, ports: str) -> None:
    url = f"postgres://bower:se%40cret@{servers}/bower?target_session_attrs=read-write"
    found = module.database(url)
    assert (found["HOST"], str(found["PORT"]), found["PASSWORD"]) == (hosts, ports, "se@cret")
    assert found["OPTIONS"]["target_session_attrs"] == "read-write"


def test_the_documented_production_settings_pass_the_deployment_check(tmp_path: Path) -> None:
    checked = python(
        "manage.py", "check", "--deploy", "--fail-level", "WARNING", **production(VAR_DIR=str(tmp_path))
    )
    assert (checked.returncode, checked.stdout, checked.stderr) == (
        0,
        "System check identified no issues (2 silenced).\n",
        "",
    )


def test_the_deployment_check_would_notice_a_server_without_https(tmp_path: Path) -> None:
    settings = production(VAR_DIR=str(tmp_path), HTTPS="off")
    checked = python("manage.py", "check", "--deploy", "--fail-level", "WARNING", **settings)
    assert checked.returncode == 1
    assert "security.W004" in checked.stderr


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///", "sqlite://bower.sqlite3"])
def test_a_database_url_without_a_file_keeps_nothing_and_is_refused(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL: expected sqlite:///path"):
        module.database(url)


@pytest.mark.parametrize(
    "url",
    [
        *("redis.example:6379", "http://redis.example", "redis://redis.example:port/0"),
        *("redis://redis.example/0?retries=3", "rediss://redis.example/0?ssl_cert_reqs=perhaps"),
    ],
)
def test_a_redis_url_that_is_none_is_refused_by_name(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("REDIS_URL", url)
    with pytest.raises(ImproperlyConfigured, match="REDIS_URL: expected redis://host:6379/0"):
        module.redis_url("REDIS_URL", "")


@pytest.mark.parametrize(
    "url", ["db.example", "http://db.example/bower", "postgres://db.example/bower?retries=3"]
)
def test_a_listen_url_that_is_none_is_refused_by_name(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("LISTEN_URL", url)
    with pytest.raises(ImproperlyConfigured, match="LISTEN_URL: expected postgres://user:password@host"):
        module.postgres_url("LISTEN_URL", "")


ENV_FILE = """
# what a shell would read, too
export TIME_ZONE=Europe/Berlin   # of the table
ALLOWED_HOSTS="a.example, b.example"
PORT=1
"""
ASK = """
import os; from django.conf import settings as s
print(s.TIME_ZONE, s.GIVEN_HOSTS[1], s.PORT, oct(os.umask(0)))
"""


def test_the_env_file_is_read_as_a_shell_does_and_files_are_their_owner_s_only(tmp_path: Path) -> None:
    shutil.copy(ROOT / "manage.py", tmp_path)
    (tmp_path / ".env").write_text(ENV_FILE)
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v", "0", "-c", ASK],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "VAR_DIR": str(tmp_path), "PORT": "9000"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == ["Europe/Berlin", "b.example", "9000", "0o77"], done.stderr
