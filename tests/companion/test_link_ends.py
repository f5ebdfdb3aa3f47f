"""The end of a link or code, and Remove all phones."""

from datetime import timedelta

import pytest
from django.utils import timezone

from companion import models, store
from companion.access.links import EVENING, NEVER, WEEK
from companion.log.table import Table
from companion.store import links, phones
from tests.api.client import Program, joined, owned, program
from tests.companion.factories import Phone, hand, let_in, table, view
from tests.companion.pages import page
from tests.companion.test_share import code, link, may_look, place, roles_of

pytestmark = pytest.mark.django_db
ENDED = "This link has ended. Ask the host for a new one."


def over(made: Table, role: str) -> None:
    """Let the end of a role's link have passed."""
    links.set_end(view(made), role, EVENING)
    past = timezone.now() - timedelta(minutes=1)
    models.Link.objects.filter(game__public_id=made.id, role=role).update(ends_at=past)


@pytest.mark.parametrize(("ends", "hours"), [(EVENING, 12), (WEEK, 168), (NEVER, None)])
def test_a_link_lasts_an_evening_a_week_or_for_good(ends: str, hours: int | None) -> None:
    made, ann = table(), Phone("ann")
    assert ">No end</summary>" in ann.get(place("share", made)).text
    assert ann.post(place("links", made), {"role": "player", "ends": ends}).status_code == 303
    found = models.Link.objects.get(role="player").ends_at
    left = found - timezone.now() if found else None
    expected = None if hours is None else timedelta(hours=hours)
    assert (left is None) == (expected is None)
    if left and expected:
        assert expected - timedelta(minutes=1) < left <= expected
        assert "Ends " in ann.get(place("share", made)).text
    assert Phone("bo").get(link(made, "player")).status_code == 303
    assert models.Link.objects.get(role="viewer").ends_at is None


def test_an_ended_link_and_its_code_say_so_and_those_who_joined_stay() -> None:
    made, bo = table(), Phone("bo")
    path, short = link(made, "player"), code(made, "player")
    token = links.invitations(view(made))["player"].token
    app = joined(token)
    bo.get(path)
    over(made, "player")
    late = [Phone("cy").get(path), Phone("cy").post("/join/", {"code": short})]
    assert [(answer.status_code, ENDED in answer.text) for answer in late] == [(422, True)] * 2
    assert Program(token).ask("POST", "join/").status_code == 200, "it has joined before"
    assert (may_look(bo, made), bo.get(path).status_code, roles_of(bo, made)) == (True, 303, {"player"})
    assert app.ask("GET", f"tables/{made.id}/").status_code == 200
    assert (
        "This link has ended. Make a new one, or set a later end."
        in Phone("ann").get(place("share", made)).text
    )
    other = Program(links.invitations(view(made))["viewer"].token)
    over(made, "viewer")
    assert other.ask("POST", "join/").json()["code"] == "link-ended"


def test_an_ended_link_opens_again_with_a_later_end_and_a_new_one_has_none() -> None:
    made = table()
    path = link(made, "player")
    over(made, "player")
    Phone("ann").post(place("links", made), {"role": "player", "ends": "week"})
    assert Phone("bo").get(path).status_code == 303
    Phone("ann").post(place("links", made), {"role": "player", "renew": "1"})
    assert models.Link.objects.get(role="player").ends_at is None
    refused = Phone("ann").post(place("links", made), {"role": "player", "ends": "soon"})
    assert (refused.status_code, "Choose one." in refused.text) == (422, True)


def test_a_program_sets_the_end_of_a_link() -> None:
    ann = program()
    made = owned(ann)
    at = f"tables/{made.id}/links/"
    told = ann.ask("PUT", at, {"role": "viewer", "ends": "week"})
    assert (told.status_code, told.json()["works"], told["Cache-Control"]) == (200, True, "no-store")
    assert told.json()["ends_at"] == ann.ask("GET", at).json()["links"][3]["ends_at"]
    assert ann.ask("PUT", at, {"role": "viewer", "ends": "never"}).json()["ends_at"] is None
    assert ann.ask("PUT", at, {"role": "viewer", "ends": "soon"}).status_code == 422
    ann.ask("DELETE", at + "?role=viewer")
    assert ann.ask("PUT", at, {"role": "viewer", "ends": "week"}).status_code == 404


# Remove all phones


def test_everyone_out_leaves_the_hosts_and_no_way_in() -> None:
    made, ann = table(variant="poker-chips"), Phone("ann")
    old = {role: link(made, role) for role in ("scorekeeper", "player")}
    bo, cy, dee = Phone("bo"), Phone("cy"), Phone("dee")
    for phone, role in ((bo, "scorekeeper"), (cy, "player"), (dee, "player")):
        phone.get(old[role])
    app = joined(links.invitations(view(made))["viewer"].token)
    number = {phone.device: models.Phone.objects.get(device=phone.device).pk for phone in (bo, cy, dee)}
    phones.hand_on(view(made), "banker", number[cy.device])
    phones.hand_on(view(made), "owner", number[dee.device])
    links.withdraw(view(made), "banker")
    bo.post(place("seats", made), {"seat": "Bo"})
    shown = page(ann.get(place("share", made))).text
    assert "only hosts stay. Cut off: Bo and 2 phones without a seat." in shown
    assert ann.post(place("everyone_out", made)).status_code == 303
    assert [may_look(one, made) for one in (ann, bo, cy, dee)] == [True, False, False, True]
    assert app.ask("GET", f"tables/{made.id}/").status_code == 401
    assert (roles_of(ann, made), roles_of(dee, made)) == ({"owner"}, {"owner"})
    assert [Phone("eve").get(path).status_code for path in old.values()] == [404, 404]
    assert set(links.invitations(view(made))) == {"scorekeeper", "player", "viewer"}
    assert bo.get(link(made, "player")).status_code == 303, "nobody is barred"


def test_who_wrote_keeps_the_name_after_everyone_is_out_and_who_was_removed_stays_out() -> None:
    made = table()
    bo, cy = let_in(made, "bo", "scorekeeper"), let_in(made, "cy", "player")
    bo.post(place("seats", made), {"seat": "Bo"})
    store.append(bo.device, made.id, store.new_key(), 0, hand("partnership"))
    phones.put_out(view(made), models.Phone.objects.get(device=cy.device).pk)
    Phone("ann").post(place("everyone_out", made))
    assert "Bo (scorekeeper)" in Phone("ann").get(place("hands", made)).text
    assert "The host removed this phone." in cy.get(link(made, "player")).text


def test_a_program_says_everyone_out_once_and_gets_the_new_links() -> None:
    ann = program()
    made = owned(ann)
    guest = joined(links.invitations(store.load(ann.device, made.id))["viewer"].token)
    at = f"tables/{made.id}/everyone-out/"
    first, again = (ann.ask("POST", at, idempotency_key="out") for _try in "ab")
    assert (first.status_code, first.content, first["Cache-Control"]) == (200, again.content, "no-store")
    assert guest.ask("GET", f"tables/{made.id}/").status_code == 401
    assert joined(first.json()["links"][3]["token"]).ask("GET", f"tables/{made.id}/").status_code == 200
