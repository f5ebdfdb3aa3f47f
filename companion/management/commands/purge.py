"""`manage.py purge`: tables and groups that nobody needs, removed for good."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand
from django.utils import timezone

from companion.operating import databases, words
from companion.operating.words import OPTIONS_OF_DJANGO, in_words, one_or_more, some
from companion.store import removing
from companion.store.removing import Old


class Command(BaseCommand):
    help = (
        "Remove for good the tables and groups that were deleted more than 30 days ago, and with --days "
        "those that nobody has written to or had open for so long. A group that people share keeps its "
        "tables while anybody plays in it, and takes its nights along. Take a backup first: nothing brings "
        "them back. Bower may run meanwhile."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's name and type
    suppressed_base_arguments = OPTIONS_OF_DJANGO

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--days", type=one_or_more, metavar="N", help="also what is untouched for N days")
        parser.add_argument("--dry-run", action="store_true", help="only list what would be removed")

    def handle(self, *args: Any, **options: Any) -> None:
        with in_words(self):
            databases.refuse_unready()
            found = removing.what_may_go(timezone.now(), options["days"])
            for one in found:
                self.stdout.write(words.line(words.found(one.kind, one.id)))
            if options["dry_run"]:
                self.stdout.write(f"{counted(found)} would be removed for good.")
                return
            databases.overwrite_what_is_deleted()
            gone = [one for one in found if one.remove()]
            self.stdout.write(f"{counted(gone)} removed for good.")


def counted(found: list[Old]) -> str:
    """How many tables and groups these are."""
    groups = sum(one.kind == "group" for one in found)
    tables = some(len(found) - groups, "table")
    return f"{tables} and {some(groups, 'group')}" if groups else tables
