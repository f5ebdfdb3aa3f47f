"""Fields of an entry as typed declarations, from which schema, refusals, wording and forms derive."""

from dataclasses import dataclass

from .shape import NOTE_LENGTH

MOST_PLAYERS = 12


@dataclass(frozen=True)
class Flag:
    """true or false; false when it is left out."""


@dataclass(frozen=True)
class Whole:
    """A whole number from ``least`` to ``most``; ``most`` None: no upper bound.

    ``least`` None: no lower bound, but not 0 (points of an adjustment).
    """

    least: int | None = 0
    most: int | None = None


@dataclass(frozen=True)
class Word:
    """One of ``words``."""

    words: tuple[str, ...]


@dataclass(frozen=True)
class Text:
    """Free text of ``least`` to ``longest`` characters."""

    longest: int
    least: int = 0


@dataclass(frozen=True)
class Player:
    """The name of a player; ``new``: of a player who is not seated yet.

    ``pot``: the pot is allowed too.
    """

    new: bool = False
    pot: bool = False


@dataclass(frozen=True)
class Side:
    """The name of a side: a team where there are teams, otherwise a player."""


@dataclass(frozen=True)
class ByName:
    """A map from names to values; ``sides``: names of sides, otherwise of players.

    ``total``: what the values add up to in a hand played to the end; None: varies.
    """

    value: "Whole | Word"
    sides: bool = False
    total: int | None = None


@dataclass(frozen=True)
class Listed:
    """A list of at most ``most`` items, in the order of what happened; ``once``: none of them twice."""

    item: "Player | Nested"
    most: int = MOST_PLAYERS
    once: bool = False


@dataclass(frozen=True)
class Nested:
    """An object with these fields and no others."""

    fields: "tuple[Field, ...]"


@dataclass(frozen=True)
class Chosen:
    """A map from names of the game's options to their values, at least one."""


Shape = Flag | Whole | Word | Text | Player | Side | ByName | Listed | Nested | Chosen


@dataclass(frozen=True)
class Field:
    """One field of an entry.

    name: as in a record. shape: the type of its value. rule: id of the rule that a refusal of this field
    rests on. label: one to four words for people. needed: whether the entry must have it. needs: names of
    fields that it requires. option: name of the flag option that must be on for it. words: a
    clause about the hand when the field is there, {value} standing for its value. trump: of a flag that is
    on, the trump then.
    """

    name: str
    shape: Shape
    rule: str = ""
    label: str = ""
    needed: bool = False
    needs: tuple[str, ...] = ()
    option: str = ""
    words: str = ""
    trump: str = ""


@dataclass(frozen=True)
class Way:
    """One of several ways to write a played hand: fields that it needs, fields that it leaves out."""

    needed: tuple[str, ...]
    without: tuple[str, ...] = ()


@dataclass(frozen=True)
class Kind:
    """One kind of entry.

    name: as in a record. label: as a heading. noun: as a refusal names it, with its article. fields: beside
    ``kind``; those of a played hand are the game's own. between_hands: whether it may only be entered while
    no hand is being played.
    """

    name: str
    label: str
    noun: str
    fields: tuple[Field, ...]
    between_hands: bool = False

    @property
    def title(self) -> str:
        """The noun at the beginning of a sentence."""
        return self.noun[0].upper() + self.noun[1:]

    @property
    def names(self) -> frozenset[str]:
        """Names of all its fields, ``kind`` among them."""
        return frozenset(["kind", *(field.name for field in self.fields)])


FLAG = Flag()
PLAYER = Player()
SIDE = Side()
NAMES = Listed(PLAYER, once=True)
NOTE = Field("note", Text(NOTE_LENGTH), label="Note")


def counts(most: int | None, total: int | None = None, *, sides: bool = False) -> ByName:
    """A map from players (or sides) to whole numbers from 0 to *most*, *total* in all."""
    return ByName(Whole(0, most), sides, total)


def maker(rule: str) -> Field:
    """The field ``maker``: the player who made trump or won the bidding."""
    return Field("maker", PLAYER, rule, "Maker", needed=True)


def trump(rule: str, trumps: tuple[str, ...]) -> Field:
    """The field ``trump``; no game needs it."""
    return Field("trump", Word(trumps), rule, "Trump")


def tricks(rule: str, total: int, *, sides: bool = False) -> Field:
    """The field ``tricks`` of a game whose hands have *total* tricks."""
    return Field("tricks", counts(total, total, sides=sides), rule, "Tricks", needed=True)


def inside(shape: Shape) -> tuple[Field, ...]:
    """The fields of the objects that a field of this shape holds."""
    if isinstance(shape, Listed):
        return inside(shape.item)
    return shape.fields if isinstance(shape, Nested) else ()
