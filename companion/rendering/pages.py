"""Pages from compiled templates, as Django's ``render`` makes them."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.middleware.csrf import get_token

from companion.rendering.values import Context

COMPILED = "companion.rendering.compiled"


class Token:
    """The CSRF token of one page: asked for by its first form, the same in all."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self.text = ""

    def __call__(self) -> str:
        if not self.text:
            self.text = get_token(self.request)
        return self.text


class Template:
    """A compiled template: its module, and the context processors of the settings."""

    def __init__(self, module: Any, processors: tuple[Callable[[HttpRequest], Context], ...]) -> None:
        self.module = module
        self.processors = processors

    def render(self, context: Context | None = None, request: HttpRequest | None = None) -> str:
        """The page; what the context processors add comes with the request."""
        names: Context = {}
        if request is not None:
            names["csrf_token"] = Token(request)
            names["request"] = request
            for processor in self.processors:
                names.update(processor(request))
        names.update(context or {})
        names.update(self.module.blocks)
        page: list[str] = []
        self.module.body(names, page)
        return "".join(page)


def module_name(template: str) -> str:
    """The module that a template is compiled to."""
    return COMPILED + "." + template.replace(".html", "").replace("/", "__").replace("-", "_")
