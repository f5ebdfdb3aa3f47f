"""A hand in progress, from the deal to the last trick: ``progress(state, moves)`` says all a page shows."""

from .fold import first_dealer, progress
from .moves import FIELDS, TELLINGS, Offer
from .playing import ThrowIn
from .renege import advice as renege_advice
from .told import PHASES, Accused, Taken
from .view import Instruction, Progress, Showdown, Table

__all__ = [
    "FIELDS",
    "PHASES",
    "TELLINGS",
    "Accused",
    "Instruction",
    "Offer",
    "Progress",
    "Showdown",
    "Table",
    "Taken",
    "ThrowIn",
    "first_dealer",
    "progress",
    "renege_advice",
]
