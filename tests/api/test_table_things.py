"""What a table can do beside its log, by the API: seats, disputes, names, the bank's chips and payments."""

from typing import Any

import pytest

from companion import models, store
from companion.log.table import Table
from companion.store import links, webhooks
from tests.api.client import Program, joined, owned, program
from tests.companion.factories import Phone, hand, let_in, table

pytestmark = pytest.mark.django_db

PEOPLE = ("Ann", "Bo", "Cy", "Dee")
BOUGHT = [{"kind": "buy-in", "player": name, "chips": 50} for name in PEOPLE]
COLORS = [{"color": "white", "value": 1, "number": 300}, {"color": "red", "value": 5, "number": 100}]


@pytest.fixture
def ann() -> Program:
    return program()


def guest(made: Table, role: str) -> Program:
    [owner] = models.Access.objects.filter(role="owner", phone__game__public_id=made.id)
    return joined(links.invitations(store.load(owner.phone.device, made.id))[role].token)


def cause(answer: Any) -> str:
    """The last part of a problem's type."""
    return str(answer.json()["type"]).rstrip("/").rpartition("/")[2]


def test_a_seat_is_claimed_moved_and_left(ann: Program) -> None:
    made = owned(ann, variant="buck", entries=[hand("buck")])
    cy, place = guest(made, "player"), f"tables/{made.id}/"
    assert cy.ask("PUT", place + "seat/", {"player": "Cy"}).status_code == 200
    moved = cy.ask("PUT", place + "seat/", {"player": "Dee"})
    assert [one["player"] for one in moved.json()["seats"] if one["mine"]] == ["Dee"]
    assert [one["player"] for one in ann.ask("GET", place + "seats/").json()["seats"] if one["claimed"]] == [
        "Dee"
    ]
    taken = ann.ask("PUT", place + "seat/", {"player": "Dee"})
    assert (taken.status_code, cause(taken), taken.json()["field"]) == (422, "refused", "seat")
    assert cy.ask("DELETE", place + "seat/").status_code == 204
    assert not [one for one in cy.ask("GET", place + "seats/").json()["seats"] if one["claimed"]]
    cy.ask("PUT", place + "seat/", {"player": "Dee"})
    links.withdraw(store.load(ann.device, made.id), "player")
    free = ann.ask("GET", place + "seats/").json()["seats"]
    assert not [one for one in free if one["claimed"]], "nobody sits there any more"
    assert ann.ask("PUT", place + "seat/", {"player": "Dee"}).status_code == 200


@pytest.mark.parametrize(
    "body", [{}, {"player": ""}, {"player": "Eve"}, {"player": 3}, {"player": "Ann", "x": 1}, []]
)
def test_a_seat_that_is_none_is_refused(ann: Program, body: object) -> None:
    made = owned(ann, variant="buck")
    assert ann.ask("PUT", f"tables/{made.id}/seat/", body).status_code == 422


def test_a_dispute_is_opened_answered_and_listed(ann: Program) -> None:
    made = owned(ann, variant="buck", entries=[hand("buck")])
    bo, place = guest(made, "player"), f"tables/{made.id}/disputes/"
    bo.ask("PUT", f"tables/{made.id}/seat/", {"player": "Bo"})
    said = {"number": 1, "reason": "Bo won three."}
    first, again = (bo.ask("POST", place, said, idempotency_key="k") for _time in "ab")
    assert (first.status_code, first.content) == (201, again.content)
    opened = first.json()
    assert (opened["reason"], opened["seat"], opened["mine"], opened["open"]) == (
        "Bo won three.",
        "Bo",
        True,
        True,
    )
    [seen] = ann.ask("GET", place).json()["disputes"]
    assert seen == {**opened, "mine": False}
    answered = ann.ask("PUT", f"{place}{opened['id']}/answer/", {"answer": "It stays."}).json()
    assert (answered["open"], answered["end"], answered["answer"]) == (False, "answered", "It stays.")
    late = bo.ask("DELETE", f"{place}{opened['id']}/")
    assert (late.status_code, cause(late)) == (409, "dispute-ended")


