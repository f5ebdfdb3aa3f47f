"""Who may open a group, by which link, and what goes with a phone's token."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone

from companion import models, store
from companion.access.devices import GroupDeleted, LinkWithdrawn, Removed
from companion.log import rights
from companion.store import games, group_starts, groups, links, pairing, phone_list, phones, removing
from companion.store.changes import writing
from companion.store.deleted import delete
from companion.store.phones import mark_here
from companion.wording.refusal import AppRefusal
from scoring import Refusal, from_json
from tests.companion.factories import (
    Phone,
    device,
    group,
    hand,
    let_in,
    let_in_group,
    personal_group,
    record,
    table,
    view,
)
from tests.companion.pages import page

pytestmark = pytest.mark.django_db

RIGHTS = (rights.SEE, rights.NIGHTS, rights.PLAY, rights.SHARE)
MAY = {
    rights.HOST: set(RIGHTS),
    rights.SCOREKEEPER: {rights.SEE, rights.NIGHTS, rights.PLAY},
    rights.VIEWER: {rights.SEE, rights.NIGHTS},
    rights.PLAYER: {rights.NIGHTS},
}


def admit(_link: object) -> None:
    """Let everybody in."""


def joined(found: groups.FoundGroup, name: str, role: str, successor: str = "") -> links.Joined:
    link = links.invitations(found)[role]
    return links.join("group", device(name), link.token, admit, successor=successor)


@pytest.mark.parametrize("role", rights.GROUP_ROLES)
def test_each_role_has_its_rights_and_no_others(role: str) -> None:
    found = group()
    let_in_group(found, "bo", role)
    for right in RIGHTS:
        if right in MAY[role]:
            assert groups.find(device("bo"), found.group_id, right).role == role
        else:
            with pytest.raises(PermissionDenied):
                groups.find(device("bo"), found.group_id, right)


@pytest.mark.parametrize("group_id", ["", "%00", "UPPER", "zzzzzzzzzz"])
def test_nobody_else_finds_a_group(group_id: str) -> None:
    found = group()
    for one, asked in ((device("bo"), found.group_id), (device(), group_id)):
        with pytest.raises(Http404):
            groups.find(one, asked)


def test_a_group_is_started_once_by_one_form() -> None:
    key = store.new_key()
    first = group_starts.create(device(), key, " Thursday ")
    assert group_starts.create(device(), key, "Thursday") == first
    assert [one.name for one in groups.of_device(device())] == ["Thursday"]


@pytest.mark.parametrize(
    ("title", "why"), [("  ", "Type a name for the group."), ("x" * 61, "That’s 61 characters; 60 at most")]
)
def test_a_group_needs_a_name_that_fits(title: str, why: str) -> None:
    with pytest.raises(AppRefusal, match=why) as caught:
        group_starts.create(device(), store.new_key(), title)
    assert caught.value.field == "title"


@pytest.mark.parametrize("role", rights.GROUP_LINKED)
def test_a_link_and_its_code_give_its_role(role: str) -> None:
    found = group()
    link = links.invitations(found)[role]
    assert joined(found, "bo", role).role == role
    assert links.join_by_code("group", device("cy"), link.code.lower(), admit).role == role
    with pytest.raises(Http404):
        links.join("group", device("dee"), "0" * 26, admit)


def test_another_link_raises_a_role_and_never_lowers_it() -> None:
    found = group()
    assert joined(found, "bo", rights.VIEWER).role == rights.VIEWER
    assert joined(found, "bo", rights.SCOREKEEPER).role == rights.SCOREKEEPER
    assert joined(found, "bo", rights.PLAYER).role == rights.SCOREKEEPER
    assert joined(found, "ann", rights.PLAYER).role == rights.HOST


def test_whoever_came_by_a_withdrawn_link_is_told_so() -> None:
    found = group()
    joined(found, "bo", rights.VIEWER)
    joined(found, "cy", rights.PLAYER)
    assert phone_list.cut_off_by(found, rights.VIEWER) == ((), 1)
    links.withdraw(found, rights.VIEWER)
    with pytest.raises(LinkWithdrawn):
        groups.find(device("bo"), found.group_id)
    assert groups.find(device("cy"), found.group_id, rights.NIGHTS), "came by another link"
    assert rights.VIEWER not in links.invitations(found)


def test_of_two_rows_of_a_phone_the_one_with_a_role_counts() -> None:
    found = group()
    models.GroupPhone.objects.create(group_id=found.pk, device=device("new bo"), former=device("bo"), role="")
    let_in_group(found, "bo", rights.VIEWER)
    assert groups.find(device("bo"), found.group_id).role == rights.VIEWER


def test_a_removed_phone_stays_out_and_a_deleted_group_says_so() -> None:
    found = group()
    let_in_group(found, "bo", rights.SCOREKEEPER)
    models.GroupPhone.objects.filter(device=device("bo")).update(out=True)
    for open_it in (lambda: groups.find(device("bo"), found.group_id), lambda: joined(found, "bo", "viewer")):
        with pytest.raises(Removed):
            open_it()
    delete(found)
    with pytest.raises(GroupDeleted):
        groups.find(device(), found.group_id)
    assert groups.of_device(device()) == []


def test_the_right_is_checked_again_when_the_group_is_locked() -> None:
    found = group()
    let_in_group(found, "bo", rights.HOST)
    mine = groups.find(device("bo"), found.group_id, rights.SHARE)
    models.GroupPhone.objects.filter(device=device("bo")).update(role=rights.VIEWER)
    with pytest.raises(PermissionDenied):
        groups.rename(mine, "Friday")
    assert groups.find(device(), found.group_id).title == "Thursday"


def test_every_change_counts() -> None:
    found = group()
    groups.rename(found, "Friday")
    links.renew(found, rights.VIEWER)
    joined(found, "bo", rights.VIEWER)
    now = groups.find(device(), found.group_id)
    assert (now.title, now.revision) == ("Friday", found.revision + 3)


def test_a_game_without_a_group_belongs_to_the_phones_own() -> None:
    assert groups.personal_of(device()) is None
    first, second = table(), table()
    own = groups.personal_of(device())
    assert own
    assert own.personal
    assert own.role == rights.HOST
    found = models.Game.objects.filter(public_id__in=(first.id, second.id))
    assert set(found.values_list("group", flat=True)) == {own.pk}


def test_a_programs_game_belongs_to_no_group() -> None:
    made = store.import_game(device(), store.new_key(), from_json(record()), program=True)
    assert models.Game.objects.get(public_id=made.id).group is None


def test_a_personal_group_has_no_links_and_stays() -> None:
    own = personal_group()
    assert links.invitations(own) == {}
    for change in (lambda: links.renew(own, rights.VIEWER), lambda: delete(own)):
        with pytest.raises(
            AppRefusal, match=r"This phone’s own games can’t be shared or deleted as a group\."
        ):
            change()


def test_a_game_is_started_in_a_group_only_with_the_right() -> None:
    found = group()
    made = table(group=found.pk)
    assert models.Game.objects.get(public_id=made.id).group_id == found.pk
    let_in_group(found, "bo", rights.VIEWER)
    with pytest.raises(PermissionDenied):
        table(device=device("bo"), group=found.pk)
    with pytest.raises(Http404):
        table(device=device("cy"), group=found.pk)
    assert models.Game.objects.count() == 1


def test_who_sees_a_group_sees_its_games_without_a_name_in_the_log() -> None:
    found = group()
    made = table(group=found.pk, entries=[hand("partnership")])
    let_in_group(found, "bo", rights.SCOREKEEPER)
    let_in_group(found, "cy", rights.PLAYER)
    seen = store.load(device("bo"), made.id)
    assert (set(seen.viewer.roles), seen.viewer.author) == ({"viewer"}, "")
    with pytest.raises(PermissionDenied):
        store.append(device("bo"), made.id, store.new_key(), None, hand("partnership"))
    for outsider in ("cy", "dee"):
        with pytest.raises(Http404):
            store.load(device(outsider), made.id)


def test_who_was_removed_from_a_table_does_not_see_it_by_the_group() -> None:
    found = group()
    made = table(group=found.pk)
    let_in_group(found, "bo", rights.VIEWER)
    let_in(made, "bo", "player")
    models.Phone.objects.filter(device=device("bo")).update(out=True, former=device("before"))
    models.GroupPhone.objects.filter(device=device("bo")).update(former=device("before"))
    for known in (device("bo"), device("before")):
        with pytest.raises(Removed):
            store.load(known, made.id)
        assert known not in games.versions([made.id])[made.id].devices, "its stream ends"


def test_who_was_removed_from_a_running_table_still_has_home_and_the_group() -> None:
    found = group()
    made, other = (table(group=found.pk) for _game in range(2))
    let_in_group(found, "bo", rights.VIEWER)
    bo = let_in(made, "bo", "player")
    phones.put_out(view(made), models.Phone.objects.get(device=bo.device).pk)
    for shown in (page(bo.get("/")), page(bo.get(f"/groups/{found.group_id}/"))):
        assert shown.status == 200
        playing = [one.id for one in (made, other) if f"/games/{one.id}/" in shown.links]
        assert playing == [other.id]


def test_groups_follow_a_phone_that_gains_a_role_elsewhere() -> None:
    found, old, new = group(), device("bo"), device("new bo")
    let_in_group(found, "bo", rights.SCOREKEEPER)
    other = group(title="Friday", name="cy")
    joined(other, "bo", rights.VIEWER, successor=new)
    assert {one.title for one in groups.of_device(new)} == {"Thursday", "Friday"}
    assert [one.title for one in groups.of_device(old)] == ["Thursday"], "until the new token is seen"
    assert groups.find(old, found.group_id).device == new
    assert phones.is_known(new)


def test_a_phone_that_starts_its_first_game_keeps_its_own_group() -> None:
    old, new = device("bo"), device("new bo")
    store.import_game(old, store.new_key(), from_json(record()), successor=new)
    assert groups.personal_of(old) is None
    own = groups.personal_of(new)
    store.import_game(new, store.new_key(), from_json(record()), successor=device("newer bo"))
    then = groups.personal_of(device("newer bo"))
    assert own
    assert then
    assert own.pk == then.pk


def test_a_personal_group_that_was_lost_is_replaced() -> None:
    own = personal_group()
    models.GroupPhone.objects.filter(group=own.pk).update(out=True)
    with writing():
        assert group_starts.personal(device()) != own.pk


def test_refused_words_name_the_roles() -> None:
    with pytest.raises(Refusal, match="scorekeeper, viewer, player"):
        links.renew(group(), "host")
    assert pairing.last(device()) is None


def test_a_phone_that_is_seen_with_its_new_token_leaves_the_old_one_behind() -> None:
    found, new = group(), device("new bo")
    let_in_group(found, "bo", rights.SCOREKEEPER)
    joined(group(title="Friday", name="cy"), "bo", rights.VIEWER, successor=new)
    mark_here({table(device=new).id: [new]}, timezone.now())
    assert groups.of_device(device("bo")) == []
    assert groups.find(new, found.group_id).role == rights.SCOREKEEPER


def test_a_deleted_group_is_removed_for_good_after_a_while_and_its_games_stay() -> None:
    found = group()
    made = table(group=found.pk)
    delete(found)
    removing.remove_expired(timezone.now())
    assert models.Group.objects.filter(pk=found.pk).exists()
    removing.remove_expired(timezone.now() + removing.KEPT_FOR + timedelta(days=1))
    assert not models.Group.objects.filter(pk=found.pk).exists()
    assert not models.Person.objects.filter(group=found.pk).exists()
    game = models.Game.objects.get(public_id=made.id)
    assert (game.group_id, models.GameFacts.objects.get(game=game).group_id) == (None, None)


def test_an_unknown_phone_is_told_how_to_get_a_group_back_and_not_whether_it_exists() -> None:
    there = group("Thursday")
    answers = [Phone("eve").get(f"/groups/{one}/") for one in (there.group_id, "0000000000")]
    assert [one.status_code for one in answers] == [404, 404]
    assert answers[0].content == answers[1].content
    assert "/join/" in page(answers[0]).links
    assert "Or ask a host for a link." in page(answers[0]).text
    assert "Get it back" in page(Phone("eve").get("/")).text
    assert "Get it back" not in page(Phone("ann").get("/")).text
