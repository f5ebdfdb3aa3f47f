"""``Idempotency-Key``: reading, scope, and running a request once."""

import base64
import json
import re
from collections.abc import Callable
from uuid import UUID, uuid5

from django.conf import settings
from django.utils.crypto import salted_hmac
from rest_framework.request import Request

from companion.access import devices
from companion.api.auth import Caller, caller, caller_or_none
from companion.api.problems import Malformed
from companion.store import answers, phones
from companion.store.answers import Once, Result

HEADER = "Idempotency-Key"
KEY = re.compile(r"[!-~]{1,100}")
SPACE = UUID("6f2b7a52-8d0c-4f0e-9d8e-3f6f3c1f7a10")  # namespace of keys derived from others
NOBODY = ""
RANDOM = 4


def key(request: Request) -> str:
    """The key of a POST. Raises Malformed without one."""
    key_text = request.headers.get(HEADER)
    if key_text is None:
        raise Malformed(f"Send {HEADER}: a new random text for each thing that is to be done once.")
    if not KEY.fullmatch(key_text):
        raise Malformed(f"{HEADER} must be 1 to 100 visible ASCII characters.")
    return key_text


def content(request: Request) -> str:
    """Hash of a request: method, address, body."""
    text = json.dumps(request.data, sort_keys=True, default=str)
    return answers.digest(request.method or "", request.get_full_path(), text)


def of_log(device: str, *parts: str) -> str:
    """A key for the log, a UUID unique to this device."""
    return str(uuid5(SPACE, answers.digest(device, *parts)))


def once(request: Request, work: Callable[[], Result | None]) -> Result:
    """Run *work* once for this caller and key; repetitions get the stored result, if it has any."""
    asked = Once(caller(request).device, key(request), content(request))
    return answers.run_once(asked, lambda: work() or {})


def newcomer(request: Request) -> Caller:
    """The host of a new table: the caller, unless its token is a link's, else a new host.

    A new host's token is derived from the key and the content, so that a repetition gets the same token and
    it isn't stored. A guessed key would reveal it: the key must be a random UUID.
    """
    client = caller_or_none(request)
    if client and not client.by_link:
        return client
    key_text = key(request)
    try:
        is_random = UUID(key_text).version == RANDOM and str(UUID(key_text)) == key_text.lower()
    except ValueError:
        is_random = False
    if not is_random:
        raise Malformed(f"Without the host’s token, {HEADER} must be a random UUID (version 4).")
    said = key_text + content(request)
    now, *before = (_host(said, of) for of in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))
    # A request whose answer was lost before the secret key was replaced has made a host by that one.
    return next((one for one in before if phones.is_known(one.device)), now)


def _host(said: str, secret_key: str) -> Caller:
    """The new host of a request, by this secret key."""
    secret = salted_hmac("bower.api.owner", said, secret_key, algorithm="sha256").digest()
    token = base64.urlsafe_b64encode(secret).decode().rstrip("=")
    return Caller(token, devices.device_of_token(token), by_link=False)


def once_for(request: Request, host: Caller, work: Callable[[], Result]) -> Result:
    """Start a game once. Callers without a host's token share one scope of keys."""
    client = caller_or_none(request)
    device = host.device if client and not client.by_link else NOBODY
    return answers.run_once(Once(device, key(request), content(request)), work)
