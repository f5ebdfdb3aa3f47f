"""A page has its stylesheet inside until the phone has fetched the file; afterwards it is linked."""

import base64
import hashlib
import re
from typing import Any
from wsgiref.headers import Headers

import pytest
from django.http import HttpResponseBase
from django.urls import reverse

from companion.server import stylesheets
from tests.companion.factories import Phone, long_game, table

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
LINK = '<link rel="stylesheet" href="/static/bower.css">'
ASIDE = '<link rel="stylesheet" href="/static/bower.css" media="print">'
PAGE = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
NAMES = ("bower.css", "board.css", "cards.css", "hand.css", "new.css", "play.css")


def fetched(phone: Phone, name: str = "bower.css") -> None:
    phone.cookies[stylesheets.cookie(name)] = stylesheets.stylesheet(name).version


def hashes(response: HttpResponseBase) -> list[str]:
    found = re.search(r"style-src ([^;]*)", response.headers["Content-Security-Policy"])
    assert found
    return found[1].split()


def test_a_first_page_has_its_stylesheet_inside_and_allows_it_by_its_hash() -> None:
    answer = Phone().get("/", headers=PAGE)
    [style] = STYLE.findall(answer.text)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert hashes(answer) == ["'self'", f"'sha256-{digest}'"]
    assert (answer.text.count(ASIDE), answer.text.count(LINK)) == (1, 0)


def test_a_phone_that_has_fetched_the_file_gets_a_link() -> None:
    phone = Phone()
    fetched(phone)
    answer = phone.get("/", headers=PAGE)
    assert (STYLE.findall(answer.text), hashes(answer)) == ([], ["'self'"])
    assert (answer.text.count(ASIDE), answer.text.count(LINK)) == (0, 1)


def test_a_room_with_two_stylesheets_decides_for_each() -> None:
    phone = Phone()
    fetched(phone)
    answer = phone.get(reverse("new", args=["partnership"]), headers=PAGE)
    assert LINK in answer.text
    assert '<link rel="stylesheet" href="/static/new.css" media="print">' in answer.text
    assert hashes(answer) == ["'self'", stylesheets.stylesheet("new.css").hash]


def test_a_page_has_the_stylesheet_of_what_it_shows() -> None:
    chips = table(**long_game("poker-chips", 2))
    for address, marks, name in (
        (reverse("after", args=[chips.id, 1]), 'class="oval"', "oval.css"),
        (reverse("charts", args=["poker-euchre"]), 'class="sheet chart-of"', "chart.css"),
    ):
        answer = Phone().get(address)
        assert marks in answer.text
        assert f'href="/static/{name}"' in answer.text, address


def test_a_new_version_of_the_stylesheet_comes_inside_the_page_again() -> None:
    phone = Phone()
    phone.cookies[stylesheets.cookie("bower.css")] = "0123456789ab"
    assert ASIDE in phone.get("/", headers=PAGE).text


def test_what_a_script_fetches_has_no_stylesheet_inside() -> None:
    address = reverse("table", args=[table().id])
    assert LINK in Phone().get(address, headers={"accept": "*/*"}).text
    assert LINK in Phone().get(address, headers={**PAGE, "hx-request": "true"}).text


def test_the_two_forms_of_a_page_are_never_mixed_up() -> None:
    made, phone = table(**long_game("poker-chips", 2)), Phone()
    address = reverse("table", args=[made.id])
    first = phone.get(address, headers=PAGE)
    for name in ("bower.css", "moment.css", "oval.css"):
        fetched(phone, name)
    later = phone.get(address, headers=PAGE | {"if-none-match": first.headers["ETag"]})
    assert (later.status_code, later.text.count(LINK), STYLE.findall(later.text)) == (200, 1, [])
    assert {"Accept", "Cookie", "HX-Request"} <= set(later.headers["Vary"].split(", "))


def test_a_page_is_followed_by_the_tag_of_its_linked_form() -> None:
    made, phone = table(**long_game("poker-chips", 2)), Phone()
    address = reverse("table", args=[made.id])
    shown = re.search(r' data-tag="([^"]*)"', phone.get(address, headers=PAGE).text)
    assert shown
    tag = shown[1].replace("&quot;", '"')
    assert phone.get(address, headers={"accept": "*/*", "if-none-match": tag}).status_code == 304


def test_the_file_tells_that_it_was_fetched(settings: Any) -> None:
    for name in NAMES:
        path = settings.BASE_DIR / "static" / name
        headers = Headers()
        stylesheets.remember_fetched(headers, str(path), f"/static/{name.replace('.', '.0a1b2c3d4e5f.')}")
        value = f"{stylesheets.cookie(name)}={stylesheets.stylesheet(name).version}; "
        assert str(headers["Set-Cookie"]).startswith(value)
    script = Headers()
    stylesheets.remember_fetched(script, str(settings.BASE_DIR / "static" / "live.js"), "/static/live.js")
    assert "Set-Cookie" not in script


@pytest.mark.parametrize("name", NAMES)
def test_a_stylesheet_works_inside_any_page(name: str) -> None:
    text = stylesheets.stylesheet(name).text
    assert [wrong for wrong in ("</", "url(", "@import", "@charset") if wrong in text] == []


def test_every_page_is_described() -> None:
    made = table(**long_game("poker-chips", 2))
    addresses = ["/", "/rules/", "/rules/euchre/", "/join/", "/no-such-page", "/api/v1/docs/"]
    addresses += [
        reverse(name, args=[made.id]) for name in ("table", "hand", "hands", "bank", "recap", "share")
    ]
    found = {
        one: re.findall(r'<meta name="description" content="([^"]+)"', Phone().get(one).text)
        for one in addresses
    }
    assert {one: texts for one, texts in found.items() if len(texts) != 1} == {}
