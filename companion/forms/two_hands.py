"""Two hands in progress at one table: that of a phone without a network, and that of the others."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.forms.opened import current, opened
from companion.log import progress
from companion.log.progress import StoredProgress
from companion.log.table import LogEntry, Table

FATES = SAID, FOLLOWS, ASKS = "said", "follows", "asks"


@dataclass(frozen=True)
class TwoHands:
    """The hand in progress of this phone, *mine*, and that of the table as it is now.

    saved: the hand that was entered since mine was begun; None without one.
    """

    table: Table
    now: StoredProgress
    mine: StoredProgress

    @property
    def saved(self) -> LogEntry | None:
        """The hand that was entered since mine was begun; None without one."""
        return progress.entered(self.table, self.mine.begun)

    @property
    def theirs(self) -> Mapping[str, object]:
        """What the other hand says: the fields of its entry so far."""
        return self.saved.entry if self.saved else opened(self.table, self._there).entry

    @property
    def ours(self) -> Mapping[str, object]:
        """What this phone's hand says: the fields of its entry so far."""
        return opened(self.table, self.mine).entry

    @property
    def fate(self) -> str:
        """What becomes of mine: the other says all of it, it says all of the other, or somebody is asked."""
        moves, other = self.mine.moves, self._there.moves
        is_said = not progress.says_more(self.ours, self.theirs)
        if is_said and (self.saved or other[: len(moves)] == moves):
            return SAID
        follows = not progress.says_more(self.theirs, self.ours) and moves[: len(other)] == other
        return FOLLOWS if follows and not self.saved else ASKS

    @property
    def after(self) -> StoredProgress:
        """Mine as the next write on top of the other hand; after a saved one as the hand that comes next."""
        rev, form = max(self.mine.rev, self.now.rev + 1), self.mine.form
        if form is not None:
            form = replace(form, rev=rev if self.mine.on_form else min(form.rev, rev - 1))
        begun = self.table.version if self.saved else self.mine.begun
        return replace(self.mine, rev=rev, form=form, begun=begun)

    @property
    def again(self) -> StoredProgress | None:
        """The other hand under a ``rev`` that no page of this phone shows with mine; None if it has one."""
        if self.saved or self.now.rev > self.mine.rev:
            return None
        return replace(self, now=self.mine, mine=self._there).after

    @property
    def _there(self) -> StoredProgress:
        return current(self.table, self.now)
