"""Files of past evenings, read: their games, what is wrong in each, and what is ready to be written.

And what the file of a whole group says beside its games: people, nights, leagues (docs/people.md).
"""

import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone
from rest_framework import serializers
from rest_framework.fields import BooleanField, CharField, DateField, DateTimeField, IntegerField, JSONField

from companion.forms.bring.hands_csv import Told, Wrong, games
from companion.forms.imports import BYTE_ORDER_MARK, refuse_beyond_limits
from companion.forms.outbox import copied_game
from companion.log.rights import Draft, drafted
from companion.stats.periods import YEARS
from companion.wording.refusal import AppRefusal
from scoring import Record, Refusal, from_json
from scoring.record import parse
from scoring.shape import listed, refuse_repeated

FORMAT = "bower.group/1"
MOST_PEOPLE, MOST_NIGHTS, MOST_ROUNDS, MOST_RESULTS = 2000, 500, 60, 5000
SEATS = 4
MOST_FILES, MOST_GAMES, MOST_ENTRIES = 200, 1000, 10_000  # at once
MOST_LINES = 2 * MOST_ENTRIES  # of one file
LONGEST_NAME = 80
LONGEST_PAGE = 20_000  # bytes of a form beside the games that it sends again
PACKED = (
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"7z\xbc\xaf",
    b"Rar!",
    b"BZh",
    b"\xfd7zXZ",
    b"\xd0\xcf\x11\xe0",
)
GZIP = b"\x1f\x8b"
MOST_BYTES = 30_000_000  # of a file that was packed
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
JSON = ("{", "[")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
LINE_FIELD = "entries"
COPY = "bower.copy/1"  # the format of the copy of everything that a phone without a server makes


def player_name(**given: Any) -> CharField:
    return CharField(max_length=40, **given)


def text(most: int) -> CharField:
    return CharField(max_length=most, allow_blank=True, default="", trim_whitespace=False)


def number(most: int, **given: Any) -> IntegerField:
    return IntegerField(min_value=0, max_value=most, **given)


def several(of: serializers.Field[Any, Any, Any, Any], most: int, least: int = 0) -> serializers.ListField:
    return serializers.ListField(child=of, min_length=least, max_length=most, default=list)


def in_its_years(at: date) -> None:
    """Raise ValidationError for a day of another year than evenings have."""
    if at.year not in YEARS:
        raise serializers.ValidationError("another year")


def a_day() -> DateField:
    return DateField(validators=[in_its_years])


def a_time(**given: Any) -> DateTimeField:
    return DateTimeField(validators=[in_its_years], **given)


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

    played_on = a_day()
    game = text(40)
    sides = several(SidePart(), 12, 2)


class PlayerPart(serializers.Serializer[Any]):
    """A player of a night; *number*: None for the place in the list, from 1."""

    name = player_name()
    first = number(MOST_ROUNDS, default=1)
    last = number(MOST_ROUNDS, allow_null=True, default=None)
    pair = number(999, allow_null=True, default=None)
    came = BooleanField(default=True)
    instead_of = number(999, allow_null=True, default=None)
    number = IntegerField(min_value=1, max_value=999, allow_null=True, default=None)


class FixPart(serializers.Serializer[Any]):
    """Points that the organizer set by hand."""

    side = number(1)
    points = number(999, allow_null=True)
    reason = text(200)
    at = a_time()


class TablePart(serializers.Serializer[Any]):
    """A table of a round: the id of its game in this file, "" for a game that was removed, and the numbers of
    its players in seat order, 0 for a ghost."""

    game = CharField(max_length=16, allow_blank=True)
    seats = several(number(999), SEATS, SEATS)
    fixes = several(FixPart(), 99)


class RoundPart(serializers.Serializer[Any]):
    """A round that was started, with the numbers of who sat out."""

    at = a_time()
    over_at = a_time(allow_null=True, default=None)
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
    created_at = a_time()
    ended_at = a_time(allow_null=True)
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

    day = a_day()
    night = CharField(max_length=36, allow_blank=True)


