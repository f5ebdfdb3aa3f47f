"""Modules of the kit generated from settings and data that the server reads at run time."""

from collections.abc import Iterator
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
ALONE = frozenset(("companion.pocket.rooms.alone", "companion.views.all_games", "companion.views.carry"))
ROOMS = frozenset(("companion.pocket.rooms.conflict", "companion.pocket.rooms.waiting")) | frozenset(
    f"companion.views.{name}"
    for name in (
        *("asking", "bank", "corrections", "disputes", "hands", "home"),
        *("new_game", "progress", "recap", "rulebook", "table"),
    )
)
# Their templates; those that they extend and include come with them.
DRAWN = (
    *("bank/", "board/", "books/", "chips/", "corrections/", "hand/", "hands/", "home/", "new/", "pocket/"),
    *("progress/", "recap/", "rules/", "settling/", "share/dispute.html", "table/", "400.html", "403.html"),
    "404.html",
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


def modules() -> dict[str, str]:
    """The source of each module, by its dotted name. Raises Uncompilable."""
    compile_all()  # those that only the server draws stop the build as well
    return {
        "companion.pocket.phone.given": given(),
        "companion.pocket.phone.routes": f"ROUTES = {list(routes())!r}\n",
        **({"companion.pocket.phone.samples": f"SAMPLES = {samples()!r}\n"} if settings.NO_SERVER else {}),
        "companion.rules.files": RULEBOOK.format(texts=rulebook(), guides=files.guides()),
        **compile_all(templates()),
    }


def templates() -> list[str]:
    """The names of the templates of rooms in the kit."""
    folder = Path(settings.BASE_DIR, "templates")
    names = [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*.html"))]
    drawn = (*DRAWN, "alone/", "carry/", "games/") if settings.NO_SERVER else DRAWN
    return [name for name in names if name.startswith(drawn)]


def rulebook() -> dict[str, str]:
    """The text of each page of the rulebook, and of each guide, by name."""
    return {name: files.text(name) for name in (*files.names(), *files.guides())}


def samples() -> dict[str, str]:
    """The text of the sample games of a phone without a server: a "game" in the middle, an "evening"."""
    folder = Path(settings.BASE_DIR, "examples")
    names = ("game", "evening")
    return {name: (folder / f"sample-{name}.json").read_text(encoding="utf-8") for name in names}


def given() -> str:
    """The settings of this Bower that the kit needs."""
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
        "STATIC": {name: staticfiles_storage.url(name) for name in stylesheets()},
        "TIME_ZONE": settings.TIME_ZONE,
    }
    return "".join(f"{name} = {value!r}\n" for name, value in values.items())


def stylesheets() -> list[str]:
    """The names of all stylesheets."""
    return sorted(path.name for path in Path(settings.BASE_DIR, "static").glob("*.css"))


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
