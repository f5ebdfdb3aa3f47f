"""Record an evening by Bower's API: python examples/evening.py http://127.0.0.1:8000 GAME.json"""

import json
import sys
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import uuid4


def ask(method, address, body=None, token=None):
    headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid4())}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(address, data, headers, method=method), timeout=10) as answer:
            return json.load(answer)
    except HTTPError as error:
        sys.exit(refused(error.read()) or f"{address} answered {error.code}. Is a Bower there?")
    except (OSError, HTTPException) as error:
        sys.exit(f"No answer from {address}: {getattr(error, 'reason', error)}")
    except ValueError:
        sys.exit(f"{address} is no Bower. Its address looks like http://127.0.0.1:8000")


def refused(answer):
    """What Bower says is wrong, and where; "" if the answer isn't Bower's."""
    try:
        said = json.loads(answer)
        where = [f"Entry {said['entry']}"] if said.get("entry") else []
        where += [said["field"]] if said.get("field") else []
        rule = f" (rule {said['rule']})" if said.get("rule") else ""
        return f"{', '.join(where)}{': ' if where else ''}{said['detail']}{rule}"
    except (ValueError, TypeError, KeyError, AttributeError):
        return ""


def game_in(path):
    """The game in a file."""
    try:
        with open(path, encoding="utf-8") as file:
            game = json.load(file)
    except OSError as error:
        sys.exit(f"{path} can’t be read: {error.strerror}")
    except ValueError as error:
        sys.exit(f"{path} isn’t JSON: {error}")
    if not isinstance(game, dict):
        sys.exit(f"{path} isn’t a game. See examples/games/")
    return game


def main(bower, path):
    """Record a game hand by hand, and print how it stands."""
    if not bower.startswith(("http://", "https://")):
        sys.exit(
            f"The address of Bower begins with http:// or https://, as http://127.0.0.1:8000; not {bower}"
        )
    api = bower.rstrip("/") + "/api/v1"
    evening = game_in(path)
    ask("POST", f"{api}/score/", evening)  # says what is wrong before anything is stored
    entries = evening.pop("entries", [])
    table = ask("POST", f"{api}/tables/", evening)
    for entry in entries:
        ask("POST", f"{api}/tables/{table['id']}/entries/", entry, table["token"])
    standing = ask("GET", f"{api}/tables/{table['id']}/standing/", token=table["token"])
    print(json.dumps(standing, ensure_ascii=False))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(f"Say where Bower is and which game: {__doc__.partition(': ')[2]}")
    main(*sys.argv[1:])
