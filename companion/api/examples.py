"""Examples of requests and responses. Tests send every request as it is.

Hands and records come from the games' own examples; responses are made by the code of real ones, from a table
that isn't in the database.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import cache
from typing import Any

from companion.access import roles
from companion.access.links import EVENING
from companion.api import readings, serializers, shapes, variants
from companion.api.example import AT, ID, KEY, LINK, POINTS, SHEET, TOKEN, WEBHOOK, Example, page, posted
from companion.api.examples_of_groups import GROUPS
from companion.api.formats import Json
from companion.api.people import seats_of
from companion.api.progress import in_progress
from companion.api.record_schema import ways_of
from companion.log.progress import StoredProgress
from companion.log.table import Row, full_header
from companion.log.table import table as table_of
from companion.log.viewer import View, Viewer
from companion.recap import bgstats
from scoring import VARIANTS, Variant, from_json, replay
from scoring.bank_rules import BUY_IN
from scoring.fields import ByName, Flag, Player, Whole, Word
from scoring.record import FORMAT

PEOPLE = ("Ann", "Bo", "Cy", "Dee", "Eli", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")
MESSAGE = {"table": ID, "version": 13, "number": 12, "change": "correction"}
POKE = 'id: 12\nevent: poke\ndata: {"table": "' + ID + '", "version": 12}\n\n'


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
def sample(name: str) -> View:
    """A table with the example record, as seen by its host."""
    given = from_json(record(name))
    device = "host"
    rows = [
        Row(seq, None, json.dumps(entry), AT, device, roles.OWNER)
        for seq, entry in enumerate(record(name)["entries"], 1)
    ]
    made = table_of(ID, json.dumps(full_header(given)), rows)
    seats = {device: players(VARIANTS[name])[0]}
    return View(made, Viewer(device, frozenset([roles.OWNER]), seats, revision=0, author=device))


CHIPS = next((name for name, variant in VARIANTS.items() if variant.has_bank), POINTS)
ANN, BO = PEOPLE[:2]
DELETED = shapes.DeletedTable(
    id=ID, variant=POINTS, title="Thursday", players=[ANN, BO], deleted_at=AT, until=AT + timedelta(days=30)
)
DISPUTE = shapes.Dispute(
    id=1,
    number=1,
    hand=1,
    reason="Bo won four.",
    at=AT,
    role=roles.PLAYER,
    seat=BO,
    mine=False,
    open=True,
    end="",
    ended_at=None,
    answer="",
)
PHONE = shapes.Phone(
    id=7, roles=[roles.SCOREKEEPER], seat=BO, connected=True, removed=False, mine=False, program=False
)
COLORS = [{"color": "red", "value": 5, "number": 100}, {"color": "white", "value": 1, "number": 150}]
CHIP_SET = {"version": 1, "colors": [{**one, "left": one["number"]} for one in COLORS], "counted": True}
PAYOUT = shapes.Payout(
    item=0,
    source="bank",
    target=ANN,
    chips=48,
    rule=BUY_IN,
    reason="buys in",
    give={"red": 9, "white": 3},
    back={},
    missing=0,
    paid=True,
)
BILL = shapes.Bill(number=1, revision="1234567", title="Ann buys in", corrected=False, payouts=[PAYOUT])
SETTLEMENT = shapes.Settlement(
    over=True,
    revision="7654321",
    cents=5,
    results={ANN: 12, BO: -12},
    through_bank=[
        shapes.Payment(item=0, source=BO, target="bank", chips=12, paid=True),
        shapes.Payment(item=1, source="bank", target=ANN, chips=12, paid=False),
    ],
    among_players=[shapes.Payment(item=2, source=BO, target=ANN, chips=12, paid=False)],
)


def _result() -> Any:
    table = sample(POINTS).table
    return serializers.result(table, {"number": 1, "version": table.version})


def _restored() -> Any:
    table = sample(POINTS).table
    for restores in (False, True):
        table = table.with_row(Row(table.version + 1, 1, "", AT, "host", roles.OWNER, restores))
    return serializers.result(table, {"number": 1, "version": table.version})


def _logged() -> Any:
    view = sample(POINTS)
    return serializers.logged(view, view.table.entries[0], KEY)


def _journal() -> Any:
    view = sample(POINTS)
    return readings.journal(view, {row.seq: KEY for row in view.table.rows})


def _new_table() -> Any:
    table = sample(POINTS).table
    return shapes.NewTable(id=ID, version=table.version, standing=serializers.standing(table), token=TOKEN)


def _summary() -> Any:
    return page(shapes.TablePage, serializers.summary(sample(POINTS).table))


def _progress() -> Any:
    table = sample(POINTS).table
    return in_progress(table, StoredProgress(players=table.state.players))


AT_ONE = {"If-Match": '"1"'}
SAVED = {"If-Match": "*"}
EXAMPLES: dict[str, Example] = {
    "create_table": posted(record(POINTS), _new_table, token=False),
    "list_tables": Example(answer=_summary, query="?limit=10"),
    "read_table": Example(answer=lambda: serializers.details(sample(POINTS))),
    "rename_table": Example(answer=lambda: serializers.details(sample(POINTS)), body={"title": "Thursday"}),
    "delete_table": Example(204),
    "list_deleted_tables": Example(answer=lambda: shapes.DeletedTableList(tables=[DELETED])),
    "restore_table": Example(answer=lambda: serializers.details(sample(POINTS))),
    "read_record": Example(answer=_journal, query="?journal=true"),
    "read_standing": Example(answer=lambda: serializers.standing(sample(POINTS).table), query="?after=1"),
    "list_entries": Example(answer=lambda: page(shapes.EntryPage, _logged()), query="?limit=10"),
    "add_entry": posted(hand(POINTS), _result),
    "read_entry": Example(answer=_logged),
    "correct_entry": Example(200, _result, {**hand(POINTS), "note": "counted again"}, AT_ONE),
    "remove_entry": Example(answer=_result, headers=AT_ONE),
    "restore_entry": Example(200, _restored, headers={"Idempotency-Key": KEY, "If-Match": '"2"'}),
    "export_sheet": Example(),
    "export_recap": Example(),
    "export_hledger": Example(variant=CHIPS),
    "export_beancount": Example(variant=CHIPS),
    "export_journal_csv": Example(variant=CHIPS),
    "export_bgstats": Example(answer=lambda: bgstats.play(sample(POINTS).table), over=True),
    "read_progress": Example(answer=_progress),
    "replace_progress": Example(200, _progress, {"moves": []}),
    "discard_progress": Example(204),
    "list_links": Example(answer=lambda: shapes.LinkList(links=[shapes.Link(**LINK)])),
    "renew_link": posted({"role": roles.VIEWER}, lambda: LINK),
    "end_link": Example(200, lambda: {**LINK, "ends_at": AT}, {"role": roles.VIEWER, "ends": EVENING}),
    "remove_everyone": Example(
        200,
        lambda: shapes.LinkList(links=[shapes.Link(**LINK)]),
        headers={"Idempotency-Key": KEY},
    ),
    "read_recovery": Example(answer=lambda: shapes.RecoveryState(made_at=AT, used_at=None)),
    "make_recovery": Example(201, lambda: shapes.RecoverySheet(**SHEET), headers={"Idempotency-Key": KEY}),
    "recover": Example(
        200,
        lambda: shapes.Recovered(table=ID, group=None, deleted=False, token=TOKEN),
        {"code": SHEET["code"]},
        {"Idempotency-Key": KEY},
        token=False,
    ),
    "withdraw_link": Example(204, query="?role=viewer"),
    "join_table": Example(200, lambda: shapes.JoinedTable(table=ID, roles=[roles.VIEWER])),
    "list_seats": Example(answer=lambda: seats_of(sample(POINTS))),
    "claim_seat": Example(200, lambda: seats_of(sample(POINTS)), {"player": ANN}),
    "leave_seat": Example(204),
    "list_phones": Example(
        answer=lambda: shapes.PhoneList(count=1, next=None, previous=None, phones=[PHONE])
    ),
    "update_phone": Example(200, lambda: replace(PHONE, roles=[], removed=True), {"removed": True}),
    "give_role": Example(answer=lambda: PHONE),
    "take_role": Example(answer=lambda: replace(PHONE, roles=[roles.PLAYER])),
    "list_disputes": Example(answer=lambda: shapes.DisputeList(disputes=[DISPUTE])),
    "open_dispute": posted({"number": 1, "reason": DISPUTE.reason}, lambda: DISPUTE),
    "read_dispute": Example(answer=lambda: DISPUTE),
    "answer_dispute": Example(200, lambda: DISPUTE, {"answer": "We counted them: three."}),
    "withdraw_dispute": Example(204),
    "read_chips": Example(answer=lambda: CHIP_SET, variant=CHIPS),
    "save_chips": Example(200, lambda: CHIP_SET, {"colors": COLORS}, SAVED, variant=CHIPS),
    "count_chips": Example(200, lambda: CHIP_SET, {"left": {"red": 100, "white": 150}}, SAVED, variant=CHIPS),
    "list_payouts": Example(answer=lambda: shapes.BillList(bills=[BILL]), query="?entry=1", variant=CHIPS),
    "tick_payouts": Example(200, lambda: BILL, {"revision": BILL.revision, "paid": [0]}, variant=CHIPS),
    "read_settlement": Example(answer=lambda: SETTLEMENT, variant=CHIPS),
    "tick_settlement": Example(
        200, lambda: SETTLEMENT, {"revision": SETTLEMENT.revision, "paid": [0]}, variant=CHIPS, over=True
    ),
    "list_webhooks": Example(answer=lambda: shapes.WebhookList(webhooks=[shapes.Webhook(**WEBHOOK)])),
    "create_webhook": posted({"url": WEBHOOK["url"]}, lambda: {**WEBHOOK, "secret": "whsec_c2VjcmV0"}),
    "read_webhook": Example(answer=lambda: WEBHOOK),
    "delete_webhook": Example(204),
    "list_games": Example(answer=variants.games, token=False),
    "read_game": Example(answer=lambda: variants.described_game(VARIANTS[POINTS]), token=False),
    "score_record": Example(
        200, lambda: replay(from_json(record(POINTS))).as_json(), record(POINTS), token=False
    ),
    "read_schema": Example(token=False),
    "read_record_schema": Example(token=False),
    **GROUPS,
}


def text(method: str, path: str, example: Example) -> str:
    """The example as HTTP text, and the status of its response."""
    lines = [f"{method} {path}{example.query}"]
    if example.token:
        lines.append(f"Authorization: Bearer {TOKEN}")
    lines += [f"{name}: {value}" for name, value in example.headers.items()]
    if example.body is not None:
        lines += ["Content-Type: application/json", "", json.dumps(example.body)]
    return "\n".join([*lines, "", f"→ {example.status}"])


def answered(example: Example) -> Any:
    """The body of the response as JSON; None if it has none or isn't JSON."""
    return json.loads(Json().render(example.answer())) if example.answer else None


def requests(name: str) -> dict[str, Any]:
    """Example bodies of an operation, by name: for a hand or a record one for each game."""
    made = {"add_entry": hand, "correct_entry": hand, "create_table": record, "score_record": record}.get(
        name
    )
    if made is None:
        return {"example": {"value": EXAMPLES[name].body}}
    return {one: {"summary": variant.title, "value": made(one)} for one, variant in VARIANTS.items()}


def add(operation: dict[str, Any]) -> None:
    """Add examples of request and response to an operation of the document."""
    name = operation["operationId"]
    for content in operation.get("requestBody", {}).get("content", {}).values():
        content["examples"] = requests(name)
    value = answered(EXAMPLES[name])
    content = operation["responses"][str(EXAMPLES[name].status)].get("content", {})
    if value is not None:
        content["application/json"]["examples"] = {"example": {"value": value}}
