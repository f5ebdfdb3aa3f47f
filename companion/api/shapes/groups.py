"""Shapes: groups and their people, statistics, and euchre nights."""

from datetime import datetime
from typing import Annotated, Any

from companion.api.shapes.phones import Link, LinkEnd, LinkToken
from companion.api.shapes.tables import COUNT, GAME, GROUP_LINKED, GROUP_MADE, GROUP_ROLE, POSITIVE, Id, Page
from companion.api.typed import Doc, Shape, of_game
from companion.log.at_night import AT_BELL
from companion.night import plans, standings
from companion.stats import league
from companion.store.groups import HOURS, TITLE_LENGTH
from companion.store.night_rounds import LONGEST_REASON, MOST_POINTS
from companion.store.nights import ANNOUNCEMENT_LENGTH, MOST_MINUTES, TURNS
from companion.store.nights import TITLE_LENGTH as NIGHT_TITLE_LENGTH
from companion.wording.region import LONGEST as ZONE_LENGTH
from scoring.shape import NAME_LENGTH

GroupId = Annotated[str, Doc("The group’s id, as in its address.", {"pattern": "^[0-9a-z]{10}$"})]
PersonId = Annotated[str, Doc("The person’s id, as in their address.", {"pattern": "^[0-9a-z]{10}$"})]
TITLE = {"minLength": 1, "maxLength": TITLE_LENGTH}
ZONE = {"maxLength": ZONE_LENGTH}
EveningEnds = Annotated[
    int,
    Doc(
        "The hour that ends an evening: a game begun before it counts for the evening before.",
        {"minimum": HOURS[0], "maximum": HOURS[-1]},
    ),
]
NAME = {"minLength": 1, "maxLength": NAME_LENGTH}


class Group(Shape):
    """A group, and this token's role there."""

    id: GroupId
    title: Annotated[str, Doc("Its name; empty if it is the one that a phone has by itself.")]
    personal: Annotated[bool, Doc("Whether it is the one that a phone has by itself.")]
    role: Annotated[str, Doc("The role of this token.", GROUP_ROLE)]
    zone: Annotated[str, Doc("The time zone of its games, as `America/New_York`; empty if it isn’t known.")]
    evening_ends: EveningEnds


class GroupList(Shape):
    """The groups of a token."""

    groups: Annotated[list[Group], Doc("The groups, by name.")]


class CreatedGroup(Group):
    """A group that was just started."""

    token: Annotated[str, Doc("The token of its host: the one that was sent, or a new one.")]


class GroupTitle(Shape):
    """The name of a group."""

    title: Annotated[str, Doc("The name.", TITLE)]


class NewGroup(GroupTitle):
    """A group to start."""

    zone: Annotated[str, Doc("The time zone of its games, as `America/New_York`.", ZONE, left_out=True)]


class GroupClock(Shape):
    """The time zone of a group's games, and when its evenings end."""

    zone: Annotated[str, Doc("The time zone, as `America/New_York`.", ZONE)]
    evening_ends: EveningEnds


class GroupLink(Link):
    """A link that opens a group in a role."""

    role: Annotated[
        str, Doc("The role that it gives; reader: nobody joins, the address itself shows it.", GROUP_MADE)
    ]


class GroupLinkList(Shape):
    """The links of a group."""

    links: Annotated[list[GroupLink], Doc("The links, by role.")]


class NewGroupLink(Shape):
    """The role whose link to renew."""

    role: Annotated[str, Doc("The role; reader: a reading address.", GROUP_MADE)]


class GroupLinkEnd(LinkEnd):
    """The end of a role's link of a group."""

    role: Annotated[str, Doc("The role.", GROUP_LINKED)]


class JoinedGroup(Shape):
    """The group that a link's token has joined."""

    group: GroupId
    role: Annotated[str, Doc("The role of this token there.", GROUP_ROLE)]
    token: LinkToken


class TableGroup(Shape):
    """The group whose people, statistics and evenings a table counts in."""

    group: GroupId


class Spelling(Shape):
    """Another spelling of a person: a person of the group that was merged into them."""

    id: PersonId
    name: Annotated[str, Doc("The name, as the games have it.")]


