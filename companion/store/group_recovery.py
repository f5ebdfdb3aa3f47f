"""Recovery sheets of groups: make one, and become a host with it. As ``recovery`` for a table."""

from django.http import Http404
from django.utils import timezone

from companion.access import group_roles as roles
from companion.access import recovery as secrets
from companion.models import GroupPhone, GroupRecovery
from companion.store import groups, phones
from companion.store.groups import FoundGroup
from companion.store.recovery import Sheet
from companion.store.writing import writing
from companion.wording.refusal import AppRefusal


def sheet(found: FoundGroup) -> Sheet | None:
    """The last sheet of a group; None without one. Raises PermissionDenied without the right to share it."""
    found.require(roles.MANAGE)
    values = GroupRecovery.objects.filter(group=found.pk).values_list("made_at", "used_at").first()
    return Sheet(*values) if values else None


def renew(found: FoundGroup, code: str) -> None:
    """Store the hash of a new sheet's code; the sheet before no longer works.

    Raises Refusal for a personal group: it belongs to a phone, and *Another phone of mine* gives it.
    """
    with groups.changing(found) as group:
        if group.personal:
            raise AppRefusal("group-personal", "group")
        _store(group.pk, code)


def hand_on(number: int, code: str) -> None:
    """As ``renew``, for the group with this number, by who runs Bower: its hosts have lost their phones."""
    with writing():
        _store(number, code)
        groups.touch(number)


def use(device: str, code: str, *, successor: str = "", program: bool = False) -> str:
    """Make a device a host of the group whose sheet has this code; the group's id. The sheet works once.

    It works for a full group, and for a phone that was removed. A phone that is a host already stays one, and
    the sheet stays unused. *successor*: as in ``links.join``. Raises Http404 for an unknown code and for a
    deleted group, Refusal for a used sheet.
    """
    found = GroupRecovery.objects.filter(code_hash=secrets.code_hash(code))
    with writing():
        number = found.values_list("group", flat=True).first()
        if number is None:
            raise Http404("no such sheet")
        group = groups.lock(number)
        stored = found.first()  # it may have been renewed or used at this very moment
        if stored is None:
            raise Http404("no such sheet")
        phone = phones.at_group(group, device, successor)
        if phone is None or phone.out or phone.role != roles.HOST:
            phone = phone or GroupPhone(group=group, device=successor or device, program=program)
            _become_host(stored, phone)
            phones.group_gained(phone, device, successor)
            groups.touch(group.pk)
    return group.public_id


def _store(group: int, code: str) -> None:
    made = {"code_hash": secrets.code_hash(code), "made_at": timezone.now(), "used_at": None}
    GroupRecovery.objects.update_or_create(group_id=group, defaults=made)


def _become_host(stored: GroupRecovery, phone: GroupPhone) -> None:
    if stored.used_at is not None:
        raise AppRefusal("sheet-used", "code")
    phone.role, phone.link, phone.out = roles.HOST, None, False
    phone.save()
    GroupRecovery.objects.filter(pk=stored.pk).update(used_at=timezone.now())
