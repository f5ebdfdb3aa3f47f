"""Who may do what by the API: every address and method by every role, and by who has none.

The table is the issue's words, not read off the code; an address that is missing here fails.
"""

from collections.abc import Iterable
from typing import Any

import pytest
from django.http import Http404
from django.urls import URLPattern, reverse

from companion import models, store
from companion.api.urls import urlpatterns
from companion.forms.progress import replacing
from companion.log.progress import StoredProgress, standing
from companion.log.rights import LINKED, ROLES, View
from companion.log.table import Table
from companion.store import disputes as store_disputes
from companion.store import group_starts, links, progress, webhooks
from tests.api.client import Program, joined, owned, program
from tests.api.test_group_roles import MATRIX as OF_GROUPS
from tests.api.test_group_roles import OF_A_TOKEN as OF_A_TOKEN_TOO
from tests.companion.factories import device, hand, table

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
ALL = frozenset(ROLES)
OF_HANDS = frozenset(("owner", "scorekeeper"))
OF_BANK = frozenset(("owner", "banker"))
SITTING = ALL - {"viewer"}
OWNER = frozenset(("owner",))
SEEN = {"GET": ALL, "HEAD": ALL}
OWNED = {"GET": OWNER, "HEAD": OWNER}
MATRIX: dict[str, dict[str, frozenset[str]]] = {
    "api_read_table": {**SEEN, "DELETE": OWNER},
    "api_restore_table": {"POST": OWNER},
    "api_rename_table": {"PUT": OWNER},
    "api_move_table": {"PUT": OWNER, "DELETE": OWNER},
    "api_read_record": SEEN,
    "api_read_standing": SEEN,
    "api_read_recap": SEEN,
    "api_export_picture": SEEN,
    "api_list_entries": {**SEEN, "POST": OF_HANDS},
    "api_read_entry": {**SEEN, "PUT": OF_HANDS, "DELETE": OF_HANDS},
    "api_restore_entry": {"POST": OF_HANDS},
    "api_export_sheet": SEEN,
    "api_export_recap": SEEN,
    "api_export_hledger": SEEN,
    "api_export_beancount": SEEN,
    "api_export_journal_csv": SEEN,
    "api_export_bgstats": SEEN,
    "api_read_progress": {**SEEN, "PUT": OF_HANDS, "DELETE": OF_HANDS},
    "api_list_seats": SEEN,
    "api_claim_seat": {"PUT": SITTING, "DELETE": SITTING},
    "api_list_phones": SEEN,
    "api_create_ticket": {"POST": ALL},
    "api_update_phone": {"PUT": OWNER},
    "api_give_role": {"PUT": OF_HANDS, "DELETE": OWNER},
    "api_list_disputes": {**SEEN, "POST": SITTING},
    "api_read_dispute": {**SEEN, "DELETE": SITTING},
    "api_answer_dispute": {"PUT": OF_HANDS},
    "api_read_chips": {**SEEN, "PUT": OF_BANK},
    "api_count_chips": {"PUT": OF_BANK},
    "api_list_payouts": SEEN,
    "api_tick_payouts": {"PUT": OF_BANK},
    "api_read_settlement": {**SEEN, "PUT": OF_BANK},
    "api_list_links": {**OWNED, "POST": OWNER, "PUT": OWNER, "DELETE": OWNER},
    "api_read_recovery": {**OWNED, "POST": OWNER},
    "api_remove_everyone": {"POST": OWNER},
    "api_list_webhooks": {**OWNED, "POST": OWNER},
    "api_read_webhook": {**OWNED, "DELETE": OWNER},
}
# For everybody, token or not; the list of tables takes any token that opens one.
OPEN = {"api_read_start", "api_docs", "api_guide", "api_problem", "api_read_schema", "api_read_record_schema"}
OPEN |= {"api_list_games", "api_read_game", "api_score_record"}
OF_A_TOKEN = {"api_list_tables", "api_join_table", "api_recover", "api_list_deleted_tables"}
BOOKS = {"api_export_hledger", "api_export_beancount", "api_export_journal_csv"}
BANK = {"api_read_chips", "api_count_chips", "api_list_payouts", "api_tick_payouts", "api_read_settlement"}
OF_A_DISPUTE = {"api_read_dispute", "api_answer_dispute"}
# What changes nothing is asked of one table of its kind; each of the others has its own.
ONLY_READ = [name for name in MATRIX if set(MATRIX[name]) <= {"GET", "HEAD"} and name != "api_export_bgstats"]
OF_CHIPS = [name for name in ONLY_READ if name in BOOKS | BANK]
OF_POINTS = [name for name in ONLY_READ if name not in OF_CHIPS]
TOGETHER = [OF_CHIPS, OF_POINTS, *([name] for name in MATRIX if name not in ONLY_READ)]
# What is sent; by roles that may not, an entry that would be fine.
DONE = {200, 201, 204, 412, 422}
KINDS = {401: "no token", 403: "not your role", 404: "no table", 405: "no such method"}


