"""King Cut-Throat Euchre (KC-01 to KC-23)."""

from dataclasses import replace

from .. import fields, options, outcomes, shape
from ..follow import Follow, Instruction
from ..kings import KINGS, SHOWDOWN_NEEDED, SHOWDOWN_TRICKS, TRICKS, Tally, won_by_kings
from ..phases.calling import FIRST_ROUND, SECOND_ROUND, Calling, Taking, calling, taking
from ..phases.deal import JOKER_CARD, Dealing, Special, Turning, dealing, turns_up
from ..phases.facts import HandFacts
from ..phases.play import Kings, Playing, playing
from ..phases.showdown import Rules as Showdown
from ..phases.showdown import showdown
from ..refusal import Refusal
from ..shape import Entry
from ..table import left_of
from .base import (
    FLAG,
    JOKER,
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
    Listed,
    Names,
    Nested,
    Outcome,
    Pack,
    State,
    TurnUp,
    Unplayed,
    Variant,
    counts,
    fixed_deals,
)

MOST, MARCH, MARCH_BY_ANOTHER = 1, 2, 3
MOST_TRICKS = "most tricks ({tricks})"
SHOWDOWN_FIELDS = ("winner", "tricks", "kings")


def score_hand(state: State, entry: Entry, dealer: str) -> Outcome:
    """Points of one played hand, Kings first, in the order they fell (KC-10 to KC-20)."""
    maker = shape.name(entry, "maker", state.players)
    tricks = shape.counts(entry, "tricks", state.players)
    if not 0 < sum(tricks.values()) <= TRICKS:
        raise _wrong_total(tricks)
    thrown_in = shape.flag(entry, "thrown_in")
    kings = shape.some_names(entry, "kings", state.players)
    if len(kings) > KINGS:
        raise Refusal("kings-entered", "kings", "KC-10")
    for name in state.players:
        if kings.count(name) > tricks[name]:
            raise Refusal("kings-tricks", "kings", "KC-10", player=name)
    tally = Tally(state)
    tally.kings(kings, "KC-10", "a King won a trick", "kings")
    if tally.winner is not None:
        if "showdown" in entry:
            raise Refusal("already-won", "showdown", "KC-11", player=tally.winner)
        if thrown_in:
            raise Refusal("already-won", "thrown_in", "KC-11", player=tally.winner)
        return tally.outcome("KC-11")
    _check_total(tricks, thrown_in)
    if sorted(tricks.values()) == [1, 3, 3]:
        showdown = entry.get("showdown")
        if not isinstance(showdown, dict):
            raise shape.misfit("showdown-needed", "showdown", showdown, "KC-15")
        try:
            two = tuple([name for name in tricks if tricks[name] == 3])
            _score_showdown(state, showdown, tally, two, len(kings))
        except Refusal as refusal:
            raise refusal.under("showdown") from None
    elif "showdown" in entry:
        raise Refusal("no-showdown", "showdown", "KC-15")
    else:
        _most_tricks(tally, maker, tricks, thrown_in)
    return tally.outcome("KC-21")


def _check_total(tricks: dict[str, int], thrown_in: bool) -> None:
    total = sum(tricks.values())
    if total < TRICKS and not thrown_in:
        raise _wrong_total(tricks)
    if not thrown_in:
        return
    if total == TRICKS:
        raise Refusal("all-played", "thrown_in", "KC-20", total=total)
    leader, second = sorted(tricks, key=lambda name: -tricks[name])[:2]
    if tricks[second] == 0:
        raise Refusal("could-march", "thrown_in", "KC-20", player=leader)
    if tricks[second] + TRICKS - total >= tricks[leader]:
        raise Refusal("could-catch", "thrown_in", "KC-20", player=second, leader=leader)


def _wrong_total(tricks: dict[str, int]) -> Refusal:
    return Refusal("tricks-total", "tricks", "KC-09", got=sum(tricks.values()), total=TRICKS)


def _most_tricks(tally: Tally, maker: str, tricks: dict[str, int], thrown_in: bool) -> None:
    leader = max(tricks, key=lambda name: tricks[name])
    taken = tricks[leader]
    if taken < TRICKS and thrown_in:
        tally.add(leader, MOST, "KC-20", MOST_TRICKS + ", thrown in", outcomes.THROWN_IN, tricks=taken)
    elif taken < TRICKS:
        tally.add(leader, MOST, "KC-12", MOST_TRICKS, outcomes.MOST_TRICKS, tricks=taken)
    elif leader == maker:
        tally.add(leader, MARCH, "KC-13", "maker, all {tricks} tricks", outcomes.MARCH, tricks=taken)
    else:
        text, by_another = "all {tricks} tricks against {maker}", outcomes.MARCH_AGAINST
        tally.add(leader, MARCH_BY_ANOTHER, "KC-14", text, by_another, tricks=taken, maker=maker)


