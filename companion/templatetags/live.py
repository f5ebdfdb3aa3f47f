"""Template tags of pages that follow a table or a night."""

from django import template
from django.template import Context

from companion.server.etags import page_tag, tag

register = template.Library()


@register.simple_tag(takes_context=True, name="page_tag")
def tag_of_page(context: Context) -> str:
    """The ETag of this page: see ``page_tag``."""
    return page_tag(context["request"], context["table"], context["viewer"])


@register.simple_tag(takes_context=True, name="night_tag")
def tag_of_night(context: Context) -> str:
    """The ETag of this page of a night: it moves with every hand at a table of the night."""
    night, viewer = context["night"], context["viewer"]
    return tag(context["request"], night.version, night.revision, viewer.device)
