"""The recovery sheet of a group: on paper, shown once, and by it another phone becomes a host."""

import re
from typing import Any

import pytest
from django.core.cache import caches
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from companion import models, store
from companion.access.devices import Removed
from companion.access.links import token_hash
from companion.log import rights
from companion.store import groups, pairing, phones
from companion.store.deleted import delete
from companion.store.groups import FoundGroup
from companion.wording.refusal import AppRefusal
from tests.api.client import Program, program
from tests.api.group import hosted
from tests.companion.factories import Phone, device, group, let_in_group, personal_group, table
from tests.companion.pages import page

pytestmark = pytest.mark.django_db

CODE = "7K3M9Q2X4B6D8F0H1J3K5M7N"


@pytest.fixture(autouse=True)
def nobody_has_tried() -> None:
    caches["failures"].clear()


def room(found: FoundGroup) -> str:
    return reverse("group_recovery", args=[found.group_id])


def printed(found: FoundGroup) -> str:
    """The code of a new sheet, as it is printed."""
    ann = Phone("ann")
    answer = ann.post(room(found), page(ann.get(room(found))).form("/recovery/").data())
    code = re.search(r"<b>((?:[0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4})</b>", answer.text)
    assert (answer.status_code, "no-store" in answer.headers["Cache-Control"]) == (200, True)
    assert "Host of the group Thursday" in page(answer).text
    assert code, answer.text
    return code[1]


def asked(found: FoundGroup) -> tuple[bool, bool]:
    """Whether the group's page, and Home, say that this phone is its only host."""
    ann = Phone("ann")
    shown = page(ann.get(reverse("group", args=[found.group_id]))).text
    return "This phone is the only host." in shown, "This phone is its only host." in page(ann.get("/")).text


def test_the_only_host_is_asked_for_a_second_one_or_a_sheet_after_two_evenings() -> None:
    found = group("Thursday")
    table(group=found.pk, played_on="2026-11-12")
    assert asked(found) == (False, True)
    table(group=found.pk, played_on="2026-11-19")
    assert asked(found) == (True, True)
    let_in_group(found, "bo", "scorekeeper")
    assert asked(found) == (True, True), "a scorekeeper can’t make hosts"
    let_in_group(found, "cy", "host")
    assert asked(found) == (False, False)
    models.GroupPhone.objects.filter(role="host").exclude(device=device("ann")).update(out=True)
    assert asked(found) == (True, True)
    pairing.renew(found, CODE)
    assert asked(found) == (False, False)
    models.GroupRecovery.objects.update(used_at=timezone.now())
    assert asked(found) == (True, True)
    Phone("ann").post(reverse("group_not_now", args=[found.group_id]))
    assert asked(found) == (False, True), "it is asked once, and Home goes on saying it"


def may_open(name: str, found: FoundGroup) -> bool:
    try:
        return groups.find(device(name), found.group_id).may_share
    except (Http404, Removed):
        return False


def test_a_phone_that_types_the_code_is_a_host_and_is_offered_to_remove_the_lost_one() -> None:
    found, new = group(), Phone("new")
    code = printed(found)
    answer = new.post("/join/", {"code": code.lower()}, follow=True)
    assert answer.redirect_chain == [(room(found) + "?used", 303)]
    shown = page(answer)
    assert "This phone is a host now." in shown.text
    assert "Phone 1" in shown.text
    assert "The last sheet was used" in shown.text
    assert may_open("ann", found)
    assert new.post(room(found), {"others": "1"}).status_code == 303
    assert not may_open("ann", found)
    assert groups.find(new.device, found.group_id).may_share
    assert not models.GroupRecovery.objects.exists()


def test_the_square_leads_to_the_same_page_as_that_of_a_table() -> None:
    found, new = group(), Phone("new")
    asked = page(new.get("/R/" + printed(found).replace("-", "")))
    assert "a host of the table or group that it was made for" in asked.text
    assert new.post("/join/", asked.form("/join/").data()).status_code == 303
    assert groups.find(new.device, found.group_id).may_share


def test_a_sheet_works_once_and_a_lost_answer_can_be_had_again() -> None:
    found, new = group(), Phone("new")
    again, code = Phone("new"), printed(found)
    for phone in (new, again):  # the second has the cookie from before the first answer
        assert phone.post("/join/", {"code": code}).status_code == 303
    late = Phone("eve").post("/join/", {"code": code})
    assert (late.status_code, "This recovery sheet has been used." in late.text) == (422, True)
    assert models.GroupPhone.objects.filter(group=found.pk).count() == 2


