"""Day or night by hand; else the phone's own setting decides."""

from django.http import HttpRequest

COOKIE = "look"
LOOKS = ("day", "night")


def look(request: HttpRequest) -> dict[str, str]:
    """Context processor: the look chosen on this phone, empty for the phone's own."""
    chosen = request.COOKIES.get(COOKIE, "")
    return {"look": chosen if chosen in LOOKS else ""}
