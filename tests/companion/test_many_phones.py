"""A link that is handed on to thousands: at most a hundred phones, and those long gone make way."""

from datetime import timedelta

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from companion import models
from companion.log.table import Table
from companion.store import links, phone_list, phones
from tests.api.client import Program
from tests.companion.factories import Phone, hand, let_in, table, view
from tests.companion.pages import page
from tests.companion.test_share import link, may_look, place
from tests.companion.test_weight import load

pytestmark = pytest.mark.django_db

LONG_AGO = timezone.now() - phones.GONE_AFTER - timedelta(days=1)


@pytest.fixture(autouse=True)
def nobody_has_tried() -> None:
    caches["failures"].clear()


def crowd(made: Table, many: int, role: str = "viewer", **fields: object) -> None:
    """So many phones at a table by the link of a role."""
    game = models.Game.objects.get(public_id=made.id)
    start = models.Phone.objects.count()
    guests = [models.Phone(game=game, device=f"{start + at:064}", **fields) for at in range(many)]
    by = game.links.get(role=role)
    models.Access.objects.bulk_create(
        models.Access(phone=one, role=role, link=by) for one in models.Phone.objects.bulk_create(guests)
    )


def test_share_of_a_crowd_is_as_long_as_that_of_a_page_of_phones() -> None:
    made, ann = table(), Phone("ann")
    sizes, asked = [], []
    for more in (phone_list.PAGE, 300):
        crowd(made, more)
        ann.get(place("share", made))
        with CaptureQueriesContext(connection) as queries:
            sizes.append(len(ann.get(place("share", made)).content))
        asked.append(len(queries))
    assert asked[0] == asked[1]
    assert abs(sizes[1] - sizes[0]) < 1000


def test_who_is_online_comes_first_and_the_rest_is_pages_away() -> None:
    made, ann = table(), Phone("ann")
    crowd(made, 30)
    crowd(made, 1, here_until=timezone.now() + timedelta(minutes=1))
    first = page(ann.get(place("share", made)))
    shown = first.text
    assert shown.index("This phone") < shown.index("Phone 32") < shown.index("Phone 2 ")
    assert "Page 1 of 2: 32 phones" in shown
    [more] = [one for one in first.links if "phones=2" in one]
    second = page(ann.get(place("share", made) + more.partition("#")[0]))
    assert "Phone 31 " in second.text
    assert second.text.count("This phone") == shown.count("This phone") - 1  # the group keeps that name
    last = models.Phone.objects.order_by("pk")[30]
    [address, *_] = [one.action for one in second.forms if "/pens/" in one.action]
    removed = ann.post(address, {"role": "scorekeeper", "phone": last.pk})
    assert removed.headers["Location"].endswith("/share/?role=player&phones=2")


def test_a_full_table_says_so_and_lets_in_again_once_there_is_room() -> None:
    made = table()
    path = link(made, "viewer")
    crowd(made, phones.MOST - 1)
    bo = Phone("bo")
    late = bo.get(path)
    assert late.status_code == 422
    assert "This table is full: 100 phones. The host can remove some." in late.text
    token = links.invitations(view(made))["viewer"].token
    assert Program(token).ask("POST", "join/").json()["code"] == "table-full"
    assert models.Phone.objects.filter(device=bo.device).count() == 0
    models.Phone.objects.filter(device__startswith="0").update(joined_at=LONG_AGO)
    assert bo.get(path).status_code == 303
    assert may_look(bo, made)


def test_nobody_who_sits_hosts_or_has_written_is_forgotten() -> None:
    made = table(entries=[hand("partnership")])
    kept = {
        "host": let_in(made, "host", "owner"),
        "seat": let_in(made, "seat", "player"),
        "scorekeeper": let_in(made, "scorekeeper", "scorekeeper"),
        "writer": let_in(made, "writer", "viewer"),
        "disputer": let_in(made, "disputer", "player"),
        "seen": let_in(made, "seen", "viewer"),
    }
    models.Phone.objects.filter(device=kept["seat"].device).update(seat="Bo")
    models.Entry.objects.update(device=models.Phone.objects.get(device=kept["writer"].device).author)
    said = {"seq": "1", "words": "two", "key": "6f1c2a9e-4a57-4d0e-9d0c-8a3b5a2f7c11"}
    assert kept["disputer"].post(place("disputes", made), said).status_code == 303
    crowd(made, phones.MOST - len(kept) - 1)
    models.Phone.objects.update(joined_at=LONG_AGO)
    models.Phone.objects.filter(device=kept["seen"].device).update(here_until=timezone.now())
    new = Phone("new")
    assert new.get(link(made, "viewer")).status_code == 303
    there = set(models.Phone.objects.values_list("device", flat=True))
    assert there == {one.device for one in (*kept.values(), Phone("ann"), new)}


@pytest.mark.alike
def test_one_address_fills_no_table_and_one_link_lets_in_so_many_an_hour() -> None:
    made = table()
    path = link(made, "viewer")
    for number in range(30):
        assert Phone(f"guest {number}").get(path).status_code == 303
    late = Phone("late").get(path)
    assert (late.status_code, late.headers["Retry-After"].isdecimal()) == (429, True)
    assert "Many phones joined just now. Try again in " in late.text
    assert Phone("guest 1").get(path).status_code == 303
    for number in range(30):
        assert Phone(f"other {number}", REMOTE_ADDR="192.0.2.1").get(path).status_code == 303
    elsewhere = Phone("late", REMOTE_ADDR="192.0.2.2")
    assert elsewhere.get(path).status_code == 429
    token = links.invitations(view(made))["viewer"].token
    assert Program(token).ask("POST", "join/").status_code == 429
    assert elsewhere.get(link(made, "player")).status_code == 303


def test_share_of_a_crowd_is_light() -> None:
    made = table(variant="poker-chips")
    crowd(made, 40)
    assert load(Phone("ann"), place("share", made)).too_much == []
