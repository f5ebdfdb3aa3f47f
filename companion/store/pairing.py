"""Pairing: another phone of the same person gets tables and groups of this one.

By a code that works once, or by a passkey, which outlives the phone that made it. By the code of a
recovery sheet another phone becomes a host of one table or group.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from companion.access import links as secrets
from companion.access.passkeys import Key
from companion.log import rights
from companion.log.rights import View
from companion.models import Access, Game, GroupPhone, GroupRecovery, Pairing, Passkey, Phone, Recovery
from companion.store import answers, games, groups, phones
from companion.store.answers import Once
from companion.store.changes import HERE, writing
from companion.store.circles import KINDS, Circle, Row, changing, refuse_personal, require_host, touch
from companion.store.phones import Joiner, make_room
from companion.wording.refusal import AppRefusal
from scoring import VARIANTS, Refusal

LASTS = timedelta(minutes=10)
KEPT_FOR = timedelta(days=1)  # after its end, so that the phone can say that its code was used
AT_ONCE = 20  # tables in one transaction
MOST_PASSKEYS = 10  # of a device
MADE = "made"  # in place of a device: answers that stand for codes and sheets, each of which is made once

Admit = Callable[[str], None]


@dataclass(frozen=True)
class Made:
    """The last code of a device: until when it works, and when it was used; None: not yet."""

    ends_at: datetime
    used_at: datetime | None


@dataclass(frozen=True)
class Paired:
    """What a phone got: at how many tables and groups it has all roles of the other one; names of the rest.

    groups: without the other phone's own one, which comes as well. full: tables and groups with no room for
    another phone. removed: those from which a host removed this phone.
    """

    tables: int
    groups: int
    full: tuple[str, ...]
    removed: tuple[str, ...]


@dataclass(frozen=True)
class _Two:
    """The device that gives, and the one that gets, with its successor; see ``phones.gained``."""

    giver: str
    device: str
    successor: str


def last(device: str) -> Made | None:
    """The last code of this device, if it ended less than KEPT_FOR ago; None without one."""
    found = Pairing.objects.filter(device=device, ends_at__gt=timezone.now() - KEPT_FOR)
    values = found.values_list("ends_at", "used_at").first()
    return Made(*values) if values else None


def make(device: str, code: str) -> Made:
    """Store the hash of a device's new code; the one before no longer works.

    The same code again changes nothing. Raises Refusal for a device without tables and groups, and for a
    code of its own that was used, was replaced, or has ended.
    """
    if not _tables(device).exists() and not _at_groups(device).exists():
        raise AppRefusal("nothing-to-pair")
    now, hashed = timezone.now(), secrets.pairing_hash(code)
    with writing():
        Pairing.objects.filter(ends_at__lt=now - KEPT_FOR).delete()
        same = Pairing.objects.filter(device=device, code_hash=hashed)

        def made() -> dict[str, Any]:
            if not same.exists():
                new = {"code_hash": hashed, "ends_at": now + LASTS, "used_at": None, "used_by": ""}
                Pairing.objects.update_or_create(device=device, defaults=new)
            return {}

        answers.run_once(Once(MADE, hashed, ""), made)
        found = same.filter(used_at=None, ends_at__gt=now).first()
        if found is None:
            raise AppRefusal("page-outdated", "key")
    return Made(found.ends_at, found.used_at)


def use(device: str, code: str, admit: Admit, *, successor: str) -> Paired:
    """Give a device the roles that the maker of the code has, at each of its tables and groups.

    The code works once; the same device may send it again within its time, since an answer can be lost. What
    links gave ends with the link, as it does for the other phone; whether a link has ended doesn't matter.
    Deleted tables stay where they are, and so do seats: a seat names one phone. *admit* is called with the
    maker before a new device is let in. *successor*: as in ``links.join``. Raises Http404 for an unknown
    code, Refusal, and whatever *admit* raises.
    """
    now = timezone.now()
    with writing():
        locked = Pairing.objects.select_for_update().filter(code_hash__in=secrets.pairing_hashes(code))
        found = locked.filter(ends_at__gt=now - KEPT_FOR).first()
        if found is None:
            raise Http404("no such code")
        if found.device in (device, successor):
            raise AppRefusal("pairing-own", "code")
        if found.used_at and found.used_by not in (device, successor):
            raise AppRefusal("pairing-used", "code")
        if found.ends_at <= now:
            raise AppRefusal("pairing-ended", "code")
        if not found.used_at:
            admit(found.device)
            Pairing.objects.filter(pk=found.pk).update(used_at=now, used_by=successor)
    return _given(_Two(found.device, device, successor))


def passkeys(device: str) -> int:
    """How many passkeys a device has made."""
    return Passkey.objects.filter(device=_become(device)).count()


def add_passkey(device: str, key: Key) -> None:
    """Keep a new passkey of a device, or of what it has become; the same again changes nothing.

    Raises Refusal for a device without tables and groups, and for one with MOST_PASSKEYS.
    """
    if not _tables(device).exists() and not _at_groups(device).exists():
        raise AppRefusal("nothing-to-pair")
    with writing():
        if Passkey.objects.filter(credential=key.credential).exists():
            return
        if passkeys(device) >= MOST_PASSKEYS:
            raise AppRefusal("passkeys-full", number=MOST_PASSKEYS)
        Passkey.objects.create(
            device=_become(device),
            credential=key.credential,
            public_key=key.public_key,
            sign_count=key.sign_count,
        )


def remove_passkeys(device: str) -> None:
    """Forget all passkeys of a device."""
    with writing():
        Passkey.objects.filter(device=_become(device)).delete()


def _become(device: str) -> str:
    """What its rows say that a device is: another one, until it is seen with a token that it gained.

    Locks the rows inside a transaction, so that no token is gained at this very moment.
    """
    mine = games.of_device(device)
    found = [
        row.device
        for rows in (Phone.objects.filter(mine), GroupPhone.objects.filter(mine))
        for row in (rows.select_for_update() if HERE.inside else rows).only("device")
    ]
    return device if device in found or not found else found[0]


def use_passkey(
    device: str, credential: str, signed: Callable[[Key], int], admit: Admit, *, successor: str
) -> Paired:
    """Give a device the roles of the one that made this passkey; as ``use``, but as often as it is shown.

    *signed*: how often a key has signed now; it raises if it didn't sign what it was asked for. Raises
    Http404 for an unknown passkey, Refusal, and whatever *signed* and *admit* raise.
    """
    found = Passkey.objects.filter(credential=credential).first()
    if found is None:
        raise Http404("no such passkey")
    count = signed(Key(found.credential, bytes(found.public_key), found.sign_count))
    if found.device in (device, successor):
        raise AppRefusal("passkey-own", "credential")
    admit(found.device)
    with writing():
        Passkey.objects.filter(pk=found.pk).update(sign_count=count)
    return _given(_Two(found.device, device, successor))


def _given(two: _Two) -> Paired:
    """Give what there is to give, table by table and group by group."""
    all_games = list(_tables(two.giver).order_by("pk"))
    results: list[tuple[str, str]] = []
    for start in range(0, len(all_games), AT_ONCE):
        results += [(_name(game), why) for game, why in _give(all_games[start : start + AT_ONCE], two)]
    in_groups: list[tuple[str, str]] = []  # without the personal one
    gained: list[int] = []
    with writing():
        for given in _at_groups(two.giver).select_related("group"):
            group = groups.lock(given.group_id)
            phone = phones.at(group, two.device, two.successor)
            why = "removed" if phone and phone.out else ""
            try:
                if not phone or not phone.role:
                    make_room(group)
            except Refusal:
                why = why or "full"
            if not group.personal:
                in_groups.append((group.title, why))
            if why or (phone and rights.higher(phone.role, given.role) == phone.role):
                continue
            phone = phone or GroupPhone(group=group, device=two.successor)
            phone.role, phone.link, phone.joined_at = given.role, given.link, timezone.now()
            phone.save()
            groups.touch(group.pk)
            gained.append(phone.pk)
        if gained:
            games.all_gained((), two.device, two.successor, gained)
    results += [(name, why) for name, why in in_groups if why]
    return Paired(
        tables=sum(not why for _name, why in results),
        groups=sum(not why for _name, why in in_groups),
        full=tuple(name for name, why in results if why == "full"),
        removed=tuple(name for name, why in results if why == "removed"),
    )


def _tables(device: str) -> QuerySet[Game]:
    """The games at which a device has a role, without deleted ones."""
    return Game.objects.filter(pk__in=_roles(device).values("phone__game"), deleted_at=None)


def _roles(device: str) -> QuerySet[Access]:
    return Access.objects.filter(games.of_device(device, "phone__"), phone__out=False)


def _give(some: Sequence[Game], two: _Two) -> list[tuple[Game, str]]:
    """Give what there is to give at these tables, with for each what stands in the way; "": nothing."""
    results: list[tuple[Game, str]] = []
    gained: list[int] = []
    with writing():
        for game in some:
            try:
                games.lock(game.public_id)
            except Http404:
                continue  # deleted at this very moment
            before = phones.at(game, two.device, two.successor)
            if before and before.out:
                results.append((game, "removed"))
                continue
            given = _roles(two.giver).filter(phone__game=game).values_list("role", "link")
            there = phones.roles_of(before)
            new = [(role, link) for role, link in given if role not in there]
            try:
                if new and not there:
                    make_room(game)
            except Refusal:
                results.append((game, "full"))
                continue
            results.append((game, ""))
            if new:
                phone = before or Phone(game=game, device=two.successor)
                if not there:
                    phone.joined_at = timezone.now()
                    phone.save()
                Access.objects.bulk_create(Access(phone=phone, role=role, link_id=link) for role, link in new)
                phones.leave_taken(phone)
                games.touch(game.public_id)
                gained.append(phone.pk)
        if gained:
            games.all_gained(gained, two.device, two.successor)
    return results


def _at_groups(device: str) -> QuerySet[GroupPhone]:
    """The rows of a device with a role at groups, without deleted ones."""
    found = GroupPhone.objects.filter(games.of_device(device), out=False, group__deleted_at=None)
    return found.exclude(role="").order_by("pk")


def _name(game: Game) -> str:
    """The name of a table: its title, or the game without one."""
    said = json.loads(game.header)
    title = said.get("title", "") if game.title is None else game.title
    return str(title or VARIANTS[said["variant"]].short)


@dataclass(frozen=True)
class Sheet:
    """When a recovery sheet was made, and when it was used; None: not yet."""

    made_at: datetime
    used_at: datetime | None


@dataclass(frozen=True)
class Recovered:
    """The table or the group whose host a phone has become, the other id ""; and whether that is deleted."""

    table_id: str = ""
    group_id: str = ""
    deleted: bool = False


def sheet(of: Circle) -> Sheet | None:
    """The last sheet of a table or group; None without one. Raises PermissionDenied for other than hosts."""
    found = _sheets(of).values_list("made_at", "used_at").first()
    return Sheet(*found) if found else None


def sheet_code(of: Circle, nonce: UUID) -> str:
    """The code of a sheet made with this nonce; of the last one, if an earlier secret key made it so."""
    return secrets.sheet_code(nonce, _sheets(of).values_list("code_hash", flat=True).first() or "")


def renew(of: Circle, code: str) -> None:
    """Store the hash of a new sheet's code; the sheet before no longer works.

    The same code again changes nothing. Raises Refusal for one that was used, replaced or ended since, and
    for a personal group.
    """
    code_hash = secrets.token_hash(code)
    with changing(of) as row:
        refuse_personal(row)
        same = _sheets(of).filter(code_hash=code_hash)

        def made() -> dict[str, Any]:
            if not same.exists():
                _store(row, code)
            return {}

        answers.run_once(Once(MADE, code_hash, ""), made)
        if not same.filter(used_at=None).exists():
            raise AppRefusal("page-outdated", "key")


def hand_on(code: str, kind: str, public_id: str) -> None:
    """As ``renew``, by who runs Bower: the hosts of this table or group have lost their phones."""
    with writing():
        row = KINDS[kind].objects.get(public_id=public_id)
        _store(row, code)
        touch(row)


def use_sheet(device: str, code: str, *, successor: str = "", program: bool = False) -> Recovered:
    """Make a device a host of the table or group whose sheet has this code. The sheet works once.

    It works for what is deleted, which its host can put back, for what is full, and for a phone that was
    removed. A phone that is a host already stays one, and the sheet stays unused. *successor*: as in
    ``links.join``. Raises Http404 for an unknown code, Refusal for a used one.
    """
    joiner, code_hash = Joiner(device, successor, program), secrets.token_hash(code)
    with writing():
        for kind, model in KINDS.items():
            found = model.objects.filter(recovery__code_hash=code_hash).first()
            if found:
                row = model.objects.select_for_update().get(pk=found.pk)
                sheets: QuerySet[Any] = (Recovery if kind == "table" else GroupRecovery).objects.all()
                sheet = sheets.filter(code_hash=code_hash).first()
                if sheet is None:  # it was renewed at this very moment
                    break
                phone = phones.at(row, device, successor)
                if not phone or phone.out or rights.HOSTS.isdisjoint(phones.roles_of(phone)):
                    if sheet.used_at is not None:
                        raise AppRefusal("sheet-used", "code")
                    sheet.used_at = timezone.now()
                    sheet.save(update_fields=["used_at"])
                    phones.give(row, joiner, rights.OWNER if kind == "table" else rights.HOST)
                deleted = row.deleted_at is not None
                return Recovered(**{f"{kind}_id": row.public_id}, deleted=deleted)
    raise Http404("no such sheet")


def _sheets(of: Circle) -> QuerySet[Any]:
    require_host(of)
    if isinstance(of, View):
        return Recovery.objects.filter(game__public_id=of.table.id)
    return GroupRecovery.objects.filter(group=of.pk)


def _store(of: Row, code: str) -> None:
    made = {"code_hash": secrets.token_hash(code), "made_at": timezone.now(), "used_at": None}
    if isinstance(of, Game):
        Recovery.objects.update_or_create(game=of, defaults=made)
    else:
        GroupRecovery.objects.update_or_create(group=of, defaults=made)
