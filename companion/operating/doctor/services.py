"""Does everything that Bower needs answer, and Bower itself, here and at its public names?"""

import http.client
import json
import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
from django.conf import settings
from django.utils import timezone

from companion.live import stream
from companion.operating import databases
from companion.operating.databases import POSTGRESQL
from companion.operating.doctor.findings import Finding, look, note, well
from companion.operating.words import first_line
from companion.server.addresses import LOOPBACK
from scoring import __version__

SECONDS = 3
CHANNEL = "bower_doctor"
HTTP_OK = 200
PROXY_SECONDS = 3
SOON = timedelta(days=14)
STRANGER = "192.0.2.1"  # an address that nobody has: what a phone may claim to have
OK, MOVED, BAD_REQUEST = 200, 301, 400
HOST_CHANGED = "let it send Host as it came: proxy_set_header Host $http_host"


def redis_answers() -> Iterator[Finding]:
    """Redis, where one is set."""
    if not settings.REDIS_URL:
        return
    import redis

    client = redis.from_url(settings.REDIS_URL, socket_timeout=SECONDS, socket_connect_timeout=SECONDS)
    try:
        with client:
            client.ping()
        yield well("Redis: answers.")
    except redis.RedisError as error:
        yield look(
            f"Redis does not answer ({first_line(error)}): each process counts by itself", "look at REDIS_URL"
        )


def word_of_changes() -> Iterator[Finding]:
    """PostgreSQL passes word from one connection to another; a pooler between them needs settings."""
    database = databases.configured()
    if database.engine != POSTGRESQL:
        return
    try:
        with _listener(database) as listener, databases.on_server(database) as speaker:
            listener.autocommit = speaker.autocommit = True
            listener.execute(f"LISTEN {CHANNEL}".encode())
            speaker.execute(f"NOTIFY {CHANNEL}".encode())
            heard = list(listener.notifies(timeout=SECONDS, stop_after=1))
    except psycopg.OperationalError as error:
        yield look(f"PostgreSQL does not answer at LISTEN_URL ({first_line(error)})", "look at LISTEN_URL")
        return
    wanted = {"REDIS_URL": settings.REDIS_URL, "TRANSACTION_POOLING=on": settings.TRANSACTION_POOLING}
    missing = [name for name, is_set in wanted.items() if not is_set]
    if heard:
        yield well("PostgreSQL: word of changes comes through.")
    elif missing:
        yield look(
            "No word of changes comes through, as behind PgBouncer’s transaction mode",
            f"set {' and '.join(missing)}",
        )
    else:
        yield well("PostgreSQL: behind a pooler; Redis brings word of changes.")


@contextmanager
def _listener(database: databases.Database) -> Iterator[psycopg.Connection]:
    """The connection that hears: at LISTEN_URL, past a pooler, or else as any of Bower's."""
    if not settings.LISTEN_URL:
        with databases.on_server(database) as own:
            yield own
        return
    with psycopg.connect(settings.LISTEN_URL, connect_timeout=SECONDS) as past:
        yield past


def bower_answers() -> Iterator[Finding]:
    """Bower itself, on its port: is it there, of this version, and can it save?"""
    host = settings.HOST if settings.HOST not in {"0.0.0.0", "::"} else "127.0.0.1"  # noqa: S104
    name = next((one for one in settings.ALLOWED_HOSTS if one != "*"), "localhost").lstrip(".")
    connection = http.client.HTTPConnection(host, settings.PORT, timeout=SECONDS)
    try:
        with closing(connection):
            connection.request("GET", "/readyz", headers={"Host": name})
            response = connection.getresponse()
            content, status = response.read(), response.status
    except (OSError, http.client.HTTPException):
        yield note(f"Bower is not running on port {settings.PORT}", "or PORT is another here than there")
        return
    try:
        about: Any = json.loads(content)
    except ValueError:
        about = {}
    if not isinstance(about, dict) or "version" not in about:
        yield look(f"What runs on port {settings.PORT} is not this Bower", "end it, or choose another PORT")
    elif status != HTTP_OK:
        yield look(f"Bower on port {settings.PORT} cannot save: {about.get('status')}", "look at Bower’s log")
    elif about["version"] != __version__:
        yield look(f"Bower {about['version']} runs, and {__version__} is installed", "start Bower again")
    else:
        yield well(f"Bower: answers on port {settings.PORT}.")


