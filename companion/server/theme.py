"""The day or night theme, chosen by hand on a phone."""

from django.http import HttpRequest

COOKIE = "look"
THEMES = ("day", "night")


def theme(request: HttpRequest) -> dict[str, str]:
    """Context processor: the theme chosen on this phone; empty for the phone's own setting."""
    chosen = request.COOKIES.get(COOKIE, "")
    return {"theme": chosen if chosen in THEMES else ""}
