"""A finished game as a play for BG Stats: one JSON object, or a link that contains it.

Format by its documentation: ``sourceName`` and ``sourcePlayId`` identify the play, ``playDate`` is UTC as
``YYYY-MM-DD HH:MM:SS``, and players with the same ``team`` played together.
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
    """The play as a JSON object; only for a game that is over."""
    game = evening(table)
    return {
        "sourceName": SOURCE,
        "sourcePlayId": table.id,
        "playDate": _date(table),
        "game": {
            "name": table.variant.short,
            "sourceGameId": table.variant.name,
            "highestWins": not game.counts_down,
            "noPoints": False,
        },
        "players": [_player(table, game, name) for name in _people(game)],
        "comments": table.header.title,
    }


def link(table: Table) -> str:
    """The address that opens BG Stats on this phone with the play."""
    return ADDRESS + quote(json.dumps(play(table), ensure_ascii=False), safe="")


def _date(table: Table) -> str:
    """The record's day at noon, or else the time of the last entry; UTC."""
    if table.header.played_on:
        return table.header.played_on + " 12:00:00"
    return table.rows[-1].at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")


def _people(game: Evening) -> tuple[str, ...]:
    """All players, never teams, in seat order or in order of joining."""
    return game.table.header.players if _teams(game.table) else game.players


def _teams(table: Table) -> Mapping[str, str]:
    """Team by player; {} in a game without teams."""
    players, variant = table.header.players, table.variant
    return {name: variant.side_of(players, name) for name in players} if variant.teams else {}


def _player(table: Table, game: Evening, name: str) -> dict[str, Any]:
    teams = _teams(table)
    side = teams.get(name, name)
    total = game.totals[side]
    ahead = [other for other in game.players if other not in game.state.winners and _leads(game, other, side)]
    won = side in game.state.winners
    return {
        "name": name,
        "sourcePlayerId": hashlib.sha256(name.casefold().encode("utf-8", "surrogatepass")).hexdigest()[:16],
        "score": str(total),
        "rank": 1 if won else len(game.state.winners) + len(ahead) + 1,
        "winner": won,
        "startPlayer": name == table.header.dealer,
        **({"team": side} if teams else {}),
    }


def _leads(game: Evening, one: str, other: str) -> bool:
    """Whether *one* is ahead of *other*."""
    sign = -1 if game.counts_down else 1
    return sign * game.totals[one] > sign * game.totals[other]
