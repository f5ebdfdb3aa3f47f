"""The bank of a game played for chips: chips, payouts, and settling up."""

from dataclasses import replace

from rest_framework.request import Request
from rest_framework.response import Response

from companion.api.base import asked, load_bank, matched_number, read, tagged, with_etag
from companion.api.operations import IF_MATCH, TABLE, Operations, Parameter
from companion.api.problems import Failure
from companion.api.shapes.tables import (
    BankColor,
    Bill,
    BillList,
    ChipCount,
    ChipSet,
    ChipSetChange,
    Payment,
    Payout,
    Settlement,
    Ticks,
)
from companion.bank import payouts
from companion.bank.payouts import Item
from companion.log import rights
from companion.log.rights import View
from companion.log.table import Table
from companion.server import problems
from companion.store import bank as store_bank
from companion.wording.refusal import AppRefusal
from scoring.tray import Color, case_of

BANK = replace(
    TABLE, causes=(*TABLE.causes, problems.NO_BANK), of_writing=(*TABLE.of_writing, problems.BANK_CHANGED)
)
at_bank = Operations("Bank", BANK)
LARGEST = 1_000_000
ENTRY = Parameter(
    "entry",
    {"type": "integer", "minimum": 1, "maximum": LARGEST},
    "The payouts of the entry with this number; by default those that are due.",
)


@at_bank("GET chips/", ChipSet)
def read_chips(request: Request, table_id: str) -> Response:
    """Read the chip set.

    Return colors, values and numbers.
    """
    return chips(load_bank(request, table_id))


@at_bank("PUT chips/", ChipSet, takes=ChipSetChange, parameters=(IF_MATCH,), etag=True)
def save_chips(request: Request, table_id: str) -> Response:
    """Save the chip set.

    An earlier count is forgotten. Without If-Match whatever was saved last is replaced.
    """
    view = load_bank(request, table_id, rights.BANK)
    change = read(request, ChipSetChange)
    case = case_of(Color(one.color, one.value, one.number) for one in change.colors)
    store_bank.save_case(view, seen(request, view), case)
    return chips(load_bank(request, table_id))


@at_bank("PUT chips/count/", ChipSet, takes=ChipCount, parameters=(IF_MATCH,), etag=True)
def count_chips(request: Request, table_id: str) -> Response:
    """Save a count of the chips.

    What is left from now on is estimated from this count.
    """
    view = load_bank(request, table_id, rights.BANK)
    left = read(request, ChipCount).left
    refuse_wrong_count(view.table, left)
    store_bank.save_count(view, seen(request, view), left)
    return chips(load_bank(request, table_id))


@at_bank("GET payouts/", BillList, parameters=(ENTRY,))
def list_payouts(request: Request, table_id: str) -> Response:
    """List the payouts.

    Return the payouts due by entry, or those of one entry.
    """
    only = asked(request, ENTRY)
    view = load_bank(request, table_id)
    return tagged(BillList(bills=bills(view.table, only)), view)


@at_bank("PUT payouts/<int:number>/", Bill, problems.NO_ENTRY, takes=Ticks)
def tick_payouts(request: Request, table_id: str, number: int) -> Bill:
    """Tick off payouts.

    Only what changed is sent, so that two phones may tick off the same list. Ticks of a list that a
    correction has changed since are void: 412.
    """
    view = load_bank(request, table_id, rights.BANK)
    ticks = read(request, Ticks)
    item = next((one for one in view.table.entries if one.seq == number), None)
    if item is None or not payouts.payable(item):
        raise Failure(problems.NO_ENTRY)
    digest = payouts.digest(item)
    refuse_wrong_ticks(ticks, digest, len(payouts.payable(item)))
    tick(view, number, digest, ticks)
    [bill] = bills(load_bank(request, table_id).table, number)
    return bill


@at_bank("GET settlement/", Settlement)
def read_settlement(request: Request, table_id: str) -> Response:
    """Read the settlement.

    Who pays whom at the end; before it, what it would be now.
    """
    view = load_bank(request, table_id)
    return tagged(settlement(view.table), view)


