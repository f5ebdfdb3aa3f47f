"""The links of tables and groups by role: create, list, renew, withdraw, join."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db.models import Q
from django.http import Http404
from django.utils import timezone

from companion.access import links as secrets
from companion.access.devices import Removed, device_of_token
from companion.log import rights
from companion.log.rights import View
from companion.models import Access, Game, Group, GroupLink, GroupPhone, Link
from companion.store import games, groups, phones
from companion.store.changes import writing
from companion.store.circles import Circle, Row, changing, refuse_personal, require_host
from companion.store.phones import Joiner, make_room
from companion.wording.refusal import AppRefusal

Admit = Callable[[UUID], object]
MODELS: dict[str, tuple[Any, str]] = {"table": (Link, "game"), "group": (GroupLink, "group")}


@dataclass(frozen=True)
class Joined:
    """What a phone has joined, "table" or "group", its id, and the role that the phone has by it."""

    kind: str
    id: str
    role: str


@dataclass(frozen=True)
class Invitation:
    """The link for one role: its token, its code, and its end, None without one.

    ``works``: False once the secret key is lost, and after its end, when it has ``ended``.
    """

    role: str
    token: str
    code: str
    works: bool
    ended: bool
    ends_at: datetime | None


def make_all(first: Row, *others: Row) -> None:
    """Create the first link of every role that has one, for each of these tables or groups."""
    kind, linked = ("table", rights.LINKED) if isinstance(first, Game) else ("group", rights.GROUP_LINKED)
    made = [_link(row, role) for row in (first, *others) for role in linked]
    MODELS[kind][0].objects.bulk_create(made)


def invitations(of: Circle) -> dict[str, Invitation]:
    """The links of a table or group, by role. Raises PermissionDenied for anyone but a host."""
    require_host(of)
    if isinstance(of, View):
        return {link.role: _invitation(link) for link in Link.objects.filter(game__public_id=of.table.id)}
    return {link.role: _invitation(link) for link in GroupLink.objects.filter(group=of.pk)}


def of_tables(table_ids: Collection[str], role: str) -> dict[str, Invitation]:
    """The links of a role at these tables, by table id. Whether they may be seen is not asked."""
    found = Link.objects.filter(game__public_id__in=table_ids, game__deleted_at=None, role=role)
    return {link.game.public_id: _invitation(link) for link in found.select_related("game")}


def of_group(group: int, role: str) -> Invitation | None:
    """The link of a role at a group, None without one. Whether it may be seen is not asked."""
    found = GroupLink.objects.filter(group=group, role=role).first()
    return _invitation(found) if found else None


def set_end(of: Circle, role: str, ends: str) -> None:
    """Let the link of a role end after the evening or a week from now, or never; one of ``ENDS``.

    Phones that joined keep their roles. Raises Refusal for another word.
    """
    _refuse_other(of, role)
    if ends not in secrets.ENDS:
        raise AppRefusal("no-choice", "ends")
    lasts = secrets.ENDS[ends]
    with changing(of) as row:
        ends_at = None if lasts is None else timezone.now() + lasts
        row.links.filter(role=role).update(ends_at=ends_at)


def last_is_ours() -> bool:
    """Whether the last link of the database was made with a known secret key, or there is none."""
    last = Link.objects.order_by("pk").values_list("nonce", "token_hash").last()
    return last is None or secrets.key_of(*last) is not None


def renew(of: Circle, role: str) -> UUID:
    """Replace the link of a role, or make it; phones that joined by the old one lose that role.

    Returns the nonce of the new link, from which its token and its code follow. Raises Refusal for a role
    without links, and for a personal group.
    """
    _refuse_other(of, role, may_be_reader=True)
    with changing(of) as row:
        refuse_personal(row)
        _withdraw(row, role)
        link = _made(row, role)
    return link.nonce


def withdraw(of: Circle, role: str) -> None:
    """Remove the link of a role; phones that joined by it lose that role."""
    _refuse_other(of, role, may_be_reader=True)
    with changing(of) as row:
        _withdraw(row, role)


def renew_all(view: View) -> None:
    """Remove every phone and program of a table but the hosts', and replace every link that there is.

    All stay known as the authors of what they wrote: no proof of a former host makes it one again. Removed
    phones stay barred.
    """
    with games.changing(view, rights.SHARE) as game:
        hosts = Access.objects.filter(phone__game=game, role=rights.OWNER).values("phone")
        Access.objects.filter(phone__game=game).exclude(phone__in=hosts).delete()
        found = Link.objects.filter(game=game)
        renewed = list(found.values_list("role", flat=True))
        found.delete()
        for role in renewed:
            _made(game, role)


def read_by(token: str) -> tuple[str, str]:
    """What the token of a reading address opens: "table" or "group", and its id. Raises Http404."""
    for kind, (model, owner) in MODELS.items():
        found = model.objects.filter(token_hash=secrets.token_hash(token), role=rights.READER)
        if row := found.filter(**{f"{owner}__deleted_at": None}).values_list(f"{owner}__public_id").first():
            return kind, row[0]
    raise Http404("no such reading address")


def join(
    kind: str, device: str, token: str, admit: Admit, *, successor: str = "", program: bool = False
) -> Joined:
    """Give a device the role of the link of a table or group with this token; of a group unless it has more.

    *admit* is called with the link's nonce before a device that isn't there yet is let in. A phone that gains
    the role is *successor* from then on; see ``phones.gained``. *program*: the device is a program's. Raises
    Http404, Removed, Refusal if there is no room, and whatever *admit* raises.
    """
    hashed = Q(token_hash=secrets.token_hash(token))
    return _join(kind, Joiner(device, successor, program), hashed, admit)


def join_by_code(kind: str, device: str, code: str, admit: Admit, *, successor: str = "") -> Joined:
    """Give a device the role of the link with this code. Otherwise as ``join``."""
    hashed = Q(code_hash__in=secrets.code_hashes(code))
    return _join(kind, Joiner(device, successor, program=False), hashed, admit)


def token_of(kind: str, code: str) -> str:
    """The token of the link of a table or group with this code. Raises Http404."""
    model, owner = MODELS[kind]
    hashed = Q(code_hash__in=secrets.code_hashes(code))
    link = model.objects.filter(hashed, **{f"{owner}__deleted_at": None}).exclude(role=rights.READER).first()
    if link is None:
        raise Http404("no such link")
    return secrets.token(link.nonce, secrets.key_of(link.nonce, link.token_hash))


def _invitation(link: Link | GroupLink) -> Invitation:
    """A link as its host sees it."""
    key = secrets.key_of(link.nonce, link.token_hash)
    token, code, ended = secrets.token(link.nonce, key), secrets.code(link.nonce, key), _has_ended(link)
    return Invitation(link.role, token, code, key is not None and not ended, ended, link.ends_at)


def _has_ended(link: Link | GroupLink) -> bool:
    return link.ends_at is not None and link.ends_at <= timezone.now()


def _join(kind: str, joiner: Joiner, hashed: Q, admit: Admit) -> Joined:
    model, owner = MODELS[kind]
    found = model.objects.filter(hashed, **{f"{owner}__deleted_at": None}).exclude(role=rights.READER)
    found = found.select_related(owner)
    link: Link | GroupLink | None = found.first()
    if link is None:
        raise Http404("no such link")
    row: Row = getattr(link, owner)
    held = phones.roles_of(phones.at(row, joiner.device, joiner.successor))
    if _has_ended(link) and not _includes(row, held, link.role):
        raise AppRefusal("link-ended", "link")
    if not held:
        admit(link.nonce)
    with writing():
        if isinstance(row, Game):
            games.lock(row.public_id)
        else:
            groups.lock(row.pk)
        if not found.exists():  # it was renewed at this very moment
            raise Http404("no such link")
        phone = phones.at(row, joiner.device, joiner.successor)
        if phone and phone.out:
            raise Removed
        held, role = phones.roles_of(phone), link.role
        if not _includes(row, held, role):
            if not held:
                make_room(row)
            phones.give(row, joiner, role, link)
        elif role not in held:  # at a group it keeps the higher one
            role = next(iter(held))
        return Joined(kind, row.public_id, role)


def _includes(row: Row, held: frozenset[str], role: str) -> bool:
    """Whether a phone has the role already, or at a group a higher one."""
    if isinstance(row, Game):
        return role in held
    return any(rights.higher(one, role) == one for one in held)


def _withdraw(row: Row, role: str) -> None:
    """Remove a link. Phones that joined a group by it stay listed, without a role."""
    if isinstance(row, Group):
        GroupPhone.objects.filter(group=row, link__role=role).update(role="", link=None)
        groups.tell_lost(row)
    row.links.filter(role=role).delete()


def _refuse_other(of: Circle, role: str, *, may_be_reader: bool = False) -> None:
    require_host(of)
    linked: tuple[str, ...] = rights.LINKED if isinstance(of, View) else rights.GROUP_LINKED
    if may_be_reader:
        linked = (*linked, rights.READER)
    if role not in linked:
        raise AppRefusal("no-such-role", "role", roles=", ".join(linked))


def _made(row: Row, role: str) -> Link | GroupLink:
    """A new link; whoever has a reading address looks on as a viewer does. Call with the row locked."""
    link = _link(row, role)
    link.save(force_insert=True)
    if role == rights.READER:
        make_room(row)
        device = device_of_token(secrets.token(link.nonce))
        phones.give(row, Joiner(device, "", program=True), rights.VIEWER, link)
    return link


def _link(row: Row, role: str) -> Link | GroupLink:
    nonce = uuid4()
    token_hash = secrets.token_hash(secrets.token(nonce))
    code_hash = secrets.code_hash(secrets.code(nonce))
    values = {"role": role, "nonce": nonce, "token_hash": token_hash, "code_hash": code_hash}
    return Link(game=row, **values) if isinstance(row, Game) else GroupLink(group=row, **values)
