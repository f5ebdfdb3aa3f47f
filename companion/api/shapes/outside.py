"""Shapes: webhooks, and the play that BG Stats imports."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from companion.api.shapes.common import COUNT, POSITIVE, Id, Number
from companion.api.typed import Doc
from companion.log.table import KINDS


@dataclass(frozen=True, kw_only=True)
class Webhook:
    """An address that is notified of new rows of a table's log, or of a night's rounds that are over."""

    id: Annotated[str, Doc("Its id.", {"pattern": "^[0-9a-f]{32}$"})]
    url: Annotated[str, Doc("The address.", {"format": "uri"})]
    delivered: Annotated[int, Doc("The last version, or how many rounds, the address has accepted.", COUNT)]
    tries: Annotated[int, Doc("How often the next one was tried in vain.", COUNT)]
    stopped: Annotated[bool, Doc("Whether it was given up, after too many tries in vain.")]
    error: Annotated[str, Doc("Why the last try failed; empty if it didn't.")]
    created_at: Annotated[datetime, Doc("When it was created.")]


@dataclass(frozen=True, kw_only=True)
class NewWebhook(Webhook):
    """A webhook that was just created."""

    secret: Annotated[str, Doc("The secret of its signatures. It is answered here only.")]


@dataclass(frozen=True, kw_only=True)
class WebhookList:
    """The webhooks of a table or night."""

    webhooks: Annotated[list[Webhook], Doc("The webhooks, oldest first.")]


@dataclass(frozen=True, kw_only=True)
class WebhookRequest:
    """An address to notify."""

    url: Annotated[str, Doc("The address, by HTTPS.", {"format": "uri", "minLength": 1, "maxLength": 500})]


@dataclass(frozen=True, kw_only=True)
class WebhookMessage:
    """What is sent to a webhook: one row of a table's log."""

    table: Id
    version: Annotated[int, Doc("The version that the row made.", POSITIVE)]
    number: Number
    change: Annotated[str, Doc("What the row did.", {"enum": list(KINDS)})]


@dataclass(frozen=True, kw_only=True)
class RoundMessage:
    """What is sent to a webhook of a night: all tables of a round have played their hands."""

    night: Annotated[str, Doc("The night's id.", {"pattern": "^[0-9a-z]{10}$"})]
    round: Annotated[int, Doc("The round's number, from 1.", POSITIVE)]


@dataclass(frozen=True, kw_only=True)
class PlayGame:
    """The game of a play, for BG Stats."""

    name: Annotated[str, Doc("The game's name.")]
    sourceGameId: Annotated[str, Doc("The game, as a record names it.")]  # noqa: N815 - BG Stats' own names
    highestWins: Annotated[bool, Doc("Whether the highest score wins.")]  # noqa: N815
    noPoints: Annotated[bool, Doc("Whether it is played without points.")]  # noqa: N815


@dataclass(frozen=True, kw_only=True)
class PlayPlayer:
    """A player of a play, for BG Stats."""

    name: Annotated[str, Doc("The player's name.")]
    sourcePlayerId: Annotated[str, Doc("The player's id, the same at every table.")]  # noqa: N815
    score: Annotated[str, Doc("The score.")]
    rank: Annotated[int, Doc("The place, from 1.", COUNT)]
    winner: Annotated[bool, Doc("Whether the player won.")]
    startPlayer: Annotated[bool, Doc("Whether the player dealt first.")]  # noqa: N815
    team: Annotated[str, Doc("The team, where there are teams.", left_out=True)]


@dataclass(frozen=True, kw_only=True)
class Play:
    """A finished game as BG Stats imports it."""

    sourceName: Annotated[str, Doc("This app.", {"const": "Bower"})]  # noqa: N815
    sourcePlayId: Annotated[str, Doc("The table's id.")]  # noqa: N815
    playDate: Annotated[str, Doc("When, in UTC, as YYYY-MM-DD HH:MM:SS.")]  # noqa: N815
    game: Annotated[PlayGame, Doc("The game.")]
    players: Annotated[list[PlayPlayer], Doc("The players.")]
    comments: Annotated[str, Doc("The name of the evening.")]
