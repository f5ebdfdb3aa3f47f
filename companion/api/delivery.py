"""Delivery of webhooks: signed, to public addresses only, retried until accepted.

Signed by Standard Webhooks: ``webhook-signature`` is HMAC-SHA256 over id, timestamp and body. Each is sent in
a thread as it is due: a slow address delays itself only.
"""

import base64
import hashlib
import hmac
import http.client
import ipaddress
import json
import logging
import re
import socket
import ssl
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from html import escape
from http import HTTPStatus
from queue import Empty, SimpleQueue
from urllib.parse import urlsplit

from django.conf import settings
from django.db import close_old_connections
from django.utils import timezone
from django.utils.crypto import salted_hmac

from companion.api.shapes.phones import RoundMessage, WebhookMessage
from companion.api.typed import as_json
from companion.forgetting.people import Unfinished
from companion.server import metrics
from companion.store import webhooks
from companion.store.removing import Daily
from companion.store.webhooks import DISCORD, NEW, PROMPT, SLACK, SLOW, Due
from companion.wording.refusal import AppRefusal

PATIENCE = 5.0  # seconds for a connection, and for each piece of an answer
IN_ALL = 10.0  # seconds for one delivery, from looking its name up to the end of the answer
LONGEST = 500
LONGEST_TEXT = 2000  # characters that Discord takes
DISCORD_MARKS = re.compile(r"[\\*_~`|\[\]<]|^[#>-]")  # a backslash before it lets it be shown as it is
HTTPS_PORT, HTTP_PORT = 443, 80

# Which network addresses are public, by IANA's registries of special-purpose addresses.
#
# Python's ``ipaddress`` knows only the entries of its release; 3.11 lacks some.
GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")  # all that IANA has given out
SPECIAL = tuple(
    ipaddress.ip_network(one)
    for one in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
        *("192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24"),
        *("192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"),
        *("224.0.0.0/4", "240.0.0.0/4"),
        # Within 2000::/3: protocols and tunnels (2001::/32 is Teredo, 2002::/16 6to4), documentation, AS112.
        *("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"),
    )
)
AT_ONCE = {PROMPT: 16, NEW: 16, SLOW: 8}
FORGETTING = 0.5  # seconds of a round in which people are forgotten
POLL = 1.0  # seconds between queries for due rows
PAUSE_AFTER_ERROR = 5.0  # seconds between an error of the database and the next query
log = logging.getLogger(__name__)


class Unreachable(Exception):
    """An address that is not allowed, or that did not accept a message. The text has the reason."""


def secret(hook_id: str) -> bytes:
    """The secret of a webhook, derived from its id and the secret key; not stored."""
    return salted_hmac("bower.webhook", hook_id, algorithm="sha256").digest()


def shown_secret(hook_id: str) -> str:
    """The secret in the format of Standard Webhooks, for the host."""
    return "whsec_" + base64.b64encode(secret(hook_id)).decode()


def checked(url: object) -> str:
    """The URL of a webhook, if allowed. Raises Refusal. Its name is resolved at each delivery."""
    if not isinstance(url, str) or len(url) > LONGEST or not url.isascii() or not url.isprintable():
        raise AppRefusal("url-characters", "url", most=LONGEST)
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise AppRefusal("url-form", "url") from None
    schemes = ("https", "http") if settings.WEBHOOK_PRIVATE else ("https",)
    if parts.scheme not in schemes or not parts.hostname or " " in url:
        raise AppRefusal("url-scheme", "url", schemes=" or ".join(one + "://" for one in schemes))
    if parts.username is not None or parts.fragment:
        raise AppRefusal("url-secrets", "url")
    if port not in (None, HTTPS_PORT) and not settings.WEBHOOK_PRIVATE:
        raise AppRefusal("url-port", "url", port=HTTPS_PORT)
    try:
        allowed = is_allowed(parts.hostname)
    except ValueError:  # a name
        allowed = True
    if not allowed:
        raise AppRefusal("url-private", "url")
    return url


def is_allowed(address: str) -> bool:
    """Whether messages may go to an IP address: a public one, or any with WEBHOOK_PRIVATE.

    Raises ValueError for a name.
    """
    found = ipaddress.ip_address(address.partition("%")[0])
    if settings.WEBHOOK_PRIVATE:
        return not found.is_multicast and not found.is_unspecified
    # An IPv6 address that carries an IPv4 address counts as not public, wherever that leads.
    if isinstance(found, ipaddress.IPv6Address) and found not in GLOBAL_UNICAST:
        return False
    return not any(found in network for network in SPECIAL if network.version == found.version)


def resolved(host: str, port: int, until: float) -> str:
    """The IP address of a name, found before *until* by the monotonic clock.

    Raises Unreachable unless all of its addresses are allowed. The system's look-up takes no limit of time
    and can't be ended, so another thread waits for it.
    """
    answer: SimpleQueue[list[str]] = SimpleQueue()

    def ask() -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            answer.put([str(one[4][0]) for one in found])
        except (OSError, UnicodeError):
            answer.put([])

    threading.Thread(target=ask, name="webhook-name", daemon=True).start()
    try:
        addresses = answer.get(timeout=left(until))
    except Empty:
        raise Unreachable("this name was not found in time") from None
    if not addresses:
        raise Unreachable("this name leads nowhere")
    if not all(is_allowed(one) for one in addresses):
        raise Unreachable("this name leads to an address that is not public (WEBHOOK_PRIVATE)")
    return addresses[0]


def left(until: float) -> float:
    """Seconds until this moment of the monotonic clock, at least a hundredth."""
    return max(0.01, until - time.monotonic())


