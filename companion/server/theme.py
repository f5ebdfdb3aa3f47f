"""The day or night theme chosen on a phone."""

from django.http import HttpRequest

from companion.access import cookies

THEMES = ("day", "night")


def theme(request: HttpRequest) -> dict[str, str]:
    """Context processor: the theme chosen on this phone; "" for the system's setting."""
    chosen = cookies.read(request.COOKIES, cookies.THEME)
    return {"theme": chosen if chosen in THEMES else ""}
