"""`manage.py groups`: list, look at one and its nights, delete, bring back, hand on."""

from argparse import ArgumentParser
from typing import Any
from uuid import uuid4

from django.core.management import BaseCommand
from django.urls import reverse

from companion.access import recovery
from companion.operating import databases, listing, listing_groups
from companion.operating.trouble import Trouble, in_words
from companion.operating.words import OPTIONS_OF_DJANGO, some
from companion.store import group_recovery, kept_groups, removing_groups
from companion.wording.names import shown


class Command(BaseCommand):
    help = (
        "List the groups, the last touched first: id, time, title, and how much there is of each. With an "
        "id: that group, its phones and its nights. Bower may run meanwhile."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's name and type
    suppressed_base_arguments = OPTIONS_OF_DJANGO

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group()
        what.add_argument("group", nargs="?", metavar="ID", help="look at this group")
        what.add_argument("--deleted", action="store_true", help="list the deleted groups instead")
        what.add_argument("--delete", metavar="ID", help="delete a group and its nights, not its games")
        what.add_argument("--undelete", metavar="ID", help="bring a deleted group back")
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
            elif options["group"]:
                self.show(options["group"])
            else:
                self.list(options["deleted"])

    def list(self, deleted: bool) -> None:
        count = 0
        for count, found in enumerate(kept_groups.listed(deleted), 1):  # noqa: B007 - the last count is the number
            self.stdout.write(listing_groups.line(found))
        self.stdout.write(some(count, "deleted group" if deleted else "group") + ".")

    def show(self, group_id: str) -> None:
        found = listing_groups.group(group_id)
        self.stdout.write(listing_groups.line(found))
        for phone in kept_groups.phones(found):
            self.stdout.write("  " + listing_groups.phone(phone))
        for night in kept_groups.nights(found):
            self.stdout.write("  " + listing_groups.night(night))

    def delete(self, group_id: str) -> None:
        listing_groups.group(group_id)
        if not removing_groups.delete(group_id):
            raise Trouble(f"Group {group_id} is deleted already.")
        self.stdout.write(
            "Deleted: no phone finds it or its nights; its games stay. To bring it back: "
            f"groups --undelete {group_id}"
        )

    def undelete(self, group_id: str) -> None:
        listing_groups.group(group_id)
        if not removing_groups.undelete(group_id):
            raise Trouble(f"Group {group_id} is not deleted.")
        self.stdout.write("It is back, with its people, games, nights, phones and links.")

    def hand_on(self, group_id: str) -> None:
        found = listing_groups.group(group_id)
        code = recovery.code(uuid4())
        group_recovery.hand_on(found.number, code)
        self.stdout.write(f"{shown(found.title)}: {recovery.grouped(code)}")
        opens = listing.or_opens(reverse("sheet", args=[code]))
        self.stdout.write(
            f"Whoever types it under Join{opens} becomes a host, and can remove the other hosts. It works "
            "once and is not shown again; the sheet that was printed before works no longer."
        )
