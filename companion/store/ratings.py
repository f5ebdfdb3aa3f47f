"""Stored ratings: read them, and recompute them from a place in the order of play.

The order is that of ``played_on`` and then of the game's number; groups, games and people are given by their
primary keys. A rating belongs to a root, the person shown; the rows are those of its spellings.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from itertools import chain, groupby
from typing import Any, NamedTuple

from django.db import connection

from companion.models import GameFacts, PlayerFacts
from companion.stats.rating import Played, Rating, rated
from companion.store import people
from companion.store.games import AT_ONCE, run
from scoring import VARIANTS

KEEP = """
UPDATE companion_playerfacts SET mu = CAST(kept.column2 AS double precision),
    sigma = CAST(kept.column3 AS double precision), rated = kept.column4
FROM (VALUES {rows}) AS kept WHERE id = kept.column1"""
LATEST = """
SELECT p.person_id, p.variant, p.mu, p.sigma, p.rated
FROM companion_person o
CROSS JOIN (VALUES {variants}) AS played
JOIN companion_playerfacts p ON p.id = (
    SELECT r.id FROM companion_playerfacts r
    WHERE r.person_id = o.id AND r.variant = played.column1 AND r.mu IS NOT NULL{earlier}
    ORDER BY r.played_on DESC, r.game_id DESC LIMIT 1)
WHERE o.id IN ({people}) ORDER BY p.played_on, p.game_id"""
EARLIER = " AND (r.played_on < %s OR r.played_on = %s AND r.game_id < %s)"
TURN = "SELECT pg_advisory_xact_lock(%s, %s)"
RATINGS = 0x626F77  # of the two numbers of such a lock the one that says what it is for

Place = tuple[date, int]
Kept = tuple[int, float | None, float | None, int]  # key of the row, mu, sigma, rated


class Row(NamedTuple):
    """A player's facts with what is known of the game."""

    pk: int
    game: int
    over: bool
    person: int | None
    side: int
    won: bool
    points: int
    hands: int
    mu: float | None
    sigma: float | None
    rated: int
    ghosts: str | None


COLUMNS = (
    *("pk", "game", "game__over", "person", "side", "won", "points", "hands", "mu", "sigma", "rated"),
    "game__game__night_table__ghosts",
)


def after(group: int | None, variant: str, played_on: date, game: int) -> None:
    """Recompute the ratings of a game at this place, and of all later ones of its variant in the group.

    The game may be gone already. *group* None: it isn't rated. Call inside the transaction, after the
    facts are written.
    """
    if group is None:
        PlayerFacts.objects.filter(game=game, mu__isnull=False).update(mu=None, sigma=None, rated=0)
        return
    _one_at_a_time(group)
    _recompute(group, variant, (played_on, game))


def all_of(group: int) -> None:
    """Recompute all ratings of a group. Call inside the transaction."""
    _one_at_a_time(group)
    found = GameFacts.objects.filter(group=group).order_by("variant")
    for variant in found.values_list("variant", flat=True).distinct():
        _recompute(group, variant, None)


def people_changed(group: int, one: Collection[int], other: Collection[int]) -> None:
    """Recompute what changes when two people become one, or one becomes two. Call inside the transaction.

    *one*, *other*: all spellings of each. Nothing changes before the game from which on both have played.
    """
    _one_at_a_time(group)
    first, second = _first_games(one), _first_games(other)
    for variant in sorted(first.keys() & second.keys()):
        _recompute(group, variant, max(first[variant], second[variant]))


def of_people(
    spellings: Mapping[int, Collection[int]], variants: Sequence[str] = tuple(VARIANTS)
) -> dict[int, dict[str, Rating]]:
    """The present ratings by root and variant, in one query; *spellings* of each root, the root too."""
    root = {number: top for top, numbers in spellings.items() for number in numbers}
    found: dict[int, dict[str, Rating]] = {top: {} for top in spellings}
    for (top, variant), rating in _latest(root, variants).items():
        found[top][variant] = rating
    return found


