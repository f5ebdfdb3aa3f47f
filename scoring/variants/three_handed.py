"""Three-Handed Euchre (TH-01 to TH-16)."""

from .. import countdown, options
from ..countdown import DROP, STAY, SWITCH, Table
from ..follow import Follow, Instruction
from ..phases.calling import Calling, calling, takes_and_discards, taking
from ..phases.deal import Dealing, Special, Turning, dealing, settles, turns_up
from ..phases.facts import HandFacts
from ..phases.play import Playing, playing
from ..phases.staying import CHOICE_WORDS, Choosing, choosing, refuse_second_switch
from ..shape import Entry
from .base import (
    NINE_OF_CLUBS,
    RANKS,
    REDEAL,
    Deal,
    Example,
    Goal,
    Lead,
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
    turned="nine_of_clubs",
    card="9♣",
    choices=(STAY, DROP, SWITCH),
    deal_rule="TH-02",
    turned_rule="TH-12",
    trick_rule="TH-06",
    penalty_rule="TH-07",
    maker_rule="TH-08",
    dropped_rule="TH-09",
    unopposed_rule="TH-11",
    conceded_rule="TH-10",
)


def score_hand(state: State, entry: Entry, dealer: str) -> Outcome:
    """Points of one played hand (TH-05 to TH-14). Raises Refusal."""
    play = countdown.read(state, entry, TABLE)
    refuse_second_switch("TH-05", play.choices)
    return Outcome(countdown.lines(state, play, TABLE))


def _examples(players: Names) -> tuple[Example, ...]:
    """The possible results of a hand for the charts; the first player is the maker."""
    return (
        countdown.example(players, "Each trick", "TH-06", 1, "410"),
        countdown.example(players, "Playing, no trick", "TH-07", 2, "410"),
        countdown.example(players, "The maker takes fewer than three", "TH-08", 0, "230"),
        countdown.example(players, "Dropping", "TH-09", 2, "41-"),
        countdown.example(players, "The maker concedes", "TH-10", 0, "-32"),
        countdown.example(players, "Everyone else dropped", "TH-11", 0, "5--"),
    )


PACK = Pack(
    RANKS[:5],
    "EU-01",  # trumps rank as in Euchre
    "the cards from 10 to Ace and the nine of clubs",
    lowest_trump=(NINE_OF_CLUBS,),
    counting_rule="TH-13",
)


NINE = Special("9C", "Nine of clubs", "TH-12")


def _over(facts: HandFacts) -> list[Instruction]:
    if facts.result or not facts.unopposed:
        return []
    if not facts.active:
        penalty = str(facts.state.options["penalty"])
        return [Instruction("All dropped: the maker takes +" + penalty + ".", "TH-11")]
    return countdown.unopposed(facts, "TH-11")


FOLLOW = Follow(
    phases=(
        *dealing(
            Dealing(
                turning=Turning(
                    specials=lambda facts: (NINE,),
                    turned=lambda facts, card, suit: (
                        settles(facts, card, suit) if card == NINE.card else turns_up(facts, card, suit)
                    ),
                    settled_field=TABLE.turned,
                )
            )
        ),
        *calling(Calling("TH-03", "TH-04", "TH-04", dealer_must=lambda facts: True)),
        taking(takes_and_discards("TH-03")),
        choosing(
            Choosing(
                rule="TH-05",
                choices=TABLE.choices,
                choosers=lambda facts: (facts.order[-1], *facts.order[:-1]),  # the dealer first
                drop_words=lambda facts, who: (
                    "Concede (+" + str(facts.state.options["penalty"]) + ")"
                    if who == facts.maker
                    else CHOICE_WORDS[DROP]
                ),
                drop_rule=lambda facts, who: "TH-10" if who == facts.maker else "TH-09",
                no_drop=lambda facts, who: countdown.no_drop(facts.state, who, facts.maker, TABLE),
            )
        ),
        playing(Playing(settled=countdown.clubs_turned("TH-12"))),
    ),
    over=_over,
)

VARIANT = Variant(
    name="three-handed",
    title="Three-Handed Euchre",
    short="Three-Handed",
    note="Start at 20, count down. Stay, drop or take the spare hand.",
    prefixes=("TH",),
    seats=range(3, 4),
    pack=PACK,
    deal=fixed_deals({3: Deal(5, 1, 5, "plus a spare hand face down", "TH-02")}),
    turn_up=TurnUp("the last card", "TH-02"),
    lead=Lead("TH-16"),
    options=(
        options.start(20, "TH-01"),
        options.number(
            "penalty",
            5,
            "TH-07",
            "Penalty",
            "For playing without a trick, and for a euchred maker.",
        ),
        options.number(
            "no_drop_at",
            5,
            "TH-14",
            "No dropping at or below",
            "At this score or less a player must play. 0: off.",
            least=0,
            of_the_hand=False,
        ),
    ),
    fields=countdown.hand_fields(
        TABLE,
        PACK.trumps,
        "TH-03",
        "TH-04",
        "TH-02",
        "TH-05",
        "Nine of clubs turned",
        "the nine of clubs was turned",
    ),
    ways=countdown.ways(TABLE),
    unplayed=(Unplayed(REDEAL, "ALL-01"),),
    score_hand=score_hand,
    examples=_examples,
    goal=Goal("start", "TH-15", down=True),
    follow=FOLLOW,
)
