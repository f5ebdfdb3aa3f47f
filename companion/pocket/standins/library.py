"""The standard library as rooms use it, module by module."""

import native_binascii as binascii
import native_hashlib as fast
import native_phone as phone
import native_sys as sys
from lowered import Data

# bisect


def bisect_left(items, wanted, lo=0, hi=None, key=None):
    hi = len(items) if hi is None else hi
    while lo < hi:
        middle = (lo + hi) // 2
        if (key(items[middle]) if key else items[middle]) < wanted:
            lo = middle + 1
        else:
            hi = middle
    return lo


def bisect_right(items, wanted, lo=0, hi=None, key=None):
    hi = len(items) if hi is None else hi
    while lo < hi:
        middle = (lo + hi) // 2
        if wanted < (key(items[middle]) if key else items[middle]):
            hi = middle
        else:
            lo = middle + 1
    return lo


# collections.abc


class Mapping:
    """Base of a class that is read like a dict."""

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return list(iter(self))

    def values(self):
        return [self[key] for key in self]

    def items(self):
        return [(key, self[key]) for key in self]


# collections


class ChainMap(Mapping):
    """Mappings looked through in turn."""

    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __getitem__(self, key):
        for one in self.maps:
            if key in one:
                return one[key]
        raise KeyError(key)

    def __iter__(self):
        found = {}
        for one in reversed(self.maps):
            found.update(dict.fromkeys(one))
        return iter(found)

    def __len__(self):
        return len(list(iter(self)))


# contextlib


class _Manager:
    def __init__(self, steps):
        self.steps = steps

    def __enter__(self):
        return next(self.steps)

    def __exit__(self, kind, error, trace):
        if kind is None:
            for _more in self.steps:
                raise RuntimeError("generator didn't stop")
            return False
        try:
            self.steps.throw(error)
        except StopIteration:
            return True
        return False


def contextmanager(function):
    def begun(*given, **named):
        return _Manager(function(*given, **named))

    return begun


# contextvars


MISSING = object()


class ContextVar:
    """A variable."""

    def __init__(self, name, default=MISSING):
        self.name, self.value = name, default

    def get(self, *default):
        if self.value is MISSING:
            if default:
                return default[0]
            raise LookupError(self.name)
        return self.value

    def set(self, value):
        before = self.value
        self.value = value
        return before

    def reset(self, token):
        self.value = token


# copy


def deepcopy(value):
    """The value with everything in it copied; of an object, its attributes."""
    if isinstance(value, dict):
        return {key: deepcopy(one) for key, one in value.items()}
    kind = type(value)
    if kind in (list, tuple, set):
        return kind([deepcopy(one) for one in value])
    if value is None or kind in (str, int, bool, float, bytes, frozenset, range):
        return value
    if not hasattr(value, "__dict__"):
        return value
    made = object.__new__(kind)
    for name, one in value.__dict__.items():
        object.__setattr__(made, name, deepcopy(one))
    return made


# csv


class Writer:
    """Writes rows."""

    def __init__(self, out):
        self.out = out

    def writerow(self, row):
        values, cells = list(row), []
        for value in values:
            text = "" if value is None else str(value)
            if (not text and len(values) == 1) or any([one in text for one in ',"\r\n']):
                text = '"' + text.replace('"', '""') + '"'
            cells.append(text)
        return self.out.write(",".join(cells) + "\r\n")

    def writerows(self, rows):
        for row in rows:
            self.writerow(row)


def writer(out):
    return Writer(out)


# dataclasses


class Field:
    """A field, by its name."""

    def __init__(self, name):
        self.name = name


def fields(value):
    return tuple([Field(name) for name in value._fields])


def is_dataclass(value):
    return isinstance(value, Data) or (isinstance(value, type) and issubclass(value, Data))


# decimal


class Decimal:
    """A whole number of units, or of hundredths."""

    def __init__(self, number: int, places: int = 0) -> None:
        self.number, self.places = number, places

    def scaleb(self, exponent: int) -> "Decimal":
        """The number with its decimal point moved to the left."""
        return Decimal(self.number, self.places - exponent)

    def __str__(self) -> str:
        digits = str(self.number)
        if not self.places:
            return digits
        digits = "0" * (self.places + 1 - len(digits)) + digits
        return digits[: -self.places] + "." + digits[-self.places :]


# functools


class Kept:
    """A function whose results are kept; the oldest goes when there are more than *most*."""

    def __init__(self, function, most):
        self.function, self.most, self.results = function, most, {}

    def __call__(self, *given, **named):
        key = (given, tuple(sorted(named.items()))) if named else given
        found = self.results.get(key, MISSING)
        if found is MISSING:
            found = self.function(*given, **named)
            if self.most is not None and len(self.results) >= self.most:
                self.results.pop(next(iter(self.results)))
            self.results[key] = found
        return found


def cache(function):
    return Kept(function, None)


def lru_cache(maxsize=128):
    return lambda function: Kept(function, maxsize)


# hashlib


ALL = 0xFFFFFFFF


class _Hash:
    def __init__(self, made):
        self.made = made

    def digest(self):
        return self.made

    def hexdigest(self):
        return binascii.hexlify(self.made).decode()


def sha256(data=b""):
    return _Hash(fast.sha256(data).digest())


