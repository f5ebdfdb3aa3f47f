"""The links of a game by role: create, list, renew, withdraw, join."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from companion.access import links as secrets
from companion.access import roles
from companion.access.devices import Removed
from companion.log.viewer import View
from companion.models import Access, Game, GroupLink, Link, Phone
from companion.store import games, phones, seats
from companion.store.phones import refuse_other_roles
from companion.store.room import make_room
from companion.store.writing import writing
from companion.wording.refusal import AppRefusal

Admit = Callable[[UUID], object]


@dataclass(frozen=True)
class Joiner:
    """Who joins: a device, the device that the phone becomes if it gains the role, and is it a program."""

    device: str
    successor: str
    program: bool


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


def make_all(*games_started: Game) -> None:
    """Create the first link of every role that has one, for each of these games."""
    Link.objects.bulk_create(_link(game, role) for game in games_started for role in roles.LINKED)


def invitations(view: View) -> dict[str, Invitation]:
    """The links of a game, by role. Raises PermissionDenied for a viewer who may not share the table."""
    view.viewer.require(roles.SHARE)
    return {link.role: invitation(link) for link in Link.objects.filter(game__public_id=view.table.id)}


def of_tables(table_ids: Collection[str], role: str) -> dict[str, Invitation]:
    """The links of a role at these tables, by table id. Whether they may be seen is not asked."""
    found = Link.objects.filter(game__public_id__in=table_ids, game__deleted_at=None, role=role)
    return {link.game.public_id: invitation(link) for link in found.select_related("game")}


def set_end(view: View, role: str, ends: str) -> None:
    """Let the link of a role end after the evening or a week from now, or never; one of ``ENDS``.

    Phones that joined keep their roles. Raises Refusal for another word.
    """
    refuse_other_roles(view, role, roles.LINKED)
    if ends not in secrets.ENDS:
        raise AppRefusal("no-choice", "ends")
    lasts = secrets.ENDS[ends]
    with games.changing(view, roles.SHARE) as game:
        ends_at = None if lasts is None else timezone.now() + lasts
        Link.objects.filter(game=game, role=role).update(ends_at=ends_at)


def last_is_ours() -> bool:
    """Whether the last link of the database was made with a known secret key, or there is none."""
    last = Link.objects.order_by("pk").values_list("nonce", "token_hash").last()
    return last is None or secrets.key_of(*last) is not None


def renew(view: View, role: str) -> UUID:
    """Replace the link of a role; phones that joined by the old one lose that role.

    Returns the nonce of the new link, from which its token and its code follow.
    """
    refuse_other_roles(view, role, roles.LINKED)
    with games.changing(view, roles.SHARE) as game:
        Link.objects.filter(game=game, role=role).delete()
        link = _link(game, role)
        link.save(force_insert=True)
    return link.nonce


def withdraw(view: View, role: str) -> None:
    """Remove the link of a role; phones that joined by it lose that role."""
    refuse_other_roles(view, role, roles.LINKED)
    with games.changing(view, roles.SHARE) as game:
        Link.objects.filter(game=game, role=role).delete()


def renew_all(view: View) -> None:
    """Remove every phone and program but the hosts', and replace every link that there is.

    Those with a seat stay known by it as the authors of what they wrote. Removed phones stay barred.
    """
    with games.changing(view, roles.SHARE) as game:
        hosts = Access.objects.filter(phone__game=game, role=roles.OWNER).values("phone")
        Access.objects.filter(phone__game=game).exclude(phone__in=hosts).delete()
        found = Link.objects.filter(game=game)
        renewed = [_link(game, role) for role in found.values_list("role", flat=True)]
        found.delete()
        Link.objects.bulk_create(renewed)
        Phone.objects.filter(game=game, seat="", out=False, accesses=None).delete()


def join(device: str, token: str, admit: Admit, *, successor: str = "", program: bool = False) -> str:
    """Give a device the role of the link with this token; the table's id.

    *admit* is called with the link's nonce before a device that isn't at the table yet is let in. A phone
    that gains the role is *successor* from then on; see ``phones.gained``. *program*: the device is a
    program's. Raises Http404, Removed, Refusal if the table is full, and whatever *admit* raises.
    """
    found = Link.objects.filter(token_hash=secrets.token_hash(token))
    return _join(Joiner(device, successor, program), found, admit)


def join_by_code(device: str, code: str, admit: Admit, *, successor: str = "") -> str:
    """Give a device the role of the link with this code; the table's id. Otherwise as ``join``."""
    found = Link.objects.filter(code_hash__in=secrets.code_hashes(code))
    return _join(Joiner(device, successor, program=False), found, admit)


def _join(joiner: Joiner, found: QuerySet[Link], admit: Admit) -> str:
    found = found.filter(game__deleted_at=None)
    link = found.select_related("game").first()
    if link is None:
        raise Http404("no such link")
    if has_ended(link):
        return _by_ended(link, joiner)
    if not _is_there(link, joiner):
        admit(link.nonce)
    table_id = link.game.public_id
    with writing():
        games.lock(table_id)  # the link may be renewed at this very moment
        if not found.exists():
            raise Http404("no such link")
        _let_in(link, joiner)
    return table_id


def _by_ended(link: Link, joiner: Joiner) -> str:
    """The table's id for a phone that has the link's role. Raises Refusal for any other."""
    phone = phones.at(link.game, joiner.device, joiner.successor)
    if phone is None or not phone.accesses.filter(role=link.role).exists():
        raise AppRefusal("link-ended", "link")
    return link.game.public_id


def _is_there(link: Link, joiner: Joiner) -> bool:
    phone = phones.at(link.game, joiner.device, joiner.successor)
    return phone is not None and phone.accesses.exists()


def _let_in(link: Link, joiner: Joiner) -> None:
    """Give the device the role. Call with the game locked."""
    phone = phones.at(link.game, joiner.device, joiner.successor)
    if phone and phone.out:
        raise Removed
    if phone is None or not phone.accesses.exists():
        make_room(link.game_id)
        phone = phone or Phone(game=link.game, device=joiner.successor or joiner.device)
        phone.joined_at, phone.program = timezone.now(), joiner.program
        phone.save()
    _access, new = Access.objects.get_or_create(phone=phone, role=link.role, defaults={"link": link})
    if new:
        seats.leave_taken(phone)
        phones.gained(phone, joiner.device, joiner.successor)
        games.touch(link.game.public_id)


def invitation(link: Link | GroupLink) -> Invitation:
    """A link as its host sees it."""
    key, ended = secrets.key_of(link.nonce, link.token_hash), has_ended(link)
    token, code = secrets.token(link.nonce, key), secrets.code(link.nonce, key)
    return Invitation(link.role, token, code, key is not None and not ended, ended, link.ends_at)


def has_ended(link: Link | GroupLink) -> bool:
    """Whether no new phone joins by the link any more."""
    return link.ends_at is not None and link.ends_at <= timezone.now()


def _link(game: Game, role: str) -> Link:
    nonce = uuid4()
    token_hash = secrets.token_hash(secrets.token(nonce))
    code_hash = secrets.code_hash(secrets.code(nonce))
    return Link(game=game, role=role, nonce=nonce, token_hash=token_hash, code_hash=code_hash)
