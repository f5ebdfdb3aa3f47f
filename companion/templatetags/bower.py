"""What templates need to print a score sheet."""

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from companion.log.table import Table
from companion.rules import rulebook
from companion.rules.house_rules import Place, is_played
from companion.rules.of_fields import rules_behind
from companion.wording.money import worth
from companion.wording.names import shown
from scoring import bank_rules, signed

register = template.Library()
register.filter("signed", signed)
register.filter("shown", shown)
register.filter("worth", worth)


@register.filter
def minus(score: int | None) -> str:
    """A score with a true minus sign; a dash for nobody's."""
    return "–" if score is None else str(score).replace("-", "−")


@register.filter
def result(net: int) -> str:
    """ "+56", "−39", "even"."""
    return signed(net) if net else "even"


@register.filter
def rule_address(rule: str, table: Table | None = None) -> str:
    """Where the rule with this id can be read; with the options of *table* beside it, if there is one."""
    query = f"?table={table.id}" if table and is_played(rule, table) else ""
    return reverse("rule", args=[rulebook.page_of_rule(rule)]) + query + "#" + rule


@register.filter
def rule_beside(rule: str, place: Place) -> str:
    """Where the rule can be read by somebody who reads this page of the rulebook."""
    here = rulebook.page_of_rule(rule) == place.page.name and is_played(rule, place.table)
    return "#" + rule if here else rule_address(rule, place.table)


@register.simple_tag
def behind(message: str, table: Table, field: str) -> list[str]:
    """The ids of the rules behind a refusal of this field at this table."""
    return rules_behind(message, table.variant, field)


@register.simple_tag
def bank_rule(name: str) -> str:
    """The id of a rule of the bank, by its name in ``scoring.bank_rules``."""
    rule: str = getattr(bank_rules, name)
    return rule


@register.filter
def cited(text: object, table: Table | None = None) -> SafeString:
    """Words in which every id of a rule leads to the rule; safe, whatever else they hold."""
    words = str(text)
    rules = rulebook.rules()
    pieces = []
    at = 0
    for found in rulebook.REFERENCE.finditer(words):
        if found[0] in rules:
            link = format_html('<a class="rule" href="{}">{}</a>', rule_address(found[0], table), found[0])
            pieces += [(words[at : found.start()],), (link,)]
            at = found.end()
    return format_html_join("", "{}", [*pieces, (words[at:],)])
