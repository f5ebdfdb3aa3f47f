"""Euchre, two against two: hands told move by move (EU-02 to EU-15)."""

import pytest

from scoring import Refusal, step
from tests.scoring.progress.tables import after, instructions, may, moves, table, why_not

TRICKS = "Bo takes it; Ann takes it; Cy takes it; Ann takes it; Dee takes it"


def test_before_the_deal_the_page_says_how_to_deal() -> None:
    now = after(table("partnership"))
    assert now.phase == "deal"
    assert now.to_act == "Ann"
    assert (now.deal.cards, now.deal.kitty) == (5, 4)
    assert instructions(now) == ["Ann deals 5 each, two or three at a time. (EU-02)"]
    assert may(now) == ["dealt", "turned", "dealer", "result", "skip"]


def test_the_turned_suit_may_be_told_at_once_or_after_the_deal() -> None:
    state = table("partnership")
    assert after(state, "dealt").phase == "turned card"
    assert after(state, "dealt; turned hearts").turned == after(state, "turned hearts").turned == "hearts"
    assert after(state, "turned QH").card == "QH"
    assert after(state, "turned QH").turned == "hearts"


def test_calling_goes_from_the_dealers_left_to_the_dealer() -> None:
    state, line = table("partnership"), "turned hearts"
    for who in ("Bo", "Cy", "Dee", "Ann"):
        now = after(state, line)
        assert (now.phase, now.to_act) == ("calling, round 1", who)
        assert now.waiting == ("Cy", "Dee", "Ann")[len(now.passed) :]
        line += f"; {who} passes"
    assert after(state, line).phase == "calling, round 2"
    assert after(state, line).to_act == "Bo"


def test_ordered_up_the_dealer_takes_the_card_and_dealers_left_leads() -> None:
    state = table("partnership")
    now = after(state, "turned hearts; Bo passes; Cy orders")
    assert (now.phase, now.to_act) == ("taking up", "Ann")
    assert (now.maker, now.trump) == ("Cy", "hearts")
    assert instructions(now) == ["Ann picks it up and discards one. (EU-03)"]
    now = after(state, "turned hearts; Bo passes; Cy orders; taken up")
    assert (now.phase, now.leader) == ("play", "Bo")
    assert instructions(now) == ["Bo leads. (EU-06)"]


def test_a_whole_hand_trick_by_trick() -> None:
    state, line = table("partnership"), "turned hearts; Bo passes; Cy orders"
    for number, taker in enumerate(("Bo", "Ann", "Cy", "Ann"), 1):
        line += f"; {taker} takes it"
        now = after(state, line)
        assert (now.phase, now.leader, len(now.tricks)) == ("play", taker, number)
        assert not now.done
    assert now.counts == {"Ann": 2, "Bo": 1, "Cy": 1, "Dee": 0}
    assert now.tally == {"Ann & Cy": 3, "Bo & Dee": 1}
    now = after(state, line + "; Dee takes it")
    assert now.phase == "done"
    assert now.entry == {
        "kind": "hand",
        "maker": "Cy",
        "trump": "hearts",
        "tricks": {"Ann & Cy": 3, "Bo & Dee": 2},
    }
    assert now.step == step(state, now.entry)
    assert now.step is not None
    assert now.step.state.scores == {"Ann & Cy": 1, "Bo & Dee": 0}
    assert now.step.state.next_dealer == "Bo"


def test_turned_down_another_suit_is_named_and_nobody_takes_the_card() -> None:
    down = "turned hearts; Bo passes; Cy passes; Dee passes; Ann passes"
    now = after(table("partnership"), down)
    assert why_not(now, move="name", player="Bo", trump="hearts") == "turned-down (EU-04)"
    now = after(table("partnership"), down, "Bo passes; Cy names spades")
    assert (now.phase, now.maker, now.trump, now.leader) == ("play", "Cy", "spades", "Bo")


def test_the_dealer_is_stuck_unless_the_table_plays_otherwise() -> None:
    passes = "; Bo passes; Cy passes; Dee passes"
    line = "turned hearts" + passes + "; Ann passes" + passes
    now = after(table("partnership"), line)
    assert now.to_act == "Ann"
    assert why_not(now, move="pass", player="Ann") == "dealer-must-name (EU-05)"
    assert instructions(now) == ["Ann must name a suit. (EU-05)"]
    with pytest.raises(Refusal, match="The dealer must name trump"):
        after(table("partnership"), line, "Ann passes")
    free = table("partnership", options={"stick_the_dealer": False})
    now = after(free, line, "Ann passes")
    assert now.entry == {"kind": "hand", "result": "passed-out"}
    assert instructions(now) == ["No score. Bo deals next. (ALL-01)"]
    assert now.step is not None
    assert now.step.state.next_dealer == "Bo"


