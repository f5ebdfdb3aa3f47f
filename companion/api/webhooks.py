"""Webhooks: addresses that are notified of new rows of logs, and of rounds of nights that are over.

And tickets, which open events (`companion/live/stream.py`) for clients that send no header.
"""

from collections.abc import Iterable

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from companion.access import devices
from companion.api import delivery, groups, keys, nights
from companion.api.base import created, load, read
from companion.api.operations import GROUP, NIGHT, TABLE, Operations
from companion.api.problems import missing
from companion.api.shapes.phones import CreatedWebhook, NewWebhook, Ticket, Webhook, WebhookList
from companion.log import rights
from companion.server import problems
from companion.store import webhooks as store_webhooks
from companion.store.happening import OF_GROUP, OF_NIGHT
from companion.store.webhooks import BOWER, Hook, Watched

at_table = Operations("Webhooks", TABLE)
at_night = Operations("Webhooks", NIGHT)
at_group = Operations("Webhooks", GROUP)
ticket_at_table = Operations("Tables", TABLE)
ticket_at_group = Operations("Groups", GROUP)
ticket_at_night = Operations("Nights", NIGHT)


@at_table("GET webhooks/", WebhookList, problems.NOT_ALLOWED)
def list_webhooks(request: Request, table_id: str) -> WebhookList:
    """List the webhooks.

    Return each webhook with its last delivery and error.
    """
    return listed(store_webhooks.hooks(load(request, table_id, rights.SHARE)))


@at_table("POST webhooks/", CreatedWebhook, problems.NO_WEBHOOK, takes=NewWebhook, location=True, secret=True)
def create_webhook(request: Request, table_id: str) -> Response:
    """Create a webhook.

    The address is notified of every row of the log from now on.
    """
    return made(request, load(request, table_id, rights.SHARE))


@at_table("GET webhooks/<slug:hook_id>/", Webhook, problems.NOT_ALLOWED, problems.NO_WEBHOOK)
def read_webhook(request: Request, table_id: str, hook_id: str) -> Webhook:
    """Read a webhook.

    Return the webhook.
    """
    view = load(request, table_id, rights.SHARE)
    with missing(problems.NO_WEBHOOK):
        return Webhook.of(store_webhooks.hook(store_webhooks.hooks(view), hook_id))


@at_table("DELETE webhooks/<slug:hook_id>/", None, problems.NO_WEBHOOK)
def delete_webhook(request: Request, table_id: str, hook_id: str) -> None:
    """Delete a webhook.

    Delete the webhook.
    """
    view = load(request, table_id, rights.SHARE)
    with missing(problems.NO_WEBHOOK):
        store_webhooks.remove(view, hook_id)


@at_night("GET webhooks/", WebhookList)
def list_night_webhooks(request: Request, night_id: str) -> WebhookList:
    """List the webhooks of a night.

    Return each webhook with its last delivery and error.
    """
    return listed(store_webhooks.hooks(nights.load(request, night_id, rights.SHARE)))


@at_night("POST webhooks/", CreatedWebhook, problems.NO_WEBHOOK, takes=NewWebhook, location=True, secret=True)
def create_night_webhook(request: Request, night_id: str) -> Response:
    """Create a webhook of a night.

    The address is notified of every round that is over from now on.
    """
    return made(request, nights.load(request, night_id, rights.SHARE))


@at_night("GET webhooks/<slug:hook_id>/", Webhook, problems.NO_WEBHOOK)
def read_night_webhook(request: Request, night_id: str, hook_id: str) -> Webhook:
    """Read a webhook of a night.

    Return the webhook.
    """
    view = nights.load(request, night_id, rights.SHARE)
    with missing(problems.NO_WEBHOOK):
        return Webhook.of(store_webhooks.hook(store_webhooks.hooks(view), hook_id))


