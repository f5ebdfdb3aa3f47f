"""The description of the API: as OpenAPI 3.1 for programs, as a page for people."""

import json
from functools import cache
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from rest_framework.request import Request
from rest_framework.response import Response

from companion.api.document import INFO, TAGS, described, document
from companion.api.examples import EXAMPLES, answered, text
from companion.api.operations import ANYWHERE, FROM_ANYWHERE, OPERATIONS, Operations
from companion.api.shapes.tables import Start
from companion.api.typed import ref
from companion.server.problems import CAUSES

MEDIA_TYPE = "application/vnd.oai.openapi+json;version=3.1"
anywhere = Operations("Description", ANYWHERE)
LONGEST = 1201
LONGEST_QUERY = 80
BRACES = str.maketrans("", "", "{}")


@anywhere("GET schema/", ref("OpenApiDocument"), media_type=MEDIA_TYPE.partition(";")[0])
def read_schema(request: Request) -> Response:
    """Read this description.

    Return the document.
    """
    return Response(document(), content_type=MEDIA_TYPE, headers=FROM_ANYWHERE)


@anywhere("GET", Start)
def read_start(request: Request) -> Start:
    """Read what there is.

    Where the descriptions are, and where to begin.
    """
    return Start(
        version=str(INFO["version"]),
        reference=reverse("api_docs"),
        openapi=reverse("api_read_schema"),
        record=reverse("api_read_record_schema"),
        games=reverse("api_list_games"),
        tables=reverse("api_list_tables"),
        groups=reverse("api_list_groups"),
        join=reverse("api_join_table"),
    )


@require_safe
@cache_control(private=True, no_cache=True)
def reference(request: HttpRequest) -> HttpResponse:
    """Show the description as a page; with ``q`` the operations that have all its words."""
    query = request.GET.get("q", "")[:LONGEST_QUERY].strip()
    words = query.lower().split()
    found = [one for one in operations() if all(word in one["searched"] for word in words)]
    groups = [
        {
            "name": name,
            "anchor": name.lower().replace(" ", "-"),
            "about": about,
            "operations": [one for one in found if name in one["tags"]],
        }
        for name, about in TAGS.items()
    ]
    shown = [one for one in groups if one["operations"]]
    context = {"groups": shown, "query": query, "count": len(found), "causes": CAUSES.values()}
    return render(request, "api/reference.html", context)


@require_safe
@cache_control(private=True, no_cache=True)
def guide(request: HttpRequest) -> HttpResponse:
    """Show docs/api.md as it is."""
    text = (settings.BASE_DIR / "docs" / "api.md").read_text(encoding="utf-8")
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def marked(text: str) -> SafeString:
    """A text whose parts between backticks are code."""
    parts = text.split("`")
    pairs = zip(parts[::2], [*parts[1::2], ""], strict=False)
    return format_html_join(
        "", "{}{}", ((words, format_html("<code>{}</code>", code) if code else "") for words, code in pairs)
    )


@cache
def operations() -> list[dict[str, Any]]:
    """Every operation, in the order of the addresses."""
    by_name = {one.name: one for one in OPERATIONS}
    found = []
    for path, at in described()["paths"].items():
        for one in at.values():
            operation = by_name.get(one["operationId"])
            if operation is None:
                continue
            answer = answered(EXAMPLES[operation.name])
            shown = "" if answer is None else "\n" + json.dumps(answer, ensure_ascii=False)
            about = f"{operation.summary} {operation.description} {operation.method} {path} {operation.name}"
            made = {
                **one,
                "searched": about.lower(),
                "description": marked(operation.description),
                "parameters": [
                    {**each, "description": marked(each["description"])} for each in one.get("parameters", ())
                ],
                "anchor": operation.method + path.removeprefix("/api/v1").replace("/", "-").translate(BRACES),
                "method": operation.method.upper(),
                "path": path,
                "token": operation.needs_token,
                "takes": _shape(one.get("requestBody", {})),
                "answers": [
                    {"status": status, "description": marked(each["description"]), "shape": _shape(each)}
                    for status, each in sorted(one["responses"].items())
                ],
                "example": text(operation, path),
                "answer": shown if len(shown) <= LONGEST else shown[:LONGEST] + " …",
            }
            found.append(made)
    return found


def _shape(message: dict[str, Any]) -> str:
    """The name of what a request or response has: its shape, or its media type."""
    for media_type, media in message.get("content", {}).items():
        return str(media["schema"].get("$ref", "")).rpartition("/")[2] or media_type
    return ""


@require_safe
@cache_control(private=True, no_cache=True)
def problem(request: HttpRequest, name: str) -> HttpResponse:
    """Show the page of a problem's ``type``: when it happens, and what to do."""
    if name not in CAUSES:
        raise Http404("no such problem")
    return render(request, "api/problem.html", {"cause": CAUSES[name]})
