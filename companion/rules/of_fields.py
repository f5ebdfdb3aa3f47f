"""The rules behind a refusal: those that it names, or the one that its field rests on."""

from companion.rules import rulebook
from scoring import Variant
from scoring.fields import rules_by_field

RESULT = "result"


def rules_of_field(message: str, variant: Variant, field: str) -> list[str]:
    """The ids that a refusal names, each once; if none, the rule that this field rests on, if any."""
    named = rulebook.named(message)
    rule = rule_of_field(variant, field)
    return named or ([rule] if rule else [])


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
