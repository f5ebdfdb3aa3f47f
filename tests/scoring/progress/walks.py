"""Hands told at random: only moves that are offered, until the entry is complete."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scoring import VARIANTS, State
from scoring.progress import Offer, Progress, progress
from tests.scoring.progress.tables import NAMES, table

Move = dict[str, Any]
MOST_MOVES = 400
# Kinds that end a hand or leave it: rare, so that most walks get somewhere.
RARE = {"result", "skip", "dealer", "away", "throw-in", "renege", "cancelled", "stop"}


def random_table(rng: random.Random, variant: str) -> State:
    """A table of any size with any options, near enough to the end of the game for it to happen."""
    game = VARIANTS[variant]
    players = rng.choice(game.seats)
    options: dict[str, Any] = {}
    for option in game.options:
        if option.kind == "flag":
            options[option.name] = rng.random() < 0.5
        elif option.words:
            options[option.name] = rng.choice(option.words)
    scores = {name: rng.randint(*_scores(variant)) for name in NAMES[:players]}
    if game.teams:
        scores = {name: rng.randint(*_scores(variant)) for name in NAMES[: game.teams]}
    state = table(variant, players, options, **scores)
    if game.plays_off and rng.random() < 0.3:
        return replace(state, playoff=state.players[: rng.randint(2, players)])
    return state


def _scores(variant: str) -> tuple[int, int]:
    """The lowest and the highest score at random: chips, points left, or up to a tenth before the target."""
    game = VARIANTS[variant]
    if game.goal is None:
        return 0, 60
    target = int(game.standard_options[game.goal.option])
    return (1, 12) if game.goal.down else (0, target * 9 // 10)


def draw_offer(rng: random.Random, now: Progress) -> Move | None:
    """One of the moves that may be made, chips added where they belong; None when there is none."""
    likely = [one for one in now.allowed if one.move["move"] not in RARE]
    offers = likely if likely and rng.random() < 0.95 else list(now.allowed)
    if not offers:
        return None
    one = rng.choice(offers)
    return with_chips(rng, one)


def with_chips(rng: random.Random, one: Offer) -> Move:
    """The move of an offer as it is sent."""
    move = dict(one.move)
    if one.least is not None and one.most is not None:
        move["chips"] = rng.randint(one.least, max(one.least, one.most))
    return move


def telling(rng: random.Random, state: State, now: Progress) -> Move | None:
    """Something told outright, in its simplest form; None when nothing can be."""
    if not now.tellings:
        return None
    kind = rng.choice(now.tellings)
    simplest: dict[str, Any] = {
        "made": lambda rng, now: _made(rng, state, now),
        "choices": lambda rng, now: {"move": "choices", "choices": {}},
        "bets": lambda rng, now: {"move": "bets"},
        "tricks": _tricks,
        "showdown": lambda rng, now: {"move": "showdown", "winner": rng.choice(now.showdown.two)},
    }
    told: Move = simplest[kind](rng, now) if kind in simplest else {"move": kind}
    return told


def _made(rng: random.Random, state: State, now: Progress) -> Move:
    move: Move = {"move": "made"}
    if not now.maker:
        stayed = [name for name in now.order if now.choices.get(name) != "drop"]
        move["maker"] = rng.choice(stayed or now.order)
    suits = [suit for suit in ("spades", "hearts", "diamonds", "clubs") if suit != now.turned]
    if not now.trump:
        move["trump"] = rng.choice(suits)
    follow = state.variant.follow
    if follow is not None and "bid" in follow.fields["made"] and not now.bid:
        move["bid"] = now.total
    return move


def _tricks(rng: random.Random, now: Progress) -> Move:
    tricks, left = dict(now.tally), now.total - len(now.tricks)
    for _ in range(left):
        tricks[rng.choice(list(tricks))] += 1
    return {"move": "tricks", "tricks": tricks, **({"kings": list(now.kings)} if now.kings else {})}


def walk(rng: random.Random, state: State, begun: Sequence[Move] = ()) -> list[Progress]:
    """A hand told at random after the moves *begun*, one Progress a move, until it is done."""
    made: list[Move] = list(begun)
    seen = [progress(state, made)]
    while not seen[-1].done and len(made) < MOST_MOVES:
        now = seen[-1]
        move = (
            telling(rng, state, now) if now.phase == "form" or rng.random() < 0.02 else draw_offer(rng, now)
        )
        move = move or draw_offer(rng, now)
        if move is None:
            break
        made.append(move)
        seen.append(progress(state, made))
    return seen