def proxy_answers() -> Iterator[Finding]:
    """Each public name: certificate, /healthz, and what the proxy makes of a stream."""
    if not settings.HTTPS:
        return
    for name in settings.GIVEN_HOSTS:
        if name in LOOPBACK or name.startswith((".", "*", "[")):
            continue
        at = f"https://{name}/"
        try:
            with closing(_to(name)) as connection:
                connection.connect()
                certificate: Any = connection.sock.getpeercert()
                status = _status(connection, "/healthz")
        except ssl.SSLCertVerificationError as error:
            yield look(f"{at} has no good certificate: {error.verify_message}", "renew it at the proxy")
            continue
        except (OSError, http.client.HTTPException) as error:
            yield note(f"{at} cannot be reached from here ({first_line(error)})", "try it on a phone")
            continue
        if status != OK:
            changed = status == BAD_REQUEST
            what = "reaches Bower under another name" if changed else f"answers {status} at /healthz"
            yield look(f"{at} {what}", HOST_CHANGED if changed else "look at the proxy’s log")
            continue
        ends = datetime.fromtimestamp(ssl.cert_time_to_seconds(certificate["notAfter"]), UTC)
        if ends - timezone.now() < SOON:
            yield look(f"The certificate of {name} ends on {ends:%Y-%m-%d}", "renew it at the proxy")
        else:
            yield well(f"Proxy: {at} answers; its certificate is good until {ends:%Y-%m-%d}.")
        yield from _passed_on(name)


def _passed_on(name: str) -> Iterator[Finding]:
    """What a stream through the proxy shows."""
    try:
        with closing(_to(name)) as connection:
            connection.request("GET", stream.DOCTOR, headers={"X-Forwarded-For": STRANGER})
            response = connection.getresponse()
            piece = response.read1() if response.status == OK else b""
            seen = json.loads(piece.partition(b"data: ")[2].partition(b"\n")[0] or b"{}")
        with closing(_to(name)) as connection:
            ready = _status(connection, "/readyz")
    except TimeoutError:
        yield look(
            "The proxy holds event streams back: phones hear of a save late", "switch its buffering off"
        )
        return
    except (OSError, http.client.HTTPException) as error:
        yield note(f"A stream of https://{name}/ ended early ({first_line(error)})", "try it on a phone")
        return
    if response.status == MOVED:
        yield look("The proxy does not say that phones come by HTTPS", "let it send X-Forwarded-Proto: https")
    elif response.status != OK:
        yield look(f"A stream of https://{name}/ is answered {response.status}", "look at the proxy’s log")
    elif seen.get("host") != name:
        yield look(f"The proxy sends {seen.get('host')} as Host: no form is accepted", HOST_CHANGED)
    elif seen.get("address") == STRANGER:
        yield look(
            "The proxy passes on the X-Forwarded-For that a phone sends: limits count for nothing",
            "let it send the phone’s address alone",
        )
    else:
        yield well("Proxy: passes on streams, names and addresses.")
    if ready == OK:
        yield note(f"https://{name}/readyz is open to everybody", "keep it and /metrics to you, at the proxy")


def _to(name: str) -> http.client.HTTPSConnection:
    return http.client.HTTPSConnection(name, timeout=PROXY_SECONDS, context=ssl.create_default_context())


def _status(connection: http.client.HTTPConnection, path: str) -> int:
    """The status of a page. Raises OSError, HTTPException."""
    connection.request("GET", path)
    return connection.getresponse().status
