"""The description of the API: as OpenAPI 3.1 for programs, as a page for people."""

import json
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from rest_framework.request import Request
from rest_framework.response import Response

from companion.api import openapi
from companion.api.base import Api
from companion.api.examples import EXAMPLES, answered, text
from companion.api.typed import ref
from companion.server.problems import CAUSES

MEDIA_TYPE = "application/vnd.oai.openapi+json;version=3.1"
METHODS = ("get", "post", "put", "delete")
LONGEST = 1200


class Schema(Api):
    """The description for programs."""

    @openapi.described(
        "read_schema",
        "Description",
        "Read this description",
        {200: ref("OpenApiDocument")},
        media_type=MEDIA_TYPE.partition(";")[0],
    )
    def get(self, request: Request) -> Response:
        """Return the document."""
        return Response(openapi.document(), content_type=MEDIA_TYPE)


@dataclass(frozen=True)
class Parameter:
    """A parameter of an operation, in the path, the query or a header."""

    name: str
    place: str
    required: bool
    description: str


@dataclass(frozen=True)
class Answer:
    """A response: status, title, description, and the shape of its body."""

    status: str
    title: str
    description: str
    shape: str


@dataclass(frozen=True)
class Operation:
    """A method at an address."""

    method: str
    path: str
    summary: str
    description: str
    token: bool
    takes: str
    parameters: tuple[Parameter, ...]
    answers: tuple[Answer, ...]
    example: str
    answer: str

    @property
    def anchor(self) -> str:
        """The id of its section on the page."""
        return self.method.lower() + self.path.removeprefix("/api/v1").replace("/", "-").translate(BRACES)


BRACES = str.maketrans("", "", "{}")


@require_safe
@cache_control(private=True, no_cache=True)
def reference(request: HttpRequest) -> HttpResponse:
    """Show the description as a page."""
    document = openapi.document()
    context = {"operations": operations(document), "causes": CAUSES.values()}
    return render(request, "api/reference.html", context)


def operations(document: dict[str, Any]) -> list[Operation]:
    """Every operation, in the order of the addresses."""
    return [
        _operation(path, method, at[method])
        for path, at in document["paths"].items()
        for method in METHODS
        if method in at and at[method]["operationId"] in EXAMPLES
    ]


def _operation(path: str, method: str, described: dict[str, Any]) -> Operation:
    takes = described.get("requestBody", {}).get("content", {})
    example = EXAMPLES[described["operationId"]]
    answer = answered(example)
    return Operation(
        method=method.upper(),
        path=path,
        summary=described.get("summary", ""),
        description=described.get("description", ""),
        token=bool(described.get("security")) and {} not in described["security"],
        takes=_shape(takes),
        parameters=tuple(
            Parameter(one["name"], one["in"], one.get("required", False), one.get("description", ""))
            for one in described.get("parameters", [])
        ),
        answers=tuple(_answer(status, one) for status, one in sorted(described["responses"].items())),
        example=text(method.upper(), path, example),
        answer="" if answer is None else "\n" + shortened(json.dumps(answer, ensure_ascii=False)),
    )


def shortened(text: str) -> str:
    """The beginning of a long response."""
    return text if len(text) <= LONGEST else text[:LONGEST] + " …"


@require_safe
@cache_control(private=True, no_cache=True)
def problem(request: HttpRequest, name: str) -> HttpResponse:
    """Show the page of a problem's ``type``: when it happens, and what to do."""
    if name not in CAUSES:
        raise Http404("no such problem")
    return render(request, "api/problem.html", {"cause": CAUSES[name]})


def _answer(status: str, response: dict[str, Any]) -> Answer:
    title = HTTPStatus(int(status)).phrase
    return Answer(status, title, response.get("description", ""), _shape(response.get("content", {})))


def _shape(content: dict[str, Any]) -> str:
    for media_type, media in content.items():
        reference = media.get("schema", {}).get("$ref", "")
        return reference.rpartition("/")[2] or media_type
    return ""
