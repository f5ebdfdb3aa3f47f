"""Modules of the kit that are generated: from settings, from data, and from this Python's Unicode tables."""

import functools
import sys
import unicodedata
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from types import ModuleType

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.urls import URLPattern, URLResolver, get_script_prefix
from django.urls.converters import IntConverter, SlugConverter

from companion.pocket import urls as of_phone
from companion.rendering.compiling import compile_all
from companion.rules import files
from companion.server.build import build
from companion.urls import urlpatterns
from companion.views import urls as rooms

# Modules of the rooms in the kit; all others need the server.
# Without one, these too.
ALONE = frozenset(
    f"companion.{name}"
    for name in ("pocket.rooms.alone", "pocket.rooms.figures", "views.all_games", "views.carry")
)
ROOMS = frozenset(("companion.pocket.rooms.waiting",)) | frozenset(
    f"companion.views.{name}"
    for name in (
        *("bank", "corrections", "hands", "home"),
        *("new_game", "progress", "recap", "rulebook", "table"),
    )
)
# Their templates; those that they extend and include come with them.
DRAWN = (
    *("bank/", "board/", "books/", "chips/", "corrections/", "hand/", "hands/", "home/", "new/", "pocket/"),
    *("progress/", "recap/", "rules/", "settling/", "share/dispute.html", "table/", "400.html", "403.html"),
    *("404.html", "405.html"),
)
RULEBOOK = """TEXTS = {texts!r}
GUIDES = {guides!r}

def names():
    return [name for name in TEXTS if name not in GUIDES]

def guides():
    return GUIDES

def text(name):
    return TEXTS[name]
"""
CONVERTERS = {IntConverter: "int", SlugConverter: "slug"}
CHARACTERS = "unicodedata_tables"
CaseMapping = Callable[[str], str]
Kind = tuple[str, str]
# Numbers are written in ASCII: a byte that is no letter would be four characters of the source.
DIGITS = "".join(chr(code) for code in range(35, 127) if chr(code) not in "'\\")
ONE = 64  # digits of which one is a whole number


def modules() -> dict[str, str]:
    """The source of each module, by its dotted name. Raises Uncompilable."""
    compile_all()  # those that only the server draws stop the build as well
    root, drawn = Path(settings.BASE_DIR), [*DRAWN]
    found = {
        "companion.pocket.phone.given": given(),
        "companion.pocket.phone.routes": f"ROUTES = {list(routes())!r}\n",
    }
    if settings.NO_SERVER:
        drawn += ["alone/", "carry/", "games/"]
        # The sample games of a phone without a server: a "game" in the middle, an "evening"
        samples = {
            name: (root / "examples" / f"sample-{name}.json").read_text(encoding="utf-8")
            for name in ("game", "evening")
        }
        found["companion.pocket.phone.samples"] = f"SAMPLES = {samples!r}\n"
    texts = {name: files.text(name) for name in (*files.names(), *files.guides())}
    names = [
        path.relative_to(root / "templates").as_posix()
        for path in sorted((root / "templates").rglob("*.html"))
    ]
    return {
        **found,
        "companion.rules.files": RULEBOOK.format(texts=texts, guides=files.guides()),
        **compile_all([name for name in names if name.startswith(tuple(drawn))]),
    }


def given() -> str:
    """The settings of this Bower that the kit needs."""
    stylesheets = sorted(path.name for path in Path(settings.BASE_DIR, "static").glob("*.css"))
    values = {
        "BUILD": build(),
        "BASE": get_script_prefix(),
        "CURRENCY": settings.CURRENCY,
        "LANGUAGE_CODE": settings.LANGUAGE_CODE,
        "MAX_BODY_BYTES": settings.MAX_BODY_BYTES,
        "MAX_ENTRIES": settings.MAX_ENTRIES,
        "MAX_FIELDS": settings.DATA_UPLOAD_MAX_NUMBER_FIELDS,
        "HTTPS": settings.HTTPS,
        "NO_SERVER": settings.NO_SERVER,
        "STATIC": {name: staticfiles_storage.url(name) for name in stylesheets},
        "TIME_ZONE": settings.TIME_ZONE,
    }
    return "".join(f"{name} = {value!r}\n" for name, value in values.items())


def routes() -> Iterator[tuple[tuple[object, ...], str, str, str]]:
    """All pages: parts of the address, name, and module and attribute of the view; "" with a network only."""
    own = {pattern.name for pattern in rooms.urlpatterns if isinstance(pattern, URLPattern)}
    of_edition = of_phone.without_server if settings.NO_SERVER else []
    modules = ROOMS | ALONE if settings.NO_SERVER else ROOMS
    here = {pattern.name: pattern for pattern in (*of_phone.urlpatterns, *of_edition)}
    for pattern in (*here.values(), *urlpatterns):
        if isinstance(pattern, URLResolver) or not pattern.name or pattern.name not in own:
            continue
        if here.get(pattern.name, pattern) is not pattern:
            continue
        module, attribute = _place(pattern.callback)
        kept = (module, attribute) if module in modules else ("", "")
        yield (_parts(pattern), pattern.name, *kept)


