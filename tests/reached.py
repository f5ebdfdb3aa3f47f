"""What of MicroPython's wasm the kit can reach. The rest becomes zeros, which wasm-opt leaves out.

Modules, their names, functions and types are constants in its memory, which hold addresses of each other and
places in the table of functions. From what the script calls and what the kit imports, all that can be reached
is followed. Each number in a function, or in memory between these constants, counts as an address or a place
if it could be one, so nothing goes that something else might find.
"""

import re
import struct
from collections.abc import Iterable, Iterator, Mapping

from companion.pocket.lowering.checks import BUILTINS
from companion.pocket.lowering.program import NATIVE

# What the kit has of each module; None: all of it.
KEPT: Mapping[str, frozenset[str] | set[str] | None] = {
    "__main__": None,
    "binascii": {"hexlify"},
    "builtins": BUILTINS | {"__build_class__", "exec"},
    "collections": {"OrderedDict"},
    "gc": {"collect", "threshold"},
    "hashlib": {"sha256"},
    "json": {"dumps", "loads"},
    "math": NATIVE["math"],
    "sys": {"modules"},
}
NAME = "__name__"
# Exported functions that the script does not call: typed lines, asynchronous code, interrupts.
UNCALLED = (
    *("mp_js_do_exec_async", "mp_js_repl_init", "mp_js_repl_process_char", "mp_sched_keyboard_interrupt"),
    *("mp_hal_get_interrupt_char", "emscripten_stack_get_base", "emscripten_stack_get_free"),
    *("fflush", "strerror"),
)
# Where the parts of the memory stand in the file, by their address.
PARTS = {65536: slice(314010, 427294), 178824: slice(427302, 427510)}
FIRST, LAST = 65536, 179032
MAPS = (92216, 95872, 96008)  # of the modules
DICT, MODULE, TYPE = 93328, 95720, 98404
FUNCTIONS = {94908: 8, 94932: 8, 94956: 8, 94980: 8, 95004: 12}  # the size of a function's constant
POOLS = {86732: 0, 88876: 217}  # of names, and the number of the first
# The names of the modules written in Python, of which the kit imports none: their pool, and its tables.
THEIRS, COUNT, LENGTHS, OF_THEIRS = 105384, 854, 104528, range(102812, 108824)
POOL = 24  # bytes before the addresses of the names of a pool
# Tables and texts which only the functions read that go: of logarithms, of the gamma function and errors.
READ_BY_THEM = (range(165104, 167296), range(175704, 178824))
EXPORTED = re.compile(rf'^ \(export "(?:__\w+_em_js\w*|{"|".join(UNCALLED)})" .*\n', re.MULTILINE)
TABLE = re.compile(r"(?<=\(elem \$0 \(i32\.const 1\) ).*(?=\)$)", re.MULTILINE)
NUMBER = re.compile(r"\(i(?:32|64)\.const (-?\d+)\)|offset=(\d+)")
NOWHERE = "(func $nowhere (unreachable))\n"


class Constants:
    """The constants of the memory, each as the addresses of its words, by its own address."""

    def __init__(self, found: bytearray, text: str) -> None:
        self.memory = bytearray(LAST)
        for address, part in PARTS.items():
            self.memory[address : address + part.stop - part.start] = found[part]
        self.names = {
            first + place: self.text(self.word(pool + POOL + 4 * place))
            for pool, first in POOLS.items()
            for place in range(self.word(pool + 12))
        }
        self.keys: set[int] = set()  # words that are no addresses
        self.words = {address: [*range(address, address + 12, 4), *self._rows(address)] for address in MAPS}
        for number in sorted({*_numbers(text), *map(self.word, range(FIRST, LAST, 4))}):
            if FIRST <= number < LAST and not number % 4:
                self._find(number)

    def word(self, address: int) -> int:
        """The number at an address."""
        return int(struct.unpack_from("<I", self.memory, address)[0])

    def text(self, address: int) -> str:
        """The text at an address."""
        return self.memory[address : self.memory.index(0, address)].decode()

    def clear(self, address: int, length: int) -> None:
        """Make zeros of what is there."""
        self.memory[address : address + length] = bytes(length)

    def clear_unkept(self) -> None:
        """Make zeros of the rows of modules and names that the kit doesn't have."""
        for row in (row for address in MAPS for row in self._rows(address)[::2]):
            name, module = self._named(row), self.word(row + 4)
            kept = KEPT.get(name, ())
            if name not in KEPT:
                self.clear(row, 8)
            elif kept is not None:
                for inside in self._rows(self.word(module + 4) + 4)[::2]:
                    if self._named(inside) not in {*kept, NAME}:
                        self.clear(inside, 8)

    def _named(self, row: int) -> str:
        return self.names.get(self.word(row) >> 3, "")

    def _rows(self, address: int) -> list[int]:
        """The words of the table of a map: a name and a value in turn."""
        table = self.word(address + 8)
        rows = [*range(table, table + 8 * (self.word(address) >> 3), 4)]
        self.keys.update(rows[::2])
        return rows

    def _find(self, address: int) -> None:
        kind = self.word(address)
        if size := FUNCTIONS.get(kind, {MODULE: 8, DICT: 16}.get(kind)):
            self.words[address] = [*range(address, address + size, 4)]
        elif kind == TYPE:
            slots = max(self.memory[address + 8 : address + 20])
            self.words[address] = [*range(address, address + 20 + 4 * slots, 4)]
        if kind == DICT:
            self.words[address] += self._rows(address + 4)


