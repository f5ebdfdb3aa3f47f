"""Questions about one trick: as JSON, as JSON Lines, and in words."""

import io
import json
import os
import subprocess
import sys
import threading

import pytest

from scoring.asking import ask_follow, ask_trick
from scoring.cards import write_card
from scoring.command_line import main, read_json
from scoring.refusal import Refusal
from scoring.variants import VARIANTS
from tests import games

TRICK = {"variant": "buck", "trump": "hearts", "cards": ["JH", "JD", "9S"]}
FOLLOW = {"variant": "three-handed", "trump": "hearts", "hand": ["9C", "AS"], "trick": ["QH"]}


def refusal_of(ask, question):
    with pytest.raises(Refusal) as refused:
        ask(question)
    assert refused.value.entry is None
    return refused.value.field, refused.value.code


# The two questions of the game record's page


def test_who_takes_the_trick_is_answered():
    question = {
        "variant": "king-cutthroat",
        "trump": "diamonds",
        "cards": ["JH", "KD", "Joker"],
        "last_trick": False,
    }
    assert ask_trick(question) == {
        "winner": 3,
        "why": "The Joker, the best bower, is the highest trump.",
        "rules": ["KC-01"],
    }


def test_what_may_be_played_is_answered():
    question = {
        "variant": "three-handed",
        "trump": "hearts",
        "hand": ["9C", "AS"],
        "trick": ["QH"],
        "last_trick": False,
    }
    assert ask_follow(question) == {
        "may_play": ["9C"],
        "why": "Hearts were led: follow suit. The nine of clubs counts as a trump.",
        "rules": ["TH-13", "ALL-04"],
    }


def test_nobody_may_take_a_trick_pe_02():
    question = {"variant": "poker-chips", "trump": "clubs", "cards": ["Joker", "Joker"], "last_trick": True}
    assert ask_trick(question)["winner"] is None


def test_whether_it_is_the_last_trick_may_be_left_out_pe_02():
    question = {"variant": "poker-points", "trump": "clubs", "hand": ["Joker", "2H", "Joker"], "trick": []}
    assert ask_follow(question)["may_play"] == ["2H"]
    assert ask_follow({**question, "last_trick": False})["may_play"] == ["2H"]
    assert ask_follow({**question, "last_trick": True})["may_play"] == ["Joker", "2H"]


@pytest.mark.parametrize("variant", ["poker-chips", "poker-points"])
def test_both_ways_of_poker_euchre_know_the_jokers_pe_02(variant):
    assert ask_trick({"variant": variant, "trump": "clubs", "cards": ["JC", "Joker"]})["winner"] == 2


# What is refused, and at which field


@pytest.mark.parametrize("question", [None, True, 1, "trick", [], [TRICK]])
@pytest.mark.parametrize("ask", [ask_trick, ask_follow])
def test_a_question_has_fields(ask, question):
    assert refusal_of(ask, question) == (None, "not-object")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"variant": None}, "variant"),
        ({"variant": "euchre"}, "variant"),
        ({"variant": "Buck"}, "variant"),
        ({"variant": ["buck"]}, "variant"),
        ({"variant": {"buck": 1}}, "variant"),
        ({"trump": None}, "trump"),
        ({"trump": "Hearts"}, "trump"),
        ({"trump": "H"}, "trump"),
        ({"trump": ["hearts"]}, "trump"),
        ({"last_trick": None}, "last_trick"),
        ({"last_trick": 0}, "last_trick"),
        ({"last_trick": 1}, "last_trick"),
        ({"last_trick": "false"}, "last_trick"),
        ({"Trump": "hearts"}, "Trump"),
        ({"entry": 1}, "entry"),
    ],
)
@pytest.mark.parametrize(("ask", "right"), [(ask_trick, TRICK), (ask_follow, FOLLOW)])
def test_a_wrong_field_is_named(ask, right, change, field):
    ask(right)
    assert refusal_of(ask, {**right, **change})[0] == field


