"""Pairing: by a code another phone of the same person gets this phone's tables, with its roles."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from companion import models, store
from companion.access.links import pairing_hash
from companion.log.table import Table
from companion.store import groups, links, phones
from companion.store.deleted import delete
from tests.companion.factories import Phone, device, group, let_in, let_in_group, table, view
from tests.companion.pages import page
from tests.companion.test_share import may_look, roles_of

pytestmark = pytest.mark.django_db

USED = "That code has been used. Make a new one on your other phone."
ENDED = "That code has expired. Make a new one on your other phone."


@pytest.fixture(autouse=True)
def nobody_has_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    caches["failures"].clear()
    monkeypatch.setattr("companion.access.limits.time.time", lambda: 1_800_000_030.0)


def shown(phone: Phone) -> str:
    """The code that a phone shows anew."""
    answer = phone.post("/pairing/", page(phone.get("/pairing/")).form("/pairing/").data())
    found = re.search(r"<b>([0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5})</b>", answer.text)
    assert (answer.status_code, "no-store" in answer.headers["Cache-Control"]) == (200, True)
    assert found, answer.text
    return found[1]


def typed(phone: Phone, code: str) -> tuple[int, str]:
    """The status and the words of the answer to a code."""
    answer = phone.post("/join/", {"code": code})
    return answer.status_code, page(answer).text


def link_of(made: Table, role: str) -> links.Invitation:
    return links.invitations(view(made))[role]


@pytest.mark.parametrize("spelled", [str, str.lower, lambda code: code.replace("-", " ").replace("0", "o")])
def test_the_other_phone_gets_every_table_with_the_same_roles(spelled: Any) -> None:
    mine, old, new = table(), Phone("old"), Phone("new")
    owned = table(device=old.device)
    let_in(mine, "old", "player", "scorekeeper")
    status, words = typed(new, spelled(shown(old)))
    assert (status, "This phone has your 2 games now." in words) == (200, True)
    assert (roles_of(new, mine), roles_of(new, owned)) == ({"player", "scorekeeper"}, {"owner"})
    assert (roles_of(old, mine), roles_of(old, owned)) == ({"player", "scorekeeper"}, {"owner"})
    assert models.Phone.objects.filter(game__public_id=owned.id).count() == 2


def test_the_square_asks_before_the_code_is_used() -> None:
    made, new = table(), Phone("new")
    path = "/P/" + shown(Phone("ann")).replace("-", "")
    asked = page(Client().get(path))
    assert "This phone gets the games and groups of the phone that showed the code" in asked.text
    assert models.Pairing.objects.get().used_at is None
    assert new.post("/join/", asked.form("/join/").data()).status_code == 200
    assert roles_of(new, made) == {"owner"}


def test_a_code_works_once_and_a_lost_answer_can_be_had_again() -> None:
    made, ann = table(), Phone("ann")
    new, again, code = Phone("new"), Phone("new"), shown(ann)
    for phone in (new, again, new):  # the second has the cookie from before the first answer
        assert typed(phone, code)[0] == 200
    status, words = typed(Phone("eve"), code)
    assert (status, USED in words) == (422, True)
    assert models.Phone.objects.count() == 2
    assert roles_of(new, made) == {"owner"}
    assert "The last code was used" in page(ann.get("/pairing/")).text


def test_a_code_works_after_the_secret_key_was_replaced(settings: Any) -> None:
    made, new = table(), Phone("new")
    code, old = shown(Phone("ann")), settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key of this server".ljust(50, "x"), [old]
    assert typed(new, code)[0] == 200
    assert roles_of(new, made) == {"owner"}


def test_a_code_ends_after_ten_minutes_for_who_has_used_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    table()
    ann, new = Phone("ann"), Phone("new")
    code, used = shown(ann), shown(Phone("ann"))
    assert typed(new, code)[0] == 422, "the new code replaced it"
    assert typed(new, used)[0] == 200
    later = timezone.now() + timedelta(minutes=10)
    monkeypatch.setattr("companion.store.pairing.timezone.now", lambda: later)
    assert typed(new, used) == (422, typed(new, used)[1])
    assert ENDED in typed(new, used)[1]
    assert USED in typed(Phone("eve"), used)[1]
    assert ENDED in typed(Phone("eve"), code_that_ended())[1]


def code_that_ended() -> str:
    """A code that nobody used in its time, as the database has it then."""
    code = "0123456789"
    now = timezone.now()
    models.Pairing.objects.create(device="0" * 64, code_hash=pairing_hash(code), ends_at=now)
    return code


def test_the_own_code_and_a_phone_without_games_are_refused() -> None:
    ann = Phone("ann")
    refused = ann.post("/pairing/", page(ann.get("/pairing/")).form("/pairing/").data())
    assert refused.status_code == 422
    assert "This phone has no games or groups to pass on. Start or join one first." in page(refused).text
    assert models.Pairing.objects.count() == 0
    table()
    status, words = typed(ann, shown(ann))
    assert (status, "This phone made that code. Type it on your other phone." in words) == (422, True)
    assert models.Pairing.objects.get().used_at is None


def test_a_form_sent_again_shows_the_same_code_and_revives_none() -> None:
    table()
    ann = Phone("ann")
    form = page(ann.get("/pairing/")).form("/pairing/").data()
    first, again = (page(ann.post("/pairing/", form)).text for _time in "ab")
    assert first == again
    found = re.search(r"[0-9A-Z]{5}-[0-9A-Z]{5}", first)
    assert found
    assert typed(Phone("new"), found[0])[0] == 200
    for key in (form["key"], "x"):
        stale = ann.post("/pairing/", {"key": key})
        assert (stale.status_code, "This page is out of date." in stale.text) == (422, True)
    bo = let_in(table(), "bo", "player")
    assert found[0] not in bo.post("/pairing/", form).text, "another phone gets another code by the same key"


def test_no_form_sent_again_revives_a_code_that_another_one_replaced() -> None:
    table()
    ann, form = Phone("ann"), page(Phone("ann").get("/pairing/")).form("/pairing/").data()
    code = re.search(r"[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}", ann.post("/pairing/", form).text)
    assert code
    assert typed(Phone("new"), code[0])[0] == 200
    then = shown(ann)
    assert ann.post("/pairing/", form).status_code == 422
    assert typed(Phone("eve"), code[0])[0] == 422
    assert typed(Phone("third"), then)[0] == 200


def test_only_a_hash_is_stored_and_codes_of_yesterday_go() -> None:
    table()
    shown(Phone("ann"))
    models.Pairing.objects.update(ends_at=timezone.now() - timedelta(days=2), device="0" * 64)
    code = shown(Phone("ann"))
    stored = models.Pairing.objects.get()
    assert stored.code_hash == pairing_hash(code)
    assert code.replace("-", "") not in str(vars(stored))


def test_full_tables_deleted_ones_and_those_that_removed_the_phone_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    full, deleted, closed, other = (table(title=name) for name in ("Full", "Gone", "Closed", "Open"))
    new = let_in(closed, "new", "player")
    phones.put_out(view(closed), models.Phone.objects.get(device=new.device).pk)
    delete(view(deleted))
    let_in(full, "bo", "player")
    monkeypatch.setattr("companion.store.phones.MOST", 2)
    status, words = typed(new, shown(Phone("ann")))
    assert (status, "This phone has your game now." in words) == (200, True)
    assert "No room for another phone: Full." in words
    assert "A host removed this phone: Closed." in words
    looks = [may_look(new, one) for one in (full, closed, other)]
    assert looks == [True, False, True], "the full one by the group of the other phone"
    assert not models.Phone.objects.filter(game__public_id=deleted.id, device=new.device).exists()


def test_roles_are_added_to_those_there_and_end_with_their_link_which_may_have_ended() -> None:
    made, new = table(), Phone("new")
    old = Phone("old")
    for phone, role in ((old, "player"), (new, "viewer"), (old, "scorekeeper")):
        phone.get("/J/" + link_of(made, role).token)
    for role in ("player", "scorekeeper"):
        models.Link.objects.filter(role=role).update(ends_at=timezone.now())
    assert typed(new, shown(old))[0] == 200
    assert roles_of(new, made) == {"player", "scorekeeper", "viewer"}
    links.renew(view(made), "scorekeeper")
    assert roles_of(new, made) == {"player", "viewer"}


def test_a_seat_stays_with_the_phone_that_has_it() -> None:
    made = table()
    old, new = let_in(made, "old", "player"), Phone("new")
    phones.claim(view(made, "old"), "Bo")
    typed(new, shown(old))
    seats_of = dict(models.Phone.objects.values_list("device", "seat"))
    assert (seats_of[old.device], seats_of[new.device]) == ("Bo", "")


def test_what_a_removed_phone_had_is_not_given() -> None:
    made = table()
    lost, new = let_in(made, "lost", "player"), Phone("new")
    table(device=lost.device)
    code = shown(lost)
    phones.put_out(view(made), models.Phone.objects.get(device=lost.device, game__public_id=made.id).pk)
    assert "This phone has your game now." in typed(new, code)[1]
    assert not may_look(new, made)


def test_who_knew_a_cookie_before_gets_nothing_that_the_phone_gained_since() -> None:
    """A code made with an old cookie doesn't reach the table that the phone joined after it."""
    let_in(table(), "bo", "player")
    bo, attacker, made = Phone("bo"), Phone("bo"), table()
    code = shown(attacker)
    bo.get("/J/" + link_of(made, "player").token)
    assert may_look(bo, made)
    typed(Phone("eve"), code)
    assert models.Phone.objects.filter(game__public_id=made.id).count() == 2


