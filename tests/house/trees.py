"""The files of the house, for the checks in this folder."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def modules(package: str) -> list[Path]:
    """Every Python file under `package` except migrations; never none."""
    found = sorted(
        path.relative_to(ROOT)
        for path in (ROOT / package).rglob("*.py")
        if "migrations" not in path.relative_to(ROOT).parts
    )
    assert len(found) > 5, f"expected the modules of {package}, got {found}"
    return found


def kept_files() -> list[Path]:
    """Every file that is, or would be, in the repository."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    names = sorted(set(listing.stdout.split("\0")) - {""})
    return [Path(name) for name in names if (ROOT / name).is_file()]
