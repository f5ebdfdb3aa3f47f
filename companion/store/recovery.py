"""Recovery sheets: make one for a table, and become its host with it."""

from dataclasses import dataclass
from datetime import datetime

from django.http import Http404
from django.utils import timezone

from companion.access import recovery as secrets
from companion.access import roles
from companion.log.viewer import View
from companion.models import Access, Game, Phone, Recovery
from companion.store import games, phones
from companion.store.writing import writing
from companion.wording.refusal import AppRefusal


@dataclass(frozen=True)
class Sheet:
    """When a table's recovery sheet was made, and when it was used; None: not yet."""

    made_at: datetime
    used_at: datetime | None


@dataclass(frozen=True)
class Recovered:
    """The table whose host a phone has become, and whether the table is deleted."""

    table_id: str
    deleted: bool


def sheet(view: View) -> Sheet | None:
    """The last sheet of a table; None without one. Raises PermissionDenied without the right to share it."""
    view.viewer.require(roles.SHARE)
    found = Recovery.objects.filter(game__public_id=view.table.id).values_list("made_at", "used_at").first()
    return Sheet(*found) if found else None


def renew(view: View, code: str) -> None:
    """Store the hash of a new sheet's code; the sheet before no longer works."""
    with games.changing(view, roles.SHARE) as game:
        _store(game.pk, code)


def hand_on(number: int, table_id: str, code: str) -> None:
    """As ``renew``, for the game with this number, by who runs Bower: its hosts have lost their phones."""
    with writing():
        _store(number, code)
        games.touch(table_id)


def _store(game: int, code: str) -> None:
    made = {"code_hash": secrets.code_hash(code), "made_at": timezone.now(), "used_at": None}
    Recovery.objects.update_or_create(game_id=game, defaults=made)


def use(device: str, code: str, *, successor: str = "", program: bool = False) -> Recovered:
    """Make a device a host of the table whose sheet has this code. The sheet works once.

    It works for a deleted table, which its host can put back, for a full one, and for a phone that was
    removed. A phone that is a host already stays one, and the sheet stays unused. *successor*: as in
    ``links.join``. Raises Http404 for an unknown code, Refusal for a used one.
    """
    found = Recovery.objects.filter(code_hash=secrets.code_hash(code))
    with writing():
        game_id = found.values_list("game", flat=True).first()
        if game_id is None:
            raise Http404("no such sheet")
        game = Game.objects.select_for_update().get(pk=game_id)
        stored = found.first()  # it may have been renewed or used at this very moment
        if stored is None:
            raise Http404("no such sheet")
        phone = phones.at(game, device, successor)
        if phone is None or not phone.accesses.filter(role=roles.OWNER).exists():
            phone = phone or Phone(game=game, device=successor or device, program=program)
            _become_host(stored, phone)
            phones.gained(phone, device, successor)
            games.touch(game.public_id)
    return Recovered(game.public_id, game.deleted_at is not None)


def _become_host(stored: Recovery, phone: Phone) -> None:
    if stored.used_at is not None:
        raise AppRefusal("sheet-used", "code")
    phone.out = False
    phone.save()
    Access.objects.create(phone=phone, role=roles.OWNER)
    Recovery.objects.filter(pk=stored.pk).update(used_at=timezone.now())