class Person(Shape):
    """A person of a group."""

    id: PersonId
    name: Annotated[str, Doc("The name as it is shown.")]
    recorded: Annotated[str, Doc("The name as the games have it.")]
    hidden: Annotated[bool, Doc("Whether tables and new games leave the person out.")]
    forgotten: Annotated[bool, Doc("Whether the name was replaced everywhere.")]


class PersonDetails(Person):
    """A person of a group, with their other spellings."""

    spellings: Annotated[list[Spelling], Doc("Other spellings of this person, that were merged.")]


class PersonPage(Page):
    """A page of the list of a group's people."""

    results: Annotated[list[Person], Doc("The people of this page.")]


class NewPerson(Shape):
    """A person to add."""

    name: Annotated[str, Doc("The name.", NAME)]


class PersonChange(Shape):
    """How a person is shown."""

    name: Annotated[str, Doc("The name to show; records stay as told.", NAME)]
    hidden: Annotated[bool, Doc("Whether tables and new games leave the person out.")]


class MergeRequest(Shape):
    """The person of whom another is a spelling."""

    into: PersonId


DAY = {"format": "date"}
EXPECTED = Doc(
    "Games that chance alone would have won: of each game the sides that won it, out of all.", COUNT
)


class GameFigures(Shape):
    """One person's figures in one game. Only games that are over count as games; hands count at once."""

    variant: Annotated[str, Doc("The game.", GAME)]
    games: Annotated[int, Doc("Games played to the end.", COUNT)]
    won: Annotated[int, Doc("Games won.", COUNT)]
    expected: Annotated[float, EXPECTED]
    points: Annotated[int, Doc("Points in these games, or chips won and lost in a game for chips.")]
    hands: Annotated[int, Doc("Hands dealt in.", COUNT)]
    makes: Annotated[int, Doc("Hands as maker.", COUNT)]
    made: Annotated[int, Doc("Of these, made; marches too.", COUNT)]
    marches: Annotated[int, Doc("Of these, all tricks.", COUNT)]
    euchred: Annotated[int, Doc("Of these, euchred or set.", COUNT)]
    alone: Annotated[int, Doc("Of these, alone.", COUNT)]
    alone_made: Annotated[int, Doc("Alone, and made.", COUNT)]
    alone_marches: Annotated[int, Doc("Alone, and all tricks.", COUNT)]
    defends: Annotated[int, Doc("Hands played against a maker.", COUNT)]
    euchres: Annotated[int, Doc("Of these, the maker was euchred.", COUNT)]
    defends_alone: Annotated[int, Doc("Hands defended alone.", COUNT)]
    drops: Annotated[int, Doc("Hands dropped or folded.", COUNT)]
    drops_paid: Annotated[int, Doc("Of these, somebody who stayed came off worse.", COUNT)]
    kings: Annotated[int, Doc("Kings that won a trick.", COUNT)]
    showdowns: Annotated[int, Doc("Showdowns.", COUNT)]
    showdowns_won: Annotated[int, Doc("Of these, won.", COUNT)]
    bids: Annotated[int, Doc("Bids as maker.", COUNT)]
    bids_made: Annotated[int, Doc("Of these, made.", COUNT)]


class PersonFigures(Shape):
    """One person's figures, by game."""

    person: PersonId
    name: Annotated[str, Doc("The name as it is shown.")]
    games: Annotated[list[GameFigures], Doc("The figures in each game, by its name.")]


class PairFigures(Shape):
    """Two people in games that are over."""

    one: PersonId
    other: PersonId
    together: Annotated[int, Doc("Games as partners.", COUNT)]
    won: Annotated[int, Doc("Of these, won.", COUNT)]
    expected: Annotated[float, EXPECTED]
    ahead: Annotated[int, Doc("Games against each other that only the first won.", COUNT)]
    behind: Annotated[int, Doc("Games against each other that only the second won.", COUNT)]


class Statistics(Shape):
    """A group's statistics in a period."""

    period: Annotated[str, Doc("The period, as in the query.")]
    first_day: Annotated[str | None, Doc("Its first day; null without one.", DAY)]
    last_day: Annotated[str | None, Doc("Its last day; null without one.", DAY)]
    games: Annotated[int, Doc("Games played to the end.", COUNT)]
    evenings: Annotated[int, Doc("Days on which there was one.", COUNT)]
    hands: Annotated[int, Doc("Hands played.", COUNT)]
    people: Annotated[list[PersonFigures], Doc("Everyone who played, hidden people left out.")]
    pairs: Annotated[list[PairFigures], Doc("Everyone with everyone, once.")]


