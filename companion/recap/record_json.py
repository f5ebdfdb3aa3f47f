"""The game as ``bower.game/1``, one entry on each line."""

import json

from scoring import Record


def record_json(record: Record) -> bytes:
    """The record as UTF-8 JSON; reading it back gives an equal record."""
    fields = {name: value for name, value in record.as_json().items() if name != "entries"}
    lines = [f" {_json(name)}: {_json(value)}," for name, value in fields.items()]
    entries = ",\n".join("  " + _json(entry) for entry in record.entries)
    text = "\n".join(["{", *lines, ' "entries": [', *([entries] if entries else []), " ]", "}", ""])
    # Half a surrogate pair is the one thing UTF-8 cannot hold, and its escape is the JSON for it.
    return text.encode("utf-8", "backslashreplace")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
