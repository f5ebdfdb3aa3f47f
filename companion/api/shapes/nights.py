"""Shapes: euchre nights, their rounds, tables and places."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from companion.api.shapes.common import COUNT, POSITIVE, Id
from companion.api.shapes.groups import GroupId, PersonId
from companion.api.typed import Doc, of_game
from companion.night import plans, standings
from companion.store.night_points import LONGEST_REASON
from companion.store.night_points import MOST as MOST_POINTS
from companion.store.nights import TITLE_LENGTH
from scoring.shape import NAME_LENGTH

NightId = Annotated[str, Doc("The night's id, as in its address.", {"pattern": "^[0-9a-z]{10}$"})]
PLAN = {"enum": list(plans.PLANS)}
SITTING = {"enum": list(plans.SITTING)}
TIES = {"enum": list(standings.TIES)}
NUMBER = Annotated[int, Doc("The player's number at the night, from 1.", POSITIVE)]
NAMES = {"minItems": 0, "maxItems": plans.MOST, "type": "string", "minLength": 1, "maxLength": NAME_LENGTH}
POINTS = {"minimum": 0, "maximum": MOST_POINTS}


@dataclass(frozen=True, kw_only=True)
class NightSummary:
    """A night in a list."""

    id: NightId
    title: Annotated[str, Doc("Its name; empty if it has none.")]
    plan: Annotated[str, Doc("How its tables are drawn.", PLAN)]
    rounds: Annotated[int, Doc("How many rounds are planned.", COUNT)]
    started: Annotated[int, Doc("How many were started.", COUNT)]
    players: Annotated[int, Doc("How many people have played or will.", COUNT)]
    created_at: Annotated[datetime, Doc("When it was set up.")]
    ended_at: Annotated[datetime | None, Doc("When it was ended; null while it goes on.")]


@dataclass(frozen=True, kw_only=True)
class NightList:
    """The nights of a group."""

    nights: Annotated[list[NightSummary], Doc("The nights, newest first.")]


@dataclass(frozen=True, kw_only=True)
class NewNight:
    """A night to set up."""

    title: Annotated[str, Doc("Its name; empty for none.", {"maxLength": TITLE_LENGTH})]
    plan: Annotated[str, Doc("How its tables are drawn.", PLAN)]
    hands: Annotated[int, Doc("Hands a round.", {"minimum": 1, "maximum": plans.MOST_HANDS})]
    rounds: Annotated[int, Doc("Rounds.", {"minimum": 1, "maximum": plans.MOST_ROUNDS})]
    sitting: Annotated[str, Doc("What becomes of those without a place.", SITTING)]
    ties: Annotated[list[str], Doc("What breaks a tie at the end, in order.", {**TIES, "maxItems": 3})]
    options: Annotated[
        Any,
        Doc(
            "House rules that aren't standard, by name. A goal has no effect: hands end a table.",
            ref=of_game("Options", plans.GAME),
        ),
    ]
    people: Annotated[list[str], Doc("The names of who plays. Fixed pairs: partners in turn.", NAMES)]


@dataclass(frozen=True, kw_only=True)
class NightChange:
    """What may be changed of a night that goes on."""

    title: Annotated[str, Doc("Its name; empty for none.", {"maxLength": TITLE_LENGTH})]
    rounds: Annotated[
        int, Doc("Rounds, those that were started included.", {"minimum": 1, "maximum": plans.MOST_ROUNDS})
    ]


@dataclass(frozen=True, kw_only=True)
class NightPlayer:
    """A player of a night."""

    number: NUMBER
    person: PersonId
    name: Annotated[str, Doc("The name as it is shown.")]
    first_round: Annotated[int, Doc("The first round.", POSITIVE)]
    last_round: Annotated[int | None, Doc("The last round, of a player who has left; else null.")]
    pair: Annotated[int | None, Doc("The number of the fixed pair; null in other plans.")]
    claimed: Annotated[bool, Doc('Whether a phone said "this is me".')]
    mine: Annotated[bool, Doc("Whether this token did.")]


@dataclass(frozen=True, kw_only=True)
class NightFix:
    """Points that the organizer set by hand."""

    points: Annotated[int, Doc("The points.", POINTS)]
    reason: Annotated[str, Doc("Why, as it was typed.")]


@dataclass(frozen=True, kw_only=True)
class NightTable:
    """A table of a round."""

    number: Annotated[int, Doc("The table's number, from 1.", POSITIVE)]
    table: Annotated[
        str,
        Doc("The table's id; empty once its game was removed for good.", {"pattern": "^([0-9a-z]{10})?$"}),
    ]
    seats: Annotated[list[int], Doc("Players by number in seat order; 0 is a ghost.", COUNT)]
    points: Annotated[list[int], Doc("What counts: first and third seat, then second and fourth.")]
    scored: Annotated[list[int], Doc("What the hands of the table's game add up to.")]
    fixes: Annotated[list[NightFix | None], Doc("Points set by hand, by side; null where there are none.")]
    hands: Annotated[int, Doc("Hands played.", COUNT)]
    complete: Annotated[bool, Doc("Whether all hands of the round were played.")]


@dataclass(frozen=True, kw_only=True)
class NightRound:
    """A round that was started."""

    number: Annotated[int, Doc("The round's number, from 1.", POSITIVE)]
    at: Annotated[datetime, Doc("When it was started.")]
    complete: Annotated[bool, Doc("Whether every table has played its hands.")]
    tables: Annotated[list[NightTable], Doc("Its tables.")]
    out: Annotated[list[int], Doc("Who sits out, by number.", COUNT)]


@dataclass(frozen=True, kw_only=True)
class NightDetails:
    """A euchre night."""

    id: NightId
    group: GroupId
    title: Annotated[str, Doc("Its name; empty if it has none.")]
    plan: Annotated[str, Doc("How its tables are drawn.", PLAN)]
    hands: Annotated[int, Doc("Hands a round.", COUNT)]
    rounds: Annotated[int, Doc("Rounds that are planned.", COUNT)]
    sitting: Annotated[str, Doc("What becomes of those without a place.", SITTING)]
    ties: Annotated[list[str], Doc("What breaks a tie at the end, in order.", TIES)]
    options: Annotated[
        dict[str, object], Doc("The house rules of its tables by name, defaults included.", ref="OptionValue")
    ]
    ended_at: Annotated[datetime | None, Doc("When it was ended; null while it goes on.")]
    next_round: Annotated[int, Doc("The round that can be started next; 0: none.", COUNT)]
    players: Annotated[list[NightPlayer], Doc("Its players, by number.")]
    started: Annotated[list[NightRound], Doc("Its rounds so far.")]


@dataclass(frozen=True, kw_only=True)
class NightPlace:
    """A player's place."""

    number: NUMBER
    name: Annotated[str, Doc("The name as it is shown.")]
    rank: Annotated[int, Doc("The place, from 1.", POSITIVE)]
    shared: Annotated[bool, Doc("Whether others have the same place.")]
    points: Annotated[int, Doc("Points of all rounds.")]
    by_round: Annotated[list[int | None], Doc("Points of each round; null: no place at a table.")]
    loners: Annotated[int, Doc("Marches alone.", COUNT)]
    wins: Annotated[int, Doc("Tables won.", COUNT)]
    tie: Annotated[str, Doc("The last of `ties`; empty without one.")]
    ties: Annotated[
        list[str], Doc("What set the player apart from others with as many points, in order.", TIES)
    ]
    against: Annotated[list[int] | None, Doc("Tables won and lost against those; null: not counted.")]
    card: Annotated[str, Doc('The card that was drawn for that, as "Q hearts"; empty without one.')]


