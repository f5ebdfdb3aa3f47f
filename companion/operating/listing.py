"""Tables and their phones in words, a line each."""

import json
from datetime import datetime

from django.conf import settings
from django.utils import timezone

from companion.access import roles
from companion.operating.trouble import Trouble
from companion.operating.words import size, some
from companion.store import kept
from companion.store.kept import KeptGame, Listed
from companion.store.phone_list import PhoneView
from companion.wording.names import shown
from scoring import VARIANTS


def table(table_id: str) -> Listed:
    """The table with this id. Raises Trouble without one."""
    found = kept.listed_one(table_id)
    if found is None:
        raise Trouble(f"There is no table {table_id}: `manage.py tables` lists them.")
    return found


def name(game: KeptGame) -> str:
    """A table's title and game: "Thursday, Euchre"."""
    header = json.loads(game.header)
    title = header.get("title", "") if game.title is None else game.title
    variant = VARIANTS.get(header.get("variant", ""))
    return ", ".join(filter(None, (shown(title), variant.title if variant else "a game of another Bower")))


def line(listed: Listed) -> str:
    """A table as a line of the list."""
    deleted = f", deleted {moment(listed.deleted_at)}" if listed.deleted_at else ""
    return (
        f"{listed.game.table_id}  {moment(listed.last)}  {name(listed.game)}: {some(listed.hands, 'hand')}, "
        f"{some(listed.rows, 'row')}, {size(listed.bytes)}, {some(listed.phones, 'phone')}{deleted}"
    )


def phone(found: PhoneView) -> str:
    """A phone of a table as a line."""
    what = "removed by the host" if found.out else ", ".join(map(roles.words, found.roles))
    seat = f", seat {shown(found.seat)}" if found.seat else ""
    seen = f", last seen {moment(found.seen_at)}" if found.seen_at else ""
    program = ", a program" if found.program else ""
    return f"phone {found.number}: {what}{seat}{seen}{program}"


def or_opens(path: str) -> str:
    """Where else to go than to the page that was named, if Bower knows its public name; else ""."""
    if not settings.GIVEN_HOSTS:
        return ""
    return f", or opens {'https' if settings.HTTPS else 'http'}://{settings.GIVEN_HOSTS[0]}{path},"


def moment(at: datetime) -> str:
    """A time in the zone of TIME_ZONE: "2026-11-22 05:31"."""
    return f"{timezone.localtime(at):%Y-%m-%d %H:%M}"
