"""The OpenAPI 3.1 document: the operations, their shapes, and the components of the games."""

import re
from functools import cache
from itertools import chain, count, groupby
from typing import Any

from companion.api import examples, typed
from companion.api.examples import EXAMPLES
from companion.api.operations import JSON, METHODS, OPERATIONS, Operation
from companion.api.record_schema import definitions, move
from companion.api.shapes.phones import (
    Poke,
    ProgramEvent,
    RoundMessage,
    StreamEvent,
    TableEvent,
    WebhookMessage,
)
from companion.api.shapes.tables import ChangedProblem, ChipsStanding, Journal, PointsStanding, Problem
from companion.api.typed import COMPONENTS, Schema, each_game, pascal, ref
from companion.log import rights
from companion.server import problems
from companion.server.problems import MEDIA_TYPE
from companion.store import happening
from scoring import VARIANTS

INFO = {
    "title": "Bower",
    "version": "1",
    "description": "Scorekeeper and chip bank for euchre games: all that a table can do, for other programs. "
    "Within version 1, operations, fields and codes are only added: a client ignores those that it doesn’t "
    "know. What is to go is marked `deprecated` here and in the changelog one release before it goes. A "
    "change that breaks clients gets another number in the address.",
    "contact": {"name": "The Bower authors"},
    "license": {"name": "MIT License", "identifier": "MIT"},
}
SCHEMES: Schema = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A host’s token, which Create a table answers, or the token of a link.",
    }
}
TAGS = {
    "Tables": "Tables, their records, and how their games stand.",
    "Entries": "The log of a table: hands, adjustments, and bank entries.",
    "Hand in progress": "The hand that is being played, move by move.",
    "Disputes": "What players say is wrong with a hand, and the answers.",
    "Phones": "Phones and programs at a table: their roles and seats.",
    "Links": "How others come in: links, joining, recovery sheets.",
    "Bank": "Chips, payouts, and settling up, in games played for chips.",
    "Exports": "Files to take along.",
    "Groups": "People who play together again and again.",
    "People": "The people of a group, under all their names.",
    "Statistics": "What the games of a group add up to.",
    "Nights": "Euchre nights: many tables, rounds, changing partners.",
    "Webhooks": "Addresses notified of rows, and of rounds that are over.",
    "Messages": "What Bower sends to the addresses of webhooks. They are no operations of the API.",
    "Games": "The games: options, fields, and rules.",
    "Description": "What there is, and its descriptions.",
}
SUCCESS = {200: "Done.", 201: "Created.", 204: "Done; there is nothing to tell."}
TOKEN: Schema = {"token": []}
PLACE = re.compile(r"<\w+:(\w+)>")  # in an address as Django writes it

# Components that are neither shapes nor parts of games.
VALUE: Schema = {"type": ["integer", "boolean", "string"], "description": "The value of a table option."}
EXTRA: dict[str, Schema] = {
    "OptionValue": VALUE,
    "Record": {**each_game("Record"), "description": "A record of any game: `bower.game/1`."},
    "Standing": {
        "description": "How a game stands: `bower.standing/1`, with `chips` in games played for chips and "
        "`scores` in others.",
        "oneOf": [ref("ChipsStanding"), ref("PointsStanding")],
    },
    "RecordOrJournal": {
        "description": "A record, or with `journal=true` the journal that holds it.",
        "oneOf": [ref("Journal"), ref("Record")],
    },
}
EXTRA_SHAPES = (
    ChipsStanding,
    PointsStanding,
    Journal,
    WebhookMessage,
    RoundMessage,
    Poke,
    StreamEvent,
    TableEvent,
    ProgramEvent,
)

