"""A person of a group forgotten: the name replaced in all games of the group, without changing a score."""

import logging
import time
from collections.abc import Iterator

from companion.bank import renamed
from companion.bank.journal import people
from companion.log.table import Impossible
from companion.store import forgetting_person
from companion.store.forgetting_person import Forgetting
from companion.store.groups import FoundGroup
from companion.wording.refusal import AppRefusal
from scoring import Refusal

ROUNDS = 3  # a game that was started or written to meanwhile may have the name still
OF_A_REQUEST = 2.0  # seconds
PAUSE = 10.0  # seconds between two looks for what is unfinished

log = logging.getLogger(__name__)


def forget(found: FoundGroup, public_id: str) -> str:
    """Replace a person's names everywhere in the group; the name instead. It can't be undone.

    Games follow one by one, so that tables can save meanwhile. After an interruption it does the rest.
    Raises Refusal if a game can't be read, Http404, PermissionDenied.
    """
    begun = forgetting_person.begin(found, public_id)
    for _game in _games(begun):
        pass
    return begun.new


def begin(found: FoundGroup, public_id: str) -> bool:
    """The same for as long as a request may take; whether all is done. ``Unfinished`` does the rest."""
    until = time.monotonic() + OF_A_REQUEST
    games = _games(forgetting_person.begin(found, public_id))
    return all(time.monotonic() < until for _game in games)


class Unfinished:
    """Forgetting that was begun, and ended too early or with the process: done bit by bit. Not thread-safe.

    What has a game that can't be changed is tried once, and again by the next process.
    """

    def __init__(self) -> None:
        self._refused: set[int] = set()
        self._games: Iterator[int] = iter(())
        self._next_look = time.monotonic()

    def go_on(self, seconds: float) -> None:
        """Change games for about so many seconds, if there are any to change."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if next(self._games, None) is None and not self._found():
                return

    def _found(self) -> bool:
        """Whether there is something else to go on with."""
        if time.monotonic() < self._next_look:
            return False
        begun = forgetting_person.unfinished(self._refused)
        if begun is None:
            self._next_look = time.monotonic() + PAUSE
            return False
        self._games = self._of(begun)
        return True

    def _of(self, begun: Forgetting) -> Iterator[int]:
        try:
            yield from _games(begun)
        except Refusal:
            self._refused.add(begun.person)
            log.warning("forgetting a person of group %s: some games could not be changed", begun.group)


def _games(begun: Forgetting) -> Iterator[int]:
    """Do the games one by one, each in a transaction, then the rest; each game's number after it.

    Raises Refusal in the end if there is one that can't be changed.
    """
    for _round in range(ROUNDS):
        refused: Refusal | None = None
        for number in forgetting_person.games_with(begun.group, begun.old):
            try:
                for name in begun.old:
                    _in_game(begun, number, name)
            except Refusal as refusal:
                refused = refusal
            yield number
        if refused:
            raise refused
        if forgetting_person.finish(begun):
            return
    raise AppRefusal("forget-unfinished")


def _in_game(begun: Forgetting, number: int, name: str) -> None:
    try:
        found = forgetting_person.read(number)
        if found is None:
            return
        game, table = found
        change = renamed.changed(table, renamed.spelled(table, name), begun.new)
        plays = change.old in people(table)
        forgetting_person.write(begun, game, change, renamed.ticks(change), plays=plays)
    except (Impossible, Refusal, renamed.ScoresDiffer):
        raise AppRefusal("forget-unfinished") from None
