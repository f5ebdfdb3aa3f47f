"""Euchre, two against two (EU-01 to EU-18)."""

from dataclasses import replace

from .. import fields, options, outcomes, shape
from ..follow import PLAYER as BY_PLAYER
from ..follow import Follow, Instruction, MoveKind, Offer, offer
from ..phases import calling as rounds
from ..phases.calling import Calling, calling, lone_defender, takes_and_discards, taking
from ..phases.deal import Dealing, Turning, dealing
from ..phases.facts import HandFacts
from ..phases.play import Playing, playing
from ..refusal import Refusal, Value
from ..shape import Entry
from .base import (
    FLAG,
    PASSED_OUT,
    PLAYER,
    RANKS,
    REDEAL,
    Deal,
    Example,
    Field,
    Goal,
    Lead,
    Line,
    Names,
    Outcome,
    Pack,
    Renege,
    State,
    TurnUp,
    Unplayed,
    Variant,
    fixed_deals,
    tricks_text,
)

TRICKS, NEEDED = 5, 3
MADE, MARCH, LONE_MARCH, EUCHRED, DEFENDED_ALONE = 1, 2, 4, 2, 4


def score_hand(state: State, entry: Entry, dealer: str) -> Outcome:
    """Points of one played hand (EU-07 to EU-13). Raises Refusal."""
    maker = shape.name(entry, "maker", state.players)
    alone = shape.flag(entry, "alone")
    makers = state.variant.side_of(state.players, maker)
    [defenders] = [side for side in state.scores if side != makers]
    tricks = shape.counts(entry, "tricks", tuple(state.scores))
    shape.add_up("tricks", tricks, TRICKS, "EU-02")
    defender = ""
    if "defended_alone" in entry:
        if not state.options["defend_alone"]:
            raise Refusal("defend-alone-off", "defended_alone", "EU-13")
        if not alone:
            raise Refusal("lone-maker-only", "defended_alone", "EU-13")
        defender = shape.name(entry, "defended_alone", state.variant.opponents(state.players, maker))
    taken = tricks[makers]
    won: dict[str, Value] = {"maker": maker, "tricks": taken}
    lost: dict[str, Value] = {"maker": maker}
    if taken == TRICKS and alone:
        text = "{maker} alone, all {tricks} tricks"
        line = Line(makers, LONE_MARCH, "EU-09", text, outcomes.LONER, values=won)
    elif taken == TRICKS:
        line = Line(makers, MARCH, "EU-08", "march, all {tricks} tricks", outcomes.MARCH, values=won)
    elif taken >= NEEDED and alone:
        text = "{maker} alone, " + tricks_text(taken)
        line = Line(makers, MADE, "EU-10", text, outcomes.MADE_ALONE, values=won)
    elif taken >= NEEDED:
        line = Line(makers, MADE, "EU-07", "makers, " + tricks_text(taken), outcomes.MADE, values=won)
    elif defender:
        text, lost["defender"] = "{defender} defended alone and euchred {maker}", defender
        line = Line(defenders, DEFENDED_ALONE, "EU-13", text, outcomes.LONE_DEFENSE, values=lost)
    elif alone:
        points, text = int(state.options["lone_euchre_points"]), "euchred {maker}, who played alone"
        line = Line(defenders, points, "EU-12", text, outcomes.LONER_EUCHRED, values=lost)
    else:
        line = Line(defenders, EUCHRED, "EU-11", "euchred {maker}", outcomes.EUCHRED, values=lost)
    return Outcome([line])


def _examples(players: Names) -> tuple[Example, ...]:
    """The possible results of a hand for the charts; the first player is the maker."""
    first, second, third, fourth = players
    makers, defenders = first + " & " + third, second + " & " + fourth

    def one(words: str, rule: str, taken: int, side: str, **more: object) -> Example:
        tricks = {makers: taken, defenders: TRICKS - taken}
        return Example(words, rule, side, {"maker": first, "tricks": tricks, **more})

    lone_defender = {"alone": True, "defended_alone": second}
    return (
        one("The makers take three or four", "EU-07", 3, makers),
        one("A march: the makers take all five", "EU-08", 5, makers),
        one("Alone, all five", "EU-09", 5, makers, alone=True),
        one("Alone, three or four", "EU-10", 3, makers, alone=True),
        one("Euchred: the makers take fewer than three", "EU-11", 2, defenders),
        one("A lone maker is euchred", "EU-12", 2, defenders, alone=True),
        one("A defender alone euchres a lone maker", "EU-13", 2, defenders, **lone_defender),
    )


