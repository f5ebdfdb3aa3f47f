"""A group takes so many names: more of them are refused where they come in, and nothing else is."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from companion import store
from companion.models import Game, GameFacts, Person
from companion.store import facts, naming, people
from companion.store.deleted import delete
from companion.store.groups import FoundGroup
from tests.companion.factories import Phone, device, group, hand, long_game, table, view
from tests.companion.pages import page
from tests.companion.test_people import names_of, played

pytestmark = pytest.mark.django_db

FULL = "A group takes 4 names. Start another group for these people."
OTHERS = ["Eli", "Fay", "Gus", "Hal"]


@pytest.fixture
def thursday(monkeypatch: pytest.MonkeyPatch) -> FoundGroup:
    """A group with as many names as it takes."""
    monkeypatch.setattr(people, "MOST", 4)
    found = group(title="Thursday")
    played(found)
    return found


def test_a_name_too_many_is_refused_at_its_field_and_a_known_one_is_not(thursday: FoundGroup) -> None:
    answer = Phone().post(reverse("people", args=[thursday.group_id]), {"name": "Eli"})
    assert answer.status_code == 422
    assert FULL in page(answer).text
    assert naming.add(thursday, "BO").name == "Bo"
    played(thursday, ["Dee", "Cy", "Bo", "Ann"])
    assert names_of(thursday) == ["Ann", "Bo", "Cy", "Dee"]


def test_games_with_new_names_stay_out_and_one_that_goes_on_is_not_stopped(thursday: FoundGroup) -> None:
    with pytest.raises(people.Crowded, match="takes 4 names") as refused:
        table(group=thursday.pk, players=OTHERS)
    assert refused.value.field == "players"
    elsewhere = table(players=OTHERS)
    with pytest.raises(people.Crowded) as refused:
        facts.move(Game.objects.get(public_id=elsewhere.id).pk, thursday.pk)
    assert refused.value.field == "group"
    chips = table(group=thursday.pk, **long_game("poker-chips", 2))
    with pytest.raises(people.Crowded) as refused:
        store.append(
            device(), chips.id, store.new_key(), None, {"kind": "join", "player": "Zoe", "left_of": "Ann"}
        )
    assert refused.value.field == "player"
    assert store.append(device(), chips.id, store.new_key(), None, {"kind": "end"})


def test_a_deleted_game_comes_back_without_the_group_that_has_filled_up(thursday: FoundGroup) -> None:
    gone = Game.objects.get()
    delete(view(store.entries.of_games([gone])[0]))
    Person.objects.all().delete()
    played(thursday, OTHERS)
    facts.put_back(gone.pk)
    assert list(GameFacts.objects.order_by("pk").values_list("group", flat=True)) == [None, thursday.pk]


def test_past_evenings_with_too_many_names_are_refused_before_anything_is_saved(thursday: FoundGroup) -> None:
    entry = {**hand("partnership"), "maker": "Eli", "tricks": {"Eli & Gus": 5}}
    record = {"format": "bower.game/1", "variant": "partnership", "players": OTHERS, "entries": [entry]}
    answer = Phone().post(
        reverse("bring", args=[thursday.group_id]),
        {"files": [SimpleUploadedFile("one.json", json.dumps(record).encode())]},
    )
    assert answer.status_code == 422
    assert FULL in page(answer).text
