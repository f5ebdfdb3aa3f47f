"""Room for phones at tables and groups, the seats that they have claimed, and which of them are connected."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Value, When
from django.utils import timezone

from companion.access import roles
from companion.log.decide import refuse_seat
from companion.log.viewer import View
from companion.models import Access, Dispute, Entry, Group, GroupPhone, Phone
from companion.store import games
from companion.store.circles import Row
from companion.store.writing import writing
from companion.wording.refusal import AppRefusal


def claim(view: View, seat: str) -> None:
    """Give a seat to the viewer's phone; an empty *seat* gives up its seat. Raises Refusal."""
    author = view.viewer.author
    with games.changing(view, roles.SIT) as game:
        known = seat in view.table.state.players
        taken = known and _sitting(game.pk, seat).exclude(author=author).exists()
        refuse_seat(view.table, seat, taken)
        Phone.objects.filter(game=game, author=author).update(seat=seat)


def leave_taken(phone: Phone) -> None:
    """Clear the seat of a phone that returns, if another phone has claimed it since."""
    if phone.seat and _sitting(phone.game_id, phone.seat).exclude(pk=phone.pk).exists():
        Phone.objects.filter(pk=phone.pk).update(seat="")


def _sitting(game: int, seat: str) -> QuerySet[Phone]:
    """The phones with this seat, of those that may see the table."""
    return Phone.objects.filter(game=game, seat=seat, accesses__isnull=False)


# Room for phones: at most MOST at a table, where those long gone make way, and more at a group.

MOST, MOST_OF_GROUP = 100, 500
GONE_AFTER = timedelta(days=30)


def make_room(row: Row) -> None:
    """Forget phones that are long gone if a table is full. Call with the row locked. Raises Refusal."""
    if isinstance(row, Group):
        if GroupPhone.objects.filter(group=row, out=False).exclude(role="").count() >= MOST_OF_GROUP:
            raise AppRefusal("group-full", "phone", most=MOST_OF_GROUP)
        return
    game = row.pk
    if _with_access(game).count() >= MOST:
        _long_gone(game).delete()
        if _with_access(game).count() >= MOST:
            raise AppRefusal("table-full", "phone", most=MOST)


def _with_access(game: int) -> QuerySet[Phone]:
    return Phone.objects.filter(Exists(Access.objects.filter(phone=OuterRef("pk"))), game=game)


def _long_gone(game: int) -> QuerySet[Phone]:
    """Phones of players and viewers without a seat, not seen for GONE_AFTER, that have said nothing.

    Whoever wrote in the log or in a dispute stays known, and so does everyone with a seat or another role.
    """
    since = timezone.now() - GONE_AFTER
    roles_kept = Access.objects.filter(phone=OuterRef("pk")).exclude(role__in=(roles.PLAYER, roles.VIEWER))
    wrote = Entry.objects.filter(game=OuterRef("game"), device=OuterRef("author"))
    disputed = Dispute.objects.filter(game=OuterRef("game")).filter(
        Q(device=OuterRef("author")) | Q(ended_by=OuterRef("author"))
    )
    unseen = Q(here_until=None) | Q(here_until__lt=since)
    gone = _with_access(game).filter(unseen, joined_at__lt=since, seat="", out=False)
    return gone.filter(~Exists(roles_kept), ~Exists(wrote), ~Exists(disputed))


# Phones that are connected to a table.


def mark_here(tables: Mapping[str, Collection[str]], until: datetime) -> None:
    """Store that these devices, by table, are connected until then.

    A phone that is seen with its new token has no more use for the one before, which then ends.
    """
    seen = {device for devices in tables.values() for device in devices}
    stale = GroupPhone.objects.filter(device__in=seen).exclude(former="")
    if stale.exists():
        with writing():
            stale.update(former="")
    for table_id, devices in tables.items():
        mine = Q(device__in=devices) | Q(former__in=devices)
        left = Case(When(device__in=devices, then=Value("")), default=F("former"))
        with writing():
            Phone.objects.filter(mine, game__public_id=table_id).update(here_until=until, former=left)
