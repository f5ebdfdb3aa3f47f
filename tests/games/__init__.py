"""What the tests know of each game: a package a game, found by the game's name.

``tests/games/<game>/`` (the name with underscores) holds, and every game has all of it:

- ``cases.txt``: cases in the players' notation, one at least for every rule that scores or refuses
  (``tests/scoring/notation.py`` says how they are read); a rule that does neither is named there with its
  reason, as ``# XX-01 has no case: it …``;
- ``words.txt``: every sentence that the cases bring up, written by ``make generated`` and read by whoever
  changes one;
- ``samples.jsonl``: sample games, one a line, made by an independent reading of the rules. ``record`` is a
  ``bower.game/1``, ``expect`` what must come of it: ``over``, ``winners``, ``next_dealer``, ``scores`` (or
  ``chips``, ``pot``, ``bank``, ``net``) and each hand's ``dealer`` and ``change``; or, for a record that must
  be refused, ``error`` with its ``entry`` and ``field``. Where a sample seems wrong, the rules page decides;
- ``facts.py``, ``hands.py``, ``cardplay.py``, ``form.py`` and ``evening.py``, which hold what ``Facts``,
  ``Hands``, ``CardPlay``, ``Form`` and ``Evening`` below say;
- ``reading.py`` only where ``tests.samples`` draws the sample games;
- ``tricks.py`` only where a card of the game does in a trick what it does in no other game: see ``Tricks``.

The tests of all games run over what stands here. Random games are drawn for each game apart, so that one more
game changes none of the others.
"""

import importlib
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from scoring import VARIANTS, from_json, opening, step

if TYPE_CHECKING:
    from scoring import State
    from scoring.variant import Deal
    from tests.games.clauses import Clause
    from tests.scoring.dice import Dice
    from tests.scoring.simulator.hands import Asked
    from tests.scoring.simulator.rules import Game

FOLDER = Path(__file__).parent

Entry = dict[str, Any]
Fields = dict[str, str]


class Cards(NamedTuple):
    """A pack: number of cards, some that are in it, some that are not, and how a message calls it."""

    size: int
    inside: str
    outside: str
    words: str


# A field of the first hand of ``Hands.FULL``, what it may not be, and the code of the refusal; "" for any.
WrongField = tuple[str, object, str]
# Moves so far, the move that is refused, its field, and the code; "" for any.
RefusedMove = tuple[str, Entry, str, str]


class Facts(Protocol):
    """What the rulebook says of the game, and what follows from it on the pages.

    Cards are separated by spaces. Moves are written as in ``tests/scoring/progress/tables.py``, at a table of
    its four first players, or as many as may play, where Ann deals.
    """

    PLAYERS: range
    DEALS: "Mapping[int, Deal]"  # by number of players, at least one
    CARDS: Cards
    TRUMPS: list[tuple[str, str, str]]  # rule, trump, its cards from high to low; with each kind of trump
    RESULTS: str  # what a hand may come to under the usual options of the tests, as a message says it
    SILENT: list[str]  # options about what no record tells, in the order of the game
    WRONG: list[WrongField]
    ROWS: list[tuple[Entry, str, str]]  # a hand, how a recap calls it, and its trump
    INSTRUCTIONS: Mapping[str, str]  # by the moves so far: the one instruction, with its rule
    ASKED: Mapping[str, str]  # by the moves so far: what the page of a hand in progress asks
    REFUSED_MOVES: list[RefusedMove]


SuitOrder = tuple[str, str, str, str]  # rule, trump, suit, its cards from high to low
CountsAs = tuple[str, str, str, str]  # rule, trump, card, the suit that it counts as; "" for none
Taken = tuple[str, str, int | None, str]  # trump, cards in order, place of the winner from 1, rules
Why = tuple[str, str, bool, str]  # trump, cards in order, whether it is the last trick, the reason given
Followed = tuple[str, str, str, str, str]  # trump, hand, trick so far, what may be played, rules
WhyPlayed = tuple[str, str, str, str]  # trump, hand, trick so far, the reason given


class Tricks(Protocol):
    """What a card of this game does in a trick. A list may be empty."""

    SUIT_ORDERS: list[SuitOrder]
    COUNTS_AS: list[CountsAs]
    TRICKS: list[Taken]
    WINNERS: list[Why]
    FOLLOWING: list[Followed]
    LAST_TRICK: list[Followed]  # as FOLLOWING, in the last trick
    CHOICES: list[WhyPlayed]


