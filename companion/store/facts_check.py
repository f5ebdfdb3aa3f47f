"""Whether what statistics count of a game is what its log says. Only reads, while others write."""

from typing import Any

from companion.log.table import Table
from companion.models import Game, GameFacts, HandFacts, PlayerFacts
from companion.stats.counted import BESTS, SUMS, counted
from companion.store import facts

OF_PLAYER = ("name", "seat", "side", "won", "points", *SUMS, *BESTS)
OF_HAND = ("seq", "number", "result", "parts")
OF_GAME = ("group", "variant", "played_on", "over", "hands", "version")


def differ(game: int, table: Table) -> bool:
    """Whether the facts of the game with this number differ from those of its table, made of its rows.

    False for a game that was played on since its rows were read.
    """
    kept = Game.objects.filter(pk=game).values_list("deleted_at").first()
    if kept is None:
        return False
    players = list(PlayerFacts.objects.filter(game=game).values_list(*OF_PLAYER, "person__group"))
    hands = list(HandFacts.objects.filter(game=game).values_list(*OF_HAND))
    # Last: its version only grows, so that players and hands are of that version, too.
    stored = GameFacts.objects.filter(game=game).values_list(*OF_GAME).first()
    if kept[0] is not None or stored is None:
        return (stored is None) != (kept[0] is not None)
    if stored[-1] > table.version:
        return False
    return (stored, sorted(players), sorted(hands)) != _expected(game, table)


def _expected(game: int, table: Table) -> tuple[tuple[Any, ...], list[Any], list[Any]]:
    origin = facts.origins([game])[game]
    whole = counted(table, origin.limit)
    placed = facts.place(origin, table, whole)
    of_game = (origin.group, placed.variant, placed.played_on, whole.over, whole.hands, whole.version)
    players = sorted(
        (one.name, one.seat, one.side, one.won, one.points, *one.sums, *one.bests, origin.group)
        for one in whole.players
    )
    return of_game, players, sorted(whole.told)
