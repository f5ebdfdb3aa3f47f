"""The phones of a table: who may see it, their roles, links and seats, and which of them are here."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID, uuid4

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F, Max, Q, QuerySet
from django.http import Http404
from django.utils import timezone

from companion.access import devices as access
from companion.access import links, roles
from companion.log.table import Table
from companion.models import Access, Game, Link, Phone
from companion.store import announce
from scoring import Refusal

ID_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


@dataclass(frozen=True)
class Look:
    """A game as one device looks at it: its roles there, and the seats that phones claimed, by device."""

    pk: int
    table_id: str
    header: str
    stir: int
    device: str
    roles: frozenset[str] = frozenset()
    seats: Mapping[str, str] = field(default_factory=dict)
    title: str | None = None


@dataclass(frozen=True)
class Pulse:
    """How far a table is: seq of its last row, changes beside the log, and the devices that may see it."""

    version: int
    stir: int
    devices: frozenset[str]


@dataclass(frozen=True)
class Guest:
    """One phone at a table: its number there, its roles, the seat it claimed, and whether it is connected."""

    number: int
    device: str
    roles: tuple[str, ...]
    seat: str
    here: bool
    seen_at: datetime | None
    out: bool = False


@dataclass(frozen=True)
class Invitation:
    """The link for one role: its token and its code; ``works`` unless the secret key has changed since."""

    role: str
    token: str
    code: str
    works: bool


def lock(table_id: str) -> None:
    """Let nobody else write to the game until the transaction ends; Http404 for what is no id."""
    _refuse_no_id(table_id)
    list(Game.objects.select_for_update().filter(public_id=table_id).values_list("pk"))


def _refuse_no_id(table_id: str) -> None:
    if not set(table_id) <= set(ID_ALPHABET):
        raise Http404("no table goes by this")


def look(device: str, table_id: str) -> Look:
    """The game as this device may look at it; Http404 for a device without a role there."""
    _refuse_no_id(table_id)
    known = Phone.objects.filter(game__public_id=table_id, game__deleted_at=None)
    fields = ("game_id", "game__header", "game__stir", "device", "seat", "game__title", "accesses__role")
    rows = list(known.values_list(*fields))
    held = frozenset(row[-1] for row in rows if row[3] == device and row[-1])
    if not held:
        raise Http404("no table of this device")
    pk, header, stir = rows[0][:3]
    seats = {row[3]: row[4] for row in rows if row[4]}
    return Look(pk, table_id, header, stir, device, held, seats, rows[0][5])


def pulse(table_ids: Collection[str]) -> dict[str, Pulse]:
    """How far these tables are, in two queries; a table that is not there is left out."""
    games = Game.objects.filter(public_id__in=table_ids, deleted_at=None).annotate(
        version=Max("entries__seq")
    )
    phones = Phone.objects.filter(game__public_id__in=table_ids, accesses__isnull=False).distinct()
    devices: dict[str, set[str]] = {}
    for table_id, device in phones.values_list("game__public_id", "device"):
        devices.setdefault(table_id, set()).add(device)
    return {
        table_id: Pulse(version or 0, stir, frozenset(devices.get(table_id, ())))
        for table_id, stir, version in games.values_list("public_id", "stir", "version")
    }


def mark_here(tables: Mapping[str, Collection[str]], until: datetime) -> None:
    """Keep that these devices are at these tables until then."""
    for table_id, devices in tables.items():
        Phone.objects.filter(game__public_id=table_id, device__in=devices).update(here_until=until)


def settle_in(game: Game, device: str) -> None:
    """The phone that starts a game owns it, and every other role has its link."""
    Access.objects.create(phone=Phone.objects.create(game=game, device=device), role=roles.OWNER)
    Link.objects.bulk_create(_link(game, role) for role in roles.LINKED)


def let_in(token: str) -> str | None:
    """The device of a program's token, if any table is open to it; a link's token opens its table.

    A link that was withdrawn opens nothing any more.
    """
    device = access.device_of_token(token)
    if Access.objects.filter(phone__device=device).exists():
        return device
    if not access.is_link_token(token):
        return None
    try:
        join(device, token)
    except Http404:
        return None
    return device


def join(device: str, token: str) -> str:
    """Let a phone in by the token of a link; the table's id. Http404 where there is no such link."""
    return _join(device, Link.objects.filter(token_hash=links.token_hash(token)))


