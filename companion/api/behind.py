"""The games and hands behind a figure of a group."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from companion.api.base import Api, choice, text, whole
from companion.api.group_people import somebody
from companion.api.groups import load, tagged
from companion.api.openapi import AT_GROUP, Query, described
from companion.api.problems import Malformed
from companion.api.shapes import LineBehind, LinePage
from companion.api.statistics import GAME, PERIOD, TAG, scope_of
from companion.server import problems
from companion.stats import behind
from companion.stats.behind import GameBehind
from companion.store import behind as store_behind
from companion.store import figures
from companion.store.behind import Behind
from companion.store.groups import FoundGroup

FARTHEST = 1_000_000
WHAT = Query("what", {"type": "string", "enum": list(behind.WHATS)}, "What to list; `games` without it.")
PEOPLE = (
    Query("person", {"type": "string", "maxLength": 20}, "Of this person; everyone's without it."),
    Query("partner", {"type": "string", "maxLength": 20}, "Only games with this partner of the person."),
    Query(
        "rival",
        {"type": "string", "maxLength": 20},
        "Only games that either the person won or this one.",
    ),
)
PAGE = Query("page", {"type": "integer", "minimum": 1, "maximum": FARTHEST}, "The page, from 1.")


class Lines(Api):
    """The games or hands behind a figure."""

    @described(
        "list_behind",
        TAG,
        "List what is behind a figure",
        {200: LinePage},
        *AT_GROUP,
        problems.NO_PERSON,
        parameters=(PERIOD, GAME, WHAT, *PEOPLE, PAGE),
        description="Newest first, 50 at a time. `count` is the figure.",
    )
    def get(self, request: Request, group_id: str) -> Response:
        """Return one page of the list."""
        found = load(request, group_id)
        scope, who = scope_of(request, found), figures.people(found.pk)
        asked = _asked(request, found)
        lines = store_behind.lines(scope, who, asked, whole(request, "page", 1, 1, FARTHEST) or 1)
        some = [line(game) for game in lines.games]
        some += [line(one.game, number=one.seq, hand=one.number, gain=one.gain) for one in lines.hands]
        return tagged(
            Response(LinePage(count=lines.total, page=lines.page, pages=lines.pages, results=some)), found
        )


def line(game: GameBehind, **hand: Any) -> LineBehind:
    """A game, or a hand of it."""
    return LineBehind(
        table=game.table_id,
        variant=game.variant,
        played_on=str(game.played_on),
        players=[player.name for player in game.players],
        **{"number": None, "hand": None, "gain": None, **hand},
    )


def _asked(request: Request, found: FoundGroup) -> Behind:
    what = behind.WHATS[choice(request, WHAT) or behind.GAMES.slug]
    ids = {one.name: text(request, one) for one in PEOPLE}
    if (ids["partner"] or ids["rival"]) and not ids["person"]:
        raise Malformed("partner and rival need a person.")
    given = {name: somebody(found, one).number for name, one in ids.items() if one}
    return Behind(what, **given)
