"""The source of a module while it is written: its imports, its functions and their lines."""

from dataclasses import dataclass, field

VALUES = "companion.rendering.values"
FILTERS = "companion.rendering.filters"


class Uncompilable(Exception):
    """A template that has no equal in Python: its name, line and reason."""


class Unknown(Exception):
    """The reason alone, before its template is known; `line`: in that template, from 1."""

    line: int | None = None


@dataclass
class Module:
    """What the functions of one template share.

    imports: local name -> (module, name there). reads: names that the template and those it includes look up
    in their context; None stands for all.
    """

    imports: dict[str, tuple[str, str]] = field(default_factory=dict)
    functions: list[str] = field(default_factory=list)
    reads: set[str | None] = field(default_factory=set)

    def name(self, module: str, name: str, local: str = "") -> str:
        """The local name of something that is imported."""
        wanted = local or name
        while self.imports.setdefault(wanted, (module, name)) != (module, name):
            wanted += "0"
        return wanted

    def value(self, name: str) -> str:
        """The local name of a function of the runtime's values."""
        return self.name(VALUES, name)

    def filter(self, name: str) -> str:
        """The local name of a function of the runtime's filters."""
        return self.name(FILTERS, name, f"{name}_")

    def header(self) -> str:
        """The import lines."""
        lines = []
        for module in sorted({module for module, _name in self.imports.values()}):
            names = sorted(
                name if name == local else f"{name} as {local}"
                for local, (origin, name) in self.imports.items()
                if origin == module
            )
            lines.append(f"from {module} import {', '.join(names)}\n")
        return "".join(lines)


@dataclass(frozen=True)
class Piece:
    """A piece of a page: text, or the code of an expression that gives text."""

    text: str = ""
    code: str = ""

    @property
    def source(self) -> str:
        return self.code or literal(self.text)


@dataclass
class Lines:
    """The lines of a function; pieces of the page are gathered until another statement follows."""

    lines: list[str] = field(default_factory=list)
    waiting: list[Piece] = field(default_factory=list)
    depth: int = 1

    def put(self, *pieces: Piece) -> None:
        self.waiting = merged([*self.waiting, *pieces])

    def add(self, line: str) -> None:
        self.flush()
        self.lines.append("\t" * self.depth + line)

    def flush(self) -> None:
        """Write what waits, as one line."""
        if self.waiting:
            pieces = ", ".join(piece.source for piece in self.waiting)
            self.lines.append("\t" * self.depth + f"o += {pieces},")
            self.waiting = []


def merged(pieces: list[Piece]) -> list[Piece]:
    """The pieces without empty ones, neighboring texts in one."""
    found: list[Piece] = []
    for piece in pieces:
        if found and not piece.code and not found[-1].code:
            found[-1] = Piece(found[-1].text + piece.text)
        elif piece.code or piece.text:
            found.append(piece)
    return found


def literal(text: str) -> str:
    """The Python literal of a text."""
    return repr(text)


def block_key(name: str) -> str:
    """The key of a block in the context: no name of a template's variable has a space."""
    return " " + name
