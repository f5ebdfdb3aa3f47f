"""`make night`: a euchre night of 64 people at 16 tables, all of whose phones follow it.

The organizer starts a round, all hands of it are played, and the next one starts. A phone is timed from the
moment that the round's start is sent to the page that shows it. Fails on an error, or where one
phone in twenty waits longer than a second.
"""

import argparse
import asyncio
import gzip
import http.client
import json
import re
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import uuid4

from tests.load.watched import PARTS, part
from tests.load.wire import Client, Door
from tests.service.phone import Phone
from tests.serving import Bower

SETTINGS = {"SECRET_KEY": "only for measuring" * 4, "API_WRITES": "0", "API_TABLES": "0"}
LONGEST = 1000.0  # milliseconds
SETTLED = 2.0  # seconds between two rounds
NEW = {"title": "", "plan": "progressive", "hands": 1, "sitting": "out", "ties": ["card"], "options": {}}


class Night:
    """A night of so many people by the API, and a phone of each on its own page."""

    def __init__(self, bower: Bower, people: int, rounds: int) -> None:
        self.bower, self.token = bower, ""
        group = self.ask("POST", "groups/", {"title": "Club", "zone": ""})
        self.token = group["token"]
        new = {**NEW, "rounds": rounds, "people": [f"Player {at}" for at in range(1, people + 1)]}
        self.id = self.ask("POST", f"groups/{group['id']}/nights/", new)["id"]
        link = self.ask("POST", f"groups/{group['id']}/links/", {"role": "player"})["address"]
        self.phones = [self.joined(link, at) for at in range(1, people + 1)]
        self.round, self.sent = 0, 0.0
        self.waited: list[float] = []
        self.errors: list[str] = []

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid4())}
        headers |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        with closing(http.client.HTTPConnection(self.bower.host)) as connection:
            connection.request(method, f"/api/v1/{path}", json.dumps(body) if body else None, headers)
            answer = connection.getresponse()
            text = answer.read()
        assert answer.status in (200, 201), text
        return json.loads(text)

    def joined(self, link: str, number: int) -> Client:
        """A phone that came by the players' link and said who it is."""
        door = Door(self.bower.port, "127.0.0.1")  # behind one address, as in a hall
        phone, at = Phone(door), link[link.index("/", 8) :]
        while at.lower().startswith("/g/"):
            at = phone.ask(at).location
        phone.ask(f"/nights/{self.id}/me/")
        assert phone.ask(f"/nights/{self.id}/me/", {"number": str(number)}).status == 303
        return Client(door, phone.cookies)

    async def follow(self, phone: Client) -> None:
        """The page of a player: fetched again at each change. Cancelled at the end."""
        shown = 0
        try:
            async for _version in phone.listen(f"/nights/{self.id}/"):
                answer = await phone.ask(f"/nights/{self.id}/me/")
                page = gzip.decompress(answer.body).decode()
                if shown < self.round and re.search(rf"Round {self.round}\b", page):
                    shown = self.round
                    self.waited.append((time.perf_counter() - self.sent) * 1000)
                if answer.status != 200:
                    self.errors.append(str(answer.status))
            self.errors.append("a stream ended")
        except (OSError, TimeoutError) as error:
            self.errors.append(repr(error))

    async def played(self, rounds: int) -> None:
        following = [asyncio.create_task(self.follow(phone)) for phone in self.phones]
        await asyncio.sleep(SETTLED)
        for number in range(1, rounds + 1):
            self.round, self.sent = number, time.perf_counter()
            body = {"number": number, "early": False}
            night = await asyncio.to_thread(self.ask, "POST", f"nights/{self.id}/rounds/", body)
            await asyncio.sleep(SETTLED)
            for table in night["started"][-1]["tables"]:
                await asyncio.to_thread(self.hand, table["table"])
            await asyncio.sleep(SETTLED)
        for one in following:
            one.cancel()

    def hand(self, table: str) -> None:
        """The only hand of the round at a table."""
        self.ask("PUT", f"nights/{self.id}/tables/{table}/")
        players = self.ask("GET", f"tables/{table}/record/")["players"]
        tricks = {" & ".join(players[::2]): 3, " & ".join(players[1::2]): 2}
        self.ask("POST", f"tables/{table}/entries/", {"kind": "hand", "maker": players[0], "tricks": tricks})


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load night", description=__doc__)
    parser.add_argument("--people", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=4)
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        bower = Bower(Path(folder), **SETTINGS)
        bower.start()
        try:
            night = Night(bower, given.people, given.rounds)
            asyncio.run(night.played(given.rounds))
        finally:
            bower.stop()
    missed = given.people * given.rounds - len(night.waited)
    parts = ", ".join(f"{name} {part(night.waited, at):.0f} ms" for name, at in PARTS)
    print(f"{given.people} phones, {given.rounds} rounds: a round is on a phone after {parts}")
    print(f"missed {missed}, errors {len(night.errors)} {night.errors[:5]}")
    return int(bool(missed or night.errors or part(night.waited, 0.95) > LONGEST))
