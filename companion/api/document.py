"""Parts of the API's document that belong to no single operation: components of games, headers, examples."""

import re
from typing import Any

from drf_spectacular.generators import SchemaGenerator

from companion.access import roles
from companion.api import examples, typed
from companion.api.example import ID as ID_EXAMPLE
from companion.api.moves import move
from companion.api.record_schema import definitions, of, of_any_game
from companion.api.shapes import EXTRA, EXTRA_SHAPES
from companion.api.typed import COMPONENTS, Schema, ref
from scoring import VARIANTS

ID: Schema = {"type": "string", "pattern": "^[0-9a-z]{10}$"}
PATH: dict[str, Schema] = {
    "table_id": {"description": "The table's id.", "schema": ID},
    "group_id": {"description": "The group's id.", "schema": ID},
    "person_id": {
        "description": "The person's id.",
        "schema": ID,
    },
    "night_id": {"description": "The night's id.", "schema": ID},
    "player": {
        "description": "The player's number at the night.",
        "schema": {"type": "integer", "minimum": 1, "maximum": 1000},
    },
    "number": {
        "description": "The entry's number.",
        "schema": {"type": "integer", "minimum": 1, "maximum": 1_000_000},
    },
    "dispute_id": {
        "description": "The dispute's id.",
        "schema": {"type": "integer", "minimum": 1, "maximum": 1_000_000_000},
    },
    "phone_id": {
        "description": "The phone's id.",
        "schema": {"type": "integer", "minimum": 1, "maximum": 1_000_000_000},
    },
    "role": {"description": "The role.", "schema": {"type": "string", "enum": list(roles.HANDED_ON)}},
    "variant": {"description": "The game.", "schema": {"type": "string", "enum": list(VARIANTS)}},
    "hook_id": {
        "description": "The webhook's id.",
        "schema": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
    },
}
HEADERS: dict[str, Schema] = {
    "ETag": {"description": "The version of what is answered, for If-None-Match and If-Match."},
    "Location": {"description": "The address of what was created."},
    "Allow": {"description": "The methods that the address takes."},
    "WWW-Authenticate": {"description": "Bearer."},
    "Retry-After": {"description": "After how many seconds to go on."},
    "RateLimit": {
        "description": 'What is left of the limit: `"writes";r=12;t=30` means 12 more within 30 seconds.'
    },
    "RateLimit-Policy": {
        "description": 'The limit: `"writes";q=300;w=60` means 300 within 60 seconds; absent if none.'
    },
}
OF_STATUS = {"304": ("ETag",), "401": ("WWW-Authenticate",), "405": ("Allow",), "429": ("Retry-After",)}
ALWAYS = ("RateLimit", "RateLimit-Policy")
SECRET = frozenset(
    (
        *("list_links", "create_table", "renew_link", "create_webhook"),
        *("list_group_links", "renew_group_link", "create_group", "create_night_webhook"),
    )
)  # responses that no cache may store
WITHOUT_PLACE = (
    *("renew_link", "renew_group_link", "start_round", "add_night_players", "fix_points", "unfix_points"),
)  # made without an address of its own
TAGGED = frozenset(
    (
        "create_table",
        "create_group",
        "create_night",
        "start_round",
        "add_night_players",
        "fix_points",
        "unfix_points",
        "rename_group",
        "claim_night_player",
        "release_night_player",
        "remove_night_player",
        "open_night_table",
        "end_night",
        "reopen_night",
        "add_entry",
        "correct_entry",
        "remove_entry",
        "restore_entry",
        "replace_progress",
        "save_chips",
        "count_chips",
    )
)
NONE_MATCH = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The ETag of what is known already: 304 if nothing has changed.",
    "schema": {"type": "string"},
}
TO_TABLE = {"table_id": "$response.body#/id"}
TO_ENTRY = {"table_id": "$request.path.table_id", "number": "$response.body#/number"}
TO_HOOK = {"table_id": "$request.path.table_id", "hook_id": "$response.body#/id"}
TO_DISPUTE = {"table_id": "$request.path.table_id", "dispute_id": "$response.body#/id"}
OF_TABLE = (
    *("read_table", "read_record", "read_standing", "list_entries", "add_entry", "replace_progress"),
    *(
        "create_webhook",
        "renew_link",
        "export_sheet",
        "list_links",
        "list_seats",
        "claim_seat",
        "rename_table",
    ),
)
TO_GROUP = {"group_id": "$response.body#/id"}
TO_PERSON = {"group_id": "$request.path.group_id", "person_id": "$response.body#/id"}
TO_NIGHT = {"night_id": "$response.body#/id"}
TO_NIGHT_HOOK = {"night_id": "$request.path.night_id", "hook_id": "$response.body#/id"}
OF_GROUP = (
    *("read_group", "rename_group", "list_people", "add_person", "create_night", "list_nights"),
    *("list_group_links", "renew_group_link", "read_statistics", "list_ratings", "list_behind"),
)
# Not merge_person, which takes two of them, nor forget_person: who is forgotten stays, without the name.
OF_PERSON = ("read_person", "change_person", "export_person")
OF_NIGHT = (
    *("read_night", "plan_night", "start_round", "add_night_players", "read_standings", "fix_points"),
    *("unfix_points", "end_night", "reopen_night", "list_night_webhooks", "create_night_webhook"),
)


