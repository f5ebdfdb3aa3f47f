"""The form of an adjustment (ALL-05)."""

from companion.forms.fields import EntryForm
from scoring.entries import ADJUST

FORM = EntryForm(ADJUST, "adjustments", folder="table")
