"""CSV of hands: what is written is read back, and what can't be a hand is refused with line and column."""

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from companion.forms.bring.hands_csv import Told, games
from companion.recap.other_programs import example, hands_csv
from companion.recap.text import BYTE_ORDER_MARK
from scoring import VARIANTS, Record, Refusal, from_json, replay
from tests.companion.factories import long_game, record
from tests.games import FOLDER

MOST = 1000
HEAD = "date,game,player 1,player 2,player 3,player 4,maker,tricks 1,tricks 2"
FIRST = "2026-11-19,partnership,Ann,Bo,Cy,Dee,Ann,3,2"


def read(text: str) -> list[Told]:
    return list(games(text, MOST))


def wrong(text: str) -> list[tuple[int, str, str]]:
    """Line, column and words of everything that is wrong."""
    return [(one.line, one.column, one.refusal.message) for told in read(text) for one in told.wrong]


def entries(text: str) -> list[Any]:
    [told] = read(text)
    assert told.wrong == []
    found = told.record["entries"]
    assert isinstance(found, list)
    return found


def samples(variant: str) -> list[Record]:
    """The sample games of this variant that are played to the letter of its rules."""
    lines = (FOLDER / variant.replace("-", "_") / "samples.jsonl").read_text(encoding="utf-8").splitlines()
    said = [json.loads(line) for line in lines]
    return [
        from_json({"played_on": "2026-11-19", **one["record"]})
        for one in said
        if "error" not in one["expect"]
    ]


def without_empty(value: object) -> object:
    """A value without lists and maps that hold nothing: a cell can't tell them from nothing said."""
    if isinstance(value, dict):
        return {name: without_empty(one) for name, one in value.items() if one not in ({}, [])}
    return [without_empty(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_written_as_csv_is_read_back(variant: str) -> None:
    found = samples(variant)
    assert len(found) > 3
    for one in found:
        [told] = read(hands_csv([one]).removeprefix(BYTE_ORDER_MARK))
        assert told.wrong == []
        again = from_json(told.record)
        assert without_empty(list(again.entries)) == without_empty(list(one.entries))
        assert (again.players, again.dealer, again.options) == (one.players, one.dealer, one.options)
        assert replay(again).as_json() == replay(one).as_json()


def test_games_one_after_the_other_stay_apart() -> None:
    first = from_json(long_game("partnership", 3, played_on="2026-11-19"))
    second = from_json(long_game("partnership", 2, played_on="2026-11-19"))
    third = from_json(long_game("buck", 2, played_on="2026-11-19", title="Late"))
    found = read(hands_csv([first, second, third]).removeprefix(BYTE_ORDER_MARK))
    assert [len(told.lines) for told in found] == [3, 2, 2]
    assert [told.line for told in found] == [2, 5, 7]
    assert found[2].record["title"] == "Late"


def test_names_that_a_spreadsheet_or_a_list_would_misread_come_back() -> None:
    players = ["=1+1", "#2", "a; b", 'Q"uote, x']
    entry = {"kind": "hand", "maker": "#2", "tricks": {'#2 & Q"uote, x': 5}, "note": "'-x\nline two"}
    one = from_json(record(players=players, entries=[entry], played_on="2026-11-19"))
    text = hands_csv([one])
    assert ",'=1+1," in text
    [told] = read(text.removeprefix(BYTE_ORDER_MARK))
    assert (told.record["players"], told.record["entries"]) == (players, [entry])


def test_a_game_in_which_more_than_twelve_sat_down_comes_back() -> None:
    joined = [f"Guest {number}" for number in range(1, 12)]
    for_all = [{"kind": "buy-in", "player": name, "chips": 90} for name in ("Ann", "Bo", joined[-1])]
    said: list[dict[str, Any]] = []
    for name in joined:
        said += [{"kind": "join", "player": name, "left_of": "Bo"}, {"kind": "cash-out", "player": name}]
    played = {"kind": "hand", "maker": "Ann", "tricks": {"Ann": 9, "Bo": 4, joined[-1]: 3}}
    one = from_json(
        record(
            variant="poker-chips",
            players=["Ann", "Bo"],
            played_on="2026-11-19",
            entries=[*said[:-1], *for_all, played],
        )
    )
    [told] = read(hands_csv([one]).removeprefix(BYTE_ORDER_MARK))
    assert told.wrong == []
    assert replay(from_json(told.record)).as_json() == replay(one).as_json()


def test_the_example_reads_as_a_game() -> None:
    [told] = read(hands_csv([example()]).removeprefix(BYTE_ORDER_MARK))
    assert told.wrong == []
    assert len(replay(from_json(told.record)).hands) == 3


def test_an_empty_cell_says_as_above() -> None:
    [one, two] = read(f"{HEAD}\n{FIRST}\n,,,,,,Bo,1,4\n2026-11-26,,,,,,Cy,5,\n")
    assert [len(told.lines) for told in (one, two)] == [2, 1]
    assert two.record["players"] == ["Ann", "Bo", "Cy", "Dee"]
    assert two.record["entries"] == [{"kind": "hand", "maker": "Cy", "tricks": {"Ann & Cy": 5}}]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_any_usual_separator_and_line_end_does(mark: str, end: str) -> None:
    text = f"{HEAD}\n{FIRST}\n".replace(",", mark).replace("\n", end)
    assert entries(text) == [{"kind": "hand", "maker": "Ann", "tricks": {"Ann & Cy": 3, "Bo & Dee": 2}}]


def test_headings_and_words_are_read_as_people_write_them() -> None:
    head = "Day;GAME;Player_1;player 2;Player3;PLAYER 4;Maker;Trump;Tricks 1;tricks 2;Alone"
    line = "2026-11-19;Euchre;Ann;Bo;Cy;Dee;bo;♠;0;5;Yes"
    [entry] = entries(f"{head}\n{line}")
    assert entry == {
        "kind": "hand",
        "maker": "Bo",
        "trump": "spades",
        "tricks": {"Ann & Cy": 0, "Bo & Dee": 5},
        "alone": True,
    }


def test_what_is_wrong_is_said_with_line_and_column() -> None:
    head = f"{HEAD},alone,bid,note"
    lines = (
        FIRST,
        ",,,,,,Zoe,3,2",
        ',,,,,,Ann,3,2,,,"two\nlines"',
        ",,,,,,Ann,3,two",
        ",,,,,,Ann,3,2,perhaps",
        ",,,,,,Ann,3,2,,4",
        ",,,,,,#9,3,2",
    )
    text = "\n".join((head, *lines))
    assert wrong(text) == [
        (3, "maker", "Zoe isn’t at this table."),
        (6, "tricks 2", "Type a whole number."),
        (7, "alone", "Write yes or no."),
        (8, "bid", "Euchre has no such column. Leave it empty."),
        (9, "maker", "There’s no player 9 at this table."),
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "This file is empty."),
        ("\n\n,,,\n", "This file is empty."),
        (
            "hand,dealer,maker,trump,Ann change,Ann total,note\n1",
            "This is a score sheet: it lacks the tricks. Export the game as JSON instead.",
        ),
        ("date,game,player 1,winner\n", "Bower doesn’t know the column “winner”."),
        (
            "date,game,player 1,player 2\n",
            "This file has results, but no hands. Bower scores games from their hands.",
        ),
        ("date,game,maker\n", "The column “player 1” is missing."),
        (f"{HEAD},maker\n", "The column “maker” is there twice."),
        (f"{HEAD},player 13\n", "Bower doesn’t know the column “player 13”."),
        (f"{HEAD},tricks\n", "Bower doesn’t know the column “tricks”."),
        (f'{HEAD}\n2026-11-19,"partner', "The quotation marks are wrong from line 2 on."),
        (f"{HEAD}\n" + "\n" * MOST + FIRST, "This file has more than 1000 lines. Split it."),
    ],
)
def test_a_file_that_is_no_csv_of_hands_is_refused(text: str, words: str) -> None:
    with pytest.raises(Refusal) as refused:
        read(text)
    assert words in refused.value.message


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("2026-11-19,whist,Ann,Bo,Cy,Dee,Ann,3,2", "Bower doesn’t know this game. Write one of these: "),
        (FIRST + ",,,,x", "Cell 13 has no heading above it."),
        (FIRST + ",,stick the dealer", "Bower doesn’t know the rule “stick the dealer”."),
        (FIRST + ",,nonsense=1", "Bower doesn’t know the rule “nonsense=1”. Write target=11, for example."),
        (FIRST + ",,target=2; target=3", "Bower doesn’t know the rule “target=3”."),
        (FIRST + ",,target=many", "Type a whole number."),
        (FIRST + ",duel", "Write one of these: hand, adjust"),
        (FIRST + ",,,Zoe", "Zoe isn’t at this table."),
    ],
)
def test_a_line_that_is_wrong_is_said(line: str, words: str) -> None:
    [(number, _column, message), *_more] = wrong(f"{HEAD},kind,rules,first dealer\n{line}")
    assert (number, words in message) == (2, True), message


