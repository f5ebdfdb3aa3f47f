"""Create groups: one that a user starts, or the personal group of a phone on its first use."""

from uuid import NAMESPACE_URL, UUID, uuid4, uuid5

from companion.access import group_roles as roles
from companion.models import Group, GroupPhone
from companion.store import group_links, groups, ids, phones
from companion.store.writing import writing
from companion.wording.refusal import AppRefusal


def create(device: str, key: str, title: str, *, successor: str = "", program: bool = False) -> str:
    """Start a group and return its id. Repeating the key returns the same group.

    The phone that starts it is its host, and *successor* from then on; see ``phones.gained``. Raises Refusal
    of "title" or "key".
    """
    checked = groups.checked_title(title)
    with writing():
        defaults = {"public_id": ids.new(), "title": checked}
        group, new = Group.objects.get_or_create(key=_uuid(key), defaults=defaults)
        if new:
            own = GroupPhone.objects.create(
                group=group, device=successor or device, role=roles.HOST, program=program
            )
            group_links.make_all(group)
            phones.group_gained(own, device, successor)
    return group.public_id


def personal(device: str, successor: str = "") -> int:
    """The number of a device's personal group, made on first use. Call inside a transaction.

    A phone that gets a new token with this very request is *successor* from then on; see ``phones.gained``.
    """
    mine = groups.personal_of(device, successor)
    if mine:
        return mine.pk
    key = uuid5(NAMESPACE_URL, device)  # of two requests at once the second finds what the first has made
    group, new = Group.objects.get_or_create(key=key, defaults={"public_id": ids.new(), "personal": True})
    if not new:
        if GroupPhone.objects.filter(group=group, device=successor or device, out=False).exists():
            return group.pk
        group = Group.objects.create(
            key=uuid4(), public_id=ids.new(), personal=True
        )  # it was put out of that one
    GroupPhone.objects.create(group=group, device=successor or device, role=roles.HOST)
    return group.pk


def _uuid(key: str) -> UUID:
    try:
        return UUID(key)
    except ValueError:
        raise AppRefusal("page-outdated", "key") from None
