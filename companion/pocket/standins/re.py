"""``re``: the browser's own patterns, as far as both write them alike. Raises ValueError for others."""

import native_json as json
import native_phone as phone

ASCII, DOTALL = 256, 16
SPECIAL = "()[]{}?*+-|^$\\.&~# \t\n\r\x0b\x0c"
SYNTAX = "^$\\.*+?()[]{}|/"
SPACES = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000"
CLASSES = {"w": "\\p{L}\\p{N}_", "d": "\\p{Nd}", "s": SPACES}
ASCII_CLASSES = {"w": "A-Za-z0-9_", "d": "0-9", "s": "\\t-\\r\\x20"}
WORD = CLASSES["w"]
BOUNDARY = "(?:(?<=[" + WORD + "])(?![" + WORD + "])|(?<![" + WORD + "])(?=[" + WORD + "]))"
ALL, HERE = "gu", "guy"
MANY, KEPT = 1000000, 64
_compiled = {}


class Match:
    """A match: ``group``, ``start`` and the like as in CPython."""

    def __init__(self, pattern, text, found):
        self.re, self.string = pattern, text
        self._start, self._groups = found[0], found[1:]

    def start(self):
        return self._start

    def end(self):
        return self._start + len(self._groups[0])

    def span(self):
        return self.start(), self.end()

    def __getitem__(self, group):
        return self._groups[self.re.groupindex[group] if isinstance(group, str) else group]

    def group(self, *wanted):
        return tuple([self[one] for one in wanted]) if len(wanted) > 1 else self[wanted[0] if wanted else 0]

    def groups(self):
        return tuple(self._groups[1:])

    @property
    def lastindex(self):
        """The last group that took part, of groups that stand beside each other."""
        return max([0] + [at for at in range(1, len(self._groups)) if self._groups[at] is not None]) or None


class Pattern:
    """A compiled pattern."""

    def __init__(self, pattern, flags):
        self.pattern, self.flags, self.groupindex = pattern, flags, {}
        self._source = _translated(pattern, flags, self.groupindex)

    def _found(self, text, kind=ALL, most=MANY, after=""):
        source = "(?:" + self._source + ")" + after
        return [Match(self, text, one) for one in json.loads(phone.matches(source, kind, text, most))]

    def match(self, text):
        return (self._found(text, HERE, 1) or [None])[0]

    def fullmatch(self, text):
        return (self._found(text, HERE, 1, "$") or [None])[0]

    def search(self, text):
        return (self._found(text, ALL, 1) or [None])[0]

    def finditer(self, text):
        return iter(self._found(text))

    def findall(self, text):
        found = [match.groups() or (match[0],) for match in self._found(text)]
        return [one[0] if len(one) == 1 else one for one in found]

    def sub(self, new, text):
        if isinstance(new, str) and "\\" in new:
            raise ValueError("no groups in what replaces: " + new)
        parts, at = [], 0
        for match in self._found(text):
            parts.append(text[at : match.start()])
            parts.append(new if isinstance(new, str) else new(match))
            at = match.end()
        return "".join(parts + [text[at:]])

    def split(self, text):
        parts, at = [], 0
        for match in self._found(text):
            parts.append(text[at : match.start()])
            parts.extend(match.groups())
            at = match.end()
        return parts + [text[at:]]


def _translated(pattern, flags, names):
    """The pattern as JavaScript writes it with the flag "u"; *names* gets the groups with names."""
    classes = ASCII_CLASSES if flags & ASCII else CLASSES
    parts, at, groups, inside = [], 0, 0, False
    while at < len(pattern):
        one, then = pattern[at], pattern[at + 1 : at + 2]
        at += 1
        if one == "\\":
            parts.append(_escaped(pattern, then, classes, inside))
            at += 1
        elif one == "(" and not inside:
            named = pattern.startswith("?P<", at)
            groups += named or then != "?"
            parts.append(one)
            if named:
                end = pattern.find(">", at)
                names[pattern[at + 3 : end]] = groups
                at = end + 1
        elif one == "." and not inside:
            parts.append("[^]" if flags & DOTALL else "[^\\n]")
        elif one in "^$" and not inside:
            raise ValueError("no " + one + " on a phone: " + pattern)
        else:
            inside = one == "[" or (inside and one != "]")
            parts.append(one)
    return "".join(parts)


def _escaped(pattern, letter, classes, inside):
    """What a letter after a backslash stands for."""
    if letter in "wdsWDS" and (letter.islower() or not inside):
        within = classes[letter.lower()]
        return within if inside else ("[" if letter.islower() else "[^") + within + "]"
    if letter == "b" and not inside:
        return "\\b" if classes is ASCII_CLASSES else BOUNDARY
    if letter.isalpha() and letter not in "nrt":
        raise ValueError("no \\" + letter + " on a phone: " + pattern)
    return "\\" + letter if letter.isalnum() or letter in SYNTAX or (inside and letter == "-") else letter


def compile(pattern, flags=0):
    if (pattern, flags) not in _compiled:
        if len(_compiled) >= KEPT:
            _compiled.clear()
        _compiled[pattern, flags] = Pattern(pattern, flags)
    return _compiled[pattern, flags]


def match(pattern, text, flags=0):
    return compile(pattern, flags).match(text)


def search(pattern, text, flags=0):
    return compile(pattern, flags).search(text)


def escape(text):
    return "".join(["\\" + one if one in SPECIAL else one for one in text])
