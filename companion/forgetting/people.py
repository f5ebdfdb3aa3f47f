"""A person of a group forgotten: which of its rows have the name, and what takes its place.

It goes in steps, each a transaction of its own, since a person may have played in hundreds of games: the new
name is given first, then the games follow one by one, and at the end the old spellings go: as long as there
is one, something is left to do. Interrupted, it goes on where it was.
In a game the name is replaced throughout, without changing a score.
"""

import json
import logging
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.db.models import Q, QuerySet

from companion.bank import journal, payouts
from companion.bank.journal import people as players
from companion.log import rights
from companion.log import table as log_table
from companion.log.bank_state import BankState
from companion.log.renaming import renamed_entry
from companion.log.table import Impossible, Row, Table, body_of
from companion.log.table import table as replayed
from companion.models import (
    Dispute,
    Entry,
    Game,
    Group,
    HandInProgress,
    League,
    Night,
    NightFix,
    NightPlayer,
    PastGame,
    PastPlayer,
    Person,
    Phone,
    PlayerFacts,
    Tick,
    tables,
)
from companion.store import facts, games, groups, inventory, night_changes, people
from companion.store.changes import writing
from companion.store.groups import FoundGroup
from companion.store.inventory import JOIN, KeptGame
from companion.store.nights import ANNOUNCEMENT_LENGTH
from companion.store.people import Somebody
from companion.wording.refusal import AppRefusal
from scoring import Refusal
from scoring.names import compared

LONGEST_TITLE, LONGEST_WORDS = 60, 200

Ticked = tuple[int, str]
ROUNDS = 3  # a game that was started or written to meanwhile may have the name still
LONGEST_GAME = 40  # the name of a game in a list
OF_A_REQUEST = 2.0  # seconds
PAUSE = 10.0  # seconds between two looks for what is unfinished
log = logging.getLogger(__name__)


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
            before, after = (payouts.settling(table, BankState()) for table in (self.before, self.after))
            found[payouts.SEQ, before.digest] = after.digest
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
    if old in journal.people(change.after) or not change.keeps_scores():
        raise ScoresDiffer
    return change


def in_text(typed: str, old: str, new: str) -> str:
    """Typed words with another name where the old one stands as a word, in whatever case.

    Once more it changes nothing, even if the old name is a word of the new one.
    """
    found = re.compile(rf"(?<!\w)(?:({re.escape(new)})|{re.escape(old)})(?!\w)", re.IGNORECASE)
    return found.sub(lambda match: match[1] or new, typed)


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
    games.replace_bodies(game.number, [(now.seq, now.body) for was, now in rows if was != now])
    for dispute in Dispute.objects.filter(game=game.number):
        dispute.words = renaming.text(dispute.words, LONGEST_WORDS)
        dispute.answer = renaming.text(dispute.answer, LONGEST_WORDS)
        dispute.save(update_fields=["words", "answer"])
    stored = Tick.objects.filter(game=game.number)
    for seq, old in set(stored.values_list("seq", "digest")) & ticked.keys():
        stored.filter(seq=seq, digest=old).update(digest=ticked[seq, old])
    Phone.objects.filter(game=game.number, seat=renaming.old).update(seat=renaming.new)
    if renaming.old in journal.people(renaming.before):
        HandInProgress.objects.filter(game=game.number).delete()
    facts.rename(game.number, renaming.old, renaming.new)
    games.touch(game.table_id)


@dataclass(frozen=True)
class Forgetting:
    """A person who is being forgotten: the new name, and the old ones that may stand somewhere still."""

    group: int
    person: int
    new: str
    old: tuple[str, ...]

    def text(self, typed: str) -> str:
        """Typed words with the new name in place of all old ones."""
        for name in self.old:
            typed = in_text(typed, name, self.new)
        return typed


def forget(found: FoundGroup, public_id: str) -> str:
    """Replace a person's names everywhere in the group; the name instead. It can't be undone.

    Games follow one by one, so that tables can save meanwhile. After an interruption it does the rest.
    Raises Refusal if a game can't be read, Http404, PermissionDenied.
    """
    begun = _new_name(found, public_id)
    for _game in _games(begun):
        pass
    return begun.new


