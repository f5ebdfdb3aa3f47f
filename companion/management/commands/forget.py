"""`manage.py forget`: a player's name, or a phone, taken out of the database."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand

from companion.forgetting import phones, players
from companion.operating import databases, words
from companion.operating.words import OPTIONS_OF_DJANGO, Trouble, in_words, some

LEFT = (
    "What remains: backups made before, files and pages that people have taken along, and what webhooks were "
    "told."
)


class Command(BaseCommand):
    help = (
        "Take a player’s name out of a table, or a phone out of all its tables and groups; no score changes. "
        "For a name Bower must not be running. Take a backup first, and delete it when all is well."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's name and type
    suppressed_base_arguments = OPTIONS_OF_DJANGO

    def add_arguments(self, parser: ArgumentParser) -> None:
        who = parser.add_mutually_exclusive_group(required=True)
        who.add_argument("--player", metavar="NAME", help="a player’s name, wherever it stands in a table")
        who.add_argument("--phone", type=int, metavar="NUMBER", help="a phone, as `tables ID` lists it")
        where = parser.add_mutually_exclusive_group()
        where.add_argument("--table", metavar="ID", help="with --player: in this table")
        where.add_argument(
            "--everywhere", action="store_true", help="with --player: in every table and group"
        )
        parser.add_argument(
            "--as",
            dest="new",
            default="",
            metavar="NAME",
            help="the name instead; default: Player 3, by the seat",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with in_words(self):
            databases.refuse_unready()
            if options["phone"] is not None:
                self.forget_phone(options["phone"])
            else:
                databases.refuse_running(databases.configured())
                self.forget_player(options["player"], options)
            self.stdout.write(LEFT)

    def forget_phone(self, number: int) -> None:
        databases.overwrite_what_is_deleted()
        done = phones.forget_phone(number)
        tables = some(len(done.tables), "table")
        self.stdout.write(
            f"Phone {number} is out of {tables}; {some(done.rows, 'row')} of its now of nobody."
        )

    def forget_player(self, name: str, options: dict[str, Any]) -> None:
        found = players.games_of(name)
        if options["table"]:
            found = [one for one in found if one.game.table_id == options["table"]]
        if not found and not (options["everywhere"] and players.in_groups(name)):
            raise Trouble(f"No player is called {name} {'there' if options['table'] else 'at any table'}.")
        if len(found) > 1 and not options["everywhere"]:
            for one in found:
                self.stdout.write(words.line(words.found("table", one.game.table_id)))
            raise Trouble(
                f"{name} plays at {some(len(found), 'table')}: is it one person? --table ID or --everywhere."
            )
        databases.overwrite_what_is_deleted()
        given = players.forget_player(found, options["new"], everywhere=options["everywhere"])
        for table_id, new in given.items():
            self.stdout.write(f"Table {table_id}: now {new}; every score is as it was.")
        for group, new in players.forget_in_groups(name).items() if options["everywhere"] else ():
            self.stdout.write(f"Group {group}: now {new}.")
