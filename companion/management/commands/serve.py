"""`manage.py serve`: migrate, collect static files, print the address, serve, and deliver webhooks."""

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, call_command

from companion.serving.key import KeyLost, close_to_others, keep_key
from companion.serving.listener import listen, raise_file_limit, why_not
from companion.serving.process import run
from companion.serving.welcome import open_to_phones


class Command(BaseCommand):
    help = "Prepare the database and the static files, show the address, and serve until Ctrl-C."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self.prepare_and_serve()
        except KeyboardInterrupt:
            self.stdout.write("Stopped.")

    def prepare_and_serve(self) -> None:
        try:
            listener = listen(settings.HOST, settings.PORT)
        except (OSError, OverflowError) as error:
            self.stderr.write(why_not(error))
            raise SystemExit(1) from None
        with listener:
            call_command("migrate", interactive=False, verbosity=0)
            self.keep_key()
            call_command("collectstatic", interactive=False, verbosity=0)
            self.stdout.write(open_to_phones())
            self.stdout.flush()
            raise_file_limit()
            run(listener)

    def keep_key(self) -> None:
        close_to_others()
        try:
            keep_key()
        except KeyLost as error:
            self.stderr.write(str(error))
            raise SystemExit(1) from None
