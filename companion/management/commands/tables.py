"""`manage.py tables`: list, look at one, delete, bring back, hand on."""

from argparse import ArgumentParser
from typing import Any
from uuid import uuid4

from django.core.management import BaseCommand
from django.urls import reverse

from companion.access import recovery
from companion.operating import databases, listing, replaying
from companion.operating.trouble import Trouble, in_words
from companion.operating.words import OPTIONS_OF_DJANGO, some
from companion.store import kept, phone_list, removing
from companion.store import recovery as store_recovery


class Command(BaseCommand):
    help = (
        "List the tables, the last written first: id, time, title and game, and how much of it there is. "
        "With an id: that table and its phones. Bower may run meanwhile."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's name and type
    suppressed_base_arguments = OPTIONS_OF_DJANGO

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group()
        what.add_argument("table", nargs="?", metavar="ID", help="look at this table and its phones")
        what.add_argument("--deleted", action="store_true", help="list the deleted tables instead")
        what.add_argument(
            "--delete", metavar="ID", help="delete a table; it can be brought back until purged"
        )
        what.add_argument("--undelete", metavar="ID", help="bring a deleted table back")
        what.add_argument("--hand-on", metavar="ID", help="make a code by which another phone becomes a host")

    def handle(self, *args: Any, **options: Any) -> None:
        with in_words(self):
            databases.refuse_unready()
            if options["delete"]:
                self.delete(options["delete"])
            elif options["undelete"]:
                self.undelete(options["undelete"])
            elif options["hand_on"]:
                self.hand_on(options["hand_on"])
            elif options["table"]:
                self.show(options["table"])
            else:
                self.list(options["deleted"])

    def list(self, deleted: bool) -> None:
        count = 0
        for count, found in enumerate(kept.listed(deleted), 1):  # noqa: B007 - the last count is the number
            self.stdout.write(listing.line(found))
        self.stdout.write(some(count, "deleted table" if deleted else "table") + ".")

    def show(self, table_id: str) -> None:
        found = listing.table(table_id)
        self.stdout.write(listing.line(found))
        table = replaying.replayed(found.game).table
        if table is None:
            raise Trouble("This table cannot be replayed: `manage.py replay` says why.")
        for phone in phone_list.of_table(table):
            self.stdout.write("  " + listing.phone(phone))

    def delete(self, table_id: str) -> None:
        listing.table(table_id)
        if not removing.delete(table_id):
            raise Trouble(f"Table {table_id} is deleted already.")
        self.stdout.write(f"Deleted: no phone finds it. To bring it back: tables --undelete {table_id}")

    def undelete(self, table_id: str) -> None:
        listing.table(table_id)
        if not removing.undelete(table_id):
            raise Trouble(f"Table {table_id} is not deleted.")
        self.stdout.write("It is back, with its phones and links.")

    def hand_on(self, table_id: str) -> None:
        found = listing.table(table_id)
        code = recovery.code(uuid4())
        store_recovery.hand_on(found.game.number, table_id, code)
        self.stdout.write(f"{listing.name(found.game)}: {recovery.grouped(code)}")
        opens = listing.or_opens(reverse("sheet", args=[code]))
        self.stdout.write(
            f"Whoever types it under Join{opens} becomes a host, and can remove the other hosts. It works "
            "once and is not shown again; the sheet that was printed before works no longer."
        )
