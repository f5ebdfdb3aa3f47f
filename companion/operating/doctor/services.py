"""Does everything that Bower needs, or is reached by, answer?"""

import http.client
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
from django.conf import settings
from django.utils import timezone

from companion.operating import databases
from companion.operating.databases import POSTGRESQL
from companion.operating.doctor.findings import Finding, look, note, well
from companion.operating.trouble import first_line
from companion.server.addresses import LOOPBACK

SECONDS = 3
CHANNEL = "bower_doctor"
SOON = timedelta(days=14)
HTTP_OK = 200


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
    """Bower itself, on its port."""
    host = settings.HOST if settings.HOST not in {"0.0.0.0", "::"} else "127.0.0.1"  # noqa: S104
    name = next((one for one in settings.ALLOWED_HOSTS if one != "*"), "localhost").lstrip(".")
    connection = http.client.HTTPConnection(host, settings.PORT, timeout=SECONDS)
    try:
        status = _health(connection, name)
    except (OSError, http.client.HTTPException):
        yield note(f"Bower is not running on port {settings.PORT}", "or PORT is another here than there")
        return
    if status == HTTP_OK:
        yield well(f"Bower: answers on port {settings.PORT}.")
    else:
        yield look(f"What runs on port {settings.PORT} answers {status} at /healthz", "look at Bower’s log")


def proxy_answers() -> Iterator[Finding]:
    """Bower's public names, by HTTPS through the proxy, and for how long its certificates are good."""
    if not settings.HTTPS:
        return
    for name in settings.GIVEN_HOSTS:
        if name not in LOOPBACK and not name.startswith((".", "*", "[")):
            yield _by_https(name)


def _by_https(name: str) -> Finding:
    connection = http.client.HTTPSConnection(name, timeout=SECONDS, context=ssl.create_default_context())
    try:
        connection.connect()
        certificate: Any = connection.sock.getpeercert()
        status = _health(connection, name)
    except ssl.SSLCertVerificationError as error:
        return look(
            f"https://{name}/ has no good certificate: {error.verify_message}", "renew it at the proxy"
        )
    except (OSError, http.client.HTTPException) as error:
        return note(f"https://{name}/ cannot be reached from here ({first_line(error)})", "try it on a phone")
    ends = datetime.fromtimestamp(ssl.cert_time_to_seconds(certificate["notAfter"]), UTC)
    if status != HTTP_OK:
        return look(f"https://{name}/healthz answers {status}", "look at the proxy’s log")
    if ends - timezone.now() < SOON:
        return look(f"The certificate of {name} ends on {ends:%Y-%m-%d}", "renew it at the proxy")
    return well(f"Proxy: https://{name}/ answers; its certificate is good until {ends:%Y-%m-%d}.")


def _health(connection: http.client.HTTPConnection, name: str) -> int:
    """The status of /healthz. Raises OSError, HTTPException."""
    try:
        connection.request("GET", "/healthz", headers={"Host": name})
        return connection.getresponse().status
    finally:
        connection.close()
