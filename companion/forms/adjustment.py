"""Points put right by hand (ALL-05)."""

from collections.abc import Mapping

from companion.forms.fields import number, words

FIELDS = ("player", "points", "reason", "note")


def entry(values: Mapping[str, str]) -> dict[str, object]:
    """The entry that the form says."""
    return {"kind": "adjust", **number(values, "points"), **words(values, "player", "reason", "note")}
