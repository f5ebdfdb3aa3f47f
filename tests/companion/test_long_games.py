"""A page costs as much at hand 300 as at hand 30: it shows a part, and earlier hands are a tap away."""

import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

import pytest

from tests.api.client import owned, program
from tests.companion.factories import Phone, long_game, table

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

SHORT, LONG = 30, 300
GROWS = 1.4  # what is added up over all hands is little beside the page
ROOMS = ("", "hands/", "hands/new/", "board/", "after/2/", "share/")
BANK = ("bank/", "books/", "books/1/")


def calls(work: Callable[[], object]) -> int:
    """The number of calls that some work takes, a second time."""
    work()
    found = 0

    def count(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal found
        found += event in {"call", "c_call"}

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return found


@pytest.mark.parametrize(("variant", "rooms"), [("king-cutthroat", ROOMS), ("poker-chips", (*ROOMS, *BANK))])
def test_a_page_costs_no_more_after_hundreds_of_hands(variant: str, rooms: tuple[str, ...]) -> None:
    phone = Phone()
    short, long = (f"/games/{table(**long_game(variant, hands)).id}/" for hands in (SHORT, LONG))
    costs = {
        room: calls(partial(phone.get, long + room)) / calls(partial(phone.get, short + room))
        for room in rooms
    }
    assert {room: cost for room, cost in costs.items() if cost > GROWS} == {}


@pytest.mark.parametrize("variant", ["king-cutthroat", "poker-chips"])
def test_a_standing_with_its_last_hands_costs_no_more_either(variant: str) -> None:
    one = program()

    def cost(hands: int) -> int:
        made = owned(one, **long_game(variant, hands))
        return calls(partial(one.ask, "GET", f"tables/{made.id}/standing/?hands=3"))

    assert cost(LONG) <= GROWS * cost(SHORT)
