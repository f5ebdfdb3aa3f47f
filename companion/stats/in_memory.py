"""Sums of finished games that are all at hand: what ``store.figures`` adds up in SQL for a group.

People are numbers here, from 1 in the order in which they first played; a person is one name, as compared.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.stats import records
from companion.stats.counted import BESTS, SUMS, Counted, GameCounted
from companion.stats.figures import DIGITS, Figures, Pair, Total
from scoring import VARIANTS
from scoring.names import compared


@dataclass(frozen=True)
class Finished:
    """A game that is over: ``game`` is its id, ``played_on`` its day in ISO 8601, ``hands`` how many."""

    game: str
    variant: str
    played_on: str
    hands: int
    players: tuple[Counted, ...]


@dataclass(frozen=True)
class Result:
    """One person's part in a game: with whom on the same side, and against whom, by name."""

    game: Finished
    player: Counted
    partners: tuple[str, ...]
    rivals: tuple[str, ...]


def as_json(game: str, variant: str, played_on: str, found: GameCounted) -> dict[str, Any]:
    """A game that is over, as it is kept."""
    players = [
        [one.name, one.side, one.won, one.points, list(one.sums), list(one.bests)] for one in found.players
    ]
    return {"game": game, "variant": variant, "on": played_on, "hands": found.hands, "players": players}


def of_json(given: dict[str, Any]) -> Finished:
    """The game that ``as_json`` wrote."""
    players = tuple(
        Counted(name, seat, side, won, points, tuple(map(int, sums)), tuple(bests))
        for seat, (name, side, won, points, sums, bests) in enumerate(given["players"])
    )
    return Finished(given["game"], given["variant"], given["on"], given["hands"], players)


@dataclass(frozen=True)
class Everyone:
    """The people of games, which are in order of play. numbers: of each person, by the name as compared."""

    games: Sequence[Finished]
    numbers: dict[str, int]
    names: dict[int, str]

    def number(self, name: str) -> int:
        """The number of a player."""
        return self.numbers[compared(name)]


def everyone(games: Sequence[Finished]) -> Everyone:
    """Everyone who played, under the spelling that was used first."""
    numbers: dict[str, int] = {}
    names: dict[int, str] = {}
    for game in games:
        for one in game.players:
            form = compared(one.name)
            if form not in numbers:
                numbers[form] = len(numbers) + 1
                names[numbers[form]] = one.name
    return Everyone(games, numbers, names)


def totals(who: Everyone, variant: str = "") -> list[Total]:
    """The figures of everyone, by game; *variant*: of this one alone."""
    sums: dict[tuple[int, str], dict[str, Any]] = {}
    for game in who.games:
        if variant in ("", game.variant):
            won = {one.side for one in game.players if one.won}
            chance = len(won) / len({one.side for one in game.players})
            for one in game.players:
                given = sums.setdefault((who.number(one.name), game.variant), {})
                more = {"games": 1, "won": int(one.won), "expected": chance, "points": one.points}
                for name, number in (*more.items(), *zip(SUMS, one.sums, strict=True)):
                    given[name] = given.get(name, 0) + number
                most_kings, best_hand, comeback = one.bests
                bests = (most_kings, best_hand, comeback if one.won else 0)
                for name, best in zip(BESTS, bests, strict=True):
                    given[name] = max(given.get(name, 0), best)
                if one.won:
                    given["fastest"] = min(given.get("fastest", game.hands), game.hands)
    found: dict[int, dict[str, Figures]] = {}
    for (number, name), given in sums.items():
        given["expected"] = round(given["expected"], DIGITS)
        found.setdefault(number, {})[name] = Figures(**given)
    totals = []
    for number, by_variant in found.items():
        name = who.names[number]
        address = compared(name).encode().hex()  # a person in addresses
        totals.append(Total(number, address, name, False, by_variant))
    return totals


def pairs(who: Everyone, variant: str = "") -> list[Pair]:
    """Everyone with everyone else."""
    rows: list[records.Row] = [
        (place, who.number(one.name), one.seat, one.side, int(one.won), game.played_on, None, 0)
        for place, game in enumerate(who.games)
        if variant in ("", game.variant)
        for one in game.players
    ]
    return records.pairs(rows, {number: number for number in who.names})


def results(who: Everyone, number: int) -> list[Result]:
    """A person's games, the latest first."""
    found = []
    for game in reversed(who.games):
        for one in game.players:
            if who.number(one.name) == number:
                others = [other for other in game.players if other.seat != one.seat]
                partners = tuple(other.name for other in others if other.side == one.side)
                rivals = tuple(other.name for other in others if other.side != one.side)
                found.append(Result(game, one, partners, rivals))
    return found


def variants(games: Sequence[Finished]) -> list[str]:
    """The games that were played, in the order of the menu."""
    played = {one.variant for one in games}
    return [name for name in VARIANTS if name in played]
