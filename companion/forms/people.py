"""What the pages of people read from addresses and forms."""

from collections.abc import Mapping

LONGEST_QUERY = 60
PAGE = 50  # people on a page
MOST_PAGES = 10_000


def query(given: Mapping[str, str]) -> str:
    """The part of a name that is searched for; "" without one."""
    return given.get("q", "").replace("\x00", "").strip()[:LONGEST_QUERY]


def page(given: Mapping[str, str]) -> int:
    """The number of the page, from 1."""
    text = given.get("page", "")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < len(str(MOST_PAGES)) else 1
    return max(1, number)
