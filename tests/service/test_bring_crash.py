"""Past evenings that come into a group while the server is killed: each whole, and once."""

import http.client
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.effort import every_second
from tests.service.phone import RECORD, SEE_OTHER, Answer, Phone, field
from tests.service.stopping import cut
from tests.serving import Bower

pytestmark = pytest.mark.service

ACCEPTED = 202
EVENINGS, HANDS = 40, 5
HAND = {"kind": "hand", "maker": "Ann", "trump": "spades", "tricks": {"Ann & Cy": 3, "Bo & Dee": 2}}
# Seconds from the moment the evenings are sent to the moment the power goes.
MOMENTS = every_second(0.1, 0.25, 0.5)
STORED = """
    SELECT f.hands, f.version, (SELECT count(*) FROM companion_entry e WHERE e.game_id = g.id)
    FROM companion_game g JOIN companion_group o ON o.id = g.group_id
    LEFT JOIN companion_gamefacts f ON f.game_id = g.id WHERE NOT o.personal
"""


@pytest.fixture
def bower(tmp_path: Path) -> Iterator[Bower]:
    served = Bower(tmp_path, DATABASE_URL="")
    served.start()
    yield served
    served.kill()


def upload(phone: Phone, address: str) -> str:
    """The page that shows what is in the files of all evenings."""
    named = {"csrfmiddlewaretoken": phone.csrf_token}
    parts = [f'name="{name}"\r\n\r\n{value}' for name, value in named.items()]
    for number in range(EVENINGS):
        record = {**RECORD, "title": f"Evening {number}", "entries": [{**HAND, "note": str(number)}] * HANDS}
        parts.append(f'name="files"; filename="{number}.json"\r\n\r\n{json.dumps(record)}')
    body = "".join(f"--next\r\nContent-Disposition: form-data; {part}\r\n" for part in parts) + "--next--\r\n"
    cookies = "; ".join(f"{name}={value}" for name, value in phone.cookies.items())
    headers = {"Cookie": cookies, "Content-Type": "multipart/form-data; boundary=next"}
    with closing(http.client.HTTPConnection(phone.bower.host)) as connection:
        connection.request("POST", address, body, headers)
        return connection.getresponse().read().decode()


def stored(bower: Bower) -> list[tuple[int, int, int]]:
    """Of each game in the group: hands and rows as counted for statistics, and rows of its log."""
    with closing(sqlite3.connect(bower.folder / "bower.sqlite3")) as database:
        return database.execute(STORED).fetchall()


def test_past_evenings_that_come_in_while_the_server_is_killed_are_there_once(bower: Bower) -> None:
    phone = Phone(bower)
    key = field(phone.ask("/groups/").page, "key")
    address = phone.ask("/groups/", {"key": key, "title": "Club"}).location + "bring/"
    packed = field(upload(phone, address), "packed")
    answers: list[Answer] = []
    for moment in MOMENTS:
        cut(bower, [lambda: answers.append(phone.ask(address, {"packed": packed}))], moment)
        bower.start()
        assert set(stored(bower)) <= {(HANDS, HANDS, HANDS)}
    last = phone.ask(address, {"packed": packed})
    while last.status == ACCEPTED:  # on a slow machine a request writes some of them, and its page goes on
        last = phone.ask(address, {"packed": field(last.page, "packed"), "going": "1"})
    assert (last.status, last.location) == (SEE_OTHER, f"{address}?saved={EVENINGS}&here=0")
    assert stored(bower) == [(HANDS, HANDS, HANDS)] * EVENINGS
