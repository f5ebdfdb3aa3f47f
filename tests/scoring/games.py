"""Random legal games of every kind, built by walking ``opening`` and ``step`` as a table would.

Every entry is one that the rules allow at that point of the game; the strategies know the rules and never
filter. What they draw is in ``Game``: the record as JSON holds it, and the table before and after each entry.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import VARIANTS, Option, Refusal, State, Step, from_json, opening, step
from tests import games as game_parts
from tests.effort import examples
from tests.scoring.dice import Dice
from tests.scoring.poker_games import bank_entry, can_play

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


Law = Callable[..., None]


def each_game(
    *also: st.SearchStrategy[Any],
    variants: Iterable[str] = VARIANTS,
    drawn: Callable[[tuple[str]], st.SearchStrategy[Any]] | None = None,
    thorough: int = 40,
) -> Callable[[Law], Law]:
    """Check a law on random games of each variant, or on what is *drawn* for it.

    also: draws its other arguments. thorough: examples for each variant in the profile `thorough`.
    Each variant has a stream of its own: one more changes none of the examples of the others.
    """

    def checked(law: Law) -> Law:
        @pytest.mark.parametrize("variant", variants)
        def test(variant: str) -> None:
            settings(max_examples=examples(thorough))(given((drawn or games)((variant,)), *also)(law))()

        test.__name__, test.__doc__, test.__module__ = law.__name__, law.__doc__, law.__module__
        return test

    return checked


@st.composite
def games(
    draw: Callable[[st.SearchStrategy[int]], int],
    variants: Sequence[str] = tuple(VARIANTS),
    most: int = MOST_ENTRIES,
) -> Game:
    """A legal game of one of the *variants*, with *most* entries at most, or until it ends."""
    return game_of(Dice(draw), variants, most)


def game_of(dice: Dice, variants: Sequence[str] = tuple(VARIANTS), most: int = MOST_ENTRIES) -> Game:
    """The game that the dice make of one of the *variants*."""
    record = header(dice, variants)
    game = Game(record, [opening(from_json(record))], [])
    if game.states[0].variant.has_bank:
        stack = dice.number(4, 99)
        for name in record["players"]:
            game.add({"kind": "buy-in", "player": name, "chips": stack})
    for _ in range(most - dice.number(0, most)):
        game.add(one_more(dice, game.states[-1]))
        if game.states[-1].over:
            break
    return game


def values(option: Option) -> tuple[Any, ...]:
    """Values of an option that are worth a game."""
    if option.kind == "flag":
        return (True, False)
    above = int(option.default) + 1 if option.kind == "number" else option.default
    near = option.words or VALUES.get(option.name, (option.default, option.least, above))
    return tuple(value for value in near if option.allows(value)) or (option.default,)


def header(dice: Dice, variants: Sequence[str]) -> dict[str, Any]:
    """A record without entries."""
    variant = VARIANTS[dice.one_of(variants)]
    players = dice.turned(NAMES)[: dice.one_of(variant.seats)]
    record: dict[str, Any] = {"format": "bower.game/1", "variant": variant.name, "players": players}
    record["options"] = {
        option.name: dice.one_of(values(option)) for option in variant.options if dice.rarely(3)
    }
    if dice.rarely(4):
        record |= {"dealer": dice.one_of(players), "title": "Thursday", "played_on": "2024-02-29"}
    return {**record, "entries": []}


def one_more(dice: Dice, state: State) -> Entry:
    """One entry that the table may make now."""
    in_chips = state.variant.has_bank
    changed = other_rules(dice, state) if dice.rarely(9) else None
    if changed:
        return changed
    if dice.rarely(6) or (in_chips and not can_play(state, state.players)):
        return bank_entry(dice, state, NAMES) if in_chips else adjustment(dice, state)
    return hand(dice, state)


def other_rules(dice: Dice, state: State) -> Entry | None:
    """A change of house rules (ALL-06); None if the one drawn isn't possible."""
    option = dice.one_of(state.variant.options)
    changed = {"kind": "rules", "options": {option.name: dice.one_of(values(option))}}
    try:
        step(state, changed)
    except Refusal:
        return None
    return changed


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
        entry |= game_parts.hands(variant.name).any_hand(dice, state)
    if luck < 3 and "nine_of_clubs" not in entry and "turned_club" not in entry:
        entry["trump"] = dice.one_of(variant.trumps)
    if luck in (4, 11) and not variant.has_bank:
        entry["dealer"] = dice.one_of(state.dealing)
    if luck == 5:
        entry |= {"result": "played", "note": "a note"}
    return entry
