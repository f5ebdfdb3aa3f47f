"""Tokens: what opens a table, for how long, and what a link's token is."""

import re
from typing import Any
from uuid import uuid4

import pytest

from companion import models, store
from companion.log.table import Table
from companion.store import groups, links
from tests.api.client import Program, joined, owned, program
from tests.api.group import hosted
from tests.companion.factories import Phone, record, table
from tests.companion.pages import page

pytestmark = pytest.mark.django_db


def link_token(made: Table, role: str = "viewer") -> str:
    return links.invitations(store.load(program().device, made.id))[role].token


def test_a_links_token_opens_its_table_in_its_role_however_it_is_written() -> None:
    made = owned(program())
    token = link_token(made, "player")
    for written in (token, token.lower(), token.replace("0", "O"), token.replace("1", "l")):
        said = joined(written).ask("GET", f"tables/{made.id}/").json()
        assert said["roles"] == ["player"]
    assert models.Phone.objects.count() == 2


def test_a_links_token_opens_nothing_before_it_has_joined() -> None:
    made = owned(program())
    guest = Program(link_token(made))
    assert guest.ask("GET", f"tables/{made.id}/").status_code == 401
    assert models.Phone.objects.count() == 1


def test_joining_twice_is_joining_once() -> None:
    made = owned(program())
    guest = Program(link_token(made, "banker"))
    for _time in range(2):
        answer = guest.ask("POST", "join/")
        assert (answer.status_code, answer.json()) == (200, {"table": made.id, "roles": ["banker"]})
    assert models.Access.objects.count() == 2


