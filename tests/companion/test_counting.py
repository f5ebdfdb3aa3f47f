"""Counters of limits: what they allow over time, and that a flood of addresses doesn't wash one out."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core.cache import caches

from companion.access import limits, shared
from companion.access.limits import Counter, Failures, Rate, client_of

TEN = Rate(10, 60)
START = 1_800_000_000.0  # of a minute
FLOOD = 5_000


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    caches["failures"].clear()
    now = [START]
    monkeypatch.setattr("companion.access.limits.time.time", lambda: now[0])
    yield now
    caches["failures"].clear()


def test_no_more_than_the_rate_are_allowed_in_any_minute(clock: list[float]) -> None:
    one = Failures("code", "192.0.2.1", TEN)
    allowed = []
    for second in range(300):
        clock[0] = START + 50 + second
        while not one.seconds_left():
            one.count()
            allowed.append(second)
    assert max(sum(begin <= at < begin + 60 for at in allowed) for begin in range(240)) <= 10
    assert len(allowed) >= 40


def test_after_the_seconds_left_one_more_is_allowed(clock: list[float]) -> None:
    one = Failures("code", "192.0.2.1", TEN)
    for second in (0.0, 12.5, 25.0, 59.0):
        clock[0] = START + second
        for _failure in range(3):
            if not one.seconds_left():
                one.count()
    wait = one.seconds_left()
    clock[0] += wait - 1
    assert one.seconds_left() == 1
    clock[0] += 1
    assert one.seconds_left() == 0


def test_a_flood_of_addresses_washes_no_counter_out(clock: list[float]) -> None:
    one = Failures("code", "192.0.2.1", TEN)
    for _failure in range(10):
        one.count()
    for number in range(FLOOD):
        Failures("code", f"198.51.{number // 250}.{number % 250}", TEN).count()
        limits.Counter("default").add(f"api-reads-token:{number}", TEN)
    assert one.seconds_left() > 0


def test_what_is_counted_at_the_same_moment_is_counted_in_full(clock: list[float]) -> None:
    together, counter = threading.Barrier(8), Counter("failures")

    def count(_thread: int) -> None:
        together.wait()
        for _time in range(50):
            counter.add("key", TEN)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(count, range(8)))
    assert counter.use("key", TEN).counts[0] == 400


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:0:1:2:3:4:5", "2001:db8:0:1::"),
        ("[2001:db8:0:1:2:3:4:5]:4711", "2001:db8:0:1::"),
        ("192.0.2.1:4711", "192.0.2.1"),
        ("fe80::1%eth0", "fe80::"),
        ("unknown", "unknown"),
    ],
)
def test_an_ipv6_client_is_its_network(address: str, client: str) -> None:
    assert client_of(address) == client


class Client:
    """What stands in for Redis."""

    def __init__(self) -> None:
        self.asked = 0
        self.down = False

    def ping(self) -> bool:
        self.asked += 1
        if self.down:
            import redis

            raise redis.ConnectionError
        return True


def test_a_lost_redis_is_asked_once_and_is_asked_again_when_it_is_back(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    back = threading.Event()
    monkeypatch.setattr("companion.access.shared.time.sleep", lambda _seconds: back.wait(20))
    bus = shared.Shared("redis://:secret@redis.example/0")
    client: Any = Client()
    bus.client = client
    assert bus.ask(lambda one: one.ping())
    client.down = True
    answers = [bus.ask(lambda one: one.ping()) for _time in range(20)]
    assert answers == [None] * 20
    assert client.asked <= 3  # the question that failed, and a ping of the thread
    client.down = False
    back.set()
    for thread in threading.enumerate():
        if thread.name == "bower-redis":
            thread.join(20)
    assert bus.ask(lambda one: one.ping())
    assert [text.partition(" (")[0] for text in caplog.messages] == [
        "Redis at redis.example:6379 does not answer",
        "Redis at redis.example:6379 answers again",
    ]
