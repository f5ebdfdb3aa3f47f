"""Who may do what: every address and method by every role, and by a phone that has none.

The tables below are the issue's words, not read off the code; an address that is missing here fails.
"""

from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from companion import models, store
from companion.api.urls import urlpatterns as api
from companion.log.rights import ROLES
from companion.log.table import Table
from companion.urls import urlpatterns as everything
from tests.companion.factories import FORM, Phone, hand, let_in, table

pytestmark = pytest.mark.django_db

# Those of the API have a table of their own, in tests/api/test_roles.py.
urlpatterns = [one for one in everything if one not in api]
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
ALL = frozenset(ROLES)
NOT_VIEWERS = ALL - {"viewer"}
OF_HANDS = frozenset(("owner", "scorekeeper"))
OF_BANK = frozenset(("owner", "banker"))
OWNER = frozenset(("owner",))

SEEN = {"GET": ALL, "HEAD": ALL}
OWNED = {"GET": OWNER, "HEAD": OWNER}
HANDS_SEEN = {"GET": OF_HANDS, "HEAD": OF_HANDS}
BANK_SEEN = {"GET": OF_BANK, "HEAD": OF_BANK}
MATRIX: dict[str, dict[str, frozenset[str]]] = {
    "table": SEEN,
    "board": SEEN,
    "after": SEEN,
    "trick": SEEN,
    "follow": SEEN,
    "hands": {**SEEN, "POST": OF_HANDS},
    "hand": HANDS_SEEN,
    "entry": HANDS_SEEN,
    "corrections": {"POST": OF_HANDS},
    "restorations": {"POST": OF_HANDS},
    "adjustments": {**HANDS_SEEN, "POST": OF_HANDS},
    "house_rules": {**OWNED, "POST": OWNER},
    "bank": SEEN,
    "buy_ins": {"POST": OF_BANK},
    "cash_outs": {"POST": OF_BANK},
    "joins": {"POST": OF_BANK},
    "transfers": {"POST": OF_BANK},
    "ends": {"POST": OF_BANK},
    "payouts": {"POST": OF_BANK},
    "chips": {**BANK_SEEN, "POST": OF_BANK},
    "counts": {"POST": OF_BANK},
    "settling": SEEN,
    "payments": {"POST": OF_BANK},
    "books": SEEN,
    "statement": SEEN,
    "books_hledger": SEEN,
    "books_ledger": SEEN,
    "books_beancount": SEEN,
    "books_csv": SEEN,
    "draft": {**SEEN, "POST": OF_HANDS},
    "share": SEEN,
    "links": {"POST": OWNER},
    "recovery": {**OWNED, "POST": OWNER},
    "deletion": {**OWNED, "POST": OWNER},
    "table_group": {**OWNED, "POST": OWNER},
    "put_back": {"POST": OWNER},
    "everyone_out": {"POST": OWNER},
    "phones": {"POST": OWNER},
    "pens": {"POST": OF_HANDS},
    "seats": {"POST": NOT_VIEWERS},
    "disputes": {"POST": NOT_VIEWERS},
    "dispute": SEEN,
    "answers": {"POST": OF_HANDS},
    "recap": SEEN,
    "recap_text": SEEN,
    "carry": SEEN,
    "recap_csv": SEEN,
    "recap_json": SEEN,
    "recap_picture": SEEN,
    "recap_square": SEEN,
    "rows": SEEN,
    "waiting": SEEN,
    "waiting_item": SEEN,
    "conflict": SEEN,
    "outbox": {"POST": ALL},  # each item takes the role of its own: test_outbox.py
}
# Open to every phone: nothing there belongs to a table.
OPEN = {
    "healthz",
    "readyz",
    "home",
    "look",
    "afresh",
    "https",
    "certificate",
    "profile",
    "join",
    "pair",
    "pairing",
    "passkey",
    "use_passkey",
    "link",
    "sheet",
    "rules",
    "rule",
    "new",
    "games",
    "import_game",
    "start_kept",
}
OPEN |= {"carried", "copy", "manifest", "own_person", "own_stats", "running", "samples", "shared", "worker"}
OPEN |= {"ranking", "charts", "rules_trick", "rules_follow"}
OPEN |= {"reading", "reading_board", "reading_sheet"}  # the right is in the address: test_reading.py
OPEN |= {"groups", "groups_kept", "group_link", "all_games"}
ONLY_CHIPS = {
    *("bank", "buy_ins", "cash_outs", "joins", "transfers", "ends", "payouts", "chips", "counts"),
    *("settling", "payments", "books", "statement"),
    *("books_hledger", "books_ledger", "books_beancount", "books_csv"),
}
DONE = {200, 303, 409, 422}
# Groups have roles of their own: test_group_access.py; so have their nights: test_night_rooms.py.
ELSEWHERE = {"group_id", "night_id"}


