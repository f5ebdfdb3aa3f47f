"""What a check found: all well, something to know, or something to mend."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from companion.operating.words import Trouble, first_line

OK, NOTE, LOOK = LEVELS = ("OK", "Note", "Look")


@dataclass(frozen=True)
class Finding:
    """One line: its level, what was found, and what to do, "" if nothing is to be done."""

    level: str
    what: str
    do: str = ""

    @property
    def line(self) -> str:
        """The finding as it is written."""
        return f"{self.level:6}{self.what}" + (f" – {self.do}" if self.do else "")


Check = Callable[[], Iterable[Finding]]


def well(what: str) -> Finding:
    """All is well."""
    return Finding(OK, what)


def note(what: str, do: str = "") -> Finding:
    """Something to know."""
    return Finding(NOTE, what, do)


def look(what: str, do: str) -> Finding:
    """Something to mend."""
    return Finding(LOOK, what, do)


def found_by(checks: Iterable[Check]) -> Iterator[Finding]:
    """What the checks find, in their order. A check that fails is a finding; told once if others do alike."""
    told: set[str] = set()
    for check in checks:
        try:
            yield from check()
        except Trouble as trouble:
            if str(trouble) not in told:
                yield Finding(LOOK, str(trouble))
            told.add(str(trouble))
        except Exception as error:  # the other checks are to be made as well
            name = check.__name__.replace("_", " ")
            yield Finding(LOOK, f"{name}: cannot be looked at ({type(error).__name__}: {first_line(error)})")
