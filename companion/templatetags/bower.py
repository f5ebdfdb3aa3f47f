"""Template filters and tags for scores, names and rules."""

from datetime import datetime
from functools import cache
from typing import Literal

from django import template
from django.template import Context
from django.urls import get_script_prefix, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from companion.log.table import Table
from companion.rules import rulebook
from companion.rules.house_rules import Place, is_played
from companion.server.etags import tag
from companion.server.stylesheets import element
from companion.wording import dates
from companion.wording.money import worth
from companion.wording.names import shown, shown_sentence
from scoring import Refusal, __version__, ledger, signed

register = template.Library()


register.filter("signed", signed)
register.filter("shown", shown)
register.filter("shown_sentence", shown_sentence)
register.filter("worth", worth)
register.filter("day", dates.day)
register.filter("short_day", dates.short_day)


@register.filter
def minus(score: int | None) -> str:
    """A score with a true minus sign; a dash for None."""
    return "–" if score is None else str(score).replace("-", "−")


@register.filter
def result(net: int) -> str:
    """A gain or loss: "+56", "−39", "even"."""
    return signed(net) if net else "even"


@register.filter
def moment(at: datetime) -> str:
    """A time in local time: "Nov 14, 20:05", in British English "14 Nov, 20:05"."""
    return dates.moment(localtime(at))


@register.filter
def rule_address(rule: str, table: Table | None = None) -> str:
    """The address of a rule; on a page with the options of *table* if the table plays by the rule."""
    query = f"?table={table.id}" if table and is_played(rule, table) else ""
    return _page_of_rule(rule, get_script_prefix()) + query + "#" + rule


@cache
def _page_of_rule(rule: str, prefix: str) -> str:
    """The address of a rule's page; *prefix*: under which Bower's addresses are."""
    return reverse("rule", args=[rulebook.page_of_rule(rule)])


@register.filter
def rule_beside(rule: str, place: Place) -> str:
    """The address of a rule, relative to this rulebook page if the rule is on it."""
    here = rulebook.page_of_rule(rule) == place.page.name and is_played(rule, place.table)
    return "#" + rule if here else rule_address(rule, place.table)


@register.filter
def sentence(refusal: Refusal) -> str:
    """The sentence of a refusal, its names isolated from the words around them."""
    values = {
        name: shown(value) if isinstance(value, str) else value for name, value in refusal.values.items()
    }
    return type(refusal)(refusal.code, None, None, entry=None, **values).message


@register.simple_tag
def rule_link(refusal: Refusal, table: Table | Literal[""] = "") -> SafeString:
    """A space and the link to the rule behind a refusal at a table; empty without a rule."""
    rule = rulebook.rule_behind(refusal, table.variant) if table else refusal.rule
    if not rule:
        return SafeString("")
    return format_html(' <a class="rule" href="{}">{}</a>', rule_address(rule, table or None), rule)


@register.simple_tag
def version() -> str:
    """Bower's version, as `0.1.0`."""
    return __version__


@register.simple_tag
def bank_rule(name: str) -> str:
    """The id of a rule of the bank, by its name in ``scoring.ledger`` without ``_RULE``."""
    rule: str = getattr(ledger, f"{name}_RULE")
    return rule


# Template tags of pages that follow a table or a night.


@register.simple_tag(takes_context=True, name="page_tag")
def tag_of_page(context: Context) -> str:
    """The ETag of this page of a table."""
    table, viewer = context["table"], context["viewer"]
    return tag(context["request"], table.version, viewer.revision, viewer.device + table.id)


@register.simple_tag(takes_context=True, name="night_tag")
def tag_of_night(context: Context) -> str:
    """The ETag of this page of a night: it moves with every hand at a table of the night."""
    night, viewer = context["night"], context["viewer"]
    return tag(context["request"], night.version, night.revision, viewer.device)


# The template tag of a page's stylesheets.


@register.simple_tag(takes_context=True)
def stylesheet(context: Context, name: str) -> SafeString:
    """The stylesheet with this name in static/, inside the page or linked."""
    return element(context.get("request"), name)
