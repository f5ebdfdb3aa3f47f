"""An entry under other names of players."""

from collections.abc import Callable, Mapping

from scoring import Variant
from scoring.entries import HAND, KINDS
from scoring.fields import ByName, Listed, Nested, Player, Shape, Side, Text


def renamed_entry(
    variant: Variant,
    entry: Mapping[str, object],
    name: Callable[[str], str],
    text: Callable[[str, int], str] = lambda typed, _longest: typed,
) -> dict[str, object]:
    """An entry with other names of players and teams; *text* changes typed words, up to a length."""
    kind = KINDS[str(entry["kind"])]
    fields = (*kind.fields, *(variant.fields if kind is HAND else ()))
    shapes = {field.name: field.shape for field in fields}

    def renamed(shape: Shape, value: object) -> object:
        match shape, value:
            case (Player() | Side(), str()):
                return name(value)
            case Text(), str():
                return text(value, shape.longest)
            case ByName(), dict():
                return {name(one): number for one, number in value.items()}
            case Listed(), list():
                return [renamed(shape.item, item) for item in value]
            case Nested(), dict():
                inner = {field.name: field.shape for field in shape.fields}
                return {one: renamed(inner[one], item) for one, item in value.items()}
        return value

    return {one: renamed(shapes[one], value) if one in shapes else value for one, value in entry.items()}
