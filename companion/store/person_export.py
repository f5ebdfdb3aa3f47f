"""Everything that a group keeps about one person, for a file (docs/people.md), and for a picture."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, Q

from companion.models import GameFacts, NightPlayer, PastPlayer, Person, PlayerFacts
from companion.pages.picture import LAST, Portrait
from companion.store import people, ratings
from companion.store.figure_lines import hands_of_games
from companion.store.groups import FoundGroup

FORMAT = "bower.person/1"
AT_ONCE = 100  # games of one query
OF_GAME = ("variant", "played_on", "over")


OF_PLAYER = tuple(
    field.name
    for field in PlayerFacts._meta.concrete_fields
    if field.name not in ("id", "game", "variant", "played_on", "person")
)


def about(found: FoundGroup, public_id: str) -> dict[str, Any]:
    """What is kept about a person, as JSON takes it: games in order of play, hands in order.

    Raises Http404 for another group's person.
    """
    one = people.find(found.pk, public_id)
    spelled = people.tree(found.pk, one.number)
    told = [one.number] if one.forgotten else spelled  # old ones may be there until all games are done
    rows = Person.objects.filter(pk__in=told).order_by("pk").values("told", "created_at")
    nights = NightPlayer.objects.filter(person__in=spelled).order_by("night")
    of_night = ("night__public_id", "night__title", "night__created_at", "number", "first", "last")
    past = PastPlayer.objects.filter(person__in=spelled).order_by("past__played_on", "past")
    return {
        "format": FORMAT,
        "group": found.name,
        "name": one.name,
        "hidden": one.hidden,
        "forgotten": one.forgotten,
        "spellings": [{"name": row["told"], "since": row["created_at"].isoformat()} for row in rows],
        "games": [{**game, "name": one.name} if one.forgotten else game for game in _games(spelled)],
        "nights": [
            {"night": night, "title": title, "started": at.isoformat(), "number": number}
            | {"first_round": first, "last_round": last}
            for night, title, at, number, first, last in nights.values_list(*of_night)
        ],
        "listed": [
            {"played_on": on.isoformat(), "game": game, "won": side == 0, "score": score}
            for on, game, side, score in past.values_list("past__played_on", "past__game", "side", "score")
        ],
    }


def _games(spelled: list[int]) -> Iterable[dict[str, Any]]:
    found = PlayerFacts.objects.filter(person__in=spelled).order_by("played_on", "game")
    numbers = list(found.values_list("pk", "game"))
    for start in range(0, len(numbers), AT_ONCE):
        some = numbers[start : start + AT_ONCE]
        players, games = [pk for pk, _game in some], [game for _pk, game in some]
        hands = hands_of_games(games)
        parts = {
            row.pop("pk"): row for row in PlayerFacts.objects.filter(pk__in=players).values("pk", *OF_PLAYER)
        }
        heads: dict[int, dict[str, Any]] = {}
        rows = GameFacts.objects.filter(pk__in=games)
        for pk, table, title, *values in rows.values_list("pk", "game__public_id", "game__title", *OF_GAME):
            head = {"table": table, "title": title or "", **dict(zip(OF_GAME, values, strict=True))}
            heads[pk] = {**head, "played_on": str(head["played_on"])}
        for player, game in some:
            row = parts[player]
            played = [
                {
                    **{"seq": hand.seq, "number": hand.number},
                    **{name: value for name, value in vars(part).items() if name != "seat"},
                }
                for hand in hands.get(game, ())
                for part in hand.parts()
                if part.seat == row["seat"]
            ]
            yield {**heads[game], **row, "seat": row["seat"] + 1, "played": played}


# What the picture of a person shows, from the facts.


def portrait_of(group: FoundGroup, public_id: str) -> Portrait:
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
