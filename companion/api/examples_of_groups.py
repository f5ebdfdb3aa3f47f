"""Examples of groups, their people, statistics and nights."""

from typing import Any

from companion.access import group_roles
from companion.access.links import EVENING
from companion.api import shapes
from companion.api.example import AT, ID, KEY, LINK, POINTS, SHEET, TOKEN, WEBHOOK, Example, page, posted
from companion.api.statistics import of_game
from companion.night import plans, standings
from companion.stats.figures import Figures
from companion.stats.rating import Rating

GROUP: dict[str, Any] = {"id": ID, "title": "Thursday", "personal": False, "role": group_roles.HOST}
GROUP_LINK: dict[str, Any] = {**LINK, "address": "https://bower.example/G/0123456789ABCDEFGHJKMNPQRS"}
ANN, BO = "a3v9x2m4pq", "b3v9x2m4pq"
PERSON: dict[str, Any] = {"id": ANN, "name": "Ann", "recorded": "Ann", "hidden": False, "forgotten": False}
DETAILS: dict[str, Any] = {**PERSON, "spellings": [{"id": BO, "name": "Anne"}]}
FIGURES = Figures(games=12, won=7, points=93, hands=140, makes=38, made=29, marches=8, euchred=9)
TABLE = shapes.NightTable(
    number=1,
    table=ID,
    seats=[1, 2, 3, 4],
    points=[9, 5],
    scored=[9, 5],
    fixes=[None, None],
    hands=8,
    complete=True,
)
NAMES = ["Ann", "Bo", "Cy", "Dee"]
NEW_NIGHT: dict[str, Any] = {
    "title": "Club night",
    "plan": plans.PROGRESSIVE,
    "hands": 8,
    "rounds": 3,
    "sitting": plans.SIT_OUT,
    "ties": list(standings.TIES),
    "options": {},
    "people": NAMES,
}
OPTIONS: dict[str, object] = {
    name: value for name, value in plans.GAME.standard_options.items() if name not in plans.NEVER_OVER
}
NIGHT = shapes.NightDetails(
    id=ID,
    group=ID,
    **{name: value for name, value in NEW_NIGHT.items() if name not in ("people", "options")},
    options=OPTIONS,
    ended_at=None,
    next_round=2,
    players=[
        shapes.NightPlayer(
            number=number,
            person=ANN,
            name=name,
            first_round=1,
            last_round=None,
            pair=None,
            claimed=False,
            mine=False,
        )
        for number, name in enumerate(NAMES, 1)
    ],
    started=[shapes.NightRound(number=1, at=AT, complete=True, tables=[TABLE], out=[])],
)
LISTED = shapes.NightSummary(
    id=ID,
    title="Club night",
    plan=plans.PROGRESSIVE,
    rounds=3,
    started=1,
    players=4,
    created_at=AT,
    ended_at=None,
)
PLACE = shapes.NightPlace(
    number=1,
    name="Ann",
    rank=1,
    shared=True,
    points=9,
    by_round=[9],
    loners=1,
    wins=1,
    tie="",
    ties=[],
    against=None,
    card="",
)


def _statistics() -> Any:
    one = shapes.PersonFigures(person=ANN, name="Ann", games=[of_game(POINTS, FIGURES)])
    pair = shapes.PairFigures(one=ANN, other=BO, together=5, won=3, ahead=2, behind=1)
    return shapes.Statistics(
        period="all",
        first_day=None,
        last_day=None,
        games=12,
        evenings=4,
        hands=140,
        people=[one],
        pairs=[pair],
    )


def _ratings() -> Any:
    rating = Rating(mu=28.4, sigma=3.1, games=12)
    rated = shapes.RatingOfGame(
        person=ANN,
        name="Ann",
        variant=POINTS,
        rating=rating.number,
        least=rating.least,
        most=rating.most,
        games=rating.games,
        provisional=rating.is_provisional,
    )
    return shapes.RatingList(ratings=[rated])


def _behind() -> Any:
    line = shapes.LineBehind(
        table=ID, variant=POINTS, played_on="2026-11-19", players=NAMES, number=None, hand=None, gain=None
    )
    return shapes.LinePage(count=1, page=1, pages=1, results=[line])


