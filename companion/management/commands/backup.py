"""`manage.py backup`: the database and the key in one checked file, while Bower runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand
from django.utils import timezone

from companion.operating import backups, databases, files
from companion.operating.databases import GAMES
from companion.operating.words import OPTIONS_OF_DJANGO, in_words, one_or_more, size, some


class Command(BaseCommand):
    help = (
        "Write the database and the secret key into one file, while Bower runs. The file is checked before "
        "it gets its name, and nothing is overwritten. Whoever has it can open every table: keep it as safe "
        "as the server."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's name and type
    suppressed_base_arguments = OPTIONS_OF_DJANGO

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="default: a dated name in VAR_DIR/backups")
        parser.add_argument(
            "--keep",
            type=one_or_more,
            metavar="N",
            help="delete the dated backups beside it but the newest N",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with in_words(self):
            now = timezone.now()
            database, key = databases.configured(), backups.current_key()
            file = options["file"] or Path(settings.VAR_DIR) / "backups" / backups.dated(now)
            if file.is_dir():
                file = file / backups.dated(now)
            if options["file"] is None:
                files.make_folder(file.parent)
            about = backups.back_up(database, key, file, now)
            games, rows = about.rows[GAMES], sum(about.rows.values())
            self.stdout.write(
                f"{file} ({size(file.stat().st_size)}) holds {some(games, 'game')}, {some(rows, 'row')} in "
                f"{some(len(about.rows), 'table')}, and the key. Checked."
            )
            if options["keep"]:
                for old in backups.keep_newest(file.parent, options["keep"], file):
                    self.stdout.write(f"Deleted {old}.")
