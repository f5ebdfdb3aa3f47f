"""Payouts for the banker: chips to hand out and take in, by entry and in order; and closing the bank."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import groupby

from companion.bank import journal as books
from companion.forms.bank import Ticks
from companion.log import in_words
from companion.log.bank_state import BankState
from companion.log.table import STRIKE, LogEntry, Table
from companion.pages.pips import Pile, one_by_one, piles
from companion.recap.evening import evening
from companion.recap.text import settling as fewest
from companion.wording.money import money
from companion.wording.names import shown
from companion.wording.outcomes import PAID
from scoring import Hand, Posting, Step, opening
from scoring.chips import HAND_OUTS
from scoring.goal import issued
from scoring.outcomes import STAKED
from scoring.settlement import (
    Drawer,
    Payment,
    Reckoning,
    at_the_drawer,
    cash_moved,
    drawer,
    reckon,
    settle_up,
)
from scoring.tray import Change, Tray, across_the_counter, counted, full
from scoring.variants.base import BANK, POT

SOURCES = {BANK: "Bank", POT: "Pot"}
TARGETS = {BANK: "the bank", POT: "the pot"}

DIGEST_LENGTH = 16

Changes = Mapping[int, Sequence[Change | None]]
Trays = Mapping[int, Tray]
# Number of ticks by entry and hash of its list.
Ticked = Mapping[tuple[int, str], int]
# Settling is no entry of the log.
SEQ = 0


@dataclass(frozen=True)
class Payout:
    """One payment to hand over: payer, receiver, amount, rule, reason and chips.

    ``piles``: the chips; () if no chips make the amount. ``back``: change to get back. ``missing``: white
    chips that can't be made. ``swapped``: whether the bank has to change chips first.
    """

    item: int
    posting: Posting
    reason: str
    piles: tuple[Pile, ...]
    back: tuple[Pile, ...] = ()
    missing: int = 0
    swapped: bool = False
    paid: bool = False

    @property
    def drawn(self) -> tuple[Pile, ...]:
        """The chips one by one; () if they don't fit in a row."""
        return one_by_one(self.piles)

    @property
    def source(self) -> str:
        """The payer, as the start of a sentence."""
        return SOURCES.get(self.posting.source) or shown(self.posting.source)

    @property
    def target(self) -> str:
        """The receiver, within a sentence."""
        return TARGETS.get(self.posting.target) or shown(self.posting.target)

    @property
    def chips(self) -> int:
        """The amount in white chips."""
        return self.posting.chips


@dataclass(frozen=True)
class Bill:
    """All payouts of one entry; ``digest`` is the hash of the list.

    ``forgiven``: chips owed and not paid (PC-20). ``moves``: payments due to the last correction, and
    ``cash_moves`` those in cash, in white chips. ``cash``: cash into and out of the drawer. ``follows``:
    whether a correction of another entry changed what was ticked.
    """

    item: LogEntry
    digest: str
    title: str
    payouts: tuple[Payout, ...]
    forgiven: tuple[Posting, ...]
    cash: Drawer
    moves: tuple[Payment, ...] = ()
    cash_moves: tuple[Payment, ...] = ()
    follows: bool = False

    @property
    def seq(self) -> int:
        """The entry's number in the log."""
        return self.item.seq

    @property
    def heading(self) -> str:
        """Heading of the payouts: "Pay out hand 5: …", or the kind of the bank entry."""
        if self.item.hand:
            return "Pay out " + self.title[:1].lower() + self.title[1:]
        return "Split the pot" if self.item.kind == "end" else "At the bank"

    @property
    def corrected(self) -> bool:
        """Whether the entry was corrected."""
        return bool(self.item.changes)

    @cached_property
    def done(self) -> bool:
        """Whether all payouts are ticked as paid."""
        return all(payout.paid for payout in self.payouts)


@dataclass(frozen=True)
class Block:
    """Bills under one heading."""

    heading: str
    bills: tuple[Bill, ...]


