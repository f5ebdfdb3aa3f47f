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

HANDS, FEW, MANY = 1_000, 300, 3_000
RUNS = 9
LINEAR = 11.0
ENDLESS = 10**9
AIMS = {"partnership": 30_000, "poker-chips": 10_000}

Entry = dict[str, Any]
SEATED = ("Ann", "Bo", "Cy", "Dee", "Eve", "Flo")
SUITS = ("spades", "hearts", "diamonds", "clubs")


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
    text = _game(variant, HANDS, seats)
    record = read(text)
    replayed = HANDS / _seconds(lambda: replay(record))
    both = HANDS / _seconds(lambda: replay(read(text)))
    ratio = _ratio(variant, seats)
    aim = f"{AIMS[variant]:,}" if variant in AIMS else ""
    print(f"{variant + label:<16}{replayed:>12,.0f}{both:>16,.0f}{aim:>10}{ratio:>14.2f}", flush=True)
    return ratio


def _ratio(variant: str, seats: int) -> float:
    """The median of 3,000 hands over 300: one long game against ten short ones, timed in turn."""
    few, many = read(_game(variant, FEW, seats)), read(_game(variant, MANY, seats))
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


def _game(variant: str, hands: int, seats: int) -> str:
    """A game of so many hands as JSON text, checked to have them all and no end."""
    players = list(SEATED[: min(seats, VARIANTS[variant].seats[-1])])
    deal, options = GAMES[variant]
    record = {
        "format": "bower.game/1",
        "variant": variant,
        "players": players,
        "options": options,
        "entries": [
            *({"kind": "buy-in", "player": name, "chips": ENDLESS} for name in players if not options),
            *({"kind": "hand", **deal(number, _from_left(players, number))} for number in range(hands)),
        ],
    }
    text = json.dumps(record)
    standing = replay(read(text))
    assert (len(standing.hands), standing.state.over) == (hands, False)
    return text


def _from_left(players: list[str], number: int) -> list[str]:
    """The players in turn from the dealer's left, the dealer last."""
    left = (number + 1) % len(players)
    return players[left:] + players[:left]


def _counts(players: list[str], counts: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(players, counts, strict=False))


def _partnership(number: int, order: list[str]) -> Entry:
    taken, alone = ((3, 0), (4, 0), (2, 0), (3, 0), (5, 0), (1, 0), (3, 1), (5, 1), (2, 1))[number % 9]
    maker = order[number // 2 % 4]
    first, second = "Ann & Cy", "Bo & Dee"
    makers, others = (first, second) if maker in first else (second, first)
    hand: Entry = {"maker": maker, "trump": SUITS[number % 4], "tricks": {makers: taken, others: 5 - taken}}
    return {**hand, "alone": True} if alone else hand


def _king_cutthroat(number: int, order: list[str]) -> Entry:
    counts = ((4, 2, 1), (3, 3, 1), (5, 1, 1), (2, 3, 2), (7, 0, 0), (4, 3, 0))[number % 6]
    hand: Entry = {"maker": order[number // 3 % 3], "trump": SUITS[number % 4]}
    hand |= {"tricks": _counts(order, counts), "kings": order[: number % 2 + 1]}
    if counts == (3, 3, 1):
        hand["showdown"] = {"winner": order[1], "tricks": {order[0]: 2, order[1]: 3}, "kings": [order[0]]}
    if counts == (7, 0, 0):
        hand["kings"] = [order[0], order[0]]
    return hand


def _three_handed(number: int, order: list[str]) -> Entry:
    if number % 12 == 11:
        return {"nine_of_clubs": True, "tricks": _counts(order, (2, 2, 1))}
    counts, choices = (
        ((3, 1, 1), {}),
        ((3, 2), {order[2]: "drop"}),
        ((1, 4), {order[1]: "switch", order[2]: "drop"}),
        ((4, 1, 0), {}),
        ((5,), {order[1]: "drop", order[2]: "drop"}),
    )[number % 5]
    return {
        "maker": order[0],
        "trump": SUITS[number % 4],
        "tricks": _counts(order, counts),
        "choices": choices,
    }


def _buck(number: int, order: list[str]) -> Entry:
    if number % 6 == 5:
        return {"turned_club": True, "tricks": _counts(order, (2, 1, 1, 1))}
    counts, choices = (
        ((3, 1, 1), {order[3]: "drop"}),
        ((4, 1), {order[2]: "drop", order[3]: "drop"}),
        ((2, 3), {order[3]: "drop"}),
        ((3, 1, 1, 0), {}),
        ((5,), dict.fromkeys(order[1:], "drop")),
    )[number % 5]
    return {
        "maker": order[0],
        "trump": SUITS[number % 4],
        "tricks": _counts(order, counts),
        "choices": choices,
    }


def _poker_points(number: int, order: list[str]) -> Entry:
    hand: Entry = {"maker": order[number % 3], "trump": SUITS[number % 4]}
    if number % 10 == 9:
        cards = _counts(order, (16, 9, 8, 4))
        return {**hand, "tricks": _counts(order, (4, 2, 2, 1)), "reneged": [order[4]], "cards": cards}
    counts = ((4, 3, 2, 1), (3, 3, 2, 1, 1), (5, 2, 2, 1), (10,), (2, 2, 2, 2, 2))[number % 5]
    return {**hand, "tricks": _counts(order, counts)}


def _poker_chips(number: int, order: list[str]) -> Entry:
    """A third of the hands with the betting action by action, the others as totals."""
    if number % 12 == 6:
        return {"bets": {order[0]: 5}, "folded": order[1:]}
    active = order if number % 3 == 1 else order[:-1]
    each = 50 // len(order)
    taken = [each // len(active)] * len(active)
    taken[number % 4 % len(active)] += each - sum(taken)
    betting = (_raised_to_ten, _everybody_for_five, _action_by_action)[number % 3](order)
    tricks = dict(zip(active, taken, strict=True))
    return {"maker": order[number % 2], "trump": SUITS[number % 4], **betting, "tricks": tricks}


def _raised_to_ten(order: list[str]) -> Entry:
    return {"bets": dict.fromkeys(order[:-1], 10), "folded": order[-1:]}


def _everybody_for_five(order: list[str]) -> Entry:
    return {"bets": dict.fromkeys(order, 5)}


def _action_by_action(order: list[str]) -> Entry:
    """A bet, calls, a raise by the last but one, a fold by the last, and the raise answered."""
    first, *callers, raiser, last = order
    return {
        "betting": [
            {"player": first, "action": "bet", "chips": 5},
            *({"player": name, "action": "call"} for name in callers),
            {"player": raiser, "action": "raise", "chips": 5},
            {"player": last, "action": "fold"},
            *({"player": name, "action": "call"} for name in (first, *callers)),
        ]
    }


GAMES: dict[str, tuple[Callable[[int, list[str]], Entry], dict[str, int]]] = {
    "partnership": (_partnership, {"target": ENDLESS}),
    "king-cutthroat": (_king_cutthroat, {"target": ENDLESS}),
    "three-handed": (_three_handed, {"start": ENDLESS}),
    "buck": (_buck, {"start": ENDLESS}),
    "poker-points": (_poker_points, {"target": ENDLESS}),
    "poker-chips": (_poker_chips, {}),
}


if __name__ == "__main__":
    raise SystemExit(main())