@dataclass(frozen=True, kw_only=True)
class Standings:
    """The places of a night. Ties are broken once it is over."""

    over: Annotated[bool, Doc("Whether the night was ended.")]
    places: Annotated[list[NightPlace], Doc("The players, best first.")]


@dataclass(frozen=True, kw_only=True)
class RoundStart:
    """A round to start."""

    number: Annotated[int, Doc("The round, as `next_round` says.", POSITIVE)]
    early: Annotated[bool, Doc("Whether to start it although tables still play.")]


@dataclass(frozen=True, kw_only=True)
class NightEnd:
    """The end of a night."""

    early: Annotated[bool, Doc("Whether to end it although tables still play.")]


@dataclass(frozen=True, kw_only=True)
class Arrivals:
    """People who play from the next round on."""

    people: Annotated[list[str], Doc("Their names; who has left comes back.", {**NAMES, "minItems": 1})]


@dataclass(frozen=True, kw_only=True)
class FixRequest:
    """Points to set by hand for one side of a table."""

    table: Id
    side: Annotated[int, Doc("0: the first and third seat. 1: the others.", {"minimum": 0, "maximum": 1})]
    points: Annotated[int, Doc("The points that count.", POINTS)]
    reason: Annotated[str, Doc("Why; may be empty.", {"maxLength": LONGEST_REASON})]


@dataclass(frozen=True, kw_only=True)
class UnfixRequest:
    """A side of a table whose own points are to count again."""

    table: Id
    side: Annotated[int, Doc("0: the first and third seat. 1: the others.", {"minimum": 0, "maximum": 1})]
