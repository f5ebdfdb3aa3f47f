"""The moment at which each rule is told, and only to those whom it concerns."""

from dataclasses import replace

import pytest

from scoring import Refusal, step
from scoring.progress import Progress
from tests.scoring.progress.tables import FOLLOWED, after, follow_of, instructions, may, off, table, why_not

EUCHRE = "partnership"
KING = "king-cutthroat"
THREE = "three-handed"
BUCK = "buck"
POINTS = "poker-points"
CHIPS = "poker-chips"
MADE = "turned hearts; Bo orders; taken up"
PASSES = "; Bo passes; Cy passes; Ann passes"
ALL_PASS = "; Bo passes; Cy passes; Dee passes; Ann passes"


def told(now: Progress, rule: str) -> list[str]:
    """The instructions of one rule."""
    return [one.text for one in now.instructions if one.rule == rule]


# The first dealer, and a deal that came to nothing


def test_the_first_jack_deals_in_poker_euchre_only() -> None:
    told = {name: follow_of(name).first_dealer for name in FOLLOWED}
    assert {name for name, one in told.items() if one} == {KING, POINTS, CHIPS}
    king, poker = told[KING], told[POINTS]
    assert king
    assert (king.text, king.rule) == ("Pick the first dealer at random.", "ALL-01")
    assert poker
    assert poker == told[CHIPS]
    assert (poker.text, poker.rule) == ("The first Jack dealt face up deals.", "PE-03")


def test_a_joker_that_counts_as_a_suit_is_passed_out_like_any_card() -> None:
    spades = table(KING, options={"flipped_joker": "spades"})
    now = after(spades, "turned Joker" + PASSES + PASSES)
    assert instructions(now) == ["No score. Bo deals next. (ALL-01)"]
    assert now.step
    assert now.step.state.next_dealer == "Bo"
    again = after(table(KING), "turned Joker")
    assert instructions(again) == ["A Joker was turned up. Ann deals again. (KC-04)"]


def test_a_misdeal_for_chips_leaves_the_antes_where_they_are() -> None:
    for result in ("misdeal", "passed-out", "redeal"):
        now = after(table(CHIPS), "turned hearts", {"move": "result", "result": result})
        assert told(now, "PC-06") == ["The antes stay in."]
    now = after(table(POINTS), "turned hearts", {"move": "result", "result": "misdeal"})
    assert instructions(now) == ["No score. Bo deals next. (ALL-01)"]


def test_after_a_playoff_that_was_passed_out_somebody_in_it_deals() -> None:
    scores = {"Ann": 0, "Bo": 100, "Cy": 0, "Dee": 100}
    state = replace(table(POINTS), scores=scores, playoff=("Bo", "Dee"))
    now = after(state, {"move": "result", "result": "misdeal"})
    assert instructions(now) == ["No score. Dee deals next. (ALL-01)"]


# The deal


def test_the_cut_is_told_where_the_rules_have_one() -> None:
    assert told(after(table(KING)), "KC-02")[0] == "Ann shuffles and has the cards cut."
    for name in (POINTS, CHIPS):
        assert told(after(table(name)), "PE-05")[0] == "Dee cuts."


def test_nobody_touches_a_card_before_the_deal_is_done() -> None:
    for name in (POINTS, CHIPS):
        assert told(after(table(name)), "PE-05")[1:] == [
            "Touch no card until the deal is done. Then everyone counts theirs face down."
        ]


def test_a_playoff_is_announced_with_its_players() -> None:
    state = replace(table(POINTS, 5, Bo=90, Dee=90), playoff=("Bo", "Dee"))
    assert told(after(state), "PP-08") == [
        "Playoff: only Bo and Dee play. The winner of the hand wins the game."
    ]
    assert told(after(table(POINTS)), "PP-08") == []


def test_a_player_who_cannot_pay_buries_the_cards() -> None:
    assert told(after(table(CHIPS, Cy=11)), "PC-05") == [
        "Bo, Dee and Ann ante 12 each before looking, in this order.",
        "Cy can’t pay the ante: Cy sits out and buries the cards unseen.",
    ]


# Calling


def test_a_farmers_hand_is_swapped_in_the_players_turn_of_either_round_as_its_pass() -> None:
    state = table(EUCHRE, options={"farmers_hand": True})
    swap = {"move": "trade", "player": "Cy"}
    for line in ("turned hearts; Bo passes", "turned hearts" + ALL_PASS + "; Bo passes"):
        now = after(state, line)
        [offer] = [one for one in now.allowed if one.move == swap]
        assert offer.words == "Swap three with the kitty (counts as a pass)"
        assert told(now, "EU-15") == [
            "Farmer’s hand: swap three 9s or 10s for the unseen kitty cards. It counts as a pass."
        ]
        assert after(state, line, swap).to_act == "Dee"
    assert after(state, "turned hearts; Bo trades" + ALL_PASS[11:] + "; Bo names spades").maker == "Bo"


