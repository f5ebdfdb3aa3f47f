"""Values in a template: how they are looked up, written into the page, and kept while a part of it is drawn.

Written for MicroPython as it is, so that dictionaries stay plain ones: their order never shows.

A context is a plain dictionary of names and values. A page is a list of its pieces of text.
"""

from collections.abc import Callable, Iterable
from typing import Any

from django.utils.safestring import SafeString

from companion.rendering.localized import localized

Context = dict[str, Any]
Body = Callable[[Context, list[str]], None]

MISSING = object()
MOST_KEPT = 1000
ENTITIES = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#x27;"))

_escaped: dict[str, str] = {}


def escaped(value: Any) -> str:
    """A value as it stands in a page."""
    kind = type(value)
    if kind is str:
        known = _escaped.get(value)
        if known is None:
            known = value
            for character, entity in ENTITIES:
                known = known.replace(character, entity)
            if len(_escaped) >= MOST_KEPT:
                _escaped.clear()
            _escaped[value] = known
        return known
    if kind is int:
        return str(value)
    if isinstance(value, SafeString):
        return value + ""
    return escaped(str(localized(value)))


def unlocalized(value: Any) -> str:
    """A value as it stands between ``{% localize off %}`` and ``{% endlocalize %}``."""
    return escaped(localized(value, False))


def within_address(value: Any) -> str:
    """An argument of ``{% url %}``. Raises ValueError for one that there isn't."""
    if value == "":
        raise ValueError("an address without its argument")
    return escaped(value)


def _called(value: Any) -> Any:
    if getattr(value, "do_not_call_in_templates", False):
        return value
    return "" if getattr(value, "alters_data", False) else value()


def named(context: Context, name: str, missing: Any = None) -> Any:
    """The value with a name; *missing* without one."""
    value = context.get(name, missing)
    return _called(value) if callable(value) else value


def part(value: Any, name: str, missing: Any = None) -> Any:
    """The item or attribute with this name; *missing* without one."""
    found = _item(value, name) if hasattr(value, "__getitem__") else MISSING
    if found is MISSING:
        found = getattr(value, name, MISSING)
        if found is MISSING:
            return getattr(value, name) if hasattr(type(value), name) else missing
    return _called(found) if callable(found) else found


def _item(value: Any, name: str) -> Any:
    try:
        return value[name]
    except (TypeError, AttributeError, KeyError, ValueError, IndexError):
        return MISSING


def at(value: Any, index: int, missing: Any = None) -> Any:
    """The item with the key *index* as text, else the one at this index, from 0; *missing* without one."""
    found = _item(value, str(index)) if isinstance(value, dict) else MISSING
    if found is MISSING:
        try:
            found = value[index]
        except (IndexError, ValueError, KeyError, TypeError):
            return missing
    return _called(found) if callable(found) else found


def items(value: Any) -> Any:
    """What a loop goes through: a list or tuple."""
    if value is None:
        return ()
    return value if isinstance(value, (list, tuple)) else list(value)


def contains(value: Any, item: Any) -> bool:
    """Whether the item is in the value; False where nothing can be."""
    try:
        return item in value
    except TypeError:
        return False


def is_less(value: Any, other: Any) -> bool:
    """``value < other``; False for what cannot be compared."""
    try:
        return bool(value < other)
    except TypeError:
        return False


def is_at_most(value: Any, other: Any) -> bool:
    """``value <= other``; False for what cannot be compared."""
    try:
        return bool(value <= other)
    except TypeError:
        return False


def turn(index: int, length: int, around: Any) -> dict[str, Any]:
    """The value of ``forloop`` at this turn of a loop, from 0; *around*: that of the loop around it."""
    return {
        "parentloop": around,
        "counter0": index,
        "counter": index + 1,
        "revcounter": length - index,
        "revcounter0": length - index - 1,
        "first": index == 0,
        "last": index == length - 1,
    }


def kept(context: Context, names: Iterable[str]) -> Context:
    """What the context has under these names, for `put_back`."""
    return {name: context.get(name, MISSING) for name in names}


def put_back(context: Context, before: Context) -> None:
    """Give these names the values again that they had before."""
    for name, value in before.items():
        if value is MISSING:
            context.pop(name, None)
        else:
            context[name] = value


def draw_with(body: Body, context: Context, page: list[str], given: Context) -> None:
    """Draw a part of the page in which these names have other values."""
    before = kept(context, given)
    context.update(given)
    body(context, page)
    put_back(context, before)


def csrf_field(context: Context) -> str:
    """The hidden field of a form with its CSRF token; "" where there is none."""
    token = named(context, "csrf_token")
    if not token:
        return ""
    return f'<input type="hidden" name="csrfmiddlewaretoken" value="{token}">'  # letters and digits
