"""The rule behind a refusal: its own, or the one that its field rests on."""

from scoring import Refusal, Variant
from scoring.fields import rules_by_field

RESULT = "result"


def rule_behind(refusal: Refusal, variant: Variant) -> str:
    """The rule of a refusal; without one, the rule that its field rests on, or ""."""
    return refusal.rule or rule_of_field(variant, refusal.field or "")


def rule_of_field(variant: Variant, field: str) -> str:
    """The id of the rule that a field of an entry rests on; "" if there is none.

    Fields of a played hand come before those of other entries with the same name.
    """
    if field == RESULT and variant.unplayed:
        return variant.unplayed[0].rule
    for fields in (variant.fields, *(kind.fields for kind in variant.kinds)):
        rules = rules_by_field(fields)
        if field in rules:
            return rules[field]
    return ""
