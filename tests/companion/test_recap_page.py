"""The recap as a page."""

import re
from xml.etree import ElementTree

import pytest
from django.test import override_settings

from companion import store
from tests.companion.evenings import SIX, saturday
from tests.companion.factories import SEATS, Phone, hand, long_game, opening, table
from tests.companion.pages import Page, page

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def recap_of(table_id: str) -> Page:
    response = Phone().get(f"/games/{table_id}/recap/")
    assert response.status_code == 200
    return page(response)


def a_saturday() -> str:
    options = {"chip_value_cents": 10}
    header = {"players": SIX, "title": "Saturday", "played_on": "2026-11-14", "options": options}
    return table(variant="poker-chips", entries=saturday(), **header).id


def test_the_page_tells_the_evening_in_its_order() -> None:
    text = recap_of(a_saturday()).text
    told = [
        "Saturday",
        "Poker-Euchre, 6 players, 8 hands, November 14, 2026",
        "Eli wins",
        "was 26 down after hand 4",
        "+68",
        "Chips, up or down, hand by hand",
        "Hands Maker Ann Bo Cy Dee Eli Fay",
        "7: Fay slept",
        "Highlights",
        "Hand 7 Eli calls diamonds and takes all eight, a grand march +80",
        "Settle up: 5 payments",
        "Fay pays Eli 40 chips €4.00",
        "All chips were bought on credit.",
        "Text for the chat",
        "Share recap",
    ]
    places = [text.index(words) for words in told]
    assert places == sorted(places)


@pytest.mark.parametrize("variant", SEATS)
def test_every_game_has_its_recap_so_far_and_before_the_first_hand(variant: str) -> None:
    assert "Nothing played yet" in recap_of(table(variant=variant).id).text
    made = table(**long_game(variant, 9))
    text = recap_of(made.id).text
    assert "9 hands so far" in text
    assert "Another game" in text


def test_a_finished_game_offers_the_same_again() -> None:
    table_id = a_saturday()
    found = recap_of(table_id)
    address = f"/games/new/poker-chips/?again={table_id}"
    assert address in found.links
    assert Phone().get(address).status_code == 200


def test_the_page_leads_to_the_table_home_and_the_files() -> None:
    table_id = a_saturday()
    links = recap_of(table_id).links
    files = [f"/games/{table_id}/recap.{ending}" for ending in ("txt", "csv", "json")]
    assert {"/", f"/games/{table_id}/", *files} <= set(links)
    for link in links:
        assert link == "#text" or Phone().get(link).status_code == 200


def test_the_text_stands_on_the_page_and_its_buttons_wait_for_the_script() -> None:
    table_id = a_saturday()
    found = recap_of(table_id)
    area = re.search(r'<textarea id="text" readonly[^>]*>(.*?)</textarea>', found.html, re.DOTALL)
    assert area is not None
    assert area[1] == Phone().get(f"/games/{table_id}/recap.txt").text
    assert re.findall(r"<button [^>]*>", found.html) == [
        '<button class="btn" type="button" data-copy="text" hidden>',
        '<button class="btn" type="button" data-print hidden>',
    ]
    assert '<a class="btn main" href="#text" data-share="text"' in found.html


def test_a_correction_is_marked_and_says_what_it_was() -> None:
    made = table(variant="buck", entries=[hand("buck"), hand("buck", 1)])
    phone = Phone()
    corrected = hand("buck", 1, tricks={"Bo": 4, "Cy": 1})
    made = store.save(phone.device, made.id, store.new_key(), store.Change(2, 2, corrected)).view.table
    store.save(phone.device, made.id, store.new_key(), store.Change(3, 1, None))
    text = recap_of(made.id).text
    assert "1* Bo" in text
    assert re.search(r"\* Hand 1, corrected by the host, \d\d:\d\d: tricks were Bo 3, Cy 1, Dee 1\.", text)
    assert re.search(r"\* A hand, removed by the host, \d\d:\d\d: Ann called spades, 3 tricks\.", text)


def test_while_chips_lie_in_the_pot_nothing_is_settled() -> None:
    entries = [*opening("poker-chips"), hand("poker-chips", tricks={"Ann": 4, "Bo": 4, "Cy": 4})]
    text = recap_of(table(variant="poker-chips", entries=entries).id).text
    assert "25 still in the pot. Settle up once it’s won." in text


def test_settling_up_before_the_end_says_so() -> None:
    text = recap_of(table(**long_game("poker-chips", 1)).id).text
    assert "If you stopped now: 3 payments" in text


def chart_of(found: Page) -> ElementTree.Element:
    drawn = re.search(r"<svg class=\"chart\".*?</svg>", found.html, re.DOTALL)
    assert drawn is not None
    return ElementTree.fromstring(drawn[0])  # noqa: S314 - our own page


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_chart_is_sound_whatever_the_language_of_numbers(language: str) -> None:
    with override_settings(LANGUAGE_CODE=language):
        chart = chart_of(recap_of(a_saturday()))
    assert len(chart.findall("path")) == 6
    for path in chart.findall("path"):
        assert re.fullmatch(r"M[\d.]+ [\d.]+(L[\d.]+ [\d.]+){9}", path.attrib["d"])
    for element in chart.iter():
        for name in {"x", "y", "x1", "x2", "y1", "y2"} & set(element.attrib):
            float(element.attrib[name])


def test_the_chart_is_told_to_those_who_cannot_see_it() -> None:
    found = recap_of(a_saturday())
    chart = chart_of(found)
    title, words = chart.find("title"), chart.find("desc")
    assert title is not None
    assert words is not None
    assert title.text == "Running totals of Ann, Bo, Cy, Dee, Eli and Fay"
    assert str(words.text).startswith("Eli ends at +68, Ann ends at +12")
    assert chart.attrib["aria-labelledby"].split() == [title.attrib["id"], words.attrib["id"]]
    assert "After hand Ann Bo Cy Dee Eli Fay 1 −2" in found.text


def test_no_style_and_no_script_on_the_page_itself() -> None:
    html = recap_of(a_saturday()).html
    assert not re.search(r"\sstyle=|<style|\son\w+=|<script(?! src=)", html)
    assert re.findall(r'<script src="([^"]+)"', html)[-1] == "/static/share.js"


def test_every_id_stands_once() -> None:
    ids = recap_of(a_saturday()).ids
    assert len(ids) == len(set(ids))


def test_names_with_markup_and_marks_of_direction_are_shown_harmlessly() -> None:
    players = ["Ann", "<b>Bo</b>", "C\u202ey", "Dee"]
    made = table(
        variant="buck", players=players, entries=[hand("buck", maker=players[0], tricks={players[0]: 5})]
    )
    found = recap_of(made.id)
    assert "<b>Bo" not in found.html
    assert "\u202e" not in found.html


def test_a_page_of_three_hundred_hands() -> None:
    made = table(**long_game("partnership", 300), title="long")
    found = recap_of(made.id)
    assert found.html.count("<tr>") == 2 * 301 + 1
    assert len(found.html) < 200_000
