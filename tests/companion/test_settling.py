"""Settling: results, the drawer counted, payments at the drawer or among the players, ticked off."""

import re
from typing import Any

import pytest

from companion import store
from companion.log.table import Table
from companion.models import Tick
from tests.companion.factories import Phone, device, table
from tests.companion.pages import Page, page

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

Entry = dict[str, Any]
PAID = {"Ann": 60, "Bo": 60, "Cy": 60}


def bought(player: str, chips: int, **said: Any) -> Entry:
    return {"kind": "buy-in", "player": player, "chips": chips, **said}


def moved(source: str, target: str, chips: int) -> Entry:
    return {"kind": "transfer", "from": source, "to": target, "chips": chips, "reason": "a side bet"}


END = {"kind": "end"}
ON_CREDIT = bought("Bo", 20, on_credit=True)
EVENING = [*(bought(*one) for one in PAID.items()), ON_CREDIT, moved("Bo", "Ann", 70), moved("Cy", "Ann", 5)]


@pytest.fixture
def phone() -> Phone:
    return Phone()


def evening(*entries: Entry, cents: int = 10) -> Table:
    options = {"chip_value_cents": cents}
    return table(variant="poker-chips", players=list(PAID), options=options, entries=[*EVENING, *entries])


def shown(phone: Phone, game: Table, query: str = "", **headers: str) -> Page:
    return page(phone.get(f"/games/{game.id}/settling/{query}", headers=headers))


def items(found: Page) -> list[str]:
    rows = re.findall(r'<li>(?:<label|<p) class="tick">(.*?)</(?:label|p)>', found.html, re.DOTALL)
    return [
        ("✓ " if " checked>" in row else "") + " ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in rows
    ]


def tick(phone: Phone, game: Table, *places: int, **headers: Any) -> Any:
    found = shown(phone, game)
    boxes = re.findall(r'name="paid" value="([^"]*)"', found.html)
    was = re.findall(r'name="was" value="([^"]*)"', found.html)
    form = found.form("payments/")
    return phone.post(
        form.action, {**form.fields, "paid": [boxes[place] for place in places], "was": was}, **headers
    )


def test_every_result_credit_deducted(phone: Phone) -> None:
    found = shown(phone, evening(END)).text
    assert "Ann has 135, paid in 60 +75 €7.50" in found
    assert "Bo has 10, owes 20, paid in 60 −70 −€7.00" in found
    assert "Cy has 55, paid in 60 −5 −€0.50" in found


def test_the_drawer_says_what_it_should_hold(phone: Phone) -> None:
    found = shown(phone, evening({"kind": "cash-out", "player": "Cy"}, END)).text
    assert "should hold €12.50 €18.00 paid in, €5.50 paid out." in found


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("18.00", "€18.00 counted: correct."),
        ("17,50", "€17.50 counted: €0.50 missing."),
        ("18.25", "€18.25 counted: €0.25 too much."),
        ("0", "€0.00 counted: €18.00 missing."),
    ],
)
def test_the_drawer_counted(phone: Phone, typed: str, words: str) -> None:
    game = evening(END)
    assert words in shown(phone, game, f"?counted={typed}").text
    assert store.load(device(), game.id).table.version == game.version


def test_what_is_no_amount_is_refused(phone: Phone) -> None:
    found = shown(phone, evening(END), "?counted=a+lot")
    assert found.status == 422
    assert "Type an amount like €12.50." in found.text
    assert 'id="counted-wrong"' in found.html


def test_money_is_written_as_the_reader_writes_it(phone: Phone) -> None:
    found = shown(phone, evening(END, cents=10000), "?counted=18.000,5", **{"Accept-Language": "de-DE"}).text
    assert "should hold 18.000,00\u00a0€" in found.replace(" €", "\u00a0€")


def test_who_owes_pays_first_and_the_drawer_comes_out_empty(phone: Phone) -> None:
    assert items(shown(phone, evening(END)))[:3] == [
        "Bo pays the bank 10 chips €1.00",
        "The bank pays Ann 135 chips €13.50",
        "The bank pays Cy 55 chips €5.50",
    ]


