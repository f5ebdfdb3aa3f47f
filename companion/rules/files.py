"""The files of the rulebook, in docs/rulebook, and of the guides for players, in docs/players."""

from pathlib import Path

from django.conf import settings

FOLDER: Path = settings.BASE_DIR / "docs" / "rulebook"
GUIDES: Path = settings.BASE_DIR / "docs" / "players"
INDEX = "README"


def names() -> list[str]:
    """The names of the pages of rules, in order."""
    return [path.stem for path in sorted(FOLDER.glob("*.md")) if path.stem != INDEX]


def guides() -> list[str]:
    """The names of the guides, in order."""
    return [path.stem for path in sorted(GUIDES.glob("*.md"))]


def text(name: str) -> str:
    """The text of a page."""
    folder = GUIDES if name in guides() else FOLDER
    return (folder / (name + ".md")).read_text(encoding="utf-8")