@pytest.mark.parametrize(
    ("ask", "right", "field"),
    [(ask_trick, TRICK, name) for name in TRICK] + [(ask_follow, FOLLOW, name) for name in FOLLOW],
)
def test_no_field_but_last_trick_may_be_left_out(ask, right, field):
    asked = {name: value for name, value in right.items() if name != field}
    assert refusal_of(ask, asked) in ((field, "choose"), (field, "not-list"))


def test_the_fields_of_the_other_question_are_refused():
    assert refusal_of(ask_trick, {**TRICK, "hand": ["AS"]}) == ("hand", "unknown-field")
    assert refusal_of(ask_follow, {**FOLLOW, "cards": ["AS"]}) == ("cards", "unknown-field")


@pytest.mark.parametrize(
    ("variant", "trump"),
    [(name, "no-trump") for name in VARIANTS if "no-trump" not in VARIANTS[name].trumps],
)
def test_no_trump_is_refused_where_the_game_has_none_bu_06(variant, trump):
    assert refusal_of(ask_trick, {"variant": variant, "trump": trump, "cards": ["AS"]})[0] == "trump"
    assert ask_trick({"variant": "buck", "trump": trump, "cards": ["AS"]})["winner"] == 1


NO_CARDS = [None, True, 5, "AS", {}, {"0": "AS"}, [None], [5], [True], [["AS"]], ["as"], ["ZZ"], ["AS", ""]]


@pytest.mark.parametrize("value", NO_CARDS)
def test_cards_are_a_list_of_cards(value):
    wanted = "not-list"
    if isinstance(value, list):
        wanted = "not-a-card" if all(isinstance(card, str) for card in value) else "not-text"
    assert refusal_of(ask_trick, {**TRICK, "cards": value}) == ("cards", wanted)
    assert refusal_of(ask_follow, {**FOLLOW, "hand": value})[0] == "hand"
    assert refusal_of(ask_follow, {**FOLLOW, "trick": value})[0] == "trick"


def test_there_is_at_least_one_card_but_the_trick_to_follow_may_be_empty():
    assert refusal_of(ask_trick, {**TRICK, "cards": []}) == ("cards", "no-cards")
    assert refusal_of(ask_follow, {**FOLLOW, "hand": []}) == ("hand", "no-cards")
    assert ask_follow({**FOLLOW, "trick": []})["may_play"] == ["9C", "AS"]


# Cards that are not in the pack; a Joker may be in one with Jokers added.
FOREIGN = [
    (variant, card)
    for variant, game in VARIANTS.items()
    for card in games.facts(variant).CARDS.outside.split()
    if not (card == "Joker" and game.pack.wild_jokers)
]


@pytest.mark.parametrize(("variant", "outside"), FOREIGN)
def test_a_card_of_another_pack_is_refused_and_explained(variant, outside):
    about, said = {"variant": variant, "trump": "hearts"}, games.facts(variant).CARDS
    with pytest.raises(Refusal) as refused:
        ask_trick({**about, "cards": [outside]})
    assert (refused.value.field, refused.value.code) == ("cards", "not-in-deck")
    assert refused.value.values == {"card": outside, "deck": said.words}
    assert refusal_of(ask_follow, {**about, "hand": [outside], "trick": []})[0] == "hand"
    for inside in said.inside.split():
        assert refusal_of(ask_follow, {**about, "hand": [inside], "trick": [outside]})[0] == "trick"


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_card_of_the_pack_is_taken(variant):
    about = {"variant": variant, "trump": "hearts"}
    for inside in games.facts(variant).CARDS.inside.split():
        assert ask_trick({**about, "cards": [inside]})["winner"] == 1
        assert ask_follow({**about, "hand": [inside], "trick": []})["may_play"] == [inside]


