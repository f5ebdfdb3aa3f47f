"""The files of the rulebook, as they are in the kit."""

from companion.pocket.phone.rulebook import TEXTS


def names() -> list[str]:
    """The names of the pages, in order."""
    return list(TEXTS)


def text(name: str) -> str:
    """The text of a page."""
    return TEXTS[name]