GROUPS: dict[str, Example] = {
    "list_behind": Example(answer=_behind, query="?what=won&period=all"),
    "list_groups": Example(answer=lambda: shapes.GroupList(groups=[shapes.Group(**GROUP)])),
    "create_group": posted({"title": "Thursday"}, lambda: {**GROUP, "token": TOKEN}, token=False),
    "read_group": Example(answer=lambda: GROUP),
    "rename_group": Example(200, lambda: GROUP, {"title": "Thursday"}),
    "delete_group": Example(204),
    "read_group_recovery": Example(answer=lambda: shapes.RecoveryState(made_at=AT, used_at=None)),
    "make_group_recovery": Example(
        201, lambda: shapes.RecoverySheet(**SHEET), headers={"Idempotency-Key": KEY}
    ),
    "list_group_links": Example(answer=lambda: shapes.GroupLinkList(links=[shapes.GroupLink(**GROUP_LINK)])),
    "renew_group_link": posted({"role": group_roles.VIEWER}, lambda: GROUP_LINK),
    "end_group_link": Example(
        200, lambda: {**GROUP_LINK, "ends_at": AT}, {"role": group_roles.VIEWER, "ends": EVENING}
    ),
    "withdraw_group_link": Example(204, query="?role=viewer"),
    "join_group": Example(200, lambda: shapes.JoinedGroup(group=ID, role=group_roles.VIEWER)),
    "move_table": Example(204, body={"group": ID}),
    "take_out_table": Example(204),
    "list_people": Example(
        answer=lambda: page(shapes.PersonPage, shapes.Person(**PERSON)), query="?search=an"
    ),
    "add_person": posted(
        {"name": "Eli"}, lambda: {**DETAILS, "name": "Eli", "recorded": "Eli", "spellings": []}
    ),
    "read_person": Example(answer=lambda: DETAILS),
    "change_person": Example(200, lambda: DETAILS, {"name": "Annie", "hidden": False}),
    "forget_person": Example(204),
    "merge_person": Example(200, lambda: DETAILS, {"into": BO}),
    "unmerge_person": Example(200, lambda: {**DETAILS, "spellings": []}),
    "export_person": Example(
        answer=lambda: {
            "format": "bower.person/1",
            "group": "Thursday",
            "name": "Ann",
            "hidden": False,
            "forgotten": False,
            "spellings": [{"name": "Ann", "since": AT.isoformat()}],
            "games": [],
            "nights": [],
        }
    ),
    "read_statistics": Example(answer=_statistics, query="?period=all"),
    "list_ratings": Example(answer=_ratings),
    "list_nights": Example(answer=lambda: shapes.NightList(nights=[LISTED])),
    "create_night": posted(NEW_NIGHT, lambda: NIGHT),
    "read_night": Example(answer=lambda: NIGHT),
    "plan_night": Example(200, lambda: NIGHT, {"title": "Club night", "rounds": 3}),
    "read_standings": Example(answer=lambda: shapes.Standings(over=False, places=[PLACE])),
    "start_round": posted({"number": 1, "early": False}, lambda: NIGHT),
    "add_night_players": posted({"people": ["Eli"]}, lambda: NIGHT),
    "remove_night_player": Example(200, lambda: NIGHT),
    "claim_night_player": Example(200, lambda: NIGHT),
    "release_night_player": Example(200, lambda: NIGHT),
    "open_night_table": Example(200, lambda: NIGHT),
    "fix_points": posted({"table": ID, "side": 0, "points": 7, "reason": "counted again"}, lambda: NIGHT),
    "unfix_points": posted({"table": ID, "side": 0}, lambda: NIGHT),
    "list_night_webhooks": Example(answer=lambda: shapes.WebhookList(webhooks=[shapes.Webhook(**WEBHOOK)])),
    "create_night_webhook": posted({"url": WEBHOOK["url"]}, lambda: {**WEBHOOK, "secret": "whsec_c2VjcmV0"}),
    "read_night_webhook": Example(answer=lambda: WEBHOOK),
    "delete_night_webhook": Example(204),
    "end_night": Example(200, lambda: NIGHT, {"early": True}),
    "reopen_night": Example(200, lambda: NIGHT),
}
