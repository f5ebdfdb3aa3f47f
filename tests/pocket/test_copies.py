"""Games that come back from a copy of everything, on a phone that has them already."""

from typing import Any

import pytest

from companion import store
from companion.log.table import Table
from companion.store import disputes
from tests.companion.factories import Phone, device, hand, table, view
from tests.companion.outbox import read, rows_of
from tests.pocket.offline import Kit

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

KEY = "00000000-0000-4000-8000-000000000000"


def copied(made: Table, **given: Any) -> dict[str, Any]:
    """A game as a copy of everything has it."""
    return {**read(rows_of(Phone(), made)), "key": KEY, "group": "", **given}


class Copied:
    """A phone without a server that has only what came back from copies."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.kept: dict[str, dict[str, Any]] = {"tables": {}, "games": {}, "facts": {}}

    @property
    def games(self) -> list[dict[str, Any]]:
        """What a copy of this phone has."""
        return list(self.kept["tables"].values())

    def back(self, *games: dict[str, Any]) -> list[str]:
        """Bring these games back; what became of each."""
        self.kit.call("boot", {"games": self.kept["games"]})
        return [self._back(game) for game in games]

    def _back(self, game: dict[str, Any]) -> str:
        while "wants" in (said := self.kit.call("restore", game)):
            self.kit.call("load", self.kept["tables"][said["wants"]])
        for write in said["writes"]:
            self.kept[write["store"]][write["key"]] = write["value"]
        return str(said["became"])


def record(made: Table, number: int) -> None:
    """Save a hand."""
    store.append(device(), made.id, store.new_key(), None, hand("partnership", number))


def test_a_copy_from_before_a_hand_takes_it_from_no_phone_however_much_was_tapped_since(kit: Kit) -> None:
    made = table(entries=[hand("partnership")])
    tapped = copied(made, revision=9)
    record(made, 1)
    phone = Copied(kit)
    assert phone.back(copied(made, revision=2)) == ["added"]
    before = phone.games
    assert phone.back(tapped) == ["known"]
    assert phone.games == before


def test_of_a_game_that_went_on_apart_on_two_phones_each_has_both_once(kit: Kit) -> None:
    made = table(entries=[hand("partnership")])
    begun = copied(made)
    record(made, 1)
    ours = copied(made)
    theirs = {**ours, "rows": [*begun["rows"], [*ours["rows"][-1][:7], "another key"]]}
    one, other = Copied(kit), Copied(kit)
    assert one.back(begun, ours, theirs) == ["added"] * 3
    assert other.back(theirs, *one.games) == ["added", "added", "known"]
    assert one.back(*other.games) == ["known"] * 2
    record(made, 2)
    assert other.back(copied(made)) == ["added"]
    assert one.back(*other.games) == ["known", "added"]
    assert [sorted(len(game["rows"]) for game in phone.games) for phone in (one, other)] == [[2, 3]] * 2


def test_what_is_beside_the_hands_here_stays_where_the_copy_goes_on(kit: Kit) -> None:
    made = table(entries=[hand("partnership")])
    disputes.dispute(view(made), store.new_key(), made.version, "Spades, I say.")
    here = copied(made)
    here |= {"ticks": [[1, "digest", 0]], "chip_set": {"version": 2, "colors": "", "counted": ""}}
    record(made, 1)
    longer = copied(made, disputes=[])
    phone = Copied(kit)
    assert phone.back(here, longer, longer) == ["added", "added", "known"]
    [game] = phone.games
    assert len(game["rows"]) == 2
    assert [one["key"] for one in game["disputes"]] == [one["key"] for one in here["disputes"]]
    assert (game["ticks"], game["chip_set"]) == (here["ticks"], here["chip_set"])
