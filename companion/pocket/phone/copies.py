"""Games from a copy of everything, on a phone without a server: each comes back once, none is replaced."""

import json
from typing import Any
from uuid import UUID, uuid5

from companion.pocket.phone.kept import Document, document_of, kept_of
from companion.pocket.phone.state import PHONE

ID_LENGTH = 10
ADDED, KNOWN, WRONG = "added", "known", "wrong"


def restore(text: str) -> str:
    """Take a game of a copy: JSON of [the game, the one with its id that is here or null].

    What became of it: ADDED, also where it goes on where the one here ends; KNOWN; or WRONG, that it can't be
    read. One that went on in another way is a game of its own.
    """
    found, here = json.loads(text)
    try:
        became = _restored(found, here)
    except Exception:  # whatever a file may hold, the other games in it come back
        became = WRONG
    return json.dumps({"became": became, "writes": PHONE.taken_writes()})


def _restored(found: Document, here: Document | None) -> str:
    if here is not None:
        shorter = min(len(found["rows"]), len(here["rows"]))
        if found["rows"][:shorter] != here["rows"][:shorter]:
            return _restored(_other(found), None)
        if (len(found["rows"]), found["revision"]) <= (len(here["rows"]), here["revision"]):
            return KNOWN
    elif found["id"] in PHONE.games:
        return KNOWN
    viewer = {"author": str(found["viewer"]["author"]), "roles": ["owner"], "seats": {}}
    kept = kept_of({**found, "viewer": viewer, "csrf": "", "night": None})
    PHONE.put_game(kept, document_of(kept, str(found["key"])))
    return ADDED


def _other(found: dict[str, Any]) -> Document:
    """The game under another id, the same each time."""
    key = uuid5(UUID(found["key"]), json.dumps(found["rows"]))
    return {**found, "id": str(key).replace("-", "")[:ID_LENGTH], "key": str(key)}
