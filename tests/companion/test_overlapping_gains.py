"""Requests of one phone that overlap, each of which gains a role: in the end one phone has all of it.

Two tabs: each request has the old cookie, and the browser keeps that of the answer that comes last.
"""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import combinations_with_replacement, count
from threading import Barrier

import pytest
from django.core.cache import caches
from django.db import connections, transaction
from django.urls import reverse

from companion import models, store
from companion.access import devices
from companion.log.table import Table
from companion.models import tables
from companion.store import changes, groups, links
from tests.companion import test_group_recovery, test_pairing, test_recovery
from tests.companion.factories import Phone, group, let_in, table, view
from tests.effort import THOROUGH, examples

PLAYERS = ["Ann", "Bo", "Cy", "Dee"]
HEADER = json.dumps({"format": "bower.game/1", "variant": "buck", "players": PLAYERS})
NEXT = count()

# What a tab sends; the page that is then open for the phone, and would be for nobody with less.
Gain = Callable[[Phone], str]


def by_form(path: str, room: str, form: dict[str, object]) -> Gain:
    """*room*: the name of the page, at the place to which the answer leads."""

    def send(tab: Phone) -> str:
        answer = tab.post(path, form)
        assert answer.status_code == 303, answer.text
        return reverse(room, args=[answer.headers["Location"].split("/")[2]])

    return send


def by_outbox() -> Gain:
    body: dict[str, object] = {"header": HEADER, "bodies": [], "chips_of": None}
    item = json.dumps({"table": tables.new_id(), "what": "game", "key": store.new_key(), "body": body})
    return lambda tab: reverse("share", args=[tab.post("/outbox/", item, "application/json").json()["table"]])


def by_pairing() -> Gain:
    giver = Phone(f"giver {next(NEXT)}")
    place = reverse("share", args=[table(device=giver.device).id])
    typed = test_pairing.shown(giver)
    return lambda tab: {200: place}[tab.post("/join/", {"code": typed}).status_code]


def by_link() -> Gain:
    made = table()
    token = links.invitations(view(made))["player"].token
    return lambda tab: tab.get(f"/J/{token}").headers["Location"]


def by_code(room: str, typed: str) -> Gain:
    return by_form("/join/", room, {"code": typed})


def game() -> dict[str, object]:
    return {"variant": "buck", "players": PLAYERS, "key": store.new_key(), "dealer": "1"}


GAINS: dict[str, Callable[[Table], Gain]] = {
    "start": lambda _at: by_form("/games/", "share", game()),
    "import": lambda _at: by_form("/games/imports/", "share", {"text": HEADER, "key": store.new_key()}),
    "outbox": lambda _at: by_outbox(),
    "link": lambda _at: by_link(),
    "code": lambda _at: by_code("table", links.invitations(view(table()))["player"].code),
    "same": lambda at: by_code("table", links.invitations(view(at))["scorekeeper"].code),
    "pairing": lambda _at: by_pairing(),
    "sheet": lambda _at: by_code("share", test_recovery.printed(table())),
    "group": lambda _at: by_form("/groups/", "group_share", {"title": "Sunday", "key": store.new_key()}),
    "group link": lambda _at: by_code("group", links.invitations(group())["scorekeeper"].token),
    "group sheet": lambda _at: by_code("group_share", test_group_recovery.printed(group())),
    "seat": lambda at: by_form(reverse("seats", args=[at.id]), "table", {"seat": PLAYERS[next(NEXT) % 4]}),
}
AFTER = dict(zip(GAINS, [*[*GAINS][1:], *[*GAINS][:1]], strict=True))
# All under HYPOTHESIS_PROFILE=thorough, else each of them with itself and with the ones before and after it.
PAIRS = [
    pair
    for pair in combinations_with_replacement(GAINS, 2)
    if examples(THOROUGH) >= THOROUGH or pair[1] in (pair[0], AFTER[pair[0]]) or AFTER[pair[1]] == pair[0]
]


class Held(changes.Here):
    """A request is about to write: another one is handled first, from its beginning to its answer."""

    def __init__(self, other: Callable[[], None]) -> None:
        self.others, self.is_inside = [other], False

    @property
    def inside(self) -> bool:
        while self.others:
            self.others.pop()()
        return self.is_inside

    @inside.setter
    def inside(self, value: bool) -> None:
        self.is_inside = value


