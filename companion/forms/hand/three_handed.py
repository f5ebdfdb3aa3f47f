"""The hand form of Three-Handed Euchre."""

from companion.forms.hand import countdown
from scoring.variants.three_handed import TABLE

FORM = countdown.form(countdown.Game(TABLE, "Nine of clubs turned up: everyone plays"))
