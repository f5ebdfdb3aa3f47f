"""`python -m tests.samples GAME [SEED]`: write the sample games of a game played for points.

The hands are drawn by ``hands.py`` of the game, the same ones for the same seed; what must come of them is
worked out here from ``reading.py``, the author's own reading of the rules, which takes nothing from
``scoring``: ``GOAL`` (the option with the target, or with the points to start with), ``USUAL`` (its standard
value), ``DOWN`` (whether scores count down to 0), ``sides(players)`` in scoring order, and
``change(players, entry)``, the points of a played hand by side.
"""

import importlib
import json
import random
import sys
from collections.abc import Sequence
from typing import Any

from scoring import from_json, opening, step
from tests import games
from tests.scoring.dice import Rolled
from tests.scoring.games import header, one_more

PLAYED, REFUSED, MOST = 22, 8, 12

Entry = dict[str, Any]


def lines(game: str, seed: int) -> list[str]:
    """The sample games, one a line; the last ones are refused."""
    reading = importlib.import_module(f"tests.games.{games.folder(game).name}.reading")
    dice = Rolled(random.Random(seed))  # noqa: S311 - no secret
    records = [drawn(dice, game) for _number in range(PLAYED + REFUSED)]
    samples = [{"record": record, "expect": expected(reading, record)} for record in records[:PLAYED]]
    samples += [broken(number, record) for number, record in enumerate(records[PLAYED:])]
    return [json.dumps(sample, ensure_ascii=False) for sample in samples]


def drawn(dice: Rolled, game: str) -> Entry:
    """A record of at least one hand, every option but the goal as it usually is."""
    record = header(dice, (game,))
    state = opening(from_json(record))
    for _number in range(dice.number(2, MOST)):
        entry = one_more(dice, state)
        if state.over or entry["kind"] == "rules":
            continue
        record["entries"].append(entry)
        state = step(state, entry).state
    if not any("maker" in entry for entry in record["entries"]):
        return drawn(dice, game)
    return record


def expected(reading: Any, record: Entry) -> Entry:
    """What must come of a record: the deal moves left, the first side alone at the goal wins."""
    players = record["players"]
    goal = record["options"].get(reading.GOAL, reading.USUAL)
    scores = dict.fromkeys(reading.sides(players), goal if reading.DOWN else 0)
    dealer, hands, winners = record.get("dealer", players[0]), [], []
    for entry in record["entries"]:
        if entry["kind"] == "adjust":
            change = {entry["player"]: entry["points"]}
        else:
            dealer = entry.get("dealer", dealer)
            change = {} if entry.get("result", "played") != "played" else reading.change(players, entry)
            hands.append({"dealer": dealer, "change": change})
            if entry.get("result") != "redeal":
                dealer = players[(players.index(dealer) + 1) % len(players)]
        for side, points in change.items():
            scores[side] += points
        winners = reached(scores, 0 if reading.DOWN else goal, reading.DOWN)
    return {
        "over": bool(winners),
        "winners": winners,
        "next_dealer": None if winners else dealer,
        "scores": scores,
        "hands": hands,
    }


def reached(scores: dict[str, int], goal: int, down: bool) -> list[str]:
    """The side that has won, in a list; [] while nobody is at the goal, or several are level there."""
    best = min(scores.values()) if down else max(scores.values())
    there = best <= goal if down else best >= goal
    leaders: Sequence[str] = [side for side, score in scores.items() if score == best]
    return list(leaders) if there and len(leaders) == 1 else []


def broken(number: int, record: Entry) -> Entry:
    """A record with one fault, and where it must be refused."""
    at = next(place for place, entry in enumerate(record["entries"]) if "maker" in entry)
    entry = record["entries"][at]
    if number % 4 == 0:
        entry["maker"], field = 8, "maker"
    elif number % 4 == 1:
        entry["tricks"], field = {**entry["tricks"], next(iter(entry["tricks"])): 3.5}, "tricks"
    elif number % 4 == 2:
        entry["maker"], field = "Nobody here", "maker"
    else:
        record["players"], field = record["players"][:1], "players"
    return {
        "record": record,
        "expect": {"error": {"entry": None if field == "players" else at + 1, "field": field}},
    }


if __name__ == "__main__":
    name, seed = sys.argv[1], int((sys.argv[2:] or ["1"])[0])
    text = "\n".join(lines(name, seed)) + "\n"
    games.folder(name).joinpath("samples.jsonl").write_text(text, encoding="utf-8")
