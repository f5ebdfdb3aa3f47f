"""Euchre nights: set up, start rounds, read the places, correct points, end."""

from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from companion.api import auth, keys
from companion.api import groups as api_groups
from companion.api.auth import caller
from companion.api.base import read, with_etag
from companion.api.operations import GROUP, NIGHT, Operations
from companion.api.problems import Failure, missing
from companion.api.shapes.groups import (
    League,
    LeagueEvent,
    LeagueList,
    LeaguePlace,
    LeagueStandings,
    NewFix,
    NewNight,
    NewPlayers,
    NewRound,
    NightAnnouncement,
    NightChange,
    NightClock,
    NightClockLength,
    NightClockTurn,
    NightDetails,
    NightEnd,
    NightFix,
    NightList,
    NightPlace,
    NightPlayer,
    NightRound,
    NightSignUp,
    NightSubstitute,
    NightSummary,
    NightTable,
    Standings,
    UnfixRequest,
)
from companion.log import rights
from companion.night import standings
from companion.night.evening import NightView
from companion.night.plans import NEVER_OVER
from companion.server import problems
from companion.server.rates import games_of_round
from companion.store import figures, leagues, night_players, night_rounds, nights

at_group = Operations("Nights", GROUP)
at_night = Operations("Nights", NIGHT)


@at_group("GET nights/", NightList)
def list_nights(request: Request, group_id: str) -> NightList:
    """List the nights.

    Return the last 50 nights of the group.
    """
    found = api_groups.load(request, group_id, rights.NIGHTS)
    return NightList(nights=[NightSummary.of(one) for one in nights.of_group(found)])


@at_group("GET leagues/", LeagueList)
def list_leagues(request: Request, group_id: str) -> Response:
    """List the leagues.

    A player of nights sees those that count nothing else.
    """
    found = api_groups.load(request, group_id, rights.NIGHTS)
    some = [League(**_league(one)) for one in leagues.of_group(found)]
    return api_groups.tagged(LeagueList(leagues=some), found)


@at_group("GET leagues/<slug:league_id>/", LeagueStandings, problems.NO_LEAGUE)
def read_league(request: Request, group_id: str, league_id: str) -> LeagueStandings:
    """Read the standings of a league.

    While it is open they follow every correction.
    """
    found = api_groups.load(request, group_id, rights.NIGHTS)
    with missing(problems.NO_LEAGUE):
        one = leagues.find(found, league_id)
    who = figures.people(found.pk)
    counted = leagues.counted(found, one, who)
    return LeagueStandings(
        **_league(one),
        events=[LeagueEvent(day=str(event.day), night=event.night) for event in counted.events],
        places=[
            LeaguePlace(
                person=who.rows[row.person].public_id,
                name=who.rows[row.person].name,
                rank=row.rank,
                total=float(row.total),
                by_event=[None if cell is None else float(cell.figure) for cell in row.cells],
                counts=[cell is not None and cell.counts for cell in row.cells],
                attended=row.attended,
                loners=row.loners,
            )
            for row in counted.rows
        ],
    )


def _league(one: leagues.League) -> dict[str, Any]:
    rules = dict(vars(one.rules))
    days = {"first_day": str(rules.pop("first")), "last_day": str(rules.pop("last"))}
    return {"id": one.id, "title": one.title, "closed_at": one.closed_at, **days, **rules}


@at_group("POST nights/", NightDetails, takes=NewNight, etag=True, location=True, scope=auth.TABLES)
def create_night(request: Request, group_id: str) -> Response:
    """Set up a night.

    Set up a night with its players; no round is started yet.
    """
    found, sent = api_groups.load(request, group_id, rights.PLAY), read(request, NewNight)
    key = keys.of_log(caller(request).device, "night", keys.key(request))
    wanted = night_players.NewNight(**vars(sent))
    done = keys.once(request, lambda: {"night": night_players.start_night(found, key, wanted)})
    response = one(load(request, done["night"]))
    response.headers["Location"] = reverse("api_read_night", args=[done["night"]])
    return response


@at_night("GET", NightDetails)
def read_night(request: Request, night_id: str) -> Response:
    """Read a night.

    Return the night with its players, rounds and tables.
    """
    return one(load(request, night_id))


@at_night("PUT plan/", NightDetails, takes=NightChange, etag=True)
def plan_night(request: Request, night_id: str) -> Response:
    """Change the rounds and the name of a night.

    Rounds that were started stay; after the last one more can be added.
    """
    view, sent = load(request, night_id, rights.PLAY), read(request, NightChange)
    nights.plan(view, sent.rounds, sent.title)
    return one(load(request, night_id))