class RatingOfGame(Shape):
    """One person's rating in one game of a group."""

    person: PersonId
    name: Annotated[str, Doc("The name as it is shown.")]
    variant: Annotated[str, Doc("The game.", GAME)]
    rating: Annotated[int, Doc("The rating; everyone starts at 1500.")]
    least: Annotated[int, Doc("The lower end of where it most likely is.")]
    most: Annotated[int, Doc("The upper end of where it most likely is.")]
    games: Annotated[int, Doc("How many games are in it.", COUNT)]
    provisional: Annotated[bool, Doc("Whether these are too few for a settled rating.")]


class RatingList(Shape):
    """The ratings of a group."""

    ratings: Annotated[list[RatingOfGame], Doc("By game, the best first.")]


class LineBehind(Shape):
    """A game or a hand behind a figure."""

    table: Id
    variant: Annotated[str, Doc("The game.", GAME)]
    played_on: Annotated[str, Doc("The day.", DAY)]
    players: Annotated[list[str], Doc("Who played, as shown, in order of sitting down.")]
    number: Annotated[int | None, Doc("The number of the hand’s entry; null for a whole game.")]
    hand: Annotated[int | None, Doc("The hand of the score sheet; null for a whole game.")]
    gain: Annotated[int | None, Doc("What the hand brought the person; null for a whole game.")]


class LinePage(Shape):
    """A page of what stands behind a figure, newest first."""

    count: Annotated[int, Doc("How much there is in all: the figure.", COUNT)]
    page: Annotated[int, Doc("This page, from 1.", {"minimum": 1})]
    pages: Annotated[int, Doc("How many there are.", {"minimum": 1})]
    results: Annotated[list[LineBehind], Doc("The games or hands of this page.")]


NightId = Annotated[str, Doc("The night’s id, as in its address.", {"pattern": "^[0-9a-z]{10}$"})]
PLAN = {"enum": list(plans.PLANS)}
BELL = {"enum": list(AT_BELL)}
SITTING = {"enum": list(plans.SITTING)}
TIES = {"enum": list(standings.TIES)}
NUMBER = Annotated[int, Doc("The player’s number at the night, from 1.", POSITIVE)]
NAMES = {"minItems": 0, "maxItems": plans.MOST, "type": "string", "minLength": 1, "maxLength": NAME_LENGTH}
POINTS = {"minimum": 0, "maximum": MOST_POINTS}


class NightSummary(Shape):
    """A night in a list."""

    id: NightId
    title: Annotated[str, Doc("Its name; empty if it has none.")]
    plan: Annotated[str, Doc("How its tables are drawn.", PLAN)]
    rounds: Annotated[int, Doc("How many rounds are planned.", COUNT)]
    started: Annotated[int, Doc("How many were started.", COUNT)]
    players: Annotated[int, Doc("How many people have played or will.", COUNT)]
    created_at: Annotated[datetime, Doc("When it was set up.")]
    ended_at: Annotated[datetime | None, Doc("When it was ended; null while it goes on.")]


class NightList(Shape):
    """The nights of a group."""

    nights: Annotated[list[NightSummary], Doc("The nights, newest first.")]


class NewNight(Shape):
    """A night to set up."""

    title: Annotated[str, Doc("Its name; empty for none.", {"maxLength": NIGHT_TITLE_LENGTH})]
    plan: Annotated[str, Doc("How its tables are drawn.", PLAN)]
    hands: Annotated[int, Doc("Hands a round.", {"minimum": 1, "maximum": plans.MOST_HANDS})]
    rounds: Annotated[int, Doc("Rounds.", {"minimum": 1, "maximum": plans.MOST_ROUNDS})]
    sitting: Annotated[str, Doc("What becomes of those without a place.", SITTING)]
    ties: Annotated[list[str], Doc("What breaks a tie at the end, in order.", {**TIES, "maxItems": 3})]
    options: Annotated[
        Any,
        Doc(
            "House rules that aren’t standard, by name. A goal has no effect: hands end a table.",
            ref=of_game("Options", plans.GAME),
        ),
    ]
    people: Annotated[list[str], Doc("The names of who plays. Fixed pairs: partners in turn.", NAMES)]


