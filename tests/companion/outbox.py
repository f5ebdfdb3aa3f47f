"""A phone that sends what it recorded without a network."""

import json
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.test import Client
from django.urls import reverse

from companion.log.table import Table
from companion.store.rows import moment

JSON = "application/json"


def item(made: Table, what: str = "entry", **given: Any) -> dict[str, Any]:
    """An item as a phone keeps it, based on the table as it is in *made*."""
    told = given.pop("told_at", None)
    return {
        "id": 1,
        "table": made.id,
        "what": what,
        "key": str(uuid4()),
        "base": made.version,
        "seen": made.version,
        "target": None,
        "entry": None,
        "restores": False,
        "told_at": moment(told) if isinstance(told, datetime) else told,
        "body": None,
        **given,
    }


def send(phone: Client, sent: object, at: str = "") -> Any:
    """Post one item, to the door of its table unless another address is given."""
    text = sent if isinstance(sent, str) else json.dumps(sent)
    address = at or reverse("outbox", args=[json.loads(text)["table"]])
    return phone.post(address, text, content_type=JSON, headers={"Accept": JSON})


def rows_of(phone: Client, made: Table, after: int = 0, **headers: str) -> Any:
    address = f"{reverse('rows', args=[made.id])}?after={after}"
    return phone.get(address, headers={"Accept": JSON, **headers})


def read(answer: Any) -> dict[str, Any]:
    """The JSON of a response."""
    found: dict[str, Any] = json.loads(answer.content)
    return found
