"""What a request brings with it, since a worker has neither: the time, and chance."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TypeVar

Item = TypeVar("Item")
DEVICE = "this phone"


class Surroundings:
    """The time of the request that is being answered, and the random UUIDs that came with it."""

    def __init__(self) -> None:
        self.now = datetime(1970, 1, 1, tzinfo=UTC)
        self._random: list[str] = []

    def bring(self, now: datetime, random: Sequence[str]) -> None:
        """Begin a request: the time, and random UUIDs as text."""
        self.now = now
        self._random = list(random)

    def uuid(self) -> str:
        """The next random UUID. Raises IndexError if too few came with the request."""
        return self._random.pop(0)

    def choice(self, items: Sequence[Item]) -> Item:
        """One of the items, by the next random UUID."""
        return items[int(self.uuid().replace("-", "")[:8], 16) % len(items)]

    def text(self, alphabet: str, length: int) -> str:
        """So many characters of an alphabet of 32, by the next random UUID."""
        digits = self.uuid().replace("-", "")
        return "".join(alphabet[int(digits[2 * at : 2 * at + 2], 16) % len(alphabet)] for at in range(length))


HERE = Surroundings()
choice = HERE.choice  # as `secrets` has it


def moment(text: str) -> datetime:
    """A time in ISO format, UTC."""
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def iso(at: datetime) -> str:
    """A time in ISO format with microseconds, UTC."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")
