"""Tell Discord how a table stands: python examples/discord_bot.py http://127.0.0.1:8000 CODE WEBHOOK"""

import json
import sys
import time
from urllib.request import Request, urlopen


def ask(address, body=None, **headers):
    data = None if body is None else json.dumps(body).encode()
    headers |= {"Content-Type": "application/json", "User-Agent": "Bower example"}
    with urlopen(Request(address, data, headers), timeout=10) as answer:
        return json.loads(answer.read() or b"{}")


def words(standing):
    scores = standing.get("chips") or standing["scores"]
    said = [f"Hand {one['number']}" for one in standing["hands"]]
    said += [", ".join(f"{name} {score}" for name, score in scores.items())]
    said += [f"Won by {' and '.join(standing['winners'])}"] if standing["over"] else []
    return ". ".join(said) + "."


def main(bower, code, webhook):
    api, told = bower.rstrip("/") + "/api/v1", None
    table = ask(f"{api}/join/", {"code": code})
    while True:
        try:
            address = f"{api}/tables/{table['table']}/standing/?hands=1"
            text = words(ask(address, Authorization=f"Bearer {table['token']}"))
            if text != told:
                ask(webhook, {"content": text, "allowed_mentions": {"parse": []}})
                told = text
        except OSError as error:  # Bower or Discord can't be reached just now
            print(error, file=sys.stderr)
        time.sleep(3)


if __name__ == "__main__":
    main(*sys.argv[1:]) if len(sys.argv) == 4 else sys.exit(__doc__)
