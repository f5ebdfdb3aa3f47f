"""A player's name replaced throughout a stored game: header, entries, and the words people typed."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from companion.log.table import Row, Table, body_of
from companion.log.table import table as replayed
from scoring import Refusal, Variant
from scoring.entries import HAND, KINDS
from scoring.fields import ByName, Listed, Nested, Player, Shape, Side, Text

LONGEST_TITLE = 60


@dataclass(frozen=True)
class Renaming:
    """One player's name, ``old``, and the one that takes its place, at a table as it was before."""

    before: Table
    old: str
    new: str

    @cached_property
    def names(self) -> Mapping[str, str]:
        """New names of players and of teams, by the old ones; only those that change."""
        header = self.before.header
        players = tuple(self.new if name == self.old else name for name in header.players)
        sides = zip(header.variant.sides(header.players), header.variant.sides(players), strict=True)
        return {self.old: self.new, **{was: now for was, now in sides if was != now}}

    def name(self, was: str) -> str:
        """The name of a player or a team afterwards."""
        return self.names.get(was, was)

    def text(self, typed: str, longest: int) -> str:
        """Typed words with the new name where the old one stands as a word; at most *longest* characters."""
        return in_text(typed, self.old, self.new)[:longest]

    @cached_property
    def header(self) -> str:
        """The header as it is to be stored."""
        given = {name: value for name, value in self.before.header.as_json().items() if name != "entries"}
        given["players"] = [self.name(name) for name in self.before.header.players]
        given["dealer"] = self.name(self.before.header.dealer)
        if "title" in given:
            given["title"] = self.text(str(given["title"]), LONGEST_TITLE)
        return body_of(given)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The rows as they are to be stored."""
        return tuple(self._row(row) for row in self.before.rows)

    @cached_property
    def after(self) -> Table:
        """The table afterwards. Raises Refusal if the game is impossible with the new name."""
        return replayed(self.before.id, self.header, self.rows)

    def _row(self, row: Row) -> Row:
        if not row.body:
            return row
        return replace(row, body=body_of(self._entry(self.before.variant, json.loads(row.body))))

    def _entry(self, variant: Variant, entry: Mapping[str, object]) -> dict[str, object]:
        return renamed_entry(variant, entry, self.name, self.text)


def renamed_entry(
    variant: Variant,
    entry: Mapping[str, object],
    name: Callable[[str], str],
    text: Callable[[str, int], str] = lambda typed, _longest: typed,
) -> dict[str, object]:
    """An entry with other names of players and teams; *text* changes typed words, up to a length."""
    kind = KINDS[str(entry["kind"])]
    fields = (*kind.fields, *(variant.fields if kind is HAND else ()))
    shapes = {field.name: field.shape for field in fields}

    def renamed(shape: Shape, value: object) -> object:
        match shape, value:
            case (Player() | Side(), str()):
                return name(value)
            case Text(), str():
                return text(value, shape.longest)
            case ByName(), dict():
                return {name(one): number for one, number in value.items()}
            case Listed(), list():
                return [renamed(shape.item, item) for item in value]
            case Nested(), dict():
                inner = {field.name: field.shape for field in shape.fields}
                return {one: renamed(inner[one], item) for one, item in value.items()}
        return value

    return {one: renamed(shapes[one], value) if one in shapes else value for one, value in entry.items()}


def in_text(typed: str, old: str, new: str) -> str:
    """Typed words with another name where the old one stands as a word, in whatever case."""
    found = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)", re.IGNORECASE)
    return found.sub(lambda _match: new, typed)


def same_but_for_names(renaming: Renaming) -> bool:
    """Whether the game scores the same afterwards, hand by hand, for the player under the other name."""
    try:
        return _scored(renaming.before, renaming) == _scored(renaming.after, None)
    except Refusal:
        return False


def _scored(table: Table, renaming: Renaming | None) -> list[object]:
    def name(was: str) -> str:
        return renaming.name(was) if renaming else was

    def named(scores: Mapping[str, int]) -> list[tuple[str, int]]:
        return [(name(player), number) for player, number in scores.items()]

    state = table.standing.state
    hands = [
        (hand.number, name(hand.dealer), named(hand.change), named(hand.after))
        for hand in table.standing.hands
    ]
    postings = [(name(one.source), name(one.target), one.chips) for one in table.standing.postings]
    last = (state.over, [name(one) for one in state.winners], named(state.scores), named(state.net))
    return [last, hands, postings]
