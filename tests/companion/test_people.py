"""People of a group: listed, added, renamed, hidden; who may do which."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from companion import models, store
from companion.log import rights
from companion.store import naming, people
from companion.store.groups import FoundGroup
from companion.store.people import Somebody
from companion.wording.refusal import AppRefusal
from scoring import Refusal
from tests.companion.factories import Phone, group, hand, let_in_group, table
from tests.companion.pages import page

pytestmark = pytest.mark.django_db

ANN = ["Ann", "Bo", "Cy", "Dee"]


@pytest.fixture
def thursday() -> FoundGroup:
    return group()


def played(found: FoundGroup, players: list[str] = ANN, **given: Any) -> None:
    """A game of the group with one hand."""
    makers = f"{players[0]} & {players[2]}"
    one = {**hand("partnership"), "maker": players[0], "tricks": {makers: 5}}
    table(group=found.pk, players=players, entries=[one], **given)


def person(found: FoundGroup, name: str) -> Somebody:
    public_id = people.of_name(found.pk, name)
    assert public_id, f"expected {name} in the group"
    return people.find(found.pk, public_id)


def names_of(found: FoundGroup, query: str = "", **given: Any) -> list[str]:
    rows, _count = people.listed(found.pk, query, most=50, **given)
    return [row.person.name for row in rows]


def edit(found: FoundGroup, one: Somebody, phone: Phone, **fields: Any) -> Any:
    address = reverse("person_edit", args=[found.group_id, one.public_id])
    return phone.post(address, fields)


def test_who_plays_is_a_person_and_who_is_added_too(thursday: FoundGroup) -> None:
    played(thursday, played_on="2026-11-19")
    answer = Phone().post(reverse("people", args=[thursday.group_id]), {"name": " Eli "})
    assert answer.status_code == 303
    shown = page(Phone().get(answer.headers["Location"])).text
    assert "Eli is in Thursday" in shown
    assert names_of(thursday) == [*ANN, "Eli"]
    assert "Last played November 19, 2026" in shown
    Phone().post(reverse("people", args=[thursday.group_id]), {"name": "ELI"})
    assert names_of(thursday) == [*ANN, "Eli"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "Use 1 to 40 characters"),
        ("x" * 41, "Use 1 to 40 characters"),
        ("pot", "reserved name"),
        ("\u3164", "Type a name that can be seen."),
        ("Ann\x00", "line breaks or control characters"),
        ("A\ud800", "line breaks or control characters"),
    ],
)
def test_a_name_that_nobody_can_have_is_refused_at_its_field(
    thursday: FoundGroup, name: str, words: str
) -> None:
    with pytest.raises(Refusal, match=words) as refused:
        naming.add(thursday, name)
    assert refused.value.field == "name"
    assert names_of(thursday) == []


def test_a_refused_name_stays_in_its_field(thursday: FoundGroup) -> None:
    answer = Phone().post(reverse("people", args=[thursday.group_id]), {"name": "pot"})
    assert answer.status_code == 422
    assert ">pot</textarea>" in answer.content.decode()


@pytest.mark.parametrize(("act", "field"), [("rename", "name"), ("merge", "other")])
def test_what_was_typed_of_a_person_stays_while_the_database_is_busy(
    thursday: FoundGroup, act: str, field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_given: object) -> None:
        raise store.Unavailable(1.0)

    monkeypatch.setattr(naming, act, busy)
    phone, ann, _bo = Phone(), *naming.add_all(thursday, ["Anna", "Bob"])
    answer = phone.post(
        f"/groups/{thursday.group_id}/people/{ann.public_id}/edit/", {"do": act, field: "Bob"}
    )
    assert answer.status_code == 503
    assert "Bob" in [form.fields.get(field) for form in page(answer).forms]


def test_a_pasted_list_makes_as_many_people_or_none(thursday: FoundGroup) -> None:
    phone, room = Phone(), reverse("people", args=[thursday.group_id])
    done = phone.post(room, {"name": "Ann, Bo,\r\nCy; Dee\r\n\r\nann"})
    assert "Ann and 3 others are in Thursday" in page(phone.get(done.url)).text  # type: ignore[attr-defined]
    assert names_of(thursday) == ANN
    assert phone.post(room, {"name": "Eli, pot"}).status_code == 422
    assert names_of(thursday) == ANN


def test_a_new_name_is_shown_and_the_record_stays_as_told(thursday: FoundGroup) -> None:
    played(thursday)
    assert edit(thursday, person(thursday, "Ann"), Phone(), do="rename", name="Annie").status_code == 303
    assert names_of(thursday) == ["Annie", "Bo", "Cy", "Dee"]
    assert json.loads(models.Game.objects.get().header)["players"] == ANN
    assert person(thursday, "annie").number == person(thursday, "Ann").number
    played(thursday, ["Annie", "Bo", "Cy", "Dee"])
    assert names_of(thursday) == ["Annie", "Bo", "Cy", "Dee"]


def test_a_name_tried_and_given_up_leaves_nothing(thursday: FoundGroup) -> None:
    one = naming.add(thursday, "Ann")
    naming.rename(thursday, one.public_id, "Anie")
    naming.rename(thursday, one.public_id, "Annie")
    naming.rename(thursday, one.public_id, "Annie")
    assert list(models.Person.objects.order_by("pk").values_list("told", flat=True)) == ["Ann", "Annie"]
    naming.rename(thursday, one.public_id, "Ann")
    [left] = models.Person.objects.all()
    assert (left.told, left.shown) == ("Ann", "")


def test_nobody_gets_the_name_of_somebody_else(thursday: FoundGroup) -> None:
    one, _other = naming.add(thursday, "Ann"), naming.add(thursday, "Bo")
    answer = edit(thursday, one, Phone(), do="rename", name="BO")
    assert answer.status_code == 422
    assert "Someone else here is called BO. Merge the two instead." in page(answer).text
    assert names_of(thursday) == ["Ann", "Bo"]


def test_a_hidden_person_is_not_offered_and_comes_back(thursday: FoundGroup) -> None:
    one = naming.add(thursday, "Ann")
    naming.add(thursday, "Bo")
    edit(thursday, one, Phone(), do="hide")
    assert names_of(thursday) == ["Bo"]
    assert names_of(thursday, hidden=True) == ["Ann"]
    assert [other.name for other in people.offered(thursday.pk, 10)] == ["Bo"]
    assert people.hidden(thursday.pk) == {one.number}
    assert "Hidden 1" in page(Phone().get(reverse("people", args=[thursday.group_id]))).text
    edit(thursday, one, Phone(), do="show")
    assert names_of(thursday) == ["Ann", "Bo"]


def test_who_played_last_is_offered_first(thursday: FoundGroup) -> None:
    played(thursday, ["Eli", "Fay", "Gus", "Hal"], played_on="2026-11-05")
    played(thursday, ANN, played_on="2026-11-19")
    offered = [one.name for one in people.offered(thursday.pk, 6)]
    assert sorted(offered[:4]) == ANN
    assert len(offered) == 6


def test_a_search_finds_any_spelling(thursday: FoundGroup) -> None:
    one = naming.add(thursday, "Ann")
    naming.add(thursday, "Bo")
    naming.rename(thursday, one.public_id, "Zoë")
    assert names_of(thursday, "an") == ["Zoë"]
    assert names_of(thursday, "ZOË") == ["Zoë"]
    assert names_of(thursday, "%") == []
    assert names_of(thursday, "o") == ["Bo", "Zoë"]


def test_people_stand_by_name_whatever_letters_it_has(thursday: FoundGroup) -> None:
    naming.add_all(thursday, ["Zoe", "Émile", "Ärne", "emma", "Bo", "arno", "Zoë"])
    assert names_of(thursday) == ["Ärne", "arno", "Bo", "Émile", "emma", "Zoe", "Zoë"]
    found, count = people.listed(thursday.pk, start=2, most=2)
    assert ([row.person.name for row in found], count) == (["Bo", "Émile"], 7)
    assert [one.name for one in people.to_merge(thursday.pk, 3)] == ["Ärne", "arno", "Bo"]


def test_ten_thousand_people_cost_what_a_page_costs(thursday: FoundGroup) -> None:
    rows = [
        models.Person(group_id=thursday.pk, public_id=f"p{n:09}", told=f"N{n:05}", compared=f"n{n:05}")
        for n in range(10_000)
    ]
    models.Person.objects.bulk_create(rows)
    address = reverse("people", args=[thursday.group_id])
    with CaptureQueriesContext(
        connection,
    ) as captured:
        answer = Phone().get(address, {"page": "200"})
    assert len(captured) <= 10
    assert answer.content.count(b"N09950") == 1
    beyond = Phone().get(address, {"page": "201"})
    assert page(beyond).text == page(answer).text, "some were merged since"
    assert len(answer.content) < 60_000
    assert "Page 200 of 200" in page(answer).text
    found = page(Phone().get(address, {"q": "n0999"})).text
    assert "10 found" in found
    for number in ("0", "-1", "99999999999999999999", "²", "1e3", ""):
        assert Phone().get(address, {"page": number}).status_code == 200


def test_rights(thursday: FoundGroup) -> None:
    one = naming.add(thursday, "Ann")
    phones = {role: let_in_group(thursday, role, role) for role in rights.GROUP_LINKED}
    stranger = Phone("stranger")
    listed, edited = (
        reverse("people", args=[thursday.group_id]),
        reverse("person_edit", args=[thursday.group_id, one.public_id]),
    )
    forgotten = reverse("person_forget", args=[thursday.group_id, one.public_id])
    exported = reverse("person_export", args=[thursday.group_id, one.public_id])
    seen = {role: phone.get(listed).status_code for role, phone in phones.items()}
    assert seen == {rights.SCOREKEEPER: 200, rights.VIEWER: 200, rights.PLAYER: 403}
    files = {role: phone.get(exported).status_code for role, phone in phones.items()}
    assert files == seen
    asked = {role: phone.get(edited).status_code for role, phone in phones.items()}
    assert asked == {rights.SCOREKEEPER: 200, rights.VIEWER: 403, rights.PLAYER: 403}
    added = {role: phone.post(listed, {"name": role}).status_code for role, phone in phones.items()}
    assert added == {rights.SCOREKEEPER: 303, rights.VIEWER: 403, rights.PLAYER: 403}
    for do in ("hide", "show", "merge", "apart"):
        sent = {"do": do, "other": "scorekeeper", "spelling": one.public_id}
        assert phones[rights.SCOREKEEPER].post(edited, sent).status_code == 403, do
    for phone in phones.values():
        assert phone.get(forgotten).status_code == 403
        assert phone.post(forgotten, {"sure": "yes"}).status_code == 403
    assert phones[rights.SCOREKEEPER].post(edited, {"do": "rename", "name": "Anna"}).status_code == 303
    for address in (listed, edited, forgotten, exported):
        assert stranger.get(address).status_code == 404
        assert stranger.post(address).status_code in (404, 405)
    assert names_of(thursday) == ["Anna", "scorekeeper"]


def test_a_scorekeeper_sees_no_button_that_is_a_hosts(thursday: FoundGroup) -> None:
    one = naming.add(thursday, "Ann")
    keeper = let_in_group(thursday, "bo", rights.SCOREKEEPER)
    shown = page(keeper.get(reverse("person_edit", args=[thursday.group_id, one.public_id]))).text
    assert "Save name" in shown
    for words in ("Merge", "Hide", "Forget", "Take apart"):
        assert words not in shown


def test_another_groups_person_is_not_found(thursday: FoundGroup) -> None:
    other = group(title="Friday")
    one = naming.add(other, "Zoe")
    for name in ("person_edit", "person_forget", "person_export"):
        assert Phone().get(reverse(name, args=[thursday.group_id, one.public_id])).status_code == 404


def test_a_button_of_an_old_page_changes_nothing(thursday: FoundGroup) -> None:
    one = naming.add(thursday, "Ann")
    answer = edit(thursday, one, Phone(), do="obliterate")
    assert answer.status_code == 422
    assert "This page is out of date." in page(answer).text


def test_the_file_of_a_person_holds_every_hand(thursday: FoundGroup) -> None:
    played(thursday, played_on="2026-11-19", title="At <Bo>’s")
    one = person(thursday, "Cy")
    naming.rename(thursday, one.public_id, "Cyrus")
    answer = Phone().get(reverse("person_export", args=[thursday.group_id, one.public_id]))
    assert 'filename="Cyrus Thursday.json"' in answer.headers["Content-Disposition"]
    said = json.loads(answer.content)
    assert (said["format"], said["name"]) == ("bower.person/1", "Cyrus")
    assert [one["name"] for one in said["spellings"]] == ["Cy", "Cyrus"]
    [game] = said["games"]
    assert (game["played_on"], game["name"], game["seat"], game["points"]) == ("2026-11-19", "Cy", 3, 2)
    assert [(one["number"], one["role"]) for one in game["played"]] == [(1, "partner")]
    assert "Ann" not in answer.content.decode()


def test_nobody_is_renamed_after_being_forgotten(thursday: FoundGroup) -> None:
    one = naming.add(thursday, "Ann")
    models.Person.objects.update(forgotten=True)
    with pytest.raises(AppRefusal, match=r"Ann was forgotten\. That can’t be undone\."):
        naming.rename(thursday, one.public_id, "Bo")
