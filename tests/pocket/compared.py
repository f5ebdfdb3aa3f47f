"""Answers of an engine beside those of the server."""

import json
import traceback
from collections.abc import Iterator
from typing import Any

from tests.pocket.settled import seen, settled

REBOOTED = 20  # every so many requests the engine begins anew from what was kept


def state_of(kept: dict[str, dict[Any, Any]]) -> str:
    """What a worker hands to a new engine: of the outbox the values, in the order of their keys."""
    outbox = kept.get("outbox", {})
    return json.dumps({**kept, "outbox": [outbox[number] for number in sorted(outbox)]})


def keep(kept: dict[str, dict[Any, Any]], writes: list[dict[str, Any]]) -> None:
    """Commit the writes of an answer."""
    for write in writes:
        store = kept.setdefault(write["store"], {})
        store[write["key"]] = write["value"]
        if write["value"] is None:
            del store[write["key"]]


def differences(engine: Any, play: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What differs of the answers of a play; at its end, how many were asked for."""
    kept = {store: dict(values) for store, values in play["state"].items()}
    for at, exchange in enumerate(play["exchanges"]):
        if at % REBOOTED == 0:
            engine.boot(state_of(kept))
        expected = [exchange["status"], exchange["headers"], exchange["body"]]
        try:
            said = json.loads(engine.answer(json.dumps(exchange["request"])))
            headers = seen(said["headers"])
            if "Cache-Control" not in exchange["headers"]:
                headers.pop("Cache-Control", None)
            got = [said["status"], headers, settled(said["body"])]
            keep(kept, said["writes"])
        except Exception:
            got = [0, {}, traceback.format_exc()]
        if got != expected:
            yield {"play": play["name"], "at": at, "expected": expected, "got": got, **exchange["request"]}
    yield {"play": play["name"], "asked": len(play["exchanges"])}