class Overlap:
    """A phone with a table, and what two of its tabs are about to gain."""

    def __init__(self, *kinds: str) -> None:
        caches["failures"].clear()
        self.older = table()
        self.name = f"bo {next(NEXT)}"
        self.browser, self.planted = let_in(self.older, self.name, "banker"), Phone(self.name)
        self.tabs = [Phone(self.name) for _kind in kinds]
        self.gains = [GAINS[kind](self.older) for kind in kinds]
        self.places = [""] * len(kinds)
        self.roles = {"banker", "scorekeeper"} if "same" in kinds else {"banker"}
        self.has_seat = "seat" in kinds

    def send(self, number: int) -> None:
        self.places[number] = self.gains[number](self.tabs[number])

    def answered(self, *numbers: int) -> None:
        """These answers come to the browser, in this order."""
        for number in numbers:
            self.browser.cookies.update(self.tabs[number].cookies)

    def check(self) -> None:
        """All is the phone's, and whoever knows its old cookie has nothing of what it gained."""
        older = reverse("table", args=[self.older.id])
        for place in (*self.places, older):
            assert self.browser.get(place).status_code == 200, place
        mine = models.Phone.objects.get(game__public_id=self.older.id, device=self.browser.device)
        assert bool(mine.seat) is self.has_seat
        assert set(mine.accesses.values_list("role", flat=True)) == self.roles
        gained = {*self.places} - {older}
        tokens = {one.value for name, one in self.browser.cookies.items() if devices.GAINED in name}
        assert tokens <= {self.browser.cookies[devices.COOKIE].value, ""}, "all others are gone"
        assert {self.planted.get(place).status_code for place in gained} <= {404}


@pytest.fixture(autouse=True)
def nobody_has_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.access.limits.time.time", lambda: 1_800_000_030.0)


@contextmanager
def held_for(other: Callable[[], None]) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(changes, "HERE", Held(other))
        yield


@pytest.mark.django_db
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_of_two_requests_that_overlap_nothing_is_lost(pair: tuple[str, str]) -> None:
    overlap = Overlap(*pair)
    with held_for(partial(overlap.send, 1)):
        overlap.send(0)
    both_saved = transaction.savepoint()
    for order in ((0, 1), (1, 0)):
        overlap.browser = Phone(overlap.name)
        overlap.answered(*order)
        overlap.check()
        transaction.savepoint_rollback(both_saved)


@pytest.mark.django_db
@pytest.mark.parametrize("kinds", [*AFTER.items()], ids="-".join)
def test_an_answer_that_is_lost_takes_nothing_and_the_request_may_be_sent_again(
    kinds: tuple[str, str],
) -> None:
    for lost in (0, 1):
        overlap = Overlap(*kinds)
        with held_for(partial(overlap.send, 1)):
            overlap.send(0)
        overlap.answered(1 - lost)
        older = reverse("table", args=[overlap.older.id])
        for place in (overlap.places[1 - lost], older):
            gained_there = kinds[lost] == "same" and place == older  # closed to the cookie before, as it must
            assert gained_there or overlap.browser.get(place).status_code == 200, place
        overlap.tabs[lost] = overlap.browser
        overlap.send(lost)
        overlap.check()


@pytest.mark.django_db
def test_of_three_requests_and_an_answer_lost_while_they_become_one_nothing_is_lost() -> None:
    overlap = Overlap("link", "sheet", "group sheet")
    for number in range(3):
        overlap.send(number)
    overlap.answered(0, 1)
    kept = {name: one.value for name, one in overlap.browser.cookies.items()}
    assert overlap.browser.get(overlap.places[0]).status_code == 200
    overlap.browser.cookies.clear()
    overlap.browser.cookies.load(kept)  # that answer never came
    overlap.answered(2)
    overlap.check()


@pytest.mark.django_db
def test_of_a_gain_whose_answer_is_lost_while_a_phone_becomes_one_nothing_is_lost() -> None:
    overlap = Overlap("link", "sheet", "group sheet")
    for number in (0, 1):
        overlap.send(number)
    overlap.answered(0, 1)
    overlap.tabs[2].cookies.update(overlap.browser.cookies)
    overlap.send(2)  # it shows two tokens, and its answer never comes
    third = overlap.places.pop()
    overlap.check()
    assert overlap.gains[2](overlap.browser) == third
    overlap.places.append(third)
    overlap.check()


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["table", "group"])
def test_a_sheet_whose_answer_is_lost_still_works_after_another_role_there(kind: str) -> None:
    made, found, overlap = table(), group(), Overlap("sheet", "link")
    sheet = test_recovery.printed(made) if kind == "table" else test_group_recovery.printed(found)
    role = links.invitations(view(made) if kind == "table" else found)["player"]
    overlap.gains[0] = by_code("share" if kind == "table" else "group_share", sheet)
    overlap.gains[1] = by_code(kind if kind == "table" else "nights", role.token)
    overlap.send(1)
    overlap.send(0)
    overlap.answered(1)
    overlap.tabs[0] = overlap.browser
    overlap.send(0)
    overlap.check()


