"""Reading changes nothing: a GET of any page or of the API leaves every row as it was, presence aside."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import URLPattern, reverse
from django.urls.converters import IntConverter

from companion import store
from companion.access import devices
from companion.store import (
    group_starts,
    groups,
    links,
    naming,
    night_rounds,
    night_starts,
    nights,
    progress,
    seats,
    webhooks,
)
from companion.urls import urlpatterns
from tests.api.client import Program
from tests.companion.factories import Phone, hand, let_in, opening, table, view

pytestmark = pytest.mark.django_db

PRESENCE = {"here_until"}
# The address of a link is where a phone joins, once a person opens it, with a cookie; readyz tries a write.
WRITE = {"link", "group_link", "readyz"}
READING = ("SELECT", "SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK TO SAVEPOINT")
ADDRESSES = [one for one in urlpatterns if isinstance(one, URLPattern) and one.name and one.name not in WRITE]


def rows() -> dict[str, list[dict[str, Any]]]:
    """Every row of every table, without presence."""
    found: dict[str, list[dict[str, Any]]] = {}
    for model in apps.get_app_config("companion").get_models():
        fields = [field.attname for field in model._meta.concrete_fields if field.attname not in PRESENCE]
        found[model.__name__] = list(model._default_manager.order_by("pk").values(*fields))
    return found


@contextmanager
def writes() -> Iterator[list[str]]:
    """Within it, the statements that may change a row."""
    found: list[str] = []

    def notice(execute: Callable[..., Any], sql: str, *given: Any) -> Any:
        if not sql.lstrip().startswith(READING):
            found.append(sql)
        return execute(sql, *given)

    with connection.execute_wrapper(notice):
        yield found


def played(variant: str, owner: str) -> dict[str, Any]:
    """A table with something in every table of the database, as the arguments of its addresses."""
    club = of_group(owner)
    found = groups.find(owner, club["group_id"])
    made = table(variant=variant, device=owner, entries=[*opening(variant), hand(variant)], group=found.pk)
    store.correct(owner, made.id, store.new_key(), made.version, made.version, hand(variant, note="again"))
    let_in(made, "bo", "player")
    now = store.load(owner, made.id)
    seats.claim(now, "Ann")
    progress.replace_moves(now, 0, [{"move": "dealer", "player": "Cy"}])
    hook = webhooks.add(now, "https://example.org/")
    return {
        **{"table_id": made.id, "variant": variant, "number": 1, "seq": made.version, "seat": 1},
        **{"hook_id": hook, "page": "buck" if variant == "buck" else "poker"},
        **club,
    }


def of_group(owner: str) -> dict[str, Any]:
    """A group with a person and a night in its first round, as the arguments of its addresses."""
    group_id = group_starts.create(owner, store.new_key(), "Thursday")
    found = groups.find(owner, group_id)
    person = naming.add(found, "Ann").public_id
    new = night_starts.NewNight(people=["Ann", "Bo", "Cy", "Dee"])
    night = night_starts.create(found, store.new_key(), new)
    night_rounds.start_round(nights.load(owner, night), store.new_key(), 1)
    return {"group_id": group_id, "person_id": person, "night_id": night, "player": 1}


def path_of(address: URLPattern, given: dict[str, Any]) -> str:
    """The address of these things; what is not among them is a number, or the name of a problem."""
    kinds = address.pattern.converters.items()
    values = {
        name: given.get(name, 1 if isinstance(kind, IntConverter) else "refused") for name, kind in kinds
    }
    return reverse(str(address.name), kwargs=values)


@pytest.mark.alike
@pytest.mark.parametrize("variant", ["buck", "poker-chips"])
def test_a_get_changes_no_row(variant: str) -> None:
    ann, owner = Phone("ann"), Program("token-of-an-owner-".ljust(30, "x"))
    of_pages, of_api = played(variant, ann.device), played(variant, owner.device)
    before = rows()
    for address in ADDRESSES:
        is_api = str(address.name).startswith("api_")
        path = path_of(address, of_api if is_api else of_pages)
        with writes() as written:
            (read_by_programs if is_api else read_by_phones)(path, of_pages["table_id"], owner.token)
        assert not written or rows() == before, address.name
    assert rows() == before


def read_by_phones(path: str, table_id: str, _token: str) -> None:
    query = f"?table={table_id}&again={table_id}"
    for phone in (Phone("ann"), Phone("bo"), Client()):
        phone.get(path)
    if table_id not in path:
        Phone("ann").get(path + query)
    Phone("bo").head(path)


def read_by_programs(path: str, _table_id: str, token: str) -> None:
    asked = {"Authorization": f"Bearer {token}", "Idempotency-Key": str(uuid4())}
    for headers in (asked, {"Authorization": "Bearer " + "y" * 30}, {}):
        Client().get(path, headers=headers)
    Client().head(path, headers=asked)


def test_the_token_of_a_link_changes_no_row_by_being_shown() -> None:
    made = table()
    token = links.invitations(view(made))["viewer"].token
    before = rows()
    for method in ("GET", "POST", "PUT", "DELETE"):
        for path in ("", "record/", "entries/", "draft/"):
            assert Program(token).ask(method, f"tables/{made.id}/{path}", {}).status_code == 401
    assert rows() == before


def test_only_who_comes_with_a_cookie_joins_by_opening_a_link() -> None:
    made = table()
    path = reverse("link", args=[links.invitations(view(made))["viewer"].token])
    before = rows()
    assert Client().get(path).status_code == 303
    assert Client().head(path, headers={"Cookie": f"{devices.COOKIE}=forged"}).status_code in (303, 405)
    assert rows() == before
    Phone("bo").get(path)
    assert rows() != before
