"""The links of a group by role: create, list, renew, withdraw, join. As ``links`` for a table."""

from dataclasses import dataclass
from uuid import UUID, uuid4

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from companion.access import group_roles as roles
from companion.access import links as secrets
from companion.access.devices import Removed
from companion.models import Group, GroupLink, GroupPhone
from companion.store import groups, phones
from companion.store.links import Admit, Invitation, Joiner, has_ended, invitation
from companion.store.writing import writing
from companion.wording.refusal import AppRefusal

MOST = 500  # phones of a group


@dataclass(frozen=True)
class Joined:
    """The group that a phone has joined, and the role that it has there."""

    group_id: str
    role: str


def make_all(group: Group) -> None:
    """Create the first link of every role that has one."""
    GroupLink.objects.bulk_create(_link(group.pk, role) for role in roles.LINKED)


def invitations(found: "groups.FoundGroup") -> dict[str, Invitation]:
    """The links of a group, by role. Raises PermissionDenied for whoever may not share it."""
    found.require(roles.MANAGE)
    return {link.role: invitation(link) for link in GroupLink.objects.filter(group=found.pk)}


def set_end(found: "groups.FoundGroup", role: str, ends: str) -> None:
    """Set when the link of a role ends: after the evening, in a week, or never; one of ``links.ENDS``.

    Phones that joined keep their role. Raises Refusal for another word.
    """
    _refuse_other(found, role)
    if ends not in secrets.ENDS:
        raise AppRefusal("no-choice", "ends")
    lasts = secrets.ENDS[ends]
    with groups.changing(found) as group:
        ends_at = None if lasts is None else timezone.now() + lasts
        GroupLink.objects.filter(group=group, role=role).update(ends_at=ends_at)


def renew(found: "groups.FoundGroup", role: str) -> UUID:
    """Replace the link of a role, or make it; phones that joined by the old one lose their role.

    Returns the nonce of the new link. Raises Refusal for a role without links, and for a personal group.
    """
    _refuse_other(found, role)
    with groups.changing(found) as group:
        if group.personal:
            raise AppRefusal("group-personal", "group")
        _withdraw(group, role)
        link = _link(group.pk, role)
        link.save(force_insert=True)
    return link.nonce


def withdraw(found: "groups.FoundGroup", role: str) -> None:
    """Remove the link of a role; phones that joined by it lose their role."""
    _refuse_other(found, role)
    with groups.changing(found) as group:
        _withdraw(group, role)


def join(device: str, token: str, admit: Admit, *, successor: str = "", program: bool = False) -> Joined:
    """Give a device the role of the link with this token, unless it has a higher one. As ``links.join``."""
    found = GroupLink.objects.filter(token_hash=secrets.token_hash(token))
    return _join(Joiner(device, successor, program), found, admit)


def join_by_code(device: str, code: str, admit: Admit, *, successor: str = "") -> Joined:
    """The same by the link's code."""
    found = GroupLink.objects.filter(code_hash__in=secrets.code_hashes(code))
    return _join(Joiner(device, successor, program=False), found, admit)


def why_full(group: Group, phone: GroupPhone | None) -> str:
    """ "full" if the group has no room for one more phone, which this one is; "" if it has."""
    if phone and phone.role:
        return ""
    there = GroupPhone.objects.filter(group=group, out=False).exclude(role="")
    return "full" if there.count() >= MOST else ""


def _join(joiner: Joiner, found: QuerySet[GroupLink], admit: Admit) -> Joined:
    found = found.filter(group__deleted_at=None)
    link = found.select_related("group").first()
    if link is None:
        raise Http404("no such link")
    phone = phones.at_group(link.group, joiner.device, joiner.successor)
    if has_ended(link):
        if phone is None or roles.higher(phone.role, link.role) != phone.role or phone.out:
            raise AppRefusal("link-ended", "link")
        return Joined(link.group.public_id, phone.role)
    if phone is None or not phone.role:
        admit(link.nonce)
    with writing():
        group = groups.lock(link.group_id)  # the link may be renewed at this very moment
        if not found.exists():
            raise Http404("no such link")
        return Joined(group.public_id, _let_in(group, link, joiner))


def _let_in(group: Group, link: GroupLink, joiner: Joiner) -> str:
    """Give the device the role; the one that it has then. Call with the group locked."""
    phone = phones.at_group(group, joiner.device, joiner.successor)
    if phone and phone.out:
        raise Removed
    if phone and roles.higher(phone.role, link.role) == phone.role:
        return phone.role
    if phone is None or not phone.role:
        if why_full(group, phone):
            raise AppRefusal("group-full", "phone", most=MOST)
        phone = phone or GroupPhone(group=group, device=joiner.successor or joiner.device)
        phone.joined_at, phone.program = timezone.now(), joiner.program
    phone.role, phone.link = link.role, link
    phone.save()
    phones.group_gained(phone, joiner.device, joiner.successor)
    groups.touch(group.pk)
    return link.role


def _withdraw(group: Group, role: str) -> None:
    """Remove a link. Phones that joined by it stay listed, without a role."""
    found = GroupLink.objects.filter(group=group, role=role)
    GroupPhone.objects.filter(link__in=found).update(role="", link=None)
    found.delete()
    groups.tell_lost(group)


def _refuse_other(found: "groups.FoundGroup", role: str) -> None:
    found.require(roles.MANAGE)
    if role not in roles.LINKED:
        raise AppRefusal("no-such-role", "role", roles=", ".join(roles.LINKED))


def _link(group: int, role: str) -> GroupLink:
    nonce = uuid4()
    token_hash = secrets.token_hash(secrets.token(nonce))
    code_hash = secrets.code_hash(secrets.code(nonce))
    return GroupLink(group_id=group, role=role, nonce=nonce, token_hash=token_hash, code_hash=code_hash)
