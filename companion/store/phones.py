"""Phones of tables and groups, and their roles: give, remove, readmit, hand over. Listed by phone_list.

And room for them, the seats that they have claimed, and which of them are connected.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, overload

from django.conf import settings
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Value, When
from django.http import HttpRequest
from django.utils import timezone

from companion.access import devices
from companion.log import rights
from companion.log.rights import View, refuse_seat
from companion.models import (
    Access,
    Dispute,
    Entry,
    Game,
    Group,
    GroupPhone,
    GroupRecovery,
    Phone,
    Recovery,
)
from companion.store import games, groups
from companion.store.changes import writing
from companion.store.circles import Circle, Row, changing, touch
from companion.store.games import run
from companion.store.groups import FoundGroup
from companion.wording.refusal import AppRefusal

OnePhone = Phone | GroupPhone

HAS_A_ROLE = """
SELECT 1 FROM companion_phone p JOIN companion_access a ON a.phone_id = p.id WHERE p.device = %s
UNION ALL SELECT 1 FROM companion_groupphone WHERE device = %s AND role <> '' AND NOT out LIMIT 1"""


def claim(view: View, seat: str) -> None:
    """Give a seat to the viewer's phone; an empty *seat* gives up its seat. Raises Refusal."""
    author = view.viewer.author
    with games.changing(view, rights.SIT) as game:
        known = seat in view.table.state.players
        taken = known and _sitting(game.pk, seat).exclude(author=author).exists()
        refuse_seat(view.table, seat, taken)
        Phone.objects.filter(game=game, author=author).update(seat=seat)


def leave_taken(phone: Phone) -> None:
    """Clear the seat of a phone that returns, if another phone has claimed it since."""
    if phone.seat and _sitting(phone.game_id, phone.seat).exclude(pk=phone.pk).exists():
        Phone.objects.filter(pk=phone.pk).update(seat="")


def _sitting(game: int, seat: str) -> QuerySet[Phone]:
    """The phones with this seat, of those that may see the table."""
    return Phone.objects.filter(game=game, seat=seat, accesses__isnull=False)


# Room for phones: at most MOST at a table, where those long gone make way, and more at a group.

MOST, MOST_OF_GROUP = 100, 500
GONE_AFTER = timedelta(days=30)


def make_room(row: Row) -> None:
    """Forget phones that are long gone if a table is full. Call with the row locked. Raises Refusal.

    Those are players and viewers without a seat, not seen for GONE_AFTER, that have said nothing: whoever
    wrote in the log or in a dispute stays known.
    """
    if isinstance(row, Group):
        if GroupPhone.objects.filter(group=row, out=False).exclude(role="").count() >= MOST_OF_GROUP:
            raise AppRefusal("group-full", "phone", most=MOST_OF_GROUP)
        return
    game = row.pk
    if _with_access(game).count() >= MOST:
        since = timezone.now() - GONE_AFTER
        unseen = Q(here_until=None) | Q(here_until__lt=since)
        gone = _with_access(game).filter(unseen, joined_at__lt=since, seat="", out=False)
        kept = Access.objects.filter(phone=OuterRef("pk")).exclude(role__in=(rights.PLAYER, rights.VIEWER))
        wrote = Entry.objects.filter(game=OuterRef("game"), device=OuterRef("author"))
        disputed = Dispute.objects.filter(game=OuterRef("game")).filter(
            Q(device=OuterRef("author")) | Q(ended_by=OuterRef("author"))
        )
        gone.filter(~Exists(kept), ~Exists(wrote), ~Exists(disputed)).delete()
        if _with_access(game).count() >= MOST:
            raise AppRefusal("table-full", "phone", most=MOST)


def _with_access(game: int) -> QuerySet[Phone]:
    return Phone.objects.filter(Exists(Access.objects.filter(phone=OuterRef("pk"))), game=game)


# Phones that are connected to a table.


def mark_here(tables: Mapping[str, Collection[str]], until: datetime) -> None:
    """Store that these devices, by table, are connected until then.

    A phone that is seen with its new token has no more use for the one before, which then ends.
    """
    seen = {device for here in tables.values() for device in here}
    stale = GroupPhone.objects.filter(device__in=seen).exclude(former="")
    if stale.exists():
        with writing():
            stale.update(former="")
    for table_id, here in tables.items():
        mine = Q(device__in=here) | Q(former__in=here)
        left = Case(When(device__in=here, then=Value("")), default=F("former"))
        with writing():
            Phone.objects.filter(mine, game__public_id=table_id).update(here_until=until, former=left)


@dataclass(frozen=True)
class Joiner:
    """Who joins: a device, the device that the phone becomes if it gains the role, and is it a program."""

    device: str
    successor: str
    program: bool


def own(game: Game, device: str, author: str, *, successor: str, program: bool) -> None:
    """Make the device that starts a game its host; see ``gained`` for its *successor*."""
    phone = Phone.objects.create(game=game, device=successor or device, author=author, program=program)
    Access.objects.create(phone=phone, role=rights.OWNER)
    gained(phone, device, successor)