class Hands(Protocol):
    """Hands as the record holds them, without ``kind``; what a hand must have is up to the game."""

    SEATS: int  # players at the usual table of the tests
    ENDLESS: Entry  # options under which a game goes on longest: for hundreds of hands where none is bounded
    SHORT: Entry  # options under which some twenty hands do
    FULL: list[Entry]  # entries, with ``kind``, that have every field of the game, so far as they go together
    CLAUSES: "list[Clause]"  # clauses of the notation that only this game has

    def usual(self, turns: Sequence[str]) -> Entry:
        """A hand that every table of SEATS players may enter; *turns* are the players from the maker on."""
        ...

    def varied(self, number: int, order: Sequence[str]) -> Entry:
        """Hand *number* of a long game, from 0, with everything in turn; *order* ends with the dealer."""
        ...

    def any_hand(self, dice: "Dice", state: "State") -> Entry:
        """Any hand that was played and may be entered now, the simplest first."""
        ...


class CardPlay(Protocol):
    """The card play, written from the rulebook: nothing in it comes from ``scoring``."""

    RULES: "Game"
    RARE: list[str]  # what two thousand hands must have in them (``situations`` counts it)

    def deal(self, rng: random.Random) -> "Iterator[Asked]":
        """Deal a hand and play it by legal moves; every question to `trick` and `follow`, with its answer."""
        ...


class UsualHand(NamedTuple):
    """A hand entered often: players, fields in the order of their taps, taps at most, part of the entry."""

    players: int
    taps: Mapping[str, object]
    most: int
    entry: Entry


class Form(Protocol):
    """How the hand form is filled in. Players are said by seat, from 0."""

    USUAL: UsualHand | None  # None where no hand is usual
    HALF: Fields  # a hand half told, after the first BEGUN entries of the evening
    WHOLE: Fields  # and what is left of it

    def fields(self, entry: Mapping[str, Any], at: Sequence[str], options: Mapping[str, Any]) -> Fields:
        """The game's own fields of an entry, in the order of the thumb.

        at: who sits where. options: those of the table, at least what is not as usual.
        """
        ...


class Evening(Protocol):
    """An evening at the table, and a hand of it followed card by card."""

    EVENING: Entry  # a record from the first deal to the end, with what is rare in it as well
    BEGUN: int  # so many entries, and a table has something to see
    ENOUGH: int  # so many, and there is something of every kind
    TABLE: Entry  # players, and entries where chips have to be bought first; the first player deals
    MOVES: str  # a hand in progress from the deal to the last trick; "" where the game is not followed
    ENTRY: Entry  # what the moves come to


def facts(game: str) -> Facts:
    return cast(Facts, part(game, "facts", Facts))


def tricks(game: str) -> Tricks | None:
    """None where the cards of the game do nothing of their own."""
    return (
        cast(Tricks, part(game, "tricks", Tricks)) if folder(game).joinpath("tricks.py").is_file() else None
    )


def hands(game: str) -> Hands:
    return cast(Hands, part(game, "hands", Hands))


def cardplay(game: str) -> CardPlay:
    return cast(CardPlay, part(game, "cardplay", CardPlay))


def form(game: str) -> Form:
    return cast(Form, part(game, "form", Form))


def evening(game: str) -> Evening:
    return cast(Evening, part(game, "evening", Evening))


def going_on(record: Entry) -> Entry:
    """The record; where the goal of its game has an upper bound, hands that come near it are dealt again."""
    variant = VARIANTS[record["variant"]]
    goal, most = variant.goal, {option.name: option.most for option in variant.options}
    if goal is None or most[goal.option] is None:
        return record
    state, entries = opening(from_json({**record, "entries": []})), []
    near = int(state.options[goal.option]) // 4
    for entry in record["entries"]:
        scores = step(state, entry).state.scores
        left = goal.to_go(scores[goal.leaders(scores)[0]], state.options)
        entries.append(entry if left > near else {"kind": "hand", "result": "redeal"})
        state = step(state, entries[-1]).state
    return {**record, "entries": entries}


def text(game: str, name: str) -> str:
    """The text of one of a game's files."""
    return found(game, name).read_text(encoding="utf-8")


def part(game: str, name: str, holds: type) -> Any:
    """A module of a game's package, with everything in it that it has to hold."""
    file = found(game, f"{name}.py")
    module = importlib.import_module(f"{__name__}.{file.parent.name}.{name}")
    wanted = {*holds.__annotations__, *vars(holds)}
    missing = sorted(one for one in wanted if not one.startswith("_") and not hasattr(module, one))
    assert not missing, f"{relative(file)}: expected {', '.join(missing)}, as {holds.__name__} says"
    return module


def folder(game: str) -> Path:
    return FOLDER / game.replace("-", "_")


def found(game: str, name: str) -> Path:
    file = folder(game) / name
    assert file.is_file(), f"{relative(file)} is missing: tests/games/__init__.py says what every game has"
    return file


def relative(file: Path) -> str:
    return file.relative_to(FOLDER.parent.parent).as_posix()