def join_by_code(device: str, code: str) -> str:
    """Let a phone in by the short code of a link; the table's id. Http404 where there is no such code."""
    return _join(device, Link.objects.filter(code_hash=links.code_hash(code)))


def _join(device: str, found: QuerySet[Link]) -> str:
    found = found.filter(game__deleted_at=None)
    table_id = found.values_list("game__public_id", flat=True).first()
    if table_id is None:
        raise Http404("no such link")
    with transaction.atomic():
        lock(table_id)  # the link may be renewed at this very moment
        link = found.first()
        if link is None:
            raise Http404("no such link")
        phone, _new = Phone.objects.get_or_create(game_id=link.game_id, device=device)
        if phone.out:
            raise Http404("this phone was put out")
        _access, new = Access.objects.get_or_create(phone=phone, role=link.role, defaults={"link": link})
        if new:
            _leave_taken_seat(phone)
            stir(table_id)
    return table_id


def _leave_taken_seat(phone: Phone) -> None:
    """Who comes back finds the seat free, or is somebody without one."""
    if phone.seat and _sitting(phone.game_id, phone.seat).exclude(pk=phone.pk).exists():
        Phone.objects.filter(pk=phone.pk).update(seat="")


def _sitting(game: int, seat: str) -> QuerySet[Phone]:
    """Who says that this seat is theirs, of those who may see the table."""
    return Phone.objects.filter(game=game, seat=seat, accesses__isnull=False)


def stir(table_id: str) -> None:
    """Let the other phones know that something beside the log has changed; within its transaction."""
    Game.objects.filter(public_id=table_id).update(stir=F("stir") + 1)
    announce.announce(table_id)


def guests(table: Table) -> tuple[Guest, ...]:
    """Every phone that may see the table or was put out, in the order in which they came."""
    now = timezone.now()
    found: dict[int, Guest] = {}
    theirs: dict[int, set[str]] = {}
    known = Q(accesses__isnull=False) | Q(out=True)
    rows = Phone.objects.filter(known, game__public_id=table.id).order_by("pk")
    fields = ("pk", "device", "seat", "here_until", "out", "accesses__role")
    for number, device, seat, until, out, role in rows.values_list(*fields):
        theirs.setdefault(number, set()).add(role)
        order = roles.in_order(frozenset(theirs[number]))
        found[number] = Guest(number, device, order, seat, bool(until and until > now), until, out)
    return tuple(found.values())


def invitations(table: Table) -> dict[str, Invitation]:
    """The links that stand, by role; only for who may share the table."""
    table.require(roles.SHARE)
    found = Link.objects.filter(game__public_id=table.id).values_list("role", "nonce", "token_hash")
    return {
        role: Invitation(role, links.token(nonce), links.code(nonce), links.holds(nonce, stored))
        for role, nonce, stored in found
    }


def renew_link(table: Table, role: str) -> UUID:
    """A new link for a role; who came by the old one is out. From its nonce follow its token and its code."""
    with _changing(table, roles.SHARE, role, roles.LINKED) as game:
        Link.objects.filter(game=game, role=role).delete()
        link = _link(game, role)
        link.save(force_insert=True)
    return link.nonce


def withdraw_link(table: Table, role: str) -> None:
    """No link for a role any more; who came by it is out."""
    with _changing(table, roles.SHARE, role, roles.LINKED) as game:
        Link.objects.filter(game=game, role=role).delete()


