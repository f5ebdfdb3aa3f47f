"""The evening: rows, totals, ranking, headline, settling up."""

import pytest

from companion.recap.evening import evening
from companion.recap.text import facts, headline, page_title, settling
from scoring import VARIANTS
from scoring.settlement import Payment
from tests import games
from tests.companion.evenings import SIX, a_saturday, chip_hand, chips, evening_of, row, table_of
from tests.companion.factories import ENDLESS, NAMES, SEATS, hand, opening


@pytest.mark.parametrize("variant", SEATS)
def test_the_changes_of_all_rows_add_up_to_the_totals(variant: str) -> None:
    entries = opening(variant) + [hand(variant, number) for number in range(7)]
    moved: dict[str, object] = {"kind": "transfer", "from": "Ann", "to": "Bo", "chips": 3, "reason": "lost"}
    if not VARIANTS[variant].has_bank:
        team = VARIANTS[variant].side_of(NAMES[: SEATS[variant]], "Bo")
        moved = {"kind": "adjust", "player": team, "points": 3, "reason": "miscounted"}
    entries.append(moved)
    told = evening_of(variant, *entries, options=ENDLESS[variant])
    for name in told.players:
        assert told.start[name] + sum(one.change[name] for one in told.rows) == told.totals[name]
    assert len(told.hands) == 7
    assert len(told.rows) == 8


def test_results_in_chips_take_no_notice_of_buying() -> None:
    told = a_saturday()
    assert [one.number for one in told.rows] == [*range(1, 9)]
    assert told.totals == told.state.net
    assert sum(told.totals.values()) == 0


def test_somebody_who_came_later_stands_at_nothing_before() -> None:
    late = {"kind": "join", "player": "Gus", "left_of": "Fay"}
    told = evening_of("poker-chips", *chips(), chip_hand("Dee", 0, {"Dee": 8}), late, players=SIX)
    assert told.players == (*SIX, "Gus")
    assert told.rows[0].change["Gus"] == 0


def test_an_adjustment_that_changes_nothing_is_still_told() -> None:
    adjust = {"kind": "adjust", "player": "Bo", "points": -3, "reason": "exposed a card"}
    [one] = evening_of("king-cutthroat", adjust).rows
    assert (one.number, one.label, one.note, one.change["Bo"]) == (None, "adjustment", "exposed a card", 0)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_row_says_who_made_what(variant: str) -> None:
    said = games.facts(variant).ROWS
    assert said
    for entry, label, trump in said:
        made = evening_of(variant, *opening(variant), entry).hands[0]
        assert (made.label, made.trump) == (label, trump)


def test_the_pot_taken_unplayed_says_that_there_were_no_tricks() -> None:
    entry = {"kind": "hand", "folded": SIX[1:], "bets": {}}
    for made in (entry, {**entry, "trump": "hearts"}):
        assert evening_of("poker-chips", *chips(), made, players=SIX).rows[0].label == "no tricks"


def test_the_lowest_leads_where_points_count_down() -> None:
    told = evening_of("buck", hand("buck", tricks={"Ann": 3, "Bo": 2}))
    assert told.ranking[0] == "Ann"
    assert told.first == ("Ann",)
    assert told.gain(told.rows[0], "Ann") == 3


def test_winners_stand_first_though_others_have_more() -> None:
    sweep = hand("buck", 1, tricks={"Bo": 5}, maker="Bo", choices={"Cy": "drop"})
    ahead = {"kind": "adjust", "player": "Ann", "points": -20, "reason": "from last week"}
    told = evening_of("buck", ahead, sweep)
    assert (told.first, told.ranking[0]) == (("Bo",), "Bo")


def test_the_headline_of_a_won_evening() -> None:
    head = headline(a_saturday())
    assert (head.title, head.figure) == ("Eli wins", "+68")
    assert (head.how, head.second) == ("was 26 down after hand 4", "Ann second, +12")
    assert sum(head.chips) == 68
    assert facts(a_saturday()) == "Poker-Euchre, 6 players, 8 hands, November 14, 2026"
    assert page_title(a_saturday()) == "Saturday: Eli, +68"


def test_a_team_were_behind_where_a_player_was() -> None:
    theirs = hand("partnership", 1, tricks={"Bo & Dee": 5})
    ours = hand("partnership", 0, alone=True, tricks={"Ann & Cy": 5})
    head = headline(evening_of("partnership", theirs, theirs, ours, ours, options={"target": 8}))
    assert (head.title, head.how) == ("Ann & Cy win", "were 4 behind after hand 2")


