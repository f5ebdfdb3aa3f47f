"""What the bank of a table keeps beside the log: its chips by colour, what was ticked off, a hand begun.

None of it is part of the record: without it every chip stands where it stood.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.db.models import F, QuerySet
from django.http import Http404
from django.utils import timezone

from companion.access import roles
from companion.forms.bank import BETWEEN_HANDS
from companion.forms.ticks import Ticks
from companion.log.table import Author, Table
from companion.models import ChipSet, Game, HandBegun, Tick
from companion.store import people
from scoring.tray import USUAL_CASE, Case, Colour

Paid = tuple[int, int, int]
# Entries after which a hand that had been begun is no longer on the table.
ENDS_IT = ("hand", *BETWEEN_HANDS)


@dataclass(frozen=True)
class Counted:
    """Chips that were counted in the bank, by colour, when the log had so many rows."""

    version: int
    left: Mapping[str, int]


@dataclass(frozen=True)
class Begun:
    """A hand that somebody has begun to enter: when, and on whose phone, in words."""

    at: datetime
    by: str


@dataclass(frozen=True)
class Desk:
    """What the bank of a table keeps; ``version`` is 0 until anybody has said anything about its chips.

    ``ticks`` are entry, revision and item of what was paid, for the entries that were asked for.
    """

    case: Case = USUAL_CASE
    version: int = 0
    counted: Counted | None = None
    begun: Begun | None = None
    ticks: frozenset[Paid] = field(default_factory=frozenset)

    def paid(self, seq: int, revision: int) -> frozenset[int]:
        """The items of this entry that were ticked off as it was then."""
        return frozenset(item for at, then, item in self.ticks if (at, then) == (seq, revision))


class Changed(Exception):
    """Another phone was first: *desk* is what it left."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("the bank has changed")
        self.desk = desk


def desk(table: Table, seqs: Collection[int] = ()) -> Desk:
    """What the bank of this table keeps, with what was paid of the entries *seqs*."""
    games = _game(table).annotate(
        chips_version=F("chip_set__version"),
        colours=F("chip_set__colours"),
        counted=F("chip_set__counted"),
        begun_version=F("hand_begun__version"),
        begun_at=F("hand_begun__at"),
        begun_by=F("hand_begun__device"),
    )
    kept = games.values().first()
    if kept is None:
        raise Http404("no table of this device")
    ticks = Tick.objects.filter(game=kept["id"], seq__in=seqs).values_list("seq", "revision", "item")
    return Desk(
        case=_case(kept["colours"]) if kept["colours"] else USUAL_CASE,
        version=kept["chips_version"] or 0,
        counted=_counted(kept["counted"]) if kept["counted"] else None,
        begun=_begun(table, kept["begun_version"], kept["begun_at"], kept["begun_by"]),
        ticks=frozenset(ticks) if seqs else frozenset(),
    )


def case(table: Table) -> Case:
    """The chips that the bank of this table has."""
    sets = ChipSet.objects.filter(game__in=_game(table)) if table.variant.has_bank else ChipSet.objects.none()
    colours = sets.values_list("colours", flat=True).first()
    return _case(colours) if colours else USUAL_CASE


def save_case(table: Table, seen: int, case: Case) -> None:
    """The chips that the bank has from now on; what was counted before is forgotten. Raises Changed."""
    _save(table, seen, colours=json.dumps([[one.name, one.value, one.number] for one in case]), counted="")


def save_count(table: Table, seen: int, left: Mapping[str, int]) -> None:
    """What was counted in the bank just now, by colour. Raises Changed."""
    _save(table, seen, counted=json.dumps([table.version, dict(left)]))


def _save(table: Table, seen: int, **values: str) -> None:
    with transaction.atomic():
        game = people.held(table, roles.BANK)
        found = ChipSet.objects.filter(game=game).first()
        if found and all(getattr(found, name) == value for name, value in values.items()):
            return
        if seen != (found.version if found else 0):
            raise Changed(desk(table))
        kept = {"colours": found.colours, "counted": found.counted} if found else {"colours": ""}
        version = (found.version if found else 0) + 1
        ChipSet.objects.update_or_create(game=game, defaults={**kept, **values, "version": version})
        people.stir(table.id)


def tick(table: Table, ticks: Ticks) -> None:
    """Tick items off, and take ticks back; the same twice is the same once."""
    with transaction.atomic():
        game = people.held(table, roles.BANK)
        for (seq, revision), (paid, unpaid) in ticks.items():
            new = [Tick(game=game, seq=seq, revision=revision, item=item) for item in paid]
            Tick.objects.bulk_create(new, ignore_conflicts=True)
            Tick.objects.filter(game=game, seq=seq, revision=revision, item__in=unpaid).delete()
        people.stir(table.id)


def keep_begun(table: Table, begun: bool) -> None:
    """Keep that the next hand has been begun on a phone, or that it has been taken back."""
    kept = HandBegun.objects.filter(game__in=_game(table))
    version = kept.values_list("version", flat=True).first()
    if begun == (version is not None and not table.since(version, *ENDS_IT)):
        return
    if not begun:
        kept.delete()
        return
    now = {"version": table.version, "at": timezone.now(), "device": table.device}
    HandBegun.objects.update_or_create(game=_game(table).get(), defaults=now)


def _game(table: Table) -> QuerySet[Game]:
    return Game.objects.filter(public_id=table.id)


def _case(text: str) -> Case:
    return tuple(Colour(name, value, number) for name, value, number in json.loads(text))


def _counted(text: str) -> Counted:
    version, left = json.loads(text)
    return Counted(version, left)


def _begun(table: Table, version: int | None, at: datetime | None, device: str | None) -> Begun | None:
    if version is None or at is None or table.since(version, *ENDS_IT):
        return None
    return Begun(at, table.by(Author(device or "", roles.SCOREKEEPER)))
