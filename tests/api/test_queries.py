"""The database is asked as often at hand 300 as at hand 3, by the API too."""

from typing import Any

import pytest

from companion.server.cache import Cache
from companion.store.entries import size
from tests.api.client import Program, owned, program
from tests.companion.factories import hand, long_game
from tests.companion.test_queries import COUNTED, READ, TOLD, queries

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

TOKEN = 1  # whose it is
READS = {
    "": TOKEN + READ,
    "record/": TOKEN + READ,
    "record/?journal=true": TOKEN + READ + 1,  # and the keys
    "standing/": TOKEN + READ,
    "standing/?after=2": TOKEN + READ,
    "entries/": TOKEN + READ + 1,  # and the keys
    "entries/1/": TOKEN + READ + 1,
    "seats/": TOKEN + READ + 1,
    "disputes/": TOKEN + READ + 1,
    "sheet.csv": TOKEN + READ,
    "recap.txt": TOKEN + READ + 1,  # and what is disputed
    "draft/": TOKEN + READ + 1,
    "links/": TOKEN + READ + 1,
    "webhooks/": TOKEN + READ + 1,
}
# Read, its key looked for, locked and compared with what was read, written, kept.
ADDED = TOKEN + READ + 1 + 2 + COUNTED + TOLD + 1
CORRECTED = TOKEN + READ + 2 + 6 + TOLD + 1  # and its disputes end


@pytest.fixture(autouse=True)
def _cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.store.entries.CACHE", Cache(10_000, size))


def game(by: Program, hands: int) -> str:
    made = owned(
        by, **{name: said for name, said in long_game("partnership", hands).items() if name != "format"}
    )
    return f"tables/{made.id}/"


@pytest.mark.parametrize("hands", [3, 300])
def test_a_read_asks_as_often_at_hand_300_as_at_hand_3(hands: int) -> None:
    ann = program()
    path = game(ann, hands)
    for read, expected in READS.items():
        ann.ask("GET", path + read)
        assert (read, queries(lambda at=path + read: ann.ask("GET", at))) == (read, expected)


@pytest.mark.parametrize("hands", [3, 300])
def test_a_write_asks_as_often_at_hand_300_as_at_hand_3(hands: int) -> None:
    ann = program()
    path = game(ann, hands)
    said: list[Any] = []
    entry = hand("partnership", hands)
    added = queries(lambda: said.append(ann.ask("POST", path + "entries/", entry)))
    noted = {**hand("partnership"), "note": "n"}
    corrected = queries(lambda: said.append(ann.ask("PUT", path + "entries/1/", noted, if_match="*")))
    assert [one.status_code for one in said] == [201, 200]
    assert (added, corrected) == (ADDED, CORRECTED)


def test_a_page_of_twenty_tables_asks_as_often_as_of_one() -> None:
    ann = program()
    game(ann, 3)
    one = queries(lambda: ann.ask("GET", "tables/"))
    for _table in range(19):
        game(ann, 3)
    asked = TOKEN + READ + 1 + 1  # the number in all, and the groups that the token may see
    assert (one, queries(lambda: ann.ask("GET", "tables/"))) == (asked, asked)
