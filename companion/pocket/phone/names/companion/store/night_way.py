"""The way from tables back to their nights: only the server has nights; a table's place is kept with it."""

from collections.abc import Collection

from companion.log.at_night import AtNight, TableOfNight
from companion.pocket.phone.state import PHONE


def way(device: str, at: AtNight | None) -> str:
    """None."""
    return ""


def of_tables(table_ids: Collection[str]) -> dict[str, TableOfNight]:
    """Those of these tables that belong to a night, by id; whether that was ended isn't known here."""
    found = [(table_id, PHONE.kept(table_id)) for table_id in table_ids]
    return {table_id: TableOfNight(kept.night, False) for table_id, kept in found if kept and kept.night}
