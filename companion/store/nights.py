"""Euchre nights of a group: load, change, end. Starts, rounds, players and points have their own modules."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Sum
from django.http import Http404
from django.utils import timezone

from companion.access import group_roles
from companion.models import GroupPhone, Night
from companion.night import plans
from companion.night.evening import Evening, NightView, NightViewer
from companion.store import groups, night_marks, night_rows, titles
from companion.store.games import TableVersion
from companion.store.groups import FoundGroup
from companion.store.writing import writing
from companion.wording.refusal import AppRefusal

TITLE_LENGTH = titles.LENGTH


@dataclass(frozen=True)
class Listed:
    """A night in the list of a group. rounds: how many are planned; started: how many were started."""

    id: str
    title: str
    plan: str
    rounds: int
    started: int
    players: int
    created_at: datetime
    ended_at: datetime | None


def load(device: str, night_id: str, right: str = group_roles.NIGHTS) -> NightView:
    """A night as it stands, for this device.

    Raises Http404 if the device has no role in its group, PermissionDenied without the right.
    """
    night, found = find(device, night_id, right)
    evening = night_rows.evening(night)
    mine = next((one.number for one in evening.players if one.claimed and one.phone == found.device), 0)
    return NightView(evening, NightViewer(found.device, found.role, mine))


def find(device: str, night_id: str, right: str = group_roles.NIGHTS) -> tuple[Night, FoundGroup]:
    """A night's row with its group, and the group as found for the device; see ``load``."""
    night = Night.objects.select_related("group").filter(public_id=night_id).first()
    if night is None:
        raise Http404("no such night")
    return night, groups.find_by_pk(device, night.group_id, right)


def of_group(found: FoundGroup, most: int = 50) -> list[Listed]:
    """The nights of a group, the newest first, at most *most*."""
    nights = Night.objects.filter(group=found.pk).annotate(
        rounds_started=Count("started", distinct=True), all_players=Count("players", distinct=True)
    )
    columns = (
        "public_id",
        "title",
        "plan",
        "rounds",
        "rounds_started",
        "all_players",
        "created_at",
        "ended_at",
    )
    return [Listed(*row) for row in nights.order_by("-pk").values_list(*columns)[:most]]


def versions(night_ids: Collection[str]) -> dict[str, TableVersion]:
    """Versions of these nights, by id, and the devices that may see them, in two queries.

    The version is the number of rows in the logs of all tables.
    """
    found = Night.objects.filter(public_id__in=night_ids, group__deleted_at=None)
    counted = found.annotate(rows=Sum("started__tables__game__facts__version"))
    phones = GroupPhone.objects.filter(
        group__nights__public_id__in=night_ids,
        role__in=group_roles.with_right(group_roles.NIGHTS),
        out=False,
    )
    devices: defaultdict[str, set[str]] = defaultdict(set)
    for night_id, *known in phones.values_list("group__nights__public_id", "device", "former"):
        devices[night_id].update(one for one in known if one)
    return {
        night_id: TableVersion(rows or 0, revision, frozenset(devices[night_id]))
        for night_id, revision, rows in counted.values_list("public_id", "revision", "rows")
    }


@contextmanager
def changing(view: NightView, right: str = group_roles.PLAY) -> Iterator[Night]:
    """A transaction with the night locked and the right checked again; increments the revision at its end.

    Raises PermissionDenied, Http404.
    """
    with writing():
        yield held(view, right)
        night_marks.touch(view.night.id)


def held(view: NightView, right: str = group_roles.PLAY) -> Night:
    """Lock the night and check the right again. Call inside a transaction."""
    night = Night.objects.select_for_update().filter(public_id=view.night.id).first()
    if night is None:
        raise Http404("no such night")
    groups.find_by_pk(view.viewer.device, night.group_id, right)
    return night


def plan(view: NightView, rounds: int, title: str) -> None:
    """Change how many rounds are planned, and the title, "" for none; rounds that were started stay.

    Raises Refusal of "rounds" or "title".
    """
    title = titles.checked(title)
    with changing(view) as night:
        refuse_beyond("rounds", rounds, max(1, night.started.count()), plans.MOST_ROUNDS)
        Night.objects.filter(pk=night.pk).update(rounds=rounds, title=title)


def end(view: NightView, *, early: bool = False) -> None:
    """End the night, which breaks ties. Does nothing if it has ended already.

    Raises Refusal while tables are still playing, unless *early*. Hands they record later still count.
    """
    with changing(view) as night:
        refuse_playing(night_rows.evening(night), early)
        Night.objects.filter(pk=night.pk, ended_at=None).update(ended_at=timezone.now())


def reopen(view: NightView) -> None:
    """Reopen a night that was ended."""
    with changing(view) as night:
        Night.objects.filter(pk=night.pk).update(ended_at=None)


def refuse_playing(night: Evening, early: bool) -> None:
    """Raise Refusal while tables of the last round are still playing, unless *early*."""
    playing = night.playing
    if playing and not early:
        if sum(table.left for table in playing) == 1:
            raise AppRefusal("night-last-hand", "early", table=playing[0].number)
        if len(playing) == 1:
            raise AppRefusal("night-table-playing", "early", table=playing[0].number, hands=playing[0].left)
        raise AppRefusal("night-tables-playing", "early", tables=len(playing))


def uuid_of(key: str) -> UUID:
    """The key of a form. Raises Refusal."""
    try:
        return UUID(key)
    except ValueError:
        raise AppRefusal("page-outdated", "key") from None


def refuse_beyond(name: str, value: int, least: int, most: int) -> None:
    """Raise Refusal of field *name* unless the number is between the two limits."""
    if not least <= value <= most:
        raise AppRefusal("night-between", name, least=least, most=most)
