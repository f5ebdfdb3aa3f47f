"""Seats that phones have claimed."""

from django.db.models import QuerySet

from companion.access import roles
from companion.log.decide import refuse_seat
from companion.log.viewer import View
from companion.models import Phone
from companion.store import games


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
