"""`manage.py groups`: list, look at one and its nights, delete, bring back, hand on."""

from companion.management.commands._circles import CircleCommand
from companion.operating import words
from companion.store import inventory
from companion.store.inventory import Listed


class Command(CircleCommand):
    help = (
        "List the groups, the last touched first: id, time, title, and how much there is of each. With an "
        "id: that group, its phones and its nights. Bower may run meanwhile."
    )
    kind = "group"
    deletes = "delete a group and its nights, not its games"
    losing = "no phone finds it or its nights; its games stay"
    coming = "people, games, nights, phones and links"

    def show(self, found: Listed) -> None:
        super().show(found)
        for night in inventory.nights(found):
            self.stdout.write("  " + words.night(night))