@at_night("PUT announcement/", NightDetails, takes=NightAnnouncement, etag=True)
def announce_night(request: Request, night_id: str) -> Response:
    """Say a sentence to everyone at a night.

    It stands on all phones, those at tables too, and on the wall, until it is taken away or the night ends.
    """
    view, sent = load(request, night_id, rights.PLAY), read(request, NightAnnouncement)
    nights.announce(view, sent.text)
    return one(load(request, night_id))


@at_night("PUT clock/", NightDetails, takes=NightClockLength, etag=True)
def set_night_clock(request: Request, night_id: str) -> Response:
    """Set how long a round takes.

    A clock that runs goes on.
    """
    view, sent = load(request, night_id, rights.PLAY), read(request, NightClockLength)
    nights.set_clock(view, sent.minutes, sent.at_bell)
    return one(load(request, night_id))


@at_night("POST clock/", NightDetails, takes=NightClockTurn, etag=True)
def turn_night_clock(request: Request, night_id: str) -> Response:
    """Start, pause or stop the clock of the last round.

    Before the first round, after the night, and without minutes, nothing happens.
    """
    view, sent = load(request, night_id, rights.PLAY), read(request, NightClockTurn)
    keys.once(request, lambda: nights.turn_clock(view, sent.turn))
    nights.tell_tables(view)
    return one(load(request, night_id))


@at_night("PUT sign-up/", NightDetails, takes=NightSignUp, etag=True)
def open_night_sign_up(request: Request, night_id: str) -> Response:
    """Open or close the list of a night.

    While it is open, phones that came by the poster put names on it.
    """
    view, sent = load(request, night_id, rights.PLAY), read(request, NightSignUp)
    nights.set_sign_up(view, is_open=sent.open)
    return one(load(request, night_id))


@at_night("GET standings/", Standings)
def read_standings(request: Request, night_id: str) -> Response:
    """Read the places of a night.

    Return everybody's points and place, best first.
    """
    view = load(request, night_id)
    names = {player.number: player.name for player in view.night.players}
    places = [
        NightPlace.of(
            place,
            name=names[place.number],
            by_round=[None if one is None else one.points for one in place.by_round],
            against=list(place.against) if place.against else None,
            card=f"{place.card.rank} {place.card.suit}" if place.card else "",
        )
        for place in standings.standings(view.night)
    ]
    return tagged(Standings(over=view.night.over, places=places), view)


@at_night("POST rounds/", NightDetails, takes=NewRound, etag=True, scope=auth.TABLES)
def start_round(request: Request, night_id: str) -> Response:
    """Start a round.

    Each of its tables is a table as any other: its hands are added there. A round that somebody else has
    started at the same moment stays as it is.
    """
    view, sent = load(request, night_id, rights.PLAY), read(request, NewRound)
    key = keys.of_log(caller(request).device, "round", keys.key(request))

    def start() -> dict[str, Any]:
        started = night_rounds.start_round(view, key, sent.number, early=sent.early)
        auth.count_more(request, games_of_round(0 if started.by_another else len(view.night.here)) - 1)
        return {"round": started.number}

    keys.once(request, start)
    return one(load(request, night_id))


@at_night("POST players/", NightDetails, takes=NewPlayers, etag=True)
def add_night_players(request: Request, night_id: str) -> Response:
    """Add players to a night.

    They play from the next round on.
    """
    view, sent = load(request, night_id, rights.PLAY), read(request, NewPlayers)
    keys.once(request, lambda: {"players": night_players.arrive(view, sent.people)})
    return one(load(request, night_id))


@at_night("DELETE players/<int:player>/", NightDetails, problems.NO_PLAYER, problems.REFUSED, etag=True)
def remove_night_player(request: Request, night_id: str, player: int) -> Response:
    """Let a player of a night go.

    After the last round that was started. Points stay.
    """
    view = load(request, night_id, rights.PLAY)
    refuse_unknown(view, player)
    night_players.leave(view, player)
    return one(load(request, night_id))


@at_night("PUT players/<int:player>/arrival/", NightDetails, problems.NO_PLAYER, problems.REFUSED, etag=True)
def check_in_night_player(request: Request, night_id: str, player: int) -> Response:
    """Check in a player who signed up.

    They play from the next round on. This token's own player, or as an organizer anybody.
    """
    view = load(request, night_id)
    refuse_unknown(view, player)
    night_players.check_in(view, player)
    return one(load(request, night_id))


@at_night(
    "PUT players/<int:player>/substitute/", NightDetails, problems.NO_PLAYER, takes=NightSubstitute, etag=True
)
def substitute_night_player(request: Request, night_id: str, player: int) -> Response:
    """Let somebody play in a player's place.

    From the next round on. Hands of a round that is being played count for the player who leaves.
    """
    view, sent = load(request, night_id, rights.PLAY), read(request, NightSubstitute)
    refuse_unknown(view, player)
    night_players.substitute(view, player, sent.name)
    return one(load(request, night_id))


