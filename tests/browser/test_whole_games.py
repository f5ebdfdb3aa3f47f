"""A whole evening of each game, from New game to the recap, and scored again elsewhere.

Of each sort of game the first is tapped; a hand of each of the others is in test_every_page.py.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import available
from tests.browser.conftest import Phones
from tests.browser.evenings import EVENINGS, SORTS
from tests.browser.rooms import Teller, as_shown, start
from tests.serving import ROOT

pytestmark = pytest.mark.browser
STORED = "poker-chips"  # enough of them on PostgreSQL, where there is one: the one with every kind of entry
GAMES = [(one, "on_postgres" if one == STORED and available.postgres() else "on_sqlite") for one in EVENINGS]


def standing(file: Path) -> dict[str, Any]:
    """What `python -m scoring` makes of an exported game."""
    done = subprocess.run(
        [sys.executable, "-m", "scoring", "--json", str(file)], cwd=ROOT, capture_output=True, check=True
    )
    return dict(json.loads(done.stdout))


@pytest.mark.parametrize(("variant", "bower"), GAMES, indirect=["bower"])
def test_an_evening_is_told_exported_and_scored_the_same(
    phones: Phones, tmp_path: Path, variant: str
) -> None:
    evening = EVENINGS[variant]
    worker = "allow" if variant == STORED else "block"  # it only passes on what each of them taps
    phone = phones(service_workers=worker)
    if variant in SORTS:
        start(phone, evening)
        Teller(phone, evening).tell(evening["entries"])
    else:
        phone.go(phone.bring_in(evening))
    shown = phone.board()
    phone.moves_on(".dock a[href$='/recap/']")
    totals = phone.totals()
    file = phone.downloaded("a:text-is('JSON')", tmp_path)
    scored = standing(file)
    assert scored["over"]
    assert as_shown(scored) == shown
    assert totals == scored.get("net", scored.get("scores"))
    assert json.loads(file.read_text())["entries"] == evening["entries"]
