"""Examples of requests and responses. Tests send every request as it is.

Hands and records come from the games' own examples; responses are made by the code of real ones, from a table
that isn't in the database, or are written here.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from companion.access.links import EVENING
from companion.api import readings, serializers, variants
from companion.api.formats import Json
from companion.api.operations import Operation
from companion.api.phones import seats_of
from companion.api.progress import in_progress
from companion.api.record_schema import ways_of
from companion.api.shapes.groups import GameFigures, RatingOfGame
from companion.log import rights
from companion.log.progress import StoredProgress
from companion.log.rights import View, Viewer
from companion.log.table import Row, full_header
from companion.log.table import table as table_of
from companion.night import plans, standings
from companion.recap import other_programs
from companion.recap.evening import evening
from companion.stats.figures import Figures
from companion.stats.rating import Rating
from companion.store.entries import ListedTable
from scoring import VARIANTS, Variant, from_json, replay
from scoring.fields import ByName, Flag, Player, Whole, Word
from scoring.ledger import BUY_IN_RULE
from scoring.record import FORMAT

TOKEN = "TOKEN"  # noqa: S105 - a placeholder
KEY = "6f1c2a9e-4a57-4d0e-9d0c-8a3b5a2f7c11"
ID = "k3v9x2m4pq"
AT = datetime(2026, 11, 19, 20, 0, tzinfo=UTC)
LINK: dict[str, Any] = {
    "role": rights.VIEWER,
    "token": "0123456789ABCDEFGHJKMNPQRS",
    "code": "7K3M9Q2X",
    "address": "https://bower.example/j/0123456789ABCDEFGHJKMNPQRS",
    "works": True,
    "ends_at": None,
}
SHEET_CODE = "7K3M9Q2X4B6D8F0H1J3K5M7N"
SHEET: dict[str, Any] = {"code": SHEET_CODE, "address": f"https://bower.example/R/{SHEET_CODE}"}
HOOK = "0123456789abcdef0123456789abcdef"
WEBHOOK: dict[str, Any] = {
    "id": HOOK,
    "url": "https://example.org/bower",
    "delivered": 12,
    "tries": 0,
    "stopped": False,
    "error": "",
    "created_at": AT,
    "format": "bower",
}
START = {
    "version": "1",
    "reference": "/api/v1/docs/",
    "openapi": "/api/v1/schema/",
    "record": "/api/v1/schema/record/",
    "games": "/api/v1/variants/",
    "tables": "/api/v1/tables/",
    "groups": "/api/v1/groups/",
    "join": "/api/v1/join/",
}
POINTS = next(name for name, variant in VARIANTS.items() if not variant.has_bank)


@dataclass(frozen=True)
class Example:
    """A request and its response, at a game of *variant* with one hand, or one that is *over*.

    ``{number}`` is that hand's, ``{hook_id}`` a webhook's, ``{dispute_id}`` a dispute's. answer: the body of
    the response, or what makes it; None: no body, or none in JSON.
    """

    answer: Any = None
    body: Any = None
    query: str = ""
    if_match: str = ""
    variant: str = POINTS
    over: bool = False


def page(*results: Any) -> Any:
    """A page of a list with these results only."""
    return {"count": 1, "next": None, "previous": None, "results": list(results)}


PEOPLE = ("Ann", "Bo", "Cy", "Dee", "Eli", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")
MESSAGE = {
    **{"table": ID, "version": 13, "number": 12, "change": "correction", "type": "change"},
    "text": "Thursday. Hand 12: Ann called spades, 3 tricks, corrected. Ann & Cy 6, Bo & Dee 4.",
    **{"outcome": "made", "standing": {"Ann & Cy": 6, "Bo & Dee": 4}},
}
ROUND = {
    **{"night": ID, "round": 4, "type": "round-over", "text": "Round 4 is over. Ann 31, Bo 28."},
    "standing": {"Ann": 31, "Bo": 28},
}
POKE = {"event": "poke", "id": "12", "data": json.dumps({"table": ID, "version": 12})}
EVENT = {"id": "13.0", "data": json.dumps(MESSAGE)}


def players(variant: Variant) -> tuple[str, ...]:
    """Players for an example: four, or the nearest number the game allows."""
    return PEOPLE[: min(max(4, variant.seats[0]), variant.seats[-1])]


@cache
def hand(name: str) -> dict[str, Any]:
    """A played hand of a game: the example with the most fields, or else the shortest hand."""
    variant = VARIANTS[name]
    off = {one.name for one in variant.fields if one.option and not variant.standard_options[one.option]}
    shown = [
        dict(one.hand) for one in variant.examples(players(variant)) if one.hand and not off & set(one.hand)
    ]
    fields = (
        max(shown, key=lambda one: len([value for value in one.values() if value]))
        if shown
        else shortest(variant)
    )
    return {"kind": "hand", **{field: value for field, value in fields.items() if value != {}}}


def new_entry(name: str, **more: str) -> dict[str, Any]:
    """A hand of a game to write, with what is added to it."""
    return {"variant": name, "entry": {**hand(name), **more}}


def shortest(variant: Variant) -> dict[str, Any]:
    """A hand with only the required fields: the first player bids most and takes every trick."""
    seated = players(variant)
    tricks = {variant.sides(seated)[0]: variant.tricks_in_hand(len(seated))}
    sample: dict[type, Callable[[Any], Any]] = {
        Player: lambda shape: seated[0],
        ByName: lambda shape: tricks,
        Whole: lambda shape: shape.most or max(1, shape.least or 0),
        Word: lambda shape: shape.words[0],
        Flag: lambda shape: True,
    }
    for needed, _without in ways_of(variant):
        shapes = {one.name: one.shape for one in variant.fields if one.name in needed}
        if all(type(shape) in sample for shape in shapes.values()):
            return {name: sample[type(shape)](shape) for name, shape in shapes.items()}
    raise LookupError(f"no example of a hand of {variant.name}")


@cache
def record(name: str) -> dict[str, Any]:
    """A record of a game with one hand, and chips for everyone if played for chips."""
    variant = VARIANTS[name]
    bought = (
        [{"kind": "buy-in", "player": one, "chips": 48} for one in players(variant)]
        if variant.has_bank
        else []
    )
    return {
        "format": FORMAT,
        "variant": name,
        "players": list(players(variant)),
        "title": "Thursday",
        "entries": [*bought, hand(name)],
    }


@cache
def sample() -> View:
    """A table with the example record, as seen by its host."""
    given = from_json(record(POINTS))
    device = "host"
    rows = [
        Row(seq, None, json.dumps(entry), AT, device, rights.OWNER)
        for seq, entry in enumerate(record(POINTS)["entries"], 1)
    ]
    made = table_of(ID, json.dumps(full_header(given)), rows)
    seats = {device: players(VARIANTS[POINTS])[0]}
    return View(made, Viewer(device, frozenset([rights.OWNER]), seats, revision=0, author=device))


CHIPS = next((name for name, variant in VARIANTS.items() if variant.has_bank), POINTS)
ANN, BO = PEOPLE[:2]
DELETED = {
    "id": ID,
    "variant": POINTS,
    "title": "Thursday",
    "players": [ANN, BO],
    "deleted_at": AT,
    "until": AT + timedelta(days=30),
}
DISPUTE = {
    "id": 1,
    "number": 1,
    "hand": 1,
    "reason": "Bo won four.",
    "at": AT,
    "role": rights.PLAYER,
    "seat": BO,
    "mine": False,
    "open": True,
    "end": "",
    "ended_at": None,
    "answer": "",
}
PHONE = {
    "id": 7,
    "roles": [rights.SCOREKEEPER],
    "seat": BO,
    "connected": True,
    "removed": False,
    "mine": False,
    "program": False,
}
COLORS = [{"color": "red", "value": 5, "number": 100}, {"color": "white", "value": 1, "number": 150}]
CHIP_SET = {"version": 1, "colors": [{**one, "left": one["number"]} for one in COLORS], "counted": True}
PAYOUT = {
    "item": 0,
    "from": "bank",
    "to": ANN,
    "chips": 48,
    "rule": BUY_IN_RULE,
    "reason": "buys in",
    "give": {"red": 9, "white": 3},
    "back": {},
    "missing": 0,
    "paid": True,
}
BILL = {"number": 1, "revision": "1234567", "title": "Ann buys in", "corrected": False, "payouts": [PAYOUT]}
SETTLEMENT = {
    "over": True,
    "revision": "7654321",
    "cents": 5,
    "results": {ANN: 12, BO: -12},
    "through_bank": [
        {"item": 0, "from": BO, "to": "bank", "chips": 12, "paid": True},
        {"item": 1, "from": "bank", "to": ANN, "chips": 12, "paid": False},
    ],
    "among_players": [{"item": 2, "from": BO, "to": ANN, "chips": 12, "paid": False}],
}


def _result() -> Any:
    table = sample().table
    return serializers.result(table, {"number": 1, "version": table.version})


def _restored() -> Any:
    table = sample().table
    for restores in (False, True):
        table = table.with_row(Row(table.version + 1, 1, "", AT, "host", rights.OWNER, restores))
    return serializers.result(table, {"number": 1, "version": table.version})


def _logged() -> Any:
    view = sample()
    return serializers.logged(view, view.table.entries[0], KEY)


def _progress() -> Any:
    table = sample().table
    return in_progress(table, StoredProgress(players=table.state.players))


CLOCK = {"zone": "America/New_York", "evening_ends": 5}
GROUP: dict[str, Any] = {"id": ID, "title": "Thursday", "personal": False, "role": rights.HOST, **CLOCK}
GROUP_LINK: dict[str, Any] = {**LINK, "address": "https://bower.example/G/0123456789ABCDEFGHJKMNPQRS"}
ANN_ID, BO_ID = "a3v9x2m4pq", "b3v9x2m4pq"
PERSON: dict[str, Any] = {"id": ANN_ID, "name": "Ann", "recorded": "Ann", "hidden": False, "forgotten": False}
DETAILS: dict[str, Any] = {**PERSON, "spellings": [{"id": BO_ID, "name": "Anne"}]}
FIGURES = Figures(games=12, won=7, points=93, hands=140, makes=38, made=29, marches=8, euchred=9)
TABLE = {
    "number": 1,
    "table": ID,
    "seats": [1, 2, 3, 4],
    "points": [9, 5],
    "scored": [9, 5],
    "fixes": [None, None],
    "hands": 8,
    "complete": True,
}
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
NIGHT = {
    "id": ID,
    "group": ID,
    **{name: value for name, value in NEW_NIGHT.items() if name not in ("people", "options")},
    "options": OPTIONS,
    **{"announcement": "", "sign_up": False, "ended_at": None},
    "clock": {"minutes": 0, "at_bell": "hand", "bell_at": None, "seconds_left": None},
    "next_round": 2,
    "players": [
        {
            "number": number,
            "person": ANN_ID,
            "name": name,
            "first_round": 1,
            "last_round": None,
            "pair": None,
            **{"came": True, "instead_of": None, "claimed": False, "mine": False},
        }
        for number, name in enumerate(NAMES, 1)
    ],
    "started": [{"number": 1, "at": AT, "complete": True, "tables": [TABLE], "out": []}],
}
LISTED = {
    "id": ID,
    "title": "Club night",
    "plan": plans.PROGRESSIVE,
    "rounds": 3,
    "started": 1,
    "players": 4,
    "created_at": AT,
    "ended_at": None,
}
LEAGUE: Any = {"id": ID, "title": "Fall", "first_day": "2026-09-01", "last_day": "2026-11-30"}
LEAGUE |= {"closed_at": None, "counted": "nights", "way": "places", "best": 4, "least": 4}
LEAGUE_PLACE = {
    **{"person": ANN_ID, "name": "Ann", "rank": 1, "total": 8.5, "by_event": [8.5], "counts": [True]},
    **{"attended": 1, "loners": 2},
}
STANDINGS = {**LEAGUE, "events": [{"day": "2026-11-19", "night": ID}], "places": [LEAGUE_PLACE]}
PLACE = {
    "number": 1,
    "name": "Ann",
    "rank": 1,
    "shared": True,
    "points": 9,
    "by_round": [9],
    "loners": 1,
    "wins": 1,
    "tie": "",
    "ties": [],
    "against": None,
    "card": "",
}


STATISTICS = {
    "period": "all",
    "first_day": None,
    "last_day": None,
    "games": 12,
    "evenings": 4,
    "hands": 140,
    "people": [{"person": ANN_ID, "name": "Ann", "games": [GameFigures.of(FIGURES, variant=POINTS)]}],
    "pairs": [
        {"one": ANN_ID, "other": BO_ID, "together": 5, "won": 3, "expected": 2.5, "ahead": 2, "behind": 1}
    ],
}
RATED = Rating(mu=28.4, sigma=3.1, games=12)
RATING = RatingOfGame.of(
    RATED,
    person=ANN_ID,
    name="Ann",
    variant=POINTS,
    rating=RATED.number,
    provisional=RATED.is_provisional,
)
LINES = {"count": 1, "page": 1, "pages": 1}
LINE = {
    "table": ID,
    "variant": POINTS,
    "played_on": "2026-11-19",
    "players": NAMES,
    "number": None,
    "hand": None,
    "gain": None,
}
EXAMPLES: dict[str, Example] = {
    "create_table": Example(
        lambda: {
            "id": ID,
            "version": sample().table.version,
            "standing": sample().table.standing.as_json(),
            "token": TOKEN,
        },
        record(POINTS),
    ),
    "list_tables": Example(
        lambda: page(serializers.listed(ListedTable(sample().table, ID, AT, AT))),
        query="?limit=10&over=false",
    ),
    "read_table": Example(lambda: serializers.details(sample())),
    "rename_table": Example(lambda: serializers.details(sample()), {"title": "Thursday"}),
    "delete_table": Example(),
    "list_deleted_tables": Example({"tables": [DELETED]}),
    "restore_table": Example(lambda: serializers.details(sample())),
    "read_record": Example(
        lambda: readings.journal(sample(), {row.seq: KEY for row in sample().table.rows}),
        query="?journal=true",
    ),
    "read_standing": Example(
        lambda: serializers.with_facts(sample().table.standing), query="?after=1&facts=true"
    ),
    "read_recap": Example(lambda: readings.recap(evening(sample().table))),
    "list_entries": Example(lambda: page(_logged()), query="?limit=10"),
    "add_entry": Example(_result, new_entry(POINTS)),
    "read_entry": Example(_logged),
    "correct_entry": Example(_result, new_entry(POINTS, note="counted again"), if_match='"1"'),
    "remove_entry": Example(_result, if_match='"1"'),
    "restore_entry": Example(_restored, if_match='"2"'),
    "export_sheet": Example(),
    "export_recap": Example(),
    "export_picture": Example(),
    "export_group_hands": Example(),
    "export_results": Example(),
    "export_hledger": Example(variant=CHIPS),
    "export_beancount": Example(variant=CHIPS),
    "export_journal_csv": Example(variant=CHIPS),
    "export_bgstats": Example(lambda: other_programs.play(sample().table), over=True),
    "read_progress": Example(_progress),
    "replace_progress": Example(_progress, {"moves": []}),
    "discard_progress": Example(),
    "list_links": Example({"links": [LINK]}),
    "renew_link": Example(LINK, {"role": rights.VIEWER}),
    "end_link": Example({**LINK, "ends_at": AT}, {"role": rights.VIEWER, "ends": EVENING}),
    "remove_everyone": Example({"links": [LINK]}),
    "read_recovery": Example({"made_at": AT, "used_at": None}),
    "make_recovery": Example(SHEET),
    "recover": Example(
        {"table": ID, "group": None, "deleted": False, "token": TOKEN}, {"code": SHEET["code"]}
    ),
    "withdraw_link": Example(query="?role=viewer"),
    "join_table": Example(
        {"table": ID, "roles": [rights.VIEWER], "token": LINK["token"]}, {"code": LINK["code"]}
    ),
    "list_seats": Example(lambda: seats_of(sample(), {ANN})),
    "claim_seat": Example(lambda: seats_of(sample(), {ANN}), {"player": ANN}),
    "leave_seat": Example(),
    **{f"create_{of}ticket": Example({"ticket": "TICKET", "until": AT}) for of in ("", "group_", "night_")},
    "list_phones": Example({"count": 1, "next": None, "previous": None, "phones": [PHONE]}),
    "update_phone": Example({**PHONE, "roles": [], "removed": True}, {"removed": True}),
    "give_role": Example(PHONE),
    "take_role": Example({**PHONE, "roles": [rights.PLAYER]}),
    "list_disputes": Example({"disputes": [DISPUTE]}),
    "open_dispute": Example(DISPUTE, {"number": 1, "reason": DISPUTE["reason"]}),
    "read_dispute": Example(DISPUTE),
    "answer_dispute": Example(DISPUTE, {"answer": "We counted them: three."}),
    "withdraw_dispute": Example(),
    "read_chips": Example(CHIP_SET, variant=CHIPS),
    "save_chips": Example(CHIP_SET, {"colors": COLORS}, if_match="*", variant=CHIPS),
    "count_chips": Example(CHIP_SET, {"left": {"red": 100, "white": 150}}, if_match="*", variant=CHIPS),
    "list_payouts": Example({"bills": [BILL]}, query="?entry=1", variant=CHIPS),
    "tick_payouts": Example(BILL, {"revision": BILL["revision"], "paid": [0]}, variant=CHIPS),
    "read_settlement": Example(SETTLEMENT, variant=CHIPS),
    "tick_settlement": Example(
        SETTLEMENT, {"revision": SETTLEMENT["revision"], "paid": [0]}, variant=CHIPS, over=True
    ),
    "list_webhooks": Example({"webhooks": [WEBHOOK]}),
    "create_webhook": Example({**WEBHOOK, "secret": "whsec_c2VjcmV0"}, {"url": WEBHOOK["url"]}),
    "read_webhook": Example(WEBHOOK),
    "delete_webhook": Example(),
    "list_games": Example(variants.games),
    # With only the title of its schema: generators take a "$ref" in an example for their own
    "read_game": Example(
        lambda: replace(
            variants.described_game(VARIANTS[POINTS]),
            entry={"title": f"An entry of {VARIANTS[POINTS].title}"},
        )
    ),
    "score_record": Example(lambda: replay(from_json(record(POINTS))).as_json(), record(POINTS)),
    "read_start": Example(START),
    "read_schema": Example(),
    "read_record_schema": Example(),
    "list_behind": Example(
        {"count": 1, "page": 1, "pages": 1, "results": [LINE]}, query="?what=won&period=all"
    ),
    "list_groups": Example({"groups": [GROUP]}),
    "create_group": Example({**GROUP, "token": TOKEN}, {"title": "Thursday", "zone": CLOCK["zone"]}),
    "read_group": Example(GROUP),
    "restore_group": Example(GROUP),
    "rename_group": Example(GROUP, {"title": "Thursday"}),
    "set_group_clock": Example(GROUP, CLOCK),
    "delete_group": Example(),
    "read_group_recovery": Example({"made_at": AT, "used_at": None}),
    "make_group_recovery": Example(SHEET),
    "list_group_links": Example({"links": [GROUP_LINK]}),
    "renew_group_link": Example(GROUP_LINK, {"role": rights.VIEWER}),
    "end_group_link": Example({**GROUP_LINK, "ends_at": AT}, {"role": rights.VIEWER, "ends": EVENING}),
    "withdraw_group_link": Example(query="?role=viewer"),
    "join_group": Example(
        {"group": ID, "role": rights.VIEWER, "token": LINK["token"]}, {"code": LINK["code"]}
    ),
    "move_table": Example(body={"group": ID}),
    "take_out_table": Example(),
    "list_people": Example(lambda: page(PERSON), query="?search=an"),
    "add_person": Example({**DETAILS, "name": "Eli", "recorded": "Eli", "spellings": []}, {"name": "Eli"}),
    "read_person": Example(DETAILS),
    "change_person": Example(DETAILS, {"name": "Annie", "hidden": False}),
    "forget_person": Example(),
    "merge_person": Example(DETAILS, {"into": BO_ID}),
    "unmerge_person": Example({**DETAILS, "spellings": []}),
    "export_person": Example(
        lambda: {
            "format": "bower.person/1",
            "group": "Thursday",
            "name": "Ann",
            "hidden": False,
            "forgotten": False,
            "spellings": [{"name": "Ann", "since": AT.isoformat()}],
            "games": [],
            **{"nights": [], "listed": []},
        }
    ),
    "read_statistics": Example(STATISTICS, query="?period=all"),
    "list_ratings": Example({"ratings": [RATING]}),
    "list_leagues": Example({"leagues": [LEAGUE]}),
    "read_league": Example(STANDINGS),
    "list_nights": Example({"nights": [LISTED]}),
    "create_night": Example(NIGHT, NEW_NIGHT),
    "announce_night": Example(NIGHT, {"text": "Pizza after this round."}),
    "set_night_clock": Example(NIGHT, {"minutes": 20, "at_bell": "hand"}),
    "turn_night_clock": Example(NIGHT, {"turn": "start"}),
    "open_night_sign_up": Example(NIGHT, {"open": True}),
    "substitute_night_player": Example(NIGHT, {"name": "Eli"}),
    "plan_night": Example(NIGHT, {"title": "Club night", "rounds": 3}),
    "read_standings": Example({"over": False, "places": [PLACE]}),
    "start_round": Example(NIGHT, {"number": 1, "early": False}),
    "add_night_players": Example(NIGHT, {"people": ["Eli"]}),
    **{f"{what}_night_player": Example(NIGHT) for what in ("check_in", "remove", "claim", "release")},
    **{name: Example(NIGHT) for name in ("read_night", "open_night_table", "reopen_night")},
    "fix_points": Example(NIGHT, {"table": ID, "side": 0, "points": 7, "reason": "counted again"}),
    "unfix_points": Example(NIGHT, {"table": ID, "side": 0}),
    "list_group_webhooks": Example({"webhooks": [WEBHOOK]}),
    "create_group_webhook": Example(
        {**WEBHOOK, "secret": "whsec_c2VjcmV0", "delivered": 0, "format": "discord"},
        {"url": WEBHOOK["url"], "format": "discord"},
    ),
    "list_night_webhooks": Example({"webhooks": [WEBHOOK]}),
    "create_night_webhook": Example({**WEBHOOK, "secret": "whsec_c2VjcmV0"}, {"url": WEBHOOK["url"]}),
    **{f"read_{of}_webhook": Example(WEBHOOK) for of in ("group", "night")},
    **{f"delete_{of}_webhook": Example() for of in ("group", "night")},
    "end_night": Example(NIGHT, {"early": True}),
}


def headers(operation: Operation, example: Example) -> dict[str, str]:
    """The headers of a request."""
    keyed = any(one.name == "Idempotency-Key" for one in operation.parameters)
    return {
        **({"Idempotency-Key": KEY} if keyed else {}),
        **({"If-Match": example.if_match} if example.if_match else {}),
    }


def text(operation: Operation, path: str) -> str:
    """The example of an operation as HTTP text, and the status of its response."""
    example = EXAMPLES[operation.name]
    lines = [f"{operation.method.upper()} {path}{example.query}"]
    if operation.needs_token:
        lines.append(f"Authorization: Bearer {TOKEN}")
    lines += [f"{name}: {value}" for name, value in headers(operation, example).items()]
    if example.body is not None:
        lines += ["Content-Type: application/json", "", json.dumps(example.body)]
    return "\n".join([*lines, "", f"→ {operation.status}"])


def answered(example: Example) -> Any:
    """The body of the response as JSON; None if it has none or isn't JSON."""
    answer = example.answer() if callable(example.answer) else example.answer
    return None if answer is None else json.loads(Json().render(answer))


def requests(name: str) -> dict[str, Any]:
    """Example bodies of an operation, by name: for a hand or a record one for each game."""
    by_game: dict[str, Callable[[str], Any]] = {
        "add_entry": new_entry,
        "correct_entry": new_entry,
        "create_table": record,
        "score_record": record,
    }
    made = by_game.get(name)
    if made is None:
        return {"example": {"value": EXAMPLES[name].body}}
    return {one: {"summary": variant.title, "value": made(one)} for one, variant in VARIANTS.items()}