REFERENCE = re.compile(COMPONENTS + r"(\w+)")


def leads_to(parameters: dict[str, str], *names: str) -> Schema:
    """OpenAPI links from a response to operations that take a value from it."""
    return {name: {"operationId": name, "parameters": dict(parameters)} for name in names}


LINKS: dict[str, dict[str, Schema]] = {
    "create_table": {"201": leads_to(TO_TABLE, *OF_TABLE)},
    "add_entry": {"201": leads_to(TO_ENTRY, "read_entry", "correct_entry", "remove_entry", "restore_entry")},
    "create_webhook": {"201": leads_to(TO_HOOK, "read_webhook", "delete_webhook")},
    "open_dispute": {"201": leads_to(TO_DISPUTE, "read_dispute", "answer_dispute", "withdraw_dispute")},
    "create_group": {"201": leads_to(TO_GROUP, *OF_GROUP)},
    "add_person": {"201": leads_to(TO_PERSON, *OF_PERSON)},
    "create_night": {"201": leads_to(TO_NIGHT, *OF_NIGHT)},
    "start_round": {"201": leads_to(TO_NIGHT, *OF_NIGHT)},
    "create_night_webhook": {"201": leads_to(TO_NIGHT_HOOK, "read_night_webhook", "delete_night_webhook")},
}

DOCUMENTS: dict[str, Schema] = {
    "JsonSchema": {
        "type": "object",
        "description": "A JSON Schema, draft 2020-12.",
        "properties": {
            "title": {"type": "string", "description": "What it is the schema of."},
            "description": {"type": "string", "description": "A description."},
        },
        "required": [],
        "additionalProperties": True,
    },
    "PersonExport": {
        "type": "object",
        "description": "All that a group keeps about a person: `bower.person/1`.",
        "properties": {
            "format": {"type": "string", "description": "bower.person/1."},
            "group": {"type": "string", "description": "The group's name."},
            "name": {"type": "string", "description": "The name as it is shown."},
        },
        "required": ["format", "group", "name"],
        "additionalProperties": True,
    },
    "OpenApiDocument": {
        "type": "object",
        "description": "This document.",
        "properties": {"openapi": {"type": "string", "description": "The version of OpenAPI."}},
        "required": ["openapi"],
        "additionalProperties": True,
    },
}
POKE = of(
    {
        "table": {"type": "string", "description": "The table's id."},
        "version": {"type": "integer", "minimum": 0, "description": "The table's version now."},
    },
    ("table", "version"),
    "The data of an event `poke`: a table has a new version.",
)
EVENT = of(
    {
        "event": {"type": "string", "enum": ["poke", "beat"], "description": "`poke`: something changed."},
        "id": {"type": "string", "description": "For Last-Event-ID."},
        "retry": {"type": "integer", "description": "After how many milliseconds to connect again."},
        "data": {
            "type": "string",
            "contentMediaType": "application/json",
            "contentSchema": ref("Poke"),
            "description": "Of a poke a Poke in JSON; of a beat nothing.",
        },
    },
    ("event", "data"),
    "One event of a table's stream.",
)
STREAM: Schema = {
    "get": {
        "operationId": "stream_table",
        "tags": ["Tables"],
        "summary": "Stream a table's changes",
        "description": "Server-Sent Events. `event: poke` has a Poke as its data; read what is new by the "
        "API. `event: beat` comes every 15 seconds.",
        "parameters": [
            {"name": "table_id", "in": "path", "required": True, **PATH["table_id"]},
            {
                "name": "Last-Event-ID",
                "in": "header",
                "description": "The id of the last event that arrived: one poke, if anything was missed.",
                "schema": {"type": "string"},
            },
        ],
        "security": [{"token": []}],
        "responses": {
            "200": {
                "description": "The stream, which stays open.",
                "content": {"text/event-stream": {"schema": ref("StreamEvent"), "example": examples.POKE}},
            },
            "404": {"description": "No such table (`no-table`)."},
            "503": {
                "description": "Too many streams are open.",
                "headers": {"Retry-After": {**HEADERS["Retry-After"], "schema": {"type": "string"}}},
            },
        },
    }
}


