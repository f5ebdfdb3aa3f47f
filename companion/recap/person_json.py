"""Everything about a person as a JSON file, one game on each line."""

import json
from collections.abc import Mapping


def person_json(about: Mapping[str, object]) -> bytes:
    """UTF-8 JSON of what ``store.person_export`` gives."""
    parts = [f" {_json(name)}: {_value(value)}" for name, value in about.items()]
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode("utf-8", "backslashreplace")


def _value(value: object) -> str:
    if not isinstance(value, list) or not value:
        return _json(value)
    return "[\n  " + ",\n  ".join(_json(item) for item in value) + "\n ]"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
