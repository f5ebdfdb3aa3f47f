"""Replaying a record: the table before and after each entry."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from . import bank, bank_rules, entries, points, shape
from .record import Record
from .refusal import Refusal
from .shape import Entry
from .table import Hand, Names, Posting, Scores, State, Step

STANDING = "bower.standing/1"

KINDS: Mapping[str, Callable[[State, Entry], Step]] = {
    "adjust": points.adjust,
    "buy-in": bank.buy_in,
    "cash-out": bank.cash_out,
    "transfer": bank.transfer,
    "end": bank.end,
}
"""Functions that apply each kind of entry except ``hand`` and ``join``, by kind."""


@dataclass(frozen=True)
class Standing:
    """The result of replaying a record.

    state: the table after the last entry. hands, postings: all of them, in order.
    """

    state: State
    hands: tuple[Hand, ...]
    postings: tuple[Posting, ...]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def winners(self) -> Names:
        """The winners in seat order, then in the order of joining; () while the game is going on."""
        return self.state.winners

    @property
    def scores(self) -> Scores:
        """Totals in seat order: points, or the chips of those seated in a game played for chips."""
        return self.state.scores

    def as_json(self) -> dict[str, object]:
        """The standing as ``bower.standing/1``."""
        state = self.state
        return {
            "format": STANDING,
            "over": self.over,
            "winners": list(self.winners),
            "next_dealer": state.next_dealer,
            **(self._chips() if state.variant.has_bank else {"scores": state.scores}),
            "hands": [hand.as_json() for hand in self.hands],
        }

    def _chips(self) -> dict[str, object]:
        state = self.state
        return {
            "chips": state.scores,
            "pot": state.pot,
            "bank": state.bank,
            "net": state.net,
            "ledger": [posting.as_json() for posting in self.postings],
        }


def opening(record: Record) -> State:
    """The table before the first entry."""
    variant = record.variant
    return State(
        variant=variant,
        options=record.options,
        players=record.players,
        scores=dict.fromkeys(variant.sides(record.players), variant.start(record.options)),
        turn=record.dealer,
        invested=dict.fromkeys(record.players, 0) if variant.has_bank else {},
    )


def step(state: State, entry: object, *, stored: bool = False) -> Step:
    """Apply one more entry. Raises Refusal with the number of the entry, from 1.

    stored: a new player's name may be one that was allowed before names were compared as now
    (``scoring.names``).
    """
    try:
        return _step(state, entry, stored)
    except Refusal as refusal:
        raise refusal.labelled(state.variant.labels).at(state.entries + 1) from None


def _step(state: State, entry: object, stored: bool) -> Step:
    if not isinstance(entry, dict):
        raise shape.misfit("not-object", "kind", entry, label="entry")
    kind = shape.name(entry, "kind", tuple(kind.name for kind in state.variant.kinds))
    if state.over:
        raise Refusal("game-over", "kind", state.variant.goal_rule or bank_rules.END)
    if "note" in entry:
        shape.note(entry)
    if kind == entries.HAND.name:
        return bank.hand(state, entry) if state.variant.bank else points.hand(state, entry)
    if kind == entries.JOIN.name:
        return bank.join(state, entry, stored=stored)
    return KINDS[kind](state, entry)


def steps(record: Record) -> Iterator[Step]:
    """The steps of a record, one by one. Raises Refusal at the first entry that is wrong."""
    state = opening(record)
    for entry in record.entries:
        done = step(state, entry, stored=record.stored)
        yield done
        state = done.state


def replay(record: Record) -> Standing:
    """The standing of a record. Raises Refusal at the first entry that is wrong."""
    state = opening(record)
    hands: list[Hand] = []
    postings: list[Posting] = []
    for done in steps(record):
        state = done.state
        if done.hand is not None:
            hands.append(done.hand)
        postings.extend(done.postings)
    return Standing(state, tuple(hands), tuple(postings))
