"""What commands say and read: numbers; tables and groups, their phones and nights, a line each.

A command ends badly in one way: one sentence on standard error, and exit status 1.
"""

import sqlite3
from argparse import ArgumentTypeError
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import NoReturn

import psycopg
from django.core.management.base import BaseCommand
from django.db import DatabaseError
from django.utils import timezone

from companion.forgetting import CannotForget
from companion.store import inventory
from companion.store.inventory import Listed

# Options of every Django command that the help leaves out; they work all the same.
OPTIONS_OF_DJANGO = {
    "--version",
    "-v",
    "--verbosity",
    "--settings",
    "--pythonpath",
    "--traceback",
    "--no-color",
    "--force-color",
}
UNITS = ("bytes", "KB", "MB", "GB", "TB")


def some(number: int, thing: str) -> str:
    """ "1 table", "5,000 tables"."""
    return f"{number:,} {thing}" + ("" if number == 1 else "s")


def size(number: int) -> str:
    """A number of bytes in the unit that suits it: "812 bytes", "1.4 MB"."""
    amount, unit = float(number), 0
    while amount >= 1000 and unit < len(UNITS) - 1:
        amount, unit = amount / 1000, unit + 1
    return f"{amount:,.1f} {UNITS[unit]}" if unit else some(number, "byte")


def one_or_more(text: str) -> int:
    """A whole number from 1."""
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError("expected a whole number, 1 or more")
    return int(text)


def found(kind: str, public_id: str) -> Listed:
    """The table or group with this id. Raises Trouble without one."""
    one = inventory.listed_one(kind, public_id)
    if one is None:
        raise Trouble(f"There is no {kind} {public_id}: `manage.py {kind}s` lists them.")
    return one


def line(listed: Listed) -> str:
    """A table or group as a line of the list."""
    counts = [size(many) if thing == "byte" else some(many, thing) for thing, many in listed.counts.items()]
    deleted = f", deleted {moment(listed.deleted_at)}" if listed.deleted_at else ""
    return f"{listed.id}  {moment(listed.last)}  {listed.name}: {', '.join(counts)}{deleted}"


def moment(at: datetime) -> str:
    """A time in the zone of TIME_ZONE: "2026-11-22 05:31"."""
    return f"{timezone.localtime(at):%Y-%m-%d %H:%M}"


class Trouble(Exception):
    """Why a command cannot do what it was asked for: one sentence, with what to do."""


@contextmanager
def in_words(command: BaseCommand) -> Iterator[None]:
    """Say what went wrong in one sentence, and exit with status 1."""
    try:
        yield
    except (Trouble, CannotForget) as trouble:
        _end(command, str(trouble))
    except (DatabaseError, psycopg.Error, sqlite3.Error) as error:
        _end(command, f"The database refused: {first_line(error)}.")
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        _end(command, f"{place}{error.strerror or error}.")
    except KeyboardInterrupt:
        _end(command, "Stopped; nothing was left half done.")


def first_line(error: BaseException) -> str:
    """The first line of an error's text, without its full stop."""
    return (str(error) or type(error).__name__).strip().splitlines()[0].rstrip(".")


def _end(command: BaseCommand, sentence: str) -> NoReturn:
    command.stderr.write(sentence)
    raise SystemExit(1) from None