def sha1(data=b""):
    words = [0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0]
    padded = data + b"\x80" + bytes((55 - len(data)) % 64) + (len(data) * 8).to_bytes(8, "big")
    for start in range(0, len(padded), 64):
        schedule = [int.from_bytes(padded[at : at + 4], "big") for at in range(start, start + 64, 4)]
        for at in range(16, 80):
            mixed = schedule[at - 3] ^ schedule[at - 8] ^ schedule[at - 14] ^ schedule[at - 16]
            schedule.append(_turned(mixed, 1))
        a, b, c, d, e = words
        for at in range(80):
            if at < 20:
                mixed, constant = b & c | (ALL ^ b) & d, 0x5A827999
            elif at < 40:
                mixed, constant = b ^ c ^ d, 0x6ED9EBA1
            elif at < 60:
                mixed, constant = b & c | b & d | c & d, 0x8F1BBCDC
            else:
                mixed, constant = b ^ c ^ d, 0xCA62C1D6
            turned = _turned(a, 5) + mixed + e + constant + schedule[at] & ALL
            a, b, c, d, e = turned, a, _turned(b, 30), c, d
        words = [one + other & ALL for one, other in zip(words, (a, b, c, d, e))]
    return _Hash(b"".join([word.to_bytes(4, "big") for word in words]))


def _turned(word, by):
    return (word << by | word >> (32 - by)) & ALL


# importlib


def import_module(name):
    __import__(name)
    return sys.modules[name]


# io


class StringIO:
    """What was written, in order."""

    def __init__(self, text="", newline="\n"):
        self.parts = [text] if text else []

    def write(self, text):
        self.parts.append(text)
        return len(text)

    def getvalue(self):
        return "".join(self.parts)


# itertools


def groupby(items, key=None):
    """Neighbors with the same key, each group a list."""
    group, last = [], None
    for one in items:
        now = key(one) if key else one
        if group and not now == last:
            yield last, iter(group)
            group = []
        group.append(one)
        last = now
    if group:
        yield last, iter(group)


# urllib.parse


SAFE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~"


def quote(text, safe="/"):
    kept = SAFE + safe
    coded = text.encode("utf-8")
    return "".join([chr(one) if one < 128 and chr(one) in kept else "%{:02X}".format(one) for one in coded])


def quote_plus(text, safe=""):
    return quote(text, safe + " ").replace(" ", "+")


def unquote(text):
    """Percent-coded UTF-8; bytes that are none become U+FFFD."""
    first, *parts = text.split("%")
    coded = [first.encode()]
    for part in parts:
        code = part[:2]
        if len(code) == 2 and all([one in "0123456789abcdefABCDEF" for one in code]):
            coded.append(bytes([int(code, 16)]) + part[2:].encode())
        else:
            coded.append(("%" + part).encode())
    return decoded(b"".join(coded))


def unquote_plus(text):
    return unquote(text.replace("+", " "))


def decoded(data):
    """UTF-8 as text; what is none becomes U+FFFD."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        pass
    parts, at = [], 0
    while at < len(data):
        size = _size(data, at)
        parts.append(data[at : at + size].decode() if size > 0 else "\ufffd")
        at += size if size > 0 else -size
    return "".join(parts)


def _size(data, at):
    """Bytes of the character there; as a negative number, bytes that are one broken character."""
    lead = data[at]
    if lead < 0x80:
        return 1
    size = 2 if 0xC2 <= lead < 0xE0 else 3 if 0xE0 <= lead < 0xF0 else 4 if 0xF0 <= lead < 0xF5 else 0
    low = {0xE0: 0xA0, 0xF0: 0x90}.get(lead, 0x80)
    high = {0xED: 0x9F, 0xF4: 0x8F}.get(lead, 0xBF)
    for place in range(1, size):
        if at + place >= len(data) or not low <= data[at + place] <= high:
            return -place
        low, high = 0x80, 0xBF
    return size or -1


def parse_qsl(query, keep_blank_values=False):
    """Names and values of a form, in order."""
    pairs = []
    for part in query.split("&"):
        name, _sign, value = part.partition("=")
        if part and (value or keep_blank_values):
            pairs.append((unquote_plus(name), unquote_plus(value)))
    return pairs


# uuid


class UUID:
    """A UUID, from its text; or from its bytes."""

    def __init__(self, hex=None, bytes=None, version=None):
        if bytes is None:
            text = hex.replace("urn:", "").replace("uuid:", "").strip("{}").replace("-", "")
            if len(text) != 32:
                raise ValueError("badly formed hexadecimal UUID string")
            self.int = int(text, 16)
        else:
            self.int = int.from_bytes(bytes, "big")
        if version is not None:
            self.int = self.int & ~(0xF000 << 64) & ~(0xC000 << 48) | (0x8000 << 48) | version << 76

    @property
    def bytes(self):
        return self.int.to_bytes(16, "big")

    @property
    def hex(self):
        return "{:032x}".format(self.int)

    @property
    def version(self):
        return self.int >> 76 & 15

    def __str__(self):
        text = self.hex
        return "-".join([text[:8], text[8:12], text[12:16], text[16:20], text[20:]])

    def __eq__(self, other):
        return isinstance(other, UUID) and self.int == other.int

    def __hash__(self):
        return hash(self.int)


def uuid5(namespace, name):
    digest = sha1(namespace.bytes + name.encode("utf-8")).digest()
    return UUID(bytes=digest[:16], version=5)


# zoneinfo


class ZoneInfo:
    """The time zone with an IANA name. Raises LookupError for one that the browser doesn't know."""

    def __init__(self, key):
        self.key = key
        if self.offset_at(0) is None:
            raise LookupError("no time zone " + key)

    def offset_at(self, seconds):
        return phone.offset(self.key, seconds)


def available_timezones():
    """None: what a phone's browser says is not asked here."""
    return ()