@dataclass(frozen=True)
class Counter:
    """The bank's tray now and after each entry, and each entry's change of chips at the bank."""

    tray: Tray
    changes: Changes
    trays: Trays
    counted: bool = False

    @property
    def left(self) -> tuple[Pile, ...]:
        """The chips left in the bank, by color."""
        return tuple(Pile(one.name, one.value, self.tray.left[one.name]) for one in self.tray.case)

    def start(self, players: int) -> tuple[Pile, ...]:
        """The recommended chips for each of so many players at the start (PC-03).

        () if the chips left don't make them without change.
        """
        chart = HAND_OUTS.get(players)
        if chart is None:
            return ()
        change, _tray = self.tray.hand_out(chart.least, players)
        return () if change.back or change.missing else piles(change.paid, self.tray.case)

    @property
    def unbooked(self) -> int:
        """White chips that are out beyond those in the books."""
        return max(0, -self.tray.unmade)

    @property
    def numbers(self) -> tuple[tuple[Pile, int], ...]:
        """The chips left, each with its number in the whole set."""
        return tuple(zip(self.left, (one.number for one in self.tray.case), strict=True))


def counter(table: Table, kept: BankState) -> Counter:
    """The tray computed from the log and the proposed chips, since the last count if there was one.

    An estimate: the chips that players really hold, and changes made at the table, are not recorded.
    """
    tray = full(kept.case)
    since = kept.counted.version if kept.counted else 0
    changes, trays = _crossed(tray, [item for item in table.entries if item.seq <= since])
    tray = [tray, *trays.values()][-1]
    if kept.counted:
        steps = [item.step for item in table.entries if item.step and item.seq <= since]
        then, now = table.at(since).state, steps[-1].state if steps else opening(table.header)
        tray = counted(kept.case, kept.counted.left, issued(then))
        more = issued(now) - issued(then)  # by corrections since
        tray = (tray.hand_out(more) if more > 0 else tray.take_in(-more))[1]
    later, since_then = _crossed(tray, [item for item in table.entries if item.seq > since])
    tray = [tray, *since_then.values()][-1]
    return Counter(tray, {**changes, **later}, {**trays, **since_then}, kept.counted is not None)


def _crossed(tray: Tray, items: Iterable[LogEntry]) -> tuple[Changes, Trays]:
    """The changes at the bank by entry, and the tray after each of them."""
    changes: dict[int, Sequence[Change | None]] = {}
    trays: dict[int, Tray] = {}
    for item in items:
        if item.step:
            seated = len(item.step.state.players)
            changes[item.seq], tray = across_the_counter(tray, item.step.postings, seated)
            trays[item.seq] = tray
    return changes, trays


def due(table: Table, wanted: int | None = None) -> tuple[LogEntry, ...]:
    """Entries that may still have to be paid out; with *wanted* only that entry.

    They are the last hand, bank entries since, and entries corrected since; of these also the ones with
    nothing left to pay, as a hand that became a redeal: what was paid goes back.
    """
    if wanted is not None:
        asked = table.entry(wanted)
        return (asked,) if asked and payable(asked) else ()
    since = next((item.seq for item in reversed(table.entries) if item.hand and payable(item)), 0)
    recent = (
        item
        for item in table.entries
        if item.seq >= since or (item.changes and item.changes[-1].seq >= since)
    )
    return tuple(item for item in recent if payable(item) or (item.step and item.changes))


def payable(item: LogEntry) -> tuple[Posting, ...]:
    """Postings to pay out, in order."""
    return item.step.paid_out if item.step else ()


