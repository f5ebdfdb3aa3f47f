"""How the parts of a hand's players are stored: one line of JSON for each hand.

A list: whether the maker played alone, the bid or null, then a list for each player, by seat: seat, role,
gain, tricks, Kings, defended alone, showdown, dropped and it paid; default values at its end are left out.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from scoring.facts import Part

USUAL = (0, False, "", False)  # Kings, defended alone, showdown, drop paid


class Told(NamedTuple):
    """A played hand: ``seq`` is its entry, ``number`` that on the score sheet, from 1, ``parts`` JSON."""

    seq: int
    number: int
    result: str
    parts: str


class Seated(NamedTuple):
    """A ``Part`` of the player in this seat, from 0."""

    seat: int
    role: str
    gain: int
    tricks: int | None
    result: str
    alone: bool
    defended_alone: bool
    bid: int | None
    kings: int
    showdown: str
    drop_paid: bool


def written(parts: Iterable[Part], seats: Mapping[str, int]) -> str:
    """The parts of a hand as JSON, in their order; *seats* by name."""
    of_players: list[list[Any]] = []
    for part in parts:
        alone, bid = part.alone, part.bid
        unusual = (part.kings, part.defended_alone, part.showdown, part.drop_paid)
        one = [seats[part.player], part.role, part.gain, part.tricks]
        of_players.append(one if unusual == USUAL else [*one, *unusual])
    return json.dumps([alone, bid, *of_players], separators=(",", ":")) if of_players else "[]"


def read(result: str, parts: str) -> list[Seated]:
    """The parts of a hand, in order of the record's players."""
    alone, bid, *of_players = json.loads(parts)
    found = []
    for seat, role, gain, tricks, *unusual in of_players:
        kings, defended_alone, showdown, drop_paid = unusual or USUAL
        one = (seat, role, gain, tricks, result, alone, defended_alone, bid, kings, showdown, drop_paid)
        found.append(Seated(*one))
    return found