@overload
def at(row: Game, device: str, successor: str) -> Phone | None: ...
@overload
def at(row: Group, device: str, successor: str) -> GroupPhone | None: ...
def at(row: Row, device: str, successor: str) -> OnePhone | None:
    """The phone of this device at a table or group, which it may have joined already as its *successor*."""
    known = Q(device__in=(device, successor)) if successor else Q(device=device)
    if isinstance(row, Game):
        return Phone.objects.filter(known | Q(former=device), game=row).first()
    return GroupPhone.objects.filter(known | Q(former=device), group=row).order_by("-role").first()


def roles_of(phone: OnePhone | None) -> frozenset[str]:
    """The roles of a phone where it is; None has none."""
    if isinstance(phone, Phone):
        return frozenset(phone.accesses.values_list("role", flat=True))
    return frozenset((phone.role,)) - {""} if phone else frozenset()


def give(row: Row, joiner: Joiner, role: str, link: Any = None) -> None:
    """Give a device a role at a table or group, by a link or as its host. Call with the row locked."""
    phone = at(row, joiner.device, joiner.successor)
    there = phone is not None and not phone.out and bool(roles_of(phone))
    if phone is None:
        new = {"device": joiner.successor or joiner.device}
        phone = Phone(game=row, **new) if isinstance(row, Game) else GroupPhone(group=row, **new)
    if not there:
        phone.out, phone.joined_at, phone.program = False, timezone.now(), joiner.program
    if isinstance(phone, GroupPhone):
        phone.role, phone.link = role, link
        phone.save()
    else:
        if not there:
            phone.save()
        Access.objects.create(phone=phone, role=role, link=link)
        leave_taken(phone)
    gained(phone, joiner.device, joiner.successor)
    touch(row)


def gained(phone: OnePhone, device: str, successor: str) -> None:
    """Give a phone that gains a role its new token. Call inside the transaction.

    The role is only open to *successor*: whoever put a device cookie on this phone, or read it before, is
    left behind. The other tables follow, and stay open to *device* as well until the phone is seen with its
    new token, in case the response with it is lost. "" for *successor*: the token stays, as a program's does.
    """
    if successor:
        numbers = [phone.pk]
        at_table = isinstance(phone, Phone)
        games.all_gained(numbers if at_table else (), device, successor, () if at_table else numbers)


def is_known(device: str) -> bool:
    """Whether this device has a role at any table or group."""
    with run(HAS_A_ROLE, device, device) as cursor:
        return cursor.fetchone() is not None


def next_token(request: HttpRequest, secret: str) -> devices.Successor:
    """The token that this phone gets if it gains a role by *secret*; see ``devices.successors``.

    A phone that sent the request before, with another token that it shows, is also what it became by that,
    and first becomes one device with it. Sent before the secret key was replaced, it gives the token of then.
    """
    device, (first, *earlier) = devices.device(request), devices.successors(request, secret)
    for key in settings.SECRET_KEY_FALLBACKS:
        again, *others_then = devices.successors(request, secret, key)
        first = again if is_known(again.device) else first
        earlier += others_then
    others = [one.device for one in earlier if one.device != device]
    if others and games.is_elsewhere(device, others):
        games.become_one(request, [*devices.gained_elsewhere(request), *others])
        return devices.successors(request, secret)[0]
    return next((one for one in earlier if one.device == device and is_known(device)), first)


def renew(request: HttpRequest, successor: devices.Successor) -> None:
    """Send a phone its new token if it gained a role by it; all that it has follows."""
    device = devices.device(request)
    if successor.device != device and is_known(successor.device):
        games.follow(request, device, successor.device)
        devices.renew(request, successor)


def known_device(token: str) -> str | None:
    """The device of a program's token, if it has a role at any table or group. Writes nothing."""
    device = devices.device_of_token(token)
    return device if is_known(device) else None


def put_out(of: Circle, number: int) -> None:
    """Remove a phone with all its roles and bar it from joining again. Raises Refusal for the viewer's own.

    With a host the recovery sheet goes, since whoever has that phone may have made it.
    """
    with changing(of) as row:
        phone = _another(of, row, number)
        if not rights.HOSTS.isdisjoint(roles_of(phone)):
            _end_sheet(row)
        _put_out(row, [phone.pk])


def put_out_other_hosts(of: Circle) -> None:
    """Remove all hosts but the viewer, and bar them from joining again; the recovery sheet goes as well."""
    with changing(of) as row:
        _end_sheet(row)
        _put_out(row, list(_other_hosts(of).values_list("pk", flat=True)))


def let_back(of: Circle, number: int) -> None:
    """Allow a removed phone to join again by a link that works."""
    with changing(of) as row:
        row.phones.filter(pk=number).update(out=False)


