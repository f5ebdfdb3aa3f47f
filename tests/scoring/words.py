"""Every sentence that the cases of a game bring up, by rule or by code.

``tests/games/<game>/words.txt`` holds them as they should read: ``make generated`` writes it. It is there to
be read through whenever a sentence changes.
"""

from pathlib import Path

from scoring import VARIANTS, Refusal
from tests import games
from tests.scoring.notation import parse, played


def file(game: str) -> Path:
    """Where the sentences of a game are kept."""
    return games.FOLDER / game.replace("-", "_") / "words.txt"


def words(game: str) -> str:
    """The sentences of score lines by rule, then those of refusals by code, each once."""
    lines: set[str] = set()
    refusals: set[str] = set()
    for case in parse(game, games.text(game, "cases.txt")):
        try:
            lines.update(
                f"{line.rule}  {line.text}" for line in played(case)[1].lines if line.rule != "ALL-05"
            )
        except Refusal as refusal:
            refusals.add(f"{refusal.code}  {refusal.message}")
    return "\n".join(["Score lines", "", *sorted(lines), "", "Refusals", "", *sorted(refusals)]) + "\n"


if __name__ == "__main__":
    for name in VARIANTS:
        file(name).write_text(words(name), encoding="utf-8")