def of_a_table() -> dict[str, URLPattern]:
    return {
        str(one.name): one
        for one in urlpatterns
        if isinstance(one, URLPattern)
        and "table_id" in one.pattern.converters
        and "night_id" not in one.pattern.converters
    }


def test_every_address_is_in_the_table_or_open() -> None:
    names = {str(one.name) for one in urlpatterns if isinstance(one, URLPattern)}
    assert len(names) == len(urlpatterns), "an address that is included from elsewhere needs a table too"
    assert set(of_a_table()) == set(MATRIX)
    assert names - set(MATRIX) - set(OF_GROUPS) == OPEN | OF_A_TOKEN | OF_A_TOKEN_TOO


def played(by: Program, name: str) -> Table:
    if name == "api_export_bgstats":
        return owned(by, variant="buck", entries=[{**hand("buck"), "tricks": {"Ann": 5}}])
    if name in BOOKS | BANK:
        bought = [{"kind": "buy-in", "player": one, "chips": 50} for one in ("Ann", "Bo", "Cy", "Dee")]
        over = [{"kind": "end"}] if name == "api_read_settlement" else []
        return owned(by, variant="poker-chips", entries=[*bought, *over])
    made = owned(by, variant="buck", entries=[hand("buck", number) for number in range(len(ROLES) * 2)])
    return made


def everybody(made: Table, owner: Program) -> dict[str, Program]:
    """A program of every role, one of another table, one with a made-up token, one without."""
    found = links.invitations(store.load(owner.device, made.id))
    outsider = program("eve")
    table(device=outsider.device)
    guests = {role: joined(found[role].token) for role in LINKED}
    nobody = {"outsider": outsider, "unknown": program("nobody"), "nobody": Program()}
    return {**nobody, **guests, "owner": owner}


def asking(name: str, method: str, people: Iterable[str]) -> list[str]:
    """Who asks: no other role where a method is for nobody, or to see HEAD follow GET."""
    everyone = method in MATRIX[name] and method != "HEAD"
    return [role for role in people if everyone or role not in LINKED]


def begin_draft(view: View) -> None:
    kept = progress.of_table(view.table)
    if not kept.moves:
        offer = standing(view.table, StoredProgress()).allowed[0]
        progress.change(view, replacing(kept.rev, [offer.move]))


@pytest.mark.parametrize("names", TOGETHER, ids=lambda names: names[0])
def test_an_address_answers_to_its_roles_and_to_nobody_else(names: list[str]) -> None:
    ann = program()
    made = played(ann, names[0])
    people = everybody(made, ann)
    for name in names:
        answers_to_its_roles(name, made, ann, people)


def answers_to_its_roles(name: str, made: Table, ann: Program, people: dict[str, Program]) -> None:
    for method in METHODS:
        for role in asking(name, method, people):
            asks = people[role]
            now = store.load(ann.device, made.id)
            if name == "api_read_progress":
                begin_draft(now)
            if name == "api_read_table" and method == "DELETE" and role == "owner":
                now = store.load(ann.device, played(ann, name).id)  # another one, which is gone then
            rows = models.Entry.objects.count()
            dispute = opened(now.table, asks) if name in OF_A_DISPUTE else 1
            at, sent = address(name, now, dispute), body(name, method, now.table)
            answer = asks.ask(method, at, sent, if_match="*")
            told = (name, method, role, kind(answer.status_code))
            assert told == (name, method, role, expected(name, method, role)), answer.content
            changed = kind(answer.status_code) == "done" and name in ("api_list_entries", "api_read_entry")
            assert changed or models.Entry.objects.count() == rows
        if MATRIX[name].keys() & {method} - {"GET", "HEAD"}:
            people = everybody(made, ann)  # somebody may be out, a link may be a new one


def opened(made: Table, asks: Program) -> int:
    """A dispute of the first hand, by who asks if they may, or else by the owner; its id."""
    models.Dispute.objects.all().delete()
    by = asks if people_may_sit(made, asks) else Program(f"token-of-ann-{'x' * 17}")
    store_disputes.dispute(store.load(by.device, made.id), store.new_key(), 1, "miscounted")
    return store_disputes.of_table(made)[-1].number


def people_may_sit(made: Table, asks: Program) -> bool:
    try:
        return store.load(asks.device, made.id).viewer.may_sit
    except Http404:
        return False


def another_phone(made: Table) -> int:
    """A phone that nobody here asks by, as a player."""
    game = models.Game.objects.get(public_id=made.id)
    phone, _new = models.Phone.objects.update_or_create(
        game=game, device="another phone", defaults={"out": False}
    )
    models.Access.objects.get_or_create(phone=phone, role="player")
    return int(phone.pk)


