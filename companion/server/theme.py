"""The day or night theme chosen on a phone."""

from django.http import HttpRequest

COOKIE = "look"
THEMES = ("day", "night")


def theme(request: HttpRequest) -> dict[str, str]:
    """Context processor: the theme chosen on this phone; "" for the system's setting."""
    chosen = request.COOKIES.get(COOKIE, "")
    return {"theme": chosen if chosen in THEMES else ""}
