"""What all tests share: where their files and databases are, and that nothing is skipped unnoticed."""

import os
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connections
from django.test import override_settings

from tests import available


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        reason = why_skipped(item)
        if reason:
            item.add_marker(pytest.mark.skip(reason=reason))


def why_skipped(item: pytest.Item) -> str:
    if item.get_closest_marker("browser") and not available.chromium():
        return "needs Chromium"
    if item.get_closest_marker("redis") and not available.redis():
        return "needs redis-server"
    if not item.get_closest_marker("postgres"):
        return ""
    if item.get_closest_marker("service"):
        return "" if available.postgres() else "needs a PostgreSQL server"
    if not item.path.is_relative_to(item.config.rootpath / "tests" / "companion"):
        raise pytest.UsageError(
            f"{item.nodeid}: expected a postgres test in tests/companion or marked service"
        )
    return "" if "postgres" in os.environ.get("DATABASE_URL", "") else "needs DATABASE_URL to be PostgreSQL"


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Under CI a skipped test fails the run."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if not available.in_ci() or reporter is None:
        return
    for report in reporter.stats.get("skipped", []):
        reporter.write_line(f"\nCI skips nothing, but this was skipped: {report.nodeid}", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session", autouse=True)
def _plain_static_files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Pages name their static files as they are; nothing is collected first."""
    storages = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    with override_settings(STORAGES=storages, STATIC_ROOT=tmp_path_factory.mktemp("static")):
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A database of this process's own: on SQLite a file, so that threads meet as they do when serving."""
    for connection in connections.all():
        path: Path = tmp_path_factory.mktemp("database") / "test.sqlite3"
        name = str(path) if connection.vendor == "sqlite" else f"test_bower_{uuid.uuid4().hex[:12]}"
        connection.settings_dict["TEST"]["NAME"] = name


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
