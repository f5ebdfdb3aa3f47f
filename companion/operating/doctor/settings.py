"""Do the settings fit each other?"""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from companion.operating import databases, keys
from companion.operating.doctor.findings import Finding, look, note, well
from companion.server.addresses import LOOPBACK
from companion.store import links

SHORTEST_KEY = 32  # characters; one that Bower makes has 86


def who_may_reach_it() -> Iterator[Finding]:
    """Host names, HTTPS and the proxy."""
    named = ", ".join(settings.GIVEN_HOSTS)
    if settings.DEBUG:
        yield look("DEBUG is on: error pages show the settings to everyone", "set it to False")
    if "*" in settings.GIVEN_HOSTS:
        yield look(
            "ALLOWED_HOSTS allows every name", "name the host, or foreign pages can reach a Bower at home"
        )
    if settings.HTTPS and not settings.TRUST_PROXY:
        yield look("HTTPS is on and TRUST_PROXY off: every page leads to itself", "set TRUST_PROXY=on")
    if settings.HTTPS and not named:
        yield look("HTTPS is on and ALLOWED_HOSTS is empty: Bower answers to no public name", "name it there")
    if settings.TRUST_PROXY and settings.HOST not in LOOPBACK:
        yield note(
            f"The proxy is believed, and port {settings.PORT} is open on {settings.HOST}",
            "set HOST=127.0.0.1, or let a firewall keep all but the proxy out",
        )
    if not settings.HTTPS:
        yield note(
            "Plain HTTP: whoever is in the same network can read along, and join",
            "see operating.md, “On a server, behind HTTPS”",
        )
    yield well(f"Settings: answers to {named or 'localhost and this machine in its network'}.")


def time_zone() -> Iterator[Finding]:
    """The time as it is shown, so that a wrong clock or zone is seen."""
    yield well(f"Clock: {timezone.localtime():%A, %Y-%m-%d %H:%M} in {settings.TIME_ZONE}.")


def key() -> Iterator[Finding]:
    """Is there a key, and is it the one of this database?"""
    found = keys.current()
    if len(found) < SHORTEST_KEY:
        yield look(f"The secret key has only {len(found)} characters", "see operating.md on a new key")
    databases.refuse_unready()
    if links.last_is_ours():
        yield well("Key: there, and the one with which links are made.")
    else:
        yield look(
            "The newest link was made with another secret key: phones are not recognized",
            "restore the key from a backup, or put it first in SECRET_KEY_FALLBACKS",
        )


def backups() -> Iterator[Finding]:
    """How old is the newest backup in its usual place?"""
    folder = Path(settings.VAR_DIR) / "backups"
    found = [file.stat().st_mtime for file in folder.glob("bower-*.tar.gz")]
    if not found:
        yield note(f"There is no backup in {folder}", "manage.py backup")
        return
    days = (timezone.now() - datetime.fromtimestamp(max(found), UTC)).days
    words = f"Backups: {len(found)} in {folder}, the newest is {days} days old"
    yield note(words, "manage.py backup") if days > 7 else well(words + ".")
