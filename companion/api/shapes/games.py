"""Shapes: games and hands in progress."""

from dataclasses import dataclass
from typing import Annotated, Any

from companion.api.shapes.common import COUNT, GAME, POSITIVE, VALUES, Game
from companion.api.typed import Doc


@dataclass(frozen=True, kw_only=True)
class GameSummary:
    """A game that Bower scores."""

    name: Annotated[str, Doc("The game, as a record names it.", GAME)]
    title: Annotated[str, Doc("Its full name.")]
    address: Annotated[str, Doc("Where the API describes it.", {"format": "uri-reference"})]


@dataclass(frozen=True, kw_only=True)
class GameList:
    """The games that Bower scores."""

    variants: Annotated[list[GameSummary], Doc("Every game.")]


@dataclass(frozen=True, kw_only=True)
class SeatRange:
    """How many may play."""

    least: Annotated[int, Doc("The fewest.", POSITIVE)]
    most: Annotated[int, Doc("The most.", POSITIVE)]


@dataclass(frozen=True, kw_only=True)
class GameOption:
    """A table option of a game."""

    name: Annotated[str, Doc("Its name in a record.")]
    default: Annotated[object, Doc("Its value where a record has none.", ref="OptionValue")]
    kind: Annotated[str, Doc("What kind of value it takes.", {"enum": ["number", "flag", "word"]})]
    least: Annotated[int | None, Doc("The least number; null where it takes no number.")]
    values: Annotated[list[object], Doc("The values it takes; empty where any will do.", ref="OptionValue")]
    rule: Annotated[str, Doc("The rule's id in the rulebook.")]
    effect: Annotated[str, Doc("What it does.")]


@dataclass(frozen=True, kw_only=True)
class GameDetails:
    """A game, with all that is needed to record it."""

    name: Annotated[str, Doc("The game, as a record names it.", GAME)]
    title: Annotated[str, Doc("Its full name.")]
    seats: Annotated[SeatRange, Doc("How many may play.")]
    has_bank: Annotated[bool, Doc("Whether it is played for chips.")]
    options: Annotated[list[GameOption], Doc("Its table options.")]
    fields: Annotated[list[str], Doc("The fields that a hand may have.")]
    trumps: Annotated[list[str], Doc("What may be trump.")]
    kinds: Annotated[list[str], Doc("The kinds of entries, hands first.")]
    entry: Annotated[object, Doc("The JSON Schema of an entry.", ref="JsonSchema")]
    rules: Annotated[dict[str, str], Doc("The rules of the rulebook by id.")]


@dataclass(frozen=True, kw_only=True)
class Reason:
    """Why a move isn't allowed, for programs."""

    code: Annotated[str, Doc("The code of the refusal that the move would get.")]
    rule: Annotated[str | None, Doc("The id of the rule behind it; null if there is none.")]
    values: Annotated[dict[str, Any], Doc("Names and numbers that its sentence shows, by name.", VALUES)]


@dataclass(frozen=True, kw_only=True)
class Offer:
    """A move that can be thought of now."""

    move: Annotated[object, Doc("The move, as it is sent.", ref="Move")]
    words: Annotated[str, Doc("The move in words, as a button has it.")]
    rule: Annotated[str, Doc("The rule's id; empty if there is none.")]
    off: Annotated[str, Doc("Why the move isn't allowed, in a sentence; empty where it is.")]
    reason: Annotated[Reason | None, Doc("The same for programs; null where the move is allowed.")]
    least: Annotated[int | None, Doc("The fewest chips to add to the move; null where it takes none.")]
    most: Annotated[int | None, Doc("The most chips to add to the move; null where it takes none.")]


@dataclass(frozen=True, kw_only=True)
class HandInProgress:
    """The hand in progress: its moves, and what may be done next."""

    variant: Game
    rev: Annotated[int, Doc("How often it has changed.", COUNT)]
    moves: Annotated[list[object], Doc("Its moves, in order.", ref="Move")]
    phase: Annotated[str, Doc("The phase that it is in.")]
    to_act: Annotated[str | None, Doc("Whose turn it is; null where it is nobody's.")]
    done: Annotated[bool, Doc("Whether the hand is complete.")]
    entry: Annotated[object, Doc("The entry so far; once done, as it is added to the log.", of_game="Hand")]
    offers: Annotated[list[Offer], Doc("The moves that come next, those that aren't allowed too.")]


@dataclass(frozen=True, kw_only=True)
class Moves:
    """The moves of a hand in progress."""

    moves: Annotated[list[object], Doc("All moves, in order; none to begin.", {"maxItems": 400}, ref="Move")]
