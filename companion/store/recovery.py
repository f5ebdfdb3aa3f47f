"""Recovery sheets of tables and groups: make one, and become a host with it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from companion.access import recovery as secrets
from companion.access import roles
from companion.log.viewer import View
from companion.models import Game, GroupRecovery, Recovery
from companion.store import phones
from companion.store.circles import KINDS, Circle, Row, changing, refuse_personal, require_host, touch
from companion.store.phones import Joiner
from companion.store.writing import writing
from companion.wording.refusal import AppRefusal


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
    require_host(of)
    if isinstance(of, View):
        sheets: QuerySet[Any] = Recovery.objects.filter(game__public_id=of.table.id)
    else:
        sheets = GroupRecovery.objects.filter(group=of.pk)
    found = sheets.values_list("made_at", "used_at").first()
    return Sheet(*found) if found else None


def renew(of: Circle, code: str) -> None:
    """Store the hash of a new sheet's code; the sheet before no longer works.

    Raises Refusal for a personal group.
    """
    with changing(of) as row:
        refuse_personal(row)
        _store(row, code)


def hand_on(code: str, kind: str, public_id: str) -> None:
    """As ``renew``, by who runs Bower: the hosts of this table or group have lost their phones."""
    with writing():
        row = KINDS[kind].objects.get(public_id=public_id)
        _store(row, code)
        touch(row)


def use(device: str, code: str, *, successor: str = "", program: bool = False) -> Recovered:
    """Make a device a host of the table or group whose sheet has this code. The sheet works once.

    It works for what is deleted, which its host can put back, for what is full, and for a phone that was
    removed. A phone that is a host already stays one, and the sheet stays unused. *successor*: as in
    ``links.join``. Raises Http404 for an unknown code, Refusal for a used one.
    """
    joiner, code_hash = Joiner(device, successor, program), secrets.code_hash(code)
    with writing():
        for kind, model in KINDS.items():
            found = model.objects.filter(recovery__code_hash=code_hash).first()
            if found:
                row = model.objects.select_for_update().get(pk=found.pk)
                _use(row, code_hash, joiner)
                deleted = row.deleted_at is not None
                return Recovered(**{f"{kind}_id": row.public_id}, deleted=deleted)
    raise Http404("no such sheet")


def _store(of: Row, code: str) -> None:
    made = {"code_hash": secrets.code_hash(code), "made_at": timezone.now(), "used_at": None}
    if isinstance(of, Game):
        Recovery.objects.update_or_create(game=of, defaults=made)
    else:
        GroupRecovery.objects.update_or_create(group=of, defaults=made)


def _use(row: Row, code_hash: str, joiner: Joiner) -> None:
    phone = phones.at(row, joiner.device, joiner.successor)
    at_table = isinstance(row, Game)
    sheets: QuerySet[Any] = Recovery.objects.all() if at_table else GroupRecovery.objects.all()
    sheet = sheets.filter(code_hash=code_hash).first()  # it may have been renewed at this very moment
    if sheet is None:
        raise Http404("no such sheet")
    if phone and not phone.out and not roles.HOSTS.isdisjoint(phones.roles_of(phone)):
        return
    if sheet.used_at is not None:
        raise AppRefusal("sheet-used", "code")
    sheet.used_at = timezone.now()
    sheet.save(update_fields=["used_at"])
    phones.give(row, joiner, roles.OWNER if at_table else roles.HOST)
