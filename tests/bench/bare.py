"""A Django view with one INSERT and nothing else, served as Bower is: what a save can't be quicker than.

`python -m tests.bench.bare FD` serves on the listening socket FD until it is killed; the database is that of
``DATABASE_URL``, with Bower's own options.
"""

import socket
import sys
from typing import Any

import uvicorn
from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path

from companion import settings as of_bower

TABLE = "CREATE TABLE saved (id {key}, game integer NOT NULL, body text NOT NULL)"
KEYS = {"sqlite": "integer PRIMARY KEY", "postgresql": "bigserial PRIMARY KEY"}


def save(request: HttpRequest) -> HttpResponse:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO saved (game, body) VALUES (%s, %s)", [1, request.body.decode()])
    return HttpResponse(status=201, headers={"Content-Length": "0"})


urlpatterns = [path("save/", save)]


def main(listener: socket.socket) -> None:
    settings.configure(
        ALLOWED_HOSTS=["*"],
        SECRET_KEY=of_bower.SECRET_KEY,
        DATABASES=of_bower.DATABASES,
        ROOT_URLCONF=__name__,
        MIDDLEWARE=[],
        USE_TZ=True,
    )
    application: Any = get_wsgi_application()
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(TABLE.format(key=KEYS[connection.vendor]))
    connection.close()
    served = WSGIMiddleware(application, workers=of_bower.WORKER_THREADS)
    config = uvicorn.Config(served, loop="uvloop", http="httptools", lifespan="off", log_config=None)
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
