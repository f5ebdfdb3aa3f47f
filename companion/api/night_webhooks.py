"""Webhooks of a night: addresses that are notified of every round that is over; for hosts of its group."""

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from companion.access import group_roles as roles
from companion.api import delivery, keys
from companion.api.base import Api
from companion.api.links import no_store
from companion.api.nights import load
from companion.api.openapi import AT_NIGHT, KEY, described
from companion.api.problems import missing
from companion.api.read import read
from companion.api.shapes import NewWebhook, Webhook, WebhookList, WebhookRequest
from companion.api.webhooks import shown
from companion.night.evening import NightView
from companion.server import problems
from companion.store import night_ends
from companion.store.webhooks import Hook

TAG = "Webhooks"


class Webhooks(Api):
    """The webhooks of a night."""

    @described("list_night_webhooks", TAG, "List the webhooks of a night", {200: WebhookList}, *AT_NIGHT)
    def get(self, request: Request, night_id: str) -> Response:
        """Return each webhook with its last delivery and error."""
        found = night_ends.hooks(load(request, night_id, roles.MANAGE))
        return Response(WebhookList(webhooks=[Webhook(**shown(one)) for one in found]))

    @described(
        "create_night_webhook",
        TAG,
        "Create a webhook of a night",
        {201: NewWebhook},
        *AT_NIGHT,
        problems.NO_WEBHOOK,
        problems.REFUSED,
        problems.KEY_REUSED,
        takes=WebhookRequest,
        parameters=(KEY,),
        description="The address is notified of every round that is over from now on.",
    )
    def post(self, request: Request, night_id: str) -> Response:
        """Create a webhook."""
        view = load(request, night_id, roles.MANAGE)
        url = delivery.checked(read(request, WebhookRequest).url)
        made = hook(view, keys.once(request, lambda: {"id": night_ends.add(view, url)})["id"])
        response = Response(NewWebhook(**shown(made), secret=delivery.shown_secret(made.id)), status=201)
        response.headers["Location"] = reverse("api_night_webhook", args=[night_id, made.id])
        return no_store(response)


class OneWebhook(Api):
    """One webhook of a night."""

    @described(
        "read_night_webhook", TAG, "Read a webhook of a night", {200: Webhook}, *AT_NIGHT, problems.NO_WEBHOOK
    )
    def get(self, request: Request, night_id: str, hook_id: str) -> Response:
        """Return the webhook."""
        return Response(Webhook(**shown(hook(load(request, night_id, roles.MANAGE), hook_id))))

    @described(
        "delete_night_webhook",
        TAG,
        "Delete a webhook of a night",
        {204: None},
        *AT_NIGHT,
        problems.NO_WEBHOOK,
    )
    def delete(self, request: Request, night_id: str, hook_id: str) -> Response:
        """Delete the webhook."""
        view = load(request, night_id, roles.MANAGE)
        with missing(problems.NO_WEBHOOK):
            night_ends.remove(view, hook_id)
        return Response(status=204)


def hook(view: NightView, hook_id: str) -> Hook:
    """The webhook of a night with this id. Raises Http404."""
    with missing(problems.NO_WEBHOOK):
        return night_ends.hook(view, hook_id)
