"""One example of a request and its response, and what most of them have."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from companion.access import roles
from scoring import VARIANTS

TOKEN = "TOKEN"  # noqa: S105 - a placeholder
KEY = "6f1c2a9e-4a57-4d0e-9d0c-8a3b5a2f7c11"
ID = "k3v9x2m4pq"
AT = datetime(2026, 11, 19, 20, 0, tzinfo=UTC)
LINK: dict[str, Any] = {
    "role": roles.VIEWER,
    "token": "0123456789ABCDEFGHJKMNPQRS",
    "code": "7K3M9Q2X",
    "address": "https://bower.example/j/0123456789ABCDEFGHJKMNPQRS",
    "works": True,
    "ends_at": None,
}
SHEET_CODE = "7K3M9Q2X4B6D8F0H1J3K5M7N"
SHEET: dict[str, Any] = {"code": SHEET_CODE, "address": f"https://bower.example/R/{SHEET_CODE}"}
HOOK = "0123456789abcdef0123456789abcdef"
WEBHOOK: dict[str, Any] = {
    "id": HOOK,
    "url": "https://example.org/bower",
    "delivered": 12,
    "tries": 0,
    "stopped": False,
    "error": "",
    "created_at": AT,
}
POINTS = next(name for name, variant in VARIANTS.items() if not variant.has_bank)


@dataclass(frozen=True)
class Example:
    """A request and its response, at a game of *variant* with one hand, or one that is *over*.

    ``{number}`` is that hand's, ``{hook_id}`` a webhook's, ``{dispute_id}`` a dispute's. answer: makes the
    body of the response; None: no body, or none in JSON.
    """

    status: int = 200
    answer: Callable[[], Any] | None = None
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    query: str = ""
    token: bool = True
    variant: str = POINTS
    over: bool = False


def posted(body: Any, answer: Callable[[], Any], **more: Any) -> Example:
    """An example of a POST, with its Idempotency-Key."""
    return Example(201, answer, body, {"Idempotency-Key": KEY}, **more)


def page(shape: Any, *results: Any) -> Any:
    """A page of a list with these results only."""
    return shape(count=1, next=None, previous=None, results=list(results))
