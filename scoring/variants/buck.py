"""Buck Euchre, also Dirty Clubs (BU-01 to BU-16)."""

from .. import countdown, options, outcomes
from ..countdown import DROP, STAY, TRICKS, Table
from ..follow import Follow
from ..phases.calling import Calling, calling, takes_and_discards, taking
from ..phases.deal import Dealing, Turning, dealing, settles, turns_up
from ..phases.play import Playing, playing
from ..phases.staying import Choosing, choosing, from_makers_left
from ..shape import Entry
from .base import (
    PASSED_OUT,
    RANKS,
    REDEAL,
    Deal,
    Example,
    Goal,
    Lead,
    Line,
    Names,
    Outcome,
    Pack,
    State,
    TurnUp,
    Unplayed,
    Variant,
    fixed_deals,
)

TABLE = Table(
    turned="turned_club",
    card="a club",
    choices=(STAY, DROP),
    deal_rule="BU-03",
    turned_rule="BU-04",
    trick_rule="BU-10",
    penalty_rule="BU-11",
    maker_rule="BU-12",
    dropped_rule="BU-09",
    unopposed_rule="BU-14",
    maker_must_play="BU-08",
)


def score_hand(state: State, entry: Entry, dealer: str) -> Outcome:
    """Points of one played hand (BU-04 to BU-14). Raises Refusal."""
    play = countdown.read(state, entry, TABLE)
    lines = countdown.lines(state, play, TABLE)
    unopposed = len(play.playing) == 1  # BU-14
    may_sweep = state.options["sweep_wins"] and (not unopposed or state.options["unopposed_sweep_wins"])
    winner = next((name for name, taken in play.tricks.items() if taken == TRICKS), None)
    if winner is None or not may_sweep:
        return Outcome(lines)
    text = "all {tricks} tricks: wins the game"
    lines.append(Line(winner, 0, "BU-13", text, outcomes.SWEEP, values={"tricks": TRICKS}))
    return Outcome(lines, winner)


def _examples(players: Names) -> tuple[Example, ...]:
    """The possible results of a hand for the charts; the first player is the maker."""
    return (
        countdown.example(players, "Each trick", "BU-10", 1, "4100"),
        countdown.example(players, "Playing, no trick", "BU-11", 2, "4100"),
        countdown.example(players, "The maker takes fewer than three", "BU-12", 0, "0320"),
        countdown.example(players, "Dropping", "BU-09", 3, "410-"),
        countdown.example(players, "Everyone else dropped", "BU-14", 0, "5---"),
        countdown.example(players, "Taking all five", "BU-13", 1, "0500"),
    )


PACK = Pack(RANKS[:6], "BU-02", "the 24 cards from nine to Ace", no_trump_rule="BU-02")


FOLLOW = Follow(
    phases=(
        *dealing(
            Dealing(
                turning=Turning(
                    turned=lambda facts, card, suit: (
                        settles(facts, card, suit) if suit == "clubs" else turns_up(facts, card, suit)
                    ),
                    settled_field=TABLE.turned,
                )
            )
        ),
        *calling(
            Calling(
                "BU-05",
                "BU-06",
                "BU-07",
                # A player who dropped can't be the maker (BU-08).
                makers=lambda facts: tuple(name for name in facts.order if facts.choices.get(name) != DROP),
            )
        ),
        taking(takes_and_discards("BU-05")),
        choosing(
            Choosing(
                rule="BU-09",
                choices=TABLE.choices,
                choosers=from_makers_left,
                maker_plays=True,
            )
        ),
        playing(Playing(settled=countdown.clubs_turned("BU-04"))),
    ),
    over=lambda facts: countdown.unopposed(facts, "BU-14") if facts.unopposed and not facts.result else [],
)

VARIANT = Variant(
    name="buck",
    title="Buck Euchre",
    short="Buck, Dirty Clubs",
    note="Start at 25, count down. All five tricks wins the game.",
    prefixes=("BU",),
    seats=range(4, 5),
    pack=PACK,
    deal=fixed_deals({4: Deal(5, 4, 0, "two or three at a time", "BU-03")}),
    turn_up=TurnUp("the top card of the kitty", "BU-03"),
    lead=Lead("BU-16"),
    options=(
        options.start(25, "BU-01"),
        options.number(
            "penalty",
            5,
            "BU-11",
            "Penalty",
            "For playing without a trick, and for a euchred maker.",
        ),
        options.flag(
            "failed_maker_keeps_tricks",
            False,
            "BU-12",
            "A euchred maker’s tricks count",
            "The penalty less 1 a trick.",
        ),
        options.flag("sweep_wins", True, "BU-13", "All five tricks win the game", "Whatever the scores."),
        options.flag(
            "unopposed_sweep_wins",
            False,
            "BU-14",
            "All five tricks win the game even unopposed",
            "Also when everyone else dropped.",
        ),
    ),
    fields=countdown.hand_fields(
        TABLE, PACK.trumps, "BU-05", "BU-06", "BU-03", "BU-09", "Club turned", "a club was turned"
    ),
    ways=countdown.ways(TABLE),
    unplayed=(Unplayed(PASSED_OUT, "BU-07"), Unplayed(REDEAL, "ALL-01")),
    score_hand=score_hand,
    examples=_examples,
    goal=Goal("start", "BU-15", down=True),
    follow=FOLLOW,
)
