"""Random legal games of all six kinds, built by walking ``opening`` and ``step`` as a table would.

Every entry is one that the rules allow at that point of the game; the strategies know the rules and never
filter. What they draw is in ``Game``: the record as JSON holds it, and the table before and after each entry.
"""

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, NamedTuple

from hypothesis import strategies as st

from scoring import VARIANTS, State, Step, from_json, opening, step
from tests.scoring.dice import Dice
from tests.scoring.poker_games import bank_entry, can_play, chips_hand, points_hand

Entry = dict[str, Any]

NAMES = ("Ann", "Bo", "Cy", "Dée", "王", "O'Brien", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Mo")
MOST_ENTRIES = 10

# Goals near enough to be reached in a short game, and what else is worth moving.
VALUES: dict[str, tuple[int, ...]] = {
    "target": (1, 3, 10, 40),
    "start": (3, 6, 20),
    "penalty": (5, 2),
    "no_drop_at": (5, 0, 12),
    "lone_euchre_points": (2, 4),
    "chip_value_cents": (0, 100),
    "min_bet": (1, 3),
    "max_bet": (20, 4),
    "max_raises": (3, 1),
}


class Game(NamedTuple):
    """A legal game: ``states`` holds one more than ``steps``, the table as it was at the start."""

    record: dict[str, Any]
    states: list[State]
    steps: list[Step]

    def add(self, entry: Entry) -> None:
        """One more entry at the end of the game."""
        self.record["entries"].append(entry)
        self.steps.append(step(self.states[-1], entry))
        self.states.append(self.steps[-1].state)


@st.composite
def games(
    draw: Callable[[st.SearchStrategy[int]], int],
    variants: Sequence[str] = tuple(VARIANTS),
    most: int = MOST_ENTRIES,
) -> Game:
    """A legal game of one of the *variants*, with *most* entries at most, or until it ends."""
    dice = Dice(draw)
    record = header(dice, variants)
    game = Game(record, [opening(from_json(record))], [])
    if record["variant"] == "poker-chips":
        stack = dice.number(4, 99)
        for name in record["players"]:
            game.add({"kind": "buy-in", "player": name, "chips": stack})
    for _ in range(most - dice.number(0, most)):
        game.add(one_more(dice, game.states[-1]))
        if game.states[-1].over:
            break
    return game


def header(dice: Dice, variants: Sequence[str]) -> dict[str, Any]:
    """A record without entries."""
    variant = VARIANTS[dice.one_of(variants)]
    players = dice.turned(NAMES)[: dice.one_of(variant.seats)]
    record: dict[str, Any] = {"format": "bower.game/1", "variant": variant.name, "players": players}
    record["options"] = {
        option.name: dice.one_of(option.words or VALUES.get(option.name, (True, False)))
        for option in variant.options
        if dice.rarely(3)
    }
    if dice.rarely(4):
        record |= {"dealer": dice.one_of(players), "title": "Thursday", "played_on": "2024-02-29"}
    return {**record, "entries": []}


def one_more(dice: Dice, state: State) -> Entry:
    """One entry that the table may make now."""
    in_chips = state.variant.has_bank
    if dice.rarely(6) or (in_chips and not can_play(state, state.players)):
        return bank_entry(dice, state, NAMES) if in_chips else adjustment(dice, state)
    return hand(dice, state)


def adjustment(dice: Dice, state: State) -> Entry:
    """Points by agreement; those that must not fall below 0 are stopped there."""
    player = dice.one_of(list(state.scores))
    scores = state.scores
    level = max(scores.values()) - scores[player]
    points = level if level and dice.rarely(2) else dice.one_of((1, -1, 2, -3, 9, -20))
    return {"kind": "adjust", "player": player, "points": points, "reason": "a miscount"}


def hand(dice: Dice, state: State) -> Entry:
    """A hand, played or not."""
    variant, luck = state.variant, dice.number(0, 11)
    entry: Entry = {"kind": "hand"}
    if luck == 11:
        entry["result"] = dice.one_of(variant.results(state.options))
    else:
        entry |= PLAYED[variant.name](dice, state)
    if luck < 3 and "nine_of_clubs" not in entry and "turned_club" not in entry:
        entry["trump"] = dice.one_of(variant.trumps)
    if luck in (4, 11) and not variant.has_bank:
        entry["dealer"] = dice.one_of(state.dealing)
    if luck == 5:
        entry |= {"result": "played", "note": "a note"}
    return entry


# The five games that count points


def partnership(dice: Dice, state: State) -> Entry:
    maker = dice.one_of(state.players)
    taken = dice.number(0, 5)
    teams = list(state.scores)
    seat = state.players.index(maker)
    makers, others = teams if seat % 2 == 0 else teams[::-1]
    entry: Entry = {"maker": maker, "tricks": {makers: taken, others: 5 - taken}}
    if dice.rarely(2):
        entry["alone"] = True
        if state.options["defend_alone"] and dice.rarely(2):
            entry["defended_alone"] = state.players[(seat + dice.one_of((1, 3))) % 4]
    return entry


def king_cutthroat(dice: Dice, state: State) -> Entry:
    players = state.players
    entry: Entry = {"maker": dice.one_of(players)}
    tricks = _king_tricks(dice, players)
    entry["tricks"] = {name: taken for name, taken in tricks.items() if taken}
    scores = dict(state.scores)
    kings = _kings(dice, tricks, 4, scores, state)
    if kings:
        entry["kings"] = kings
    if any(score >= int(state.options["target"]) for score in scores.values()):
        if dice.rarely(2):
            entry["tricks"] = {name: kings.count(name) for name in players if kings.count(name)}
    elif sum(tricks.values()) < 7:
        entry["thrown_in"] = True
    elif sorted(tricks.values()) == [1, 3, 3]:
        two = [name for name in players if tricks[name] == 3]
        entry["showdown"] = _showdown(dice, two, 4 - len(kings), scores, state)
    return entry


THROWN_IN = {
    seats: [
        tricks
        for tricks in product(range(7), repeat=seats)
        if sum(tricks) < 7 and 0 < sorted(tricks)[-2] < sorted(tricks)[-1] - 7 + sum(tricks)
    ]
    for seats in (2, 3)
}


def _king_tricks(dice: Dice, players: Sequence[str]) -> dict[str, int]:
    kind = dice.number(0, 4)
    if kind == 0:
        counts: Sequence[int] = dice.one_of(THROWN_IN[len(players)])
    elif kind == 1 and len(players) == 3:
        counts = dice.turned([3, 3, 1])
    else:
        shared = dice.split(7, players)
        counts = [shared.get(name, 0) for name in players]
    return dict(zip(players, counts, strict=True))


def _kings(dice: Dice, tricks: dict[str, int], most: int, scores: dict[str, int], state: State) -> list[str]:
    """Kings in falling order, one a trick at most; *scores* go up with them, and the goal stops them."""
    left, kings = dict(tricks), []
    for _ in range(dice.number(0, most)):
        can = [name for name, taken in left.items() if taken]
        if not can or max(scores.values()) >= int(state.options["target"]):
            break
        name = dice.one_of(can)
        left[name] -= 1
        scores[name] += 1
        kings.append(name)
    return kings


def _showdown(dice: Dice, two: list[str], most: int, scores: dict[str, int], state: State) -> Entry:
    winner, loser = dice.turned(two)
    lost = dice.number(0, 2)
    tricks = {winner: dice.number(3, 5 - lost), loser: lost}
    showdown: Entry = {}
    if state.options["showdown_kings"]:
        showdown["kings"] = _kings(dice, tricks, most, scores, state)
    if max(scores.values()) < int(state.options["target"]):
        showdown["winner"] = winner
    if dice.rarely(2):
        showdown["tricks"] = tricks
    return showdown


def three_handed(dice: Dice, state: State) -> Entry:
    if dice.rarely(8):
        return {"nine_of_clubs": True, "tricks": dice.split(5, state.players)}
    limit = int(state.options["no_drop_at"])
    may_drop = [name for name in state.players if not limit or state.scores[name] > limit]
    choices = dict.fromkeys(dice.some(may_drop, 0), "drop")
    stay = [name for name in state.players if name not in choices]
    if stay and dice.rarely(3):
        choices[dice.one_of(stay)] = "switch"
    return _counted_down(dice, state, choices, state.players, stay)


def buck(dice: Dice, state: State) -> Entry:
    if dice.rarely(8):
        return {"turned_club": True, "tricks": dice.split(5, state.players)}
    maker = dice.one_of(state.players)
    choices = dict.fromkeys(dice.some([name for name in state.players if name != maker], 0), "drop")
    stay = [name for name in state.players if name not in choices]
    return _counted_down(dice, state, choices, [maker], stay)


def _counted_down(
    dice: Dice, state: State, choices: dict[str, str], makers: Sequence[str], stay: Sequence[str]
) -> Entry:
    entry: Entry = {"maker": dice.one_of(makers)}
    if choices or dice.rarely(4):
        entry["choices"] = choices
    if stay:
        entry["tricks"] = dice.split(5, stay)
    return entry


PLAYED: dict[str, Callable[[Dice, State], Entry]] = {
    "partnership": partnership,
    "king-cutthroat": king_cutthroat,
    "three-handed": three_handed,
    "buck": buck,
    "poker-points": points_hand,
    "poker-chips": chips_hand,
}