ID: Schema = {"type": "string", "pattern": "^[0-9a-z]{10}$"}
MANY = 1_000_000_000
PATH: dict[str, tuple[str, Schema]] = {
    "table_id": ("The table’s id.", ID),
    "group_id": ("The group’s id.", ID),
    "person_id": ("The person’s id.", ID),
    "night_id": ("The night’s id.", ID),
    "league_id": ("The league’s id.", ID),
    "player": ("The player’s number at the night.", {"type": "integer", "minimum": 1, "maximum": 1000}),
    "number": ("The entry’s number.", {"type": "integer", "minimum": 1, "maximum": 1_000_000}),
    "dispute_id": ("The dispute’s id.", {"type": "integer", "minimum": 1, "maximum": MANY}),
    "phone_id": ("The phone’s id.", {"type": "integer", "minimum": 1, "maximum": MANY}),
    "role": ("The role.", {"type": "string", "enum": list(map(rights.words, rights.GIVEN))}),
    "variant": ("The game.", {"type": "string", "enum": list(VARIANTS)}),
    "hook_id": ("The webhook’s id.", {"type": "string", "pattern": "^[0-9a-f]{32}$"}),
}
"""The parts of addresses: what each is, and what it may be."""

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
    *("create_webhook", "renew_link", "export_sheet", "list_links"),
    *("list_seats", "claim_seat", "rename_table"),
)
TO_GROUP = {"group_id": "$response.body#/id"}
TO_PERSON = {"group_id": "$request.path.group_id", "person_id": "$response.body#/id"}
TO_NIGHT = {"night_id": "$response.body#/id"}
TO_NIGHT_HOOK = {"night_id": "$request.path.night_id", "hook_id": "$response.body#/id"}
TO_GROUP_HOOK = {"group_id": "$request.path.group_id", "hook_id": "$response.body#/id"}
OF_GROUP = (
    *("list_group_webhooks", "create_group_webhook"),
    *("read_group", "rename_group", "set_group_clock", "list_people", "add_person", "create_night"),
    *(
        "list_nights",
        "list_group_links",
        "renew_group_link",
        "read_statistics",
        "list_ratings",
        "list_behind",
    ),
)
# Not merge_person, which takes two of them, nor forget_person: who is forgotten stays, without the name.
OF_PERSON = ("read_person", "change_person", "export_person")
OF_NIGHT = (
    *("read_night", "plan_night", "start_round", "add_night_players", "read_standings", "fix_points"),
    *("announce_night", "set_night_clock", "turn_night_clock", "open_night_sign_up"),
    *("unfix_points", "end_night", "reopen_night", "list_night_webhooks", "create_night_webhook"),
)


PNG, BYTES = "image/png", "application/octet-stream"  # under which generators know a picture, too
REFERENCE = re.compile(COMPONENTS + r"(\w+)")
CAUSE = re.compile(r"\(`([\w-]+)`\)")  # in the description of a failure


def leads_to(parameters: dict[str, str], *names: str) -> Schema:
    """OpenAPI links from a response to operations that take a value from it."""
    return {name: {"operationId": name, "parameters": dict(parameters)} for name in names}