def test_a_dispute_is_withdrawn_by_who_opened_it_alone(ann: Program) -> None:
    made = owned(ann, variant="buck", entries=[hand("buck")])
    bo, place = guest(made, "player"), f"tables/{made.id}/disputes/"
    opened = bo.ask("POST", place, {"number": 1, "reason": "x"}).json()
    other = ann.ask("DELETE", f"{place}{opened['id']}/")
    assert (other.status_code, cause(other)) == (404, "no-dispute")
    assert bo.ask("DELETE", f"{place}{opened['id']}/").status_code == 204
    assert ann.ask("GET", f"{place}{opened['id']}/").json()["end"] == "taken back"


def test_only_a_hand_that_counts_is_disputed(ann: Program) -> None:
    made = owned(ann, variant="buck", entries=[hand("buck")])
    answer = ann.ask("POST", f"tables/{made.id}/disputes/", {"number": 7, "reason": "x"})
    assert (answer.status_code, cause(answer)) == (404, "no-hand")


def test_a_table_is_renamed_for_everyone_and_its_log_stays(ann: Program) -> None:
    made = owned(ann, variant="buck", entries=[hand("buck")], title="Thursday")
    place = f"tables/{made.id}/"
    tag = ann.ask("GET", place)["ETag"]
    renamed = ann.ask("PUT", place + "title/", {"title": " Friday "})
    assert (renamed.status_code, renamed.json()["title"], renamed["ETag"] != tag) == (200, "Friday", True)
    assert ann.ask("GET", place + "record/").json()["title"] == "Friday"
    assert ann.ask("GET", "tables/").json()["results"][0]["title"] == "Friday"
    assert "Friday" in ann.ask("GET", place + "sheet.csv")["Content-Disposition"].title()
    assert ann.ask("PUT", place + "title/", {"title": ""}).json()["title"] == ""
    assert "title" not in ann.ask("GET", place + "record/").json()
    assert models.Entry.objects.count() == 1
    for title in ("x" * 61, "a\nb", None):
        assert ann.ask("PUT", place + "title/", {"title": title}).status_code == 422


def test_a_deleted_table_is_gone_for_everyone_and_its_rows_stay() -> None:
    phone = Phone()
    made = table(device=phone.device, variant="buck", entries=[hand("buck")])
    link = links.invitations(store.load(phone.device, made.id))["viewer"]
    owner, viewer = guest(made, "scorekeeper"), guest(made, "viewer")
    models.Access.objects.filter(phone__device=owner.device).update(role="owner")
    webhooks.add(store.load(phone.device, made.id), "https://example.org/")
    place = f"tables/{made.id}/"
    assert viewer.ask("DELETE", place).status_code == 403
    assert owner.ask("DELETE", place).status_code == 204
    assert [asks.ask("GET", place).status_code for asks in (owner, viewer)] == [404, 404]
    assert cause(owner.ask("GET", place)) == "no-table"
    assert cause(owner.ask("POST", place + "entries/", hand("buck", 1))) == "no-table"
    assert owner.ask("GET", "tables/").json()["results"] == []
    assert phone.get(f"/games/{made.id}/").status_code == 404
    assert Phone("new").get(f"/j/{link.token}", follow=True).status_code == 404
    assert Program(link.token).ask("POST", "join/").status_code == 401
    assert (models.Game.objects.count(), models.Entry.objects.count()) == (1, 1)
    assert webhooks.take_due(models.Webhook.objects.get().due_at, 5, "new") == []


def test_the_chip_set_is_saved_counted_and_said_late(ann: Program) -> None:
    made = owned(ann, variant="poker-chips", entries=BOUGHT)
    place = f"tables/{made.id}/chips/"
    first = ann.ask("GET", place)
    assert (first.json()["version"], first.json()["counted"]) == (0, False)
    saved = ann.ask("PUT", place, {"colors": COLORS}, if_match=first["ETag"])
    assert [(one["color"], one["number"]) for one in saved.json()["colors"]] == [("red", 100), ("white", 300)]
    late = ann.ask("PUT", place, {"colors": COLORS[:1]}, if_match=first["ETag"])
    assert (late.status_code, cause(late)) == (412, "bank-changed")
    counted = ann.ask("PUT", place + "count/", {"left": {"red": 60, "white": 300}}, if_match=saved["ETag"])
    assert [one["left"] for one in counted.json()["colors"]] == [60, 300]
    assert counted.json()["counted"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("chips/", {"colors": []}),
        ("chips/", {"colors": [{"color": "red", "value": 5, "number": 100}]}),
        ("chips/", {"colors": [*COLORS, COLORS[0]]}),
        ("chips/", {"colors": [{"color": "beige", "value": 1, "number": 1}]}),
        ("chips/", {"colors": [{"color": "white", "value": True, "number": 1}]}),
        ("chips/", {"colors": [{"color": "white", "value": 1}]}),
        ("chips/", {"colors": "white"}),
        ("chips/count/", {"left": {"white": 1}}),
        ("chips/count/", {"left": dict.fromkeys(("black", "green", "blue", "red", "white"), 9999)}),
        ("chips/count/", {"left": []}),
        ("payouts/1/", {"paid": [0]}),
    ],
)
def test_what_the_bank_cannot_have_is_refused(ann: Program, path: str, body: object) -> None:
    made = owned(ann, variant="poker-chips", entries=BOUGHT)
    answer = ann.ask("PUT", f"tables/{made.id}/{path}", body)
    assert (answer.status_code, cause(answer)) == (422, "refused")


