"""`manage.py tables`: list, look at one, delete, bring back, hand on."""

from companion.management.commands._circles import CircleCommand
from companion.operating import replaying
from companion.operating.words import Trouble
from companion.store.inventory import Listed


class Command(CircleCommand):
    help = (
        "List the tables, the last written first: id, time, title and game, and how much of it there is. "
        "With an id: that table and its phones. Bower may run meanwhile."
    )
    kind = "table"
    deletes = "delete a table; it can be brought back until purged"
    losing = "no phone finds it"
    coming = "phones and links"

    def show(self, found: Listed) -> None:
        super().show(found)
        if found.game is None or replaying.replayed(found.game).table is None:
            raise Trouble("This table cannot be replayed: `manage.py replay` says why.")
