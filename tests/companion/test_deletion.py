"""A table that its host deletes: asked twice, kept for 30 days, put back within them, then gone for good."""

from datetime import datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from companion import models, store
from companion.log import rights
from companion.log.table import Table
from companion.store import links, naming, removing
from companion.store.deleted import delete
from companion.store.groups import FoundGroup
from companion.store.removing import KEPT_FOR
from tests.api.client import Program, owned, program
from tests.companion.factories import Phone, group, hand, let_in, let_in_group, table, view
from tests.companion.pages import page
from tests.companion.test_share import link, may_look, place

pytestmark = pytest.mark.django_db


def deleted(made: Table, by: Phone | None = None) -> None:
    """Delete a table through its pages."""
    ann = by or Phone("ann")
    asked = page(ann.get(place("deletion", made)))
    again = page(ann.post(place("deletion", made), asked.form("/deletion/").data()))
    assert ann.get(place("table", made)).status_code == 200, "nothing is deleted after one question"
    answer = ann.post(place("deletion", made), again.form("/deletion/").data())
    assert (answer.status_code, answer.headers["Location"]) == (303, "/#deleted")


def days_pass(made: Table, days: int) -> None:
    at = timezone.now() - timedelta(days=days)
    models.Game.objects.filter(public_id=made.id).update(deleted_at=at)


def test_a_host_is_asked_twice_and_told_what_goes() -> None:
    made = table(title="Thursday", entries=[hand("partnership")])
    let_in(made, "bo", "player")
    asked = page(Phone("ann").get(place("deletion", made))).text
    assert "Thursday, Euchre, 1 hand: Ann, Bo, Cy, Dee" in asked
    assert "1 other phone loses the table at once. Links, codes and webhooks stop." in asked
    assert "It is kept for 30 days." in asked
    assert "Delete it now, for everyone?" not in asked
    assert "Delete it now, for everyone?" in page(Phone("ann").post(place("deletion", made))).text
    deleted(made)


def test_a_deleted_table_is_gone_for_everyone_and_its_host_puts_it_back() -> None:
    made, ann = table(title="Thursday"), Phone("ann")
    path = link(made, "player")
    bo, cy = let_in(made, "bo", "player"), Phone("cy")
    deleted(made)
    told = bo.get(place("table", made))
    assert (told.status_code, "The host deleted this table." in told.text) == (404, True)
    assert "deleted" not in cy.get(place("table", made)).text
    assert cy.get(path).status_code == 404
    assert "Thursday" not in bo.get("/").text
    home = page(ann.get("/"))
    assert "Deleted Thursday Ann, Bo, Cy, Dee; gone for good after" in home.text
    back = ann.post(home.form("/put-back/").action)
    assert (back.status_code, back.headers["Location"]) == (303, place("table", made))
    assert (may_look(bo, made), cy.get(path).status_code) == (True, 303)
    assert "Put back" not in ann.get("/").text


def test_only_a_host_puts_a_table_back_and_only_for_thirty_days() -> None:
    made = table()
    phones = {role: let_in(made, role, role) for role in ("scorekeeper", "player", "viewer")}
    phones["eve"] = Phone("eve")
    deleted(made)
    statuses = {name: phone.post(place("put_back", made)).status_code for name, phone in phones.items()}
    assert statuses == {"scorekeeper": 403, "player": 403, "viewer": 403, "eve": 404}
    assert not any("Put back" in phone.get("/").text for phone in phones.values())
    days_pass(made, KEPT_FOR.days + 1)
    assert "Put back" not in Phone("ann").get("/").text
    assert Phone("ann").post(place("put_back", made)).status_code == 404


def test_after_thirty_days_it_is_gone_for_good_without_anybodys_doing() -> None:
    early, late, live = (table(entries=[hand("partnership")]) for _table in range(3))
    for made, days in ((early, KEPT_FOR.days + 1), (late, KEPT_FOR.days - 1)):
        deleted(made)
        days_pass(made, days)
    daily = removing.Daily()
    daily.clean()
    assert set(models.Game.objects.values_list("public_id", flat=True)) == {late.id, live.id}
    assert models.Entry.objects.count() == 2
    days_pass(late, KEPT_FOR.days + 1)
    daily.clean()
    assert models.Game.objects.filter(public_id=late.id).exists(), "once a day is enough"
    assert removing.remove_expired(timezone.now()) == 1


