"""Whist tournaments: schedules in which everybody is each other's partner once, and opponent twice.

Each is made from its first round by adding 1 to every number, again and again, as round a clock. For 4n
players one of them, None below, keeps the place; with 4n + 1 player 0 sits out the first round. E. H. Moore
described them in 1896; that a first round is right is checked by counting in the tests.
"""

from collections.abc import Sequence

from companion.night.rounds import Round, Seats

Table = tuple[int | None, int, int, int]  # partners, then the partners against them
FIRST_ROUNDS: dict[int, tuple[Table, ...]] = {
    4: ((None, 0, 1, 2),),
    5: ((1, 4, 3, 2),),
    8: ((None, 0, 4, 6), (1, 5, 3, 2)),
    12: ((None, 0, 1, 4), (2, 6, 3, 8), (5, 7, 9, 10)),
    13: ((1, 8, 12, 2), (3, 11, 10, 6), (4, 5, 7, 9)),
    16: ((None, 0, 4, 14), (1, 12, 13, 6), (2, 11, 8, 9), (3, 5, 7, 10)),
    17: ((1, 16, 4, 13), (2, 15, 8, 9), (3, 14, 12, 5), (6, 11, 7, 10)),
    20: ((None, 0, 10, 15), (1, 4, 9, 3), (2, 12, 14, 18), (5, 17, 8, 16), (6, 7, 13, 11)),
    21: ((1, 13, 6, 4), (2, 12, 16, 10), (3, 19, 8, 9), (5, 18, 20, 17), (7, 14, 15, 11)),
    24: (
        *((None, 0, 12, 21), (1, 9, 6, 7), (2, 8, 18, 11)),
        *((3, 14, 4, 22), (5, 15, 16, 20), (10, 13, 19, 17)),
    ),
    25: (
        *((1, 17, 6, 21), (2, 20, 8, 12), (3, 16, 19, 18)),
        *((4, 24, 10, 7), (5, 11, 23, 9), (13, 15, 14, 22)),
    ),
    28: (
        *((None, 0, 3, 14), (1, 5, 17, 7), (2, 9, 23, 10), (4, 22, 12, 11)),
        *((6, 21, 26, 24), (8, 16, 20, 25), (13, 19, 18, 15)),
    ),
}
OF_NINE: tuple[Table, ...] = ((1, 2, 3, 6), (4, 8, 5, 7))
"""The first round of nine: numbers are two digits in base 3, added without a carry."""


def length(size: int) -> int:
    """How many rounds the whist tournament for so many players has; 0 without one."""
    if size not in FIRST_ROUNDS and size != 9:
        return 0
    return size - 1 if size % 4 == 0 else size


def perfect(players: Sequence[str], number: int) -> Round | None:
    """Round *number*, from 1, of these players' whist tournament; None without one, or after its end."""
    size, steps = len(players), length(len(players))
    if not 1 <= number <= steps:
        return None
    first = OF_NINE if size == 9 else FIRST_ROUNDS[size]

    def at(place: int | None) -> str:
        if place is None:
            return players[-1]
        return players[_nine(place, number - 1) if size == 9 else (place + number - 1) % steps]

    tables = tuple(Seats((at(one), at(two)), (at(three), at(four))) for one, two, three, four in first)
    out = () if size % 4 == 0 else (at(0),)
    return Round(tables, out)


def _nine(place: int, step: int) -> int:
    """The sum of two numbers of two digits in base 3, without a carry."""
    return (place // 3 + step // 3) % 3 * 3 + (place + step) % 3
