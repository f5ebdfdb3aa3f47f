"""The function that draws a template, or one of its blocks."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Protocol
from urllib.parse import quote

from django.contrib.staticfiles.storage import staticfiles_storage
from django.template import Node, NodeList, base, defaulttags, library, loader_tags
from django.templatetags import l10n, static
from django.urls import get_resolver, get_script_prefix
from django.urls.converters import IntConverter, SlugConverter
from django.utils.html import escape

from companion.rendering.compiling.expressions import (
    Loop,
    Scope,
    condition,
    constant,
    imported,
    value,
)
from companion.rendering.compiling.source import Lines, Module, Piece, Unknown, block_key, literal, merged

ROOT = re.compile("\0([^\0]+)\0")
# A branch of an `if` with at most so many pieces is written as an expression.
MOST_PIECES = 3
LOADER = "django.template.loader"
ASSIGNING = (library.SimpleNode, defaulttags.URLNode)
# Django leaves these in an address, beside letters and digits.
UNQUOTED = "/~:@!$&'()*+,;="
# No argument of these kinds has a character to quote or escape: Django refuses it.
PLAIN = {IntConverter, SlugConverter}


class Templates(Protocol):
    """What a template needs to know of others."""

    def body(self, module: Module, name: str) -> str:
        """The local name of what draws the template that is included under this name."""

    def reads(self, name: str) -> Iterable[str | None]:
        """The names that this template looks up in its context; None stands for all."""

    def inherited(self, module: Module, block: str) -> str | None:
        """The local name of what draws this block in the template that is extended; None without one."""


def function(name: str, nodes: NodeList, module: Module, templates: Templates, block: str = "") -> None:
    """Add a function ``name(c, o)`` that draws the nodes, those of a block or of a whole template."""
    writer = Writer(module, templates, assigned_in(nodes), block)
    writer.draw(nodes)
    writer.lines.flush()
    body = "\n".join(writer.lines.lines)
    if roots := ROOT.findall(body):  # one that is read twice is looked up once
        lookup = module.value("named")
        often = sorted({name for name in roots if roots.count(name) > 1})
        body = "".join(f"\tr_{name} = {lookup}(c, {literal(name)})\n" for name in often) + ROOT.sub(
            lambda found: f"r_{found[1]}" if found[1] in often else f"{lookup}(c, {literal(found[1])})", body
        )
    copied = "\tc = dict(c)\n" if writer.scope.assigned else ""
    module.functions.append(f"def {name}(c, o):\n{copied}" + (body or "\tpass") + "\n")


def located(reason: Unknown, node: Node) -> Unknown:
    """The reason with the line of the node, unless it has one."""
    if reason.line is None and node.token is not None:
        reason.line = node.token.lineno
    return reason


def is_super(node: Node) -> bool:
    """Whether this is ``{{ block.super }}``."""
    return type(node) is base.VariableNode and str(node.filter_expression) == "block.super"


def assigned_in(nodes: NodeList) -> frozenset[str]:
    """The names that tags assign their results to, with ``as``, somewhere in these nodes."""
    tags = [node for kind in ASSIGNING for node in nodes.get_nodes_by_type(kind)]
    names = (getattr(node, "target_var", None) or getattr(node, "asvar", None) for node in tags)
    return frozenset(name for name in names if name)


def between(view: str, count: int) -> list[str]:
    """The parts of a view's address before, between and after its *count* arguments.

    Raises Unknown for a view that has none, or several, of so many arguments.
    """
    found = {
        (path, tuple(names), frozenset(type(converters[name]) for name in names))
        for possibilities, _pattern, _defaults, converters in get_resolver().reverse_dict.getlist(view)
        for path, names in possibilities
        if len(names) == count
    }
    if len(found) != 1:
        raise Unknown(f"{len(found)} addresses of the view {view!r} with {count} arguments")
    path, names, kinds = found.pop()
    if not kinds <= PLAIN:
        raise Unknown(f"no code for the arguments of the view {view!r}")
    filled: str = get_script_prefix() + path % dict.fromkeys(names, "\0")
    return [quote(part, safe=UNQUOTED) for part in filled.split("\0")]


class Writer:
    """Writes the lines of one function; `scope` says what names mean where it is."""

    def __init__(self, module: Module, templates: Templates, assigned: frozenset[str], block: str) -> None:
        self.module = module
        self.templates = templates
        self.block = block
        self.scope = Scope(module, assigned, bool(block))
        self.lines = Lines()
        self.count = 0

    def draw(self, nodes: Iterable[Node]) -> None:
        """Write what draws these nodes, one after the other."""
        for node in nodes:
            pieces = self.pieces(node)
            if pieces is None:
                self.statement(node)
            else:
                self.lines.put(*pieces)

    def pieces(self, node: Node) -> list[Piece] | None:
        """The pieces of a page that a node draws; None for one that takes statements. Raises Unknown."""
        drawn = PIECES.get(type(node))
        try:
            return drawn(self, node) if drawn else None
        except Unknown as reason:
            raise located(reason, node) from None

    def statement(self, node: Any) -> None:
        write = STATEMENTS.get(type(node))
        try:
            if write is None:
                raise Unknown(f"no code for {{% {node.token.contents.split()[0]} %}}")
            write(self, node)
        except Unknown as reason:
            raise located(reason, node) from None

    def escaped(self, code: str) -> Piece:
        function = "escaped" if self.scope.localized else "unlocalized"
        return Piece(code=f"{self.module.value(function)}({code})")

    def new(self, letter: str) -> str:
        """A local name of its own."""
        self.count += 1
        return f"{letter}{self.count}"

    def bind(self, names: Iterable[str]) -> dict[str, str]:
        """Local names for names of the template, none in use."""
        for name in names:
            if name in self.scope.assigned:
                raise Unknown(f"{name} is assigned by a tag as well")
        return {
            name: f"v_{name}" if name not in self.scope.bound else self.new(f"v_{name}") for name in names
        }

    # Pieces

    def text(self, node: Any) -> list[Piece]:
        return [Piece(node.s)]

    def nothing(self, _node: Any) -> list[Piece]:
        return []

    def variable(self, node: Any) -> list[Piece] | None:
        if is_super(node):
            return None
        known = constant(node.filter_expression)
        return [
            Piece(known) if known is not None else self.escaped(value(self.scope, node.filter_expression))
        ]

    def static(self, node: Any) -> list[Piece]:
        name = constant(node.path)
        if name is None or node.varname:
            raise Unknown("no code for {% static %} but with a name in quotes")
        return [Piece(escape(staticfiles_storage.url(name)))]

    def url(self, node: Any) -> list[Piece] | None:
        return None if node.asvar else self.address(node)

    def address(self, node: Any) -> list[Piece]:
        """The address that a ``{% url %}`` stands for."""
        return [
            Piece(escape(piece.text), piece.code and f"{self.module.value('within_address')}({piece.code})")
            for piece in self.parts_of_address(node)
        ]

    def parts_of_address(self, node: Any) -> list[Piece]:
        """The parts of the address of a ``{% url %}``, not escaped."""
        if node.kwargs:
            raise Unknown("no code for {% url %} with named arguments")
        given = [value(self.scope, argument) for argument in node.args]
        view = constant(node.view_name)
        if view is None:
            reverse = self.module.name("django.urls", "reverse")
            return [Piece(code=f"{reverse}({value(self.scope, node.view_name)}, args=[{', '.join(given)}])")]
        first, *others = between(view, len(given))
        pieces = [Piece(first)]
        for code, after in zip(given, others, strict=True):
            pieces += [Piece(code=code), Piece(after)]
        return merged(pieces)

    def tag(self, node: Any) -> list[Piece] | None:
        return None if node.target_var else [self.escaped(self.call(node))]

    def call(self, node: Any) -> str:
        """The code of a simple tag."""
        if node.takes_context:
            self.module.reads.add(None)
        given = ["c"] if node.takes_context else []
        given += [value(self.scope, one) for one in node.args]
        given += [f"{name}={value(self.scope, one)}" for name, one in node.kwargs.items()]
        return f"{imported(self.module, node.func)}({', '.join(given)})"

    def csrf(self, _node: Any) -> list[Piece]:
        self.module.reads.add("csrf_token")
        return [Piece(code=f"{self.module.value('csrf_field')}(c)")]

    def choice(self, node: Any) -> list[Piece] | None:
        """An `if` of few pieces as an expression."""
        branches = []
        for asked, nodes in node.conditions_nodelists:
            found = [self.pieces(one) for one in nodes]
            pieces = merged([piece for one in found for piece in one or []])
            if None in found or len(pieces) > MOST_PIECES:
                return None
            code = " + ".join(piece.source for piece in pieces) or '""'
            branches.append((asked and condition(self.scope, asked), code))
        code = branches.pop()[1] if branches[-1][0] is None else '""'
        for asked, then in reversed(branches):
            code = f"{then} if {asked} else {code}"
        return [Piece(code=f"({code})")]

    # Statements

    def inherited(self, _node: Any) -> None:
        if not self.block:
            raise Unknown("no block around {{ block.super }}")
        drawn = self.templates.inherited(self.module, self.block)
        if drawn:
            self.lines.add(f"{drawn}(c, o)")

    def drawn_block(self, node: Any) -> None:
        self.module.reads.add(None)
        self.lines.add(f"c[{literal(block_key(node.name))}](c, o)")

    def assigned_address(self, node: Any) -> None:
        pieces = self.parts_of_address(node)
        code = " + ".join(f"str({piece.code})" if piece.code else literal(piece.text) for piece in pieces)
        self.lines.add(f"c[{literal(node.asvar)}] = {code}")

    def assigned_tag(self, node: Any) -> None:
        self.lines.add(f"c[{literal(node.target_var)}] = {self.call(node)}")

    def branches(self, node: Any) -> None:
        word = "if"
        for asked, nodes in node.conditions_nodelists:
            self.lines.add(f"{word} {condition(self.scope, asked)}:" if asked else "else:")
            self.inside(nodes)
            word = "elif"

    def inside(self, nodes: Iterable[Node], *first: str) -> None:
        """Write the nodes one step further in, after these lines."""
        self.lines.flush()
        self.lines.depth += 1
        before = len(self.lines.lines)
        for line in first:
            self.lines.add(line)
        self.draw(nodes)
        self.lines.flush()
        if len(self.lines.lines) == before:
            self.lines.add("pass")
        self.lines.depth -= 1

    def with_(self, node: Any) -> None:
        local = self.bind(node.extra_context)
        for name, asked in node.extra_context.items():
            self.lines.add(f"{local[name]} = {value(self.scope, asked)}")
        shared = self.shared([*local], node.nodelist)
        keeping = self.keep(shared, node.nodelist)
        for name in shared:
            self.lines.add(f"c[{literal(name)}] = {local[name]}")
        around = self.scope
        self.scope = replace(around, bound={**around.bound, **local})
        self.draw(node.nodelist)
        self.scope = around
        self.put_back(keeping)

    def loop(self, node: Any) -> None:
        sequence, index, length = self.new("l"), self.new("i"), self.new("n")
        self.lines.add(
            f"{sequence} = {self.module.value('items')}({value(self.scope, node.sequence, 'None')})"
        )
        local = self.bind(node.loopvars)
        shared = self.shared([*local, "forloop"], node.nodelist_loop)
        keeping = self.keep(shared, node.nodelist_loop)
        loop = Loop(index, length)
        first = [f"c[{literal(name)}] = {local[name]}" for name in shared if name != "forloop"]
        if "forloop" in shared:
            outer = self.new("p")
            self.lines.add(f"{outer} = c.get('forloop', {{}})")
            first.append(f"c['forloop'] = {self.module.value('turn')}({index}, {length}, {outer})")
            loop.used |= {"index", "length"}
        around, at = self.scope, len(self.lines.lines)
        self.scope = replace(around, bound={**around.bound, **local}, loops=(*around.loops, loop))
        self.inside(node.nodelist_loop, *first)
        self.scope = around
        names, gone_through = (
            ", ".join(local.values()),
            f"reversed({sequence})" if node.is_reversed else sequence,
        )
        if "index" in loop.used:
            names, gone_through = (
                f"{index}, ({names})" if len(local) > 1 else f"{index}, {names}",
                f"enumerate({gone_through})",
            )
        head = [f"{length} = len({sequence})"] if "length" in loop.used else []
        head.append(f"for {names} in {gone_through}:")
        self.lines.lines[at:at] = ["\t" * self.lines.depth + line for line in head]
        self.put_back(keeping)
        if node.nodelist_empty:
            self.lines.add(f"if not {sequence}:")
            self.inside(node.nodelist_empty)

    def shared(self, names: Iterable[str], nodes: Any) -> list[str]:
        """Those of the names that the context must have where these nodes are drawn, for other functions."""
        read = self.read_elsewhere(nodes)
        return [name for name in names if None in read or name in read]

    def read_elsewhere(self, nodes: Any) -> set[str | None]:
        """The names that functions called by these nodes look up in the context; None stands for all."""
        found: set[str | None] = set()
        for node in nodes.get_nodes_by_type(loader_tags.IncludeNode):
            found |= set() if node.isolated_context else self.reads_of(node)
        tags = nodes.get_nodes_by_type(library.SimpleNode)
        supers = nodes.get_nodes_by_type(base.VariableNode)
        blocks = nodes.get_nodes_by_type(loader_tags.BlockNode)
        if blocks or any(tag.takes_context for tag in tags) or any(map(is_super, supers)):
            found.add(None)
        return found

    def reads_of(self, node: Any) -> set[str | None]:
        """The names that an included template looks up in the context; None stands for all."""
        name = constant(node.template)
        return {None} if name is None else {*self.templates.reads(name)}

    def keep(self, names: list[str], nodes: NodeList) -> str:
        """Keep what the context has under these names, and under those that tags in the nodes assign."""
        kept = sorted({*names, *assigned_in(nodes)})
        if not kept:
            return ""
        local = self.new("k")
        self.lines.add(f"{local} = {self.module.value('kept')}(c, {tuple(kept)!r})")
        return local

    def put_back(self, keeping: str) -> None:
        if keeping:
            self.lines.add(f"{self.module.value('put_back')}(c, {keeping})")

    def include(self, node: Any) -> None:
        name = constant(node.template)
        if name is None:
            found = f"{self.module.name(LOADER, 'get_template')}({value(self.scope, node.template)})"
            body = f"{found}.module.body"
        else:
            body = self.templates.body(self.module, name)
        values = ", ".join(
            f"{literal(name)}: {value(self.scope, one)}" for name, one in node.extra_context.items()
        )
        if node.isolated_context:
            self.lines.add(f"{body}({{{values}}}, o)")
            return
        self.module.reads |= self.reads_of(node)
        if values:
            self.lines.add(f"{self.module.value('draw_with')}({body}, c, o, {{{values}}})")
        else:
            self.lines.add(f"{body}(c, o)")

    def localized(self, node: Any) -> None:
        if self.read_elsewhere(node.nodelist):
            raise Unknown("no code for a part of its own within {% localize %}")
        around = self.scope
        self.scope = replace(around, localized=node.use_l10n)
        self.draw(node.nodelist)
        self.scope = around


PIECES: dict[type[Node], Callable[[Writer, Any], list[Piece] | None]] = {
    base.TextNode: Writer.text,
    base.VariableNode: Writer.variable,
    defaulttags.CommentNode: Writer.nothing,
    defaulttags.CsrfTokenNode: Writer.csrf,
    defaulttags.IfNode: Writer.choice,
    defaulttags.LoadNode: Writer.nothing,
    defaulttags.URLNode: Writer.url,
    library.SimpleNode: Writer.tag,
    static.StaticNode: Writer.static,
}
STATEMENTS: dict[type[Node], Callable[[Writer, Any], None]] = {
    base.VariableNode: Writer.inherited,
    defaulttags.ForNode: Writer.loop,
    defaulttags.IfNode: Writer.branches,
    defaulttags.URLNode: Writer.assigned_address,
    defaulttags.WithNode: Writer.with_,
    l10n.LocalizeNode: Writer.localized,
    library.SimpleNode: Writer.assigned_tag,
    loader_tags.BlockNode: Writer.drawn_block,
    loader_tags.IncludeNode: Writer.include,
}
