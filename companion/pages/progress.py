"""The hand in progress as a page draws it: who sits where, what is asked now, and what may be tapped."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring import State, signed
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
    """A move that can be tapped: ``move`` is what is sent; ``off`` why not, by which ``rule``.

    ``least`` and ``most`` are the bounds of the chips that are asked with it.
    """

    move: str
    words: str
    suit: str = ""
    alone: bool = False
    off: str = ""
    rule: str = ""
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True)
class Hand:
    """One player in the hand: tricks and Kings so far, chips bet, and what there is to say of them.

    ``showdown`` counts tricks of the showdown; None where none is played, or not by this player.
    """

    name: str
    deals: bool
    acts: bool
    leads: bool
    out: bool
    tricks: int
    kings: int
    says: str
    put: int | None = None
    showdown: int | None = None


@dataclass(frozen=True)
class ProgressPage:
    """All that the page shows; ``rows`` are the moves of now, ``rare`` those seldom wanted."""

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
        says=_says(progress, name, folded),
        put=betting.put.get(name) if betting else None,
        showdown=_showdown(progress).get(name),
    )


def _showdown(progress: Progress) -> Mapping[str, int]:
    """Tricks of the showdown by who plays it: from its beginning, and later if they were told."""
    counts = progress.showdown.counts if progress.showdown else {}
    return counts if progress.phase == SHOWDOWN or any(counts.values()) else {}


def _says(progress: Progress, name: str, folded: bool) -> str:
    said = []
    if name == progress.maker:
        said.append("makes it alone" if progress.alone else "makes it")
        said += [f"bid {progress.bid}"] * (progress.bid > 0 and not progress.alone)
    if name == progress.lone_defender:
        said.append("defends alone")
    said += ["passed"] * (name in progress.passed and not progress.maker)
    said += [f"bid {bid.tricks}" for bid in progress.bids if bid.player == name and not progress.maker]
    said += ["sits out"] * (name in progress.sitting_out)
    said += [
        {"drop": "drops", "switch": "took the spare hand", "stay": "stays"}.get(choice, "")
        for choice in (progress.choices.get(name, ""),)
        if choice and name != progress.maker
    ]
    said += ["folded"] * folded + ["reneged"] * (name in progress.reneged)
    said += [f"{progress.counts.get(name, 0)} in the hand"] * bool(_showdown(progress))
    return ", ".join(said)


def _tap(progress: Progress, offer: Offer) -> Tap:
    suit = str(offer.move.get("trump") or offer.move.get("card") or "")
    return Tap(
        move=json.dumps(offer.move, separators=(",", ":")),
        words=_king(progress) if offer.move["move"] == "king" else offer.words,
        suit=suit if suit in SUITS else "",
        alone="alone" in offer.move,
        off=_sentence(progress, offer.off),
        rule=offer.rule,
        least=offer.least,
        most=offer.most,
    )


def _sentence(progress: Progress, reason: str) -> str:
    """A reason as a sentence of its own; a name at its beginning stays as it is written."""
    named = any(reason.startswith(name + " ") for name in progress.dealt_in)
    return reason if named else reason[:1].upper() + reason[1:]


def _king(progress: Progress) -> str:
    """Of which trick it is that it was taken by a King (KC-10, KC-19)."""
    shown = progress.showdown.tricks if progress.showdown else ()
    tricks, which = (shown, "Showdown, trick") if shown else (progress.tricks, "Trick")
    return f"{which} {len(tricks)}, {tricks[-1].taker}'s: it was a King"


def _rows(offers: Iterable[Offer]) -> list[list[Offer]]:
    """Moves of the same kind stand in one row."""
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
    """Why something may not be tapped, each reason once."""
    return tuple({tap.off: tap for tap in taps if tap.off}.values())


def _promise(progress: Progress) -> tuple[tuple[str, str], ...]:
    """What saving the hand changes, by name."""
    if progress.step is None or progress.step.hand is None:
        return ()
    return tuple((name, signed(change)) for name, change in progress.step.hand.change.items())
