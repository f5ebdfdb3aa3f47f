"""`manage.py webhooks`: deliver webhooks in a process of its own, or once from a timer."""

import threading
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

from django.core.management import BaseCommand

from companion.api import delivery
from companion.operating import backups, databases
from companion.operating.words import in_words


class Command(BaseCommand):
    help = "Deliver webhooks until Ctrl-C. `serve` does so too."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--once", action="store_true", help="deliver what is due now, and end")

    def handle(self, *args: Any, **options: Any) -> None:
        with in_words(self):
            backups.current_key()  # signs what is sent; a made-up one would be refused by who gets it
            databases.refuse_unready()
            if options["once"]:
                while delivery.send_due():
                    pass
                return
            with suppress(KeyboardInterrupt):
                delivery.keep_sending(threading.Event())
            self.stdout.write("Stopped.")
