"""What `manage.py tables` and `manage.py groups` do alike: list, look at one, delete, bring back, hand on."""

from argparse import ArgumentParser
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.core.management import BaseCommand
from django.urls import reverse

from companion.access import links
from companion.log import rights
from companion.operating import databases, words
from companion.operating.words import OPTIONS_OF_DJANGO, Trouble, in_words, moment, some
from companion.store import inventory, phone_list, removing
from companion.store import pairing as store_recovery
from companion.store.inventory import Listed
from companion.wording.names import shown


class CircleCommand(BaseCommand):
    """``kind``: "table" or "group"; ``losing`` and ``coming`` say what goes with one that is deleted."""

    kind: str
    losing: str
    coming: str
    deletes: str
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's name and type
    suppressed_base_arguments = OPTIONS_OF_DJANGO

    def add_arguments(self, parser: ArgumentParser) -> None:
        what, kind = parser.add_mutually_exclusive_group(), self.kind
        what.add_argument(kind, nargs="?", metavar="ID", help=f"look at this {kind} and its phones")
        what.add_argument("--deleted", action="store_true", help=f"list the deleted {kind}s instead")
        what.add_argument("--delete", metavar="ID", help=self.deletes)
        what.add_argument("--undelete", metavar="ID", help=f"bring a deleted {kind} back")
        what.add_argument("--hand-on", metavar="ID", help="make a code by which another phone becomes a host")

    def handle(self, *args: Any, **options: Any) -> None:
        with in_words(self):
            databases.refuse_unready()
            for name, work in (
                ("delete", self.delete),
                ("undelete", self.undelete),
                ("hand_on", self.hand_on),
                (self.kind, self.show),
            ):
                if options[name]:
                    return work(words.found(self.kind, options[name]))
            self.list(options["deleted"])

    def list(self, deleted: bool) -> None:
        count = 0
        for count, found in enumerate(inventory.listed(self.kind, deleted), 1):  # noqa: B007 - the last count is the number
            self.stdout.write(words.line(found))
        self.stdout.write(some(count, f"deleted {self.kind}" if deleted else self.kind) + ".")

    def show(self, found: Listed) -> None:
        self.stdout.write(words.line(found))
        for one in phone_list.every(self.kind, found.id):
            what = "removed by a host" if one.out else ", ".join(map(rights.words, one.roles))
            joined = f", joined {moment(one.joined_at)}" if one.joined_at else ""
            seat = f", seat {shown(one.seat)}" if one.seat else ""
            seen = f", last seen {moment(one.seen_at)}" if one.seen_at else ""
            program = ", a program" if one.program else ""
            self.stdout.write(f"  phone {one.number}: {what}{joined}{seat}{seen}{program}")

    def delete(self, found: Listed) -> None:
        if not removing.delete(self.kind, found.id):
            raise Trouble(f"{self.kind.capitalize()} {found.id} is deleted already.")
        self.stdout.write(f"Deleted: {self.losing}. To bring it back: {self.kind}s --undelete {found.id}")

    def undelete(self, found: Listed) -> None:
        if not removing.undelete(self.kind, found.id):
            raise Trouble(f"{self.kind.capitalize()} {found.id} is not deleted.")
        self.stdout.write(f"It is back, with its {self.coming}.")

    def hand_on(self, found: Listed) -> None:
        code = links.sheet_code(uuid4())
        store_recovery.hand_on(code, self.kind, found.id)
        self.stdout.write(f"{found.name}: {links.grouped_sheet_code(code)}")
        opens = ""
        if settings.GIVEN_HOSTS:  # then Bower knows its public name
            page = f"{settings.GIVEN_HOSTS[0]}{reverse('sheet', args=[code])}"
            opens = f", or opens {'https' if settings.HTTPS else 'http'}://{page},"
        self.stdout.write(
            f"Whoever types it under Join{opens} becomes a host, and can remove the other hosts. It works "
            "once and is not shown again; the sheet that was printed before works no longer."
        )
