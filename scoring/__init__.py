"""Bower's rules library: six games of euchre, exact, from a record to its standing.

``read`` a record, ``replay`` it to a ``Standing``; or walk it entry by entry with ``opening`` and ``step``.
A hand while it is played is told to ``scoring.progress``.
"""

from .betting import Limits, Round, Turn
from .game import Standing, opening, replay, step
from .record import Record, from_json, read, write
from .refusal import Refusal
from .sheet import score_sheet, signed
from .variants import VARIANTS
from .variants.base import Hand, Line, Option, Posting, State, Step, Variant

__version__ = "0.1.0"

__all__ = [
    "VARIANTS",
    "Hand",
    "Limits",
    "Line",
    "Option",
    "Posting",
    "Record",
    "Refusal",
    "Round",
    "Standing",
    "State",
    "Step",
    "Turn",
    "Variant",
    "__version__",
    "from_json",
    "opening",
    "read",
    "replay",
    "score_sheet",
    "signed",
    "step",
    "write",
]
