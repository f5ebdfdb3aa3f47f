"""Moments of a group's games beside the evenings before, found in the facts of some 13 months."""

from datetime import date, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Max
from django.http import Http404

from companion.models import GameFacts, HandFacts, PlayerFacts
from companion.stats.moments import DAYS_BACK, FeatHand, Feats, GroupMoment, moments
from companion.store import groups, people
from scoring.facts import MAKER, MARCH

MOST_OF_GAME, MOST_OF_EVENING = 3, 4
OF_HAND = (
    *("player__game__group", "player__person", "player__variant", "player__game", "player__played_on"),
    *("seq", "number", "alone", "player__game__game__public_id"),
)


def of_table(device: str, table_id: str) -> list[GroupMoment]:
    """The moments of a game, for a device that may see its group; else none.

    In one query for most games, in five if there is something to compare.
    """
    hands = _hands(player__game__game__public_id=table_id, player__game__group__isnull=False)
    if not hands:
        return []
    group, played_on = hands[0][0], hands[0][4]
    try:
        groups.find_by_pk(device, group)
    except (Http404, PermissionDenied):
        return []
    return _moments(group, played_on, hands, MOST_OF_GAME)


def of_evening(group: int, played_on: date, most: int = MOST_OF_EVENING) -> list[GroupMoment]:
    """The moments of the games of one day; in at most four."""
    hands = _hands(player__game__group=group, player__game__played_on=played_on)
    return _moments(group, played_on, hands, most) if hands else []


def of_group(group: int, most: int = MOST_OF_EVENING) -> list[GroupMoment]:
    """The moments of the group's last evening; in at most five queries."""
    last = GameFacts.objects.filter(group=group).aggregate(last=Max("played_on"))["last"]
    return of_evening(group, last, most) if last else []


def _hands(**of_games: Any) -> list[tuple[Any, ...]]:
    """The hands of these games in which the maker took every trick, in order of play; columns OF_HAND."""
    found = HandFacts.objects.filter(
        player__marches__gt=0, player__person__isnull=False, role=MAKER, result=MARCH, **of_games
    )
    return list(found.order_by("player__game", "seq").values_list(*OF_HAND))


def _moments(group: int, played_on: date, hands: list[tuple[Any, ...]], most: int) -> list[GroupMoment]:
    roots, names = people.roots(group), people.names(group)
    found = PlayerFacts.objects.filter(
        game__group=group,
        game__played_on__gte=played_on - timedelta(DAYS_BACK),
        game__played_on__lte=played_on,
        marches__gt=0,
        person__isnull=False,
    )
    columns = ("person", "variant", "game", "played_on", "marches", "alone_marches")
    rows = found.order_by("game__played_on", "game").values_list(*columns)
    feats = [Feats(roots.get(person, person), *rest) for person, *rest in rows if person is not None]
    of_hands = []
    for _group, person, variant, game, on, seq, number, alone, table_id in hands:
        top = roots.get(person, person)
        of_hands.append(FeatHand(top, names[top], variant, game, table_id, on, seq, number, alone))
    return moments(feats, of_hands, most)
