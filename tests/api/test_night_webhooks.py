"""Webhooks of a night: told once of every round that is over, in order."""

import re

import pytest

from companion import store
from companion.api import delivery
from companion.models import Webhook
from tests.api.client import Program, program
from tests.api.group import Hosted, hosted
from tests.api.receiver import Receiver

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("receiver")]


def play(ann: Program, club: Hosted, hands: int) -> None:
    """Add hands at the table of the last round."""
    table = ann.ask("GET", f"nights/{club.night}/").json()["started"][-1]["tables"][0]["table"]
    players = store.load(ann.device, table).table.state.players
    first, second = (f"{players[seat]} & {players[seat + 2]}" for seat in (0, 1))
    for _hand in range(hands):
        entry = {"kind": "hand", "maker": players[0], "tricks": {first: 3, second: 2}}
        answer = ann.ask("POST", f"tables/{table}/entries/", entry)
        assert answer.status_code == 201, answer.content


def test_an_address_is_told_once_of_every_round_that_is_over(receiver: Receiver) -> None:
    ann = program()
    club = hosted(ann)
    made = ann.ask("POST", f"nights/{club.night}/webhooks/", {"url": receiver.url})
    assert made.status_code == 201
    play(ann, club, 7)
    assert delivery.send_due() == 0
    play(ann, club, 1)
    assert delivery.send_due() == 1
    assert ann.ask("POST", f"nights/{club.night}/rounds/", {"number": 2, "early": False}).status_code == 201
    play(ann, club, 8)
    assert (delivery.send_due(), delivery.send_due()) == (1, 0)
    told = [(one["night"], one["round"], one["type"]) for one in receiver.told]
    assert told == [(club.night, 1, "round-over"), (club.night, 2, "round-over")]
    text = r"Round 1 is over\. (\w+ 8, ){2}\w+ 0, \w+ 0\."
    assert re.fullmatch(text, receiver.told[0]["text"])
    assert sorted(receiver.told[0]["standing"].values()) == [0, 0, 8, 8]


def test_a_webhook_of_a_night_begins_with_the_next_round_that_is_over(receiver: Receiver) -> None:
    ann = program()
    club = hosted(ann)
    play(ann, club, 8)
    ann.ask("POST", f"nights/{club.night}/webhooks/", {"url": receiver.url})
    assert (delivery.send_due(), receiver.told) == (0, [])
    [hook] = ann.ask("GET", f"nights/{club.night}/webhooks/").json()["webhooks"]
    assert ann.ask("DELETE", f"nights/{club.night}/webhooks/{hook['id']}/").status_code == 204
    assert not Webhook.objects.exists()