class Reached:
    """What is reached: constants by address, functions by name, and all the numbers in it."""

    def __init__(self, constants: Constants, text: str) -> None:
        self.constants: set[int] = set()
        self.functions: set[str] = set()
        self.numbers: set[int] = set()
        self._all = constants
        self._owners: dict[int, set[int]] = {}
        for one, words in constants.words.items():
            for byte in (byte for word in words for byte in range(word, word + 4)):
                self._owners.setdefault(byte, set()).add(one)
        self._table = TABLE.findall(text)[0].split()
        self._bodies = {body.split()[0]: body for body in text.split("\n (func ")[1:]}
        named = {*_numbers(text), *(number for one in constants.words for number in self._numbers_of(one))}
        self._waiting: list[str | int] = [*re.findall(r'^ \(export "\w+" \(func (\S+?)\)', text, re.M)]
        self._waiting += [one for at, one in enumerate(self._table, 1) if at not in named]
        self._waiting += MAPS
        self._reach(constants.word(at) for at in range(FIRST, LAST, 4) if at not in self._owners)
        while self._waiting:
            self._follow(self._waiting.pop())
        self.absent = {at for at, one in enumerate(self._table, 1) if one not in self.functions}

    def _numbers_of(self, one: int) -> Iterator[int]:
        return (self._all.word(word) for word in self._all.words[one] if word not in self._all.keys)

    def _follow(self, one: str | int) -> None:
        if isinstance(one, int):
            if one not in self.constants:
                self.constants.add(one)
                self._reach(self._numbers_of(one))
        elif one in self._bodies and one not in self.functions:
            self.functions.add(one)
            self._waiting += re.findall(r"\(call (\$\w+)", self._bodies[one])
            self._reach(_numbers(self._bodies[one]))

    def _reach(self, numbers: Iterable[int]) -> None:
        new = {*numbers} - self.numbers
        self.numbers |= new
        self._waiting += [one for number in new for one in self._owners.get(number, ())]
        self._waiting += [self._table[number - 1] for number in new if 0 < number <= len(self._table)]


def cleared(found: bytearray, text: str) -> set[int]:
    """The places of functions in the table that are not reached. What is not, of the memory, becomes zeros.

    found: the file. text: the same as text.
    """
    constants = Constants(found, text)
    constants.clear_unkept()
    theirs = [constants.word(THEIRS + POOL + 4 * place) for place in range(COUNT)]
    lengths = constants.memory[LENGTHS : LENGTHS + COUNT]
    constants.clear(OF_THEIRS.start, len(OF_THEIRS))
    reached = Reached(constants, text)
    kept = {word for one in reached.constants for word in constants.words[one]}
    for word in (word for words in constants.words.values() for word in words if word not in kept):
        constants.clear(word, 4)
    for name, length in zip(theirs, lengths, strict=True):
        whole = constants.memory.rindex(0, 0, name) + 1  # a text that it is the end of
        if reached.numbers.isdisjoint(range(whole, name + length + 1)):
            constants.clear(name, length)
    for part in READ_BY_THEM:
        if read := reached.numbers.intersection(part):
            raise ValueError(f"something reads {read}")
        constants.clear(part.start, len(part))
    for address, place in PARTS.items():
        found[place] = constants.memory[address : address + place.stop - place.start]
    return reached.absent


def _numbers(body: str) -> Iterator[int]:
    """The numbers in the text of a function; two are put into one of 64 bits."""
    for constant, offset in NUMBER.findall(body):
        number = int(constant or offset) & 0xFFFF_FFFF_FFFF_FFFF
        yield from (number, number & 0xFFFF_FFFF, number >> 32)


def without(text: str, places: set[int]) -> str:
    """The text, with these places of the table leading nowhere, and without the names of their modules."""
    table = enumerate(TABLE.findall(text)[0].split(), 1)
    text = TABLE.sub(" ".join("$nowhere" if place in places else name for place, name in table), text)
    return text.replace(f"(i32.const {THEIRS})", f"(i32.const {max(POOLS)})")