@pytest.mark.django_db
def test_a_pairing_code_whose_answer_is_lost_still_works_after_another_role_there() -> None:
    giver, overlap = Phone("giver"), Overlap("pairing", "link")
    first = table(device=giver.device)
    code, given = test_pairing.shown(giver), links.invitations(store.load(giver.device, first.id))
    overlap.gains = [
        lambda tab: {200: reverse("share", args=[first.id])}[tab.post("/join/", {"code": code}).status_code],
        by_code("table", given["player"].code),
    ]
    overlap.send(0)
    overlap.send(1)
    overlap.answered(1)
    overlap.tabs[0] = overlap.browser
    later = table(device=giver.device)  # which the code gives too, now that it is sent again
    overlap.send(0)
    overlap.places.append(reverse("share", args=[later.id]))
    overlap.check()


@pytest.mark.django_db
def test_a_gain_that_is_sent_again_takes_along_what_the_phone_has_gained_since() -> None:
    overlap = Overlap("link", "sheet")
    for number in (0, 1):
        overlap.send(number)
    overlap.answered(1)
    overlap.tabs[0] = overlap.browser
    overlap.send(0)
    del overlap.browser.cookies[devices.BEFORE]  # an hour later
    overlap.check()


@pytest.mark.django_db
def test_two_roles_at_one_new_table_are_one_phone_with_its_seat() -> None:
    made, overlap = table(), Overlap("link", "link")
    given = links.invitations(view(made))
    overlap.gains = [by_code("table", given[role].code) for role in ("player", "scorekeeper")]
    overlap.send(0)
    overlap.tabs[0].post(reverse("seats", args=[made.id]), {"seat": "Bo"})
    overlap.send(1)
    overlap.answered(0, 1)
    overlap.check()
    [phone] = models.Phone.objects.filter(game__public_id=made.id, device=overlap.browser.device)
    assert set(phone.accesses.values_list("role", flat=True)) == {"player", "scorekeeper"}
    assert phone.seat == "Bo"


@pytest.mark.django_db
def test_of_two_roles_at_one_group_the_higher_one_stays_with_the_link_that_gave_it() -> None:
    found, overlap = group(), Overlap("link", "link")
    given, sheet = links.invitations(found), test_group_recovery.printed(found)
    overlap.gains = [by_code("group_share", sheet), by_code("nights", given["player"].token)]
    overlap.send(0)
    overlap.send(1)
    overlap.answered(0, 1)
    overlap.check()
    links.renew(found, "player")
    assert groups.find(overlap.browser.device, found.group_id).role == "host"


@pytest.mark.django_db
def test_a_phone_that_was_removed_and_comes_back_by_a_sheet_in_another_tab_is_back() -> None:
    overlap = Overlap("link", "sheet")
    overlap.gains[1] = by_code("share", test_recovery.printed(overlap.older))
    overlap.send(0)
    mine = models.Phone.objects.filter(game__public_id=overlap.older.id, device=overlap.tabs[0].device)
    models.Access.objects.filter(phone__in=mine).delete()
    mine.update(out=True, former="")
    overlap.send(1)
    overlap.answered(1, 0)
    for place in (*overlap.places, reverse("table", args=[overlap.older.id])):
        assert overlap.browser.get(place).status_code == 200, place


@pytest.mark.django_db(transaction=True)
def test_two_requests_at_once_lose_nothing() -> None:
    """As they meet when serving: each in a thread and a connection of its own."""
    pairs = (("link", "sheet"), ("start", "import"), ("pairing", "group link"), ("same", "code"))
    for pair in pairs * examples(10):
        overlap, ready = Overlap(*pair), Barrier(len(pair))
        tabs = [*range(len(pair))]

        def work(number: int, overlap: Overlap = overlap, ready: Barrier = ready) -> None:
            ready.wait()
            try:
                overlap.send(number)
            finally:
                connections.close_all()

        with ThreadPoolExecutor(len(pair)) as pool:
            list(pool.map(work, tabs))
        overlap.answered(*tabs)
        overlap.check()
