"""What a shortfall lets go stays known, also where not a chip was left to move (PC-20)."""

import pytest

from scoring import from_json, opening, step
from scoring.goal import short_of_ante
from scoring.settlement import Drawer, Payment, at_the_drawer, cash_moved

PLAYERS = ["Ann", "Bo", "Cy"]


def after(*entries, **options):
    """The last of these entries as it was scored."""
    state = opening(
        from_json(
            {"format": "bower.game/1", "variant": "poker-chips", "players": PLAYERS, "options": options}
        )
    )
    done = None
    for entry in entries:
        done = step(state, {**entry})
        state = done.state
    return done


def bought(**chips):
    return [{"kind": "buy-in", "player": name, "chips": number} for name, number in chips.items()]


def euchred(bet):
    """Bo makes it and is euchred by Ann, all in for *bet*."""
    bets = dict.fromkeys(PLAYERS, bet)
    return {"kind": "hand", "maker": "Bo", "bets": bets, "tricks": {"Ann": 9, "Bo": 0, "Cy": 7}}


def told(done):
    return [(one.source, one.target, one.chips, one.reason.rule) for one in done.forgiven]


@pytest.mark.parametrize(("holds", "forgiven"), [(36, 10), (40, 6), (46, 0)])
def test_what_could_not_be_paid_is_forgiven(holds, forgiven):
    done = after(*bought(Ann=96, Bo=holds - 10, Cy=96), euchred(10), shortfall="forgive")
    assert told(done) == ([("Bo", "Ann", forgiven, "PC-15")] if forgiven else [])


def test_on_credit_nothing_is_forgiven():
    done = after(*bought(Ann=96, Bo=26, Cy=96), euchred(10))
    assert (told(done), done.state.credit) == ([], {"Bo": 10})


def test_who_cannot_pay_the_ante_is_known():
    assert short_of_ante(after(*bought(Ann=96, Bo=15, Cy=16)).state) == ("Bo",)
    assert short_of_ante(after(*bought(Ann=96), {"kind": "end"}).state) == ()


def test_at_the_drawer_who_owes_pays_first():
    on_credit = {"kind": "buy-in", "player": "Bo", "chips": 20, "on_credit": True}
    lost = {"kind": "transfer", "from": "Bo", "to": "Ann", "chips": 15, "reason": "a side bet"}
    done = after(*bought(Ann=96, Cy=16), on_credit, lost, {"kind": "end"})
    assert at_the_drawer(done.state) == (
        Payment("Bo", "bank", 15),
        Payment("bank", "Ann", 111),
        Payment("bank", "Cy", 16),
    )


def test_cash_moves_when_chips_are_paid_for_and_given_back():
    before = after(*bought(Ann=96, Bo=20)).state
    assert cash_moved(before, after(*bought(Ann=96, Bo=20, Cy=16)).state) == Drawer(16, 0)
    gone = after(*bought(Ann=96, Bo=20), {"kind": "cash-out", "player": "Bo"}).state
    assert cash_moved(before, gone) == Drawer(0, 20)
    assert cash_moved(None, before) == Drawer(116, 0)
