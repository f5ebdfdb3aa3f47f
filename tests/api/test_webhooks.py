"""Webhooks: told of every row, signed, tried again, and never led to where they may not go."""

import base64
import hashlib
import hmac
import re
import socket
import threading
import time
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import override_settings
from django.utils import timezone

from companion import models
from companion.api import delivery
from companion.log.table import Table
from companion.store import webhooks as store_webhooks
from companion.store.webhooks import NEW, PROMPT, SLOW, Due
from tests.api.client import Program, owned, program
from tests.api.receiver import Receiver
from tests.companion.factories import hand
from tests.house.trees import ROOT

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> Program:
    return program()


def hooked(by: Program, url: str) -> tuple[Table, dict[str, Any]]:
    made = owned(by, variant="buck", entries=[hand("buck")])
    answer = by.ask("POST", f"tables/{made.id}/webhooks/", {"url": url})
    assert answer.status_code == 201, answer.content
    return made, answer.json()


def documented() -> Any:
    """The check that docs/api.md gives."""
    block = re.search(
        r"```python\n(.*?)```", (ROOT / "docs" / "api.md").read_text(encoding="utf-8"), re.DOTALL
    )
    assert block
    names: dict[str, Any] = {}
    exec(block[1], names)  # noqa: S102 - our own words
    return names["is_from_bower"]


ROW = ("table", "version", "number", "change")


def due_again() -> None:
    models.Webhook.objects.update(due_at=timezone.now() - timedelta(seconds=1))


def test_an_address_is_told_of_every_row_from_now_on_in_order(ann: Program, receiver: Receiver) -> None:
    made, _said = hooked(ann, receiver.url)
    path = f"tables/{made.id}/entries/"
    ann.ask("POST", path, hand("buck", 1))
    ann.ask("PUT", path + "1/", {**hand("buck"), "note": "n"}, if_match="*")
    ann.ask("DELETE", path + "2/", if_match="*")
    ann.ask("POST", path + "2/restore/", if_match="*")
    while delivery.send_due():
        pass
    assert [{name: one[name] for name in ROW} for one in receiver.told] == [
        {"table": made.id, "version": 2, "number": 2, "change": "entry"},
        {"table": made.id, "version": 3, "number": 1, "change": "correction"},
        {"table": made.id, "version": 4, "number": 2, "change": "strike"},
        {"table": made.id, "version": 5, "number": 2, "change": "restore"},
    ]
    assert delivery.send_due() == 0
    assert [(one["type"], one.get("outcome", "")) for one in receiver.told] == [
        ("hand", "made"),
        ("change", "made"),
        ("change", ""),
        ("change", "made"),
    ]
    assert receiver.told[1]["text"] == (
        "Buck Euchre. Hand 1: Ann called spades, 3 tricks, corrected. Ann 27, Bo 21, Cy 23, Dee 29."
    )
    assert receiver.told[1]["standing"] == {"Ann": 27, "Bo": 21, "Cy": 23, "Dee": 29}


