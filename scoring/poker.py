"""Poker-Euchre for points and for chips: the pack, counting tricks, the winner (PE-01 to PE-12)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from . import fields, options, shape
from .fields import NAMES, Field
from .follow import Instruction, Phase
from .phases.calling import Calling, Taking, calling, taking
from .phases.deal import JOKER_CARD, Dealing, Notes, Special, Turning, dealing, turns_up
from .phases.facts import HandFacts
from .phases.play import Playing, playing
from .phases.renege import PROCEDURE
from .phases.renege import renege as renege_phase
from .refusal import Refusal
from .shape import Entry
from .table import MISDEAL, PASSED_OUT, REDEAL, Names, Options, State
from .variant import RANKS, Deal, Pack, TurnUp, Unplayed

SEATS = range(2, 13)
MARCH = "a grand march"
PACK = Pack(RANKS, "PE-01", "the 52 cards and two Jokers", wild_jokers=2, joker_rule="PE-02")
CARDS_IN_PLAY, CARDS_OF_THREE_WITH_JOKERS = 50, 17
MOST_TRICKS, MOST_CARDS = 27, 54
TIE_WON = "won the hand, the maker lost the tie"
BATCHES = "one card at a time"
TURN_UP = TurnUp("the top card of the kitty", "PE-06")
JOKERS = options.flag(
    "jokers", False, "PE-02", "Two Jokers", "Two Jokers are in the deck.", of_the_hand=False
)
UNPLAYED = (Unplayed(PASSED_OUT, "PE-07"), Unplayed(MISDEAL, "PE-05"), Unplayed(REDEAL, "ALL-01"))
FIELDS = (
    fields.maker("PE-06"),
    fields.trump("PE-06", PACK.trumps),
    Field("tricks", fields.counts(MOST_TRICKS), "PE-04", "Tricks", needed=True),
    Field("reneged", NAMES, "PE-08", "Reneged"),
    Field("cards", fields.counts(MOST_CARDS), "PE-08", "Cards won", needs=("reneged",)),
)


def cards_each(players: int, jokers: bool = False) -> int:
    """Cards for each of the *players* dealt in (PE-04).

    Raises Refusal of ``players`` for fewer than 2 or more than 12.
    """
    if type(players) is not int or players not in SEATS:
        raise Refusal(
            "players-range", "players", "PE-04", game="Poker-Euchre", least=SEATS[0], most=SEATS[-1]
        )
    if jokers and players == 3:
        return CARDS_OF_THREE_WITH_JOKERS
    return CARDS_IN_PLAY // players


def deal(players: int, chosen: Options) -> Deal:
    """The deal for so many players dealt in (PE-04). Raises Refusal like ``cards_each``."""
    jokers = bool(chosen.get("jokers", False))
    each = cards_each(players, jokers)
    return Deal(each, len(PACK.cards(jokers)) - each * players, 0, BATCHES, "PE-04")


@dataclass(frozen=True)
class Count:
    """The count of one hand.

    tricks, cards: won, by player. reneged: players who are out. each: cards dealt to each player.
    """

    tricks: dict[str, int]
    cards: dict[str, int]
    reneged: Names
    each: int

    def is_march(self, player: str) -> bool:
        """Whether *player* won every trick (PE-11)."""
        return self.tricks[player] == self.each


def count(state: State, entry: Entry, dealt: int, paid: Names, playing: Names) -> Count:
    """Tricks and cards of *playing* (PE-04, PE-08). Raises Refusal.

    *dealt*: how many players were dealt in. *paid*: players allowed in the fields.
    """
    jokers = bool(state.options["jokers"])
    each = cards_each(dealt, jokers)
    reneged = tuple(shape.each_once(entry, "reneged", playing))
    if len(reneged) == len(playing):
        raise Refusal("one-stays-in", "reneged", "PE-08")
    tricks = shape.counts(entry, "tricks", paid)
    left = tuple(name for name in playing if name not in reneged)
    for name, taken in tricks.items():
        if taken and name not in left:
            raise Refusal("out", "tricks", "PE-08", player=name)
    total = sum(tricks.values())
    if reneged:
        if total > each:
            raise Refusal("tricks-most", "tricks", "PE-08", got=total, most=each)
    elif not each - unwon(state, len(playing)) <= total <= each:
        raise Refusal("tricks-total", "tricks", "PE-04", got=total, total=each)
    if reneged:
        return Count(tricks, _recorded_cards(entry, tricks, left, len(playing)), reneged, each)
    if "cards" in entry:
        raise Refusal("no-renege", "cards", "PE-08")
    return Count(tricks, {name: tricks[name] * len(playing) for name in left}, reneged, each)


def unwon(state: State, playing: int) -> int:
    """Tricks that nobody may win among *playing* players: the last, if both Jokers fell in it (PE-02)."""
    return 1 if state.options["jokers"] and playing == 2 else 0


def _recorded_cards(entry: Entry, tricks: dict[str, int], left: Names, playing: int) -> dict[str, int]:
    cards = shape.counts(entry, "cards", left)
    for name in left:
        least, most = tricks[name] * len(left), tricks[name] * playing
        if not least <= cards[name] <= most:
            bounds = {"least": least, "most": most} if most else {}
            raise Refusal(
                "cards-won" if most else "cards-none", "cards", "PE-08", entry=None, player=name, **bounds
            )
    return cards


def winner(counted: Count, maker: str) -> str | None:
    """The winner: most tricks; of two tied players the one who isn't the maker; else None (PE-09)."""
    leaders = _leaders(counted.tricks)
    return leaders[0] if len(leaders) == 1 else tie_winner(counted.tricks, maker)


