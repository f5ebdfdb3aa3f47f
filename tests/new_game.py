"""`python -m tests.new_game NAME --like GAME [--prefix XX]`: write the five places of a new game.

They are those that CONTRIBUTING.md names, copied from a game that has a page of the rulebook of its own, with
a new name and prefix: the game is on the menu and passes the tests of all games, and then becomes what it
shall be. Its sample games are those of the other game until ``reading.py`` says what its rules come to; then
``python -m tests.samples NAME`` draws them anew, the same ones for the same seed.
"""

import argparse
import re
import shutil
from pathlib import Path

from scoring import VARIANTS

ROOT = Path(__file__).resolve().parent.parent
MENU = Path("scoring/variants/__init__.py")
TEXTS = (".py", ".html", ".md", ".txt", ".jsonl")


def on_the_menu(text: str, module: str, place: int) -> str:
    """The text of ``scoring/variants/__init__.py`` with one game more, at this place of the menu, from 0."""
    imported = re.search(r"^from \. import (?:([^(\n]+)|\(([^)]+)\))$", text, re.M)
    listed = re.findall(r"^        (\w+)\.VARIANT,\n", text, re.M)
    if not imported or not listed:
        raise ValueError("expected an import of the games and a line a game")
    names = "".join(
        f"    {name},\n" for name in sorted([*re.findall(r"\w+", imported[1] or imported[2]), module])
    )
    listed.insert(place, module)
    lines = "".join(f"        {name}.VARIANT,\n" for name in listed)
    text = text.replace(imported[0], f"from . import (\n{names})")
    return re.sub(r"(?:^        \w+\.VARIANT,\n)+", lines, text, flags=re.M)


def places(game: str) -> tuple[Path, ...]:
    """The places of a game beside its line of the menu, by its name in a record."""
    module = game.replace("-", "_")
    return (
        Path(f"scoring/variants/{module}.py"),
        Path(f"companion/forms/hand/{module}.py"),
        Path(f"templates/hand/{module}.html"),
        Path(f"docs/rulebook/{game}.md"),
        Path(f"tests/games/{module}"),
    )


def write(root: Path, game: str, like: str, prefix: str) -> None:
    """Write the places of *game*, copied from those of *like*. Raises ValueError for what can't be copied."""
    known = VARIANTS[like]
    taken = {one for variant in VARIANTS.values() for one in variant.prefixes}
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", game) or game in VARIANTS:
        raise ValueError(f"{game}: expected a new name of small letters, digits and hyphens")
    if not (root / f"docs/rulebook/{like}.md").is_file() or len(known.prefixes) > 1:
        raise ValueError(f"{like} shares its page of the rulebook: copy a game that has its own")
    if not re.fullmatch(r"[A-Z]{2,3}", prefix) or prefix in {*taken, "ALL"}:
        raise ValueError(
            f"{prefix}: expected two or three capitals that no other game has; --prefix gives them"
        )
    for old, new in zip(places(like), places(game), strict=True):
        if (root / old).is_dir():
            shutil.copytree(root / old, root / new, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(root / old, root / new)
        files = (root / new).rglob("*") if (root / new).is_dir() else [root / new]
        for file in (one for one in files if one.suffix in TEXTS):
            file.write_text(renamed(file.read_text(encoding="utf-8"), game, like, prefix), encoding="utf-8")
    menu = (root / MENU).read_text(encoding="utf-8")
    (root / MENU).write_text(on_the_menu(menu, game.replace("-", "_"), len(VARIANTS)), encoding="utf-8")


def renamed(text: str, game: str, like: str, prefix: str) -> str:
    """The text of a place under the new name; nights go on with the game that they have."""
    known, title = VARIANTS[like], game.replace("-", " ").title()
    for old, new in (
        (rf"\b{known.prefixes[0]}-(?=\d\d)", f"{prefix}-"),
        (rf'(?<=prefixes=\("){known.prefixes[0]}\b|(?<=^ids: ){known.prefixes[0]}\b', prefix),
        (rf"(?<![\w-]){like}(?![\w-])", game),
        (rf"(?<![\w-]){like.replace('-', '_')}(?![\w-])", game.replace("-", "_")),
        (rf'(?<=title="){re.escape(known.title)}"|(?<=short="){re.escape(known.short)}"', f'{title}"'),
        (r"\A(---\nids: \w+\n---\n\n# )[^\n]+", rf"\g<1>{title}"),
        (r"^    of_nights=True,\n", ""),
    ):
        text = re.sub(old, new, text, flags=re.M)
    return text


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.new_game", description="Write the places of a new game."
    )
    parser.add_argument("name", help="its name in a record, such as some-game")
    parser.add_argument("--like", required=True, choices=list(VARIANTS), help="the game to copy")
    parser.add_argument("--prefix", help="of its rule ids; by default the first two letters of its name")
    given = parser.parse_args()
    try:
        write(ROOT, given.name, given.like, given.prefix or given.name[:2].upper())
    except ValueError as wrong:
        parser.error(str(wrong))
    written = ", ".join(path.as_posix() for path in places(given.name))
    print(f"Written: {written}; and a line in {MENU}. Now: make generated format")


if __name__ == "__main__":
    main()
