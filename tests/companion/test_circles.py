"""Tables and groups alike: who may open one, by which link, and who may change that."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from companion import models, store
from companion.access.devices import Deleted, GroupDeleted, Removed
from companion.access.links import code, token
from companion.log import rights
from companion.store import deleted, groups, links, pairing, phones
from companion.wording.refusal import AppRefusal
from tests.companion.factories import Phone, device, group, let_in, let_in_group, table, view

pytestmark = pytest.mark.django_db

SHEET = "0" * 24


@dataclass(frozen=True)
class Kind:
    """What a test does alike at a table and at a group. *make*: one of which Ann is the host."""

    name: str
    full: str
    host: str
    linked: tuple[str, ...]
    make: Callable[[], Any]
    find: Callable[[Any, str], Any]
    let_in: Callable[[Any, str, str], Phone]
    rows: Any

    def number(self, name: str) -> int:
        """The number of a phone."""
        found: int = self.rows.objects.get(device=device(name)).pk
        return found

    def join(self, found: Any, name: str, role: str) -> None:
        """Join by the link of a role."""
        links.join(self.name, device(name), links.invitations(found)[role].token, admit)


KINDS = {
    "table": Kind(
        name="table",
        full="This table is full",
        host=rights.OWNER,
        linked=rights.LINKED,
        make=lambda: view(table(variant="poker-chips")),
        find=lambda at, name: store.load(device(name), at.table.id),
        let_in=lambda at, name, role: let_in(at.table, name, role),
        rows=models.Phone,
    ),
    "group": Kind(
        name="group",
        full=r"phones\. A host can remove some\.",
        host=rights.HOST,
        linked=rights.GROUP_LINKED,
        make=group,
        find=lambda at, name: groups.find(device(name), at.group_id, rights.NIGHTS),
        let_in=let_in_group,
        rows=models.GroupPhone,
    ),
}
# What only a host does; Cy is a guest, Dee was removed.
CHANGES: dict[str, Callable[[Kind, Any], object]] = {
    "see the links": lambda kind, at: links.invitations(at),
    "end a link": lambda kind, at: links.set_end(at, "viewer", "week"),
    "renew a link": lambda kind, at: links.renew(at, "viewer"),
    "withdraw a link": lambda kind, at: links.withdraw(at, "viewer"),
    "remove a phone": lambda kind, at: phones.put_out(at, kind.number("cy")),
    "let a phone back": lambda kind, at: phones.let_back(at, kind.number("dee")),
    "make a host": lambda kind, at: phones.make_host(at, kind.number("cy")),
    "remove the other hosts": lambda kind, at: phones.put_out_other_hosts(at),
    "see when the sheet was made": lambda _kind, at: pairing.sheet(at),
    "make a sheet": lambda _kind, at: pairing.renew(at, SHEET),
    "delete it": lambda _kind, at: deleted.delete(at),
}
ROLES = [(name, role) for name, kind in KINDS.items() for role in (kind.host, *kind.linked)]
LINKED = [(name, role) for name, kind in KINDS.items() for role in kind.linked]


def admit(_link: object) -> None:
    """Let everybody in."""


def opens(kind: Kind, at: Any, name: str) -> bool:
    try:
        kind.find(at, name)
    except Http404:
        return False
    return True


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Kind:
    return KINDS[request.param]


@pytest.mark.parametrize(("of", "role"), ROLES)
def test_what_a_host_may_nobody_else_may(of: str, role: str) -> None:
    kind = KINDS[of]
    for name, change in CHANGES.items():
        at = kind.make()
        for who, held in (("bo", role), ("cy", "player"), ("dee", "player")):
            kind.let_in(at, who, held)
        phones.put_out(at, kind.number("dee"))
        mine = kind.find(at, "bo")
        if role == kind.host:
            change(kind, mine)
        else:
            with pytest.raises(PermissionDenied):
                change(kind, mine)
        assert opens(kind, at, "ann") == (
            role != kind.host or name not in ("remove the other hosts", "delete it")
        )
        kind.rows.objects.all().delete()


@pytest.mark.parametrize(
    ("of", "name"), [pair for pair in product(KINDS, CHANGES) if not pair[1].startswith("see ")]
)
def test_the_right_is_checked_again_under_the_lock(of: str, name: str) -> None:
    kind = KINDS[of]
    at = kind.make()
    for who, role in (("bo", kind.host), ("cy", "player"), ("dee", "player")):
        kind.let_in(at, who, role)
    mine = kind.find(at, "bo")
    phones.put_out(at, kind.number("bo"))
    with pytest.raises(Removed):
        CHANGES[name](kind, mine)


@pytest.mark.parametrize(("of", "role"), LINKED)
def test_a_link_and_its_code_give_its_role_until_it_is_renewed(of: str, role: str) -> None:
    kind = KINDS[of]
    at = kind.make()
    old = links.invitations(at)[role]
    links.join(kind.name, device("bo"), old.token, admit)
    links.join_by_code(kind.name, device("cy"), old.code.lower(), admit)
    kind.let_in(at, "dee", role)
    phones.put_out_other_hosts(at)
    nonce = links.renew(at, role)
    assert [opens(kind, at, name) for name in ("ann", "bo", "cy", "dee")] == [True, False, False, True]
    for join, secret in ((links.join, old.token), (links.join_by_code, old.code)):
        with pytest.raises(Http404):
            join(kind.name, device("eve"), secret, admit)
    links.join(kind.name, device("bo"), token(nonce), admit)
    links.join_by_code(kind.name, device("eve"), code(nonce), admit)
    assert opens(kind, at, "bo")
    links.withdraw(at, role)
    assert [opens(kind, at, name) for name in ("ann", "bo", "eve", "dee")] == [True, False, False, True]
    assert role not in links.invitations(at)


def test_an_ended_link_lets_nobody_in_and_cuts_nobody_off(kind: Kind) -> None:
    at = kind.make()
    kind.join(at, "bo", "viewer")
    link = links.invitations(at)["viewer"]
    for rows in (models.Link, models.GroupLink):
        rows.objects.filter(role="viewer").update(ends_at="2020-01-01T00:00Z")
    assert links.invitations(at)["viewer"].ended
    links.join(kind.name, device("bo"), link.token, admit)
    with pytest.raises(AppRefusal, match="ended"):
        links.join(kind.name, device("cy"), link.token, admit)


def test_a_link_of_no_such_role_or_end_is_refused(kind: Kind) -> None:
    at = kind.make()
    named = "scorekeeper, .*viewer"
    for change in (links.renew, links.withdraw):
        with pytest.raises(AppRefusal, match=named):
            change(at, kind.host)
    with pytest.raises(AppRefusal, match=named):
        links.set_end(at, kind.host, "week")
    with pytest.raises(AppRefusal) as refused:
        links.set_end(at, "viewer", "soon")
    assert (refused.value.code, refused.value.field) == ("no-choice", "ends")


def test_only_so_many_phones_have_room(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    at = kind.make()
    monkeypatch.setattr(phones, "MOST" if kind.name == "table" else "MOST_OF_GROUP", 2)
    kind.join(at, "bo", "viewer")
    with pytest.raises(AppRefusal, match=kind.full):
        kind.join(at, "cy", "viewer")
    kind.join(at, "bo", "player")


def test_a_removed_phone_stays_out_until_it_is_let_back(kind: Kind) -> None:
    at = kind.make()
    kind.join(at, "bo", "viewer")
    phones.put_out(at, kind.number("bo"))
    for open_it in (lambda: kind.find(at, "bo"), lambda: kind.join(at, "bo", "player")):
        with pytest.raises(Removed):
            open_it()
    phones.let_back(at, kind.number("bo"))
    assert not opens(kind, at, "bo")
    kind.join(at, "bo", "player")
    assert opens(kind, at, "bo")


def test_a_host_removes_no_phone_of_its_own_and_none_that_is_not_there(kind: Kind) -> None:
    at = kind.make()
    codes = []
    for number in (kind.number("ann"), 0):
        with pytest.raises(AppRefusal) as refused:
            phones.put_out(at, number)
        codes.append((refused.value.code.replace("-group", ""), refused.value.field))
    assert codes == [("own-phone", "phone"), ("no-such-phone", "phone")]


def test_a_sheet_goes_with_a_host_who_may_have_made_it(kind: Kind) -> None:
    for sheet, end in (
        ("1" * 24, lambda at: phones.put_out(at, kind.number("bo"))),
        ("2" * 24, phones.put_out_other_hosts),
    ):
        at = kind.make()
        kind.join(at, "bo", "player")
        phones.make_host(at, kind.number("bo"))
        pairing.renew(kind.find(at, "bo"), sheet)
        end(at)
        assert not opens(kind, at, "bo")
        with pytest.raises(Http404):
            pairing.use_sheet(device("thief"), sheet)
        kind.rows.objects.all().delete()


def test_a_guest_leaves_the_sheet_when_it_is_removed(kind: Kind) -> None:
    at = kind.make()
    kind.join(at, "bo", "player")
    pairing.renew(at, SHEET)
    phones.put_out(at, kind.number("bo"))
    pairing.use_sheet(device("cy"), SHEET)
    assert opens(kind, at, "cy")


def test_no_program_that_came_by_a_link_becomes_a_host(kind: Kind) -> None:
    at = kind.make()
    link = links.invitations(at)["viewer"]
    links.join(kind.name, device("bot"), link.token, admit, program=True)
    with pytest.raises(AppRefusal) as refused:
        phones.make_host(at, kind.number("bot"))
    assert refused.value.code == "program-host"


def test_every_change_of_who_may_open_it_counts(kind: Kind) -> None:
    at = kind.make()

    def revision() -> int:
        found = kind.find(at, "ann")
        return int(found.revision if hasattr(found, "revision") else found.viewer.revision)

    before = revision()
    links.renew(at, "viewer")
    kind.join(at, "bo", "viewer")
    kind.join(at, "bo", "viewer")
    phones.put_out(at, kind.number("bo"))
    pairing.renew(at, SHEET)
    assert revision() == before + 4


@pytest.mark.parametrize(("of", "role"), ROLES)
def test_only_a_host_puts_back_what_was_deleted(of: str, role: str) -> None:
    kind = KINDS[of]
    at = kind.make()
    kind.let_in(at, "bo", role)
    public_id = at.table.id if of == "table" else at.group_id
    deleted.delete(at)
    with pytest.raises((Deleted, GroupDeleted)):
        kind.find(at, "bo")
    with pytest.raises(Http404):
        deleted.put_back(device("eve"), of, public_id)
    if role != kind.host:
        with pytest.raises(PermissionDenied):
            deleted.put_back(device("bo"), of, public_id)
        assert not opens(kind, at, "ann")
    else:
        deleted.put_back(device("bo"), of, public_id)
        assert opens(kind, at, "ann")
