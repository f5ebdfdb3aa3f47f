"""The chips of a bank by colour, and what was counted of them last."""

import json
from collections.abc import Mapping

from django.db import transaction

from companion.access import roles
from companion.log.bank_state import ChipSetConflict
from companion.log.table import Table
from companion.log.viewer import View
from companion.models import ChipSet
from companion.store import bank, games
from scoring.tray import USUAL_CASE, Case


def case(table: Table) -> Case:
    """The chips that the bank of this table has."""
    if not table.variant.has_bank:
        return USUAL_CASE
    sets = ChipSet.objects.filter(game__public_id=table.id)
    colours = sets.values_list("colours", flat=True).first()
    return bank.case_of(colours) if colours else USUAL_CASE


def save(view: View, seen: int, case: Case) -> None:
    """Store the chips of the bank, and reset the count. Raises ChipSetConflict."""
    _save(view, seen, colours=json.dumps([[one.name, one.value, one.number] for one in case]), counted="")


def save_count(view: View, seen: int, left: Mapping[str, int]) -> None:
    """Store what was counted in the bank just now, by colour. Raises ChipSetConflict."""
    _save(view, seen, counted=json.dumps([view.table.version, dict(left)]))


def _save(view: View, seen: int, **values: str) -> None:
    with transaction.atomic():
        game = games.held(view, roles.BANK)
        found = ChipSet.objects.filter(game=game).first()
        if found and all(getattr(found, name) == value for name, value in values.items()):
            return
        if seen != (found.version if found else 0):
            raise ChipSetConflict(bank.state(view.table))
        kept = {"colours": found.colours, "counted": found.counted} if found else {"colours": ""}
        version = (found.version if found else 0) + 1
        ChipSet.objects.update_or_create(game=game, defaults={**kept, **values, "version": version})
        games.touch(view.table.id)
