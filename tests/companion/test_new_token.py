"""A phone that gains a role gets a new token: whoever knows the one before does not get the role."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from companion import models, store
from companion.access import devices
from companion.log.table import Table
from companion.store import games, groups, links, phones
from tests.companion.factories import Phone, group, hand, let_in, table

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

PLAYERS = ["Ann", "Bo", "Cy", "Dee"]


def address(name: str, made: Table) -> str:
    return reverse(name, args=[made.id])


def link(made: Table, role: str) -> links.Invitation:
    return links.invitations(store.load(Phone("ann").device, made.id))[role]


def by_link(phone: Phone, made: Table, role: str = "player") -> str:
    return phone.get(f"/J/{link(made, role).token}").headers["Location"]


def by_code(phone: Phone, made: Table, role: str = "player") -> str:
    return phone.post("/join/", {"code": link(made, role).code}).headers["Location"]


def by_starting(phone: Phone, _made: Table) -> str:
    form = {"variant": "buck", "players": PLAYERS, "key": store.new_key(), "dealer": "1"}
    return phone.post("/games/", form).headers["Location"]


GAINS: dict[str, Callable[[Phone, Table], str]] = {
    "link": by_link,
    "code": by_code,
    "start": by_starting,
}


def opens(phone: Phone, place: str) -> bool:
    return {200: True, 404: False}[phone.get(place).status_code]


@pytest.mark.parametrize("known", ["unknown", "known at a table of the attacker"])
@pytest.mark.parametrize("gain", GAINS)
def test_a_planted_cookie_does_not_see_what_the_phone_gains(gain: str, known: str) -> None:
    made = table()
    bo, attacker = Phone("bo"), Phone("bo")
    planted = let_in(table(), "bo", "player") if known != "unknown" else None
    place = GAINS[gain](bo, made)
    assert opens(bo, place)
    assert not opens(attacker, place)
    assert planted is None or len(store.tables(bo.device)) == 2, "the older table came along"


def test_a_second_role_at_a_table_leaves_the_old_cookie_behind_there_too() -> None:
    made = table()
    bo, attacker = let_in(made, "bo", "player"), Phone("bo")
    place = by_link(bo, made, "scorekeeper")
    assert opens(bo, place)
    assert not opens(attacker, place)
    assert models.Phone.objects.filter(game__public_id=made.id).count() == 2, "it is the same phone"


def test_a_link_that_gives_nothing_new_changes_no_cookie() -> None:
    made, bo = table(), Phone("bo")
    by_link(bo, made)
    before = bo.device
    by_link(bo, made)
    assert bo.device == before


def test_a_planted_cookie_does_not_get_what_the_phone_gained_lately() -> None:
    made, bo = table(), Phone("bo")
    place = by_link(bo, made)
    attacker = let_in(table(), "eve", "viewer")
    bo.cookies[devices.COOKIE] = attacker.cookies[devices.COOKIE].value
    assert opens(bo, place), "the phone itself shows both tokens"
    assert not opens(attacker, place)


def test_a_planted_token_of_an_overlap_gets_nothing_that_the_phone_has() -> None:
    made, old, found = table(), table(), group()
    bo, eve = let_in(made, "bo", "owner"), let_in(old, "eve", "player")
    token = links.invitations(found)["scorekeeper"].token
    bo.cookies[devices.GAINED + "0" * 8] = eve.cookies[devices.COOKIE].value
    eve.get(f"/G/{token}")
    phones.leave(groups.find(eve.device, found.group_id))
    phones.mark_here({old.id: {eve.device}}, timezone.now())
    bo.get(f"/G/{token}")
    assert groups.find(bo.device, found.group_id).role == "scorekeeper"
    assert opens(bo, address("table", made))
    assert not opens(eve, address("table", made))


def test_a_second_tap_and_a_lost_response_give_the_same_token() -> None:
    made, bo, tap = table(), Phone("bo"), Phone("bo")
    place = by_link(bo, made)
    assert by_link(tap, made) == place
    assert tap.device == bo.device
    assert models.Phone.objects.filter(game__public_id=made.id).count() == 2


@pytest.mark.parametrize("gain", GAINS)
def test_a_lost_response_is_had_again_after_the_secret_key_was_replaced(
    gain: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, lost, bo, key = table(), Phone("bo"), Phone("bo"), store.new_key()
    monkeypatch.setattr("companion.store.new_key", lambda: key)
    place, old = GAINS[gain](lost, made), settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key of this server".ljust(50, "x"), [old]
    assert GAINS[gain](bo, made) == place
    assert bo.device == lost.device
    assert opens(bo, place)


def test_a_game_started_by_two_taps_is_one_game_of_one_phone() -> None:
    form = {"variant": "buck", "players": PLAYERS, "key": store.new_key(), "dealer": "1"}
    bo, tap = Phone("bo"), Phone("bo")
    place = bo.post("/games/", form).headers["Location"]
    assert tap.post("/games/", form).headers["Location"] == place
    assert bo.post("/games/", form).headers["Location"] == place, "sent again from the page behind"
    assert opens(bo, place)
    assert opens(tap, place)
    assert models.Phone.objects.count() == 1


def test_other_tables_stay_open_until_the_phone_is_seen_with_its_new_token() -> None:
    older, newer = table(), table()
    bo, under_way = let_in(older, "bo", "player"), Phone("bo")
    by_link(bo, newer)
    assert opens(under_way, address("table", older)), "the response with the new token may be lost"
    assert {under_way.device, bo.device} <= games.versions([older.id])[older.id].devices, "and streams go on"
    phones.mark_here({older.id: {bo.device}}, timezone.now())
    assert not opens(under_way, address("table", older))
    assert opens(bo, address("table", older))


def test_who_wrote_a_row_is_still_known_after_a_new_token() -> None:
    made, other = table(variant="buck"), table()
    bo = let_in(made, "bo", "scorekeeper")
    bo.post(address("seats", made), {"seat": "Bo"})
    store.append(bo.device, made.id, store.new_key(), 0, hand("buck"))
    by_link(bo, other)
    row = store.load(bo.device, made.id).table.rows[0]
    assert store.load(bo.device, made.id).viewer.name_of(row.by) == "this phone"
    assert store.load(Phone("ann").device, made.id).viewer.name_of(row.by) == "Bo (scorekeeper)"


def test_a_removed_phone_stays_removed_by_its_new_token() -> None:
    made, other = table(), table()
    bo = Phone("bo")
    by_link(bo, made)
    number = models.Phone.objects.get(device=bo.device).pk
    Phone("ann").post(address("phones", made), {"phone": number})
    by_link(bo, other)
    assert "removed this phone" in bo.get(address("table", made)).text


def proof_of(phone: Phone, made: Table) -> str:
    return phone.get(address("rows", made)).headers["Proof"]


def with_proof(proof: str, made: Table) -> Phone:
    """A phone that shows this proof at a door, with a cookie that is not known anywhere."""
    phone = Phone("somebody")
    phone.get(address("rows", made), headers={"Proof": proof})
    return phone


def test_a_phone_that_lost_its_cookie_comes_back_by_the_proof_in_its_storage() -> None:
    made = table()
    bo = let_in(made, "bo", "owner")
    proof = proof_of(bo, made)
    bo.cookies.clear()
    assert bo.get(address("table", made)).headers["New-Phone"]
    assert not opens(bo, address("share", made))
    answer = bo.get(address("rows", made), headers={"Proof": proof})
    assert answer.status_code == 200
    assert answer.headers["Proof"] != proof
    assert opens(bo, address("share", made))
    phones.mark_here({made.id: {bo.device}}, timezone.now())
    assert not opens(with_proof(proof, made), address("table", made)), "it is worth nothing any more"
    assert opens(with_proof(answer.headers["Proof"], made), address("share", made))


def test_a_phone_that_came_back_is_back_though_the_answer_was_lost() -> None:
    made, other = table(), table()
    bo = let_in(made, "bo", "scorekeeper")
    let_in(other, "bo", "player")
    proof = proof_of(bo, made)
    for _answer_is_lost in range(3):
        bo.cookies.clear()
        assert bo.get(address("rows", other), headers={"Proof": proof}).status_code == 200
    assert opens(bo, address("table", made))
    assert opens(bo, address("table", other))
    assert models.Phone.objects.filter(game__public_id=made.id, accesses__role="scorekeeper").count() == 1


def test_a_proof_from_before_a_gain_and_one_of_a_removed_phone_bring_nothing() -> None:
    made, second = table(), table()
    bo = let_in(made, "bo", "player")
    proof = proof_of(bo, made)
    by_link(bo, second)
    assert opens(bo, address("table", second))
    phones.mark_here({made.id: {bo.device}}, timezone.now())
    assert not opens(with_proof(proof, made), address("table", made))
    proof = proof_of(bo, made)
    models.Phone.objects.filter(game__public_id=made.id, device=bo.device).update(out=True)
    models.Access.objects.filter(phone__out=True).delete()
    assert not opens(with_proof(proof, made), address("table", made))
    assert not opens(with_proof(proof + "x", second), address("table", second))


def test_a_proof_gives_nobody_who_planted_a_cookie_what_the_phone_has() -> None:
    made = table()
    bo = let_in(made, "bo", "player")
    proof = proof_of(bo, made)
    let_in(table(), "mal", "player")
    bo.cookies = Phone("mal").cookies
    bo.get(address("rows", made), headers={"Proof": proof})
    assert opens(bo, address("table", made))
    assert not opens(Phone("mal"), address("table", made))


def test_who_planted_a_cookie_gets_no_token_of_a_phone_that_came_back_by_a_proof_of_its_own() -> None:
    made, other = table(), table()
    bo, eve = let_in(made, "bo", "player"), let_in(other, "eve", "player")
    proof, proof_of_eve = proof_of(bo, made), proof_of(eve, other)
    bo.cookies, eve.cookies = Phone("mal").cookies, Phone("mal").cookies
    bo.get(address("rows", made), headers={"Proof": proof})
    eve.get(address("rows", other), headers={"Proof": proof_of_eve})
    assert opens(bo, address("table", made))
    assert not opens(eve, address("table", made))


def test_a_storage_that_a_browser_deleted_is_known_by_a_cookie_that_it_keeps() -> None:
    made = table()
    ann = Phone("ann")
    first, second = "a" * 36, "b" * 36

    def told(storage: str) -> str:
        return ann.get(address("rows", made), headers={"Storage": storage}).headers.get("Storage-Before", "")

    assert told(f"{first}.0") == told(f"{first}.3") == told("<script>.3") == ""
    assert ann.cookies[devices.KEPT]["httponly"]
    assert told(f"{second}.0") == f"{first}.3"
    assert told(f"{second}.0") == ""
