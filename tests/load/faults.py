"""`make faults`: two hours at twelve tables, and every minute something breaks.

Two processes of Bower run on PostgreSQL with a standby and Redis, a third one on SQLite on a small disk. At
each, two tables save by form, one by API, and one has chips; of those on PostgreSQL a phone at the other
process follows each. Every minute one of these comes, in an order that the seed decides: a process is killed
and started again, Redis is killed and started again, the primary is killed and the standby promoted, the
small disk is full.

At the end of each minute every entry that was acknowledged must be there once, in its place, and every phone
must have heard of it. At the end of all each standing must be that of `python -m scoring` for what was
acknowledged, and `manage.py replay` must find every game and all books in order.
"""

import argparse
import http.client
import json
import os
import random
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

from tests.load.failover import Server
from tests.load.soak import by_command_line
from tests.load.torture import SETTINGS, fill, small_disk
from tests.load.wire import POKE, SILENCE
from tests.load.writers import AWAY, HAND, JSON, ByApi, ByForm, OfChips, Writer
from tests.service.databases import Redis
from tests.serving import Bower

MINUTE = 60.0
PAUSE = 2.0  # seconds between two saves at a table; it may have 5,000
WITHIN = 20.0  # seconds of a minute in which its fault comes
GONE_FOR = 10.0  # seconds for which Redis is gone, or the disk full, at most
HEARD_WITHIN = 30.0  # seconds: streams have a sign every 15
PATIENCE = 60.0  # seconds until saves must go on


class Table:
    """A table: its writer, and a phone at another process that follows it."""

    def __init__(self, written: ByForm | ByApi, follower: Bower, name: str, rng: random.Random) -> None:
        self.written, self.follower = written, follower
        self.writer = Writer(written, name, random.Random(rng.random()))  # noqa: S311 - no secret
        self.resting = threading.Lock()  # held while an entry is saved, or nothing may be
        self.heard = self.missed = self.stalled = 0
        self.id = written.path.rstrip("/").rpartition("/")[2]
        self.token = written.token if isinstance(written, ByApi) else self._joined(written)
        self.over = threading.Event()
        self.threads = [threading.Thread(target=work, daemon=True) for work in (self._write, self._follow)]
        for thread in self.threads:
            thread.start()

    def _joined(self, written: ByForm) -> str:
        """The token of a program that looks on."""
        token = written.phone.link(written.path, "viewer").rpartition("/")[2]
        with self._asked(written.phone.bower.port, "POST", "/api/v1/join/", token) as answer:
            assert answer.status == 200
        return token

    @contextmanager
    def _asked(
        self, port: int, method: str, path: str, token: str = ""
    ) -> Iterator[http.client.HTTPResponse]:
        headers = {**JSON, "Authorization": f"Bearer {token or self.token}"}
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=SILENCE)) as connection:
            connection.request(method, path, "{}" if method == "POST" else None, headers)
            yield connection.getresponse()

    def _write(self) -> None:
        while not self.over.is_set():
            with self.resting:
                saved = self.writer.one()
            self.over.wait(self.writer.rng.random() * 2 * PAUSE if saved else 0.2)

    def _follow(self) -> None:
        """Listen, and come again where the stream ends, as a page does."""
        while not self.over.is_set():
            with (
                suppress(*AWAY),
                self._asked(self.follower.port, "GET", f"/games/{self.id}/live") as answer,
            ):
                kept = b""
                while piece := answer.read1():
                    *events, kept = (kept + piece.replace(b"\r\n", b"\n")).split(b"\n\n")
                    found = [int(poke[2]) for event in events if (poke := POKE.search(event))]
                    self.heard = max([self.heard, *found])
            self.over.wait(0.5)

    def look(self) -> None:
        """With the pen laid down: all that was acknowledged is there, and the phone has heard of it."""
        with self.resting:
            self.stalled += not finished(self.writer)
            self.writer.look()
            saved, deadline = len(self.writer.expected), time.monotonic() + HEARD_WITHIN
            while self.heard < saved and time.monotonic() < deadline:
                time.sleep(0.05)
            self.missed += max(0, saved - self.heard)

    def differs(self) -> str:
        """What is wrong with the standing, at the process of the phone; "" if nothing is."""
        port, api = self.follower.port, f"/api/v1/tables/{self.id}/"
        with self._asked(port, "GET", api + "record/") as answer:
            record = json.loads(answer.read())
        with self._asked(port, "GET", api + "standing/") as answer:
            shown = json.loads(answer.read())
        entries = [
            {**(self.written.entry(number) if isinstance(self.written, ByApi) else HAND), "note": note}
            for number, note in enumerate(self.writer.expected)
        ]
        meant = by_command_line({**record, "entries": entries})
        return "" if shown == meant else f"{self.writer.name}: {shown} is shown, {meant} is right"


def finished(writer: Writer) -> bool:
    """Save what is pending, or one more; whether that could be done in time."""
    deadline = time.monotonic() + PATIENCE
    while not writer.one():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.2)
    return True


