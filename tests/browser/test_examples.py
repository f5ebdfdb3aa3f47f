"""The programs of `examples/` do what they say at Bower as it is run."""

import json
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring import VARIANTS, replay
from scoring.record import read
from tests.service.test_evening import run
from tests.service.test_told import post
from tests.serving import PATIENCE, ROOT, Bower

pytestmark = pytest.mark.browser

EXAMPLES = ROOT / "examples"
PROGRAM = str(EXAMPLES / "evening.py")
LINES_OF_BOT = 40


class Discord(BaseHTTPRequestHandler):
    """An address of a Discord channel; it keeps what is said there."""

    said: list[Any]

    def do_POST(self) -> None:
        self.said.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


class Files(SimpleHTTPRequestHandler):
    """The pages of another origin."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def elsewhere() -> Iterator[ThreadingHTTPServer]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(EXAMPLES))) as server:
        serving = threading.Thread(target=server.serve_forever, args=[0.01])
        serving.start()
        yield server
        server.shutdown()
        serving.join()


@pytest.fixture
def followed(tmp_path_factory: pytest.TempPathFactory, elsewhere: ThreadingHTTPServer) -> Iterator[Bower]:
    """A Bower whose API the pages of the other origin may ask."""
    origin = f"http://127.0.0.1:{elsewhere.server_port}"
    made = Bower(tmp_path_factory.mktemp("bower"), CORS_ALLOWED_ORIGINS=origin)
    made.start()
    yield made
    made.stop()


def failed(*arguments: str) -> str:
    """What the program says is wrong."""
    done = subprocess.run(
        [sys.executable, PROGRAM, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "Traceback" not in done.stderr
    return done.stderr.strip()


def test_evening_says_in_plain_words_what_is_wrong(bower: Bower, tmp_path: Path) -> None:
    game = next((EXAMPLES / "games").glob("*.json"))
    assert failed().startswith("Say where Bower is and which game: ")
    assert failed(bower.address, "no-such.json") == "no-such.json can’t be read: No such file or directory"
    assert failed("127.0.0.1", str(game)).startswith("The address of Bower begins with http://")
    assert failed("http://127.0.0.1:1", str(game)).startswith("No answer from http://127.0.0.1:1")
    wrong = json.loads(game.read_text(encoding="utf-8"))
    wrong["entries"][-1]["kind"] = "party"
    (tmp_path / "wrong.json").write_text(json.dumps(wrong), encoding="utf-8")
    assert failed(bower.address, str(tmp_path / "wrong.json")).startswith(
        f"Entry {len(wrong['entries'])}, kind: "
    )
    (tmp_path / "list.json").write_text("[]", encoding="utf-8")
    assert failed(bower.address, str(tmp_path / "list.json")).endswith("isn’t a game. See examples/games/")
    assert len(run(PROGRAM, bower.address + "//", str(game))["hands"]) >= 2


def test_there_is_a_game_of_each_kind_that_is_recorded_as_it_stands(bower: Bower) -> None:
    files = {path.stem: str(path) for path in (EXAMPLES / "games").glob("*.json")}
    assert set(files) == set(VARIANTS)
    for name, path in files.items():
        text = Path(path).read_text(encoding="utf-8")
        assert json.loads(text)["variant"] == name
        assert run(PROGRAM, bower.address + "/", path) == json.loads(json.dumps(replay(read(text)).as_json()))


def test_a_table_is_followed_by_bot_overlay_and_spreadsheet(
    followed: Bower, elsewhere: ThreadingHTTPServer, page: Page
) -> None:
    bower = followed
    path = EXAMPLES / "games" / "bid-euchre.json"
    game = json.loads(path.read_text(encoding="utf-8"))
    hands = game.pop("entries")
    table = post(bower, "tables/", game)
    at, token = f"tables/{table['id']}/", table["token"]
    code = post(bower, at + "links/", {"role": "viewer"}, token)["code"]
    page.goto(f"http://127.0.0.1:{elsewhere.server_port}/overlay.html#{bower.address}/,{code}")
    expect(page.locator("#score p").first).to_have_text("Ann & Cy 0", timeout=PATIENCE * 1000)
    Discord.said = []
    with ThreadingHTTPServer(("127.0.0.1", 0), Discord) as discord:
        serving = threading.Thread(target=discord.serve_forever, args=[0.01])
        serving.start()
        webhook = f"http://127.0.0.1:{discord.server_port}/"
        bot = subprocess.Popen([sys.executable, EXAMPLES / "discord_bot.py", bower.address, code, webhook])
        try:
            heard(1)
            post(bower, at + "entries/", hands[0], token)
            heard(2)
            bower.kill()
            bower.start()
            post(bower, at + "entries/", hands[1], token)
            heard(3)
        finally:
            bot.kill()
            bot.wait(PATIENCE)
            discord.shutdown()
            serving.join()
    assert [one["content"] for one in Discord.said] == [
        "Thursday. Ann & Cy 0, Bo & Dee 0.",
        "Thursday. Hand 1: Ann called hearts, bid 3, 4 tricks. Ann & Cy 4, Bo & Dee 2.",
        "Thursday. Hand 2: Bo called clubs, bid 4, 3 tricks, set. Ann & Cy 7, Bo & Dee −2.",
    ]
    expect(page.locator("#score p").first).to_have_text("Ann & Cy 7", timeout=PATIENCE * 1000)
    joined = page.request.post(bower.address + "/api/v1/join/", data={"code": code}).json()
    readme = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    [(address, bearer)] = re.findall(r'Web\.Contents\("([^"]+)", \[Headers=\[Authorization="([^"]+)"', readme)
    address = address.replace("https://bower.example", bower.address).replace("TABLE", joined["table"])
    sheet = page.request.get(address, headers={"Authorization": bearer.replace("TOKEN", joined["token"])})
    assert len(sheet.text().splitlines()) >= 2
    assert len((EXAMPLES / "discord_bot.py").read_text(encoding="utf-8").splitlines()) <= LINES_OF_BOT


def heard(messages: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while len(Discord.said) < messages:
        assert time.monotonic() < deadline, Discord.said
        time.sleep(0.05)
