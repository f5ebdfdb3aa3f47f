"""Files of past evenings, read: their games, what is wrong in each, and what is ready to be written."""

import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone

from companion.forms.bring import whole_group
from companion.forms.bring.hands_csv import Told, Wrong, games
from companion.forms.imports import BYTE_ORDER_MARK, refuse_beyond_limits
from companion.forms.outbox import copied_game
from companion.log.decide import Draft, drafted
from companion.wording.refusal import AppRefusal
from scoring import Record, Refusal, from_json
from scoring.record import parse

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
    return sum(len(_entries(game.told.record)) for file in files for game in file.games)


def scored(file: File) -> File:
    """The file with its games scored; what a game refuses is added to what is wrong with it."""
    return replace(file, games=tuple(_scored(game.told) for game in file.games))


def drafts(given: object) -> list[Draft]:
    """The games of a preview, as JSON had them. Raises Refusal."""
    return [_draft(one) for one in given] if isinstance(given, list) else []


def _draft(given: object) -> Draft:
    if isinstance(given, dict) and "rows" in given:
        return of_copy(given)
    return drafted(from_json(given), settings.MAX_ENTRIES)


def _file(name: str, content: bytes) -> File:
    name = name[-LONGEST_NAME:]
    try:
        text = decoded(content)
        if text.lstrip().startswith(JSON):
            given = parse(text)
            if isinstance(given, dict) and given.get("format") in (COPY, whole_group.FORMAT):
                rest = _rest(given) if given["format"] == whole_group.FORMAT else None
                return File(name, tuple(map(Game, _few(_copied(given.get("games"))))), rest=rest)
            return File(name, (Game(_of_json(given)),))
        return File(name, tuple(Game(told) for told in _few(games(text, MOST_LINES))))
    except Refusal as refusal:
        return File(name, wrong=Wrong(int(refusal.values.get("line", 0) or 0), refusal.field or "", refusal))


def _rest(given: Mapping[str, object]) -> dict[str, object]:
    """What a group's file says beside its games. Raises Refusal where it isn't as Bower saves it."""
    games = [{"id": one.get("id")} for one in whole_group.listed(given.get("games")) if isinstance(one, dict)]
    rest = {**given, "games": games}
    whole_group.checked(rest)
    return rest


def _few(found: Iterator[Told]) -> Iterator[Told]:
    """The games of a file. Raises Refusal for too many, before all are read."""
    for number, told in enumerate(found, 1):
        if number > MOST_GAMES:
            raise AppRefusal("files-games", "files", most=MOST_GAMES)
        yield told


def decoded(content: bytes) -> str:
    """Text as UTF-8, or as UTF-16 with its mark, or such text as gzip packs it. Raises Refusal otherwise."""
    if content.startswith(GZIP):
        content = _unpacked(content)
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


def _unpacked(content: bytes) -> bytes:
    reader = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        found = reader.decompress(content, MOST_BYTES)
    except zlib.error:
        raise AppRefusal("packed") from None
    if not reader.eof or reader.unused_data:
        raise AppRefusal("packed")
    return found


def _copied(games: object) -> Iterator[Told]:
    """The games of a copy of everything."""
    for one in games if isinstance(games, list) else ():
        told = Told(0, kept=one if isinstance(one, dict) else {})
        try:
            told.record.update(_record(of_copy(told.kept or {})))
        except Refusal as refusal:
            told.wrong.append(_place(told, refusal))
        yield told


def of_copy(kept: Mapping[str, object]) -> Draft:
    """A game of a copy of everything, with its rows. Raises Refusal."""
    return copied_game(kept, timezone.now(), settings.MAX_ENTRIES)


def _record(draft: Draft) -> dict[str, object]:
    header = parse(draft.header)
    return {**(header if isinstance(header, dict) else {}), "entries": [parse(body) for body in draft.bodies]}


def _of_json(given: object) -> Told:
    told = Told(0, given if isinstance(given, dict) else {})
    try:
        refuse_beyond_limits(told.record)
    except Refusal as refusal:
        told.wrong.append(_place(told, refusal))
    return told


def _entries(record: Mapping[str, object]) -> list[object]:
    found = record.get(LINE_FIELD)
    return found if isinstance(found, list) else []


def _scored(told: Told) -> Game:
    if told.wrong:
        return Game(told)
    try:
        if told.line:
            _refuse_no_day(told)
            refuse_beyond_limits(told.record)
        record = from_json(told.record)
        return Game(told, record, of_copy(told.kept) if told.kept else drafted(record, settings.MAX_ENTRIES))
    except Refusal as refusal:
        told.wrong.append(_place(told, refusal))
        return Game(told)


def _refuse_no_day(told: Told) -> None:
    if not DAY.fullmatch(str(told.record.get("played_on", ""))):
        raise AppRefusal("no-day", "played_on")


def _place(told: Told, refusal: Refusal) -> Wrong:
    """Where a refusal of a record stands in its file: the line of its entry, and its field."""
    entry = refusal.entry or 0
    line = told.lines[entry - 1] if 0 < entry <= len(told.lines) else told.line
    field = {"played_on": "date", "variant": "game", "options": "rules"}.get(
        refusal.field or "", refusal.field or ""
    )
    return Wrong(line, field.replace("_", " "), refusal)
