"""What a group with 2,000 games and 60,000 hands costs: a hand saved in its first game and in its last, all
games counted anew, and its pages, on SQLite and on PostgreSQL.

Saves: one row of the log with its facts, through the store, in a group of one game and in the big one, in
turn; medians. Pages: as the host's phone asks for them, in this process; queries, and the median time.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

from tests import available
from tests.bench.aims import Aim, aimed
from tests.service.databases import postgres
from tests.serving import ROOT

SAVES, READS, WARM = 150, 15, 3
MOST_QUERIES, MOST_MS, LEAST_HANDS, LEVEL = 15, 60, 3_000, 1.5
OK = 200
# Name of the address and what follows it.
PAGES = (
    *(("group", ""), ("people", ""), ("group_evenings", ""), ("group_stats", "?period=all")),
    *(("group_stats", "?period=2020"), ("group_stats", "?period=all&game=partnership")),
    ("group_stats", "?period=2020&game=king-cutthroat"),
    *(("person", "?period=all"), ("person", "?period=2020"), ("group_hands", "?period=all&what=makes")),
    *(("group_hands", "?period=all&person={person}&what=marches"), ("bring", ""), ("nights", "")),
)


def main() -> int:
    print("A group with 2,000 games and 60,000 hands")
    with tempfile.TemporaryDirectory() as folder:
        failed = _on("SQLite", f"sqlite:///{folder}/big.sqlite3")
    if not available.postgres():
        print("no PostgreSQL answers")
        return failed
    with postgres() as made:
        return failed | _on("PostgreSQL", made.url)


def _on(engine: str, url: str) -> int:
    """Measure on one database, in a process of its own."""
    print(engine, flush=True)
    settings = {
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "companion.settings",
        "SECRET_KEY": "only for measuring" * 4,
        "ALLOWED_HOSTS": "testserver",
        "PAGE_SECONDS": "0",
        "PAGE_TABLES": "0",
    }
    command = [sys.executable, "-W", "ignore", "-m", __name__]
    return subprocess.run(command, cwd=ROOT, env=os.environ | settings, check=False).returncode


def measured() -> int:
    """Print the figures of the database that is set up."""
    from django.core.management import call_command
    from django.db import connection

    from tests.bench import big_group

    call_command("migrate", verbosity=0)
    games, hands = map(int, sys.argv[1:]) if len(sys.argv) > 1 else (big_group.GAMES, big_group.HANDS)
    group = big_group.fill(games, hands)
    if connection.vendor == "postgresql":
        connection.cursor().execute("ANALYZE")  # as its autovacuum does by itself
    return _saves(group) | _rebuild() | _pages(group)


def _saves(group: Any) -> int:
    from tests.companion.factories import device, table
    from tests.companion.factories import group as new_group

    small = new_group("Small")
    tables = [table(group=at, options={"target": 10**6}) for at in (small.pk, group.pk)]
    times: list[list[float]] = [[], []]
    for number in range(SAVES + WARM):
        for made, took in zip(tables, times, strict=True):
            took.append(_ms(lambda at=made.id, hand=number: _save(device(), at, hand)))  # type: ignore[misc]
    first, last = (statistics.median(took[WARM:]) for took in times)
    line = (
        f"  a hand saved  {first:6.1f} ms in game 1, {last:6.1f} ms in game 2,000: {last / first:.2f} times"
    )
    return int(not aimed(line, last / first, Aim(LEVEL)))


def _save(device: str, table_id: str, number: int) -> None:
    from companion import store
    from tests.companion.factories import hand

    store.append(device, table_id, store.new_key(), None, hand("partnership", number))


def _rebuild() -> int:
    from companion.store import rebuilding

    begun, of_processor = time.perf_counter(), time.process_time()
    done = rebuilding.rebuild()
    wall, used = time.perf_counter() - begun, time.process_time() - of_processor
    line = (
        f"  rebuild       {done.games:,} games, {done.hands:,} hands: {done.hands / wall:,.0f} hands/s, "
        f"{done.hands / used:,.0f} a second of the processor"
    )
    return int(not aimed(line, done.hands / used, Aim(LEAST_HANDS, least=True)))


def _pages(group: Any) -> int:
    from django.conf import settings
    from django.test import override_settings
    from django.urls import NoReverseMatch, reverse

    from companion.models import Person
    from tests.companion.factories import Phone

    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}  # nothing is collected
    override_settings(STORAGES={**settings.STORAGES, "staticfiles": plain}).enable()
    phone, failed = Phone(), 0
    person = Person.objects.get(group=group, told="Ann").public_id
    print(f"  {'':<58}{'queries':>8}{'ms':>8}{'KB':>8}; the ms should be {MOST_MS}")
    for name, query in PAGES:
        given = {"group_id": group.public_id} | ({"person_id": person} if name == "person" else {})
        try:
            address = reverse(name, kwargs=given) + query.format(person=person)
        except NoReverseMatch:
            continue
        failed |= _page(f"{name} {query.format(person='...')}", lambda at=address: phone.get(at))  # type: ignore[misc]
    return failed


def _page(name: str, read: Callable[[], Any]) -> int:
    from django.db import connection

    caught = []

    def counted(execute: Any, sql: str, *rest: Any) -> Any:
        caught.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(counted):
        response = read()
    if response.status_code != OK:
        print(f"  {name:<58}answers {response.status_code}")
        return 1
    took = statistics.median(_ms(read) for _read in range(READS))
    line = f"  {name:<58}{len(caught):>8}{took:>8.1f}{len(response.content) / 1024:>8.1f}"
    return int(not aimed(line, len(caught), Aim(MOST_QUERIES)))


def _ms(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1000


if __name__ == "__main__":
    import django

    django.setup()
    raise SystemExit(measured())