def put_out(table: Table, number: int) -> None:
    """Take all roles from a phone, which is out at its next request and stays so; never an owner's."""
    with _changing(table, roles.SHARE) as game:
        phone = _guest(game, number)
        if phone.accesses.filter(role=roles.OWNER).exists():
            raise Refusal("phone", "expected another phone: the owner's stays")
        phone.accesses.all().delete()
        Phone.objects.filter(pk=phone.pk).update(out=True)


def let_back(table: Table, number: int) -> None:
    """Let a phone that was put out join again, by a link that stands."""
    with _changing(table, roles.SHARE) as game:
        Phone.objects.filter(game=game, pk=number).update(out=False)


def hand_on(table: Table, role: str, number: int) -> None:
    """Pass the scorekeeper's or banker's role on; an owner keeps what is theirs, anybody else gives it up.

    Who hands on or is handed a role stays for as long as the link stands by which they came.
    """
    right = roles.HANDS if role == roles.SCOREKEEPER else roles.BANK
    with _changing(table, right, role, roles.HANDED_ON) as game:
        receiver, giver = _guest(game, number), Phone.objects.get(game=game, device=table.device)
        if receiver == giver:
            raise Refusal("phone", "expected another phone: this one has the role already")
        Access.objects.get_or_create(phone=receiver, role=role, defaults={"link_id": _came_by(receiver)})
        if not giver.accesses.filter(role=roles.OWNER).exists():
            _give_up(giver, role)


def _came_by(phone: Phone) -> int | None:
    """The link by which a phone has the role in which it may most."""
    held = dict(phone.accesses.values_list("role", "link"))
    return held[roles.in_order(frozenset(held))[0]]


def take_back(table: Table, role: str, number: int) -> None:
    """Take the scorekeeper's or banker's role from a phone; it stays, as a player's if it has no other."""
    with _changing(table, roles.SHARE, role, roles.HANDED_ON) as game:
        _give_up(_guest(game, number), role)


def _give_up(phone: Phone, role: str) -> None:
    given = phone.accesses.filter(role=role).first()
    if given is None:
        return
    given.delete()
    if not phone.accesses.exists():
        Access.objects.create(phone=phone, role=roles.PLAYER, link_id=given.link_id)


def claim(table: Table, seat: str) -> None:
    """Say that a seat is that of the phone which looks; an empty *seat* gives up the one it had."""
    with _changing(table, roles.SIT) as game:
        if seat and seat not in table.state.players:
            raise Refusal("seat", "expected somebody who sits at this table, got " + seat)
        if seat and _sitting(game.pk, seat).exclude(device=table.device).exists():
            raise Refusal(
                "seat",
                "expected a seat that is free: another phone says that it is " + seat + "'s;"
                " it can give the seat up, or the owner can put it out",
            )
        Phone.objects.filter(game=game, device=table.device).update(seat=seat)


@contextmanager
def _changing(table: Table, right: str, role: str = "", among: Collection[str] = ("",)) -> Iterator[Game]:
    """A change that the phone which looks has the right to make; the other phones are told of it."""
    if role not in among:
        table.require(roles.SEE)
        raise Refusal("role", "expected one of " + ", ".join(among) + ", got " + role)
    with transaction.atomic():
        yield held(table, right)
        stir(table.id)


def held(table: Table, right: str) -> Game:
    """The game for this transaction alone, if the phone which looks still has the right by now.

    Raises PermissionDenied or Http404.
    """
    lock(table.id)
    if not roles.may(look(table.device, table.id).roles, right):
        raise PermissionDenied(right)
    return Game.objects.get(public_id=table.id)


def _guest(game: Game, number: int) -> Phone:
    phone = Phone.objects.filter(game=game, pk=number, accesses__isnull=False).first()
    if phone is None:
        raise Refusal("phone", "expected a phone of this table: that one is gone")
    return phone


def _link(game: Game, role: str) -> Link:
    nonce = uuid4()
    token_hash, code_hash = links.token_hash(links.token(nonce)), links.code_hash(links.code(nonce))
    return Link(game=game, role=role, nonce=nonce, token_hash=token_hash, code_hash=code_hash)
