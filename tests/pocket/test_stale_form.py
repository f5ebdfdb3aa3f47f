"""A form that was opened before another save of the same phone: the kit answers it as the server does."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

import pytest
from django.urls import reverse

from companion import models
from companion.log.table import Table
from companion.pocket.phone.surroundings import iso
from tests.companion.factories import NAMES, Phone, hand, table
from tests.companion.outbox import item, send
from tests.companion.pages import read_page
from tests.entering import hand_fields
from tests.pocket.offline import NOW, Kit, Worker
from tests.pocket.settled import settled

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

VARIANT, PLAYERS = "partnership", NAMES[:4]
SAME, OTHER = hand(VARIANT, 1), hand(VARIANT, 2)


def opened(made: Table) -> dict[str, str]:
    """The hidden fields of a hand form as the server opens it."""
    page = read_page(200, Phone().get(reverse("hand", args=[made.id])).content.decode())
    return page.form(reverse("hands", args=[made.id])).fields


def posted(fields: Mapping[str, str], how: str) -> dict[str, str]:
    """What the old page posts: a save, a press, or a save of a page that lost its version."""
    said = {**fields, **hand_fields(VARIANT, OTHER, PLAYERS)}
    if how != "press":
        said["save"] = "1"
    return {name: text for name, text in said.items() if how != "unversioned" or name != "seen"}


@pytest.mark.parametrize("how", ["save", "press", "unversioned"])
def test_an_old_form_is_answered_alike_with_and_without_a_network(kit: Kit, how: str) -> None:
    made = table(entries=[hand(VARIANT)])
    models.Entry.objects.update(at=NOW - timedelta(hours=6))
    old = opened(made)
    worker = Worker(kit, Phone())
    worker.fetches(made)
    assert worker.saves(made.id, VARIANT, SAME, PLAYERS).status == 200
    [waits] = worker.items
    address = reverse("hands", args=[made.id])
    here = worker.said(address, posted(old, how))
    told = {"told_at": waits["told_at"], "sent_at": iso(datetime.now(UTC))}
    sent = {**item(made, entry=waits["entry"]), **told}
    assert send(Phone(), sent).status_code == 200
    kind = "application/x-www-form-urlencoded"
    there = Phone().post(address, urlencode(posted(old, how)), content_type=kind)
    assert (here["status"], there.status_code) == (there.status_code, 422 if how == "unversioned" else 409)
    assert settled(here["body"]) == settled(there.content.decode())
