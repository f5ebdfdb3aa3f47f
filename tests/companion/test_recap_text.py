"""The evening as text for a group chat."""

from datetime import timedelta

import pytest

from companion.recap.corrections import corrections, differences
from companion.recap.evening import evening
from companion.recap.text import text
from companion.wording.names import shown
from tests.companion.evenings import AT, SIX, a_saturday, chip_hand, chips, evening_of, row, table_of
from tests.companion.factories import hand, viewer

SATURDAY = """\
Saturday
Poker-Euchre, 6 players, 8 hands, November 14, 2026
Ann, Bo, Cy, Dee, Eli, Fay

Eli wins: +62
was 26 down after hand 4
Eli +62, Ann +12, Dee +6, Cy −14, Bo −32, Fay −34

Hands
1 ♥ Dee: Dee +22, Ann −2, Bo −2, Cy −2, Eli −8, Fay −8
2 ♠ Fay: Fay +26, Ann +2, Eli +2, Bo −10, Cy −10, Dee −10
3 ♦ Dee: Ann +12, Cy +12, Bo −12, Eli −12, Fay −12, Dee −16
4 ♣ Bo: Ann +56, Bo +4, Cy −8, Dee −8, Eli −8, Fay −8
5 ♥ Bo: Eli +22, Fay +4, Bo −2, Ann −8, Cy −8, Dee −8
6 ♠ Dee*: Dee +42, Eli −6, Ann −12, Bo −12, Cy −12
7 ♦ Eli: Eli +80, Bo −8, Cy −8, Dee −8, Ann −28, Fay −28 (Fay slept)
8 ♣ Cy: Cy +22, Bo +10, Ann −8, Dee −8, Eli −8, Fay −8

Highlights
Hand 3: Dee calls diamonds and is euchred; Ann collects (+12)
Hand 4: Ann wins a pot with 28 chips left from hand 3 (+56)
Hand 5: Bo is euchred for the 2nd time in a row; Eli collects (+22)
Hand 7: Eli calls diamonds and takes all eight, a grand march (+80)

Corrections
Hand 6, corrected by the host, 21:40: tricks were Dee 5, Fay 1, Eli 2

Settle up
Fay pays Eli 34 chips, €3.40
Bo pays Eli 28 chips, €2.80
Cy pays Ann 12 chips, €1.20
Bo pays Dee 4 chips, €0.40
Cy pays Dee 2 chips, €0.20
A white chip is €0.10.
All chips were bought on credit.
"""


def test_a_whole_evening() -> None:
    put_right = chip_hand("Dee", 4, {"Dee": 5, "Fay": 2, "Eli": 1}, trump="spades")
    at = AT + timedelta(hours=1, minutes=40)
    assert text(a_saturday([row(18, 13, put_right, at, "other")]), viewer()) == SATURDAY


def test_an_evening_that_goes_on_says_so_far() -> None:
    told = text(evening_of("king-cutthroat", hand("king-cutthroat"), players=["Ann", "Bo", "Cy"]), viewer())
    assert told == (
        "King Cut-Throat Euchre\nKing Cut-Throat Euchre, 3 players, 1 hand so far\nAnn, Bo, Cy\n\n"
        "Ann and Bo are tied: 1\nAnn 1, Bo 1, Cy 0\n\nHands\n1 ♠ Ann: Ann +1, Bo +1\n"
    )


def test_who_joined_later_is_named_too() -> None:
    joined = {"kind": "join", "player": "Gus", "left_of": "Ann"}
    told = text(evening_of("poker-chips", *chips(), joined, players=SIX), viewer())
    assert told.splitlines()[2] == "Ann, Bo, Cy, Dee, Eli, Fay, Gus"


def test_an_evening_before_its_first_hand() -> None:
    assert text(evening_of("buck"), viewer()) == (
        "Buck Euchre\nBuck Euchre, 4 players, no hands so far\nAnn, Bo, Cy, Dee\n\nNothing played yet\n"
    )


def test_what_is_no_hand_and_what_changed_nothing() -> None:
    adjust = {"kind": "adjust", "player": "Bo", "points": 2, "reason": "miscounted\nbefore"}
    told = text(evening_of("king-cutthroat", adjust, {"kind": "hand", "result": "passed-out"}), viewer())
    assert "– adjustment: Bo +2 (miscounted before)" in told
    assert "1 passed out: no change" in told


def test_an_open_pot_is_not_settled() -> None:
    told = text(
        evening_of("poker-chips", *chips(), chip_hand("Dee", 4, {"Ann": 4, "Cy": 4}), players=SIX), viewer()
    )
    assert told.endswith("\n\n28 still in the pot. Settle up once it’s won.\n")


