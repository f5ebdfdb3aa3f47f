"""The hand in progress of a table, wherever it is stored: what is stored, and each way to change it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.forms import keeping, opened
from companion.forms.keeping import Decision
from companion.log import progress
from companion.log.progress import Move, SentForm, StoredProgress
from companion.log.table import Table
from companion.log.viewer import View

# Decides and stores; the last argument: whether a form says anything of a hand.
Change = Callable[[View, Decision, bool], tuple[StoredProgress, View]]


@dataclass(frozen=True)
class Keeper:
    """Hands in progress, which ``stored`` reads and ``change`` stores or refuses.

    stored: the last hand in progress of a table, even if it has been entered since. change: the progress
    after a decision, and the table with its revision.
    """

    stored: Callable[[Table], StoredProgress]
    change: Change

    def of_table(self, table: Table) -> StoredProgress:
        """The hand in progress; empty if none has begun, or if it has been entered since."""
        return opened.current(table, self.stored(table))

    def followed(self, table: Table) -> StoredProgress:
        """The hand in progress, with moves for what its form says if that was written last."""
        return opened.followed(table, self.of_table(table))

    def entry_so_far(self, table: Table) -> Mapping[str, object] | None:
        """The fields of the entry known so far; None if there is no hand in progress, or it is impossible."""
        return progress.entry_so_far(table, self.followed(table))

    def trump(self, table: Table) -> str:
        """The trump of the hand in progress; "" if unknown."""
        return str((self.entry_so_far(table) or {}).get("trump", ""))

    def move(self, view: View, seen: int, more: Sequence[Move]) -> StoredProgress:
        """Add moves; the same step again adds nothing. Raises Refusal, ProgressConflict."""
        return self.change(view, keeping.adding(seen, more), False)[0]

    def take_back(self, view: View, seen: int) -> StoredProgress:
        """Remove the last move. Raises ProgressConflict."""
        return self.change(view, keeping.taking_back(seen), False)[0]

    def replace_moves(self, view: View, seen: int, moves: Sequence[Move]) -> StoredProgress:
        """Store these moves and no others. Raises Refusal, ProgressConflict."""
        return self.change(view, keeping.replacing(seen, moves), False)[0]

    def discard(self, view: View, seen: int) -> StoredProgress:
        """Remove the moves and the form. Raises ProgressConflict."""
        return self.change(view, keeping.discarding(seen), False)[0]

    def keep_form(self, view: View, sent: SentForm, since: int) -> tuple[StoredProgress, View]:
        """Store the hand form, opened at version *since*; the progress then, and the table with its revision.

        A form without anything in it and one too long to be stored are left alone. Raises ProgressConflict.
        """
        if keeping.too_long(sent):
            return self.of_table(view.table), view
        return self.change(view, keeping.keeping(view.table, sent, since), keeping.begun(view.table, sent))
