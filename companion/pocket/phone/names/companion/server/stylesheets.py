"""The stylesheets of a page on a phone: their files are there already, so that every page links them."""

from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from companion.pocket.phone.given import STATIC


def element(request: HttpRequest | None, name: str) -> SafeString:
    """The HTML of a stylesheet, for the head of a page."""
    return format_html('<link rel="stylesheet" href="{}">', STATIC[name])


def is_inlined(request: HttpRequest) -> bool:
    """No: stylesheets are linked."""
    return False