def test_if_it_ended_now() -> None:
    told = text(evening_of("poker-chips", *chips(), chip_hand("Dee", 0, {"Dee": 8}), players=SIX), viewer())
    assert "\n\nIf you stopped now\nAnn pays Dee 8 chips\n" in told


HEBREW, LOOSE = "בִּנְיָמִין", "Bo\u202e\u2066x"


def test_names_from_right_to_left_are_kept_apart_and_none_can_turn_the_text_round() -> None:
    told = text(
        evening_of(
            "buck",
            hand("buck", maker=HEBREW, tricks={HEBREW: 3, LOOSE: 2}),
            players=[HEBREW, LOOSE, "C", "D"],
        ),
        viewer(),
    )
    assert f"1 ♠ \u2068{HEBREW}\u2069: \u2068{HEBREW}\u2069 −3, Box −2" in told
    assert told.count("\u2068") == told.count("\u2069")
    assert "\u202e" not in told
    assert "\u2066" not in told


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("Ann", "Ann"),
        ("two\nlines\tand\x00more", "two lines and more"),
        ("half \ud800", "half \N{REPLACEMENT CHARACTER}"),
        ("\u2028a\u2029", " a "),
        ("بنيامين", "\u2068بنيامين\u2069"),
        ("\u202eevil\u2069", "evil"),
    ],
)
def test_what_somebody_typed_fits_into_a_line(typed: str, words: str) -> None:
    assert shown(typed) == words


def test_every_text_can_be_written_down_whatever_a_name_holds() -> None:
    players = ["A\ud800", "B\x00", "C", "D"]
    told = evening_of(
        "buck", hand("buck", maker="A\ud800", tricks={"B\x00": 5}), players=players, title="\udfff"
    )
    assert text(told, viewer()).encode()


def test_corrections_say_what_it_was_step_by_step() -> None:
    first = hand("partnership", tricks={"Ann & Cy": 5})
    second = hand("partnership", trump="hearts", tricks={"Ann & Cy": 5}, note="late")
    third = hand("partnership", trump="hearts", tricks={"Ann & Cy": 5})
    next_day = AT + timedelta(hours=5)
    later = [row(2, 1, second), row(3, 1, third, device="other"), row(4, 1, None, next_day)]
    told = corrections(table_of("partnership", first, later=later), viewer())
    assert [(one.place, one.what, one.text, one.when, one.by) for one in told] == [
        ("A hand", "corrected", "trump was spades; no note before", "20:00", "the host"),
        ("A hand", "corrected", "note was late", "20:00", "the host"),
        ("A hand", "removed", "Ann called hearts, 5 tricks", "Nov 15, 01:00", "the host"),
    ]


def test_a_struck_entry_is_no_row_but_a_correction() -> None:
    told = evening(table_of("buck", hand("buck"), later=[row(2, 1, None)]))
    assert told.rows == ()
    assert "A hand, removed by the host, 20:00: Ann called spades, 3 tricks" in text(told, viewer())


@pytest.mark.parametrize(
    ("was", "became", "words"),
    [
        ({"maker": "Ann"}, {"maker": "Anne-Marie"}, ["maker was Ann"]),
        ({"alone": True}, {}, ["was played alone"]),
        ({}, {"alone": True}, ["was not played alone"]),
        ({"kings": ["Ann", "Bo"]}, {"kings": []}, ["Kings were Ann, Bo"]),
        ({"kings": []}, {"kings": ["Bo"]}, ["Kings were nobody"]),
        ({"bets": {"Ann": 5}}, {"bets": {"Ann": 6}}, ["bets were Ann 5"]),
        (
            {"betting": [{"player": "Ann", "action": "bet", "chips": 5}, {"player": "Bo", "action": "fold"}]},
            {"betting": []},
            ["betting was Ann bet 5, Bo fold"],
        ),
        (
            {"showdown": {"winner": "Ann", "tricks": {"Ann": 3}}},
            {"showdown": {"winner": "Bo"}},
            ["showdown was Ann, tricks Ann 3"],
        ),
        ({"chips": 40, "on_credit": True}, {"chips": 50}, ["chips were 40", "was on credit"]),
        ({"result": "passed-out"}, {"maker": "Ann"}, ["result was passed-out", "no maker before"]),
        ({"tricks": {}}, {"tricks": {"Ann": 5}}, ["tricks were nothing"]),
        ({"points": -2}, {"points": 2}, ["points were −2"]),
    ],
)
def test_a_difference_is_told_field_by_field(
    was: dict[str, object], became: dict[str, object], words: list[str]
) -> None:
    assert list(differences(was, became)) == words
