"""The syntax of patterns: a pattern as a tree.

Nodes: ("literal", its characters in either case, test), ("one", None, test), ("sequence", nodes),
("alternatives", nodes), ("group", number, node), ("repeat", least, most, greedy, node),
("look", behind, wanted, node, width), ("same", number, any case), ("at", where).
"""

IGNORECASE, MULTILINE, DOTALL, UNICODE, VERBOSE, ASCII = 2, 8, 16, 32, 64, 256
LETTERS = {"i": IGNORECASE, "m": MULTILINE, "s": DOTALL, "a": ASCII, "u": UNICODE}
MOST = 1000000
ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "v": "\v", "a": "\a", "0": "\0"}
WHITE = " \t\n\r\f\v"


def is_word(character, ascii_only):
    if character < "\x80" or not ascii_only:
        return character == "_" or character.isalnum()
    return False


def _is_digit(character, ascii_only):
    return "0" <= character <= "9" or (not ascii_only and character.isdecimal())


def _is_white(character, ascii_only):
    return character in WHITE or (not ascii_only and character.isspace())


CLASSES = {"w": is_word, "d": _is_digit, "s": _is_white}


def same_case(one, other, any_case):
    return one == other or (any_case and one.lower() == other.lower())


def _of_class(letter, ascii_only):
    test, wanted = CLASSES[letter.lower()], letter.islower()
    return lambda character: test(character, ascii_only) == wanted


def _cases(character):
    """A character in both cases, where they are single characters."""
    several = [character]
    for one in (character.lower(), character.upper()):
        if len(one) == 1 and one not in several:
            several.append(one)
    return several


