"""Django as rooms use it, module by module. What draws pages is imported when it is used: it imports this."""

import importlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any
from urllib.parse import parse_qsl, quote

from companion.pocket.phone import given
from companion.pocket.phone.routing import path_of
from companion.pocket.phone.surroundings import HERE

SAFE = "/#%[]=:;$&()+,!?*@'~"  # in an address
View = Callable[..., Any]

# django.conf


class Settings:
    """The settings of the server that made the kit."""

    CURRENCY = given.CURRENCY
    DATA_UPLOAD_MAX_NUMBER_FIELDS = given.MAX_FIELDS
    HTTPS = given.HTTPS
    LANGUAGE_CODE = given.LANGUAGE_CODE
    MAX_BODY_BYTES = given.MAX_BODY_BYTES
    MAX_ENTRIES = given.MAX_ENTRIES
    NO_SERVER = given.NO_SERVER
    TIME_ZONE = given.TIME_ZONE


settings = Settings()


# django.core.exceptions


class PermissionDenied(Exception):
    """Raised where a role doesn't allow something."""


class SuspiciousOperation(Exception):
    """Raised for a request that no page sends."""


class TooManyFieldsSent(SuspiciousOperation):
    """Raised for a form with too many fields."""


# django.utils.safestring


class SafeString(str):
    """Text that is HTML already."""

    def __html__(self) -> str:
        return self

    def __add__(self, other: str) -> str:
        text = str(self) + str(other)
        return SafeString(text) if isinstance(other, SafeString) else text

    def __radd__(self, other: str) -> str:
        return other + str(self)


# django.http


class QueryDict:
    """Fields with their values, in the order sent; ``[]`` and ``get`` give the last one."""

    def __init__(self, query: str = "") -> None:
        self._lists: dict[str, list[str]] = {}
        found = parse_qsl(query, keep_blank_values=True)
        if len(found) > settings.DATA_UPLOAD_MAX_NUMBER_FIELDS:
            raise TooManyFieldsSent("too many fields")
        for name, value in found:
            self._lists.setdefault(name, []).append(value)

    def __contains__(self, name: object) -> bool:
        return name in self._lists

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._lists))

    def __len__(self) -> int:
        return len(self._lists)

    def __getitem__(self, name: str) -> str:
        return self._lists[name][-1]

    def get(self, name: str, default: Any = None) -> Any:
        """The last value of a field."""
        return self._lists[name][-1] if name in self._lists else default

    def getlist(self, name: str) -> list[str]:
        """All values of a field."""
        return list(self._lists.get(name, []))

    def keys(self) -> list[str]:
        """The names of the fields."""
        return list(self._lists)

    def items(self) -> list[tuple[str, str]]:
        """Names with their last values."""
        return [(name, values[-1]) for name, values in self._lists.items()]

    def dict(self) -> dict[str, str]:
        """The last value of each field."""
        found: dict[str, str] = {}
        for name, values in self._lists.items():
            found[name] = values[-1]
        return found


class Headers:
    """The headers of a request, in any case."""

    def __init__(self, meta: dict[str, Any]) -> None:
        self._meta = meta

    def __contains__(self, name: str) -> bool:
        return _in_meta(name) in self._meta

    def get(self, name: str, default: Any = None) -> Any:
        """A header's value."""
        return self._meta.get(_in_meta(name), default)


def _in_meta(name: str) -> str:
    return "HTTP_" + name.upper().replace("-", "_")


class HttpRequest:
    """A request; whoever makes it fills it in."""

    def __init__(self) -> None:
        self.method: str | None = None
        self.path = self.path_info = ""
        self.GET = QueryDict()
        self.POST = QueryDict()
        self.COOKIES: dict[str, str] = {}
        self.META: dict[str, Any] = {}

    @property
    def headers(self) -> Headers:
        """The headers by name."""
        return Headers(self.META)

    def get_full_path(self) -> str:
        """The path with its query."""
        query = self.META.get("QUERY_STRING", "")
        return self.path + ("?" + quote(query, SAFE) if query else "")


HTML = "text/html; charset=utf-8"


class Http404(Exception):
    """Raised where there is no such page."""


