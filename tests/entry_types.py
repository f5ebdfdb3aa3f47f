"""`make generated`: write scoring/entry_types.py from the fields that the games declare."""

import keyword
import subprocess
import sys
from pathlib import Path

from scoring import VARIANTS, Variant, entries, fields
from scoring.fields import Field, Kind
from scoring.table import PLAYED

FILE = Path(__file__).resolve().parents[1] / "scoring" / "entry_types.py"
HEAD = '''\
"""Types of the entries of a ``bower.game/1`` record, one for each kind of entry and for each game's hands.

Written by ``make generated`` from the fields that the games declare; not for editing. A type doesn't hold
every rule: ``step`` and ``replay`` check entries of any type.
"""

from typing import Literal, NotRequired, TypedDict
'''
PLAIN: dict[type, str] = {
    fields.Flag: "bool",
    fields.Whole: "int",
    fields.Text: "str",
    fields.Player: "str",
    fields.Side: "str",
    fields.Chosen: "dict[str, int | bool | str]",
}


def document() -> str:
    """The module as text."""
    kinds = {kind.name: kind for game in VARIANTS.values() for kind in game.kinds if kind is not entries.HAND}
    blocks, names = [], []
    for game in VARIANTS.values():
        names.append(camel(game.name) + "Hand")
        blocks += typed(names[-1], f"A played hand of {game.title}.", played_fields(game))
    names.append("UnplayedHand")
    blocks += typed(names[-1], "A deal that came to nothing.", unplayed_fields())
    for kind in kinds.values():
        names.append(camel(kind.name))
        blocks += typed(names[-1], sentence(kind), kind_fields(kind))
    union = "Entry = (\n    " + "\n    | ".join(names) + "\n)\n"
    return formatted("\n\n".join([HEAD, *blocks, union]))


def formatted(source: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", FILE.name, "-"]
    return subprocess.run(
        command, input=source, capture_output=True, encoding="utf-8", cwd=FILE.parent, check=True
    ).stdout


Types = dict[str, tuple[str, bool, list[str]]]
"""By field name: its type, whether it is required, and the classes to write before it."""


def played_fields(game: Variant) -> Types:
    required = {field.name for field in game.fields if field.needed}
    if game.ways:
        required = set.intersection(*(set(way.needed) for way in game.ways))
    common = {field.name: of_field(field, "") for field in entries.HAND.fields}
    common["result"] = (f'Literal["{PLAYED}"]', False, [])
    own = {field.name: of_field(field, camel(game.name)) for field in game.fields}
    own = {name: (shape, name in required, before) for name, (shape, _, before) in own.items()}
    return {"kind": ('Literal["hand"]', True, []), **own, **common}


def unplayed_fields() -> Types:
    results = ", ".join(f'"{result}"' for result in entries.RESULTS if result != PLAYED)
    return {**kind_fields(entries.HAND), "result": (f"Literal[{results}]", True, [])}


def kind_fields(kind: Kind) -> Types:
    own = {field.name: of_field(field, camel(kind.name)) for field in kind.fields}
    return {"kind": (f'Literal["{kind.name}"]', True, []), **own}


def of_field(field: Field, owner: str) -> tuple[str, bool, list[str]]:
    before: list[str] = []
    return of_shape(field, field.shape, owner, before), field.needed, before


def of_shape(field: Field, shape: fields.Shape, owner: str, before: list[str]) -> str:
    """The type of a value of *shape* in *field*; the class of an object is added to *before*."""
    match shape:
        case fields.Word(words):
            return "Literal[" + ", ".join(f'"{word}"' for word in words) + "]"
        case fields.ByName(value):
            return f"dict[str, {of_shape(field, value, owner, before)}]"
        case fields.Listed(item):
            return f"list[{of_shape(field, item, owner, before)}]"
        case fields.Nested(inner):
            name = owner + camel(field.name)
            types = {one.name: of_field(one, name) for one in inner}
            before += typed(name, f"The object in a field ``{field.name}``.", types)
            return name
    return PLAIN[type(shape)]


def typed(name: str, says: str, types: Types) -> list[str]:
    """The classes of an object: first those of the objects inside it, then its own."""
    inside = [block for _, _, before in types.values() for block in before]
    lines = {
        field: shape if required else f"NotRequired[{shape}]" for field, (shape, required, _) in types.items()
    }
    if any(keyword.iskeyword(field) for field in lines):  # no attribute can have such a name
        pairs = "".join(f'        "{field}": {shape},\n' for field, shape in lines.items())
        return [*inside, f'{name} = TypedDict(\n    "{name}",\n    {{\n{pairs}    }},\n)\n"""{says}"""\n']
    body = "".join(f"    {field}: {shape}\n" for field, shape in lines.items())
    return [*inside, f'class {name}(TypedDict):\n    """{says}"""\n\n{body}']


def sentence(kind: Kind) -> str:
    return kind.noun[0].upper() + kind.noun[1:] + "."


def camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.replace("_", "-").split("-"))


if __name__ == "__main__":
    FILE.write_text(document(), encoding="utf-8")
