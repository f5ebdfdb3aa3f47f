"""What a phone sends that had no network: one item of its queue as JSON, read and checked."""

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import reduce
from typing import Any
from uuid import UUID

from django.core import signing

from companion.forms import bank as chips
from companion.forms.bank import TICK, Ticks
from companion.forms.imports import LARGEST_NUMBER, refuse_beyond_limits
from companion.forms.new_game import is_sign
from companion.forms.progress import COLUMNS, MOST_TEXT, of_columns
from companion.log import rights
from companion.log import table as log
from companion.log.bank_state import StoredChips, text_of
from companion.log.disputes import ENDS, LONGEST
from companion.log.progress import StoredProgress
from companion.log.rights import Change, Draft, drafted, too_many
from companion.log.table import Author, Row, Table, body_of, full_header
from companion.stats.periods import YEARS
from companion.wording import reader
from companion.wording.dates import Clock
from companion.wording.refusal import AppRefusal
from scoring import Record, Refusal, from_json
from scoring.record import parse
from scoring.shape import refuse_repeated
from scoring.tray import USUAL_CASE, Case, Color, case_of

ENTRY, GAME = "entry", "game"
TABLE_ID = re.compile(r"[0-9abcdefghjkmnpqrstvwxyz]{10}")
TEXTS = ("texts", "press", "base", "tap", "rev")  # of a hand form as sent
MOST_ITEMS = 100  # in one request
KEPT = "kept"  # member of a game that the server had and lost: its rows document
PUT_BACK = "bower.put-back"
NO_TABLE, NOBODY = "0" * 10, "0" * 32  # as long as an id and a name of a phone
AUTHOR = re.compile(r"[0-9a-f]{32,64}")  # the name of a phone in rows
REPLAYED = 4  # times as many entries as a log may have, for all corrections of a lost game together
WRONG = timedelta(hours=1)  # a clock that is further away


