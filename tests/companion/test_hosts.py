"""Hosts of a table: a second one, and phones and apps that a host removes."""

import pytest

from companion import models, store
from companion.log.table import Table
from companion.store import links, pairing, phones
from tests.api.client import Program, joined
from tests.companion.factories import Phone, let_in, record, table, view
from tests.companion.pages import page
from tests.companion.test_share import may_look, place, roles_of

pytestmark = pytest.mark.django_db


def number(phone: Phone) -> int:
    return models.Phone.objects.get(device=phone.device).pk


def with_app() -> tuple[Program, Table]:
    """A program with a token of its own, and the table it has started."""
    answer = Program().ask("POST", "tables/", record(), idempotency_key=store.new_key()).json()
    app = Program(answer["token"])
    return app, store.load(app.device, answer["id"]).table


def made_host(made: Table, by: Phone, phone: Phone) -> None:
    answer = by.post(place("pens", made), {"role": "owner", "phone": number(phone)})
    assert answer.status_code == 303


def test_a_host_makes_another_phone_a_host_which_may_all_that_the_first_may() -> None:
    made, ann = table(), Phone("ann")
    bo = let_in(made, "bo", "viewer")
    made_host(made, ann, bo)
    assert (roles_of(ann, made), roles_of(bo, made)) == ({"owner"}, {"owner", "viewer"})
    assert bo.post(place("links", made), {"role": "player", "renew": "1"}).status_code == 303


def test_hosts_remove_each_other_and_never_themselves() -> None:
    made, ann = table(), Phone("ann")
    bo = let_in(made, "bo", "player")
    for name, sent in (("phones", {}), ("pens", {"role": "owner", "take_back": "1"})):
        answer = ann.post(place(name, made), {**sent, "phone": number(ann)})
        assert answer.status_code == 422
        assert "That’s your own phone. Another host can do that." in answer.text
    made_host(made, ann, bo)
    bo.post(place("phones", made), {"phone": number(ann)})
    assert (may_look(ann, made), may_look(bo, made)) == (False, True)
    assert ann.post(place("phones", made), {"phone": number(bo)}).status_code == 404
    assert roles_of(bo, made) == {"owner", "player"}


def test_a_sheet_goes_with_a_host_who_may_have_made_it() -> None:
    made, ann = table(), Phone("ann")
    bo = let_in(made, "bo", "player")
    for code, end in (
        ("0" * 24, lambda: phones.put_out(view(made), number(bo))),
        ("1" * 24, lambda: phones.take_back(view(made), "owner", number(bo))),
        ("2" * 24, lambda: phones.put_out_other_hosts(view(made))),
    ):
        made_host(made, ann, bo)
        pairing.renew(view(made, "bo"), code)
        end()
        assert Phone("thief").post("/join/", {"code": code}).status_code == 422
        models.Phone.objects.filter(pk=number(bo)).update(out=False)
        models.Access.objects.get_or_create(phone_id=number(bo), role="player")


@pytest.mark.parametrize("role", ["scorekeeper", "player", "viewer"])
def test_a_program_makes_hosts_as_a_host_only(role: str) -> None:
    app, made = with_app()
    guest = joined(links.invitations(store.load(app.device, made.id))[role].token)
    cy = let_in(made, "cy", "player")
    at = f"tables/{made.id}/phones/{number(cy)}/roles/host/"
    own = f"tables/{made.id}/phones/{models.Phone.objects.get(device=app.device).pk}/"
    assert [guest.ask(method, at).status_code for method in ("PUT", "DELETE")] == [403, 403]
    assert app.ask("PUT", at).json()["roles"] == ["host", "player"]
    assert app.ask("DELETE", at).json()["roles"] == ["player"]
    refused = [app.ask("DELETE", own + "roles/host/"), app.ask("PUT", own, {"removed": True})]
    assert [(one.status_code, one.json()["code"]) for one in refused] == [(422, "own-phone")] * 2


def test_a_host_stays_at_the_table_when_the_role_is_taken_back() -> None:
    made, ann = table(), Phone("ann")
    bo = let_in(made, "bo", "player")
    made_host(made, ann, bo)
    bo.post(place("pens", made), {"role": "owner", "phone": number(ann), "take_back": "1"})
    assert (roles_of(ann, made), roles_of(bo, made)) == ({"player"}, {"owner", "player"})


@pytest.mark.parametrize("role", ["scorekeeper", "banker", "player", "viewer"])
def test_nobody_but_a_host_makes_hosts(role: str) -> None:
    made = table(variant="poker-chips")
    bo, cy = let_in(made, "bo", role), let_in(made, "cy", "player")
    for sent in ({}, {"take_back": "1"}):
        status = bo.post(place("pens", made), {"role": "owner", "phone": number(cy), **sent}).status_code
        assert status == 403
    assert Phone("eve").post(place("pens", made), {"role": "owner", "phone": number(cy)}).status_code == 404
    assert "Make host" not in bo.get(place("share", made)).text


def test_share_lists_apps_and_a_host_withdraws_the_token_of_one() -> None:
    app, made = with_app()
    ann = let_in(made, "ann", "owner")
    guest = joined(links.invitations(view(made))["viewer"].token)
    shown = page(ann.get(place("share", made))).text
    assert "App 1 host" in shown
    assert "App 3 viewer" in shown
    assert "Make App 3 a host" not in shown
    for one in (app, guest):
        at = models.Phone.objects.get(device=one.device)
        assert ann.post(place("phones", made), {"phone": at.pk}).status_code == 303
        assert one.ask("GET", f"tables/{made.id}/").status_code in (401, 404)


def test_an_app_that_came_by_a_link_is_no_host_since_all_with_the_link_are_that_app() -> None:
    made = table()
    guest = joined(links.invitations(view(made))["viewer"].token)
    at = models.Phone.objects.get(device=guest.device)
    answer = Phone("ann").post(place("pens", made), {"role": "owner", "phone": at.pk})
    assert answer.status_code == 422
    assert "No app that joined by a link can be a host. Start the table with the app instead." in answer.text


def test_what_is_written_by_api_is_marked_and_what_is_written_by_phones_is_not() -> None:
    app, made = with_app()
    bo = Phone("bo")
    bo.get("/J/" + links.invitations(store.load(app.device, made.id))["viewer"].token)
    marked = dict(models.Phone.objects.values_list("device", "program"))
    assert marked == {app.device: True, bo.device: False}
