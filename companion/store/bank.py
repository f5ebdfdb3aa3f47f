"""All stored bank data of a table, read at once; its chip set and last count, and ticks of payouts."""

import json
from collections.abc import Collection, Mapping

from django.db.models import Count, F
from django.http import Http404

from companion.forms.bank import Ticks
from companion.log import rights
from companion.log.bank_state import (
    BankState,
    StoredChips,
    StoredStart,
    case_of,
    counted_of,
    decide_chips,
    started_of,
    text_of,
)
from companion.log.rights import View
from companion.log.table import Table
from companion.models import ChipSet, Game, Group, Tick
from companion.store import games
from companion.store.changes import writing
from scoring.tray import USUAL_CASE, Case


def state(table: Table, seqs: Collection[int] = ()) -> BankState:
    """The bank's data, with the ticks of the entries *seqs*; in one query, or two with *seqs*."""
    games = Game.objects.filter(public_id=table.id).annotate(
        chips_version=F("chip_set__version"),
        colors=F("chip_set__colors"),
        counted=F("chip_set__counted"),
        started_version=F("hand_started__version"),
        started_at=F("hand_started__at"),
        started_by=F("hand_started__device"),
    )
    kept = games.values().first()
    if kept is None:
        raise Http404("no table of this device")
    version, at, by = kept["started_version"], kept["started_at"], kept["started_by"]
    started = None if version is None else StoredStart(version, at, by)
    ticks = Tick.objects.filter(game=kept["id"], seq__in=seqs).values_list("seq", "digest", "item")
    return BankState(
        case=case_of(kept["colors"] or ""),
        version=kept["chips_version"] or 0,
        counted=counted_of(kept["counted"] or ""),
        started=started_of(table, started),
        ticks=frozenset(ticks) if seqs else frozenset(),
    )


# Ticks of payouts and payments.


def tick_counts(table: Table) -> dict[tuple[int, str], int]:
    """Number of ticks by entry and hash of its list."""
    found = Tick.objects.filter(game__public_id=table.id).values_list("seq", "digest")
    return {(seq, digest): number for seq, digest, number in found.annotate(number=Count("item"))}


def save_ticks(view: View, ticks: Ticks) -> None:
    """Add and remove ticks; repeating a call changes nothing."""
    with games.changing(view, rights.BANK) as game:
        for (seq, digest), (paid, unpaid) in ticks.items():
            new = [Tick(game=game, seq=seq, digest=digest, item=item) for item in paid]
            Tick.objects.bulk_create(new, ignore_conflicts=True)
            Tick.objects.filter(game=game, seq=seq, digest=digest, item__in=unpaid).delete()


# The chip set of a bank by color, and its last count.


def case(table: Table) -> Case:
    """The chip set of this table's bank."""
    if not table.variant.has_bank:
        return USUAL_CASE
    sets = ChipSet.objects.filter(game__public_id=table.id)
    colors = sets.values_list("colors", flat=True).first()
    return case_of(colors or "")


def save_case(view: View, seen: int, case: Case) -> None:
    """Store the chip set, also as that of the table's group, and reset the count. Raises ChipSetConflict."""
    _save(view, seen, "", text_of(case))


def copy_case(source: Table, table: Table) -> None:
    """Give a new table the chip set of an earlier one, unless it has one of its own."""
    colors = ChipSet.objects.filter(game__public_id=source.id).values_list("colors", flat=True).first()
    if colors:
        game = Game.objects.get(public_id=table.id)
        with writing():
            ChipSet.objects.get_or_create(game=game, defaults={"colors": colors})


def save_count(view: View, seen: int, left: Mapping[str, int], version: int | None = None) -> None:
    """Store a count of the chips in the bank, by color. Raises ChipSetConflict.

    version: that of the table when they were counted; None: the one in *view*.
    """
    at = view.table.version if version is None else min(version, view.table.version)
    _save(view, seen, json.dumps([at, dict(left)]))


def _save(view: View, seen: int, counted: str, colors: str | None = None) -> None:
    with writing():
        game = games.held(view, rights.BANK)
        found = ChipSet.objects.filter(game=game).values("version", "colors", "counted").first()
        then = decide_chips(StoredChips(**found) if found else StoredChips(), seen, counted, colors)
        if then is None:
            return
        ChipSet.objects.update_or_create(game=game, defaults=vars(then))
        if colors is not None and game.group_id:
            Group.objects.filter(pk=game.group_id).update(colors=colors)
        games.touch(view.table.id)
