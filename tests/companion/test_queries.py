"""The database is asked as often at hand 100 as at hand 3."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, reverse

from companion import store
from companion.log.table import Table
from companion.server.cache import Cache
from companion.store.entries import size
from companion.views.urls import urlpatterns
from tests.companion.factories import SEATS, Phone, hand, long_game, table
from tests.entering import hand_fields

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

# One query finds the table for this phone, one reads its rows.
READ = 2
PAGES = {
    "home": READ + 5,  # games that groups play; deleted tables and groups, groups, and tables of nights
    "new": READ + 2,  # people of this phone, and tables of nights
    "table": READ + 4,  # and what is disputed, the hand in progress, its group, and earlier games
    "board": READ + 2,  # and the hand in progress, and earlier games of the evening
    "after": READ,
    "trick": READ + 1,  # and what is trump
    "follow": READ + 1,
    "hands": READ + 1,
    "hand": READ + 1,  # what was told of it while it was played
    "draft": READ + 1,
    "entry": 2 * READ,  # a hand is read once more by its own room
    "adjustments": READ,
    "house_rules": READ,
    "bank": READ + 3,  # what the bank keeps, and what was ticked off, now and before
    "chips": READ + 1,
    "settling": READ + 2,
    "books": READ,
    "statement": READ,
    "books_hledger": READ,
    "books_ledger": READ,
    "books_beancount": READ,
    "books_csv": READ,
    "recap": READ + 4,  # disputes; hands to compare with other evenings; its group
    "recap_text": READ + 1,
    "carry": READ,
    "recap_csv": READ,
    "recap_json": READ,
    "recap_picture": READ,
    "recap_square": READ,
    "table_group": READ + 2,  # its group, and this phone's
    "share": READ
    + 10,  # group; links; who goes with one, or all; phones: how many, page, roles; seats; sheet
    "deletion": READ + 3,  # the phones that lose it
    "recovery": READ + 3,  # the sheet, and the phones with their roles
    "dispute": READ + 1,
    "waiting": READ,
    "waiting_item": READ,
    "conflict": READ,
    "rows": READ + 6,  # the game with its chips, keys, disputes, hand in progress, group, earlier games
}
ON_POSTGRES = connection.vendor == "postgresql"
TOLD = int(ON_POSTGRES)  # which tells the other processes
COUNTED = 1 if ON_POSTGRES else 3  # the game, players, hands
# Read for the form; then locked and compared with what was read, written, and counted.
SAVED = READ + 2 + COUNTED + TOLD
ONLY_CHIPS = (
    "bank",
    "chips",
    "settling",
    "books",
    "statement",
    *(name for name in PAGES if "books_" in name),
)
DRAW_CHIPS = ("table", "board", "after", "hand", "draft", "entry")  # in the table's own colors
ONLY_POINTS = ("adjustments",)


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.store.entries.CACHE", Cache(10_000, size))


def address(name: str, made: Table) -> str:
    [pattern] = [found for found in urlpatterns if isinstance(found, URLPattern) and found.name == name]
    given = {"table_id": made.id, "variant": made.variant.name, "number": 1, "seq": made.version, "seat": 1}
    return reverse(name, kwargs={field: given[field] for field in pattern.pattern.converters})


def queries(work: Any) -> int:
    with CaptureQueriesContext(connection) as caught:
        work()
    return sum(
        query["sql"].split()[0] in ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH") for query in caught
    )


def test_every_address_that_shows_a_table_is_counted() -> None:
    shows = {
        str(one.name)
        for one in urlpatterns
        if isinstance(one, URLPattern) and "table_id" in one.pattern.converters
    }
    only_sent_to = {"corrections", "restorations", "buy_ins", "cash_outs", "joins", "transfers", "ends"}
    only_sent_to |= {"payouts", "counts", "payments", "links", "phones", "pens", "seats"}
    only_sent_to |= {"disputes", "answers", "everyone_out", "put_back", "outbox"}
    assert shows - only_sent_to == set(PAGES) - {"home", "new"}


@pytest.mark.parametrize("variant", ["partnership", "poker-chips"])
@pytest.mark.parametrize("hands", [3, 100])
def test_a_page_asks_as_often_at_hand_100_as_at_hand_3(variant: str, hands: int) -> None:
    made, phone = table(**long_game(variant, hands)), Phone()
    elsewhere = ONLY_CHIPS if variant == "partnership" else ONLY_POINTS
    for name, expected in PAGES.items():
        if name in elsewhere:
            continue
        place = address(name, made)
        response = phone.get(place)
        assert response.status_code == 200, name
        # and open payouts, and ticks
        colors = variant == "poker-chips" and (name in DRAW_CHIPS) + (name in ("table", "rows"))
        before = variant == "partnership" and name == "hands"  # two teams: their earlier games of the evening
        assert (name, queries(lambda at=place: phone.get(at))) == (name, expected + colors + before)


@pytest.mark.parametrize("variant", SEATS)
@pytest.mark.parametrize("hands", [3, 100])
def test_recording_a_hand_asks_as_often_at_hand_100_as_at_hand_3(variant: str, hands: int) -> None:
    made, phone = table(**long_game(variant, hands)), Phone()
    fields = hand_fields(variant, hand(variant, hands), made.state.players)
    form = {**fields, "key": store.new_key(), "seen": str(made.version), "save": "1"}
    saved = []
    assert queries(lambda: saved.append(phone.post(address("hands", made), form))) == SAVED
    assert saved[0].status_code == 303
    assert store.load(phone.device, made.id).table.state.hands == hands + 1


def test_home_asks_as_often_for_twenty_tables_as_for_one() -> None:
    phone = Phone()
    table(**long_game("partnership", 3))
    one = queries(lambda: phone.get("/"))
    for _table in range(19):
        table(**long_game("partnership", 3))
    assert (one, queries(lambda: phone.get("/"))) == (READ + 5, READ + 5)
