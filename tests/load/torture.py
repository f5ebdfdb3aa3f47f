"""`make torture`: killed in the middle of saves, out of space, with a wrong clock; every hand exactly once.

Four writers save without a pause, two by form and two by API. Bower is killed at a random moment, on
PostgreSQL every second time with its database, and started again with another clock; each writer sends what
was not answered again, unchanged. After every start what is kept is compared with what was acknowledged.
"""

import argparse
import os
import random
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from glob import glob
from pathlib import Path

from tests.load.writers import ByApi, ByForm, Table, Writer
from tests.serving import Bower, free_port

SETTINGS = {"SECRET_KEY": "only for measuring" * 4, "API_WRITES": "0", "API_TABLES": "0"}
CLOCKS = ("+0", "+1d", "-1d", "+1y")
LONGEST = 0.5  # seconds of writing before a kill
FULL_FOR = 2.0
SPACE = "24m"
FAKE_TIME = "/usr/lib/*/faketime/libfaketimeMT.so.1"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load torture", description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="on SQLite")
    parser.add_argument("--postgres-kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    rng = random.Random(given.seed)  # noqa: S311 - no secret
    clocks = faketime()
    if not clocks:
        print("The clock is not moved: needs the package faketime")
    wrong = on_sqlite(given.kills, rng, clocks)
    wrong += on_postgres(given.postgres_kills, rng, clocks)
    wrong += disk_full(rng)
    for text in wrong[:20]:
        print(f"WRONG: {text}")
    return 1 if wrong else 0


def faketime() -> str:
    """The library that moves a process's clock; "" if it is not installed."""
    return next(iter(glob(FAKE_TIME)), "")


def on_sqlite(kills: int, rng: random.Random, clocks: str) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        bower = Bower(Path(folder), **SETTINGS, DATABASE_URL="")
        return tortured("SQLite", bower, kills, rng, clocks, lambda number: None)


def on_postgres(kills: int, rng: random.Random, clocks: str) -> list[str]:
    with tempfile.TemporaryDirectory() as folder, cluster() as database:
        bower = Bower(Path(folder), **SETTINGS, DATABASE_URL=database.url)

        def also(number: int) -> None:
            if number % 2:
                database.crash()
                database.start()

        return tortured("PostgreSQL", bower, kills, rng, clocks, also)


def tortured(
    engine: str, bower: Bower, kills: int, rng: random.Random, clocks: str, also: Callable[[int], None]
) -> list[str]:
    """Kill so often; *also* is called after each kill. What was wrong."""
    begun = time.monotonic()
    bower.start()
    writers = four(bower, rng)
    for number in range(kills):
        threads = writing(writers, time.monotonic() + 60)
        time.sleep(rng.random() * LONGEST)
        bower.kill()
        also(number)
        for thread in threads:
            thread.join()
        if clocks:
            bower.settings |= {
                "LD_PRELOAD": clocks,
                "FAKETIME": rng.choice(CLOCKS),
                "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            }
        bower.start()
        for writer in writers:
            writer.look()
    for writer in writers:
        writer.one()
        writer.look()
    bower.stop()
    return told(f"{engine}: {kills} kills", writers, begun)


def disk_full(rng: random.Random) -> list[str]:
    """Fill the disk while four writers save, and make room again."""
    if os.geteuid() != 0:
        print("The disk is not filled: only root can mount a small one")
        return []
    begun = time.monotonic()
    with small_disk() as folder:
        bower = Bower(folder, **SETTINGS, DATABASE_URL="")
        bower.start()
        writers = four(bower, rng)
        for _round in range(5):
            filler = folder / "filler"
            fill(filler)
            threads = writing(writers, time.monotonic() + FULL_FOR, stops=False)
            for thread in threads:
                thread.join()
            filler.unlink()
            for writer in writers:
                writer.one()
                writer.look()
        bower.stop()
    wrong = told("Disk full: 5 times", writers, begun)
    refused = sum(writer.unavailable for writer in writers)
    return wrong if refused else [*wrong, "the disk was never full"]


def four(bower: Bower, rng: random.Random) -> list[Writer]:
    tables: list[Table] = [ByForm(bower), ByForm(bower), ByApi(bower), ByApi(bower)]
    return [
        Writer(table, f"writer {number}", random.Random(rng.random()))  # noqa: S311
        for number, table in enumerate(tables, 1)
    ]


def writing(writers: Sequence[Writer], until: float, stops: bool = True) -> list[threading.Thread]:
    """Let the writers write, each in a thread; *stops*: at the first save without an answer."""

    def keep(writer: Writer) -> None:
        while time.monotonic() < until:
            writer.write(until)
            if stops:
                return
            time.sleep(0.05)

    threads = [threading.Thread(target=keep, args=(writer,)) for writer in writers]
    for thread in threads:
        thread.start()
    return threads


def told(what: str, writers: Sequence[Writer], begun: float) -> list[str]:
    """Print what came of it; what was wrong."""
    wrong = [text for writer in writers for text in writer.wrong]
    answered = sum(writer.answered for writer in writers)
    again = sum(writer.again for writer in writers)
    refused = sum(writer.unavailable for writer in writers)
    print(
        f"{what}, {answered} saves acknowledged, {again} sent again without an answer, {refused} times 503, "
        f"{len(wrong)} lost or doubled; {time.monotonic() - begun:.0f} s",
        flush=True,
    )
    return wrong


@contextmanager
def small_disk() -> Iterator[Path]:
    """A folder with little space."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SPACE}", "tmpfs", folder], check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", folder], check=True)


def fill(file: Path) -> None:
    """Write until no byte is left."""
    with file.open("wb", buffering=0) as out:
        for size in (65536, 512, 1):
            try:
                while out.write(b"0" * size):
                    pass
            except OSError:
                continue


class Cluster:
    """A PostgreSQL server of its own, which can be crashed."""

    def __init__(self, folder: Path) -> None:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        self.folder = folder
        self.port = free_port()
        self.bin = Path(sorted(glob("/usr/lib/postgresql/*/bin"))[-1])

    def make(self) -> None:
        """Make an empty one."""
        self.run("initdb", "-D", str(self.folder / "data"), "-U", "postgres", "--auth=trust")

    @property
    def url(self) -> str:
        return f"postgres://postgres@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start and wait until it answers."""
        listen = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1"
        log = str(self.folder / "log")
        self.run("pg_ctl", "start", "-w", "-D", str(self.folder / "data"), "-l", log, "-o", listen)

    def crash(self) -> None:
        """End it as a crash does: no transaction is finished, the next start recovers."""
        self.run("pg_ctl", "stop", "-m", "immediate", "-w", "-D", str(self.folder / "data"))

    def run(self, program: str, *arguments: str) -> None:
        """Run one of its programs, which refuse to run as root."""
        command = [str(self.bin / program), *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


@contextmanager
def cluster() -> Iterator[Cluster]:
    with ExitStack() as stack:
        made = Cluster(Path(stack.enter_context(tempfile.TemporaryDirectory())))
        made.make()
        made.start()
        stack.callback(made.crash)
        yield made
