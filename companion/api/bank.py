"""The bank of a game played for chips: chips, payouts, and settling up."""

from rest_framework.request import Request
from rest_framework.response import Response

from companion.access import roles
from companion.api.base import Api, load_bank, matched_number, tagged, whole
from companion.api.openapi import AT_TABLE, Query, described, if_match
from companion.api.problems import Failure
from companion.api.read import read
from companion.api.shapes import (
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
from companion.bank import closing, payouts
from companion.bank.closing import Item
from companion.log.table import Table
from companion.log.viewer import View
from companion.server import problems
from companion.server.build import build
from companion.store import bank as store_bank
from companion.store import chip_sets
from companion.store import ticks as store_ticks
from companion.wording.refusal import AppRefusal
from scoring.tray import Color, case_of

TAG = "Bank"
SEEN = (*AT_TABLE, problems.NO_BANK)
WRITTEN = (*SEEN, problems.NOT_ALLOWED, problems.BANK_CHANGED, problems.REFUSED)
LARGEST = 1_000_000
ENTRY = Query(
    "entry",
    {"type": "integer", "minimum": 1, "maximum": LARGEST},
    "The payouts of the entry with this number; by default those that are due.",
)


class Chips(Api):
    """The chips of a bank."""

    @described("read_chips", TAG, "Read the chip set", {200: ChipSet}, *SEEN)
    def get(self, request: Request, table_id: str) -> Response:
        """Return colors, values and numbers."""
        return chips(load_bank(request, table_id))

    @described(
        "save_chips",
        TAG,
        "Save the chip set",
        {200: ChipSet},
        *WRITTEN,
        takes=ChipSetChange,
        parameters=(if_match(required=False),),
        description="An earlier count is forgotten. Without If-Match whatever was saved last is replaced.",
    )
    def put(self, request: Request, table_id: str) -> Response:
        """Replace the chip set."""
        view = load_bank(request, table_id, roles.BANK)
        change = read(request, ChipSetChange)
        case = case_of(Color(one.color, one.value, one.number) for one in change.colors)
        chip_sets.save(view, seen(request, view), case)
        return chips(load_bank(request, table_id))


class Count(Api):
    """The last count of a bank."""

    @described(
        "count_chips",
        TAG,
        "Save a count of the chips",
        {200: ChipSet},
        *WRITTEN,
        takes=ChipCount,
        parameters=(if_match(required=False),),
        description="What is left from now on is estimated from this count.",
    )
    def put(self, request: Request, table_id: str) -> Response:
        """Save a count."""
        view = load_bank(request, table_id, roles.BANK)
        left = read(request, ChipCount).left
        refuse_wrong_count(view.table, left)
        chip_sets.save_count(view, seen(request, view), left)
        return chips(load_bank(request, table_id))


class Payouts(Api):
    """The payouts of a table."""

    @described("list_payouts", TAG, "List the payouts", {200: BillList}, *SEEN, parameters=(ENTRY,))
    def get(self, request: Request, table_id: str) -> Response:
        """Return the payouts due by entry, or those of one entry."""
        only = whole(request, "entry", None, 1, LARGEST)
        view = load_bank(request, table_id)
        return tagged(Response(BillList(bills=bills(view.table, only))), view)


class OnePayout(Api):
    """The payouts of one entry."""

    @described(
        "tick_payouts",
        TAG,
        "Tick off payouts",
        {200: Bill},
        *WRITTEN,
        problems.NO_ENTRY,
        takes=Ticks,
        description="Only what changed is sent, so that two phones may tick off the same list. Ticks of a "
        "list that a correction has changed since are void: 412.",
    )
    def put(self, request: Request, table_id: str, number: int) -> Response:
        """Tick and untick payouts."""
        view = load_bank(request, table_id, roles.BANK)
        ticks = read(request, Ticks)
        item = next((one for one in view.table.entries if one.seq == number), None)
        if item is None or not payouts.payable(item):
            raise Failure(problems.NO_ENTRY)
        digest = payouts.digest(item)
        refuse_wrong_ticks(ticks, digest, len(payouts.payable(item)))
        tick(view, number, digest, ticks)
        [bill] = bills(load_bank(request, table_id).table, number)
        return Response(bill)


class Closing(Api):
    """Settling up."""

    @described(
        "read_settlement",
        TAG,
        "Read the settlement",
        {200: Settlement},
        *SEEN,
        description="Who pays whom at the end; before it, what it would be now.",
    )
    def get(self, request: Request, table_id: str) -> Response:
        """Return results, and both ways to pay."""
        view = load_bank(request, table_id)
        return tagged(Response(settlement(view.table)), view)

    @described(
        "tick_settlement",
        TAG,
        "Tick off payments",
        {200: Settlement},
        *WRITTEN,
        problems.GAME_ON,
        takes=Ticks,
    )
    def put(self, request: Request, table_id: str) -> Response:
        """Tick and untick payments; only once the game is over."""
        view = load_bank(request, table_id, roles.BANK)
        ticks = read(request, Ticks)
        now = closing.settling(view.table, store_bank.state(view.table, [closing.SEQ]))
        if not now.over:
            raise Failure(problems.GAME_ON)
        refuse_wrong_ticks(ticks, now.digest, len(now.at_the_drawer) + len(now.among))
        tick(view, closing.SEQ, now.digest, ticks)
        return Response(settlement(load_bank(request, table_id).table))


def seen(request: Request, view: View) -> int:
    """The version of the chip set in ``If-Match``; the current one without the header."""
    number = matched_number(request)
    return store_bank.state(view.table).version if number is None else number


def chips(view: View) -> Response:
    """The response with the chip set; its ETag is the number of times it was saved."""
    table, kept = view.table, store_bank.state(view.table)
    counter = payouts.counter(table, kept)
    left = {pile.color: pile.number for pile in counter.left}
    colors = [
        BankColor(color=one.name, value=one.value, number=one.number, left=left[one.name])
        for one in kept.case
    ]
    response = Response(ChipSet(version=kept.version, colors=colors, counted=counter.counted))
    response.headers["ETag"] = f'"{kept.version}.{table.version}-{build()}"'
    return response


def refuse_wrong_count(table: Table, left: dict[str, int]) -> None:
    """Raise Refusal for a count of colors that the bank doesn't have, or of more chips than there are."""
    case = {one.name: one.number for one in chip_sets.case(table)}
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
        store_ticks.save(view, {(number, digest): (frozenset(ticks.paid), frozenset(ticks.unpaid))})


def bills(table: Table, only: int | None) -> list[Bill]:
    """The payouts by entry: those due, or those of one entry."""
    items = payouts.due(table, only)
    kept = store_bank.state(table, [item.seq for item in items])
    found = payouts.bills(table, kept, payouts.counter(table, kept), items)
    return [
        Bill(
            number=one.seq,
            revision=one.digest,
            title=one.title,
            corrected=one.corrected,
            payouts=[payout(each) for each in one.payouts],
        )
        for one in found
    ]


def payout(one: payouts.Payout) -> Payout:
    """One payout."""
    return Payout(
        item=one.item,
        source=one.posting.source,
        target=one.posting.target,
        chips=one.chips,
        rule=one.posting.reason.rule,
        reason=one.reason,
        give={pile.color: pile.number for pile in one.piles},
        back={pile.color: pile.number for pile in one.back},
        missing=one.missing,
        paid=one.paid,
    )


def settlement(table: Table) -> Settlement:
    """Results, and both ways to pay."""
    now = closing.settling(table, store_bank.state(table, [closing.SEQ]))
    return Settlement(
        over=now.over,
        revision=now.digest,
        cents=now.cents,
        results=dict(table.state.net),
        through_bank=[payment(one) for one in now.at_the_drawer],
        among_players=[payment(one) for one in now.among],
    )


def payment(one: Item) -> Payment:
    """One payment."""
    return Payment(
        item=one.item,
        source=one.payment.payer,
        target=one.payment.receiver,
        chips=one.payment.chips,
        paid=one.paid,
    )
