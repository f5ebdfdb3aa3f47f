"""Euchre nights: set up, start rounds, read the places, correct points, end."""

from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from companion.access import group_roles as roles
from companion.api import groups as api_groups
from companion.api import keys, throttles
from companion.api.auth import caller
from companion.api.base import Api
from companion.api.night_shapes import details, places
from companion.api.openapi import AT_GROUP, AT_NIGHT, KEY, described
from companion.api.problems import Failure
from companion.api.read import read
from companion.api.shapes import (
    Arrivals,
    FixRequest,
    NewNight,
    NightChange,
    NightDetails,
    NightEnd,
    NightList,
    NightSummary,
    RoundStart,
    Standings,
    UnfixRequest,
)
from companion.night.evening import NightView
from companion.server import problems
from companion.server.build import build
from companion.store import night_players, night_points, night_rounds, night_starts, nights

TAG = "Nights"
CHANGED = (*AT_NIGHT, problems.REFUSED)
ONCE = (*CHANGED, problems.KEY_REUSED)


class Nights(Api):
    """The nights of a group."""

    throttle_scope = throttles.TABLES

    @described("list_nights", TAG, "List the nights", {200: NightList}, *AT_GROUP)
    def get(self, request: Request, group_id: str) -> Response:
        """Return the last 50 nights of the group."""
        found = api_groups.load(request, group_id, roles.NIGHTS)
        some = [NightSummary(**vars(one)) for one in nights.of_group(found)]
        return api_groups.tagged(Response(NightList(nights=some)), found)

    @described(
        "create_night",
        TAG,
        "Set up a night",
        {201: NightDetails},
        *AT_GROUP,
        problems.REFUSED,
        problems.KEY_REUSED,
        takes=NewNight,
        parameters=(KEY,),
    )
    def post(self, request: Request, group_id: str) -> Response:
        """Set up a night with its players; no round is started yet."""
        found, sent = api_groups.load(request, group_id, roles.PLAY), read(request, NewNight)
        key = keys.of_log(caller(request).device, "night", keys.key(request))
        wanted = night_starts.NewNight(
            title=sent.title,
            plan=sent.plan,
            hands=sent.hands,
            rounds=sent.rounds,
            sitting=sent.sitting,
            ties=sent.ties,
            options=sent.options,
            people=sent.people,
        )
        done = keys.once(request, lambda: {"night": night_starts.create(found, key, wanted)})
        response = one(load(request, done["night"]), status=201)
        response.headers["Location"] = reverse("api_night", args=[done["night"]])
        return response


class OneNight(Api):
    """One night."""

    @described("read_night", TAG, "Read a night", {200: NightDetails}, *AT_NIGHT)
    def get(self, request: Request, night_id: str) -> Response:
        """Return the night with its players, rounds and tables."""
        return one(load(request, night_id))


class ThePlan(Api):
    """The rounds of a night, and its name."""

    @described(
        "plan_night",
        TAG,
        "Change the rounds and the name of a night",
        {200: NightDetails},
        *CHANGED,
        takes=NightChange,
        description="Rounds that were started stay; after the last one more can be added.",
    )
    def put(self, request: Request, night_id: str) -> Response:
        """Change how many rounds there are, and the name."""
        view, sent = load(request, night_id, roles.PLAY), read(request, NightChange)
        nights.plan(view, sent.rounds, sent.title)
        return one(load(request, night_id))


class ThePlaces(Api):
    """The places of a night."""

    @described("read_standings", TAG, "Read the places of a night", {200: Standings}, *AT_NIGHT)
    def get(self, request: Request, night_id: str) -> Response:
        """Return everybody's points and place, best first."""
        view = load(request, night_id)
        return tagged(Response(places(view.night)), view)


class Rounds(Api):
    """The rounds of a night."""

    throttle_scope = throttles.TABLES

    @described(
        "start_round",
        TAG,
        "Start a round",
        {201: NightDetails},
        *ONCE,
        takes=RoundStart,
        parameters=(KEY,),
        description="Each of its tables is a table as any other: its hands are added there. A round that "
        "somebody else has started at the same moment stays as it is.",
    )
    def post(self, request: Request, night_id: str) -> Response:
        """Draw the tables of the next round, and start their games."""
        view, sent = load(request, night_id, roles.PLAY), read(request, RoundStart)
        key = keys.of_log(caller(request).device, "round", keys.key(request))

        def start() -> dict[str, Any]:
            started = night_rounds.start_round(view, key, sent.number, early=sent.early)
            throttles.count_round(request, 0 if started.by_another else len(view.night.here))
            return {"round": started.number}

        keys.once(request, start)
        return one(load(request, night_id), status=201)


class Players(Api):
    """The players of a night."""

    @described(
        "add_night_players",
        TAG,
        "Add players to a night",
        {201: NightDetails},
        *ONCE,
        takes=Arrivals,
        parameters=(KEY,),
        description="They play from the next round on.",
    )
    def post(self, request: Request, night_id: str) -> Response:
        """Let people play from the next round on."""
        view, sent = load(request, night_id, roles.PLAY), read(request, Arrivals)
        keys.once(request, lambda: {"players": night_players.arrive(view, sent.people)})
        return one(load(request, night_id), status=201)


