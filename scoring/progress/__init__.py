"""A hand in progress, from the deal to the last trick.

``progress(state, moves)`` returns all that a page shows of it.

*state* is the table before the hand, *moves* are JSON objects, each with ``move`` and the fields that
``variant.follow.fields`` names for its kind. Of the standard phases:

- the deal: ``dealer``, ``away``, ``back`` (each ``player``), ``dealt``, ``turned`` (``card``: a suit, or a
  card of the pack), ``result`` (``result``: a deal that came to nothing)
- calling: ``pass``, ``order``, ``name`` (``trump``), ``trade``, all with ``player``, ``order`` and ``name``
  with ``alone`` where somebody may play alone; ``defend`` (``player``) or ``together`` against a lone maker;
  ``taken`` once the card is taken up
- bidding: ``pass`` and ``bid`` (``player``; ``bid`` in tricks, ``alone``), then ``name`` (``player``,
  ``trump``)
- staying: ``stay``, ``drop``, ``switch`` (``player``); betting: ``check``, ``bet``, ``call``, ``raise``,
  ``fold`` (``player``, with bet and raise ``chips``)
- the play: ``trick`` (``player``, ``king``), ``king`` for the trick before, ``cancelled`` for two Jokers
  alone, ``throw-in``; the showdown: ``lead`` (``player``), ``trick``, ``king``, ``stop``
- a renege: ``renege`` (``player``), ``in-time`` or ``too-late``, ``guilty`` or ``not-guilty``,
  ``wrong-trick`` (``number`` from 1, ``laid``), ``rightful`` (``player``) or ``nobody``
- a whole part at once: ``made`` (``maker``, ``trump``, ``alone``, ``bid``), ``choices``, ``bets`` (``bets``,
  ``folded``), ``tricks`` (``tricks``, ``kings``, ``thrown_in``), ``showdown`` (``winner``, ``tricks``,
  ``kings``), with the record's own shapes
- ``skip``: leaves the phase to the form

``rest(state, moves, entry)`` returns the moves that add what an entry says.

A move that can't be is a Refusal of its field, with its number from 1 as ``entry``. Undoing is leaving
out the last. A game whose ``variant.follow`` is None isn't followed: ``progress`` raises Refusal.
"""

from ..follow import DONE, FORM, Instruction, Offer
from ..phases.facts import DEALING, Accused, Bid, HandFacts, Taken
from ..phases.view import Progress, Showdown, Table, ThrowIn
from .fold import progress, rest

__all__ = [
    "DEALING",
    "DONE",
    "FORM",
    "Accused",
    "Bid",
    "HandFacts",
    "Instruction",
    "Offer",
    "Progress",
    "Showdown",
    "Table",
    "Taken",
    "ThrowIn",
    "progress",
    "rest",
]
