"""Payouts: in the order they are paid, in colors, ticked off; fresh ones after a correction."""

import re
from typing import Any

import pytest

from companion import store
from companion.log.table import Table
from companion.models import Tick
from tests.companion.factories import Phone, device, let_in, table
from tests.companion.pages import Form, Page, page

pytestmark = pytest.mark.django_db

SIX = ["Ann", "Bo", "Cy", "Dee", "Eli", "Fay"]
Entry = dict[str, Any]


def bought(player: str, chips: int, **said: Any) -> Entry:
    return {"kind": "buy-in", "player": player, "chips": chips, **said}


def played(maker: str, bet: int, tricks: dict[str, int], *folded: str, **said: Any) -> Entry:
    bets = {name: bet for name in SIX if name not in folded}
    return {"kind": "hand", "maker": maker, "bets": bets, "folded": list(folded), "tricks": tricks, **said}


BUY_INS = [bought(name, 42) for name in SIX]
EUCHRED = played("Bo", 4, {"Ann": 1, "Bo": 2, "Cy": 1, "Eli": 4}, "Dee", "Fay", trump="hearts")


@pytest.fixture
def phone() -> Phone:
    return Phone()


def evening(*entries: Entry, **options: Any) -> Table:
    return table(variant="poker-chips", players=SIX, options=options, entries=[*BUY_INS, *entries])


@pytest.fixture
def game() -> Table:
    """Six with 42 each; hand 1 is the one of bank.png."""
    return evening(EUCHRED)


def shown(phone: Phone, game: Table, query: str = "") -> Page:
    return page(phone.get(f"/games/{game.id}/bank/{query}"))


def lines(found: Page) -> list[str]:
    """The payouts as a reader sees them, the ticked ones with a tick."""
    rows = re.findall(r'<li><label class="tick">(.*?)</label>', found.html, re.DOTALL)
    return [_line(row) for row in rows]


def _line(row: str) -> str:
    told = re.sub(r'<span class="chips".*?</span>', "", row)
    words = " ".join(re.sub(r"<[^>]*>", " ", told).split())
    return ("✓ " if " checked>" in row else "") + words.replace(" ,", ",").replace(" ;", ";")


def boxes(found: Page) -> list[str]:
    return re.findall(r'name="paid" value="([^"]*)"', found.html)


def tick(phone: Phone, game: Table, *places: int, query: str = "", **headers: Any) -> Any:
    """Leave exactly these boxes ticked, and send the form."""
    found = shown(phone, game, query)
    form = found.form("payouts/")
    return phone.post(form.action, sent(form, found, places), **headers)


def sent(form: Form, found: Page, places: Any) -> dict[str, Any]:
    was = re.findall(r'name="was" value="([^"]*)"', found.html)
    return {**form.fields, "paid": [boxes(found)[place] for place in places], "was": was}


def correct(game: Table, target: int, entry: Entry | None) -> None:
    now = store.load(device(), game.id).table
    store.save(device(), game.id, store.new_key(), store.Change(now.version, target, entry))


def add(game: Table, entry: Entry) -> None:
    now = store.load(device(), game.id).table
    store.append(device(), game.id, store.new_key(), now.version, entry)


def test_they_stand_in_the_order_in_which_they_are_paid(phone: Phone, game: Table) -> None:
    found = shown(phone, game)
    assert "Pay out hand 1: Bo called hearts, 2 tricks, euchred" in found.text
    assert lines(found) == [
        "Pot to Bo 2 tricks × 4 playing 8, 1 red, 3 white",
        "Pot to Cy 1 trick × 4 playing 4, 4 white",
        "Pot to Eli 4 tricks × 4 playing 16, 1 blue, 1 red, 1 white",
        "Pot to Ann 1 trick × 4 playing 4, 4 white",
        "Pot to Eli won the hand: the rest; needs change from the bank 32, 3 blue, 2 white",
        "Bo to Eli euchred: pays the bet again 4, 4 white",
    ]


def test_every_chip_is_drawn_with_its_value(phone: Phone, game: Table) -> None:
    assert '<i class="chip blue">10</i><i class="chip red">5</i><i class="chip white">1</i>' in (
        shown(phone, game).html
    )


