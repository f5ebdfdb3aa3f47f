"""What counts of an answer: the page without what may differ, and some of its headers."""

import re
from collections.abc import Mapping

HEADERS = ("Content-Type", "Location", "HX-Redirect", "Cache-Control", "Content-Disposition", "Retry-After")
FOR_ONE = "private, no-store"
TAGS = ("ETag", "Page-Tag")
TAG = re.compile(r'W/"[0-9.]+-[0-9a-f]{12}"')
# What may differ, with the part that stays.
DIFFERS = (
    (re.compile(r'(name="csrfmiddlewaretoken" value=")[^"]*'), r"\1"),
    (re.compile(r'(name="key" value=")[0-9a-f-]{36}'), r"\1"),
    (re.compile(r'<li><a href="/groups/[0-9a-z]{10}/"[^>]*>.*?</li>'), ""),  # Home's groups: not on a phone
    (re.compile(r"W/&quot;[0-9.]+-[0-9a-f]{12}&quot;"), "TAG"),
)


def settled(body: str) -> str:
    """A page without what may differ."""
    for pattern, stays in DIFFERS:
        body = pattern.sub(stays, body)
    return body


def seen(headers: Mapping[str, str]) -> dict[str, str]:
    """The headers that count; of a page's tag, that it is there.

    What the server says to caches because it sets a cookie doesn't count: a phone sets none.
    """
    found = {name: headers[name] for name in HEADERS if name in headers}
    if found.get("Cache-Control") == FOR_ONE:
        del found["Cache-Control"]
    return {**found, **{name: "" for name in TAGS if TAG.fullmatch(headers.get(name, ""))}}
