"""Poker-Euchre without chips (PE-01 to PE-12, PP-01 to PP-08)."""

from .. import options, outcomes, poker, shape
from ..follow import Follow, Instruction
from ..phases.facts import HandFacts
from ..shape import Entry
from .base import Example, Goal, Lead, Line, Names, Outcome, State, Variant, tricks_text


def score_hand(state: State, entry: Entry, dealer: str) -> Outcome:
    """Points of one played hand (PP-02 to PP-06), or the winner of a playoff (PP-08)."""
    playing = state.dealing
    maker = shape.name(entry, "maker", playing)
    counted = poker.count(state, entry, len(playing), playing, playing)
    won = poker.winner(counted, maker)
    if state.playoff:
        lines = (
            []
            if won is None
            else [Line(won, 0, "PP-08", "won the playoff and the game", outcomes.PLAYOFF_WON)]
        )
        return Outcome(lines, won)
    lines = []
    for name, cards in counted.cards.items():
        tricks = counted.tricks[name]
        values = {"tricks": tricks, "cards": cards}
        text = tricks_text(tricks) + ", {cards} cards"
        if cards:
            lines.append(Line(name, cards, "PP-02", text, outcomes.TRICKS, values=values))
    # The winner's bonus and the loss of a euchred maker (PP-03 to PP-05, PE-09).
    players = len(playing)
    if won == maker and counted.is_march(maker):
        lines.append(Line(maker, 2 * players, "PP-05", "grand march", outcomes.GRAND_MARCH))
    elif won is not None:
        tie = poker.tie_winner(counted.tricks, maker) is not None
        rule, text = ("PE-09", poker.TIE_WON) if tie else ("PP-03", "won the hand")
        lines.append(Line(won, players, rule, text, outcomes.HAND_WON))
    if won != maker:
        lines.append(Line(maker, -players, "PP-04", "maker euchred", outcomes.EUCHRED))
    if state.options["floor_at_zero"]:
        totals = dict(state.scores)
        for line in lines:
            totals[line.player] += line.points
        below = [(name, -total) for name, total in totals.items() if total < 0]
        lines += [Line(name, up, "PP-06", "stays at 0", outcomes.KEPT_AT_ZERO) for name, up in below]
    return Outcome(lines)


def _examples(players: Names) -> tuple[Example, ...]:
    """The possible results of a hand for the charts; the first player is the maker."""
    first, second = players[:2]
    cards = poker.cards_each(len(players))
    lost = {"maker": first, "tricks": {first: 1, second: cards - 1}}
    won = {"maker": first, "tricks": {first: cards - 1, second: 1}}
    return (
        Example("Each trick", "PP-02", first, lost),
        Example("The winner of the hand, more", "PP-03", first, won),
        Example("A euchred maker", "PP-04", first, lost),
        Example("A grand march, more", "PP-05", first, {"maker": first, "tricks": {first: cards}}),
    )


def _announced(facts: HandFacts) -> list[Instruction]:
    """The announcement of a playoff (PP-08)."""
    if not facts.state.playoff:
        return []
    *others, last = facts.state.playoff
    only = "Playoff: only " + ", ".join(others) + " and " + last + " play. "
    return [Instruction(only + "The winner of the hand wins the game.", "PP-08")]


FOLLOW = Follow(
    phases=poker.phases(before=_announced),
    first_dealer=poker.FIRST_JACK,
    over=lambda facts: poker.over(facts, "PP-02"),
    renege=poker.RENEGE,
)

VARIANT = Variant(
    name="poker-points",
    title="Poker-Euchre, points",
    short="Poker-Euchre, points",
    note="No chips. A point a card. First to 100.",
    prefixes=("PP", "PE"),
    seats=poker.SEATS,
    pack=poker.PACK,
    deal=poker.deal,
    turn_up=poker.TURN_UP,
    lead=Lead("PE-12"),
    march=poker.MARCH,
    options=(
        options.target(100, "PP-07"),
        poker.JOKERS,
        options.flag("floor_at_zero", False, "PP-06", "Never below 0", "A total stops at 0."),
    ),
    fields=poker.FIELDS,
    unplayed=poker.UNPLAYED,
    score_hand=score_hand,
    examples=_examples,
    goal=Goal("target", "PP-07"),
    never_below_zero=lambda chosen: bool(chosen["floor_at_zero"]),
    plays_off=True,
    follow=FOLLOW,
)
