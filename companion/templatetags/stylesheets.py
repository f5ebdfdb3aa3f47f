"""The template tag of a page's stylesheets."""

from django import template
from django.template import Context
from django.utils.safestring import SafeString

from companion.server.stylesheets import element

register = template.Library()


@register.simple_tag(takes_context=True)
def stylesheet(context: Context, name: str) -> SafeString:
    """The stylesheet with this name in static/, inside the page or linked."""
    return element(context.get("request"), name)
