"""A round of bids and nothing turned up: the standard phases, in a game that is not one of Bower's."""

import random
from dataclasses import replace

import pytest

from scoring import VARIANTS, Refusal, State, step
from scoring.follow import Follow
from scoring.options import flag, number
from scoring.phases.bidding import Bidding, bidding
from scoring.phases.deal import Dealing, dealing
from scoring.phases.play import Playing, playing
from scoring.progress import progress
from scoring.shape import Entry
from scoring.table import PASSED_OUT, REDEAL, Line, Outcome
from scoring.variant import MAKER, Deal, Lead, Pack, Unplayed, Variant, fixed_deals
from tests.scoring.progress.tables import Move, after, instructions, may, moves, why_not
from tests.scoring.progress.walks import walk, with_chips

RULES = Bidding(
    rule="XX-03",
    alone="XX-04",
    nobody="XX-05",
    trump="XX-06",
    least=lambda facts: int(facts.state.options["min_bid"]),
    dealer_must=lambda facts: bool(facts.state.options["stick_the_dealer"]),
)
OPTIONS = {"min_bid": 2, "stick_the_dealer": False}


def score_hand(state: State, entry: Entry, dealer: str) -> Outcome:
    """A point for every trick that was bid."""
    bid = entry["bid"]
    assert isinstance(bid, int)
    return Outcome([Line(state.variant.side_of(state.players, str(entry["maker"])), bid, "XX-07", "bid")])


def game() -> Variant:
    """A game of two teams with a round of bids."""
    euchre = VARIANTS["partnership"]
    [tricks] = [field for field in euchre.fields if field.name == "tricks"]
    return replace(
        euchre,
        name="bids",
        title="Bids",
        pack=replace(Pack(euchre.pack.ranks, "XX-01", "24 cards"), no_trump_rule="XX-01"),
        deal=fixed_deals({4: Deal(6, 0, 0, "in batches of three", "XX-02")}),
        turn_up=None,
        lead=Lead("XX-06", MAKER),
        options=(
            number("min_bid", 2, "XX-03", "Lowest bid", "the lowest bid"),
            flag("stick_the_dealer", False, "XX-05", "Stick the dealer", "the dealer must bid"),
        ),
        fields=(*euchre.fields, replace(tricks, name="bid")),
        unplayed=(Unplayed(PASSED_OUT, "XX-05", unless="stick_the_dealer"), Unplayed(REDEAL, "ALL-01")),
        score_hand=score_hand,
        goal=None,
        follow=Follow(
            phases=(*dealing(Dealing(ask="Deal")), *bidding(RULES), playing(Playing())),
        ),
    )


BIDS = game()


def table(**options: int | bool) -> State:
    """A table before a hand, Ann to deal."""
    players = ("Ann", "Bo", "Cy", "Dee")
    scores = dict.fromkeys(BIDS.sides(players), 0)
    return State(BIDS, {**OPTIONS, **options}, players, scores, "Ann")


def test_the_deal_turns_nothing_up() -> None:
    now = after(table())
    assert (now.phase, now.ask, now.to_act) == ("deal", "Deal", "Ann")
    assert may(now) == ["dealt", "dealer", "result", "skip"]
    assert instructions(now) == ["Ann deals 6 each, in batches of three. (XX-02)"]
    assert after(table(), "dealt").phase == "bidding"


def test_each_bids_once_more_than_before_from_the_dealers_left() -> None:
    now = after(table(), "dealt")
    assert (now.to_act, now.waiting, now.ask) == ("Bo", ("Cy", "Dee", "Ann"), "Bo: pass or bid?")
    assert instructions(now) == ["Bo may bid 2 or more, or pass. (XX-03)"]
    words = ["Pass", "Bid 2", "Bid 3", "Bid 4", "Bid 5", "Bid 6", "Alone"]
    assert [one.words for one in now.offers][:7] == words
    now = after(table(), "dealt; Bo bids 4")
    assert instructions(now) == ["Cy may bid more than 4, or pass. (XX-03)"]
    assert [one.words for one in now.allowed][:4] == ["Pass", "Bid 5", "Bid 6", "Alone"]
    assert why_not(now, move="bid", player="Cy", bid=4) == "bid-more (XX-03)"
    with pytest.raises(Refusal, match="Bo has bid 4: bid more"):
        after(table(), "dealt; Bo bids 4; Cy bids 3")
    with pytest.raises(Refusal) as refused:
        after(table(), "dealt; Bo bids 1")
    assert refused.value.field == "bid"
    now = after(table(), "dealt; Bo bids 6")
    assert instructions(now) == ["Cy may bid alone or pass. (XX-04)"]
    assert [one.words for one in now.allowed][:2] == ["Pass", "Alone"]
    passed_out = {"move": "result", "result": "passed-out"}
    assert why_not(now, **passed_out) == "bid-made (XX-05)"


def test_the_highest_bidder_names_trump_and_leads() -> None:
    line = "dealt; Bo passes; Cy bids 3; Dee passes; Ann bids 4"
    now = after(table(), line)
    assert (now.phase, now.to_act, now.maker, now.bid, now.ask) == (
        "naming trump",
        "Ann",
        "Ann",
        4,
        "Ann: name trump",
    )
    assert [(bid.player, bid.tricks, bid.alone) for bid in now.bids] == [("Cy", 3, False), ("Ann", 4, False)]
    assert instructions(now) == ["Ann names trump or no trump. (XX-06)"]
    assert now.passed == ("Bo", "Dee")
    now = after(table(), line, "Ann names no-trump")
    assert (now.phase, now.trump, now.leader, now.total) == ("play", "no-trump", "Ann", 6)
    assert instructions(now) == ["Ann leads. (XX-06)"]
    tricks = ["Ann takes it; Bo takes it; Cy takes it", "Ann takes it; Dee takes it; Cy takes it"]
    now = after(table(), line, "Ann names hearts", *tricks)
    assert now.entry == {
        "kind": "hand",
        "maker": "Ann",
        "trump": "hearts",
        "bid": 4,
        "tricks": {"Ann & Cy": 4, "Bo & Dee": 2},
    }
    assert now.step == step(table(), now.entry)


