"""Import form: a record from a file or pasted text, within this app's limits."""

from typing import Any
from unicodedata import category

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile

from companion.forms.new_game import TITLE_LENGTH
from companion.wording.refusal import AppRefusal
from scoring import Record, Refusal, from_json
from scoring.record import parse

LARGEST_NUMBER = 999_999_999
BYTES_OF_AN_ENTRY = 100  # about, by which a file that was not read yet is known to be long
NAME_FIELDS = frozenset(("players", "dealer", "player", "left_of", "from", "to", "maker"))
LINES = "\t\n\r"
BYTE_ORDER_MARK = "\ufeff"


def read(file: "UploadedFile[Any] | None", text: str) -> Record:
    """The record in the file, else in the text. Raises Refusal with entry and field."""
    content = file.read() if file is not None else text.removeprefix(BYTE_ORDER_MARK)
    if not content.strip():
        raise AppRefusal("nothing-chosen")
    given = parse(content)
    if isinstance(given, dict):
        refuse_beyond_limits(given)
    return from_json(given)


def refuse_beyond_limits(given: dict[str, object]) -> None:
    """Raise Refusal for a record that is valid but too large or too long for this app, or can't be stored.

    The store checks the number of entries; entries beyond that number are skipped here.
    """
    title = given.get("title")
    if isinstance(title, str) and len(title) > TITLE_LENGTH:
        raise AppRefusal("too-long", "title", got=len(title), most=TITLE_LENGTH)
    _refuse_values({name: value for name, value in given.items() if name != "entries"})
    entries = given.get("entries")
    for number, entry in enumerate(entries[: settings.MAX_ENTRIES] if isinstance(entries, list) else (), 1):
        try:
            _refuse_values(entry if isinstance(entry, dict) else {})
        except Refusal as refusal:
            raise refusal.at(number) from None


def _refuse_values(fields: dict[str, object]) -> None:
    """Refuse what no name, text or number may be, inside these fields at any depth."""
    for field, value in fields.items():
        waiting: list[object] = [field, value]
        while waiting:
            part = waiting.pop()
            if isinstance(part, dict):
                waiting += [*part, *part.values()]
            elif isinstance(part, list):
                waiting += part
            elif isinstance(part, int) and abs(part) > LARGEST_NUMBER:
                raise AppRefusal("number-too-large", field)
            for character in part if isinstance(part, str) else "":
                kind = category(character)
                if kind == "Cs" or (kind == "Cc" and (character not in LINES or field in NAME_FIELDS)):
                    raise AppRefusal("unreadable-character", field)
