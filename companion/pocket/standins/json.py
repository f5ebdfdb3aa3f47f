"""``json``: objects in the order of the text, hooks, and errors with their line."""

import native_json as fast
import native_phone as phone

DEEPEST, LONG = 990, 99
BYTE_ORDER = "\ufeff"  # at the beginning of a text, where JavaScript drops it
SPACE = " \t\n\r"
ESCAPED = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
CONSTANTS = ("NaN", "Infinity", "-Infinity")
WORDS = {"true": True, "false": False, "null": None}


class JSONDecodeError(ValueError):
    """Raised for text that is no JSON."""

    def __init__(self, msg, doc, pos):
        super().__init__(msg)
        self.msg, self.doc, self.pos = msg, doc, pos
        self.lineno = doc.count("\n", 0, pos) + 1
        self.colno = pos - doc.rfind("\n", 0, pos)


def loads(text, object_pairs_hook=None, parse_constant=None, parse_int=None):
    """The value of a JSON text. Raises JSONDecodeError, UnicodeError and RecursionError."""
    if isinstance(text, bytes):
        text = text.decode()
    if object_pairs_hook is None and parse_constant is None and parse_int is None:
        flat = phone.flat(text)
        if flat is not None:
            return _built(fast.loads(flat))
    return _Reader(text, object_pairs_hook or dict, parse_constant or float, parse_int or int).whole()


def _built(value):
    """The value of a flat text: an object is a list of names and values after an empty object."""
    if not isinstance(value, list):
        return value
    if value and isinstance(value[0], dict):
        made = {}
        for at in range(1, len(value), 2):
            made[value[at]] = _built(value[at + 1])
        return made
    return [_built(one) for one in value]


class _Reader:
    def __init__(self, text, of_pairs, of_constant, of_int):
        self.text, self.at, self.depth = text, 0, 0
        self.of_pairs, self.of_constant, self.of_int = of_pairs, of_constant, of_int

    def whole(self):
        if self.text.startswith("\ufeff"):
            raise JSONDecodeError("Unexpected UTF-8 BOM (decode using utf-8-sig)", self.text, 0)
        self.skip()
        value = self.value()
        self.skip()
        if self.at != len(self.text):
            raise JSONDecodeError("Extra data", self.text, self.at)
        return value

    def skip(self):
        while self.at < len(self.text) and self.text[self.at] in SPACE:
            self.at += 1

    def peek(self):
        return self.text[self.at : self.at + 1]

    def value(self):
        character = self.peek()
        if character == '"':
            return self.string()
        if character and character in "{[":
            self.depth += 1
            if self.depth > DEEPEST:
                raise RecursionError("maximum recursion depth exceeded")
            made = self.members() if character == "{" else self.items()
            self.depth -= 1
            return made
        for word, value in WORDS.items():
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return value
        for word in CONSTANTS:
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return self.of_constant(word)
        return self.number()

    def members(self):
        pairs = []
        self.at += 1
        self.skip()
        if self.peek() == "}":
            self.at += 1
            return self.of_pairs(pairs)
        while True:
            if self.peek() != '"':
                raise JSONDecodeError("Expecting property name enclosed in double quotes", self.text, self.at)
            name = self.string()
            self.skip()
            if self.peek() != ":":
                raise JSONDecodeError("Expecting ':' delimiter", self.text, self.at)
            self.at += 1
            self.skip()
            pairs.append((name, self.value()))
            if self.ends("}"):
                return self.of_pairs(pairs)

    def items(self):
        values = []
        self.at += 1
        self.skip()
        if self.peek() == "]":
            self.at += 1
            return values
        while True:
            values.append(self.value())
            if self.ends("]"):
                return values

    def ends(self, bracket):
        """Whether the list ends here; else past the comma."""
        self.skip()
        found = self.peek()
        if found not in (bracket, ","):
            raise JSONDecodeError("Expecting ',' delimiter", self.text, self.at)
        self.at += 1
        if found == ",":
            self.skip()
        return found == bracket

    def string(self):
        start = self.at
        parts = []
        self.at += 1
        while True:
            character = self.peek()
            if not character:
                raise JSONDecodeError("Unterminated string starting at", self.text, start)
            if character == '"':
                self.at += 1
                return "".join(parts)
            if character < " ":
                raise JSONDecodeError("Invalid control character at", self.text, self.at)
            self.at += 1
            parts.append(self.escape() if character == "\\" else character)

    def escape(self):
        letter = self.peek()
        self.at += 1
        if letter != "u":
            if letter not in ESCAPED:
                raise JSONDecodeError("Invalid \\escape", self.text, self.at - 2)
            return ESCAPED[letter]
        code = self.hexadecimal()
        if 0xD800 <= code < 0xDC00 and self.text[self.at : self.at + 2] == "\\u":
            before = self.at
            self.at += 2
            low = self.hexadecimal()
            if 0xDC00 <= low < 0xE000:
                return chr(0x10000 + ((code - 0xD800) << 10) + low - 0xDC00)
            self.at = before
        return chr(code)

    def hexadecimal(self):
        digits = self.text[self.at : self.at + 4]
        if len(digits) < 4 or not all([one in "0123456789abcdefABCDEF" for one in digits]):
            raise JSONDecodeError("Invalid \\uXXXX escape", self.text, self.at)
        self.at += 4
        return int(digits, 16)

    def digits(self):
        start = self.at
        while self.at < len(self.text) and "0" <= self.text[self.at] <= "9":
            self.at += 1
        return self.at - start

    def number(self):
        start = self.at
        if self.peek() == "-":
            self.at += 1
        if self.peek() == "0":
            self.at += 1
        elif not self.digits():
            self.at = start
            raise JSONDecodeError("Expecting value", self.text, start)
        end = self.at
        if self.peek() == ".":
            self.at += 1
            end = self.at if self.digits() else end
            self.at = end
        whole = end
        if self.peek() in ("e", "E"):
            self.at += 1
            if self.peek() in ("+", "-"):
                self.at += 1
            end = self.at if self.digits() else end
        self.at = end
        digits = self.text[start:end]
        return float(digits) if "." in digits or end != whole else self.of_int(digits)


