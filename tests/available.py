"""What this machine has for the tests that need more than Python."""

import functools
import os
import shutil
import subprocess
import sys
from pathlib import Path

import psycopg

# The first one draws the same pages with half the work: it has no window around them.
BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)

# Debian's own, which has GTK.
SYSTEM_PYTHON = "/usr/bin/python3"


# Where `make .venv/generators.stamp` puts what npm installs.
GENERATORS = Path(__file__).parent.parent / ".venv" / "generators"


def in_ci() -> bool:
    return os.environ.get("CI", "") not in {"", "0", "false"}


@functools.cache
def chromium() -> str | None:
    """The path of the browser to drive: the variable CHROMIUM, or the first one installed."""
    named = os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, BROWSERS)), None)


def firefox() -> str | None:
    """The path of a Firefox, if there is one."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


@functools.cache
def webkit() -> bool:
    """Is there a WebKitGTK that tests can drive, and a screen to show it on?"""
    look = [SYSTEM_PYTHON, "-c", "import gi; gi.require_version('WebKit2', '4.1')"]
    if not (shutil.which("WebKitWebDriver") and shutil.which("Xvfb") and shutil.which(SYSTEM_PYTHON)):
        return False
    return subprocess.run(look, capture_output=True, check=False).returncode == 0


def no_others() -> str:
    """What is missing of the browsers other than Chromium; nothing if all is there."""
    no_firefox = "" if firefox() else "no Firefox found (firefox-esr)"
    no_webkit = (
        "" if webkit() else "no WebKitGTK found (webkit2gtk-driver, gir1.2-webkit2-4.1, python3-gi, xvfb)"
    )
    return ", ".join(filter(None, [no_firefox, no_webkit]))


def postgres_url() -> str:
    return os.environ.get("TEST_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432/postgres")


def on_postgres() -> bool:
    """Do the tests of this run keep their tables in PostgreSQL?"""
    return "postgres" in os.environ.get("DATABASE_URL", "")


def redis() -> bool:
    """Is there a Redis that tests can start?"""
    return shutil.which("redis-server") is not None


def nginx() -> bool:
    """Is there an nginx that tests can start, and openssl for its certificate?"""
    return shutil.which("nginx") is not None and shutil.which("openssl") is not None


def caddy() -> bool:
    """Is there a Caddy that tests can start?"""
    return shutil.which("caddy") is not None


def generators() -> bool:
    """Are the generators of clients there that tests use?"""
    is_made = Path(sys.executable).with_name("openapi-generator-cli").exists()
    return is_made and (GENERATORS / "node_modules").is_dir()


def pgbouncer() -> bool:
    """Is there a PgBouncer that tests can start?"""
    return shutil.which("pgbouncer") is not None


@functools.cache
def postgres() -> bool:
    """Does the PostgreSQL server for tests answer?"""
    try:
        psycopg.connect(postgres_url(), connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True
