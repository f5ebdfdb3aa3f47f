"""``Idempotency-Key``: whose it is, and what it makes one of."""

import base64
import json
import re
from collections.abc import Callable
from uuid import UUID, uuid5

from django.utils.crypto import salted_hmac
from rest_framework.request import Request

from companion.access import devices
from companion.api.auth import Caller, asked_by, caller
from companion.api.problems import Malformed
from companion.store import answers
from companion.store.answers import Once, Result

HEADER = "Idempotency-Key"
KEY = re.compile(r"[!-~]{1,100}")
SPACE = UUID("6f2b7a52-8d0c-4f0e-9d8e-3f6f3c1f7a10")  # of Bower's API, for keys that are made of others
NOBODY = ""
RANDOM = 4


def key(request: Request) -> str:
    """The key of a POST; 400 without one."""
    said = request.headers.get(HEADER)
    if said is None:
        raise Malformed(f"expected {HEADER}: a new random text for each thing that is to be done once")
    if not KEY.fullmatch(said):
        raise Malformed(f"expected {HEADER} to be 1 to 100 visible ASCII characters")
    return said


def content(request: Request) -> str:
    """Everything that a request says: method, address, body."""
    text = json.dumps(request.data, sort_keys=True, default=str)
    return answers.digest(request.method or "", request.get_full_path(), text)


def of_log(device: str, *parts: str) -> str:
    """A key for the log, which is that of this device alone."""
    return str(uuid5(SPACE, answers.digest(device, *parts)))


def once(request: Request, work: Callable[[], Result]) -> Result:
    """Do it once for this caller and this key."""
    return answers.run_once(Once(caller(request).device, key(request), content(request)), work)


def newcomer(request: Request) -> Caller:
    """Who starts a game: whoever asks by a token of their own, or else a new owner.

    A new owner's token follows from the key and what was sent, so that the answer can be given once more and
    the token is kept nowhere. Whoever knows both could ask for it too: the key has to be a random UUID.
    """
    asks = asked_by(request)
    if asks and not asks.by_link:
        return asks
    said = key(request)
    if not is_random(said):
        raise Malformed(f"expected {HEADER} to be a random UUID (version 4) where there is no owner's token")
    secret = salted_hmac("bower.api.owner", said + content(request), algorithm="sha256").digest()
    token = base64.urlsafe_b64encode(secret).decode().rstrip("=")
    return Caller(token, devices.device_of_token(token), by_link=False)


def once_for(request: Request, owner: Caller, work: Callable[[], Result]) -> Result:
    """Start a game once; keys of those who have no token yet share one space, so that none is used twice."""
    asks = asked_by(request)
    device = owner.device if asks and not asks.by_link else NOBODY
    return answers.run_once(Once(device, key(request), content(request)), work)


def is_random(text: str) -> bool:
    """Whether this is a random UUID, written in full."""
    try:
        return UUID(text).version == RANDOM and str(UUID(text)) == text.lower()
    except ValueError:
        return False
