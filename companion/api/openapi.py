"""How the addresses describe themselves: parameters, bodies and answers for OpenAPI 3.1."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema

from companion.api import shapes
from companion.api.problems import MEDIA_TYPE
from companion.api.record_schema import Schema, definitions
from scoring import VARIANTS

F = TypeVar("F", bound=Callable[..., Any])

JSON = "application/json"
COMPONENTS = "#/components/schemas/"
STATUSES = {
    304: "Not changed since the ETag in If-None-Match.",
    400: "The request cannot be understood.",
    401: "No token, or one that opens nothing.",
    403: "The token's roles do not allow it.",
    404: "There is nothing there, or nothing that the token may see.",
    405: "Not a method of this address.",
    412: "The table has changed since; `meanwhile` says how.",
    413: "Larger than MAX_BODY_BYTES.",
    415: "Not sent as application/json.",
    422: "Refused by the rules: `entry`, `field`, and `rule` where the message names one.",
    428: "If-Match is missing.",
    429: "Too often; `Retry-After` says how many seconds to wait.",
}
ALWAYS = (400, 405, 429)
PATH: dict[str, Schema] = {
    "table_id": {"type": "string", "pattern": "^[0-9a-z]{10}$"},
    "number": {"type": "integer", "minimum": 1, "maximum": 1_000_000},
    "variant": {"enum": list(VARIANTS)},
    "hook_id": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
}
TO_TABLE = {"table_id": "$response.body#/id"}
TO_ENTRY = {"table_id": "$request.path.table_id", "number": "$response.body#/number"}
TO_HOOK = {"table_id": "$request.path.table_id", "hook_id": "$response.body#/id"}
OF_TABLE = (
    "read_table",
    "read_record",
    "read_standing",
    "add_entry",
    "tell_draft",
    "add_webhook",
    "renew_link",
)


def leads_to(parameters: Mapping[str, str], *names: str) -> Schema:
    """Where an answer leads: operations that take something out of it."""
    return {name: {"operationId": name, "parameters": dict(parameters)} for name in names}


LINKS: dict[str, dict[str, Schema]] = {
    "start_table": {"201": leads_to(TO_TABLE, *OF_TABLE, "export_sheet", "list_links")},
    "add_entry": {"201": leads_to(TO_ENTRY, "read_entry", "correct_entry", "strike_entry")},
    "add_webhook": {"201": leads_to(TO_HOOK, "read_webhook", "remove_webhook")},
}
HEADERS = {"304": ("ETag",), "401": ("WWW-Authenticate",), "405": ("Allow",), "429": ("Retry-After",)}

KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[!-~]{1,100}$"},
    OpenApiParameter.HEADER,
    required=True,
    description="The same key with the same request is the same thing once, and is answered alike.",
)
UUID_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[!-~]{1,100}$", "format": "uuid"},
    OpenApiParameter.HEADER,
    required=True,
    description="The same key with the same record starts one game. Without a token: a random UUID.",
)
TAG_PATTERN = '^(\\*|(W/)?"[0-9]{1,9}([.][0-9]{1,9}(-[0-9a-f]+)?)?")$'
NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    {"type": "string"},
    OpenApiParameter.HEADER,
    description="The ETag of what is known already: 304.",
)


def if_match(required: bool) -> OpenApiParameter:
    """The header that says for which version a change is meant."""
    said = "The ETag of a read: for which version this is meant."
    schema = {"type": "string", "pattern": TAG_PATTERN}
    return OpenApiParameter("If-Match", schema, OpenApiParameter.HEADER, required=required, description=said)


def query(name: str, schema: Schema, description: str, required: bool = False) -> OpenApiParameter:
    """A parameter of the query."""
    return OpenApiParameter(name, schema, OpenApiParameter.QUERY, required, description)


def described(
    name: str,
    summary: str,
    answers: Mapping[int, Any],
    *refused: int,
    takes: Schema | None = None,
    parameters: tuple[OpenApiParameter, ...] = (),
    examples: tuple[OpenApiExample, ...] = (),
    media_type: str = JSON,
    open_to_all: bool = False,
) -> Callable[[F], F]:
    """One operation: what it takes, what it answers, and by which statuses it refuses."""
    responses: dict[Any, Any] = {
        (status, media_type): OpenApiResponse(schema, summary)
        if schema
        else OpenApiResponse(description=summary)
        for status, schema in answers.items()
    }
    with_body = (413, 415) if takes is not None else ()
    for status in sorted({*refused, *ALWAYS, *with_body}):
        shape = shapes.ref("Stale" if status == 412 else "Problem")
        responses[status, MEDIA_TYPE] = OpenApiResponse(shape, STATUSES[status])
    return extend_schema(
        operation_id=name,
        summary=summary,
        request={JSON: takes} if takes is not None else None,
        responses=responses,
        parameters=list(parameters),
        examples=list(examples),
        auth=[] if open_to_all else None,
    )


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The token, as OpenAPI calls it."""

    target_class = "companion.api.auth.Bearer"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> Schema:
        """HTTP Bearer."""
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "The owner's token that POST tables/ answers, or the token of a table's link.",
        }


def complete(result: Schema, generator: SchemaGenerator, **more: Any) -> Schema:
    """Post-processing: the shapes that operations refer to, and what every operation has beside its own."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    schemas.update(definitions(COMPONENTS))
    schemas.update(shapes.SHAPES)
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    for at in result["paths"].values():
        for operation in at.values():
            _complete(operation)
    result["paths"]["/api/v1/tables/"]["post"]["security"] = [{"token": []}, {}]
    return result


def _complete(operation: Schema) -> None:
    for status, links in LINKS.get(operation["operationId"], {}).items():
        operation["responses"][status]["links"] = links
    if "requestBody" in operation:
        operation["requestBody"]["required"] = True
    parameters = operation.get("parameters", [])
    for parameter in parameters:
        if parameter["in"] == "path":
            parameter["schema"] = PATH[parameter["name"]]
    if any(parameter["name"] == "If-None-Match" for parameter in parameters):
        operation["responses"]["304"] = {"description": STATUSES[304]}
    for status, answer in operation["responses"].items():
        names = HEADERS.get(status, ())
        answer.setdefault("headers", {}).update({name: {"schema": {"type": "string"}} for name in names})


@cache
def document() -> Schema:
    """The description of the whole API, made once."""
    made: Schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return made