@at_night("PUT tables/<slug:table_id>/", NightDetails, problems.NO_TABLE, problems.REFUSED, etag=True)
def open_night_table(request: Request, night_id: str, table_id: str) -> Response:
    """Keep the score at a table of a night.

    Gives this token the scorekeeper's role at the table: an organizer's at any, another's at the tables of
    the player that it is.
    """
    view = load(request, night_id)
    night_rounds.open_table(view, table_id)
    return one(load(request, night_id))


@at_night("PUT players/<int:player>/claim/", NightDetails, problems.NO_PLAYER, problems.REFUSED, etag=True)
def claim_night_player(request: Request, night_id: str, player: int) -> Response:
    """Say who of a night this is.

    Claim the player.
    """
    view = load(request, night_id)
    refuse_unknown(view, player)
    night_players.claim(view, player)
    return one(load(request, night_id))


@at_night("DELETE players/<int:player>/claim/", NightDetails, problems.NO_PLAYER, problems.REFUSED, etag=True)
def release_night_player(request: Request, night_id: str, player: int) -> Response:
    """Let go of a player of a night.

    This token's own, or as an organizer anybody's.
    """
    view = load(request, night_id)
    refuse_unknown(view, player)
    night_players.release(view, player)
    return one(load(request, night_id))


@at_night("POST fixes/", NightDetails, problems.NO_TABLE, takes=NewFix, etag=True)
def fix_points(request: Request, night_id: str) -> Response:
    """Set the points of a side by hand.

    The table's game stays as it is; places follow, and the points are marked.
    """
    view, sent = load(request, night_id, rights.PLAY), read(request, NewFix)
    refuse_elsewhere(view, sent.table)
    key = keys.of_log(caller(request).device, "fix", keys.key(request))
    keys.once(
        request, lambda: night_rounds.fix_points(view, key, sent.table, sent.side, sent.points, sent.reason)
    )
    return one(load(request, night_id))


@at_night("POST unfixes/", NightDetails, problems.NO_TABLE, takes=UnfixRequest, etag=True)
def unfix_points(request: Request, night_id: str) -> Response:
    """Let a side's own points count again.

    Take back what was set by hand.
    """
    view, sent = load(request, night_id, rights.PLAY), read(request, UnfixRequest)
    refuse_elsewhere(view, sent.table)
    key = keys.of_log(caller(request).device, "unfix", keys.key(request))
    keys.once(request, lambda: night_rounds.unfix_points(view, key, sent.table, sent.side))
    return one(load(request, night_id))


@at_night("PUT end/", NightDetails, takes=NightEnd, etag=True)
def end_night(request: Request, night_id: str) -> Response:
    """End a night.

    Ties are broken then. To end it again changes nothing.
    """
    view = load(request, night_id, rights.PLAY)
    nights.end(view, early=read(request, NightEnd).early)
    return one(load(request, night_id))


@at_night("DELETE end/", NightDetails, problems.REFUSED, etag=True)
def reopen_night(request: Request, night_id: str) -> Response:
    """Go on with a night.

    Take back the end.
    """
    nights.reopen(load(request, night_id, rights.PLAY))
    return one(load(request, night_id))


def load(request: Request, night_id: str, right: str = rights.NIGHTS) -> NightView:
    """The night. Raises Http404 without a role in its group, PermissionDenied without the right."""
    return nights.load(caller(request).device, night_id, right)


def refuse_unknown(view: NightView, player: int) -> None:
    """Raise Failure for a player of another night."""
    if view.night.player(player) is None:
        raise Failure(problems.NO_PLAYER)


def refuse_elsewhere(view: NightView, table_id: str) -> None:
    """Raise Failure for a table of another night."""
    if view.night.table(table_id) is None:
        raise Failure(problems.NO_TABLE)


def one(view: NightView) -> Response:
    """The response with a night."""
    night, last = view.night, view.night.last_round
    details = NightDetails.of(
        night,
        clock=NightClock(
            minutes=night.minutes,
            at_bell=night.at_bell,
            bell_at=last.bell_at if last else None,
            seconds_left=last.clock_left if last else None,
        ),
        options={name: value for name, value in night.options.items() if name not in NEVER_OVER},
        players=[
            NightPlayer.of(
                player,
                first_round=player.first,
                last_round=player.last,
                mine=player.number == view.viewer.number,
            )
            for player in night.players
        ],
        started=[
            NightRound.of(
                one,
                tables=[
                    NightTable.of(
                        table,
                        table=table.table_id,
                        scored=table.told,
                        fixes=[None if fix is None else NightFix.of(fix) for fix in table.fixes],
                    )
                    for table in one.tables
                ],
            )
            for one in night.started
        ],
    )
    return tagged(details, view)


def tagged(answer: object, view: NightView) -> Response:
    """An answer with the ETag of its night: rows in the logs of all tables, and revision."""
    return with_etag(answer, view.night.version, view.night.revision)
