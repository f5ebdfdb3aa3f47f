"""The addresses that are notified of the ends of a night's rounds; see ``night_marks``."""

from uuid import uuid4

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from companion.access import group_roles
from companion.models import Webhook
from companion.night.evening import NightView
from companion.store import nights, webhooks
from companion.store.webhooks import Hook
from companion.wording.refusal import AppRefusal


def hooks(view: NightView) -> list[Hook]:
    """The webhooks of a night, oldest first. Raises PermissionDenied for all but hosts of its group."""
    nights.find(view.viewer.device, view.night.id, group_roles.MANAGE)
    return [webhooks.shown(row) for row in _of(view).order_by("pk")]


def hook(view: NightView, number: str) -> Hook:
    """The webhook with this id. Raises Http404 for an unknown id."""
    found = next((one for one in hooks(view) if one.id == number), None)
    if found is None:
        raise Http404("no such webhook")
    return found


def add(view: NightView, url: str) -> str:
    """Add a webhook for every round that ends from now on; its id. Raises Refusal for one too many."""
    with nights.changing(view, group_roles.MANAGE) as night:
        if Webhook.objects.filter(night=night).count() >= webhooks.MOST:
            raise AppRefusal("too-many-webhooks", "url", most=webhooks.MOST)
        over = night.started.exclude(over_at=None).count()
        made = Webhook.objects.create(
            night=night, url=url, nonce=uuid4(), delivered=over, due_at=timezone.now()
        )
    return made.nonce.hex


def remove(view: NightView, number: str) -> None:
    """Delete a webhook. Raises Http404 for an unknown id."""
    found = hook(view, number)
    with nights.changing(view, group_roles.MANAGE):
        _of(view).filter(nonce=found.id).delete()


def _of(view: NightView) -> QuerySet[Webhook]:
    return Webhook.objects.filter(night__public_id=view.night.id)
