"""``bower.game/1`` as JSON Schema (draft 2020-12), made from the games themselves.

It says what can be said of the shape. Whether a hand adds up, or is possible at all, the scoring alone says.
"""

from collections.abc import Mapping
from typing import Any

from companion.forms.imports import LARGEST_NUMBER
from companion.forms.new_game import TITLE_LENGTH
from scoring import VARIANTS, Option, Variant
from scoring.betting import ACTIONS
from scoring.record import FORMAT
from scoring.shape import NAME_LENGTH, NOTE_LENGTH, REASON_LENGTH
from scoring.variants.base import PLAYED

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
CONTROLS = r"\u0000-\u001f\u007f-\u009f"
PLAIN = rf"^[^{CONTROLS}]*$"
NAME = rf"^[^\s{CONTROLS}]([^{CONTROLS}]*[^\s{CONTROLS}])?$"
TEAM_LENGTH = 2 * NAME_LENGTH + 3
TRICKS = {
    "partnership": 5,
    "king-cutthroat": 7,
    "three-handed": 5,
    "buck": 5,
    "poker-chips": 27,
    "poker-points": 27,
}
CARDS = 54


def of(properties: Mapping[str, Schema], *required: str, **more: Any) -> Schema:
    """A schema of an object with these fields and no others."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
        **more,
    }


def whole(least: int | None = None, most: int = LARGEST_NUMBER, **more: Any) -> Schema:
    """A whole number from *least* on."""
    return {"type": "integer", "minimum": -most if least is None else least, "maximum": most, **more}


def words(longest: int, least: int = 0) -> Schema:
    """A text that somebody wrote."""
    return {"type": "string", "minLength": least, "maxLength": longest, "pattern": PLAIN}


def one_of(*values: object) -> Schema:
    """One of these values."""
    return {"const": values[0]} if len(values) == 1 else {"enum": list(values)}


def by_name(value: Schema) -> Schema:
    """A map from names to values."""
    return {"type": "object", "additionalProperties": value, "maxProperties": 12}


def listed(item: Schema, most: int, least: int = 0, **more: Any) -> Schema:
    """A list of so many."""
    return {"type": "array", "items": item, "minItems": least, "maxItems": most, **more}


def names(most: int, least: int = 0) -> Schema:
    """A list of names, nobody twice."""
    return listed(PLAYER, most, least, uniqueItems=True)


PLAYER = {"type": "string", "minLength": 1, "maxLength": NAME_LENGTH, "pattern": NAME}
TEAM = {"type": "string", "minLength": 1, "maxLength": TEAM_LENGTH, "pattern": NAME}
NOTE = {"note": words(NOTE_LENGTH)}
FLAG = {"type": "boolean"}


def option(one: Option) -> Schema:
    """The schema of one option, its default and its rule."""
    said: Schema = {"description": f"{one.effect} ({one.rule})", "default": one.default}
    if one.kind == "flag":
        return {**FLAG, **said}
    if one.words:
        return {**one_of(*one.words), **said}
    return {**whole(one.least), **said}


def hand_fields(variant: Variant) -> dict[str, Schema]:
    """The fields that a played hand of this game may have, beside the common ones."""
    tricks = by_name(whole(0, TRICKS[variant.name]))
    showdown = of({"winner": PLAYER, "tricks": by_name(whole(0, 5)), "kings": listed(PLAYER, 4)})
    action = of({"player": PLAYER, "action": one_of(*ACTIONS), "chips": whole(1)}, "player", "action")
    known: dict[str, Schema] = {
        "maker": PLAYER,
        "trump": one_of(*variant.trumps),
        "tricks": tricks,
        "alone": FLAG,
        "defended_alone": PLAYER,
        "kings": listed(PLAYER, 4),
        "showdown": showdown,
        "thrown_in": FLAG,
        "choices": by_name(one_of("stay", "drop", "switch")),
        "nine_of_clubs": FLAG,
        "turned_club": FLAG,
        "reneged": names(12),
        "cards": by_name(whole(0, CARDS)),
        "away": names(12),
        "betting": listed(action, 200),
        "bets": by_name(whole(0)),
        "folded": names(12),
    }
    if variant.name == "buck":
        known["choices"] = by_name(one_of("stay", "drop"))
    return {name: known[name] for name in known if name in variant.field_names}


def hands(variant: Variant) -> list[Schema]:
    """A hand that was not played, and the ways to tell one that was."""
    common = {"kind": one_of("hand"), "dealer": PLAYER, **NOTE}
    unplayed = tuple(dict.fromkeys(result for on in (True, False) for result in results(variant, on)))
    dead = of({**common, "result": one_of(*unplayed)}, "kind", "result")
    fields = {**common, "result": one_of(PLAYED), **hand_fields(variant)}
    return [dead, *(told(fields, without, *needed) for without, needed in ways(variant))]


def told(fields: Mapping[str, Schema], without: tuple[str, ...], *needed: str) -> Schema:
    """A played hand without some of the fields, and with others."""
    left = {name: schema for name, schema in fields.items() if name not in without}
    schema = of(left, "kind", *needed)
    return {**schema, "dependentRequired": {"cards": ["reneged"]}} if "cards" in left else schema


def ways(variant: Variant) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The ways to tell a played hand: fields that are left out, fields that are needed."""
    if variant.name == "poker-chips":
        played = ("maker", "tricks", "reneged", "cards")
        return [
            (("bets", "folded"), ("betting",)),
            (("betting",), ("maker", "tricks")),
            (("betting", *played[1:]), ("folded",)),
        ]
    if variant.name in ("three-handed", "buck"):
        turned = "nine_of_clubs" if variant.name == "three-handed" else "turned_club"
        return [((), ("maker",)), (("maker",), (turned, "tricks"))]
    return [((), ("maker", "tricks"))]


