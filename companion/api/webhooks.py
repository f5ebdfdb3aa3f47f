"""Webhooks of a table: addresses that are told of new entries; for its owner only."""

from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from companion.access import roles
from companion.api import delivery, keys
from companion.api.base import Api, body, load
from companion.api.links import unkept
from companion.api.openapi import KEY, described
from companion.api.record_schema import of
from companion.api.shapes import ref
from companion.store import webhooks as store_webhooks
from companion.store.webhooks import Hook
from scoring import Refusal

URL = of({"url": {"type": "string", "format": "uri", "maxLength": delivery.LONGEST, "minLength": 9}}, "url")
REFUSED = (401, 403, 404)


class Webhooks(Api):
    """The webhooks of a table."""

    @described(
        "list_webhooks", "The addresses that are told of new entries", {200: ref("Webhooks")}, *REFUSED
    )
    def get(self, request: Request, table_id: str) -> Response:
        """Each with how far it has been told, and why not farther."""
        table = load(request, table_id, roles.SHARE)
        return Response({"webhooks": [told(one) for one in store_webhooks.hooks(table)]})

    @described(
        "add_webhook",
        "Tell an address of every new entry; the secret of its signatures is shown this once",
        {201: ref("NewWebhook")},
        *REFUSED,
        422,
        takes=URL,
        parameters=(KEY,),
    )
    def post(self, request: Request, table_id: str) -> Response:
        """One address more."""
        table = load(request, table_id, roles.SHARE)
        url = delivery.checked(url_of(body(request)))
        done = keys.once(request, lambda: {"id": store_webhooks.add(table, url)})
        made = store_webhooks.hook(table, done["id"])
        secret = delivery.shown_secret(made.id)
        response = Response({**told(made), "secret": secret}, status=201)
        response.headers["Location"] = reverse("api_webhook", args=[table_id, made.id])
        return unkept(response)


class OneWebhook(Api):
    """One webhook."""

    @described("read_webhook", "One address that is told of new entries", {200: ref("Webhook")}, *REFUSED)
    def get(self, request: Request, table_id: str, hook_id: str) -> Response:
        """How far it has been told."""
        return Response(told(store_webhooks.hook(load(request, table_id, roles.SHARE), hook_id)))

    @described("remove_webhook", "Tell this address no more", {204: None}, *REFUSED)
    def delete(self, request: Request, table_id: str, hook_id: str) -> Response:
        """One address less."""
        store_webhooks.remove(load(request, table_id, roles.SHARE), hook_id)
        return Response(status=204)


def url_of(said: dict[str, object]) -> object:
    """The address that was sent, and nothing beside it."""
    for name in said:
        if name != "url":
            raise Refusal(name, "expected url and nothing else")
    return said.get("url")


def told(hook: Hook) -> dict[str, Any]:
    """A webhook without its secret."""
    return dict(vars(hook))
