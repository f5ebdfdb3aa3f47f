"""What the table does now, in words, with the rule of each."""

from ..variants.base import left_of
from . import calling, phases, playing
from . import told as t
from .phases import FIRST_ROUND
from .renege import PROCEDURE
from .told import Told
from .view import Instruction

Said = list[Instruction]
OUTSIDE = {2: 9, 3: 12}
LEAD_RULES = {
    t.PARTNERSHIP: "EU-06",
    t.KING: "KC-09",
    t.THREE_HANDED: "TH-16",
    t.BUCK: "BU-16",
    t.POINTS: "PE-12",
    t.CHIPS: "PE-12",
}


def instructions(told: Told, phase: str) -> tuple[Instruction, ...]:
    """What is to be done in this phase, in order."""
    say = SAY.get(phase)
    return tuple(say(told)) if say else ()


def _deal(told: Told) -> Said:
    deal = told.deal
    if calling.no_hand(told):
        return [
            Instruction("Nobody deals before two can pay: who is short buys chips or cashes out", "PC-05")
        ]
    cards = told.dealer + " deals " + str(deal.cards) + " cards each, " + deal.batches
    said = [Instruction(cards, deal.rule)]
    if told.is_poker:
        cutter = told.dealing[told.dealing.index(told.dealer) - 1]
        said.insert(0, Instruction(cutter + " cuts", "PE-05"))
        said.append(Instruction(str(deal.kitty) + " cards stay over, the kitty", deal.rule))
    if told.game == t.CHIPS:
        said += _ante(told)
    if told.game == t.KING:
        said.append(Instruction("Each sends 3 cards outside and keeps 7", "KC-03"))
    if told.state.options.get("steal_the_deal", False):
        said.append(Instruction("A deal out of turn that nobody noticed stands: name who dealt", "EU-16"))
    return said


def _ante(told: Told) -> Said:
    """Who pays how much; antes that lie on the table from a deal that came to nothing stand (PC-06)."""
    unpaid = [name for name in told.dealing if name not in told.order]
    who, chips = ", ".join(told.order[:-1]) + " and " + told.order[-1], str(told.total) + " chips"
    if told.state.unplayed:
        adds = who + " each add" if unpaid else "each adds"
        said = [
            Instruction(
                "The antes on the table stand: " + adds + " only what is missing to " + chips, "PC-06"
            )
        ]
    elif unpaid:
        said = [Instruction(who + " pay " + chips + " each before looking at the cards", "PC-05")]
    else:
        ante = "Each pays " + chips + " before looking at the cards, from the dealer's left"
        said = [Instruction(ante, "PC-05")]
    return said + [Instruction(name + " cannot pay the ante and sits out", "PC-05") for name in unpaid]


def _turn(told: Told) -> Said:
    rule = "KC-03" if told.game == t.KING else "PE-06" if told.is_poker else told.deal.rule
    said = [Instruction(told.dealer + " turns up the top card of the kitty", rule)]
    if told.game == t.THREE_HANDED:
        said = [Instruction(told.dealer + " turns up the last card", rule)]
    if told.jokers_turned:
        said.append(Instruction("The Joker goes to the bottom; the next card is turned", "PE-06"))
    return said


def _order(told: Told) -> Said:
    rule = calling.CALL_RULES[told.game][0]
    who = phases.callers_left(told)[0]
    return [Instruction(who + " makes the turned suit trump, or passes", rule), *_farmer(told)]


def _farmer(told: Told) -> Said:
    if not told.state.options.get("farmers_hand", False) or told.traded:
        return []
    text = "Three 9s or 10s may be traded for the kitty's three unseen cards; who does so passes"
    return [Instruction(text, "EU-15")]


def _name(told: Told) -> Said:
    who, rules = phases.callers_left(told)[0], calling.CALL_RULES[told.game]
    if calling.must_name(told):
        return [Instruction(who + " must name a suit", rules[2])]
    no_trump = " or no-trump" if told.game == t.BUCK else ""
    return [
        Instruction(
            "The turned card is out; " + who + " names another suit" + no_trump + ", or passes", rules[1]
        )
    ]


def _defend(told: Told) -> Said:
    return [Instruction("One defender may play alone against " + told.maker, "EU-13")]


def _take(told: Told) -> Said:
    who = calling.taker_of_card(told)
    if told.game == t.KING:
        return _take_kitty(told, who)
    if told.is_poker:
        return [
            Instruction(who + " takes the turned card and buries the lowest card that is not trump", "PE-06")
        ]
    rule = calling.CALL_RULES[told.game][0]
    return [Instruction(who + " takes the turned card and discards one", rule)]


