"""Results of earlier years from lists: reading, bringing in once, titles, and the people in them."""

from datetime import date
from io import BytesIO

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from companion import store
from companion.forgetting.people import forget
from companion.forms.past_games import Line, Side, read
from companion.log import rights
from companion.models import PastGame, PastPlayer, Person
from companion.pages.group_figures import title_lines
from companion.stats.periods import ALL
from companion.store import bringing, figures, naming, people, person_export
from companion.store.bringing import Done
from companion.store.groups import FoundGroup
from companion.wording.refusal import AppRefusal
from scoring import Refusal
from tests.companion.factories import Phone, group, let_in_group
from tests.companion.pages import page

pytestmark = pytest.mark.django_db

LIST = """Date, Game, Winners, Score, Others, Score
2019-03-14, Euchre, Ann & Cy, 10, Bo & Dee, 7
2019-03-21,, Bo and Dee
2019-03-28, Euchre, Ann/Dee, 10, Bo, 4, Cy, −2
"""
TODAY = date(2026, 11, 27)


def bring(found: FoundGroup, text: str) -> Done:
    lines, wrong = read(text, TODAY)
    assert not wrong
    return bringing.bring(found, store.new_key(), lines)


def won(found: FoundGroup) -> dict[str, tuple[int, int]]:
    who = figures.people(found.pk)
    counted = bringing.won(found.pk, ALL, who.shown)
    return {who.rows[number].name: (one.won, one.games) for number, one in counted.items()}


def test_a_line_has_a_day_a_game_and_sides_with_scores() -> None:
    lines, wrong = read(LIST, TODAY)
    assert (len(lines), wrong) == (3, {})
    assert lines[0] == Line(date(2019, 3, 14), "Euchre", (Side(("Ann", "Cy"), 10), Side(("Bo", "Dee"), 7)))
    assert lines[1] == Line(date(2019, 3, 21), "", (Side(("Bo", "Dee")),))
    assert lines[2].sides == (Side(("Ann", "Dee"), 10), Side(("Bo",), 4), Side(("Cy",), -2))
    assert read(LIST.replace(",", ";"), TODAY)[0] == lines
    assert read(LIST.replace(",", "\t"), TODAY)[0] == lines


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("March, Euchre, Ann", "Write the day as 2026-11-19."),
        ("2099-03-14, Euchre, Ann", "That day is still to come. Check the date."),
        ("2019-03-14, Euchre", "Who won? The winners stand first, after the game."),
        ("2019-03-14, Euchre, 10, Ann", "10 stands alone. A score comes after its side."),
        ("2019-03-14, Euchre, Ann, 10, 7", "7 stands alone. A score comes after its side."),
        ("2019-03-14, Euchre, Ann, 10–7", "10–7 stands alone. A score comes after its side."),
        ("2019-03-14, Euchre, Ann, 10/7, Bo", "10/7 stands alone. A score comes after its side."),
        ("2019-03-14, Euchre, Ann, Ann", "Ann"),
        (f"2019-03-14, {'x' * 41}, Ann", "40"),
        (f"2019-03-14, Euchre, {'x' * 41}", "40"),
        ("2019-03-14, Eu\x00chre, Ann", "name"),
        (f"2019-03-14, {'x' * 140_000}, Ann", "Write the day as 2026-11-19."),
        ("2019-03-14, Euchre, " + ", ".join(f"P{at}" for at in range(13)), "A game has 12 sides at most."),
    ],
)
def test_what_is_wrong_is_said_of_its_line_and_nothing_is_written(line: str, reason: str) -> None:
    found = group()
    _lines, wrong = read(f"2019-03-14,, Ann\n{line}\n", TODAY)
    assert [*wrong] == [2]
    assert reason in wrong[2].message
    answer = Phone().post(place(found), {"key": store.new_key(), "list": f"2019-03-14,, Ann\n{line}\n"})
    shown = page(answer)
    assert answer.status_code == 422
    assert "Nothing is saved yet. Line 2:" in shown.text
    assert line in shown.html.replace("&amp;", "&")
    assert not PastGame.objects.exists()
    assert not Person.objects.exists()


def place(found: FoundGroup, name: str = "past_games") -> str:
    return reverse(name, args=[found.group_id])


def test_a_list_that_is_empty_or_too_long_is_refused() -> None:
    none, many = "Type or choose a list.", "That’s more than 1000 lines. Split the list."
    for text, reason in ((" \n", none), ("Date\n", none), ("2019-03-14,, Ann\n" * 1001, many)):
        with pytest.raises(AppRefusal, match=reason):
            read(text, TODAY)


def test_the_same_list_comes_in_once_and_a_game_that_is_there_twice_twice() -> None:
    found = group()
    assert bring(found, LIST) == Done(3, 0)
    assert bring(found, LIST) == Done(0, 3)
    twice = "2019-04-04,, Ann\n2019-04-04,, Ann\n"
    assert bring(found, twice) == Done(2, 0)
    assert bring(found, twice + "2019-04-11,, Ann\n") == Done(1, 2)
    assert won(found) == {"Ann": (5, 6 - 1), "Dee": (2, 3), "Cy": (1, 2), "Bo": (1, 3)}


def test_a_spelling_of_a_list_stays_when_its_person_is_renamed() -> None:
    found = group()
    bring(found, "2019-03-14,, Ann\n")
    person = Person.objects.get().public_id
    for name in ("Anna", "Annie"):  # nobody played as Anna: that spelling goes
        naming.rename(found, person, name)
    assert set(Person.objects.values_list("told", flat=True)) == {"Ann", "Annie"}
    naming.merge(found, person, naming.add(found, "A.").public_id)
    bring(found, "2019-03-21,, A.\n")
    naming.rename(found, person, "A.")
    naming.rename(found, person, "Annie")
    assert won(found) == {"Annie": (2, 2)}


