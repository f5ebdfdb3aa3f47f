"""The phones of a game and their roles: list, remove, readmit, hand over a role."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from companion.access import devices, roles
from companion.log.table import Table
from companion.log.viewer import View
from companion.models import Access, Game, Phone
from companion.store import games
from companion.wording.refusal import AppRefusal


@dataclass(frozen=True)
class PhoneView:
    """One phone at a table: its number there, its roles, its seat, and whether it is connected.

    ``came_by``: the roles of the links by which it has its roles; "" for a role that came by no link.
    """

    number: int
    device: str
    roles: tuple[str, ...]
    seat: str
    here: bool
    seen_at: datetime | None
    out: bool = False
    came_by: frozenset[str] = frozenset()

    def cut_off_by(self, role: str) -> bool:
        """Whether the phone loses the table when the link of *role* is renewed or turned off."""
        return self.came_by == {role}


def own(game: Game, device: str) -> None:
    """Make the device that starts a game its host."""
    Access.objects.create(phone=Phone.objects.create(game=game, device=device), role=roles.OWNER)


def known_device(token: str) -> str | None:
    """The device of a program's token, if it has a role at any table. Writes nothing."""
    device = devices.device_of_token(token)
    return device if Access.objects.filter(phone__device=device).exists() else None


def of_table(table: Table) -> tuple[PhoneView, ...]:
    """All phones that may see the table or were removed, in order of joining."""
    now = timezone.now()
    found: dict[int, PhoneView] = {}
    theirs: dict[int, set[tuple[str, str]]] = {}
    known = Q(accesses__isnull=False) | Q(out=True)
    rows = Phone.objects.filter(known, game__public_id=table.id).order_by("pk")
    fields = ("pk", "device", "seat", "here_until", "out", "accesses__role", "accesses__link__role")
    for number, device, seat, until, out, role, link in rows.values_list(*fields):
        theirs.setdefault(number, set()).add((role, link or ""))
        order = roles.in_order(frozenset(role for role, _link in theirs[number]))
        links = frozenset(link for role, link in theirs[number] if role)
        here = bool(until and until > now)
        found[number] = PhoneView(number, device, order, seat, here, until, out, links)
    return tuple(found.values())


def put_out(view: View, number: int) -> None:
    """Remove all roles of a phone and bar it from joining again. Raises Refusal for the host's."""
    with games.changing(view, roles.SHARE) as game:
        phone = _phone(game, number)
        if phone.accesses.filter(role=roles.OWNER).exists():
            raise AppRefusal("host-stays", "phone")
        phone.accesses.all().delete()
        Phone.objects.filter(pk=phone.pk).update(out=True)


def let_back(view: View, number: int) -> None:
    """Allow a removed phone to join again by a valid link."""
    with games.changing(view, roles.SHARE) as game:
        Phone.objects.filter(game=game, pk=number).update(out=False)


def hand_on(view: View, role: str, number: int) -> None:
    """Give the scorekeeper's or banker's role to another phone; the giver loses it unless it is the host's.

    The receiver keeps the role until the link by which it joined is renewed or withdrawn.
    """
    refuse_other_roles(view, role, roles.HANDED_ON)
    right = roles.HANDS if role == roles.SCOREKEEPER else roles.BANK
    with games.changing(view, right) as game:
        receiver, giver = _phone(game, number), Phone.objects.get(game=game, device=view.viewer.device)
        if receiver == giver:
            raise AppRefusal("role-held", "phone")
        Access.objects.get_or_create(phone=receiver, role=role, defaults={"link_id": _came_by(receiver)})
        if not giver.accesses.filter(role=roles.OWNER).exists():
            _give_up(giver, role)


def take_back(view: View, role: str, number: int) -> None:
    """Remove the scorekeeper's or banker's role of a phone; without another role it becomes a player's."""
    refuse_other_roles(view, role, roles.HANDED_ON)
    with games.changing(view, roles.SHARE) as game:
        _give_up(_phone(game, number), role)


def refuse_other_roles(view: View, role: str, among: Collection[str]) -> None:
    """Raise Refusal for a role that isn't in *among*."""
    if role not in among:
        view.viewer.require(roles.SEE)
        raise AppRefusal("no-such-role", "role", roles=", ".join(among))


def _came_by(phone: Phone) -> int | None:
    """The link of the phone's role with most rights."""
    held = dict(phone.accesses.values_list("role", "link"))
    return held[roles.in_order(frozenset(held))[0]]


def _give_up(phone: Phone, role: str) -> None:
    given = phone.accesses.filter(role=role).first()
    if given is None:
        return
    given.delete()
    if not phone.accesses.exists():
        Access.objects.create(phone=phone, role=roles.PLAYER, link_id=given.link_id)


def _phone(game: Game, number: int) -> Phone:
    phone = Phone.objects.filter(game=game, pk=number, accesses__isnull=False).first()
    if phone is None:
        raise AppRefusal("no-such-phone", "phone")
    return phone
