"""The results of a euchre night: text for a group chat, and CSV, safe against formulas in typed text."""

import csv
from collections.abc import Sequence
from io import StringIO

from companion.night.evening import Evening
from companion.night.standings import Standing
from companion.pages.night import names_of
from companion.pages.night_places import (
    MOST_LONERS,
    corrected,
    place_lines,
    prizes,
    tie_words,
    ties_text,
    winner,
)
from companion.recap.text import BYTE_ORDER_MARK, plain
from companion.wording.names import in_figures, one_line, shown


def night_facts(night: Evening, plan: str) -> str:
    """ "Progressive, 7 rounds of 8 hands, 16 players"; of a night that goes on "3 of 7 rounds"."""
    played, came = len(night.started), sum(player.came for player in night.players)
    rounds = in_figures(night.rounds, "round")
    if not night.over or played != night.rounds:
        rounds = f"{played} of {rounds}"
    return f"{plan}, {rounds} of {in_figures(night.hands, 'hand')}, {in_figures(came, 'player')}"


def night_results(night: Evening, places: Sequence[Standing], title: str, plan: str) -> str:
    """Plain text with a blank line between its parts; empty parts are left out."""
    head = winner(night, places)
    text = f"{head.title} with {head.figure}" if head.figure else head.title
    lines = []
    for line in place_lines(night, places) if night.started else ():
        tie = f" ({line.tie})" if line.tie else ""
        lines.append(f"{line.rank}. {shown(line.name)} {str(line.points).replace('-', '−')}{tie}")
    fixed = [one_line(one.text) for one in corrected(night)]
    parts = [
        [shown(title), night_facts(night, plan)],
        [f"{text}: {head.how}" if head.how else text],
        lines,
        [
            f"{what}: {shown(who)}, {figure}"
            for what, who, figure in prizes(night, places)
            if what == MOST_LONERS
        ],
        [ties_text(night)] if any(place.shared or place.tie for place in places) else [],
        ["Corrected", *fixed] if fixed else [],
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def night_csv(night: Evening, places: Sequence[Standing]) -> str:
    """A row for each player, best first: points by round (empty: no part in it), in all, loners, tie.

    Starts with a byte order mark, so that spreadsheets read it as UTF-8.
    """
    out = StringIO()
    writer = csv.writer(out)
    names = names_of(night)
    rounds = [f"round {played.number}" for played in night.started]
    writer.writerow(["place", "player", *rounds, "points", "loners", "tie decided by"])
    for place in places:
        points = [one.points if one else "" for one in place.by_round]
        name, tie = plain(names[place.number]), plain(tie_words(place))
        writer.writerow([place.rank, name, *points, place.points, place.loners, tie])
    return BYTE_ORDER_MARK + out.getvalue()
