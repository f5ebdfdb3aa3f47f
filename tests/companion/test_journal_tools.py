"""The journal as the real tools read it: hledger, Ledger and Beancount accept it and reckon as we do."""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings

from companion.bank import journal
from companion.bank.journal import CREDIT, PLAYER, Account, ascii_account, beancount, hledger, unicode_account
from companion.log.table import Table
from tests.companion.chips import (
    bought,
    cashed,
    corrected,
    empty,
    entered,
    evenings,
    joined,
    moved,
    played,
)
from tests.effort import examples

# Pot, penalty, carried pot, grand march, shortfall, the pot shared, credit deducted.
EVERYTHING = (13, 14, 15, 16, 18, 20, 21, 22)
ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8"}
BEAN_CHECK = Path(sys.executable).with_name("bean-check")
# What Beancount makes of a file: its errors, and the sum of the postings of every account.
SUMS = """
import collections, json, sys
from beancount import loader
from beancount.core.data import Transaction
entries, errors, _options = loader.load_file(sys.argv[1])
sums = collections.Counter()
for entry in entries:
    for posting in entry.postings if isinstance(entry, Transaction) else ():
        assert posting.units.currency == "CHIP"
        sums[posting.account] += posting.units.number
print(json.dumps([[str(error) for error in errors], {name: str(sum) for name, sum in sums.items()}]))
"""

NAMES = [
    *["Bo) (x", 'say "hey"', "O'Neil; drop", "a:b::c", "two  spaces", "*star", "!bang", "7up", "bo", "0bo"],
    *[
        "back\\slash",
        "a|b",
        "[x]",
        "{3A}",
        ":",
        "-3A-",
        "- -",
        "=1+1",
        "@home",
        "#1",
        "%",
        "$5",
        "50%",
    ],
    *[
        "山田 太郎",
        "שלום עולם",
        "محمد",
        "Ångström",
        "Å",
        "é",
        "e\u0301",
        "ﬁ",
        "😀",
        "👩\u200d👩\u200d👧",
        "🂡",
    ],
    *["Zed", "Zed\u202d", "Zed\u200b", "Z\u200ded", "line\nbreak", "line break", "tab\tbed", "nul\0", "\x7f"],
    *[
        "one\u00a0space",
        "one space",
        "ideographic\u3000space",
        "lone \ud83d",
        "lone \ud83e",
        "x" * 40,
        "山" * 40,
    ],
    *["Assets:Pot", "Equity:Bank", "2026-11-19", "* x", "; x", "x  ; y", "1 CHIP", "10 CHIP = 5"],
]
NOTES = [
    *[
        "a ) b",
        "a; b",
        "  ; c",
        '"quoted" \\',
        "😀",
        "date: friday",
        "date:2020-99-99",
        "[2020-99-99]",
        "foo:: 1/0",
    ],
    *[
        "two\nlines\r\n    Assets:Pot  1 CHIP",
        "(code) x",
        "* ! x",
        "a | b",
        "\0\x1b[31m",
        "\u202etrojan",
        "lone \ud83d",
    ],
    *["=SUM(A1)", "tab\there", "\u2028\u2029\x85", "%>", "{{ x }}", "x" * 200, "", "  "],
]


class Tool(NamedTuple):
    name: str
    found: bool
    written: Callable[[Table], str]
    called: Callable[[Account], str]
    accepts: list[str]
    balances: Callable[[Path], dict[str, int]]


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, env=ENVIRONMENT, capture_output=True, encoding="utf-8", check=False)


def whole(amount: str) -> int:
    """ "−20 CHIP", "20"; anything finer than a chip is an error."""
    return int(amount.removesuffix(" CHIP"))


def hledger_balances(file: Path) -> dict[str, int]:
    listed = run("hledger", "-f", file, "balance", "--flat", "--empty", "--no-total", "-O", "csv")
    rows = csv.DictReader(StringIO(listed.stdout))
    return {row["account"]: whole(row["balance"]) for row in rows}


def ledger_balances(file: Path) -> dict[str, int]:
    columns = "%(account)\\t%(quantity(display_total))\\n"
    options = ("--flat", "--empty", "--no-total", "--balance-format", columns)
    listed = run("ledger", "-f", file, "balance", *options)
    rows = [line.split("\t") for line in listed.stdout.splitlines()]
    return {account: whole(amount) for account, amount in rows}


def beancount_balances(file: Path) -> dict[str, int]:
    errors, sums = json.loads(run(sys.executable, "-c", SUMS, file).stdout)
    assert errors == []
    return {account: whole(amount) for account, amount in sums.items()}


TOOLS = [
    Tool(
        "hledger",
        bool(shutil.which("hledger")),
        hledger,
        unicode_account,
        ["hledger", "check", "--strict", "-f"],
        hledger_balances,
    ),
    Tool(
        "ledger",
        bool(shutil.which("ledger")),
        hledger,
        unicode_account,
        ["ledger", "balance", "--pedantic", "-f"],
        ledger_balances,
    ),
    Tool("bean-check", BEAN_CHECK.exists(), beancount, ascii_account, [str(BEAN_CHECK)], beancount_balances),
]
each_tool = pytest.mark.parametrize(
    "tool",
    [
        pytest.param(tool, marks=pytest.mark.skipif(not tool.found, reason=f"needs {tool.name}"))
        for tool in TOOLS
    ],
    ids=[tool.name for tool in TOOLS],
)


