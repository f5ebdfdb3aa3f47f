"""Two phones that change a group at once, against the database as it is served."""

from collections.abc import Callable

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from companion.log import rights
from companion.models import GroupPhone
from companion.store import groups, links, phones
from companion.store.groups import FoundGroup
from companion.wording.refusal import AppRefusal
from scoring import Refusal
from tests.companion.factories import device, group, let_in_group
from tests.companion.test_store_contended import PHONES, at_once

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 5


def remove(found: FoundGroup, other: int) -> None:
    phones.put_out(found, other)


def leave(found: FoundGroup, other: int) -> None:
    phones.leave(found)


@pytest.mark.parametrize("go", [remove, leave])
def test_of_two_hosts_that_remove_each_other_or_leave_at_once_one_stays(
    go: Callable[[FoundGroup, int], None],
) -> None:
    for _round in range(ROUNDS):
        made = group()
        let_in_group(made, "bo", rights.HOST)
        found = {phone: groups.find(phone, made.group_id) for phone in PHONES}

        def work(phone: str, found: dict[str, FoundGroup] = found) -> int:
            other = PHONES[1 - PHONES.index(phone)]
            try:
                go(found[phone], found[other].phone)
            except (PermissionDenied, Http404, Refusal):
                return 0
            return 1

        assert sum(at_once(work)) == 1
        assert GroupPhone.objects.filter(group=made.pk, role=rights.HOST, out=False).count() == 1


def test_of_two_phones_at_the_last_place_one_is_let_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phones, "MOST_OF_GROUP", 2)
    for _round in range(ROUNDS):
        made = group()
        link = links.invitations(made)[rights.VIEWER].token

        def work(phone: str, link: str = link) -> int:
            try:
                links.join("group", device(f"new {phone}"), link, lambda _link: None)
            except AppRefusal:
                return 0
            return 1

        assert sum(at_once(work)) == 1
        assert GroupPhone.objects.filter(group=made.pk).count() == 2