def dumps(value, ensure_ascii=True, separators=(", ", ": ")):
    """The JSON text of a value, objects in their order."""
    parts = []
    _write(value, parts, ensure_ascii, separators, 0)
    return "".join(parts)


def _write(value, parts, ascii_only, separators, depth):
    """Write a value; MicroPython writes what is small, but the longer its text the slower."""
    if depth > 1 and isinstance(value, (dict, list, tuple)):
        written = phone.dumped(fast.dumps(value, separators=separators), ascii_only)
        if written is not None:
            parts.append(written)
            return
    depth += 1
    if isinstance(value, str):
        parts.append(_string(value, ascii_only))
    elif value is None:
        parts.append("null")
    elif value is True or value is False:
        parts.append("true" if value else "false")
    elif isinstance(value, (int, float)):
        parts.append(repr(value))
    elif isinstance(value, dict):
        mark = "{"
        for key, one in value.items():
            parts.append(mark + _string(_key(key), ascii_only) + separators[1])
            _write(one, parts, ascii_only, separators, depth)
            mark = separators[0]
        parts.append("}" if value else "{}")
    elif isinstance(value, (list, tuple)):
        mark = "["
        for one in value:
            parts.append(mark)
            _write(one, parts, ascii_only, separators, depth)
            mark = separators[0]
        parts.append("]" if value else "[]")
    else:
        raise TypeError("Object of type " + type(value).__name__ + " is not JSON serializable")


def _key(key):
    if isinstance(key, str):
        return key
    if key is None or key is True or key is False:
        return {None: "null", True: "true", False: "false"}[key]
    return repr(key)


def _string(text, ascii_only):
    if len(text) > LONG and text[0] != BYTE_ORDER:
        written = phone.quoted(text, ascii_only)
        if written is not None:
            return written
    elif text.isascii():
        written = fast.dumps(text)
        if "\\" not in written and "\x7f" not in text:
            return written
    parts = []
    for character in text:
        if character in SHORT:
            parts.append(SHORT[character])
        elif character < " " or (ascii_only and character > "~"):
            code = ord(character)
            if code < 0x10000:
                parts.append("\\u{:04x}".format(code))
            else:
                code -= 0x10000
                parts.append("\\u{:04x}\\u{:04x}".format(0xD800 + (code >> 10), 0xDC00 + (code & 0x3FF)))
        else:
            parts.append(character)
    return '"' + "".join(parts) + '"'
