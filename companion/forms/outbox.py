"""What a phone sends that had no network: one item of its queue as JSON, read and checked."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from companion.forms import chips
from companion.forms.imports import LARGEST_NUMBER, refuse_beyond_limits
from companion.forms.keeping import COLUMNS, MOST_TEXT, of_columns
from companion.forms.ticks import TICK, Ticks
from companion.log.decide import Change
from companion.log.progress import StoredProgress
from companion.log.table import Author
from companion.wording.refusal import AppRefusal
from scoring import Record, Refusal, from_json
from scoring.record import parse
from scoring.tray import Case, Color, case_of

ENTRY, GAME = "entry", "game"
TABLE_ID = re.compile(r"[0-9abcdefghjkmnpqrstvwxyz]{10}")
TEXTS = ("texts", "press", "base", "tap", "rev")  # of a hand form as sent


@dataclass(frozen=True)
class Posted:
    """One item. table: id of its table. base: version of the saved rows that its phone has.

    told_at: when it was recorded, by this server's clock; None if that can't be told. ``log.queue.Item`` has
    the rest.
    """

    table: str
    what: str
    key: str
    base: int
    seen: int | None
    target: int | None
    entry: Mapping[str, object] | None
    restores: bool
    told_at: datetime | None
    body: Mapping[str, object] = field(default_factory=dict)

    def change(self) -> Change:
        """The change of the log. Raises Refusal."""
        removes = self.target is not None and self.entry is None
        if self.seen is None or (self.entry is None and not removes) or (self.restores and not removes):
            raise unreadable("entry")
        if self.entry is not None:
            refuse_beyond_limits({"entries": [self.entry]})
        return Change(self.seen, self.target, self.entry, self.restores, self.told_at)

    def number(self, name: str) -> int:
        """A number of the body. Raises Refusal."""
        found = _number(self.body, name)
        if found is None:
            raise unreadable(name)
        return found

    def text(self, name: str) -> str:
        """A text of the body. Raises Refusal."""
        return _text(self.body, name)


def posted(content: bytes, now: datetime) -> Posted:
    """The item in a request. Raises Refusal."""
    given = _read(content)
    if not isinstance(given, dict):
        raise unreadable("body")
    entry, body = given.get("entry"), given.get("body")
    if isinstance(entry, str):
        entry = _read(entry)
    if not isinstance(entry, dict | None) or not isinstance(body, dict | None):
        raise unreadable("body")
    return Posted(
        table=_text(given, "table"),
        what=_text(given, "what"),
        key=_key(_text(given, "key")),
        base=_number(given, "base") or 0,
        seen=_number(given, "seen"),
        target=_number(given, "target"),
        entry=entry,
        restores=given.get("restores") is True,
        told_at=_told(given, now),
        body=body or {},
    )


def game(item: Posted) -> Record:
    """The game that an item starts, with its entries. Raises Refusal."""
    if not TABLE_ID.fullmatch(item.table):
        raise unreadable("table")
    header, bodies = parse(item.text("header")), item.body.get("bodies")
    if not isinstance(header, dict) or not isinstance(bodies, list):
        raise unreadable("header")
    if not all(isinstance(body, str) for body in bodies):
        raise unreadable("bodies")
    record = {**header, "entries": [parse(body) for body in bodies]}
    refuse_beyond_limits(record)
    return from_json(record)


def group(item: Posted) -> str:
    """The id of the group in which an item starts a game; "": the phone's own. Raises Refusal."""
    return item.text("group") if "group" in item.body else ""


def ticks(item: Posted) -> Ticks:
    """The payouts that an item ticks and unticks. Raises Refusal."""
    sent = item.body.get("ticks")
    if not isinstance(sent, list):
        raise unreadable("ticks")
    found: Ticks = {}
    for one in sent:
        if not isinstance(one, list) or len(one) != len(("seq", "digest", "paid", "unpaid")):
            raise unreadable("ticks")
        seq, digest, paid, unpaid = one
        numbers = [frozenset(_items(seq, digest, part)) for part in (paid, unpaid)]
        found[seq, digest] = (numbers[0], numbers[1] - numbers[0])
    return {at: parts for at, parts in found.items() if any(parts)}


