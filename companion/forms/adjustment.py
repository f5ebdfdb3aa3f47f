"""The form of an adjustment (ALL-05)."""

from collections.abc import Mapping

from companion.forms.fields import EntryForm, number, words


def entry(values: Mapping[str, str]) -> dict[str, object]:
    """An adjustment of points, with a reason."""
    return {"kind": "adjust", **number(values, "points"), **words(values, "player", "reason", "note")}


FORM = EntryForm("adjust", "adjustments", ("player", "points", "reason", "note"), entry, folder="table")
