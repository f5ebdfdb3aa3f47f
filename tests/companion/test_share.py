"""Share: links by role, who is out when one is renewed, and codes."""

import re
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from companion import models
from companion.log import rights
from companion.log.table import Table
from companion.server.rates import CODES_OF_ALL
from tests.companion.factories import Phone, let_in, table
from tests.companion.pages import page

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture(autouse=True)
def nobody_has_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """No tries counted yet, and a clock that stands still."""
    caches["failures"].clear()
    monkeypatch.setattr("companion.access.limits.time.time", lambda: 1_800_000_030.0)


def place(name: str, made: Table) -> str:
    return reverse(name, args=[made.id])


def link(made: Table, role: str, owner: Phone | None = None) -> str:
    """The path of the link that the owner's phone shows."""
    shown = (owner or Phone("ann")).get(place("share", made) + f"?role={role}").text
    found = re.search(r"/J/[0-9A-HJKMNP-TV-Z]{26}\b", shown)
    assert found, shown
    return found[0]


def code(made: Table, role: str) -> str:
    shown = Phone("ann").get(place("share", made) + f"?role={role}").text
    found = re.search(r"<b>([0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4})</b>", shown)
    assert found
    return found[1]


def roles_of(phone: Phone, made: Table) -> set[str]:
    held = models.Access.objects.filter(phone__device=phone.device, phone__game__public_id=made.id)
    return set(held.values_list("role", flat=True))


def may_look(phone: Phone, made: Table) -> bool:
    return {200: True, 404: False}[phone.get(place("table", made)).status_code]


@pytest.mark.parametrize("role", rights.LINKED)
def test_a_link_lets_a_phone_in_with_its_role_and_leaves_a_clean_address(role: str) -> None:
    made, bo = table(variant="poker-chips"), Phone("bo")
    answer = bo.get(link(made, role))
    assert (answer.status_code, answer.headers["Location"]) == (303, place("table", made))
    assert "no-store" in answer.headers["Cache-Control"]
    assert roles_of(bo, made) == {role}


def test_a_link_works_however_it_was_typed() -> None:
    made, bo = table(), Phone("bo")
    path = link(made, "viewer")
    assert bo.get("/J/" + path[3:].lower()).status_code == 303
    assert may_look(bo, made)


@pytest.mark.parametrize(
    "typed",
    ["http://testserver{}", " HTTPS://OTHER.EXAMPLE{} ", "{}?again", "{}/"],
)
def test_a_link_is_pasted_where_a_code_is_typed(typed: str) -> None:
    """As in an app on the Home Screen, which no link opens."""
    made, bo = table(), Phone("bo")
    answer = bo.post("/join/", {"code": typed.format(link(made, "player"))})
    assert (answer.status_code, answer.headers["Location"]) == (303, place("table", made))
    assert roles_of(bo, made) == {"player"}
    wrong = Phone("eve").post("/join/", {"code": typed.format("/J/" + "0" * 26)})
    assert (wrong.status_code, "No table or group has this code." in wrong.text) == (422, True)


def test_only_digests_of_tokens_and_codes_are_stored() -> None:
    made = table()
    path, short = link(made, "player"), code(made, "player")
    stored = str([list(row.values()) for row in models.Link.objects.values()])
    assert path[3:] not in stored
    assert short.replace("-", "") not in stored


def test_every_role_and_every_table_has_a_link_of_its_own() -> None:
    made = [table(variant="poker-chips") for _table in range(3)]
    paths = {link(one, role) for one in made for role in rights.LINKED}
    assert len(paths) == 12
    assert len({code(one, role) for one in made for role in rights.LINKED}) == 12


def test_a_game_for_points_offers_no_banker() -> None:
    assert "Banker" not in Phone("ann").get(place("share", table())).text
    assert "Banker" in Phone("ann").get(place("share", table(variant="poker-chips"))).text


