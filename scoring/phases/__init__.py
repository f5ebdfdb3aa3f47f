"""Standard phases of a hand in progress, from which a game composes its ``follow``.

- ``deal``: the deal and the turned card
- ``calling``: two rounds of calling, taking up the card · ``bidding``: one round of bids, naming trump
- ``alone``: a lone defender · ``staying``: stay, drop or take the spare hand · ``betting``: bets in chips
- ``play``: trick by trick, Kings, throwing in · ``showdown`` · ``renege``

Rules' ids and options are parameters: no module here belongs to one game.
"""