LINKS: dict[str, Schema] = {
    "create_table": leads_to(TO_TABLE, *OF_TABLE),
    "add_entry": leads_to(TO_ENTRY, "read_entry", "correct_entry", "remove_entry", "restore_entry"),
    "create_webhook": leads_to(TO_HOOK, "read_webhook", "delete_webhook"),
    "open_dispute": leads_to(TO_DISPUTE, "read_dispute", "answer_dispute", "withdraw_dispute"),
    "create_group": leads_to(TO_GROUP, *OF_GROUP),
    "add_person": leads_to(TO_PERSON, *OF_PERSON),
    "create_night": leads_to(TO_NIGHT, *OF_NIGHT),
    "start_round": leads_to(TO_NIGHT, *OF_NIGHT),
    "create_group_webhook": leads_to(TO_GROUP_HOOK, "read_group_webhook", "delete_group_webhook"),
    "create_night_webhook": leads_to(TO_NIGHT_HOOK, "read_night_webhook", "delete_night_webhook"),
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
            "group": {"type": "string", "description": "The group’s name."},
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
LAST: Schema = {"name": "Last-Event-ID", "in": "header", "schema": {"type": "string"}}
LATER = {"Retry-After": {**HEADERS["Retry-After"], "schema": {"type": "string"}}}


def stream(
    shape: type, example: Schema, responses: Schema, *parameters: Schema, of: str = "table", **described: Any
) -> Schema:
    """A stream of the document: Server-Sent Events of this shape, of a table, group or night."""
    content = {"text/event-stream": {"schema": ref(shape.__name__), "example": example}}
    description, schema = PATH[f"{of}_id"]
    at = {"name": f"{of}_id", "in": "path", "required": True, "description": description, "schema": schema}
    return {
        "get": {
            "tags": [of.capitalize() + "s"],
            **described,
            "parameters": [at, *parameters],
            "responses": {
                "200": {"description": "The stream, which stays open.", "content": content},
                "404": {"description": "No such table (`no-table`)."},
                "503": {"description": "Too many streams are open.", "headers": LATER},
                **responses,
            },
        }
    }


STREAM = stream(
    StreamEvent,
    examples.POKE,
    {},
    {**LAST, "description": "The id of the last event that arrived: one poke, if anything was missed."},
    operationId="stream_table",
    summary="Stream a table’s changes",
    description="Server-Sent Events. The data of `event: poke` is the table and its version; read what is "
    "new by the API. `event: beat` comes every 15 seconds.",
    security=[TOKEN],
)
PROBLEM: Schema = {MEDIA_TYPE: {"schema": ref("Problem")}}
EVENTS = {
    of: stream(
        ProgramEvent,
        examples.EVENT,
        {
            "400": {"description": "An unknown query parameter (`malformed`).", "content": PROBLEM},
            "401": {
                "description": "Unknown token (`unknown-token`), or a ticket that isn’t good any more.",
                "headers": {
                    "WWW-Authenticate": {**HEADERS["WWW-Authenticate"], "schema": {"type": "string"}}
                },
                "content": PROBLEM,
            },
            "404": {"description": f"No such {of} (`no-{of}`).", "content": PROBLEM},
            "429": {"description": "Too many (`too-many-requests`).", "headers": LATER, "content": PROBLEM},
            "503": {"description": "Not now (`unavailable`).", "headers": LATER, "content": PROBLEM},
        },
        {
            **LAST,
            "description": "The id of the last event that arrived: the stream goes on after it, with the "
            f"last {happening.MOST} events at most.",
        },
        {
            "name": "ticket",
            "in": "query",
            "description": "A ticket in place of the token: Create a ticket.",
            "schema": {"type": "string", "maxLength": 1000},
        },
        of=of,
        operationId=name,
        summary=f"Stream a {of}’s events",
        description=f"Server-Sent Events: {what} `event: beat` comes every 15 seconds.",
        security=[TOKEN, {}],
    )
    for of, name, what in (
        (
            "table",
            "stream_events",
            "how the table stands, then an event for each row of its log, with type, number, sentence, and "
            "standing in its data.",
        ),
        (
            "group",
            "stream_group_events",
            "how each of its tables of the last 12 hours stands that isn’t over, then an event for each row "
            "of the log of any of its tables, and for each round of its nights that is over. Each names its "
            "table and that table’s version, so that a program sees whether it has all.",
        ),
        (
            "night",
            "stream_night_events",
            "how each table of the last round stands, then an event for each row of the log of any table, "
            "and for each round that is over.",
        ),
    )
}


@cache
def document() -> Schema:
    """The OpenAPI document, made once: what several operations have stands among the components."""
    whole = described()
    kept: dict[str, dict[str, Schema]] = {"headers": {}, "parameters": {}, "responses": {}}

    def kept_as(kind: str, name: str, part: Schema) -> Schema:
        names = chain([name], (f"{name}-{number}" for number in count(2)))
        called = next(one for one in names if kept[kind].setdefault(one, part) == part)
        return {"$ref": f"#/components/{kind}/{called}"}

    paths: dict[str, dict[str, Schema]] = {}
    for path, at in whole["paths"].items():
        paths[path] = {}
        for method, operation in at.items():
            responses = {}
            for status, answer in operation["responses"].items():
                headers = {
                    name: kept_as("headers", name, one) for name, one in answer.get("headers", {}).items()
                }
                made = {**answer, "headers": headers} if headers else answer
                name = "".join(map(pascal, CAUSE.findall(made["description"]))) or f"Status{status}"
                responses[status] = made if status.startswith("2") else kept_as("responses", name, made)
            parameters = [kept_as("parameters", one["name"], one) for one in operation.get("parameters", ())]
            referring = {"parameters": parameters} if parameters else {}
            paths[path][method] = {**operation, **referring, "responses": responses}
    shared = {kind: dict(sorted(parts.items())) for kind, parts in kept.items()}
    return {**whole, "paths": paths, "components": {**whole["components"], **shared}}


@cache
def described() -> Schema:
    """The OpenAPI document with every part in its place, made once."""
    from companion.api import urls  # noqa: F401 - it imports every module with operations

    paths: dict[str, Schema] = {}
    for one in sorted(OPERATIONS, key=lambda one: (one.path.split("/"), METHODS.index(one.method))):
        paths.setdefault(PLACE.sub(r"{\1}", "/" + one.path), {})[one.method] = _operation(one)
    paths["/games/{table_id}/live"] = STREAM
    paths |= {f"/api/v1/{of}s/{{{of}_id}}/events/": one for of, one in EVENTS.items()}
    webhooks = {
        "log_row": {"post": _webhook("notify_webhook", "Notify an address of a row of the log", MESSAGE)},
        "round_over": {"post": _webhook("notify_round", "Notify an address that a round is over", ROUND)},
    }
    shapes = {
        one
        for operation in OPERATIONS
        for one in (operation.takes, operation.answer)
        if isinstance(one, type)
    }
    schemas = {**definitions(COMPONENTS), **EXTRA, **DOCUMENTS, "Move": move()}
    for shape in {
        one for outer in (*shapes, *EXTRA_SHAPES, Problem, ChangedProblem) for one in typed.used_by(outer)
    }:
        schemas |= typed.components(shape)
    used = set(REFERENCE.findall(f"{paths}{webhooks}{schemas}"))
    return {
        "openapi": "3.1.1",
        "info": INFO,
        "paths": paths,
        "components": {
            "schemas": {name: schema for name, schema in sorted(schemas.items()) if name in used},
            "securitySchemes": SCHEMES,
        },
        "servers": [{"url": "/", "description": "This Bower."}],
        "tags": [{"name": name, "description": text} for name, text in TAGS.items()],
        "webhooks": webhooks,
    }


def _operation(given: Operation) -> Schema:
    parameters: list[Schema] = []
    for one in given.parameters:
        made = {"in": one.place, "name": one.name, "schema": one.schema, "description": one.description}
        parameters.append({**made, "required": True} if one.required else made)
    for name in PLACE.findall(given.path):
        about, schema = PATH[name]
        parameters.append(
            {"in": "path", "name": name, "schema": schema, "required": True, "description": about}
        )
    answer = examples.answered(EXAMPLES[given.name])
    example = {} if answer is None else {"example": {"value": answer}}
    success = _content(given.media_type, given.answer, example) if given.answer else {}
    if given.media_type == PNG:
        success["content"][BYTES] = success["content"][PNG]
    success["description"] = SUCCESS[given.status]
    if given.name in LINKS:
        success["links"] = LINKS[given.name]
    failures = {}
    causes = sorted(given.causes, key=lambda one: (one.status, one.name))
    for status, same in groupby(causes, key=lambda one: one.status):
        shape = ChangedProblem if status == problems.TABLE_CHANGED.status else Problem
        titles = "; ".join(f"{one.title} (`{one.name}`)" for one in same)
        failures[str(int(status))] = {**_content(MEDIA_TYPE, shape), "description": f"{titles}."}
    # A token is needed, taken if one is sent, or not read.
    tokens: list[Schema] = [TOKEN, {}] if problems.UNKNOWN_TOKEN in given.causes else []
    body = _content(JSON, given.takes, examples.requests(given.name)) if given.takes else {}
    described: Schema = {
        "operationId": given.name,
        "description": given.description,
        "summary": given.summary,
        "parameters": sorted(parameters, key=lambda one: one["name"]),
        "tags": [given.tag],
        "requestBody": {**body, "required": not given.or_token} if given.takes else {},
        "security": [TOKEN] if given.needs_token else tokens,
        "responses": {str(given.status): success, **failures},
    }
    operation: Schema = {name: value for name, value in described.items() if value}
    if given.method == "get" and given.etag:
        operation.setdefault("parameters", []).append(NONE_MATCH)
        operation["responses"]["304"] = {"description": "Not changed since the ETag in If-None-Match."}
    own = (*(("ETag",) if given.etag else ()), *(("Location",) if given.location else ()))
    for code, response in operation["responses"].items():
        names = (*(own if code == str(given.status) else OF_STATUS.get(code, ())), *ALWAYS)
        response["headers"] = {name: {**HEADERS[name], "schema": {"type": "string"}} for name in names}
    return operation


def _content(media_type: str, shape: Any, examples: Schema | None = None) -> Schema:
    schema = ref(shape.__name__) if isinstance(shape, type) else shape
    return {"content": {media_type: {"schema": schema, **({"examples": examples} if examples else {})}}}


MESSAGE = {"schema": ref("WebhookMessage"), "example": examples.MESSAGE}
ROUND = {"schema": ref("RoundMessage"), "example": examples.ROUND}


def _webhook(name: str, summary: str, content: Schema) -> Schema:
    """A webhook of the document: the request sent to its address."""
    return {
        "operationId": name,
        "tags": ["Messages"],
        "summary": summary,
        "description": "Signed as Standard Webhooks has it, in the headers `webhook-id`, `webhook-timestamp` "
        "and `webhook-signature`. They are sent in order, the next one once the address has accepted the one "
        "before.",
        "security": [],
        "requestBody": {"required": True, "content": {"application/json": content}},
        "responses": {
            "2XX": {"description": "Accepted."},
            "default": {"description": "Not accepted: it is tried again later."},
        },
    }
