"""A renege, question by question: Poker-Euchre's procedure (PE-08), and what the other games say of one.

The answers end in ``reneged``, ``tricks`` and ``cards`` of the record: each trick noted remembers how many
cards lay in it, so nobody counts them.
"""

from dataclasses import replace

from . import told as t
from .moves import Move, Offer, offer
from .playing import first_leader
from .told import Accused, Taken, Told

NO_PENALTY = (
    "The suit led must be followed (ALL-04). The rules of this game name no penalty for a renege: the table "
    "decides, and what it decides on can be entered as an adjustment with a reason (ALL-05)."
)
PROCEDURE = (
    "A renege is called before the tricks are counted; play stops while the others look, and a mistake "
    "counts as much as intent. Without proof or a clear verdict the player is not guilty and play goes on"
)


def advice(variant: str) -> str:
    """What the rules of a game, by its name in a record, say about a renege, with the rules' ids."""
    return PROCEDURE + " (PE-08)." if variant in (t.POINTS, t.CHIPS) else NO_PENALTY


def accuse_offers(told: Told) -> list[Offer]:
    """Whom a renege may be called on, while tricks are noted one by one and are not counted (PE-08)."""
    if not told.is_poker or told.totals is not None or told.unopposed:
        return []
    off = ""
    if not told.certain:
        off = "who folded has to be told first (PE-08)"
    elif len(told.playing) < 2:
        off = "at least one player stays in (PE-08)"
    return [
        offer("Renege: " + name, "renege", "PE-08", off or _why_never(told, name), player=name)
        for name in told.playing
    ]


def _why_never(told: Told, name: str) -> str:
    """Why somebody cannot have reneged in any trick so far: they led to every one of them (ALL-04)."""
    ahead = min(len(told.tricks) + 1, told.total)
    if any(not _why_not_in(told, name, number) for number in range(1, ahead + 1)):
        return ""
    return name + " led to every trick so far and had nothing to follow (ALL-04)"


def renege_offers(told: Told) -> list[Offer]:
    """The answers to the question that is open: in time, guilty, which trick, whose it is."""
    accused = told.accused or Accused("")
    if not accused.in_time:
        return [
            offer("Called before the tricks were counted", "in-time", "PE-08"),
            offer("Too late: the tricks were counted", "too-late", "PE-08"),
        ]
    if not accused.guilty:
        return [
            offer("Guilty: there is proof", "guilty", "PE-08"),
            offer("Not guilty, or no clear verdict", "not-guilty", "PE-08"),
        ]
    if accused.trick is None:
        return _trick_offers(told, accused.player)
    others = [name for name in told.playing if name != accused.player]
    offers = [offer(name + "'s card would have won", "rightful", "PE-08", player=name) for name in others]
    return [*offers, offer("That cannot be told: nobody's", "nobody", "PE-08")]


def _trick_offers(told: Told, player: str) -> list[Offer]:
    """In which trick the wrong card lies, from 1; the one after those noted lies on the table."""
    noted, goes_on = len(told.tricks), len(told.tricks) < told.total
    offers = []
    for number in range(1, noted + 1):
        off = _why_not_in(told, player, number)
        words = "Trick " + str(number)
        offers.append(offer(words, "wrong-trick", "PE-08", off, number=number))
        if goes_on:
            words += ", and another card of " + player + " lies on the table"
            offers.append(offer(words, "wrong-trick", "PE-08", off, number=number, laid=True))
    if goes_on:
        off = _why_not_in(told, player, noted + 1)
        offers.append(offer("The trick on the table", "wrong-trick", "PE-08", off, number=noted + 1))
    return offers


def _why_not_in(told: Told, player: str, number: int) -> str:
    if told.reneged:
        # A trick may have been given to somebody else since, who did not lead to the next one.
        return ""
    led = first_leader(told) if number == 1 else told.tricks[number - 2].taker
    return player + " led to that trick and had nothing to follow (ALL-04)" if led == player else ""


def accuse(told: Told, move: Move) -> Told:
    """A renege is called."""
    return replace(told, accused=Accused(str(move["player"])))


def in_time(told: Told, move: Move) -> Told:
    """It was called before the tricks were counted."""
    return replace(told, accused=replace(told.accused or Accused(""), in_time=True))


def guilty(told: Told, move: Move) -> Told:
    """The others found proof."""
    return replace(told, accused=replace(told.accused or Accused(""), guilty=True))


def let_off(told: Told, move: Move) -> Told:
    """Too late, not guilty or no verdict: play goes on as if nothing had been said."""
    return replace(told, accused=None)


def wrong_trick(told: Told, move: Move) -> Told:
    """Where the wrong card lies; asks on only if it had won a trick."""
    accused = told.accused or Accused("")
    number = move["number"]
    if type(number) is not int:
        return told
    on_table = number > len(told.tricks)
    told = replace(told, accused=replace(accused, trick=number), laid=on_table or "laid" in move)
    if not on_table and told.tricks[number - 1].taker == accused.player:
        return told
    return _put_out(told)


def rightful(told: Told, move: Move) -> Told:
    """The trick that the wrong card had won goes to *player*, or to nobody."""
    number = (told.accused or Accused("")).trick or 1
    player = move.get("player")
    given = replace(told.tricks[number - 1], taker=str(player) if player is not None else None)
    return _put_out(replace(told, tricks=(*told.tricks[: number - 1], given, *told.tricks[number:])))


def _put_out(told: Told) -> Told:
    """The guilty one is out; a last one left takes every trick still to come."""
    accused = told.accused or Accused("")
    told = replace(told, reneged=(*told.reneged, accused.player), accused=None)
    if len(told.playing) > 1:
        return told
    last, out = told.playing[0], len(told.reneged)
    tricks = list(told.tricks)
    while len(tricks) < told.total:
        tricks.append(Taken(last, short=out - 1 if told.laid else out))
        told = replace(told, laid=False)
    return replace(told, tricks=tuple(tricks))


def cards(told: Told) -> dict[str, int]:
    """Cards won by each who is still in, from the tricks noted (PE-08, PC-13)."""
    won = {name: 0 for name in told.state.players if name in told.playing}
    for trick in told.tricks:
        if trick.taker in won:
            won[trick.taker] += len(told.active) - trick.short
    return won
