"""What all tests share: their files, databases and random examples, and that nothing is skipped unnoticed."""

import contextlib
import gc
import importlib
import os
import signal
import uuid
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.conf import settings
from django.db import connections
from django.template import Context
from django.test import Client, override_settings
from django.test.signals import template_rendered
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from companion.access import devices
from companion.rendering.pages import Template
from tests import available
from tests.shelf import LEFT_OUT, SHELF, TOLD, shelf
from tests.statements import alike

# `ci` has the same few examples every time, `thorough` twenty times as many; `explore` looks for new ones.
PROFILES: dict[str, dict[str, Any]] = {
    "ci": {"max_examples": 5, "derandomize": True, "database": None},
    "thorough": {"max_examples": 100, "derandomize": True, "database": None},
    "explore": {"max_examples": 5_000},
}
SLOW_MACHINES = [HealthCheck.too_slow, HealthCheck.data_too_large]
for _name, _profile in PROFILES.items():
    hypothesis_settings.register_profile(
        _name, deadline=None, suppress_health_check=SLOW_MACHINES, **_profile
    )
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# A shell's background jobs ignore an interrupt, and so would every program that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Fixtures of pytest-django that open the database.
DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}


# Where `make test` looks for the tests with a marker.
FOLDERS = {"browser": ["browser"], "service": ["service"], "postgres": ["browser", "companion", "service"]}


WRITING = ("INSERT", "UPDATE", "DELETE", "REPLACE", "WITH")
PRESENCE = ('SET "here_until"', 'SET "former"', 'SET "device"')  # who is here, and by which token
# Where a phone joins by opening a link, with a cookie; readyz tries a write.
MAY_WRITE = ("/j/", "/g/", "/readyz")

