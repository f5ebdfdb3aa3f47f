"""Shapes: links, phones, seats and disputes; webhooks, the stream, and the play that BG Stats imports."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated

from companion.access.links import ENDS
from companion.api.shapes.tables import COUNT, LINKED, MADE, POSITIVE, ROLE, Id, Number, Page
from companion.api.typed import Doc, Shape, ref
from companion.log.disputes import ENDS as DISPUTE_ENDS
from companion.log.disputes import LONGEST
from companion.log.table import KINDS
from companion.store.happening import STANDING
from companion.store.webhooks import FORMATS, ROUND_OVER, TYPES
from scoring.outcomes import OUTCOMES
from scoring.shape import NAME_LENGTH

LinkToken = Annotated[
    str | None,
    Doc("The token of a link joined by its code, to be sent from now on.", left_out=True),
]


class Link(Shape):
    """A link that opens a table in a role."""

    role: Annotated[
        str, Doc("The role that it gives; reader: nobody joins, the address itself shows it.", MADE)
    ]
    token: Annotated[str, Doc("Its token, as a program sends it.")]
    code: Annotated[str, Doc("Its short code, to be read aloud and typed; a reader’s opens nothing.")]
    address: Annotated[str, Doc("The link itself; a reader’s reading address.", {"format": "uri"})]
    works: Annotated[bool, Doc("Whether it works: not after its end, or a change of the server’s secret.")]
    ends_at: Annotated[datetime | None, Doc("When it ends; null if it doesn’t.")]


class LinkList(Shape):
    """The links of a table."""

    links: Annotated[list[Link], Doc("The links, by role.")]


class NewLink(Shape):
    """The role whose link to renew."""

    role: Annotated[str, Doc("The role; reader: a reading address.", MADE)]


class LinkEnd(Shape):
    """The end of a role's link."""

    role: Annotated[str, Doc("The role.", LINKED)]
    ends: Annotated[
        str, Doc("evening: 12 hours from now. week: 7 days from now. never: no end.", {"enum": list(ENDS)})
    ]


class LinkCode(Shape):
    """The code of a link."""

    code: Annotated[
        str, Doc("The eight letters and digits, in any spelling.", {"minLength": 1, "maxLength": 100})
    ]


class JoinedTable(Shape):
    """The table that a link's token has joined."""

    table: Id
    roles: Annotated[list[str], Doc("The roles of this token there.", ROLE)]
    token: LinkToken


class RecoveryState(Shape):
    """The recovery sheet of a table or group."""

    made_at: Annotated[datetime | None, Doc("When the last one was made; null without one.")]
    used_at: Annotated[datetime | None, Doc("When it was used; null if it still works.")]


class RecoverySheet(Shape):
    """A recovery sheet that was just made."""

    code: Annotated[str, Doc("Its code, of 24 letters and digits. It is answered here only.")]
    address: Annotated[str, Doc("The page that asks to use it, for a QR code.", {"format": "uri"})]


class RecoveryCode(Shape):
    """The code of a recovery sheet."""

    code: Annotated[str, Doc("The code, with or without dashes.", {"minLength": 1, "maxLength": 100})]


class Recovered(Shape):
    """The table or group whose host the caller has become: one of the two, the other is null."""

    table: Annotated[str | None, Doc("The table’s id.")]
    group: Annotated[str | None, Doc("The group’s id.")]
    deleted: Annotated[bool, Doc("Whether the table is deleted: a host can put it back.")]
    token: Annotated[str, Doc("The host’s token. It is answered here only.")]


class Seat(Shape):
    """A seat at a table."""

    player: Annotated[str, Doc("The player’s name.")]
    claimed: Annotated[bool, Doc("Whether a phone or program has claimed it.")]
    mine: Annotated[bool, Doc("Whether this token has.")]


class SeatList(Shape):
    """The seats of a table."""

    seats: Annotated[list[Seat], Doc("The seats, clockwise.")]


class SeatClaim(Shape):
    """The seat to claim."""

    player: Annotated[str, Doc("The player’s name.", {"minLength": 1, "maxLength": NAME_LENGTH})]


