"""A person of a group forgotten from a page: the name is nowhere, every score as it was, asked twice."""

import json
import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from companion import models, store
from companion.forgetting import people as forgetting
from companion.stats.league import Rules
from companion.store import disputes, facts, figures, groups, leagues, naming, night_rounds, people
from companion.store import nights as store_of_nights
from companion.store.deleted import delete
from companion.store.groups import FoundGroup
from companion.wording.refusal import AppRefusal
from tests.companion import nights
from tests.companion.factories import Phone, device, group, hand, long_game, personal_group, table, view
from tests.companion.pages import page
from tests.companion.test_people import edit, names_of, person, played

pytestmark = pytest.mark.django_db

UNFINISHED = r"Bower couldn’t change some games, and the name is still there\. Try again\."


@pytest.fixture
def thursday() -> FoundGroup:
    return group(title="Bo and friends")


def is_somewhere(name: str) -> bool:
    """Whether the name stands as a word in any row of the database."""
    models_of = apps.get_app_config("companion").get_models()
    rows = (row for model in models_of for row in model._default_manager.values_list())
    text = "\n".join(str(value) for row in rows for value in row)
    return bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE))


def scores() -> list[Any]:
    parts = models.PlayerFacts.objects.order_by("game", "seat").values_list("seat", "points", "won", "hands")
    return [
        list(parts),
        list(models.HandFacts.objects.order_by("game", "seq").values_list("parts", flat=True)),
    ]


def asked(found: FoundGroup, name: str, **sent: str) -> Any:
    address = reverse("person_forget", args=[found.group_id, person(found, name).public_id])
    return Phone().post(address, sent)


def test_a_name_is_nowhere_afterwards_and_every_score_as_it_was(thursday: FoundGroup) -> None:
    made = table(group=thursday.pk, **long_game("partnership", 5, title="Bo’s birthday", dealer="Bo"))
    entry = {**hand("partnership", 5), "note": "bo dealt"}
    made = store.append(device(), made.id, store.new_key(), made.version, entry).view.table
    disputes.dispute(view(made), store.new_key(), made.version, "Bo had two tricks")
    played(thursday, ["Ann", "Robert", "Cy", "Dee"], title="without")
    deleted = table(group=thursday.pk, title="gone")
    delete(view(deleted))
    naming.merge(thursday, person(thursday, "Bo").public_id, str(people.of_name(thursday.pk, "Robert")))
    before = scores()
    elsewhere = table(group=personal_group().pk, title="elsewhere")
    question = page(asked(thursday, "Bo"))
    assert "Forget this name now? It can’t be undone." in question.text
    assert is_somewhere("Robert")
    answer = asked(thursday, "Bo", sure="yes")
    assert (
        "It is Player 1 everywhere now, and every score is as it was."
        in page(Phone().get(answer.headers["Location"])).text
    )
    models.Game.objects.filter(public_id=elsewhere.id).delete()
    models.Group.objects.filter(personal=True).delete()
    assert not is_somewhere("Bo")
    assert not is_somewhere("Robert")
    parts = models.PlayerFacts.objects.filter(name="Player 1")
    assert set(parts.values_list("person__told", flat=True)) == {"Player 1"}
    assert scores() == before
    now = view(made).table
    assert (now.header.players[1], now.title) == ("Player 1", "Player 1’s birthday")
    assert groups.find(device(), thursday.group_id).name == "Player 1 and friends"
    assert names_of(thursday) == ["Ann", "Cy", "Dee", "Player 1"]


def test_two_forgotten_people_stay_two(thursday: FoundGroup) -> None:
    played(thursday)
    played(thursday, ["Ann", "Bo", "Eli", "Player 2"])
    for name in ("Ann", "Bo", "Eli"):
        forgetting.forget(thursday, person(thursday, name).public_id)
    assert names_of(thursday) == ["Cy", "Dee", "Player 1", "Player 2", "Player 3", "Player 4"]


def test_a_table_that_was_open_says_the_new_name(thursday: FoundGroup) -> None:
    """It is the cached table that has to notice, with the other name only in its header."""
    redeal = {"kind": "hand", "result": "redeal"}
    made = table(group=thursday.pk, entries=[redeal])
    assert "Bo" in page(Phone().get(reverse("table", args=[made.id]))).text
    forgetting.forget(thursday, person(thursday, "Bo").public_id)
    shown = page(Phone().get(reverse("table", args=[made.id]))).text
    assert "Bo" not in shown.replace("Bower", "").replace("Board", "")
    entry = {"kind": "hand", "maker": "Player 1", "tricks": {"Player 1 & Dee": 5}}
    store.append(device(), made.id, store.new_key(), None, entry)
    with pytest.raises(Exception, match="Bo"):
        store.append(device(), made.id, store.new_key(), None, {**entry, "maker": "Bo"})


