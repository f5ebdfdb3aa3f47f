"""Files for other programs: plays of BG Stats, past evenings as CSV, all about a person."""

import csv
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

from companion.log.table import Table
from companion.recap.evening import evening
from companion.recap.text import BYTE_ORDER_MARK, CONTROLS, FORMULA, json_text
from companion.wording import reader
from companion.wording.dates import zone_of
from scoring import VARIANTS, Record, Variant, from_json
from scoring.entries import HAND, KINDS
from scoring.fields import ByName, Chosen, Field, Listed, Nested, Player, Shape, Text
from scoring.record import FORMAT

# A finished game as a play for BG Stats: one JSON object.
#
# Format by its documentation: ``sourceName`` and ``sourcePlayId`` identify the play, ``playDate`` is UTC as
# ``YYYY-MM-DD HH:MM:SS``, and players with the same ``team`` played together.

SOURCE = "Bower"
HOUR = timedelta(hours=1)


def play(table: Table) -> dict[str, Any]:
    """The play as a JSON object; only for a game that is over."""
    game = evening(table)
    teams, winners, sign = table.variant.teams, game.state.winners, -1 if game.counts_down else 1
    players = []
    # All players, never teams, in seat order or in order of joining.
    for name in table.header.players if teams else game.players:
        side = table.variant.side_of(table.header.players, name) if teams else name
        better = [one for one in game.players if sign * game.totals[one] > sign * game.totals[side]]
        rank = len(winners) + len([one for one in better if one not in winners]) + 1
        key = hashlib.sha256(name.casefold().encode("utf-8", "surrogatepass")).hexdigest()
        player = {
            "name": name,
            "sourcePlayerId": key[:16],
            "score": str(game.totals[side]),
            "rank": 1 if side in winners else rank,
            "winner": side in winners,
            "startPlayer": name == table.header.dealer,
        }
        players.append({**player, "team": side} if teams else player)
    date = table.rows[-1].at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
    if table.header.played_on:  # noon there, or the hour next to it in which it is that day in UTC too
        noon = datetime.fromisoformat(table.header.played_on + "T12:00:00")
        ahead = noon.replace(tzinfo=zone_of(reader.zone_of_table())).utcoffset() or timedelta()
        date = f"{table.header.played_on} {min(23, max(0, 12 - round(ahead / HOUR))):02}:00:00"
    return {
        "sourceName": SOURCE,
        "sourcePlayId": table.id,
        "playDate": date,
        "game": {
            "name": table.variant.short,
            "sourceGameId": table.variant.name,
            "highestWins": not game.counts_down,
            "noPoints": False,
        },
        "players": players,
        "comments": table.header.title,
    }


# A record as CSV with a line for each entry, in the columns that past evenings are read from.

HEAD = ("date", "table", "game", "title", "rules", "first dealer")
BY_SEAT = "#"
NAMES, EXAMPLES = ("Ann", "Bo", "Cy", "Dee"), 3  # of the example
Cell = tuple[str, int]  # a column by name and seat from 1, 0 without one


def hands_csv(records: Sequence[Record]) -> str:
    """The games, their lines one after the other, numbered as tables. Starts with a byte order mark."""
    games = [list(_lines(record, number)) for number, record in enumerate(records, 1)]
    lines = [line for game in games for line in game]
    # The columns that any line has: those of the head, players in seat order, the others as they come.
    found = dict.fromkeys(column for line in lines for column in line)
    head = [(name, 0) for name in HEAD if (name, 0) in found]
    players = sorted(column for column in found if column[0] == "player" and column[1])
    names = list(dict.fromkeys(name for name, _seat in found))
    rest = [column for column in found if column not in {*head, *players}]
    columns = [*head, *players, *sorted(rest, key=lambda one: (names.index(one[0]), one[1]))]
    out = StringIO()
    writer = csv.writer(out)
    writer.writerow([f"{name} {seat}" if seat else name for name, seat in columns])
    for line in lines:
        cells = [line.get(column, "") for column in columns]
        # An apostrophe stands before what a spreadsheet would read as a formula.
        unsafe = [cell.lstrip("'").startswith((*FORMULA, *CONTROLS)) for cell in cells]
        writer.writerow(["'" + cell if wrong else cell for cell, wrong in zip(cells, unsafe, strict=True)])
    return BYTE_ORDER_MARK + out.getvalue()


