"""``re``: a backtracking matcher for the syntax of Bower's patterns. Raises ValueError for any other."""

from re_matching import build
from re_syntax import ASCII, DOTALL, IGNORECASE, MULTILINE, UNICODE, VERBOSE, Reader

A, I, M, S, U, X = ASCII, IGNORECASE, MULTILINE, DOTALL, UNICODE, VERBOSE
SPECIAL = "()[]{}?*+-|^$\\.&~# \t\n\r\x0b\x0c"
_compiled = {}


class State:
    """A text while it is matched."""

    def __init__(self):
        self.text = self.characters = ""
        self.length = 0
        self.starts, self.ends, self.last = [], [], None
        self.must_advance = -1


class Match:
    """A match: ``group``, ``start`` and the like as in CPython."""

    def __init__(self, pattern, text, starts, ends, last):
        self.re, self.string, self.lastindex = pattern, text, last
        self._starts, self._ends = starts, ends

    def _number(self, group):
        return self.re.groupindex[group] if isinstance(group, str) else group

    def start(self, group=0):
        return self._starts[self._number(group)]

    def end(self, group=0):
        return self._ends[self._number(group)]

    def span(self, group=0):
        return self.start(group), self.end(group)

    def __getitem__(self, group):
        number = self._number(group)
        if not 0 <= number < len(self._starts):
            raise IndexError("no such group")
        start = self._starts[number]
        return None if start < 0 else self.string[start : self._ends[number]]

    def group(self, *wanted):
        if len(wanted) > 1:
            return tuple([self[one] for one in wanted])
        return self[wanted[0] if wanted else 0]

    def groups(self, default=None):
        found = [self[number] for number in range(1, len(self._starts))]
        return tuple([default if one is None else one for one in found])

    def groupdict(self, default=None):
        return {name: default if self[name] is None else self[name] for name in self.re.groupindex}


class Pattern:
    """A compiled pattern."""

    def __init__(self, pattern, flags):
        reader = Reader(pattern, flags)
        self.pattern, self.flags = pattern, reader.flags
        self.groupindex, self.groups = reader.names, reader.groups
        self._state = State()
        node = reader.whole()
        self.groups = reader.groups
        self._matcher = build(node, lambda at: at, self._state)
        self._whole = build(node, lambda at: at if at == self._state.length else -1, self._state)
        self._first = _first(node)

    def _begin(self, text, must_advance=-1):
        state = self._state
        if state.text is not text:
            state.text = text
            state.characters = text if text.isascii() else list(text)
            state.length = len(text)
        state.must_advance = must_advance
        return state

    def _at(self, matcher, at):
        state = self._state
        state.starts, state.ends = [-1] * (self.groups + 1), [-1] * (self.groups + 1)
        state.last = None
        end = matcher(at)
        if end < 0 or (end == at and at == state.must_advance):
            return None
        state.starts[0], state.ends[0] = at, end
        return Match(self, state.text, state.starts, state.ends, state.last)

    def match(self, text, pos=0):
        self._begin(text)
        return self._at(self._matcher, pos)

    def fullmatch(self, text, pos=0):
        self._begin(text)
        return self._at(self._whole, pos)

    def search(self, text, pos=0):
        return self._search(text, pos, -1)

    def _search(self, text, at, must_advance):
        state = self._begin(text, must_advance)
        while at <= state.length:
            if self._first:
                found = [place for place in [text.find(one, at) for one in self._first] if place >= 0]
                if not found:
                    return None
                at = min(found)
            match = self._at(self._matcher, at)
            if match:
                return match
            at += 1
        return None

    def finditer(self, text):
        at, must_advance = 0, -1
        while True:
            match = self._search(text, at, must_advance)
            if match is None:
                return
            yield match
            at = match.end()
            must_advance = at if match.start() == at else -1

    def findall(self, text):
        found = []
        for match in self.finditer(text):
            if self.groups > 1:
                found.append(match.groups(""))
            else:
                found.append((match[self.groups] or "") if self.groups else match[0])
        return found

    def sub(self, new, text, count=0):
        parts, at = [], 0
        for number, match in enumerate(self.finditer(text)):
            if count and number >= count:
                break
            parts.append(text[at : match.start()])
            parts.append(_filled(new, match) if isinstance(new, str) else new(match))
            at = match.end()
        return "".join(parts + [text[at:]])

    def split(self, text, maxsplit=0):
        parts, at = [], 0
        for number, match in enumerate(self.finditer(text)):
            if maxsplit and number >= maxsplit:
                break
            parts.append(text[at : match.start()])
            parts.extend(match.groups())
            at = match.end()
        return parts + [text[at:]]


def _filled(new, match):
    """A replacement with ``\\1`` and ``\\g<name>`` filled in."""
    if "\\" not in new:
        return new
    parts, at = [], 0
    while at < len(new):
        if new[at] != "\\":
            parts.append(new[at])
            at += 1
        elif new[at + 1 : at + 2] == "g":
            end = new.find(">", at)
            name = new[at + 3 : end]
            parts.append(match[int(name) if name.isdecimal() else name] or "")
            at = end + 1
        elif "1" <= new[at + 1 : at + 2] <= "9":
            parts.append(match[int(new[at + 1])] or "")
            at += 2
        elif new[at + 1 : at + 2] in ("\\", "n"):
            parts.append("\n" if new[at + 1] == "n" else "\\")
            at += 2
        else:
            raise ValueError("bad escape in " + new)
    return "".join(parts)


def _first(node):
    """The characters that a match must begin with; None if it may begin with others."""
    kind = node[0]
    if kind == "literal":
        return node[1]
    if kind == "group" or kind == "repeat":
        inner = _first(node[2]) if kind == "group" else _first(node[4])
        return None if kind == "repeat" and node[1] == 0 else inner
    if kind == "alternatives":
        several = [_first(one) for one in node[1]]
        return None if None in several else "".join(several)
    if kind == "sequence":
        for one in node[1]:
            if one[0] not in ("look", "at"):
                return _first(one)
    return None


def compile(pattern, flags=0):
    if isinstance(pattern, Pattern):
        return pattern
    found = _compiled.get((pattern, flags))
    if found is None:
        if len(_compiled) >= 64:
            _compiled.clear()
        found = _compiled[pattern, flags] = Pattern(pattern, flags)
    return found


def match(pattern, text, flags=0):
    return compile(pattern, flags).match(text)


def fullmatch(pattern, text, flags=0):
    return compile(pattern, flags).fullmatch(text)


def search(pattern, text, flags=0):
    return compile(pattern, flags).search(text)


def findall(pattern, text, flags=0):
    return compile(pattern, flags).findall(text)


def finditer(pattern, text, flags=0):
    return compile(pattern, flags).finditer(text)


def sub(pattern, new, text, count=0, flags=0):
    return compile(pattern, flags).sub(new, text, count)


def split(pattern, text, maxsplit=0, flags=0):
    return compile(pattern, flags).split(text, maxsplit)


def escape(text):
    return "".join(["\\" + one if one in SPECIAL else one for one in text])
