"""Evenings on a phone that has no network from the first hand to the last."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scoring import from_json, replay
from tests.browser.conftest import Phones
from tests.browser.evenings import EVENINGS
from tests.browser.offline import entries_waiting, everything_sent
from tests.browser.pocket import InPage, TellerInPage, Told, ready, record, without
from tests.browser.proxy import Proxy
from tests.browser.rooms import as_shown, comes_to, start
from tests.browser.test_banker_evening import (
    EVENING,
    EXPORTS,
    FIRST_HALF,
    HAND_3,
    MIDDLE,
    SECOND_HALF,
    agrees,
)
from tests.companion.test_journal_tools import TOOLS
from tests.load.evenings import Wire
from tests.serving import Bower

pytestmark = pytest.mark.browser


# The rooms of every game are in test_kit_law.py.
def test_a_whole_new_evening_begins_without_a_server_and_arrives(pockets: Phones, network: Proxy) -> None:
    phone = pockets()
    phone.meant.add(404)  # the server does not know the table yet
    phone.go("/")
    ready(phone)
    evening = EVENINGS["poker-chips"]
    with without(network):
        table = start(phone, evening)
        TellerInPage(phone, evening).tell(evening["entries"])
        shown = phone.board()
        assert record(phone, table)["entries"] == evening["entries"]
        assert entries_waiting(phone) == evening["entries"]
    phone.go(table)
    everything_sent(phone)
    assert phone.entries(table) == evening["entries"]
    phone.go(table)
    assert phone.board() == shown == comes_to(evening)
    assert as_shown(replay(from_json(record(phone, table))).as_json()) == shown


CORRECTED: dict[str, Any] = {**FIRST_HALF[8], "tricks": {"Dee": 4, "Eli": 3, "Cy": 1}}


def bankers_evening(wire: Wire, between: Callable[[Told], None]) -> Told:
    """The banker's evening; *between* comes after the buy-ins."""
    told = Told(wire, {"format": "bower.game/1", **EVENING, "options": {"chip_value_cents": 10}})
    told.tell(*FIRST_HALF[:6])
    between(told)
    told.tell(*FIRST_HALF[6:], *MIDDLE)
    told.correct(HAND_3, CORRECTED, {"chip_value_cents": 10})
    told.tell(*SECOND_HALF)
    return told


def test_the_bankers_evening_offline_has_the_journal_of_the_one_online(
    pockets: Phones, network: Proxy, bower: Bower, tmp_path: Path
) -> None:
    phone = pockets()
    phone.go("/")

    def goes_out(told: Told) -> None:
        phone.go(told.table)
        ready(phone, told.table, 6)
        network.cut()

    try:
        told = bankers_evening(InPage(phone), goes_out)
    finally:
        network.mend()
    phone.go(told.table)
    everything_sent(phone)
    online = Wire(bower, 9, [])
    told_online = bankers_evening(online, lambda told: None)
    for tool in TOOLS:
        path = f"books.{EXPORTS[tool.name]}"
        text = phone.fetch(told.table + path)
        assert without_times(text) == without_times(online.ask("GET", told_online.table + path)[2])
        (tmp_path / path).write_text(text)
        if tool.found:
            agrees(tool, tmp_path / path, replay(from_json(record(phone, told.table))).state)
    missing = [tool.name for tool in TOOLS if not tool.found]
    if missing:
        pytest.skip(f"all but its journals: needs {', '.join(missing)}")


def without_times(journal: str) -> str:
    """A journal without the time of day of its transactions."""
    return re.sub(r"\b\d\d[.:]\d\d[.:]\d\d\b", "", journal)
