"""Circles: tables and groups, where they are alike. Phones have roles there, and a host says which.

What is done alike with both takes a circle as it was found for a phone, or, locked, its row.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from companion.log import rights
from companion.log.rights import View
from companion.models import Game, Group
from companion.store import games, groups
from companion.store.changes import writing
from companion.store.groups import FoundGroup
from companion.wording.refusal import AppRefusal

Circle = View | FoundGroup
Row = Game | Group
KINDS: dict[str, type[Row]] = {"table": Game, "group": Group}


def require_host(of: Circle) -> None:
    """Raise PermissionDenied for anyone but a host."""
    (of.viewer if isinstance(of, View) else of).require(rights.SHARE)


def held(of: Circle) -> Row:
    """Lock the row, and check again that the phone is a host's. Call inside a transaction.

    Raises PermissionDenied or Http404.
    """
    return games.held(of, rights.SHARE) if isinstance(of, View) else groups.held(of, rights.SHARE)


@contextmanager
def changing(of: Circle) -> Iterator[Row]:
    """A transaction with the row ``held``; increments the revision at its end."""
    with writing():
        row = held(of)
        yield row
        touch(row)


def refuse_personal(row: Row) -> None:
    """Raise Refusal for a personal group: it belongs to a phone, and *Another phone of mine* gives it."""
    if isinstance(row, Group) and row.personal:
        raise AppRefusal("group-personal", "group")


def touch(row: Row) -> None:
    """Increment the revision, and notify those at a table. Call inside the transaction."""
    if isinstance(row, Game):
        games.touch(row.public_id)
    else:
        groups.touch(row.pk)
