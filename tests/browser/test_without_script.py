"""Without script: every page and every save still works, a page at a time."""

import json

import pytest
from playwright.sync_api import expect

from tests import games
from tests.browser.conftest import Phones
from tests.browser.evenings import EVENINGS, evening
from tests.browser.phone import Phone
from tests.browser.rooms import Teller, comes_to, everybody, start, way_of_telling

pytestmark = pytest.mark.browser


@pytest.fixture
def plain(phones: Phones) -> Phone:
    return phones(script=False)


# The game with every kind of entry. Kings are told below and in test_hand_room.py, teams corrected and undone
# below; the forms of every game without script are in tests/companion/test_form_law.py.
def test_an_evening_is_entered_page_by_page(plain: Phone) -> None:
    record = evening("poker-chips", games.evening("poker-chips").ENOUGH)
    start(plain, record)
    last_hand = [one for one in record["entries"] if one["kind"] == "hand"][-1]  # sixteen tricks once more
    known = {way_of_telling("poker-chips", last_hand, everybody(record))}
    Teller(plain, record, known).tell(record["entries"])
    assert plain.board() == comes_to(record)
    assert plain.entries(plain.path) == record["entries"]


def test_a_king_is_taken_back(plain: Phone) -> None:
    plain.go(plain.bring_in(evening("king-cutthroat", 1)) + "hands/new/")
    plain.say({"maker": "0", "kings": "1 2"})
    expect(plain.at(".kings li:has(b)")).to_have_text(["K Bo", "K Cy"])
    plain.press("king back")
    expect(plain.at(".kings li:has(b)")).to_have_text(["K Bo"])
    expect(plain.at("[name=maker]:checked")).to_have_value("0")


def test_a_bet_and_a_trick_are_taken_back(plain: Phone) -> None:
    plain.go(plain.bring_in(evening("poker-chips", 3)) + "hands/new/")
    plain.say({"maker": "1", "trump": "spades", "betting": "1b5 2f 0c"})
    plain.press("trick 1")
    plain.press("trick back")
    plain.press("trick back")
    expect(plain.at("[aria-current] b").first).to_have_text("Ann")
    plain.press("bet fold")
    expect(plain.at("[name=save]")).to_contain_text("Bo +32")


def test_the_page_says_what_a_hand_does_before_it_is_saved(plain: Phone) -> None:
    plain.go(plain.bring_in(evening("partnership", 1)) + "hands/new/")
    plain.say({"maker": "0", "trump": "hearts", "tricks": "5"})
    plain.press("show")
    expect(plain.at("[name=save] small")).to_have_text("Ann & Cy 3   Bo & Dee 0")
    assert (
        json.loads(plain.fetch(plain.path.replace("hands/", "recap.json")))["entries"]
        == evening("partnership", 1)["entries"]
    )


def test_a_hand_is_corrected_removed_undone_and_restored(plain: Phone) -> None:
    record = evening("partnership", 4)
    table = plain.bring_in(record)
    plain.go(table)
    plain.moves_on(".dock a[href*='/hands/#']")
    plain.tap("#e1 summary")
    plain.moves_on("#e1 a:text('Fix')")
    plain.say({"tricks": "5"})
    plain.save()
    march = {**record["entries"][0], "tricks": {"Ann & Cy": 5, "Bo & Dee": 0}}
    expect(plain.at("#e1")).to_contain_text("before:")
    plain.tap("#e2 summary")
    plain.moves_on("#e2 a:text('Remove')")
    plain.moves_on("#question [name=target]")
    plain.go(table)
    plain.moves_on("button:text('Undo hand')")
    kept = [march, record["entries"][2]]
    assert plain.board() == comes_to({**record, "entries": kept})
    expect(plain.at(".dock s")).to_contain_text("Dee went alone in clubs")
    plain.moves_on("button:text('Restore')")
    plain.go(table + "hands/")
    plain.tap("#e2 summary")
    plain.moves_on("#e2 button:text('Restore')")
    assert plain.entries(table) == [march, *record["entries"][1:]]


def test_a_game_is_exported_and_brought_in_again(plain: Phone) -> None:
    table = plain.bring_in(EVENINGS["buck"])
    text = plain.fetch(table + "recap.json")
    plain.go("/")
    plain.open("Import a game")
    plain.at("#text").fill(text)
    plain.moves_on("button:text-is('Import')")
    assert plain.path != table
    assert plain.board() == comes_to(EVENINGS["buck"])


def test_a_finished_game_starts_the_same_again(plain: Phone) -> None:
    plain.go(plain.bring_in(EVENINGS["three-handed"]))
    plain.moves_on("a.main:has-text('Another game')")
    expect(plain.at("#start")).to_have_value("12")
    plain.moves_on(".main")
    assert plain.board()["scores"] == {"Ann": 12, "Bo": 12, "Cy": 12}


def test_day_and_night_by_hand(plain: Phone) -> None:
    plain.go("/")
    plain.moves_on("button:text-is('Night')")
    expect(plain.at("html")).to_have_attribute("data-look", "night")
    assert plain.page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"
