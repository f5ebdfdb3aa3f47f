"""Bower for uvicorn: Django as plain WSGI in a pool of threads."""

import os
from typing import Any

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.core.wsgi import get_wsgi_application

from companion.bodies import whole_bodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")

rooms: Any = get_wsgi_application()
django: Any = WSGIMiddleware(rooms, workers=settings.WORKER_THREADS)
application = whole_bodies(django, settings.MAX_BODY_BYTES)
