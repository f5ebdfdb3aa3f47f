"""The viewer of a table: a device, its roles, and all claimed seats."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import PermissionDenied

from companion.access import roles
from companion.log.at_night import AtNight
from companion.log.table import Author, LogEvent, Table
from companion.wording.names import shown


@dataclass(frozen=True)
class Viewer:
    """One device's roles in a game, and all claimed seats by author.

    ``author`` is the name of this phone in the rows of the log, where they say ``device``.

    ``revision`` counts the changes that are not in the log: roles, links, seats, ticks, disputes, chip sets,
    moves and form of the hand in progress.
    """

    device: str
    roles: frozenset[str]
    seats: Mapping[str, str]
    revision: int
    author: str

    @property
    def seat(self) -> str:
        """The seat that this device has claimed; "" without one."""
        return self.seats.get(self.author, "")

    @property
    def may_record(self) -> bool:
        """Whether this device may record and correct hands."""
        return roles.may(self.roles, roles.HANDS)

    @property
    def may_bank(self) -> bool:
        """Whether this device may make bank entries and tick off payouts."""
        return roles.may(self.roles, roles.BANK)

    @property
    def may_sit(self) -> bool:
        """Whether this device may claim a seat and dispute a hand."""
        return roles.may(self.roles, roles.SIT)

    @property
    def may_share(self) -> bool:
        """Whether this device may make and withdraw links."""
        return roles.may(self.roles, roles.SHARE)

    def may_change(self, kind: object) -> bool:
        """Whether this device may add and correct entries of this kind."""
        return roles.may(self.roles, roles.needed(kind))

    def require(self, right: str) -> None:
        """Raise PermissionDenied without this right."""
        if not roles.may(self.roles, right):
            raise PermissionDenied(right)

    def acting(self, right: str) -> Author:
        """This device as an author, in its narrowest role with the right."""
        return Author(self.author, roles.acting(self.roles, right))

    def wrote(self, author: Author | None) -> bool:
        """Whether this phone is the author."""
        return author is not None and author.device == self.author

    def name_of(self, author: Author) -> str:
        """The author in words: this phone, or the seat that the device has claimed, with the role."""
        if self.wrote(author):
            return "this phone"
        return f"{shown(self.seats.get(author.device, '') or 'another phone')} ({roles.words(author.role)})"


@dataclass(frozen=True)
class View:
    """A table and its viewer. The table is cached and shared by all viewers.

    ``night``: which table of a euchre night it is; None for any other table.
    """

    table: Table
    viewer: Viewer
    night: AtNight | None = None

    @property
    def may_undo(self) -> bool:
        """Whether this device may remove the last entry."""
        return self.table.last is not None and self.viewer.may_change(self.table.last.kind)

    @property
    def hand_of_round(self) -> str:
        """ "5 of 8" at a table of a night: the hand that comes next; "" at any other table."""
        return self.night.hand(self.table) if self.night else ""

    @property
    def bell_at(self) -> datetime | None:
        """When the clock of its round runs out; None while that doesn't run, and at any other table."""
        return self.night.bell_at if self.night else None

    @property
    def round_over(self) -> bool:
        """Whether all hands of a night's round were played here."""
        return self.night is not None and self.night.left(self.table) == 0

    def events_after(self, version: int) -> list[LogEvent]:
        """Events after this version, in order."""
        return self.table.events[version:]
