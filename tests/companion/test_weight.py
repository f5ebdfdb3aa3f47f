"""Every room, in a typical state and after hundreds of hands, is light on a phone that has nothing yet."""

import pytest
from django.test import Client

from scoring import VARIANTS
from tests.browser.evenings import BEFORE, SORTS, evening, twelve
from tests.companion.factories import Phone, long_game, table
from tests.companion.weight import FIRST_LOAD, FIRST_PAINT, Load, first_load
from tests.games.entries import Record

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

LONG = 300


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
        "the board of twelve": (twelve("poker-chips"), "board/"),
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
    for variant in VARIANTS:
        found[f"table, {variant}"] = (begun(variant), "")
        found[f"hand, {variant}"] = (begun(variant), "hands/new/")
    for variant in SORTS:
        found[f"board, {variant}"] = (begun(variant), "board/")
        found[f"after, {variant}"] = (begun(variant), "after/1/")
        found[f"hands, {variant}"] = (begun(variant), "hands/")
        found[f"recap, {variant}"] = (evening(variant), "recap/")
    return found


def begun(variant: str) -> Record:
    return evening(variant, BEFORE[variant] + 1)


ROOMS = rooms()


def load(phone: Client, address: str) -> Load:
    answer = phone.get(address, headers={"accept": "text/html", "accept-encoding": "gzip"})
    assert (answer.status_code, answer.headers["Content-Encoding"]) == (200, "gzip")
    return first_load(address, answer.content)


def at(record: Record, path: str) -> str:
    """The address of a room of a new table, or of Bower."""
    made = table(**record)
    return path if path.startswith("/") else f"/games/{made.id}/{path}"


@pytest.mark.parametrize("room", ROOMS)
def test_a_first_load_is_light(room: str) -> None:
    record, path = ROOMS[room]
    assert load(Phone(), at(record, path) if record else path).too_much == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_long_game_is_as_light(variant: str) -> None:
    bank = ("bank/", "chips/", "settling/", "books/", "books/1/") if VARIANTS[variant].has_bank else ()
    address = at(long_game(variant, LONG), "")
    loads = {room: load(Phone(), address + room).too_much for room in ("", "hands/new/", *bank)}
    assert {room: wrong for room, wrong in loads.items() if wrong} == {}


@pytest.mark.parametrize("path", ["bank/", "chips/", "settling/", "books/", "books/1/"])
def test_the_room_of_a_closed_bank_is_light(path: str) -> None:
    assert load(Phone(), at(evening("poker-chips"), path)).too_much == []


def test_what_is_too_much_is_named() -> None:
    found = Load(FIRST_PAINT + 1, FIRST_LOAD + 1, tuple(f"/{number}.js" for number in range(9)))
    wrong = ["14337 bytes to paint", "40961 bytes in all", "9 requests", "no stylesheet"]
    assert found.too_much == wrong
    assert Load(0, 0, ("/static/bower.css",), ("bower.css",)).too_much == ["waits for bower.css"]
    assert Load(FIRST_PAINT, FIRST_LOAD, ("/", "/static/bower.css")).too_much == []
