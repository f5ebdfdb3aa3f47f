"""`make test`: every test but those of `make check`, in the runs that suit them; how long each took, and what
could not be run here.

A run that finds no test counts as failed: a check that checks nothing is worse than none.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tests import available
from tests.serving import drop_template
from tests.shelf import SHELF

CORES = os.cpu_count() or 1
ON_EVERY_CORE = ["-n", str(CORES), "--dist", "worksteal"]
# A test waits while its phone draws a page; more phones at once than that take longer, each with a Chromium.
DRAWING = ["-n", str(CORES + 1), "--dist", "worksteal"]
# A test of the service waits while a process starts or ends.
WAITING = ["-n", str(2 * CORES), "--dist", "worksteal"]
WITHOUT_BROWSER = "not browser and not service"
HOUSE = "tests/house"  # reads files alone, in `make check`


class Run(NamedTuple):
    """One run of pytest; *missing* says why it is left out on this machine."""

    title: str
    arguments: list[str]
    environment: Mapping[str, str] = {}
    missing: str = ""


def planned() -> list[Run]:
    """The runs in their order; on PostgreSQL only what depends on the database (see tests/conftest.py)."""
    no_chromium = "" if available.chromium() else "no Chromium found; CHROMIUM names one"
    no_postgres = "" if available.postgres() else "no PostgreSQL answers; TEST_POSTGRES_URL names one"
    on_postgres = {"DATABASE_URL": available.postgres_url()}
    in_browser = {"DJANGO_ALLOW_ASYNC_UNSAFE": "1"}
    neither = no_chromium or no_postgres
    first = [*ON_EVERY_CORE, "-m", f"{WITHOUT_BROWSER} and not postgres", f"--ignore={HOUSE}"]
    pages = [*ON_EVERY_CORE, "-m", WITHOUT_BROWSER, "tests/companion", "tests/api"]
    service = [*WAITING, "-m", "service", "tests/service"]
    browser = [*DRAWING, "-m", "browser and not alone and not others", "tests/browser"]
    alone = ["-m", "browser and alone", "tests/browser"]
    return [
        Run("library and pages", first),
        Run("pages on PostgreSQL", pages, on_postgres, no_postgres),
        Run("as a service", service),
        Run("as a service, on PostgreSQL", service, on_postgres, no_postgres),
        Run("in a browser", browser, in_browser, no_chromium),
        Run("in browsers alone", alone, in_browser, no_chromium),
        Run("in Firefox and WebKit", ["-m", "others", "tests/browser"], {}, available.no_others()),
        Run("in a browser, on PostgreSQL", browser, {**in_browser, **on_postgres}, neither),
    ]


def passes(run: Run, extra: list[str], shelf: str) -> bool:
    print(f"\n== {run.title}", flush=True)
    command = [sys.executable, "-m", "pytest", "-q", *run.arguments, *extra]
    environment = {**os.environ, SHELF: shelf, **run.environment}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # with it every process compiles all tests anew
    return subprocess.run(command, env=environment, check=False).returncode == 0


def main(extra: list[str]) -> int:
    runs = planned()
    failed, took = [], []
    with tempfile.TemporaryDirectory() as shelf:
        for run in runs:
            if run.missing:
                continue
            begun = time.monotonic()
            if not passes(run, extra, shelf):
                failed.append(run.title)
            took.append(f"{minutes(time.monotonic() - begun)}  {run.title}")
        if available.postgres():
            drop_template(available.postgres_url(), Path(shelf))
    left_out = [f"{run.title}: {run.missing}" for run in runs if run.missing]
    print()
    for line in took:
        print(line)
    for line in left_out:
        print(f"Left out: {line}")
    for title in failed:
        print(f"FAILED: {title}")
    return 1 if failed or (left_out and available.in_ci()) else 0


def minutes(seconds: float) -> str:
    """Minutes and seconds, as in 1:05."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