def test_the_headline_of_an_evening_that_goes_on() -> None:
    told = evening_of("partnership", hand("partnership"))
    head = headline(told)
    assert (head.title, head.figure, head.chips) == ("Ann & Cy are ahead", "1–0", ())
    assert (head.how, head.second) == ("", "")
    assert page_title(told) == "Euchre: Ann & Cy, 1–0"
    behind = {"kind": "adjust", "player": "Ann & Cy", "points": -3, "reason": "renege"}
    assert headline(evening_of("partnership", hand("partnership"), behind)).figure == "0 to −2"
    assert facts(told) == "Euchre, 4 players, 1 hand so far"


def test_the_headline_before_the_first_hand() -> None:
    told = evening_of("buck")
    assert headline(told).title == "Nothing played yet"
    assert page_title(told) == "Buck Euchre"


def test_those_who_are_level_are_all_named() -> None:
    level = evening_of("king-cutthroat", hand("king-cutthroat", tricks={"Ann": 4, "Bo": 3}, kings=["Bo"]))
    assert headline(level).title == "Ann and Bo are tied"
    assert headline(level).second == "Cy third, at 0"
    passed = {"kind": "hand", "result": "passed-out"}
    assert headline(evening_of("king-cutthroat", passed)).title == "All tied"


def test_a_hand_that_decides_the_game_is_why_it_was_won() -> None:
    sweep = hand("buck", tricks={"Ann": 5})
    assert headline(evening_of("buck", sweep)).how == "all five tricks in hand 1"
    king = hand("king-cutthroat", kings=["Ann", "Ann"], tricks={"Ann": 4, "Bo": 3})
    assert headline(evening_of("king-cutthroat", king, options={"target": 2})).how == "on a King, in hand 1"
    level = {"Ann": 4, "Bo": 4, "Cy": 4}
    playoff = [
        hand("poker-points", maker="Dee", tricks=level),
        hand("poker-points", maker="Ann", tricks={"Bo": 16}),
    ]
    told = evening_of("poker-points", *playoff, options={"target": 16})
    assert headline(told).how == "won the playoff, hand 2"


def test_settling_up_takes_the_fewest_payments() -> None:
    settled = settling(a_saturday())
    assert settled is not None
    assert settled.payments[0] == Payment("Fay", "Eli", 40)
    assert len(settled.payments) == 5
    assert (settled.chips(settled.payments[0]), settled.money(settled.payments[0])) == ("40 chips", "€4.00")
    assert settled.notes == ("A white chip is €0.10.", "All chips were bought on credit.")


def test_play_chips_are_settled_in_chips() -> None:
    settled = settling(a_saturday(chip_value_cents=0))
    assert settled is not None
    assert (settled.money(settled.payments[0]), settled.notes) == ("", ())


def test_nothing_is_settled_while_chips_lie_in_the_pot() -> None:
    told = evening_of("poker-chips", *chips(), chip_hand("Dee", 4, {"Ann": 4, "Cy": 4}), players=SIX)
    settled = settling(told)
    assert settled is not None
    assert (settled.payments, settled.open_pot) == ((), told.state.pot)
    assert told.state.pot > 0


def test_what_was_paid_in_cash_goes_back_first() -> None:
    entries = [
        *chips(on_credit=False),
        chip_hand("Dee", 0, {"Dee": 8}),
        {"kind": "cash-out", "player": "Dee"},
    ]
    settled = settling(evening_of("poker-chips", *entries, players=SIX, options={"chip_value_cents": 50}))
    assert settled is not None
    assert settled.notes == (
        "A white chip is €0.50.",
        "Everyone first takes back what they paid in: Ann €21.00, Bo €21.00, Cy €21.00, Dee €21.00, "
        "Eli €21.00, Fay €21.00.",
        "Players return cash paid at a cash-out.",
    )


def test_a_cash_out_that_paid_nothing_gives_nothing_back() -> None:
    bought = {"kind": "buy-in", "player": "Dee", "chips": 20, "on_credit": True}
    left = {"kind": "cash-out", "player": "Dee"}
    lost = {"kind": "transfer", "from": "Ann", "to": "Bo", "chips": 5, "reason": "lost"}
    paid = {"kind": "buy-in", "player": "Ann", "chips": 40}
    told = evening_of("poker-chips", bought, left, paid, lost, players=SIX, options={"chip_value_cents": 50})
    settled = settling(told)
    assert settled is not None
    assert settled.notes == (
        "A white chip is €0.50.",
        "Everyone first takes back what they paid in: Ann €20.00.",
    )


def test_points_are_not_settled() -> None:
    assert settling(evening_of("buck")) is None


def test_what_was_struck_out_or_comes_after_the_end_is_not_told() -> None:
    march = hand("partnership", tricks={"Ann & Cy": 5})
    later = [row(4, 2, None), row(5, 1, {**march, "alone": True})]
    told = evening(table_of("partnership", march, march, march, later=later, options={"target": 4}))
    assert [one.item.seq for one in told.rows] == [1]