def test_one_swap_a_hand_and_none_by_a_dealer_who_must_call() -> None:
    state = table(EUCHRE, options={"farmers_hand": True})
    now = after(state, "turned hearts; Bo trades" + ALL_PASS[11:])
    assert off(now, move="trade", player="Bo") == Refusal("kitty-taken", "move", "EU-15", player="Bo")
    assert told(now, "EU-15") == []
    last = "turned hearts" + ALL_PASS + ALL_PASS[:-12]
    now = after(state, last)
    assert why_not(now, move="trade", player="Ann") == "dealer-must-name (EU-05)"
    assert told(now, "EU-15") == []
    free = table(EUCHRE, options={"farmers_hand": True, "stick_the_dealer": False})
    assert after(free, last, "Ann trades").entry == {"kind": "hand", "result": "passed-out"}


def test_a_lone_hand_says_who_takes_the_card_and_who_leads() -> None:
    line = "turned hearts; Bo passes; Cy orders alone"
    assert instructions(after(table(EUCHRE), line)) == [
        "Ann picks it up and discards one. (EU-03)",
        "Cy plays alone, so Ann then lays the hand down. (EU-06)",
    ]
    line = "turned hearts; Bo passes; Cy passes; Dee orders alone"
    assert instructions(after(table(EUCHRE), line)) == ["Ann picks it up and discards one. (EU-03)"]
    assert instructions(after(table(EUCHRE), line + "; taken up")) == ["Bo sits out, so Cy leads. (EU-06)"]
    defended = table(EUCHRE, options={"defend_alone": True})
    now = after(defended, "turned hearts; Bo passes; Cy orders alone; Dee defends; taken up")
    assert instructions(now) == ["Bo sits out, so Cy leads. (EU-06)"]
    assert instructions(after(defended, "turned hearts; Bo orders alone; Cy defends")) == [
        "Ann picks it up and discards one. (EU-03)",
        "Cy defends alone, so Ann then lays the hand down. (EU-06)",
    ]


def test_a_dealer_who_sits_out_only_deals() -> None:
    now = after(table(CHIPS, Ann=0), "turned hearts; Bo orders")
    assert instructions(now) == [
        "Ann sits out, so Dee picks it up and buries the lowest card that isn’t trump. (PE-06)"
    ]


def test_the_dealer_may_count_the_outside_but_not_look() -> None:
    now = after(table(KING), "turned hearts; Bo passes; Cy orders")
    assert told(now, "KC-08") == ["The outside has 12 cards. Ann may count them, but not look."]


# Staying


def choices(now: Progress) -> tuple[str, list[str]]:
    return now.ask, told(now, "TH-05")


def test_only_what_a_player_may_do_is_told() -> None:
    state = table(THREE, Ann=5)
    now = after(state, MADE)
    assert choices(now) == ("Ann: stay or spare hand?", ["Ann: stay or take the spare hand unseen."])
    now = after(state, MADE, "Ann switches")
    assert choices(now) == ("Bo: stay or concede (+5)?", ["Bo: stay or concede (+5)."])
    now = after(state, MADE, "Ann stays")
    assert choices(now) == (
        "Bo: stay, concede (+5) or spare hand?",
        ["Bo: stay, concede (+5) or take the spare hand unseen."],
    )
    now = after(state, MADE, "Ann stays; Bo stays")
    assert choices(now) == (
        "Cy: stay, drop or spare hand?",
        ["Cy: stay, drop or take the spare hand unseen."],
    )
    low = table(THREE, Bo=4)
    assert choices(after(low, MADE, "Ann switches")) == ("Bo: stay?", ["Bo must stay."])
    now = after(table(BUCK), MADE)
    assert (now.ask, instructions(now)) == ("Cy: stay or drop?", ["Cy: stay or drop. (BU-09)"])


def test_in_the_nine_of_clubs_hand_a_switch_is_refused_as_a_switch() -> None:
    def refused(choice: str) -> Refusal:
        entry = {"kind": "hand", "nine_of_clubs": True, "choices": {"Bo": choice}, "tricks": {"Ann": 5}}
        with pytest.raises(Refusal) as caught:
            step(table(THREE), entry)
        return caught.value

    assert refused("switch").message == "No one takes the spare hand when 9♣ is turned up."
    assert refused("switch").rule == "TH-12"
    assert refused("drop").message == "Everyone plays when 9♣ is turned up."


