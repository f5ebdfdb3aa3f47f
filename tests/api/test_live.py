"""The stream of a table, followed by a program: by its Bearer token, and by nothing else then."""

from typing import Any

import pytest

from companion.access import devices
from companion.live import stream
from companion.live.hub import Hub
from tests.companion.factories import device
from tests.companion.listeners import TABLE, Tables, hub_of, in_a_loop
from tests.companion.test_live import Listener, cookie

TOKEN = "token-of-a-program-".ljust(30, "x")
LINK = "0123456789ABCDEFGHJKMNPQRS"


def answered(monkeypatch: pytest.MonkeyPatch, **headers: Any) -> int:
    found = []

    async def work() -> None:
        hub = hub_of(Tables(device(), devices.device_of_token(TOKEN), devices.device_of_token(LINK)))
        found.append(await status(monkeypatch, hub, headers))
        hub.close()

    in_a_loop(work)
    return found[0]


async def status(monkeypatch: pytest.MonkeyPatch, hub: Hub, headers: dict[str, Any]) -> int:
    monkeypatch.setattr(stream, "hub", hub)
    program = Listener(headers=headers, path=f"/games/{TABLE}/live")
    await program.has(2)
    program.gone.set()
    await program.task
    return program.status


@pytest.mark.parametrize("said", [f"Bearer {TOKEN}", f"bearer  {TOKEN}", f"Bearer {LINK.lower()}"])
def test_a_program_listens_by_its_token(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    assert answered(monkeypatch, cookie=None, authorization=said) == 200


@pytest.mark.parametrize("said", ["", "Bearer", f"Basic {TOKEN}", f"Bearer {TOKEN}y"])
def test_a_token_that_opens_nothing_is_not_let_in_nor_is_a_cookie_beside_it(
    monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    assert answered(monkeypatch, cookie=cookie(), authorization=said) == 404
