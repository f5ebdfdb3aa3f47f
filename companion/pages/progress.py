"""The page of a hand in progress: seats, the current question, and the moves that may be tapped."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring import Refusal, State, signed
from scoring.progress import Offer, Progress

SUITS = ("spades", "hearts", "diamonds", "clubs")
RARE = frozenset(("dealer", "away", "back", "result", "renege"))
THROW_IN = "throw-in"
SKIP = "skip"
SHOWDOWN = "showdown"
CALLS = frozenset(("pass", "order", "stay", "drop", "switch"))
BETS = frozenset(("check", "bet", "call", "raise", "fold"))


@dataclass(frozen=True)
class Tap:
    """A button for a move.

    move: the move as JSON text. words: label. suit: a suit to draw; "" for none. alone: whether the move is
    to play alone. off: the refusal that it meets; None if it is allowed. rule: rule id; "" without one.
    least, most: bounds of the chips to enter with it; None without chips.
    """

    move: str
    words: str
    suit: str = ""
    alone: bool = False
    off: Refusal | None = None
    rule: str = ""
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True)
class Hand:
    """One player in the hand.

    deals: the dealer. acts: next to act. leads: next to lead. out: folded, dropped or sitting out. tricks,
    kings: numbers so far. notes: the player's state in words; "" without one. put: chips bet, without the
    ante; None without betting. showdown: tricks in the showdown; None without one, or for a player who isn't
    in it.
    """

    name: str
    deals: bool
    acts: bool
    leads: bool
    out: bool
    tricks: int
    kings: int
    notes: str
    put: int | None = None
    showdown: int | None = None


@dataclass(frozen=True)
class ProgressPage:
    """Everything on the page.

    progress: the hand after its moves. number: the hand's, from 1. ask: the current question. hands: players
    dealt in, in seat order. rows: buttons of the current question, row by row. reasons: buttons that are off,
    each reason once. rare: buttons seldom needed. skip, throw_in: their buttons; None if not offered. renege:
    the rules on a renege; "" while none can be called. promise: changes by name, with a sign, if the hand is
    saved now; () while it is incomplete. first: whether it is the first hand of the game. in_showdown:
    whether the showdown is shown. turned_down: whether all players passed the turned suit.
    """

    progress: Progress
    number: int
    ask: str
    hands: tuple[Hand, ...]
    rows: tuple[tuple[Tap, ...], ...]
    reasons: tuple[Tap, ...]
    rare: tuple[Tap, ...]
    skip: Tap | None
    throw_in: Tap | None
    renege: str
    promise: tuple[tuple[str, str], ...]
    first: bool
    in_showdown: bool = False
    turned_down: bool = False


def progress_page(state: State, progress: Progress) -> ProgressPage:
    """The page of a hand in progress; *state* is the table before it."""
    usual = [one for one in progress.offers if one.move["move"] not in RARE | {SKIP, THROW_IN}]
    rows = tuple(tuple(_tap(progress, one) for one in row) for row in _rows(usual))
    rare = tuple(_tap(progress, one) for one in progress.offers if one.move["move"] in RARE)
    throwing = [_tap(progress, one) for one in progress.offers if one.move["move"] == THROW_IN]
    skips = [_tap(progress, one) for one in progress.offers if one.move["move"] == SKIP and one.allowed]
    return ProgressPage(
        progress=progress,
        number=state.hands + 1,
        ask=progress.ask,
        hands=tuple(_hand(progress, name) for name in _seated(state, progress)),
        rows=rows,
        reasons=_reasons(tap for row in rows for tap in row),
        rare=rare,
        skip=skips[0] if skips else None,
        throw_in=throwing[0] if throwing else None,
        renege=progress.renege if progress.tricks and not progress.accused else "",
        promise=_promise(progress),
        first=not state.hands,
        in_showdown=bool(_showdown(progress)),
        turned_down=bool(progress.turned and progress.order) and len(progress.passed) >= len(progress.order),
    )


def _seated(state: State, progress: Progress) -> tuple[str, ...]:
    return tuple(name for name in state.players if name in progress.dealt_in)


def _hand(progress: Progress, name: str) -> Hand:
    betting = progress.betting
    folded = betting is not None and name in betting.folded
    return Hand(
        name=name,
        deals=name == progress.dealer,
        acts=name == progress.to_act,
        leads=name in (progress.leader, progress.to_act if progress.phase == SHOWDOWN else None),
        out=folded or name in progress.sitting_out or progress.choices.get(name) == "drop",
        tricks=progress.counts.get(name, 0),
        kings=progress.kings.count(name),
        notes=_notes(progress, name, folded),
        put=betting.put.get(name) if betting else None,
        showdown=_showdown(progress).get(name),
    )


def _showdown(progress: Progress) -> Mapping[str, int]:
    """Tricks of the showdown by player; {} before it begins and when only a winner was given."""
    counts = progress.showdown.counts if progress.showdown else {}
    return counts if progress.phase == SHOWDOWN or any(counts.values()) else {}


def _notes(progress: Progress, name: str, folded: bool) -> str:
    notes = []
    if name == progress.maker:
        notes.append("makes it alone" if progress.alone else "makes it")
        notes += [f"bid {progress.bid}"] * (progress.bid > 0 and not progress.alone)
    if name == progress.lone_defender:
        notes.append("defends alone")
    notes += ["passed"] * (name in progress.passed and not progress.maker)
    notes += [f"bid {bid.tricks}" for bid in progress.bids if bid.player == name and not progress.maker]
    notes += ["sits out"] * (name in progress.sitting_out)
    notes += [
        {"drop": "drops", "switch": "took the spare hand", "stay": "stays"}.get(choice, "")
        for choice in (progress.choices.get(name, ""),)
        if choice and name != progress.maker
    ]
    notes += ["folded"] * folded + ["reneged"] * (name in progress.reneged)
    notes += [f"{progress.counts.get(name, 0)} in the hand"] * bool(_showdown(progress))
    return ", ".join(notes)


def _tap(progress: Progress, offer: Offer) -> Tap:
    suit = str(offer.move.get("trump") or offer.move.get("card") or "")
    return Tap(
        move=json.dumps(offer.move, separators=(",", ":")),
        words=_king(progress) if offer.move["move"] == "king" else offer.words,
        suit=suit if suit in SUITS else "",
        alone="alone" in offer.move,
        off=offer.off,
        rule=offer.rule,
        least=offer.least,
        most=offer.most,
    )


def _king(progress: Progress) -> str:
    """Label of the button for a King that won the last trick (KC-10, KC-19)."""
    shown = progress.showdown.tricks if progress.showdown else ()
    tricks, which = (shown, "Showdown, trick") if shown else (progress.tricks, "Trick")
    return f"{which} {len(tricks)}, {tricks[-1].taker}'s: it was a King"


def _rows(offers: Iterable[Offer]) -> list[list[Offer]]:
    """The offers grouped in rows of related moves."""
    rows: dict[tuple[object, ...], list[Offer]] = {}
    for offer in offers:
        rows.setdefault(_row(offer), []).append(offer)
    return list(rows.values())


def _row(offer: Offer) -> tuple[object, ...]:
    kind = offer.move["move"]
    if kind in CALLS:
        return ("call",)
    return ("bet", offer.least) if kind in BETS else (kind, "king" in offer.move, "alone" in offer.move)


def _reasons(taps: Iterable[Tap]) -> tuple[Tap, ...]:
    """Buttons that are off, each reason once."""
    return tuple({tap.off.message: tap for tap in taps if tap.off}.values())


def _promise(progress: Progress) -> tuple[tuple[str, str], ...]:
    """Changes by name if the hand is saved now; () while it is incomplete."""
    if progress.step is None or progress.step.hand is None:
        return ()
    return tuple((name, signed(change)) for name, change in progress.step.hand.change.items())