def deliver(due: Due) -> None:
    """Send one row to an address. Raises Unreachable for any status but 2xx; redirects are not followed."""
    parts = urlsplit(due.url)
    body = json.dumps(content(due))
    message_id, now = due.id, int(time.time())
    signed = f"{message_id}.{now}.".encode() + body.encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Bower",
        "webhook-id": message_id,
        "webhook-timestamp": str(now),
        "webhook-signature": "v1,"
        + base64.b64encode(hmac.new(secret(due.signer.hex), signed, hashlib.sha256).digest()).decode(),
    }
    path = (parts.path or "/") + ("?" + parts.query if parts.query else "")
    secure, host = parts.scheme == "https", parts.hostname or ""
    port = parts.port or (HTTPS_PORT if secure else HTTP_PORT)
    until = time.monotonic() + IN_ALL
    try:
        address = resolved(host, port, until)
        # To the address that was checked: resolving again could give another one.
        with (
            closing(socket.create_connection((address, port), timeout=min(PATIENCE, left(until)))) as plain,
            cut_off(plain, until),
            closing(http.client.HTTPConnection(host, port, timeout=PATIENCE)) as opened,
        ):
            opened.default_port = HTTPS_PORT if secure else HTTP_PORT
            tls = ssl.create_default_context() if secure else None
            opened.sock = tls.wrap_socket(plain, server_hostname=host) if tls else plain
            opened.request("POST", path, body.encode(), headers)
            status = opened.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        raise Unreachable(f"no answer: {type(error).__name__}") from None
    if not HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        raise Unreachable(f"answered {status}")


def content(due: Due) -> dict[str, object]:
    """What is sent, in the webhook's format. The text calls nobody and has no markup of others in it."""
    text = due.told.text
    if due.format == DISCORD:
        said = DISCORD_MARKS.sub(r"\\\g<0>", text)[:LONGEST_TEXT]
        return {"content": said, "allowed_mentions": {"parse": []}}
    if due.format == SLACK:
        return {"text": escape(text[:LONGEST_TEXT], quote=False), "mrkdwn": False}
    if due.night_id:
        return as_json(RoundMessage.of(due.told, night=due.night_id, round=due.number))
    of_table = WebhookMessage.of(
        due.told,
        table=due.table_id,
        version=due.version,
        number=due.number,
        change=due.change,
        outcome=due.told.outcome or None,
    )
    return as_json(of_table)


@contextmanager
def cut_off(opened: socket.socket, until: float) -> Iterator[None]:
    """Context manager: close a connection at *until*, however steadily data comes."""
    twin = opened.dup()  # TLS takes the socket itself over

    def cut() -> None:
        with suppress(OSError):
            twin.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(left(until), cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        twin.close()


@dataclass(frozen=True)
class Result:
    """What became of a delivery: why it failed, "" for success, and how many seconds it took."""

    due: Due
    pace: str
    why: str
    seconds: float


class Sender:
    """Deliveries in progress. Only the thread that calls it uses the database."""

    def __init__(self) -> None:
        self.busy: Counter[str] = Counter()
        self._results: SimpleQueue[Result] = SimpleQueue()

    def send(self) -> int:
        """Start the deliveries that are due, as many as there is room for; their number."""
        started = 0
        webhooks.follow_groups()
        for pace, most in AT_ONCE.items():
            for due in webhooks.take_due(timezone.now(), most - self.busy[pace], pace):
                self.busy[pace] += 1
                started += 1
                threading.Thread(target=self._deliver, args=[due, pace], name="webhook", daemon=True).start()
        return started

    def settle(self, seconds: float) -> None:
        """Wait up to so many seconds for a result; store it, and all others that are there."""
        try:
            self._store(self._results.get(timeout=seconds))
            while True:
                self._store(self._results.get_nowait())
        except Empty:
            pass

    def _deliver(self, due: Due, pace: str) -> None:
        began, why = time.monotonic(), "internal error"
        try:
            why = attempt(due)
        finally:
            self._results.put(Result(due, pace, why, time.monotonic() - began))

    def _store(self, result: Result) -> None:
        self.busy[result.pace] -= 1
        if result.why:
            webhooks.failed(result.due, result.why, result.seconds)
        else:
            webhooks.taken(result.due, result.seconds)


def attempt(due: Due) -> str:
    """Deliver a row; return the reason for a failure, "" for success."""
    try:
        deliver(due)
    except Unreachable as error:
        metrics.webhook_sent(failed=True)
        return str(error)
    metrics.webhook_sent(failed=False)
    return ""


def send_due() -> int:
    """Deliver due rows and wait for all of them; return the number of attempts."""
    sender = Sender()
    started = sender.send()
    while sender.busy.total():
        sender.settle(POLL)
    return started


def keep_sending(stopped: threading.Event) -> None:
    """Deliver due rows until stopped, go on forgetting people, and clean up once a day.

    Errors of the database are logged, and delivery goes on.
    """
    sender, daily, unfinished = Sender(), Daily(), Unfinished()
    while not stopped.is_set():
        try:
            daily.clean()
            unfinished.go_on(FORGETTING)
            sender.send()
            sender.settle(POLL)
        except Exception as error:
            log.warning("webhooks: this round came to nothing: %s", type(error).__name__)
            stopped.wait(PAUSE_AFTER_ERROR)
        finally:
            close_old_connections()


def start() -> threading.Event:
    """Deliver in a thread of this process; return the event that stops it."""
    stopped = threading.Event()
    threading.Thread(target=keep_sending, args=[stopped], name="webhooks", daemon=True).start()
    return stopped