class Cookie:
    """A cookie that a response sets."""

    def __init__(self, value: str) -> None:
        self.value = value


class HttpResponseBase:
    """A response: status, headers, cookies, and its content as bytes."""

    status_code = 200

    def __init__(self, content: Any = b"", content_type: str = HTML, status: int | None = None) -> None:
        self.content = content if isinstance(content, bytes) else str(content).encode()
        self.headers: dict[str, Any] = {"Content-Type": content_type}
        self.cookies: dict[str, Cookie] = {}
        if status:
            self.status_code = status

    def __getitem__(self, name: str) -> str:
        return str(self.headers[name])

    def __setitem__(self, name: str, value: Any) -> None:
        self.headers[name] = value

    def __contains__(self, name: str) -> bool:
        return name in self.headers

    def items(self) -> list[tuple[str, str]]:
        """The headers."""
        return [(name, str(value)) for name, value in self.headers.items()]

    def set_cookie(self, name: str, value: str = "", **given: Any) -> None:
        """Set a cookie."""
        self.cookies[name] = Cookie(value)

    def delete_cookie(self, name: str, **given: Any) -> None:
        """Remove a cookie."""
        self.cookies[name] = Cookie("")


class HttpResponse(HttpResponseBase):
    """A response with all its content."""


class HttpResponseRedirectBase(HttpResponse):
    """A redirect."""

    status_code = 302

    def __init__(self, redirect_to: str) -> None:
        super().__init__()
        self.headers["Location"] = quote(str(redirect_to), SAFE)


class HttpResponsePermanentRedirect(HttpResponseRedirectBase):
    """A redirect that may be remembered."""

    status_code = 301


class HttpResponseNotAllowed(HttpResponse):
    """The response to a method that a page doesn't have."""

    status_code = 405

    def __init__(self, permitted: Iterable[str]) -> None:
        super().__init__()
        self.headers["Allow"] = ", ".join(permitted)


# django.middleware.csrf


NONE = "offline"


def get_token(request: HttpRequest) -> str:
    """The token that the server sent with the rows of a table, so that a page can be sent to it later."""
    from companion.pocket.phone.state import PHONE

    tokens = [str(document.get("csrf", "")) for document in PHONE.documents.values()]
    return next((token for token in reversed(tokens) if token), NONE)


# django.shortcuts


def render(
    request: HttpRequest, template: str, context: dict[str, Any] | None = None, status: int | None = None
) -> HttpResponse:
    """The page of a template."""
    return HttpResponse(get_template(template).render(context, request), status=status)


# django.template


Context = dict[str, Any]
Function = Callable[..., Any]


class Library:
    """Keeps nothing; its decorators leave the function as it is."""

    def filter(self, name: str | Function = "", function: Function | None = None) -> Any:
        """``register.filter(name, function)`` or ``@register.filter``."""
        return name if function is None else function

    def simple_tag(
        self, function: Function | None = None, takes_context: bool = False, name: str = ""
    ) -> Any:
        """``@register.simple_tag`` or ``@register.simple_tag(takes_context=True)``."""
        return _same if function is None else function


def _same(function: Function) -> Function:
    return function


# django.template.loader


def get_template(name: str) -> Any:
    """The template with this name."""
    from companion.rendering.pages import COMPILED, Template, module_name

    return Template(importlib.import_module(module_name(name)), importlib.import_module(COMPILED).PROCESSORS)


# django.urls


def reverse(name: str, args: Sequence[object] = ()) -> str:
    """The path of a room."""
    return path_of(name, args)


def get_script_prefix() -> str:
    """Where Bower's addresses begin."""
    return given.BASE


# django.utils.cache


def add_never_cache_headers(response: HttpResponseBase) -> None:
    """Let nobody keep the response."""
    response.headers["Cache-Control"] = "max-age=0, no-cache, no-store, must-revalidate, private"


# django.utils.html


def format_html(pattern: str, *values: Any) -> SafeString:
    """The pattern with the values in it, each escaped unless it is HTML."""
    from companion.rendering.values import escaped

    return SafeString(pattern.format(*[escaped(value) for value in values]))


# django.utils.http


