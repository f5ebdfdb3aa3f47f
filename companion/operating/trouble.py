"""The one way in which a command ends badly: one sentence on standard error, and exit status 1."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import psycopg
from django.core.management.base import BaseCommand
from django.db import DatabaseError

from companion.forgetting import CannotForget


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
