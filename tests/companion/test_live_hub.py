"""The hub: who is told what, when, and by how many questions to the database."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.utils import timezone

from companion.live import hub as module
from companion.live.hub import BEAT, COMMENT, Hub, Stream
from companion.store import changes, games, groups, happening, rows
from tests.companion.listeners import TABLE, Bus, Tables, hub_of, in_a_loop, settled, until


def poke(version: int, stir: int = 0, table: str = TABLE) -> bytes:
    data = f'{{"table": "{table}", "version": {version}}}'
    return f"id: {version}.{stir}\nevent: poke\ndata: {data}\n\n".encode()


START = b"retry: 1000\n"


async def opened(hub: Hub, device: str, table: str = TABLE, seen: str = "") -> Stream:
    stream = Stream(table, device, seen)
    assert await hub.open(stream)
    return stream


def test_a_stream_begins_with_how_far_the_table_is_and_goes_on_with_what_changes() -> None:
    async def work() -> None:
        tables = Tables("ann")
        hub = hub_of(tables)
        stream = await opened(hub, "ann")
        assert await stream.next() == START + poke(0)
        tables.moves()
        hub.changed(TABLE)
        assert await stream.next() == poke(1)
        tables.withdraws("bo")
        hub.changed(TABLE)
        assert await stream.next() == poke(1, 1)
        hub.close()

    in_a_loop(work)


@pytest.mark.parametrize(("seen", "first"), [("0.0", COMMENT), ("5.0", poke(0)), ("", poke(0))])
def test_a_phone_that_comes_back_is_told_only_what_it_does_not_know(seen: str, first: bytes) -> None:
    async def work() -> None:
        hub = hub_of(Tables("ann"))
        assert await (await opened(hub, "ann", seen=seen)).next() == START + first
        hub.close()

    in_a_loop(work)


def test_a_word_about_another_table_or_one_that_changes_nothing_is_not_passed_on() -> None:
    async def work() -> None:
        tables = Tables("ann")
        tables.now["other"] = tables.now[TABLE]
        hub = hub_of(tables)
        stream = await opened(hub, "ann")
        await stream.next()
        hub.changed("other")
        hub.changed(TABLE)
        await settled(hub)
        assert tables.asked == [{TABLE}, {TABLE}]
        assert not stream.wake.is_set()
        await opened(hub, "ann", "other")
        hub.changed("other")
        await settled(hub)
        assert tables.asked[2:] == [{"other"}, {"other"}]
        hub.close()

    in_a_loop(work)


def test_a_burst_of_words_is_one_question_under_way_and_one_after_it() -> None:
    async def work() -> None:
        tables = Tables("ann")
        hub = hub_of(tables)
        stream = await opened(hub, "ann")
        await stream.next()
        await settled(hub)
        tables.asked.clear()
        tables.free.clear()
        for _save in range(50):
            tables.moves()
            hub.changed(TABLE)
            await asyncio.sleep(0)
        tables.free.set()
        await settled(hub)
        assert len(tables.asked) == 2
        assert await stream.next() == poke(50)
        hub.close()

    in_a_loop(work)


def test_many_tables_are_asked_for_together_and_in_one_thread() -> None:
    async def work() -> None:
        tables = Tables("ann")
        tables.now = {f"t{number}": tables.now[TABLE] for number in range(40)}
        hub = hub_of(tables)
        await asyncio.gather(*(opened(hub, "ann", one) for one in tables.now))
        await settled(hub)
        assert len(tables.asked) <= 3
        assert len(tables.threads) == 1
        hub.close()

    in_a_loop(work)


def test_a_device_without_a_role_and_a_table_that_is_not_there_are_over_at_once() -> None:
    async def work() -> None:
        hub = hub_of(Tables("ann"))
        assert (await opened(hub, "bo")).over
        assert (await opened(hub, "ann", "nowhere")).over
        assert not (await opened(hub, "ann")).over
        hub.close()

    in_a_loop(work)


def test_a_withdrawn_device_is_out_and_the_others_are_not() -> None:
    async def work() -> None:
        tables = Tables("ann", "bo")
        hub = hub_of(tables)
        ann, bo = await opened(hub, "ann"), await opened(hub, "bo")
        await bo.next()
        tables.withdraws("bo")
        hub.changed(TABLE)
        assert await bo.next() == b""
        assert not ann.over
        hub.close()

    in_a_loop(work)


def test_a_heartbeat_is_heard_finds_what_was_missed_and_says_who_is_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "HEARTBEAT", 0.05)

    async def work() -> None:
        tables = Tables("ann", "bo")
        hub = hub_of(tables)
        ann, bo = await opened(hub, "ann"), await opened(hub, "bo")
        assert [await one.next() for one in (ann, bo)] == [START + poke(0)] * 2
        assert await ann.next() == BEAT
        tables.withdraws("bo")  # and no word of it
        while await bo.next():
            pass
        assert await until_poke(ann) == poke(0, 1)
        hub.leave(bo)
        tables.marks.clear()
        await until(lambda: tables.marks)
        [(here, until_when), *_] = tables.marks
        assert here == {TABLE: {"ann"}}
        assert abs(until_when - timezone.now() - timedelta(seconds=40)) < timedelta(seconds=20)
        hub.close()

    in_a_loop(work)


def test_streams_beat_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "HEARTBEAT", 0.1)
    monkeypatch.setattr(module, "AT_ONCE", 1)

    async def work() -> None:
        hub = hub_of(Tables("ann", "bo"))
        streams = [await opened(hub, "ann"), await opened(hub, "bo")]
        assert [await one.next() for one in streams] == [START + poke(0)] * 2
        assert await streams[0].next() == BEAT  # begun before bo was there
        await until(lambda: any(one.wake.is_set() for one in streams))
        assert sum(one.wake.is_set() for one in streams) == 1
        await until(lambda: all(one.wake.is_set() for one in streams))
        hub.close()

    in_a_loop(work)


def test_tables_are_read_and_devices_marked_a_part_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "HEARTBEAT", 0.1)
    monkeypatch.setattr(module, "READ_AT_ONCE", 1)

    async def work() -> None:
        tables = Tables("ann", "bo")
        hub = hub_of(tables)
        for device in ("ann", "bo"):
            await opened(hub, device)
        await settled(hub)
        tables.marks.clear()
        await until(lambda: len(tables.marks) >= 3)
        assert {tuple(here[TABLE]) for here, _until_when in tables.marks} == {("ann",), ("bo",)}
        hub.close()

    in_a_loop(work)


async def until_poke(stream: Stream) -> bytes:
    while (piece := await stream.next()) == BEAT:
        pass
    return piece


def test_a_phone_counts_as_here_at_once_and_as_gone_when_its_last_page_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "LINGER", 0.01)

    async def work() -> None:
        tables = Tables("ann")
        hub = hub_of(tables)
        one, other = await opened(hub, "ann"), await opened(hub, "ann")
        await settled(hub)
        assert [(here, when > timezone.now()) for here, when in tables.marks] == [({TABLE: {"ann"}}, True)]
        hub.leave(one)
        await asyncio.sleep(0.1)
        assert len(tables.marks) == 1
        hub.leave(other)
        await until(lambda: len(tables.marks) == 2)
        assert tables.marks[1][0] == {TABLE: {"ann"}}
        assert tables.marks[1][1] <= timezone.now()
        assert hub.streams == {}
        hub.close()

    in_a_loop(work)


def test_a_slow_phone_gets_the_newest_only() -> None:
    async def work() -> None:
        tables = Tables("ann", "bo")
        hub = hub_of(tables)
        slow, quick = await opened(hub, "ann"), await opened(hub, "bo")
        await quick.next()
        for version in range(1, 30):
            tables.moves()
            hub.changed(TABLE)
            assert await quick.next() == poke(version)
        assert await slow.next() == START + poke(29)
        assert not slow.wake.is_set()
        hub.close()

    in_a_loop(work)


def test_a_database_that_does_not_answer_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "RETRY", 0.01)

    async def work() -> None:
        tables = Tables("ann")
        hub = hub_of(tables)
        stream = await opened(hub, "ann")
        await stream.next()
        tables.broken = True
        assert not await hub.open(Stream(TABLE, "ann"))
        await until(lambda: len(tables.asked) > 5)
        tables.moves()
        tables.broken = False
        assert await stream.next() == poke(1)
        hub.close()

    in_a_loop(work)
    assert len([text for text in caplog.messages if "trying again" in text]) == 1


def test_a_question_that_is_under_way_when_the_server_stops_is_no_error(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def work() -> None:
        tables = Tables("ann")
        hub = hub_of(tables)
        await opened(hub, "ann")
        await settled(hub)
        tables.free.clear()
        hub.changed(TABLE)
        await until(lambda: len(tables.asked) == 2)
        hub.changed(TABLE)
        hub.close()
        tables.free.set()
        await settled(hub)

    in_a_loop(work)
    assert caplog.messages == []


def test_what_others_say_is_heard_and_all_means_all() -> None:
    async def work() -> None:
        tables, bus = Tables("ann"), Bus()
        tables.now["other"] = tables.now[TABLE]
        hub = hub_of(tables, bus)
        streams = [await opened(hub, "ann"), await opened(hub, "ann", "other")]
        await until(lambda: bus.heard)
        assert bus.heard
        assert [await one.next() for one in streams] == [START + poke(0), START + poke(0, table="other")]
        tables.moves()
        tables.moves("other")
        bus.heard(changes.ALL)
        assert [await one.next() for one in streams] == [poke(1), poke(1, table="other")]
        hub.close()

    in_a_loop(work)


def test_words_of_this_process_come_from_any_thread_and_only_while_somebody_listens() -> None:
    async def work() -> None:
        tables = Tables("ann")
        hub = hub_of(tables)
        assert hub.on_change not in changes.subscribers
        stream = await opened(hub, "ann")
        await stream.next()
        tables.moves()
        [ear] = changes.subscribers
        await asyncio.to_thread(ear, TABLE)
        assert await stream.next() == poke(1)
        hub.close()
        assert not changes.subscribers

    in_a_loop(work)


def test_the_bus_is_told_which_topics_have_streams() -> None:
    async def work() -> None:
        tables, bus = Tables("ann"), Bus()
        group, announced = happening.OF_GROUP + "club", groups.TOPIC + "club"
        tables.now |= dict.fromkeys(("other", group, announced), tables.now[TABLE])
        hub = hub_of(tables, bus)
        first, second = await opened(hub, "ann"), await opened(hub, "ann")
        other = await opened(hub, "ann", "other")
        await until(lambda: bus.heard)
        assert bus.topics.followed == {TABLE, "other"}
        hub.leave(other)
        hub.leave(first)
        assert bus.topics.followed == {TABLE}
        all_tables, page = await opened(hub, "ann", group), await opened(hub, "ann", announced)
        assert bus.topics.followed == {TABLE, announced}
        hub.leave(page)
        assert bus.topics.followed == {TABLE, announced}
        hub.leave(all_tables)
        hub.leave(second)
        assert bus.topics.followed == set()
        hub.close()

    in_a_loop(work)


def test_closing_ends_every_stream_and_says_that_nobody_is_here() -> None:
    async def work() -> None:
        tables = Tables("ann", "bo")
        hub = hub_of(tables)
        streams = [await opened(hub, device) for device in ("ann", "bo", "ann")]
        await settled(hub)
        tables.marks.clear()
        hub.close()
        assert [await one.next() for one in streams] == [b""] * 3
        await until(lambda: tables.marks)
        assert tables.marks[0][0] == {TABLE: {"ann", "bo"}}
        assert tables.marks[0][1] <= timezone.now()

    in_a_loop(work)


def test_nothing_runs_while_nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "HEARTBEAT", 0.02)
    monkeypatch.setattr(module, "LINGER", 0.0)

    async def work() -> None:
        tables, bus = Tables("ann"), Bus()
        hub = hub_of(tables, bus)
        hub.leave(await opened(hub, "ann"))
        await until(lambda: not hub._running)
        assert not changes.subscribers
        stream = await opened(hub, "ann")  # and it starts once more
        assert await stream.next() == START + poke(0)
        hub.close()

    in_a_loop(work)


@pytest.mark.django_db(transaction=True)
@pytest.mark.alike
def test_reads_share_one_connection() -> None:
    def opened() -> object:
        Hub._in_worker(partial(games.versions, ["none"]))
        return connection.connection

    with ThreadPoolExecutor(1) as worker:
        first, second = (worker.submit(opened).result() for _read in range(2))
        worker.submit(lambda: connection.close()).result()  # noqa: PLW0108 - that of the thread
    assert first is not None
    assert first is second


def news(version: int, revision: int, rest: str = "") -> rows.News:
    return rows.News(version, revision, f'{{"after": {version - 1}}}', rest)


def test_pokes_bring_the_news_to_those_who_know_what_was_before() -> None:
    async def work() -> None:
        tables, asked, rest = Tables("ann"), [], ["as ever"]

        def read(table_id: str, after: int) -> rows.News:
            asked.append((table_id, after))
            now = tables.now[table_id]
            return news(now.version, now.revision, rest[0])

        hub = Hub(tables.versions, tables.mark_here, Bus().listen, read)
        plain = await opened(hub, "ann")
        tables.moves()
        hub.changed(TABLE)
        await settled(hub)
        assert asked == []
        follower = Stream(TABLE, "ann", brings_rows=True)
        assert await hub.open(follower)
        assert [await plain.next(), await follower.next()] == [START + poke(1)] * 2
        tables.moves()
        hub.changed(TABLE)
        assert await plain.next() == poke(2)
        brought = f'id: 2.0\nevent: poke\ndata: {{"table": "{TABLE}", "version": 2, "since": "1.0", "news": '
        assert await follower.next() == f'{brought}{{"after": 1}}}}\n\n'.encode()
        rest[0] = "another role"
        tables.moves()
        hub.changed(TABLE)
        assert await follower.next() == poke(3)
        for _save in range(2):
            tables.moves()
            hub.changed(TABLE)
            await settled(hub)
        assert await follower.next() == poke(5)  # it was slow, and lacks what is between
        assert asked == [(TABLE, after) for after in (1, 1, 2, 3, 4)]
        hub.close()

    in_a_loop(work)
