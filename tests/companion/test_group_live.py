"""Pages of a group, its nights and tables hear at once that a phone has lost them."""

from collections.abc import Callable
from typing import Any

import pytest

from companion import store
from companion.live.hub import versions
from companion.log import rights
from companion.log.at_night import TOPIC
from companion.store import groups, links, phones
from companion.store.deleted import delete
from companion.store.groups import FoundGroup
from tests.companion.factories import device, let_in_group
from tests.companion.nights import night, start

pytestmark = pytest.mark.django_db


def phone(found: FoundGroup, name: str) -> groups.FoundGroup:
    return groups.find(device(name), found.group_id, rights.NIGHTS)


LOST: dict[str, Callable[[FoundGroup], object]] = {
    "withdrawn": lambda found: links.withdraw(found, rights.VIEWER),
    "renewed": lambda found: links.renew(found, rights.VIEWER),
    "removed": lambda found: phones.put_out(found, phone(found, "bo").phone),
    "left": lambda found: phones.leave(phone(found, "bo")),
    "deleted": delete,
}


@pytest.mark.parametrize("how", LOST)
def test_a_phone_that_loses_a_group_is_told_on_every_page_of_it(
    how: str, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = start(night(4))
    found = groups.find(device(), view.night.group)
    link = links.invitations(found)[rights.VIEWER]
    links.join("group", device("bo"), link.token, lambda _link: None)
    there = (groups.TOPIC + found.group_id, TOPIC + view.night.id, view.night.playing[0].table_id)
    seen = versions(there)
    assert [device("bo") in seen[one].devices for one in there] == [True, True, True]
    told: list[str] = []
    monkeypatch.setattr(store.changes, "subscribers", {told.append})
    with django_capture_on_commit_callbacks(execute=True):
        LOST[how](found)
    assert set(told) == set(there)
    now = versions(there)
    assert [one in now and device("bo") in now[one].devices for one in there] == [False, False, False]


def test_a_players_phone_may_follow_the_group_but_not_its_tables() -> None:
    view = start(night(4))
    found = groups.find(device(), view.night.group)
    let_in_group(found, "bo", rights.PLAYER)
    of_group, table = groups.TOPIC + found.group_id, view.night.playing[0].table_id
    seen = versions([of_group, table])
    assert device("bo") in seen[of_group].devices
    assert device("bo") not in seen[table].devices