def address(name: str, view: View, dispute: int = 1) -> str:
    made = view.table
    given: dict[str, Any] = {"table_id": made.id, "number": made.last.seq if made.last else 1}
    given["dispute_id"] = dispute
    if name in ("api_update_phone", "api_give_role"):
        given.update(phone_id=another_phone(made), role="scorekeeper")
    if name == "api_tick_payouts":
        given["number"] = 1
    if name == "api_read_webhook":
        given["hook_id"] = next((one.id for one in webhooks.hooks(view)), "") or webhooks.add(
            view, "https://example.org/"
        )
    known = of_a_table()[name].pattern.converters
    found = reverse(name, kwargs={one: given[one] for one in known}).removeprefix("/api/v1/")
    return found


def body(name: str, method: str, made: Table) -> Any:
    if method not in ("POST", "PUT"):
        return None
    colors = [{"color": "white", "value": 1, "number": 500}]
    said: dict[str, Any] = {
        "api_list_links": {"role": "viewer"},
        "api_list_webhooks": {"url": "https://example.org/"},
        "api_read_progress": {"moves": []},
        "api_rename_table": {"title": "Friday"},
        "api_move_table": {"group": thursday()},
        "api_claim_seat": {"player": "Ann"},
        "api_update_phone": {"removed": True},
        "api_list_disputes": {"number": 1, "reason": "miscounted"},
        "api_answer_dispute": {"answer": "it stays"},
        "api_read_chips": {"colors": colors},
        "api_count_chips": {"left": dict.fromkeys(("black", "green", "blue", "red", "white"), 1)},
        "api_tick_payouts": {"revision": "0", "paid": []},
        "api_read_settlement": {"revision": "0", "paid": []},
    }
    return said.get(name, hand("buck"))


def thursday() -> str:
    """A group of this program."""
    return group_starts.create(program().device, store.new_key(), "Thursday", program=True)


def kind(status: int) -> str:
    return "done" if status in DONE else KINDS[status]


def expected(name: str, method: str, role: str) -> str:
    if role == "unknown":
        return "no token"
    if method not in MATRIX[name]:
        return "no such method"
    if role in ("nobody", "outsider"):
        return {"nobody": "no token", "outsider": "no table"}[role]
    return "done" if role in MATRIX[name][method] else "not your role"


@pytest.mark.parametrize("name", sorted(OPEN))
def test_what_is_open_needs_no_token(name: str) -> None:
    given = {"api_read_game": ["buck"], "api_problem": ["refused"]}.get(name, [])
    place = reverse(name, args=given).removeprefix("/api/v1/")
    method = "POST" if name == "api_score_record" else "GET"
    assert Program().ask(method, place, {} if method == "POST" else None).status_code in (200, 422)


def test_the_list_of_tables_needs_a_token_that_opens_one() -> None:
    ann = program()
    assert Program().ask("GET", "tables/").status_code == 401
    assert ann.ask("GET", "tables/").status_code == 401
    owned(ann)
    assert ann.ask("GET", "tables/").json()["count"] == 1


@pytest.mark.parametrize("kind", ["buy-in", "cash-out", "join", "transfer", "end"])
def test_entries_of_the_bank_are_for_owner_and_banker(kind: str) -> None:
    ann = program()
    bought = [{"kind": "buy-in", "player": name, "chips": 50} for name in ("Ann", "Bo", "Cy", "Dee")]
    said: dict[str, dict[str, Any]] = {
        "buy-in": {"player": "Ann", "chips": 5},
        "cash-out": {"player": "Dee"},
        "join": {"player": "Eli", "left_of": "Ann"},
        "transfer": {"from": "Ann", "to": "Bo", "chips": 1, "reason": "lost a bet"},
        "end": {},
    }
    made = owned(ann, variant="poker-chips", entries=bought)
    found = {}
    for role, asks in everybody(made, ann).items():
        entry = {"kind": kind, **said[kind]}
        found[role] = asks.ask("POST", f"tables/{made.id}/entries/", entry).status_code
        last = store.load(ann.device, made.id).table
        if found[role] == 201 and last.last:
            store.save(ann.device, made.id, store.new_key(), store.Change(last.version, last.last.seq, None))
    allowed = {"owner": 201, "banker": 201}
    refused = {"scorekeeper": 403, "player": 403, "viewer": 403}
    assert found == {**allowed, **refused, "outsider": 404, "unknown": 401, "nobody": 401}


def test_a_cookie_opens_nothing_here_and_none_is_given() -> None:
    made = table(device=device())
    asks = Program()
    asks.cookies["bower-device"] = "anything"
    answer = asks.ask("GET", f"tables/{made.id}/")
    assert (answer.status_code, answer.cookies) == (401, {})