def of_a_table(patterns: list[Any]) -> dict[str, URLPattern]:
    """The addresses that lead to one table, by name."""
    return {
        str(one.name): one
        for one in patterns
        if isinstance(one, URLPattern) and "table_id" in one.pattern.converters
    }


def test_every_address_is_in_the_table_or_open_to_all() -> None:
    found = [one for one in urlpatterns if isinstance(one, URLPattern)]
    assert len(found) == len(urlpatterns), "an address that is included from elsewhere needs a table too"
    named = [one for one in found if one.name]  # the others are spellings of these
    names = {str(one.name) for one in named if ELSEWHERE.isdisjoint(one.pattern.converters)}
    assert set(of_a_table(urlpatterns)) == set(MATRIX)
    assert names - set(MATRIX) == OPEN


def played(variant: str) -> Table:
    if variant == "buck":
        return table(variant=variant, entries=[hand(variant)])
    bought = [{"kind": "buy-in", "player": name, "chips": 50} for name in ("Ann", "Bo", "Cy", "Dee")]
    return table(variant=variant, entries=[*bought, hand(variant)])


def form(made: Table, name: str) -> dict[str, str]:
    """Something that each address takes, or at least understands."""
    guest = models.Phone.objects.filter(game__public_id=made.id).latest("pk")
    dispute = models.Dispute.objects.filter(game__public_id=made.id).first()
    return {
        **{"key": store.new_key(), "seen": "0", "target": str(made.version), "strike": "1"},
        **{"role": "scorekeeper" if name == "pens" else "viewer", "phone": str(guest.pk)},
        **{"seat": "Ann", "seq": str(made.version), "words": "two, not three"},
        **{"dispute": str(dispute.pk if dispute else 0), "answer": "three"},
    }


def asking(name: str, method: str) -> list[str]:
    """Who asks, the owner last: two are enough where a method is for nobody, and to see HEAD follow GET."""
    everyone = method in MATRIX[name] and method != "HEAD"
    return ["outsider", *(role for role in ROLES if everyone and role != "owner"), "owner"]


@pytest.mark.alike
@pytest.mark.parametrize("name", MATRIX)
def test_an_address_answers_to_its_roles_and_to_nobody_else(name: str) -> None:
    made = played("poker-chips" if name in ONLY_CHIPS else "buck")
    phones: dict[str, Client] = {"owner": Phone("ann"), "outsider": Phone("eve")}
    phones |= {role: let_in(made, role, role) for role in ROLES if role != "owner"}
    let_in(made, "guest", "player")
    given = {"table_id": made.id, "number": 1, "seq": made.version, "seat": 1}
    place = reverse(
        name, kwargs={one: given[one] for one in of_a_table(urlpatterns)[name].pattern.converters}
    )
    for method in METHODS:
        rows = models.Entry.objects.count()
        for role in asking(name, method):
            response = phones[role].generic(method, place, **body(made, name, method))
            assert (method, role, kind(response.status_code)) == (method, role, expected(name, method, role))
        if name not in ("corrections", "ends"):
            assert models.Entry.objects.count() == rows


def body(made: Table, name: str, method: str) -> dict[str, Any]:
    if method in ("GET", "HEAD"):
        return {}
    return {"data": urlencode(form(made, name)), "content_type": FORM}


def kind(status: int) -> str:
    return (
        "done" if status in DONE else {403: "not your role", 404: "no table", 405: "no such method"}[status]
    )


def expected(name: str, method: str, role: str) -> str:
    if method not in MATRIX[name]:
        return "no such method"
    if role == "outsider":
        return "no table"
    return "done" if role in MATRIX[name][method] else "not your role"
