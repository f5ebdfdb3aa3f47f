"""Roles of a phone at a table or group, the rights they give, and a table as one phone looks at it.

A phone may have several roles at a table, and one at a group.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import PermissionDenied

from companion.log.at_night import AtNight
from companion.log.table import Author, LogEvent, Table
from companion.wording.names import shown
from scoring.entries import BANK_KINDS, HAND, RULES

OWNER, SCOREKEEPER, BANKER, PLAYER, VIEWER = ROLES = ("owner", "scorekeeper", "banker", "player", "viewer")
LINKED = (SCOREKEEPER, BANKER, PLAYER, VIEWER)
READER = "reader"  # of a link that nobody joins by: its address itself shows what there is
MADE = (*LINKED, READER)  # of links that a host makes
HANDED_ON = (SCOREKEEPER, BANKER)
GIVEN = (OWNER, *HANDED_ON)

# Roles as people and programs read them, where rows of a table have another word.
WORDS = {OWNER: "host"}
READ = tuple(WORDS.get(role, role) for role in ROLES)

SEE, SIT, HANDS, BANK, SHARE = "see", "sit", "hands", "bank", "share"
RIGHTS: dict[str, frozenset[str]] = {
    OWNER: frozenset((SEE, SIT, HANDS, BANK, SHARE)),
    SCOREKEEPER: frozenset((SEE, SIT, HANDS)),
    BANKER: frozenset((SEE, SIT, BANK)),
    PLAYER: frozenset((SEE, SIT)),
    VIEWER: frozenset((SEE,)),
}
HOST = "host"
HOSTS = frozenset((OWNER, HOST))
GROUP_ROLES = (HOST, SCOREKEEPER, VIEWER, PLAYER)
GROUP_LINKED = (SCOREKEEPER, VIEWER, PLAYER)
GROUP_MADE = (*GROUP_LINKED, READER)
# See a group's nights; start games, add people and run nights. SEE: its pages and games. SHARE: everything.
NIGHTS, PLAY = "nights", "play"
GROUP_RIGHTS: dict[str, frozenset[str]] = {
    HOST: frozenset((SEE, NIGHTS, PLAY, SHARE)),
    SCOREKEEPER: frozenset((SEE, NIGHTS, PLAY)),
    VIEWER: frozenset((SEE, NIGHTS)),
    PLAYER: frozenset((NIGHTS,)),
}
# The right by which a phone gives a role to another.
TO_GIVE = {OWNER: SHARE, SCOREKEEPER: HANDS, BANKER: BANK}
OF_BANK = frozenset(kind.name for kind in BANK_KINDS if kind not in (HAND, RULES))


def may(roles: frozenset[str], right: str) -> bool:
    """Whether one of these roles gives the right."""
    return any(right in RIGHTS[role] for role in roles)


def acting(roles: frozenset[str], right: str) -> str:
    """The narrowest of these roles that has the right."""
    return next(role for role in reversed(ROLES) if role in roles and right in RIGHTS[role])


def needed(kind: object) -> str:
    """The right to add or correct entries of this kind."""
    if kind == RULES.name:
        return SHARE
    return BANK if isinstance(kind, str) and kind in OF_BANK else HANDS


def words(role: str) -> str:
    """A role as people and programs read it: "host" for the owner."""
    return WORDS.get(role, role)


def stored(word: str) -> str:
    """The role as rows of a table have it, of a word that a program sent."""
    return next((role for role, read in WORDS.items() if read == word), word)


def in_order(roles: frozenset[str]) -> tuple[str, ...]:
    """The roles, the one with most rights first."""
    return tuple(role for role in ROLES if role in roles)


def group_may(role: str, right: str) -> bool:
    """Whether a role at a group gives the right; "" gives none."""
    return right in GROUP_RIGHTS.get(role, frozenset())


def higher(one: str, other: str) -> str:
    """The role at a group with more rights of two; "" is below all."""
    return next((role for role in GROUP_ROLES if role in (one, other)), "")


def with_right(right: str) -> tuple[str, ...]:
    """The roles at a group that give the right, the one with most rights first."""
    return tuple(role for role in GROUP_ROLES if group_may(role, right))


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
        return may(self.roles, HANDS)

    @property
    def may_bank(self) -> bool:
        """Whether this device may make bank entries and tick off payouts."""
        return may(self.roles, BANK)

    @property
    def may_sit(self) -> bool:
        """Whether this device may claim a seat and dispute a hand."""
        return may(self.roles, SIT)

    @property
    def may_share(self) -> bool:
        """Whether this device may make and withdraw links."""
        return may(self.roles, SHARE)

    def may_change(self, kind: object) -> bool:
        """Whether this device may add and correct entries of this kind."""
        return may(self.roles, needed(kind))

    def require(self, right: str) -> None:
        """Raise PermissionDenied without this right."""
        if not may(self.roles, right):
            raise PermissionDenied(right)

    def acting(self, right: str) -> Author:
        """This device as an author, in its narrowest role with the right."""
        return Author(self.author, acting(self.roles, right))

    def wrote(self, author: Author | None) -> bool:
        """Whether this phone is the author."""
        return author is not None and author.device == self.author

    def name_of(self, author: Author) -> str:
        """The author in words: this phone, or the seat that the device has claimed, with the role."""
        if self.wrote(author):
            return "this phone"
        return f"{shown(self.seats.get(author.device, '') or 'another phone')} ({words(author.role)})"


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
