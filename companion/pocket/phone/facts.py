"""What statistics count of a game on a phone without a server; no other kit has this module."""

from typing import Any

from companion.pocket.phone.kept import Kept
from companion.pocket.phone.surroundings import iso
from companion.stats import in_memory
from companion.stats.counted import counted
from companion.wording.dates import here


def facts_of(kept: Kept) -> dict[str, Any] | None:
    """What statistics count of a game that is over; None of one without a played hand."""
    table, found = kept.table, counted(kept.table)
    on = table.header.played_on or here(kept.zone).evening(kept.created_at).isoformat()
    facts = in_memory.as_json(table.id, table.variant.name, on, found)
    return {**facts, "begun": iso(kept.created_at)} if found.over else None
