"""Shapes: links, seats, and disputes."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from companion.access.links import ENDS
from companion.api.shapes.common import COUNT, LINKED, POSITIVE, ROLE, Id, Number
from companion.api.typed import Doc
from companion.log.disputes import ENDS as DISPUTE_ENDS
from companion.log.disputes import LONGEST
from scoring.shape import NAME_LENGTH


@dataclass(frozen=True, kw_only=True)
class Link:
    """A link that opens a table in a role."""

    role: Annotated[str, Doc("The role that it gives.", LINKED)]
    token: Annotated[str, Doc("Its token, as a program sends it.")]
    code: Annotated[str, Doc("Its short code, to be read aloud and typed.")]
    address: Annotated[str, Doc("The link itself.", {"format": "uri"})]
    works: Annotated[bool, Doc("Whether it works: not after its end, or a change of the server's secret.")]
    ends_at: Annotated[datetime | None, Doc("When it ends; null if it doesn't.")]


@dataclass(frozen=True, kw_only=True)
class LinkList:
    """The links of a table."""

    links: Annotated[list[Link], Doc("The links, by role.")]


@dataclass(frozen=True, kw_only=True)
class LinkRequest:
    """The role whose link to renew."""

    role: Annotated[str, Doc("The role.", LINKED)]


@dataclass(frozen=True, kw_only=True)
class LinkEnd:
    """The end of a role's link."""

    role: Annotated[str, Doc("The role.", LINKED)]
    ends: Annotated[
        str, Doc("evening: 12 hours from now. week: 7 days from now. never: no end.", {"enum": list(ENDS)})
    ]


@dataclass(frozen=True, kw_only=True)
class JoinedTable:
    """The table that a link's token has joined."""

    table: Id
    roles: Annotated[list[str], Doc("The roles of this token there.", ROLE)]


@dataclass(frozen=True, kw_only=True)
class RecoveryState:
    """The recovery sheet of a table or group."""

    made_at: Annotated[datetime | None, Doc("When the last one was made; null without one.")]
    used_at: Annotated[datetime | None, Doc("When it was used; null if it still works.")]


@dataclass(frozen=True, kw_only=True)
class RecoverySheet:
    """A recovery sheet that was just made."""

    code: Annotated[str, Doc("Its code, of 24 letters and digits. It is answered here only.")]
    address: Annotated[str, Doc("The page that asks to use it, for a QR code.", {"format": "uri"})]


@dataclass(frozen=True, kw_only=True)
class RecoveryCode:
    """The code of a recovery sheet."""

    code: Annotated[str, Doc("The code, with or without dashes.", {"minLength": 1, "maxLength": 100})]


@dataclass(frozen=True, kw_only=True)
class Recovered:
    """The table or group whose owner the caller has become: one of the two, the other is null."""

    table: Annotated[str | None, Doc("The table's id.")]
    group: Annotated[str | None, Doc("The group's id.")]
    deleted: Annotated[bool, Doc("Whether the table is deleted: its owner can put it back.")]
    token: Annotated[str, Doc("The owner's token. It is answered here only.")]


@dataclass(frozen=True, kw_only=True)
class Seat:
    """A seat at a table."""

    player: Annotated[str, Doc("The player's name.")]
    claimed: Annotated[bool, Doc("Whether a phone or program has claimed it.")]
    mine: Annotated[bool, Doc("Whether this token has.")]


@dataclass(frozen=True, kw_only=True)
class SeatList:
    """The seats of a table."""

    seats: Annotated[list[Seat], Doc("The seats, clockwise.")]


@dataclass(frozen=True, kw_only=True)
class SeatClaim:
    """The seat to claim."""

    player: Annotated[str, Doc("The player's name.", {"minLength": 1, "maxLength": NAME_LENGTH})]


@dataclass(frozen=True, kw_only=True)
class Phone:
    """A phone or program at a table."""

    id: Annotated[int, Doc("The phone's id.", POSITIVE)]
    roles: Annotated[list[str], Doc("Its roles, the one that may do most first.", ROLE)]
    seat: Annotated[str, Doc("The seat that it has claimed; empty if none.")]
    connected: Annotated[bool, Doc("Whether a page or stream of the table is open there.")]
    removed: Annotated[bool, Doc("Whether it was removed.")]
    mine: Annotated[bool, Doc("Whether it is this token.")]
    program: Annotated[bool, Doc("Whether it is a program, by the token of a link or of its own.")]


@dataclass(frozen=True, kw_only=True)
class PhoneList:
    """A page of the list of a table's phones."""

    count: Annotated[int, Doc("How many there are in all.", COUNT)]
    next: Annotated[str | None, Doc("Address of the next page; null on the last one.")]
    previous: Annotated[str | None, Doc("Address of the page before; null on the first one.")]
    phones: Annotated[list[Phone], Doc("The phones of this page, in the order in which they came.")]


@dataclass(frozen=True, kw_only=True)
class PhoneChange:
    """Whether a phone is removed."""

    removed: Annotated[bool, Doc("true: remove it. false: let it back.")]


@dataclass(frozen=True, kw_only=True)
class Dispute:
    """A dispute of a hand."""

    id: Annotated[int, Doc("The dispute's id.", POSITIVE)]
    number: Annotated[int, Doc("The number of the entry that is disputed.", POSITIVE)]
    hand: Annotated[int | None, Doc("The hand of the score sheet; null if it no longer counts.")]
    reason: Annotated[str, Doc("What is wrong, in the words of who opened it.")]
    at: Annotated[datetime, Doc("When it was opened.")]
    role: Annotated[str, Doc("The role in which it was opened.", ROLE)]
    seat: Annotated[str, Doc("The seat of who opened it; empty if none.")]
    mine: Annotated[bool, Doc("Whether this token opened it.")]
    open: Annotated[bool, Doc("Whether it is still open.")]
    end: Annotated[str, Doc("How it ended; empty while it is open.", {"enum": ["", *DISPUTE_ENDS]})]
    ended_at: Annotated[datetime | None, Doc("When it ended; null while it is open.")]
    answer: Annotated[str, Doc("The answer; empty if there is none.")]


@dataclass(frozen=True, kw_only=True)
class DisputeList:
    """The disputes of a table."""

    disputes: Annotated[list[Dispute], Doc("The disputes, oldest first.")]


@dataclass(frozen=True, kw_only=True)
class NewDispute:
    """A hand to dispute."""

    number: Number
    reason: Annotated[str, Doc("What is wrong.", {"minLength": 1, "maxLength": LONGEST})]


@dataclass(frozen=True, kw_only=True)
class DisputeAnswer:
    """The scorekeeper's answer to a dispute."""

    answer: Annotated[
        str, Doc("The answer; the hand stays as it is.", {"minLength": 1, "maxLength": LONGEST})
    ]