def test_alone_is_the_highest_bid_and_the_partner_sits_out() -> None:
    now = after(table(), "dealt; Bo bids 6; Cy bids 6 alone; Cy names spades")
    assert (now.phase, now.alone, now.sitting_out, now.leader) == ("play", True, ("Ann",), "Cy")
    assert now.playing == ("Bo", "Cy", "Dee")
    now = after(table(), "dealt; Bo passes; Cy passes; Dee passes; Ann bids 6 alone; Ann names clubs")
    assert (now.leader, now.playing) == ("Ann", ("Bo", "Dee", "Ann"))
    now = after(table(), "dealt; Bo bids 6 alone; Bo names clubs", *["Bo takes it"] * 6)
    assert now.entry == {
        "kind": "hand",
        "maker": "Bo",
        "trump": "clubs",
        "alone": True,
        "bid": 6,
        "tricks": {"Bo & Dee": 6},
    }


def test_when_nobody_bids_the_hand_is_passed_out_or_the_dealer_must() -> None:
    passes = "dealt; Bo passes; Cy passes; Dee passes"
    now = after(table(), passes, "Ann passes")
    assert now.entry == {"kind": "hand", "result": "passed-out"}
    assert instructions(now) == ["No score. Bo deals next. (ALL-01)"]
    now = after(table(stick_the_dealer=True), passes)
    assert (now.ask, instructions(now)) == ("Ann: bid", ["Ann must bid. (XX-05)"])
    assert why_not(now, move="pass", player="Ann") == "dealer-must-bid (XX-05)"
    assert "passed-out" not in [one.move.get("result") for one in now.offers]
    now = after(table(stick_the_dealer=True), "dealt; Bo passes; Cy bids 2; Dee passes; Ann passes")
    assert now.maker == "Cy"
    words = [one.words for one in after(table(), "dealt").offers if one.move["move"] == "result"]
    assert words == ["Everyone passed", "Deal again"]


def test_everything_may_be_skipped_or_told_at_once() -> None:
    made: Move = {"move": "made", "maker": "Bo", "trump": "hearts", "bid": 3}
    assert after(table(), made).leader == "Bo"
    now = after(table(), made, {"move": "tricks", "tricks": {"Bo & Dee": 4, "Ann & Cy": 2}})
    assert now.done
    now = after(table(), "skip; skip")
    assert (now.phase, now.leader, instructions(now)) == ("play", None, ["The maker leads. (XX-06)"])
    now = after(table(), "skip; skip; skip")
    assert (now.phase, now.tellings) == ("form", ("made", "tricks"))
    alone = after(table(), {"move": "made", "maker": "Bo", "alone": True})
    assert (alone.phase, alone.bid, alone.alone) == ("naming trump", 6, True)
    now = after(table(), {"move": "made", "maker": "Bo"}, "skip")
    assert (now.phase, now.bid, "made" in now.tellings) == ("play", 0, True)


@pytest.mark.parametrize(
    ("line", "move", "field", "message"),
    [
        ("dealt", {"maker": "Eve", "bid": 3}, "maker", "Eve"),
        ("dealt", {"bid": 3}, "maker", ""),
        ("dealt", {"maker": "Bo", "bid": 1}, "bid", "Bid 2 to 6."),
        ("dealt", {"maker": "Bo", "bid": 7}, "bid", "Bid 2 to 6."),
        ("dealt; Bo bids 4", {"maker": "Cy", "bid": 3}, "bid", "Bid 4 to 6."),
        ("dealt", {"maker": "Bo", "bid": 5, "alone": True}, "alone", "Alone is a bid of 6."),
        ("dealt", {"maker": "Bo", "trump": "stars"}, "trump", "stars"),
        ("dealt; Bo bids 6 alone", {"maker": "Cy", "trump": "spades"}, "maker", "Bo is already entered."),
        ("dealt; Bo bids 6 alone", {"bid": 6, "trump": "spades"}, "bid", "6 is already entered."),
    ],
)
def test_what_cannot_be_told_is_refused(line: str, move: Move, field: str, message: str) -> None:
    with pytest.raises(Refusal) as refused:
        after(table(), line, {"move": "made", **move})
    assert refused.value.field == field
    assert message in refused.value.message


def test_hands_told_at_random_end_in_an_entry_that_scores() -> None:
    rng = random.Random("bids")  # noqa: S311 the same hands in every run
    for turn in range(40):
        state = table(stick_the_dealer=bool(turn % 2), min_bid=1 + turn % 6)
        last = walk(rng, state)[-1]
        assert last.phase == "done"
        assert last.step == step(state, last.entry)


def test_every_offer_is_what_it_says() -> None:
    rng = random.Random("bids")  # noqa: S311
    for _ in range(10):
        made: list[Move] = moves("dealt")
        while (now := progress(table(), made)).allowed:
            for one in now.offers:
                assert taken([*made, with_chips(rng, one)]) is one.allowed
            made.append(with_chips(rng, rng.choice(now.allowed)))


def taken(said: list[Move]) -> bool:
    try:
        progress(table(), said)
    except Refusal:
        return False
    return True
