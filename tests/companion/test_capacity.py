"""What is held at once, who is let in, and how little the log says of it."""

import asyncio
import os
import resource
from dataclasses import replace
from pathlib import Path

import pytest
import uvicorn

from companion.server import admission
from companion.server.admission import LIMITS, MIB, UNREAD, Capacity, Door, Limit, Verdict
from companion.serving import process, protocol
from companion.serving.process import Server

ROOM = replace(UNREAD, of_one=10, in_all=15)


def test_each_has_its_share_and_all_together_theirs() -> None:
    room = Capacity(ROOM)
    assert [room.take("ann", 6), room.take("ann", 5), room.take("bo", 9), room.take("cy")] == [
        True,
        False,
        True,
        False,
    ]
    room.give("bo", 9)
    assert room.take("cy")
    room.give("ann", 6)
    assert dict(room.held) == {"cy": 1}


def test_nought_is_no_limit_of_one() -> None:
    room = Capacity(replace(ROOM, of_one=0))
    assert [room.take("ann", 10), room.take("ann", 5), room.take("ann")] == [True, True, False]


def test_a_flood_of_refusals_is_one_line_a_minute(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr("companion.server.admission.time.monotonic", lambda: now)
    room = Capacity(Limit("bodies", protects="", answer="", of_one=1))
    for _ in range(101):
        room.take("ann")
    now += admission.AGAIN
    room.take("ann")
    assert [record.getMessage() for record in caplog.records] == [
        "Too many bodies (refused: 1)",
        "Too many bodies (refused: 100)",
    ]


def test_an_address_over_its_limit_is_refused_and_a_flood_of_it_cut() -> None:
    entrance = Door(3, 1024, 10)
    verdicts = [entrance.enter("192.0.2.1", 9) for _ in range(20)]
    assert verdicts == [Verdict.IN] * 3 + [Verdict.REFUSED] * 16 + [Verdict.CUT]
    assert entrance.enter("192.0.2.2", 9) is Verdict.IN
    for _ in range(18):
        entrance.leave("192.0.2.1")
    assert entrance.enter("192.0.2.1", 9) is Verdict.IN


def test_the_last_descriptors_are_kept_back() -> None:
    entrance = Door(0, 1024, 10)
    assert [entrance.enter("192.0.2.1", number) for number in (919, 920, 971, 972)] == [
        Verdict.IN,
        Verdict.REFUSED,
        Verdict.REFUSED,
        Verdict.CUT,
    ]


def test_no_address_gets_more_than_half_of_the_descriptors() -> None:
    assert Door(1000, 1024, 10).of_one == 460


def row(limit: Limit) -> str:
    """The line of a limit in the documents, with the settings as they are if nobody sets any."""
    of_one = f"{amount(limit.of_one)} each {limit.holder}" if limit.of_one else ""
    most = f", at most {limit.waiting}" if limit.waiting else ""
    wait = f"wait up to {limit.seconds:g} seconds{most}; then " if limit.seconds > 0 else ""
    cells = (limit.name, of_one, amount(limit.in_all), limit.protects, wait + limit.answer)
    return f"| {' | '.join(cells)} |".replace("|  |", "| |").replace("|  |", "| |")


def amount(number: int) -> str:
    """A number of a limit in words; nothing for none."""
    for unit, size in (("MiB", MIB), ("MB", 10**6)):
        if number and number % size == 0:
            return f"{number // size} {unit}"
    return str(number or "")


@pytest.mark.parametrize(
    "limit",
    [
        f"headers | {protocol.HEAD_BYTES // 1024} KiB, within {protocol.HEAD_SECONDS:g} seconds |",
        f"body | `MAX_BODY_BYTES`, within {protocol.BODY_SECONDS:g} seconds |",
        f"wait for an earlier one | {protocol.PIPELINED} |",
        f"between two requests | {process.IDLE} seconds; {process.IDLE_OF_A_PROXY} behind a proxy |",
        f"at once | {protocol.LEAST_READ // 1024} KiB in {protocol.READ_SECONDS:g} seconds |",
        *(f"\n{row(limit)}\n" for limit in LIMITS),
    ],
)
def test_the_limits_are_those_of_the_documents(limit: str) -> None:
    assert limit in Path("docs/operating.md").read_text(encoding="utf-8")


async def application(_scope: object, _receive: object, _send: object) -> None:
    """Nothing is asked."""


def test_a_process_without_a_free_descriptor_says_so_once(caplog: pytest.LogCaptureFixture) -> None:
    config = uvicorn.Config(application, lifespan="off", ws="none", log_config=None)
    config.load()
    server = Server(config, Door(0, 4096, 2), None)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)

    async def seconds() -> None:
        lowest = os.open(os.devnull, os.O_RDONLY)
        os.close(lowest)
        resource.setrlimit(resource.RLIMIT_NOFILE, (lowest, hard))
        try:
            for tick in range(30):
                await server.on_tick(tick)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        await server.on_tick(30)

    asyncio.run(seconds())
    assert caplog.messages == [
        "No file can be opened any more; the system drops new connections (seconds: 1)"
    ]
    assert server.full.times == 2