# Markers of tests that start a program, and what they need.
PROGRAMS = {
    "redis": (available.redis, "needs redis-server"),
    "nginx": (available.nginx, "needs nginx and openssl"),
    "caddy": (available.caddy, "needs caddy"),
    "pgbouncer": (available.pgbouncer, "needs pgbouncer"),
    "generators": (available.generators, "needs `make .venv/generators.stamp`"),
}


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Nothing is garbage while tests are collected."""
    gc.disable()
    compile_a_share(session.config)
    try:
        return (yield)
    finally:
        gc.enable()


def compile_a_share(config: pytest.Config) -> None:
    """Import some of the files, each worker others: pytest compiles them all anew on a clean checkout.

    What can not be imported is told when it is collected.
    """
    worker: Mapping[str, Any] | None = getattr(config, "workerinput", None)
    if worker is None:
        return
    tests = config.rootpath / "tests"
    left_out = [Path(name).absolute() for name in config.getoption("ignore") or ()]
    files = {file for name in config.args for file in Path(name).absolute().rglob("test_*.py")}
    kept = sorted(file for file in files if not any(file.is_relative_to(one) for one in left_out))
    for file in kept[int(worker["workerid"].removeprefix("gw")) :: worker["workercount"]]:
        with contextlib.suppress(Exception):
            importlib.import_module(".".join(("tests", *file.relative_to(tests).with_suffix("").parts)))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """On PostgreSQL a file is not even read that is left out as a whole."""
    if available.on_postgres() and collection_path.suffix == ".py":
        return collection_path.relative_to(config.rootpath).as_posix() in alike() or None
    return None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if available.on_postgres():
        only_where_the_database_matters(config, items)
    for item in items:
        in_its_folder(item)
        reason = why_skipped(item)
        if reason:
            item.add_marker(pytest.mark.skip(reason=reason))
    items.sort(key=lambda item: item.get_closest_marker("long") is None)  # nobody waits for one at the end


def pytest_collection_finish() -> None:
    """Thousands of collected tests stay till the end: the garbage collector need not look at them again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def only_where_the_database_matters(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out of a run on PostgreSQL what passes or fails on every database alike."""
    config.hook.pytest_deselected(items=[item for item in items if not database_matters(item)])
    items[:] = [item for item in items if database_matters(item)]


def database_matters(item: pytest.Item) -> bool:
    """Can the outcome of a test depend on the database? Where a whole Bower is driven its mark says so."""
    if item.get_closest_marker("service"):
        return item.get_closest_marker("stored") is not None
    if item.get_closest_marker("postgres"):
        return True
    function = item.nodeid.partition("[")[0]
    if item.get_closest_marker("alike") or not alike().isdisjoint({function, function.partition("::")[0]}):
        return False
    fixtures: set[str] = set(getattr(item, "fixturenames", ()))
    return item.get_closest_marker("django_db") is not None or not fixtures.isdisjoint(DATABASE_FIXTURES)


def in_its_folder(item: pytest.Item) -> None:
    """Refuse a test that no run of `make test` would collect: those for a marker look in its folders only."""
    folder = item.path.relative_to(item.config.rootpath / "tests").parts[0]
    for marker, folders in FOLDERS.items():
        if item.get_closest_marker(marker) and folder not in folders:
            raise pytest.UsageError(f"{item.nodeid}: expected tests marked {marker} in {', '.join(folders)}")
    if folder == "browser" and not item.get_closest_marker("browser"):
        raise pytest.UsageError(f"{item.nodeid}: expected a mark browser, as on all of its folder")


def why_no_browser(item: pytest.Item) -> str:
    if item.get_closest_marker("others"):
        return available.no_others()
    if item.get_closest_marker("postgres") and not available.postgres():
        return "needs a PostgreSQL server"
    return "" if available.chromium() else "needs Chromium"


def why_skipped(item: pytest.Item) -> str:
    if item.get_closest_marker("browser"):
        return why_no_browser(item)
    for program, (is_there, reason) in PROGRAMS.items():
        if item.get_closest_marker(program) and not is_there():
            return reason
    if not item.get_closest_marker("postgres"):
        return ""
    if item.get_closest_marker("service"):
        return "" if available.postgres() else "needs a PostgreSQL server"
    return "" if available.on_postgres() else "needs DATABASE_URL to be PostgreSQL"


def why_failed(report: pytest.TestReport) -> str:
    """The line of a report that says most."""
    crash = getattr(report.longrepr, "reprcrash", None)
    lines = str(crash.message if crash else report.longrepr).strip().splitlines()
    return lines[0 if crash else -1] if lines else ""


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Under CI a skipped test fails the run. `make test` says at its end what failed or was left out."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or hasattr(session.config, "workerinput"):
        return
    if SHELF in os.environ:
        with (shelf() / TOLD).open("a", encoding="utf-8") as told:
            told.writelines(
                f"{LEFT_OUT}{one.longrepr[2].removeprefix('Skipped: ')}\n"
                for one in reporter.stats.get("skipped", [])
            )
            wrong = [*reporter.stats.get("failed", []), *reporter.stats.get("error", [])]
            told.writelines(f"{one.nodeid}: {why_failed(one)}\n" for one in wrong)
    if not available.in_ci():
        return
    for report in reporter.stats.get("skipped", []):
        reporter.write_line(f"\nCI skips nothing, but this was skipped: {report.nodeid}", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session", autouse=True)
def _plain_static_files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Pages name their static files as they are, nothing is collected first; games start without a limit."""
    storages = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    # All phones of a test process have one address: what they read together is no limit's business.
    unlimited = {"PAGE_SECONDS": 0, "PAGE_TABLES": 0}
    with override_settings(**unlimited, STORAGES=storages, STATIC_ROOT=tmp_path_factory.mktemp("static")):
        yield


@pytest.fixture(scope="session", autouse=True)
def _contexts_of_pages() -> Iterator[None]:
    """Django's test client hears of every page that is rendered, and keeps its context with the response."""
    real = Template.render

    def render(self: Template, context: dict[str, Any] | None = None, request: Any = None) -> str:
        template_rendered.send(self, template=self, context=Context(context))
        return real(self, context, request)

    with mock.patch.object(Template, "render", render):
        yield


@pytest.fixture(scope="session", autouse=True)
def _reading_changes_no_row() -> Iterator[None]:
    """A GET or HEAD of any test fails where it changes a row, presence and a phone's new token aside."""
    asks = Client.request

    def request(client: Client, **asked: Any) -> Any:
        if asked["REQUEST_METHOD"] not in ("GET", "HEAD") or asked["PATH_INFO"].lower().startswith(MAY_WRITE):
            return asks(client, **asked)
        written: list[str] = []

        def notice(execute: Any, sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
            found = execute(sql, params, many, context)
            told = str(sql)
            if (
                told.startswith(WRITING)
                and not any(one in told for one in PRESENCE)
                and context["cursor"].rowcount
            ):
                written.append(told)
            return found

        had = devices.COOKIE in client.cookies
        with connections["default"].execute_wrapper(notice):
            answer = asks(client, **asked)
        assert written == [] or (had and devices.COOKIE in answer.cookies), asked["PATH_INFO"]
        return answer

    with mock.patch.object(Client, "request", request):
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A database of this process's own: on SQLite a file, so that threads meet as they do when serving.

    It need not outlive a power failure, so nothing waits for the disk; tests/service is where that counts.
    """
    for connection in connections.all():
        options = connection.settings_dict["OPTIONS"]
        if connection.vendor == "sqlite":
            path: Path = tmp_path_factory.mktemp("database") / "test.sqlite3"
            connection.settings_dict["TEST"]["NAME"] = str(path)
            options["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
        else:
            connection.settings_dict["TEST"]["NAME"] = f"test_bower_{uuid.uuid4().hex[:12]}"
            options["options"] = "-c synchronous_commit=off"
            setattr(connection.ops, "sql_flush", deletes)  # noqa: B010 - mypy takes no method for another


def deletes(_style: object, tables: Sequence[str], **_given: bool) -> list[str]:
    """SQL that empties these tables after a test that commits: a TRUNCATE takes a hundred times as long."""
    return [f'DELETE FROM "{table}"' for table in tables]  # noqa: S608 - names of models


@pytest.fixture(scope="session")
def chromium_path() -> str:
    path = available.chromium()
    assert path, "expected a test marked browser"
    return path


@pytest.fixture(scope="session")
def browser_type_launch_args(chromium_path: str) -> dict[str, object]:
    """pytest-playwright drives the system's Chromium; root may not have its sandbox."""
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return {"executable_path": chromium_path, "headless": True, "args": sandbox}


@pytest.fixture(scope="session")
def postgres_url() -> str:
    return available.postgres_url()
