"""Tables to play hands at, and moves written as short as a card player would say them."""

from typing import Any

from scoring import VARIANTS, Refusal, State, from_json, opening, step
from scoring.follow import Follow
from scoring.progress import Progress, progress

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")
# The games that are followed card by card.
FOLLOWED = [name for name, variant in VARIANTS.items() if variant.follow is not None]

Move = dict[str, Any]


def table(variant: str, seats: int = 0, options: dict[str, Any] | None = None, **scores: int) -> State:
    """A table before a hand, Ann to deal, of four where four may play.

    *scores*: points or chips by player, of a team by its first player.
    """
    game = VARIANTS[variant]
    players = list(NAMES[: seats or min(max(4, game.seats[0]), game.seats[-1])])
    record = {"format": "bower.game/1", "variant": variant, "players": players, "options": options or {}}
    state = opening(from_json(record))
    for name in players if game.bank else ():
        chips = scores.get(name, 64)
        if chips:
            state = step(state, {"kind": "buy-in", "player": name, "chips": chips}).state
    for name, score in scores.items() if not game.bank else ():
        player = game.side_of(state.players, name)
        points = score - state.scores[player]
        if points:
            entry = {"kind": "adjust", "player": player, "points": points, "reason": "so far"}
            state = step(state, entry).state
    return state


def follow_of(variant: str) -> Follow:
    """How a game of FOLLOWED is followed."""
    follow = VARIANTS[variant].follow
    assert follow is not None
    return follow


def say(words: str) -> Move:
    """One move: ``Bo passes``, ``Bo names hearts alone``, ``Bo takes it by a King``, ``turned hearts``."""
    if words in BARE:
        return {"move": BARE[words]}
    who, verb, *rest = words.split(" ")
    if who == "turned":
        return {"move": "turned", "card": verb}
    kind = VERBS[verb]
    move: Move = {"move": kind, "player": who}
    if kind == "name":
        move["trump"] = rest[0]
    if kind == "bid":
        move["bid"] = int(rest[0])
    if kind in ("bet", "raise"):
        move["chips"] = int(rest[0])
    if rest[-1:] == ["alone"]:
        move["alone"] = True
    if rest[-1:] == ["King"]:
        move["king"] = True
    return move


BARE = {
    "skip": "skip",
    "dealt": "dealt",
    "taken up": "taken",
    "both defend": "together",
    "a King": "king",
    "throw it in": "throw-in",
    "stop": "stop",
    "in time": "in-time",
    "too late": "too-late",
    "guilty": "guilty",
    "not guilty": "not-guilty",
    "nobody’s": "nobody",
    "two Jokers": "cancelled",
}
VERBS = {
    "passes": "pass",
    "bids": "bid",
    "orders": "order",
    "names": "name",
    "trades": "trade",
    "defends": "defend",
    "stays": "stay",
    "drops": "drop",
    "switches": "switch",
    "checks": "check",
    "bets": "bet",
    "calls": "call",
    "raises": "raise",
    "folds": "fold",
    "takes": "trick",
    "leads": "lead",
    "reneges": "renege",
    "deserves": "rightful",
    "deals": "dealer",
    "leaves": "away",
    "returns": "back",
}


def moves(*lines: str | Move) -> list[Move]:
    """Moves from lines such as ``Bo passes; Cy passes``, or as they are."""
    said: list[Move] = []
    for line in lines:
        said += [say(part) for part in line.split("; ")] if isinstance(line, str) else [line]
    return said


def after(state: State, *lines: str | Move) -> Progress:
    """The hand in progress after these moves."""
    return progress(state, moves(*lines))


def may(now: Progress) -> list[str]:
    """The kinds of moves that may be made, each once."""
    return list(dict.fromkeys(str(one.move["move"]) for one in now.allowed))


def off(now: Progress, **move: Any) -> Refusal | None:
    """The refusal of an offered move; None if it may be made."""
    found = [one for one in now.offers if {**one.move} == move]
    assert len(found) == 1, move
    return found[0].off


def why_not(now: Progress, **move: Any) -> str:
    """Code and rule of the refusal of an offered move; "" if it may be made."""
    return cited(off(now, **move))


def cited(refusal: Refusal | None) -> str:
    """A refusal as "code (rule)"; "" for none."""
    return f"{refusal.code} ({refusal.rule})" if refusal else ""


def instructions(now: Progress) -> list[str]:
    """The instructions as "who does what (rule)"."""
    return [f"{one.text} ({one.rule})" for one in now.instructions]
