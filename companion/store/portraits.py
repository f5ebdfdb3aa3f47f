"""What the picture of a person shows, from the facts."""

from django.db.models import Count, Q

from companion.models import PlayerFacts
from companion.pages.person_picture import LAST, Portrait
from companion.store import people, ratings
from companion.store.groups import FoundGroup


def of_person(group: FoundGroup, public_id: str) -> Portrait:
    """The portrait of a person of the group, in at most seven queries. Raises Http404."""
    found = people.find(group.pk, public_id)
    spellings = people.tree(group.pk, found.number)
    played = PlayerFacts.objects.filter(person__in=spellings, game__over=True)
    counted = played.aggregate(games=Count("pk"), won=Count("pk", filter=Q(won=True)))
    last = played.order_by("-played_on", "-game").values_list("won", flat=True)[:LAST]
    rated = ratings.of_people({found.number: spellings})[found.number]
    return Portrait(
        name=found.name,
        group=group.name,
        games=counted["games"],
        won=counted["won"],
        last=tuple(reversed(last)),
        ratings=sorted(rated.items(), key=lambda item: -item[1].games),
    )
