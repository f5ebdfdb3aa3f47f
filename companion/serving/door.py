"""Which connections are let in, and how much may wait for them: by address, and in all."""

from collections import Counter
from enum import Enum

from companion.server.capacity import Capacity, Notice

SPARE = 64  # descriptors for files, and for what is refused in words
OF_A_THREAD = 4  # descriptors: an SQLite connection holds three
UNREAD_OF_ONE, UNREAD_IN_ALL = 32_000_000, 128_000_000  # bytes of answers that clients have not read yet
IN_WORDS = 16  # connections of one address over its limit that get an answer; the others are closed


class Verdict(Enum):
    """What becomes of a new connection."""

    IN = "let in"
    REFUSED = "answered 503"
    CUT = "closed without an answer"


class Door:
    """The open connections by address.

    of_one: so many at most; 0: no limit, as behind a proxy, whose connections are everybody's. With a
    limit, no address gets more than half of the descriptors. ``unread``: bytes of answers that wait for their
    clients, by address.
    """

    def __init__(self, of_one: int, descriptors: int, threads: int) -> None:
        self.highest = max(descriptors // 2, descriptors - SPARE - OF_A_THREAD * threads)
        self.last = (self.highest + descriptors) // 2
        self.of_one = min(of_one, self.highest // 2) if of_one else 0
        self.open: Counter[str] = Counter()
        self.unread = Capacity("Too much that is not read", UNREAD_OF_ONE if of_one else 0, UNREAD_IN_ALL)
        self.full = Notice("Too many open files; new connections are refused")
        self.too_many = Notice("Too many connections of one address (ADDRESS_CONNECTIONS)")

    def enter(self, address: str, descriptor: int) -> Verdict:
        """Count a new connection, which ``leave`` gives back whatever became of it.

        The system numbers descriptors from the lowest free one, so that a number says how many are in use.
        """
        self.open[address] += 1
        over = self.open[address] - self.of_one if self.of_one else 0
        if descriptor >= self.highest:
            self.full.due()
        elif over > 0:
            self.too_many.due()
        else:
            return Verdict.IN
        return Verdict.CUT if descriptor >= self.last or over > IN_WORDS else Verdict.REFUSED

    def leave(self, address: str) -> None:
        """Forget a connection."""
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address]