class LeaguePart(serializers.Serializer[Any]):
    """A league; closed since *closed_at*, with its standings as they were kept."""

    key = serializers.UUIDField()
    title = text(60)
    first = a_day()
    last = a_day()
    way = CharField(max_length=8)
    counted = CharField(max_length=8)
    best = number(9999)
    least = number(9999)
    closed_at = a_time(allow_null=True)
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
        raise AppRefusal("group-file", "files", place=" → ".join(_placed(part.errors)))
    found = part.validated_data
    games = [one.get("id") for one in listed(given.get("games")) if isinstance(one, dict)]
    for at, night in enumerate(found["nights"], 1):
        # Every number is that of a player, at one place of a round, and every game is in the file.
        numbers, players = {*numbers_of(night)}, night["players"]
        seated = [
            [*(seat for table in one["tables"] for seat in table["seats"] if seat), *one["out"]]
            for one in night["started"]
        ]
        played = [table["game"] for one in night["started"] for table in one["tables"] if table["game"]]
        before = {one["instead_of"] for one in players} - {None}
        if not (
            all(len({*some}) == len(some) and {*some} <= numbers for some in seated)
            and before <= numbers
            and all(game in games for game in played)
            and len({*played}) == len(played)
            and len({player["name"] for player in players}) == len(numbers) == len(players)
        ):
            raise AppRefusal("group-file", "files", place=f"nights → {at}")
    for at, league in enumerate(found["leagues"], 1):
        if any(len(row["cells"]) != len(league["events"]) for row in league["rows"]):
            raise AppRefusal("group-file", "files", place=f"leagues → {at}")
    return dict(found)


def numbers_of(night: Mapping[str, Any]) -> list[int]:
    """The numbers of a night's players: one who was taken off the list leaves a gap."""
    return [player["number"] or at for at, player in enumerate(night["players"], 1)]


def _placed(errors: object) -> list[str]:
    """The way to the first thing that is wrong, places in lists counted from 1."""
    if isinstance(errors, dict) and errors:
        at, inner = next(iter(errors.items()))
        return [str(at + 1 if isinstance(at, int) else at), *_placed(inner)]
    if isinstance(errors, list):
        for at, inner in enumerate(errors, 1):
            if isinstance(inner, dict) and inner:
                return [str(at), *_placed(inner)]
    return []


@dataclass(frozen=True)
class Game:
    """One game of a file: what it told, and the record and its draft if nothing is wrong with it."""

    told: Told
    record: Record | None = None
    draft: Draft | None = None


@dataclass(frozen=True)
class File:
    """One file: its name, its games, and what is wrong with it as a whole.

    rest: what the file of a whole group says beside its games, of which it has the ids alone.
    """

    name: str
    games: tuple[Game, ...] = ()
    wrong: Wrong | None = None
    rest: Mapping[str, Any] | None = None


def read(files: Sequence["UploadedFile[Any]"]) -> list[File]:
    """Read all files. Raises Refusal of ``files`` if there are none, or too much at once."""
    if not files:
        raise AppRefusal("no-files", "files")
    if len(files) > MOST_FILES:
        raise AppRefusal("files-many", "files", got=len(files), most=MOST_FILES)
    found = [_file(one.name or "", one.read()) for one in files]
    if sum(len(file.games) for file in found) > MOST_GAMES:
        raise AppRefusal("files-games", "files", most=MOST_GAMES)
    if entries_of(found) > MOST_ENTRIES:
        raise AppRefusal("files-too-long", "files", most=MOST_ENTRIES)
    return found


def entries_of(files: Sequence[File]) -> int:
    """How many entries the games of these files have in all."""
    found = [game.told.record.get(LINE_FIELD) for file in files for game in file.games]
    return sum(len(entries) for entries in found if isinstance(entries, list))


def scored(file: File) -> File:
    """The file with its games scored; what a game refuses is added to what is wrong with it."""
    found = []
    for told in (game.told for game in file.games):
        game = Game(told)
        try:
            if told.line and not told.wrong:
                if not DAY.fullmatch(str(told.record.get("played_on", ""))):
                    raise AppRefusal("no-day", "played_on")
                refuse_beyond_limits(told.record)
            if not told.wrong:
                record = from_json(told.record)
                draft = of_copy(told.kept) if told.kept else drafted(record, settings.MAX_ENTRIES)
                game = Game(told, record, draft)
        except Refusal as refusal:
            told.wrong.append(mistake(told, refusal))
        found.append(game)
    return replace(file, games=tuple(found))


