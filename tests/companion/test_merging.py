"""Two spellings of one person: merged, taken apart exactly, and refused where they are two people."""

import pytest
from django.urls import reverse

from companion import models
from companion.store import naming, people
from companion.store.groups import FoundGroup
from companion.wording.refusal import AppRefusal
from tests.companion.factories import Phone, group
from tests.companion.pages import page
from tests.companion.test_people import edit, names_of, person, played

pytestmark = pytest.mark.django_db


@pytest.fixture
def thursday() -> FoundGroup:
    return group()


def into_of(found: FoundGroup) -> dict[str, str | None]:
    """Each spelling, and the one it leads to."""
    rows = models.Person.objects.filter(group=found.pk).values_list("told", "into__told")
    return dict(rows)


def rows() -> list[tuple[object, ...]]:
    """All that is kept of people and their facts."""
    facts = models.PlayerFacts.objects.order_by("pk").values_list()
    return [*models.Person.objects.order_by("pk").values_list(), *facts]


def merged(found: FoundGroup, name: str, other: str) -> None:
    naming.merge(found, person(found, name).public_id, str(people.of_name(found.pk, other)))


def test_two_spellings_become_one_person_and_apart_again_exactly(thursday: FoundGroup) -> None:
    played(thursday, ["Ann", "Bo", "Cy", "Dee"])
    played(thursday, ["Anna", "Bo", "Cy", "Dee"])
    before = rows()
    answer = edit(thursday, person(thursday, "Ann"), Phone(), do="merge", other=" anna ")
    assert answer.status_code == 303
    assert "Merged: one person now." in page(Phone().get(answer.headers["Location"])).text
    assert names_of(thursday) == ["Ann", "Bo", "Cy", "Dee"]
    [row], _count = people.listed(thursday.pk, "ann", most=9)
    assert (row.games, row.others) == (2, ("Anna",))
    anna = models.Person.objects.get(told="Anna")
    assert people.roots(thursday.pk) == {anna.pk: person(thursday, "Ann").number}
    edit(thursday, person(thursday, "Ann"), Phone(), do="apart", spelling=anna.public_id)
    assert rows() == before


def test_what_was_merged_before_comes_along_and_stays_with_it(thursday: FoundGroup) -> None:
    for name in ("A", "B", "C"):
        naming.add(thursday, name)
    merged(thursday, "B", "A")
    merged(thursday, "C", "B")
    assert into_of(thursday) == {"A": "B", "B": "C", "C": None}
    assert names_of(thursday) == ["C"]
    shown = page(
        Phone().get(reverse("person_edit", args=[thursday.group_id, person(thursday, "A").public_id]))
    )
    assert "A 0 games, merged with B" in shown.text
    naming.unmerge(thursday, person(thursday, "C").public_id, str(people.of_name(thursday.pk, "B")))
    assert into_of(thursday) == {"A": "B", "B": None, "C": None}


def test_the_same_merge_again_changes_nothing(thursday: FoundGroup) -> None:
    one, other = naming.add(thursday, "Ann"), naming.add(thursday, "Anna")
    for _time in range(2):
        naming.merge(thursday, one.public_id, other.public_id)
    assert into_of(thursday) == {"Ann": None, "Anna": "Ann"}
    for _time in range(2):
        naming.unmerge(thursday, one.public_id, other.public_id)
    assert into_of(thursday) == {"Ann": None, "Anna": None}


def test_nobody_is_merged_with_themselves_or_in_a_circle(thursday: FoundGroup) -> None:
    for name in ("A", "B", "C"):
        naming.add(thursday, name)
    with pytest.raises(AppRefusal, match=r"A is this person already\. Type another name\."):
        merged(thursday, "A", "A")
    merged(thursday, "B", "A")
    merged(thursday, "C", "B")
    before = into_of(thursday)
    ids = {name: str(people.of_name(thursday.pk, name)) for name in "ABC"}
    with pytest.raises(AppRefusal, match=r"That is another name of C already\."):
        naming.merge(thursday, ids["C"], ids["A"])
    for one, other in (("A", "C"), ("B", "C")):
        with pytest.raises(AppRefusal):
            naming.merge(thursday, ids[one], ids[other])
    assert into_of(thursday) == before


def test_two_who_sat_in_one_game_are_two_people(thursday: FoundGroup) -> None:
    played(thursday, ["Ann", "Bo", "Cy", "Dee"], played_on="2026-11-19")
    naming.add(thursday, "Annie")
    merged(thursday, "Annie", "Ann")
    answer = edit(thursday, person(thursday, "Bo"), Phone(), do="merge", other="Annie")
    assert answer.status_code == 422
    refused = "Bo and Annie sat in one game: Euchre, November 19, 2026. They are two people."
    assert refused in page(answer).text
    assert 'value="Annie"' in answer.content.decode()
    assert into_of(thursday)["Annie"] is None


def test_two_of_one_night_are_two_people(thursday: FoundGroup) -> None:
    one, other = naming.add(thursday, "Ann"), naming.add(thursday, "Bo")
    night = models.Night.objects.create(
        group_id=thursday.pk,
        public_id="n",
        key="00000000-0000-0000-0000-000000000001",
        hands=8,
        rounds=7,
        seed=1,
    )
    for number, somebody in enumerate((one, other), 1):
        models.NightPlayer.objects.create(night=night, person_id=somebody.number, number=number)
    with pytest.raises(AppRefusal, match=r"both played on the night of .*2.* They are two people\."):
        merged(thursday, "Ann", "Bo")


def test_only_people_of_this_group_are_merged(thursday: FoundGroup) -> None:
    one, other = naming.add(thursday, "Ann"), naming.add(group(title="Friday"), "Zoe")
    for other_id in (other.public_id, "", "nobody", "x" * 500):
        with pytest.raises(AppRefusal, match=r"That person isn’t in this group\."):
            naming.merge(thursday, one.public_id, other_id)
        with pytest.raises(AppRefusal, match=r"That person isn’t in this group\."):
            naming.unmerge(thursday, one.public_id, other_id)
    answer = edit(thursday, one, Phone(), do="merge", other="Zoe")
    assert "Nobody in this group has that name. Check it." in page(answer).text


def test_another_persons_spelling_is_not_taken_apart_here(thursday: FoundGroup) -> None:
    for name in ("A", "B", "C"):
        naming.add(thursday, name)
    merged(thursday, "B", "A")
    with pytest.raises(AppRefusal):
        naming.unmerge(thursday, person(thursday, "C").public_id, str(people.of_name(thursday.pk, "A")))
    assert into_of(thursday)["A"] == "B"


def test_somebody_forgotten_is_not_merged(thursday: FoundGroup) -> None:
    one, other = naming.add(thursday, "Ann"), naming.add(thursday, "Player 1")
    models.Person.objects.filter(pk=other.number).update(forgotten=True)
    for first, second in ((one, other), (other, one)):
        with pytest.raises(AppRefusal, match="Player 1 was forgotten"):
            naming.merge(thursday, first.public_id, second.public_id)


def test_a_shown_name_that_is_taken_apart_is_shown_once(thursday: FoundGroup) -> None:
    played(thursday)
    naming.rename(thursday, person(thursday, "Bo").public_id, "Robert")
    naming.unmerge(thursday, person(thursday, "Robert").public_id, str(people.of_name(thursday.pk, "Robert")))
    assert names_of(thursday) == ["Ann", "Bo", "Cy", "Dee", "Robert"]