@dataclass(frozen=True)
class Posted:
    """One item. table: id of its table. base: version of the saved rows that its phone has.

    told_at: when it was recorded, by this server's clock; None if that can't be told. ahead: how far that of
    the phone is ahead of it. ``log.queue.Item`` has the rest.
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
    ahead: timedelta = timedelta(0)
    body: Mapping[str, object] = field(default_factory=dict)

    def change(self) -> Change:
        """The change of the log. Raises Refusal."""
        removes = self.target is not None and self.entry is None
        if self.seen is None or (self.entry is None and not removes) or (self.restores and not removes):
            raise unreadable("entry")
        if self.entry is not None:
            refuse_beyond_limits({"entries": [self.entry]})
        return Change(self.seen, self.target, self.entry, self.restores, self.told_at)

    def says(self, row: Row) -> bool:
        """Whether a saved row says what this item does. The row that it names may have got another number."""
        body = "" if self.entry is None else body_of(self.entry)
        same_kind = (self.target is None, self.restores) == (row.target is None, row.restores)
        return same_kind and row.body == body

    def number(self, name: str) -> int:
        """A number of the body. Raises Refusal."""
        found = _number(self.body, name)
        if found is None:
            raise unreadable(name)
        return found

    def text(self, name: str) -> str:
        """A text of the body. Raises Refusal."""
        return _text(self.body, name)


@dataclass(frozen=True)
class Batch:
    """Items of one table, as sent, in order.

    after: version of the saved rows that the phone has, and last: the key of the last of them; "" if it has
    none. alone: whether one item was sent by itself, as phones did that can't send several.
    """

    items: Sequence[Mapping[str, object]]
    after: int = 0
    last: str = ""
    alone: bool = False


@dataclass(frozen=True)
class Proof:
    """That a phone was a host of a table: signed by the server, and kept by the phone with the rows.

    key: with which the game was started. author: the name of the phone in its rows.
    """

    table: str
    key: str
    author: str
    created_at: datetime

    def signed(self) -> str:
        """The proof as text."""
        said = [self.table, self.key, self.author, self.created_at.isoformat()]
        return signing.dumps(said, salt=PUT_BACK)


@dataclass(frozen=True)
class LostGame:
    """A game that the server lost. draft: all of its log. disputes: the columns of each."""

    proof: Proof
    draft: Draft
    title: str | None
    revision: int
    chips: StoredChips | None
    ticks: Sequence[tuple[int, str, int]]
    disputes: Sequence[Mapping[str, object]]


def batch(content: bytes) -> Batch:
    """The items in a request. Raises Refusal."""
    given = _read(content)
    if not isinstance(given, dict):
        raise unreadable("body")
    if "items" not in given:
        return Batch([given], alone=True)
    items, sent = given["items"], given.get("sent_at")
    if not isinstance(items, list) or not 0 < len(items) <= MOST_ITEMS:
        raise unreadable("items")
    if not all(isinstance(item, dict) for item in items):
        raise unreadable("items")
    after, last = _number(given, "after") or 0, _text(given, "last")
    return Batch([{**item, "sent_at": sent} for item in items], after, _key(last) if last else "")


def posted(given: Mapping[str, object], now: datetime) -> Posted:
    """One item. Raises Refusal."""
    entry, body = given.get("entry"), given.get("body")
    if isinstance(entry, str):
        entry = _read(entry)
    if not isinstance(entry, dict | None) or not isinstance(body, dict | None):
        raise unreadable("body")
    # Recorded as long ago as the phone's clock says. ``sent_at``: that clock as it sends.
    said, sent = (_moment(given.get(name)) for name in ("told_at", "sent_at"))
    try:
        told_at = now - (sent - said) if said and sent else said
    except OverflowError:
        told_at = None
    return Posted(
        table=_text(given, "table"),
        what=_text(given, "what"),
        key=_key(_text(given, "key")),
        base=_number(given, "base") or 0,
        seen=_number(given, "seen"),
        target=_number(given, "target"),
        entry=entry,
        restores=given.get("restores") is True,
        told_at=told_at,
        ahead=said - told_at if said and told_at else timedelta(0),
        body=body or {},
    )


def game(item: Posted) -> Record:
    """The game that an item starts, with its entries. Raises Refusal.

    A phone whose clock is wrong has dated it by that clock: it is dated again.
    """
    if not TABLE_ID.fullmatch(item.table):
        raise unreadable("table")
    header, bodies = parse(item.text("header")), item.body.get("bodies")
    if not isinstance(header, dict) or not isinstance(bodies, list):
        raise unreadable("header")
    if not all(isinstance(body, str) for body in bodies):
        raise unreadable("bodies")
    record = {**header, "entries": [parse(body) for body in bodies]}
    if item.told_at and abs(item.ahead) > WRONG:
        clock = Clock(zone(item))
        with suppress(OverflowError):  # at the ends of the calendar
            if record.get("played_on") == clock.evening(item.told_at + item.ahead).isoformat():
                record["played_on"] = clock.evening(item.told_at).isoformat()
    refuse_beyond_limits(record)
    return from_json(record)


def proved(item: Posted, age: timedelta) -> Proof | None:
    """The proof in an item that puts a table back, if it is of that table and no older than this."""
    shown = mapping(item.body, KEPT).get("put_back")
    text = shown.get("proof") if isinstance(shown, dict) else None
    try:
        table, key, author, at = signing.loads(str(text), salt=PUT_BACK, max_age=age)
    except signing.BadSignature:
        return None
    return Proof(table, key, author, datetime.fromisoformat(at)) if table == item.table else None


def lost_game(kept: Posted, proof: Proof, now: datetime, most: int) -> LostGame:
    """The game that an item puts back, whose body is its rows document, of at most *most* rows.

    Raises Refusal.
    """
    title, sent = kept.body.get("title"), lists(kept, "rows", 8)
    rows = [_row(place, one, proof.created_at, now) for place, one in enumerate(sent, 1)]
    if sum(row.seq - (row.target or row.seq) for row in rows) > REPLAYED * most or len(rows) > most:
        raise too_many("rows", len(rows), most)
    bodies = [json.loads(row.body) for row in rows if row.body]
    refuse_beyond_limits({"title": title, "entries": bodies})
    draft = replace(
        drafted(game(replace(kept, body={"header": kept.text("header"), "bodies": []})), most),
        table_id=kept.table,
        told_at=proof.created_at,
        zone=reader.known_zone(zone(kept)),
        currency=currency(kept),
        rows=tuple(rows),
        keys=tuple(_key(str(one[7])) for one in sent),
        author=proof.author,
    )
    reduce(Table.with_row, rows, log.table(kept.table, draft.header, ()))
    ticks, disputes = lists(kept, "ticks", 3), kept.body.get("disputes")
    if (
        not isinstance(title, str | None)
        or len(set(draft.keys)) < len(rows)
        or not isinstance(disputes, list)
    ):
        raise unreadable("title")
    return LostGame(
        proof,
        draft,
        title,
        kept.number("revision") + 1,
        _kept_chips(kept),
        [(seq, digest, one) for seq, digest, one in ticks if _items(seq, digest, [one])],
        [_kept_dispute(one, rows, now) for one in disputes],
    )


def copied_game(document: Mapping[str, object], now: datetime, most: int) -> Draft:
    """A game as a phone without a server has it in its copy, of at most *most* rows.

    Its rows have NOBODY as their author: whoever starts it is that. Its title is that which it had last.
    Raises Refusal.
    """
    sent = document.get("rows")
    rows = sent if isinstance(sent, list) else []
    # The keys of what a game began with are no UUIDs there.
    rows = [
        [*one[:4], NOBODY, rights.OWNER, *one[6:-1], str(UUID(int=place))]
        for place, one in enumerate(rows)
        if isinstance(one, list)
    ]
    body = {**document, "rows": rows, "disputes": []}
    at = _moment(document.get("created_at"))
    if at is None or at.year < YEARS[0]:
        raise unreadable("created_at")
    kept = Posted(NO_TABLE, "game", "", 0, None, None, None, False, None, body=body)
    found = lost_game(kept, Proof(NO_TABLE, "", "", min(at, now)), now, most)
    table = reduce(Table.with_row, found.draft.rows, log.table(NO_TABLE, found.draft.header, ()))
    record = table.renamed(found.title).record
    bodies = tuple(map(body_of, record.entries))
    return replace(found.draft, header=body_of(full_header(record)), table_id="", bodies=bodies, keys=())


def group(item: Posted) -> str:
    """The id of the group in which an item starts a game; "": the phone's own. Raises Refusal."""
    return item.text("group") if "group" in item.body else ""