def _take_kitty(told: Told, who: str) -> Said:
    if told.call == FIRST_ROUND:
        text = who + " takes the turned card and sends one card outside; the other two kitty cards go outside"
        said = [Instruction(text, "KC-05")]
    else:
        text = (
            who
            + " takes the two face-down kitty cards and sends two cards outside; the turned card goes outside"
        )
        said = [Instruction(text, "KC-06")]
    return [*said, Instruction("The outside pile holds " + str(OUTSIDE[len(told.order)]) + " cards", "KC-08")]


def _choose(told: Told) -> Said:
    who = phases.still_to_choose(told)[0]
    if told.game == t.BUCK:
        return [Instruction(who + " stays or drops", "BU-09")]
    return [Instruction(who + " stays, drops or takes the spare hand unseen", "TH-05")]


def _bet(told: Told) -> Said:
    said = [Instruction("The betting goes round until everybody left has put in the same", "PC-07")]
    if told.maker == told.round.to_act and told.maker not in [act["player"] for act in told.actions]:
        said.append(Instruction(told.maker + " made trump and is expected to bet well", "PC-24"))
    return said


def _play(told: Told) -> Said:
    who, rule = playing.leader(told), "ALL-04" if told.tricks else LEAD_RULES[told.game]
    if who is not None:
        said = [Instruction(who + " leads", rule)]
    elif told.tricks:
        said = [Instruction("The table decides who leads: no rule says", "PE-08")]
    else:
        said = [Instruction("The first who plays from the dealer's left leads", rule)]
    return said + _turned_clubs(told)


def _turned_clubs(told: Told) -> Said:
    if not told.clubs_turned or told.tricks:
        return []
    rule = "TH-12" if told.game == t.THREE_HANDED else "BU-04"
    text = "Clubs are trump and nobody takes the card up; everybody plays and needs one trick"
    return [Instruction(text, rule)]


def _showdown(told: Told) -> Said:
    who, deals = playing.showdown_leader(told), playing.mediator(told)
    if told.showdown:
        return [Instruction(str(who) + " leads", "ALL-04")]
    first, second = told.showdown_between
    text = deals + " shuffles the outside pile and deals 6 cards each to " + first + " and " + second
    said = [
        Instruction(text, "KC-15"),
        Instruction("Each discards one; best of five tricks, same trump", "KC-15"),
    ]
    if who is not None:
        return [*said, Instruction(who + " leads", "KC-18")]
    if told.state.options["showdown_leader"] == "mediator":
        return [*said, Instruction(deals + " decides who leads", "KC-18")]
    return [*said, Instruction("Whoever of the two took a trick last leads", "KC-18")]


def _renege(told: Told) -> Said:
    return [Instruction(PROCEDURE + ".", "PE-08")]


def _done(told: Told) -> Said:
    if told.won_by_king is not None:
        return [
            Instruction("A King has won the game for " + told.won_by_king + ": play ends at once", "KC-11")
        ]
    if told.unopposed and not told.result:
        return [Instruction(*_unopposed(told))]
    if told.result and told.card == "Joker":
        return [Instruction("The turned card is the Joker: " + told.dealer + " deals again", "KC-04")]
    if told.result == "redeal":
        return [Instruction(told.dealer + " deals again", "ALL-01")]
    if told.result:
        return [
            Instruction(
                "No score; " + left_of(told.state.players, told.dealer) + " is next to deal", "ALL-01"
            )
        ]
    return []


def _unopposed(told: Told) -> tuple[str, str]:
    if not told.active:
        return "Everybody dropped: only the maker scores", "TH-11"
    who = told.active[0]
    if told.game == t.CHIPS:
        return "Only " + who + " is left, and takes the pot", "PC-12"
    rule = "TH-11" if told.game == t.THREE_HANDED else "BU-14"
    return "Only " + who + " plays, and is credited " + str(told.total) + " tricks", rule


SAY = {
    t.DEALING: _deal,
    t.TURNING: _turn,
    t.ORDERING: _order,
    t.NAMING: _name,
    t.DEFENDING: _defend,
    t.TAKING: _take,
    t.CHOOSING: _choose,
    t.BETTING: _bet,
    t.PLAY: _play,
    t.SHOWDOWN: _showdown,
    t.RENEGE: _renege,
    t.DONE: _done,
}
