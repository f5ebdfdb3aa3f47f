"""The client that openapi-generator makes does what hey.ts does: play.py ADDRESS GAMES."""

import importlib
import json
import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

made_client: Any = importlib.import_module("made_client")
address, games = sys.argv[1:]


def key() -> str:
    return str(uuid4())


def body(model: Any, said: Any) -> Any:
    """The model of what is sent, from JSON as a program has it."""
    return model.from_json(json.dumps(said))


told = []
for game in json.loads(Path(games).read_text(encoding="utf-8")):
    unknown = made_client.ApiClient(made_client.Configuration(host=address))
    table = made_client.TablesApi(unknown).create_table(key(), body(made_client.Record, game["record"]))
    known = made_client.ApiClient(made_client.Configuration(host=address, access_token=table.token))
    entries, tables = made_client.EntriesApi(known), made_client.TablesApi(known)

    def now(tables: Any = tables, at: str = table.id) -> Any:
        found = tables.read_record(at).to_dict()
        return found["entries"]

    for entry in game["entries"]:
        entries.add_entry(key(), table.id, body(made_client.NewEntry, entry))
    last = {"if_match": "*", "table_id": table.id, "number": len(game["entries"])}
    added = now()
    entries.correct_entry(**last, new_entry=body(made_client.NewEntry, game["corrected"]))
    entries.remove_entry(**last)
    removed = now()
    entries.restore_entry(**last, idempotency_key=key())
    told.append([added, removed, now()])
print(json.dumps(told))