def zone(item: Posted) -> str:
    """The time zone in which an item starts a game; "": not known. Raises Refusal."""
    return item.text("zone") if "zone" in item.body else ""


def currency(item: Posted) -> str:
    """The currency sign of a game that an item starts; "": not chosen. Raises Refusal."""
    sign = item.text("currency") if "currency" in item.body else ""
    if sign and not is_sign(sign):
        raise unreadable("currency")
    return sign


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
        if type(seq) is not int or not isinstance(digest, str):
            raise unreadable("ticks")
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
    if not _are(dict, read[1]) or not _are(str, read[0]):
        raise unreadable("moves")
    form = read[2]
    if form is not None:
        if not isinstance(form, dict) or set(form) != set(TEXTS) or not isinstance(form["texts"], dict):
            raise unreadable("moves")
        said, counted = (
            [form["press"], *form["texts"].values()],
            [form[name] for name in ("base", "tap", "rev")],
        )
        if not _are(str, said) or not all(type(one) is int for one in counted):
            raise unreadable("moves")
        if sum(map(len, [*said, *form["texts"]])) > MOST_TEXT:
            raise unreadable("moves")
    numbers = {name: item.number(name) for name in ("rev", "begun")}
    return of_columns({**columns, **numbers}, None, Author("", ""))


def case(item: Posted) -> Case:
    """The chip set of an item. Raises Refusal."""
    sent = parse(item.text("colors"))
    if not isinstance(sent, list) or len(sent) > len(chips.COLORS):
        raise unreadable("colors")
    for one in sent:
        if not isinstance(one, list) or [type(part) for part in one] != [str, int, int]:
            raise unreadable("colors")
        if one[0] not in chips.COLORS:
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


