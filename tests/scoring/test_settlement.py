"""Closing the bank: everybody gets what is due, at the drawer or in the fewest payments."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import from_json, opening, step
from scoring.refusal import Refusal
from scoring.settlement import Drawer, Payment, Reckoning, drawer, reckon, settle_up
from tests.effort import examples


def told(net):
    return [f"{p.payer} pays {p.receiver} {p.chips}" for p in settle_up(net)]


def test_two_settle_in_one_payment_pc_22():
    assert told({"Ann": 5, "Bo": -5}) == ["Bo pays Ann 5"]


def test_nobody_pays_when_nobody_won():
    assert told({"Ann": 0, "Bo": 0}) == []
    assert told({}) == []


def test_the_larger_payment_stands_first():
    assert told({"Ann": -1, "Bo": 10, "Cy": -9}) == ["Cy pays Bo 9", "Ann pays Bo 1"]


def test_payments_of_one_size_stand_in_seat_order():
    assert told({"Dee": 3, "Cy": -3, "Bo": 3, "Ann": -3}) == ["Cy pays Dee 3", "Ann pays Bo 3"]
    assert told({"Ann": 6, "Bo": 3, "Cy": -9}) == ["Cy pays Ann 6", "Cy pays Bo 3"]
    assert told({"Ann": -4, "Bo": 8, "Cy": -4}) == ["Ann pays Bo 4", "Cy pays Bo 4"]


def test_groups_that_settle_among_themselves_save_payments():
    """Largest to largest would take five: Ann's 7 is Bo's 4 and Cy's 3, Dee's 6 is Eve's and Flo's."""
    net = {"Ann": 7, "Bo": -4, "Cy": -3, "Dee": 6, "Eve": -5, "Flo": -1}
    assert told(net) == ["Eve pays Dee 5", "Bo pays Ann 4", "Cy pays Ann 3", "Flo pays Dee 1"]


def test_twelve_at_the_table_settle_in_as_few_payments_as_can_be():
    net = dict(zip("ABCDEFGHIJKL", [11, -7, -4, 13, -8, -5, 17, -9, -8, 20, -19, -1], strict=True))
    assert len(settle_up(net)) == 8


def test_fourteen_are_still_searched():
    results = [11, -7, -4, 13, -8, -5, 17, -9, -8, 20, -19, -1, 3, -3]
    assert len(settle_up(dict(zip("ABCDEFGHIJKLMN", results, strict=True)))) == 9


def test_more_than_that_settle_exactly_all_the_same():
    net = {f"player {n}": n for n in range(1, 31)}
    net["the loser"] = -sum(net.values())
    assert len(settle_up(net)) == 30
    assert paid_out(settle_up(net)) == net


@pytest.mark.parametrize(
    ("net", "code"),
    [
        ({"Ann": 5, "Bo": -4}, "net-sum"),
        ({"Ann": True, "Bo": -1}, "whole-for"),
        ({"Ann": 1.0, "Bo": -1.0}, "whole-for"),
    ],
)
def test_results_that_do_not_balance_are_refused(net, code):
    with pytest.raises(Refusal) as refused:
        settle_up(net)
    assert (refused.value.field, refused.value.code) == ("net", code)


def paid_out(payments):
    """What each who pays or is paid has gained."""
    gained: dict[str, int] = {}
    for payment in payments:
        gained[payment.payer] = gained.get(payment.payer, 0) - payment.chips
        gained[payment.receiver] = gained.get(payment.receiver, 0) + payment.chips
    return gained


def balanced(most):
    """Results of up to *most* players that add up to 0; small, so that groups of them often do too."""
    numbers = st.lists(st.integers(-9, 9), min_size=1, max_size=most - 1)
    return numbers.map(lambda results: [*results, -sum(results)]).map(
        lambda results: {f"player {place}": result for place, result in enumerate(results)}
    )


def fewest(results):
    """The slow way: the first who is still open settles with each of the others in turn."""
    results = [result for result in results if result]
    if not results:
        return 0
    first, others = results[0], results[1:]
    return 1 + min(
        fewest([*others[:place], others[place] + first, *others[place + 1 :]])
        for place in range(len(others))
        if others[place] * first < 0
    )


@given(balanced(6))
def test_six_players_never_pay_more_often_than_they_must(net):
    assert len(settle_up(net)) == fewest(list(net.values()))


@settings(max_examples=examples(25))
@given(balanced(17))
def test_everybody_gets_exactly_what_is_due_in_real_payments_larger_first(net):
    payments = settle_up(net)
    assert paid_out(payments) == {name: result for name, result in net.items() if result}
    assert all(payment.chips > 0 for payment in payments)
    assert [p.chips for p in payments] == sorted((p.chips for p in payments), reverse=True)
    assert len(payments) < len(net)
    assert payments == settle_up(dict(net))


def test_a_payment_says_who_pays_whom():
    assert settle_up({"Ann": 5, "Bo": -5}) == (Payment(payer="Bo", receiver="Ann", chips=5),)


def evening(*entries):
    """The table of Ann, Bo and Cy before the first entry and after each of them."""
    header = {"format": "bower.game/1", "variant": "poker-chips", "players": ["Ann", "Bo", "Cy"]}
    states = [opening(from_json(header))]
    for entry in entries:
        states.append(step(states[-1], entry).state)
    return states


def bought(player, chips, on_credit=False):
    return {"kind": "buy-in", "player": player, "chips": chips, "on_credit": on_credit}


def moved(source, target, chips):
    return {"kind": "transfer", "from": source, "to": target, "chips": chips, "reason": "a hand"}


def cashed(player):
    return {"kind": "cash-out", "player": player}


def joined(player):
    return {"kind": "join", "player": player, "left_of": "Ann"}


def reckoned(states, name):
    return next(player for player in reckon(states[-1]) if player.player == name)


def test_who_paid_cash_gets_what_the_chips_are_worth_pc_22():
    states = evening(bought("Ann", 40), bought("Bo", 40), moved("Bo", "Ann", 15))
    assert reckon(states[-1]) == (
        Reckoning("Ann", paid=40, credit=0, holds=55),
        Reckoning("Bo", paid=40, credit=0, holds=25),
        Reckoning("Cy", paid=0, credit=0, holds=0),
    )
    assert [(player.due, player.result) for player in reckon(states[-1])] == [(55, 15), (25, -15), (0, 0)]


def test_credit_is_deducted_at_the_drawer_pc_22():
    states = evening(bought("Ann", 40), bought("Bo", 30, on_credit=True), moved("Bo", "Ann", 20))
    bo = reckoned(states, "Bo")
    assert (bo.paid, bo.credit, bo.holds, bo.due, bo.result) == (0, 30, 10, -20, -20)
    assert (drawer(states), drawer(states).holds) == (Drawer(paid_in=40, paid_out=0), 40)


def test_who_cashes_out_on_credit_is_paid_the_rest_pc_22():
    states = evening(bought("Ann", 40), bought("Bo", 30, on_credit=True), moved("Ann", "Bo", 5), cashed("Bo"))
    bo = reckoned(states, "Bo")
    assert (bo.paid, bo.credit, bo.holds, bo.due, bo.result) == (-5, 0, 0, 0, 5)
    assert drawer(states) == Drawer(paid_in=40, paid_out=5)
    assert drawer(states).holds == 35


def test_who_cashes_out_with_less_than_their_credit_owes_what_is_left_pc_22():
    states = evening(
        bought("Ann", 40), bought("Bo", 30, on_credit=True), moved("Bo", "Ann", 20), cashed("Bo")
    )
    bo = reckoned(states, "Bo")
    assert (bo.paid, bo.credit, bo.due, bo.result) == (0, 20, -20, -20)
    assert drawer(states) == Drawer(paid_in=40, paid_out=0)


def test_who_comes_back_still_owes_pc_22():
    owing = (bought("Ann", 40), bought("Bo", 30, on_credit=True), moved("Bo", "Ann", 20), cashed("Bo"))
    states = evening(*owing, joined("Bo"), bought("Bo", 10), bought("Bo", 5, on_credit=True))
    bo = reckoned(states, "Bo")
    assert (bo.paid, bo.credit, bo.holds, bo.due, bo.result) == (10, 25, 15, -10, -20)


def test_the_drawer_is_counted_against_what_it_should_hold():
    held = Drawer(paid_in=120, paid_out=45)
    assert held.holds == 75
    assert [held.difference(75), held.difference(70), held.difference(760, chip_value=10)] == [0, -5, 10]
