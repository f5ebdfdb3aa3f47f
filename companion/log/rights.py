"""What a phone may do at a table or group by its roles, and what comes of a change that it asks for.

A phone may have several roles at a table, and one at a group. What row a change of the log becomes is decided
without a database: rights, limits, version, replay, time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from django.core.exceptions import PermissionDenied

from companion.log import at_night
from companion.log.at_night import AtNight
from companion.log.table import Author, LogEvent, Row, Table, body_of, full_header
from companion.wording.names import shown
from companion.wording.refusal import AppRefusal
from scoring import Record, Refusal, Step, steps
from scoring.entries import BANK_KINDS, HAND, RULES
from scoring.shape import refuse_repeated

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
        narrowest = next(role for role in reversed(ROLES) if role in self.roles and right in RIGHTS[role])
        return Author(self.author, narrowest)

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


# A change that a phone asks for.

LONGEST_WAIT = timedelta(days=30)  # of an entry on a phone without a network
OWN_HAND = "hand"  # the part of a form that is the hand before its entry: neither counts without the other


@dataclass(frozen=True)
class Change:
    """A request: add *entry*; with a *target* correct that entry, or remove it where *entry* is None.

    ``seen``: the version of the table on which the request is based; None for any. ``restores``: bring the
    removed entry *target* back. ``told_at``: when it was recorded on a phone that sent it later; None: now.
    """

    seen: int | None
    target: int | None
    entry: Mapping[str, object] | None
    restores: bool = False
    told_at: datetime | None = None


@dataclass(frozen=True)
class Saved:
    """The result of a write: the table after it, and whether this call wrote a row."""

    view: View
    written: bool


@dataclass(frozen=True)
class Draft:
    """A record that was scored: its header, its entries as they are stored, and their steps.

    A phone without a network has given it an id, ``table_id``, and recorded it at ``told_at`` in ``zone``.
    ``currency``: the sign of its money, "": not chosen. ``rows``: all of its log, under these ``keys``, of a
    table that a server lost and its host's phone has kept; the phone is their ``author``.
    """

    header: str
    bodies: tuple[str, ...]
    table_id: str = ""
    told_at: datetime | None = None
    zone: str = ""
    currency: str = ""
    steps: tuple[Step, ...] = field(default=(), compare=False, repr=False)
    rows: tuple[Row, ...] = ()
    keys: tuple[str, ...] = ()
    author: str = ""


class Conflict(Exception):
    """Raised when the table is newer than the version seen.

    view: the table now. meanwhile: the events since, in order.
    """

    def __init__(self, view: View, meanwhile: Sequence[LogEvent]) -> None:
        super().__init__("the table has changed")
        self.view = view
        self.meanwhile = meanwhile


def drafted(record: Record, most: int) -> Draft:
    """Score a record of at most *most* entries. Raises Refusal at its first wrong entry."""
    if len(record.entries) > most:
        raise too_many("entries", len(record.entries), most)
    scored = tuple(steps(record))
    return Draft(body_of(full_header(record)), tuple(map(body_of, record.entries)), steps=scored)


def uuid_of(key: str) -> UUID:
    """The key of a request. Raises Refusal for one that is no UUID."""
    try:
        return UUID(key)
    except ValueError:
        raise AppRefusal("page-outdated", "key") from None


def part_key(key: str, name: str) -> str:
    """The key of another write of the same form; a malformed one stays as it is, and is refused."""
    try:
        return str(uuid5(UUID(key), name))
    except ValueError:
        return key


def right_for(table: Table, change: Change) -> str:
    """The right needed for a change: that of the new entry, or of the corrected one."""
    corrected = table.entry(change.target) if change.target is not None else None
    return needed(corrected.kind if corrected else (change.entry or {}).get("kind"))


def decide(
    view: View, change: Change, key_is_known: bool, at: datetime, most: int
) -> tuple[Row, Table] | None:
    """The row to add and the table with it; None if a row with this key is in the log already.

    *most*: limit of rows in a log. Raises PermissionDenied, Conflict, Refusal; the Refusal of a correction
    that makes a later hand impossible names that hand.
    """
    require_rights(view, change)
    return None if key_is_known else added(view, change, at, most)


def added(view: View, change: Change, at: datetime, most: int) -> tuple[Row, Table]:
    """The row to add, and the table with it, for a viewer with the rights. Raises Conflict, Refusal."""
    table = view.table
    if change.seen is not None and change.seen != table.version:
        raise Conflict(view, view.events_after(change.seen))
    if table.version >= most:
        raise too_many("kind", table.version + 1, most)
    by = view.viewer.acting(right_for(table, change))
    body = ""
    if change.entry is not None:
        try:
            refuse_repeated(change.entry)
        except Refusal as refusal:  # of a field written twice
            raise refusal.at(change.target or table.version + 1) from None
        body = body_of(change.entry)
    then = time_of_row(table.rows, change.told_at, at)
    row = Row(table.version + 1, change.target, body, then, by.device, by.role, change.restores)
    after = table.with_row(row)
    if view.night:
        at_night.refuse(view.night, table, after, change.entry)
    return row, after


def time_of_row(rows: Sequence[Row], told_at: datetime | None, now: datetime) -> datetime:
    """The time of the next row: when it was told, but not before the last row and not after *now*.

    A time that can't be, since the phone's clock is wrong, is *now*: so is one more than LONGEST_WAIT ago in
    a log without rows.
    """
    if told_at is None or (not rows and told_at < now - LONGEST_WAIT):
        return now
    earliest = rows[-1].at if rows else told_at
    return min(max(told_at, earliest), now)


def refuse_seat(table: Table, seat: str, is_taken: bool) -> None:
    """Raise Refusal for a seat that isn't at the table, or that another phone has claimed; "" is allowed."""
    if seat and seat not in table.state.players:
        raise AppRefusal("not-seated", "seat", player=seat)
    if seat and is_taken:
        raise AppRefusal("seat-taken", "seat", player=seat)


def too_many(field: str, got: int, most: int) -> Refusal:
    """The refusal of a log with more rows than MAX_ENTRIES."""
    return AppRefusal("too-many-entries", field, got=got, most=most)


def require_rights(view: View, change: Change) -> None:
    """Raise PermissionDenied unless the viewer may change both the old and the new kind of entry."""
    view.viewer.require(right_for(view.table, change))
    if change.entry is not None:
        view.viewer.require(needed(change.entry.get("kind")))
