"""Moments of a group's games compared with earlier evenings, from the facts of the last 13 months."""

from datetime import date, timedelta
from typing import Any, NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404

from companion.models import PlayerFacts
from companion.stats.counted import MAKER, MARCH, read
from companion.stats.moments import DAYS_BACK, FeatHand, Feats, GroupMoment, moments
from companion.store import figures, groups
from companion.store.figures import People

MOST_OF_GAME, MOST_OF_EVENING = 3, 4
OF_HAND = ("game__told__seq", "game__told__number", "game__told__parts")
OF_MAKER = ("game__group", "person", "variant", "game", "game__game__public_id", "played_on")


class _Hand(NamedTuple):
    """A hand in which the maker took every trick; from ``variant`` on as ``FeatHand`` has it."""

    group: int
    person: int
    variant: str
    game: int
    table_id: str
    played_on: date
    seq: int
    number: int
    alone: bool


def of_table(device: str, table_id: str) -> list[GroupMoment]:
    """The moments of a game; none for a device that may not see its group.

    In one query for most games, in five if there is something to compare.
    """
    hands = _hands(game__game__public_id=table_id, game__group__isnull=False)
    if not hands:
        return []
    group, played_on = hands[0].group, hands[0].played_on
    try:
        groups.find_by_pk(device, group)
    except (Http404, PermissionDenied):
        return []
    return _moments(group, played_on, hands, MOST_OF_GAME, None)


def of_evening(group: int, played_on: date, who: People | None = None) -> list[GroupMoment]:
    """The moments of the games of one day; in at most three queries, two if *who*, its people, are known."""
    hands = _hands(game__group=group, game__played_on=played_on)
    return _moments(group, played_on, hands, MOST_OF_EVENING, who) if hands else []


def _hands(**of_games: Any) -> list[_Hand]:
    """The hands of these games in which the maker took every trick, in order of play."""
    found = PlayerFacts.objects.filter(
        marches__gt=0, person__isnull=False, game__told__result=MARCH, **of_games
    ).order_by("game", "game__told__seq")
    return [
        _Hand._make((*of_maker, seq, number, part.alone))
        for seat, seq, number, kept, *of_maker in found.values_list("seat", *OF_HAND, *OF_MAKER)
        for part in read(MARCH, kept)
        if part.role == MAKER and part.seat == seat
    ]


def _moments(
    group: int, played_on: date, hands: list[_Hand], most: int, who: People | None
) -> list[GroupMoment]:
    who = who or figures.people(group)
    found = PlayerFacts.objects.filter(
        game__group=group,
        game__played_on__gte=max(played_on, date.min + timedelta(DAYS_BACK)) - timedelta(DAYS_BACK),
        game__played_on__lte=played_on,
        marches__gt=0,
        person__isnull=False,
    )
    columns = ("person", "variant", "game", "played_on", "marches", "alone_marches")
    rows = found.order_by("game__played_on", "game").values_list(*columns)
    feats = [Feats(who.root(person).number, *rest) for person, *rest in rows if person is not None]
    of_hands = []
    for hand in hands:
        top = who.root(hand.person)
        of_hands.append(FeatHand(top.number, top.name, *hand[2:]))
    return moments(feats, of_hands, most)
