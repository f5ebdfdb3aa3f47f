"""``unicodedata`` and what methods of ``str`` need of it beyond ASCII; the tables are CPython's."""

import native_phone as phone

SIGMA, FINAL_SIGMA, SMALL_SIGMA = "Σ", "ς", "σ"
PUNCTUATION = (
    *("Zs", "Po", "Po", "Po", "Sc", "Po", "Po", "Po", "Ps", "Pe", "Po", "Sm", "Po", "Pd", "Po", "Po"),
    *("Po", "Po", "Sm", "Sm", "Sm", "Po", "Po", "Ps", "Po", "Pe", "Sk", "Pc", "Sk", "Ps", "Sm", "Pe", "Sm"),
)
MARKS = " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"


QUOTE, BACKSLASH, FIRST = 39, 92, 35  # codes: no digits, the first digit
ONE, MORE = (
    64,
    26,
)  # digits of which one is a whole number, and the others (``companion/pocket/made.py``)
_starts = []  # where runs of characters of a kind begin


def _tables():
    import unicodedata_tables

    return unicodedata_tables


def _digit(code):
    return code - FIRST - (code > QUOTE) - (code > BACKSLASH)


def _kind(character):
    """Category and letters (``companion/pocket/made.py``) of one character."""
    tables = _tables()
    if not _starts:
        start, gap, unit = 0, 0, 1
        _starts.append(start)
        for code in tables.GAPS:
            digit = _digit(code)
            gap += digit * unit
            if digit < ONE:
                start += gap
                _starts.append(start)
                gap, unit = 0, 1
            else:
                unit *= MORE
    code = ord(character)
    low, high = 0, len(_starts)
    while high - low > 1:
        middle = (low + high) // 2
        if _starts[middle] <= code:
            low = middle
        else:
            high = middle
    return tables.KINDS[_digit(tables.KIND_OF[low])]


def category(character):
    if character < "\x80":
        if character.isalpha():
            return "Ll" if character.islower() else "Lu"
        if character.isdigit():
            return "Nd"
        return PUNCTUATION[MARKS.index(character)] if character in MARKS else "Cc"
    return _kind(character)[0]


def bidirectional(character):
    """ "R" for what runs right to left, else ""."""
    return "R" if "R" in _kind(character)[1] else ""


def combining(character):
    """1 for a combining character, else 0."""
    return 1 if "C" in _kind(character)[1] else 0


def east_asian_width(character):
    """ "W" for a wide character, else "N"."""
    return "W" if "W" in _kind(character)[1] else "N"


def printable(character):
    return "P" in _kind(character)[1]


def is_decimal(character):
    return "D" in _kind(character)[1]


def is_alnum(character):
    return "A" in _kind(character)[1]


def is_upper(text):
    kinds = [_kind(character) for character in text]
    if any(["L" in letters or kind == "Lt" for kind, letters in kinds]):
        return False
    return any(["U" in letters for _kind, letters in kinds])


def normalize(form, text):
    """The form, by the browser; a character that CPython doesn't know stays what it is."""
    parts, run = [], []
    for character in text:
        if character >= "\x80" and category(character) in ("Cn", "Cs"):
            parts += [phone.normalize(form, "".join(run)), character]
            run = []
        else:
            run.append(character)
    return "".join(parts + [phone.normalize(form, "".join(run))])


def _mapped(character, mapping):
    runs, several = mapping
    if character in several:
        return several[character]
    code = ord(character)
    low, high = 0, len(runs)
    while high - low > 1:
        middle = (low + high) // 2
        if runs[middle][0] <= code:
            low = middle
        else:
            high = middle
    first, last, step, difference = runs[low]
    if first <= code <= last and (code - first) % step == 0:
        return chr(code + difference)
    return character


def lower(text):
    parts = []
    for at, character in enumerate(text):
        if character < "\x80":
            parts.append(character.lower())
        elif character == SIGMA:
            ends = (
                at > 0 and _is_letter(text[at - 1]) and not (at + 1 < len(text) and _is_letter(text[at + 1]))
            )
            parts.append(FINAL_SIGMA if ends else SMALL_SIGMA)
        else:
            parts.append(_mapped(character, _tables().LOWER))
    return "".join(parts)


def _is_letter(character):
    return category(character)[0] == "L"


def upper(text):
    return "".join([one.upper() if one < "\x80" else _mapped(one, _tables().UPPER) for one in text])


def casefold(text):
    return "".join([one.lower() if one < "\x80" else _mapped(one, _tables().FOLD) for one in text])


def title(text):
    """One character as it begins a word."""
    return _tables().TITLE.get(text) or upper(text)
