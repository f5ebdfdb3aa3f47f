"""Places at a night: everybody's own points, shared places, and ties broken as the organizer chose before."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.night.draw import shuffled
from companion.night.evening import Evening, TableNow

TIES = LONERS, HEAD_TO_HEAD, CARD = ("loners", "head-to-head", "card")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("clubs", "diamonds", "hearts", "spades")


@dataclass(frozen=True)
class Card:
    """A card that was drawn to break a tie. Order: by rank, then clubs, diamonds, hearts, spades."""

    rank: str
    suit: str

    @property
    def height(self) -> tuple[int, int]:
        """Higher is better."""
        return RANKS.index(self.rank), SUITS.index(self.suit)


@dataclass(frozen=True)
class RoundPoints:
    """A player's points of one round; ``fixed``: the organizer set them. ``table`` is its number."""

    points: int
    table: int
    fixed: bool = False


@dataclass(frozen=True)
class Standing:
    """A player's place: ``rank`` from 1, ``shared`` by all whom no tie-breaker set apart.

    ``by_round``: None for a round without a place at a table. ``wins``: tables won. ``ties``: what set the
    player apart from others with as many points, in order. ``against``: tables won and lost against those;
    ``card``: the one drawn; None if that wasn't asked.
    """

    number: int
    rank: int
    points: int
    by_round: tuple[RoundPoints | None, ...]
    loners: int
    wins: int
    shared: bool = False
    ties: tuple[str, ...] = ()
    against: tuple[int, int] | None = None
    card: Card | None = None

    @property
    def tie(self) -> str:
        """The tie-breaker that decided last; "" without one."""
        return self.ties[-1] if self.ties else ""


def standings(night: Evening) -> tuple[Standing, ...]:
    """The players who came in order of places; with the same place in order of number.

    Places are shared while the night goes on. When it was ended, ties are broken as chosen.
    """
    everybody = []
    for number in (player.number for player in night.players if player.came):
        by_round: list[RoundPoints | None] = []
        loners = wins = 0
        for one in night.started:
            table = one.table_of(number)
            if table is None:
                by_round.append(None)
                continue
            side = table.side_of(number)
            by_round.append(RoundPoints(table.points[side], table.number, table.fixes[side] is not None))
            loners += table.loners[table.seats.index(number)]
            wins += _won(table, number) > 0
        points = sum(one.points for one in by_round if one)
        everybody.append(Standing(number, 0, points, tuple(by_round), loners, wins))
    everybody.sort(key=lambda one: (-one.points, one.number))
    placed: list[Standing] = []
    for group in _equal(everybody, lambda one: (one.points,)):
        placed += _placed(night, group, len(placed) + 1, night.ties if night.over else ())
    return tuple(placed)


def anything_played(places: Sequence[Standing]) -> bool:
    """Whether a hand was played: each one brings somebody points."""
    return any(place.points for place in places)


def card_of(seed: int, number: int) -> Card:
    """The card that the player with this number draws; the first 52 draw different ones."""
    pack = [Card(rank, suit) for rank in RANKS for suit in SUITS]
    turn, place = divmod(number - 1, len(pack))
    named = {f"{card.rank} {card.suit}": card for card in pack}
    return named[shuffled(sorted(named), seed, "cards", turn)[place]]


def _won(table: TableNow, number: int) -> int:
    """1 for a table won, -1 for one lost, 0 for equal points."""
    side = table.side_of(number)
    mine, theirs = table.points[side], table.points[1 - side]
    return (mine > theirs) - (mine < theirs)


def _equal(some: Sequence[Standing], key: Callable[[Standing], tuple[int, ...]]) -> list[list[Standing]]:
    """The runs of those with the same key, in order."""
    groups: list[list[Standing]] = []
    for one in some:
        if groups and key(groups[-1][0]) == key(one):
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


def _placed(night: Evening, group: list[Standing], rank: int, ties: Sequence[str]) -> list[Standing]:
    """Those with equal points, from place *rank* on, by the first tie-breaker and the rest of them."""
    if len(group) == 1 or not ties:
        return [replace(one, rank=rank, shared=len(group) > 1) for one in group]
    tie, *rest = ties
    if tie == HEAD_TO_HEAD:
        tied = {one.number for one in group}
        for at, one in enumerate(group):  # one against two of them counts once
            tables = (played.table_of(one.number) for played in night.started)
            met = [table for table in tables if table and tied.intersection(table.opponents_of(one.number))]
            results = [_won(table, one.number) for table in met]
            group[at] = replace(one, against=(results.count(1), results.count(-1)))
    elif tie == CARD:
        group = [replace(one, card=card_of(night.seed, one.number)) for one in group]
    group = sorted(group, key=lambda one: ([-part for part in _value(tie, one)], one.number))
    parts = _equal(group, lambda one: _value(tie, one))
    placed: list[Standing] = []
    for part in parts:
        apart = [replace(one, ties=(*one.ties, tie)) for one in part] if len(parts) > 1 else part
        placed += _placed(night, apart, rank + len(placed), rest)
    return placed


def _value(tie: str, one: Standing) -> tuple[int, ...]:
    """What a tie-breaker says of a player; more is better."""
    if tie == LONERS:
        return (one.loners,)
    if tie == HEAD_TO_HEAD:
        won, lost = one.against or (0, 0)
        return (won - lost,)
    return one.card.height if one.card else ()