def test_a_new_sheet_voids_the_one_before_and_only_its_hash_is_stored() -> None:
    found = group()
    old, new = printed(found), printed(found)
    with pytest.raises(Http404):
        pairing.use_sheet(device("eve"), old)
    stored = models.GroupRecovery.objects.get()
    assert stored.code_hash == token_hash(new)
    shown = page(Phone("ann").get(room(found))).text
    assert "not used yet. A new sheet replaces it" in shown
    assert new not in shown


def test_a_form_without_its_key_is_out_of_date() -> None:
    stale = Phone("ann").post(room(group()), {"key": "x"})
    assert (stale.status_code, "This page is out of date." in stale.text) == (422, True)


def test_it_works_for_a_removed_phone_and_in_a_full_group(monkeypatch: pytest.MonkeyPatch) -> None:
    found = group()
    let_in_group(found, "bo", rights.VIEWER)
    models.GroupPhone.objects.filter(device=device("bo")).update(out=True, role="")
    monkeypatch.setattr("companion.store.phones.MOST_OF_GROUP", 1)
    pairing.renew(found, CODE)
    assert pairing.use_sheet(device("bo"), CODE).group_id == found.group_id
    assert may_open("bo", found)


def test_a_host_who_types_it_stays_one_and_the_sheet_stays_unused() -> None:
    found = group()
    pairing.renew(found, CODE)
    assert pairing.use_sheet(device("ann"), CODE).group_id == found.group_id
    sheet = pairing.sheet(found)
    assert sheet
    assert sheet.used_at is None


def test_the_sheet_goes_with_a_host_who_is_removed_and_with_no_other_phone() -> None:
    found = group()
    for name, role in (("bo", rights.HOST), ("cy", rights.VIEWER)):
        let_in_group(found, name, role)
    pairing.renew(found, CODE)
    for name, left in (("cy", 1), ("bo", 0)):
        phones.put_out(found, models.GroupPhone.objects.get(device=device(name)).pk)
        assert models.GroupRecovery.objects.count() == left


def test_a_sheet_opens_a_deleted_group_for_its_host_who_puts_it_back() -> None:
    found, new = group(), Phone("new")
    code = printed(found)
    delete(found)
    answer = new.post("/join/", {"code": code})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/#deleted")
    back = new.post(page(new.get("/")).form("/put-back/").action)
    assert back.headers["Location"] == reverse("group", args=[found.group_id])
    assert new.get(reverse("group", args=[found.group_id])).status_code == 200


def test_a_personal_group_has_no_sheet() -> None:
    mine = personal_group()
    with pytest.raises(AppRefusal):
        pairing.renew(mine, CODE)
    assert Phone("ann").get(room(mine)).status_code == 404


def test_wrong_codes_are_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.access.limits.time.time", lambda: 1_800_000_030.0)
    code = printed(group())
    for _try in range(10):
        assert Phone("eve").post("/join/", {"code": "0" * 24}).status_code == 422
    assert Phone("eve").post("/join/", {"code": code}).status_code == 429


def test_share_offers_a_sheet_to_hosts_only() -> None:
    found = group()
    share = reverse("group_share", args=[found.group_id])
    advice = "With a recovery sheet on paper the group is yours even if this phone is lost."
    assert advice in page(Phone("ann").get(share)).text
    assert "ecovery" not in let_in_group(found, "bo", rights.SCOREKEEPER).get(share).text
    printed(found)
    shown = page(Phone("ann").get(share))
    assert advice not in shown.text
    assert room(found) in shown.links
    with pytest.raises(PermissionDenied):
        pairing.sheet(groups.find(device("bo"), found.group_id))


def test_a_program_makes_a_sheet_and_another_becomes_a_host_with_it() -> None:
    ann = program()
    made = hosted(ann).group
    at = f"groups/{made}/recovery/"
    assert ann.ask("GET", at).json() == {"made_at": None, "used_at": None}
    first, again = (ann.ask("POST", at, idempotency_key="k") for _try in "ab")
    assert (first.status_code, first.content, first["Cache-Control"]) == (201, again.content, "no-store")
    assert first["Location"] == "/api/v1/" + at
    key = store.new_key()
    sheet: dict[str, Any] = {"code": first.json()["code"]}
    told, repeated = (Program().ask("POST", "recover/", sheet, idempotency_key=key) for _try in "ab")
    assert (told.status_code, told.content) == (200, repeated.content)
    new = Program(told.json()["token"])
    assert told.json() == {"table": None, "group": made, "deleted": False, "token": new.token}
    assert new.ask("GET", f"groups/{made}/").json()["role"] == rights.HOST
    assert ann.ask("GET", at).json()["used_at"]
    late = Program().ask("POST", "recover/", sheet)
    assert (late.status_code, late.json()["code"]) == (422, "sheet-used")
