"""Questions about one trick in words, by the command line."""

from dataclasses import replace

import pytest

from scoring.asking import ask_follow, ask_trick, follow_from_words, trick_from_words
from scoring.variants import VARIANTS
from tests.scoring.test_asking import FOLLOW, TRICK, refusal_of, run

# In words


def test_a_trick_in_words():
    assert run("trick", ["--variant", "buck", "--trump", "hearts", "JH", "JD", "9S"]) == (
        0,
        "Card 1, JH, wins the trick.\nThe Jack of hearts, the right bower, is the highest trump. (BU-02)\n",
    )


def test_a_choice_in_words():
    words = ["--variant", "three-handed", "--trump", "hearts", "--hand", "9C", "AS", "--trick", "QH"]
    assert run("follow", words) == (
        0,
        "You may play the nine of clubs.\n"
        "Hearts were led: follow suit. The nine of clubs counts as a trump. (TH-13, ALL-04)\n",
    )


def test_a_choice_of_several_in_words():
    said = follow_from_words("partnership", "hearts", ["9S", "JD", "AS"], [], last_trick=False)
    assert said.splitlines()[0] == "You may play the nine of spades, Jack of diamonds or Ace of spades."


def test_nobody_takes_a_trick_in_words():
    said = trick_from_words("poker-chips", "hearts", ["Joker", "Joker"], last_trick=True)
    assert said == "No one wins the trick.\nOnly Jokers: they cancel out. (PE-02)"


def test_the_last_trick_can_be_said_in_words():
    words = ["--variant", "poker-chips", "--trump", "hearts", "--hand", "Joker", "2S"]
    assert run("follow", words)[1].startswith("You may play the 2 of spades.\n")
    assert run("follow", [*words, "--last-trick"])[1].startswith("You may play the Joker or 2 of spades.\n")
    led_early = ["--variant", "poker-chips", "--trump", "hearts", "Joker", "2S"]
    assert "A played card stays" in run("trick", led_early)[1]
    assert "A played card stays" not in run("trick", [*led_early, "--last-trick"])[1]


def test_the_cards_may_stand_before_between_and_after_the_rest():
    last = run("trick", ["--variant", "buck", "--trump", "hearts", "JH", "9S"])
    assert run("trick", ["JH", "9S", "--variant", "buck", "--trump", "hearts"]) == last
    assert run("trick", ["JH", "--variant", "buck", "9S", "--trump", "hearts"]) == last


@pytest.mark.parametrize(
    ("command", "words", "field"),
    [
        ("trick", [], "variant"),
        ("trick", ["--variant", "buck", "AS"], "trump"),
        ("trick", ["--variant", "buck", "--trump", "hearts"], "cards"),
        ("trick", ["--variant", "buck", "--trump", "hearts", "8S"], "cards"),
        ("follow", ["--variant", "buck", "--trump", "hearts"], "hand"),
        ("follow", ["--variant", "buck", "--trump", "hearts", "--hand", "AS", "--trick", "AS"], "trick"),
    ],
)
def test_a_wrong_question_in_words_is_refused_like_any_other(command, words, field):
    status, out = run(command, words)
    assert status == 2
    assert out.startswith(field.capitalize() + ": ")
    assert out.count("\n") == 1


@pytest.mark.parametrize(
    "words", [["--colour", "red"], ["--json", "file"], ["--json"], ["--json", "-", "AS"], ["--last", "AS"]]
)
def test_a_command_that_cannot_be_read_explains_itself(words):
    status, shown = run("trick", words)
    assert status == 2
    assert shown.startswith("usage: python -m scoring trick")


@pytest.mark.parametrize("command", ["trick", "follow"])
def test_help_is_no_failure(command):
    status, shown = run(command, ["--help"])
    assert status == 0
    assert "--last-trick" in shown
    assert {"trick": "\nWho wins the trick?\n", "follow": "\nWhat may be played?\n"}[command] in shown


def test_a_game_that_is_not_followed_card_by_card_says_so(monkeypatch):
    monkeypatch.setitem(VARIANTS, "buck", replace(VARIANTS["buck"], follow=None))
    wanted = ("variant", "not-followed")
    assert refusal_of(ask_trick, TRICK) == wanted
    assert refusal_of(ask_follow, {**FOLLOW, "variant": "buck"}) == wanted
