"""`make test`: every test, in the runs that suit it, and at the end what could not be run here.

A run that finds no test counts as failed: a check that checks nothing is worse than none.
"""

import os
import subprocess
import sys
from collections.abc import Mapping
from typing import NamedTuple

from tests import available


class Run(NamedTuple):
    title: str
    arguments: list[str]
    environment: Mapping[str, str] = {}
    missing: str = ""


def planned() -> list[Run]:
    no_chromium = "" if available.chromium() else "no Chromium found; CHROMIUM names one"
    no_postgres = "" if available.postgres() else "no PostgreSQL answers; TEST_POSTGRES_URL names one"
    on_postgres = {"DATABASE_URL": available.postgres_url()}
    two_at_once = ["-n", "2", "-m"]
    in_browser = {"DJANGO_ALLOW_ASYNC_UNSAFE": "1"}
    return [
        Run("library and pages", ["-n", "auto", "-m", "not browser and not service and not postgres"]),
        Run(
            "pages on PostgreSQL",
            ["-n", "auto", "-m", "not browser and not service", "tests/companion", "tests/api"],
            on_postgres,
            no_postgres,
        ),
        Run("as a service", ["-m", "service and not browser"]),
        Run("as a service, on PostgreSQL", ["-m", "service and not browser"], on_postgres, no_postgres),
        Run("in a browser", [*two_at_once, "browser and not alone"], in_browser, no_chromium),
        Run("in browsers alone", ["-m", "browser and alone"], in_browser, no_chromium),
        Run(
            "in a browser, on PostgreSQL",
            [*two_at_once, "browser and not alone"],
            {**in_browser, **on_postgres},
            no_chromium or no_postgres,
        ),
        Run(
            "in browsers alone, on PostgreSQL",
            ["-m", "browser and alone"],
            {**in_browser, **on_postgres},
            no_chromium or no_postgres,
        ),
    ]


def passes(run: Run, extra: list[str]) -> bool:
    print(f"\n== {run.title}", flush=True)
    command = [sys.executable, "-m", "pytest", "-q", *run.arguments, *extra]
    return subprocess.run(command, env={**os.environ, **run.environment}, check=False).returncode == 0


def main(extra: list[str]) -> int:
    runs = planned()
    failed = [run.title for run in runs if not run.missing and not passes(run, extra)]
    left_out = [f"{run.title}: {run.missing}" for run in runs if run.missing]
    print()
    for line in left_out:
        print(f"Left out: {line}")
    for title in failed:
        print(f"FAILED: {title}")
    return 1 if failed or (left_out and available.in_ci()) else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
