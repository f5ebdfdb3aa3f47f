"""scoring/entry_types.py: written from the games' fields, and wide enough for every entry that scores."""

from typing import get_type_hints

import pytest

from scoring import VARIANTS, entry_types
from tests import entry_types as writer
from tests.scoring.vectors import vectors

GOOD = [vector.record for vector in vectors() if "error" not in vector.expect]


def type_of(variant, entry):
    if entry["kind"] != "hand":
        return getattr(entry_types, writer.camel(entry["kind"]))
    played = entry.get("result", "played") == "played"
    return getattr(entry_types, writer.camel(variant) + "Hand") if played else entry_types.UnplayedHand


def misfits(variant, entry):
    """Fields that the type lacks, and fields that it requires and the entry leaves out."""
    typed = type_of(variant, entry)
    return (set(entry) - set(get_type_hints(typed))) | (typed.__required_keys__ - set(entry))


def test_the_types_are_written_from_the_fields():
    assert writer.FILE.read_text(encoding="utf-8") == writer.document(), "make generated writes them"


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_entry_that_scores_has_its_type(variant):
    entries = [entry for record in GOOD if record["variant"] == variant for entry in record["entries"]]
    assert len(entries) > 20
    assert [entry for entry in entries if misfits(variant, entry)] == []


def test_a_field_too_many_and_a_field_too_few_are_noticed():
    assert misfits("partnership", {"kind": "hand", "maker": "Ann", "kings": []}) == {"kings", "tricks"}
