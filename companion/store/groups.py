"""A group's own row: find it for a device, lock, increment the revision, rename, delete; titles."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from unicodedata import category

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.http import Http404

from companion.access.devices import GroupDeleted, LinkWithdrawn, NotInGroup, Removed
from companion.log import rights
from companion.log.at_night import TOPIC as NIGHT_TOPIC
from companion.models import Game, Group, GroupPhone, GroupRecovery, Passkey
from companion.store import facts, games, people, ratings
from companion.store.changes import announce, writing
from companion.store.games import TableVersion
from companion.wording import reader
from companion.wording.dates import Clock, here
from companion.wording.refusal import AppRefusal
from scoring.names import UNPRINTABLE, UNSEEN

SOME = 500  # games at once
HOURS = range(12)  # at which an evening may end
PERSONAL = "No group"
TOPIC = "group-"  # before a group's id, where changes of who may see it and of its tables are announced
TOLD = 50  # of the newest nights and tables of a group, when a phone loses it; the rest notice within seconds
COLUMNS = (
    *("group", "group__public_id", "group__title", "group__personal", "group__revision"),
    *("group__zone", "group__evening_ends", "group__currency"),
)


@dataclass(frozen=True)
class FoundGroup:
    """A group as found for one device, with its role there.

    ``device`` is the phone's current id, even if the request came with its previous one; ``phone`` is the
    number of its row.
    """

    pk: int
    group_id: str
    title: str
    personal: bool
    revision: int
    zone: str
    evening_ends: int
    currency: str
    role: str
    device: str
    phone: int

    @property
    def clock(self) -> Clock:
        """The zone and the evenings of its games; without a zone those of the reader."""
        return here(self.zone, self.evening_ends)

    @property
    def name(self) -> str:
        """The title; the personal group has none."""
        return name_of(self.title, self.personal)

    @property
    def may_see(self) -> bool:
        """Whether this device may see people, statistics and games."""
        return rights.group_may(self.role, rights.SEE)

    @property
    def may_play(self) -> bool:
        """Whether this device may start games, add people and run nights."""
        return rights.group_may(self.role, rights.PLAY)

    @property
    def may_share(self) -> bool:
        """Whether this device may change people, share the group and delete it."""
        return rights.group_may(self.role, rights.SHARE)

    def require(self, right: str) -> None:
        """Raise PermissionDenied without this right."""
        if not rights.group_may(self.role, right):
            raise PermissionDenied(right)


def name_of(title: str, personal: bool) -> str:
    """The name of a group: its title, or the name of a phone's personal group."""
    return title or (PERSONAL if personal else "Group")


def find(device: str, group_id: str, right: str = rights.SEE) -> FoundGroup:
    """The group for this device, in one query.

    Raises Http404 without a role there (Removed, LinkWithdrawn, GroupDeleted if it had one), PermissionDenied
    without the right.
    """
    if not set(group_id) <= set(games.ID_ALPHABET):
        raise Http404("no group goes by this")
    return _found(GroupPhone.objects.filter(group__public_id=group_id), device, right)


def find_by_pk(device: str, pk: int, right: str = rights.SEE) -> FoundGroup:
    """The group with this primary key for this device, as ``find``."""
    return _found(GroupPhone.objects.filter(group=pk), device, right)


def of_device(device: str) -> list[FoundGroup]:
    """The groups at which this device has a role, its personal ones first, then by title."""
    at = GroupPhone.objects.filter(games.of_device(device), out=False, group__deleted_at=None)
    rows = at.exclude(role="").order_by("pk").values_list(*COLUMNS, "role", "device", "pk")
    found = [FoundGroup(*row) for row in rows]
    return sorted(found, key=lambda one: (not one.personal, people.looked_up(one.title)))


def personal_of(device: str, successor: str = "") -> FoundGroup | None:
    """The personal group of this device, or of its *successor*; None without one.

    A phone that was paired with another one may have two; this is the first.
    """
    known = Q(games.of_device(device)) | Q(device=successor) if successor else Q(games.of_device(device))
    rows = GroupPhone.objects.filter(known, out=False, group__personal=True, group__deleted_at=None)
    found = rows.exclude(role="").order_by("pk").values_list(*COLUMNS, "role", "device", "pk").first()
    return FoundGroup(*found) if found else None


def only_hosts() -> Q:
    """The condition on phones that their group would be lost with them: no other host, sheet or passkey."""
    others = GroupPhone.objects.filter(group=OuterRef("group"), role=rights.HOST, out=False, program=False)
    sheet = GroupRecovery.objects.filter(group=OuterRef("group"), used_at=None)
    return Q(
        ~Exists(others.exclude(pk=OuterRef("pk"))),
        ~Exists(sheet),
        ~Exists(Passkey.objects.filter(device=OuterRef("device"))),
        role=rights.HOST,
        group__personal=False,
        group__sample=False,
    )