def complete(result: Schema, generator: SchemaGenerator, **more: Any) -> Schema:
    """Postprocessing hook: add the components of the games, and common parts of the operations."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    schemas.update(definitions(COMPONENTS))
    schemas.update(of_any_game(COMPONENTS))
    schemas.update({**EXTRA, **DOCUMENTS, "Move": move(), "Poke": POKE, "StreamEvent": EVENT})
    for shape in {one for outer in EXTRA_SHAPES for one in typed.used_by(outer)}:
        schemas.update(typed.components(shape))
    for at in result["paths"].values():
        for method, operation in at.items():
            _complete(operation, method)
    result["paths"]["/games/{table_id}/live"] = STREAM
    result["webhooks"] = {
        "log_row": {"post": _webhook("notify_webhook", "Notify an address of a row of the log", MESSAGE)},
        "round_over": {"post": _webhook("notify_round", "Notify an address that a round is over", ROUND)},
    }
    used = set(REFERENCE.findall(str(result) + str(schemas)))
    kept = {name: schema for name, schema in schemas.items() if name in used}
    result["components"]["schemas"] = dict(sorted(kept.items()))
    return result


MESSAGE = {"schema": ref("WebhookMessage"), "example": examples.MESSAGE}
ROUND = {"schema": ref("RoundMessage"), "example": {"night": ID_EXAMPLE, "round": 4}}


def _webhook(name: str, summary: str, content: Schema) -> Schema:
    """A webhook of the document: the request sent to its address."""
    signed = ("webhook-id", "webhook-timestamp", "webhook-signature")
    return {
        "operationId": name,
        "tags": ["Webhooks"],
        "summary": summary,
        "description": "Signed as Standard Webhooks has it. They are sent in order, the next one once the "
        "address has accepted the one before.",
        "parameters": [
            {
                "name": name,
                "in": "header",
                "required": True,
                "description": "As Standard Webhooks has it.",
                "schema": {"type": "string"},
            }
            for name in signed
        ],
        "security": [],
        "requestBody": {
            "required": True,
            "content": {"application/json": content},
        },
        "responses": {
            "2XX": {"description": "Accepted."},
            "default": {"description": "Not accepted: it is tried again later."},
        },
    }


def _complete(operation: Schema, method: str) -> None:
    name = operation["operationId"]
    for status, links in LINKS.get(name, {}).items():
        operation["responses"][status]["links"] = links
    if "requestBody" in operation:
        operation["requestBody"]["required"] = True
    for parameter in operation.get("parameters", []):
        if parameter["in"] == "path":
            parameter.update(PATH[parameter["name"]])
    if method == "get" and name not in SECRET:
        operation.setdefault("parameters", []).append(NONE_MATCH)
        operation["responses"]["304"] = {"description": "Not changed since the ETag in If-None-Match."}
    for status, answer in operation["responses"].items():
        names = (*_headers(name, method, status), *OF_STATUS.get(status, ()), *ALWAYS)
        described = {one: {**HEADERS[one], "schema": {"type": "string"}} for one in dict.fromkeys(names)}
        answer["headers"] = {**answer.get("headers", {}), **described}
    examples.add(operation)


def _headers(name: str, method: str, status: str) -> tuple[str, ...]:
    tag = (
        ("ETag",)
        if status in ("200", "201") and (name in TAGGED or (method == "get" and name not in SECRET))
        else ()
    )
    return (*tag, "Location") if status == "201" and name not in WITHOUT_PLACE else tag
