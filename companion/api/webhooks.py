"""Webhooks of a table: addresses that are notified of new rows of the log; for its owner only."""

from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from companion.access import roles
from companion.api import delivery, keys
from companion.api.base import Api, load
from companion.api.links import no_store
from companion.api.openapi import AT_TABLE, KEY, described
from companion.api.problems import missing
from companion.api.read import read
from companion.api.shapes import NewWebhook, Webhook, WebhookList, WebhookRequest
from companion.log.viewer import View
from companion.server import problems
from companion.store import webhooks as store_webhooks
from companion.store.webhooks import Hook

TAG = "Webhooks"
REFUSED = (*AT_TABLE, problems.NOT_ALLOWED)


class Webhooks(Api):
    """The webhooks of a table."""

    @described("list_webhooks", TAG, "List the webhooks", {200: WebhookList}, *REFUSED)
    def get(self, request: Request, table_id: str) -> Response:
        """Return each webhook with its last delivery and error."""
        view = load(request, table_id, roles.SHARE)
        return Response(WebhookList(webhooks=[Webhook(**shown(one)) for one in store_webhooks.hooks(view)]))

    @described(
        "create_webhook",
        TAG,
        "Create a webhook",
        {201: NewWebhook},
        *REFUSED,
        problems.NO_WEBHOOK,
        problems.REFUSED,
        problems.KEY_REUSED,
        takes=WebhookRequest,
        parameters=(KEY,),
        description="The address is notified of every row of the log from now on.",
    )
    def post(self, request: Request, table_id: str) -> Response:
        """Create a webhook."""
        view = load(request, table_id, roles.SHARE)
        url = delivery.checked(read(request, WebhookRequest).url)
        done = keys.once(request, lambda: {"id": store_webhooks.add(view, url)})
        made = hook(view, done["id"])
        secret = delivery.shown_secret(made.id)
        response = Response(NewWebhook(**shown(made), secret=secret), status=201)
        response.headers["Location"] = reverse("api_webhook", args=[table_id, made.id])
        return no_store(response)


class OneWebhook(Api):
    """One webhook."""

    @described("read_webhook", TAG, "Read a webhook", {200: Webhook}, *REFUSED, problems.NO_WEBHOOK)
    def get(self, request: Request, table_id: str, hook_id: str) -> Response:
        """Return the webhook."""
        return Response(Webhook(**shown(hook(load(request, table_id, roles.SHARE), hook_id))))

    @described("delete_webhook", TAG, "Delete a webhook", {204: None}, *REFUSED, problems.NO_WEBHOOK)
    def delete(self, request: Request, table_id: str, hook_id: str) -> Response:
        """Delete the webhook."""
        view = load(request, table_id, roles.SHARE)
        with missing(problems.NO_WEBHOOK):
            store_webhooks.remove(view, hook_id)
        return Response(status=204)


def hook(view: View, hook_id: str) -> Hook:
    """The webhook of a table with this id. Raises Http404."""
    with missing(problems.NO_WEBHOOK):
        return store_webhooks.hook(view, hook_id)


def shown(hook: Hook) -> dict[str, Any]:
    """A webhook without its secret."""
    return {
        "id": hook.id,
        "url": hook.url,
        "delivered": hook.delivered,
        "tries": hook.tries,
        "stopped": hook.stopped,
        "error": hook.error,
        "created_at": hook.created_at,
    }
