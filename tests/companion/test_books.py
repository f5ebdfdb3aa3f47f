"""The books: added to and never changed, balanced after every row, in the end those of the corrected game."""

import json

import pytest
from hypothesis import given, settings

from companion.bank import journal
from companion.bank.journal import BANK, CREDIT, LENT, PLAYER, POT, Account
from companion.log import table as log
from companion.log.table import Table
from scoring import replay
from scoring.settlement import drawer, reckon, settle_up
from tests.companion.chips import (
    as_it_grew,
    bought,
    cashed,
    corrected,
    empty,
    entered,
    evenings,
    joined,
    moved,
    played,
    restored,
)
from tests.effort import examples

evening = settings(max_examples=examples(40))


def stacks(name: str) -> Account:
    return Account(PLAYER, name)


def owed(name: str) -> Account:
    return Account(CREDIT, name)


def posted(table: Table, seq: int) -> dict[str, int]:
    """What row *seq* did to each account, as the journal says."""
    [transaction] = [done for done in journal.journal(table) if done.seq == seq]
    moved: dict[str, int] = {}
    for side in transaction.postings:
        moved[str(side.account)] = moved.get(str(side.account), 0) + side.chips
    return moved


def standing(table: Table) -> dict[Account, int]:
    """The balances that a table must have, those at zero left out."""
    state = replay(table.record).state
    expected = {BANK: state.bank, POT: state.pot, LENT: -sum(state.credit.values())}
    expected |= {stacks(name): chips for name, chips in state.scores.items()}
    expected |= {owed(name): chips for name, chips in state.credit.items()}
    return {account: chips for account, chips in expected.items() if chips}


# Laws


@evening
@given(evenings())
def test_the_journal_is_only_ever_added_to(table: Table) -> None:
    whole = journal.journal(table)
    for grown in as_it_grew(table):
        so_far = journal.journal(grown)
        assert so_far == whole[: len(so_far)]
        assert [done.seq for done in whole[len(so_far) :] if done.seq <= grown.version] == []


@evening
@given(evenings())
def test_after_every_row_the_books_are_those_of_the_corrected_game(table: Table) -> None:
    whole = journal.journal(table)
    for grown in as_it_grew(table):
        found = journal.balances(done for done in whole if done.seq <= grown.version)
        assert {account: chips for account, chips in found.items() if chips} == standing(grown)


@evening
@given(evenings())
def test_every_transaction_balances_and_so_do_the_books(table: Table) -> None:
    transactions = journal.journal(table)
    assert [sum(side.chips for side in done.postings) for done in transactions] == [0] * len(transactions)
    assert journal.trial_balance(transactions) == 0
    now = journal.balances_now(table)
    assert {one: chips for one, chips in now.items() if chips} == {
        one: chips for one, chips in journal.balances(transactions).items() if chips
    }


@evening
@given(evenings())
def test_chips_issued_are_held_or_in_the_pot_and_nobody_is_below_zero(table: Table) -> None:
    whole = journal.journal(table)
    for length in range(len(whole) + 1):
        found = journal.balances(whole[:length])
        held = sum(chips for account, chips in found.items() if account.kind == PLAYER)
        assert -found.get(BANK, 0) == held + found.get(POT, 0)
        assert {account.kind for account, chips in found.items() if chips < 0} <= {BANK.kind, LENT.kind}


@evening
@given(evenings())
def test_results_and_the_pot_add_up_to_zero(table: Table) -> None:
    state = table.state
    assert sum(state.net.values()) + state.pot == 0
    assert {player.player: player.result for player in reckon(state)} == state.net


@evening
@given(evenings())
def test_a_statement_goes_from_nothing_to_what_the_player_has(table: Table) -> None:
    transactions = journal.journal(table)
    for name in table.state.invested:
        lines = journal.statement(transactions, name)
        assert [line.before for line in lines] == [0, *(line.after for line in lines)][: len(lines)]
        assert all(line.before + line.change == line.after for line in lines)
        last = lines[-1] if lines else None
        assert (last.after if last else 0) == table.state.scores.get(name, 0)
        assert (last.owes if last else 0) == table.state.credit.get(name, 0)


@evening
@given(evenings())
def test_the_drawer_holds_what_is_due_to_everybody_and_the_pot(table: Table) -> None:
    steps = [item.step.state for item in table.entries if item.step]
    cash = drawer(steps)
    assert cash.holds == sum(player.due for player in reckon(table.state)) + table.state.pot
    assert cash.holds == sum(player.paid for player in reckon(table.state))
    assert min(cash.paid_in, cash.paid_out) >= 0