class OnePlayer(Api):
    """One player of a night."""

    @described(
        "remove_night_player",
        TAG,
        "Let a player of a night go",
        {200: NightDetails},
        *CHANGED,
        problems.NO_PLAYER,
        description="After the last round that was started. Points stay.",
    )
    def delete(self, request: Request, night_id: str, player: int) -> Response:
        """Let the player go."""
        view = load(request, night_id, roles.PLAY)
        if view.night.player(player) is None:
            raise Failure(problems.NO_PLAYER)
        night_players.leave(view, player)
        return one(load(request, night_id))


class OwnTable(Api):
    """The table of a player at which a token keeps the score."""

    @described(
        "open_night_table",
        TAG,
        "Keep the score at a table of a night",
        {200: NightDetails},
        *CHANGED,
        problems.NO_TABLE,
        description="Gives this token the scorekeeper's role at the table: an organizer's at any, another's "
        "at the tables of the player that it is.",
    )
    def put(self, request: Request, night_id: str, table_id: str) -> Response:
        """Become a scorekeeper of the table."""
        view = load(request, night_id)
        night_rounds.open_table(view, table_id)
        return one(load(request, night_id))


class OwnPlayer(Api):
    """The player that a token is."""

    @described(
        "claim_night_player",
        TAG,
        "Say who of a night this is",
        {200: NightDetails},
        *CHANGED,
        problems.NO_PLAYER,
    )
    def put(self, request: Request, night_id: str, player: int) -> Response:
        """Claim the player."""
        view = load(request, night_id)
        if view.night.player(player) is None:
            raise Failure(problems.NO_PLAYER)
        night_players.claim(view, player)
        return one(load(request, night_id))

    @described(
        "release_night_player",
        TAG,
        "Let go of a player of a night",
        {200: NightDetails},
        *CHANGED,
        problems.NO_PLAYER,
        description="This token's own, or as an organizer anybody's.",
    )
    def delete(self, request: Request, night_id: str, player: int) -> Response:
        """Release the player."""
        view = load(request, night_id)
        if view.night.player(player) is None:
            raise Failure(problems.NO_PLAYER)
        night_players.release(view, player)
        return one(load(request, night_id))


class Fixes(Api):
    """Points that were set by hand."""

    @described(
        "fix_points",
        TAG,
        "Set the points of a side by hand",
        {201: NightDetails},
        *ONCE,
        problems.NO_TABLE,
        takes=FixRequest,
        parameters=(KEY,),
        description="The table's game stays as it is; places follow, and the points are marked.",
    )
    def post(self, request: Request, night_id: str) -> Response:
        """Set the points."""
        view, sent = load(request, night_id, roles.PLAY), read(request, FixRequest)
        at_night(view, sent.table)
        key = keys.of_log(caller(request).device, "fix", keys.key(request))

        def fix() -> dict[str, Any]:
            night_points.fix(view, key, sent.table, sent.side, sent.points, sent.reason)
            return {}

        keys.once(request, fix)
        return one(load(request, night_id), status=201)


class Unfixes(Api):
    """Points that count again as they were told."""

    @described(
        "unfix_points",
        TAG,
        "Let a side's own points count again",
        {201: NightDetails},
        *ONCE,
        problems.NO_TABLE,
        takes=UnfixRequest,
        parameters=(KEY,),
    )
    def post(self, request: Request, night_id: str) -> Response:
        """Take back what was set by hand."""
        view, sent = load(request, night_id, roles.PLAY), read(request, UnfixRequest)
        at_night(view, sent.table)
        key = keys.of_log(caller(request).device, "unfix", keys.key(request))

        def unfix() -> dict[str, Any]:
            night_points.unfix(view, key, sent.table, sent.side)
            return {}

        keys.once(request, unfix)
        return one(load(request, night_id), status=201)


class End(Api):
    """The end of a night."""

    @described(
        "end_night",
        TAG,
        "End a night",
        {200: NightDetails},
        *CHANGED,
        takes=NightEnd,
        description="Ties are broken then. To end it again changes nothing.",
    )
    def put(self, request: Request, night_id: str) -> Response:
        """End the night."""
        view = load(request, night_id, roles.PLAY)
        nights.end(view, early=read(request, NightEnd).early)
        return one(load(request, night_id))

    @described("reopen_night", TAG, "Go on with a night", {200: NightDetails}, *CHANGED)
    def delete(self, request: Request, night_id: str) -> Response:
        """Take back the end."""
        nights.reopen(load(request, night_id, roles.PLAY))
        return one(load(request, night_id))


def load(request: Request, night_id: str, right: str = roles.NIGHTS) -> NightView:
    """The night. Raises Http404 without a role in its group, PermissionDenied without the right."""
    return nights.load(caller(request).device, night_id, right)


def at_night(view: NightView, table_id: str) -> None:
    """Raise Failure for a table of another night."""
    if view.night.table(table_id) is None:
        raise Failure(problems.NO_TABLE)


def one(view: NightView, status: int = 200) -> Response:
    """The response with a night."""
    return tagged(Response(details(view), status=status), view)


def tagged(response: Response, view: NightView) -> Response:
    """Add the ETag: rows in the logs of all tables, revision and build."""
    response.headers["ETag"] = f'"{view.night.version}.{view.night.revision}-{build()}"'
    return response
