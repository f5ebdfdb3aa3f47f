"""Games that no menu shows, each unlike the real ones where those are all alike.

- ``benny_21``: a goal of at most 21 whose option is called ``up_to``; a Joker that is called Benny, and a
  question between the turned card and the calling; a digit in its name; the first of the menu
- ``call_ace``: five at the usual table; counts down from ``begin``, at most 50; sides known only when
  a hand is over; facts of its own while a hand is followed; the fourth of the menu

``tests/games/test_made_up.py`` plants them in a copy of the repository, where they pass the tests that are
made from the list of games.
"""

import shutil
import subprocess
from pathlib import Path

from tests.new_game import MENU, on_the_menu

ROOT = Path(__file__).resolve().parents[2]
GAMES = {"benny_21": 0, "call_ace": 3}  # the places of the menu, from 0
LEFT = shutil.ignore_patterns(".git", ".venv", "var", "mutants", ".*_cache", ".hypothesis", "node_modules")


def planted(root: Path) -> Path:
    """A copy of the repository with these games on its menu, in the places that CONTRIBUTING.md names."""
    shutil.copytree(ROOT, root, ignore=LEFT)
    for game, place in GAMES.items():
        home, tests = Path(__file__).parent / game, root / "tests" / "games" / game
        shutil.copytree(home, tests)
        for file, at in (
            ("variant.py", f"scoring/variants/{game}.py"),
            ("hand_form.py", f"companion/forms/hand/{game}.py"),
            ("hand.html", f"templates/hand/{game}.html"),
            ("rulebook.md", f"docs/rulebook/{game.replace('_', '-')}.md"),
        ):
            (tests / file).rename(root / at)
        menu = root / MENU
        menu.write_text(on_the_menu(menu.read_text(encoding="utf-8"), game, place), encoding="utf-8")
    subprocess.run(
        ["git", "init", "-q"], cwd=root, check=True
    )  # the rules of the house ask git for the files
    return root