# Betting and play


def test_a_player_who_checks_may_still_bet() -> None:
    text = "A player who checks may still bet later."
    assert told(after(table(CHIPS), MADE), "PC-08") == [text]
    assert told(after(table(CHIPS), MADE, "Bo checks"), "PC-08") == []
    assert told(after(table(CHIPS), MADE, "Bo bets 5"), "PC-08") == []


def test_a_player_who_folds_buries_the_cards() -> None:
    text = "Bo buries the cards unseen."
    assert told(after(table(CHIPS), MADE, "Bo folds"), "PC-08") == [text]
    assert told(after(table(CHIPS), MADE, "Bo folds; Cy checks"), "PC-08") == []
    last = after(table(CHIPS), MADE, "Bo bets 5; Cy calls; Dee calls; Ann folds")
    assert told(last, "PC-08") == ["Ann buries the cards unseen."]
    over = after(table(CHIPS), MADE, "Bo bets 5; Cy folds; Dee folds; Ann folds")
    assert instructions(over) == ["Everyone else folded: Bo takes the pot. (PC-12)"]


def test_a_player_found_guilty_buries_everything() -> None:
    line = MADE + "; Bo takes it; Cy takes it; Cy reneges; in time"
    assert "buries" not in " ".join(instructions(after(table(POINTS), line)))
    now = after(table(POINTS), line, "guilty")
    assert instructions(now) == ["Cy is out: cards and tricks won are buried unseen. (PE-08)"]


def test_trump_need_not_be_led() -> None:
    assert instructions(after(table(KING), MADE)) == ["Bo leads any card: trump need not be led. (KC-09)"]
    assert instructions(after(table(KING), MADE, "Cy takes it")) == ["Cy leads. (ALL-04)"]


def test_cards_won_are_shown_in_order_when_the_tricks_are_reported() -> None:
    checks = "; Bo checks; Cy checks; Dee checks; Ann checks"
    for name, line, rule in ((POINTS, MADE, "PP-02"), (CHIPS, MADE + checks, "PC-13")):
        now = after(table(name), line, *["Bo takes it"] * 7, *["Cy takes it"] * 5)
        assert told(now, rule) == ["From the dealer’s left, everyone reports tricks and shows the cards won."]


@pytest.mark.parametrize("name", [POINTS, CHIPS])
def test_a_tie_that_the_maker_loses_is_told_by_its_rule(name: str) -> None:
    bets = "; Bo bets 5; Cy calls; Dee calls; Ann calls" * (name == CHIPS)
    now = after(table(name), MADE + bets, *["Bo takes it"] * 5, *["Cy takes it"] * 5, *["Dee takes it"] * 2)
    assert told(now, "PE-09") == ["Bo and Cy are tied. Bo is the maker and loses the tie: Cy wins the hand."]
    assert now.step
    [line] = [line for line in now.step.lines if line.rule == "PE-09" and line.player == "Cy"]
    assert line.text == "won the hand, the maker lost the tie" + ": the rest of the pot" * (name == CHIPS)
    now = after(table(name), MADE + bets, *["Bo takes it"] * 4, *["Cy takes it"] * 5, *["Dee takes it"] * 3)
    assert told(now, "PE-09") == []
    assert now.step
    rule = "PC-14" if name == CHIPS else "PP-03"
    [line] = [line for line in now.step.lines if line.rule == rule and line.player == "Cy"]
    assert line.text == "won the hand" + ": the rest of the pot" * (name == CHIPS)


# The end of a hand in which not all played


def test_who_stayed_alone_is_told_with_the_tricks() -> None:
    assert instructions(after(table(BUCK), MADE, "Cy drops; Dee drops; Ann drops")) == [
        "Only Bo stayed in: 5 tricks. (BU-14)"
    ]
    seven = table(THREE, options={"penalty": 7})
    assert instructions(after(seven, MADE, "Ann drops; Bo drops; Cy drops")) == [
        "All dropped: the maker takes +7. (TH-11)"
    ]


def test_the_throw_in_asks_whether_all_kings_were_played() -> None:
    four = ["Bo takes it"] * 4
    now = after(table(KING), MADE, *four[:3], "Bo takes it by a King; Cy takes it")
    assert now.throw_in
    assert now.throw_in.answer == (
        "Yes, if all four Kings have been played (1 won a trick). Bo scores for most tricks."
    )
    assert "throw-in" in may(now)
