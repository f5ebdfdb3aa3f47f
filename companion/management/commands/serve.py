"""`manage.py serve`: migrate, collect static files, print the address, serve, and deliver webhooks."""

import sys
from argparse import BooleanOptionalAction
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandParser

from companion.server.bar import bar
from companion.serving.preparing import CannotStart, prepare
from companion.serving.process import BACKLOG, bound, open_to_phones, raise_file_limit, run, why_not
from companion.serving.secure import Files, files, secured, wished


class Command(BaseCommand):
    help = "Prepare the database and the static files, show the address, and serve until Ctrl-C."

    def add_arguments(self, parser: CommandParser) -> None:
        """HTTPS without a proxy, and its certificate."""
        parser.add_argument(
            "--https",
            action=BooleanOptionalAction,
            help="speak HTTPS at HTTPS_PORT; without --certificate, by a certificate of the household’s own; "
            "without either the first start on a terminal asks",
        )
        parser.add_argument("--certificate", default="", metavar="FILE", help="PEM, with its chain")
        parser.add_argument("--key", default="", metavar="FILE", help="PEM, without a password")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self.prepare_and_serve(files(wished(options["https"]), options["certificate"], options["key"]))
        except KeyboardInterrupt:
            self.stdout.write("Stopped.")
        except CannotStart as error:
            self.stderr.write(str(error))
            raise SystemExit(1) from None

    def prepare_and_serve(self, files: Files | None) -> None:
        """Hold the ports, prepare, and only then take connections."""
        with ExitStack() as opened:
            names = ["PORT", "HTTPS_PORT"] if files else ["PORT"]
            listeners = []
            for name in names:
                with saying_why_not(name):
                    listeners.append(opened.enter_context(bound(settings.HOST, getattr(settings, name))))
            prepare(self.say, partial(bar, sys.stdout))
            secure = secured(files, listeners[-1], self.say) if files else None
            for name, listener in zip(names, listeners, strict=True):
                with saying_why_not(name):
                    listener.listen(BACKLOG)
            self.say(open_to_phones())
            raise_file_limit()
            run(listeners[0], secure)

    def say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


@contextmanager
def saying_why_not(name: str) -> Iterator[None]:
    """Context manager: an error of the port of this setting ends the start in words."""
    try:
        yield
    except (OSError, OverflowError) as error:
        raise CannotStart(why_not(error, name)) from None
