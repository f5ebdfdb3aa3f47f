"""What a page weighs on a phone that has nothing of Bower yet: bytes as they are sent, requests, hosts."""

from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Response

from tests.browser.conftest import Phones
from tests.browser.phone import Phone
from tests.browser.scenes import BEFORE, evening, twelve
from tests.companion.factories import SEATS, long_game
from tests.games.entries import Record

pytestmark = pytest.mark.browser

KB = 1024
FIRST_PAINT = 14 * KB
FIRST_LOAD = 40 * KB
REQUESTS = 8
POKE = 100


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
    phone.page.on("response", lambda response: answers.append(response))  # noqa: PLW0108 - it marks a function
    phone.page.goto(phone.address + path, wait_until="networkidle")
    sizes = {answer.url: body(answer) for answer in answers}
    painted = [
        size
        for answer, size in zip(answers, sizes.values(), strict=True)
        if answer.request.resource_type in {"document", "stylesheet"}
    ]
    return Load(sum(painted), sum(sizes.values()), tuple(sizes))


def body(answer: Response) -> int:
    """Bytes of an answer as they went over the wire, headers left out; of a stream its first poke."""
    if answer.request.resource_type == "eventsource":
        return POKE
    return answer.request.sizes()["responseBodySize"]


def rooms() -> dict[str, tuple[Record | None, str]]:
    """Every room in a typical state: the record that is brought in, and the room's address."""
    found: dict[str, tuple[Record | None, str]] = {
        "home": (begun("king-cutthroat"), "/"),
        "new game, partnership": (None, "/games/new/partnership/"),
        "new game, poker-chips": (None, "/games/new/poker-chips/"),
        "adjustments": (begun("buck"), "adjustments/"),
        "entry": (begun("king-cutthroat"), "entries/1/"),
        "bank": (begun("poker-chips"), "bank/"),
        "twelve at the table": (twelve("poker-chips"), ""),
        "a hand of twelve": (twelve("poker-chips"), "hands/new/"),
        "rules": (None, "/rules/"),
        "rules, king-cutthroat": (None, "/rules/king-cutthroat/"),
        "rules, poker-euchre": (None, "/rules/poker-euchre/"),
        "rules found": (None, "/rules/?q=the"),
        "ranking, poker-euchre": (None, "/rules/poker-euchre/cards/"),
        "charts, poker-euchre": (None, "/rules/poker-euchre/charts/"),
        "trick, poker-euchre": (None, "/rules/poker-euchre/trick/?trump=hearts&cards=AS&cards=2H"),
        "trick": (begun("buck"), "trick/"),
        "follow": (begun("king-cutthroat"), "follow/"),
    }
    for variant in SEATS:
        found[f"table, {variant}"] = (begun(variant), "")
        found[f"hand, {variant}"] = (begun(variant), "hands/new/")
        found[f"table at hand 300, {variant}"] = (long_game(variant, 300), "")
        found[f"hand 301, {variant}"] = (long_game(variant, 300), "hands/new/")
    for variant in ("partnership", "poker-chips"):
        found[f"after, {variant}"] = (begun(variant), "after/1/")
        found[f"hands, {variant}"] = (begun(variant), "hands/")
        found[f"recap, {variant}"] = (evening(variant), "recap/")
    return found


def begun(variant: str) -> Record:
    return evening(variant, BEFORE[variant] + 1)


ROOMS = rooms()


@pytest.mark.parametrize("room", ROOMS)
def test_a_first_load_is_light(phones: Phones, room: str) -> None:
    record, path = ROOMS[room]
    owner = phones()
    address = path if path.startswith("/") else ""
    if record:
        table = owner.bring_in(record)
        address = address or table + path
    load = first_load(phones, address, owner)
    assert load.addresses[0] == owner.address + address
    print(f"{room}: {load.paint} bytes to paint, {load.all} in {len(load.addresses)} requests")  # with -rP
    assert load.paint <= FIRST_PAINT
    assert load.all <= FIRST_LOAD
    assert len(load.addresses) <= REQUESTS
    assert {urlsplit(found).netloc for found in load.addresses} == {urlsplit(owner.address).netloc}
    assert any(found.endswith(".css") for found in load.addresses)
