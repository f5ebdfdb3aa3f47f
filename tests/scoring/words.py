"""Every sentence that the cases bring up, by rule or by field: ``python -m tests.scoring.words`` prints them.

``words.txt`` holds them as they should read. It is there to be read through whenever a sentence changes.
"""

from pathlib import Path

from scoring import Refusal
from tests.scoring.notation import cases, played

FILE = Path(__file__).parent / "words.txt"


def words() -> str:
    """The sentences of score lines by rule, then those of refusals by game and field, each once."""
    lines: set[str] = set()
    refusals: set[str] = set()
    for case in cases():
        try:
            lines.update(
                f"{line.rule}  {line.text}" for line in played(case)[1].lines if line.rule != "ALL-05"
            )
        except Refusal as refusal:
            refusals.add(f"{case.record['variant']}, {refusal.field}: {refusal.message}")
    return "\n".join(["Score lines", "", *sorted(lines), "", "Refusals", "", *sorted(refusals)]) + "\n"


if __name__ == "__main__":
    print(words(), end="")