def content_disposition_header(as_attachment: bool, filename: str) -> str | None:
    """The header of a download."""
    if not filename:
        return "attachment" if as_attachment else None
    disposition = "attachment" if as_attachment else "inline"
    if all(character == "\t" or " " <= character <= "~" for character in filename):
        escaped = filename.replace("\\", "\\\\").replace('"', '\\"')
        return f'{disposition}; filename="{escaped}"'
    return f"{disposition}; filename*=utf-8''{quote(filename)}"


# django.utils.timezone


def now() -> datetime:
    """The time of the request."""
    return HERE.now


def localtime(value: datetime | None = None) -> datetime:
    """A time in the zone of the reader, or else in that of the settings."""
    from companion.wording import reader
    from companion.wording.dates import zone_of

    at = now() if value is None else value
    return at.astimezone(zone_of(reader.zone()))


# django.utils.translation.trans_real


LONGEST = 500
WORD = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")
MOST = 8
DIGITS = 3


def parse_accept_lang_header(text: str) -> list[tuple[str, float]]:
    """The languages of an Accept-Language header and their weights, heaviest first; [] for a wrong one."""
    if len(text) > LONGEST:
        end = text.rfind(",", 0, LONGEST)
        text = text[:end] if end > 0 else ""
    found = []
    pieces = text.lower().split(",")
    if not pieces[-1].strip() and len(pieces) > 1:
        pieces = pieces[:-1]
    for at, piece in enumerate(pieces):
        name, semicolon, weight = (piece.strip() if at else piece.rstrip()).partition(";")
        value = _weight(weight.strip()) if semicolon else 1.0
        if value is None or not _is_language(name.rstrip()):
            return []
        found.append((name.rstrip(), value))
    found.sort(key=lambda one: -one[1])
    return found


def _is_language(name: str) -> bool:
    first, *rest = name.split("-")
    if name == "*":
        return True
    return (
        0 < len(first) <= MOST
        and LETTERS.issuperset(first)
        and all(0 < len(one) <= MOST and WORD.issuperset(one) for one in rest)
    )


def _weight(text: str) -> float | None:
    """The weight of "q=0.5"; None for anything else."""
    whole, point, rest = text[2:].partition(".")
    if (
        text[:2] != "q="
        or whole not in ("0", "1")
        or len(rest) > DIGITS
        or (point and not all(one in "0123456789" for one in rest))
    ):
        return None
    if whole == "1":
        return None if rest.strip("0") else 1.0
    return int(rest or "0") / 10 ** len(rest)


# django.views.decorators.cache


def never_cache(view: View) -> View:
    """Let nobody keep the page."""

    def inner(request: HttpRequest, *args: Any) -> HttpResponse:
        response: HttpResponse = view(request, *args)
        add_never_cache_headers(response)
        return response

    return inner


def cache_control(private: bool, no_cache: bool) -> Callable[[View], View]:
    """Let the page be kept, and asked for again each time."""

    def decorated(view: View) -> View:
        def inner(request: HttpRequest, *args: Any) -> HttpResponse:
            response: HttpResponse = view(request, *args)
            parts = (("private", private), ("no-cache", no_cache))
            response.headers["Cache-Control"] = ", ".join(name for name, there in parts if there)
            return response

        return inner

    return decorated


# django.views.decorators.http


def require_http_methods(methods: Sequence[str]) -> Callable[[View], View]:
    """Answer other methods with 405."""

    def decorated(view: View) -> View:
        def inner(request: HttpRequest, *args: Any) -> HttpResponse:
            if request.method not in methods:
                return HttpResponseNotAllowed(methods)
            response: HttpResponse = view(request, *args)
            return response

        return inner

    return decorated


require_POST = require_http_methods(["POST"])  # noqa: N816 - its name in Django
require_safe = require_http_methods(["GET", "HEAD"])


# django_htmx.http


class HttpResponseClientRedirect(HttpResponseRedirectBase):
    """A redirect that htmx follows as a whole page."""

    status_code = 200

    def __init__(self, redirect_to: str) -> None:
        super().__init__(redirect_to)
        self.headers["HX-Redirect"] = self.headers.pop("Location")
