"""`manage.py groups`: list, look at one and its nights, delete, bring back, hand on."""

from companion.management.commands._circles import CircleCommand
from companion.operating.words import moment, some
from companion.store import inventory
from companion.store.inventory import Listed
from companion.wording.names import shown


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
            ended = f", ended {moment(night.ended_at)}" if night.ended_at else ""
            title = shown(night.title) or "Euchre night"
            self.stdout.write(
                f"  night {night.night_id}  {moment(night.created_at)}  {title}: "
                f"{some(night.players, 'player')}, {night.started} of {some(night.rounds, 'round')}{ended}"
            )
