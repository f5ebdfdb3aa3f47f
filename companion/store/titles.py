"""Titles of groups and nights, as they are stored."""

from unicodedata import category

from companion.wording.refusal import AppRefusal
from scoring.names import UNPRINTABLE, UNSEEN

LENGTH = 60


def checked(typed: str) -> str:
    """A title without the spaces around it; "" if nothing of it can be seen. Raises Refusal of "title"."""
    title = typed.strip()
    if len(title) > LENGTH:
        raise AppRefusal("too-long", "title", got=len(title), most=LENGTH)
    kinds = {category(character) for character in title}
    if kinds & UNPRINTABLE:
        raise AppRefusal("unreadable-character", "title")
    return "" if kinds <= UNSEEN else title
