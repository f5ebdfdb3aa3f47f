"""Hands and games behind a figure, in words."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.log import in_words
from companion.log.renaming import renamed_entry
from companion.stats.behind import GameBehind, HandBehind
from companion.wording import dates
from companion.wording.names import in_figures, listed, shown
from scoring import VARIANTS, State, from_json, opening, signed
from scoring.facts import EUCHRED, MARCH

TWO_SIDES = 2


@dataclass(frozen=True)
class BehindLine:
    """One line: what happened, what it brought, and the game it is of; ``hand`` is None for a whole game."""

    text: str
    figure: str
    note: str
    table_id: str
    hand: int | None = None
    seq: int = 0


def game_line(game: GameBehind) -> BehindLine:
    """A game: how it ended for the person whose games are listed, or who won it."""
    mine = next((one for one in game.players if one.asked), None)
    if mine:
        text = "Won" if mine.won else "Lost"
    else:
        winners = listed(one.name for one in game.players if one.won)
        text = winners + " won" if winners else "No winner"
    return BehindLine(text, _score(game), _where(game), game.table_id)


def hand_lines(hands: tuple[HandBehind, ...]) -> list[BehindLine]:
    """The hands of a list, each with its number and what it brought its person."""
    begins: dict[str, State] = {}
    lines = []
    for hand in hands:
        if hand.game.table_id not in begins:
            begins[hand.game.table_id] = _begin(hand.game)
        before = begins[hand.game.table_id]
        chips = " chips" if before.variant.has_bank else ""
        figure = signed(hand.gain) + chips if hand.gain else ""
        text = f"Hand {hand.number}: {_words(hand, before)}"
        lines.append(BehindLine(text, figure, _where(hand.game), hand.game.table_id, hand.number, hand.seq))
    return lines


def _words(hand: HandBehind, before: State) -> str:
    names = _names(hand.game)
    sides = zip(*(before.variant.sides(some) for some in (tuple(names), tuple(names.values()))), strict=True)
    names = {**dict(sides), **names}
    entry = renamed_entry(before.variant, json.loads(hand.entry), lambda told: names.get(told, told))
    text = in_words.what(entry, before)
    result = {EUCHRED: "euchred", MARCH: before.variant.march}.get(hand.result, "")
    return text + (", " + result if result else "")


def _begin(game: GameBehind) -> State:
    """The game before its first hand, with everyone who ever sat down, under the names that are shown."""
    state = opening(from_json(json.loads(game.header), stored=True))
    return replace(state, players=tuple(_names(game).values()))


def _names(game: GameBehind) -> Mapping[str, str]:
    """The shown name of each player by the one in the record, which stays where two would be alike."""
    names = {one.told: one.name for one in game.players}
    return names if len(set(names.values())) == len(names) else {told: told for told in names}


def _where(game: GameBehind) -> str:
    """ "November 19, 2026. Euchre: Ann & Cy against Bo & Dee"."""
    sides: dict[int, list[str]] = {}
    for one in game.players:
        sides.setdefault(one.side, []).append(shown(one.name))
    teams = [" & ".join(names) for names in sides.values()]
    together = len(teams) == TWO_SIDES or len(teams) < len(game.players)
    players = " against ".join(teams) if together else listed(one.name for one in game.players)
    return f"{dates.day(str(game.played_on))}. {VARIANTS[game.variant].short}: {players}"


def _score(game: GameBehind) -> str:
    """The points for good, "10–7"; of many sides those of the person, or in how many hands it was won."""
    mine = next((one for one in game.players if one.asked), None)
    if mine and VARIANTS[game.variant].has_bank:
        return (signed(mine.points) if mine.points else "0") + " chips"
    sides = {one.side: one.points for one in sorted(game.players, key=lambda one: not (one.asked or one.won))}
    if len(sides) == TWO_SIDES and not VARIANTS[game.variant].has_bank:
        return "–".join(str(points).replace("-", "−") for points in sides.values())
    return in_figures(mine.points, "point").replace("-", "−") if mine else in_figures(game.hands, "hand")
