"""The chip set of a bank by color, and its last count."""

import json
from collections.abc import Mapping

from companion.access import roles
from companion.log.bank_state import StoredChips, case_of, decide_chips, text_of
from companion.log.table import Table
from companion.log.viewer import View
from companion.models import ChipSet, Game, Group
from companion.store import games
from companion.store.writing import writing
from scoring.tray import USUAL_CASE, Case


def case(table: Table) -> Case:
    """The chip set of this table's bank."""
    if not table.variant.has_bank:
        return USUAL_CASE
    sets = ChipSet.objects.filter(game__public_id=table.id)
    colors = sets.values_list("colors", flat=True).first()
    return case_of(colors or "")


def save(view: View, seen: int, case: Case) -> None:
    """Store the chip set, also as that of the table's group, and reset the count. Raises ChipSetConflict."""
    _save(view, seen, "", text_of(case))


def copy(source: Table, table: Table) -> None:
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
        game = games.held(view, roles.BANK)
        found = ChipSet.objects.filter(game=game).values("version", "colors", "counted").first()
        then = decide_chips(StoredChips(**found) if found else StoredChips(), seen, counted, colors)
        if then is None:
            return
        ChipSet.objects.update_or_create(game=game, defaults=vars(then))
        if colors is not None and game.group_id:
            Group.objects.filter(pk=game.group_id).update(colors=colors)
        games.touch(view.table.id)
