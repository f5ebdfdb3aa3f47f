"""Examples of the reference: a request for every operation. The tests send each of them as it stands."""

import json
from dataclasses import dataclass, field
from typing import Any

from companion.access import roles

V1 = "/api/v1/"
TABLE = V1 + "tables/{table_id}/"
TOKEN = "TOKEN"  # noqa: S105 - stands for one
KEY = "6f1c2a9e-4a57-4d0e-9d0c-8a3b5a2f7c11"

HAND = {"kind": "hand", "maker": "Ann", "trump": "hearts", "tricks": {"Ann": 3, "Bo": 1, "Cy": 1}}
RECORD = {"format": "bower.game/1", "variant": "buck", "players": ["Ann", "Bo", "Cy", "Dee"]}


@dataclass(frozen=True)
class Example:
    """What is sent and the status that answers it, to a game of *variant* that is *over* or has one hand.

    ``{number}`` is that hand's, ``{hook_id}`` a webhook's.
    """

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    query: str = ""
    token: bool = True
    variant: str = "buck"
    over: bool = False


def posted(body: Any, status: int = 201, **more: Any) -> Example:
    """An example of a POST, with its key."""
    return Example(status, body, {"Idempotency-Key": KEY}, **more)


AT_ONE = {"If-Match": '"1"'}
EXAMPLES: dict[tuple[str, str], Example] = {
    ("POST", V1 + "tables/"): posted({**RECORD, "entries": [HAND]}, token=False),
    ("GET", V1 + "tables/"): Example(query="?limit=10"),
    ("GET", TABLE): Example(),
    ("GET", TABLE + "record/"): Example(query="?journal=true"),
    ("GET", TABLE + "standing/"): Example(query="?after=1"),
    ("POST", TABLE + "entries/"): posted(HAND),
    ("GET", TABLE + "entries/{number}/"): Example(),
    ("PUT", TABLE + "entries/{number}/"): Example(200, {**HAND, "maker": "Bo"}, AT_ONE),
    ("DELETE", TABLE + "entries/{number}/"): Example(headers=AT_ONE),
    ("GET", TABLE + "sheet.csv"): Example(),
    ("GET", TABLE + "recap.txt"): Example(),
    ("GET", TABLE + "journal.hledger"): Example(variant="poker-chips"),
    ("GET", TABLE + "journal.beancount"): Example(variant="poker-chips"),
    ("GET", TABLE + "journal.csv"): Example(variant="poker-chips"),
    ("GET", TABLE + "bgstats.json"): Example(over=True),
    ("GET", TABLE + "draft/"): Example(),
    ("PUT", TABLE + "draft/"): Example(200, {"moves": []}),
    ("DELETE", TABLE + "draft/"): Example(204),
    ("GET", TABLE + "links/"): Example(),
    ("POST", TABLE + "links/"): posted({"role": roles.VIEWER}),
    ("DELETE", TABLE + "links/"): Example(204, query="?role=viewer"),
    ("GET", TABLE + "webhooks/"): Example(),
    ("POST", TABLE + "webhooks/"): posted({"url": "https://example.org/bower"}),
    ("GET", TABLE + "webhooks/{hook_id}/"): Example(),
    ("DELETE", TABLE + "webhooks/{hook_id}/"): Example(204),
    ("GET", V1 + "variants/"): Example(token=False),
    ("GET", V1 + "variants/{variant}/"): Example(token=False),
    ("POST", V1 + "score/"): Example(200, {**RECORD, "entries": [HAND]}, token=False),
    ("GET", V1 + "schema/"): Example(token=False),
    ("GET", V1 + "schema/record/"): Example(token=False),
}


def text(method: str, path: str, example: Example) -> str:
    """The example as it goes over the line, and the status that answers it."""
    lines = [f"{method} {path}{example.query}"]
    if example.token:
        lines.append(f"Authorization: Bearer {TOKEN}")
    lines += [f"{name}: {value}" for name, value in example.headers.items()]
    if example.body is not None:
        lines += ["Content-Type: application/json", "", json.dumps(example.body)]
    return "\n".join([*lines, "", f"→ {example.status}"])