def test_payouts_are_ticked_off_and_void_after_a_correction(ann: Program) -> None:
    made = owned(ann, variant="poker-chips", entries=BOUGHT)
    place = f"tables/{made.id}/payouts/"
    [bill] = ann.ask("GET", place + "?entry=2").json()["bills"]
    [payout] = bill["payouts"]
    assert (payout["from"], payout["to"], payout["chips"], payout["paid"]) == ("bank", "Bo", 50, False)
    ticks = {"revision": bill["revision"], "paid": [0]}
    assert ann.ask("PUT", place + "2/", ticks).json()["payouts"][0]["paid"]
    assert not ann.ask("PUT", place + "2/", {**ticks, "paid": [], "unpaid": [0]}).json()["payouts"][0]["paid"]
    assert ann.ask("PUT", place + "2/", {**ticks, "paid": [9]}).status_code == 422
    assert ann.ask("PUT", place + "2/", {**ticks, "unpaid": [0]}).status_code == 422
    ann.ask("PUT", f"tables/{made.id}/entries/2/", {**BOUGHT[1], "chips": 60}, if_match="*")
    late = ann.ask("PUT", place + "2/", ticks)
    assert (late.status_code, cause(late)) == (412, "bank-changed")
    assert cause(ann.ask("PUT", place + "9/", ticks)) == "no-entry"


def test_payments_are_ticked_off_once_the_game_is_over(ann: Program) -> None:
    moved = {"kind": "transfer", "from": "Ann", "to": "Bo", "chips": 5, "reason": "lost a bet"}
    made = owned(ann, variant="poker-chips", entries=[*BOUGHT, moved])
    place = f"tables/{made.id}/settlement/"
    now = ann.ask("GET", place).json()
    assert (now["over"], now["results"]) == (False, {"Ann": -5, "Bo": 5, "Cy": 0, "Dee": 0})
    [among] = now["among_players"]
    assert (among["from"], among["to"], among["chips"]) == ("Ann", "Bo", 5)
    early = ann.ask("PUT", place, {"revision": now["revision"], "paid": [0]})
    assert (early.status_code, cause(early)) == (404, "game-not-over")
    store.append(ann.device, made.id, store.new_key(), None, {"kind": "end"})
    now = ann.ask("GET", place).json()
    item = now["among_players"][0]["item"]
    ticked = ann.ask("PUT", place, {"revision": now["revision"], "paid": [item]}).json()
    assert [one["paid"] for one in ticked["among_players"]] == [True]
    assert cause(ann.ask("PUT", place, {"revision": "0", "paid": [item]})) == "bank-changed"


@pytest.mark.parametrize("path", ["chips/", "payouts/", "settlement/", "journal.csv"])
def test_a_game_without_chips_has_no_bank(ann: Program, path: str) -> None:
    answer = ann.ask("GET", f"tables/{owned(ann, variant='buck').id}/{path}")
    assert (answer.status_code, cause(answer)) == (404, "no-bank")