@pytest.mark.parametrize("kind", ["table", "group"])
def test_the_code_that_is_read_aloud_joins_and_answers_the_token(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = program()
    made, club = owned(ann), hosted(ann).group
    code_of = {
        "table": links.invitations(store.load(ann.device, made.id))["viewer"].code,
        "group": links.invitations(groups.find(ann.device, club))["viewer"].code,
    }
    at, where = ("join/", made.id) if kind == "table" else ("join-group/", club)
    code = code_of[kind].lower()
    said = Program().ask("POST", at, {"code": f"{code[:4]}-{code[4:]}"}).json()
    assert said[kind] == where
    assert Program(said["token"]).ask("GET", f"{kind}s/{where}/").status_code == 200
    for wrong in ({"code": "00000000"}, {"code": code_of["group" if kind == "table" else "table"]}):
        answer = Program().ask("POST", at, wrong)
        assert (answer.status_code, answer.json()["code"]) == (422, "unknown-code")
    monkeypatch.setattr("companion.api.links.wait_to_try", lambda request: 30)
    answer = Program().ask("POST", at, {"code": code})
    assert (answer.status_code, answer["Retry-After"]) == (429, "30")


@pytest.mark.parametrize("token", ["", "0" * 26, "token-of-nobody".ljust(30, "x")])
def test_nobody_joins_without_the_token_of_a_link(token: str) -> None:
    assert Program(token).ask("POST", "join/").status_code == 401


def test_a_withdrawn_link_ends_its_token_at_once() -> None:
    ann = program()
    made = owned(ann)
    guest = joined(link_token(made))
    assert guest.ask("GET", f"tables/{made.id}/").status_code == 200
    assert ann.ask("DELETE", f"tables/{made.id}/links/?role=viewer").status_code == 204
    answer = guest.ask("GET", f"tables/{made.id}/")
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")
    assert ann.ask("DELETE", f"tables/{made.id}/links/?role=viewer").status_code == 404


@pytest.mark.parametrize("roles", ["role=player&role=viewer", "role=nobody", ""])
def test_unless_one_role_is_named_no_link_is_withdrawn(roles: str) -> None:
    ann = program()
    of_group = "groups/{group_id}/links/".format(**hosted(ann).address)
    for place in (f"tables/{owned(ann).id}/links/", of_group):
        before = ann.ask("GET", place).content
        answer = ann.ask("DELETE", f"{place}?{roles}")
        assert (answer.status_code, answer.json()["field"]) == (422, "role")
        assert ann.ask("GET", place).content == before


def test_a_renewed_link_has_another_token_and_the_same_answer_twice() -> None:
    ann = program()
    made = owned(ann)
    old = joined(link_token(made))
    first, again = (
        ann.ask("POST", f"tables/{made.id}/links/", {"role": "viewer"}, idempotency_key="k") for _try in "ab"
    )
    assert (first.status_code, first.content) == (201, again.content)
    assert first["Cache-Control"] == "no-store"
    said = first.json()
    assert said["token"] == link_token(made)
    assert said["address"].endswith("/J/" + said["token"])
    assert old.ask("GET", f"tables/{made.id}/").status_code == 401
    assert joined(said["token"]).ask("GET", f"tables/{made.id}/").status_code == 200


@pytest.mark.parametrize(
    "body", [{}, {"role": "owner"}, {"role": ["viewer"]}, {"role": "viewer", "x": 1}, []]
)
def test_a_link_for_no_role_is_refused(body: object) -> None:
    ann = program()
    assert ann.ask("POST", f"tables/{owned(ann).id}/links/", body).status_code == 422


@pytest.mark.parametrize("query", ["", "?role=owner", "?role=viewer&x=1"])
def test_a_link_for_no_role_is_not_withdrawn(query: str) -> None:
    ann = program()
    made = owned(ann)
    assert ann.ask("DELETE", f"tables/{made.id}/links/{query}").status_code == 422
    assert len(links.invitations(store.load(ann.device, made.id))) == 4
    club = hosted(ann).group
    assert ann.ask("DELETE", f"groups/{club}/links/{query}").status_code == 422
    assert len(links.invitations(groups.find(ann.device, club))) == 3


@pytest.mark.parametrize(
    "said",
    [
        "Bearer",
        "Bearer short",
        "Basic " + "x" * 30,
        "x" * 30,
        "Bearer " + "x" * 300,
        "Bearer xxx yyy " + "x" * 30,
    ],
)
def test_what_is_no_token_is_401(said: str) -> None:
    answer = Program().ask("GET", "tables/", authorization=said)
    assert (answer.status_code, answer["Content-Type"]) == (401, "application/problem+json")


def test_only_digests_of_tokens_are_stored() -> None:
    made = owned(program())
    token = link_token(made)
    joined(token)
    for phone in models.Phone.objects.all():
        assert len(phone.device) == 64
        assert token.lower() not in phone.device


def test_share_shows_the_token_that_a_program_takes() -> None:
    phone = Phone()
    made = table(device=phone.device)
    form = page(phone.get(f"/games/{made.id}/share/?role=scorekeeper"))
    [token] = re.findall(r'id="token" readonly value="(\w+)"', form.html)
    assert joined(token).ask("GET", f"tables/{made.id}/").json()["roles"] == ["scorekeeper"]
    fields = {"role": "scorekeeper", "withdraw": "1"}
    assert phone.post(f"/games/{made.id}/links/", fields).status_code == 303
    assert Program(token).ask("GET", f"tables/{made.id}/").status_code == 401


@pytest.mark.parametrize("path", ["tables/", "groups/"])
def test_a_lost_answer_is_had_again_after_the_secret_key_was_replaced(path: str, settings: Any) -> None:
    body = record() if path == "tables/" else {"title": "Thursday", "zone": "America/New_York"}
    key, old = str(uuid4()), settings.SECRET_KEY
    first = Program().ask("POST", path, body, idempotency_key=key)
    assert first.status_code == 201
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key of this server".ljust(50, "x"), [old]
    again = Program().ask("POST", path, body, idempotency_key=key)
    assert (again.status_code, again.json()) == (201, first.json())


def test_a_link_whose_answer_was_lost_works_after_the_secret_key_was_replaced(settings: Any) -> None:
    ann, old = program(), settings.SECRET_KEY
    path = f"tables/{owned(ann).id}/links/"
    first = ann.ask("POST", path, {"role": "player"}, idempotency_key="k").json()
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key of this server".ljust(50, "x"), [old]
    assert ann.ask("POST", path, {"role": "player"}, idempotency_key="k").json() == first
    joined(first["token"])


def test_a_sheet_whose_answer_was_lost_works_after_the_secret_key_was_replaced(settings: Any) -> None:
    ann, old = program(), settings.SECRET_KEY
    path = f"tables/{owned(ann).id}/recovery/"
    first = ann.ask("POST", path, idempotency_key="k").json()
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key of this server".ljust(50, "x"), [old]
    assert ann.ask("POST", path, idempotency_key="k").json() == first
    assert Program().ask("POST", "recover/", {"code": first["code"]}).status_code == 200
