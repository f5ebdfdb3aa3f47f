"""The hand form of Buck Euchre."""

from companion.forms.hand import countdown
from scoring.variants.buck import TABLE

FORM = countdown.form(countdown.Game(TABLE, "Club turned up: everyone plays"))
