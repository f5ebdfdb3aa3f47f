"""The games: options, fields and rules of each; and a record scored without a table."""

from typing import Any

from django.conf import settings
from django.http import Http404
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from companion.api import record_schema
from companion.api.base import Api
from companion.api.openapi import described
from companion.api.shapes import ref
from companion.api.tables import read
from companion.rules import rulebook
from scoring import VARIANTS, Option, Refusal, Variant, replay
from scoring.hands import COMMON

EVERYWHERE = "ALL"
PREFIXES = {
    "partnership": ("EU",),
    "king-cutthroat": ("KC",),
    "three-handed": ("TH",),
    "buck": ("BU",),
    "poker-chips": ("PE", "PC"),
    "poker-points": ("PE", "PP"),
}
DEFS = "#/components/schemas/"
SCHEMA = "application/schema+json"


class Variants(Api):
    """The games that Bower scores."""

    @described("list_variants", "The games", {200: ref("Variants")}, open_to_all=True)
    def get(self, request: Request) -> Response:
        """Every game by its name."""
        games = [
            {"name": one.name, "title": one.title, "address": reverse("api_variant", args=[one.name])}
            for one in VARIANTS.values()
        ]
        return Response({"variants": games})


class OneVariant(Api):
    """One game."""

    @described(
        "read_variant",
        "One game: options, fields of its entries, rules by id",
        {200: ref("Variant")},
        404,
        open_to_all=True,
    )
    def get(self, request: Request, variant: str) -> Response:
        """All there is to know to record it."""
        if variant not in VARIANTS:
            raise Http404("no such game")
        return Response(described_game(VARIANTS[variant]))


class Score(Api):
    """A record, scored."""

    @described(
        "score_record",
        "Score a record; nothing is stored, and so no Idempotency-Key is needed",
        {200: ref("Standing")},
        422,
        takes=ref("Record"),
        open_to_all=True,
    )
    def post(self, request: Request) -> Response:
        """The standing that the record comes to."""
        record = read(request.data)
        if len(record.entries) > settings.MAX_ENTRIES:
            raise Refusal("entries", f"expected at most {settings.MAX_ENTRIES} entries (MAX_ENTRIES)")
        return Response(replay(record).as_json())


class RecordSchema(Api):
    """``bower.game/1`` as JSON Schema."""

    @described(
        "record_schema",
        "The JSON Schema of a record",
        {200: {"type": "object"}},
        open_to_all=True,
        media_type=SCHEMA,
    )
    def get(self, request: Request) -> Response:
        """The document."""
        return Response(record_schema.document(), content_type=SCHEMA)


def described_game(variant: Variant) -> dict[str, Any]:
    """A game as a program needs it."""
    entry = record_schema.titled(variant, "Entry")
    return {
        "name": variant.name,
        "title": variant.title,
        "seats": {"least": variant.seats[0], "most": variant.seats[-1]},
        "has_bank": variant.has_bank,
        "options": [described_option(one) for one in variant.options],
        "fields": sorted(variant.field_names | COMMON),
        "trumps": list(variant.trumps),
        "kinds": [kind.name for kind in variant.kinds],
        "entry": record_schema.definitions(DEFS)[entry],
        "rules": rules_of(variant),
    }


def described_option(option: Option) -> dict[str, Any]:
    """An option with its default and what else it may be."""
    number = option.kind == "number"
    return {
        "name": option.name,
        "default": option.default,
        "kind": option.kind,
        "least": option.least if number and not option.words else None,
        "values": list(option.words),
        "rule": option.rule,
        "effect": option.effect,
    }


def rules_of(variant: Variant) -> dict[str, str]:
    """The rules of a game by id, in the words of the rulebook."""
    prefixes = (EVERYWHERE, *PREFIXES[variant.name])
    return {
        rule: "".join(span.text for span in block.spans)
        for rule, block in rulebook.rules().items()
        if rule.partition("-")[0] in prefixes
    }