def _one_at_a_time(group: int) -> None:
    """Wait for other transactions that rate games of this group: each needs the results of the one before."""
    if connection.vendor == "postgresql":
        run(TURN, RATINGS, group % 2**31).close()


def _recompute(group: int, variant: str, place: Place | None) -> None:
    """Rate the games from *place* on, from the first one if None, and write what has changed."""
    # The players of all games from *place* on, in order of play, then of seat.
    found = PlayerFacts.objects.filter(game__group=group, game__variant=variant)
    if place:
        found = found.filter(game__played_on__gte=place[0])
        found = found.exclude(game__played_on=place[0], game__lt=place[1])
    ordered = found.order_by("game__played_on", "game", "seat", "pk")
    rows = [Row(*values) for values in ordered.values_list(*COLUMNS)]
    if not rows:
        return
    roots = people.roots(group)
    playing = {roots.get(row.person, row.person) for row in rows if row.person is not None}
    now = before(roots, playing, variant, place) if place else {}
    changed: list[Kept] = []
    for _game, group_of_rows in groupby(rows, key=lambda row: row.game):
        parts = list(group_of_rows)
        ratings: dict[Any, Rating] = {}
        # Where a ghost had a seat at a night, two played against one.
        if parts[0].over and not parts[0].ghosts and all(row.person is not None for row in parts):
            played = [
                Played(_root(row.person, roots), row.side, row.won, row.points, row.hands) for row in parts
            ]
            ratings = rated(played, now)
        now.update(ratings)
        for row in parts:
            rating = ratings.get(_root(row.person, roots))
            kept = (rating.mu, rating.sigma, rating.games) if rating else (None, None, 0)
            if kept != (row.mu, row.sigma, row.rated):
                changed.append((row.pk, *kept))
    # Many rows a statement, as PostgreSQL takes as long for one row as for hundreds.
    for begin in range(0, len(changed), AT_ONCE):
        some = changed[begin : begin + AT_ONCE]
        places = ", ".join(["(%s, %s, %s, %s)"] * len(some))
        run(KEEP.format(rows=places), *chain.from_iterable(some)).close()


def _root(person: int | None, roots: Mapping[int, int]) -> int | None:
    return person if person is None else roots.get(person, person)


def before(
    roots: Mapping[int, int], wanted: Collection[int], variant: str, place: Place
) -> dict[Any, Rating]:
    """The ratings of these people before a place in the order of play, in one query.

    *roots*: as ``people.roots`` has them. Who was not rated then isn't there.
    """
    spelt = {number: top for number, top in roots.items() if top in wanted}
    spelt.update({top: top for top in wanted})
    return {top: rating for (top, _variant), rating in _latest(spelt, [variant], place).items()}


def _latest(
    roots: Mapping[int, int], variants: Sequence[str], place: Place | None = None
) -> dict[tuple[int, str], Rating]:
    """The last rating by root and variant, before *place*; *roots*: that of each spelling, and of no other.

    Of each spelling and variant the index finds the last rated game.
    """
    if not roots:
        return {}
    earlier, values = "", list[Any]()
    if place:
        earlier, day = EARLIER, connection.ops.adapt_datefield_value(place[0])
        values = [day, day, place[1]]
    games = ", ".join(["(%s)"] * len(variants))
    sql = LATEST.format(variants=games, earlier=earlier, people=", ".join(["%s"] * len(roots)))
    with run(sql, *variants, *values, *roots) as cursor:
        return {(roots[person], variant): Rating(*rating) for person, variant, *rating in cursor.fetchall()}


def _first_games(persons: Collection[int]) -> dict[str, Place]:
    """The place of the first rated game of these spellings, by variant."""
    played = PlayerFacts.objects.filter(person__in=persons, mu__isnull=False)
    variants = played.order_by("variant").values_list("variant", flat=True).distinct()
    first = {}
    for variant in variants:
        found = played.filter(variant=variant).order_by("played_on", "game")
        first[variant] = found.values_list("played_on", "game")[0]
    return first
