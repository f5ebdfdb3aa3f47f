"""A hand in progress, from the deal to the last trick: ``progress(state, moves)`` says all a page shows.

*state* is the table before the hand, *moves* are JSON objects, each with ``move`` and the fields that
``FIELDS`` names:

- the deal: ``dealer``, ``away``, ``back`` (each ``player``), ``dealt``, ``turned`` (``card``: a suit, or a
  card of the pack), ``result`` (``result``: a deal that came to nothing)
- calling: ``pass``, ``order``, ``name`` (``trump``), ``trade``, all with ``player``, ``order`` and ``name``
  in partnership with ``alone``; ``defend`` (``player``) or ``together`` against a lone maker; ``taken``
  once the card is taken up
- staying: ``stay``, ``drop``, ``switch`` (``player``); betting: ``check``, ``bet``, ``call``, ``raise``,
  ``fold`` (``player``, with bet and raise ``chips``)
- the play: ``trick`` (``player``, ``king``), ``king`` for the trick before, ``cancelled`` for two Jokers
  alone, ``throw-in``; the showdown: ``lead`` (``player``), ``trick``, ``king``, ``stop``
- a renege: ``renege`` (``player``), ``in-time`` or ``too-late``, ``guilty`` or ``not-guilty``,
  ``wrong-trick`` (``number`` from 1, ``laid``), ``rightful`` (``player``) or ``nobody``
- told outright: ``made`` (``maker``, ``trump``, ``alone``), ``choices``, ``bets`` (``bets``, ``folded``),
  ``tricks`` (``tricks``, ``kings``, ``thrown_in``), ``showdown`` (``winner``, ``tricks``, ``kings``), with
  the record's own shapes
- ``skip``: leaves the phase to the form

A move that cannot be is a Refusal of its field, with its number from 1 as ``entry``. Undoing is leaving out
the last.
"""

from .fold import progress
from .jack import first_dealer, first_jack
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
    "first_jack",
    "progress",
    "renege_advice",
]
