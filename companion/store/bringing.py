"""Games that a group brings in: from files, each once; and those of earlier years that it knows from lists.

Those from lists can be taken away again. They count for games won and for titles; what needs hands leaves
them out.
"""

import json
import math
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from hashlib import sha256
from uuid import uuid5

from django.db.models import Count, Max, Min
from django.utils import timezone

from companion.forms.past_games import FIELD, Line
from companion.log import rights
from companion.log import table as log
from companion.log.rights import Draft, uuid_of
from companion.log.table import CORRECTION, ENTRY, RESTORE, kind_of
from companion.models import Entry, Game, PastGame, PastPlayer
from companion.stats.periods import Period
from companion.store import entries, groups, inventory, people
from companion.store.changes import writing
from companion.store.groups import FoundGroup
from companion.store.people import Somebody
from companion.wording.refusal import AppRefusal
from scoring import VARIANTS, Record
from scoring.entries import JOIN

NOT_COMPARED = "title"  # a table may have been renamed
AT_ONCE = 200  # games whose rows are read by one query
MOST = 5000  # games of a group


@dataclass(frozen=True)
class Done:
    """What was written: how many games are there by this key, and how many had been there before.

    new: how many of those were written this time. left: how many are still to be written.
    """

    written: int
    known: int
    new: int = 0
    left: int = 0


def digest(draft: Draft) -> str:
    """Hash of a game's header, without its title, and of its entries."""
    return _digest_of_game(_head(draft.header), map(json.loads, draft.bodies))


def known(group: int, drafts: Iterable[Draft], after: int = 0) -> dict[str, int]:
    """The numbers of those games that the group has, by digest; *after*: only games with a higher one."""
    wanted: dict[str, set[str]] = {}
    for draft in drafts:
        wanted.setdefault(digest_of(_head(draft.header)), set()).add(digest(draft))
    games = Game.objects.filter(group=group, deleted_at=None, pk__gt=after).order_by("pk")
    heads = {number: _head(header) for number, header in games.values_list("pk", "header")}
    alike = {number: head for number, head in heads.items() if digest_of(head) in wanted}
    # The entries of each game as corrected, without the removed ones.
    bodies: dict[int, dict[int, str]] = {number: {} for number in alike}
    removed: dict[int, set[int]] = {number: set() for number in alike}
    numbers = list(alike)
    for start in range(0, len(numbers), AT_ONCE):
        rows = Entry.objects.filter(game__in=numbers[start : start + AT_ONCE]).order_by("game", "seq")
        columns = rows.values_list("game", "seq", "target", "body", "restores")
        for game, seq, target, body, restores in columns:
            kind, place = kind_of(target, body, restores), target or seq
            if kind in (ENTRY, CORRECTION):
                bodies[game][place] = body
            elif kind == RESTORE:
                removed[game].discard(place)
            else:
                removed[game].add(place)
    found: dict[str, int] = {}
    for number, head in alike.items():
        told = (json.loads(body) for at, body in bodies[number].items() if at not in removed[number])
        found[_digest_of_game(head, told)] = number
    return {name: number for name, number in found.items() if name in set().union(*wanted.values())}


def names(record: Record) -> list[str]:
    """Everyone who sits down in a game, those who join it too."""
    joins = (one for one in record.entries if isinstance(one, Mapping) and one.get("kind") == JOIN.name)
    return [*record.players, *(str(one["player"]) for one in joins)]


def bring_games(
    found: FoundGroup,
    device: str,
    key: str,
    drafts: Sequence[Draft],
    successor: str = "",
    seconds: float = math.inf,
) -> Done:
    """Write games that were scored, oldest first, each in a transaction of its own, for so many seconds.

    The same key again writes only what is missing. Raises Refusal, Http404, PermissionDenied.
    """
    until = time.monotonic() + seconds
    found.require(rights.PLAY)
    keys = {digest(draft): uuid5(uuid_of(key), digest(draft)) for draft in drafts}
    mine = set(Game.objects.filter(key__in=keys.values()).values_list("key", flat=True))
    # first the newest: what comes after it is looked at again
    newest = Game.objects.filter(group=found.pk).order_by("-pk").values_list("pk", flat=True).first() or 0
    here = known(found.pk, drafts)
    written = before = new = left = 0
    for draft in sorted(drafts, key=lambda draft: str(json.loads(draft.header).get("played_on", ""))):
        name = digest(draft)
        if keys[name] in mine:
            written += 1
        elif name in here:
            before += 1
        elif new and time.monotonic() > until:
            left += 1
        else:
            with writing():
                groups.lock(found.pk)
                is_new = not known(found.pk, [draft], newest)  # else another phone has just written the same
                if is_new:
                    entries.start(device, str(keys[name]), draft, successor=successor, group=found.pk)
                    groups.touch(found.pk)
            written, new, before = written + is_new, new + is_new, before + (not is_new)
    return Done(written, before, new, left)


def latest(group: int) -> Record | None:
    """The record of the group's last game in which a hand was played, with its day; None without one."""
    found = Game.objects.filter(group=group, deleted_at=None, facts__hands__gt=0).order_by("-pk")
    row = found.values_list("pk", "public_id", "header", "title", "facts__played_on").first()
    if row is None:
        return None
    pk, table_id, header, title, day = row
    game = inventory.KeptGame(pk, table_id, header, title)
    record = log.table(game.table_id, game.header, inventory.rows(game)).renamed(game.title).record
    return replace(record, played_on=str(day))


