"""Games moved into groups and out of them."""

import pytest
from django.urls import reverse

from companion import models
from companion.access import group_roles
from companion.log.table import Table
from companion.store import merging, people
from companion.store.groups import FoundGroup
from tests.companion.factories import Phone, group, let_in, let_in_group, table
from tests.companion.pages import page

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
    assert "Group This phone" in room.text
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
        ("owner", group_roles.HOST, 303),
        ("owner", group_roles.SCOREKEEPER, 303),
        ("owner", group_roles.VIEWER, 403),
        ("owner", group_roles.PLAYER, 403),
        ("owner", "", 404),
        ("scorekeeper", group_roles.HOST, 403),
        ("banker", group_roles.HOST, 403),
        ("player", group_roles.HOST, 403),
        ("viewer", group_roles.HOST, 403),
        ("", group_roles.HOST, 404),
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
    merging.merge(found, one.public_id, other.public_id)
    made = table(players=["Ann", "Anne", "Cy", "Dee"])
    before = group_of(made)
    assert sent(ann, made, found.group_id) == 422
    assert group_of(made) == before