def test_a_program_deletes_a_table_lists_it_and_restores_it() -> None:
    ann = program()
    made, other = owned(ann, title="Friday"), owned(ann)
    guest = links.invitations(store.load(ann.device, other.id))["viewer"].token
    assert ann.ask("DELETE", f"tables/{made.id}/").status_code == 204
    [told] = ann.ask("GET", "deleted-tables/").json()["tables"]
    assert (told["id"], told["title"], told["variant"]) == (made.id, "Friday", "partnership")
    kept = (datetime.fromisoformat(told[name]) for name in ("until", "deleted_at"))
    assert next(kept) - next(kept) == KEPT_FOR
    assert program("eve").ask("GET", "deleted-tables/").status_code == 401
    assert guest
    for _time in range(2):
        assert ann.ask("POST", f"tables/{made.id}/restore/").json()["title"] == "Friday"
    assert ann.ask("GET", "deleted-tables/").json() == {"tables": []}


def test_share_offers_deleting_to_hosts_only() -> None:
    made = table()
    assert place("deletion", made) in page(Phone("ann").get(place("share", made))).links
    assert "Delete" not in let_in(made, "bo", "banker").get(place("share", made)).text
    assert view(made).viewer.may_share


@pytest.fixture
def club() -> FoundGroup:
    found = group("Thursday club")
    naming.add(found, "Ann")
    for name, role in (("bo", rights.SCOREKEEPER), ("cy", rights.HOST)):
        let_in_group(found, name, role)
    return found


def test_a_host_deletes_a_group_after_two_questions_and_another_puts_it_back(club: FoundGroup) -> None:
    ann, there = Phone("ann"), reverse("group_deletion", args=[club.group_id])
    asked = page(ann.get(there))
    assert "2 other phones lose the group at once, with its people, statistics and nights." in asked.text
    assert "Links and codes stop." in asked.text
    assert "It is kept for 30 days." in asked.text
    again = page(ann.post(there, asked.form("/deletion/").data()))
    assert ann.get(reverse("group", args=[club.group_id])).status_code == 200
    answer = ann.post(there, again.form("/deletion/").data())
    assert (answer.status_code, answer.headers["Location"]) == (303, "/#deleted")
    told = Phone("bo").get(reverse("group", args=[club.group_id]))
    assert (told.status_code, "A host can put it back for 30 days" in told.text) == (404, True)
    home = page(Phone("cy").get("/"))
    assert "Deleted Thursday club Group; gone for good after" in home.text
    back = Phone("cy").post(home.form("/put-back/").action)
    assert (back.status_code, back.headers["Location"]) == (303, reverse("group", args=[club.group_id]))
    assert Phone("bo").get(reverse("group", args=[club.group_id])).status_code == 200
    assert page(ann.get(reverse("people", args=[club.group_id]))).text.count("Ann") == 1


def test_who_saw_a_table_by_its_group_is_told_what_was_deleted(club: FoundGroup) -> None:
    made = table(group=club.pk)
    bo, there = Phone("bo"), place("table", made)
    assert "The link may be wrong" in page(Phone("eve").get(there)).text
    deleted(made)
    assert "The host deleted this table." in page(bo.get(there)).text
    assert Phone("ann").post(place("put_back", made)).status_code == 303
    delete(club)
    told = bo.get(there)
    assert (told.status_code, "A host deleted this group." in page(told).text) == (404, True)
    assert Phone("ann").get(there).status_code == 200
    assert "The link may be wrong" in page(Phone("eve").get(there)).text


def test_nobody_else_puts_a_group_back_and_nobody_after_thirty_days(club: FoundGroup) -> None:
    delete(club)
    there = reverse("put_group_back", args=[club.group_id])
    assert (Phone("bo").post(there).status_code, Phone("eve").post(there).status_code) == (403, 404)
    assert "Deleted" not in page(Phone("bo").get("/")).text
    at = timezone.now() - KEPT_FOR - timedelta(minutes=1)
    models.Group.objects.filter(pk=club.pk).update(deleted_at=at)
    assert "Thursday club" not in page(Phone("ann").get("/")).text
    assert Phone("ann").post(there).status_code == 404
    removing.remove_expired(timezone.now())
    assert not models.Group.objects.filter(pk=club.pk).exists()


def test_a_program_that_is_a_host_restores_its_group() -> None:
    made = Program().ask("POST", "groups/", {"title": "Thursday"}).json()
    ann, there = Program(made["token"]), f"groups/{made['id']}/"
    assert ann.ask("DELETE", there).status_code == 204
    assert ann.ask("GET", there).status_code == 404
    other = Program().ask("POST", "groups/", {"title": "Friday"}).json()
    assert Program(other["token"]).ask("POST", there + "restore/").status_code == 404
    assert ann.ask("POST", there + "restore/").json()["title"] == "Thursday"
    assert ann.ask("GET", there).status_code == 200
