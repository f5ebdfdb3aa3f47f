"""``babel`` on a phone: locales by name, with what is known of them."""

from babel.data import NAMES

PLACES: dict[str, tuple[int, int]] = {}


def _read() -> None:
    for money, english, names in NAMES:
        for name in names.split(" "):
            PLACES[name] = money, english


class UnknownLocaleError(Exception):
    """Raised for a locale that Babel doesn't know."""


class Format:
    """A format of money; ``pattern`` is its number."""

    def __init__(self, number: int) -> None:
        self.pattern = str(number)


class Locale:
    """A locale: ``money`` and ``english`` are the numbers of its formats."""

    def __init__(self, name: str) -> None:
        if not PLACES:
            _read()
        if name not in PLACES:
            raise UnknownLocaleError(name)
        self.name = name
        self.money, self.english = PLACES[name]
        self.currency_formats = {"standard": Format(self.money)}
        self.language = "en" if self.english >= 0 else name.partition("-")[0]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def parse(cls, name: str, sep: str = "-") -> "Locale":
        """The locale with this name. Raises UnknownLocaleError."""
        return cls(name.lower().replace("_", "-"))