def test_a_card_stands_once():
    assert refusal_of(ask_trick, {**TRICK, "cards": ["9S", "AS", "9S"]}) == (
        "cards",
        "card-twice",
    )
    assert refusal_of(ask_follow, {**FOLLOW, "hand": ["AS", "AS"]})[0] == "hand"
    assert refusal_of(ask_follow, {**FOLLOW, "trick": ["QH", "QH"]})[0] == "trick"
    assert refusal_of(ask_follow, {**FOLLOW, "hand": ["QH", "AS"]})[0] == "trick"


def test_the_one_joker_of_king_cutthroat_stands_once():
    about = {"variant": "king-cutthroat", "trump": "hearts"}
    assert refusal_of(ask_trick, {**about, "cards": ["Joker", "Joker"]}) == (
        "cards",
        "card-twice",
    )


def test_poker_euchre_has_two_jokers_and_no_third_pe_02():
    about = {"variant": "poker-points", "trump": "hearts"}
    assert ask_trick({**about, "cards": ["2H", "Joker", "Joker"]})["winner"] == 1
    assert refusal_of(ask_trick, {**about, "cards": ["Joker", "Joker", "Joker"]}) == (
        "cards",
        "two-jokers",
    )
    asked = {**about, "hand": ["Joker", "Joker"], "trick": ["Joker"]}
    assert refusal_of(ask_follow, asked)[0] == "trick"


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_trick_holds_no_more_cards_than_there_are_players(variant):
    about, most = {"variant": variant, "trump": "hearts"}, games.facts(variant).PLAYERS[-1]
    fell = [write_card(card) for card in VARIANTS[variant].pack.cards() if write_card(card) != "AH"][
        : most + 1
    ]
    assert ask_trick({**about, "cards": fell[:most]})["winner"] is not None
    assert refusal_of(ask_trick, {**about, "cards": fell}) == (
        "cards",
        "too-many-cards",
    )
    assert ask_follow({**about, "hand": ["AH"], "trick": fell[: most - 1]})["may_play"] == ["AH"]
    assert refusal_of(ask_follow, {**about, "hand": ["AH"], "trick": fell[:most]})[0] == "trick"


# JSON Lines


def run(command, argv, text=""):
    """The exit status, and what was written to stdout, or to stderr in its absence."""
    out, refused = io.StringIO(), io.StringIO()
    status = main([command, *argv], io.StringIO(text), out, refused)
    assert not (out.getvalue() and refused.getvalue())
    return status, out.getvalue() or refused.getvalue()


def answers(command, *lines):
    status, out = run(command, ["--json", "-"], "".join(line + "\n" for line in lines))
    return status, [json.loads(line) for line in out.splitlines()]


def test_one_answer_a_line_in_order():
    other = {**TRICK, "trump": "no-trump"}
    status, given = answers("trick", json.dumps(TRICK), json.dumps(other))
    assert status == 0
    assert given == [ask_trick(TRICK), ask_trick(other)]


def test_the_follow_command_answers_the_other_question():
    assert answers("follow", json.dumps(FOLLOW)) == (0, [ask_follow(FOLLOW)])


def test_an_error_takes_its_lines_place_and_the_run_goes_on():
    wrong = {**TRICK, "cards": []}
    status, given = answers("trick", json.dumps(wrong), "no JSON", json.dumps(TRICK))
    assert status == 2
    assert [answer["error"]["field"] for answer in given[:2]] == ["cards", None]
    assert [answer["error"]["entry"] for answer in given[:2]] == [None, None]
    assert given[2:] == [ask_trick(TRICK)]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "   ",
        "{",
        "{}{}",
        "{'variant': 'buck'}",
        '{"variant": "buck",}',
        "NaN",
        '{"trump": Infinity}',
        "[" * 100_000,
        '{"a":' * 100_000 + "1" + "}" * 100_000,
        "9" * 100_000,
    ],
    ids=lambda line: line[:12],
)
def test_a_line_that_is_no_json_has_no_field(line):
    status, given = answers("trick", line, json.dumps(TRICK))
    assert status == 2
    assert list(given[0]) == ["error"]
    assert (given[0]["error"]["entry"], given[0]["error"]["field"]) == (None, None)
    assert given[1] == ask_trick(TRICK)


