"""Whatever sets a cookie is kept by no cache: one phone's identity must not reach another.

Only the files of stylesheets may be kept with theirs, which is the same for everyone.
"""

from collections.abc import Callable
from http import HTTPStatus
from itertools import product
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from companion import models
from companion.store import groups
from tests.companion.factories import Phone, device, hand, let_in, let_in_group, opening, table
from tests.companion.nights import night, start

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

METHODS, OF_API = ("GET", "POST"), ("PUT", "PATCH", "DELETE")
FOR_EVERYONE = ("/worker.js", "/manifest.webmanifest", "/rules/", "/rules/partnership/")
CHIPS = "poker-chips"
HOST = "host-of-table-group-and-night"  # a token, as long as programs need one


def addresses(values: dict[str, Any]) -> list[str]:
    """Every address, with these values in it; the ids of other things are those of nobody."""

    def walk(found: list[URLPattern | URLResolver], before: str = "/") -> list[str]:
        each: list[str] = []
        for one in found:
            path = before + str(one.pattern).removeprefix("^").removesuffix("$")
            if isinstance(one, URLResolver):
                each += walk(one.url_patterns, path)
                continue
            for name, converter in one.pattern.converters.items():
                kind = type(converter).__name__.removesuffix("Converter").lower()
                path = path.replace(
                    f"<{kind}:{name}>", str(values.get(name, 1 if kind == "int" else "nobody"))
                )
            each.append(path)
        return each

    return walk(get_resolver().url_patterns)


@pytest.fixture
def everywhere() -> list[str]:
    """Every address, of a table, a night and a group of which HOST is a host where there is one in it."""
    tonight, game = start(night()).night, table(variant=CHIPS, entries=[*opening(CHIPS), hand(CHIPS)])
    let_in(game, HOST, "owner")
    let_in_group(groups.find(device(), tonight.group), HOST, "host")
    person = models.Person.objects.filter(group__public_id=tonight.group).first()
    assert person
    values = {
        "table_id": game.id,
        "group_id": tonight.group,
        "night_id": tonight.id,
        "person_id": person.public_id,
        "variant": CHIPS,
        "page": "partnership",
    }
    found = addresses(values)
    assert len(found) > 200
    assert not [address for address in found if "<" in address]
    return found


@pytest.mark.parametrize(
    ("visitor", "pages"),
    [
        (Client, 20),
        (lambda: Phone(HOST), 80),
        (lambda: Client(headers={"authorization": f"Bearer {HOST}"}), 40),
    ],
    ids=["a stranger", "the host", "a program of the host"],
)
def test_no_cache_keeps_an_answer_that_sets_a_cookie(
    everywhere: list[str], visitor: Callable[[], Client], pages: int
) -> None:
    opened = setting = 0
    api = [address for address in everywhere if address.startswith("/api/")]
    for method, address in (*product(METHODS, everywhere), *product(OF_API, api)):
        with transaction.atomic():  # so that what one takes away is there for the next
            answer = visitor().generic(method, address)
            transaction.set_rollback(True)
        opened += method == "GET" and answer.status_code == HTTPStatus.OK
        if answer.cookies:
            setting += 1
            assert answer.headers["Cache-Control"] == "private, no-store", (method, address)
            assert address not in api
    assert setting > 10
    assert opened > pages


@pytest.mark.parametrize("address", FOR_EVERYONE)
def test_what_is_the_same_for_everyone_sets_no_cookie(address: str) -> None:
    answer = Client().get(address)
    assert answer.status_code == 200
    assert not answer.cookies
