"""What a page weighs on a phone that has nothing of Bower yet: bytes as they are sent, requests, hosts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Response

from tests.browser.conftest import Phones
from tests.browser.evenings import EVENINGS
from tests.browser.phone import Phone
from tests.browser.scenes import evening, twelve
from tests.companion.factories import SEATS, long_game

pytestmark = pytest.mark.browser

KB = 1024
FIRST_PAINT = 14 * KB
FIRST_LOAD = 40 * KB
REQUESTS = 8


@dataclass(frozen=True)
class Load:
    """One first load: bytes of page and stylesheet, of everything, and what was asked for."""

    paint: int
    all: int
    addresses: tuple[str, ...]


def first_load(phones: Phones, path: str, owner: Phone) -> Load:
    """Open an address on a phone whose cache is empty, with the device cookie of another."""
    phone = phones()
    phone.context.add_cookies(owner.context.cookies())  # type: ignore[arg-type]
    answers: list[Response] = []
    phone.page.on("response", lambda response: answers.append(response))
    phone.page.goto(phone.address + path, wait_until="networkidle")
    sizes = {answer.url: body(answer) for answer in answers}
    painted = [
        size
        for answer, size in zip(answers, sizes.values(), strict=True)
        if answer.request.resource_type in {"document", "stylesheet"}
    ]
    return Load(sum(painted), sum(sizes.values()), tuple(sizes))


def body(answer: Response) -> int:
    """Bytes of an answer as they went over the wire, headers left out."""
    return answer.request.sizes()["responseBodySize"]


def rooms() -> dict[str, tuple[dict[str, Any] | None, str]]:
    """Every room in a typical state: the record that is brought in, and the room's address."""
    found: dict[str, tuple[dict[str, Any] | None, str]] = {"home": (evening("king-cutthroat", 3), "/")}
    for variant in EVENINGS:
        record = evening(variant, 5)
        found[f"new game, {variant}"] = (None, f"/games/new/{variant}/")
        for room in ("", "hands/new/", "hands/", "recap/"):
            found[f"{room or 'table'}, {variant}"] = (record, room)
    chips = evening("poker-chips", 9)
    found["after"] = (evening("buck"), "after/2/")
    found["entry"] = (evening("king-cutthroat"), "entries/1/")
    found["adjustments"] = (evening("buck", 2), "adjustments/")
    found["bank"] = (chips, "bank/")
    found["twelve at the table"] = (twelve("poker-chips"), "")
    found["a hand of twelve"] = (twelve("poker-chips"), "hands/new/")
    found["rules"] = (None, "/rules/")
    found["a page of the rules"] = (None, "/rules/king-cutthroat/")
    for variant in SEATS:
        found[f"table at hand 300, {variant}"] = (long_game(variant, 300), "")
        found[f"hand 301, {variant}"] = (long_game(variant, 300), "hands/new/")
    return found


ROOMS = rooms()


@pytest.mark.parametrize("room", ROOMS)
def test_a_first_load_is_light(
    phones: Phones, room: str, record_property: Callable[[str, object], None]
) -> None:
    record, path = ROOMS[room]
    owner = phones()
    address = path if path.startswith("/") else ""
    if record:
        table = owner.bring_in(record)
        address = address or table + path
    load = first_load(phones, address, owner)
    record_property("bytes", (load.paint, load.all, len(load.addresses)))
    assert load.paint <= FIRST_PAINT
    assert load.all <= FIRST_LOAD
    assert len(load.addresses) <= REQUESTS
    assert {urlsplit(found).netloc for found in load.addresses} == {urlsplit(owner.address).netloc}
    assert any(found.endswith(".css") for found in load.addresses)