def begin(found: FoundGroup, public_id: str) -> bool:
    """As ``forget``, for as long as a request may take; whether all is done. ``Unfinished`` does the rest."""
    until = time.monotonic() + OF_A_REQUEST
    games = _games(_new_name(found, public_id))
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
        found = Person.objects.filter(forgotten=True, spellings__isnull=False).exclude(pk__in=self._refused)
        person = found.order_by("pk").values_list("group", "pk").first()
        begun = _begun(*person) if person else None
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
        for number in games_with(begun):
            try:
                for name in begun.old:
                    columns = Game.objects.filter(pk=number).values_list("pk", "public_id", "header", "title")
                    found = columns.first()
                    if found is None:
                        break
                    game = KeptGame(*found)
                    table = log_table.table(game.table_id, game.header, inventory.rows(game))
                    spelled = next((one for one in players(table) if compared(one) == compared(name)), name)
                    change = changed(table, spelled, begun.new)
                    write(begun, game, change, change.ticks())
            except (Impossible, Refusal, ScoresDiffer):
                refused = AppRefusal("forget-unfinished")
            yield number
        if refused:
            raise refused
        if finish(begun):
            return
    raise AppRefusal("forget-unfinished")


def _new_name(found: FoundGroup, public_id: str) -> Forgetting:
    """Give a person of the group another name, "Player 3". Again: the same name, and what is left to do.

    Raises Http404, PermissionDenied.
    """
    with groups.changing(found, rights.SHARE) as group:
        one = people.find(group.pk, public_id)
        if one.forgotten:
            return _begun(group.pk, one.number)
        taken = set(Person.objects.filter(group=group).values_list("compared", flat=True))
        for _number, header, _title in _headers(group.pk):
            taken.update(compared(name) for name in json.loads(header)["players"])
        number = 1
        while compared(f"Player {number}") in taken:  # nobody in the group has it, no player of its games
            number += 1
        new = f"Player {number}"
        person = Person.objects.get(pk=one.number)
        key = person.compared
        person.told, person.compared, person.shown = new, people.key(new), ""
        person.forgotten, person.hidden = True, one.hidden
        person.save(update_fields=["told", "compared", "shown", "forgotten", "hidden"])
        Person.objects.create(
            group=group, public_id=tables.new_id(), told=one.told, compared=key, into_id=one.number
        )
        # Ratings see the same person before and after, so that no game is rated again.
        spellings = people.tree(group.pk, one.number)
        PlayerFacts.objects.filter(person__in=spellings).update(person=one.number)
        begun = _begun(group.pk, one.number)
    night_changes.names_changed([begun.person, *spellings])
    return begun


def _begun(group: int, person: int) -> Forgetting:
    others = Person.objects.filter(pk__in=people.tree(group, person)[1:]).order_by("pk")
    new = Person.objects.values_list("told", flat=True).get(pk=person)
    return Forgetting(group, person, new, tuple(others.values_list("told", flat=True)))


def games_with(begun: Forgetting) -> list[int]:
    """The group's games in which an old name stands, oldest first; deleted ones too."""
    keys = {compared(name) for name in begun.old}
    found: set[int] = set()
    for number, header, title in _headers(begun.group):
        said = json.loads(header)
        titles = (str(said.get("title", "")), title or "")
        if any(compared(name) in keys for name in said["players"]) or _says(begun, titles):
            found.add(number)
    rows = Entry.objects.filter(game__group=begun.group)
    for number, body in rows.filter(body__contains=JOIN).values_list("game", "body"):
        if compared(str(json.loads(body).get("player"))) in keys:
            found.add(number)
    # No database finds all names in whatever case: typed words are few, and looked at here.
    typed = rows.filter(Q(body__contains='"note":') | Q(body__contains='"reason":'))
    for number, body in typed.values_list("game", "body").iterator(inventory.AT_ONCE):
        entry = json.loads(body)
        if _says(begun, (str(entry.get("note", "")), str(entry.get("reason", "")))):
            found.add(number)
    disputes = Dispute.objects.filter(game__group=begun.group)
    for number, *words in disputes.values_list("game", "words", "answer"):
        if _says(begun, words):
            found.add(number)
    return sorted(found)


