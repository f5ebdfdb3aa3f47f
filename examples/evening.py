"""Record an evening by Bower's API: python examples/evening.py http://127.0.0.1:8000 GAME.json"""

import json
import sys
from urllib.request import Request, urlopen
from uuid import uuid4


def ask(method, address, body=None, token=None, key=None):
    headers = {"Content-Type": "application/json", "Idempotency-Key": key or str(uuid4())}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address, data, headers, method=method), timeout=10) as answer:
        return json.load(answer)


def main(bower, path):
    with open(path, encoding="utf-8") as file:
        evening = json.load(file)
    entries = evening.pop("entries")
    table = ask("POST", f"{bower}/api/v1/tables/", evening)
    for entry in entries:  # after a lost answer: send it again with the same key
        ask("POST", f"{bower}/api/v1/tables/{table['id']}/entries/", entry, table["token"], str(uuid4()))
    standing = ask("GET", f"{bower}/api/v1/tables/{table['id']}/standing/", token=table["token"])
    print(json.dumps(standing, ensure_ascii=False))


if __name__ == "__main__":
    main(*sys.argv[1:])
