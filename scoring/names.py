"""Names of players: which may be used, and when two are the same.

*stored* below: the name is part of a game that was stored before names were compared as now. It has to pass
only what was checked then, so that every stored game can be read.
"""

from collections.abc import Collection
from unicodedata import category, normalize

from .refusal import Refusal, quoted
from .shape import NAME_LENGTH, label, misfit

RESERVED = frozenset(("pot", "bank"))
UNPRINTABLE = frozenset(("Cc", "Cs", "Zl", "Zp"))
UNSEEN = UNPRINTABLE | {"Cf", "Cn", "Zs", "Mn", "Me"}
# Letters and a symbol that are drawn as nothing: Hangul fillers and the blank Braille pattern.
BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800")


def compared(name: str) -> str:
    """The name as it is compared with others: NFKC, case folded, NFKC again, no format characters."""
    folded = normalize("NFKC", normalize("NFKC", _without_format(name)).casefold())
    return _without_format(folded)


def checked(value: object, field: str, *, stored: bool = False) -> str:
    """A name that a player may have, not yet compared with other names. Raises Refusal of *field*."""
    if not isinstance(value, str):
        raise misfit("not-text", field, value, label=label(field))
    if not 1 <= len(value) <= NAME_LENGTH or value.strip() != value:
        raise Refusal("name-length", field, most=NAME_LENGTH)
    if not stored:
        if any(category(character) in UNPRINTABLE for character in value):
            raise Refusal("name-control", field)
        if all(category(character) in UNSEEN or character in BLANKS for character in value):
            raise Refusal("name-blank", field)
    if _key(value, stored) in RESERVED:
        raise Refusal("name-reserved", field, name=quoted(value))
    return value


def refuse_same(names: Collection[str], field: str, *, stored: bool = False) -> None:
    """Raise Refusal of *field* if two of the names are the same."""
    seen: list[str] = []
    for name in names:
        refuse_taken(name, seen, field, stored=stored)
        seen.append(name)


def refuse_taken(name: str, others: Collection[str], field: str, *, stored: bool = False) -> None:
    """Raise Refusal of *field* if the name is the same as one of the others."""
    if _key(name, stored) in {_key(other, stored) for other in others}:
        raise Refusal("same-name", field, player=quoted(name))


def _key(name: str, stored: bool) -> str:
    return name.casefold() if stored else compared(name)


def _without_format(name: str) -> str:
    return "".join(character for character in name if category(character) != "Cf")
