"""What templates need to print a score sheet."""

from django import template
from django.urls import reverse

from companion import rulebook
from companion.money import worth
from companion.recap.words import shown
from scoring import signed

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
def rule_address(rule: str) -> str:
    """Where the rule with this id can be read."""
    return reverse("rule", args=[rulebook.page_of_rule(rule)]) + "#" + rule
