"""The forms of bank entries (PC-03, PC-04, PC-21, ALL-05)."""

from collections.abc import Mapping

from companion.forms.fields import EntryForm
from scoring.entries import BANK_KINDS, HAND

Values = Mapping[str, str]

FORMS = {
    kind.name: EntryForm(kind, kind.name.replace("-", "_") + "s") for kind in BANK_KINDS if kind is not HAND
}
"""By kind; the address of a form is the kind's name in the plural."""


def at_once(values: Values) -> Values:
    """The fields after a one-tap button: its value, "42 Dee", sets chips and player.

    Credit and note are cleared.
    """
    chips, space, player = values.get("at-once", "").partition(" ")
    return {**values, "player": player, "chips": chips, "on_credit": "", "note": ""} if space else values
