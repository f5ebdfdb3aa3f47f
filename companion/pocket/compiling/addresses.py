"""Addresses of views, taken apart at build time: what stands between their arguments."""

from urllib.parse import quote

from django.urls import get_resolver
from django.urls.converters import IntConverter, SlugConverter

from companion.pocket.compiling.source import Unknown

# Django leaves these in an address, beside letters and digits.
UNQUOTED = "/~:@!$&'()*+,;="
# No argument of these kinds has a character to quote or escape: Django refuses it.
PLAIN = {IntConverter, SlugConverter}


def between(view: str, count: int) -> list[str]:
    """The parts of a view's address before, between and after its *count* arguments.

    Raises Unknown for a view that has none, or several, of so many arguments.
    """
    found = {
        (path, tuple(names), frozenset(type(converters[name]) for name in names))
        for possibilities, _pattern, _defaults, converters in get_resolver().reverse_dict.getlist(view)
        for path, names in possibilities
        if len(names) == count
    }
    if len(found) != 1:
        raise Unknown(f"{len(found)} addresses of the view {view!r} with {count} arguments")
    path, names, kinds = found.pop()
    if not kinds <= PLAIN:
        raise Unknown(f"no code for the arguments of the view {view!r}")
    filled: str = "/" + path % dict.fromkeys(names, "\0")
    return [quote(part, safe=UNQUOTED) for part in filled.split("\0")]