def asks_for_host(found: FoundGroup) -> bool:
    """Whether the group would be lost with this phone, which hasn't said "Not now"; in one query."""
    mine = GroupPhone.objects.filter(only_hosts(), pk=found.phone, not_now=False)
    return found.may_share and mine.exists()


def ask_no_more(found: FoundGroup) -> None:
    """Keep that this phone doesn't want to be asked again for a second host."""
    GroupPhone.objects.filter(pk=found.phone).update(not_now=True)


def lock(pk: int) -> Group:
    """Lock the group against other writes until the transaction ends. Raises Http404 for a deleted one."""
    found = Group.objects.select_for_update().filter(pk=pk, deleted_at=None).first()
    if found is None:
        raise Http404("no such group")
    return found


def held(found: FoundGroup, right: str) -> Group:
    """Lock the group and check the right again: it may have been removed since the first check.

    Call inside a transaction. Raises PermissionDenied or Http404.
    """
    group = lock(found.pk)
    find_by_pk(found.device, found.pk, right)
    return group


@contextmanager
def changing(found: FoundGroup, right: str = rights.SHARE) -> Iterator[Group]:
    """A transaction with the group locked and the right checked; increments the revision at its end."""
    with writing():
        yield held(found, right)
        touch(found.pk)


def touch(pk: int) -> None:
    """Increment the revision. Call inside the transaction."""
    Group.objects.filter(pk=pk).update(revision=F("revision") + 1)


def versions(group_ids: Collection[str]) -> dict[str, TableVersion]:
    """Revisions of these groups, by id, and the devices that may see something there, in two queries."""
    known = Group.objects.filter(public_id__in=group_ids, deleted_at=None)
    there = GroupPhone.objects.filter(group__in=known, role__in=rights.with_right(rights.NIGHTS), out=False)
    devices: defaultdict[str, set[str]] = defaultdict(set)
    for group_id, *of_phone in there.values_list("group__public_id", "device", "former"):
        devices[group_id].update(one for one in of_phone if one)
    return {
        group_id: TableVersion(0, revision, frozenset(devices[group_id]))
        for group_id, revision in known.values_list("public_id", "revision")
    }


def tell_lost(group: Group) -> None:
    """Notify pages of a group, its nights and tables: a phone may have lost them. Call in the transaction."""
    announce(TOPIC + group.public_id)
    for rows, kind in ((group.nights, NIGHT_TOPIC), (group.games, "")):
        for public_id in rows.order_by("-pk").values_list("public_id", flat=True)[:TOLD]:
            announce(kind + public_id)


def rename(found: FoundGroup, title: str) -> None:
    """Set the group's title. Raises Refusal of "title"."""
    checked = checked_title(title)
    with changing(found) as group:
        Group.objects.filter(pk=group.pk).update(title=checked)


def set_clock(found: FoundGroup, zone: str, ends: int) -> None:
    """Set the time zone of the group's games, and the hour that ends its evenings; stored games follow.

    Raises Refusal of "zone" or "ends".
    """
    if not reader.known_zone(zone):
        raise AppRefusal("no-zone", "zone")
    if ends not in HOURS:
        raise AppRefusal("no-hour", "ends", most=HOURS[-1])
    with changing(found) as group:
        Group.objects.filter(pk=group.pk).update(zone=zone, evening_ends=ends)
        of_group = Game.objects.select_for_update().filter(group=group)
        of_group.update(revision=F("revision") + 1)
        numbers = list(of_group.values_list("pk", flat=True))
        moved = [facts.redate(numbers[first : first + SOME]) for first in range(0, len(numbers), SOME)]
        if any(moved):
            ratings.all_of(group.pk)


def checked_title(typed: str) -> str:
    """The title as it will be stored. Raises Refusal of "title"."""
    title = title_or_nothing(typed)
    if not title:
        raise AppRefusal("no-title", "title")
    return title


def _found(rows: QuerySet[GroupPhone], device: str, right: str) -> FoundGroup:
    columns = (*COLUMNS, "role", "device", "pk", "out", "group__deleted_at")
    mine = list(rows.filter(games.of_device(device)).values_list(*columns))
    if not mine:
        raise NotInGroup("no group of this device")
    *values, out, deleted_at = max(mine, key=lambda row: bool(row[len(COLUMNS)]))  # that with a role
    found = FoundGroup(*values)
    if out:
        raise Removed
    if not found.role:
        raise LinkWithdrawn
    if deleted_at:
        raise GroupDeleted
    found.require(right)
    return found


# Titles of groups and nights, as they are stored.

TITLE_LENGTH = 60


def title_or_nothing(typed: str, field: str = "title", most: int = TITLE_LENGTH) -> str:
    """A title without the spaces around it; "" if nothing of it can be seen. Raises Refusal of the field."""
    title = typed.strip()
    if len(title) > most:
        raise AppRefusal("too-long", field, got=len(title), most=most)
    kinds = {category(character) for character in title}
    if kinds & UNPRINTABLE:
        raise AppRefusal("unreadable-character", field)
    return "" if kinds <= UNSEEN else title
