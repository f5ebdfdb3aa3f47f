"""The rooms of a group: who may open and write what, links, the next game."""

import re

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from companion import models, store
from companion.log import rights
from companion.store import groups, links
from companion.store.groups import FoundGroup
from tests.companion.factories import Phone, device, group, let_in_group, personal_group, table
from tests.companion.pages import Page, page

pytestmark = pytest.mark.django_db

# Each address of a group and what is sent there, with the right that it takes.
ROOMS = {
    ("get", "group", ()): rights.SEE,
    ("post", "group", ()): rights.SEE,
    ("get", "group_evenings", ()): rights.SEE,
    ("get", "group_share", ()): rights.SEE,
    ("get", "group_recovery", ()): rights.SHARE,
    ("post", "group_recovery", ()): rights.SHARE,
    ("post", "group_recovery", ("others=1",)): rights.SHARE,
    ("get", "group_deletion", ()): rights.SHARE,
    ("post", "group_deletion", ("sure=yes",)): rights.SHARE,
    ("post", "group_links", ("role=viewer", "renew=1")): rights.SHARE,
    ("post", "group_links", ("role=viewer", "withdraw=1")): rights.SHARE,
    ("post", "group_links", ("role=viewer", "ends=week")): rights.SHARE,
    ("post", "group_phones", ("phone=1",)): rights.SHARE,
    ("post", "group_phones", ("phone=1", "let_back=1")): rights.SHARE,
    ("post", "group_phones", ("phone=1", "host=1")): rights.SHARE,
    ("post", "group_title", ("title=Friday",)): rights.SHARE,
    ("post", "group_not_now", ()): rights.SHARE,
    ("post", "group_seats", ()): rights.PLAY,
    ("post", "group_start", ()): rights.PLAY,
    ("post", "group_leave", ()): rights.NIGHTS,
}
HOST, *OTHERS = rights.GROUP_ROLES
# What a host writes is written on every database; that others may not is alike on all.
PEOPLE = [HOST, *(pytest.param(role, marks=pytest.mark.alike) for role in (*OTHERS, ""))]


@pytest.fixture(autouse=True)
def nobody_has_tried() -> None:
    caches["failures"].clear()


def address(name: str, found: FoundGroup) -> str:
    return reverse(name, args=[found.group_id])


def opened(phone: Client, found: FoundGroup, name: str = "group") -> Page:
    return page(phone.get(address(name, found)))


@pytest.mark.parametrize("role", PEOPLE)
@pytest.mark.parametrize(("room", "right"), ROOMS.items(), ids=[" ".join(room[:2]) for room in ROOMS])
def test_every_room_asks_for_its_right(room: tuple[str, str, tuple[str, ...]], right: str, role: str) -> None:
    method, name, sent = room
    found = group()
    phone = let_in_group(found, "bo", role) if role else Phone("bo")
    before = list(models.Group.objects.values_list("revision", "title", "deleted_at"))
    form = dict(field.split("=") for field in sent)
    answer = getattr(phone, method)(address(name, found), form | {"key": store.new_key()})
    expected = {403} if role else {404}
    if role and rights.group_may(role, right):
        expected = {200, 303, 422}
    if (name, role) == ("group", rights.PLAYER):
        expected = {303}  # goes to the nights
    assert answer.status_code in expected
    if answer.status_code in {403, 404}:
        assert list(models.Group.objects.values_list("revision", "title", "deleted_at")) == before


def test_a_group_is_started_by_its_name_and_shared_by_a_link() -> None:
    ann = Phone("ann")
    form = page(ann.get("/groups/")).form("/groups/")
    made = ann.post("/groups/", form.data(title="Thursday"))
    assert (made.status_code, page(ann.get(made.url)).status) == (303, 200)  # type: ignore[attr-defined]
    again = ann.post("/groups/", form.data(title="Thursday"))
    assert again.url == made.url  # type: ignore[attr-defined]
    [found] = groups.of_device(ann.device)
    shared = opened(ann, found, "group_share")
    link = links.invitations(found)[rights.SCOREKEEPER]
    assert link.token in shared.html
    assert f"{link.code[:4]}-{link.code[4:]}" in shared.text
    assert links.invitations(found)[rights.VIEWER].token not in shared.html


def test_a_group_without_a_name_is_refused_at_its_field() -> None:
    ann = Phone("ann")
    answer = ann.post("/groups/", page(ann.get("/groups/")).form("/groups/").data(title=" "))
    assert (answer.status_code, "Type a name for the group." in answer.text) == (422, True)
    assert 'id="title-wrong"' in answer.text


@pytest.mark.parametrize("by", ["link", "small letters", "code", "pasted"])
def test_somebody_joins_by_link_or_code(by: str) -> None:
    found, bo = group(), Phone("bo")
    link = links.invitations(found)[rights.VIEWER]
    if by == "link":
        answer = bo.get(f"/G/{link.token}")
    elif by == "small letters":
        answer = bo.get(f"/g/{link.token.lower()}")
    else:
        typed = link.code if by == "code" else f"https://example.org/G/{link.token}?x"
        answer = bo.post("/join/", {"code": typed})
    assert (answer.status_code, answer.url) == (303, address("group", found))  # type: ignore[attr-defined]
    assert groups.find(bo.device, found.group_id).role == rights.VIEWER


