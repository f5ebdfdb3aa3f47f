"""The companion: one hand of each game from the deal to its score, tap by tap, and every phone follows."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import expect

from scoring import VARIANTS
from scoring.follow import FLAG, NUMBER
from tests import games
from tests.browser.conftest import Phones
from tests.browser.phone import HEIGHT, WIDTH, Phone, value
from tests.browser.rooms import comes_to

pytestmark = pytest.mark.browser

Move = dict[str, Any]
LOW = 664

FOLLOWED = [name for name in VARIANTS if games.evening(name).MOVES]
TABLES = {variant: games.evening(variant).TABLE for variant in FOLLOWED}
TOLD = {variant: games.evening(variant).MOVES for variant in FOLLOWED}
ENTRIES = {variant: games.evening(variant).ENTRY for variant in FOLLOWED}


def moves(variant: str, text: str) -> list[Move]:
    """Moves as they are told: "trick Bo king; trick Cy x 2"."""
    found = []
    for told in text.strip().replace("\n", ";").split(";"):
        said, _x, times = told.partition(" x ")
        found += [move(variant, said.split())] * int(times or 1)
    return found


def move(variant: str, words: list[str]) -> Move:
    """One move of a game, its fields in the order in which the game declares them; flags by their names."""
    follow = VARIANTS[variant].follow
    assert follow is not None
    kind, *rest = words
    fields = follow.fields[kind]
    flags = {name: True for name, what in fields.items() if what == FLAG and name in rest}
    values = iter([word for word in rest if word not in flags])
    plain = [name for name, what in fields.items() if what != FLAG]
    said = {
        name: int(value) if fields[name] == NUMBER else value
        for name, value in zip(plain, values, strict=False)
    }
    return {"move": kind, **said, **flags}


def make(phone: Phone, made: Move) -> None:
    """Tap one move: its amount first, and its King after it."""
    if "chips" in made:
        choose(phone, made["chips"])
    if made["move"] == "trick" and "king" in made:
        make(phone, {name: value for name, value in made.items() if name != "king"})
        made = {"move": "king"}
    value = json.dumps(made, separators=(",", ":")).replace("\\", "\\\\")
    button = phone.at(f"[name=move][value='{value}']")
    if not button.is_visible():
        phone.tap(phone.at("details").filter(has=button).locator("summary"))
    phone.answered(button)


def choose(phone: Phone, chips: int) -> None:
    """Choose an amount of the betting, in steps if it has no button."""
    chosen = phone.at(".amounts [aria-pressed=true]")
    while (now := int(chosen.get_attribute("value") or 0)) != chips:
        button = phone.at(f".amounts [value='{chips}']:not([aria-label])")
        step = phone.at(f".amounts [aria-label='1 {'more' if chips > now else 'less'}']")
        target = button if button.count() else step
        if phone.script:
            target.tap()
            expect(chosen).not_to_have_attribute("value", str(now))
        else:
            phone.moves_on(target)
            phone.taps -= 1


def make_elsewhere(phone: Phone, table: str, made: Sequence[Move]) -> None:
    """Make moves past the page; a King that is in one by itself."""
    moves_made: list[Move] = []
    for one in made:
        king = one["move"] == "trick" and "king" in one
        plain = {name: said for name, said in one.items() if not (king and name == "king")}
        moves_made += [plain, {"move": "king"}] if king else [plain]
    page_now = phone.fetch(table + "draft/")
    token, rev = value(page_now, "csrfmiddlewaretoken"), int(value(page_now, "rev"))
    for number, one in enumerate(moves_made):
        form: dict[str, Any] = {"csrfmiddlewaretoken": token, "rev": rev + number, "move": json.dumps(one)}
        response = phone.context.request.post(f"{phone.address}{table}draft/", form=form, max_redirects=0)
        assert response.status == 303, response.text()


def table_of(phone: Phone, variant: str) -> str:
    return phone.bring_in({"variant": variant, "entries": [], **TABLES[variant]})


@pytest.mark.parametrize("variant", TABLES)
def test_a_hand_of_each_game_is_followed_from_the_deal_to_its_score(phones: Phones, variant: str) -> None:
    told = moves(variant, TOLD[variant])
    phone, table = phones(), ""
    table = table_of(phone, variant)
    phone.go(table)
    phone.moves_on("a[href$='/draft/']")
    for one in told[:-2]:
        make(phone, one)
    phone.go(table)
    assert_the_whole_hand_lies_above_the_dock(phone)
    phone.go(table + "draft/")
    assert_every_player_lies_above_the_dock(phone)
    for one in told[-2:]:
        make(phone, one)
    phone.moves_on("[name=save]")
    kings = sum("king" in one for one in told)
    assert phone.taps == len(told) + kings + 2, "one to begin, one for each move and each King, one to save"
    record = {"variant": variant, "entries": [], **TABLES[variant]}
    entries = [*record["entries"], {"kind": "hand", **ENTRIES[variant]}]
    assert phone.board() == comes_to({**record, "entries": entries})


def test_a_hand_is_followed_without_script(phones: Phones) -> None:
    variant, plain = "poker-chips", phones(script=False)  # the game in whose hand everything is asked
    table = table_of(plain, variant)
    plain.go(table + "draft/")
    told = moves(variant, TOLD[variant])
    tricks = [at for at, one in enumerate(told) if one["move"] == "trick"]
    for one in told[: tricks[1]]:
        make(plain, one)
    make_elsewhere(plain, table, told[tricks[1] : -1])  # each by the button that the first trick had
    plain.go(table + "draft/")
    make(plain, told[-1])
    plain.moves_on("[name=save]")
    record = {"variant": variant, "entries": [], **TABLES[variant]}
    entries = [*record["entries"], {"kind": "hand", **ENTRIES[variant]}]
    assert plain.board() == comes_to({**record, "entries": entries})


def link(phone: Phone, table: str, role: str) -> str:
    phone.go(f"{table}share/?role={role}")
    return "/J/" + phone.at("#address").input_value().rpartition("/")[2]


def test_trump_is_large_on_every_phone_and_another_phone_takes_over(phones: Phones) -> None:
    ann, bo, eve = phones(), phones(), phones()
    table = table_of(ann, "partnership")
    bo.go(link(ann, table, "scorekeeper"))
    eve.go(link(ann, table, "viewer"))
    ann.go(table + "draft/")
    told = moves("partnership", TOLD["partnership"])
    for one in told[:4]:
        make(ann, one)
    trump = eve.at(".trump svg[aria-label=spades]")
    expect(eve.at("main")).to_contain_text(
        "sits out"
    )  # the last of these moves: no longer the card turned up
    expect(trump).to_be_visible()
    box = trump.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 128
    expect(eve.at("[name=move]")).to_have_count(0)
    ann.page.close()  # the phone is dead
    bo.go(table)
    bo.moves_on(".dock .main")
    make(bo, told[4])
    make_elsewhere(bo, table, told[5:])
    bo.page.reload()
    bo.moves_on("[name=save]")
    expect(eve.at(".score").first).to_have_text("1")


def test_when_the_game_ends_every_phone_comes_to_the_table(phones: Phones) -> None:
    ann, eve = phones(), phones()
    record = {"variant": "partnership", **TABLES["partnership"], "options": {"target": 1}}
    table = ann.bring_in({**record, "entries": []})
    eve.go(link(ann, table, "viewer"))
    *told, last = moves("partnership", TOLD["partnership"])
    make_elsewhere(ann, table, told)
    eve.go(table + "draft/")
    ann.go(table + "draft/")
    make(ann, last)
    ann.moves_on("[name=save]")
    expect(eve.at(".won")).to_contain_text("Ann & Cy win")
    assert eve.path == table


def assert_the_whole_hand_lies_above_the_dock(phone: Phone) -> None:
    felt, dock = phone.at(".hand-on, .oval").bounding_box(), phone.at(".dock").bounding_box()
    assert felt
    assert dock
    assert felt["y"] + felt["height"] <= dock["y"]


def assert_every_player_lies_above_the_dock(phone: Phone) -> None:
    """In what a phone's browser really leaves, without a scroll."""
    phone.page.set_viewport_size({"width": WIDTH, "height": LOW})
    row, dock = phone.at(".took li").last.bounding_box(), phone.at(".dock").bounding_box()
    assert row
    assert dock
    assert row["y"] + row["height"] <= dock["y"]
    assert dock["y"] + dock["height"] <= LOW
    phone.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})


def test_backing_out_loses_nothing_and_the_form_is_filled_in(phone: Phone) -> None:
    table = table_of(phone, "king-cutthroat")
    *told, last = moves("king-cutthroat", TOLD["king-cutthroat"])
    make_elsewhere(phone, table, told)
    phone.go(table + "draft/")
    make(phone, last)
    phone.answered("[name=back]")
    make(phone, last)
    phone.moves_on("text=Open the hand form")
    expect(phone.at("[name=maker]:checked")).to_have_value("1")
    phone.go(table)
    phone.moves_on(".dock .main")
    expect(phone.at("[name=save]")).to_be_visible()
    phone.moves_on("text=Open the hand form")
    phone.save()
    [entry] = phone.entries(table)
    assert entry == {"kind": "hand", **ENTRIES["king-cutthroat"]}
