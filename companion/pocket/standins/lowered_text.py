"""Text and rounding as CPython has them, for lowered modules. Written in MicroPython, never lowered."""

from collections import OrderedDict

MISSING = object()


def str_(*given):
    """``str(value)``, and ``str(bytes, encoding)``."""
    if len(given) != 1:
        return str(*given)
    value = given[0]
    kind = type(value)
    if kind is str:
        return value
    if kind is int or kind is bool or value is None:
        return str(value)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, (dict, list, tuple, set, frozenset, bytes, float)):
        return text_of(value)
    return str(value)


def text_of(value):
    """``repr`` as CPython writes it."""
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, dict):
        return "{" + ", ".join([text_of(key) + ": " + text_of(one) for key, one in value.items()]) + "}"
    kind = type(value)
    if kind is list:
        return "[" + ", ".join([text_of(one) for one in value]) + "]"
    if kind is tuple:
        inside = ", ".join([text_of(one) for one in value])
        return "(" + inside + (",)" if len(value) == 1 else ")")
    if kind is float:
        # The fewest digits that are read as this float again; MicroPython's own are sometimes more
        if not 0.0001 <= abs(value) < 10000000000000000.0:
            return repr(value)
        import phone

        digits = phone.text(value)
        return digits if "." in digits else digits + ".0"
    if kind in (set, frozenset) and len(value) > 1:
        raise TypeError("a set is written in no order")
    return repr(value)


ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\"}


def _quoted(text):
    quote = '"' if "'" in text and '"' not in text else "'"
    parts = []
    for character in text:
        if character == quote:
            parts.append("\\" + quote)
        elif character in ESCAPES:
            parts.append(ESCAPES[character])
        elif isprintable(character):
            parts.append(character)
        else:
            code = ord(character)
            form = "\\x%02x" if code < 256 else "\\u%04x" if code < 65536 else "\\U%08x"
            parts.append(form % code)
    return quote + "".join(parts) + quote


def format_(value, form):
    """``format(value, form)``."""
    if hasattr(value, "_format"):
        return value._format(form)
    if isinstance(value, str):
        if not form:
            return value
        side, width = (form[0], int(form[1:])) if form[0] in "<>" else ("<", int(form))
        room = " " * max(0, width - len(value))
        return value + room if side == "<" else room + value
    if isinstance(value, float):
        # A float with so many places, rounded as CPython rounds: half to even of the exact value
        if form == "g" and value == int(value) and abs(value) < 1000000:
            return str(int(value))
        if form[:1] != "." or form[-1:] != "f":
            raise ValueError("no such format of a float: " + form)
        return fixed(value, int(form[1:-1]))
    return ("{:" + form + "}").format(value)


def fixed(value, places):
    numerator, denominator = ratio(value)
    sign = "-" if numerator < 0 or str(value)[0] == "-" else ""
    digits = str(_half_even(abs(numerator) * 10**places, denominator))
    if not places:
        return sign + digits
    digits = "0" * (places + 1 - len(digits)) + digits
    return sign + digits[:-places] + "." + digits[-places:]


def ratio(value):
    """A float as numerator and denominator."""
    import math

    fraction, exponent = math.frexp(value)
    numerator = int(fraction * 9007199254740992)
    exponent -= 53
    return (numerator << exponent, 1) if exponent >= 0 else (numerator, 1 << -exponent)


def _half_even(numerator, denominator):
    whole, rest = divmod(numerator, denominator)
    if rest * 2 > denominator or (rest * 2 == denominator and whole % 2):
        whole += 1
    return whole


def round_(value, places=None):
    """``round``, half to even."""
    if not isinstance(value, float):
        return round(value) if places is None else round(value, places)
    if places is None:
        numerator, denominator = ratio(value)
        whole = _half_even(abs(numerator), denominator)
        return -whole if numerator < 0 else whole
    return float(fixed(value, places))


def is_ascii(text):
    return len(text) == len(text.encode())


def isascii(text):
    return is_ascii(text) if isinstance(text, str) else text.isascii()


def _characters():
    import companion.pocket.standins.unicodedata as characters

    return characters


def isprintable(text):
    if not isinstance(text, str):
        return text.isprintable()
    codes = text.encode()  # a character taken out of a text is looked for among all known names: slow
    if len(codes) == len(text):
        return not codes or (min(codes) >= 32 and max(codes) < 127)
    for character in text:
        if not " " <= character < "\x7f" and (character < "\x80" or not _characters().printable(character)):
            return False
    return True


def isdecimal(text):
    if not isinstance(text, str):
        return text.isdecimal()
    if not text:
        return False
    codes = text.encode()
    if len(codes) == len(text):
        return min(codes) >= 48 and max(codes) <= 57
    for character in text:
        if not "0" <= character <= "9" and (character < "\x80" or not _characters().is_decimal(character)):
            return False
    return True


def isalnum(text):
    if not isinstance(text, str):
        return text.isalnum()
    if not text:
        return False
    for character in text:
        if character < "\x80":
            if not (character.isalpha() or character.isdigit()):
                return False
        elif not _characters().is_alnum(character):
            return False
    return True


def isupper(text):
    if not isinstance(text, str):
        return text.isupper()
    return text.isupper() if is_ascii(text) else _characters().is_upper(text)


