"""A finished game as BG Stats takes a play from another program: one JSON object, or a link that holds it.

As its maker describes it: ``sourceName`` and ``sourcePlayId`` say where the play comes from (the same two are
the same play), ``playDate`` is UTC as ``YYYY-MM-DD HH:MM:SS``, and who shares a ``team`` played together.
"""

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC
from typing import Any
from urllib.parse import quote

from companion.log.table import Table
from companion.recap.evening import Evening, evening

SOURCE = "Bower"
ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="


def play(table: Table) -> dict[str, Any]:
    """The play; only for a game that is over."""
    told = evening(table)
    return {
        "sourceName": SOURCE,
        "sourcePlayId": table.id,
        "playDate": _date(table),
        "game": {
            "name": table.variant.short,
            "sourceGameId": table.variant.name,
            "highestWins": not told.counts_down,
            "noPoints": False,
        },
        "players": [_player(table, told, name) for name in _people(told)],
        "comments": table.header.title,
    }


def link(table: Table) -> str:
    """The address that hands the play to BG Stats on the phone where it is opened."""
    return ADDRESS + quote(json.dumps(play(table), ensure_ascii=False), safe="")


def _date(table: Table) -> str:
    """The day that the record names, or else when the last entry was made."""
    if table.header.played_on:
        return table.header.played_on + " 12:00:00"
    return table.rows[-1].at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")


def _people(told: Evening) -> tuple[str, ...]:
    """Everybody who played, not teams."""
    return told.table.header.players if _teams(told.table) else told.players


def _teams(table: Table) -> Mapping[str, str]:
    """The team of every player; nobody has one where everybody plays alone."""
    players, variant = table.header.players, table.variant
    return {name: variant.side_of(players, name) for name in players} if variant.teams else {}


def _player(table: Table, told: Evening, name: str) -> dict[str, Any]:
    teams = _teams(table)
    side = teams.get(name, name)
    total = told.totals[side]
    ahead = [other for other in told.players if other not in told.state.winners and _leads(told, other, side)]
    won = side in told.state.winners
    return {
        "name": name,
        "sourcePlayerId": hashlib.sha256(name.casefold().encode("utf-8", "surrogatepass")).hexdigest()[:16],
        "score": str(total),
        "rank": 1 if won else len(told.state.winners) + len(ahead) + 1,
        "winner": won,
        "startPlayer": name == table.header.dealer,
        **({"team": side} if teams else {}),
    }


def _leads(told: Evening, one: str, other: str) -> bool:
    """Whether the first of two is ahead of the second."""
    sign = -1 if told.counts_down else 1
    return sign * told.totals[one] > sign * told.totals[other]
