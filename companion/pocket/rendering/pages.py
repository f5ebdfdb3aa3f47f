"""Pages from compiled templates, as Django's ``render`` makes them."""

import importlib
from typing import Any

from django.http import HttpRequest
from django.middleware.csrf import get_token

from companion.pocket.rendering.values import Body, Context

COMPILED = "companion.pocket.compiled"


class Token:
    """The CSRF token of one page: asked for by its first form, the same in all."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self.text = ""

    def __call__(self) -> str:
        if not self.text:
            self.text = get_token(self.request)
        return self.text


def module_name(template: str) -> str:
    """The module that a template is compiled to."""
    return COMPILED + "." + template.replace(".html", "").replace("/", "__").replace("-", "_")


def compiled(template: str) -> Any:
    """The compiled template. Raises ImportError for one that there isn't."""
    return importlib.import_module(module_name(template))


def included(template: str) -> Body:
    """What draws a template that another one includes by a name in its context."""
    body: Body = compiled(template).body
    return body


def render(template: str, context: Context | None = None, request: HttpRequest | None = None) -> str:
    """The page; what the settings' context processors add comes with the request."""
    module = compiled(template)
    names: Context = {}
    if request is not None:
        names["csrf_token"] = Token(request)
        names["request"] = request
        for processor in compiled_package().PROCESSORS:
            names.update(processor(request))
    names.update(context or {})
    names.update(module.blocks)
    page: list[str] = []
    module.body(names, page)
    return "".join(page)


def compiled_package() -> Any:
    """The package of compiled templates, which holds the context processors."""
    return importlib.import_module(COMPILED)
