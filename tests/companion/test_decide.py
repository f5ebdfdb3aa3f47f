"""What a request comes to is decided without a database."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from companion.forms.progress import adding
from companion.log import disputes
from companion.log.bank_state import ChipSetConflict, StoredChips, decide_chips
from companion.log.progress import ProgressConflict, StoredProgress
from companion.log.rights import Change, Conflict, View, decide, refuse_seat
from companion.log.table import CORRECTION, ENTRY, STRIKE, Row
from scoring import Refusal
from tests.companion.evenings import table_of
from tests.companion.factories import hand, viewer

AT = datetime(2026, 11, 19, 20, 0, tzinfo=UTC)
MOST = 5


def seen_by(*roles: str, hands: int = 2) -> View:
    """A game of Euchre with some hands, as a device with these roles sees it."""
    return View(table_of("partnership", *[hand("partnership")] * hands), viewer("mine", *roles))


def decided(view: View, change: Change, known: bool = False) -> Row | None:
    found = decide(view, change, known, AT, MOST)
    return None if found is None else found[0]


def test_an_entry_is_the_next_row_in_the_narrowest_role_that_may() -> None:
    view = seen_by("owner", "scorekeeper")
    found = decide(view, Change(2, None, hand("partnership")), key_is_known=False, at=AT, most=MOST)
    assert found is not None
    row, after = found
    assert (row.seq, row.target, row.at, row.device, row.role) == (3, None, AT, "mine", "scorekeeper")
    assert (row.kind, after.version, view.table.version) == (ENTRY, 3, 2)


@pytest.mark.parametrize(("entry", "kind"), [(hand("partnership", 1), CORRECTION), (None, STRIKE)])
def test_a_correction_names_its_entry(entry: Any, kind: str) -> None:
    row = decided(seen_by("owner"), Change(2, 1, entry))
    assert row is not None
    assert (row.seq, row.target, row.kind) == (3, 1, kind)


def test_a_known_key_comes_before_the_version_and_the_limit() -> None:
    assert decided(seen_by("owner", hands=MOST), Change(0, None, hand("partnership")), known=True) is None


def test_rights_come_before_a_known_key() -> None:
    with pytest.raises(PermissionDenied):
        decided(seen_by("viewer"), Change(2, None, hand("partnership")), known=True)


@pytest.mark.parametrize("kind", ["hand", "buy-in"])
def test_it_takes_the_right_of_what_was_and_of_what_comes(kind: str) -> None:
    with pytest.raises(PermissionDenied):
        decided(seen_by("banker"), Change(2, 1, {"kind": kind}))


def test_another_version_is_a_conflict_with_what_came_since() -> None:
    with pytest.raises(Conflict) as caught:
        decided(seen_by("owner"), Change(1, None, hand("partnership")))
    assert [(one.seq, one.what) for one in caught.value.meanwhile] == [(2, ENTRY)]
    assert decided(seen_by("owner"), Change(None, None, hand("partnership"))) is not None


def test_a_full_log_takes_no_more() -> None:
    with pytest.raises(Refusal, match="a game has 5 at most"):
        decided(seen_by("owner", hands=MOST), Change(MOST, None, hand("partnership")))


def test_what_the_rules_refuse_is_refused() -> None:
    with pytest.raises(Refusal) as caught:
        decided(seen_by("owner"), Change(2, None, hand("partnership", tricks={"Ann & Cy": 9})))
    assert caught.value.entry == 3


def test_a_seat_has_to_be_there_and_free() -> None:
    made = seen_by("player").table
    refuse_seat(made, "Ann", is_taken=False)
    refuse_seat(made, "", is_taken=True)
    for seat, taken in (("Zoe", False), ("Ann", True)):
        with pytest.raises(Refusal):
            refuse_seat(made, seat, taken)


def test_a_hand_that_counts_is_disputed_by_who_has_a_seat() -> None:
    disputes.refuse_dispute(seen_by("player"), 1, "miscounted")
    with pytest.raises(PermissionDenied):
        disputes.refuse_dispute(seen_by("viewer"), 1, "miscounted")
    with pytest.raises(Http404):
        disputes.refuse_dispute(seen_by("player"), 3, "miscounted")
    for words in ("", "x" * 201, "\0"):
        with pytest.raises(Refusal):
            disputes.refuse_dispute(seen_by("player"), 1, words)


def test_chips_are_saved_over_the_version_that_was_seen() -> None:
    first = decide_chips(StoredChips(), 0, colors="[1]", counted="")
    assert first == StoredChips(1, "[1]", "")
    assert decide_chips(first, 0, colors="[1]", counted="") is None
    assert decide_chips(first, 1, counted="[0]") == StoredChips(2, "[1]", "[0]")
    with pytest.raises(ChipSetConflict):
        decide_chips(first, 0, "", "[2]")


def test_a_move_follows_the_one_that_was_seen_and_the_same_tap_is_one() -> None:
    view, move = seen_by("scorekeeper"), {"move": "turned", "card": "hearts"}
    first = adding(0, [move])(view, StoredProgress(), AT)
    assert first is not None
    assert (first.rev, first.moves, first.begun, first.players) == (1, (move,), 2, view.table.state.players)
    assert adding(0, [move])(view, first, AT) is None
    with pytest.raises(ProgressConflict):
        adding(0, [{"move": "pass", "player": "Bo"}])(view, first, AT)