@pytest.mark.parametrize(
    "line", ["[" * 900 + "]" * 900, '{"cards": ' + "[" * 900 + "]" * 900 + "}", '{"cards": [1e999]}', "1e999"]
)
def test_a_line_of_odd_json_is_refused_like_any_other(line):
    status, given = answers("trick", line)
    assert status == 2
    assert list(given[0]) == ["error"]


def test_a_field_that_stands_twice_is_refused():
    status, given = answers(
        "trick", '{"variant": "buck", "trump": "hearts", "trump": "spades", "cards": ["AS"]}'
    )
    assert status == 2
    [error] = [answer["error"] for answer in given]
    assert (error["entry"], error["field"]) == (None, "trump")


def test_a_field_that_cannot_be_printed_is_still_answered():
    status, given = answers("trick", '{"\\ud800": 1}', '{"variant": "\\ud800"}')
    assert status == 2
    assert [answer["error"]["field"] for answer in given] == ["\ud800", "variant"]


def test_an_answer_can_be_read_by_people_and_written_anywhere():
    _, out = run("trick", ["--json", "-"], '{"variant": "Bück"}\n{"\\ud800": 1}')
    assert "“Bück”" in out.splitlines()[0]
    assert out.splitlines()[1].startswith('{"error": {"entry": null, "field": "\\ud800", ')
    assert out.encode("utf-8")


def test_bytes_that_are_no_text_spoil_only_their_own_line():
    data = b"\xff\xfe{}\n" + json.dumps(TRICK).encode() + b"\n"
    out = io.StringIO()
    stdin = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
    status = main(["trick", "--json", "-"], stdin, out, io.StringIO())
    given = [json.loads(line) for line in out.getvalue().splitlines()]
    assert status == 2
    assert given[0]["error"]["field"] is None
    assert given[1] == ask_trick(TRICK)


def test_a_byte_order_mark_before_the_first_question_is_no_error():
    out = io.StringIO()
    stdin = io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbf" + json.dumps(TRICK).encode()), encoding="utf-8")
    assert main(["trick", "--json", "-"], stdin, out, io.StringIO()) == 0
    assert json.loads(out.getvalue()) == ask_trick(TRICK)


def test_the_last_line_needs_no_end():
    status, out = run("trick", ["--json", "-"], json.dumps(TRICK))
    assert (status, json.loads(out)) == (0, ask_trick(TRICK))


def test_nothing_asked_is_nothing_answered():
    assert run("trick", ["--json", "-"], "") == (0, "")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("NaN", "not-a-number"),
        ("[-Infinity]", "not-a-number"),
        ("[" * 100_000, "nested-too-deep"),
        ("[", "not-json"),
        ("9" * 4_201, "number-too-long"),
        ('{"trump": "hearts"}'.encode("utf-16"), "not-utf8"),
    ],
    ids=["NaN", "-Infinity", "deep", "open", "long", "UTF-16"],
)
def test_what_is_no_json_is_explained(line, code):
    with pytest.raises(Refusal) as refused:
        read_json(line)
    assert refused.value.code == code


def test_reading_gives_back_what_was_written():
    assert read_json(json.dumps(FOLLOW)) == FOLLOW
    assert read_json(json.dumps(FOLLOW).encode()) == FOLLOW


def test_a_line_is_answered_before_the_next_is_asked():
    """Through pipes, as a program asks: with the second question still to come, the first answer is there."""
    with subprocess.Popen(
        [sys.executable, "-m", "scoring", "trick", "--json", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=dict(os.environ),
    ) as asked:
        assert asked.stdin is not None
        assert asked.stdout is not None
        patience = threading.Timer(30, asked.kill)
        patience.start()
        for _ in range(2):
            asked.stdin.write(json.dumps(TRICK) + "\n")
            asked.stdin.flush()
            assert json.loads(asked.stdout.readline()) == ask_trick(TRICK)
        asked.stdin.close()
        assert asked.wait() == 0
        patience.cancel()
