"""The shapes of what the API answers."""

from typing import Any

from companion.access import roles
from companion.api.record_schema import Schema, any_of, of, one_of
from scoring import VARIANTS
from scoring.game import STANDING

COMPONENTS = "#/components/schemas/"
WHOLE: Schema = {"type": "integer"}
COUNT: Schema = {"type": "integer", "minimum": 0}
TEXT: Schema = {"type": "string"}
WHEN: Schema = {"type": "string", "format": "date-time"}
FLAG: Schema = {"type": "boolean"}
SCORES: Schema = {"type": "object", "additionalProperties": WHOLE}
THINGS: Schema = {"type": "object", "additionalProperties": True}


def ref(name: str) -> Schema:
    """One of SHAPES, by reference."""
    return {"$ref": COMPONENTS + name}


def or_null(schema: Schema) -> Schema:
    """This or nothing."""
    return {"anyOf": [schema, {"type": "null"}]}


def each(schema: Schema) -> Schema:
    """A list of these."""
    return {"type": "array", "items": schema}


def all_of(properties: dict[str, Schema], *left_out: str, **more: Any) -> Schema:
    """An object with all of these fields; those of *left_out* may be missing."""
    return of(properties, *(name for name in properties if name not in left_out), **more)


LINE = all_of({"player": TEXT, "points": WHOLE, "rule": TEXT, "text": TEXT})
HAND = all_of(
    {"number": COUNT, "dealer": TEXT, "change": SCORES, "after": SCORES, "lines": each(ref("Line"))},
)
POSTING = all_of({"entry": COUNT, "from": TEXT, "to": TEXT, "chips": COUNT, "rule": TEXT})
FOR_BOTH = {
    "format": one_of(STANDING),
    "over": FLAG,
    "winners": each(TEXT),
    "next_dealer": or_null(TEXT),
}
OF_CHIPS = {"chips": SCORES, "pot": COUNT, "bank": WHOLE, "net": SCORES, "ledger": each(ref("Posting"))}
HANDS = {"hands": each(ref("Hand"))}
HAPPENING = {
    "version": COUNT,
    "number": COUNT,
    "what": one_of("entry", "correction", "strike"),
    "at": WHEN,
    "role": one_of(*roles.ROLES),
    "seat": TEXT,
}
PROBLEM = {
    "type": TEXT,
    "title": TEXT,
    "status": COUNT,
    "detail": TEXT,
    "entry": or_null(COUNT),
    "field": or_null(TEXT),
    "rule": TEXT,
}
ABOUT = {
    "id": TEXT,
    "version": COUNT,
    "variant": one_of(*VARIANTS),
    "title": TEXT,
    "played_on": TEXT,
    "players": each(TEXT),
    "over": FLAG,
    "winners": each(TEXT),
    "scores": SCORES,
}
OPTION = all_of(
    {
        "name": TEXT,
        "default": {"type": ["integer", "boolean", "string"]},
        "kind": one_of("number", "flag", "word"),
        "least": or_null(COUNT),
        "values": {"type": "array", "items": {"type": ["integer", "string"]}},
        "rule": TEXT,
        "effect": TEXT,
    }
)
LINK = {"role": one_of(*roles.LINKED), "token": TEXT, "code": TEXT, "address": TEXT, "works": FLAG}
WEBHOOK = {
    "id": TEXT,
    "url": TEXT,
    "told": COUNT,
    "tries": COUNT,
    "stopped": FLAG,
    "last": TEXT,
    "created_at": WHEN,
}
PLAY_PLAYER = all_of(
    {
        "name": TEXT,
        "sourcePlayerId": TEXT,
        "score": TEXT,
        "rank": COUNT,
        "winner": FLAG,
        "startPlayer": FLAG,
        "team": TEXT,
    },
    "team",
)

SHAPES: dict[str, Schema] = {
    "Line": LINE,
    "Hand": HAND,
    "Posting": POSTING,
    "PointsStanding": all_of({**FOR_BOTH, "scores": SCORES, **HANDS}),
    "ChipsStanding": all_of({**FOR_BOTH, **OF_CHIPS, **HANDS}),
    "Standing": {"anyOf": [ref("PointsStanding"), ref("ChipsStanding")]},
    "Record": any_of(COMPONENTS, "Record"),
    "Entry": any_of(COMPONENTS, "Entry"),
    "Problem": all_of(PROBLEM, "entry", "field", "rule"),
    "Stale": all_of(
        {**PROBLEM, "version": COUNT, "meanwhile": each(ref("Happening"))},
        *("entry", "field", "rule", "version", "meanwhile"),
    ),
    "Happening": all_of(HAPPENING),
    "JournalRow": all_of({**HAPPENING, "key": TEXT, "entry": or_null(THINGS)}),
    "Journal": all_of(
        {
            "version": COUNT,
            "record": ref("Record"),
            "numbers": each(COUNT),
            "journal": each(ref("JournalRow")),
        }
    ),
    "Started": all_of({"id": TEXT, "version": COUNT, "standing": ref("Standing"), "token": TEXT}),
    "Written": all_of({"number": COUNT, "version": COUNT, "standing": ref("Standing")}),
    "NumberedEntry": all_of(
        {"number": COUNT, "entry": ref("Entry"), "hand": or_null(COUNT), "counts": FLAG, "at": WHEN}
    ),
    "About": all_of(ABOUT),
    "Table": all_of({**ABOUT, "options": THINGS, "roles": each(one_of(*roles.ROLES)), "seat": TEXT}),
    "Tables": all_of(
        {"count": COUNT, "next": or_null(TEXT), "previous": or_null(TEXT), "results": each(ref("About"))}
    ),
    "VariantName": all_of({"name": one_of(*VARIANTS), "title": TEXT, "address": TEXT}),
    "Variants": all_of({"variants": each(ref("VariantName"))}),
    "Variant": all_of(
        {
            "name": one_of(*VARIANTS),
            "title": TEXT,
            "seats": all_of({"least": COUNT, "most": COUNT}),
            "has_bank": FLAG,
            "options": each(OPTION),
            "fields": each(TEXT),
            "trumps": each(TEXT),
            "kinds": each(TEXT),
            "entry": THINGS,
            "rules": {"type": "object", "additionalProperties": TEXT},
        }
    ),
    "Link": all_of(LINK),
    "Links": all_of({"links": each(ref("Link"))}),
    "Webhook": all_of(WEBHOOK),
    "NewWebhook": all_of({**WEBHOOK, "secret": TEXT}),
    "Webhooks": all_of({"webhooks": each(ref("Webhook"))}),
    "Play": all_of(
        {
            "sourceName": one_of("Bower"),
            "sourcePlayId": TEXT,
            "playDate": TEXT,
            "game": all_of(
                {"name": TEXT, "sourceGameId": TEXT, "highestWins": FLAG, "noPoints": FLAG},
            ),
            "players": each(PLAY_PLAYER),
            "comments": TEXT,
        }
    ),
    "Move": THINGS,
    "Offer": all_of(
        {
            "move": ref("Move"),
            "words": TEXT,
            "rule": TEXT,
            "off": TEXT,
            "least": or_null(COUNT),
            "most": or_null(COUNT),
        }
    ),
    "Draft": all_of(
        {
            "rev": COUNT,
            "moves": each(ref("Move")),
            "phase": TEXT,
            "to_act": or_null(TEXT),
            "done": FLAG,
            "entry": THINGS,
            "offers": each(ref("Offer")),
        }
    ),
}
