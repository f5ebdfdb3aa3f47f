"""Games that come back from a copy of everything, on a phone that has them already."""

from typing import Any

import pytest

from companion import store
from companion.log.table import Table
from tests.companion.factories import Phone, device, hand, table
from tests.companion.outbox import read, rows_of
from tests.pocket.offline import Kit

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

KEY = "00000000-0000-4000-8000-000000000000"


def copied(made: Table, **given: Any) -> dict[str, Any]:
    """A game as a copy of everything has it."""
    return {**read(rows_of(Phone(), made)), "key": KEY, "group": "", **given}


def record(made: Table, number: int) -> None:
    """Save a hand."""
    store.append(device(), made.id, store.new_key(), None, hand("partnership", number))


def test_a_copy_from_before_a_hand_takes_it_from_no_phone_however_much_was_tapped_since(kit: Kit) -> None:
    made = table(entries=[hand("partnership")])
    tapped = copied(made, revision=9)
    record(made, 1)
    here = copied(made, revision=2)
    assert kit.call("restore", [here, None])["became"] == "added"
    found = kit.call("restore", [tapped, here])
    assert (found["became"], found["writes"]) == ("known", [])
