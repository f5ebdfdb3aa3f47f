"""Nights, and hands at their tables, for the tests."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from companion import store
from companion.log.table import Table
from companion.night.evening import NightView, TableNow
from companion.store import groups, night_players, night_rounds, nights
from companion.store.night_players import NewNight
from tests.companion.factories import Phone, device, group, let_in_group
from tests.companion.pages import Page, page

PEOPLE = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Max")


def people(number: int) -> list[str]:
    """So many names."""
    return [PEOPLE[at] if at < len(PEOPLE) else f"Player {at}" for at in range(number)]


def night(number: int = 8, **given: Any) -> NightView:
    """A night of so many people, in a group of which the phone "ann" is the host."""
    new = NewNight(**{"people": people(number), "title": "Euchre night", **given})
    return load(night_players.start_night(group(), store.new_key(), new))


def load(night_id: str, name: str = "ann") -> NightView:
    """A night as it is now, for the phone with this name."""
    return nights.load(device(name), night_id)


def start(view: NightView, *, early: bool = False) -> NightView:
    """The night with its next round started."""
    view = load(view.night.id)
    night_rounds.start_round(view, store.new_key(), view.night.next_round, early=early)
    return load(view.night.id)


def play(table: TableNow, gains: Sequence[int], name: str = "ann") -> None:
    """Enter a hand for each gain: so many points (1, 2, or 4 alone) for the first pair, or below 0."""
    for gain in gains:
        view = store.load(device(name), table.table_id)
        store.append(
            device(name), table.table_id, store.new_key(), view.table.version, hand(view.table, gain)
        )


def hand(table: Table, gain: int) -> dict[str, Any]:
    """A hand that brings the first pair so many points, or the second one if it is below 0."""
    sides, players = list(table.state.scores), table.state.players
    ours = 0 if gain > 0 else 1
    tricks = 3 if abs(gain) == 1 else 5
    maker = players[ours] if players[ours] != "Ghost" else players[ours + 2]
    said: dict[str, Any] = {"alone": True} if abs(gain) == 4 else {}
    counts = {sides[ours]: tricks, sides[1 - ours]: 5 - tricks}
    return {"kind": "hand", "maker": maker, "trump": "spades", "tricks": counts, **said}


def finish(view: NightView, gain: int = 1) -> NightView:
    """The night with all hands of its last round played."""
    for table in view.night.playing:
        night_rounds.open_table(view, table.table_id)
        play(table, [gain] * table.left)
    return load(view.night.id)


def see(view: NightView, room: str, *args: int, phone: Phone | None = None) -> Page:
    """A page of a night as the host's phone gets it, or another one."""
    return page((phone or Phone()).get(reverse(room, args=[view.night.id, *args])))


def post(view: NightView, room: str, *args: int, phone: Phone | None = None, **fields: Any) -> Page:
    """The answer to a form of a night; a redirect is followed."""
    data = {"key": store.new_key(), **fields}
    return page((phone or Phone()).post(reverse(room, args=[view.night.id, *args]), data, follow=True))


def player(view: NightView, name: str, number: int) -> Phone:
    """The phone of a player, who has said so."""
    phone = let_in_group(groups.find(device(), view.night.group), name, "player")
    phone.post(reverse("night_me", args=[view.night.id]), {"number": number})
    return phone
