"""While strangers import and read as much as they are let, all saves of another table are answered."""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from uuid import uuid4

import pytest

from tests.load.attack import LONG, LONGEST, long_record, started
from tests.load.wire import Door
from tests.service.phone import SEE_OTHER, Phone, new_table
from tests.serving import Bower

pytestmark = [pytest.mark.service, pytest.mark.long]

IMPORTERS, READERS = 3, 10
HANDS = 12
OK, LATER, BUSY = 200, 429, 503


@pytest.fixture
def bower(tmp_path: Path) -> Iterator[Bower]:
    served = Bower(tmp_path, PAGE_TABLES="40", PAGE_SECONDS="1")  # a phone may import one such game an hour
    served.start()
    yield served
    served.stop()


def from_address(bower: Bower, source: str) -> Phone:
    phone = Phone(Door(bower.port, source))
    phone.ask("/")
    return phone


def test_saves_of_another_table_are_answered_and_strangers_get_what_their_limits_let_them(
    bower: Bower,
) -> None:
    host, victim = from_address(bower, "127.0.5.1"), from_address(bower, "127.0.5.2")
    long, table = started(host, long_record(LONG)) + "bank/", new_table(victim)
    link = host.link(long.removesuffix("bank/"), "viewer")
    record, over = long_record(LONGEST), Event()

    def import_one(phone: Phone) -> int:
        return phone.ask("/games/imports/", {"key": str(uuid4()), "text": record}).status

    def read_one(phone: Phone) -> int:
        return phone.ask(long).status

    def keep_on(one: Callable[[Phone], int], phone: Phone) -> Counter[int]:
        found: Counter[int] = Counter()
        while not over.is_set():
            status = one(phone)
            found[status] += 1
            if status in (LATER, BUSY):
                over.wait(0.1)
        return found

    importers = [from_address(bower, f"127.0.6.{at + 1}") for at in range(IMPORTERS)]
    readers = [from_address(bower, f"127.0.7.{at + 1}") for at in range(READERS)]
    for reader in readers:
        reader.join(link)
    with ThreadPoolExecutor(IMPORTERS + READERS) as pool:
        imports = [pool.submit(keep_on, import_one, phone) for phone in importers]
        reads = [pool.submit(keep_on, read_one, phone) for phone in readers]
        try:
            form = {"maker": "0", "trump": "spades", "tricks": "3", "save": "1"}
            saves = [
                victim.ask(table + "hands/", {**form, "key": str(uuid4()), "seen": str(seen)}).status
                for seen in range(HANDS)
            ]
        finally:
            over.set()
    assert saves == [SEE_OTHER] * HANDS
    for answered in imports:
        assert set(answered.result()) <= {SEE_OTHER, LATER, BUSY}
        assert answered.result()[SEE_OTHER] <= 1
    for answered in reads:
        assert set(answered.result()) <= {OK, LATER}
    assert sum(answered.result()[OK] for answered in reads) > 0
    assert [host.ask(long.replace("bank/", "books.csv")).status for _time in range(2)] == [OK, LATER]
    assert "locked" not in bower.told
    assert "Traceback" not in bower.told