def test_two_first_lines_of_one_game_must_agree() -> None:
    text = f"{HEAD},title\n{FIRST},Thursday\n{FIRST},Friday\n{FIRST},Thursday"
    assert wrong(text) == [(3, "title", "The game’s first line says something else here. Leave it empty.")]


def test_betting_in_a_cell_names_players_and_what_they_did() -> None:
    head = "date,game,player 1,player 2,kind,player,chips,betting,maker,tricks 1"
    lines = (
        "2026-11-19,poker-chips,Ann Lee,Bo,buy-in,Ann Lee,50,,,",
        ",,,,buy-in,Bo,50,,,",
        ",,,,,,,Ann Lee bet 5; #2 fold,,",
        ",,,,,,,Ann Lee bets five,,",
    )
    [told] = read("\n".join((head, *lines)))
    hand = told.record["entries"][2]  # type: ignore[index]
    assert hand["betting"] == [
        {"player": "Ann Lee", "action": "bet", "chips": 5},
        {"player": "Bo", "action": "fold"},
    ]
    [one] = told.wrong
    assert (one.line, one.refusal.message) == (5, "Separate players by semicolons, each with one action.")


def test_a_long_file_is_read_in_a_time_that_grows_with_it() -> None:
    line = ",,,,,,Ann,3,2\n"

    def seconds(number: int) -> float:
        text = f"{HEAD}\n{FIRST}\n" + line * number
        start = time.process_time()
        [told] = games(text, 10 * number)
        assert len(told.lines) == number + 1
        return time.process_time() - start

    few = min(seconds(500) for _time in range(3))
    assert seconds(4000) < 30 * few


def test_hostile_cells_cost_little() -> None:
    start = time.process_time()
    names = ",".join("x" * 5000 for _seat in range(4))
    lines = "\n".join(f"2026-11-{day:02},partnership,{names},{';' * 5000},9,9" for day in range(1, 29))
    found = read(f"{HEAD}\n{lines}")
    assert len(found) == 28
    assert time.process_time() - start < 2


def test_the_example_of_the_docs_reads_as_a_game() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "people.md").read_text(encoding="utf-8")
    [block] = re.findall(r"```\n(date,game,player.*?)```", text, re.DOTALL)
    [told] = read(block)
    assert told.wrong == []
    assert replay(from_json(told.record)).as_json()["scores"] == {"Ann & Cy": 1, "Bo & Dee": 4}
