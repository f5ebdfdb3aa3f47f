"""What a phone without a network costs: the bytes of the kit, and its start in a page of Chromium."""

import http.client
import json
import statistics
import tempfile
from pathlib import Path
from typing import Any

import brotli
from playwright.sync_api import Page, sync_playwright

from tests import available
from tests.bench.aims import Aim, aimed
from tests.browser.conftest import QUIET
from tests.serving import Bower

KB = 1024
MOST_BYTES, MOST_BOOT = 350 * KB, 300  # a start in milliseconds
BOOTS = 7

BOOT = """async ([wasm, pack]) => {
  const [one, two] = await Promise.all([wasm, pack].map(async (path) => (await fetch(path)).arrayBuffer()));
  const begun = performance.now();
  self.engine = await self.bowerEngine({ wasm: one, pack: two });
  self.engine.boot(JSON.stringify({ tables: {}, outbox: [], home: [], settings: {} }));
  return performance.now() - begun;
}"""


def main() -> int:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as player:
        bower = Bower(Path(folder), DATABASE_URL="")
        bower.start()
        browser = player.chromium.launch(executable_path=available.chromium(), args=[*QUIET, "--no-sandbox"])
        try:
            files = addresses(bower)
            size = sum(sizes(Path(folder) / "static", files)) / KB
            fits_bytes = aimed(f"bytes   {size:.1f} KB", size, Aim(MOST_BYTES / KB))
            page = browser.new_context(service_workers="block").new_page()
            boots = [booted(page, bower, files) for _time in range(BOOTS)]
            middle = statistics.median(boots)
            line = f"start   {middle:.0f} ms, at best {min(boots):.0f}"
            fits = [fits_bytes, aimed(line, middle, Aim(MOST_BOOT))]
        finally:
            browser.close()
            bower.stop()
    return int(not all(fits))


def addresses(bower: Bower) -> list[str]:
    """Script, wasm and pack of the kit, as the worker names them."""
    connection = http.client.HTTPConnection("127.0.0.1", bower.port)
    connection.request("GET", "/worker.js")
    text = connection.getresponse().read().decode()
    connection.close()
    kit: dict[str, Any] = json.loads(text.partition("const KIT = ")[2].partition(";\n")[0])
    return [kit["script"], kit["files"]["wasm"], kit["files"]["pack"]]


def sizes(static: Path, files: list[str]) -> list[int]:
    """Print what each file weighs as it is sent."""
    found = [len(brotli.compress((static / path.rpartition("/")[2]).read_bytes())) for path in files]
    parts = ", ".join(
        f"{name} {size / KB:.1f}" for name, size in zip(("script", "wasm", "pack"), found, strict=True)
    )
    print(f"of them {parts}")
    return found


def booted(page: Page, bower: Bower, files: list[str]) -> float:
    """Milliseconds of a start in a page that has nothing of it."""
    page.goto(bower.address + "/rules/")
    page.add_script_tag(url=files[0])
    return float(page.evaluate(BOOT, files[1:]))