def _score_showdown(state: State, showdown: Entry, tally: Tally, two: Names, kings_out: int) -> None:
    shape.only(showdown, SHOWDOWN_FIELDS, "A showdown")
    tricks = shape.counts(showdown, "tricks", two) if "tricks" in showdown else None
    if tricks is not None and sum(tricks.values()) > SHOWDOWN_TRICKS:
        raise Refusal("showdown-tricks", "tricks", "KC-15", got=sum(tricks.values()), most=SHOWDOWN_TRICKS)
    if "kings" in showdown and not state.options["showdown_kings"]:
        raise Refusal("showdown-no-kings", "kings", "KC-19")
    kings = shape.some_names(showdown, "kings", two)
    if kings_out + len(kings) > KINGS:
        raise Refusal("kings-entered", "kings", "KC-19")
    tally.kings(kings, "KC-19", "a King won a trick in the showdown", "kings")
    if tally.winner is not None:
        if "winner" in showdown:
            raise Refusal("showdown-ended", "winner", "KC-19")
        _check_kings(kings, tricks, two)
        return
    winner = shape.name(showdown, "winner", two)
    loser = two[0] if winner == two[1] else two[1]
    if tricks is not None and tricks[winner] < SHOWDOWN_NEEDED:
        raise Refusal("showdown-winner", "tricks", "KC-15", least=SHOWDOWN_NEEDED)
    at_most = tricks or {winner: SHOWDOWN_TRICKS, loser: SHOWDOWN_TRICKS - SHOWDOWN_NEEDED}
    _check_kings(kings, at_most, two)
    tally.add(winner, 1, "KC-16", "won the showdown", outcomes.SHOWDOWN_WON)
    if tally.scores[loser] > 0:
        tally.lines.append(Line(loser, -1, "KC-17", "lost the showdown", outcomes.SHOWDOWN_LOST))
    else:
        text = "lost the showdown, and stays at 0"
        tally.lines.append(Line(loser, 0, "KC-17", text, outcomes.SHOWDOWN_LOST))


def _check_kings(kings: list[str], tricks: dict[str, int] | None, two: Names) -> None:
    for name in two:
        if tricks is not None and kings.count(name) > tricks[name]:
            raise Refusal("kings-tricks", "kings", "KC-19", player=name)


def _examples(players: Names) -> tuple[Example, ...]:
    """The possible results of a hand for the charts; the first player is the maker."""
    first, second = players[:2]
    two = len(players) == 2

    def one(words: str, rule: str, player: str, taken: tuple[int, ...], **more: object) -> Example:
        tricks = dict(zip(players, taken, strict=False))
        return Example(words, rule, player, {"maker": first, "tricks": tricks, **more})

    def between(three: tuple[int, ...], both: tuple[int, ...]) -> tuple[int, ...]:
        return both if two else three

    king, most = between((4, 1, 2), (4, 3)), between((4, 2, 1), (4, 3))
    another = "The other takes all seven" if two else "Someone else takes all seven"
    common = (
        one("A King wins a trick", "KC-10", second, king, kings=[second]),
        one("The most tricks, not all seven", "KC-12", first, most),
        one("The maker takes all seven", "KC-13", first, between((7, 0, 0), (7, 0))),
        one(another, "KC-14", second, between((0, 7, 0), (0, 7))),
    )
    thrown_in = one("Thrown in: the leader", "KC-20", first, between((4, 1, 0), (4, 1)), thrown_in=True)
    if two:
        return (*common, thrown_in)
    tie, showdown = (3, 3, 1), {"winner": first, "tricks": {first: 3, second: 2}}
    with_king = {**showdown, "kings": [second]}
    return (
        *common,
        one("Winning the showdown", "KC-16", first, tie, showdown=showdown),
        one("Losing the showdown; never below 0", "KC-17", second, tie, kings=[second], showdown=showdown),
        one("A King wins a trick in the showdown", "KC-19", second, tie, showdown=with_king),
        thrown_in,
    )


BATCHES = "first 3, then 3 to the kitty, then 4 and 3"
PACK = Pack(
    RANKS[:8],
    "KC-01",
    "the 32 cards from seven to Ace and one Joker",
    best_bower=(JOKER,),
    counting_rule="KC-01",
)


def _turned(facts: HandFacts, card: str, suit: str) -> HandFacts:
    """A Joker is dealt again, or counts as a suit (KC-04)."""
    joker = str(facts.state.options["flipped_joker"])
    offered = suit or (joker if joker in SUITS else "")
    # Without a suit the card ends the deal: the same dealer deals again.
    return turns_up(facts, card, offered) if offered else replace(facts, card=card, result=REDEAL)


