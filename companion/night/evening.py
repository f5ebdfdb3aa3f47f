"""A euchre night as it stands: players, rounds, tables and what was scored at each. Numbers count from 1."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property

from companion.log import rights
from companion.log.at_night import FINISH_HAND
from companion.wording.dates import Clock

NO_ONE = 0  # the number of a ghost
SIDES = 2


@dataclass(frozen=True)
class Player:
    """A player of a night: ``number`` in order of arrival, ``person`` the public id of the person.

    ``name`` is as shown. Plays in rounds ``first`` to ``last``,
    None: to the end. ``pair``: the number of the fixed pair; None in other plans. ``phone``: the device that
    said "this is me"; empty: nobody's. ``came``: False for one who signed up and isn't checked in yet.
    ``instead_of``: the number of the player whose place a substitute took.
    """

    number: int
    person: str
    name: str
    first: int = 1
    last: int | None = None
    pair: int | None = None
    phone: str = ""
    came: bool = True
    instead_of: int | None = None

    @property
    def claimed(self) -> bool:
        """Whether a phone said "this is me"."""
        return self.phone != ""

    @property
    def left(self) -> bool:
        """Whether the player has left."""
        return self.last is not None

    def here(self, number: int) -> bool:
        """Whether the player plays, or sits out, in this round."""
        return self.came and self.first <= number and (self.last is None or number <= self.last)


@dataclass(frozen=True)
class Fix:
    """Points that the organizer set by hand for one side of a table, and why, as it was typed."""

    points: int
    reason: str
    at: datetime


@dataclass(frozen=True)
class TableNow:
    """A table of a round.

    ``table_id`` is its game's, "" once that was removed for good. ``seats``: the numbers of the players in
    seat order, NO_ONE for a ghost; the first and the third play against the second and the fourth, which are
    sides 0 and 1. ``told``: points by side as the game has them. ``hands`` were played ``of`` so many.
    ``loners``: marches alone, by seat. ``fixes``: by side. ``is_deleted``: its game was deleted.
    """

    number: int
    table_id: str
    seats: tuple[int, int, int, int]
    told: tuple[int, int] = (0, 0)
    hands: int = 0
    of: int = 8
    loners: tuple[int, int, int, int] = (0, 0, 0, 0)
    fixes: tuple[Fix | None, Fix | None] = (None, None)
    is_deleted: bool = False

    @property
    def points(self) -> tuple[int, int]:
        """Points by side, with those that the organizer set."""
        first, second = self.fixes
        return (first.points if first else self.told[0], second.points if second else self.told[1])

    @property
    def left(self) -> int:
        """How many hands are still to be played."""
        return max(0, self.of - self.hands)

    @property
    def complete(self) -> bool:
        """Whether nobody plays here any more: all hands were played, or its game was deleted."""
        return self.left == 0 or self.is_deleted

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of its players, in seat order, without ghosts."""
        return tuple(one for one in self.seats if one != NO_ONE)

    def side_of(self, number: int) -> int:
        """The side of a player, 0 or 1. Raises ValueError for one of another table."""
        return self.seats.index(number) % SIDES

    def partner_of(self, number: int) -> int:
        """The number of a player's partner; NO_ONE for a ghost."""
        return self.seats[(self.seats.index(number) + 2) % 4]

    def opponents_of(self, number: int) -> tuple[int, int]:
        """The numbers of the two against a player; NO_ONE for a ghost."""
        other = 1 - self.side_of(number)
        return self.seats[other], self.seats[other + SIDES]


@dataclass(frozen=True)
class RoundNow:
    """A round that was started, with its tables by number and who sits out; its clock as in the model."""

    number: int
    at: datetime
    tables: tuple[TableNow, ...]
    out: tuple[int, ...] = ()
    bell_at: datetime | None = None
    clock_left: int | None = None

    def left(self, now: datetime) -> int | None:
        """The seconds that are left on its clock; None while that is stopped."""
        if self.bell_at is None:
            return self.clock_left
        return max(0, math.ceil((self.bell_at - now).total_seconds()))

    @property
    def complete(self) -> bool:
        """Whether every table has played its hands."""
        return all(table.complete for table in self.tables)

    @property
    def playing(self) -> tuple[TableNow, ...]:
        """The tables at which hands are still to be played."""
        return tuple(table for table in self.tables if not table.complete)

    @cached_property
    def _by_player(self) -> dict[int, TableNow]:
        return {number: table for table in self.tables for number in table.players}

    def table_of(self, number: int) -> TableNow | None:
        """The table of a player; None for one who has no place in this round."""
        return self._by_player.get(number)


@dataclass(frozen=True)
class Evening:
    """A night of a group; ``group`` is the group's public id. See ``models.Night`` for the rest.

    ``rounds`` are planned, ``started`` are those there are, in order. ``version`` is how many rows the logs
    of all its tables have; ``revision`` counts every other change.
    """

    id: str
    group: str
    title: str
    plan: str
    hands: int
    rounds: int
    sitting: str
    ties: tuple[str, ...]
    options: Mapping[str, object]
    seed: int
    revision: int
    version: int
    created_at: datetime
    ended_at: datetime | None = None
    clock: Clock = field(default_factory=Clock)
    players: tuple[Player, ...] = ()
    started: tuple[RoundNow, ...] = ()
    announcement: str = ""
    minutes: int = 0
    at_bell: str = FINISH_HAND
    sign_up: bool = False

    @property
    def day(self) -> date:
        """The day of its first round, before that the one on which it was set up."""
        return self.clock.evening(self.started[0].at if self.started else self.created_at)

    @property
    def over(self) -> bool:
        """Whether the night was ended."""
        return self.ended_at is not None

    @property
    def signs_up(self) -> bool:
        """Whether phones may put names on the list now."""
        return self.sign_up and not self.over

    @property
    def last_round(self) -> RoundNow | None:
        """The round that is being played, or was played last; None before the first."""
        return self.started[-1] if self.started else None

    @property
    def next_round(self) -> int:
        """The number of the round that can be started next; 0: all were, or the night is over."""
        return 0 if self.over or len(self.started) >= self.rounds else len(self.started) + 1

    @property
    def playing(self) -> tuple[TableNow, ...]:
        """The tables of the last round at which hands are still to be played."""
        return self.last_round.playing if self.last_round else ()

    @property
    def here(self) -> tuple[Player, ...]:
        """Who would have a place, or sit out, in a round that is started now."""
        number = len(self.started) + 1
        return tuple(player for player in self.players if player.here(number))

    def player(self, number: int) -> Player | None:
        """The player with this number; None without one."""
        return next((player for player in self.players if player.number == number), None)

    def table(self, table_id: str) -> tuple[RoundNow, TableNow] | None:
        """The table of this game, and its round; None if it isn't one of the night."""
        found = ((one, table) for one in self.started for table in one.tables if table.table_id == table_id)
        return next(found, None)


@dataclass(frozen=True)
class NightViewer:
    """The viewer of a night: a device, its role in the group, and the number of its player; 0: none."""

    device: str
    role: str
    number: int = 0

    @property
    def may_organize(self) -> bool:
        """Whether this phone may start rounds, correct points, and let players come and go."""
        return rights.group_may(self.role, rights.PLAY)

    @property
    def may_claim(self) -> bool:
        """Whether this phone may say who it is."""
        return self.may_organize or self.role == rights.PLAYER


@dataclass(frozen=True)
class NightView:
    """A night and its viewer."""

    night: Evening
    viewer: NightViewer
