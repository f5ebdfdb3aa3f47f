"""Who waits for whom: requests about one table come one after another, and the cheapest table goes first."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.server import requests
from companion.server.admission import PAGES, PERIOD, Spent, Turns, Unavailable

TABLE = "0123456789"


def test_one_request_of_a_table_at_a_time_and_another_table_beside_it() -> None:
    async def work() -> list[str]:
        line, go_on, begun = Turns(replace(PAGES, in_all=3)), asyncio.Event(), []

        def asked(holder: str) -> Callable[[], Awaitable[float]]:
            async def page() -> float:
                begun.append(holder)
                await go_on.wait()
                return 0.0

            return page

        tasks = [asyncio.create_task(line.run(holder, asked(holder))) for holder in ("a", "a", "b")]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        together = list(begun)
        go_on.set()
        await asyncio.gather(*tasks)
        assert begun == ["a", "b", "a"]
        return together

    assert asyncio.run(work()) == ["a", "b"]


@pytest.mark.parametrize("of_one", [1, 2])
def test_so_many_of_a_table_and_no_more(of_one: int) -> None:
    async def work() -> int:
        line, go_on, begun = Turns(replace(PAGES, of_one=of_one, in_all=3)), asyncio.Event(), []

        async def page() -> float:
            begun.append(1)
            await go_on.wait()
            return 0.0

        tasks = [asyncio.create_task(line.run("a", page)) for _ in range(3)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        together = len(begun)
        go_on.set()
        await asyncio.gather(*tasks)
        return together

    assert asyncio.run(work()) == of_one


def order(*asked: tuple[str, float], cancelled: str = "") -> list[str]:
    """The holders in the order in which they get the only turn; each asks for so many seconds."""

    async def work() -> list[str]:
        line, done = Turns(replace(PAGES, in_all=1)), []

        async def one(holder: str, seconds: float) -> None:
            async def page() -> float:
                await asyncio.sleep(0)
                done.append(holder)
                return seconds

            await line.run(holder, page)

        tasks = {holder: asyncio.create_task(one(holder, seconds)) for holder, seconds in asked[:1]}
        await asyncio.gather(*tasks.values())
        later = [asyncio.create_task(one(holder, seconds), name=holder) for holder, seconds in asked[1:]]
        await asyncio.sleep(0)
        for task in later:
            if task.get_name() == cancelled:
                task.cancel()
        await asyncio.gather(*later, return_exceptions=True)
        return done

    return asyncio.run(work())


def test_whoever_has_spent_least_goes_first() -> None:
    asked = [("long", 1.0), ("running", 0.1), ("long", 0.1), ("short", 0.1), ("long", 0.1), ("other", 0.1)]
    assert order(*asked) == ["long", "running", "short", "other", "long", "long"]


def test_a_request_that_is_given_up_leaves_its_turn_to_the_next() -> None:
    asked = [("first", 0.0), ("running", 0.0), ("gone", 0.0), ("last", 0.0)]
    assert order(*asked, cancelled="gone") == ["first", "running", "last"]
    assert order(*asked, cancelled="running") == ["first", "gone", "last"]


def test_whoever_has_waited_too_long_is_refused_and_leaves_the_line() -> None:
    async def work() -> list[str]:
        line, go_on, done = Turns(replace(PAGES, in_all=1, seconds=0.01)), asyncio.Event(), []

        async def page() -> float:
            await go_on.wait()
            done.append("made")
            return 0.0

        running = asyncio.create_task(line.run("a", page))
        await asyncio.sleep(0)
        with pytest.raises(Unavailable):
            await line.run("b", page)
        assert line.waiting == 0
        go_on.set()
        await running
        await line.run("b", page)
        return done

    assert asyncio.run(work()) == ["made", "made"]


@pytest.mark.parametrize(
    ("path", "body", "headers", "expected"),
    [
        ("hands/", b"maker=0&tap=12", [(b"hx-request", b"true")], True),
        ("hands/", b"maker=0&tap=12&save=1", [(b"hx-request", b"true")], False),
        ("hands/", b"save=1&note=x", [(b"hx-request", b"true")], False),
        ("hands/", b"maker=0&tap=12", [], False),  # without script the answer is the form itself
        ("hands/", b"note=" + b"x" * requests.SMALL, [(b"hx-request", b"true")], False),
        ("outbox/", b'{"items":[{"what":"progress","form":"{\\"what\\":\\"entry\\"}"}]}', [], True),
        ("outbox/", b'{"items":[{"what":"progress"},{"what":"entry"}]}', [], False),
        ("outbox/", b'{"items":[]}', [], False),
        ("draft/", b"move=pass", [(b"hx-request", b"true")], False),
        ("bank/ticks/", b"tick=1", [(b"hx-request", b"true")], False),
    ],
)
def test_a_tap_is_told_from_what_is_saved(
    path: str, body: bytes, headers: list[tuple[bytes, bytes]], expected: bool
) -> None:
    scope = {"path": f"/games/{TABLE}/{path}", "headers": headers}
    assert requests.is_tap(scope, body) is expected


def test_what_was_spent_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("companion.server.admission.time.monotonic", lambda: now[0])
    spent, known = Spent(), []
    for _period in range(3):
        spent.add("b", 0.5)
        known.append(spent.of("a"))
        if now[0] == 100.0:
            spent.add("a", 2.0)
        now[0] += PERIOD
    assert known == [0.0, 2.0, 0.0]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (f"/games/{TABLE}/", TABLE),
        (f"/games/{TABLE}/bank/", TABLE),
        (f"/api/v1/tables/{TABLE}/record/", TABLE),
        (f"/groups/{TABLE}/stats/", TABLE),
        (f"/nights/{TABLE}/board/", TABLE),
        ("/games/imports/", "192.0.2.7"),
        ("/games/new/partnership/", "192.0.2.7"),
        ("/", "192.0.2.7"),
    ],
)
def test_a_turn_is_that_of_the_table_or_else_of_the_address(path: str, expected: str) -> None:
    scope: dict[str, Any] = {"path": path, "headers": [], "client": ("192.0.2.7", 1)}
    assert requests.holder(scope) == expected
