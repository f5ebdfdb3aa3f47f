"""Tell Discord how a table stands: python examples/discord_bot.py http://127.0.0.1:8000 CODE WEBHOOK"""

import json
import sys
import time
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def ask(address, body=None, **headers):
    data = None if body is None else json.dumps(body).encode()
    headers |= {"Content-Type": "application/json", "User-Agent": "Bower example"}
    return urlopen(Request(address, data, headers), timeout=60)  # events have a beat every 15 seconds


def main(bower, code, webhook):
    api, number = bower.rstrip("/") + "/api/v1", ""
    table = json.load(ask(f"{api}/join/", {"code": code}))
    headers = {"Authorization": f"Bearer {table['token']}"}
    while True:
        try:
            for line in ask(f"{api}/tables/{table['table']}/events/", **headers):
                name, _colon, value = line.decode().strip().partition(": ")
                if name == "id":
                    number = value
                elif name == "data":
                    text = json.loads(value)["text"]
                    ask(webhook, {"content": text, "allowed_mentions": {"parse": []}}).close()
                    headers["Last-Event-ID"] = number  # after a lost connection it goes on here
        except (OSError, HTTPException) as error:
            print(error, file=sys.stderr)
            if isinstance(error, HTTPError) and error.code in (401, 404):
                sys.exit("The link was withdrawn, the table deleted, or the webhook is gone.")
        time.sleep(3)


if __name__ == "__main__":
    main(*sys.argv[1:]) if len(sys.argv) == 4 else sys.exit(__doc__)
