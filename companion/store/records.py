"""The games in which a group's records were set."""

from collections.abc import Iterable, Sequence
from itertools import chain

from companion.stats.figures import Total
from companion.stats.records import (
    CHIPS,
    COMEBACK,
    FASTEST,
    KINGS,
    Best,
    Record,
    bests,
)
from companion.store.behind import games_of
from companion.store.figures import PARTS, People, Scope, places
from companion.store.played_hands import PlayedHand, of_games
from companion.store.statements import run

# The statements are put together from constants; values are never part of them.
# ruff: noqa: S608
COLUMN = {KINGS: "p.most_kings", COMEBACK: "p.behind", CHIPS: "p.best_hand", FASTEST: "g.hands"}
OF_HAND = {KINGS: "kings", CHIPS: "gain"}  # what the hand of the record has of it
OF_WINNERS = (COMEBACK, FASTEST)
FIRST = f"""
SELECT * FROM (
    SELECT %s, g.game_id, p.id, p.seat {PARTS}
    AND g.variant = %s AND {{column}} = %s AND p.person_id IN ({{places}}){{won}}
    ORDER BY g.played_on, g.game_id, p.id LIMIT 1
) AS found_{{kind}}"""


def records(scope: Scope, who: People, totals: Sequence[Total]) -> list[Record]:
    """The records of these people, in four queries; of equal ones the first."""
    found = bests(totals)
    if not found:
        return []
    some, values = zip(*(_first(scope, who, one) for one in found), strict=True)
    with run(" UNION ALL ".join(some), *chain.from_iterable(values)) as cursor:
        rows = {row[0]: row[1:] for row in cursor.fetchall()}
    games = games_of({row[0] for row in rows.values()}, who, None)
    hands = of_games({row[0] for kind, row in rows.items() if kind in OF_HAND})
    made = []
    for one in found:
        game, part, seat = rows[one.kind]
        played = games[game]
        holder = next(player for player in played.players if player.part == part)
        side = one.kind in OF_WINNERS
        names = tuple(
            player.name
            for player in played.players
            if (player.side == holder.side if side else player is holder)
        )
        made.append(Record(one.kind, one.value, names, played, _hand(one, hands.get(game, ()), seat)))
    return made


def _hand(best: Best, hands: Iterable[PlayedHand], seat: int) -> int | None:
    """The number of the first of these hands in which the player in this seat set a record of one hand."""
    if best.kind not in OF_HAND:
        return None
    return min(
        hand.number
        for hand in hands
        for part in hand.parts()
        if part.seat == seat and getattr(part, OF_HAND[best.kind]) == best.value
    )


def _first(scope: Scope, who: People, best: Best) -> tuple[str, tuple[object, ...]]:
    """The statement that finds the first game with a record, and its values."""
    holders = [spelling for number in best.holders for spelling in who.spellings(number)]
    sql = FIRST.format(
        column=COLUMN[best.kind],
        places=places(holders),
        won=" AND p.won" if best.kind in OF_WINNERS else "",
        kind=best.kind,
    )
    return sql, (best.kind, *scope.values, best.variant, best.value, *holders)
