"""A player's name replaced throughout a stored game, without changing a score."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from companion.bank import closing, payouts
from companion.bank.journal import people
from companion.log.bank_state import BankState
from companion.log.renaming import renamed_entry
from companion.log.table import Row, Table, body_of
from companion.log.table import table as replayed
from companion.models import Dispute, Game, HandInProgress, Phone, Tick
from companion.store import facts, games, statements
from companion.store.inventory import KeptGame
from scoring import Refusal

LONGEST_TITLE, LONGEST_WORDS = 60, 200

Ticked = tuple[int, str]


@dataclass(frozen=True)
class Renaming:
    """One player's name, ``old``, and the one that takes its place, at a table as it was before."""

    before: Table
    old: str
    new: str

    @cached_property
    def names(self) -> Mapping[str, str]:
        """New names of players and of teams, by the old ones; only those that change."""
        header = self.before.header
        players = tuple(self.new if name == self.old else name for name in header.players)
        sides = zip(header.variant.sides(header.players), header.variant.sides(players), strict=True)
        return {self.old: self.new, **{was: now for was, now in sides if was != now}}

    def name(self, was: str) -> str:
        """The name of a player or a team afterwards."""
        return self.names.get(was, was)

    def text(self, typed: str, longest: int) -> str:
        """Typed words with the new name where the old one stands as a word; at most *longest* characters."""
        return in_text(typed, self.old, self.new)[:longest]

    @cached_property
    def header(self) -> str:
        """The header as it is to be stored."""
        given = {name: value for name, value in self.before.header.as_json().items() if name != "entries"}
        given["players"] = [self.name(name) for name in self.before.header.players]
        given["dealer"] = self.name(self.before.header.dealer)
        if "title" in given:
            given["title"] = self.text(str(given["title"]), LONGEST_TITLE)
        return body_of(given)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The rows as they are to be stored."""
        return tuple(self._row(row) for row in self.before.rows)

    @cached_property
    def after(self) -> Table:
        """The table afterwards. Raises Refusal if the game is impossible with the new name."""
        return replayed(self.before.id, self.header, self.rows)

    def _row(self, row: Row) -> Row:
        if not row.body:
            return row
        entry = renamed_entry(self.before.variant, json.loads(row.body), self.name, self.text)
        return replace(row, body=body_of(entry))

    def ticks(self) -> dict[Ticked, str]:
        """New hashes of the lists of payouts and payments, by entry and old hash."""
        entries = zip(self.before.entries, self.after.entries, strict=True)
        found = {(was.seq, payouts.digest(was)): payouts.digest(now) for was, now in entries if was.step}
        if self.before.variant.has_bank:
            before, after = (closing.settling(table, BankState()) for table in (self.before, self.after))
            found[closing.SEQ, before.digest] = after.digest
        return found

    def keeps_scores(self) -> bool:
        """Whether the game scores the same afterwards, hand by hand, for the player under the other name."""
        try:
            return _scored(self.before, self) == _scored(self.after, None)
        except Refusal:
            return False


class ScoresDiffer(Exception):
    """Raised for a game that would not score the same under the new name."""


def changed(table: Table, old: str, new: str) -> Renaming:
    """The change of a player's name; of someone who is no player here, wherever words have it.

    Raises ScoresDiffer.
    """
    change = Renaming(table, old, new)
    if old in people(change.after) or not change.keeps_scores():
        raise ScoresDiffer
    return change


def in_text(typed: str, old: str, new: str) -> str:
    """Typed words with another name where the old one stands as a word, in whatever case."""
    found = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)", re.IGNORECASE)
    return found.sub(lambda _match: new, typed)


def _scored(table: Table, renaming: Renaming | None) -> list[object]:
    def name(was: str) -> str:
        return renaming.name(was) if renaming else was

    def named(scores: Mapping[str, int]) -> list[tuple[str, int]]:
        return [(name(player), number) for player, number in scores.items()]

    state = table.standing.state
    hands = [
        (hand.number, name(hand.dealer), named(hand.change), named(hand.after))
        for hand in table.standing.hands
    ]
    postings = [(name(one.source), name(one.target), one.chips) for one in table.standing.postings]
    last = (state.over, [name(one) for one in state.winners], named(state.scores), named(state.net))
    return [last, hands, postings]


def rename(game: KeptGame, renaming: Renaming, ticked: Mapping[Ticked, str]) -> None:
    """Store a game with the other name. Call inside a transaction; *ticked* are the ``ticks`` of before it.

    The hand in progress of a game that the player plays is removed.
    """
    header = renaming.header
    if header == game.header:  # another text in any case, by which replayed tables are outdated
        header += " "
    title = game.title if game.title is None else renaming.text(game.title, LONGEST_TITLE)
    Game.objects.filter(pk=game.number).update(header=header, title=title)
    rows = zip(renaming.before.rows, renaming.rows, strict=True)
    statements.replace_bodies(game.number, [(now.seq, now.body) for was, now in rows if was != now])
    for dispute in Dispute.objects.filter(game=game.number):
        dispute.words = renaming.text(dispute.words, LONGEST_WORDS)
        dispute.answer = renaming.text(dispute.answer, LONGEST_WORDS)
        dispute.save(update_fields=["words", "answer"])
    stored = Tick.objects.filter(game=game.number)
    for seq, old in set(stored.values_list("seq", "digest")) & ticked.keys():
        stored.filter(seq=seq, digest=old).update(digest=ticked[seq, old])
    Phone.objects.filter(game=game.number, seat=renaming.old).update(seat=renaming.new)
    if renaming.old in people(renaming.before):
        HandInProgress.objects.filter(game=game.number).delete()
    facts.rename(game.number, renaming.old, renaming.new)
    games.touch(game.table_id)
