"""`make failover`: PostgreSQL with a standby; the primary is killed under load and the standby takes over.

Four writers save without a pause, two by form and two by API. Each time the primary is killed as a crash does
it, the standby is promoted, and the old primary becomes its standby. Fails where a save that was acknowledged
is lost or doubled, and where Bower takes longer than LONGEST to save again. Before that it prints what it
costs to wait for the standby, compares the statistics of a group, which are read from it, with what was saved
before, and restores a backup that was taken from it.
"""

import argparse
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg

from tests.load.torture import SETTINGS, Cluster, four, told, writing
from tests.service.phone import RECORD, SEE_OTHER, Phone, field, new_table
from tests.serving import ROOT, Bower

LONGEST = 10.0  # seconds from the kill to the next save
KILLED_WITHIN = 0.5  # seconds of writing before a kill
SAVES = 100  # of which the median is taken
PATIENCE = 30
GAMES = 50  # of a group; the standby is behind for the last ones
BEHIND = 5
GAME = {
    **RECORD,
    "options": {"target": 1},
    "entries": [
        {"kind": "hand", "maker": "Ann", "trump": "hearts", "tricks": {"Ann & Cy": 5, "Bo & Dee": 0}}
    ],
}
READ = "SELECT sum(seq_scan + idx_scan) FROM pg_stat_user_tables WHERE relname = 'companion_playerfacts'"


class Server(Cluster):
    """One of two servers that follow each other."""

    def follow(self, primary: Cluster) -> None:
        """Become a standby of the primary, whatever this one was, and let the primary wait for it."""
        shutil.rmtree(self.folder / "data", ignore_errors=True)
        address = f"host=127.0.0.1 port={primary.port} user=postgres application_name=standby"
        data = str(self.folder / "data")
        self.run("pg_basebackup", "-D", data, "-R", "-X", "stream", "-c", "fast", "-d", address)
        self.start()
        self.waited_for(primary, "standby")
        deadline = time.monotonic() + PATIENCE
        while asked(primary, "SELECT sync_state FROM pg_stat_replication") != "sync":
            assert time.monotonic() < deadline, "expected the standby to follow"
            time.sleep(0.05)

    def promote(self) -> None:
        """Let this one write. It waits for no standby until it has one."""
        self.run("pg_ctl", "promote", "-w", "-D", str(self.folder / "data"))
        self.waited_for(self, "")

    @staticmethod
    def waited_for(primary: Cluster, names: str) -> None:
        """The standbys that have each commit before the primary acknowledges it."""
        asked(primary, f"ALTER SYSTEM SET synchronous_standby_names = '{names}'")
        asked(primary, "SELECT pg_reload_conf()")


def asked(server: Cluster, statement: str) -> Any:
    """The first value of the answer."""
    with psycopg.connect(server.url, autocommit=True) as connection:
        found = connection.execute(statement.encode())
        return (found.fetchone() or (None,))[0] if found.description else None


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load failover", description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    rng = random.Random(given.seed)  # noqa: S311 - no secret
    with ExitStack() as stack:
        folders = [Path(stack.enter_context(tempfile.TemporaryDirectory())) for _folder in range(3)]
        primary, standby = Server(folders[0]), Server(folders[1])
        primary.make()
        primary.start()
        for server in (primary, standby):
            stack.callback(server.crash)
        servers = f"127.0.0.1:{primary.port},127.0.0.1:{standby.port}"
        url = f"postgres://postgres@{servers}/postgres?target_session_attrs=read-write"
        bower = Bower(folders[2], **SETTINGS, DATABASE_URL=url)
        bower.start()
        stack.callback(bower.stop)
        print(f"A save: {median(bower):.1f} ms without a standby", end="", flush=True)
        standby.follow(primary)
        print(f", {median(bower):.1f} ms waiting for one")
        wrong = statistics_of(bower, standby) + backup_of(standby, folders[2])
        wrong += failed_over(bower, primary, standby, given.kills, rng)
    for text in wrong[:20]:
        print(f"WRONG: {text}")
    return 1 if wrong else 0


def median(bower: Bower) -> float:
    """Milliseconds of a save."""
    table, times = four(bower, random.Random(1))[0].table, []  # noqa: S311
    for number in range(SAVES):
        begun = time.perf_counter()
        assert table.save("", f"{number:032}", number) == 201
        times.append((time.perf_counter() - begun) * 1000)
    return statistics.median(times)


def statistics_of(bower: Bower, standby: Cluster) -> list[str]:
    """Finish games of a group, and read its statistics after each; what was wrong."""
    phone, wrong = Phone(bower), []
    made = phone.ask("/groups/", {"key": field(phone.ask("/groups/").page, "key"), "title": "Thursday"})
    for number in range(1, GAMES + 1):
        if number == GAMES - BEHIND:
            asked(standby, "SELECT pg_wal_replay_pause()")
        table = new_table(phone, GAME)
        assert phone.ask(table + "group/", {"group": made.location.split("/")[2]}).status == SEE_OTHER
        page = phone.ask(made.location + "stats/?period=all").page
        found = re.search(r"<bdi>Ann</bdi>.*?<td[^>]*>\s*(?:<a[^>]*>)?([0-9]+)", page, re.DOTALL)
        if not found or int(found[1]) != number:
            wrong.append(f"the statistics after game {number} have {found and found[1]}")
    asked(standby, "SELECT pg_wal_replay_resume()")
    reads = asked(standby, READ)
    print(f"statistics: {GAMES} pages, {len(wrong)} older than what was saved; {reads} reads of the standby")
    return wrong if reads else [*wrong, "the statistics were not read from the standby"]


def backup_of(standby: Cluster, folder: Path) -> list[str]:
    """Back up the standby and restore that; what was wrong."""
    file, restored = folder / "of-standby.tar.gz", f"sqlite:///{folder / 'restored.sqlite3'}"
    environment = {**os.environ, **SETTINGS, "VAR_DIR": str(folder)}
    for command, url in ((("backup", str(file)), standby.url), (("restore", str(file)), restored)):
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env={**environment, "DATABASE_URL": url},
            capture_output=True,
            text=True,
            check=False,
        )
        print(done.stdout.strip().splitlines()[-1] if done.stdout else done.stderr)
        if done.returncode:
            return [f"{command[0]}: {done.stderr}"]
    return []


def failed_over(bower: Bower, primary: Server, standby: Server, kills: int, rng: random.Random) -> list[str]:
    """Kill the primary so often, and print what came of it; what was wrong."""
    begun = time.monotonic()
    writers, waited = four(bower, rng), list[float]()
    for _kill in range(kills):
        threads = writing(writers[1:], time.monotonic() + 2 * KILLED_WITHIN)
        time.sleep(rng.random() * KILLED_WITHIN)
        primary.crash()
        killed = time.monotonic()
        standby.promote()
        while not writers[0].one():
            assert time.monotonic() < killed + PATIENCE, "expected Bower to save again"
            time.sleep(0.01)
        waited.append(time.monotonic() - killed)
        for thread in threads:
            thread.join()
        for writer in writers:
            while not writer.one():
                time.sleep(0.05)
            writer.look()
        primary, standby = standby, primary
        standby.follow(primary)
    wrong = told(f"{kills} times the primary killed", writers, begun)
    print(f"saves go on after {statistics.median(waited):.1f} s (median), {max(waited):.1f} s at most")
    return wrong + [f"saves go on only after {one:.1f} s" for one in waited if one > LONGEST]
