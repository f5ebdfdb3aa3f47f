"""The games with options, fields and rules; and scoring of a record without a table."""

from django.conf import settings
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from companion.api import record_schema
from companion.api.base import Api
from companion.api.openapi import described
from companion.api.problems import Failure
from companion.api.shapes import GameDetails, GameList, GameOption, GameSummary, SeatRange
from companion.api.tables import record_of
from companion.api.typed import ref
from companion.log.decide import too_many
from companion.rules import rulebook
from companion.server import problems
from scoring import VARIANTS, Option, Variant, replay
from scoring.entries import HAND

TAG = "Games"
EVERYWHERE = "ALL"
SCHEMA = "application/schema+json"


class Variants(Api):
    """The games that Bower scores."""

    @described("list_games", TAG, "List the games", {200: GameList})
    def get(self, request: Request) -> Response:
        """Return every game by name."""
        return Response(games())


class OneVariant(Api):
    """One game."""

    @described(
        "read_game",
        TAG,
        "Read a game",
        {200: GameDetails},
        problems.NO_GAME,
        description="Its options, the fields of its entries, and its rules.",
    )
    def get(self, request: Request, variant: str) -> Response:
        """Return the description of a game."""
        if variant not in VARIANTS:
            raise Failure(problems.NO_GAME)
        return Response(described_game(VARIANTS[variant]))


class Score(Api):
    """A record, scored."""

    @described(
        "score_record",
        TAG,
        "Score a record",
        {200: ref("Standing")},
        problems.REFUSED,
        takes=ref("Record"),
        description="Nothing is stored, and so no Idempotency-Key is needed.",
    )
    def post(self, request: Request) -> Response:
        """Return the standing of the record."""
        record = record_of(request.data)
        if len(record.entries) > settings.MAX_ENTRIES:
            raise too_many("entries", len(record.entries), settings.MAX_ENTRIES)
        return Response(replay(record).as_json())


class RecordSchema(Api):
    """``bower.game/1`` as JSON Schema."""

    @described(
        "read_record_schema",
        TAG,
        "Read the JSON Schema of a record",
        {200: ref("JsonSchema")},
        media_type=SCHEMA,
    )
    def get(self, request: Request) -> Response:
        """Return the document."""
        return Response(record_schema.document(), content_type=SCHEMA)


def games() -> GameList:
    """Every game, with the address of its description."""
    found = [
        GameSummary(name=one.name, title=one.title, address=reverse("api_variant", args=[one.name]))
        for one in VARIANTS.values()
    ]
    return GameList(variants=found)


def described_game(variant: Variant) -> GameDetails:
    """The description of a game."""
    return GameDetails(
        name=variant.name,
        title=variant.title,
        seats=SeatRange(least=variant.seats[0], most=variant.seats[-1]),
        has_bank=variant.has_bank,
        options=[described_option(one) for one in variant.options],
        fields=sorted(variant.field_names | HAND.names),
        trumps=list(variant.trumps),
        kinds=[kind.name for kind in variant.kinds],
        entry=record_schema.entry_document(variant),
        rules=rules_of(variant),
    )


def described_option(option: Option) -> GameOption:
    """An option with its default and its other values."""
    number = option.kind == "number"
    return GameOption(
        name=option.name,
        default=option.default,
        kind=option.kind,
        least=option.least if number and not option.words else None,
        values=list(option.words),
        rule=option.rule,
        effect=option.effect,
    )


def rules_of(variant: Variant) -> dict[str, str]:
    """The rules of a game by id, in the words of the rulebook."""
    prefixes = (EVERYWHERE, *variant.prefixes)
    return {
        rule: "".join(span.text for span in block.spans)
        for rule, block in rulebook.rules().items()
        if rule.partition("-")[0] in prefixes
    }