@at_night("DELETE webhooks/<slug:hook_id>/", None, problems.NO_WEBHOOK)
def delete_night_webhook(request: Request, night_id: str, hook_id: str) -> None:
    """Delete a webhook of a night.

    Delete the webhook.
    """
    view = nights.load(request, night_id, rights.SHARE)
    with missing(problems.NO_WEBHOOK):
        store_webhooks.remove(view, hook_id)


@at_group("GET webhooks/", WebhookList)
def list_group_webhooks(request: Request, group_id: str) -> WebhookList:
    """List the webhooks of a group.

    Return each webhook with its last delivery and error.
    """
    return listed(store_webhooks.hooks(groups.load(request, group_id, rights.SHARE)))


@at_group("POST webhooks/", CreatedWebhook, problems.NO_WEBHOOK, takes=NewWebhook, location=True, secret=True)
def create_group_webhook(request: Request, group_id: str) -> Response:
    """Create a webhook of a group.

    The address is notified of every row of the log of all its tables, and of every round of its nights, from
    now on; of those that come later, too.
    """
    return made(request, groups.load(request, group_id, rights.SHARE))


@at_group("GET webhooks/<slug:hook_id>/", Webhook, problems.NO_WEBHOOK)
def read_group_webhook(request: Request, group_id: str, hook_id: str) -> Webhook:
    """Read a webhook of a group.

    Return the webhook.
    """
    found = groups.load(request, group_id, rights.SHARE)
    with missing(problems.NO_WEBHOOK):
        return Webhook.of(store_webhooks.hook(store_webhooks.hooks(found), hook_id))


@at_group("DELETE webhooks/<slug:hook_id>/", None, problems.NO_WEBHOOK)
def delete_group_webhook(request: Request, group_id: str, hook_id: str) -> None:
    """Delete a webhook of a group.

    Delete the webhook.
    """
    found = groups.load(request, group_id, rights.SHARE)
    with missing(problems.NO_WEBHOOK):
        store_webhooks.remove(found, hook_id)


def listed(hooks: Iterable[Hook]) -> WebhookList:
    """A list of webhooks without their secrets."""
    return WebhookList(webhooks=[Webhook.of(one) for one in hooks])


def made(request: Request, of: Watched) -> Response:
    """Create the webhook in the body; the answer has its secret. Raises Refusal."""
    given = read(request, NewWebhook)
    address = delivery.checked(given.url)
    done = keys.once(request, lambda: {"id": store_webhooks.add(of, address, given.format or BOWER)})
    with missing(problems.NO_WEBHOOK):
        hook = store_webhooks.hook(store_webhooks.hooks(of), done["id"])
    return created(request, CreatedWebhook.of(hook, secret=delivery.shown_secret(hook.id)), hook.id)


@ticket_at_table("POST tickets/", Ticket, key=None, secret=True)
def create_ticket(request: Request, table_id: str) -> Ticket:
    """Create a ticket.

    It opens the events of the table, and nothing else, for a minute: for clients that can't send a header, as
    a browser's EventSource. It isn't stored, so no Idempotency-Key is needed.
    """
    return _ticket(load(request, table_id).viewer.device, table_id)


@ticket_at_group("POST tickets/", Ticket, key=None, secret=True)
def create_group_ticket(request: Request, group_id: str) -> Ticket:
    """Create a ticket of a group.

    As that of a table, for the events of the group.
    """
    return _ticket(groups.load(request, group_id, rights.SEE).device, OF_GROUP + group_id)


@ticket_at_night("POST tickets/", Ticket, key=None, secret=True)
def create_night_ticket(request: Request, night_id: str) -> Ticket:
    """Create a ticket of a night.

    As that of a table, for the events of the night.
    """
    return _ticket(nights.load(request, night_id).viewer.device, OF_NIGHT + night_id)


def _ticket(device: str, topic: str) -> Ticket:
    return Ticket(ticket=devices.ticket(device, topic), until=timezone.now() + devices.TICKET_GOOD_FOR)
