"""`make bench`: how often the same people meet in the rounds of a night, against the best that can be.

A whist tournament Wh(v), published for every v that is 4n or 4n + 1, makes everybody everybody's partner once
and opponent twice: no other schedule of so many rounds repeats less. Of every night ``again`` says how many
meetings at a table, as partners or opponents, were not the first of the two; ``least`` how many that are at
least, since there are more meetings than pairs; ``stay`` how many in a hundred kept their table.
"""

import time
from itertools import combinations, pairwise

from companion.night.draw import Round, meetings, next_round

PUBLISHED = (8, 12, 16, 20)
OTHERS = (
    *((10, 5), (12, 7), (14, 7), (16, 5), (16, 7), (20, 5), (22, 7), (24, 8)),
    *((32, 10), (40, 8), (41, 8), (64, 8), (64, 12)),
)
SECOND = 1_000  # ms that the draw of any round may take


def main() -> int:
    print("Partners and opponents in the rounds of a night")
    print(
        f"{'players':>8}{'rounds':>8}{'partners':>10}{'opponents met':>16}{'again':>8}{'least':>8}"
        f"{'stay':>8}{'ms a round':>12}"
    )
    print(f"{'':>8}{'':>8}{'twice':>10}{'min':>10}{'max':>6}")
    slow: list[int] = []
    worse = [size for size in PUBLISHED if not _line(size, size - 1, f"as Wh({size})", slow)]
    for size, rounds in OTHERS:
        _line(size, rounds, "", slow)
    if worse:
        print(f"Not as good as the published schedules: {worse}")
    if slow:
        print(f"Longer than {SECOND} ms: {slow}")
    return int(bool(worse or slow))


def _line(size: int, rounds: int, published: str, slow: list[int]) -> bool:
    """Print the figures of a night; whether everybody was partner once and opponent twice.

    A night of which a round takes too long is put among *slow*.
    """
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
    least = max(0, sum(met.together.values()) - len(pairs))
    tables = [{name: at for at, table in enumerate(one.tables) for name in table.players} for one in night]
    stay = sum(now.get(name) == at for then, now in pairwise(tables) for name, at in then.items())
    if 1000 * longest > SECOND:
        slow.append(size)
    perfect = met.partners == dict.fromkeys(pairs, 1) and set(times) == {2}
    print(
        f"{size:>8}{rounds:>8}{met.partners_again:>10}{min(times):>10}{max(times):>6}{met.together_again:>8}{least:>8}"
        f"{100 * stay / size / (rounds - 1):>8.0f}{1000 * longest:>12.1f}  {published if perfect else ''}",
        flush=True,
    )
    return perfect