def test_who_joined_later_and_left_no_word_in_the_header_is_noticed_too(thursday: FoundGroup) -> None:
    joins = {"kind": "join", "player": "Zoe", "left_of": "Ann"}
    sells = {"kind": "buy-in", "player": "Ann", "chips": 5}
    record = long_game("poker-chips", 0)
    made = table(group=thursday.pk, **{**record, "entries": [*record["entries"], joins, sells]})
    assert "Zoe" in view(made).table.state.players
    forgetting.forget(thursday, person(thursday, "Zoe").public_id)
    assert "Player 1" in view(made).table.state.players
    assert not is_somewhere("Zoe")


def test_words_of_a_game_that_the_person_did_not_play_change_too(thursday: FoundGroup) -> None:
    played(thursday)
    entry = {**hand("partnership"), "maker": "Eli", "tricks": {"Eli & Gus": 5}, "note": "Bo brought chips"}
    other = table(group=thursday.pk, players=["Eli", "Fay", "Gus", "Hal"], entries=[entry], title="For Bo")
    forgetting.forget(thursday, person(thursday, "Bo").public_id)
    assert not is_somewhere("Bo") or thursday.title == "Bo and friends"
    now = view(other).table
    assert (now.title, now.entries[0].entry["note"]) == ("For Player 1", "Player 1 brought chips")


def test_an_interrupted_forgetting_goes_on(thursday: FoundGroup, monkeypatch: pytest.MonkeyPatch) -> None:
    for day in (5, 12, 19):
        played(thursday, played_on=f"2026-11-{day:02}")
    one, done = person(thursday, "Bo"), []
    write = forgetting.write

    def failing(*given: Any, **how: Any) -> None:
        done.append(given)
        if len(done) == 2:
            raise store.Unavailable("the disk is full")
        write(*given, **how)

    monkeypatch.setattr(forgetting, "write", failing)
    with pytest.raises(store.Unavailable):
        forgetting.forget(thursday, one.public_id)
    assert is_somewhere("Bo")
    assert "Bo" not in names_of(thursday)
    assert forgetting.forget(thursday, one.public_id) == "Player 1"
    groups.rename(thursday, "Thursday")
    assert not is_somewhere("Bo")
    assert names_of(thursday) == ["Ann", "Cy", "Dee", "Player 1"]
    assert forgetting.forget(thursday, one.public_id) == "Player 1"


def evenings_of_four(found: FoundGroup) -> None:
    for day in (5, 12, 19, 26):
        played(found, played_on=f"2026-11-{day:02}")


def test_a_killed_forgetting_goes_on_by_itself_and_shows_the_name_nowhere_in_the_group(
    thursday: FoundGroup, monkeypatch: pytest.MonkeyPatch
) -> None:
    evenings_of_four(thursday)
    before, done, rename = scores(), [], facts.rename

    def killed(*given: Any) -> None:
        rename(*given)
        done.append(given)
        if len(done) == 2:
            raise KeyboardInterrupt  # in the transaction of the second game

    monkeypatch.setattr(facts, "rename", killed)
    with pytest.raises(KeyboardInterrupt):
        asked(thursday, "Bo", sure="yes")
    one = person(thursday, "Player 1")
    groups.rename(thursday, "Thursday")
    assert models.PlayerFacts.objects.filter(name="Bo").count() == 3
    shown = [
        *(reverse("people", args=[thursday.group_id]) + query for query in ("", "?q=player")),
        *(
            reverse(name, args=[thursday.group_id, one.public_id])
            for name in ("person_edit", "person_forget")
        ),
        *(reverse(name, args=[thursday.group_id, one.public_id]) for name in ("person", "person_export")),
        *(reverse(name, args=[thursday.group_id]) for name in ("group", "group_stats", "group_evenings")),
    ]
    for address in shown:
        assert not re.search(r"\bBo\b", Phone().get(address).content.decode()), address
    assert "0 found" in page(Phone().get(shown[0] + "?q=Bo")).text
    assert "the name goes out of 3 more games" in page(Phone().get(shown[2])).text
    forgetting.Unfinished().go_on(60)
    assert not is_somewhere("Bo")
    assert scores() == before
    assert names_of(thursday) == ["Ann", "Cy", "Dee", "Player 1"]


