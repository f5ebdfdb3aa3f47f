"""Reading changes nothing: a GET of any page or of the API leaves every row as it was, presence aside.

Each GET of any other test, by whatever phone or program, is watched in ``tests/conftest.py``.
"""

from typing import Any

import pytest
from django.apps import apps
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import URLPattern, reverse
from django.urls.converters import IntConverter

from companion import models, store
from companion.access import devices
from companion.forms.progress import replacing
from companion.store import (
    group_starts,
    groups,
    links,
    naming,
    night_players,
    night_rounds,
    nights,
    phones,
    progress,
    webhooks,
)
from companion.urls import urlpatterns
from tests.api.client import V1, Program, program
from tests.companion.factories import Phone, hand, let_in, opening, table, view

pytestmark = pytest.mark.django_db

PRESENCE = {"here_until"}
# The address of a link is where a phone joins, once a person opens it, with a cookie; readyz tries a write.
WRITE = {"link", "group_link", "readyz"}
ADDRESSES = [one for one in urlpatterns if isinstance(one, URLPattern) and one.name and one.name not in WRITE]


def rows() -> dict[str, list[dict[str, Any]]]:
    """Every row of every table, without presence."""
    found: dict[str, list[dict[str, Any]]] = {}
    for model in apps.get_app_config("companion").get_models():
        fields = [field.attname for field in model._meta.concrete_fields if field.attname not in PRESENCE]
        found[model.__name__] = list(model._default_manager.order_by("pk").values(*fields))
    return found


def played(variant: str, owner: str) -> dict[str, Any]:
    """A table with something in every table of the database, as the arguments of its addresses."""
    club = of_group(owner)
    found = groups.find(owner, club["group_id"])
    made = table(variant=variant, device=owner, entries=[*opening(variant), hand(variant)], group=found.pk)
    store.save(
        owner, made.id, store.new_key(), store.Change(made.version, made.version, hand(variant, note="again"))
    )
    let_in(made, "bo", "player")
    now = store.load(owner, made.id)
    phones.claim(now, "Ann")
    progress.change(now, replacing(0, [{"move": "dealer", "player": "Cy"}]))
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
    new = night_players.NewNight(people=["Ann", "Bo", "Cy", "Dee"])
    night = night_players.start_night(found, store.new_key(), new)
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
def test_a_get_changes_no_row() -> None:
    ann, owner = Phone("ann"), program("owner")
    of_pages, of_api = played("poker-chips", ann.device), played("poker-chips", owner.device)
    table_id = of_pages["table_id"]
    before = rows()
    for address in ADDRESSES:
        is_api = str(address.name).startswith("api_")
        path = path_of(address, of_api if is_api else of_pages)
        if is_api:
            owner.ask("GET", path.removeprefix(V1), idempotency_key=store.new_key())
        else:
            ann.get(path if table_id in path else f"{path}?table={table_id}&again={table_id}")
            Phone("stranger").head(path)
    assert rows() == before


def test_a_get_that_changes_a_row_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgets(_request: HttpRequest) -> HttpResponse:
        models.Game.objects.update(title="")
        return HttpResponse()

    table(title="Thursday")
    monkeypatch.setattr(next(one for one in ADDRESSES if one.name == "home"), "callback", forgets)
    with pytest.raises(AssertionError, match='UPDATE "companion_game"'):
        Phone().get("/")


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
