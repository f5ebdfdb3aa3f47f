"""``django.middleware.csrf`` on a phone."""

from companion.pocket.phone.state import PHONE
from django.http import HttpRequest

NONE = "offline"


def get_token(request: HttpRequest) -> str:
    """The token that the server sent with the rows of a table, so that a page can be sent to it later."""
    tokens = [str(document.get("csrf", "")) for document in PHONE.documents.values()]
    return next((token for token in reversed(tokens) if token), NONE)
