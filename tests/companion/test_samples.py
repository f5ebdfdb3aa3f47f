"""The sample club of a phone: made once, apart from the phone's own games, and removed as a whole."""

import pytest
from django.urls import reverse

from companion import store
from companion.models import Game, Group, Night, Person
from companion.store import figures, samples
from companion.store.figures import Scope
from companion.store.removing import is_removed
from tests.companion.factories import Phone, device, group, table
from tests.companion.pages import page

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

HOME, SAMPLES = reverse("home"), reverse("samples")


def make(phone: Phone) -> str:
    """Make the sample club by its page; the address that it leads to."""
    form = page(phone.get(SAMPLES)).form(SAMPLES)
    first, again = (phone.post(SAMPLES, form.fields) for _ in range(2))
    assert (first.status_code, again["Location"]) == (303, first["Location"])
    return str(first["Location"])


def test_an_empty_phone_is_shown_a_season_a_game_and_a_night() -> None:
    phone = Phone("new")
    assert SAMPLES in page(phone.get(HOME)).links
    club = page(phone.get(make(phone)))
    [one] = Group.objects.filter(sample=True)
    assert Game.objects.filter(group=one, night_table=None).count() == 18
    assert figures.played(Scope(one.pk)).all_games == 17 + 3  # evenings, and the night's first round
    assert "Playing now" in club.text
    assert "This phone is the only host" not in club.text
    [night] = Night.objects.filter(group=one)
    assert "Round 2 of 4" in page(phone.get(reverse("night", args=[night.public_id]))).text
    for name in ("group_stats", "people", "group_evenings", "leagues"):
        assert phone.get(reverse(name, args=[one.public_id])).status_code == 200
    assert Phone("other").get(reverse("group", args=[one.public_id])).status_code == 404


def test_its_games_are_not_among_the_phones_own_and_go_with_it() -> None:
    own = table()
    phone = Phone()
    group("Thursday")
    address = make(phone)
    assert [one.id for one in store.tables(phone.device)] == [own.id]
    home = page(phone.get(HOME))
    assert "Sample club" in home.text
    assert "Playing now" not in home.text
    sampled = list(Game.objects.filter(group__sample=True).values_list("public_id", flat=True))
    assert phone.post(SAMPLES, {"remove": "1"})["Location"] == HOME
    assert phone.get(address).status_code == 404
    assert not Group.objects.filter(sample=True).exists()
    assert (Game.objects.count(), Night.objects.count()) == (1, 0)
    assert not Person.objects.filter(told="Kim").exists()
    assert all(map(is_removed, sampled))
    assert "put it back" not in page(phone.get(HOME)).text.lower()
    assert samples.of_device(device()) == ""
    assert phone.post(SAMPLES, {"remove": "1"}).status_code == 404