def checked(tool: Tool, text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    file = folder / "evening.journal"
    file.write_text(text, encoding="utf-8")
    return run(*tool.accepts, file)


def agree(tool: Tool, table: Table, folder: Path) -> None:
    """The tool accepts the journal and comes to our balances; what is zero it need not list."""
    done = checked(tool, tool.written(table), folder)
    assert (done.returncode, done.stderr) == (0, "")
    ours = {
        tool.called(account): chips for account, chips in journal.balances(journal.journal(table)).items()
    }
    found = tool.balances(folder / "evening.journal")
    assert {name: chips for name, chips in found.items() if chips} == {
        name: chips for name, chips in ours.items() if chips
    }
    assert found.keys() <= ours.keys()


def odd_evening() -> Table:
    """An evening of odd names and notes at which everybody is left with another number of chips."""
    table = entered(empty("Ann", "Cy", title="x\n2026-01-01 * y"), bought("Ann", 5000), bought("Cy", 1))
    for number, name in enumerate(NAMES, 1):
        note = NOTES[number % len(NOTES)]
        reason = NOTES[number * 5 % len(NOTES)] or "-"
        table = entered(table, {**joined(name, "Ann"), "note": note}, stored=True)
        table = entered(table, bought(name, number, note=note))
        table = entered(table, bought(name, 100 + number, on_credit=True), moved("Ann", name, number, reason))
        table = corrected(table, table.version - 2, bought(name, 2 * number, note=reason))
        if len(table.state.players) > 10:
            table = entered(table, cashed(table.state.players[-1]))
    return corrected(table, 2, bought("Cy", 3))


def evening_with_everything() -> Table:
    """Rebuys, a shortfall, a carried pot, a grand march, corrections, a leaver, a newcomer, the end."""
    table = empty("Ann", "Bo", "Cy", chip_value_cents=10)
    table = entered(table, *(bought(name, 120) for name in ("Ann", "Bo", "Cy")))
    table = entered(table, played("Ann", 4, Ann=9, Bo=7, Cy=0), played("Bo", 6, Ann=8, Bo=4, Cy=4))
    table = entered(table, played("Ann", 5, Ann=0, Bo=8, Cy=8), played("Cy", 7, Ann=0, Bo=0, Cy=16))
    table = entered(table, bought("Bo", 40, on_credit=True), joined("Dee", "Cy"), bought("Dee", 21))
    hand = {"Ann": 0, "Bo": 6, "Cy": 6, "Dee": 0}
    table = corrected(entered(table, played("Dee", 8, **hand)), 6, played("Ann", 5, Ann=1, Bo=8, Cy=7))
    table = corrected(entered(table, cashed("Bo")), 4, played("Ann", 4, Ann=7, Bo=9, Cy=0))
    return entered(table, {"kind": "end", "note": "late; good night"})


@each_tool
def test_an_evening_with_everything_agrees_to_the_chip(tool: Tool, tmp_path: Path) -> None:
    table = evening_with_everything()
    rules = {side.rule for done in journal.journal(table) for side in done.postings}
    assert rules == {"ALL-05", "PC-04", "PC-05", "PC-07", *(f"PC-{number}" for number in EVERYTHING)}
    assert journal.balances(journal.journal(table))[Account(CREDIT, "Dee")] == 7
    agree(tool, table, tmp_path)


@each_tool
def test_odd_names_and_notes_agree_to_the_chip(tool: Tool, tmp_path: Path) -> None:
    table = odd_evening()
    players = {account for account in journal.balances(journal.journal(table)) if account.kind == PLAYER}
    assert len({tool.called(account) for account in players}) == len(NAMES) + 2
    agree(tool, table, tmp_path)


@each_tool
def test_any_character_may_stand_in_a_note(tool: Tool, tmp_path: Path) -> None:
    table = entered(empty("Ann", "Bo"))
    for first in [*range(0, 0x3100, 200), *range(0xD700, 0xFFFF, 200), *range(0x1F000, 0x1FBFF, 200)]:
        text = "".join(map(chr, range(first, first + 200)))
        table = entered(table, bought("Ann", 2, note=text), moved("Ann", "pot", 1, text))
    agree(tool, table, tmp_path)


@each_tool
def test_an_empty_table_has_a_journal_too(tool: Tool, tmp_path: Path) -> None:
    agree(tool, empty("Ann", "Bo"), tmp_path)


@each_tool
@settings(max_examples=examples(5))
@given(table=evenings())
def test_random_evenings_agree_to_the_chip(
    tool: Tool, table: Table, tmp_path_factory: pytest.TempPathFactory
) -> None:
    agree(tool, table, tmp_path_factory.mktemp("journal"))


@each_tool
@pytest.mark.parametrize("line", [r"(Assets:Pot  )-?\d+ CHIP", r"(Assets:Players:Ann  )-?\d+ CHIP"])
def test_the_tools_notice_a_chip_that_came_from_nowhere(tool: Tool, line: str, tmp_path: Path) -> None:
    text = tool.written(evening_with_everything())
    wrong, count = re.subn(line, r"\g<1>1 CHIP", text, count=1)
    assert count == 1
    assert checked(tool, wrong, tmp_path).returncode != 0


@each_tool
def test_the_tools_check_our_balances(tool: Tool, tmp_path: Path) -> None:
    text = tool.written(entered(empty("Ann", "Bo"), bought("Ann", 20)))
    balance = {"bean-check": "Assets:Players:Ann 20 CHIP"}.get(tool.name, "= 20 CHIP")
    assert text.count(balance) == 1
    assert checked(tool, text.replace(balance, balance.replace("20", "21")), tmp_path).returncode != 0