def _taking(facts: HandFacts, who: str) -> list[Instruction]:
    left = who + ", left of the maker, takes "
    if facts.call == FIRST_ROUND:
        text = "the turned card and discards one. The other two kitty cards go outside."
        return [Instruction(left + text, "KC-05"), _outside(facts)]
    text = "the two face-down kitty cards and discards two. The turned card goes outside."
    return [Instruction(left + text, "KC-06"), _outside(facts)]


def _outside(facts: HandFacts) -> Instruction:
    cards = (facts.deal.cards - TRICKS) * len(facts.order) + facts.deal.kitty
    has = "The outside has " + str(cards) + " cards. "
    return Instruction(has + facts.dealer + " may count them, but not look.", "KC-08")


def _over(facts: HandFacts) -> list[Instruction]:
    if facts.won_by_king is not None:
        return [Instruction(facts.won_by_king + " has won the game with a King. Play ends.", "KC-11")]
    if facts.card == JOKER_CARD and not facts.turned:
        return [Instruction("A Joker was turned up. " + facts.dealer + " deals again.", "KC-04")]
    return []


KINGS_SCORE = Kings("KC-10", "KC-19")
DISCARD = Instruction("Everyone discards 3 face down (the outside) and keeps 7.", "KC-03")
AT_RANDOM = Instruction("Pick the first dealer at random.", "ALL-01")
JOKER_TURNED = Special(JOKER_CARD, "Joker", "KC-04")

LEADS = "leads any card: trump need not be led"

FOLLOW = Follow(
    phases=(
        *dealing(
            Dealing(
                before=lambda facts: [
                    Instruction(facts.dealer + " shuffles and has the cards cut.", "KC-02")
                ],
                after=lambda facts: [DISCARD],
                turning=Turning(specials=lambda facts: (JOKER_TURNED,), turned=_turned),
            )
        ),
        *calling(Calling("KC-05", "KC-06", "KC-07", order_words="Make it trump")),
        taking(
            Taking(
                _taking,
                lambda facts: left_of(facts.state.players, facts.maker),
                (FIRST_ROUND, SECOND_ROUND),
                "takes the card",
            )
        ),
        playing(Playing(leads=LEADS, kings=KINGS_SCORE, throw_in="KC-20")),
        showdown(Showdown("KC-15", "KC-18", KINGS_SCORE)),
    ),
    first_dealer=AT_RANDOM,
    won_by_kings=won_by_kings,
    over=_over,
)

VARIANT = Variant(
    name="king-cutthroat",
    title="King Cut-Throat Euchre",
    short="King Cut-Throat",
    note="Everyone plays alone. A King that wins a trick scores at once.",
    prefixes=("KC",),
    seats=range(2, 4),
    pack=PACK,
    deal=fixed_deals(
        {
            2: Deal(10, 3, 10, BATCHES + ", plus a phantom hand", "KC-02"),
            3: Deal(10, 3, 0, BATCHES, "KC-02"),
        }
    ),
    turn_up=TurnUp("the top card of the kitty", "KC-03"),
    tricks=lambda players, chosen: TRICKS,
    lead=Lead("KC-09"),
    march="a march",
    score_cards=(6, 4),
    options=(
        options.target(10, "KC-21"),
        options.flag(
            "showdown_kings",
            True,
            "KC-19",
            "Kings score in the showdown",
            "A King that wins a showdown trick scores 1 at once.",
        ),
        options.word(
            "showdown_leader",
            "last-trick",
            "KC-18",
            "Who leads the showdown",
            "The first card of the showdown.",
            ("last-trick", "mediator"),
            {"last-trick": "Winner of the last trick", "mediator": "The third player decides"},
        ),
        options.word(
            "flipped_joker",
            "redeal",
            "KC-04",
            "If a Joker is turned up",
            "Deal again, or it counts as a card of a suit.",
            ("redeal", *SUITS),
            {"redeal": "Deal again", **{suit: f"It counts as {suit}" for suit in SUITS}},
        ),
    ),
    fields=(
        fields.maker("KC-05"),
        fields.trump("KC-05", PACK.trumps),
        Field("tricks", counts(TRICKS), "KC-09", "Tricks", needed=True),
        Field("kings", Listed(PLAYER, KINGS), "KC-10", "Kings"),
        Field(
            "showdown",
            Nested(
                (
                    Field("winner", PLAYER, "KC-16", "Winner"),
                    Field("tricks", counts(SHOWDOWN_TRICKS), "KC-15", "Tricks"),
                    Field("kings", Listed(PLAYER, KINGS), "KC-19", "Kings", option="showdown_kings"),
                )
            ),
            "KC-15",
            "Showdown",
        ),
        Field("thrown_in", FLAG, "KC-20", "Thrown in"),
    ),
    unplayed=(Unplayed(PASSED_OUT, "KC-07"), Unplayed(REDEAL, "ALL-01")),
    score_hand=score_hand,
    examples=_examples,
    goal=Goal("target", "KC-21"),
    never_below_zero=lambda chosen: True,
    follow=FOLLOW,
)