def mapping(given: Mapping[str, object], name: str) -> Mapping[str, object]:
    """An object in a body; an empty one if there is none."""
    found = given.get(name)
    return found if isinstance(found, dict) else {}


def lists(item: Posted, name: str, length: int) -> list[list[Any]]:
    """A list of lists of this length in a body. Raises Refusal."""
    found = item.body.get(name)
    if not isinstance(found, list) or not all(isinstance(one, list) and len(one) == length for one in found):
        raise unreadable(name)
    return found


def _row(place: int, sent: Sequence[Any], first: datetime, now: datetime) -> Row:
    """A row of the log as a phone keeps it. Raises Refusal."""
    seq, target, text, at, author, role, restores, _key_of_row = sent
    entry = _read(text) if isinstance(text, str) and text else None
    changes = type(target) is int and 0 < target < place
    is_new = target is None and isinstance(entry, dict)
    if (
        seq != place
        or not (is_new or changes)
        or type(restores) is not bool
        or not isinstance(entry, dict | None)
    ):
        raise unreadable("rows")
    if restores and (entry is not None or not changes):
        raise unreadable("rows")
    refuse_repeated(entry or {})
    by = _author(author, role)
    return Row(
        place,
        target,
        "" if entry is None else body_of(entry),
        _between(first, at, now),
        by.device,
        by.role,
        restores,
    )


def _author(device: object, role: object) -> Author:
    if not isinstance(device, str) or not AUTHOR.fullmatch(device) or role not in rights.ROLES:
        raise unreadable("author")
    return Author(device, str(role))


def _between(first: datetime, text: object, now: datetime) -> datetime:
    found = _moment(text)
    if found is None:
        raise unreadable("at")
    return min(max(first, found), now)


def _kept_chips(kept: Posted) -> StoredChips | None:
    found = kept.body.get("chip_set")
    if found is None:
        return None
    if not isinstance(found, dict):
        raise unreadable("chip_set")
    chips = replace(kept, body=found)
    colors, counted = chips.text("colors"), chips.text("counted")
    of_set = case(chips) if colors else USUAL_CASE
    if counted:
        said = _read(counted)
        version, there = said if isinstance(said, list) and len(said) == 2 else (None, None)
        count = replace(kept, body={"version": version, "left": there})
        counted = json.dumps([count.number("version"), left(count, of_set)])
    return StoredChips(chips.number("version"), text_of(of_set) if colors else "", counted)


def _kept_dispute(sent: object, rows: Sequence[Row], now: datetime) -> Mapping[str, object]:
    """The columns of a dispute as a phone keeps it. Raises Refusal."""
    if not isinstance(sent, dict):
        raise unreadable("disputes")
    words, answer, end, seq = (sent.get(name) for name in ("words", "answer", "end", "seq"))
    texts = all(
        isinstance(text, str) and len(text) <= LONGEST and "\0" not in text for text in (words, answer)
    )
    if not texts or end not in ("", *ENDS) or type(seq) is not int or not 0 < seq <= len(rows):
        raise unreadable("disputes")
    by = _author(sent.get("device"), sent.get("role"))
    ended = _author(sent.get("ended_by"), sent.get("ended_role")) if end else Author("", "")
    return {
        "key": _key(_text(sent, "key")),
        "seq": seq,
        "at": _between(rows[0].at, sent.get("at"), now),
        "device": by.device,
        "role": by.role,
        "words": words,
        "end": end,
        "ended_at": _between(rows[0].at, sent.get("ended_at"), now) if end else None,
        "ended_by": ended.device,
        "ended_role": ended.role,
        "answer": answer,
    }


def _moment(text: object) -> datetime | None:
    try:
        found = datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return found if found and found.tzinfo else None


def _items(seq: int, digest: str, items: object) -> Sequence[int]:
    """The items of a list of payouts. Raises Refusal."""
    if not isinstance(items, list) or not all(TICK.fullmatch(f"{seq}-{digest}-{one}") for one in items):
        raise unreadable("ticks")
    if not all(type(one) is int for one in items):
        raise unreadable("ticks")
    return items


def _are(kind: type, found: object) -> bool:
    return isinstance(found, list) and all(isinstance(one, kind) for one in found)