def make_host(of: Circle, number: int) -> None:
    """Make another phone a host too. Raises Refusal for one of a group that is a host already.

    And for a program that came by a link, since all who have the link are that device.
    """
    with changing(of) as row:
        phone = _phone(row, number)
        if _is_own(of, phone) or (isinstance(phone, GroupPhone) and phone.role == rights.HOST):
            raise AppRefusal("role-held", "phone")
        if phone.program:
            raise AppRefusal("program-host", "phone")
        if isinstance(phone, GroupPhone):
            GroupPhone.objects.filter(pk=phone.pk).update(role=rights.HOST, link=None)
        else:
            Access.objects.get_or_create(phone=phone, role=rights.OWNER)


def leave(found: FoundGroup) -> None:
    """Give up the viewer's role at a group. Raises Refusal for the only host: a group always has one."""
    with groups.changing(found, rights.NIGHTS) as group:
        if found.role == rights.HOST and not _other_hosts(found).exists():
            raise AppRefusal("last-host", "phone")
        GroupPhone.objects.filter(group=group, pk=found.phone).delete()
        groups.tell_lost(group)


def hand_on(view: View, role: str, number: int) -> None:
    """Give a role at a table to another phone: the host's, see ``make_host``, the scorekeeper's or banker's.

    The giver loses the latter two unless it is a host. The receiver keeps them until the link by which it
    joined is renewed or withdrawn. A reading address gets none: it may stand on any page of the web.
    """
    _refuse_other_roles(view, role)
    if role == rights.OWNER:
        make_host(view, number)
        return
    with games.changing(view, rights.TO_GIVE[role]) as game:
        receiver, giver = _phone(game, number), Phone.objects.get(game=game, author=view.viewer.author)
        if receiver == giver:
            raise AppRefusal("role-held", "phone")
        if receiver.accesses.filter(link__role=rights.READER).exists():
            raise AppRefusal("reader-only", "phone")
        held = dict(receiver.accesses.values_list("role", "link"))
        Access.objects.get_or_create(
            phone=receiver, role=role, defaults={"link_id": held[rights.in_order(frozenset(held))[0]]}
        )
        if not giver.accesses.filter(role=rights.OWNER).exists():
            _give_up(giver, role)


def take_back(view: View, role: str, number: int) -> None:
    """Remove a role of a phone; without another role it becomes a player's.

    Raises Refusal for the viewer's own role of host: so a table always has one. With a host the recovery
    sheet goes, as in ``put_out``.
    """
    _refuse_other_roles(view, role)
    with games.changing(view, rights.SHARE) as game:
        if role == rights.OWNER:
            _give_up(_another(view, game, number), role)
            _end_sheet(game)
        else:
            _give_up(_phone(game, number), role)


def _refuse_other_roles(view: View, role: str) -> None:
    if role not in rights.GIVEN:
        view.viewer.require(rights.SEE)
        raise AppRefusal("no-such-role", "role", roles=", ".join(rights.HANDED_ON))


def _put_out(row: Row, numbers: list[int]) -> None:
    if isinstance(row, Game):
        Access.objects.filter(phone__in=numbers).delete()
        Phone.objects.filter(pk__in=numbers).update(out=True)
    else:
        GroupPhone.objects.filter(pk__in=numbers).update(out=True, role="", link=None)
        groups.tell_lost(row)


def _end_sheet(row: Row) -> None:
    if isinstance(row, Game):
        Recovery.objects.filter(game=row).delete()
    else:
        GroupRecovery.objects.filter(group=row).delete()


def _other_hosts(of: Circle) -> QuerySet[Any]:
    if isinstance(of, View):
        at_table = Phone.objects.filter(game__public_id=of.table.id, accesses__role=rights.OWNER)
        return at_table.exclude(author=of.viewer.author)
    return GroupPhone.objects.filter(group=of.pk, role=rights.HOST, out=False).exclude(pk=of.phone)


def _is_own(of: Circle, phone: OnePhone) -> bool:
    return phone.device == (of.viewer if isinstance(of, View) else of).device


def _give_up(phone: Phone, role: str) -> None:
    given = phone.accesses.filter(role=role).first()
    if given is None:
        return
    given.delete()
    if not phone.accesses.exists():
        Access.objects.create(phone=phone, role=rights.PLAYER, link_id=given.link_id)


@overload
def _another(of: View, row: Game, number: int) -> Phone: ...
@overload
def _another(of: Circle, row: Row, number: int) -> OnePhone: ...
def _another(of: Circle, row: Row, number: int) -> OnePhone:
    """A phone that isn't the viewer's own. Raises Refusal."""
    phone = _phone(row, number)
    if _is_own(of, phone):
        raise AppRefusal("own-phone", "phone")
    return phone


@overload
def _phone(row: Game, number: int) -> Phone: ...
@overload
def _phone(row: Row, number: int) -> OnePhone: ...
def _phone(row: Row, number: int) -> OnePhone:
    """A phone that has a role. Raises Refusal."""
    phone = row.phones.filter(pk=number, out=False).first()
    if phone is None or not roles_of(phone):
        raise AppRefusal("no-such-phone" if isinstance(row, Game) else "no-such-group-phone", "phone")
    return phone