def progress(item: Posted) -> StoredProgress:
    """The hand in progress that a phone has kept. Raises Refusal."""
    columns = {name: item.body.get(name) for name in COLUMNS}
    texts = [columns[name] for name in ("players", "moves", "form")]
    if not all(isinstance(text, str) for text in texts):
        raise unreadable("moves")
    read = [_read(str(text)) if text else None for text in texts]
    if not _are_moves(read[1]) or not _are_names(read[0]) or not _is_form(read[2]):
        raise unreadable("moves")
    numbers = {name: item.number(name) for name in ("rev", "begun")}
    return of_columns({**columns, **numbers}, None, Author("", ""))


def case(item: Posted) -> Case:
    """The chip set of an item. Raises Refusal."""
    sent = parse(item.text("colors"))
    if not isinstance(sent, list) or len(sent) > len(chips.COLORS) or not all(map(_is_color, sent)):
        raise unreadable("colors")
    return case_of(Color(*one) for one in sent)


def left(item: Posted, case: Case) -> dict[str, int]:
    """Chips counted, by color. Raises Refusal with the color as its field."""
    sent = item.body.get("left")
    if not isinstance(sent, dict) or set(sent) != {color.name for color in case}:
        raise unreadable("left")
    numbers = {color.name: _number(sent, color.name) for color in case}
    counted = {name: number for name, number in numbers.items() if number is not None}
    for color in case:
        if counted.get(color.name, color.number + 1) > color.number:
            raise AppRefusal("count-too-high", color.name, most=color.number)
    return counted


def unreadable(name: str) -> Refusal:
    """The refusal of an item that no phone of this Bower sends."""
    return AppRefusal("item-unreadable", name)


def _read(text: str | bytes) -> object:
    """A JSON value. Raises Refusal, also for half characters, which no page could show."""
    found = parse(text)
    try:
        json.dumps(found, ensure_ascii=False, default=str).encode()
    except UnicodeEncodeError:
        raise AppRefusal("unreadable-character", "body") from None
    return found


def _text(given: Mapping[str, object], name: str) -> str:
    found = given.get(name)
    if not isinstance(found, str):
        raise unreadable(name)
    return found


def _number(given: Mapping[str, object], name: str) -> int | None:
    """A whole number; None without one. Raises Refusal."""
    found = given.get(name)
    if found is None:
        return None
    if type(found) is not int or not 0 <= found <= LARGEST_NUMBER:
        raise unreadable(name)
    return found


def _key(text: str) -> str:
    try:
        return str(UUID(text))
    except ValueError:
        raise unreadable("key") from None


def _told(given: Mapping[str, object], now: datetime) -> datetime | None:
    """When it was recorded: as long ago as the phone's clock says. ``sent_at``: that clock as it sends."""
    told, sent = (_moment(given.get(name)) for name in ("told_at", "sent_at"))
    try:
        return told if told is None or sent is None else now - (sent - told)
    except OverflowError:
        return None


def _moment(text: object) -> datetime | None:
    try:
        found = datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return found if found and found.tzinfo else None


def _items(seq: object, digest: object, items: object) -> Sequence[int]:
    """The items of a list of payouts. Raises Refusal."""
    if not isinstance(items, list) or not all(TICK.fullmatch(f"{seq}-{digest}-{one}") for one in items):
        raise unreadable("ticks")
    if type(seq) is not int or not all(type(one) is int for one in items):
        raise unreadable("ticks")
    return items


def _are_moves(found: object) -> bool:
    return isinstance(found, list) and all(isinstance(one, dict) for one in found)


def _are_names(found: object) -> bool:
    return isinstance(found, list) and all(isinstance(one, str) for one in found)


def _is_form(found: object) -> bool:
    """Whether this is a form as sent, or none."""
    if found is None:
        return True
    if not isinstance(found, dict) or set(found) != set(TEXTS) or not isinstance(found["texts"], dict):
        return False
    texts = [found["press"], *found["texts"].values()]
    numbers = [found[name] for name in ("base", "tap", "rev")]
    known = all(isinstance(text, str) for text in texts) and all(type(one) is int for one in numbers)
    return known and sum(map(len, [*texts, *found["texts"]])) <= MOST_TEXT


def _is_color(found: object) -> bool:
    return (
        isinstance(found, list)
        and [type(part) for part in found] == [str, int, int]
        and found[0] in chips.COLORS
    )
