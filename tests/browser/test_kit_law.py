"""The law of the kit in the phone's Python: every room answers what the server answers, byte for byte."""

import base64
import json
from collections import Counter
from collections.abc import Callable, Iterator
from uuid import UUID

import pytest
from playwright.sync_api import Browser, Page

from companion.pocket import build, runtime
from tests.pocket import corpus
from tests.pocket.compared import differences
from tests.pocket.recorded import Play
from tests.shelf import once

# Each part of the corpus, with so many requests at least; `make thorough` has more than 2,500.
PARTS: dict[str, tuple[Callable[[], list[Play]], int]] = {
    "evenings": (corpus.evenings, 450),
    "roles and samples": (corpus.others, 300),
}
STATUSES = {"evenings": {200, 301, 303, 404, 405, 409, 422}, "roles and samples": {200, 303, 403}}
FIRST = 3
OK, TURN = 200, 50  # TURN: milliseconds in which a browser frees what it has collected
BEGIN = """async ([wasm, pack]) => {
  const bytes = Uint8Array.from(atob(wasm), (one) => one.charCodeAt(0)).buffer;
  self.bytes = { wasm: bytes, pack: new TextEncoder().encode(pack) };
  self.engine = await self.bowerEngine(self.bytes);
}"""
EMPTY = json.dumps({"tables": {}, "outbox": [], "home": [], "settings": {}})
GOES_ON = "async () => { self.engine = await self.bowerEngine(self.bytes, self.engine.memory()); }"


class InPage:
    """The engine in a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def boot(self, state: str) -> None:
        self.page.evaluate("(state) => self.engine.boot(state)", state)

    def answer(self, request: str) -> str:
        return str(self.page.evaluate("(request) => self.engine.answer(request)", request))


@pytest.fixture
def engine(browser: Browser) -> Iterator[InPage]:
    page = browser.new_page()
    page.add_script_tag(content=runtime.script())
    wasm = base64.b64encode(runtime.WASM.read_bytes()).decode()
    pack = once("rooms.json", lambda: json.dumps(build.rooms()))
    page.evaluate(BEGIN, [wasm, pack])
    yield InPage(page)
    page.close()


@pytest.mark.alike
@pytest.mark.browser
@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("part", PARTS)
def test_the_phones_python_gives_the_same_bytes(engine: InPage, part: str) -> None:
    recorded, least = PARTS[part]
    plays = recorded()
    found = [one for play in plays for one in differences(engine, json.loads(play.as_json()))]
    assert [one for one in found if "got" in one][:FIRST] == []
    assert sum(len(play.exchanges) for play in plays) >= least
    statuses = Counter(exchange.status for play in plays for exchange in play.exchanges)
    assert statuses.keys() >= STATUSES[part]


@pytest.mark.browser
def test_a_memory_is_gone_on_from_whatever_the_browser_has_collected_before(engine: InPage) -> None:
    asked = {"method": "GET", "path": "/rules/", "headers": {}, "now": "2026-11-28T20:00:00+00:00"}
    request = json.dumps({**asked, "random": [str(UUID(int=number)) for number in range(8)]})
    collector = engine.page.context.new_cdp_session(engine.page)
    engine.boot(EMPTY)
    for _part in range(2):
        for _time in range(3):
            assert json.loads(engine.answer(request))["status"] == OK
            collector.send("HeapProfiler.collectGarbage")
            engine.page.wait_for_timeout(TURN)
        engine.page.evaluate(GOES_ON)
    assert json.loads(engine.answer(request))["status"] == OK
