"""`make audit`: known vulnerabilities of the packages that Bower runs with, where advisories can be had.

Ends with 1 if a package has one. Advisories that can't be had, or not within PATIENCE, are said in one line.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

PATIENCE = 15  # seconds for everything
REQUIREMENTS = ("requirements/run.txt", "requirements/metrics.txt")
OPTIONS = (
    "--disable-pip",
    "--require-hashes",
    "--timeout",
    "3",
    "--progress-spinner",
    "off",
    "--format",
    "json",
)
UNKNOWN = "Dependency audit: advisories can’t be had here, so nothing was checked"


def main() -> int:
    files = [argument for file in REQUIREMENTS for argument in ("--requirement", file)]
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "pip_audit", *OPTIONS, *files],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        lines, status = verdict(json.loads(ran.stdout)["dependencies"])
    except subprocess.TimeoutExpired:
        lines, status = [f"{UNKNOWN} within {PATIENCE} seconds."], 0
    except ValueError:
        lines, status = [f"{UNKNOWN}: {(ran.stderr.strip().splitlines() or ['no answer'])[-1]}"], 0
    print("\n".join(lines))
    return status


def verdict(packages: Sequence[dict[str, Any]]) -> tuple[list[str], int]:
    """What to print of a report, and the exit status: 1 if any package has a known vulnerability."""
    asked = [one for one in packages if "skip_reason" not in one]
    if not asked:
        return [f"{UNKNOWN}."], 0
    found = [(one, each) for one in asked for each in one["vulns"]]
    lines = [
        f"{one['name']} {one['version']}: {each['id']}, mended in {', '.join(each['fix_versions']) or 'none'}"
        for one, each in found
    ]
    without = f" ({len(packages) - len(asked)} without advisories)" if len(asked) < len(packages) else ""
    count = len({each["id"] for _one, each in found})
    lines.append(f"Dependency audit: {len(asked)} packages{without}, {count} known vulnerabilities.")
    return lines, 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