def _says(begun: Forgetting, texts: Iterable[str]) -> bool:
    return any(begun.text(text) != text for text in texts)


def _headers(group: int) -> Iterator[tuple[int, str, str | None]]:
    found = Game.objects.filter(group=group).order_by("pk")
    return found.values_list("pk", "header", "title").iterator(inventory.AT_ONCE)


def write(begun: Forgetting, game: KeptGame, renaming: Renaming, ticked: Mapping[Ticked, str]) -> None:
    """Store a game with the other name; one that has changed since it was read stays for the next round."""
    with writing():
        found = Game.objects.select_for_update().filter(pk=game.number, header=game.header, title=game.title)
        rows = Entry.objects.filter(game=game.number)
        if not found.exists() or rows.count() != renaming.before.version:
            return
        # The person who is rated already, so that ratings stay.
        of_game = PlayerFacts.objects.filter(game=game.number, name=renaming.old)
        of_game.update(name=begun.new, person=begun.person)
        rename(game, renaming, ticked)


def finish(begun: Forgetting) -> bool:
    """Remove the old spellings, and the names from the group's own words. Whether no game had one still."""
    with writing():
        Group.objects.select_for_update().filter(pk=begun.group).first()
        if games_with(begun):
            return False
        old = people.tree(begun.group, begun.person)[1:]
        PlayerFacts.objects.filter(person__in=old).update(person=begun.person)
        of_nights = NightPlayer.objects.filter(person__in=old)
        changed = set(of_nights.values_list("night__public_id", flat=True))
        of_nights.update(person=begun.person)
        PastPlayer.objects.filter(person__in=old).update(person=begun.person)
        for league in League.objects.filter(group=begun.group).exclude(kept=""):
            kept = json.loads(league.kept)
            for row in kept["rows"]:
                if row[0] in old:
                    row[0] = begun.person
            League.objects.filter(pk=league.pk).update(kept=json.dumps(kept, separators=(",", ":")))
        Person.objects.filter(pk__in=old).delete()

        # The group's own words: of nights and leagues, games of lists, and reasons given.
        def said(rows: QuerySet[Any], field: str, longest: int, of: str = "pk") -> list[Any]:
            replaced = []
            for number, one, typed in rows.order_by("pk").values_list("pk", of, field):
                text = begun.text(typed)[:longest]
                if text != typed:
                    rows.model.objects.filter(pk=number).update(**{field: text})
                    replaced.append(one)
            return replaced

        of_group = {"group": begun.group}
        said(Group.objects.filter(pk=begun.group), "title", LONGEST_TITLE)
        said(League.objects.filter(**of_group), "title", LONGEST_TITLE)
        said(PastGame.objects.filter(**of_group), "game", LONGEST_GAME)
        fixes = NightFix.objects.filter(table__round__night__group=begun.group)
        announced = said(Night.objects.filter(**of_group), "announcement", ANNOUNCEMENT_LENGTH, "public_id")
        changed.update(announced)
        changed.update(said(Night.objects.filter(**of_group), "title", LONGEST_TITLE, "public_id"))
        changed.update(said(fixes, "reason", LONGEST_WORDS, "table__round__night__public_id"))
        shows = Game.objects.filter(night_table__round__night__public_id__in=announced, deleted_at=None)
        table_ids = sorted(shows.values_list("public_id", flat=True))
        groups.touch(begun.group)
    for night_id in sorted(changed):
        with writing():
            night_changes.touch(night_id)
    for table_id in table_ids:  # that showed an announcement: as ``nights.tell_tables``
        with writing():
            games.touch(table_id)
    return True


def games_left(one: Somebody) -> int:
    """In how many games a person who was forgotten still has an old name."""
    return (
        PlayerFacts.objects.filter(person=one.number).exclude(name=one.told).count() if one.forgotten else 0
    )
