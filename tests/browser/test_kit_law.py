"""The law of the kit in the phone's Python: every room answers what the server answers, byte for byte."""

import base64
import json
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from companion.pocket import build, runtime
from tests.pocket import corpus
from tests.pocket.compared import differences
from tests.pocket.recorded import Play
from tests.shelf import once

# Each part of the corpus, with so many requests at least; `make thorough` has more than 2,500.
PARTS: dict[str, tuple[Callable[[], list[Play]], int]] = {
    "evenings": (corpus.evenings, 1_000),
    "roles and samples": (corpus.others, 500),
}
STATUSES = {"evenings": {200, 301, 303, 404, 405, 409, 422}, "roles and samples": {200, 303, 403}}
FIRST = 3
BEGIN = """async ([wasm, pack]) => {
  const bytes = Uint8Array.from(atob(wasm), (one) => one.charCodeAt(0)).buffer;
  self.engine = await self.bowerEngine({ wasm: bytes, pack: new TextEncoder().encode(pack) });
}"""


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
