"""The modules of compiled templates."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.template import Engine, NodeList, TemplateSyntaxError, base, loader_tags

from companion.rendering.compiling.expressions import constant
from companion.rendering.compiling.functions import function, located
from companion.rendering.compiling.source import Module, Uncompilable, Unknown, block_key, literal
from companion.rendering.pages import COMPILED, module_name

# What `Template.render` adds itself.
ADDED = ("django.template.context_processors.csrf", "django.template.context_processors.request")


def compile_all(names: Iterable[str] | None = None) -> dict[str, str]:
    """The source of a module for each of the templates, and for those that they extend and include.

    Without names: all templates there are. By the name of the module. Raises Uncompilable.
    """
    compiler = Compiler(Engine.get_default())
    if names is None:
        folders = [Path(folder) for folder in compiler.engine.dirs]
        names = sorted(
            path.relative_to(folder).as_posix() for folder in folders for path in folder.rglob("*.html")
        )
    for name in names:
        compiler.module(name)
    # The package has the context processors of the settings
    paths = [path.rpartition(".") for path in compiler.engine.context_processors if path not in ADDED]
    lines = [f"from {module} import {name}\n" for module, _point, name in paths]
    processors = "".join(f"{name}, " for _module, _point, name in paths)
    sources = {COMPILED: "".join(lines) + f"PROCESSORS = ({processors})\n"}
    for name, module in compiler.modules.items():
        if module_name(name) in sources:
            raise Uncompilable(f"{name}: another template has the module {module_name(name)}")
        sources[module_name(name)] = module.header() + "".join(module.functions)
    return sources


class Compiler:
    """Compiles templates, each once.

    modules: those compiled, by the names of their templates. parents and blocks: what these extend, and the
    names of their own blocks.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.modules: dict[str, Module] = {}
        self.parents: dict[str, str | None] = {}
        self.blocks: dict[str, list[str]] = {}
        self.begun: list[str] = []

    def module(self, name: str) -> Module:
        """The compiled template. Raises Uncompilable."""
        if name in self.modules:
            return self.modules[name]
        self.begun.append(name)
        try:
            template = self.engine.get_template(name)
            try:
                self.modules[name] = self.written(name, template.nodelist)
            except Unknown as reason:
                raise Uncompilable(f"{name}, line {self.line(name, template)}: {reason}") from None
        except TemplateSyntaxError as error:
            raise Uncompilable(f"{name}: {error}") from error
        finally:
            self.begun.pop()
        return self.modules[name]

    def line(self, name: str, template: Any) -> int | None:
        """The line of what can't be compiled, in the file: the template itself has lost its line breaks."""
        source = Path(template.origin.name).read_text(encoding="utf-8")
        try:
            self.written(name, base.Template(source, template.origin, name, self.engine).nodelist)
        except Unknown as reason:
            return reason.line
        raise AssertionError(f"{name} compiles with its line breaks only")

    def written(self, name: str, nodes: NodeList) -> Module:
        """The module of a template with these nodes. Raises Unknown."""
        module = Module()
        parent = None
        extending: list[Any] = nodes.get_nodes_by_type(loader_tags.ExtendsNode)
        for node in extending:  # Django takes one
            parent = constant(node.parent_name)
            if len(nodes) > 1:
                raise located(Unknown("no code for text before {% extends %}"), node)
            if parent is None:
                raise located(Unknown("no code for {% extends %} but with a name in quotes"), node)
            self.module(parent)
        self.parents[name] = parent
        named: list[Any] = nodes.get_nodes_by_type(loader_tags.BlockNode)
        blocks = {node.name: node for node in named}  # those inside others, too
        self.blocks[name] = [*blocks]
        templates = Neighbors(self, name)
        if parent is None:
            function("body", nodes, module, templates)
            module.functions.append("blocks = {}\n")
        else:
            origin = module_name(parent)
            module.name(origin, "body")
            module.functions.append(f"blocks = dict({module.name(origin, 'blocks', 'p_blocks')})\n")
            module.reads.add(None)
        for block, node in blocks.items():
            function(f"b_{block}", node.nodelist, module, templates, block)
        drawn = "".join(f"{literal(block_key(block))}: b_{block}, " for block in blocks)
        if drawn:
            module.functions.append(f"blocks.update({{{drawn}}})\n")
        return module


class Neighbors:
    """What a template needs to know of others: see `functions.Templates`."""

    def __init__(self, compiler: Compiler, name: str) -> None:
        self.compiler = compiler
        self.name = name

    def body(self, module: Module, name: str) -> str:
        self.included(name)
        if self.compiler.blocks[name]:
            raise Unknown(f"{name} is included and has blocks")
        origin = module_name(name)
        return module.name(origin, "body", "i_" + origin.rpartition(".")[2])

    def reads(self, name: str) -> Iterable[str | None]:
        return self.included(name).reads

    def included(self, name: str) -> Module:
        if name in self.compiler.begun:
            raise Unknown(f"{name} includes itself")
        return self.compiler.module(name)

    def inherited(self, module: Module, block: str) -> str | None:
        parent = self.compiler.parents[self.name]
        while parent is not None and block not in self.compiler.blocks[parent]:
            parent = self.compiler.parents[parent]
        return parent and module.name(module_name(parent), f"b_{block}", f"s_{block}")
