"""Names with marks that turn text around: none of those reaches a page or a file to read."""

import json
import re
from collections.abc import Sequence

import pytest

from companion.wording.names import FIRST_STRONG_ISOLATE as OPEN
from companion.wording.names import POP_ISOLATE as CLOSE
from companion.wording.names import shown
from tests.companion.factories import Phone, hand, table
from tests.companion.nights import finish, night, start

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

# They begin an override, an embedding or an isolate without ending it, and one ends what it had not begun.
HOSTILE = ["\u202eAnn", "B\u202bo", "C\u2067y\u2066", "\u2069Dee\u202c"]
TURNING = {*map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))} - {OPEN, CLOSE}


def faults(page: str) -> list[str]:
    """The runs of text with a mark that turns text, or with an isolate left open.

    The value of a field is what the phone sends back: it has to be the name as it is.
    """
    runs = re.split(r"[<>\n]", re.sub(r' value="[^"]*"', "", page))
    return [run for run in runs if not TURNING.isdisjoint(run) or run.count(OPEN) != run.count(CLOSE)]


def seen(address: str, rooms: Sequence[str]) -> list[tuple[str, str]]:
    """The faults of these rooms, with the room."""
    found, phone = [], Phone()
    for room in rooms:
        answer = phone.get(address + room)
        assert answer.status_code == 200, room
        found += [(room, run) for run in faults(answer.content.decode())]
    return found


def test_no_room_of_a_table_has_them() -> None:
    tricks = {HOSTILE[0]: 2, HOSTILE[2]: 3}
    entries = [hand("buck", maker=HOSTILE[1], tricks=tricks, note="\u202eso\u2067")]
    made = table(variant="buck", players=HOSTILE, title="\u2067\u202eThursday", entries=entries)
    rooms = ("hands/", "hands/new/", "entries/1/", "after/1/", "adjustments/", "recap/", "share/", "board/")
    assert seen(f"/games/{made.id}/", ["", *rooms, "recap.txt", "recap.csv"]) == []
    assert json.loads(Phone().get(f"/games/{made.id}/recap.json").content)["players"] == HOSTILE


def test_no_room_of_a_game_for_chips_has_them() -> None:
    buys = [{"kind": "buy-in", "player": name, "chips": 100} for name in HOSTILE]
    made = table(variant="poker-chips", players=HOSTILE, entries=buys)
    rooms = ("bank/", "chips/", "books/", "books/1/", "hands/new/", "draft/", "recap/", "settling/")
    assert seen(f"/games/{made.id}/", ["", *rooms, "recap.txt", "recap.csv"]) == []


def test_no_room_of_a_group_or_a_night_has_them() -> None:
    view = start(night(people=[*HOSTILE, *(f"{name} 2" for name in HOSTILE)], hands=1))
    view = start(finish(view))
    groups_rooms = ("", "people/", "stats/", "evenings/")
    assert seen(f"/groups/{view.night.group}/", groups_rooms) == []
    nights_rooms = (
        "",
        "early/",
        "me/",
        "players/",
        "rounds/1/",
        "results/",
        "board/",
        "results.txt",
        "results.csv",
    )
    assert seen(f"/nights/{view.night.id}/", nights_rooms) == []


@pytest.mark.parametrize(
    "name",
    ["👩\u200d👩\u200d👧", "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f", "علي\u200cرضا"],
)
def test_emoji_and_joined_letters_are_shown_as_they_are(name: str) -> None:
    assert shown(name).strip(OPEN + CLOSE) == name