@pytest.mark.parametrize("what", ["renew", "withdraw"])
def test_who_came_by_a_link_is_out_when_it_is_renewed_or_withdrawn(what: str) -> None:
    made, bo, cy = table(), Phone("bo"), Phone("cy")
    old = link(made, "player")
    bo.get(old)
    cy.get(link(made, "viewer"))
    Phone("ann").post(place("links", made), {"role": "player", what: "1"})
    assert (may_look(bo, made), may_look(cy, made)) == (False, True)
    assert bo.get(old).status_code == 404
    if what == "renew":
        new = link(made, "player")
        assert new != old
        assert bo.get(new).status_code == 303
    else:
        assert "there is no link" in Phone("ann").get(place("share", made) + "?role=player").text


def test_who_is_put_out_stays_out_until_let_in_again() -> None:
    made, bo = table(), Phone("bo")
    path = link(made, "player")
    bo.get(path)
    number = models.Phone.objects.get(device=bo.device).pk
    Phone("ann").post(place("phones", made), {"phone": number})
    for answer in (
        bo.get(path),
        bo.get(place("table", made)),
        bo.post("/join/", {"code": code(made, "player")}),
    ):
        assert answer.status_code == 404
        assert "The host removed this phone." in answer.text
    assert "removed" not in Phone("eve").get(place("table", made)).text
    assert "Let back in" in Phone("ann").get(place("share", made)).text
    Phone("ann").post(place("phones", made), {"phone": number, "let_back": "1"})
    assert bo.get(path).status_code == 303
    assert may_look(bo, made)


def test_removing_a_phone_and_ending_a_link_say_first_who_is_cut_off() -> None:
    made, ann = table(), Phone("ann")
    bo, cy = Phone("bo"), Phone("cy")
    for phone, role in ((bo, "player"), (cy, "player"), (cy, "viewer")):
        phone.get(link(made, role))
    assert "No phone is cut off." in ann.get(place("share", made) + "?role=scorekeeper").text
    bo.post(place("seats", made), {"seat": "Bo"})
    shown = page(ann.get(place("share", made))).text
    assert "New link The old link stops working. Cut off: Bo. Make a new link" in shown
    assert "Turn link off Nobody can join as a player. Cut off: Bo. Turn it off" in shown
    assert "Remove Bo is cut off from the table, and sees why." in shown
    ann.post(place("links", made), {"role": "player", "renew": "1"})
    assert (may_look(bo, made), may_look(cy, made)) == (False, True)


def test_making_a_phone_scorekeeper_says_who_keeps_the_role() -> None:
    made = table()
    scorekeeper = let_in(made, "bo", "scorekeeper")
    let_in(made, "cy", "player")
    assert "Make scorekeeper you keep it too" in page(Phone("ann").get(place("share", made))).text
    assert "Make scorekeeper you give it up" in page(scorekeeper.get(place("share", made))).text


def test_whoever_only_looks_at_a_link_leaves_no_phone_behind() -> None:
    made = table()
    path = link(made, "player")
    for _look in range(3):
        assert Client().get(path).headers["Location"] == path + "?again"
    seen = Client().get(path + "?again")
    assert "Bower needs a cookie to know this phone." in seen.text
    assert models.Phone.objects.count() == 1
    browser = Client()
    assert browser.get(path, follow=True).status_code == 200
    assert models.Phone.objects.count() == 2


def test_what_a_link_gave_beside_another_is_all_that_goes_with_it() -> None:
    made, bo = table(variant="poker-chips"), Phone("bo")
    for role in ("viewer", "banker"):
        bo.get(link(made, role))
    Phone("ann").post(place("links", made), {"role": "banker", "withdraw": "1"})
    assert roles_of(bo, made) == {"viewer"}


def test_a_link_made_under_another_secret_is_not_shown_but_can_be_renewed(settings: Any) -> None:
    made = table()
    settings.SECRET_KEY = "another"  # the cookie is signed with it too
    ann = Phone("ann")
    assert "Make a new one." in ann.get(place("share", made)).text
    ann.post(place("links", made), {"role": "player", "renew": "1"})
    assert Phone("bo").get(link(made, "player", ann)).status_code == 303


# Codes


def test_a_code_lets_a_phone_in_however_it_is_typed() -> None:
    made = table()
    short = code(made, "scorekeeper")
    ways = [short, short.lower(), short.replace("-", " "), short.replace("0", "O").replace("1", "l")]
    for number, typed in enumerate(ways):
        phone = Phone(f"guest {number}")
        assert phone.post("/join/", {"code": typed}).headers["Location"] == place("table", made)
        assert roles_of(phone, made) == {"scorekeeper"}


