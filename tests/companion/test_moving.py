"""Games moved into groups and out of them."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.urls import reverse

from companion import models
from companion.log import rights
from companion.log.table import Table
from companion.store import naming, people
from companion.store.groups import FoundGroup
from tests.companion.factories import Phone, group, let_in, let_in_group, table
from tests.companion.pages import Page, page

pytestmark = pytest.mark.django_db


def sent(phone: Phone, made: Table, group_id: str) -> int:
    return phone.post(reverse("table_group", args=[made.id]), {"group": group_id}).status_code


def group_of(made: Table) -> int | None:
    found = models.Game.objects.get(public_id=made.id)
    facts = models.GameFacts.objects.get(game=found)
    assert facts.group_id == found.group_id
    return found.group_id


def people_of(found: FoundGroup) -> set[str]:
    return set(
        models.Person.objects.filter(group=found.pk, games__isnull=False).values_list("told", flat=True)
    )


def test_a_host_moves_a_game_into_a_group_and_out_again() -> None:
    ann, made, found = Phone("ann"), table(), group()
    room = page(ann.get(reverse("share", args=[made.id])))
    assert "Group No group" in room.text
    asked = page(ann.get(reverse("table_group", args=[made.id])))
    assert "Thursday" in asked.text
    assert sent(ann, made, found.group_id) == 303
    assert (group_of(made), people_of(found)) == (found.pk, {"Ann", "Bo", "Cy", "Dee"})
    assert "Group Thursday" in page(ann.get(reverse("share", args=[made.id]))).text
    assert sent(ann, made, "") == 303
    assert (group_of(made), people_of(found)) == (None, set())
    assert "Group none" in page(ann.get(reverse("share", args=[made.id]))).text


@pytest.mark.parametrize(
    ("at_table", "at_group", "status"),
    [
        ("owner", rights.HOST, 303),
        ("owner", rights.SCOREKEEPER, 303),
        ("owner", rights.VIEWER, 403),
        ("owner", rights.PLAYER, 403),
        ("owner", "", 404),
        ("scorekeeper", rights.HOST, 403),
        ("banker", rights.HOST, 403),
        ("player", rights.HOST, 403),
        ("viewer", rights.HOST, 403),
        ("", rights.HOST, 404),
    ],
)
def test_who_may_move_a_game(at_table: str, at_group: str, status: int) -> None:
    made, found, bo = table(), group(), Phone("bo")
    if at_table:
        let_in(made, "bo", at_table)
    if at_group:
        let_in_group(found, "bo", at_group)
    before = group_of(made)
    assert sent(bo, made, found.group_id) == status
    assert group_of(made) == (found.pk if status == 303 else before)


def test_two_spellings_of_one_person_cannot_come_into_a_group_in_one_game() -> None:
    ann, found = Phone("ann"), group()
    table(group=found.pk)
    table(group=found.pk, players=["Anne", "Fay", "Gus", "Hal"])
    one, other = (
        people.find(found.pk, models.Person.objects.get(group=found.pk, told=name).public_id)
        for name in ("Anne", "Ann")
    )
    naming.merge(found, one.public_id, other.public_id)
    made = table(players=["Ann", "Anne", "Cy", "Dee"])
    before = group_of(made)
    assert sent(ann, made, found.group_id) == 422
    assert group_of(made) == before


ASKED = "Are these games of the group?"


def lost(**given: object) -> Table:
    """A game of the phone "ann" from before games stayed in their group."""
    made = table(**given)
    models.Game.objects.filter(public_id=made.id).update(may_have_left=True)
    return made


def room(phone: Phone, found: FoundGroup) -> Page:
    return page(phone.get(reverse("group", args=[found.group_id])))


def answered(phone: Phone, shown: Page, **pressed: str) -> int:
    form = shown.form("/left/")
    return phone.post(form.action, form.data(**pressed)).status_code


def test_games_that_left_a_group_are_listed_once_and_move_back() -> None:
    ann, found = Phone("ann"), group()
    early = lost()
    table(group=found.pk)
    same, guest, third = lost(), lost(players=["Dee", "CY", "Eli", "Ann"]), lost(variant="buck")
    strangers = lost(players=["Ann", "Bo", "Eli", "Fay"])
    shown = room(ann, found)
    assert ASKED in shown.text
    assert shown.form("/left/").fields["tables"].split() == [third.id, guest.id, same.id]
    assert answered(ann, shown, move=guest.id) == 303
    assert (group_of(guest), group_of(same) == found.pk) == (found.pk, False)
    assert answered(ann, room(ann, found)) == 303
    assert [group_of(one) for one in (same, third)] == [found.pk] * 2
    assert ASKED not in room(ann, found).text
    assert found.pk not in {group_of(one) for one in (early, strangers)}


def test_games_that_are_left_where_they_are_are_not_asked_about_again() -> None:
    ann, found = Phone("ann"), group()
    table(group=found.pk)
    made = lost()
    assert answered(ann, room(ann, found), leave="1") == 303
    assert ASKED not in room(ann, found).text
    assert group_of(made) != found.pk


def test_only_games_of_before_are_asked_about_and_only_a_host_of_theirs_is() -> None:
    found = group()
    table(group=found.pk)
    made = table()
    assert ASKED not in room(Phone("ann"), found).text
    models.Game.objects.filter(public_id=made.id).update(may_have_left=True)
    let_in(made, "bo", "scorekeeper")
    bo = let_in_group(found, "bo", rights.HOST)
    assert ASKED not in room(bo, found).text
    address = reverse("group_left", args=[found.group_id])
    assert bo.post(address, {"tables": made.id}).status_code == 303
    assert group_of(made) != found.pk
    assert let_in_group(found, "cy", rights.VIEWER).post(address, {}).status_code == 403
    models.Game.objects.filter(public_id=made.id).update(created_at=F("created_at") + timedelta(days=15))
    assert ASKED not in room(Phone("ann"), found).text
