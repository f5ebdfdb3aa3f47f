"""Seats that phones claim and give up, and the pen that goes round the table."""

import pytest
from django.http import Http404

from companion import models, store
from companion.log.rights import View
from companion.log.table import Table
from companion.store import phones
from tests.companion.factories import Phone, hand, let_in, table
from tests.companion.test_share import link, may_look, place, roles_of

pytestmark = pytest.mark.django_db


def test_a_seat_is_claimed_given_up_and_free_again() -> None:
    made = table()
    bo, cy = let_in(made, "bo", "player"), let_in(made, "cy", "player")
    bo.post(place("seats", made), {"seat": "Bo"})
    assert store.load(bo.device, made.id).viewer.seat == "Bo"
    taken = cy.post(place("seats", made), {"seat": "Bo"})
    assert (taken.status_code, store.load(cy.device, made.id).viewer.seat) == (422, "")
    assert "Another phone has Bo’s seat" in taken.text
    bo.post(place("seats", made), {"seat": ""})
    cy.post(place("seats", made), {"seat": "Bo"})
    assert store.load(cy.device, made.id).viewer.seat == "Bo"
    assert cy.post(place("seats", made), {"seat": "Eve"}).status_code == 422


def test_the_seat_of_a_phone_that_is_out_is_free_and_its_name_stays_on_what_it_wrote() -> None:
    made = table()
    bo, cy = let_in(made, "bo", "scorekeeper"), let_in(made, "cy", "player")
    bo.post(place("seats", made), {"seat": "Bo"})
    store.append(bo.device, made.id, store.new_key(), 0, hand("partnership"))
    phones.put_out(store.load(Phone("ann").device, made.id), models.Phone.objects.get(device=bo.device).pk)
    assert cy.post(place("seats", made), {"seat": "Bo"}).status_code == 303
    assert "Bo (scorekeeper)" in Phone("ann").get(place("hands", made)).text


def test_who_comes_back_to_a_seat_that_is_taken_has_none() -> None:
    made = table()
    path = link(made, "player")
    bo, cy = Phone("bo"), let_in(made, "cy", "player")
    bo.get(path)
    bo.post(place("seats", made), {"seat": "Bo"})
    models.Access.objects.filter(phone__device=bo.device).delete()
    cy.post(place("seats", made), {"seat": "Bo"})
    bo.get(path)
    assert (look(bo, made).viewer.seat, look(cy, made).viewer.seat) == ("", "Bo")


def look(phone: Phone, made: Table) -> View:
    return store.load(phone.device, made.id)


def test_ones_own_score_and_turn_come_first() -> None:
    made = table(variant="three-handed")
    bo = let_in(made, "bo", "player")
    bo.post(place("seats", made), {"seat": "Cy"})
    shown = bo.get(place("table", made)).text
    assert shown.index(">Cy<") < shown.index(">Ann<") < shown.index(">Bo<")
    assert "You deal" not in shown
    bo.post(place("seats", made), {"seat": "Ann"})
    assert "You deal hand 1." in bo.get(place("table", made)).text


# The pen


def test_the_scorekeeper_hands_the_pen_over_and_stays_as_a_player() -> None:
    made, bo, cy = table(), Phone("bo"), Phone("cy")
    bo.get(link(made, "scorekeeper"))
    cy.get(link(made, "player"))
    number = models.Phone.objects.get(device=cy.device).pk
    bo.post(place("pens", made), {"role": "scorekeeper", "phone": number})
    assert (roles_of(bo, made), roles_of(cy, made)) == ({"player"}, {"player", "scorekeeper"})
    assert bo.get(place("hand", made)).status_code == 403
    assert cy.get(place("hand", made)).status_code == 200
    Phone("ann").post(place("links", made), {"role": "player", "withdraw": "1"})
    assert roles_of(cy, made) == set(), "what was handed on goes with the link by which one came"


def test_the_owner_hands_over_what_is_still_theirs_and_takes_it_back() -> None:
    made = table(variant="poker-chips")
    bo = let_in(made, "bo", "viewer")
    said = {"role": "banker", "phone": models.Phone.objects.get(device=bo.device).pk}
    Phone("ann").post(place("pens", made), said)
    assert roles_of(bo, made) == {"viewer", "banker"}
    assert Phone("ann").get(place("chips", made)).status_code == 200
    Phone("ann").post(place("pens", made), {**said, "take_back": "1"})
    assert "banker" not in roles_of(bo, made)
    assert may_look(bo, made)


def test_a_viewer_who_gives_the_pen_back_is_a_viewer() -> None:
    made = table()
    eve = let_in(made, "eve", "viewer")
    said = {"role": "scorekeeper", "phone": models.Phone.objects.get(device=eve.device).pk}
    Phone("ann").post(place("pens", made), said)
    Phone("ann").post(place("pens", made), {**said, "take_back": "1"})
    assert roles_of(eve, made) == {"viewer"}


def test_the_pen_goes_with_the_link_of_the_role_in_which_one_may_most() -> None:
    made, bo = table(), Phone("bo")
    for role in ("viewer", "player"):
        bo.get(link(made, role))
    said = {"role": "scorekeeper", "phone": models.Phone.objects.get(device=bo.device).pk}
    Phone("ann").post(place("pens", made), said)
    Phone("ann").post(place("links", made), {"role": "viewer", "withdraw": "1"})
    assert roles_of(bo, made) == {"player", "scorekeeper"}


def test_what_was_true_when_the_page_was_made_is_asked_again() -> None:
    made = table()
    bo, cy = let_in(made, "bo", "scorekeeper"), let_in(made, "cy", "viewer")
    seen = look(bo, made)
    models.Access.objects.filter(phone__device=bo.device).delete()
    with pytest.raises(Http404):
        phones.hand_on(seen, "scorekeeper", models.Phone.objects.get(device=cy.device).pk)
    with pytest.raises(Http404):
        phones.claim(seen, "Bo")
    assert roles_of(cy, made) == {"viewer"}


@pytest.mark.parametrize(
    ("giver", "role", "status"),
    [("banker", "scorekeeper", 403), ("scorekeeper", "owner", 403), ("scorekeeper", "viewer", 422)],
)
def test_nobody_hands_on_what_they_have_not(giver: str, role: str, status: int) -> None:
    made = table(variant="poker-chips")
    bo, cy = let_in(made, "bo", giver), let_in(made, "cy", "player")
    number = models.Phone.objects.get(device=cy.device).pk
    assert bo.post(place("pens", made), {"role": role, "phone": number}).status_code == status
    assert roles_of(cy, made) == {"player"}


def test_nothing_is_handed_to_a_phone_of_another_table() -> None:
    made, other = table(), table()
    let_in(other, "cy", "player")
    number = models.Phone.objects.get(device=Phone("cy").device).pk
    answer = Phone("ann").post(place("pens", made), {"role": "scorekeeper", "phone": number})
    assert answer.status_code == 422
    assert roles_of(Phone("cy"), other) == {"player"}


def test_every_change_lets_the_other_phones_know() -> None:
    made, ann = table(), Phone("ann")
    bo = let_in(made, "bo", "player")
    number = str(models.Phone.objects.get(device=bo.device).pk)
    for name, said in {
        "seats": {"seat": "Ann"},
        "pens": {"role": "scorekeeper", "phone": number},
        "links": {"role": "player"},
        "phones": {"phone": number},
    }.items():
        before = store.load(ann.device, made.id).viewer.revision
        ann.post(place(name, made), said)
        assert store.load(ann.device, made.id).viewer.revision == before + 1, name