def drafts(given: object) -> list[Draft]:
    """The games of a preview, as JSON had them. Raises Refusal."""
    return [
        of_copy(one)
        if isinstance(one, dict) and "rows" in one
        else drafted(from_json(one), settings.MAX_ENTRIES)
        for one in (given if isinstance(given, list) else ())
    ]


def _file(name: str, content: bytes) -> File:
    name = name[-LONGEST_NAME:]
    try:
        text = decoded(content)
        if not text.lstrip().startswith(JSON):
            return File(name, tuple(Game(told) for told in _few(games(text, MOST_LINES))))
        given = parse(text)
        if isinstance(given, dict) and given.get("format") in (COPY, FORMAT):
            refuse_repeated(given)
            rest = None
            if given["format"] == FORMAT:  # refused where it isn't as Bower saves it
                ids = [{"id": one.get("id")} for one in listed(given.get("games")) if isinstance(one, dict)]
                rest = {**given, "games": ids}
                checked(rest)
            return File(name, tuple(map(Game, _few(_copied(given.get("games"))))), rest=rest)
        told = Told(0, given if isinstance(given, dict) else {})
        try:
            refuse_beyond_limits(told.record)
        except Refusal as refusal:
            told.wrong.append(mistake(told, refusal))
        return File(name, (Game(told),))
    except Refusal as refusal:
        return File(name, wrong=Wrong(int(refusal.values.get("line", 0) or 0), refusal.field or "", refusal))


def _few(found: Iterator[Told]) -> Iterator[Told]:
    """The games of a file. Raises Refusal for too many, before all are read."""
    for number, told in enumerate(found, 1):
        if number > MOST_GAMES:
            raise AppRefusal("files-games", "files", most=MOST_GAMES)
        yield told


def decoded(content: bytes) -> str:
    """Text as UTF-8, or as UTF-16 with its mark, or such text as gzip packs it. Raises Refusal otherwise."""
    if content.startswith(GZIP):
        reader = zlib.decompressobj(zlib.MAX_WBITS | 16)
        try:
            content = reader.decompress(content, MOST_BYTES)
        except zlib.error:
            raise AppRefusal("packed") from None
        if not reader.eof or reader.unused_data:
            raise AppRefusal("packed")
    if content.startswith(PACKED):
        raise AppRefusal("packed")
    try:
        text = content.decode("utf-16" if content.startswith(UTF_16) else "utf-8")
    except UnicodeDecodeError:
        raise AppRefusal("csv-not-utf8") from None
    text = text.removeprefix(BYTE_ORDER_MARK)
    if not text.strip():
        raise AppRefusal("csv-empty")
    return text


def _copied(games: object) -> Iterator[Told]:
    """The games of a copy of everything."""
    for one in games if isinstance(games, list) else ():
        told = Told(0, kept=one if isinstance(one, dict) else {})
        try:
            draft = of_copy(told.kept or {})
            header = parse(draft.header)
            told.record.update(
                {
                    **(header if isinstance(header, dict) else {}),
                    "entries": [parse(body) for body in draft.bodies],
                }
            )
        except Refusal as refusal:
            told.wrong.append(mistake(told, refusal))
        yield told


def of_copy(kept: Mapping[str, object]) -> Draft:
    """A game of a copy of everything, with its rows. Raises Refusal."""
    return copied_game(kept, timezone.now(), settings.MAX_ENTRIES)


def mistake(told: Told, refusal: Refusal) -> Wrong:
    """Where a refusal of a record stands in its file: the line of its entry, and its field."""
    entry = refusal.entry or 0
    line = told.lines[entry - 1] if 0 < entry <= len(told.lines) else told.line
    field = {"played_on": "date", "variant": "game", "options": "rules"}.get(
        refusal.field or "", refusal.field or ""
    )
    return Wrong(line, field.replace("_", " "), refusal)