def test_a_file_that_is_too_large_is_refused_unread() -> None:
    found = group()
    file = SimpleUploadedFile("years.csv", b"x" * (settings.MAX_BODY_BYTES + 1))
    answer = Phone().post(place(found), {"key": store.new_key(), "file": file})
    assert (answer.status_code, "That’s too much at once" in page(answer).text) == (413, True)


def test_rights() -> None:
    found = group()
    statuses = {}
    for role in rights.GROUP_LINKED:
        phone = let_in_group(found, role, role)
        asked = [phone.get(place(found)), phone.get(place(found, "past_games_csv"))]
        sent = phone.post(place(found), {"key": store.new_key(), "list": "2019-03-14,, Ann"})
        statuses[role] = [one.status_code for one in (*asked, sent)]
    assert statuses == {
        rights.SCOREKEEPER: [200, 200, 303],
        rights.VIEWER: [403] * 3,
        rights.PLAYER: [403] * 3,
    }
    assert Phone("stranger").post(place(found), {"list": "2019-03-14,, Ann"}).status_code == 404
    assert PastGame.objects.count() == 1


def test_a_group_takes_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    found = group()
    monkeypatch.setattr(bringing, "MOST", 3)
    bring(found, LIST)
    with pytest.raises(AppRefusal, match=r"A group has 3 results at most\. Take a list away first\."):
        bring(found, "2019-04-04,, Ann\n")
    assert bring(found, LIST) == Done(0, 3)


def test_by_the_page_from_a_file_and_taken_away_again() -> None:
    found, phone = group(), Phone()
    file = SimpleUploadedFile("years.csv", LIST.encode("utf-16"))
    sent = phone.post(place(found), {"key": store.new_key(), "file": file, "list": ""})
    assert (sent.status_code, sent.headers["Location"]) == (303, place(found) + "?saved=3&here=0")
    shown = page(phone.get(sent.headers["Location"]))
    assert "3 results saved." in shown.text
    assert "2019-03-28, Euchre: Ann & Dee 10, Bo 4, Cy −2" in shown.text
    again = phone.get(place(found, "past_games_csv")).content
    assert again.decode().splitlines()[1:] == [
        "2019-03-14,Euchre,Ann & Cy,10,Bo & Dee,7",
        "2019-03-21,,Bo & Dee",
        "2019-03-28,Euchre,Ann & Dee,10,Bo,4,Cy,-2",
    ]
    assert bring(found, again.decode()) == Done(0, 3)
    bring(found, "2019-04-04,,=Ann & -Bo,10")
    naming.rename(found, people.of_name(found.pk, "Bo") or "", "Robert")
    again = phone.get(place(found, "past_games_csv")).content
    assert bring(found, again.decode()) == Done(0, 4), "spelled as in the lists"
    bringing.take_away(found, bringing.batches(found.pk)[0].id)
    [batch] = bringing.batches(found.pk)
    for _tap in range(2):
        assert phone.post(place(found), {"remove": batch.id}).status_code == 303
    assert (won(found), bringing.batches(found.pk)) == ({}, [])
    broken = phone.post(place(found), {"key": store.new_key(), "file": BytesIO(b"\xff\xfe\xff")})
    assert broken.status_code == 422


def test_lists_give_the_title_of_their_season_and_stand_apart_from_other_figures() -> None:
    found = group()
    bring(found, LIST + "2026-11-05,, Cy\n")  # its season isn't over
    who = figures.people(found.pk)
    [title] = figures.titles(found.pk, TODAY, who)
    assert sorted(who.rows[number].name for number in title.winners) == ["Ann", "Dee"]
    [line] = title_lines([title], who.names, TODAY)
    assert (line.period, line.figure) == ("spring-2019", "2 games won, from lists")
    statistics = page(Phone().get(reverse("group_stats", args=[found.group_id])))
    assert "From lists Player Games Won Ann 2 2 Cy 3 2 Dee 3 2 Bo 3 1" in statistics.text
    assert "No game was finished" not in statistics.text
    assert (
        "From lists"
        not in page(Phone().get(reverse("group_stats", args=[found.group_id]) + "?game=buck")).text
    )
    ann = Person.objects.get(told="Ann").public_id
    person = page(Phone().get(reverse("person", args=[found.group_id, ann])))
    assert "From lists of results: 2 of 2 games won." in person.text
    assert "games won" in person.text
    assert "2 games won, from lists" in page(Phone().get(reverse("group", args=[found.group_id]))).text


def test_people_of_lists_are_merged_hidden_exported_and_forgotten() -> None:
    found = group()
    bring(found, LIST + "2019-05-02, Game of Ann, Annie, 3\n")
    ids = dict(Person.objects.values_list("told", "public_id"))
    with pytest.raises(Refusal, match="They are two people"):
        naming.merge(found, ids["Ann"], ids["Cy"])
    naming.merge(found, ids["Ann"], ids["Annie"])
    assert won(found)["Ann"] == (3, 3)
    with pytest.raises(Refusal):
        bring(found, "2019-06-06,, Ann, Annie\n")
    about = person_export.about(found, ids["Ann"])["listed"]
    assert about[-1] == {"played_on": "2019-05-02", "game": "Game of Ann", "won": True, "score": 3}
    naming.hide(found, ids["Cy"], hidden=True)
    assert "Cy" not in won(found)
    new = forget(found, ids["Ann"])
    assert won(found)[new] == (3, 3)
    assert PastGame.objects.filter(game=f"Game of {new}").exists()
    assert not Person.objects.filter(told__in=["Ann", "Annie"]).exists()
    assert PastPlayer.objects.count() == 2 * 2 + 2 + 4 + 1
