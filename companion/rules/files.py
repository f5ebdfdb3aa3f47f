"""The files of the rulebook, in docs/rulebook."""

from pathlib import Path

from django.conf import settings

FOLDER: Path = settings.BASE_DIR / "docs" / "rulebook"
INDEX = "README"


def names() -> list[str]:
    """The names of the pages, in order."""
    return [path.stem for path in sorted(FOLDER.glob("*.md")) if path.stem != INDEX]


def text(name: str) -> str:
    """The text of a page."""
    return (FOLDER / (name + ".md")).read_text(encoding="utf-8")
