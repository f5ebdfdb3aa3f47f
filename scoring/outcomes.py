"""Outcomes: a closed list of names for the meaning of a score line, used instead of rule ids.

Each score line of a points game, and each reason of a posting, has one of these names in ``outcome``.
"""

# The maker's side.
MADE = "made"  # took the tricks that the call needs, or what was bid
MADE_ALONE = "made alone"  # the same, alone, but not every trick
MARCH = "march"  # every trick, with partners or in a game without partners
MARCH_AGAINST = "march against"  # every trick, by a player who is not the maker
LONER = "loner"  # every trick, alone
GRAND_MARCH = "grand march"  # every trick there is in Poker-Euchre
EUCHRED = "euchred"  # the maker failed: points or chips for the other side, or against the maker
LONER_EUCHRED = "loner euchred"  # a maker who played alone failed
LONE_DEFENSE = "lone defense"  # a maker who played alone failed against a defender alone
FOLDED_EUCHRED = "folded and euchred"  # a maker who folded failed all the same
SET = "set"  # the makers took fewer tricks than they bid
LONER_SET = "loner set"  # a maker who bid to take every trick alone did not
TOO_FEW = "too few"  # a maker in a game without partners took too few tricks
CONCEDED = "conceded"  # the maker dropped

# Any player.
TRICKS = "tricks"  # points or chips for tricks or cards, one by one
MOST_TRICKS = "most tricks"  # more tricks than anyone else
THROWN_IN = "thrown in"  # most tricks of a hand that was thrown in
HAND_WON = "hand won"  # Poker-Euchre: the winner's bonus, or the rest of the pot
PENALTY = "penalty"  # played without taking a trick
DROPPED = "dropped"  # did not play this hand
UNOPPOSED = "unopposed"  # the only player left in the hand
POT_UNPLAYED = "pot unplayed"  # the only player who did not fold: the whole pot
KING = "king"  # a King won a trick
SHOWDOWN_WON = "showdown won"
SHOWDOWN_LOST = "showdown lost"
KEPT_AT_ZERO = "kept at zero"  # points given back because a total never falls below 0

# Reasons for the end of the game.
GAME_WON = "game won"  # by the totals
WON_BY_KING = "won by king"  # a King reached the target at once
SWEEP = "sweep"  # every trick wins the game whatever the totals
PLAYOFF_WON = "playoff won"

# Chips and adjustments.
ANTE = "ante"
BET = "bet"
BOUGHT_IN = "bought in"
BOUGHT_ON_CREDIT = "bought on credit"
BOUGHT_TO_PAY = "bought to pay"  # on credit, because the player owed more than they held
CASHED_OUT = "cashed out"
POT_SHARED = "pot shared"  # at the end of the game
ADJUSTED = "adjusted"  # points or chips that the table agreed on

FAILED = frozenset(
    (EUCHRED, LONER_EUCHRED, LONE_DEFENSE, FOLDED_EUCHRED, SET, LONER_SET, TOO_FEW, CONCEDED),
)
"""The maker or the makers failed."""

STAKED = frozenset((ANTE, BET))
"""Chips that the players put into the pot themselves."""

POT_TAKEN = frozenset((HAND_WON, POT_UNPLAYED))
"""The rest of the pot, or all of it, goes to one player."""

PAID_AGAIN = frozenset((EUCHRED, FOLDED_EUCHRED, GRAND_MARCH))
"""A player pays their bets a second time."""

DECIDED = frozenset((GAME_WON, WON_BY_KING, SWEEP, PLAYOFF_WON))
"""Reasons for the end of the game."""

OUTCOMES = frozenset(
    (
        MADE,
        MADE_ALONE,
        MARCH,
        MARCH_AGAINST,
        LONER,
        GRAND_MARCH,
        EUCHRED,
        LONER_EUCHRED,
        LONE_DEFENSE,
        FOLDED_EUCHRED,
        SET,
        LONER_SET,
        TOO_FEW,
        CONCEDED,
        TRICKS,
        MOST_TRICKS,
        THROWN_IN,
        HAND_WON,
        PENALTY,
        DROPPED,
        UNOPPOSED,
        POT_UNPLAYED,
        KING,
        SHOWDOWN_WON,
        SHOWDOWN_LOST,
        KEPT_AT_ZERO,
        GAME_WON,
        WON_BY_KING,
        SWEEP,
        PLAYOFF_WON,
        ANTE,
        BET,
        BOUGHT_IN,
        BOUGHT_ON_CREDIT,
        BOUGHT_TO_PAY,
        CASHED_OUT,
        POT_SHARED,
        ADJUSTED,
    ),
)
"""Every name above."""