def _parts(pattern: URLPattern) -> tuple[object, ...]:
    """The address: texts, and (converter, name) of what varies."""
    converters = pattern.pattern.converters
    parts: list[object] = []
    rest = str(pattern.pattern)
    while "<" in rest:
        text, _left, rest = rest.partition("<")
        inside, _right, rest = rest.partition(">")
        name = inside.partition(":")[2]
        parts += [text] if text else []
        parts.append((CONVERTERS[type(converters[name])], name))
    return tuple([*parts, rest] if rest else parts)


def _place(view: object) -> tuple[str, str]:
    """The module and the name of a view, "" for one of a room that is not in the kit.

    Raises LookupError for one of a room in the kit without a name of its own.
    """
    for module in (*vars(of_phone).values(), *vars(rooms).values()):
        if isinstance(module, ModuleType):
            for name, found in vars(module).items():
                if found is view:
                    return module.__name__, name
    if getattr(view, "__module__", "") not in ROOMS:  # of a package of rooms that need the server
        return "", ""
    raise LookupError(f"expected {view!r} to be named in its module")


def characters() -> str:
    """Source of the module of tables that ``standins/unicodedata.py`` reads."""
    # Of each character its category and properties. Asked of all by map(): a call of our own for each would
    # take most of the time of a build.
    every = list(map(chr, range(sys.maxunicode + 1)))
    asked = zip(
        map(unicodedata.category, every),
        map(str.isprintable, every),
        map(str.isalnum, every),
        map(str.isdecimal, every),
        map(unicodedata.combining, every),
        map(unicodedata.bidirectional, every),
        map(unicodedata.east_asian_width, every),
        map(str.isupper, every),
        map(str.islower, every),
        strict=True,
    )
    kinds = [_kind(*one) for one in asked]
    starts = [code for code in range(len(kinds)) if not code or kinds[code] != kinds[code - 1]]
    known = sorted({kinds[code] for code in starts})
    gaps = "".join(_written(after - before) for before, after in pairwise(starts))
    kind_of = "".join(DIGITS[known.index(kinds[code])] for code in starts)
    maps = {"LOWER": str.lower, "UPPER": str.upper, "FOLD": str.casefold}
    lines = [f"KINDS = {known!r}", f"GAPS = {gaps.encode()!r}", f"KIND_OF = {kind_of.encode()!r}"]
    lines += [f"{name} = {_mapping(change)!r}" for name, change in maps.items()]
    both = zip(every, map(str.title, every), map(str.upper, every), strict=True)
    titles = {character: title for character, title, upper in both if title != upper and character > "\x7f"}
    lines.append(f"TITLE = {titles!r}")
    return "\n".join(lines) + "\n"


def _written(gap: int) -> str:
    """The length of a run in digits, the lowest first; the last one is less than ONE."""
    said = ""
    while gap >= ONE:
        gap, digit = divmod(gap - ONE, len(DIGITS) - ONE)
        said += DIGITS[ONE + digit]
    return said + DIGITS[gap]


@functools.cache
def _kind(
    category: str,
    printable: bool,
    alphanumeric: bool,
    decimal: bool,
    combining: int,
    bidirectional: str,
    width: str,
    upper: bool,
    lower: bool,
) -> Kind:
    """The category, and the other properties as letters: Printable, Alphanumeric, Decimal …"""
    letters = (
        ("P", printable),
        ("A", alphanumeric),
        ("D", decimal),
        ("C", combining != 0),
        ("R", bidirectional in ("R", "AL", "AN")),
        ("W", width in ("W", "F")),
        ("U", upper),
        ("L", lower),
    )
    return category, "".join(letter for letter, has in letters if has)


def _mapping(change: CaseMapping) -> tuple[list[tuple[int, int, int, int]], dict[str, str]]:
    """Runs of (first, last, step, difference) in rising order, and what becomes several characters."""
    runs: list[tuple[int, int, int, int]] = []
    several: dict[str, str] = {}
    every = list(map(chr, range(128, sys.maxunicode + 1)))
    for character, to in zip(every, map(change, every), strict=True):
        if to == character or "\ud800" <= character < "\ue000":
            continue
        if len(to) > 1:
            several[character] = to
            continue
        code = ord(character)
        away = ord(to) - code
        first, last, step, difference = runs[-1] if runs else (0, -9, 1, 0)
        gap = code - last
        if difference == away and gap in (1, 2) and gap == (step if last > first else gap):
            runs[-1] = (first, code, gap, away)
        else:
            runs.append((code, code, 1, away))
    return runs, several
