"""The books as pages and as files: journal, balances, a statement for each player."""

import re
from typing import Any
from urllib.parse import unquote

import pytest

from companion import store
from companion.bank import journal
from companion.bank.journal import beancount, hledger, journal_csv
from companion.log.table import Table
from tests.companion.factories import Phone, device, hand, opening, table
from tests.companion.pages import Page, page

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

Entry = dict[str, Any]


@pytest.fixture
def phone() -> Phone:
    return Phone()


@pytest.fixture
def game() -> Table:
    """Four players, one hand; then its bets are put right."""
    made = table(variant="poker-chips", entries=[*opening("poker-chips"), hand("poker-chips")])
    bets = dict.fromkeys(("Ann", "Bo", "Cy", "Dee"), 6)
    store.save(
        device(),
        made.id,
        store.new_key(),
        store.Change(made.version, 5, hand("poker-chips", bets=bets, note="bet 6")),
    )
    return store.load(device(), made.id).table


def shown(phone: Phone, game: Table, path: str = "") -> Page:
    return page(phone.get(f"/games/{game.id}/books/{path}"))


def rows(found: Page) -> list[str]:
    body = re.findall(r"<t(?:body|foot)>(.*?)</t(?:body|foot)>", found.html, re.DOTALL)
    cells = re.findall(r"<tr>(.*?)</tr>", "".join(body), re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", cell).split()) for cell in cells]


def test_balances_add_up_to_nothing(phone: Phone, game: Table) -> None:
    assert rows(shown(phone, game)) == [
        "Bank −400000",
        "Pot 0",
        "Ann 100026",
        "Bo 99994",
        "Cy 99990",
        "Dee 99990",
        "Sum (always 0) 0",
    ]


def test_credit_has_accounts_of_its_own(phone: Phone) -> None:
    entries = [{"kind": "buy-in", "player": "Bo", "chips": 5, "on_credit": True}]
    found = rows(shown(phone, table(variant="poker-chips", entries=entries)))
    assert found == [
        *("Bank −5", "Pot 0", "Ann 0", "Bo 5", "Cy 0", "Dee 0"),
        *("Lent −5", "Bo, on credit 5", "Sum (always 0) 0"),
    ]


def test_the_journal_has_every_posting_with_its_rule(phone: Phone, game: Table) -> None:
    found = shown(phone, game)
    assert "Ann ante −12" in found.text
    assert "Pot antes +12" in found.text
    assert "/rules/poker-euchre/#PC-05" in found.links
    assert "Bo 3 tricks × 4 playing +12" in found.text


def test_a_correction_is_an_adjusting_entry(phone: Phone, game: Table) -> None:
    found = shown(phone, game)
    assert "6 Correction of hand 1" in found.text
    assert "corrects row 5, bet 6" in found.text
    assert 'class="adjusting"' in found.html
    assert "/rules/common/#ALL-05" in found.links
    assert "Ann bet −5" in found.text


def test_a_statement_says_before_change_and_after(phone: Phone, game: Table) -> None:
    found = shown(phone, game, "2/")
    assert rows(found) == [
        "Bo bought 100000 bought in (PC-04) 0 +100000 100000",
        "Hand 1: Ann called spades, 5 tricks ante (PC-05); bet (PC-07); 3 tricks × 4 playing (PC-13)"
        " 100000 −5 99995",
        "Correction of hand 1 Correction of hand 1 (ALL-05) 99995 −1 99994",
    ]
    assert "Has 99994." in found.text


def test_a_statement_shows_what_is_owed_and_worth(phone: Phone) -> None:
    entries = [{"kind": "buy-in", "player": "Bo", "chips": 5, "on_credit": True}]
    game = table(variant="poker-chips", options={"chip_value_cents": 50}, entries=entries)
    found = shown(phone, game, "2/")
    assert "Has 5, €2.50; owes 5, €2.50 on credit." in found.text
    assert rows(found)[0].endswith("0 +5 5 5")


def test_who_left_and_who_was_struck_out_keep_their_place(phone: Phone) -> None:
    game = table(
        variant="poker-chips",
        entries=[
            *opening("poker-chips"),
            {"kind": "join", "player": "Gus", "left_of": "Bo"},
            {"kind": "join", "player": "Hal", "left_of": "Bo"},
            {"kind": "buy-in", "player": "Hal", "chips": 5},
        ],
    )
    store.save(device(), game.id, store.new_key(), store.Change(game.version, 5, None))
    assert "Hal bought 5" in shown(phone, game, "6/").text
    assert "No chips moved here." in shown(phone, game, "5/").text
    assert f"/games/{game.id}/books/6/" in shown(phone, game).links


@pytest.mark.parametrize("seat", [0, 5, 99999])
def test_where_nobody_sat_there_is_no_statement(phone: Phone, game: Table, seat: int) -> None:
    assert shown(phone, game, f"{seat}/").status == 404


def test_before_anything_moved(phone: Phone) -> None:
    game = table(variant="poker-chips")
    found = shown(phone, game)
    assert rows(found) == ["No chips have moved yet.", "Sum (always 0) 0"]
    assert "No chips have moved yet." in found.text
    assert phone.get(f"/games/{game.id}/books.beancount").status_code == 200


def test_a_long_journal_comes_in_parts_and_the_last_one_first(phone: Phone) -> None:
    entries = [*opening("poker-chips"), *(hand("poker-chips", number) for number in range(37))]
    game = table(variant="poker-chips", entries=entries)
    found = shown(phone, game)
    assert row_numbers(found) == list(range(36, 42))
    assert [link for link in found.links if link.startswith("?")] == ["?at=1", "?at=35"]
    assert "Rows 36–41 First ‹ Earlier" in found.text
    assert row_numbers(shown(phone, game, "?at=14")) == list(range(13, 19))
    assert (
        row_numbers(shown(phone, game, "?at=99"))
        == row_numbers(shown(phone, game, "?at=x"))
        == row_numbers(found)
    )
    assert "Hand 37" in shown(phone, game, "1/").text
    earlier = shown(phone, game, "1/?at=11").text
    assert "Hand 7:" in earlier
    assert "Hand 37" not in earlier


def test_the_parts_of_the_journal_are_the_whole_journal() -> None:
    entries = [*opening("poker-chips"), *(hand("poker-chips", number) for number in range(12))]
    game = table(variant="poker-chips", entries=entries)
    for target, entry in ((6, None), (9, {**hand("poker-chips", 4), "note": "again"})):
        game = store.save(
            device(), game.id, store.new_key(), store.Change(game.version, target, entry)
        ).view.table
    parts = [journal.journal(game, start, start + 4) for start in range(0, game.version, 4)]
    assert sum(parts, ()) == journal.journal(game)
    whole = journal.statement(journal.journal(game), "Bo")
    before = game.at(8).state
    late = journal.statement(journal.journal(game, 8), "Bo", before.scores["Bo"])
    assert late == whole[-len(late) :]


def test_the_statement_of_a_player_who_left_begins_where_they_left(phone: Phone) -> None:
    left = {"kind": "cash-out", "player": "Bo"}
    buys = [{"kind": "buy-in", "player": "Ann", "chips": 5}] * 30
    game = table(variant="poker-chips", entries=[*opening("poker-chips"), left, *buys])
    assert "Bo cashed out" in shown(phone, game, "2/").text


def row_numbers(found: Page) -> list[int]:
    return [int(number) for number in re.findall(r'<li id="r(\d+)"', found.html)]


PLAIN = "text/plain; charset=utf-8"


@pytest.mark.parametrize(
    ("ending", "content_type", "made"),
    [
        ("hledger", PLAIN, hledger),
        ("ledger", PLAIN, hledger),
        ("beancount", PLAIN, beancount),
        ("csv", "text/csv; charset=utf-8; header=present", journal_csv),
    ],
)
def test_the_journal_as_a_file(phone: Phone, game: Table, ending: str, content_type: str, made: Any) -> None:
    answer = phone.get(f"/games/{game.id}/books.{ending}")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == content_type
    assert f".{ending}" in unquote(answer.headers["Content-Disposition"])
    assert answer.headers["Content-Disposition"].startswith("attachment;")
    assert answer.content.decode() == made(game)
    assert f"/games/{game.id}/books.{ending}" in shown(phone, game).links


PATHS = ("books/", "books/1/", "books.hledger", "books.ledger", "books.beancount", "books.csv")


@pytest.mark.parametrize("path", PATHS)
def test_the_books_of_somebody_else_are_no_page(game: Table, path: str) -> None:
    assert Phone("somebody else").get(f"/games/{game.id}/{path}").status_code == 404
    assert Phone().post(f"/games/{game.id}/{path}").status_code == 405


@pytest.mark.parametrize("path", PATHS)
def test_a_game_for_points_has_no_books(phone: Phone, path: str) -> None:
    assert phone.get(f"/games/{table().id}/{path}").status_code == 404


def test_names_are_only_names(phone: Phone) -> None:
    names = ["<script>x</script>", "שלום", "lent", "A:B) ;"]
    entries = [{"kind": "buy-in", "player": name, "chips": 5} for name in names]
    game = table(variant="poker-chips", players=names, title="<b>", entries=entries)
    found = shown(phone, game)
    assert "<script>x</script> 5" in found.text
    assert "<script>x" not in found.html
    assert "lent 5" in found.text
    assert rows(shown(phone, game, "3/")) == ["lent bought 5 bought in (PC-04) 0 +5 5"]
