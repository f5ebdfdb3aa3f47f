"""``django.http.response`` on a phone."""

from collections.abc import Iterable
from typing import Any

from companion.pocket.phone.quoting import quoted

SAFE = "/#%[]=:;$&()+,!?*@'~"
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
        self.headers["Location"] = quoted(str(redirect_to), SAFE)


class HttpResponsePermanentRedirect(HttpResponseRedirectBase):
    """A redirect that may be remembered."""

    status_code = 301


class HttpResponseNotAllowed(HttpResponse):
    """The response to a method that a page doesn't have."""

    status_code = 405

    def __init__(self, permitted: Iterable[str]) -> None:
        super().__init__()
        self.headers["Allow"] = ", ".join(permitted)