class Phone(Shape):
    """A phone or program at a table."""

    id: Annotated[int, Doc("The phone’s id.", POSITIVE)]
    roles: Annotated[list[str], Doc("Its roles, the one that may do most first.", ROLE)]
    seat: Annotated[str, Doc("The seat that it has claimed; empty if none.")]
    connected: Annotated[bool, Doc("Whether a page or stream of the table is open there.")]
    removed: Annotated[bool, Doc("Whether it was removed.")]
    mine: Annotated[bool, Doc("Whether it is this token.")]
    program: Annotated[bool, Doc("Whether it is a program, by the token of a link or of its own.")]


class PhoneList(Page):
    """A page of the list of a table's phones."""

    phones: Annotated[list[Phone], Doc("The phones of this page, in the order in which they came.")]


class PhoneChange(Shape):
    """Whether a phone is removed."""

    removed: Annotated[bool, Doc("true: remove it. false: let it back.")]


class Dispute(Shape):
    """A dispute of a hand."""

    id: Annotated[int, Doc("The dispute’s id.", POSITIVE)]
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


class DisputeList(Shape):
    """The disputes of a table."""

    disputes: Annotated[list[Dispute], Doc("The disputes, oldest first.")]


class NewDispute(Shape):
    """A hand to dispute."""

    number: Number
    reason: Annotated[str, Doc("What is wrong.", {"minLength": 1, "maxLength": LONGEST})]


class DisputeAnswer(Shape):
    """The scorekeeper's answer to a dispute."""

    answer: Annotated[
        str, Doc("The answer; the hand stays as it is.", {"minLength": 1, "maxLength": LONGEST})
    ]


FORMAT: Mapping[str, object] = {"enum": list(FORMATS)}


class Webhook(Shape):
    """An address that is notified of new rows of logs, or of rounds of a night that are over, or of both."""

    id: Annotated[str, Doc("Its id.", {"pattern": "^[0-9a-f]{32}$"})]
    url: Annotated[str, Doc("The address.", {"format": "uri"})]
    delivered: Annotated[int, Doc("The last version, or how many messages, it has accepted.", COUNT)]
    tries: Annotated[int, Doc("How often the next one was tried in vain.", COUNT)]
    stopped: Annotated[bool, Doc("Whether it was given up, after too many tries in vain.")]
    error: Annotated[str, Doc("Why the last try failed; empty if it didn’t.")]
    created_at: Annotated[datetime, Doc("When it was created.")]
    format: Annotated[str, Doc("The shape of its messages.", FORMAT)]


class CreatedWebhook(Webhook):
    """A webhook that was just created."""

    secret: Annotated[str, Doc("The secret of its signatures. It is answered here only.")]


class WebhookList(Shape):
    """The webhooks of a table, night, or group."""

    webhooks: Annotated[list[Webhook], Doc("The webhooks, oldest first.")]


class NewWebhook(Shape):
    """An address to notify."""

    url: Annotated[str, Doc("The address, by HTTPS.", {"format": "uri", "minLength": 1, "maxLength": 500})]
    format: Annotated[
        str,
        Doc(
            "The shape of its messages; Bower’s own without it.",
            FORMAT,
            left_out=True,
        ),
    ]


class WebhookMessage(Shape):
    """What is sent to a webhook: one row of a table's log."""

    table: Id
    version: Annotated[int, Doc("The version that the row made.", POSITIVE)]
    number: Number
    change: Annotated[str, Doc("What the row did.", {"enum": list(KINDS)})]
    type: Annotated[str, Doc("What it is.", {"enum": list(TYPES)})]
    text: Annotated[str, Doc("What happened and how it stands, in words.")]
    outcome: Annotated[
        str, Doc("What the hand came to, if anything.", {"enum": sorted(OUTCOMES)}, left_out=True)
    ]
    standing: Annotated[dict[str, int], Doc("The score of each side; in chips, what each is up.")]


class RoundMessage(Shape):
    """What is sent to a webhook of a night, and the data of an event: all tables of a round have played."""

    night: Annotated[str, Doc("The night’s id.", {"pattern": "^[0-9a-z]{10}$"})]
    round: Annotated[int, Doc("The round’s number, from 1.", POSITIVE)]
    type: Annotated[str, Doc("What it is.", {"const": ROUND_OVER})]
    text: Annotated[str, Doc("What happened and how it stands, in words.")]
    standing: Annotated[dict[str, int], Doc("The points of each player, best first.")]