class NightChange(Shape):
    """What may be changed of a night that goes on."""

    title: Annotated[str, Doc("Its name; empty for none.", {"maxLength": NIGHT_TITLE_LENGTH})]
    rounds: Annotated[
        int, Doc("Rounds, those that were started included.", {"minimum": 1, "maximum": plans.MOST_ROUNDS})
    ]


class NightPlayer(Shape):
    """A player of a night."""

    number: NUMBER
    person: PersonId
    name: Annotated[str, Doc("The name as it is shown.")]
    first_round: Annotated[int, Doc("The first round.", POSITIVE)]
    last_round: Annotated[int | None, Doc("The last round, of a player who has left; else null.")]
    pair: Annotated[int | None, Doc("The number of the fixed pair; null in other plans.")]
    came: Annotated[bool, Doc("False for one who signed up and isn’t checked in yet.")]
    instead_of: Annotated[int | None, Doc("For a substitute, the player whose place it is; else null.")]
    claimed: Annotated[bool, Doc('Whether a phone said "this is me".')]
    mine: Annotated[bool, Doc("Whether this token did.")]


class NightFix(Shape):
    """Points that the organizer set by hand."""

    points: Annotated[int, Doc("The points.", POINTS)]
    reason: Annotated[str, Doc("Why, as it was typed.")]


class NightTable(Shape):
    """A table of a round."""

    number: Annotated[int, Doc("The table’s number, from 1.", POSITIVE)]
    table: Annotated[
        str,
        Doc("The table’s id; empty once its game was removed for good.", {"pattern": "^([0-9a-z]{10})?$"}),
    ]
    seats: Annotated[list[int], Doc("Players by number in seat order; 0 is a ghost.", COUNT)]
    points: Annotated[list[int], Doc("What counts: first and third seat, then second and fourth.")]
    scored: Annotated[list[int], Doc("What the hands of the table’s game add up to.")]
    fixes: Annotated[list[NightFix | None], Doc("Points set by hand, by side; null where there are none.")]
    hands: Annotated[int, Doc("Hands played.", COUNT)]
    complete: Annotated[bool, Doc("Whether all hands of the round were played.")]


class NightRound(Shape):
    """A round that was started."""

    number: Annotated[int, Doc("The round’s number, from 1.", POSITIVE)]
    at: Annotated[datetime, Doc("When it was started.")]
    complete: Annotated[bool, Doc("Whether every table has played its hands.")]
    tables: Annotated[list[NightTable], Doc("Its tables.")]
    out: Annotated[list[int], Doc("Who sits out, by number.", COUNT)]


class NightClock(Shape):
    """The clock of the last round. Without `bell_at` and `seconds_left` it is stopped."""

    minutes: Annotated[int, Doc("How long a round takes; 0: there is no clock.", COUNT)]
    at_bell: Annotated[str, Doc("What happens when it runs out.", BELL)]
    bell_at: Annotated[datetime | None, Doc("When it runs out; null while it doesn’t run.")]
    seconds_left: Annotated[int | None, Doc("The seconds that are left of a paused clock; else null.")]


class NightDetails(Shape):
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
    announcement: Annotated[str, Doc("What its organizer says on all phones; empty for nothing.")]
    clock: Annotated[NightClock, Doc("The clock of its rounds.")]
    sign_up: Annotated[bool, Doc("Whether phones may put names on the list.")]
    ended_at: Annotated[datetime | None, Doc("When it was ended; null while it goes on.")]
    next_round: Annotated[int, Doc("The round that can be started next; 0: none.", COUNT)]
    players: Annotated[list[NightPlayer], Doc("Its players, by number.")]
    started: Annotated[list[NightRound], Doc("Its rounds so far.")]


class NightPlace(Shape):
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


class Standings(Shape):
    """The places of a night. Ties are broken once it is over."""

    over: Annotated[bool, Doc("Whether the night was ended.")]
    places: Annotated[list[NightPlace], Doc("The players, best first.")]