def test_entries_are_listed_with_what_the_log_knows_of_them(ann: Program) -> None:
    made = owned(ann, variant="buck", entries=[hand("buck", number) for number in range(4)])
    place = f"tables/{made.id}/entries/"
    noted = {**hand("buck"), "note": "n"}
    ann.ask("PUT", place + "1/", noted, if_match="*")
    ann.ask("DELETE", place + "3/", if_match="*")
    first = ann.ask("GET", place + "?limit=3").json()
    assert (first["count"], first["previous"], first["next"]) == (
        4,
        None,
        f"/api/v1/{place}?limit=3&offset=3",
    )
    shown = [
        (one["number"], one["counts"], one["removed"], one["hand"], one["changed_by"])
        for one in first["results"]
    ]
    assert shown == [(1, True, False, 1, [5]), (2, True, False, 2, []), (3, False, True, None, [6])]
    assert first["results"][0] == ann.ask("GET", place + "1/").json()
    assert (first["results"][0]["entry"], first["results"][0]["role"]) == (noted, "host")
    assert len(ann.ask("GET", first["next"].removeprefix("/api/v1/")).json()["results"]) == 1
    assert len({one["key"] for one in first["results"]}) == 3


def test_a_table_that_was_deleted_is_not_created_again_by_its_old_key() -> None:
    said = {"format": "bower.game/1", "variant": "buck", "players": list(PEOPLE)}
    key = "6f1c2a9e-4a57-4d0e-9d0c-8a3b5a2f7c11"
    first = Program().ask("POST", "tables/", said, idempotency_key=key).json()
    assert Program(first["token"]).ask("DELETE", f"tables/{first['id']}/").status_code == 204
    again = Program().ask("POST", "tables/", said, idempotency_key=key)
    assert (again.status_code, cause(again)) == (404, "no-table")
    assert models.Game.objects.count() == 1


def test_phones_are_listed_a_page_at_a_time(ann: Program) -> None:
    made = owned(ann, variant="buck")
    for name in ("bo", "cy"):
        let_in(made, name, "player")
    place = f"tables/{made.id}/phones/"
    whole = ann.ask("GET", place).json()
    assert (whole["count"], whole["next"], whole["previous"], len(whole["phones"])) == (3, None, None, 3)
    first = ann.ask("GET", place + "?limit=2").json()
    last = ann.ask("GET", first["next"].removeprefix("/api/v1/")).json()
    assert (first["count"], last["next"], last["count"]) == (3, None, 3)
    assert first["phones"] + last["phones"] == whole["phones"]


def test_a_phone_is_made_a_host_and_the_former_word_still_says_so(ann: Program) -> None:
    made = owned(ann, variant="buck")
    let_in(made, "bo", "player")
    place = f"tables/{made.id}/phones/"
    at = f"{place}{ann.ask('GET', place).json()['phones'][1]['id']}/"
    assert ann.ask("PUT", at + "roles/host/").json()["roles"] == ["host", "player"]
    assert ann.ask("DELETE", at + "roles/owner/").json()["roles"] == ["player"]


def test_a_phone_is_handed_the_pen_gives_it_back_is_removed_and_let_back(ann: Program) -> None:
    made = owned(ann, variant="buck", entries=[hand("buck")])
    place = f"tables/{made.id}/phones/"
    bo = guest(made, "player")
    mine, other = ann.ask("GET", place).json()["phones"]
    assert (mine["roles"], mine["mine"], other["roles"], other["mine"]) == (
        ["host"],
        True,
        ["player"],
        False,
    )
    at = f"{place}{other['id']}/"
    assert ann.ask("PUT", at + "roles/scorekeeper/").json()["roles"] == ["scorekeeper", "player"]
    assert bo.ask("POST", f"tables/{made.id}/entries/", hand("buck", 1)).status_code == 201
    assert ann.ask("DELETE", at + "roles/scorekeeper/").json()["roles"] == ["player"]
    assert bo.ask("POST", f"tables/{made.id}/entries/", hand("buck", 2)).status_code == 403
    assert ann.ask("PUT", at + "roles/host/").status_code in (404, 422)
    assert ann.ask("PUT", at, {"removed": True}).json()["removed"]
    assert bo.ask("POST", "join/").status_code == 401
    assert ann.ask("PUT", f"{place}{mine['id']}/", {"removed": True}).status_code == 422
    assert not ann.ask("PUT", at, {"removed": False}).json()["removed"]
    assert bo.ask("POST", "join/").status_code == 200
    unknown = ann.ask("PUT", place + "999999/", {"removed": True})
    assert (unknown.status_code, cause(unknown)) == (404, "no-phone")
    assert ann.ask("PUT", at, {"removed": 1}).status_code == 422
