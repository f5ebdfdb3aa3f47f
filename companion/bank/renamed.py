"""A game with a player's name replaced, ready to be stored: it has to score as before."""

from collections.abc import Iterator

from companion.bank import closing, payouts
from companion.bank.journal import people
from companion.log import renaming
from companion.log.bank_state import BankState
from companion.log.renaming import Renaming
from companion.log.table import Table
from companion.store.forgetting import Ticked
from scoring.names import compared


class ScoresDiffer(Exception):
    """Raised for a game that would not score the same under the new name."""


def spelled(table: Table, wanted: str) -> str:
    """A player's name as this table spells it; *wanted* itself if none is called that."""
    return next((name for name in people(table) if compared(name) == compared(wanted)), wanted)


def changed(table: Table, old: str, new: str) -> Renaming:
    """The change of a player's name; of someone who is no player here, wherever words have it.

    Raises ScoresDiffer.
    """
    change = Renaming(table, old, new)
    if old in people(change.after) or not renaming.same_but_for_names(change):
        raise ScoresDiffer
    return change


def ticks(change: Renaming) -> dict[Ticked, str]:
    """New hashes of the lists of payouts and payments that change with the name, by entry and old hash."""
    return dict(_ticks(change))


def _ticks(change: Renaming) -> Iterator[tuple[Ticked, str]]:
    for was, now in zip(change.before.entries, change.after.entries, strict=True):
        if was.step:
            yield (was.seq, payouts.digest(was)), payouts.digest(now)
    if change.before.variant.has_bank:
        before, after = (closing.settling(table, BankState()) for table in (change.before, change.after))
        yield (closing.SEQ, before.digest), after.digest
