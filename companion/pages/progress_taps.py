"""The moves of a hand in progress as buttons."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring import Refusal
from scoring.progress import Offer

SUITS = ("spades", "hearts", "diamonds", "clubs")
CALLS = frozenset(("pass", "order", "stay", "drop", "switch"))


@dataclass(frozen=True)
class Tap:
    """A button for a move.

    move: the move as JSON text. words: label. suit: a suit to draw; "" for none. alone: whether the move is
    to play alone. laid: whether it is a trick in which a player reneged who has also played to the one on the
    table. off: the refusal that it meets; None if it is allowed. rule: rule id; "" without one.
    """

    move: str
    words: str
    suit: str = ""
    alone: bool = False
    laid: bool = False
    off: Refusal | None = None
    rule: str = ""


def tap(offer: Offer, words: str = "", **more: object) -> Tap:
    """The button of an offer. *words*: the label, if not the offer's; *more*: further fields of the move."""
    laid = "laid" in offer.move
    suit = str(offer.move.get("trump") or offer.move.get("card") or "")
    return Tap(
        move=json.dumps({**offer.move, **more}, separators=(",", ":")),
        words=words or (f"Trick {offer.move['number']}" if laid else offer.words),
        suit=suit if suit in SUITS else "",
        alone="alone" in offer.move,
        laid=laid,
        off=offer.off,
        rule=offer.rule,
    )


def by_player(offers: Iterable[Offer]) -> Mapping[str, Tap]:
    """The answers to a question about players, by player; {} if the question is another.

    A King is told after its trick, by a second tap.
    """
    named = [one for one in offers if "player" in one.move and "king" not in one.move]
    players = [str(one.move["player"]) for one in named]
    if len({one.move["move"] for one in named}) != 1 or len(set(players)) != len(players) or len(players) < 2:
        return {}
    return {str(one.move["player"]): tap(one) for one in named}


def in_rows(offers: Iterable[Offer]) -> tuple[tuple[Tap, ...], ...]:
    """The offers grouped in rows of related moves; those that stand alone share the first row."""
    rows: dict[tuple[object, ...], list[Tap]] = {}
    for one in offers:
        rows.setdefault(_row(one), []).append(tap(one))
    alone = [row for row in rows.values() if len(row) == 1 and not row[0].laid]
    single = tuple(tap for row in alone for tap in row)
    return (*([single] if single else []), *(tuple(row) for row in rows.values() if row not in alone))


def _row(offer: Offer) -> tuple[object, ...]:
    kind = offer.move["move"]
    return ("call",) if kind in CALLS else (kind, "alone" in offer.move, "laid" in offer.move)


def reasons(taps: Iterable[Tap]) -> tuple[Tap, ...]:
    """Buttons that are off, each reason once."""
    return tuple({tap.off.message: tap for tap in taps if tap.off}.values())
