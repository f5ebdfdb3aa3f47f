"""Reading moves strictly, and finding the offer that a move takes up."""

from collections.abc import Sequence

from .. import shape
from ..cards import name_card, parse_card, write_card
from ..follow import CARD, FLAG, NUMBER, WORD, Move, Offer
from ..packs import SUITS
from ..phases.deal import JOKER_CARD, suit_of
from ..phases.facts import HandFacts
from ..refusal import Refusal


def read(facts: HandFacts, given: object) -> dict[str, object]:
    """A move with its fields checked for their types; flags that are false are left out. Raises Refusal."""
    known = facts.follow.fields
    if not isinstance(given, dict):
        raise Refusal("move-field", "move", name="move")
    kind = given.get("move")
    if not isinstance(kind, str) or kind not in known:
        raise Refusal("not-now", "move")
    shape.only(given, ("move", *known[kind]), "A move “" + kind + "”")
    may_lack = any(telling.kind == kind for telling in facts.follow.tellings)
    move: dict[str, object] = {"move": kind}
    for field, what in known[kind].items():
        value = _value(facts, given, field, what, may_lack)
        if value is not None:
            move[field] = value
    return move


def _value(facts: HandFacts, given: Move, field: str, what: str, may_lack: bool) -> object:
    """The value of one field; None for a flag that is false, or for a field left out of a telling."""
    if what == FLAG:
        return shape.flag(given, field) or None
    if field not in given and may_lack:
        return None
    if what == NUMBER:
        return shape.whole(given, field, 1)
    if what == CARD:
        return _card(facts, given.get(field))
    value = given.get(field)
    if value is None or (what == WORD and not isinstance(value, str)):
        raise Refusal("move-field", field, name=field)
    return value


def _card(facts: HandFacts, value: object) -> str:
    """A card of this game's deck, or only its suit."""
    if isinstance(value, str) and value in SUITS:
        return value
    card = parse_card(value, "card")
    if card not in facts.state.variant.pack.cards(bool(facts.state.options.get("jokers", False))):
        raise Refusal("card-not-in-deck", "card", card=name_card(card))
    return write_card(card)


def match(facts: HandFacts, move: Move, offers: Sequence[Offer]) -> Offer:
    """The offer that *move* takes up. Raises Refusal of the field that fits none, or that of the offer."""
    kind = str(move["move"])
    left = [one for one in offers if one.move["move"] == kind]
    if not left:
        raise Refusal("not-now", "move")
    for field in facts.follow.fields[kind]:
        if field == "chips":
            continue
        wanted = _key(field, move.get(field), left)
        fitting = [one for one in left if one.move.get(field) == wanted]
        if not fitting:
            raise _no_such(field, left)
        left = fitting
    if left[0].off:
        raise left[0].off
    return left[0]


def _key(field: str, value: object, offers: Sequence[Offer]) -> object:
    """A card counts as its suit where it is not offered itself."""
    if field != "card" or value == JOKER_CARD or any(one.move.get(field) == value for one in offers):
        return value
    return suit_of(str(value))


def _no_such(field: str, offers: Sequence[Offer]) -> Refusal:
    players = {one.move.get("player") for one in offers}
    if field == "player" and len(players) == 1:
        return Refusal("turn", field, player=str(players.pop()))
    return Refusal("not-now", field)
