"""The links of a game by role: create, list, renew, withdraw, join."""

from dataclasses import dataclass
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404

from companion.access import links as secrets
from companion.access import roles
from companion.access.devices import Removed
from companion.log.viewer import View
from companion.models import Access, Game, Link, Phone
from companion.store import games, seats
from companion.store.phones import refuse_other_roles


@dataclass(frozen=True)
class Invitation:
    """The link for one role: its token and its code; ``works``: False after a change of the secret key."""

    role: str
    token: str
    code: str
    works: bool


def make_all(game: Game) -> None:
    """Create the first link of every role that has one."""
    Link.objects.bulk_create(_link(game, role) for role in roles.LINKED)


def invitations(view: View) -> dict[str, Invitation]:
    """The links of a game, by role. Raises PermissionDenied for a viewer who may not share the table."""
    view.viewer.require(roles.SHARE)
    found = Link.objects.filter(game__public_id=view.table.id).values_list("role", "nonce", "token_hash")
    return {
        role: Invitation(role, secrets.token(nonce), secrets.code(nonce), secrets.holds(nonce, stored))
        for role, nonce, stored in found
    }


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


def join(device: str, token: str) -> str:
    """Give a device the role of the link with this token; the table's id. Raises Http404, Removed."""
    return _join(device, Link.objects.filter(token_hash=secrets.token_hash(token)))


def join_by_code(device: str, code: str) -> str:
    """Give a device the role of the link with this code; the table's id. Raises Http404, Removed."""
    return _join(device, Link.objects.filter(code_hash=secrets.code_hash(code)))


def _join(device: str, found: QuerySet[Link]) -> str:
    found = found.filter(game__deleted_at=None)
    table_id = found.values_list("game__public_id", flat=True).first()
    if table_id is None:
        raise Http404("no such link")
    with transaction.atomic():
        games.lock(table_id)  # the link may be renewed at this very moment
        link = found.first()
        if link is None:
            raise Http404("no such link")
        phone, _new = Phone.objects.get_or_create(game_id=link.game_id, device=device)
        if phone.out:
            raise Removed
        _access, new = Access.objects.get_or_create(phone=phone, role=link.role, defaults={"link": link})
        if new:
            seats.leave_taken(phone)
            games.touch(table_id)
    return table_id


def _link(game: Game, role: str) -> Link:
    nonce = uuid4()
    token_hash = secrets.token_hash(secrets.token(nonce))
    code_hash = secrets.code_hash(secrets.code(nonce))
    return Link(game=game, role=role, nonce=nonce, token_hash=token_hash, code_hash=code_hash)
