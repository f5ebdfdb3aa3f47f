"""Room for phones at a table: at most MOST of them, and those long gone make way."""

from datetime import timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from companion.access import roles
from companion.models import Access, Dispute, Entry, Phone
from companion.wording.refusal import AppRefusal

MOST = 100
GONE_AFTER = timedelta(days=30)


def make_room(game: int) -> None:
    """Forget phones that are long gone if the table is full. Call with the game locked. Raises Refusal."""
    if _there(game).count() >= MOST:
        _long_gone(game).delete()
        if _there(game).count() >= MOST:
            raise AppRefusal("table-full", "phone", most=MOST)


def _there(game: int) -> QuerySet[Phone]:
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
    gone = _there(game).filter(unseen, joined_at__lt=since, seat="", out=False)
    return gone.filter(~Exists(roles_kept), ~Exists(wrote), ~Exists(disputed))
