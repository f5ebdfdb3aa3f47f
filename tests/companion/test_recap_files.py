"""The evening as files: CSV that no spreadsheet runs, JSON that comes back, names that any phone can save."""

import csv
import json
from io import StringIO
from typing import Any
from urllib.parse import quote

import pytest

from companion.recap.text import record_json, sheet_csv
from scoring import read, replay
from scoring.record import from_json
from tests.companion.evenings import SIX, a_saturday, evening_of, row
from tests.companion.factories import Phone, hand, long_game, record, table

ODD = "\t\r\n \x00\u202e"
FORMULA = "=cmd|' /C calc'!A0"


def cells(variant: str, *entries: dict[str, Any], **header: Any) -> list[list[str]]:
    written = sheet_csv(evening_of(variant, *entries, **header))
    assert written.startswith("\ufeff")
    return list(csv.reader(StringIO(written.removeprefix("\ufeff"))))


def test_a_row_a_hand_with_changes_and_totals() -> None:
    adjust = {"kind": "adjust", "player": "Bo", "points": -1, "reason": "miscounted"}
    changes = ["Ann change", "Bo change", "Cy change"]
    assert cells("king-cutthroat", hand("king-cutthroat", note="late, very"), adjust) == [
        ["hand", "dealer", "maker", "trump", *changes, "Ann total", "Bo total", "Cy total", "note"],
        ["1", "Ann", "Ann", "spades", "1", "1", "0", "1", "1", "0", "late, very"],
        ["", "", "adjustment", "", "0", "-1", "0", "1", "0", "0", "miscounted"],
    ]


def test_a_hand_that_was_not_played_says_so_in_its_note() -> None:
    entry = {"kind": "hand", "result": "passed-out", "note": "again"}
    assert cells("king-cutthroat", entry)[1][-1] == "passed out; again"


def test_results_in_chips_add_up_to_nothing() -> None:
    written = sheet_csv(a_saturday()).removeprefix("\ufeff")
    rows = list(csv.DictReader(StringIO(written)))
    assert [one["hand"] for one in rows] == [str(number) for number in range(1, 9)]
    for one in rows:
        assert sum(int(one[f"{name} total"]) for name in SIX) <= 0, "what is missing lies in the pot"
    assert sum(int(rows[-1][f"{name} total"]) for name in SIX) == 0


@pytest.mark.parametrize(
    "typed",
    [
        FORMULA,
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "\n=1",
        " =1",
        "\x00=1",
        "\u202e=1",
        "＝1",
        "\u00a0=1",
    ],
)
def test_nothing_typed_can_become_a_formula(typed: str) -> None:
    note = cells("partnership", hand("partnership", note=typed))[1][-1]
    assert note.startswith("'")
    assert typed.strip(ODD) in note, "and it can still be read"


def test_names_and_their_headings_are_made_safe_too() -> None:
    head, first = cells(
        "buck", hand("buck", maker=FORMULA, tricks={FORMULA: 5}), players=[FORMULA, "Bo", "Cy", "Dee"]
    )
    assert [cell[0] for cell in (head[4], head[8], first[1], first[2])] == ["'"] * 4
    assert first[4] == "-5", "a number stays a number"


def test_quotes_commas_and_lines_stay_in_their_cell() -> None:
    note = 'he said "alone",\nand was'
    assert cells("partnership", hand("partnership", note=note))[1][-1] == 'he said "alone", and was'


@pytest.mark.parametrize("text", ["plain", "Zoë 王 🂡", "a\ud800b", "\0", "“”\n\t\\"])
def test_a_record_read_back_from_its_file_is_equal(text: str) -> None:
    written = record(entries=[hand("partnership", note=text), hand("partnership", 1)], title=text)
    content = record_json(from_json(written))
    assert read(content).as_json() == written


def test_the_file_has_an_entry_a_line() -> None:
    content = record_json(from_json(record(entries=[hand("partnership"), hand("partnership", 1)])))
    lines = content.decode().splitlines()
    assert lines[:2] == ["{", ' "format": "bower.game/1",']
    assert [line[:18] for line in lines if line.startswith("  ")] == ['  {"kind": "hand",'] * 2
    assert json.loads(record_json(from_json(record())))["entries"] == []


TYPES = {
    "txt": "text/plain; charset=utf-8",
    "csv": "text/csv; charset=utf-8; header=present",
    "json": "application/json",
}


@pytest.mark.django_db
@pytest.mark.parametrize("ending", TYPES)
def test_a_file_says_what_it_is_and_is_kept_by_nobody_else(ending: str) -> None:
    made = table(**long_game("partnership", 3, title="Thursday", played_on="2026-11-19"))
    response = Phone().get(f"/games/{made.id}/recap.{ending}")
    assert response.status_code == 200
    assert response.headers["Content-Type"] == TYPES[ending]
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert "private" in response.headers["Cache-Control"]
    disposition = "inline" if ending == "txt" else "attachment"
    name = f'filename="Thursday 2026-11-19.{ending}"'
    assert response.headers["Content-Disposition"] == f"{disposition}; {name}"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("", "Euchre.json"),
        ("Großes Blatt", "Großes Blatt.json"),
        ("木曜日", "木曜日.json"),
        ('a"b/c\\d', "a b c d.json"),
        ("x\r\nSet-Cookie: y", "x  Set-Cookie  y.json"),
        ("\ud800", "\N{REPLACEMENT CHARACTER}.json"),
        ("...", "bower.json"),
        ("x" * 200, "x" * 60 + ".json"),
    ],
)
def test_a_file_is_named_after_the_evening(title: str, name: str) -> None:
    header = Phone().get(f"/games/{table(title=title).id}/recap.json").headers["Content-Disposition"]
    assert header.isascii()
    said = f'filename="{name}"' if name.isascii() else f"filename*=utf-8''{quote(name)}"
    assert header == f"attachment; {said}"


@pytest.mark.django_db
def test_the_json_is_the_game_as_it_should_have_been() -> None:
    made = evening_of(
        "partnership", hand("partnership"), hand("partnership", 1), later=[row(3, 1, None)]
    ).table
    exported = read(record_json(made.record))
    assert list(exported.entries) == [hand("partnership", 1)]
    assert replay(exported) == made.standing
