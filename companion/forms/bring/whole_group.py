"""What the file of a whole group says beside its games: people, nights, leagues (docs/people.md)."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.fields import BooleanField, CharField, DateField, DateTimeField, IntegerField, JSONField

from companion.wording.refusal import AppRefusal

FORMAT = "bower.group/1"
MOST_PEOPLE, MOST_NIGHTS, MOST_ROUNDS, MOST_RESULTS = 2000, 500, 60, 5000
SEATS = 4


def player_name(**given: Any) -> CharField:
    return CharField(max_length=40, **given)


def text(most: int) -> CharField:
    return CharField(max_length=most, allow_blank=True, default="", trim_whitespace=False)


def number(most: int, **given: Any) -> IntegerField:
    return IntegerField(min_value=0, max_value=most, **given)


def several(of: serializers.Field[Any, Any, Any, Any], most: int, least: int = 0) -> serializers.ListField:
    return serializers.ListField(child=of, min_length=least, max_length=most, default=list)


class PersonPart(serializers.Serializer[Any]):
    """A spelling as the games have it; *same_as*: the spelling it was merged into."""

    name = player_name()
    shown = player_name(allow_blank=True, default="")
    same_as = player_name(allow_blank=True, default="")
    hidden = BooleanField(default=False)
    forgotten = BooleanField(default=False)


class SidePart(serializers.Serializer[Any]):
    """A side of a game that is known from a list."""

    names = several(player_name(), 12, 1)
    score = IntegerField(min_value=-999_999, max_value=999_999, allow_null=True)


class ResultPart(serializers.Serializer[Any]):
    """A game that is known from a list; the first side won."""

    played_on = DateField()
    game = text(40)
    sides = several(SidePart(), 12, 2)


class PlayerPart(serializers.Serializer[Any]):
    """A player of a night, the first one is number 1."""

    name = player_name()
    first = number(MOST_ROUNDS, default=1)
    last = number(MOST_ROUNDS, allow_null=True, default=None)
    pair = number(999, allow_null=True, default=None)
    came = BooleanField(default=True)
    instead_of = number(999, allow_null=True, default=None)


class FixPart(serializers.Serializer[Any]):
    """Points that the organizer set by hand."""

    side = number(1)
    points = number(999, allow_null=True)
    reason = text(200)
    at = DateTimeField()


class TablePart(serializers.Serializer[Any]):
    """A table of a round: the id of its game in this file, "" for a game that was removed, and the numbers of
    its players in seat order, 0 for a ghost."""

    game = CharField(max_length=16, allow_blank=True)
    seats = several(number(999), SEATS, SEATS)
    fixes = several(FixPart(), 99)


class RoundPart(serializers.Serializer[Any]):
    """A round that was started, with the numbers of who sat out."""

    at = DateTimeField()
    over_at = DateTimeField(allow_null=True, default=None)
    tables = several(TablePart(), 16)
    out = several(number(999), 64)


class NightPart(serializers.Serializer[Any]):
    """A night; what is chosen for it is checked as that of a new one."""

    key = serializers.UUIDField()
    title = text(60)
    plan = CharField(max_length=16)
    hands = number(99)
    rounds = number(99)
    sitting = CharField(max_length=16)
    ties = several(CharField(max_length=16), 9)
    options = serializers.DictField(child=JSONField())
    seed = number(2**31 - 1)
    created_at = DateTimeField()
    ended_at = DateTimeField(allow_null=True)
    minutes = number(240, default=0)
    at_bell = CharField(max_length=8)
    players = several(PlayerPart(), 300)
    started = several(RoundPart(), MOST_ROUNDS)


class CellPart(serializers.Serializer[Any]):
    """What a night or evening brought a player of a league, and whether it counts."""

    figure = serializers.RegexField(r"^-?\d{1,9}(/[1-9]\d{0,8})?$")
    counts = BooleanField()


class StandingPart(serializers.Serializer[Any]):
    """The row of a player in the standings of a closed league; a cell for each of its events."""

    name = player_name()
    rank = number(9999)
    cells = several(CellPart(allow_null=True), 2000)
    total = serializers.RegexField(r"^-?\d{1,9}(/[1-9]\d{0,8})?$")
    attended = number(9999)
    loners = number(99_999)


class EventPart(serializers.Serializer[Any]):
    """An evening that counted in a closed league, or a night, by its key."""

    day = DateField()
    night = CharField(max_length=36, allow_blank=True)


class LeaguePart(serializers.Serializer[Any]):
    """A league; closed since *closed_at*, with its standings as they were kept."""

    key = serializers.UUIDField()
    title = text(60)
    first = DateField()
    last = DateField()
    way = CharField(max_length=8)
    counted = CharField(max_length=8)
    best = number(9999)
    least = number(9999)
    closed_at = DateTimeField(allow_null=True)
    events = several(EventPart(), 2000)
    rows = several(StandingPart(), MOST_PEOPLE)


class GroupPart(serializers.Serializer[Any]):
    """What a group has beside its games. *rules*: the house rules of each game."""

    title = text(60)
    zone = text(64)
    evening_ends = number(11, default=None, allow_null=True)
    currency = text(6)
    rules = serializers.DictField(child=JSONField())
    people = several(PersonPart(), MOST_PEOPLE)
    listed = several(ResultPart(), MOST_RESULTS)
    nights = several(NightPart(), MOST_NIGHTS)
    leagues = several(LeaguePart(), 60)


def checked(given: Mapping[str, object]) -> dict[str, Any]:
    """What the file of a group says, as ``GroupPart`` has it. Raises Refusal that names the place."""
    part = GroupPart(data=given)
    if not part.is_valid():
        raise AppRefusal("group-file", "files", place=" → ".join(_place(part.errors)))
    found = part.validated_data
    games = [one.get("id") for one in listed(given.get("games")) if isinstance(one, dict)]
    for at, night in enumerate(found["nights"], 1):
        if not _holds_together(night, games):
            raise AppRefusal("group-file", "files", place=f"nights → {at}")
    for at, league in enumerate(found["leagues"], 1):
        if any(len(row["cells"]) != len(league["events"]) for row in league["rows"]):
            raise AppRefusal("group-file", "files", place=f"leagues → {at}")
    return dict(found)


def _holds_together(night: Mapping[str, Any], games: list[object]) -> bool:
    """Whether every number is that of a player, at one place of a round, and every game is in the file."""
    numbers = range(1, len(night["players"]) + 1)
    named = [player[at] for player in night["players"] for at in ("instead_of",) if player[at] is not None]
    played = [table["game"] for one in night["started"] for table in one["tables"] if table["game"]]
    for one in night["started"]:
        seated = [seat for table in one["tables"] for seat in table["seats"] if seat] + one["out"]
        if len(set(seated)) < len(seated):
            return False
        named += seated
    return (
        all(one in numbers for one in named)
        and all(game in games for game in played)
        and len(set(played)) == len(played)
        and len({player["name"] for player in night["players"]}) == len(numbers)
    )


def listed(given: object) -> list[object]:
    return given if isinstance(given, list) else []


def _place(errors: object) -> list[str]:
    """The way to the first thing that is wrong, places in lists counted from 1."""
    if isinstance(errors, dict) and errors:
        at, inner = next(iter(errors.items()))
        return [str(at + 1 if isinstance(at, int) else at), *_place(inner)]
    if isinstance(errors, list):
        for at, inner in enumerate(errors, 1):
            if isinstance(inner, dict) and inner:
                return [str(at), *_place(inner)]
    return []