def test_a_grand_march_is_paid_by_everybody(phone: Phone) -> None:
    found = shown(phone, evening(played("Ann", 4, {"Ann": 8}, "Dee", "Eli", "Fay", trump="clubs")))
    assert lines(found)[-2:] == [
        "Bo to Ann grand march: pays the bet again 4, 4 white",
        "Cy to Ann grand march: pays the bet again 4, 4 white",
    ]


def test_the_only_one_left_takes_the_pot(phone: Phone) -> None:
    folded = [name for name in SIX if name != "Bo"]
    found = shown(phone, evening({"kind": "hand", "bets": {"Bo": 3}, "folded": folded}))
    assert lines(found) == ["Pot to Bo everyone else folded: the whole pot 51, 5 blue, 1 white"]


def test_nobody_is_paid_in_colors_that_nobody_was_dealt(phone: Phone, game: Table) -> None:
    assert "green" not in "".join(lines(shown(phone, game)))
    moved = {"kind": "transfer", "from": "Bo", "to": "Cy", "chips": 26, "reason": "bet"}
    found = shown(phone, evening(moved))
    assert lines(found)[-1] == "Bo to Cy bet 26, 2 blue, 1 red, 1 white"


def test_what_was_bought_is_handed_out_in_the_charts_chips(phone: Phone) -> None:
    found = shown(phone, evening(chip_value_cents=10))
    assert lines(found)[0] == "Bank to Ann bought in, €4.20 into the cash drawer 42, 3 blue, 2 red, 2 white"
    assert len(lines(found)) == 6


def test_after_a_hand_only_it_and_what_came_later_is_to_be_paid(phone: Phone, game: Table) -> None:
    assert len(lines(shown(phone, game))) == 6
    add(game, bought("Bo", 20, on_credit=True))
    add(game, {"kind": "cash-out", "player": "Dee"})
    found = shown(phone, game)
    assert lines(found)[6:] == ["Bank to Bo bought in on credit 20, 2 blue", "Dee to the bank cashed out 34"]
    assert lines(shown(phone, game, "?entry=1")) == ["Bank to Ann bought in 42, 3 blue, 2 red, 2 white"]


def test_a_cash_out_says_what_the_drawer_pays(phone: Phone) -> None:
    on_credit = bought("Bo", 10, on_credit=True)
    game = evening(on_credit, {"kind": "cash-out", "player": "Bo"}, chip_value_cents=25)
    assert lines(shown(phone, game))[-1] == "Bo to the bank cashed out, €10.50 out of the cash drawer 52"


def test_the_pot_of_the_last_one_is_no_cash(phone: Phone) -> None:
    pot = {"kind": "transfer", "from": "Ann", "to": "pot", "chips": 10, "reason": "late"}
    entries = [bought("Ann", 60), bought("Bo", 60), pot, {"kind": "cash-out", "player": "Bo"}]
    game = table(
        variant="poker-chips", players=["Ann", "Bo"], options={"chip_value_cents": 10}, entries=entries
    )
    assert lines(shown(phone, game))[-2:] == [
        "Bo to the bank cashed out, €6.00 out of the cash drawer 60",
        "Pot to Ann the last one at the table: the pot 10, 1 blue",
    ]


def test_the_shared_pot_is_paid_out_at_the_end(phone: Phone) -> None:
    late = {"kind": "transfer", "from": "Ann", "to": "pot", "chips": 7, "reason": "late"}
    found = shown(phone, evening(late, {"kind": "end"}))
    assert "Split the pot" in found.text
    assert lines(found)[-6:][0] == "Pot to Bo a share of the pot 2, 2 white"
    assert lines(found)[6] == "Ann to the pot late 7, 1 red, 2 white"


def test_a_shortfall_says_what_was_bought_on_credit(phone: Phone) -> None:
    short = table(
        variant="poker-chips",
        players=["Ann", "Bo"],
        entries=[
            bought("Ann", 60),
            bought("Bo", 29),
            {"kind": "hand", "maker": "Bo", "bets": {"Ann": 4, "Bo": 4}, "tricks": {"Ann": 25}},
        ],
    )
    assert lines(shown(phone, short))[-2:] == [
        "Bank to Bo buys the rest on credit 4, 4 white",
        "Bo to Ann euchred: pays the bet again 4, 4 white",
    ]


CHANGED = "; needs change from the bank 2, 2 white"