def _head(header: str) -> Mapping[str, object]:
    """The header as compared: with every house rule, of which an older Bower may have known fewer."""
    head = {name: value for name, value in json.loads(header).items() if name != NOT_COMPARED}
    usual = {option.name: option.default for option in VARIANTS[head["variant"]].options}
    return {**head, "options": {**usual, **head["options"]}}


def _digest_of_game(head: Mapping[str, object], told: Iterable[object]) -> str:
    return digest_of([head, list(told)])


def digest_of(value: object) -> str:
    """SHA-256 of a value as JSON, in hex."""
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True)
class Batch:
    """What came in together: how many games, from which day to which, and when."""

    id: str
    games: int
    first: date
    last: date
    at: datetime


@dataclass(frozen=True)
class Result:
    """A game as it was brought in: its sides, the winners first, each with its people and its score."""

    played_on: date
    game: str
    sides: tuple[tuple[tuple[Somebody, ...], int | None], ...]


@dataclass(frozen=True)
class Won:
    """Games won of those played."""

    won: int
    games: int


def bring(found: FoundGroup, key: str, lines: Sequence[Line]) -> Done:
    """Write the games of a list, all or none; those that are there already stay. Raises Refusal."""
    batch, seen = uuid_of(key), Counter[str]()
    with groups.changing(found, rights.PLAY) as group:
        numbers = people.of(group.pk, {name for line in lines for name in line.names}, FIELD)
        people.refuse_merged(group.pk, [line.names for line in lines], FIELD)
        digests = [_digest(line, numbers, seen) for line in lines]
        known = set(PastGame.objects.filter(group=group, digest__in=digests).values_list("digest", flat=True))
        new = [(line, digest) for line, digest in zip(lines, digests, strict=True) if digest not in known]
        if new and PastGame.objects.filter(group=group).count() + len(new) > MOST:
            raise AppRefusal("past-full", FIELD, most=f"{MOST:,}")
        now = timezone.now()
        rows = PastGame.objects.bulk_create(
            PastGame(group=group, played_on=line.on, game=line.game, batch=batch, digest=digest, at=now)
            for line, digest in new
        )
        PastPlayer.objects.bulk_create(
            PastPlayer(past=row, person_id=numbers[name], side=number, score=side.score)
            for row, (line, _digest) in zip(rows, new, strict=True)
            for number, side in enumerate(line.sides)
            for name in side.names
        )
    return Done(len(new), len(lines) - len(new))


def _digest(line: Line, numbers: Mapping[str, int], seen: Counter[str]) -> str:
    """What a line says, with how often it was there before in the same list."""
    sides = [(sorted(numbers[name] for name in side.names), side.score) for side in line.sides]
    said = f"{line.on} {line.game.casefold()} {sides}"
    seen[said] += 1
    return sha256(f"{said} {seen[said]}".encode()).hexdigest()


def take_away(found: FoundGroup, batch: str) -> None:
    """Take away what came in together. Again: nothing changes."""
    with groups.changing(found, rights.PLAY) as group:
        PastGame.objects.filter(group=group, batch=uuid_of(batch)).delete()


def batches(group: int) -> list[Batch]:
    """What came in, the latest first."""
    rows = PastGame.objects.filter(group=group).values("batch").order_by()
    first, last, came = Min("played_on"), Max("played_on"), Min("at")
    counted = rows.annotate(games=Count("pk"), first=first, last=last, came=came).order_by("-came")
    columns = ("batch", "games", "first", "last", "came")
    return [Batch(str(batch), *rest) for batch, *rest in counted.values_list(*columns)]


def results(group: int, most: int = MOST, *, as_told: bool = False) -> list[Result]:
    """The games, the latest first, at most so many. *as_told*: with the spellings of the lists."""
    rows = PastGame.objects.filter(group=group).order_by("-played_on", "-pk")[:most]
    players: dict[int, list[PastPlayer]] = {}
    for one in PastPlayer.objects.filter(past__in=[row.pk for row in rows]).order_by("past", "side", "pk"):
        players.setdefault(one.past_id, []).append(one)
    numbers = {one.person_id for some in players.values() for one in some}
    shown = people.shown(group, numbers)
    if as_told:  # but nobody who is being forgotten
        told = people.spelled(numbers)
        shown = {number: one if one.forgotten else told[number] for number, one in shown.items()}
    found: list[Result] = []
    for row in rows:
        sides: dict[int, tuple[list[Somebody], int | None]] = {}
        for one in players.get(row.pk, ()):
            sides.setdefault(one.side, ([], one.score))[0].append(shown[one.person_id])
        by_side = tuple((tuple(names), score) for names, score in sides.values())
        found.append(Result(row.played_on, row.game, by_side))
    return found


def won(group: int, period: Period, roots: Mapping[int, int]) -> dict[int, Won]:
    """What everyone won of these games in a period, who won most first. *roots*: whose each spelling is."""
    rows = PastPlayer.objects.filter(past__group=group)
    if period.first:
        rows = rows.filter(past__played_on__gte=period.first)
    if period.last:
        rows = rows.filter(past__played_on__lte=period.last)
    found: dict[int, tuple[int, int]] = {}
    counted = rows.order_by().values_list("person", "side").annotate(Count("pk"))
    for person, side, games in counted:
        root = roots.get(person)
        if root is not None:
            won_so_far, so_far = found.get(root, (0, 0))
            found[root] = (won_so_far + games * (side == 0), so_far + games)
    some = sorted(found.items(), key=lambda one: (-one[1][0], one[1][1], one[0]))
    return {person: Won(*counts) for person, counts in some}