def test_wrong_codes_are_counted_and_a_phone_hands_on_ten_times_an_hour() -> None:
    table()
    for number in range(10):
        assert typed(Phone(f"new {number}"), shown(Phone("ann")))[0] == 200
    status, words = typed(Phone("new"), shown(Phone("ann")))
    assert (status, "Many phones joined just now." in words) == (429, True)
    for _try in range(10):
        assert typed(Phone("eve"), "0" * 10)[0] == 422
    assert typed(Phone("eve"), shown(Phone("ann")))[0] == 429


def test_codes_that_are_none_are_refused_like_any_other() -> None:
    for code in ("7K3M9Q2X4", "7K3M9-Q2X4B-1", "🂫" * 10, "7K3M9\x00Q2X4B", "' OR 1=1 --", "U" * 10):
        assert typed(Phone("eve"), code)[0] == 422
    assert Client().get("/P/" + "x" * 5000).status_code == 200
    assert Client().get("/P/%3Cb%3E").status_code == 404


def test_many_tables_come_in_several_transactions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.store.pairing.AT_ONCE", 2)
    made = [table() for _table in range(5)]
    new = Phone("new")
    assert "This phone has your 5 games now." in typed(new, shown(Phone("ann")))[1]
    assert len(store.tables(new.device)) == len(made)
    assert store.tables(device("new")) == [], "the cookie from before opens none of them"