def test_a_redeal_stays_with_the_dealer_and_a_misdeal_is_not_known_here() -> None:
    again = {"move": "result", "result": "redeal"}
    now = after(table("partnership"), "turned hearts", again)
    assert now.entry == {"kind": "hand", "result": "redeal"}
    assert now.step is not None
    assert now.step.state.next_dealer == "Ann"
    with pytest.raises(Refusal) as refused:
        after(table("partnership"), {"move": "result", "result": "misdeal"})
    assert refused.value.field == "result"


def test_alone_the_partner_sits_out_and_does_not_lead() -> None:
    state = table("partnership")
    now = after(state, "turned hearts; Bo passes; Cy passes; Dee orders alone; taken up")
    assert now.sitting_out == ("Bo",)
    assert now.playing == ("Cy", "Dee", "Ann")
    assert now.leader == "Cy"
    now = after(state, "turned hearts; Bo passes; Cy passes; Dee orders alone", *["Dee takes it"] * 5)
    assert now.entry["alone"] is True
    assert now.step is not None
    assert now.step.state.scores == {"Ann & Cy": 0, "Bo & Dee": 4}
    with pytest.raises(Refusal) as refused:
        after(state, "turned hearts; Bo passes; Cy passes; Dee orders alone; Bo takes it")
    assert (refused.value.field, refused.value.entry) == ("player", 5)
    assert refused.value.code == "not-now"


def test_a_lone_defender_where_the_table_plays_so() -> None:
    state = table("partnership", options={"defend_alone": True})
    line = "turned hearts; Bo orders alone"
    now = after(state, line)
    assert now.phase == "lone defender"
    assert [one.words for one in now.allowed][:3] == [
        "Cy defends alone",
        "Ann defends alone",
        "Both defend together",
    ]
    now = after(state, line, "Cy defends; taken up")
    assert now.playing == ("Bo", "Cy")
    now = after(state, line, "Cy defends; taken up", *["Cy takes it"] * 3, *["Bo takes it"] * 2)
    assert now.entry["defended_alone"] == "Cy"
    assert now.step is not None
    assert now.step.state.scores == {"Ann & Cy": 4, "Bo & Dee": 0}
    assert after(state, line, "both defend").phase == "taking up"
    assert after(table("partnership"), line).phase == "taking up"


def test_a_farmers_hand_is_an_option() -> None:
    with pytest.raises(Refusal):
        after(table("partnership"), "turned hearts; Bo trades")


def test_another_dealer_is_named_before_the_deal() -> None:
    now = after(table("partnership"), "Cy deals; turned hearts")
    assert (now.dealer, now.to_act, now.entry) == ("Cy", "Dee", {"kind": "hand", "dealer": "Cy"})
    stealing = after(table("partnership", options={"steal_the_deal": True}))
    assert "EU-16" in instructions(stealing)[-1]


def test_everything_may_be_skipped_or_told_at_once() -> None:
    state = table("partnership")
    made = {"move": "made", "maker": "Bo", "trump": "hearts"}
    assert after(state, made).phase == "play"
    assert after(state, "turned hearts", made).to_act == "Ann"
    now = after(state, made, {"move": "tricks", "tricks": {"Bo & Dee": 5}})
    assert now.entry == {"kind": "hand", "maker": "Bo", "trump": "hearts", "tricks": {"Bo & Dee": 5}}
    assert now.done
    now = after(state, "skip; skip; skip; skip")
    assert (now.phase, now.entry, now.done) == ("form", {"kind": "hand"}, False)
    assert now.tellings == ("made", "tricks")
    now = after(state, "skip; skip; skip", TRICKS)
    assert (now.phase, now.tally) == ("form", {"Ann & Cy": 3, "Bo & Dee": 2})
    assert after(state, "skip; skip; skip", TRICKS, {"move": "made", "maker": "Bo"}).done


def test_what_is_told_outright_must_fit_what_was_noted() -> None:
    state, line = table("partnership"), "turned hearts; Bo orders; Bo takes it; Dee takes it"
    with pytest.raises(Refusal) as refused:
        after(state, line, {"move": "tricks", "tricks": {"Ann & Cy": 4, "Bo & Dee": 1}})
    assert refused.value == Refusal("tricks-so-far", "tricks", entry=5, player="Bo & Dee", tricks=2)
    with pytest.raises(Refusal) as refused:
        after(state, line, {"move": "tricks", "tricks": {"Ann & Cy": 4, "Bo & Dee": 2}})
    assert refused.value.field == "tricks"
    with pytest.raises(Refusal) as refused:
        after(
            state, "turned hearts", {"move": "made", "maker": "Bo"}, "skip", {"move": "made", "maker": "Cy"}
        )
    assert refused.value == Refusal("already-entered", "maker", entry=4, value="Bo")


def test_undoing_is_leaving_out_the_last_move() -> None:
    state = table("partnership")
    said = moves("turned hearts; Bo orders", TRICKS)
    assert after(state, *said[:-1]).phase == "play"
    assert after(state, *said).phase == "done"