def _trade_offers(facts: HandFacts, who: str) -> list[Offer]:
    if not facts.state.options["farmers_hand"]:
        return []
    off = rounds.no_pass(CALLING, facts)
    if facts.traded:
        off = Refusal("kitty-taken", "move", "EU-15", player=facts.traded)
    return [offer("Swap three with the kitty (counts as a pass)", "trade", "EU-15", off, player=who)]


STEALING = Instruction("A deal out of turn stands if nobody noticed. Enter who dealt.", "EU-16")
FARMERS_HAND = Instruction(
    "Farmer’s hand: swap three 9s or 10s for the unseen kitty cards. It counts as a pass.", "EU-15"
)
CALLING = Calling(
    first="EU-03",
    second="EU-04",
    nobody="EU-05",
    alone="EU-09",
    dealer_must=lambda facts: bool(facts.state.options["stick_the_dealer"]),
    more=_trade_offers,
    more_moves={
        "trade": MoveKind(
            lambda facts, move: rounds.passed(PASSED_OUT, replace(facts, traded=str(move["player"])), move),
            BY_PLAYER,
        )
    },
    notes=lambda facts: [FARMERS_HAND] if facts.state.options["farmers_hand"] and not facts.traded else [],
)
FOLLOW = Follow(
    phases=(
        *dealing(
            Dealing(
                after=lambda facts: [STEALING] if facts.state.options["steal_the_deal"] else [],
                turning=Turning(),
            )
        ),
        *calling(CALLING),
        lone_defender("EU-13", "defend_alone"),
        taking(takes_and_discards("EU-03", alone="EU-06")),
        playing(Playing()),
    ),
)

PACK = Pack(RANKS[:6], "EU-01", "the 24 cards from nine to Ace")

VARIANT = Variant(
    name="partnership",
    title="Euchre",
    short="Euchre",
    note="Two teams of two. First to 10.",
    prefixes=("EU",),
    seats=range(4, 5),
    teams=2,
    pack=PACK,
    deal=fixed_deals({4: Deal(5, 4, 0, "two or three at a time", "EU-02")}),
    turn_up=TurnUp("the top card of the kitty", "EU-02"),
    lead=Lead("EU-06"),
    march="a march",
    score_cards=(5, 5),
    options=(
        options.target(10, "EU-14"),
        options.flag(
            "stick_the_dealer",
            True,
            "EU-05",
            "Stick the dealer",
            "If everyone passes twice, the dealer must name trump. Off: the hand is passed out.",
        ),
        options.number(
            "lone_euchre_points",
            2,
            "EU-12",
            "Points for euchring a loner",
            "For the defenders.",
            least=2,
            only=(2, 4),
        ),
        options.flag(
            "defend_alone",
            False,
            "EU-13",
            "Defend alone",
            "A defender may play alone against a loner; euchring it scores 4.",
        ),
        options.flag(
            "farmers_hand",
            False,
            "EU-15",
            "Farmer’s hand",
            "A player may swap three 9s or 10s for the unseen kitty cards.",
        ),
        options.flag(
            "steal_the_deal",
            False,
            "EU-16",
            "Steal the deal",
            "A deal out of turn counts if nobody notices.",
        ),
    ),
    fields=(
        fields.maker("EU-06"),
        fields.trump("EU-03", PACK.trumps),
        fields.tricks("EU-02", TRICKS, sides=True),
        Field("alone", FLAG, "EU-09", "Alone"),
        Field(
            "defended_alone", PLAYER, "EU-13", "Defended alone by", needs=("alone",), option="defend_alone"
        ),
    ),
    unplayed=(Unplayed(PASSED_OUT, "EU-05", unless="stick_the_dealer"), Unplayed(REDEAL, "ALL-01")),
    renege=Renege("EU-18", points=2, alone=4),
    score_hand=score_hand,
    examples=_examples,
    goal=Goal("target", "EU-14"),
    follow=FOLLOW,
    of_nights=True,
)
