"""Words for the outcomes of a hand."""

from collections.abc import Mapping

from scoring import outcomes as o

IN_A_HAND: Mapping[str, str] = {
    o.MARCH: "all {all}",
    o.MARCH_AGAINST: "{player} took all {all}",
    o.LONER: "all {all}",
    o.GRAND_MARCH: "a grand march",
    o.EUCHRED: "euchred",
    o.LONER_EUCHRED: "euchred",
    o.LONE_DEFENSE: "euchred",
    o.FOLDED_EUCHRED: "folded, and euchred",
    o.SET: "set",
    o.LONER_SET: "set",
    o.TOO_FEW: "euchred",
    o.CONCEDED: "conceded",
    o.THROWN_IN: "thrown in",
    o.POT_UNPLAYED: "everyone else folded",
}
"""Text after a hand's maker and tricks, by outcome. {all}: the tricks in words; {player}: the line's."""

FELT: Mapping[str, str] = {
    o.SHOWDOWN_WON: "won the showdown",
    o.LONE_DEFENSE: "got euchred",
    o.LONER_EUCHRED: "got euchred",
    o.LONER_SET: "got set",
    o.LONER: "went alone, all {all}",
    o.SET: "got set",
    o.EUCHRED: "got euchred",
    o.FOLDED_EUCHRED: "got euchred",
    o.TOO_FEW: "got euchred",
    o.GRAND_MARCH: "took every trick",
    o.MARCH: "took all {all}",
    o.MARCH_AGAINST: "took all {all}",
}
"""What is felt after a hand, by outcome, the first of several; after the name of the maker who failed, went
alone or made a grand march, else of the line's player. {all}: the tricks in words.
"""

PAID: Mapping[str, str] = {
    o.POT_UNPLAYED: "everyone else folded: the whole pot",
    o.HAND_WON: "won the hand: the rest",
    o.EUCHRED: "euchred: pays the bet again",
    o.GRAND_MARCH: "grand march: pays the bet again",
    o.FOLDED_EUCHRED: "folded and euchred: pays the bet again",
    o.BOUGHT_TO_PAY: "buys the rest on credit",
}
"""Reasons of payouts, by outcome, where they differ from the score line."""

UNSAID = frozenset(
    (
        *(o.MADE, o.MADE_ALONE, o.TRICKS, o.MOST_TRICKS, o.HAND_WON, o.PENALTY, o.DROPPED, o.UNOPPOSED),
        *(o.KING, o.SHOWDOWN_WON, o.SHOWDOWN_LOST, o.KEPT_AT_ZERO),
        *(o.GAME_WON, o.WON_BY_KING, o.SWEEP, o.PLAYOFF_WON),
        *(o.ANTE, o.BET, o.BOUGHT_IN, o.BOUGHT_ON_CREDIT, o.BOUGHT_TO_PAY, o.CASHED_OUT, o.POT_SHARED),
        o.ADJUSTED,
    )
)
"""Outcomes without text beside the maker and the tricks."""
