"""The currency sign: of the reader's region or the group, and once chosen kept."""

import json
from html import unescape

import pytest
from django.test import override_settings

from companion import models
from companion.access.devices import ZONE
from companion.wording.reader import read_by
from companion.wording.region import usual_currency
from tests.companion.factories import Phone, group
from tests.companion.pages import read_page

pytestmark = pytest.mark.django_db
PLAYERS = ["Ann", "Bo", "Cy"]
CENTS = {"chip_value_cents": "25"}


def shown(phone: Phone, path: str) -> tuple[int, str]:
    response = phone.get(path)
    return response.status_code, response.content.decode()


def drawn_sign(phone: Phone, in_group: str = "") -> str:
    """The sign in the form of New game."""
    page = read_page(*shown(phone, f"/games/new/poker-chips/?group={in_group}"))
    return str(page.form("/games/").data()["currency"])


def begun(phone: Phone, in_group: str = "", **said: str) -> models.Game:
    page = read_page(*shown(phone, f"/games/new/poker-chips/?group={in_group}"))
    phone.post(
        "/games/", page.form("/games/").data(players=PLAYERS, dealer="1", buy_in="on", **CENTS, **said)
    )
    return models.Game.objects.latest("pk")


@pytest.mark.parametrize(
    ("languages", "zone", "sign"),
    [
        ("en-US,en;q=0.9", "", "$"),
        ("en-GB,en;q=0.9", "", "£"),
        ("de-DE,de;q=0.9", "America/New_York", "€"),
        ("de-CH", "", "CHF"),
        ("sv-SE", "", "kr"),
        ("pl", "", "zł"),
        ("en", "Europe/Berlin", "€"),
        ("en", "Pacific/Auckland", "$"),
        ("en", "", "$"),
        ("ar-EG", "", "ج.م."),
        ("pt-CV", "", "CVE"),
        ("en-001", "", "€"),
        ("", "America/New_York", "€"),
    ],
)
def test_the_sign_that_is_usual_where_the_reader_is(languages: str, zone: str, sign: str) -> None:
    with read_by(languages, zone):
        assert usual_currency() == sign
        with override_settings(CURRENCY="R$", CURRENCY_IS_SET=True):
            assert usual_currency() == "R$"


def test_everybody_at_a_table_reads_its_own_money() -> None:
    ann = Phone(HTTP_ACCEPT_LANGUAGE="en-US")
    assert drawn_sign(ann) == "$"
    game = begun(ann)
    for languages, amount in (("en-US", "$0.25"), ("de-DE", "0,25\u00a0$")):
        page = ann.get(f"/games/{game.public_id}/bank/", HTTP_ACCEPT_LANGUAGE=languages).content.decode()
        assert f"{amount} a white chip" in unescape(page)
        assert "€" not in page


def test_a_sign_once_chosen_is_the_next_game_s_on_this_phone() -> None:
    ann = Phone(HTTP_ACCEPT_LANGUAGE="en-US")
    begun(ann, currency=" Fr. ")
    assert drawn_sign(ann) == "Fr."
    assert json.loads(ann.get("/groups/kept/").content)["currency"] == "Fr."


def test_a_group_keeps_its_own() -> None:
    thursday, ann = group(), Phone(HTTP_ACCEPT_LANGUAGE="en-US")
    begun(ann, thursday.group_id, currency="£")
    assert (drawn_sign(ann, thursday.group_id), drawn_sign(ann)) == ("£", "$")
    [kept] = json.loads(ann.get("/groups/kept/").content)["groups"]
    assert kept["currency"] == "£"


def test_a_stored_game_has_the_sign_of_its_group_or_of_the_server() -> None:
    ann = Phone(HTTP_ACCEPT_LANGUAGE="en-US")
    game = begun(ann)
    models.Game.objects.update(currency="")
    models.Group.objects.update(currency="")
    assert "€" in ann.get(f"/games/{game.public_id}/settling/").content.decode()
    models.Group.objects.update(currency="£")
    assert "£" in ann.get(f"/games/{game.public_id}/settling/").content.decode()


@pytest.mark.parametrize("sign", ["1", "kroner.", "\u200f"])
def test_what_is_no_sign(sign: str) -> None:
    ann = Phone()
    page = read_page(*shown(ann, "/games/new/poker-chips/"))
    answer = ann.post("/games/", page.form("/games/").data(players=PLAYERS, dealer="1", currency=sign))
    assert answer.status_code == 422
    assert "Type a currency sign of up to 6 characters, without digits." in answer.content.decode()


def test_the_zone_of_a_phone_alone_says_no_country_to_one_that_asks_for_no_language() -> None:
    ann = Phone()
    ann.cookies[ZONE] = "America/New_York"
    assert drawn_sign(ann) == "€"
