"""Bower's rules library: games of the euchre family, exact, from a record to its standing.

``read`` a record, ``replay`` it to a ``Standing``; or walk it entry by entry with ``opening`` and ``step``.
``scoring.progress`` follows a hand while it is played.
"""

from .betting import Limits, Round, Turn
from .game import Standing, opening, replay, score_sheet, signed, step, steps
from .options import Option
from .record import Record, from_json, read, write
from .refusal import Refusal
from .table import Hand, Line, Posting, State, Step
from .variant import Variant
from .variants import VARIANTS

__version__ = "0.3.0.dev0"

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
    "steps",
    "write",
]
