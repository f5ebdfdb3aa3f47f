"""ASGI application: Django as WSGI in a thread pool, and the event streams beside it."""

import os
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from companion.server.admission import PAGES, SAVES, TAPS
from companion.server.middleware import secured
from companion.server.request_log import logged
from companion.server.requests import Receive, Scope, Send, in_threads, whole_bodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")

rooms: Any = get_wsgi_application()
django = in_threads(rooms, PAGES, TAPS, SAVES)
pages = logged(secured(whole_bodies(django, settings.MAX_BODY_BYTES)))

from companion.live.stream import live, table_of  # noqa: E402 - it needs Django to be set up

streams = logged(live, stream=True)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Route event streams to the hub and everything else to Django."""
    await (streams if table_of(scope) else pages)(scope, receive, send)