def test_a_request_forgets_for_a_while_and_the_rest_follows(
    thursday: FoundGroup, monkeypatch: pytest.MonkeyPatch
) -> None:
    evenings_of_four(thursday)
    monkeypatch.setattr(forgetting, "OF_A_REQUEST", 0.0)
    answer = asked(thursday, "Bo", sure="yes")
    address = answer.headers["Location"]
    assert "the name goes out of 3 more games" in page(Phone().get(address)).text
    unfinished = forgetting.Unfinished()
    unfinished.go_on(0)
    assert models.PlayerFacts.objects.filter(name="Bo").count() == 3
    unfinished.go_on(60)
    assert "The scores stay; the name is gone." in page(Phone().get(address)).text
    with CaptureQueriesContext(connection) as caught:
        unfinished.go_on(60)
    assert not caught.captured_queries


def test_a_game_that_cannot_be_changed_keeps_no_other_one(thursday: FoundGroup) -> None:
    evenings_of_four(thursday)
    first = models.Game.objects.earliest("pk")
    models.Entry.objects.filter(game=first).update(body=json.dumps({"kind": "hand", "tricks": {"Bo": 9}}))
    with pytest.raises(AppRefusal, match=UNFINISHED):
        forgetting.forget(thursday, person(thursday, "Bo").public_id)
    assert models.PlayerFacts.objects.filter(name="Bo").count() == 1
    unfinished = forgetting.Unfinished()
    unfinished.go_on(60)
    with CaptureQueriesContext(connection) as caught:
        unfinished.go_on(60)
    assert not caught.captured_queries


