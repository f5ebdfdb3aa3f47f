"""The shapes of moves: which fields each kind has, read strictly; and the moves that are offered."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .. import shape
from ..cards import CARD_GAMES, JOKER, NINE_OF_CLUBS, SUITS, pack, parse_card, write_card
from ..refusal import Refusal, expected, shown
from . import told as t
from .told import Told

Move = Mapping[str, object]

WORD, FLAG, NUMBER, CARD, ANYTHING = "word", "flag", "number", "card", "anything"
PLAYER = {"player": WORD}

# What each kind of move has beside "move"; a flag may be left out, and so may what a telling does not tell.
FIELDS: Mapping[str, Mapping[str, str]] = {
    "dealer": PLAYER,
    "away": PLAYER,
    "back": PLAYER,
    "dealt": {},
    "turned": {"card": CARD},
    "result": {"result": WORD},
    "skip": {},
    "pass": PLAYER,
    "order": {"player": WORD, "alone": FLAG},
    "name": {"player": WORD, "trump": WORD, "alone": FLAG},
    "trade": PLAYER,
    "defend": PLAYER,
    "together": {},
    "taken": {},
    "stay": PLAYER,
    "drop": PLAYER,
    "switch": PLAYER,
    "check": PLAYER,
    "bet": {"player": WORD, "chips": NUMBER},
    "call": PLAYER,
    "raise": {"player": WORD, "chips": NUMBER},
    "fold": PLAYER,
    "trick": {"player": WORD, "king": FLAG},
    "king": {},
    "cancelled": {},
    "throw-in": {},
    "lead": PLAYER,
    "stop": {},
    "renege": PLAYER,
    "in-time": {},
    "too-late": {},
    "guilty": {},
    "not-guilty": {},
    "wrong-trick": {"number": NUMBER, "laid": FLAG},
    "rightful": PLAYER,
    "nobody": {},
    "made": {"maker": WORD, "trump": WORD, "alone": FLAG},
    "choices": {"choices": ANYTHING},
    "bets": {"bets": ANYTHING, "folded": ANYTHING},
    "tricks": {"tricks": ANYTHING, "kings": ANYTHING, "thrown_in": FLAG},
    "showdown": {"winner": ANYTHING, "tricks": ANYTHING, "kings": ANYTHING},
}
TELLINGS = ("made", "choices", "bets", "tricks", "showdown")


@dataclass(frozen=True)
class Offer:
    """One move that can be thought of now: ``move`` as it is sent, ``words`` for a button.

    ``off`` says why it may not be made, with the rule's id, and is empty when it may; ``rule`` is that id, or
    the one the move rests on. A bet or a raise leaves ``chips`` (``least`` to ``most``) to be added.
    """

    move: Move
    words: str
    off: str = ""
    rule: str = ""
    least: int | None = None
    most: int | None = None

    @property
    def allowed(self) -> bool:
        """Whether the move may be made."""
        return not self.off


def offer(words: str, kind: str, rule: str = "", off: str = "", **fields: object) -> Offer:
    """The offer of a move of *kind* with *fields*."""
    return Offer({"move": kind, **fields}, words, off, rule)


def read(told: Told, given: object) -> dict[str, object]:
    """A move with its fields checked for their types; flags that say no are left out. Raises Refusal."""
    if not isinstance(given, dict):
        raise expected("move", "a move with its fields by name", given)
    kind = shape.name(given, "move", tuple(FIELDS))
    fields = FIELDS[kind]
    shape.only(given, ("move", *fields), "the move “" + kind + "”")
    move: dict[str, object] = {"move": kind}
    for field, what in fields.items():
        value = _value(told, given, field, what, kind in TELLINGS)
        if value is not None:
            move[field] = value
    return move


def _value(told: Told, given: Move, field: str, what: str, may_lack: bool) -> object:
    """The value of one field; None for a flag that says no, or for what a telling leaves out."""
    if what == FLAG:
        return shape.flag(given, field) or None
    if field not in given and may_lack:
        return None
    if what == NUMBER:
        return shape.whole(given, field, 1, "chips" if field == "chips" else "tricks")
    if what == CARD:
        return _card(told, given.get(field))
    value = given.get(field)
    if what == WORD and not isinstance(value, str):
        raise expected(field, "a name" if field in ("player", "maker") else "a word", value)
    if value is None:
        raise expected(field, "something told", value)
    return value


def _card(told: Told, value: object) -> str:
    """A card of this game's pack, or only its suit."""
    if isinstance(value, str) and value in SUITS:
        return value
    card = parse_card(value, "card")
    if card not in pack(told.game, bool(told.state.options.get("jokers", False))):
        raise expected("card", "a card of this pack, or its suit", value)
    return write_card(card)


def suit_of(told: Told, card: str) -> str:
    """The suit that a turned card offers (KC-04); ``""`` for a Joker that offers none."""
    if card in SUITS:
        return card
    if card == write_card(JOKER):
        wild = str(told.state.options.get("flipped_joker", ""))
        return wild if wild in SUITS else ""
    return parse_card(card).suit


def special_cards(told: Told) -> tuple[str, ...]:
    """The turned cards that a suit alone does not tell: nine of clubs, Joker (TH-12, KC-04, PE-06)."""
    if told.game == t.THREE_HANDED:
        return (write_card(NINE_OF_CLUBS),)
    game = CARD_GAMES[told.game]
    jokers = game.wild_jokers if told.state.options.get("jokers", False) else len(game.best_bower)
    return (write_card(JOKER),) if told.jokers_turned < jokers else ()


def match(told: Told, move: Move, offers: Iterable[Offer]) -> Offer:
    """The offer that *move* takes up; raises Refusal of the field that fits none, or with the reason."""
    left = [one for one in offers if one.move["move"] == move["move"]]
    if not left:
        kinds = tuple(dict.fromkeys(str(one.move["move"]) for one in offers if one.allowed))
        raise expected("move", shape.one_of(kinds) if kinds else "no more of this hand", move["move"])
    for field in FIELDS[str(move["move"])]:
        if field == "chips":
            continue
        wanted = _key(told, field, move.get(field))
        fitting = [one for one in left if one.move.get(field) == wanted]
        if not fitting:
            raise _no_such(field, move.get(field), left)
        left = fitting
    if left[0].off:
        raise Refusal("move", "expected another move, got “" + left[0].words + "”: " + left[0].off)
    return left[0]


def _key(told: Told, field: str, value: object) -> object:
    if field == "card" and value not in special_cards(told) and value != write_card(JOKER):
        return suit_of(told, str(value))
    return value


def _no_such(field: str, value: object, offers: Iterable[Offer]) -> Refusal:
    known = [one.move[field] for one in offers if field in one.move]
    if not known or value is None:
        return Refusal(
            field, "expected " + ("it" if known else "no such thing") + " said now, got " + shown(value)
        )
    words = tuple(dict.fromkeys(shown(one) if type(one) is bool else str(one) for one in known))
    return expected(field, shape.one_of(words), value)
