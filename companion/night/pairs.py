"""Fixed pairs: everybody keeps the partner, and the pairs play each other in turn."""

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.night.draw import round_robin
from companion.night.rounds import GHOST, Pair, Round, Seats

Met = Counter[frozenset[int]]


def next_round(
    pairs: Mapping[int, Pair], waiting: Sequence[str], earlier: Sequence[Round], of_player: Mapping[str, int]
) -> Round:
    """The round after *earlier* for these pairs, by number; a GHOST may be in a pair.

    of_player: the pair of everybody who plays or played; who takes somebody's place is of the same pair.

    While the pairs stay the same it is a round robin: everybody meets everybody once before anybody meets
    twice. Otherwise pairs meet that have met least. Of an odd number the pair sits out that did so least, and
    so do *waiting*, who have no partner. Raises ValueError for fewer than two pairs.
    """
    if len(pairs) < 2:
        raise ValueError("two pairs at least")
    numbers = sorted(pairs)
    played = [_matches(one, of_player) for one in earlier]
    found = _robin(numbers, len(earlier) + 1)
    if any(_robin(numbers, at) != matches for at, matches in enumerate(played, 1)):
        found = _searched(numbers, _byes(earlier, of_player), Counter(_all(played)))
    return _round(found, pairs, waiting)


def _round(matches: Sequence[frozenset[int]], pairs: Mapping[int, Pair], waiting: Sequence[str]) -> Round:
    placed = {pair for match in matches for pair in match}
    out = [name for pair, names in pairs.items() if pair not in placed for name in names if name != GHOST]
    tables = (Seats(*(pairs[pair] for pair in sorted(match))) for match in matches)
    return Round(tuple(tables), (*out, *waiting))


def _robin(numbers: Sequence[int], at: int) -> list[frozenset[int]]:
    """Who meets whom in a round of the round robin, in order of tables."""
    names = [str(number) for number in numbers]
    return [frozenset((int(one), int(other))) for one, other in round_robin(names, at)]


def _matches(one: Round, of_player: Mapping[str, int]) -> list[frozenset[int]]:
    """Which pairs met at each table of a round; fewer than two where somebody has left since."""
    return [frozenset(of_player[name] for name in table.players if name in of_player) for table in one.tables]


def _all(played: Sequence[Sequence[frozenset[int]]]) -> list[frozenset[int]]:
    return [match for matches in played for match in matches]


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
