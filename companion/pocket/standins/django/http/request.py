"""``django.http.request`` on a phone: a request, and the fields of a query or a form."""

from collections.abc import Iterator
from typing import Any

from companion.pocket.phone.quoting import fields, quoted
from django.conf import settings
from django.core.exceptions import TooManyFieldsSent

SAFE = "/#%[]=:;$&()+,!?*@'~"


class QueryDict:
    """Fields with their values, in the order sent; ``[]`` and ``get`` give the last one."""

    def __init__(self, query: str = "") -> None:
        self._lists: dict[str, list[str]] = {}
        found = fields(query)
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
        return self.path + ("?" + quoted(query, SAFE) if query else "")
