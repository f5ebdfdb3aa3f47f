"""`make bench`: how many hands a second are scored, game by game, and whether a long game costs more a hand.

Each game is a typical evening made endless: nobody is ever at the goal, nobody runs out of chips. ``replay``
scores a record that was read before; ``read + replay`` starts from its JSON text. The last column is the time
of 3,000 hands over that of 300: 10 when every hand costs the same, and more than 11 is a failure. Times are
processor time, medians of several runs.
"""

import gc
import json
import statistics
import time
from collections.abc import Callable
from typing import Any

from scoring import VARIANTS, read, replay
from tests import games

HANDS, FEW, MANY = 1_000, 300, 3_000
RUNS = 9
LINEAR = 11.0
ENDLESS = 10**9
AIMS = {"partnership": 30_000, "poker-chips": 10_000}

Entry = dict[str, Any]
SEATED = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay")


def main() -> int:
    print(f"Games of {HANDS:,} hands, {RUNS} runs each; poker-chips with so many players")
    print(f"{'':<16}{'replay':>12}{'read + replay':>16}{'aim':>10}{'3,000 / 300':>14}")
    print(f"{'':<16}{'hands/s':>12}{'hands/s':>16}{'hands/s':>10}{'':>14}")
    ratios = [_bench(variant, "") for variant in VARIANTS if variant != "poker-chips"]
    ratios += [_bench("poker-chips", f" ({seats})", seats) for seats in (4, 5, 6)]
    if max(ratios) > LINEAR:
        print(f"A long game costs more a hand: {max(ratios):.1f} is over {LINEAR}")
        return 1
    return 0


def _bench(variant: str, label: str, seats: int = 5) -> float:
    """Print the line of one game; the answer is its ratio."""
    text = game(variant, HANDS, seats)
    record = read(text)
    replayed = HANDS / _seconds(lambda: replay(record))
    both = HANDS / _seconds(lambda: replay(read(text)))
    ratio = _ratio(variant, seats)
    aim = f"{AIMS[variant]:,}" if variant in AIMS else ""
    print(f"{variant + label:<16}{replayed:>12,.0f}{both:>16,.0f}{aim:>10}{ratio:>14.2f}", flush=True)
    return ratio


def _ratio(variant: str, seats: int) -> float:
    """The median of 3,000 hands over 300: one long game against ten short ones, timed in turn."""
    few, many = read(game(variant, FEW, seats)), read(game(variant, MANY, seats))
    times = MANY // FEW
    pairs = [(_once(lambda: replay(many)), _once(lambda: replay(few), times)) for _ in range(RUNS)]
    return statistics.median(times * long / short for long, short in pairs)


def _seconds(work: Callable[[], object]) -> float:
    return statistics.median(_once(work) for _ in range(RUNS))


def _once(work: Callable[[], object], times: int = 1) -> float:
    gc.collect()
    start = time.process_time()
    for _ in range(times):
        work()
    return time.process_time() - start


def game(variant: str, hands: int, seats: int) -> str:
    """A game of so many hands as JSON text, checked to have them all and no end."""
    players = list(SEATED[: min(max(seats, VARIANTS[variant].seats[0]), VARIANTS[variant].seats[-1])])
    buyers = players if VARIANTS[variant].has_bank else []
    varied = games.hands(variant).varied
    most = {option.name: option.most or ENDLESS for option in VARIANTS[variant].options}
    record = {
        "format": "bower.game/1",
        "variant": variant,
        "players": players,
        "options": {name: most[name] for name in games.hands(variant).ENDLESS},
        "entries": [
            *({"kind": "buy-in", "player": name, "chips": ENDLESS} for name in buyers),
            *({"kind": "hand", **varied(number, _from_left(players, number))} for number in range(hands)),
        ],
    }
    text = json.dumps(games.going_on(record))
    standing = replay(read(text))
    assert (len(standing.hands), standing.state.over) == (hands, False)
    return text


def _from_left(players: list[str], number: int) -> list[str]:
    """The players in turn from the dealer's left, the dealer last."""
    left = (number + 1) % len(players)
    return players[left:] + players[:left]


if __name__ == "__main__":
    raise SystemExit(main())