def test_wrong_withdrawn_and_malformed_codes_are_answered_alike() -> None:
    made = table()
    withdrawn = code(made, "viewer")
    Phone("ann").post(place("links", made), {"role": "viewer", "withdraw": "1"})
    tried = ["", "0000-0000", withdrawn, "%00", "x" * 5000, "١٢٣٤٥٦٧٨"]
    answers = [Phone("eve").post("/join/", {"code": typed}) for typed in tried]
    pages = {re.sub(r'value="[^"]*"', "", answer.text) for answer in answers}
    assert {answer.status_code for answer in answers} == {422}
    assert len(pages) == 1
    assert "No table or group has this code. Check it or ask for a new one." in answers[0].text


def test_after_ten_wrong_codes_even_a_right_one_waits() -> None:
    made = table()
    right = code(made, "player")
    for _try in range(10):
        assert Phone("eve").post("/join/", {"code": "0000-0000"}).status_code == 422
    late = Phone("eve").post("/join/", {"code": right})
    assert late.status_code == 429
    assert late.headers["Retry-After"] == "70"
    assert models.Phone.objects.count() == 1
    beside = Phone("cy")
    assert beside.post("/join/", {"code": right}).status_code == 303, (
        "the club isn’t held up by one of its phones"
    )


def test_an_address_has_sixty_wrong_codes_and_those_without_a_cookie_ten_together() -> None:
    made = table()
    right = code(made, "player")
    for _try in range(10):
        assert Client().post("/join/", {"code": "0000-0000"}).status_code == 422
    assert Client().post("/join/", {"code": right}).status_code == 429
    for number in range(50):
        assert Phone(f"eve {number}").post("/join/", {"code": "0000-0000"}).status_code == 422
    assert Phone("bo").post("/join/", {"code": right}).status_code == 429
    assert Phone("bo", REMOTE_ADDR="192.0.2.7").post("/join/", {"code": right}).status_code == 303


def test_while_somebody_guesses_from_everywhere_codes_and_links_still_let_phones_in() -> None:
    made = table()
    right = code(made, "player")
    for number in range(CODES_OF_ALL.most):
        away = Phone(f"eve {number}", REMOTE_ADDR=f"192.0.{number}.7")
        away.post("/join/", {"code": "0000-0000"})
    near = Phone("cy", REMOTE_ADDR="192.0.2.8")  # of a network that has guessed
    assert near.post("/join/", {"code": right}).status_code == 429
    assert near.get(link(made, "player")).status_code == 303
    elsewhere = Phone("dee", REMOTE_ADDR="198.51.100.1")
    assert elsewhere.post("/join/", {"code": right}).status_code == 303
    wrong = [elsewhere.post("/join/", {"code": "0000-0000"}).status_code for _try in "ab"]
    assert wrong == [422, 429]


def test_one_client_is_all_of_its_ipv6_network() -> None:
    statuses = [
        Phone("eve", REMOTE_ADDR=f"2001:db8::{number:x}").post("/join/", {"code": "0000-0000"}).status_code
        for number in range(11)
    ]
    assert statuses == [422] * 10 + [429]


def test_a_proxys_word_counts_only_where_it_is_trusted(settings: Any) -> None:
    for trusted, expected in ((False, 429), (True, 422)):
        settings.TRUST_PROXY = trusted
        for number in range(61):
            sent = Phone(f"eve {number}", HTTP_X_FORWARDED_FOR=f"spoofed, 192.0.2.{number}")
            status = sent.post("/join/", {"code": "0000-0000"}).status_code
        assert status == expected


# Seats


def test_the_host_is_told_that_others_could_read_along_over_plain_http() -> None:
    made = table()
    let_in(made, "bo", "player")
    warning = "Anyone on this Wi-Fi could see the scores"
    assert warning in Phone("ann").get(place("share", made)).text
    assert warning not in Phone("ann").get(place("share", made), secure=True).text
    assert warning not in Phone("bo").get(place("share", made)).text
