"""Template tags of pages that follow a table."""

from django import template
from django.template import Context

from companion.server.etags import page_tag

register = template.Library()


@register.simple_tag(takes_context=True, name="page_tag")
def tag_of_page(context: Context) -> str:
    """The ETag of this page: see ``page_tag``."""
    return page_tag(context["request"], context["table"], context["viewer"])
