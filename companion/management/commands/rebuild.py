"""`manage.py rebuild`: what statistics count, made again from the logs."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand

from companion.operating import databases
from companion.operating.words import OPTIONS_OF_DJANGO, in_words, some
from companion.store import rebuilding


class Command(BaseCommand):
    help = (
        "Count every game for the statistics again, from its log, while Bower runs. What comes out is what "
        "was there before, unless something was wrong."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's name and type
    suppressed_base_arguments = OPTIONS_OF_DJANGO

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--missing", action="store_true", help="only games that were never counted, as `serve` does"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with in_words(self):
            databases.refuse_unready()
            done = rebuilding.fill() if options["missing"] else rebuilding.rebuild()
            self.stdout.write(f"Counted {some(done.games, 'game')} with {some(done.hands, 'hand')}.")
            for table_id in done.left_out:
                self.stdout.write(f"Table {table_id} cannot be replayed, and is left out: see `replay`.")