def test_a_hand_that_is_saved_while_a_game_is_renamed_stays_and_has_the_name_too(
    thursday: FoundGroup, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = table(group=thursday.pk)
    write, saved = forgetting.write, list[Any]()

    def late(*given: Any, **how: Any) -> None:
        if not saved:
            entry = {**hand("partnership"), "note": "Bo dealt"}
            saved.append(store.append(device(), made.id, store.new_key(), None, entry))
        write(*given, **how)

    monkeypatch.setattr(forgetting, "write", late)
    assert forgetting.forget(thursday, person(thursday, "Bo").public_id) == "Player 1"
    [item] = view(made).table.entries
    assert item.entry["note"] == "Player 1 dealt"


@pytest.mark.parametrize("hands", [4, 40])
def test_a_game_takes_as_many_statements_however_long_it_is(thursday: FoundGroup, hands: int) -> None:
    made = table(group=thursday.pk, **long_game("partnership", hands))
    with CaptureQueriesContext(connection) as caught:
        forgetting.forget(thursday, person(thursday, "Ann").public_id)
    assert len([query for query in caught if query["sql"].lstrip().startswith("UPDATE companion_entry")]) == 1
    assert not [query for query in caught if "companion_handfacts" in query["sql"]]
    assert view(made).table.state.hands == hands
    assert len(caught) < 70


def test_a_game_that_cannot_be_read_is_said(thursday: FoundGroup) -> None:
    played(thursday)
    models.Entry.objects.update(body=json.dumps({"kind": "hand", "maker": "Bo", "tricks": {"Nobody": 9}}))
    with pytest.raises(AppRefusal, match=UNFINISHED):
        forgetting.forget(thursday, person(thursday, "Bo").public_id)


def test_somebody_who_never_played_is_forgotten_as_well(thursday: FoundGroup) -> None:
    one = naming.add(thursday, "Zoe")
    naming.rename(thursday, one.public_id, "Zoë")
    forgetting.forget(thursday, one.public_id)
    assert names_of(thursday) == ["Player 1"]
    assert edit(thursday, person(thursday, "Player 1"), Phone(), do="rename", name="Zoe").status_code == 422


def test_one_question_is_not_enough(thursday: FoundGroup) -> None:
    played(thursday)
    for sent in ({}, {"sure": "no"}, {"sure": ""}):
        assert asked(thursday, "Bo", **sent).status_code == 200
    assert "Bo" in names_of(thursday)


def test_a_name_that_is_a_part_of_other_words_is_no_hindrance(thursday: FoundGroup) -> None:
    played(thursday, ["Al", "Bo", "Cy", "Dee"])
    entry = {
        **hand("partnership"),
        "alone": True,
        "maker": "Alma",
        "tricks": {"Alma & Gus": 5},
        "note": "also",
    }
    made = table(group=thursday.pk, players=["Alma", "Fay", "Gus", "Hal"], entries=[entry])
    assert forgetting.forget(thursday, person(thursday, "Al").public_id) == "Player 1"
    assert not is_somewhere("Al")
    assert view(made).table.entries[0].entry == entry


def test_a_name_that_is_a_word_of_the_new_one_is_replaced_once(thursday: FoundGroup) -> None:
    played(thursday, ["Player", "Bo", "Cy", "Dee"], title="For Player")
    assert forgetting.forget(thursday, person(thursday, "Player").public_id) == "Player 1"
    assert not people.tree(thursday.pk, person(thursday, "Player 1").number)[1:]
    assert json.loads(models.Game.objects.get().header)["title"] == "For Player 1"


def test_words_have_a_name_in_whatever_case_with_accents_too(thursday: FoundGroup) -> None:
    played(thursday, ["Émile", "Bo", "Cy", "Dee"])
    entry = {**hand("partnership"), "maker": "Eli", "tricks": {"Eli & Gus": 5}, "note": "émile brought chips"}
    other = table(group=thursday.pk, players=["Eli", "Fay", "Gus", "Hal"], entries=[entry])
    disputes.dispute(view(other), store.new_key(), other.version, "ÉMILE and émile saw it")
    forgetting.forget(thursday, person(thursday, "Émile").public_id)
    assert view(other).table.entries[0].entry["note"] == "Player 1 brought chips"
    assert models.Dispute.objects.get().words == "Player 1 and Player 1 saw it"


def test_pages_of_a_night_say_the_name_no_more() -> None:
    """What of a night is cached too: reasons for points, and who won."""
    view = nights.start(nights.night(people=["Émile", *nights.people(7)], title="ÉMILE’s night"))
    found = groups.find(device(), view.night.group)
    [first, *_others] = view.night.started[0].tables
    night_rounds.fix_points(view, store.new_key(), first.table_id, 0, 5, "émile said so")
    store_of_nights.announce(view, "Émile has the prizes")
    tables = [reverse("table", args=[one.table_id]) for one in view.night.started[0].tables]
    rooms = [reverse("night_table", args=[view.night.id, 1, 1]), reverse("night", args=[view.night.id])]
    assert all("mile" in page(Phone().get(address)).text for address in (*tables, *rooms))
    forgetting.forget(found, person(found, "Émile").public_id)
    assert not any("mile" in page(Phone().get(address)).text for address in (*tables, *rooms))
    assert not is_somewhere("Émile")
    assert not is_somewhere("émile")


def test_who_won_a_night_under_another_spelling_has_won_it_afterwards() -> None:
    view = nights.finish(nights.start(nights.night(4, ties=())))
    store_of_nights.end(view)
    found, listed = groups.find(device(), view.night.group), reverse("nights", args=[view.night.group])
    for name in nights.people(4):
        naming.add(found, f"{name} B.")
        naming.merge(found, person(found, f"{name} B.").public_id, person(found, name).public_id)
    before = page(Phone().get(listed)).text
    for name in nights.people(4):
        forgetting.forget(found, person(found, f"{name} B.").public_id)
    after = page(Phone().get(listed)).text
    assert re.sub(r"(Ann|Bo|Cy|Dee) B\.", "X", before) == re.sub(r"Player \d", "X", after)


def test_a_closed_league_keeps_the_place_of_a_merged_spelling(thursday: FoundGroup) -> None:
    won = {"kind": "hand", "maker": "Ann", "trump": "spades", "tricks": {"Ann & Cy": 5, "Bo & Dee": 0}}
    table(group=thursday.pk, entries=[won] * 5)
    days = date.today() - timedelta(days=100), date.today() + timedelta(days=100)
    leagues.create(thursday, store.new_key(), "Fall", Rules(*days))
    leagues.close(thursday, leagues.of_group(thursday)[0])

    def places() -> list[tuple[int, Any]]:
        who, [league] = figures.people(thursday.pk), leagues.of_group(thursday)
        return [(row.rank, row.total) for row in leagues.counted(thursday, league, who).rows]

    before = places()
    naming.add(thursday, "Robert")
    naming.merge(thursday, person(thursday, "Robert").public_id, person(thursday, "Ann").public_id)
    forgetting.forget(thursday, person(thursday, "Robert").public_id)
    assert places() == before