def test_a_hall_behind_one_address_comes_in_by_the_link_of_a_group() -> None:
    link = links.invitations(group())[rights.PLAYER]
    answers = {Phone(f"p{number}").get(f"/G/{link.token}").status_code for number in range(70)}
    assert answers == {303}


def test_a_wrong_code_counts_as_one_at_a_table_does() -> None:
    bo = Phone("bo")
    answers = [bo.post("/join/", {"code": "00000000"}).status_code for _try in range(11)]
    assert answers == [422] * 10 + [429]


def test_the_next_tap_after_a_link_is_withdrawn_says_so() -> None:
    found, bo = group(), Phone("bo")
    link = links.invitations(found)[rights.SCOREKEEPER]
    bo.get(f"/G/{link.token}")
    form = opened(bo, found).form("/start/")
    links.withdraw(found, rights.SCOREKEEPER)
    answer = bo.post(form.action, form.data())
    assert answer.status_code == 404
    assert (
        "The host turned off the link by which this phone came here. Ask for a new one." in page(answer).text
    )
    assert bo.get(f"/G/{link.token}").status_code == 404


def test_a_deleted_group_says_so_and_keeps_nothing_open() -> None:
    found, ann = group(), Phone("ann")
    bo = let_in_group(found, "bo", rights.VIEWER)
    form = opened(ann, found, "group_deletion").form("/deletion/")
    asked = page(ann.post(form.action, form.data()))
    assert "Delete it now, for everyone?" in asked.text
    assert ann.post(form.action, asked.form("/deletion/").data()).status_code == 303
    assert "A host deleted this group." in opened(bo, found).text


def test_phones_are_listed_made_hosts_and_removed() -> None:
    found, ann = group(), Phone("ann")
    bo = let_in_group(found, "bo", rights.VIEWER)
    number = groups.find(bo.device, found.group_id).phone
    shared = opened(ann, found, "group_share")
    assert re.search(r"Phone 2 viewer, since \w+ \d+, 20\d\d", shared.text)
    british = ann.get(address("group_share", found), headers={"accept-language": "en-GB"})
    assert re.search(r"Phone 2 viewer, since \d+ \w+ 20\d\d", page(british).text)
    phones = address("group_phones", found)
    assert ann.post(phones, {"phone": number, "host": "1"}).status_code == 303
    assert groups.find(bo.device, found.group_id).role == rights.HOST
    again = ann.post(phones, {"phone": number, "host": "1"})
    assert (again.status_code, "That phone has this role already." in page(again).text) == (422, True)
    assert ann.post(phones, {"phone": number}).status_code == 303
    assert "The host removed this phone." in opened(bo, found).text
    assert "That phone isn’t in this group." in page(ann.post(phones, {"phone": number})).text
    own = ann.post(phones, {"phone": found.phone})
    assert "That’s your own phone." in page(own).text
    assert ann.post(phones, {"phone": number, "let_back": "1"}).status_code == 303
    link = links.invitations(found)[rights.VIEWER]
    assert bo.get(f"/G/{link.token}").status_code == 303


def test_an_app_that_came_by_a_link_is_made_no_host() -> None:
    found = group()
    let_in_group(found, "bo", rights.VIEWER)
    models.GroupPhone.objects.filter(device=device("bo")).update(program=True)
    number = groups.find(device("bo"), found.group_id).phone
    answer = Phone("ann").post(address("group_phones", found), {"phone": number, "host": "1"})
    assert (answer.status_code, "No app that joined by a link" in page(answer).text) == (422, True)


def test_whoever_leaves_can_come_back_and_the_only_host_stays() -> None:
    found, ann = group(), Phone("ann")
    bo = let_in_group(found, "bo", rights.VIEWER)
    assert bo.post(address("group_leave", found)).status_code == 303
    assert bo.get(address("group", found)).status_code == 404
    kept = ann.post(address("group_leave", found))
    words = "This phone is the only host. Make another one host first, or delete the group."
    assert (kept.status_code, words in page(kept).text) == (422, True)


def test_the_personal_group_has_no_links() -> None:
    own, ann = personal_group(), Phone("ann")
    assert "No group" in opened(ann, own).text
    shared = opened(ann, own, "group_share")
    assert "To share games with others, start a group" in shared.text
    assert not [form for form in shared.forms if form.action.endswith(("/links/", "/leaving/"))]


def test_home_lists_groups_and_the_phones_own_where_it_has_games() -> None:
    ann = Phone("ann")
    personal_group()
    assert "its people and statistics" not in page(ann.get("/")).text
    found = group()
    table()
    home = page(ann.get("/"))
    assert home.text.index("Groups Thursday") < home.text.index("New game") < home.text.index("No group")
    assert address("group", found) in home.links
    assert "Thursday" not in page(Phone("bo").get("/")).text