class Poke(Shape):
    """The data of an event `poke`: a table has a new version."""

    table: Annotated[str, Doc("The table’s id.")]
    version: Annotated[int, Doc("The table’s version now.", COUNT)]


class StreamEvent(Shape):
    """One event of a table's stream."""

    event: Annotated[str, Doc("`poke`: something changed.", {"enum": ["poke", "beat"]})]
    id: Annotated[str, Doc("For Last-Event-ID.", left_out=True)]
    retry: Annotated[int, Doc("After how many milliseconds to connect again.", left_out=True)]
    data: Annotated[
        str,
        Doc(
            "Of a poke the table and its version, in JSON; of a beat nothing.",
            {"contentMediaType": "application/json", "contentSchema": ref("Poke")},
        ),
    ]


class TableEvent(Shape):
    """The data of an event of a table: a row of its log, or how it stands."""

    table: Id
    version: Annotated[int, Doc("The version that the row made; the version now.", COUNT)]
    number: Annotated[int, Doc("The number of the last entry that was made or changed; 0: none yet.", COUNT)]
    change: Annotated[
        str, Doc("What the row did; absent where it is how it stands.", {"enum": list(KINDS)}, left_out=True)
    ]
    type: Annotated[str, Doc("What it is; `standing`: how it stands.", {"enum": [STANDING, *TYPES[:-1]]})]
    text: Annotated[str, Doc("What happened and how it stands, in words.")]
    outcome: Annotated[
        str, Doc("What the hand came to, if anything.", {"enum": sorted(OUTCOMES)}, left_out=True)
    ]
    standing: Annotated[dict[str, int], Doc("The score of each side; in chips, what each is up.")]


class ProgramEvent(Shape):
    """One event of the stream for programs."""

    event: Annotated[str, Doc("`beat` every 15 seconds; absent otherwise.", {"const": "beat"}, left_out=True)]
    id: Annotated[str, Doc("Where the stream goes on after it, for Last-Event-ID.", left_out=True)]
    retry: Annotated[int, Doc("After how many milliseconds to connect again.", left_out=True)]
    data: Annotated[
        str,
        Doc(
            "What happened, in JSON; of a beat nothing.",
            {
                "contentMediaType": "application/json",
                "contentSchema": {"anyOf": [ref("TableEvent"), ref("RoundMessage")]},
            },
        ),
    ]


class Ticket(Shape):
    """What opens the events of a table, group or night for a client that can't send a header."""

    ticket: Annotated[str, Doc("To be sent as `?ticket=`.")]
    until: Annotated[datetime, Doc("When it ends; a stream that is open by then stays so.")]


class PlayGame(Shape):
    """The game of a play, for BG Stats."""

    name: Annotated[str, Doc("The game’s name.")]
    sourceGameId: Annotated[str, Doc("The game, as a record names it.")]  # noqa: N815 - BG Stats' own names
    highestWins: Annotated[bool, Doc("Whether the highest score wins.")]  # noqa: N815
    noPoints: Annotated[bool, Doc("Whether it is played without points.")]  # noqa: N815


class PlayPlayer(Shape):
    """A player of a play, for BG Stats."""

    name: Annotated[str, Doc("The player’s name.")]
    sourcePlayerId: Annotated[str, Doc("The player’s id, the same at every table.")]  # noqa: N815
    score: Annotated[str, Doc("The score.")]
    rank: Annotated[int, Doc("The place, from 1.", COUNT)]
    winner: Annotated[bool, Doc("Whether the player won.")]
    startPlayer: Annotated[bool, Doc("Whether the player dealt first.")]  # noqa: N815
    team: Annotated[str, Doc("The team, where there are teams.", left_out=True)]


class Play(Shape):
    """A finished game as BG Stats imports it."""

    sourceName: Annotated[str, Doc("This app.", {"const": "Bower"})]  # noqa: N815
    sourcePlayId: Annotated[str, Doc("The table’s id.")]  # noqa: N815
    playDate: Annotated[str, Doc("When, in UTC, as YYYY-MM-DD HH:MM:SS.")]  # noqa: N815
    game: Annotated[PlayGame, Doc("The game.")]
    players: Annotated[list[PlayPlayer], Doc("The players.")]
    comments: Annotated[str, Doc("The name of the evening.")]
