"""Reading addresses: what they show, to whom, and until when."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from companion import store
from companion.access import devices
from companion.live import stream
from companion.store import group_starts, happening
from companion.store import links as store_links
from tests.api.client import Program, owned, program
from tests.api.group import hosted
from tests.api.test_group_webhooks import play_hand, table
from tests.companion.factories import hand, record

pytestmark = pytest.mark.django_db


def address(by: Program, at: str) -> str:
    """A new reading address, as its path."""
    made = by.ask("POST", f"{at}links/", {"role": "reader"})
    assert made.status_code == 201, made.content
    assert made.json()["role"] == "reader"
    return "/read/" + str(made.json()["address"]).partition("/read/")[2]


def standing(path: str) -> Any:
    answer = Client().get(path)
    assert answer.status_code == 200, answer.content
    return json.loads(answer.content)


def test_whoever_has_the_address_sees_a_table_from_anywhere_and_is_given_no_cookie() -> None:
    ann = program()
    made = owned(ann, title="Thursday", variant="buck", entries=[hand("buck")])
    at = address(ann, f"tables/{made.id}/")
    said = standing(at)
    assert (said["table"], said["version"], said["type"]) == (made.id, 1, "standing")
    assert said["standing"] == store.load(ann.device, made.id).table.state.scores
    sheet = Client().get(at + "sheet.csv")
    assert sheet.content == ann.ask("GET", f"tables/{made.id}/sheet.csv").content
    board = Client().get(at + "board/")
    live = f'data-stream="{at}tables/{made.id}/live"'
    assert live in board.content.decode()
    assert "phone.js" not in board.content.decode()
    for answer in (Client().get(at), sheet, board):
        assert not answer.cookies
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert "frame-ancestors *" in answer["Content-Security-Policy"]
        assert "X-Frame-Options" not in answer
        assert "no-store" in answer["Cache-Control"]
    for address_of_page in (reverse("home"), f"/games/{made.id}/board/"):
        assert Client().get(address_of_page)["X-Frame-Options"] == "DENY"


def test_the_address_of_a_group_shows_the_table_that_was_written_to_last() -> None:
    ann = program()
    club = hosted(ann)
    at = address(ann, f"groups/{club.group}/")
    first = table(ann, club, title="First")
    second = table(ann, club, title="Second", entries=[hand("partnership")])
    assert standing(at)["table"] == second
    play_hand(ann, first)
    assert standing(at)["table"] == first
    assert f"/groups/{club.group}/live" in Client().get(at + "board/").content.decode()
    [version] = happening.versions_of_groups([club.group]).values()
    assert devices.device_of_token(at.split("/")[2]) in version.devices


@pytest.mark.parametrize("how", ["a new one", "turned off", "everyone out", "deleted"])
def test_an_address_ends_with_whoever_made_it(how: str) -> None:
    ann = program()
    made = owned(ann)
    place = f"tables/{made.id}/"
    at = address(ann, place)
    token = at.split("/")[2]
    asked = {"type": "http", "method": "GET", "path": f"{at}tables/{made.id}/live"}
    assert stream.table_of(asked) == made.id
    before = store.games.versions([made.id])[made.id].devices
    if how == "a new one":
        assert address(ann, place) != at
    if how == "turned off":
        assert ann.ask("DELETE", f"{place}links/?role=reader").status_code == 204
    if how == "everyone out":
        links = ann.ask("POST", f"{place}everyone-out/").json()["links"]
        [again] = [one["address"] for one in links if one["role"] == "reader"]
        assert standing("/read/" + again.partition("/read/")[2])["table"] == made.id
    if how == "deleted":
        assert ann.ask("DELETE", place, if_match="*").status_code in (200, 204)
    for path in (at, at + "sheet.csv", at + "board/"):
        assert Client().get(path).status_code == 404
    gone = devices.device_of_token(token)
    after = store.games.versions([made.id])
    assert gone in before
    assert made.id not in after or gone not in after[made.id].devices


def test_nobody_joins_or_writes_by_it_and_it_has_no_end() -> None:
    ann = program()
    made = owned(ann, variant="buck")
    at = address(ann, f"tables/{made.id}/")
    token = at.split("/")[2]
    [link] = [
        one for one in ann.ask("GET", f"tables/{made.id}/links/").json()["links"] if one["role"] == "reader"
    ]
    reader = Program(token)
    assert reader.ask("POST", f"tables/{made.id}/entries/", hand("buck")).status_code == 403
    assert Program().ask("POST", "join/", {"code": link["code"]}).status_code == 422
    assert Client().get(f"/J/{token}", follow=True).status_code == 404
    assert ann.ask("PUT", f"tables/{made.id}/links/", {"role": "reader", "ends": "week"}).status_code == 422
    assert Client().post(at).status_code == 405
    [app] = [one for one in ann.ask("GET", f"tables/{made.id}/phones/").json()["phones"] if not one["mine"]]
    for role in ("host", "banker", "scorekeeper"):
        answer = ann.ask("PUT", f"tables/{made.id}/phones/{app['id']}/roles/{role}/")
        assert answer.status_code == 422, role
    why = "A reading address only shows the table. Give the role to another app or a phone."
    assert why in answer.json()["detail"]
    assert reader.ask("POST", f"tables/{made.id}/entries/", hand("buck")).status_code == 403
    other = store_links.invitations(store.load(ann.device, made.id))["viewer"].token
    for path in (f"/read/{other}/", "/read/ABCDEFGHJKMNPQRSTVWXYZ2345/", "/read/x/board/"):
        assert Client().get(path).status_code == 404


def test_a_group_without_a_table_has_nothing_to_show() -> None:
    ann = program()
    group = group_starts.create(ann.device, store.new_key(), "New", program=True)
    at = address(ann, f"groups/{group}/")
    assert Client().get(at).status_code == 404
    ann.ask("POST", f"tables/?group={group}", record())
    assert standing(at)["type"] == "standing"