class League(Shape):
    """A league: a season of a group that counts its nights and evenings."""

    id: Annotated[str, Doc("The league’s id, as in its address.", {"pattern": "^[0-9a-z]{10}$"})]
    title: Annotated[str, Doc("Its name; empty if it has none.")]
    first_day: Annotated[str, Doc("Its first day.", DAY)]
    last_day: Annotated[str, Doc("Its last day.", DAY)]
    counted: Annotated[str, Doc("What counts: nights, evenings, or both.", {"enum": [*league.COUNTED]})]
    way: Annotated[
        str,
        Doc(
            "What counts of them: points for the place, points scored, or tables and games won.",
            {"enum": [*league.WAYS]},
        ),
    ]
    best: Annotated[int, Doc("How many of each player’s count, the best ones; 0: all.", COUNT)]
    least: Annotated[int, Doc("Who was at fewer has no place.", COUNT)]
    closed_at: Annotated[datetime | None, Doc("When it was closed; null while it is open.")]


class LeagueList(Shape):
    """The leagues of a group."""

    leagues: Annotated[list[League], Doc("The leagues, the one that begins last first.")]


class LeagueEvent(Shape):
    """A night or an evening of a league."""

    day: Annotated[str, Doc("Its day.", DAY)]
    night: Annotated[str, Doc("The night’s id; empty for an evening of games.")]


class LeaguePlace(Shape):
    """A player of a league."""

    person: PersonId
    name: Annotated[str, Doc("The name as it is shown.")]
    rank: Annotated[int, Doc("The place, from 1, which others may share; 0: too few evenings.", COUNT)]
    total: Annotated[float, Doc("The sum of what counts.")]
    by_event: Annotated[list[float | None], Doc("What each night or evening brought; null: not there.")]
    counts: Annotated[list[bool], Doc("Whether that is in the total, for each of them.")]
    attended: Annotated[int, Doc("At how many the player was.", COUNT)]
    loners: Annotated[int, Doc("Marches alone.", COUNT)]


class LeagueStandings(League):
    """The standings of a league; those of a closed one are as they were then."""

    events: Annotated[list[LeagueEvent], Doc("The nights and evenings, in order.")]
    places: Annotated[list[LeaguePlace], Doc("The players, best first; those without a place last.")]


class NightAnnouncement(Shape):
    """A sentence for all phones of a night and the wall."""

    text: Annotated[str, Doc("The sentence; empty: none.", {"maxLength": ANNOUNCEMENT_LENGTH})]


class NightClockLength(Shape):
    """How long a round takes."""

    minutes: Annotated[int, Doc("Minutes; 0: no clock.", {"minimum": 0, "maximum": MOST_MINUTES})]
    at_bell: Annotated[str, Doc("What happens when the clock runs out.", BELL)]


class NightClockTurn(Shape):
    """What to do with the clock of the last round."""

    turn: Annotated[
        str, Doc("Start it, pause it, give it five minutes more, or stop it.", {"enum": list(TURNS)})
    ]


class NightSignUp(Shape):
    """Whether phones may put names on the list of a night."""

    open: Annotated[bool, Doc("Whether they may.")]


class NightSubstitute(Shape):
    """Somebody who plays in a player's place."""

    name: Annotated[str, Doc("The name.", {"minLength": 1, "maxLength": NAME_LENGTH})]


class NewRound(Shape):
    """A round to start."""

    number: Annotated[int, Doc("The round, as `next_round` says.", POSITIVE)]
    early: Annotated[bool, Doc("Whether to start it although tables still play.")]


class NightEnd(Shape):
    """The end of a night."""

    early: Annotated[bool, Doc("Whether to end it although tables still play.")]


class NewPlayers(Shape):
    """People who play from the next round on."""

    people: Annotated[list[str], Doc("Their names; who has left comes back.", {**NAMES, "minItems": 1})]


class NewFix(Shape):
    """Points to set by hand for one side of a table."""

    table: Id
    side: Annotated[int, Doc("0: the first and third seat. 1: the others.", {"minimum": 0, "maximum": 1})]
    points: Annotated[int, Doc("The points that count.", POINTS)]
    reason: Annotated[str, Doc("Why; may be empty.", {"maxLength": LONGEST_REASON})]


class UnfixRequest(Shape):
    """A side of a table whose own points are to count again."""

    table: Id
    side: Annotated[int, Doc("0: the first and third seat. 1: the others.", {"minimum": 0, "maximum": 1})]
