"""What only a server has, as a phone answers for it, module by module."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from companion.pocket.phone.surroundings import DEVICE

View = Callable[..., Any]

# companion.access.devices


class Deleted(Http404):
    """A table that its host deleted; known to the server only."""


class Removed(Http404):
    """A table whose host removed this phone; known to the server only."""


class OtherKey(PermissionDenied):
    """A cookie of another secret key; known to the server only."""


@dataclass(frozen=True)
class Successor:
    """The device that a phone is after it has gained a role: the same."""

    device: str


def device(request: HttpRequest) -> str:
    """This phone."""
    return DEVICE


def is_foreign(request: HttpRequest) -> bool:
    """No: its tables are its own."""
    return False


def renew(request: HttpRequest, successor: Successor) -> None:
    """Do nothing: the server gives a new token when it is told."""


def start_afresh(request: HttpRequest) -> None:
    """Do nothing: a phone's own tables have no key."""


def theme(request: HttpRequest) -> dict[str, str]:
    """The theme chosen on this phone; "" for the system's setting."""
    return {"theme": request.COOKIES.get("look", "")}


def keep_theme(response: HttpResponse, chosen: str) -> None:
    """Keep the theme chosen on this phone, as the engine stores it."""
    response.set_cookie("look", chosen if chosen in ("day", "night") else "")


def edition(request: HttpRequest) -> dict[str, bool]:
    """Whether there is no server."""
    return {"no_server": settings.NO_SERVER}


# companion.rendering.localized


def localized(value: Any, by_locale: bool = True) -> Any:
    """The value; a float that is not formatted is a tenth. Raises TypeError for others and for times."""
    if type(value) is float and not by_locale:
        return f"{value:.1f}"
    if type(value) is float or hasattr(value, "utcoffset"):
        raise TypeError("a " + type(value).__name__ + " without a filter")
    return value


# companion.server.build


def build() -> str:
    """Hash of all files that pages are made from."""
    from companion.pocket.phone.given import BUILD

    return BUILD


# companion.server.rates


def asks(view: View) -> View:
    """The view: nothing is limited."""
    return view


def wait_to_start(request: HttpRequest) -> int:
    """None to wait."""
    return 0


def count_start(request: HttpRequest, earlier: str, entries: int) -> None:
    """Count nothing."""


# companion.server.stylesheets


def element(request: HttpRequest | None, name: str) -> SafeString:
    """The HTML of a stylesheet, for the head of a page: a link, since its file is there already."""
    from companion.pocket.phone.given import STATIC

    return format_html('<link rel="stylesheet" href="{}">', STATIC[name])


def is_inlined(request: HttpRequest) -> bool:
    """No: stylesheets are linked."""
    return False


# companion.store.deleted


def tables_of_host(device: str) -> list[Any]:
    """None."""
    return []


def groups_of_host(device: str) -> list[Any]:
    """None."""
    return []


# companion.store.moments


def of_table(device: str, table_id: str) -> list[Any]:
    """None: they are shown with a network only."""
    return []


# companion.store.phones


def next_token(request: HttpRequest, secret: str) -> Successor:
    """This phone."""
    return Successor(DEVICE)
