"""Descriptions of operations, and the OpenAPI 3.1 document made from them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import is_dataclass
from functools import cache
from itertools import groupby
from typing import Any, TypeVar

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from companion.api import typed
from companion.api.shapes import ChangedProblem, Problem
from companion.server import problems
from companion.server.problems import MEDIA_TYPE, Cause

Schema = dict[str, Any]
F = TypeVar("F", bound=Callable[..., Any])

JSON = "application/json"
ALWAYS = (problems.MALFORMED, problems.NO_METHOD, problems.TOO_MANY)
WITH_BODY = (problems.TOO_LARGE, problems.MEDIA)
WITH_TOKEN = (problems.NO_TOKEN, problems.UNKNOWN_TOKEN)
AT_TABLE = (*WITH_TOKEN, problems.NO_TABLE)
AT_GROUP = (*WITH_TOKEN, problems.NO_GROUP, problems.NOT_ALLOWED)
AT_NIGHT = (*WITH_TOKEN, problems.NO_NIGHT, problems.NOT_ALLOWED)
TOKEN: Schema = {"token": []}
CHANGED = frozenset((problems.TABLE_CHANGED.status,))

KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 100, "pattern": "^[!-~]{1,100}$"},
    OpenApiParameter.HEADER,
    required=True,
    description="A new random text for each thing that is to be done once, such as a UUID. The same key with "
    "the same request is done once and answered alike.",
)
TABLE_KEY = OpenApiParameter(
    "Idempotency-Key",
    KEY.type,
    OpenApiParameter.HEADER,
    required=True,
    description="As everywhere; without an owner's token it has to be a random UUID (version 4).",
)
TAG_PATTERN = '^(\\*|(W/)?"[0-9]{1,9}([.][0-9]{1,9}(-[0-9a-f]+)?)?")$'


def if_match(required: bool) -> OpenApiParameter:
    """The ``If-Match`` header: the version to change."""
    text = "The version that the change is meant for: the ETag of a read, or * for any."
    schema = {"type": "string", "pattern": TAG_PATTERN}
    return OpenApiParameter("If-Match", schema, OpenApiParameter.HEADER, required=required, description=text)


class Query(OpenApiParameter):
    """A parameter of the query; ``schema`` is what it may be."""

    def __init__(self, name: str, schema: Schema, description: str, required: bool = False) -> None:
        super().__init__(name, schema, OpenApiParameter.QUERY, required, description)
        self.schema = schema


def described(
    name: str,
    tag: str,
    summary: str,
    answers: Mapping[int, Any],
    *causes: Cause,
    takes: Any = None,
    parameters: Sequence[OpenApiParameter] = (),
    media_type: str = JSON,
    description: str = "",
) -> Callable[[F], F]:
    """Decorator that describes an operation: id, body, responses by status, and causes of errors.

    *answers*: shapes or schemas; None: without content. *summary*: a verb and its object. The causes say
    whether a token is needed, may be sent, or isn't looked at.
    """
    responses: dict[Any, Any] = {
        (status, media_type): OpenApiResponse(shape, SUCCESS[status])
        if shape
        else OpenApiResponse(description=SUCCESS[status])
        for status, shape in answers.items()
    }
    all_causes = {*causes, *ALWAYS, *(WITH_BODY if takes is not None else ())}
    for status, same in groupby(
        sorted(all_causes, key=lambda one: (one.status, one.name)), key=lambda one: one.status
    ):
        shape = ChangedProblem if status in CHANGED else Problem
        titles = "; ".join(f"{one.title} (`{one.name}`)" for one in same)
        responses[int(status), MEDIA_TYPE] = OpenApiResponse(shape, titles + ".")
    return extend_schema(
        operation_id=name,
        tags=[tag],
        summary=summary,
        description=description or None,
        request={JSON: takes} if takes is not None else None,
        responses=responses,
        parameters=list(parameters),
        auth=_auth(all_causes),
    )


def _auth(causes: Collection[Cause]) -> list[Any]:
    """The security of an operation with these causes: a token needed, taken if one is sent, or not read."""
    if problems.NO_TOKEN in causes:
        return [TOKEN]
    return [TOKEN, {}] if problems.UNKNOWN_TOKEN in causes else []


SUCCESS = {200: "Done.", 201: "Created.", 204: "Done; there is nothing to tell."}


class ShapeExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Use shapes, which are dataclasses, in place of serializers."""

    @classmethod
    def _matches(cls, target: Any) -> bool:
        return isinstance(target, type) and is_dataclass(target)

    def get_name(self, auto_schema: AutoSchema, direction: Any) -> str:
        """The component's name, that of the class."""
        return str(self.target.__name__)

    def map_serializer(self, auto_schema: AutoSchema, direction: Any) -> Schema:
        """The component's schema. Registers the components it refers to."""
        for shape in sorted(typed.used_by(self.target) - {self.target}, key=lambda one: one.__name__):
            auto_schema.resolve_serializer(shape, direction)
        made = typed.components(self.target)
        for name, schema in made.items():
            if name != self.target.__name__:
                component = ResolvedComponent(name, ResolvedComponent.SCHEMA, schema, name)  # type: ignore[no-untyped-call]
                auto_schema.registry.register_on_missing(component)
        return made[self.target.__name__]


@cache
def document() -> Schema:
    """The OpenAPI document, made once."""
    made: Schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return made
