"""Whether anybody has written to a table, or had it open, since a moment."""

from datetime import datetime

from django.db.models import Exists, OuterRef, Q

from companion.models import Dispute, Entry, HandInProgress, HandStarted, Phone


def touched(since: datetime) -> Q:
    """The condition on games that somebody has written to them, or had them open, since this moment."""
    mine = {"game": OuterRef("pk")}
    return (
        Q(Exists(Entry.objects.filter(**mine, at__gte=since)))
        | Exists(HandInProgress.objects.filter(**mine, at__gte=since))
        | Exists(HandStarted.objects.filter(**mine, at__gte=since))
        | Exists(Dispute.objects.filter(Q(at__gte=since) | Q(ended_at__gte=since), **mine))
        | Exists(Phone.objects.filter(**mine, here_until__gte=since))
    )