@at_bank("PUT settlement/", Settlement, problems.GAME_ON, takes=Ticks)
def tick_settlement(request: Request, table_id: str) -> Settlement:
    """Tick off payments.

    Tick and untick payments; only once the game is over.
    """
    view = load_bank(request, table_id, rights.BANK)
    ticks = read(request, Ticks)
    now = payouts.settling(view.table, store_bank.state(view.table, [payouts.SEQ]))
    if not now.over:
        raise Failure(problems.GAME_ON)
    refuse_wrong_ticks(ticks, now.digest, len(now.at_the_drawer) + len(now.among))
    tick(view, payouts.SEQ, now.digest, ticks)
    return settlement(load_bank(request, table_id).table)


def seen(request: Request, view: View) -> int:
    """The version of the chip set in ``If-Match``; the current one without the header."""
    number = matched_number(request)
    return store_bank.state(view.table).version if number is None else number


def chips(view: View) -> Response:
    """The chip set; its ETag is the number of times it was saved."""
    table, kept = view.table, store_bank.state(view.table)
    counter = payouts.counter(table, kept)
    left = {pile.color: pile.number for pile in counter.left}
    colors = [
        BankColor(color=one.name, value=one.value, number=one.number, left=left[one.name])
        for one in kept.case
    ]
    shown = ChipSet(version=kept.version, colors=colors, counted=counter.counted)
    return with_etag(shown, kept.version, table.version)


def refuse_wrong_count(table: Table, left: dict[str, int]) -> None:
    """Raise Refusal for a count of colors that the bank doesn't have, or of more chips than there are."""
    case = {one.name: one.number for one in store_bank.case(table)}
    if set(left) != set(case):
        raise AppRefusal("count-colors", "left", colors=", ".join(case))
    for name, number in left.items():
        if number > case[name]:
            raise AppRefusal("count-too-high", "left", most=case[name])


def refuse_wrong_ticks(ticks: Ticks, digest: str, items: int) -> None:
    """Raise Refusal for ticks of an outdated list, or of items that it doesn't have."""
    if ticks.revision != digest:
        raise Failure(problems.BANK_CHANGED)
    if any(one >= items for one in (*ticks.paid, *ticks.unpaid)):
        raise AppRefusal("no-such-item", "paid", last=items - 1)
    if set(ticks.paid) & set(ticks.unpaid):
        raise AppRefusal("item-twice", "paid")


def tick(view: View, number: int, digest: str, ticks: Ticks) -> None:
    """Save the ticks, if any."""
    if ticks.paid or ticks.unpaid:
        store_bank.save_ticks(view, {(number, digest): (frozenset(ticks.paid), frozenset(ticks.unpaid))})


def bills(table: Table, only: int | None) -> list[Bill]:
    """The payouts by entry: those due, or those of one entry."""
    items = payouts.due(table, only)
    kept = store_bank.state(table, [item.seq for item in items])
    found = payouts.bills(table, kept, payouts.counter(table, kept), items)
    return [
        Bill.of(
            bill,
            number=bill.seq,
            revision=bill.digest,
            payouts=[
                Payout.of(
                    one,
                    source=one.posting.source,
                    target=one.posting.target,
                    rule=one.posting.reason.rule,
                    give={pile.color: pile.number for pile in one.piles},
                    back={pile.color: pile.number for pile in one.back},
                )
                for one in bill.payouts
            ],
        )
        for bill in found
    ]


def settlement(table: Table) -> Settlement:
    """Results, and both ways to pay."""
    now = payouts.settling(table, store_bank.state(table, [payouts.SEQ]))
    return Settlement.of(
        now,
        revision=now.digest,
        results=dict(table.state.net),
        through_bank=[payment(one) for one in now.at_the_drawer],
        among_players=[payment(one) for one in now.among],
    )


def payment(one: Item) -> Payment:
    """One payment."""
    paid = one.payment
    return Payment.of(one, source=paid.payer, target=paid.receiver, chips=paid.chips)