@evening
@given(evenings())
def test_fewer_payments_than_players_settle_the_evening_exactly(table: Table) -> None:
    state = (table if table.state.over else entered(table, {"kind": "end"})).state
    payments = settle_up(state.net)
    gained = dict.fromkeys(state.net, 0)
    for payment in payments:
        gained[payment.payer] -= payment.chips
        gained[payment.receiver] += payment.chips
    assert gained == state.net
    assert len(payments) <= len(state.net) - 1


# Entries


def three() -> Table:
    return entered(empty("Ann", "Bo", "Cy"), *(bought(name, 100) for name in ("Ann", "Bo", "Cy")))


def test_a_buy_in_comes_from_the_bank_by_its_rule() -> None:
    [first, *_others] = journal.journal(three())
    assert (first.seq, first.description, first.note, first.corrects) == (1, "Ann bought 100", "", None)
    assert [(str(side.account), side.chips, side.rule, side.text) for side in first.postings] == [
        ("bank", -100, "PC-04", "bought in"),
        ("player:Ann", 100, "PC-04", "bought in"),
    ]


def test_an_entry_is_told_as_it_was_entered() -> None:
    table = entered(empty("bo", "Cy"), bought("bo", 9, on_credit=True), moved("bo", "pot", 4, "lost a bet"))
    table = entered(table, {"kind": "end"})
    assert [done.description for done in journal.journal(table)] == [
        "bo bought 9 on credit",
        "4 from bo to the pot: lost a bet",
        "Game ended early",
    ]


def test_every_posting_of_a_hand_has_its_rule() -> None:
    table = entered(three(), {**played("Ann", 4, Ann=9, Bo=7, Cy=0), "note": "close"})
    hand = journal.journal(table)[-1]
    assert (hand.seq, hand.note) == (4, "close")
    assert hand.description.startswith("Hand 1: Ann called")
    assert [(str(side.account), side.chips, side.rule) for side in hand.postings if side.account != POT] == [
        *[("player:Bo", -16, "PC-05"), ("player:Cy", -16, "PC-05"), ("player:Ann", -16, "PC-05")],
        *[("player:Bo", -4, "PC-07"), ("player:Cy", -4, "PC-07"), ("player:Ann", -4, "PC-07")],
        *[("player:Bo", 21, "PC-13"), ("player:Ann", 27, "PC-13"), ("player:Ann", 12, "PC-14")],
    ]


def test_rows_that_move_nothing_are_left_out() -> None:
    table = entered(three(), {"kind": "hand", "result": "misdeal"}, joined("Dee", "Cy"))
    table = corrected(table, 1, bought("Ann", 100, note="late"))
    assert [done.seq for done in journal.journal(table)] == [1, 2, 3]


def test_a_game_for_points_has_no_journal() -> None:
    header = {"format": "bower.game/1", "variant": "poker-points", "players": ["Ann", "Bo"]}
    table = log.table("table", json.dumps(header), ())
    table = entered(table, {"kind": "hand", "maker": "Ann", "tricks": {"Ann": 20, "Bo": 5}})
    assert table.state.scores["Ann"] > 0
    assert journal.journal(table) == ()


# Credit


def test_credit_stands_in_accounts_of_its_own() -> None:
    table = entered(empty("Ann", "Bo"), bought("Bo", 20, on_credit=True))
    assert posted(table, 1) == {"bank": -20, "player:Bo": 20, "lent": -20, "credit:Bo": 20}
    assert {side.rule for side in journal.journal(table)[0].postings} == {"PC-04"}
    assert list(journal.balances(journal.journal(table))) == [BANK, stacks("Bo"), LENT, owed("Bo")]


def test_chips_bought_to_pay_are_lent_by_their_own_rule() -> None:
    table = entered(empty("Ann", "Bo"), bought("Ann", 60), bought("Bo", 30), played("Bo", 5, Ann=25, Bo=0))
    hand = journal.journal(table)[-1]
    assert table.state.credit == {"Bo": 5}
    assert [
        (str(s.account), s.chips, s.rule) for s in hand.postings if s.account.kind in (LENT.kind, CREDIT)
    ] == [
        ("lent", -5, "PC-20"),
        ("credit:Bo", 5, "PC-20"),
    ]


@pytest.mark.parametrize(("owing", "left"), [(12, 0), (30, 0), (45, 15)])
def test_credit_is_deducted_from_a_cash_out(owing: int, left: int) -> None:
    table = entered(
        three(), bought("Bo", owing, on_credit=True), moved("Bo", "Ann", 70 + owing), cashed("Bo")
    )
    deducted = owing - left
    assert posted(table, 6) == {
        "player:Bo": -30,
        "bank": 30,
        "lent": deducted,
        "credit:Bo": -deducted,
    }
    assert {s.rule for s in journal.journal(table)[-1].postings if s.account == LENT} == {"PC-22"}
    assert table.state.credit.get("Bo", 0) == left
    [line] = [line for line in journal.statement(journal.journal(table), "Bo") if line.transaction.seq == 6]
    assert (line.before, line.change, line.after, line.owes) == (30, -30, 0, left)


