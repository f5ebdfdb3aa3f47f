"""`make soak`: random evenings of all games by form and by API, half an hour long.

Each evening is a random legal game with corrections, entered by four players at once. At its end the record
that Bower exports must hold what was entered, and Bower's standing must be that of `python -m scoring`. Fails
on any difference, and when memory, open files or queries an answer have grown in the last third.
"""

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scoring import VARIANTS, State, from_json, opening, replay, step
from tests.load.evenings import Evening, evening_by
from tests.load.watched import descriptors, memory
from tests.scoring.dice import Rolled
from tests.scoring.games import header, one_more
from tests.serving import ROOT, Bower

SETTINGS = {
    "SECRET_KEY": "only for measuring" * 4,
    "API_WRITES": "0",
    "API_READS": "0",
    "API_TABLES": "0",
    "DJANGO_SETTINGS_MODULE": "tests.load.counted",
}
PLAYERS = 4
LONGEST = 40  # entries of an evening
TICK = 5.0
GROWTH = 1.1


class Player:
    """Enters one evening after another; *queries*: those of every answer, by what was asked."""

    def __init__(self, bower: Bower, number: int, seed: int) -> None:
        self.bower, self.number = bower, number
        self.dice = Rolled(random.Random(f"{seed} {number}"))  # noqa: S311 - no secret
        self.tables = self.entries = 0
        self.wrong: list[str] = []
        self.queries: list[tuple[float, str, int]] = []

    def play(self, until: float) -> None:
        """Enter evenings until this moment."""
        while time.monotonic() < until:
            record = header(self.dice, tuple(VARIANTS))
            try:
                self._evening(record)
            except Exception as error:
                self.wrong.append(f"{record['variant']}: {type(error).__name__} {str(error)[:700]}")

    def _evening(self, record: dict[str, Any]) -> None:
        evening = evening_by(self.dice.one_of(("form", "API")), self.bower, self.number, record, self.queries)
        states = [opening(from_json(record))]
        kept: list[dict[str, Any]] = []
        if states[0].variant.has_bank:
            stack = self.dice.number(20, 99)
            for name in record["players"]:
                enter(evening, states, kept, {"kind": "buy-in", "player": name, "chips": stack})
        for _ in range(self.dice.number(1, LONGEST)):
            if states[-1].over:
                break
            entry = one_more(self.dice, states[-1])
            if entry.get("result") == "played":
                del entry["result"]  # which is what a hand is anyway, and no form says
            enter(evening, states, kept, entry)
            if self.dice.rarely(8):
                evening.undo()
                states.pop()
                kept.pop()
        self.tables += 1
        self.entries += len(kept)
        self._compare(evening, kept)

    def _compare(self, evening: Evening, kept: Sequence[dict[str, Any]]) -> None:
        exported = evening.record()
        meant = replay(from_json({**exported, "entries": list(kept)})).as_json()
        if replay(from_json(exported)).as_json() != meant or len(exported["entries"]) != len(kept):
            self.wrong.append(f"{exported['variant']}: the record differs from {kept}")
        shown, scored = evening.standing(), by_command_line(exported)
        if shown != scored:
            self.wrong.append(f"{exported['variant']}: {shown} is shown, {scored} is right")


def enter(evening: Evening, states: list[State], kept: list[dict[str, Any]], entry: dict[str, Any]) -> None:
    state = step(states[-1], entry).state
    try:
        evening.enter(states[-1], entry)
    except AssertionError as error:
        raise AssertionError(f"{json.dumps(entry, ensure_ascii=False)}: {error}") from None
    states.append(state)
    kept.append(entry)


def by_command_line(record: dict[str, Any]) -> Any:
    """What `python -m scoring` makes of a record."""
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(record, file)
        file.flush()
        command = [sys.executable, "-m", "scoring", "--json", file.name]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    return json.loads(done.stdout)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        bower = Bower(Path(folder), **SETTINGS, DATABASE_URL="")
        bower.start()
        begun = time.monotonic()
        until = begun + given.minutes * 60
        players = [Player(bower, number, given.seed) for number in range(1, PLAYERS + 1)]
        threads = [threading.Thread(target=player.play, args=(until,)) for player in players]
        for thread in threads:
            thread.start()
        looks = []
        while any(thread.is_alive() for thread in threads):
            looks.append((memory([bower]), descriptors([bower])))
            time.sleep(TICK)
        bower.stop()
        wrong = [text for player in players for text in player.wrong]
        if "Traceback" in bower.told:
            wrong.append(f"the log has a traceback: {bower.told[-2000:]}")
    tables, entries = (sum(getattr(player, name) for player in players) for name in ("tables", "entries"))
    print(f"{given.minutes:g} min: {tables} evenings, {entries} entries, {len(wrong)} wrong")
    wrong += grown(looks) + more_queries([one for player in players for one in player.queries], begun, until)
    for text in wrong[:20]:
        print(f"WRONG: {text}")
    return 1 if wrong or not tables else 0


def grown(looks: Sequence[tuple[float, int]]) -> list[str]:
    """What the last third holds more than the second."""
    wrong = []
    third = len(looks) // 3
    for name, at in (("MB of memory", 0), ("open files", 1)):
        figures = [look[at] for look in looks]
        middle, last = statistics.median(figures[third : 2 * third]), statistics.median(figures[2 * third :])
        print(f"{name}: {middle:.0f} in the second third, {last:.0f} in the last, {max(figures):.0f} at most")
        if last > middle * GROWTH:
            wrong.append(f"{name} grew from {middle:.0f} to {last:.0f}")
    return wrong


def more_queries(asked: Sequence[tuple[float, str, int]], begun: float, until: float) -> list[str]:
    """What takes more queries in the last third than in the first, on average."""
    early: dict[str, list[int]] = defaultdict(list)
    late: dict[str, list[int]] = defaultdict(list)
    third = (until - begun) / 3
    for at, what, count in asked:
        if at < begun + third:
            early[what].append(count)
        elif at > until - third:
            late[what].append(count)
    wrong = []
    for what in sorted(early.keys() & late.keys()):
        first, last = statistics.mean(early[what]), statistics.mean(late[what])
        print(f"queries, {what}: {first:.1f} in the first third, {last:.1f} in the last")
        if last > first * GROWTH + 0.5:
            wrong.append(f"queries of {what} grew from {first:.1f} to {last:.1f}")
    return wrong
