"""The banker's rooms on a phone: nothing wrong with any page, ticks that stay, a hand begun elsewhere."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.checks import findings, keep_axe
from tests.browser.conftest import Phones
from tests.browser.evenings import evening
from tests.browser.offline import until
from tests.browser.phone import HEIGHT, Phone
from tests.companion.factories import long_game
from tests.games.entries import Record, acts, bought, hand

pytestmark = pytest.mark.browser

SIX = ["Ann", "Bo", "Cy", "Dee", "Eli", "Fay"]
MONEY: dict[str, Any] = {"options": {"chip_value_cents": 10}}


def saturday(*entries: dict[str, Any], **header: Any) -> Record:
    """Six who have bought in, a hand of which everything is paid out, and what came after."""
    bets = {name: 4 for name in SIX if name not in {"Dee", "Fay"}}
    euchred = hand(
        "Bo", "hearts", bets=bets, folded=["Dee", "Fay"], tricks={"Ann": 1, "Bo": 2, "Cy": 1, "Eli": 4}
    )
    entries = (*(bought(name, 42) for name in SIX), euchred, *entries)
    return {"variant": "poker-chips", "players": SIX, "entries": list(entries), **header}


def room(path: str, record: Record, *folds: str) -> Callable[[Phone], None]:
    """A room of a table, folds opened."""

    def enter(phone: Phone) -> None:
        phone.go(phone.bring_in(record) + path)
        for fold in folds:
            phone.open(fold)

    return enter


def ticked(phone: Phone) -> None:
    room("bank/", saturday(**MONEY))(phone)
    phone.answered(phone.at("#payouts .tick").first)


def corrected(phone: Phone) -> None:
    table = phone.bring_in(saturday())
    phone.go(table + "entries/7/")
    phone.say({"level": "5"})
    phone.save()
    phone.go(table + "bank/")


def struck(phone: Phone) -> None:
    table = phone.bring_in(saturday())
    phone.go(table)
    phone.moves_on("button:text('Undo')")
    phone.go(table + "bank/")


def begun(phone: Phone) -> None:
    table = phone.bring_in(saturday())
    phone.go(table + "hands/new/")
    phone.say({"maker": "1"})
    phone.go(table + "bank/?open=cash-out")
    phone.tap(phone.at("#cash-out [name=player]").first)
    phone.moves_on("#cash-out .btn")


def chips_refused(phone: Phone) -> None:
    room("chips/", saturday())(phone)
    phone.at("[name=value-pink]").fill("0")
    phone.at("[name=number-pink]").fill("50")
    phone.moves_on(".main")


def count_refused(phone: Phone) -> None:
    room("chips/?count", saturday())(phone)
    phone.at("[name=left-white]").fill("9999")
    phone.moves_on("#count .btn")


SHORT = saturday(bought("Bo", 20, on_credit=True), {"kind": "cash-out", "player": "Cy"}, **MONEY)
LEFT = {**saturday(), "entries": saturday()["entries"][:4]}
SCENES: dict[str, Callable[[Phone], None]] = {
    "payouts": room("bank/", saturday(**MONEY), "Chips left in the bank"),
    "a payout ticked off": ticked,
    "payouts of a corrected hand": corrected,
    "a hand struck out": struck,
    "bank entries since the hand": room("bank/", SHORT),
    "who cannot pay": room("bank/", LEFT),
    "a cash-out in the middle of a hand": begun,
    "chips": room("chips/", saturday()),
    "chips refused": chips_refused,
    "chips counted": room("chips/?count", saturday()),
    "a count refused": count_refused,
    "settling so far": room("settling/", evening("poker-chips", 9, **MONEY)),
    "settling": room("settling/", evening("poker-chips", **MONEY)),
    "settling, play chips": room("settling/", evening("poker-chips")),
    "settling, the drawer counted": room("settling/?counted=12.50", evening("poker-chips", **MONEY)),
    "settling, nothing counted": room("settling/?counted=x", evening("poker-chips", **MONEY)),
    "books": room("books/", evening("poker-chips")),
    "books, nothing yet": room("books/", evening("poker-chips", 0)),
    "books in parts": room("books/", long_game("poker-chips", 60)),
    "a statement": room("books/1/", evening("poker-chips", **MONEY)),
}


@pytest.fixture(scope="module", autouse=True)
def _axe_at_hand(lent: Phone) -> None:
    keep_axe(lent.context)


@pytest.mark.parametrize("name", SCENES)
def test_nothing_is_wrong_with_a_page(lent_phone: Phone, name: str) -> None:
    SCENES[name](lent_phone)
    assert findings(lent_phone.page) == []


def test_the_payouts_of_a_hand_and_the_next_ante_stand_on_one_screen(phone: Phone) -> None:
    room("bank/", saturday())(phone)
    last = phone.at("#payouts .tick").last.bounding_box()
    dock = phone.at(".dock").bounding_box()
    assert last is not None
    assert dock is not None
    assert last["y"] + last["height"] <= dock["y"]
    assert dock["y"] + dock["height"] <= HEIGHT


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_ticks_survive_a_reload_and_show_on_another_phone(phones: Phones, script: bool) -> None:
    one = phones(script=script)
    table = one.bring_in(saturday())
    one.go(table + "bank/")
    for place in (0, 2):
        box = one.at("#payouts .tick").nth(place)
        one.answered(box) if script else one.tap(box)
    if not script:
        one.moves_on("#payouts .btn")
    other = phones(script=script)
    other.context.add_cookies(one.context.cookies())  # type: ignore[arg-type]
    other.go(table + "bank/")
    one.page.reload()
    for phone in (one, other):
        assert [box.is_checked() for box in phone.at("[name=paid]").all()] == [
            True,
            False,
            True,
            *[False] * 3,
        ]


def test_a_tick_is_taken_back_at_once(phone: Phone) -> None:
    ticked(phone)
    box = phone.at("[name=paid]").first
    expect(box).to_be_checked()
    phone.answered(phone.at("#payouts .tick").first)
    expect(box).not_to_be_checked()
    phone.page.reload()
    expect(box).not_to_be_checked()


def test_ticks_in_quick_succession_all_stay(phone: Phone) -> None:
    room("bank/", saturday())(phone)
    boxes = phone.at("[name=paid]")
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)
        if len(asked) > 1:
            route.continue_()

    phone.page.route("**/payouts/", hold)
    for box in phone.at("#payouts .tick").all():
        box.tap()
    phone.at("#payouts .tick").first.tap()
    until(phone, lambda: bool(asked))
    asked[0].continue_()
    until(phone, lambda: len(asked) == 2)
    expect(phone.at(".htmx-request")).to_have_count(0)
    paid = [False] + [True] * (boxes.count() - 1)
    assert [box.is_checked() for box in boxes.all()] == paid
    phone.page.reload()
    assert [box.is_checked() for box in boxes.all()] == paid


def test_by_keyboard_the_focus_stays_on_the_tick(phone: Phone) -> None:
    room("bank/", saturday())(phone)
    phone.at("[name=paid]").nth(1).focus()
    with phone.page.expect_response(lambda response: response.request.method == "POST"):
        phone.page.keyboard.press("Space")
    expect(phone.at(".htmx-request")).to_have_count(0)
    assert phone.page.evaluate("document.activeElement.id") == "paid-7-1"


def test_with_large_text_who_is_paid_can_be_read(phone: Phone) -> None:
    room("bank/", saturday())(phone)
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    widths = "all => all.map((one) => one.getBoundingClientRect().width)"
    assert min(phone.at(".payouts .tick > span:first-of-type").evaluate_all(widths)) > 150


def test_who_cannot_pay_buys_in_with_one_tap(phone: Phone) -> None:
    room("bank/", LEFT)(phone)
    phone.moves_on(".short .btn:has-text('Buy in 42'):has-text('Fay')")
    expect(phone.at(".people li").last).to_contain_text("42")
    phone.moves_on(".short .btn:has-text('Cash out'):has-text('Eli')")
    expect(phone.at(".people li")).to_have_count(1 + 5)
    assert phone.at(".short").count() == 0


def test_a_bank_entry_while_a_hand_is_told_makes_its_save_wait(phones: Phones) -> None:
    """The hand is nobody's entry until it is saved: past the question it is asked again there."""
    one = phones()
    table = one.bring_in(saturday())
    one.go(table + "hands/new/")
    one.say({"maker": "1", "trump": "spades", "level": "0", "tricks-1": "8"})
    one.falls_asleep()
    other = phones()
    other.context.add_cookies(one.context.cookies())  # type: ignore[arg-type]
    other.go(table + "bank/?open=cash-out")
    other.tap(other.at("#cash-out [name=player]").first)
    other.moves_on("#cash-out .btn")
    expect(other.at("#cash-out .wrong")).to_contain_text("Finish hand 2 first")
    other.tap(other.at("#cash-out [name=between]"))
    other.moves_on("#cash-out .btn")
    expect(other.at(".people li")).to_have_count(1 + 5)
    one.answered("button[name=save]")
    expect(one.at("[role=alert]").first).to_contain_text("Not saved: another phone saved first")


def test_the_antes_and_what_was_carried_are_told_before_the_betting(phone: Phone) -> None:
    nobody = hand("Ann", betting=acts("Bo bet 2, Cy call, Ann call"), tricks={"Ann": 2, "Bo": 7, "Cy": 7})
    record = evening("poker-chips", 3)
    phone.go(phone.bring_in({**record, "entries": [*record["entries"], nobody]}) + "hands/new/")
    expect(phone.at(".pot .cap")).to_contain_text("Antes are in, 16 each, 8 carried over.")
