"""`manage.py restore`: a backup back into place, on this machine or another."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand
from django.utils import timezone

from companion.operating import backups, databases
from companion.operating.databases import GAMES
from companion.operating.words import OPTIONS_OF_DJANGO, in_words, some


class Command(BaseCommand):
    help = (
        "Put the database and the secret key of a backup into place. Bower must not be running. The backup "
        "is checked first, and what was there before is kept under another name."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's name and type
    suppressed_base_arguments = OPTIONS_OF_DJANGO

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file that `backup` has written")
        parser.add_argument(
            "--replace", action="store_true", help="on SQLite: put a database that has tables aside"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with in_words(self):
            database = databases.configured()
            done = backups.restore(options["file"], database, options["replace"], timezone.now())
            games, rows = done.about.rows[GAMES], sum(done.about.rows.values())
            self.stdout.write(
                f"Restored {some(games, 'game')}, {some(rows, 'row')}, of {done.about.made_at} "
                f"into {database.place}. Checked."
            )
            for file in done.aside:
                self.stdout.write(f"Kept what was there as {file}.")
            if done.pending:
                self.stdout.write(f"The next start brings it up to date: {some(done.pending, 'step')}.")
