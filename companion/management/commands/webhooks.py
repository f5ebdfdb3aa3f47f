"""`manage.py webhooks`: deliver webhooks in a process of its own, or once from a timer."""

import threading
from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand

from companion.api import delivery


class Command(BaseCommand):
    help = "Deliver webhooks until Ctrl-C. `serve` does so too."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--once", action="store_true", help="deliver what is due now, and end")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["once"]:
                while delivery.send_due():
                    pass
            else:
                delivery.keep_sending(threading.Event())
        except KeyboardInterrupt:
            self.stdout.write("Stopped.")
