"""`manage.py serve`: migrate, collect static files, print the address, serve, and deliver webhooks."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand

from companion.serving.listener import bound, listen, raise_file_limit, why_not
from companion.serving.preparing import prepare
from companion.serving.process import run
from companion.serving.refusal import CannotStart
from companion.serving.welcome import open_to_phones


class Command(BaseCommand):
    help = "Prepare the database and the static files, show the address, and serve until Ctrl-C."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self.prepare_and_serve()
        except KeyboardInterrupt:
            self.stdout.write("Stopped.")
        except CannotStart as error:
            self.stderr.write(str(error))
            raise SystemExit(1) from None

    def prepare_and_serve(self) -> None:
        """Hold the port, prepare, and only then take connections."""
        with saying_why_not():
            listener = bound(settings.HOST, settings.PORT)
        with listener:
            prepare(self.say)
            with saying_why_not():
                listen(listener)
            self.say(open_to_phones())
            raise_file_limit()
            run(listener)

    def say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


@contextmanager
def saying_why_not() -> Iterator[None]:
    """Context manager: an error of the port ends the start in words."""
    try:
        yield
    except (OSError, OverflowError) as error:
        raise CannotStart(why_not(error)) from None
