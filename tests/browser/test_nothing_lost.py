"""A hand half entered, and two phones with one hand: nothing tapped is lost, nothing is booked twice."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.browser.evenings import evening
from tests.browser.offline import everything_sent
from tests.browser.phone import Phone

pytestmark = [pytest.mark.browser, pytest.mark.worker]


def scorekeeper(phones: Phones, owner: Phone, table: str) -> Phone:
    """A second phone that may record hands."""
    link = re.search(r"/J/\w+", owner.fetch(f"{table}share/?role=scorekeeper"))
    assert link
    phone = phones()
    phone.go(link[0])
    return phone


def test_a_betting_round_outlives_a_reload_the_table_and_a_dead_phone(phones: Phones) -> None:
    ann = phones()
    record = evening("poker-chips", 0)
    entries = [{"kind": "buy-in", "player": name, "chips": 90} for name in record["players"]]
    table = ann.bring_in({**record, "entries": entries})
    bo = scorekeeper(phones, ann, table)
    ann.go(table)
    ann.moves_on(".dock .main")
    ann.say({"betting": "1b5 2r5"})
    ann.tap(".rare > summary")
    ann.at("#note").fill("Bo was quick")
    ann.tap(".rare > summary")
    betting = ann.at("[name=betting]").input_value()
    assert betting == "1b5 2r5"
    ann.page.reload()
    expect(ann.at("[name=betting]")).to_have_value(betting)
    ann.moves_on(".bar > a")
    ann.moves_on(".dock .main")
    expect(ann.at("[name=betting]")).to_have_value(betting)
    ann.page.close()  # the phone is dead
    bo.go(table)
    expect(bo.at(".dock")).to_contain_text("is entering hand")
    bo.moves_on(".dock .main")
    expect(bo.at("[name=betting]")).to_have_value(betting)
    expect(bo.at("#note")).to_have_value("Bo was quick")


def test_the_form_and_the_hand_followed_are_one_hand(phones: Phones) -> None:
    ann = phones()
    table = ann.bring_in(evening("partnership", 0))
    ann.go(table + "hands/new/")
    ann.say({"note": "late"})
    ann.go(table + "draft/")
    ann.answered("[name=move][value*='spades']")
    ann.moves_on("a[href$='/hands/new/']")
    expect(ann.at("#note")).to_have_value("late")
    ann.moves_on(".bar > a")
    ann.go(table + "draft/")
    expect(ann.at("[name=back]")).to_be_enabled()


def test_two_phones_with_one_hand_open_see_each_other(phones: Phones) -> None:
    ann = phones()
    table = ann.bring_in(evening("partnership", 0))
    bo = scorekeeper(phones, ann, table)
    for phone in (ann, bo):
        phone.go(table + "hands/new/")
        expect(phone.at("#live")).to_have_text("live")
    ann.answered("[name=maker][value='2']")
    expect(bo.at("[name=maker][value='2']")).to_be_checked()
    expect(bo.at(".dock")).to_contain_text("is entering this hand too")
    bo.answered("[name=trump][value=spades]")
    expect(ann.at("[name=trump][value=spades]")).to_be_checked()
    expect(ann.at("[name=maker][value='2']")).to_be_checked()


def test_the_same_hand_from_two_phones_is_one_hand_by_one_tap(phones: Phones) -> None:
    ann = phones()
    table = ann.bring_in(evening("partnership", 0))
    bo = scorekeeper(phones, ann, table)
    bo.go(table + "hands/new/")
    bo.say({"maker": "0", "trump": "spades", "tricks": "4"})
    everything_sent(bo)
    bo.falls_asleep()
    ann.go(table + "hands/new/")
    ann.say({"tricks": "5"})
    ann.save()
    bo.answered("[name=save]")
    expect(bo.at(".versus .differ").first).to_contain_text("Tricks")
    bo.reads()
    bo.moves_on(".dock .main")
    assert bo.path.partition("#")[0] == table
    assert len(bo.entries(table)) == 1
