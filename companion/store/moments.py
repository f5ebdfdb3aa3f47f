"""Moments of a group's games beside the evenings before, found in the facts of some 13 months."""

from datetime import date, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404

from companion.models import HandFacts, PlayerFacts
from companion.stats.moments import DAYS_BACK, FeatHand, Feats, GroupMoment, moments
from companion.store import figures, groups
from companion.store.figures import People
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
    return _moments(group, played_on, hands, MOST_OF_GAME, None)


def of_evening(
    group: int, played_on: date, most: int = MOST_OF_EVENING, who: People | None = None
) -> list[GroupMoment]:
    """The moments of the games of one day; in at most three queries, two if *who*, its people, are known."""
    hands = _hands(player__game__group=group, player__game__played_on=played_on)
    return _moments(group, played_on, hands, most, who) if hands else []


def _hands(**of_games: Any) -> list[tuple[Any, ...]]:
    """The hands of these games in which the maker took every trick, in order of play; columns OF_HAND."""
    found = HandFacts.objects.filter(
        player__marches__gt=0, player__person__isnull=False, role=MAKER, result=MARCH, **of_games
    )
    return list(found.order_by("player__game", "seq").values_list(*OF_HAND))


def _moments(
    group: int, played_on: date, hands: list[tuple[Any, ...]], most: int, who: People | None
) -> list[GroupMoment]:
    who = who or figures.people(group)
    found = PlayerFacts.objects.filter(
        game__group=group,
        game__played_on__gte=played_on - timedelta(DAYS_BACK),
        game__played_on__lte=played_on,
        marches__gt=0,
        person__isnull=False,
    )
    columns = ("person", "variant", "game", "played_on", "marches", "alone_marches")
    rows = found.order_by("game__played_on", "game").values_list(*columns)
    feats = [Feats(who.root(person).number, *rest) for person, *rest in rows if person is not None]
    of_hands = []
    for _group, person, variant, game, on, seq, number, alone, table_id in hands:
        top = who.root(person)
        of_hands.append(FeatHand(top.number, top.name, variant, game, table_id, on, seq, number, alone))
    return moments(feats, of_hands, most)