def test_what_is_told_is_signed_by_the_secret_that_was_shown_once(ann: Program, receiver: Receiver) -> None:
    made, said = hooked(ann, receiver.url)
    ann.ask("POST", f"tables/{made.id}/entries/", hand("buck", 1))
    delivery.send_due()
    [(headers, body)] = receiver.heard
    secret = base64.b64decode(said["secret"].removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    digest = base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == "v1," + digest
    assert documented()(said["secret"], headers, body)
    assert not documented()(said["secret"], headers, body + b" ")
    assert headers["webhook-id"].startswith(said["id"] + "-2-")
    listed = ann.ask("GET", f"tables/{made.id}/webhooks/").json()["webhooks"]
    assert [set(said) - set(one) for one in listed] == [{"secret"}]
    stored = models.Webhook.objects.values_list().get()
    assert said["secret"] not in str(stored)


def test_the_same_key_names_an_address_once_and_shows_the_same_secret(ann: Program) -> None:
    made = owned(ann)
    body, path = {"url": "https://example.org/"}, f"tables/{made.id}/webhooks/"
    first, again = (ann.ask("POST", path, body, idempotency_key="k") for _try in "ab")
    assert (first.status_code, first.content) == (201, again.content)
    assert models.Webhook.objects.count() == 1


@pytest.mark.parametrize("status", [301, 302, 307, 400, 404, 500])
def test_what_is_not_taken_is_told_again_later_and_nobody_is_redirected(
    ann: Program, receiver: Receiver, status: int
) -> None:
    made, said = hooked(ann, receiver.url)
    ann.ask("POST", f"tables/{made.id}/entries/", hand("buck", 1))
    receiver.answers = [status]
    assert (delivery.send_due(), delivery.send_due()) == (1, 0)
    shown = ann.ask("GET", f"tables/{made.id}/webhooks/{said['id']}/").json()
    assert (shown["delivered"], shown["tries"], shown["error"]) == (1, 1, f"answered {status}")
    due_again()
    assert delivery.send_due() == 1
    assert [one["version"] for one in receiver.told] == [2, 2]
    ids = {headers["webhook-id"] for headers, _body in receiver.heard}
    assert len(ids) == 1
    shown = ann.ask("GET", f"tables/{made.id}/webhooks/{said['id']}/").json()
    assert (shown["delivered"], shown["tries"], shown["error"]) == (2, 0, "")


def test_another_row_after_a_backup_was_restored_is_another_message(ann: Program, receiver: Receiver) -> None:
    made, _said = hooked(ann, receiver.url)
    for note in ("lost with the server", "played after that", "once more"):
        ann.ask("POST", f"tables/{made.id}/entries/", {**hand("buck", 1), "note": note})
        assert delivery.send_due() == 1
        models.Entry.objects.filter(game__public_id=made.id, seq__gt=1).delete()
        models.Webhook.objects.update(delivered=1)
    assert [one["version"] for one in receiver.told] == [2, 2, 2]
    assert len({headers["webhook-id"] for headers, _body in receiver.heard}) == 3


def test_pauses_double_up_to_an_hour_and_after_a_day_it_is_enough(ann: Program, receiver: Receiver) -> None:
    made, said = hooked(ann, receiver.url)
    ann.ask("POST", f"tables/{made.id}/entries/", hand("buck", 1))
    pauses = [store_webhooks.pause(tries).total_seconds() for tries in range(1, store_webhooks.MOST_TRIES)]
    assert pauses[:4] == [5, 10, 20, 40]
    assert max(pauses) == 3600
    assert 18 * 3600 < sum(pauses) < 36 * 3600
    models.Webhook.objects.update(tries=store_webhooks.MOST_TRIES - 1)
    receiver.answers = [500]
    delivery.send_due()
    due_again()
    assert delivery.send_due() == 0
    assert ann.ask("GET", f"tables/{made.id}/webhooks/{said['id']}/").json()["stopped"] is True


def test_an_address_that_is_gone_holds_up_no_other(ann: Program, receiver: Receiver) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        made, gone = hooked(ann, f"http://127.0.0.1:{taken.getsockname()[1]}/")
        ann.ask("POST", f"tables/{made.id}/webhooks/", {"url": receiver.url})
        ann.ask("POST", f"tables/{made.id}/entries/", hand("buck", 1))
        assert delivery.send_due() == 2
    assert len(receiver.told) == 1
    shown = ann.ask("GET", f"tables/{made.id}/webhooks/{gone['id']}/").json()
    assert shown["error"] == "no answer: ConnectionRefusedError"


def test_forty_slow_addresses_delay_no_other(ann: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    made = owned(ann, variant="buck", entries=[hand("buck")])
    game, free, reached = models.Game.objects.get(public_id=made.id), threading.Event(), list[str]()

    def deliver(due: Due) -> None:
        if "slow" in due.url:
            assert free.wait(20)
        reached.append(due.url)

    def hook(url: str, pace: str) -> None:
        models.Webhook.objects.create(
            game=game, url=url, nonce=uuid4(), delivered=0, due_at=timezone.now(), pace=pace
        )

    monkeypatch.setattr(delivery, "deliver", deliver)
    for number in range(40):
        hook(f"https://slow{number}.example/", (NEW, SLOW)[number % 2])
    hook("https://prompt.example/", PROMPT)
    sender = delivery.Sender()
    assert sender.send() == delivery.AT_ONCE[NEW] + delivery.AT_ONCE[SLOW] + 1
    sender.settle(20)
    assert reached == ["https://prompt.example/"]
    monkeypatch.setattr(store_webhooks, "PROMPT_WITHIN", 0.0)
    free.set()
    while sender.busy.total():
        sender.settle(20)
    assert set(models.Webhook.objects.filter(delivered=1, url__contains="slow").values_list("pace")) == {
        (SLOW,)
    }


@pytest.mark.parametrize("tries", [0, 3])
def test_what_was_put_off_while_the_clock_was_ahead_is_told(
    ann: Program, receiver: Receiver, tries: int
) -> None:
    made, _said = hooked(ann, receiver.url)
    ann.ask("POST", f"tables/{made.id}/entries/", hand("buck", 1))
    ahead = timezone.now() + (timedelta(minutes=30) if tries == 0 else timedelta(days=400))
    models.Webhook.objects.update(due_at=ahead, tries=tries)
    assert delivery.send_due() == 1
    models.Webhook.objects.update(delivered=1, tries=3, due_at=timezone.now() + store_webhooks.LONGEST_PAUSE)
    assert delivery.send_due() == 0


def test_what_one_process_tries_no_other_does(ann: Program) -> None:
    with override_settings(WEBHOOK_PRIVATE=True):
        made, _said = hooked(ann, "http://127.0.0.1:9/")
    ann.ask("POST", f"tables/{made.id}/entries/", hand("buck", 1))
    now = timezone.now()
    waiting = models.Webhook.objects.get()
    of_game = (waiting.game_id, made.id, None, None)
    row = (waiting.due_at, waiting.nonce, waiting.url, 1, None, "bower", *of_game)  # as both have read it
    assert store_webhooks._taken(now, waiting.pk, *row) is not None
    assert store_webhooks._taken(now, waiting.pk, *row) is None
    assert store_webhooks.take_due(now, 5, NEW) == []
    late = now + store_webhooks.LEASE + timedelta(seconds=1)
    assert len(store_webhooks.take_due(late, 5, NEW)) == 1


def test_who_is_no_longer_to_be_told_is_not(ann: Program, receiver: Receiver) -> None:
    made, said = hooked(ann, receiver.url)
    assert ann.ask("DELETE", f"tables/{made.id}/webhooks/{said['id']}/").status_code == 204
    ann.ask("POST", f"tables/{made.id}/entries/", hand("buck", 1))
    assert (delivery.send_due(), receiver.heard) == (0, [])
    assert ann.ask("GET", f"tables/{made.id}/webhooks/{said['id']}/").status_code == 404


def test_the_command_tells_what_is_due_and_ends(
    ann: Program, receiver: Receiver, settings: Any, capsys: Any
) -> None:
    made, _said = hooked(ann, receiver.url)
    for number in (1, 2):
        ann.ask("POST", f"tables/{made.id}/entries/", hand("buck", number))
    with pytest.raises(SystemExit):  # it would sign by a key of its own
        call_command("webhooks", once=True)
    assert capsys.readouterr().err.startswith("There is no secret key")
    settings.SECRET_KEY_IS_SET = True
    call_command("webhooks", once=True)
    assert [one["version"] for one in receiver.told] == [2, 3]


def test_a_table_tells_only_so_many(ann: Program) -> None:
    made = owned(ann)
    path = f"tables/{made.id}/webhooks/"
    found = [ann.ask("POST", path, {"url": f"https://example.org/{n}"}).status_code for n in range(6)]
    assert found == [201] * 5 + [422]


def test_a_body_with_anything_else_is_refused(ann: Program) -> None:
    body = {"url": "https://example.org/", "secret": "mine"}
    answer = ann.ask("POST", f"tables/{owned(ann).id}/webhooks/", body)
    assert (answer.status_code, answer.json()["field"]) == (422, "secret")


def test_an_address_that_answers_drop_by_drop_is_cut_off(
    ann: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "IN_ALL", 0.3)
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener, override_settings(WEBHOOK_PRIVATE=True):
        made, said = hooked(ann, f"http://127.0.0.1:{listener.getsockname()[1]}/")
        ann.ask("POST", f"tables/{made.id}/entries/", hand("buck", 1))

        def drip() -> None:
            with listener.accept()[0] as opened:
                while not over.wait(0.05):
                    try:
                        opened.sendall(b"H")
                    except OSError:
                        break

        dripping = threading.Thread(target=drip)
        dripping.start()
        began = time.monotonic()
        assert delivery.send_due() == 1
        took = time.monotonic() - began
        over.set()
        dripping.join()
    assert took < delivery.PATIENCE
    shown = ann.ask("GET", f"tables/{made.id}/webhooks/{said['id']}/").json()
    assert shown["error"].startswith("no answer: ")