def results(variant: Variant, on: bool) -> tuple[str, ...]:
    """The deals that may come to nothing, with every yes-or-no option so."""
    flags = {one.name: on for one in variant.options if one.kind == "flag"}
    return variant.results({**{one.name: one.default for one in variant.options}, **flags})


def others(variant: Variant) -> list[Schema]:
    """The entries that are no hands."""
    if not variant.has_bank:
        who = TEAM if variant.name == "partnership" else PLAYER
        points = {"anyOf": [whole(1), whole(None) | {"maximum": -1}]}
        fields = {
            "kind": one_of("adjust"),
            "player": who,
            "points": points,
            "reason": words(REASON_LENGTH, 1),
        }
        return [of({**fields, **NOTE}, *fields)]
    bought = {"kind": one_of("buy-in"), "player": PLAYER, "chips": whole(1)}
    left = {"kind": one_of("cash-out"), "player": PLAYER}
    joined = {"kind": one_of("join"), "player": PLAYER, "left_of": PLAYER}
    moved = {"kind": one_of("transfer"), "from": PLAYER, "to": PLAYER, "chips": whole(1)}
    moved["reason"] = words(REASON_LENGTH, 1)
    return [
        of({**bought, "on_credit": FLAG, **NOTE}, *bought),
        of({**left, **NOTE}, *left),
        of({**joined, **NOTE}, *joined),
        of({**moved, **NOTE}, *moved),
        of({"kind": one_of("end"), **NOTE}, "kind"),
    ]


def record(variant: Variant, entry: Schema) -> Schema:
    """A record of this game, its entries being so."""
    return of(
        {
            "format": one_of(FORMAT),
            "variant": one_of(variant.name),
            "players": names(variant.seats[-1], variant.seats[0]),
            "options": of({one.name: option(one) for one in variant.options}),
            "dealer": PLAYER,
            "title": words(TITLE_LENGTH),
            "played_on": {"type": "string", "format": "date"},
            "entries": {"type": "array", "items": entry},
        },
        "format",
        "variant",
        "players",
        title=variant.title,
    )


def titled(variant: Variant, what: str) -> str:
    """The name of a definition: "BuckRecord"."""
    return "".join(part.title() for part in variant.name.split("-")) + what


def definitions(prefix: str) -> dict[str, Schema]:
    """Every game's record and entry by name, referring to each other under *prefix*."""
    found: dict[str, Schema] = {}
    for variant in VARIANTS.values():
        entry = titled(variant, "Entry")
        found[entry] = {"anyOf": [*hands(variant), *others(variant)]}
        found[titled(variant, "Record")] = record(variant, {"$ref": prefix + entry})
    return found


def any_of(prefix: str, what: str) -> Schema:
    """Something of any game, by reference."""
    return {"anyOf": [{"$ref": prefix + titled(variant, what)} for variant in VARIANTS.values()]}


def document() -> Schema:
    """The schema of ``bower.game/1`` as a document of its own."""
    return {
        "$schema": DIALECT,
        "title": FORMAT,
        "description": "One game: who sat where, which rules, and what happened, in order.",
        **any_of("#/$defs/", "Record"),
        "$defs": definitions("#/$defs/"),
    }
