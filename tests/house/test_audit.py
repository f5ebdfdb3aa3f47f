"""The dependency audit fails for a known vulnerability, and says so where it knows nothing."""

from typing import Any

from tests.audit import UNKNOWN, verdict

UNASKED: dict[str, Any] = {"name": "segno", "skip_reason": "not found"}
GOOD: dict[str, Any] = {"name": "django", "version": "5.2.9", "vulns": []}
FLAW = {"id": "PYSEC-2026-1", "fix_versions": ["6.0"]}


def test_a_known_vulnerability_fails() -> None:
    lines, status = verdict([GOOD, {"name": "a2wsgi", "version": "1", "vulns": [FLAW]}])
    assert (status, lines[0]) == (1, "a2wsgi 1: PYSEC-2026-1, mended in 6.0")
    assert lines[-1] == "Dependency audit: 2 packages, 1 known vulnerabilities."


def test_without_advisories_it_says_that_nothing_was_checked() -> None:
    assert verdict([UNASKED]) == ([f"{UNKNOWN}."], 0)
    assert verdict([GOOD, UNASKED]) == (
        ["Dependency audit: 1 packages (1 without advisories), 0 known vulnerabilities."],
        0,
    )