def test_a_buy_in_that_was_paid_for_after_all_changes_only_the_credit() -> None:
    table = corrected(entered(three(), bought("Bo", 9, on_credit=True)), 4, bought("Bo", 9))
    assert posted(table, 5) == {"lent": 9, "credit:Bo": -9}


# Corrections


def test_a_correction_posts_the_difference_to_every_account_and_nothing_else() -> None:
    before = entered(three(), played("Ann", 4, Ann=9, Bo=7, Cy=0), played("Ann", 4, Ann=9, Bo=7, Cy=0))
    table = corrected(before, 4, played("Ann", 4, Ann=7, Bo=9, Cy=0))
    assert journal.journal(table)[:-1] == journal.journal(before)
    adjusting = journal.journal(table)[-1]
    assert (adjusting.seq, adjusting.corrects, adjusting.description) == (6, 4, "Correction of hand 1")
    assert posted(table, 6) == {"player:Ann": -22, "player:Bo": 22}
    assert {(side.rule, side.text) for side in adjusting.postings} == {("ALL-05", "Correction of hand 1")}


def test_a_correction_carries_its_consequences_for_later_hands() -> None:
    """With 32 chips Bo cannot pay all of the second 5: he buys 3 of them on credit."""
    hands = ({"kind": "hand", "result": "misdeal"}, played("Bo", 5, Ann=25, Bo=0))
    table = entered(empty("Ann", "Bo"), bought("Ann", 60), bought("Bo", 60), *hands)
    assert table.state.scores == {"Ann": 95, "Bo": 25}
    table = corrected(table, 2, bought("Bo", 32))
    assert table.state.scores == {"Ann": 95, "Bo": 0}
    assert posted(table, 5) == {"bank": 25, "player:Bo": -25, "lent": -3, "credit:Bo": 3}


def test_striking_out_takes_back_what_the_entry_did() -> None:
    table = corrected(three(), 2, None)
    assert posted(table, 4) == {"bank": 100, "player:Bo": -100}
    assert journal.journal(table)[-1].description == "Removed: Bo’s buy-in"
    back = restored(table, 2)
    assert posted(back, 5) == {"bank": -100, "player:Bo": 100}
    assert journal.journal(back)[-1].description == "Restored: Bo’s buy-in"


def test_an_entry_after_the_end_counts_for_nothing() -> None:
    table = entered(three(), moved("Ann", "pot", 9), bought("Bo", 50))
    ended = corrected(table, 4, {"kind": "end"})
    assert posted(ended, 6) == {"bank": 50, "player:Ann": 9, "player:Bo": -50, "pot": -9}
    again = corrected(ended, 4, None)
    assert posted(again, 7) == {"bank": -50, "player:Bo": 50}


@pytest.mark.parametrize(
    ("entry", "subject"),
    [
        (moved("Ann", "pot", 9), "the transfer from Ann to the pot"),
        (cashed("Bo"), "Bo’s cash-out"),
        (played("Ann", 4, Ann=9, Bo=7, Cy=0), "hand 1"),
    ],
)
def test_a_correction_says_what_it_corrects(entry: dict[str, object], subject: str) -> None:
    table = corrected(entered(three(), entry), 4, bought("Cy", 1, note="it was this"))
    adjusting = journal.journal(table)[-1]
    assert (adjusting.description, adjusting.note) == ("Correction of " + subject, "it was this")


def test_the_end_of_the_game_is_named_when_it_is_taken_back() -> None:
    table = entered(three(), moved("Ann", "pot", 9), {"kind": "end"})
    assert journal.journal(corrected(table, 5, None))[-1].description == "Removed: the end"


def test_somebody_who_never_came_leaves_the_books() -> None:
    table = entered(three(), joined("Dee", "Cy"), bought("Dee", 10))
    table = corrected(corrected(table, 5, None), 4, None)
    assert posted(table, 6) == {"bank": 10, "player:Dee": -10}
    assert journal.balances(journal.journal(table))[stacks("Dee")] == 0


def test_a_statement_tells_only_what_touched_the_player() -> None:
    table = entered(three(), moved("Ann", "Bo", 5), moved("Ann", "Cy", 7))
    lines = journal.statement(journal.journal(table), "Bo")
    assert [(line.transaction.seq, line.before, line.change, line.after, line.owes) for line in lines] == [
        (2, 0, 100, 100, 0),
        (4, 100, 5, 105, 0),
    ]
