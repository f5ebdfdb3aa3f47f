"""A page of another origin frames the Board by a reading address, and follows it without a cookie."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, expect

from tests.service.test_told import HAND, RECORD, post
from tests.serving import Bower

pytestmark = pytest.mark.browser


class Framing(BaseHTTPRequestHandler):
    """A page with nothing but the frame."""

    address: str

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f'<!doctype html><iframe src="{self.address}board/" width=600 height=400>'.encode())

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def elsewhere() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.2", 0), Framing) as server:
        serving = threading.Thread(target=server.serve_forever, args=[0.01])
        serving.start()
        yield f"http://127.0.0.2:{server.server_port}/"
        server.shutdown()
        serving.join()


def test_a_board_in_a_frame_elsewhere_follows_its_group_and_goes_dark(
    browser: Browser, bower: Bower, elsewhere: str
) -> None:
    group = post(bower, "groups/", {"title": "Thursday"})
    token, at = group["token"], f"groups/{group['id']}/"
    first = post(bower, f"tables/?group={group['id']}", RECORD, token)["id"]
    Framing.address = post(bower, f"{at}links/", {"role": "reader"}, token)["address"]
    context = browser.new_context()
    page = context.new_page()
    page.goto(elsewhere)
    board = page.frame_locator("iframe")
    expect(board.locator("#live")).to_have_text("live")
    expect(board.locator("h1")).to_contain_text("Buck")
    post(bower, f"tables/{first}/entries/", HAND, token)
    expect(board.locator("main")).to_contain_text("Hand 2")
    second = post(bower, f"tables/?group={group['id']}", {**RECORD, "title": "Final"}, token)["id"]
    post(bower, f"tables/{second}/entries/", HAND, token)
    expect(board.locator("h1")).to_contain_text("Final")
    assert context.cookies() == []
    post(bower, f"{at}links/", {"role": "reader"}, token)
    expect(board.locator("h1")).to_have_count(0)
    context.close()
