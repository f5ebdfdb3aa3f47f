"""Replay every game by the installed rules, and compare what comes out with what came out before.

Scores are computed, never stored. So before an upgrade the old Bower saves a digest of every game, and the
new one compares. A saved file is lines of JSON: what saved it, then a game each, in order of their numbers::

    {"format": "bower.replay/1", "bower": "0.1.0"}
    {"number": 1, "table": "4f0w…", "version": 12, "standing": "9a6c…", "journal": "4f53…"}
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from companion.bank.journal import journal, trial_balance
from companion.log import table as log
from companion.log.table import Table
from companion.operating.words import Trouble
from companion.store import inventory, rebuilding
from companion.store.bringing import digest_of
from companion.store.inventory import KeptGame
from companion.wording.names import shown
from scoring import Refusal, __version__, replay

FORMAT = "bower.replay/1"


@dataclass(frozen=True)
class Digest:
    """What a game came to at a version of its table: digests of its standing and of its journal of chips."""

    number: int
    table: str
    version: int
    standing: str
    journal: str


@dataclass(frozen=True)
class Replayed:
    """One game replayed: its digest and its table, or why it cannot be."""

    game: KeptGame
    table: Table | None
    digest: Digest | None
    fault: str
    miscounted: bool = False  # what statistics count of it isn't what its log says

    @property
    def name(self) -> str:
        """The table's id, with its title if it has one."""
        title = self.table.title if self.table else ""
        return f"Table {self.game.table_id}" + (f" ({shown(title)})" if title else "")


def numbers(standing: Any) -> Any:
    """A standing without the texts and rule ids of its lines and postings, which may be worded anew."""
    if isinstance(standing, dict):
        kept_names = (name for name in standing if name not in ("text", "rule"))
        return {name: numbers(standing[name]) for name in kept_names}
    return [numbers(item) for item in standing] if isinstance(standing, list) else standing


def all_games() -> Iterator[Replayed]:
    """Every game replayed, one at a time, in order of number."""
    return (replayed(game) for game in inventory.games())


def save(done: Iterable[Replayed], out: IO[str]) -> Iterator[Replayed]:
    """Write the digest of every game that passes through."""
    out.write(json.dumps({"format": FORMAT, "bower": __version__}) + "\n")
    for one in done:
        if one.digest:
            out.write(json.dumps(asdict(one.digest)) + "\n")
        yield one


def saved_by(file: Path) -> str:
    """The version of Bower that saved the file. Raises Trouble if it is another kind of file."""
    with file.open(encoding="utf-8") as lines:
        try:
            first = json.loads(lines.readline())
            if first["format"] == FORMAT:
                return str(first["bower"])
        except (ValueError, KeyError, TypeError):
            pass
    raise Trouble(f"{file} was not written by replay --save.")


def changed(one: Replayed, was: Digest) -> str:
    """How a game differs from what was saved, as it was at that version; "" if it doesn't."""
    if one.table is None or one.table.version < was.version:
        return "has fewer rows than before" if one.table else ""
    now = _digest(one.game, one.table.at(was.version))
    if now.standing != was.standing:
        return "scores differently than before"
    return "" if now.journal == was.journal else "has other books than before"


def compared(done: Iterable[Replayed], file: Path) -> Iterator[tuple[Replayed | None, Digest | None]]:
    """Each game with what was saved of it, in order of number; None where one of the two is missing."""
    games = iter(done)
    one = next(games, None)
    with file.open(encoding="utf-8") as lines:
        next(lines)
        for line in lines:
            try:
                was = Digest(**json.loads(line))
            except (ValueError, TypeError):
                raise Trouble(f"{file} is damaged: save it again with the Bower before.") from None
            while one and one.game.number < was.number:
                yield one, None
                one = next(games, None)
            if one and one.game.number == was.number:
                yield one, was
                one = next(games, None)
            else:
                yield None, was
    while one:
        yield one, None
        one = next(games, None)


def replayed(game: KeptGame) -> Replayed:
    """A game replayed by the installed rules."""
    try:
        table = log.table(game.table_id, game.header, inventory.rows(game)).renamed(game.title)
        miscounted = rebuilding.differ(game.number, table)
        fault = (
            "its record scores differently from its log"
            if replay(table.record).as_json() != table.standing.as_json()
            else "its books do not balance"
            if trial_balance(journal(table))
            else ""
        )
        return Replayed(game, table, _digest(game, table), fault, miscounted)
    except log.Impossible as impossible:
        fault = f"entry {impossible.seq} is refused: {impossible.refusal.message}"
    except Refusal as refusal:
        fault = f"it is refused: {refusal.message}"
    except Exception as error:  # whatever it is, the other games are to be replayed as well
        fault = f"it cannot be read ({type(error).__name__}: {error})"
    return Replayed(game, None, None, fault)


def _digest(game: KeptGame, table: Table) -> Digest:
    moved = [
        [done.seq, done.corrects, sorted([str(side.account), side.chips] for side in done.postings)]
        for done in journal(table)
    ]
    standing = digest_of(numbers(table.standing.as_json()))
    return Digest(game.number, game.table_id, table.version, standing, digest_of(moved))