def tie_winner(tricks: Mapping[str, int], maker: str) -> str | None:
    """The player who is tied with the maker alone, who loses the tie (PE-09); None without such a tie."""
    leaders = _leaders(tricks)
    if len(leaders) != 2 or maker not in leaders:
        return None
    return leaders[0] if leaders[1] == maker else leaders[1]


def _leaders(tricks: Mapping[str, int]) -> list[str]:
    """The players with the most tricks; [] if no trick counted for anyone."""
    most = max(tricks.values())
    return [name for name, taken in tricks.items() if taken == most] if most else []


RENEGE = Instruction(PROCEDURE, "PE-08")
FIRST_JACK = Instruction("The first Jack dealt face up deals.", "PE-03")
UNTOUCHED = Instruction(
    "Touch no card until the deal is done. Then everyone counts theirs face down.", "PE-05"
)
JOKER_TURNED = Special(JOKER_CARD, "Joker", "PE-06")
NEXT_CARD = Instruction("The Joker goes to the bottom. Turn up the next card.", "PE-06")
TURNING = Turning(
    specials=lambda facts: (
        (JOKER_TURNED,) if facts.state.options["jokers"] and facts.jokers_turned < PACK.wild_jokers else ()
    ),
    # A Joker goes to the bottom of the kitty (PE-06).
    turned=lambda facts, card, suit: (
        turns_up(facts, card, suit) if suit else replace(facts, jokers_turned=facts.jokers_turned + 1)
    ),
    notes=lambda facts: [NEXT_CARD] if facts.jokers_turned else [],
)


def phases(
    before: Notes = lambda facts: [],
    antes: Notes = lambda facts: [],
    away: str = "",
    no_hand: Instruction | None = None,
    betting: tuple[Phase, ...] = (),
    first_lead: Notes = lambda facts: [],
) -> tuple[Phase, ...]:
    """The phases of a hand, from the deal to the last trick.

    before, antes: instructions before and after the deal. away: id of the rule by which players may be left
    out; "": nobody may. no_hand: the instruction when nobody can deal. betting: phases before the first
    trick. first_lead: instructions before it.
    """
    return (
        *dealing(
            Dealing(
                before=lambda facts: [
                    *before(facts),
                    Instruction(facts.dealing[facts.dealing.index(facts.dealer) - 1] + " cuts.", "PE-05"),
                ],
                after=lambda facts: [
                    Instruction(
                        "The other " + str(facts.deal.kitty) + " cards are the kitty.", facts.deal.rule
                    ),
                    UNTOUCHED,
                    *antes(facts),
                ],
                turning=TURNING,
                away=away,
                no_hand=no_hand,
            )
        ),
        *calling(Calling("PE-06", "PE-07", "PE-07", nobody_calls=MISDEAL)),
        taking(
            Taking(
                lambda facts, who: [
                    Instruction(
                        ("" if facts.dealer in facts.order else facts.dealer + " sits out, so ")
                        + who
                        + " picks it up and buries the lowest card that isn’t trump.",
                        "PE-06",
                    )
                ]
            )
        ),
        *betting,
        renege_phase("PE-08"),
        playing(Playing(notes=first_lead, jokers_cancel="PE-02", renege="PE-08")),
    )


def over(facts: HandFacts, report: str) -> list[Instruction]:
    """Instructions after a hand that was played; *report*: id of the rule on reporting tricks."""
    if facts.result or facts.unopposed:
        return []
    steps = [Instruction("From the dealer’s left, everyone reports tricks and shows the cards won.", report)]
    maker, won = facts.maker, tie_winner(facts.counts, facts.maker)
    if won is not None:
        tied = maker + " and " + won + " are tied. " + maker + " is the maker and loses the tie: "
        steps.append(Instruction(tied + won + " wins the hand.", "PE-09"))
    return steps