def test_among_themselves_they_settle_in_the_fewest_payments(phone: Phone) -> None:
    found = shown(phone, evening(END))
    assert items(found)[3:] == ["Bo pays Ann 70 chips €7.00", "Cy pays Ann 5 chips €0.50"]
    assert "Everyone first takes back what they paid in" in found.text


def test_play_chips_have_no_drawer(phone: Phone) -> None:
    found = shown(phone, evening(END, cents=0), "?counted=5")
    assert items(found) == ["Bo pays Ann 70", "Cy pays Ann 5"]
    assert "drawer" not in found.text
    assert "€" not in found.text


def test_while_the_game_goes_on_nothing_is_ticked_off(phone: Phone) -> None:
    game = evening(moved("Ann", "pot", 6))
    found = shown(phone, game)
    assert "if you stopped now" in found.text
    assert "6 still in the pot, €0.60. Players split it when the game ends." in found.text
    assert 'name="paid"' not in found.html
    assert "Through the bank (those who owe pay first)" in found.text
    assert "fewest payments" not in found.text
    assert phone.post(f"/games/{game.id}/payments/", {"paid": f"0-{'0' * 16}-0"}).status_code == 409


def test_when_everybody_is_even_nobody_pays(phone: Phone) -> None:
    game = table(variant="poker-chips", players=["Ann", "Bo"], entries=[bought("Ann", 5), END])
    assert "Everyone is even." in shown(phone, game).text


def test_what_was_paid_is_ticked_off_and_stays_so(phone: Phone) -> None:
    game = evening(END)
    answer = tick(phone, game, 0, 4)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{game.id}/settling/#payments")
    assert [line[0] == "✓" for line in items(shown(phone, game))] == [True, False, False, False, True]
    tick(phone, game, 4)
    assert [line[0] == "✓" for line in items(shown(phone, game))] == [False, False, False, False, True]
    assert store.load(device(), game.id).table.version == game.version


def test_what_was_paid_at_the_bank_is_in_the_drawer_or_no_longer(phone: Phone) -> None:
    game = evening(END)
    tick(phone, game, 0, 1, 4)
    assert "should hold €5.50 €19.00 paid in, €13.50 paid out." in shown(phone, game).text
    tick(phone, game, 0, 1, 2, 4)
    assert "€0.00 counted: correct." in shown(phone, game, "?counted=0").text
    end = store.load(device(), game.id).table.entries[-1].seq
    store.save(device(), game.id, store.new_key(), store.Change(game.version, end, None))
    assert "should hold €18.00 €18.00 paid in, €0.00 paid out." in shown(phone, game).text


def test_with_script_only_the_payments_come_back(phone: Phone) -> None:
    answer = page(tick(phone, evening(END), 1, headers={"HX-Request": "true"}))
    assert answer.html.lstrip().startswith('<section id="payments"')
    assert items(answer)[1].startswith("✓ ")


def test_a_correction_makes_what_was_paid_void_but_only_where_it_changes_something(phone: Phone) -> None:
    game = evening(END)
    tick(phone, game, 0, 1)
    end = store.load(device(), game.id).table.entries[-1].seq
    store.save(device(), game.id, store.new_key(), store.Change(game.version, end, {**END, "note": "late"}))
    assert sum(line[0] == "✓" for line in items(shown(phone, game))) == 2
    was = shown(phone, game).form("payments/")
    boxes = re.findall(r'name="paid" value="([^"]*)"', shown(phone, game).html)
    store.save(device(), game.id, store.new_key(), store.Change(game.version + 1, 6, moved("Cy", "Ann", 9)))
    assert not any(line[0] == "✓" for line in items(shown(phone, game)))
    late = page(phone.post(was.action, {**was.fields, "paid": boxes[2]}))
    assert late.status == 409
    assert "Not ticked: the payments changed. New list." in late.text
    assert Tick.objects.count() == 2


def test_the_settling_of_somebody_else_is_no_page() -> None:
    game, other = evening(END), Phone("somebody else")
    assert other.get(f"/games/{game.id}/settling/").status_code == 404
    assert other.post(f"/games/{game.id}/payments/").status_code == 404
    assert Phone().get(f"/games/{game.id}/payments/").status_code == 405


def test_a_game_for_points_is_not_settled(phone: Phone) -> None:
    assert phone.get(f"/games/{table().id}/settling/").status_code == 404
