"""Compiled templates under CPython, and pages drawn by them beside Django's."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

from django.template.backends.django import Template
from django.test.signals import template_rendered

from companion.pocket.rendering.pages import COMPILED, render

Files = dict[str, str]


class Sources(MetaPathFinder, Loader):
    """Imports modules from their sources."""

    def __init__(self, sources: dict[str, str]) -> None:
        self.sources = sources

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if fullname not in self.sources:
            return None
        return ModuleSpec(fullname, self, is_package=fullname == COMPILED)

    def exec_module(self, module: ModuleType) -> None:
        code = compile(self.sources[module.__name__], module.__name__, "exec")
        exec(code, module.__dict__)  # noqa: S102 made from our templates


@contextmanager
def importable(sources: dict[str, str]) -> Iterator[None]:
    """Within it these modules can be imported."""
    finder = Sources(sources)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in sources:
            sys.modules.pop(name, None)


@dataclass
class Pages:
    """The pages that Django rendered: the templates in them, and what compiled ones draw otherwise."""

    seen: set[str] = field(default_factory=set)
    differences: list[str] = field(default_factory=list)
    context: dict[str, Any] = field(default_factory=dict)

    def heard(self, template: Any, context: Any, **given: Any) -> None:
        """A template is about to be rendered."""
        self.seen.add(template.name)
        if context.template is template:
            self.context = context.flatten()

    def compare(self, name: str, django: str) -> None:
        """Draw the page with the same context."""
        compiled = render(name, self.context)
        if django != compiled:
            both = zip(django, compiled, strict=False)
            at = next((at for at, (one, other) in enumerate(both) if one != other), 0)
            part = slice(max(0, at - 40), at + 80)
            self.differences.append(f"{name}: {django[part]!r} is drawn as {compiled[part]!r}")


@contextmanager
def compared() -> Iterator[Pages]:
    """Within it every page is drawn by its compiled template too."""
    pages, real = Pages(), Template.render

    def both(self: Template, context: Any = None, request: Any = None) -> str:
        page = real(self, context, request)
        pages.compare(self.template.name or "", page)
        return page

    template_rendered.connect(pages.heard)
    try:
        with mock.patch.object(Template, "render", both):
            yield pages
    finally:
        template_rendered.disconnect(pages.heard)


def write(folder: Path, files: Files) -> None:
    """Write templates into a folder."""
    for name, source in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(source)
