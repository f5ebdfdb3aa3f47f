"""Webhooks of a group: told of all its tables and nights, new ones too, as Bower, Discord or Slack has it."""

import json
from typing import Any

import pytest

from companion import models
from companion.api import delivery
from companion.store import webhooks
from tests.api.client import Program, program
from tests.api.group import Hosted, hosted
from tests.api.receiver import Receiver
from tests.api.test_night_webhooks import play
from tests.api.test_webhooks import documented, due_again
from tests.companion.factories import hand, record

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> Program:
    return program()


@pytest.fixture
def club(ann: Program) -> Hosted:
    return hosted(ann)


def hooked(ann: Program, club: Hosted, receiver: Receiver, **more: str) -> Any:
    answer = ann.ask("POST", f"groups/{club.group}/webhooks/", {"url": receiver.url, **more})
    assert (answer.status_code, bool(answer.json()["id"])) == (201, True)
    return answer.json()


def table(ann: Program, club: Hosted, **given: Any) -> str:
    answer = ann.ask("POST", f"tables/?group={club.group}", record(**given))
    return str(answer.json()["id"])


def play_hand(ann: Program, table_id: str, number: int = 0, **given: Any) -> None:
    answer = ann.ask("POST", f"tables/{table_id}/entries/", hand("partnership", number, **given))
    assert answer.status_code == 201, answer.content


def send_all() -> None:
    while delivery.send_due():
        pass


def test_a_group_is_told_of_old_and_new_tables_from_now_on(
    ann: Program, club: Hosted, receiver: Receiver
) -> None:
    old = table(ann, club, entries=[hand("partnership")])
    said = hooked(ann, club, receiver)
    send_all()
    assert receiver.told == []
    play_hand(ann, old, 1)
    new = table(ann, club, options={"target": 2}, title="Final", entries=[hand("partnership")])
    send_all()
    play_hand(ann, new, 0, tricks={"Ann & Cy": 5})
    send_all()
    assert [(one["table"], one["version"], one["type"]) for one in receiver.told] == [
        (old, 2, "hand"),
        (new, 2, "game-over"),
    ]
    last = receiver.told[-1]
    assert last["text"] == "Final. Hand 2: Ann called spades, all five. Ann & Cy 3, Bo & Dee 0. Ann & Cy win."
    assert (last["outcome"], last["standing"]) == ("march", {"Ann & Cy": 3, "Bo & Dee": 0})
    for headers, body in receiver.heard:
        assert documented()(said["secret"], headers, body)
    assert len({headers["webhook-id"] for headers, _body in receiver.heard}) == 2
    [shown] = ann.ask("GET", f"groups/{club.group}/webhooks/").json()["webhooks"]
    assert (shown["id"], shown["delivered"]) == (said["id"], 2)


def test_a_group_is_told_of_rounds_and_of_hands_of_a_night(
    ann: Program, club: Hosted, receiver: Receiver
) -> None:
    hooked(ann, club, receiver)
    play(ann, club, 8)
    send_all()
    types = sorted(one["type"] for one in receiver.told)
    assert types == ["hand"] * 8 + ["round-over"]


def test_a_table_that_leaves_the_group_and_a_deleted_webhook_tell_nothing(
    ann: Program, club: Hosted, receiver: Receiver
) -> None:
    said, made = hooked(ann, club, receiver), table(ann, club)
    send_all()
    assert ann.ask("DELETE", f"tables/{made}/group/").status_code == 204
    play_hand(ann, made)
    send_all()
    assert receiver.told == []
    ann.ask("PUT", f"tables/{made}/group/", {"group": club.group})
    send_all()
    assert len(receiver.told) == 1
    assert ann.ask("DELETE", f"groups/{club.group}/webhooks/{said['id']}/").status_code == 204
    play_hand(ann, made, 1)
    send_all()
    assert (len(receiver.told), models.Webhook.objects.count()) == (1, 0)


@pytest.mark.parametrize("hook_is_first", [True, False])
def test_of_a_table_that_comes_into_the_group_what_it_had_before_is_not_told_and_the_next_hand_is(
    ann: Program, club: Hosted, receiver: Receiver, hook_is_first: bool
) -> None:
    if hook_is_first:
        hooked(ann, club, receiver)
    made = str(ann.ask("POST", "tables/", record()).json()["id"])
    play_hand(ann, made)
    if not hook_is_first:
        hooked(ann, club, receiver)
    assert ann.ask("PUT", f"tables/{made}/group/", {"group": club.group}).status_code == 204
    play_hand(ann, made, 1)  # before anything is sent
    send_all()
    assert [one["version"] for one in receiver.told] == [2]


@pytest.mark.parametrize(
    ("format", "sent"),
    [
        (
            "discord",
            {
                "content": r"\# \_\<Final> @everyone\_ \[Ann's\](//x.org). "
                "Hand 1: Ann called spades, 3 tricks. Ann & Cy 1, Bo & Dee 0.",
                "allowed_mentions": {"parse": []},
            },
        ),
        (
            "slack",
            {
                "text": "# _&lt;Final&gt; @everyone_ [Ann's](//x.org). "
                "Hand 1: Ann called spades, 3 tricks. Ann &amp; Cy 1, Bo &amp; Dee 0.",
                "mrkdwn": False,
            },
        ),
    ],
)
def test_a_chat_gets_a_message_that_it_takes_as_it_is(
    ann: Program, club: Hosted, receiver: Receiver, format: str, sent: dict[str, Any]
) -> None:
    assert hooked(ann, club, receiver, format=format)["format"] == format
    play_hand(ann, table(ann, club, title="# _<Final> @everyone_ [Ann's](//x.org)"))
    send_all()
    assert [json.loads(body) for _headers, body in receiver.heard] == [sent]


def test_an_unknown_format_is_refused(ann: Program, club: Hosted) -> None:
    body = {"url": "https://example.org/", "format": "teams"}
    answer = ann.ask("POST", f"groups/{club.group}/webhooks/", body)
    assert (answer.status_code, answer.json()["field"]) == (422, "format")


def test_an_address_that_never_answers_stops_the_whole_webhook(
    ann: Program, club: Hosted, receiver: Receiver
) -> None:
    hooked(ann, club, receiver)
    first, second = table(ann, club), table(ann, club)
    play_hand(ann, first)
    receiver.answers = [500]
    delivery.send_due()
    models.Webhook.objects.exclude(parent=None).update(tries=webhooks.MOST_TRIES - 1)
    due_again()
    receiver.answers = [500]
    delivery.send_due()
    [shown] = ann.ask("GET", f"groups/{club.group}/webhooks/").json()["webhooks"]
    assert (shown["stopped"], shown["error"]) == (True, "answered 500")
    play_hand(ann, second)
    due_again()
    assert delivery.send_due() == 0
