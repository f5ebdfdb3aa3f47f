"""A phone taken out of all its tables and groups."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils import timezone

from companion.forgetting import CannotForget
from companion.log import rights
from companion.models import (
    Access,
    Answered,
    Dispute,
    Entry,
    Group,
    GroupPhone,
    HandInProgress,
    HandStarted,
    NightFix,
    NightPlayer,
    Pairing,
    Passkey,
    Phone,
    new_author,
)
from companion.store import games, removing
from companion.store.changes import writing


@dataclass(frozen=True)
class Forgotten:
    """What a phone had: its tables by id, and the rows of their logs that it had written."""

    tables: tuple[str, ...]
    rows: int


def forget_phone(number: int) -> Forgotten:
    """Remove a phone from its tables and groups; what it wrote stays, of nobody.

    Its personal group is deleted with it. Raises CannotForget if a table or group would be left without host.
    """
    with writing():
        # What would be without a host: tables, deleted ones too, and groups, but not its own.
        mine = Access.objects.filter(phone__in=_of_phone(number), role=rights.OWNER)
        others = Access.objects.filter(role=rights.OWNER).exclude(phone__in=_of_phone(number))
        tables = mine.exclude(phone__game__in=others.values("phone__game"))
        hosted = _at_groups(number).filter(role=rights.HOST, group__personal=False, group__deleted_at=None)
        hosts = GroupPhone.objects.filter(role=rights.HOST, out=False).exclude(pk__in=hosted.values("pk"))
        groups = hosted.exclude(group__in=hosts.values("group")).order_by("group__title")
        alone = sorted(tables.values_list("phone__game__public_id", flat=True))
        alone += groups.values_list("group__title", flat=True)
        if alone:
            raise CannotForget(
                f"Phone {number} is the only host of {', '.join(alone)}: hand on or delete first."
            )
        done = remove(number)
    if not done.tables:
        raise CannotForget(f"There is no phone {number}: `manage.py tables ID` lists those of a table.")
    return done


def remove(number: int) -> Forgotten:
    """As ``forget_phone``, even if no host is left. Call inside a transaction."""
    of_groups = _at_groups(number)
    own = list(of_groups.filter(group__personal=True).values_list("group", flat=True))
    of_groups.delete()
    others = GroupPhone.objects.filter(out=False).exclude(role="").values("group")
    Group.objects.filter(pk__in=own, deleted_at=None).exclude(pk__in=others).update(deleted_at=timezone.now())
    rows, tables = 0, []
    for phone in _of_phone(number).select_related("game"):
        ids, nobody = {phone.device, phone.former, phone.author} - {""}, new_author()
        rows += Entry.objects.filter(game=phone.game, device__in=ids).update(device=nobody)
        for model in (Dispute, HandStarted, HandInProgress):
            model.objects.filter(game=phone.game, device__in=ids).update(device=nobody)
        Dispute.objects.filter(game=phone.game, ended_by__in=ids).update(ended_by=nobody)
        Answered.objects.filter(device__in=ids).delete()
        Passkey.objects.filter(device__in=ids).delete()
        Pairing.objects.filter(Q(device__in=ids) | Q(used_by__in=ids)).delete()
        NightPlayer.objects.filter(phone__in=ids).update(phone="")
        NightFix.objects.filter(device__in=ids).update(device=nobody)
        removing.keep_removed(phone.author)
        tables.append(phone.game.public_id)
    _of_phone(number).delete()
    for table_id in tables:
        games.touch(table_id)
    return Forgotten(tuple(tables), rows)


def _of_phone(number: int) -> QuerySet[Phone]:
    """The rows of a phone at all its tables."""
    ids = _devices(number)
    return Phone.objects.filter(Q(device__in=ids) | Q(former__in=ids))


def _at_groups(number: int) -> QuerySet[GroupPhone]:
    """The rows of a phone at all its groups."""
    ids = _devices(number)
    return GroupPhone.objects.filter(Q(device__in=ids) | Q(former__in=ids))


def _devices(number: int) -> list[str]:
    found = Phone.objects.filter(pk=number).values_list("device", "former").first() or ()
    return [one for one in found if one]