def example() -> Record:
    """A game to show the columns by: the first game there is, with a few of its usual hands."""
    variant = next(iter(VARIANTS.values()))
    players = NAMES[: variant.seats[0]]
    hands = [one.hand for one in variant.examples(players) if one.hand]
    entries = [{"kind": HAND.name, **hand} for hand in hands[:EXAMPLES]]
    head = {"format": FORMAT, "variant": variant.name, "players": list(players), "played_on": "2026-11-19"}
    return from_json({**head, "entries": entries})


def _lines(record: Record, number: int) -> Iterator[dict[Cell, str]]:
    given = record.as_json()
    players = list(record.players)
    head: dict[Cell, str] = {
        ("date", 0): record.played_on,
        ("table", 0): str(number),
        ("game", 0): record.variant.name,
        ("title", 0): record.title,
        ("first dealer", 0): _player_cell(record.dealer, players),
        **{("player", seat): name for seat, name in enumerate(players, 1)},
    }
    options = given.get("options")
    if isinstance(options, dict) and options:
        head["rules", 0] = _options(options)
    if not record.entries:
        yield head
    for entry in record.entries:
        said = entry if isinstance(entry, dict) else {}
        kind = str(said["kind"])
        fields = (*KINDS[kind].fields, *(record.variant.fields if kind == HAND.name else ()))
        told = {("kind", 0): kind}
        for field in fields:
            if field.name in said:
                told.update(_field(field, "", said[field.name], record.variant, players))
        yield {**head, **told}
        head = {}
        if said.get("kind") == "join":
            players.append(str(said["player"]))


def _field(
    field: Field, within: str, value: object, variant: Variant, players: Sequence[str]
) -> Iterator[tuple[Cell, str]]:
    name = (within + field.name).replace("_", " ")
    if isinstance(field.shape, Nested) and isinstance(value, dict):
        for inner in field.shape.fields:
            if inner.name in value:
                yield from _field(inner, name + " ", value[inner.name], variant, players)
    elif isinstance(field.shape, ByName) and isinstance(value, dict):
        places = list(variant.sides(tuple(players)) if field.shape.sides else players)
        for one, number in value.items():
            yield (name, places.index(one) + 1), _plain(number)
    else:
        yield (name, 0), _cell(field.shape, value, players)


def _options(chosen: Mapping[str, object]) -> str:
    """House rules: "target=11; stick_the_dealer=no"."""
    return "; ".join(f"{name}={_plain(value)}" for name, value in chosen.items())


def _cell(shape: Shape, value: object, players: Sequence[str]) -> str:
    if isinstance(shape, Chosen) and isinstance(value, Mapping):
        return _options(value)
    if isinstance(shape, Listed) and isinstance(value, list):
        return "; ".join(_item(shape.item, item, players) for item in value)
    if isinstance(shape, Player) and not shape.new:
        return _player_cell(str(value), players)
    return str(value) if isinstance(shape, Text) else _plain(value)


def _item(shape: Player | Nested, item: object, players: Sequence[str]) -> str:
    if isinstance(shape, Nested) and isinstance(item, dict):
        parts = [(one.shape, item[one.name]) for one in shape.fields if one.name in item]
        return " ".join(_cell(inner, value, players) for inner, value in parts)
    return _player_cell(str(item), players)


def _player_cell(name: str, players: Sequence[str]) -> str:
    """The name, or its seat where the name would be read as something else."""
    plain = ";" not in name and not name.startswith(BY_SEAT) and name in players
    return name if plain or name not in players else f"{BY_SEAT}{players.index(name) + 1}"


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


# Everything about a person as a JSON file, one game on each line.


def person_json(about: Mapping[str, object]) -> bytes:
    """UTF-8 JSON of what ``store.person_export`` gives."""
    parts = []
    for name, value in about.items():
        text = json_text(value)
        if isinstance(value, list) and value:
            text = "[\n  " + ",\n  ".join(json_text(item) for item in value) + "\n ]"
        parts.append(f" {json_text(name)}: {text}")
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode("utf-8", "backslashreplace")