def removeprefix(text, prefix):
    if not isinstance(text, str):
        return text.removeprefix(prefix)
    return text[len(prefix) :] if prefix and text.startswith(prefix) else text


def removesuffix(text, suffix):
    if not isinstance(text, str):
        return text.removesuffix(suffix)
    return text[: -len(suffix)] if suffix and text.endswith(suffix) else text


def lower(text):
    if not isinstance(text, str):
        return text.lower()
    return text.lower() if is_ascii(text) else _characters().lower(text)


def upper(text):
    if not isinstance(text, str):
        return text.upper()
    return text.upper() if is_ascii(text) else _characters().upper(text)


def casefold(text):
    if not isinstance(text, str):
        return text.casefold()
    return text.lower() if is_ascii(text) else _characters().casefold(text)


def capitalize(text):
    if not isinstance(text, str):
        return text.capitalize()
    if not is_ascii(text):
        return _characters().title(text[:1]) + lower(text[1:])
    return text[:1].upper() + text[1:].lower()


def ljust(text, width, fill=" "):
    if not isinstance(text, str):
        return text.ljust(width, fill)
    return text + fill * max(0, width - len(text))


def rjust(text, width, fill=" "):
    if not isinstance(text, str):
        return text.rjust(width, fill)
    return fill * max(0, width - len(text)) + text


def zfill(text, width):
    if not isinstance(text, str):
        return text.zfill(width)
    sign = text[:1] if text[:1] in ("+", "-") else ""
    return sign + rjust(text[len(sign) :], width - len(sign), "0")


def maketrans(*given):
    if len(given) == 1:
        return OrderedDict([(ord(key) if isinstance(key, str) else key, to) for key, to in given[0].items()])
    table = OrderedDict([(ord(key), ord(to)) for key, to in zip(given[0], given[1])])
    for character in given[2] if len(given) == 3 else "":
        table[ord(character)] = None
    return table


def translate(text, table):
    if not isinstance(text, str):
        return text.translate(table)
    parts = []
    for character in text:
        found = table.get(ord(character), MISSING)
        if found is MISSING:
            parts.append(character)
        elif found is not None:
            parts.append(chr(found) if isinstance(found, int) else found)
    return "".join(parts)


SPACES = " \t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008"
SPACES += "\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
LINE_ENDS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"


def isspace(text):
    if not isinstance(text, str):
        return text.isspace()
    return bool(text) and all([character in SPACES for character in text])


def _stripped(text, characters, left, right):
    """MicroPython's own strip cuts characters beyond ASCII in pieces."""
    if characters is None:
        characters = SPACES
    start, end = 0, len(text)
    while left and start < end and text[start] in characters:
        start += 1
    while right and start < end and text[end - 1] in characters:
        end -= 1
    return text[start:end]


def strip(text, *given):
    if not isinstance(text, str):
        return text.strip(*given)
    return _stripped(text, given[0] if given else None, True, True)


def lstrip(text, *given):
    if not isinstance(text, str):
        return text.lstrip(*given)
    return _stripped(text, given[0] if given else None, True, False)


def rstrip(text, *given):
    if not isinstance(text, str):
        return text.rstrip(*given)
    return _stripped(text, given[0] if given else None, False, True)


def split(text, separator=None, most=-1):
    """``split``; without a separator at any white space."""
    if separator is not None or not isinstance(text, str):
        return text.split(separator, most) if most >= 0 else text.split(separator)
    parts, at, length = [], 0, len(text)
    while True:
        while at < length and text[at] in SPACES:
            at += 1
        if at == length:
            return parts
        if most == len(parts):
            return parts + [rstrip(text[at:])]
        start = at
        while at < length and text[at] not in SPACES:
            at += 1
        parts.append(text[start:at])


def splitlines(text, keep=False):
    if not isinstance(text, str):
        return text.splitlines(keep)
    lines, start, at, length = [], 0, 0, len(text)
    while at < length:
        if text[at] not in LINE_ENDS:
            at += 1
            continue
        end = at
        at += 2 if text[at : at + 2] == "\r\n" else 1
        lines.append(text[start : at if keep else end])
        start = at
    return lines + [text[start:]] if start < length else lines


def _has_surrogate(codes):
    """Whether a lone surrogate is in these bytes of a text: ED, then A0 or more."""
    at = codes.find(b"\xed")
    while at >= 0:
        if codes[at + 1] >= 0xA0:
            return True
        at = codes.find(b"\xed", at + 1)
    return False


def encode(text, coding="utf-8", errors="strict"):
    """``str.encode`` for UTF-8 and ASCII; lone surrogates are refused, passed, or written as escapes."""
    if not isinstance(text, str):
        return text.encode()
    if errors not in ("strict", "surrogatepass", "backslashreplace"):
        raise ValueError("no way to encode with errors=" + errors)
    if coding.lower() in ("utf-8", "utf8"):
        if errors == "backslashreplace" and not is_ascii(text):
            text = "".join(["\\u%04x" % ord(one) if "\ud800" <= one <= "\udfff" else one for one in text])
        codes = text.encode()
        if errors == "strict" and _has_surrogate(codes):
            raise UnicodeError("surrogates not allowed")
        return codes
    if coding.lower() in ("ascii", "latin-1") and is_ascii(text):
        return text.encode()
    raise UnicodeError(coding)
