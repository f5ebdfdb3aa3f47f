"""What lowered modules call where the two Pythons differ. Written in MicroPython; never lowered itself."""

from collections import OrderedDict

from lowered_text import text_of

MISSING = object()


class Data:
    """Base of lowered dataclasses: equality, hash and repr over ``_fields``."""

    _fields = ()
    _compared = None
    _shown = None

    def _values(self):
        return [getattr(self, name) for name in self._compared or self._fields]

    def __eq__(self, other):
        if self is other:
            return True
        if type(self) is not type(other):
            return False
        for name in self._compared or self._fields:
            if not eq(getattr(self, name), getattr(other, name)):
                return False
        return True

    def __hash__(self):
        return hash(tuple(self._values()))

    def __repr__(self):
        shown = self._fields if self._shown is None else self._shown
        inside = ", ".join([name + "=" + text_of(getattr(self, name)) for name in shown])
        return type(self).__name__ + "(" + inside + ")"


def fields(said, after=False):
    """``_fields`` and ``__init__`` of a dataclass with these parameters; *after*: with ``__post_init__``."""
    names = tuple([one.split("=")[0] for one in said.split(",")])
    lines = ["def init(self," + said + "):"] + [" self." + name + "=" + name for name in names]
    made = {}
    exec("\n".join(lines + [" self.__post_init__()"] * after), made)  # noqa: S102 - of the build's own text
    return names, made["init"]


def replaced(value, changes):
    """``dataclasses.replace``."""
    given = [changes.pop(name) if name in changes else getattr(value, name) for name in value._fields]
    if changes:
        raise TypeError("no field " + ", ".join(changes))
    return type(value)(*given)


class Cached:
    """``functools.cached_property``."""

    def __init__(self, function, name):
        self.function = function
        self.name = name

    def __get__(self, owner, kind):
        if owner is None:
            return self
        value = self.function(owner)
        object.__setattr__(owner, self.name, value)
        return value


def cached(name):
    return lambda function: Cached(function, name)


def eq(one, other):
    """Equality as in CPython: dicts in any order, ranges by what they hold, inside lists and tuples too."""
    if one is other:
        return True
    kind = type(one)
    if kind is str or kind is int:
        return one == other
    if isinstance(one, dict):
        return _same_dicts(one, other) if isinstance(other, dict) else one == other
    if kind is tuple or kind is list:
        if type(other) is not kind or len(one) != len(other):
            return False
        for first, second in zip(one, other):
            if not eq(first, second):
                return False
        return True
    if kind is range:
        return type(other) is range and list(one) == list(other)
    return one == other


def ne(one, other):
    return not eq(one, other)


def _same_dicts(one, other):
    if len(one) != len(other):
        return False
    for key, value in one.items():
        if key not in other or not eq(value, other[key]):
            return False
    return True


def dict_(*given):
    """``dict()`` of one mapping or of pairs, in the order of the keys."""
    if not given:
        return OrderedDict()
    (pairs,) = given
    if isinstance(pairs, dict) or not hasattr(pairs, "keys"):
        return OrderedDict(pairs)
    return OrderedDict([(key, pairs[key]) for key in pairs.keys()])


def merged(*parts):
    """A dict display with ``**``: mappings and lists of pairs in turn."""
    made = OrderedDict()
    for part in parts:
        made.update(part if isinstance(part, dict) or not hasattr(part, "keys") else dict_(part))
    return made


def fromkeys(keys, value=None):
    return OrderedDict([(key, value) for key in keys])


def called(function, given, named):
    """Call a function that collects keywords, and tell it their order."""
    if len(named) > 1:
        named["_order"] = tuple(named)
    return function(*given, **named)


def keywords(named):
    """The collected keywords of a call in the order in which they were written."""
    order = named.pop("_order", None)
    if order is None:
        if len(named) > 1:
            raise TypeError("keywords in no order: " + ", ".join(sorted(named)))
        return OrderedDict(named)
    return OrderedDict([(name, named[name]) for name in order if name in named])


def sorted_(items, key=None, reverse=False):
    """``sorted``, stable."""
    values = list(items)
    last = len(values) - 1
    keys = values if key is None else [key(value) for value in values]
    places = [(key, last - at if reverse else at) for at, key in enumerate(keys)]
    places.sort(reverse=reverse)
    return [values[last - at if reverse else at] for _key, at in places]


def sort(values, key=None, reverse=False):
    """``list.sort``, stable."""
    if isinstance(values, list):
        values[:] = sorted_(values, key, reverse)
        return None
    return values.sort(key=key, reverse=reverse)


def zip_strict(*several):
    lists = [list(one) for one in several]
    if len({len(one) for one in lists}) > 1:
        raise ValueError("zip() has arguments of different lengths")
    return zip(*lists)


def reversed_(items):
    if type(items) in (list, tuple, str):
        return reversed(items)
    return reversed(list(items))


def sliced(value, start, stop, step):
    """A slice with a step."""
    length = len(value)
    if step > 0:
        first = _place(start, length, 0, 0, length)
        end = _place(stop, length, length, 0, length)
    else:
        first = _place(start, length, length - 1, -1, length - 1)
        end = _place(stop, length, -1, -1, length - 1)
    places = range(first, end, step)
    if isinstance(value, str):
        return "".join([value[at] for at in places])
    if isinstance(value, bytes):
        return bytes([value[at] for at in places])
    picked = [value[at] for at in places]
    return tuple(picked) if isinstance(value, tuple) else picked


def _place(given, length, otherwise, least, most):
    if given is None:
        return otherwise
    return max(least, min(most, given + length if given < 0 else given))


def range_index(items, wanted, *more):
    """``index`` of a sequence; of a range too."""
    if type(items) is range:
        return list(items).index(wanted, *more)
    return items.index(wanted, *more)


def bit_length(value):
    if not isinstance(value, int):
        return value.bit_length()
    length = 0
    value = abs(value)
    while value:
        value >>= 1
        length += 1
    return length


def vars_(value):
    """Attributes of an object; of a dataclass in the order of its fields."""
    if isinstance(value, Data):
        return OrderedDict([(name, getattr(value, name)) for name in value._fields])
    raise TypeError("vars() of what is no dataclass has no order")
