"""The games with options, fields and rules; and scoring of a record without a table."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from companion.api import record_schema
from companion.api.base import asked
from companion.api.operations import ANYWHERE, FROM_ANYWHERE, Operations
from companion.api.problems import Failure
from companion.api.serializers import FACTS, with_facts
from companion.api.shapes.tables import GameDetails, GameList, GameOption, GameSummary, SeatRange
from companion.api.tables import record_of
from companion.api.typed import ref
from companion.log.rights import too_many
from companion.rules import rulebook
from companion.server import problems
from scoring import VARIANTS, Variant, replay
from scoring.entries import HAND

anywhere = Operations("Games", ANYWHERE)
EVERYWHERE = "ALL"
SCHEMA = "application/schema+json"


@anywhere("GET variants/", GameList)
def list_games(request: Request) -> GameList:
    """List the games.

    Return every game by name.
    """
    return games()


@anywhere("GET variants/<slug:variant>/", GameDetails, problems.NO_GAME)
def read_game(request: Request, variant: str) -> GameDetails:
    """Read a game.

    Its options, the fields of its entries, and its rules.
    """
    if variant not in VARIANTS:
        raise Failure(problems.NO_GAME)
    return described_game(VARIANTS[variant])


@anywhere("POST score/", ref("Standing"), status=200, takes=ref("Record"), key=None, parameters=(FACTS,))
def score_record(request: Request) -> dict[str, Any]:
    """Score a record.

    Nothing is stored, and so no Idempotency-Key is needed.
    """
    facts = asked(request, FACTS)
    record = record_of(request.data)
    if len(record.entries) > settings.MAX_ENTRIES:
        raise too_many("entries", len(record.entries), settings.MAX_ENTRIES)
    scored = replay(record)
    return with_facts(scored) if facts else scored.as_json()


@anywhere("GET schema/record/", ref("JsonSchema"), media_type=SCHEMA)
def read_record_schema(request: Request) -> Response:
    """Read the JSON Schema of a record.

    Return the document.
    """
    return Response(record_schema.document(), content_type=SCHEMA, headers=FROM_ANYWHERE)


def games() -> GameList:
    """Every game, with the address of its description."""
    found = [
        GameSummary.of(one, address=reverse("api_read_game", args=[one.name])) for one in VARIANTS.values()
    ]
    return GameList(variants=found)


def described_game(variant: Variant) -> GameDetails:
    """The description of a game."""
    prefixes = (EVERYWHERE, *variant.prefixes)
    return GameDetails.of(
        variant,
        seats=SeatRange(least=variant.seats[0], most=variant.seats[-1]),
        options=[
            GameOption.of(
                one, least=one.least if one.kind == "number" and not one.words else None, values=one.words
            )
            for one in variant.options
        ],
        fields=sorted(variant.field_names | HAND.names),
        kinds=[kind.name for kind in variant.kinds],
        entry=record_schema.entry_document(variant),
        rules={
            rule: "".join(span.text for span in block.spans)
            for rule, block in rulebook.rules().items()
            if rule.partition("-")[0] in prefixes
        },
    )