def bills(table: Table, kept: BankState, counter: Counter, items: Iterable[LogEntry]) -> tuple[Bill, ...]:
    """The bills of these entries, with their ticks."""
    items = tuple(items)
    journal = books.journal(table) if any(item.changes for item in items) else ()
    found = []
    for item in items:
        then, tray = digest(item), counter.trays.get(item.seq, counter.tray)
        paid = kept.paid(item.seq, then)
        # The chips of each payment: across the counter, out of the pot, from a player's stack.
        at_bank = zip(item.step.postings if item.step else (), counter.changes.get(item.seq, ()), strict=True)
        crossed = [change for posting, change in at_bank if posting.reason.outcome not in STAKED]
        from_pot = iter(tray.from_the_pot(p.chips for p in payable(item) if p.source == POT))
        payouts = []
        for place, (posting, change) in enumerate(zip(payable(item), crossed, strict=True)):
            made = change or (next(from_pot) if posting.source == POT else tray.from_a_stack(posting.chips))
            reason, done = PAID.get(posting.reason.outcome, posting.reason.got), place in paid
            if posting.target == BANK:
                payouts.append(Payout(place, posting, reason, (), paid=done))
            else:
                out, back = piles(made.paid, tray.case), piles(made.back, tray.case)
                payouts.append(Payout(place, posting, reason, out, back, made.missing, made.swapped, done))
        moves = _moves(journal, item.seq) if item.changes else ()
        if payouts or moves:
            found.append(
                Bill(
                    item=item,
                    digest=then,
                    title=in_words.named(item, table.state),
                    payouts=tuple(payouts),
                    forgiven=item.step.forgiven if item.step else (),
                    cash=cash_moved(item.before, item.step.state) if item.step else Drawer(0, 0),
                    moves=moves,
                    cash_moves=_cash_moves(table, journal, item.seq) if item.changes else (),
                    follows=not item.changes
                    and len(paid) < len(payouts)
                    and any(at == item.seq and ticked != then for at, ticked, _item in kept.ticks),
                )
            )
    return tuple(found)


def blocks(bills: Iterable[Bill]) -> tuple[Block, ...]:
    """The bills in order, neighbors with the same heading grouped."""
    found = groupby(bills, key=lambda bill: (bill.heading, bill.item.hand and bill.seq))
    return tuple(Block(heading, tuple(group)) for (heading, _hand), group in found)


def digest(item: LogEntry) -> str:
    """Hash of an entry's list of payouts."""
    return digest_of((p.source, p.target, p.chips) for p in payable(item))


def digest_of(items: Iterable[tuple[object, ...]]) -> str:
    """Hash of a payout list, 16 hexadecimal digits; ticks with another hash are ignored."""
    return sha256(json.dumps(list(items)).encode()).hexdigest()[:DIGEST_LENGTH]


def _moves(journal: Sequence[books.Transaction], seq: int) -> tuple[Payment, ...]:
    """The fewest payments that the last correction of an entry makes necessary."""
    last = _last_correction(journal, seq)
    if not last:
        return ()
    moved: dict[str, int] = {}  # of bank, pot and players, without credit
    for side in last[0].postings:
        name = side.account.player or side.account.kind
        if side.account.kind in (*books.HOUSE, books.PLAYER):
            moved[name] = moved.get(name, 0) + side.chips
    return settle_up(moved)


def _last_correction(journal: Sequence[books.Transaction], seq: int) -> list[books.Transaction]:
    """The last correction of an entry that moved anything, in a list; an empty one without any."""
    return [transaction for transaction in journal if transaction.corrects == seq][-1:]


def _cash_moves(table: Table, journal: Sequence[books.Transaction], seq: int) -> tuple[Payment, ...]:
    """What players pay into the cash drawer, or get out of it, because of the last correction of an entry."""
    last = _last_correction(journal, seq)
    if not last:
        return ()
    was, now = (
        {one.player: one.paid for one in reckon(table.at(version).state)}
        for version in (last[0].seq - 1, last[0].seq)
    )
    changes = {name: now.get(name, 0) - was.get(name, 0) for name in {**was, **now}}
    return tuple(
        Payment(name, BANK, chips) if chips > 0 else Payment(BANK, name, -chips)
        for name, chips in changes.items()
        if chips
    )


def put_back(table: Table) -> tuple[tuple[str, tuple[Payment, ...]], ...]:
    """The entries that the last rows removed, each in words and with the payments that undo it."""
    removed: list[LogEntry] = []
    while len(removed) < len(table.events) and table.events[-1 - len(removed)].what == STRIKE:
        removed.append(table.events[-1 - len(removed)].entry)
    if not removed:
        return ()
    last = books.journal(table, len(table.rows) - len(removed))  # an earlier correction went back by itself
    return tuple((in_words.what(item.entry, table.state), _moves(last, item.seq)) for item in removed)


