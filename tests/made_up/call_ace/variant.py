"""Call-Ace (CA-01 to CA-11): the maker's partner is whoever holds the Ace that the maker calls."""

from dataclasses import replace

from scoring import fields, options, outcomes, shape
from scoring.fields import counts
from scoring.follow import FORM, WORD, Follow, Instruction, Move, MoveKind, Offer, Phase, Telling, offer
from scoring.follow import PLAYER as BY_PLAYER
from scoring.phases.calling import Calling, calling, takes_and_discards, taking
from scoring.phases.deal import Dealing, Turning, dealing
from scoring.phases.facts import HandFacts
from scoring.phases.play import Playing, playing
from scoring.shape import Entry
from scoring.variants.base import (
    PASSED_OUT,
    PLAYER,
    RANKS,
    REDEAL,
    SUITS,
    Deal,
    Example,
    Field,
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
    Word,
    fixed_deals,
    tricks_text,
)

TRICKS, NEEDED = 5, 3


def score_hand(state: State, entry: Entry, dealer: str) -> Outcome:
    """Points of one played hand (CA-07 to CA-09). Raises Refusal."""
    maker = shape.name(entry, "maker", state.players)
    if "called" in entry:
        shape.word(entry["called"], "called", SUITS)
    partner = shape.name(entry, "partner", state.players)
    tricks = shape.counts(entry, "tricks", state.players)
    shape.add_up("tricks", tricks, TRICKS, "CA-02")
    makers = tuple(name for name in state.players if name in (maker, partner))
    taken = sum(tricks[name] for name in makers)
    if taken == TRICKS:
        return Outcome([Line(name, -2, "CA-08", "all the tricks", outcomes.MARCH) for name in makers])
    if taken >= NEEDED:
        text = "makers, " + tricks_text(taken)
        values = {"tricks": taken}
        return Outcome([Line(name, -1, "CA-07", text, outcomes.MADE, values=values) for name in makers])
    against = [name for name in state.players if name not in makers]
    text, who = "euchred {maker}", {"maker": maker}
    return Outcome([Line(name, -2, "CA-09", text, outcomes.EUCHRED, values=who) for name in against])


def _sides(players: Names, entry: Entry) -> tuple[Names, ...]:
    """The maker and whoever held the Ace (CA-06), and the others."""
    makers = tuple(name for name in players if name in (entry.get("maker"), entry.get("partner")))
    return makers, tuple(name for name in players if name not in makers)


def _examples(players: Names) -> tuple[Example, ...]:
    first, second, third = players[:3]

    def one(words: str, rule: str, taken: int, side: str) -> Example:
        tricks = {first: taken, third: TRICKS - taken}
        return Example(words, rule, side, {"maker": first, "partner": second, "tricks": tricks})

    return (
        one("The maker and the partner take three or four", "CA-07", 3, second),
        one("The maker and the partner take all five", "CA-08", 5, second),
        one("They take fewer than three: each of the others", "CA-09", 2, third),
    )


def _aces(facts: HandFacts) -> list[Offer]:
    return [offer("Ace of " + suit, "ace", "CA-06", suit=suit) for suit in SUITS if suit != facts.trump]


def _called(facts: HandFacts, move: Move) -> HandFacts:
    return replace(facts, own={**facts.own, "called": move["suit"]})


def _holders(facts: HandFacts) -> list[Offer]:
    return [offer(name, "held", "CA-06", player=name) for name in facts.order]


def _held(facts: HandFacts, move: Move) -> HandFacts:
    return replace(facts, own={**facts.own, "partner": move["player"]})


def _tell_ace(facts: HandFacts, move: Move) -> HandFacts:
    suit = shape.word(move["called"], "called", SUITS) if "called" in move else ""
    return replace(facts, own={**facts.own, "called": suit} if suit else facts.own)


def _tell_partner(facts: HandFacts, move: Move) -> HandFacts:
    partner = shape.name(move, "partner", facts.order) if "partner" in move else facts.maker
    return replace(facts, own={**facts.own, "partner": partner})


CALLS = Phase(
    name="ace",
    is_open=lambda facts: bool(facts.maker) and "called" not in facts.own and not facts.played,
    moves={"ace": MoveKind(_called, {"suit": WORD})},
    offers=_aces,
    ask=lambda facts: facts.maker + ": call an Ace",
    instructions=lambda facts: [Instruction(facts.maker + " calls an Ace.", "CA-06")],
    to_act=lambda facts: facts.maker,
    tellings=(Telling("called", {"called": WORD}, lambda facts, phase: phase == "ace", _tell_ace),),
    ends_deal=False,
    record=lambda facts: {"called": facts.own["called"]} if "called" in facts.own else {},
)
HOLDS = Phase(
    name="partner",
    is_open=lambda facts: bool(facts.maker) and facts.tricks_left <= 0 and "partner" not in facts.own,
    moves={"held": MoveKind(_held, BY_PLAYER)},
    offers=_holders,
    ask=lambda facts: "Which player held the Ace?",
    instructions=lambda facts: [
        Instruction("Whoever held the Ace was the partner; nobody: the maker.", "CA-06")
    ],
    tellings=(
        Telling(
            "partner",
            {"partner": WORD},
            lambda facts, phase: bool(facts.maker) and phase in ("partner", FORM),
            _tell_partner,
        ),
    ),
    ends_deal=False,
    complete=lambda facts: "partner" in facts.own,
    record=lambda facts: {"partner": facts.own["partner"]} if "partner" in facts.own else {},
    guess=lambda facts: {} if "partner" in facts.own else {"partner": facts.order[0]},
)

PACK = Pack(RANKS[:8], "CA-01", "the 32 cards from seven to Ace")

VARIANT = Variant(
    name="call-ace",
    title="Call-Ace",
    short="Call-Ace",
    note="Everyone starts at 10 and counts down. The holder of an Ace is the partner.",
    prefixes=("CA",),
    seats=range(4, 7),
    sides_of_hand=_sides,
    pack=PACK,
    deal=fixed_deals(
        {players: Deal(5, 32 - 5 * players, 0, "two and three", "CA-02") for players in (4, 5, 6)}
    ),
    turn_up=TurnUp("the top card of the kitty", "CA-02"),
    lead=Lead("CA-10"),
    options=(
        options.number(
            "begin",
            10,
            "CA-11",
            "Begin at",
            "Everyone begins with so many points.",
            most=50,
            of_the_hand=False,
            fixed=True,
        ),
    ),
    fields=(
        fields.maker("CA-03"),
        fields.trump("CA-03", PACK.trumps),
        Field("called", Word(SUITS), "CA-06", "Ace called", words="the Ace of {value}"),
        Field("partner", PLAYER, "CA-06", "Partner", needed=True),
        Field("tricks", counts(TRICKS, TRICKS), "CA-02", "Tricks", needed=True),
    ),
    unplayed=(Unplayed(PASSED_OUT, "CA-05"), Unplayed(REDEAL, "ALL-01")),
    score_hand=score_hand,
    examples=_examples,
    goal=Goal("begin", "CA-11", down=True),
    follow=Follow(
        phases=(
            *dealing(Dealing(turning=Turning())),
            *calling(Calling("CA-03", "CA-04", "CA-05")),
            taking(takes_and_discards("CA-03")),
            CALLS,
            playing(Playing()),
            HOLDS,
        ),
    ),
)
