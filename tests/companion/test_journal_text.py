"""The exported journal as text: how it reads, how it grows, and what a CSV may hold."""

import csv
import re
from io import StringIO

from hypothesis import given
from hypothesis import strategies as st

from companion.bank import journal
from companion.bank.journal import (
    COLUMNS,
    PLAYER,
    Account,
    ascii_account,
    beancount,
    hledger,
    journal_csv,
    unicode_account,
)
from companion.wording.reader import look_at, read_by
from tests.companion.chips import (
    as_it_grew,
    bought,
    empty,
    entered,
    moved,
)
from tests.companion.test_journal_tools import evening_with_everything, odd_evening


def test_the_journal_grows_at_its_end_only() -> None:
    """All but the last transaction, which checks the balances, and the list of accounts on top."""
    longest = hledger(evening_with_everything())
    for grown in as_it_grew(evening_with_everything()):
        for block in hledger(grown).split("\n\n")[2:-1]:
            assert "\n\n" + block + "\n\n" in longest


def test_the_day_is_that_of_the_table() -> None:
    """The evening passes midnight in Berlin earlier than in Greenwich, and the tools are told so."""
    table = entered(empty("Ann", "Bo"), bought("Ann", 20), bought("Bo", 20))
    with read_by(""):
        look_at("Europe/Berlin", "", None)
        assert re.findall(r"^(\S+) \*.*\n    ; at (.*)$", hledger(table), re.MULTILINE) == [
            ("2026-11-19", "23.50.00"),
            ("2026-11-19", "23.57.00"),
        ]
        later = hledger(entered(table, bought("Bo", 1)))
    assert "\n2026-11-20 * (3) Bo bought 1\n    ; at 00.04.00\n" in later
    assert "\n2026-11-20 * Balances\n" in later


def test_a_journal_for_hledger_and_ledger_reads_like_this() -> None:
    table = entered(empty("Ann", "Bo", title="Thursday"), bought("Ann", 20, note="late; sorry"))
    assert hledger(table) == (
        "; Thursday\n"
        "; Play chips.\n"
        "; In names, a character that the tools cannot have there is its code point: {3A} is a colon.\n"
        "commodity CHIP\n"
        "D 1000. CHIP\n"
        "\n"
        "account Equity:Bank\n"
        "account Assets:Players:Ann\n"
        "\n"
        "2026-11-19 * (1) Ann bought 20 | late, sorry\n"
        "    ; at 22.50.00\n"
        "    Equity:Bank  -20 CHIP  ; PC-04, bought in\n"
        "    Assets:Players:Ann  20 CHIP  ; PC-04, bought in\n"
        "\n"
        "2026-11-19 * Balances\n"
        "    Equity:Bank  0 CHIP = -20 CHIP\n"
        "    Assets:Players:Ann  0 CHIP = 20 CHIP\n"
    )


def test_a_journal_for_beancount_reads_like_this() -> None:
    table = entered(empty('say "x"', "Bo", title="Thursday"), bought('say "x"', 20, note='"so"'))
    assert beancount(table) == (
        'option "title" "Thursday"\n'
        "\n"
        "2026-11-19 commodity CHIP\n"
        "\n"
        "2026-11-19 open Equity:Bank CHIP\n"
        "2026-11-19 open Assets:Players:0say---22-x-22- CHIP\n"
        '  name: "say \\"x\\""\n'
        "\n"
        '2026-11-19 * "say \\"x\\" bought 20 | \\"so\\""\n'
        "  row: 1\n"
        '  at: "22:50:00"\n'
        "  Equity:Bank  -20 CHIP\n"
        '    rule: "PC-04"\n'
        '    why: "bought in"\n'
        "  Assets:Players:0say---22-x-22-  20 CHIP\n"
        '    rule: "PC-04"\n'
        '    why: "bought in"\n'
        "\n"
        "2026-11-20 balance Equity:Bank -20 CHIP\n"
        "2026-11-20 balance Assets:Players:0say---22-x-22- 20 CHIP\n"
    )


def test_the_csv_has_a_line_for_every_posting() -> None:
    table = odd_evening()
    rows = list(csv.DictReader(StringIO(journal_csv(table).removeprefix("\ufeff"), newline="")))
    postings = [side for done in journal.journal(table) for side in done.postings]
    assert tuple(rows[0]) == COLUMNS
    assert [(row["account"], int(row["chips"]), row["rule"]) for row in rows] == [
        (unicode_account(side.account), side.chips, side.rule) for side in postings
    ]
    assert rows[0]["at"] == "2026-11-19T22:50:00+00:00"


def test_no_cell_of_the_csv_is_a_formula() -> None:
    table = entered(empty("=1+1", "Bo"), bought("=1+1", 3, note="@SUM(A1)"), moved("=1+1", "Bo", 1, "-1"))
    cells = [cell for row in csv.reader(StringIO(journal_csv(table), newline="")) for cell in row]
    formulas = [cell for cell in cells if cell[:1] in {"=", "+", "-", "@"}]
    assert {"'=1+1", "'@SUM(A1)", "'-1"} <= set(cells)
    assert {re.sub(r"\d+", "", cell) for cell in formulas} == {"-"}


def from_unicode(name: str) -> str:
    return re.sub(r"\{([0-9A-F]+)\}", lambda found: chr(int(found[1], 16)), name)


def from_ascii(name: str) -> str:
    coded = name.removeprefix("0") if not re.match("0-.*", name) else name[1:]
    return re.sub("-([0-9A-F]*)-", lambda found: chr(int(found[1], 16)) if found[1] else " ", coded)


@given(st.text(st.characters(exclude_categories=()), min_size=1).filter(lambda name: name == name.strip()))
def test_a_name_can_be_read_back_from_its_account(name: str) -> None:
    unicode_name = unicode_account(Account(PLAYER, name)).removeprefix("Assets:Players:")
    ascii_name = ascii_account(Account(PLAYER, name)).removeprefix("Assets:Players:")
    assert from_unicode(unicode_name) == name
    assert from_ascii(ascii_name) == name
    assert re.fullmatch("[A-Z0-9][A-Za-z0-9-]*", ascii_name)
    assert not re.search(r"[:;\t\n\"()]|  ", unicode_name)