@dataclass(frozen=True)
class OpenPayouts:
    """A hand with open payouts: its entry, its number, and how many of them are open."""

    seq: int
    hand: int
    left: int


def open_payouts(table: Table, ticked: Ticked) -> tuple[OpenPayouts, ...]:
    """Hands with open payouts, in order, without those that the bank shows by itself (``due``)."""
    ticked_entries = {seq for seq, _digest in ticked}
    found = []
    for item, step, hand in earlier(table):
        done = ticked.get((item.seq, digest(item)), 0) if item.seq in ticked_entries else 0
        left = len(step.paid_out) - done
        if left > 0:
            found.append(OpenPayouts(item.seq, hand.number, left))
    return tuple(found)


def all_paid(table: Table) -> Ticks:
    """Ticks for all payouts of those hands."""
    return {
        (item.seq, digest(item)): (frozenset(range(len(payable(item)))), frozenset())
        for item, _step, _hand in earlier(table)
    }


def earlier(table: Table) -> list[tuple[LogEntry, Step, Hand]]:
    """Hands with payouts, in order, without those that the bank shows by itself."""
    shown = {item.seq for item in due(table)}
    return [
        (item, item.step, item.step.hand)
        for item in table.entries
        if item.step and item.step.hand and item.seq not in shown
    ]


@dataclass(frozen=True)
class Item:
    """One payment to tick off; ``item`` is its number in the list of payouts."""

    item: int
    payment: Payment
    paid: bool


@dataclass(frozen=True)
class Counted:
    """The drawer as counted.

    counted: the amount as money. difference: hundredths counted minus hundredths expected. amount: the
    difference as money, without a sign.
    """

    counted: str
    difference: int
    amount: str


@dataclass(frozen=True)
class Settling:
    """Everything on the page for settling.

    over: whether the game is over. cents: value of a white chip in hundredths; 0: play chips. open_pot:
    chips still in the pot. reckonings: accounts with the bank. winners: in seat order. drawer: cash paid in
    and out, with the payments ticked at the end. at_the_drawer, among: two ways to pay the same, at the bank
    or between players. notes: assumptions behind the payments. digest: hash of both lists.
    """

    over: bool
    cents: int
    open_pot: int
    reckonings: tuple[Reckoning, ...]
    winners: tuple[str, ...]
    drawer: Drawer
    at_the_drawer: tuple[Item, ...]
    among: tuple[Item, ...]
    notes: tuple[str, ...]
    digest: str

    def counted(self, cents: int) -> Counted:
        """The drawer as counted; *cents* is the amount in hundredths."""
        difference = self.drawer.difference(cents, self.cents)
        return Counted(money(cents), difference, money(abs(difference)))


def settling(table: Table, kept: BankState) -> Settling:
    """Settle a table as it is now; before the end of the game as a preview."""
    state = table.state
    at_bank, found = at_the_drawer(state), fewest(evening(table))
    among = found.payments if found else ()
    digest = digest_of((p.payer, p.receiver, p.chips) for p in (*at_bank, *among))
    paid = kept.paid(SEQ, digest)
    items = tuple(Item(place, one, place in paid) for place, one in enumerate((*at_bank, *among)))
    steps = [item.step.state for item in table.entries if item.step]
    cash = drawer((opening(table.header), *steps))
    for one in items[: len(at_bank)] if state.over else ():
        if one.paid:
            cash = cash.with_payment(one.payment)
    return Settling(
        over=state.over,
        cents=int(table.header.options["chip_value_cents"]),
        open_pot=state.pot,
        reckonings=reckon(state),
        winners=state.winners,
        drawer=cash,
        at_the_drawer=items[: len(at_bank)],
        among=items[len(at_bank) :],
        notes=found.notes if found else (),
        digest=digest,
    )


def holds(settling: Settling, seq: int, digest: str, items: Iterable[int]) -> bool:
    """Whether these items can be ticked off: the game is over, and the list of payments hasn't changed."""
    most = len(settling.at_the_drawer) + len(settling.among)
    return settling.over and (seq, digest) == (SEQ, settling.digest) and max(items) < most
