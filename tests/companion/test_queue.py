"""The queue of a phone, laid on saved rows: what goes on, what asks, and that nothing is ever lost."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.log import queue
from companion.log.queue import ASIDE, ASKS, BEHIND, ENTRY, GOES_ON, REFUSED, SENT, Item, Laid, lay
from companion.log.rights import Change, View, decide
from companion.log.table import Row, Table, body_of
from tests.companion.evenings import table_of
from tests.companion.factories import hand, opening, viewer

AT = datetime(2026, 11, 22, 20, 0, tzinfo=UTC)
MOST = 500
TRICKS = [{"Ann & Cy": tricks, "Bo & Dee": 5 - tricks} for tricks in (3, 4, 5)]
ADJUST = {"kind": "adjust", "player": "Ann & Cy", "points": 1, "reason": "table talk"}
BUY = {"kind": "buy-in", "player": "Bo", "chips": 10}


def saved(variant: str = "partnership", hands: int = 2, *roles: str) -> View:
    entries = [*opening(variant), *(hand(variant, number) for number in range(hands))]
    return View(table_of(variant, *entries), viewer("mine", *roles))


def foreign(view: View, *entries: dict[str, Any], by: str = "other", **given: Any) -> View:
    """The same table after another phone has saved entries, or a change of the entry *target*."""
    table = view.table
    for entry in entries:
        body = "" if entry is None else body_of(entry)
        row = Row(table.version + 1, given.get("target"), body, AT, by, "owner")
        table = table.with_row(row)
    return View(table, view.viewer)


class Phone:
    """A phone that records on top of what it shows."""

    def __init__(self, view: View) -> None:
        self.view, self.keys = view, {f"saved {row.seq}": row.seq for row in view.table.rows}
        self.items: tuple[Item, ...] = ()
        self.number = 0

    def laid(self) -> Laid:
        return lay(self.view, self.keys, self.items, AT, MOST)

    def records(self, entry: dict[str, Any] | None, target: int | None = None, **more: Any) -> Item:
        self.number += 1
        item = Item(self.number, str(more.pop("what", ENTRY)), str(uuid4()), 0, None, target, entry, **more)
        shown = {seq: key for key, seq in self.keys.items()}
        shown |= {one.seq: one.item.key for one in self.laid().placed_as(GOES_ON) if one.seq}
        item = queue.tied(item, shown, self.view.table.version)
        self.items = (*self.items, item)
        return item

    def fetches(self, view: View) -> Laid:
        """Get the table as it is on the server; it keeps the queue as laid from then on."""
        self.view = view
        self.keys |= {f"saved {row.seq}": row.seq for row in view.table.rows}
        laid = self.laid()
        self.items = laid.items
        return laid

    def sends(self) -> None:
        """Send all that goes on: each is decided by the server at the version that it says it has seen."""
        for placed in self.laid().placed:
            item = placed.item
            if placed.fate in (ASKS, REFUSED):
                return
            if placed.fate != GOES_ON:
                continue
            change = replace(item.change(), seen=item.seen)
            decided = decide(self.view, change, False, AT, MOST)
            assert decided is not None
            row, table = decided
            self.keys[item.key] = row.seq
            self.view = View(table, self.view.viewer)
            self.items = self.laid().items


def fates(laid: Laid) -> list[str]:
    return [one.fate for one in laid.placed]


def test_a_queue_on_the_rows_it_was_recorded_on_goes_on_with_the_seqs_it_was_shown_with() -> None:
    phone = Phone(saved())
    for number in (2, 3):
        phone.records(hand("partnership", number))
    laid = phone.laid()
    assert [(one.fate, one.seq, one.item.seen) for one in laid.placed] == [(GOES_ON, 3, 2), (GOES_ON, 4, 3)]
    assert (laid.view.table.version, laid.view.table.state.hands) == (4, 4)


def test_hands_ask_as_soon_as_another_phone_has_saved_anything() -> None:
    phone = Phone(saved())
    phone.records(hand("partnership", 2))
    phone.records(hand("partnership", 3))
    laid = phone.fetches(foreign(phone.view, ADJUST))
    assert fates(laid) == [ASKS, BEHIND]
    assert laid.view.table.version == 3


def test_what_this_phone_saved_itself_asks_nothing() -> None:
    phone = Phone(saved())
    phone.records(hand("partnership", 3))
    assert fates(phone.fetches(foreign(phone.view, hand("partnership", 2), by="mine"))) == [GOES_ON]


def test_bank_entries_and_adjustments_follow_by_themselves() -> None:
    phone = Phone(saved("poker-chips"))
    phone.records(BUY)
    assert fates(phone.fetches(foreign(phone.view, hand("poker-chips", 2)))) == [GOES_ON]
    phone = Phone(saved())
    phone.records(ADJUST)
    assert fates(phone.fetches(foreign(phone.view, hand("partnership", 2)))) == [GOES_ON]


def test_a_buy_in_that_another_phone_has_saved_as_well_asks() -> None:
    phone = Phone(saved("poker-chips", 0))
    for chips in (10, 20):
        phone.records({**BUY, "chips": chips})
    assert fates(phone.fetches(foreign(phone.view, {**BUY, "chips": 20}))) == [GOES_ON, ASKS]
    other = queue.set_aside(phone.items, 2, AT)
    phone.items = queue.go_on(phone.items, 2, phone.view)
    assert fates(phone.laid()) == [GOES_ON, GOES_ON]
    phone.items = other
    assert fates(phone.laid()) == [GOES_ON, ASIDE]


def test_an_entry_that_the_game_no_longer_takes_says_why() -> None:
    phone = Phone(saved("poker-chips"))
    phone.records({"kind": "cash-out", "player": "Bo"})
    phone.records(BUY)
    laid = phone.fetches(foreign(phone.view, {"kind": "cash-out", "player": "Bo", "note": "late"}))
    assert fates(laid) == [REFUSED, BEHIND]
    assert laid.placed[0].sentence


def test_a_lost_role_is_said_with_whom_to_ask_and_comes_back_with_the_role() -> None:
    phone = Phone(saved())
    phone.records(hand("partnership", 2))
    laid = phone.fetches(View(phone.view.table, viewer("mine", "player")))
    assert fates(laid) == [REFUSED]
    assert laid.placed[0].sentence == (
        "This phone may no longer do that. Ask the host to make it scorekeeper again."
    )
    assert fates(phone.fetches(View(phone.view.table, viewer("mine", "scorekeeper")))) == [GOES_ON]


def test_corrections_of_saved_entries_ask_and_those_of_waiting_ones_go_with_them() -> None:
    phone = Phone(saved())
    phone.records(None, 1)
    phone.records(hand("partnership", 2))
    phone.records(hand("partnership", 2, tricks=TRICKS[2]), 4)
    assert [dict(item.of) for item in phone.items[:2]] == [{}, {}]
    assert list(phone.items[2].of.values()) == [phone.items[1].key]
    assert fates(phone.fetches(foreign(phone.view, ADJUST))) == [ASKS, BEHIND, BEHIND]
    phone.items = queue.set_aside(phone.items, 1, AT)
    phone.items = queue.go_on(phone.items, 2, phone.view)
    laid = phone.laid()
    assert fates(laid) == [ASIDE, GOES_ON, GOES_ON]
    assert [(one.seq, one.item.target) for one in laid.placed[1:]] == [(4, None), (5, 4)]


def test_the_same_hand_is_set_aside_and_those_behind_follow_it() -> None:
    phone = Phone(saved())
    for number in (2, 3):
        phone.records(hand("partnership", number))
    phone.fetches(foreign(phone.view, hand("partnership", 2)))
    phone.items = queue.same(phone.items, 1, 3, AT)
    assert fates(phone.laid()) == [ASIDE, GOES_ON]
    assert phone.laid().view.table.version == 4


def test_a_correction_behind_a_hand_that_was_the_same_asks_all_the_same() -> None:
    phone = Phone(saved())
    phone.records(hand("partnership", 2))
    phone.records(hand("partnership", 0, tricks=TRICKS[2]), 1)
    theirs = foreign(phone.view, hand("partnership", 0, tricks=TRICKS[1]), target=1)
    phone.fetches(foreign(theirs, hand("partnership", 2)))
    phone.items = queue.same(phone.items, 1, 4, AT)
    assert fates(phone.laid()) == [ASIDE, ASKS]


def test_after_one_hand_that_was_the_same_the_next_asks_about_the_next() -> None:
    phone = Phone(saved())
    for number in (2, 3, 4):
        phone.records(hand("partnership", number))
    phone.fetches(foreign(phone.view, hand("partnership", 2), hand("partnership", 3)))
    phone.items = queue.same(phone.items, 1, 3, AT)
    assert fates(phone.laid()) == [ASIDE, ASKS, BEHIND]
    phone.items = queue.same(phone.items, 2, 4, AT)
    assert fates(phone.laid()) == [ASIDE, ASIDE, GOES_ON]


def test_the_next_hand_takes_all_behind_it_along() -> None:
    phone = Phone(saved())
    for number in (2, 3):
        phone.records(hand("partnership", number))
    phone.fetches(foreign(phone.view, hand("partnership", 2)))
    phone.items = queue.go_on(phone.items, 1, phone.view)
    laid = phone.laid()
    assert [(one.fate, one.seq) for one in laid.placed] == [(GOES_ON, 4), (GOES_ON, 5)]
    assert fates(phone.fetches(foreign(phone.view, ADJUST))) == [ASKS, BEHIND]


def test_behind_the_next_hand_one_that_another_phone_has_saved_asks_for_itself() -> None:
    phone = Phone(saved())
    for number in (2, 3, 4):
        phone.records(hand("partnership", number, tricks=TRICKS[number % 3]))
    phone.fetches(foreign(phone.view, hand("partnership", 3, tricks=TRICKS[0])))  # it has missed one
    phone.items = queue.go_on(phone.items, 1, phone.view)
    assert [(one.fate, one.seq) for one in phone.laid().placed] == [(GOES_ON, 4), (ASKS, 0), (BEHIND, 0)]
    phone.sends()
    phone.items = queue.same(phone.laid().items, 2, 3, AT)
    assert [(one.fate, one.seq) for one in phone.laid().placed] == [(ASIDE, 0), (GOES_ON, 5)]


def test_setting_an_entry_aside_takes_along_what_changes_it_and_it_can_be_taken_back() -> None:
    phone = Phone(saved())
    phone.records(hand("partnership", 2))
    phone.records(None, 3)
    phone.items = queue.set_aside(phone.items, 1, AT)
    assert fates(phone.laid()) == [ASIDE, ASIDE]
    phone.items = queue.take_back(phone.items, 2, 3, 2)
    assert phone.laid().placed[1].sentence == "The entry it changes was set aside. Take that back first."
    phone.items = queue.take_back(phone.items, 1, 4, 2)
    phone.items = queue.set_aside(phone.items, 3, AT)
    phone.items = queue.take_back(phone.items, 3, 5, 2)
    assert [one.number for one in phone.items] == [4, 5]
    assert fates(phone.laid()) == [GOES_ON, GOES_ON]


def test_a_hand_in_progress_stays_when_the_hand_before_it_is_set_aside() -> None:
    phone = Phone(saved())
    phone.records(hand("partnership", 2))
    phone.records(None, what="progress", body={"rev": 4, "begun": 3, "moves": "[]"})
    assert dict(phone.items[1].of) == {3: phone.items[0].key}
    phone.items = queue.set_aside(phone.items, 1, AT)
    laid = phone.laid()
    assert fates(laid) == [ASIDE, GOES_ON]
    assert laid.placed[1].item.body["begun"] == 2


def test_ticks_name_the_entry_under_its_new_seq() -> None:
    phone = Phone(saved("poker-chips"))
    seq = phone.view.table.version + 1
    phone.records(BUY)
    phone.records(None, what="ticks", body={"ticks": [[seq, "d", [0], []]]})
    laid = phone.fetches(foreign(phone.view, {**BUY, "chips": 7}))
    assert laid.placed[1].item.body["ticks"] == [[seq + 1, "d", [0], []]]


def test_what_the_server_refused_waits_until_it_is_tried_again() -> None:
    phone = Phone(saved())
    phone.records(hand("partnership", 2))
    [item] = phone.items
    phone.items = (replace(item, stopped={"status": 422, "code": "x", "sentence": "No."}),)
    assert [(one.fate, one.sentence) for one in phone.laid().placed] == [(REFUSED, "No.")]
    phone.items = queue.again(phone.items, 1)
    assert fates(phone.laid()) == [GOES_ON]


def test_an_item_is_the_same_after_it_was_stored() -> None:
    phone = Phone(saved())
    phone.records(hand("partnership", 2))
    phone.records(None, 3, told_at=AT.isoformat())
    phone.items = queue.set_aside(phone.items, 2, AT)
    for item in phone.items:
        stored = {**item.as_json(), "what": item.what, "key": item.key, "told_at": item.told_at}
        stored |= {"entry": item.entry, "restores": item.restores}
        assert queue.item_of(stored) == item
        assert queue.item_of(stored).as_json() == stored


# What a person may do, and what may come from elsewhere, as random numbers.
STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ("hand", "adjust", "undo", "theirs", "their undo", "same", "next", "aside", "back", "send")
        ),
        st.integers(0, 3),
    ),
    max_size=14,
)


def does(phone: Phone, what: str, number: int) -> None:
    laid = phone.laid()
    table = laid.view.table
    stopped = next(iter(laid.placed_as(queue.ASKS, queue.REFUSED)), None)
    theirs = [ADJUST, *(hand("partnership", seat, tricks=TRICKS[2]) for seat in range(3))]
    if what == "hand":
        phone.records(hand("partnership", number, tricks=TRICKS[number % 3]))
    elif what == "adjust":
        phone.records(ADJUST)
    elif what == "undo" and table.last:
        phone.records(None, table.last.seq)
    elif what == "theirs":
        phone.fetches(phone.view if phone.view.table.state.over else foreign(phone.view, theirs[number]))
    elif what == "their undo" and phone.view.table.last:
        phone.fetches(foreign(phone.view, None, target=phone.view.table.last.seq))  # type: ignore[arg-type]
    elif what == "same" and stopped:
        phone.items = queue.same(phone.items, stopped.item.number, phone.view.table.version, AT)
    elif what == "next" and stopped:
        phone.items = queue.go_on(phone.items, stopped.item.number, phone.view)
    elif what == "aside" and len(phone.items) > number:
        phone.items = queue.set_aside(phone.items, phone.items[number].number, AT)
    elif what == "back" and len(phone.items) > number:
        phone.number += 1
        one = phone.items[number].number
        phone.items = queue.take_back(phone.items, one, phone.number, phone.view.table.version)
    elif what == "send":
        phone.sends()


@given(STEPS)
def test_nothing_is_lost_whatever_is_done(steps: Sequence[tuple[str, int]]) -> None:
    phone, recorded = Phone(saved()), set()
    for step in steps:
        does(phone, *step)
        recorded |= {item.key for item in phone.items}
        sent = {key for key in phone.keys if not key.startswith("saved")}
        kept = [item.key for item in phone.items]
        assert len(kept) == len(set(kept))
        assert sent | set(kept) >= recorded
        fates = {queue.SENT, queue.GOES_ON, queue.ASKS, queue.REFUSED, queue.BEHIND, queue.ASIDE}
        assert {one.fate for one in phone.laid().placed} <= fates


@given(STEPS)
def test_laying_twice_is_laying_once(steps: Sequence[tuple[str, int]]) -> None:
    phone = Phone(saved())
    for step in steps:
        does(phone, *step)
    once = phone.laid()
    phone.items = once.items
    again = phone.laid()
    assert again.items == once.items
    assert again.view.table.rows == once.view.table.rows


@given(STEPS)
def test_what_is_shown_is_what_the_server_makes_of_it(steps: Sequence[tuple[str, int]]) -> None:
    phone = Phone(saved())
    for step in steps:
        does(phone, *step)
    shown: Table = phone.laid().view.table
    phone.sends()
    assert phone.view.table.rows == shown.rows


@pytest.mark.parametrize(
    ("told", "row"),
    [
        (AT + timedelta(minutes=5), timedelta(minutes=5)),
        (AT - timedelta(days=1), timedelta(0)),
        (AT + timedelta(days=1), timedelta(hours=1)),
        (None, timedelta(hours=1)),
    ],
)
def test_a_row_has_the_time_at_which_it_was_told_between_the_last_row_and_now(
    told: datetime | None, row: timedelta
) -> None:
    view = foreign(saved(), ADJUST)
    change = Change(None, None, hand("partnership"), told_at=told)
    decided = decide(view, change, False, AT + timedelta(hours=1), MOST)
    assert decided is not None
    assert decided[0].at == AT + row


def test_in_an_empty_log_a_time_of_long_ago_is_no_time() -> None:
    view = saved(hands=0)
    for told, row in ((AT - timedelta(hours=3), AT - timedelta(hours=3)), (AT - timedelta(days=400), AT)):
        decided = decide(view, Change(None, None, hand("partnership"), told_at=told), False, AT, MOST)
        assert decided is not None
        assert decided[0].at == row


def test_a_sent_item_is_known_by_its_key() -> None:
    phone = Phone(saved())
    item = phone.records(hand("partnership", 2))
    phone.keys[item.key] = 3
    laid = phone.fetches(foreign(phone.view, hand("partnership", 2), by="mine"))
    assert (fates(laid), laid.items) == ([SENT], ())
