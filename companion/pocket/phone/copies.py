"""Games from a copy of everything, on a phone without a server: each comes back once, none is replaced."""

import json
from uuid import UUID, uuid5

from companion.pocket.phone.kept import Document, document_of, kept_of
from companion.pocket.phone.state import PHONE, Wanted

ID_LENGTH = 10
ADDED, KNOWN, WRONG = "added", "known", "wrong"


def restore(text: str) -> str:
    """Take a game of a copy, as JSON.

    What became of it: ADDED, also where it goes on where one here ends; KNOWN; or WRONG, that it can't be
    read. One that went on in another way is a game of its own. Or {"wants": the id of a table}: it is to be
    loaded first.
    """
    try:
        became = _restored(json.loads(text))
    except Wanted as wanted:
        return json.dumps({"wants": wanted.args[0]})
    except Exception:  # whatever a file may hold, the other games in it come back
        became = WRONG
    return json.dumps({"became": became, "writes": PHONE.taken_writes()})


def _restored(found: Document) -> str:
    """What became of the game. Raises Wanted."""
    # The games here that began as this one did, those with the most rows first
    begun = _begun(found["key"])
    ids = [one for one, known in PHONE.games.items() if one == found["id"] or _begun(known["key"]) == begun]
    for table_id in ids:
        if table_id not in PHONE.documents:
            raise Wanted(table_id)
        PHONE.forget(table_id)
    alike = sorted((PHONE.documents.pop(one) for one in ids), key=lambda one: -len(one["rows"]))
    for here in alike:
        shorter = min(len(found["rows"]), len(here["rows"]))
        if found["rows"][:shorter] == here["rows"][:shorter]:
            if (len(found["rows"]), found["revision"]) <= (len(here["rows"]), here["revision"]):
                return KNOWN
            found = {**found, **_beside(found, here), "id": here["id"], "key": here["key"]}
            break
    else:
        if found["id"] in PHONE.games:
            way = str(uuid5(UUID(begun), json.dumps(found["rows"])))
            found = {**found, "id": way.replace("-", "")[:ID_LENGTH], "key": f"{begun} {way}"}
    viewer = {"author": str(found["viewer"]["author"]), "roles": ["owner"], "seats": {}}
    kept = kept_of({**found, "viewer": viewer, "csrf": "", "night": None})
    PHONE.put_game(kept, document_of(kept, str(found["key"])))
    return ADDED


def _beside(found: Document, here: Document) -> Document:
    """Ticks, disputes and the chip set of a game that goes on where the one *here* ends, with those here."""
    known = {one["key"] for one in found["disputes"]}
    last = max((one["number"] for one in found["disputes"]), default=0)
    more = [one for one in here["disputes"] if one["key"] not in known]
    sets = [one["chip_set"] for one in (here, found) if one["chip_set"]]
    return {
        "ticks": [*found["ticks"], *(one for one in here["ticks"] if one not in found["ticks"])],
        "disputes": [
            *found["disputes"],
            *({**one, "number": number} for number, one in enumerate(more, last + 1)),
        ],
        "chip_set": max(sets, key=lambda one: int(one["version"]), default=None),
    }


def _begun(key: str) -> str:
    """The key that a game began with, of its own key: after a space, that has how it went on otherwise."""
    return key.partition(" ")[0]