def test_home_offers_it_to_a_phone_with_games() -> None:
    assert "/pairing/" not in page(Phone("ann").get("/")).links
    table()
    assert "/pairing/" in page(Phone("ann").get("/")).links


def test_the_other_phone_gets_every_group_and_the_phones_own_too() -> None:
    old, new, found = Phone("old"), Phone("new"), group(name="old")
    let_in_group(group("Friday", name="eli"), "old", "viewer")
    status, words = typed(new, shown(old))
    assert (status, "This phone has your 2 groups now." in words) == (200, True)
    mine = {one.title: one.role for one in groups.of_device(new.device)}
    assert mine == {"Thursday": "host", "Friday": "viewer"}
    table(device=old.device, group=found.pk)
    assert "This phone has your game and your 2 groups now." in typed(Phone("third"), shown(old))[1]


def test_a_personal_group_moves_with_the_code_and_its_games_are_seen() -> None:
    old, new = Phone("old"), Phone("new")
    table(device=old.device)
    own = groups.personal_of(old.device)
    typed(new, shown(old))
    then = groups.personal_of(new.device)
    assert own
    assert then
    assert (then.pk, then.role) == (own.pk, "host")


def test_a_higher_role_that_the_phone_has_is_kept() -> None:
    old, new, found = Phone("old"), Phone("new"), group(name="new")
    let_in_group(found, "old", "viewer")
    typed(new, shown(old))
    assert groups.find(new.device, found.group_id).role == "host"


def test_a_group_that_removed_the_phone_is_named() -> None:
    old, new, found = Phone("old"), Phone("new"), group(name="old")
    let_in_group(found, "new", "viewer")
    models.GroupPhone.objects.filter(device=new.device).update(out=True)
    words = typed(new, shown(old))[1]
    assert "This phone got no game and no group. A host removed this phone: Thursday." in words
