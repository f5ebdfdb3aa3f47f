"""A short form of `make fuzz` for every run, always with the same requests, on SQLite.

`make fuzz` itself takes PostgreSQL, too.
"""

from pathlib import Path

import pytest

from tests import fuzz

pytestmark = [pytest.mark.service, pytest.mark.long]
AT_LEAST = 500


def test_schemathesis_finds_nothing(tmp_path: Path) -> None:
    found = fuzz.fuzz(tmp_path, fuzz.short, fuzz.SEED)
    assert found.failures == 0
    assert "Traceback" not in found.log
    assert found.requests >= AT_LEAST


def test_a_phase_that_ended_early_is_noticed() -> None:
    target = fuzz.Target("token")
    assert fuzz.ended_early(fuzz.Pass("stateful", 150, target), 344)
    assert not fuzz.ended_early(fuzz.Pass("stateful", 150, target), 700)
    assert not fuzz.ended_early(fuzz.Pass("fuzzing", 25, target), 24)
