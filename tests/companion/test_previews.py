"""Every score form says what the totals are now and what they would be; what it says is what is saved."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.urls import reverse

from companion import store
from companion.log.table import Table
from tests.companion.factories import Phone, hand, table
from tests.companion.pages import Form, Page, page
from tests.effort import ALL, examples
from tests.entering import hand_fields
from tests.scoring.vectors import Vector, vectors

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

ROW = re.compile(r"<tr><th scope=\"?row\"?>(.*?)</tr>", re.DOTALL)
Totals = dict[str, tuple[str, str]]


def played() -> list[Vector]:
    """Of each game the longest sample game, under HYPOTHESIS_PROFILE=thorough more of them."""
    found: dict[str, list[Vector]] = {}
    for vector in vectors():
        if "error" not in vector.expect:
            found.setdefault(vector.record["variant"], []).append(vector)
    longest = [sorted(one, key=lambda vector: -len(vector.record["entries"])) for one in found.values()]
    return [vector for games in longest for vector in games[: examples(1)]]


@pytest.fixture
def phone() -> Phone:
    return Phone()


def totals(found: Page, part: int = 0) -> Totals:
    """The totals of a page by name: as they are, and as they would be.

    *part*: -1 for what comes of a hand that is kept as no hand.
    """
    seen = {}
    for row in ROW.findall(found.html.split("<h3>As no hand")[part]):
        name, *cells = (unescape(re.sub(r"<[^>]*>", "", cell)).strip() for cell in re.split(r"</t[hd]>", row))
        now, _arrow, then = cells[-2 if cells[-1] == "" else -1].rpartition(" → ")
        seen[name] = (now or then, then)
    seen.pop("Next deal", None)
    return seen


def standing(game: Table) -> dict[str, str]:
    return {name: str(score).replace("-", "−") for name, score in now(game).state.scores.items()}


def now(game: Table) -> Table:
    return store.load(Phone().device, game.id).table


def form_of(phone: Phone, game: Table, seq: int) -> Form:
    return page(phone.get(f"/games/{game.id}/entries/{seq}/")).form("/corrections/")


@pytest.mark.parametrize("vector", [pytest.param(one, id=one.place) for one in played()])
def test_a_correction_and_a_removal_come_to_what_the_page_said(phone: Phone, vector: Vector) -> None:
    record = vector.record
    game = table(**{name: value for name, value in record.items() if name not in ("schema", "library")})
    hands = [item.seq for item in game.entries if item.kind == "hand" and item.step]
    told = 0
    for seq, other in [*zip(hands, reversed(hands), strict=True)][:: 1 if ALL else 2]:
        item = now(game).entry(seq)
        if not item or not item.step:
            break  # an earlier correction has ended the game
        form = form_of(phone, game, seq)
        seats = [text for name, text in form.fields.items() if name.startswith("seat-")]
        said = {name: text for name, text in form.fields.items() if name.startswith("seat-")} | {
            name: form.fields[name] for name in ("key", "seen", "opened", "target")
        }
        entry = record["entries"][other - 1]
        try:
            said |= hand_fields(record["variant"], entry, seats, record.get("options", {}))
        except ValueError:  # somebody of that hand was not there yet
            continue
        shown = page(phone.post(form.action, {**said, "press": "show"}))
        before = standing(game)
        if phone.post(form.action, {**said, "save": "1"}).status_code == 303:
            told += 1
            assert totals(shown) == {name: (before[name], then) for name, then in standing(game).items()}
        else:
            assert {name: (then, then) for name, then in before.items()} == totals(shown)
    assert told
    for seq in hands[::3]:
        asked = page(phone.get(f"/games/{game.id}/hands/?remove={seq}"))
        form = next(form for form in asked.forms if form.id == "remove")
        chosen = [value for label, value in form.buttons.items() if label.startswith("Remove")]
        if not chosen:
            continue  # a later entry needs it
        before = standing(game)
        assert phone.post(form.action, form.data(**dict(chosen))).status_code == 303
        after = standing(game)
        assert totals(asked) == {name: (before[name], after[name]) for name in after}
    kept = 0
    for seq in hands[::2]:
        asked = page(phone.get(f"/games/{game.id}/hands/?remove={seq}"))
        form = next(form for form in asked.forms if form.id == "remove")
        chosen = [value for label, value in form.buttons.items() if label.startswith("Make it no hand")]
        if not chosen:
            continue
        kept += 1
        before, dealers = standing(game), dealt(game)
        sent = form.data(**dict(chosen))
        assert [phone.post(form.action, sent).status_code for _twice in range(2)] == [303, 303]
        after = standing(game)
        assert totals(asked, -1) == {name: (before[name], after[name]) for name in after}
        now_dealt = dealt(game)
        assert now_dealt == dealers[: len(now_dealt)]
    assert kept, "one is kept"


def dealt(game: Table) -> list[str]:
    """Who dealt each hand."""
    return [item.hand.dealer for item in now(game).entries if item.hand]


@pytest.mark.parametrize("sign", ["+", "-"])
def test_an_adjustment_is_switched_shown_saved_and_put_right(phone: Phone, sign: str) -> None:
    game = table(entries=[hand("partnership")])
    found = page(phone.get(f"/games/{game.id}/adjustments/"))
    assert ("Team" in found.text, "Player" in found.text) == (True, False)
    form, typed = found.form("adjustments/"), {"player": "Ann & Cy", "points": "3", "sign": sign}
    shown = page(phone.post(form.action + "?show", form.data(**typed)))
    assert (shown.status, now(game).version) == (200, 1)
    again = shown.form("adjustments/")
    assert {name: again.fields[name] for name in typed} == typed
    before = standing(game)
    assert phone.post(again.action, again.data(reason="miscounted")).status_code == 303
    after = standing(game)
    assert totals(shown) == {name: (before[name], after[name]) for name in after}
    assert before["Ann & Cy"] != after["Ann & Cy"]

    wrong = form_of(phone, game, 2)
    assert {name: wrong.fields[name] for name in typed} == typed, "a minus is said by the switch"
    turned: dict[str, Any] = wrong.data(sign={"+": "-", "-": "+"}[sign], points="1")
    shown = page(phone.post(wrong.action + "?show", turned))
    assert phone.post(wrong.action, turned).status_code == 303
    assert totals(shown) == {name: (after[name], then) for name, then in standing(game).items()}


def test_a_form_shown_again_says_what_another_phone_saved(phone: Phone) -> None:
    game = table()
    form = page(phone.get(f"/games/{game.id}/adjustments/")).form("adjustments/")
    store.append(phone.device, game.id, store.new_key(), 0, hand("partnership"))
    shown = page(phone.post(form.action + "?show", form.data(player="Bo & Dee", points="2")))
    assert shown.status == 409
    assert "Hand 1: Ann called spades, 3 tricks" in shown.text
    assert totals(shown) == {"Ann & Cy": ("1", "1"), "Bo & Dee": ("0", "2")}


def test_an_empty_adjustment_of_a_finished_game_promises_no_win(phone: Phone) -> None:
    sweep = hand("partnership", tricks={"Ann & Cy": 5, "Bo & Dee": 0})
    game = table(entries=[sweep] * 5)
    assert now(game).state.over
    assert "win the game" not in page(phone.get(f"/games/{game.id}/adjustments/")).text


def test_a_renege_gives_points_and_its_hand_is_thrown_in(phone: Phone) -> None:
    game = table(entries=[hand("partnership")])
    address = f"/games/{game.id}/adjustments/?renege=1"
    asked = page(phone.get(f"/games/{game.id}/hands/new/"))
    assert address in asked.links
    form = page(phone.get(address)).form("adjustments/")
    assert {name: form.fields[name] for name in ("points", "reason")} == {"points": "2", "reason": "renege"}
    dealer, before = now(game).state.next_dealer, standing(game)
    wrong = phone.post(form.action, form.data(player="Bo & Dee", points="0"))
    assert (wrong.status_code, now(game).version) == (422, 1), "neither without the other"
    again = page(wrong).form("adjustments/").data(player="Bo & Dee", points="4")
    for key in ("", "no key"):
        assert phone.post(form.action, {**again, "key": key}).status_code == 422
    assert now(game).version == 1
    shown = page(phone.post(form.action + "?show", again))
    assert [phone.post(form.action, again).status_code for _twice in range(2)] == [303, 303]
    assert totals(shown) == {name: (before[name], then) for name, then in standing(game).items()}
    assert [item.entry for item in now(game).entries][1:] == [
        {"kind": "hand", "result": "redeal", "note": "renege"},
        {"kind": "adjust", "player": "Bo & Dee", "points": 4, "reason": "renege"},
    ]
    assert (now(game).state.next_dealer, now(game).version) == (dealer, 3)


def test_who_dealt_the_hand_of_a_renege_deals_again(phone: Phone) -> None:
    game = table()
    named = json.dumps({"move": "dealer", "player": "Cy"})
    assert phone.post(reverse("draft", args=[game.id]), {"rev": "0", "move": named}).status_code == 303
    asked = page(phone.get(f"/games/{game.id}/adjustments/?renege=1"))
    assert "Hand 1 is thrown in, and Cy deals again." in asked.text
    form = asked.form("adjustments/")
    for _twice in range(2):
        assert phone.post(form.action, form.data(player="Bo & Dee")).status_code == 303
    assert now(game).entries[0].entry["dealer"] == now(game).state.next_dealer == "Cy"
    assert now(game).version == 2


def test_only_games_with_a_rule_for_it_offer_a_renege(phone: Phone) -> None:
    game = table(variant="three-handed", players=["Ann", "Bo", "Cy"])
    assert "Renege" not in page(phone.get(f"/games/{game.id}/hands/new/")).text
    assert "Renege" not in page(phone.get(f"/games/{game.id}/adjustments/?renege=1")).text