class House:
    """All that runs, and what can break of it."""

    def __init__(self, stack: ExitStack, rng: random.Random) -> None:
        self.rng = rng
        folders = [Path(stack.enter_context(tempfile.TemporaryDirectory())) for _folder in range(5)]
        self.primary, self.standby = Server(folders[0]), Server(folders[1])
        self.primary.make()
        self.primary.start()
        for server in (self.primary, self.standby):
            stack.callback(server.crash)
        self.standby.follow(self.primary)
        self.redis = Redis(folders[2])
        self.redis.start()
        stack.callback(self.redis.stop)
        hosts = ",".join(f"127.0.0.1:{server.port}" for server in (self.primary, self.standby))
        url = f"postgres://postgres@{hosts}/postgres?target_session_attrs=read-write"
        of_both = {**SETTINGS, "DATABASE_URL": url, "REDIS_URL": self.redis.url}
        self.two = [Bower(folder, **of_both) for folder in folders[3:]]
        self.bowers = list(self.two)
        self.faults: dict[str, Callable[[], None]] = {
            "a process killed": self.kill_one,
            "Redis killed": self.kill_redis,
            "the primary killed": self.kill_primary,
        }
        if os.geteuid() == 0:
            self.small = stack.enter_context(small_disk())
            self.bowers.append(Bower(self.small, **SETTINGS, DATABASE_URL=""))
            self.faults["the disk filled"] = self.fill_disk
        else:
            print("The disk is not filled: only root can mount a small one")
        for bower in self.bowers:
            bower.start()
            stack.callback(bower.stop)

    def kill_one(self) -> None:
        bower = self.rng.choice(self.two)
        bower.kill()
        time.sleep(self.rng.random() * 2)
        bower.start()

    def kill_redis(self) -> None:
        self.redis.stop()
        time.sleep(self.rng.random() * GONE_FOR)
        self.redis.start()

    def kill_primary(self) -> None:
        self.primary.crash()
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary
        self.standby.follow(self.primary)

    def fill_disk(self) -> None:
        fill(self.small / "filler")
        time.sleep(self.rng.random() * GONE_FOR)
        (self.small / "filler").unlink()

    def tables(self) -> list[Table]:
        """Four at each process, whose phones are at the next one; on SQLite there is only one."""
        first, second = self.two
        pairs = [(first, second), (second, first), *((bower, bower) for bower in self.bowers[2:])]
        kinds: list[type[ByForm] | type[ByApi]] = [ByForm, ByForm, ByApi, OfChips]
        return [
            Table(kind(bower), follower, f"{kind.__name__} {at}-{number}", self.rng)
            for at, (bower, follower) in enumerate(pairs, 1)
            for number, kind in enumerate(kinds, 1)
        ]


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load faults", description=__doc__)
    parser.add_argument("--minutes", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    rng = random.Random(given.seed)  # noqa: S311 - no secret
    with ExitStack() as stack:
        house = House(stack, rng)
        tables = house.tables()
        done = endured(house, tables, given.minutes, rng)
        for table in tables:
            table.over.set()
            table.threads[0].join()
        wrong = [text for table in tables for text in table.writer.wrong]
        boards = [text for table in tables if (text := table.differs())]
        wrong += boards + in_disorder(house.bowers)
    told(given.minutes, done, tables, boards, wrong)
    return 1 if wrong or any(table.missed or table.stalled for table in tables) else 0


def endured(house: House, tables: Sequence[Table], minutes: int, rng: random.Random) -> Counter[str]:
    """Let something break every minute, and look after each; how often what did."""
    done, coming = Counter[str](), list[str]()
    for number in range(1, minutes + 1):
        ends = time.monotonic() + MINUTE
        coming = coming or rng.sample(list(house.faults), len(house.faults))
        fault = coming.pop()
        time.sleep(rng.random() * WITHIN)
        house.faults[fault]()
        done[fault] += 1
        time.sleep(max(0.0, ends - time.monotonic()))
        for table in tables:
            table.look()
        saves, wrong = (sum(values) for values in zip(*map(figures, tables), strict=True))
        print(f"{number} min: {fault}, {saves} saves so far, {wrong} wrong", flush=True)
    return done


def figures(table: Table) -> tuple[int, int]:
    """Saves acknowledged, and what was wrong."""
    return table.writer.answered, len(table.writer.wrong) + table.missed + table.stalled


def in_disorder(bowers: Sequence[Bower]) -> list[str]:
    """What the logs and a replay of all games say is wrong."""
    wrong = [f"a traceback: {bower.told[-2000:]}" for bower in bowers if "Traceback" in bower.told]
    for bower in bowers[1:]:  # the first two have one database
        replayed = bower.manage("replay")
        print(replayed.stdout.strip().rpartition("\n")[2])
        if replayed.returncode:
            wrong.append(f"replay: {replayed.stdout[-1000:]}{replayed.stderr}")
    return wrong


def told(
    minutes: int, done: Counter[str], tables: Sequence[Table], boards: Sequence[str], wrong: Sequence[str]
) -> None:
    """Print what came of it."""
    for text in wrong[:20]:
        print(f"WRONG: {text}")
    writers = [table.writer for table in tables]
    faults = ", ".join(f"{fault} {number} times" for fault, number in sorted(done.items()))
    print(
        f"{minutes} min at {len(tables)} tables, {faults}: {sum(one.answered for one in writers)} saves "
        f"acknowledged, {sum(one.again for one in writers)} sent again without an answer, "
        f"{sum(one.unavailable for one in writers)} times 503, "
        f"{sum(len(one.wrong) for one in writers)} lost or doubled, "
        f"{sum(table.stalled for table in tables)} times no save for {PATIENCE:.0f} s, "
        f"{sum(table.missed for table in tables)} pokes missed, {len(boards)} boards wrong, "
        f"{len(wrong)} wrong in all"
    )
