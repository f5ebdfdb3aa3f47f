"""A group that has played for years: 2,000 games with 60,000 hands, written at once.

`DATABASE_URL=sqlite:///var/big.sqlite3 .venv/bin/python -m tests.bench.big_group` migrates that database,
fills it and prints the group's id; its host is the phone "ann" of ``tests.companion.factories``. A test or a
bench calls ``fill``. The same seed makes the same games.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from datetime import time as of_day
from random import Random
from typing import Any
from uuid import UUID

import django

from scoring import Refusal, State, from_json, opening, step
from scoring.table import turn_order
from tests import games as of_games
from tests.scoring.dice import Dice

Entry = dict[str, Any]

GAMES, HANDS = 2_000, 60_000
A_DAY = 5  # games of an evening
FIRST = date(2017, 1, 5)
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")
GUESTS = 40  # who came once or twice
# The option that decides how long a game is, with values for a short and a long one.
USUAL = "partnership"
OPTIONS = {
    "partnership": ("target", 17, 30),
    "bid-euchre": ("target", 20, 40),
    "king-cutthroat": ("target", 25, 60),
}
# How often of twenty another one is played, and by how many.
OTHERS = {"bid-euchre": (2, 4), "king-cutthroat": (3, 3), "poker-chips": (3, 5)}
TRIES = 50


@dataclass(frozen=True)
class Played:
    """A game: the day, its header as ``bower.game/1`` without a day, and its entries."""

    day: date
    variant: str
    players: tuple[str, ...]
    options: Entry
    entries: tuple[Entry, ...]
    hands: int


class Chance(Dice):
    """Dice of a pseudorandom generator."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def number(self, least: int, most: int) -> int:
        return self._random.randint(least, most)


def played(games: int = GAMES, hands: int = HANDS, seed: int = 1) -> Iterator[Played]:
    """So many games with about so many hands in all, in the order of playing."""
    random, done = Random(seed), 0  # noqa: S311 - no secret
    for number in range(games):
        is_short = done > hands * (number + 1) / games
        one = _game(random, number, hands // games, is_short)
        done += one.hands
        yield one


def _game(random: Random, number: int, usual: int, is_short: bool) -> Played:
    others = [name for name, (times, _seats) in OTHERS.items() for _time in range(times)]
    variant = random.choice([*others, *[USUAL] * (20 - len(others))])
    option, short, long = OPTIONS.get(variant, ("", 0, 0))
    _times, seats = OTHERS.get(variant, (0, 4))
    players = random.sample(NAMES[: 8 if random.random() < 0.9 else len(NAMES)], seats)
    if random.random() < 0.04:
        players[-1] = f"Guest {random.randrange(GUESTS) + 1}"
    options = {option: short if is_short else long} if option else {}
    header = {"format": "bower.game/1", "variant": variant, "players": players, "options": options}
    day = FIRST + timedelta(days=7 * (number // A_DAY))
    state, entries = evening(random, opening(from_json(header)), usual)
    return Played(day, variant, tuple(players), options, tuple(entries), state.hands)


def evening(random: Random, state: State, usual: int) -> tuple[State, list[Entry]]:
    """The entries of a game that is played to its end, one for chips for about *usual* hands, and its end."""
    entries: list[Entry] = []
    buyers = state.players if state.variant.has_bank else ()
    for name in buyers:
        entries.append({"kind": "buy-in", "player": name, "chips": 2_000})
        state = step(state, entries[-1]).state
    while not state.over and not (buyers and state.hands >= usual):
        state, entry = next_hand(random, state)
        entries.append(entry)
    if buyers and not state.over:
        entries.append({"kind": "end"})
        state = step(state, entries[-1]).state
    return state, entries


def next_hand(random: Random, state: State) -> tuple[State, Entry]:
    """The next hand, as the rules of the game allow it."""
    of_game, turns = of_games.hands(state.variant.name), turn_order(state.players, state.next_dealer or "")
    for _try in range(TRIES):
        if state.variant.has_bank:
            drawn = of_game.varied(random.randrange(60), turns)
        else:
            drawn = of_game.any_hand(Chance(random), state)
        entry = {"kind": "hand", "trump": random.choice(("spades", "hearts", "diamonds", "clubs")), **drawn}
        try:
            return step(state, entry).state, entry
        except Refusal:
            continue
    raise AssertionError(f"no hand of {state.variant.name} was found")


def fill(games: int = GAMES, hands: int = HANDS) -> Any:
    """Write a group "Thursday" with these games and their facts; the phone "ann" is its host."""
    from companion.models import Game, Group, GroupPhone
    from companion.store import rebuilding
    from companion.store.changes import writing
    from tests.companion.factories import device

    with writing():
        group = Group.objects.create(public_id="b2000games", key=UUID(int=7), title="Thursday")
        GroupPhone.objects.create(group=group, device=device("ann"), role="host")
        made = list(played(games, hands))
        rows = Game.objects.bulk_create(
            (_row(group, number, one) for number, one in enumerate(made)), batch_size=500
        )
        _entries(rows, made)
    rebuilding.fill()
    return group


def _row(group: Any, number: int, one: Played) -> Any:
    from companion.log.table import body_of, full_header
    from companion.models import Game

    header = {
        "format": "bower.game/1",
        "variant": one.variant,
        "players": list(one.players),
        "options": one.options,
        "played_on": one.day.isoformat(),
    }
    stored = body_of(full_header(from_json({**header, "entries": []})))
    return Game(group=group, public_id=f"b{number:09}", key=UUID(int=number + 100), header=stored)


def _entries(rows: list[Any], made: list[Played]) -> None:
    from companion.log.table import Row
    from companion.store.games import add_rows, values_of

    for number, (game, one) in enumerate(zip(rows, made, strict=True)):
        at = datetime.combine(one.day, of_day(20), tzinfo=django.utils.timezone.get_default_timezone())
        log = [
            (UUID(int=(number + 1) * 100_000 + seq), Row(seq, None, _body(entry), at, "ann", "owner"))
            for seq, entry in enumerate(one.entries, 1)
        ]
        add_rows(game.pk, values_of(log))


def _body(entry: Entry) -> str:
    return json.dumps(entry, separators=(",", ":"))


def main() -> None:
    import os

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    group = fill()
    print(f"{group.public_id}: {group.games.count():,} games")


if __name__ == "__main__":
    main()