@pytest.mark.parametrize(("holds", "paid", "forgiven"), [(29, [], 4), (31, [CHANGED], 2)])
def test_a_shortfall_says_what_was_forgiven(phone: Phone, holds: int, paid: list[str], forgiven: int) -> None:
    short = table(
        variant="poker-chips",
        players=["Ann", "Bo"],
        options={"shortfall": "forgive"},
        entries=[
            bought("Ann", 60),
            bought("Bo", holds),
            {"kind": "hand", "maker": "Bo", "bets": {"Ann": 4, "Bo": 4}, "tricks": {"Ann": 25}},
        ],
    )
    found = shown(phone, short)
    assert [line.partition("again")[2] for line in lines(found) if line.startswith("Bo to")] == paid
    assert f"Bo owed Ann {forgiven} more. Forgiven. PC-20" in found.text


def test_ticks_survive_a_reload_and_are_nobody_elses(phone: Phone, game: Table) -> None:
    other = evening(EUCHRED)
    answer = tick(phone, game, 0, 2)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{game.id}/bank/#payouts")
    assert [line[0] == "✓" for line in lines(shown(phone, game))] == [True, False, True, False, False, False]
    assert not any(line[0] == "✓" for line in lines(shown(phone, other)))
    assert store.load(device(), game.id).table.version == game.version


def test_a_tick_can_be_taken_back(phone: Phone, game: Table) -> None:
    tick(phone, game, 0, 2)
    tick(phone, game, 2)
    assert [line[0] == "✓" for line in lines(shown(phone, game))] == [False, False, True, False, False, False]


def test_two_phones_tick_off_the_same_list(phone: Phone, game: Table) -> None:
    first, second = shown(phone, game), shown(phone, game)
    form = first.form("payouts/")
    for found, place in ((first, 0), (second, 1)):
        assert phone.post(form.action, sent(form, found, [place])).status_code == 303
    assert phone.post(form.action, sent(form, first, [0])).status_code == 303
    assert [line[0] == "✓" for line in lines(shown(phone, game))][:3] == [True, True, False]
    assert Tick.objects.count() == 2


def test_what_was_ticked_before_is_in_no_ones_way(phone: Phone, game: Table) -> None:
    add(game, bought("Bo", 20))
    tick(phone, game, 0)
    assert tick(phone, game, 0, 6).status_code == 303
    assert [line[0] == "✓" for line in lines(shown(phone, game))] == [True, *[False] * 5, True]


def test_with_script_only_the_payouts_come_back(phone: Phone, game: Table) -> None:
    answer = page(tick(phone, game, 1, headers={"HX-Request": "true"}))
    assert answer.status == 200
    assert answer.html.lstrip().startswith('<section id="payouts"')
    assert lines(answer)[1].startswith("✓ Pot to Cy")
    assert "<html" not in answer.html


def test_a_corrected_hand_has_fresh_payouts_and_says_what_moves(phone: Phone, game: Table) -> None:
    tick(phone, game, 0, 1, 2)
    correct(game, 7, {**EUCHRED, "tricks": {"Ann": 1, "Bo": 2, "Cy": 2, "Eli": 3}})
    found = shown(phone, game)
    assert not any(line[0] == "✓" for line in lines(found))
    assert "Corrected. Already paid? Only this moves: Eli gives Cy 4." in found.text
    correct(game, 7, EUCHRED)
    assert [line[0] == "✓" for line in lines(shown(phone, game))][:3] == [True, True, True]


def test_payouts_that_a_correction_before_them_changed_say_so(phone: Phone) -> None:
    tie, won = {"Bo": 4, "Cy": 4}, played("Bo", 2, {"Bo": 5, "Cy": 3})
    game = evening(played("Ann", 4, tie), won)
    tick(phone, game, 0, 1, 2)
    assert "Changed by a correction" not in shown(phone, game).text
    correct(game, 7, played("Ann", 2, tie))
    found = shown(phone, game)
    assert not any(line[0] == "✓" for line in lines(found))
    told = "Changed by a correction. Already paid? Pay only what the correction moves."
    assert found.text.count(told) == 1
    assert found.text.index("Pay out hand 2") < found.text.index(told)
    correct(game, 7, played("Ann", 4, tie))
    assert told not in shown(phone, game).text


