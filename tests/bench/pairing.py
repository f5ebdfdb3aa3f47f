"""`make bench`: how often the same people meet in the rounds of a night, against the best that can be.

A whist tournament Wh(v), published for every v that is 4n or 4n + 1, makes everybody everybody's partner once
and opponent twice: no other schedule of so many rounds repeats less. Of other nights ``again`` says how many
meetings of opponents were not the first of the two, and ``least`` how many that are at least, since there are
more meetings than pairs.
"""

import time
from itertools import combinations

from companion.night.draw import next_round
from companion.night.rounds import Round, meetings

PUBLISHED = (8, 12, 16, 20)
OTHERS = ((10, 5), (12, 7), (14, 7), (16, 7), (20, 7), (22, 7), (24, 7), (32, 7), (41, 8), (64, 7), (64, 12))


def main() -> int:
    print("Partners and opponents in the rounds of a night")
    print(
        f"{'players':>8}{'rounds':>8}{'partners':>10}{'opponents met':>16}{'again':>8}{'least':>8}"
        f"{'ms a round':>12}"
    )
    print(f"{'':>8}{'':>8}{'twice':>10}{'min':>10}{'max':>6}")
    worse = [size for size in PUBLISHED if not _line(size, size - 1, f"as Wh({size})")]
    for size, rounds in OTHERS:
        _line(size, rounds, "")
    if worse:
        print(f"Not as good as the published schedules: {worse}")
    return int(bool(worse))


def _line(size: int, rounds: int, published: str) -> bool:
    """Print the figures of a night; whether everybody was partner once and opponent twice."""
    players = [f"P{number}" for number in range(size)]
    night: list[Round] = []
    longest = 0.0
    for _round in range(rounds):
        begun = time.process_time()
        night.append(next_round(players, night, rounds=rounds))
        longest = max(longest, time.process_time() - begun)
    met = meetings(night)
    pairs = [frozenset(pair) for pair in combinations(players, 2)]
    times = [met.opponents[pair] for pair in pairs]
    again = sum(number - 1 for number in times if number > 1)
    least = max(0, sum(times) - len(pairs))
    perfect = met.partners == dict.fromkeys(pairs, 1) and set(times) == {2}
    print(
        f"{size:>8}{rounds:>8}{met.partners_again:>10}{min(times):>10}{max(times):>6}{again:>8}{least:>8}"
        f"{1000 * longest:>12.1f}  {published if perfect else ''}",
        flush=True,
    )
    return perfect
