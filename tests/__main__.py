"""`make test`: every test but those of `make check`, in the runs that suit them; how long each took, and what
could not be run here. With --keep the times of a run in which all passed go to tests/times.txt, to be printed
beside those of later runs.

A run that finds no test counts as failed: a check that checks nothing is worse than none. Up to MOST_AGAIN
tests of a browser that fail beside others run again one by one. One that passes then depends on how much else
the machine has to do; it is named at the end, to be mended.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests import available
from tests.serving import drop_template
from tests.shelf import LEFT_OUT, SHELF, TOLD

CORES = os.cpu_count() or 1
# A test waits while its phone draws a page; more phones at once than that take longer, each with a Chromium.
DRAWING = ["-n", str(CORES + 1), "--dist", "worksteal"]
# A test of the service waits while a process starts or ends.
WAITING = DRAWING
HOUSE = "tests/house"  # reads files alone, in `make check`
BROWSER = "tests/browser"
TIMES = Path(__file__).with_name("times.txt")  # what each part took when nothing else went on
KEEP = "--keep"  # write them down
MOST_AGAIN, ALONE = 3, "Passes only alone: "
AGAIN = ["-n", "0", "--last-failed", "--last-failed-no-failures", "none"]


class Run(NamedTuple):
    """One run of pytest; *missing* says why it is left out on this machine."""

    title: str
    arguments: list[str]
    environment: Mapping[str, str] = {}
    missing: str = ""


def planned() -> list[Run]:
    """The runs in their order; on PostgreSQL only what depends on the database (see tests/conftest.py).

    Few, as each collects its tests anew. What drives a browser has a run of its own: it leaves an event loop.
    """
    no_chromium = "" if available.chromium() else "no Chromium found; CHROMIUM names one"
    no_postgres = "" if available.postgres() else "no PostgreSQL answers; TEST_POSTGRES_URL names one"
    on_postgres = {"DATABASE_URL": available.postgres_url()}
    in_browser = {"DJANGO_ALLOW_ASYNC_UNSAFE": "1"}
    left_out = [f"--ignore={HOUSE}", f"--ignore={BROWSER}"]
    plain = [*WAITING, "-p", "no:playwright"]  # to load it takes each process half a second
    first = [*plain, "-m", "not browser and (service or not postgres)", *left_out]
    pages = [*plain, "-m", "not browser", "tests/companion", "tests/api", "tests/service"]
    browser = [*DRAWING, "-m", "browser", BROWSER]
    return [
        Run("without a browser", first),
        Run("in a browser", browser, in_browser, no_chromium and available.no_others()),
        Run("on PostgreSQL", pages, on_postgres, no_postgres),
    ]


def passes(run: Run, extra: list[str], shelf: str) -> bool:
    print(f"\n== {run.title}", flush=True)
    environment = {**os.environ, SHELF: shelf, **run.environment}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # with it every process compiles all tests anew
    command = [sys.executable, "-m", "pytest", "-q", *run.arguments, *extra]
    told = Path(shelf) / TOLD
    before = lines(told)
    if subprocess.run(command, env=environment, check=False).returncode == 0:
        return True
    failed = [line for line in lines(told)[len(before) :] if not line.startswith(LEFT_OUT)]
    if BROWSER not in run.arguments or not 0 < len(failed) <= MOST_AGAIN:
        return False
    if subprocess.run([*command, *AGAIN], env=environment, check=False).returncode:
        return False
    told.write_text("".join(f"{line}\n" for line in [*before, *(f"{ALONE}{one}" for one in failed)]), "utf-8")
    return True


def lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines() if file.is_file() else []


def main(extra: list[str]) -> int:
    runs = planned()
    failed: list[str] = []
    took: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as shelf:
        for run in runs:
            if run.missing:
                continue
            begun = time.monotonic()
            if not passes(run, [one for one in extra if one != KEEP], shelf):
                failed.append(run.title)
            took[run.title] = minutes(time.monotonic() - begun)
        if available.postgres():
            drop_template(available.postgres_url(), Path(shelf))
        told = Counter(lines(Path(shelf) / TOLD))
    for run in runs:
        told.update([f"{LEFT_OUT}{run.title}: {run.missing}"] if run.missing else [])
    say(took, told, failed)
    if KEEP in extra and not failed:
        TIMES.write_text("".join(f"{each}  {title}\n" for title, each in took.items()), encoding="utf-8")
    return 1 if failed or (available.in_ci() and any(run.missing for run in runs)) else 0


def say(took: Mapping[str, str], told: Mapping[str, int], failed: Sequence[str]) -> None:
    """The last lines: how long each part took, what was left out, and of each test that failed why."""
    usual = {title: each for each, _gap, title in (line.partition("  ") for line in lines(TIMES))}
    print()
    for title, each in took.items():
        print(f"{each}  {title}" + (f"  (kept: {usual[title]})" if title in usual else ""))
    left_out = [line for line in told if line.startswith(LEFT_OUT)]
    for line in (*left_out, *(line for line in told if line not in left_out)):
        print(line + f" ({told[line]} times)" * (told[line] > 1))
    for title in failed:
        print(f"FAILED: {title}")


def minutes(seconds: float) -> str:
    """Minutes and seconds, as in 1:05."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
