"""Django's template backend over compiled templates: each is compiled when first asked for, and kept."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any

from django.template import Origin
from django.template.backends.django import DjangoTemplates
from django.template.loaders import filesystem
from django.utils.module_loading import import_string

from companion.rendering.compiling.modules import ADDED, Compiler
from companion.rendering.compiling.source import Module
from companion.rendering.pages import Template, module_name


class Loader(filesystem.Loader):
    """Django's file loader with `squeeze` applied before compiling."""

    def get_contents(self, origin: Origin) -> str:
        source = super().get_contents(origin)
        return squeeze(source) if origin.name.endswith(".html") else source


class Templates(DjangoTemplates):
    """Django's backend with compiled templates; its engine only parses them.

    In DEBUG all are compiled anew after a file has changed.
    """

    def __init__(self, params: dict[str, Any]) -> None:
        super().__init__(params)
        added = [path for path in self.engine.context_processors if path not in ADDED]
        self._processors = tuple(import_string(path) for path in added)
        self._alone = RLock()
        self._forget()

    def _forget(self) -> None:
        self._compiler = Compiler(self.engine)
        self._modules: dict[str, ModuleType] = {}
        self._files = self._changed() if self.engine.debug else {}

    def get_template(self, template_name: str) -> Template:  # type: ignore[override]
        """The template. Raises TemplateDoesNotExist and Uncompilable."""
        if self.engine.debug and self._changed() != self._files:
            self._forget()
        name = module_name(template_name)
        if name not in self._modules:
            with self._alone:
                self._compiler.module(template_name)
                for compiled, module in self._compiler.modules.items():  # those that it needs come first
                    if module_name(compiled) not in self._modules:
                        self._modules[module_name(compiled)] = self._made(compiled, module)
        return Template(self._modules[name], self._processors)

    def _made(self, template: str, module: Module) -> ModuleType:
        made = ModuleType(module_name(template))
        for local, (origin, name) in module.imports.items():
            setattr(made, local, getattr(self._modules.get(origin) or import_module(origin), name))
        exec(compile("".join(module.functions), f"<{template}>", "exec"), vars(made))  # noqa: S102 our own
        return made

    def _changed(self) -> dict[Path, int]:
        files = (path for folder in self.engine.dirs for path in Path(folder).rglob("*.html"))
        return {path: path.stat().st_mtime_ns for path in files}


# Takes the white space of its layout out of a template, before the template is compiled.
#
# Templates are laid out for people: indented, in short lines. A line break, with the spaces around it, means:
#
# - in text: nothing beside an HTML tag, a `{% tag %}` or an end of the file; one space between words
# - between the attributes of an HTML tag: one space; nothing before `{%` and before the closing `>`
# - inside the quotes of an attribute: nothing beside a `{% tag %}`, else one space
# - in `<pre>`, `<textarea>`, `<script>`, `<style>` and `{% verbatim %}`: itself
#
# `{{ a value }}` is a word. A line that holds only a `{# comment #}` counts as not there. Spaces without
# a line break are never touched: a space to be seen beside a tag is written on the same line.

SPACE = " \t\r\n\f"  # not the no-break space, which is text
RAW = frozenset({"pre", "textarea", "script", "style"})
COMMENT_LINE = re.compile(r"^[ \t]*\{#[^\n]*?#\}[ \t\r]*(?:\n|\Z)", re.MULTILINE)

TEMPLATE = (
    r"(?P<logic>\{%\s*(?P<block>verbatim|comment)\b.*?\{%\s*end(?P=block)\b.*?%\}|\{%.*?%\}|\{\#.*?\#\})"
    rf"|(?P<value>\{{\{{.*?\}}\}})|(?P<space>[{SPACE}]+)"
)
REST = rf"(?P<rest>[^{{<>/\"'{SPACE}]+|.)"
IN_TEXT = re.compile(rf"{TEMPLATE}|(?P<mark><!--.*?-->)|(?P<open></?[a-zA-Z][\w:-]*|<!)|{REST}", re.DOTALL)
IN_TAG = re.compile(rf"{TEMPLATE}|(?P<close>/?>)|(?P<quote>[\"'])|{REST}", re.DOTALL)


@dataclass(frozen=True)
class Piece:
    """A part of a template.

    kind: "open" (an HTML tag up to its name), "close" (the end of that tag), "mark" (an HTML comment),
        "logic" (a template tag), "break" (white space with a line break) or "word" (anything else)
    place: where it stands: "text", "tag" (between attributes) or "quotes" (in the value of an attribute)
    """

    kind: str
    text: str
    place: str


EDGE = Piece("mark", "", "text")  # the neighbor of the first piece and of the last


def squeeze(source: str) -> str:
    """Return the template without its layout; one without layout is unchanged."""
    parts, squeezed = [*pieces(source)], ""
    for before, piece, after in zip([EDGE, *parts], parts, [*parts[1:], EDGE], strict=False):
        if piece.kind != "break":
            squeezed += piece.text
            continue
        if piece.place == "text":
            vanishes = before.kind in {"close", "mark", "logic"} or after.kind in {"open", "mark", "logic"}
        elif piece.place == "tag":
            vanishes = after.kind in {"close", "logic"}
        else:
            vanishes = "logic" in {before.kind, after.kind}
        squeezed += "" if vanishes else " "
    return squeezed


def pieces(source: str) -> Iterator[Piece]:
    """Yield the parts of a template in order; joined they are the source without its lines of comment."""
    source = COMMENT_LINE.sub("", source)
    at = 0
    place, element, quote = "text", "", ""
    while found := (IN_TEXT if place == "text" else IN_TAG).match(source, at):
        at = found.end()
        kind, text = found.lastgroup, found[0]
        if kind == "space" and "\n" in text:
            yield Piece("break", text, place)
        elif kind in {"logic", "mark"}:
            yield Piece(kind, text, place)
        elif kind == "open":
            place, element = "tag", text[1:].lower()
            yield Piece("open", text, place)
        elif kind == "close" and place == "tag":
            place = "text"
            yield Piece("close", text, place)
            if element in RAW:
                end = source.lower().find(f"</{element}", at)
                yield Piece("word", source[at : end if end >= at else None], place)
                at = end if end >= at else len(source)
        else:
            yield Piece("word", text, place)
            if kind == "quote" and place == "tag":
                place, quote = "quotes", text
            elif kind == "quote" and text == quote:
                place = "tag"
