"""Fixed pairs: everybody keeps the partner, and the pairs play each other in turn."""

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.night.draw import GHOST, Pair, Round, Seats, numbered, round_robin

Met = Counter[frozenset[int]]


def next_round(
    pairs: Mapping[int, Pair], waiting: Sequence[str], earlier: Sequence[Round], of_player: Mapping[str, int]
) -> Round:
    """The round after *earlier* for these pairs, by number; a GHOST may be in a pair.

    of_player: the pair of everybody who plays or played; who takes somebody's place is of the same pair.

    While the pairs stay the same it is a round robin: everybody meets everybody once before anybody meets
    twice. Otherwise pairs meet that have met least. Of an odd number the pair sits out that did so least.
    *waiting* have no partner: each sits out, or plays in the place of somebody who did so more seldom.
    Raises ValueError for fewer than two pairs.
    """
    if len(pairs) < 2:
        raise ValueError("two pairs at least")
    numbers = sorted(pairs)
    played = [_matches(one, of_player, numbers) for one in earlier]
    found = _robin(numbers, len(earlier) + 1)
    if any({*_robin(numbers, at)} != {*matches} for at, matches in enumerate(played, 1)):
        found = _searched(
            numbers, _byes(earlier, of_player), Counter([match for matches in played for match in matches])
        )
    placed = {pair for match in found for pair in match}
    out = [name for pair, names in pairs.items() if pair not in placed for name in names if name != GHOST]
    instead = _instead(waiting, [name for pair in sorted(placed) for name in pairs[pair]], earlier)
    seated = {pair: tuple(instead.get(name, name) for name in names) for pair, names in pairs.items()}
    tables = (Seats(*((seated[pair][0], seated[pair][1]) for pair in sorted(match))) for match in found)
    waits = [name for name in waiting if name not in instead.values()]
    return numbered(Round(tuple(tables), (*out, *waits, *instead)), earlier)


def _instead(waiting: Sequence[str], playing: Sequence[str], earlier: Sequence[Round]) -> dict[str, str]:
    """Who of *waiting* plays in whose place: one who sat out least, and then played most."""
    out = Counter(name for one in earlier for name in one.out)
    played = Counter(name for one in earlier for table in one.tables for name in table.players)
    found: dict[str, str] = {}
    for name in sorted(waiting, key=lambda name: -out[name]):
        others = (one for one in playing if one != GHOST and one not in found and out[one] < out[name])
        other = min(others, key=lambda one: (out[one], -played[one]), default=None)
        if other:
            found[other] = name
    return found


def _robin(numbers: Sequence[int], at: int) -> list[frozenset[int]]:
    """Who meets whom in a round of the round robin, in order of tables."""
    names = [str(number) for number in numbers]
    return [frozenset((int(one), int(other))) for one, other in round_robin(names, at)]


def _matches(one: Round, of_player: Mapping[str, int], numbers: Sequence[int]) -> list[frozenset[int]]:
    """Which of these pairs met at each table of a round; fewer than two where somebody has left since."""
    return [frozenset(of_player.get(name, 0) for name in table.players) & {*numbers} for table in one.tables]


def _byes(earlier: Sequence[Round], of_player: Mapping[str, int]) -> Counter[int]:
    """How often each pair sat out."""
    out = ({of_player[name] for name in one.out if name in of_player} for one in earlier)
    return Counter(pair for pairs in out for pair in pairs)


def _searched(numbers: Sequence[int], byes: Counter[int], met: Met) -> list[frozenset[int]]:
    """The matches of pairs that have met least, squared, from every turn of a round robin on.

    Of an odd number one sits out that did so least; if that is as good, who has played most of those.
    """
    least, played = (
        min(byes[pair] for pair in numbers),
        Counter(pair for match in met.elements() for pair in match),
    )
    order = sorted(numbers, key=lambda pair: (-played[pair], -pair))
    out = [pair for pair in order if byes[pair] == least] if len(numbers) % 2 else [None]
    best: list[frozenset[int]] = []
    for left_out in out:
        playing = [pair for pair in numbers if pair != left_out]
        for turn in range(1, len(playing)):
            found = _improved(_robin(playing, turn), met)
            if not best or _price(found, met) < _price(best, met):
                best = found
    return best


def _price(matches: Sequence[frozenset[int]], met: Met) -> int:
    return sum(met[match] ** 2 for match in matches)


def _improved(matches: list[frozenset[int]], met: Met) -> list[frozenset[int]]:
    """The matches after every exchange of opponents between two tables that makes them cheaper."""
    better = True
    while better:
        better = False
        for one in range(len(matches)):
            for other in range(one + 1, len(matches)):
                better |= _exchanged(matches, one, other, met)
    return matches


def _exchanged(matches: list[frozenset[int]], one: int, other: int, met: Met) -> bool:
    """Exchange opponents between two tables if that is cheaper; whether it was."""
    (first, second), (third, fourth) = sorted(matches[one]), sorted(matches[other])
    before = _price((matches[one], matches[other]), met)
    for ours, theirs in (((first, third), (second, fourth)), ((first, fourth), (second, third))):
        now = (frozenset(ours), frozenset(theirs))
        if _price(now, met) < before:
            matches[one], matches[other] = now
            return True
    return False
