"""``django.utils.safestring``. MicroPython joins no subclass of str, and finds none in a dictionary."""


class SafeString(str):
    """Text that is HTML already."""

    def __html__(self) -> str:
        return self

    def __add__(self, other: str) -> str:
        text = str(self) + str(other)
        return SafeString(text) if isinstance(other, SafeString) else text

    def __radd__(self, other: str) -> str:
        return other + str(self)


def mark_safe(text: str) -> SafeString:
    """The text as HTML."""
    return text if isinstance(text, SafeString) else SafeString(text)