def test_a_correction_that_moves_nothing_leaves_the_ticks(phone: Phone, game: Table) -> None:
    tick(phone, game, 0)
    correct(game, 7, {**EUCHRED, "note": "Fay slept"})
    found = shown(phone, game)
    assert lines(found)[0].startswith("✓ ")
    assert "Corrected. No chips move." in found.text


def test_a_correction_says_the_cash_that_moves(phone: Phone) -> None:
    game = evening(EUCHRED, bought("Bo", 20, on_credit=True), chip_value_cents=10)
    correct(game, 8, bought("Bo", 20))
    assert "Corrected. No chips move. Cash: Bo pays in €2.00." in shown(phone, game).text
    correct(game, 8, bought("Cy", 30))
    told = "Cash: Bo gets €2.00, Cy pays in €3.00."
    assert told in shown(phone, game).text
    correct(game, 8, bought("Cy", 30, note="late"))
    assert told in shown(phone, game).text, "a correction that moves nothing takes nothing back"


def test_without_money_no_correction_says_any(phone: Phone, game: Table) -> None:
    add(game, bought("Bo", 20, on_credit=True))
    correct(game, 8, bought("Bo", 20))
    assert "Cash: " not in shown(phone, game).text


def test_an_older_hand_that_was_put_right_is_to_be_paid_again(phone: Phone, game: Table) -> None:
    add(game, played("Ann", 0, {"Ann": 5, "Bo": 3}))
    assert "Pay out hand 1" not in shown(phone, game).text
    correct(game, 7, {**EUCHRED, "tricks": {"Ann": 1, "Bo": 2, "Cy": 2, "Eli": 3}})
    found = shown(phone, game).text
    assert "Pay out hand 1" in found
    assert "Pay out hand 2" in found


def test_a_hand_struck_out_says_what_goes_back(phone: Phone, game: Table) -> None:
    correct(game, 7, None)
    found = shown(phone, game)
    assert (
        "Removed: Bo called hearts, 2 tricks. Already paid? This goes back: Eli gives Ann 8, Eli gives Bo 8"
        in found.text
    )


def test_all_that_was_removed_last_says_what_goes_back(phone: Phone, game: Table) -> None:
    add(game, bought("Dee", 20))
    correct(game, 8, None)
    correct(game, 7, None)
    found = shown(phone, game).text
    assert "Removed: Dee bought 20. Already paid? This goes back: Dee gives the bank 20." in found
    assert "Removed: Bo called hearts, 2 tricks. Already paid? This goes back: Eli gives Ann 8" in found
    add(game, bought("Bo", 20))
    assert "This goes back" not in shown(phone, game).text


def test_a_hand_made_no_hand_says_what_goes_back(phone: Phone, game: Table) -> None:
    moves = "Eli gives Ann 8, Eli gives Bo 8"
    correct(game, 7, {"kind": "hand", "result": "redeal"})
    found = shown(phone, game)
    assert f"Corrected. Already paid? Only this moves: {moves}" in found.text
    assert "Pay out hand 1: redeal" in found.text
    add(game, bought("Bo", 20))
    assert moves in shown(phone, game).text
    add(game, EUCHRED)
    assert moves not in shown(phone, game).text


def test_what_a_removal_leaves_in_place_does_not_go_back_a_second_time(phone: Phone, game: Table) -> None:
    correct(game, 7, {"kind": "hand", "result": "redeal"})
    correct(game, 7, None)
    assert "This goes back" not in shown(phone, game).text


def test_late_ticks_are_not_taken_for_what_there_is_to_pay_now(phone: Phone, game: Table) -> None:
    found = shown(phone, game)
    form = found.form("payouts/")
    data = sent(form, found, [0])
    correct(game, 7, {**EUCHRED, "tricks": {"Ann": 1, "Bo": 2, "Cy": 2, "Eli": 3}})
    late = page(phone.post(form.action, data))
    assert late.status == 409
    assert "Not ticked: the payouts changed. New list." in late.text
    part = page(phone.post(form.action, data, headers={"HX-Request": "true"}))
    assert (part.status, "<html" in part.html) == (409, False)
    assert Tick.objects.count() == 0


