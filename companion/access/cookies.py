"""Cookies by name: under HTTPS with the prefix that lets nobody but this very host set them."""

from collections.abc import Callable, Mapping

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

PREFIX = "__Host-"
MAX_AGE = 400 * 24 * 3600  # the longest that browsers keep a cookie
GAINED = "bower-gained-"  # before the beginning of a device: a token that the phone got lately
BEFORE = "bower-before"  # the tokens before that, the last one first
DEVICE, CSRF, THEME = RENAMED = ("bower-device", "csrftoken", "look")
# Which storage the phone has, and how much waited in it when it last said so: "<id>.<count>".
KEPT = "bower-kept"
ZONE = "bower-zone"  # set by the phone's own script: the IANA name of its time zone
API = "/api/"


def named(name: str) -> str:
    """The name of a cookie as browsers keep it."""
    return PREFIX + name if settings.HTTPS else name


def read(cookies: Mapping[str, str], name: str) -> str:
    """The value of a cookie; under HTTPS also by its name without the prefix; "" if there is none."""
    return cookies.get(named(name)) or cookies.get(name, "")


def keep(response: HttpResponseBase, name: str, value: str, seconds: int = MAX_AGE) -> None:
    """Set a cookie that scripts can't read, by default for as long as browsers keep one."""
    response.set_cookie(
        named(name), value, max_age=seconds, secure=settings.HTTPS, httponly=True, samesite="Lax"
    )


def renamed(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: under HTTPS, replace the cookies of a Bower without the prefix by those with it.

    So no phone loses its tables with the change. Under /api/ no cookie is read or set.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if not settings.HTTPS or request.path_info.startswith(API):
            return get_response(request)
        old = [name for name in RENAMED if name in request.COOKIES and named(name) not in request.COOKIES]
        request.COOKIES.update({named(name): request.COOKIES[name] for name in old})
        response = get_response(request)
        for name in old:
            if named(name) not in response.cookies:
                keep(response, name, request.COOKIES[name])
            response.set_cookie(name, max_age=0, secure=True, httponly=True, samesite="Lax")
        return response

    return middleware


THEMES = ("day", "night")


def theme(request: HttpRequest) -> dict[str, str]:
    """Context processor: the theme chosen on this phone; "" for the system's setting."""
    chosen = read(request.COOKIES, THEME)
    return {"theme": chosen if chosen in THEMES else ""}


def edition(request: HttpRequest) -> dict[str, bool]:
    """Context processor: whether this is Bower without a server, all of it on one phone."""
    return {"no_server": settings.NO_SERVER}