class Reader:
    """Reads one pattern."""

    def __init__(self, pattern, flags):
        self.pattern, self.flags, self.at = pattern, flags, 0
        self.names, self.groups = {}, 0

    def wrong(self, why):
        return ValueError(why + " at position " + str(self.at) + " of " + self.pattern)

    def whole(self):
        node = self.alternatives()
        if self.at < len(self.pattern):
            raise self.wrong("unbalanced parenthesis")
        return node

    def peek(self):
        return self.pattern[self.at : self.at + 1]

    def takes(self, text):
        found = self.pattern.startswith(text, self.at)
        if found:
            self.at += len(text)
        return found

    def alternatives(self):
        several = [self.sequence()]
        while self.takes("|"):
            several.append(self.sequence())
        return several[0] if len(several) == 1 else ("alternatives", several)

    def sequence(self):
        nodes = []
        while self.peek() and self.peek() not in "|)":
            node = self.repeated(self.one())
            if node:
                nodes.append(node)
        return nodes[0] if len(nodes) == 1 else ("sequence", nodes)

    def repeated(self, node):
        while self.peek() and self.peek() in "*+?{":
            start, mark = self.at, self.peek()
            self.at += 1
            bounds = {"*": (0, MOST), "+": (1, MOST), "?": (0, 1)}.get(mark) or self.bounds()
            if bounds is None:
                self.at = start
                return node
            lazy = self.takes("?")
            if self.peek() == "+":
                raise self.wrong("possessive repeats are not supported")
            node = ("repeat", *bounds, not lazy, node)
        return node

    def bounds(self):
        end = self.pattern.find("}", self.at)
        low, comma, high = self.pattern[self.at : end].partition(",")
        if end < 0 or not (low.isdecimal() or (comma and high.isdecimal())):
            raise self.wrong("a brace that is no repeat")
        self.at = end + 1
        least = int(low or "0")
        return (least, least) if not comma else (least, int(high) if high else MOST)

    def one(self):
        character = self.peek()
        self.at += 1
        if character == "(":
            return self.parenthesis()
        if character == "[":
            return self.set()
        if character == "\\":
            return self.escape()
        if character == ".":
            return ("one", None, (lambda one: True) if self.flags & DOTALL else (lambda one: one != "\n"))
        if character == "^":
            return ("at", "line start" if self.flags & MULTILINE else "start")
        if character == "$":
            return ("at", "line end" if self.flags & MULTILINE else "last")
        if character in "*+?":
            raise self.wrong("nothing to repeat")
        return self.literal(character)

    def literal(self, character):
        cases = _cases(character) if self.flags & IGNORECASE else [character]
        if len(cases) == 1:
            return ("literal", character, lambda one: one == character)
        if character >= "\x80":
            low = character.lower()
            return ("one", None, lambda one: one == character or one.lower() == low)
        return ("literal", "".join(cases), lambda one: one in cases)

    def escape(self):
        letter = self.peek()
        self.at += 1
        if letter in ("w", "W", "d", "D", "s", "S"):
            return ("one", None, _of_class(letter, bool(self.flags & ASCII)))
        if letter in ("b", "B"):
            where = ("word" if letter == "b" else "no word") + (" ASCII" if self.flags & ASCII else "")
            return ("at", where)
        if letter in ("A", "Z"):
            return ("at", "start" if letter == "A" else "end")
        if "1" <= letter <= "9":
            return ("same", int(letter), bool(self.flags & IGNORECASE))
        return self.literal(self.plain_escape(letter))

    def plain_escape(self, letter):
        if letter in ESCAPES:
            return ESCAPES[letter]
        if letter in ("x", "u"):
            size = 2 if letter == "x" else 4
            self.at += size
            return chr(int(self.pattern[self.at - size : self.at], 16))
        if not letter or letter.isalnum():
            raise self.wrong("bad escape \\" + letter)
        return letter

    def set(self):
        negated = self.takes("^")
        tests, first = [], True
        while first or self.peek() != "]":
            first = False
            tests.append(self.member())
        self.at += 1
        if self.flags & IGNORECASE:
            alone = tests
            tests = [lambda one: any([test(case) for case in _cases(one) for test in alone])]
        return ("one", None, _in_set(tests, negated))

    def member(self):
        """The test of one member of a set: a class, a range or a character."""
        low = self.set_character()
        if not isinstance(low, str):
            return low
        if self.peek() == "-" and self.pattern[self.at + 1 : self.at + 2] != "]":
            self.at += 1
            high = self.set_character()
            if not isinstance(high, str) or high < low:
                raise self.wrong("bad range")
            return lambda one: low <= one <= high
        return lambda one: one == low

    def set_character(self):
        character = self.peek()
        if not character:
            raise self.wrong("unterminated set")
        self.at += 1
        if character != "\\":
            return character
        letter = self.peek()
        self.at += 1
        if letter in ("w", "W", "d", "D", "s", "S"):
            return _of_class(letter, bool(self.flags & ASCII))
        return "\b" if letter == "b" else self.plain_escape(letter)

    def parenthesis(self):
        if not self.takes("?"):
            return self.numbered()
        if self.takes("P<"):
            end = self.pattern.find(">", self.at)
            name = self.pattern[self.at : end]
            self.at = end + 1
            self.names[name] = self.groups + 1
            return self.numbered()
        for mark, behind, wanted in (
            ("=", False, True),
            ("!", False, False),
            ("<=", True, True),
            ("<!", True, False),
        ):
            if self.takes(mark):
                node = self.closed()
                return ("look", behind, wanted, node, _width(node) if behind else 0)
        return self.with_flags()

    def numbered(self):
        self.groups += 1
        number = self.groups
        return ("group", number, self.closed())

    def closed(self):
        node = self.alternatives()
        if not self.takes(")"):
            raise self.wrong("missing )")
        return node

    def with_flags(self):
        """``(?:…)``, ``(?i:…)``, ``(?-i:…)``, and ``(?i)`` at the beginning."""
        before, on = self.flags, True
        flags = before
        while self.peek() not in (":", ")", ""):
            letter = self.peek()
            self.at += 1
            if letter == "-":
                on = False
            elif letter in LETTERS:
                flags = flags | LETTERS[letter] if on else flags & ~LETTERS[letter]
            else:
                raise self.wrong("unknown extension ?" + letter)
        self.flags = flags
        if self.takes(")"):
            return None
        self.at += 1
        node = self.closed()
        self.flags = before
        return node


def _in_set(tests, negated):
    def fits(one):
        for test in tests:
            if test(one):
                return not negated
        return negated

    return fits


def _width(node):
    """The number of characters that a node always takes."""
    kind = node[0]
    if kind in ("literal", "one"):
        return 1
    if kind in ("look", "at"):
        return 0
    if kind == "group":
        return _width(node[2])
    if kind == "sequence":
        return sum([_width(one) for one in node[1]])
    if kind == "alternatives":
        widths = [_width(one) for one in node[1]]
        if min(widths) == max(widths):
            return widths[0]
    if kind == "repeat" and node[1] == node[2]:
        return node[1] * _width(node[4])
    raise ValueError("look-behind requires fixed-width pattern")