def test_open_payouts_stay_visible_after_the_next_hand(phone: Phone, game: Table) -> None:
    tick(phone, game, 0)
    add(game, EUCHRED)
    left = len(lines(shown(phone, game, "?entry=7"))) - 1
    words = f"{left} payouts of hand 1 open"
    table_page = page(phone.get(f"/games/{game.id}/"))
    assert words in table_page.text
    assert f"/games/{game.id}/bank/?entry=7#payouts" in table_page.links
    assert words in shown(phone, game).text
    assert "payouts of hand" not in page(let_in(game, "eve", "viewer").get(f"/games/{game.id}/")).text
    tick(phone, game, *range(1, left + 1), query="?entry=7")
    assert "payouts of hand" not in page(phone.get(f"/games/{game.id}/")).text


def test_open_payouts_of_several_hands_are_ticked_at_once(phone: Phone, game: Table) -> None:
    for _hand in range(2):
        add(game, EUCHRED)
    [form] = [one for one in shown(phone, game).forms if "Tick all as paid" in one.buttons]
    name, value = form.buttons["Tick all as paid"]
    assert "2 hands with open payouts" in page(phone.get(f"/games/{game.id}/")).text
    add(game, EUCHRED)
    assert phone.post(form.action, {name: value}).status_code == 409
    assert phone.post(form.action, {name: str(int(value) + 1)}).status_code == 303
    assert "of hand" not in page(phone.get(f"/games/{game.id}/")).text
    assert Tick.objects.filter(seq=7).count() == len(lines(shown(phone, game, "?entry=7")))
    assert Tick.objects.filter(seq=10).count() == 0


def test_made_up_ticks_are_not_kept(phone: Phone, game: Table) -> None:
    box = boxes(shown(phone, game))[0].rpartition("-")[0]
    address = f"/games/{game.id}/payouts/"
    for made_up in (f"{box}-6", f"99-{'0' * 16}-0", f"7-{'f' * 16}-0"):
        assert phone.post(address, {"paid": made_up}).status_code == 409
    for nothing in ("", "x", "7", f"٧-{'0' * 16}-0", "7-1-0", f"7-{'0' * 16}-0-0"):
        assert phone.post(address, {"paid": nothing}).status_code == 303
    assert Tick.objects.count() == 0


def test_only_whose_table_it_is_ticks(game: Table) -> None:
    other = Phone("somebody else")
    box = boxes(shown(Phone(), game))[0]
    assert other.post(f"/games/{game.id}/payouts/", {"paid": box}).status_code == 404
    assert Phone().get(f"/games/{game.id}/payouts/").status_code == 405
    assert Tick.objects.count() == 0


HARD = ["<script>alert(1)</script>", "שלום", "A & B", "pot luck", "W" * 40, "{{ x }}"]


def test_names_are_only_names(phone: Phone) -> None:
    game = table(variant="poker-chips", players=HARD, entries=[bought(name, 42) for name in HARD])
    found = shown(phone, game)
    plain = shown(phone, table(variant="poker-chips", players=SIX, entries=BUY_INS))
    assert "Bank to <script>alert(1)</script>" in found.text
    assert found.tags.count("script") == plain.tags.count("script"), "the page’s own"


def test_who_cannot_pay_the_ante_is_asked_and_buys_in_one_tap(phone: Phone) -> None:
    game = table(variant="poker-chips", players=SIX, entries=BUY_INS[:5])
    found = shown(phone, game)
    assert "Can’t pay the ante of 8: buy in, cash out, or be dealt in and sit out." in found.text
    assert pressed(phone, found, "buy-ins/", "buy-in").status_code == 303
    assert store.load(device(), game.id).table.state.scores["Fay"] == 42
    assert "sits out" not in shown(phone, game).text


def pressed(phone: Phone, found: Page, address: str, form_id: str, **typed: str) -> Any:
    """The button of the form that stands beside the name of who cannot pay."""
    said, *_rows = re.findall(f'form="{form_id}" name="at-once" value="([^"]*)"', found.html)
    form = found.form(address)
    return phone.post(form.action, form.data(**{"at-once": said}, **typed))


def test_or_cashes_out_in_one_tap(phone: Phone) -> None:
    game = table(variant="poker-chips", players=SIX, entries=BUY_INS[:5])
    found = shown(phone, game)
    assert pressed(phone, found, "cash-outs/", "cash-out", player="Ann").status_code == 303
    assert "Fay" not in store.load(device(), game.id).table.state.players
