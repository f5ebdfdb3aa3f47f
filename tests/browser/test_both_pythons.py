"""The phone's Python comes to the same results as the server's, byte for byte."""

import base64
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page

from companion.pocket import build, runtime
from scoring import VARIANTS
from tests.effort import examples
from tests.pocket import alike
from tests.reached import KEPT
from tests.scoring.dice import Rolled
from tests.scoring.games import game_of
from tests.scoring.vectors import vectors
from tests.shelf import once

GAMES, AT_ONCE, SEED = examples(4000), 100, 20261122
BEGIN = """async ([wasm, pack]) => {
  const bytes = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0)).buffer;
  const files = { wasm: bytes(wasm), pack: new TextEncoder().encode(pack) };
  const python = await self.bowerPython(files, console.error);
  python.runPython("import alike");
  self.alike = python.globals.get("alike");
  self.python = python;
}"""

Run = Callable[[str, str], str]


def lowered() -> str:
    """The pack of ``tests/pocket/alike.py``."""
    return json.dumps(build.some(["alike"], {"alike": Path(alike.__file__).read_text(encoding="utf-8")}))


@pytest.fixture(scope="module")
def python(browser: Browser) -> Iterator[Page]:
    """A page with MicroPython, in which there is ``tests/pocket/alike.py``."""
    pack = once("alike.json", lowered)
    page: Page = browser.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.add_script_tag(content=runtime.script())
    wasm = base64.b64encode(runtime.WASM.read_bytes()).decode()
    page.evaluate(BEGIN, [wasm, pack])
    yield page
    page.close()
    assert complaints == []


@pytest.fixture(scope="module")
def run(python: Page) -> Run:
    """Runs a function of ``tests/pocket/alike.py`` in MicroPython: its name and the text it gets."""
    return lambda name, text: str(python.evaluate("([name, text]) => self.alike[name](text)", [name, text]))


@pytest.mark.alike
@pytest.mark.browser
def test_what_is_kept_is_there(python: Page) -> None:
    for module, names in KEPT.items():
        lines = [f"import {module}", *(f"{module}.{name}" for name in sorted(names or ()))]
        python.evaluate("(lines) => self.python.runPython(lines)", "\n".join(lines))


@pytest.mark.alike
@pytest.mark.browser
def test_what_is_not_kept_is_absent(python: Page) -> None:
    with pytest.raises(Error, match="no module named 'random'"):
        python.evaluate("() => self.python.runPython('import random')")


@pytest.mark.alike
@pytest.mark.browser
def test_what_the_stand_ins_do(run: Run) -> None:
    assert json.loads(run("results", "")) == json.loads(alike.results(""))


@pytest.mark.alike
@pytest.mark.browser
def test_sample_games(run: Run) -> None:
    records = json.dumps([vector.record for vector in vectors()])
    assert run("scored", records) == alike.scored(records)


@pytest.mark.alike
@pytest.mark.browser
def test_random_games(run: Run) -> None:
    rng = random.Random(SEED)  # noqa: S311
    names = list(VARIANTS)
    for first in range(0, GAMES, AT_ONCE):
        drawn = [game_of(Rolled(rng), [names[at % len(names)]]) for at in range(first, first + AT_ONCE)]
        records = json.dumps([game.record for game in drawn])
        assert run("scored", records) == alike.scored(records)
