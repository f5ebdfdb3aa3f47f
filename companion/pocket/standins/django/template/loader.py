"""``django.template.loader`` over compiled templates."""

from typing import Any

from companion.pocket.rendering.pages import render


class Template:
    """A compiled template by its name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def render(self, context: dict[str, Any] | None = None, request: Any = None) -> str:
        """The page."""
        return render(self.name, context, request)


def get_template(name: str) -> Template:
    """The template with this name."""
    return Template(name)
