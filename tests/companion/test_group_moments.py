"""Moments across evenings: what is told of a hand beside those of the evenings before."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from companion.pages.tonight import evening_line, evening_recap
from companion.stats.moments import FeatHand, Feats, moments
from companion.store import figures, group_games, groups
from companion.store.moments import of_evening, of_table
from tests.companion.factories import Phone, device, group, let_in, table
from tests.companion.nights import night, play, start
from tests.companion.test_plain_words import words_of

TODAY = date(2026, 11, 19)


def feats(
    person: str, days: int, marches: int = 1, loners: int = 0, variant: str = "a", game: int = 1
) -> Feats:
    """What a person did so many days before."""
    return Feats(person, variant, game, TODAY - timedelta(days), marches, loners)


def hand(person: str, *, loner: bool = False, game: int = 50, seq: int = 3, variant: str = "a") -> FeatHand:
    return FeatHand(person, person, variant, game, f"t{game}", TODAY, seq, seq - 1, loner)


def told(before: list[Feats], *hands: FeatHand, most: int = 9) -> list[str]:
    ordered = sorted(before, key=lambda one: (one.played_on, one.game))
    return [moment.text for moment in moments(ordered, hands, most)]


def test_the_first_after_weeks_without_one() -> None:
    assert told([feats("Bo", 63, 1, 1)], hand("Ann", loner=True)) == ["First loner in nine weeks, by Ann"]
    assert told([feats("Bo", 20)], hand("Ann")) == []


def test_a_march_says_nothing_of_loners_but_a_loner_is_a_march() -> None:
    assert told([feats("Bo", 63, 1, 1), feats("Bo", 7)], hand("Ann")) == []
    assert told([feats("Bo", 63)], hand("Ann", loner=True)) == ["First march in nine weeks, by Ann"]


def test_a_persons_own_first_after_a_while() -> None:
    before = [feats("Ann", 56), feats("Bo", 7)]
    assert told(before, hand("Ann")) == ["Ann’s first march in eight weeks"]


def test_which_of_the_season_it_is() -> None:
    before = [feats("Ann", 14, 2), feats("Ann", 200, 9), feats("Bo", 7, 5)]
    assert told(before, hand("Ann")) == ["Ann’s third march this fall"]
    assert told([feats("Ann", 14, 11)], hand("Ann")) == ["Ann’s 12th march this fall"]


def test_hands_of_one_evening_are_counted_on() -> None:
    before = [feats("Ann", 14, 2), feats("Ann", 0, 2, game=50)]
    assert told(before, hand("Ann", seq=3), hand("Ann", seq=9)) == ["Ann’s fourth march this fall"]
    before.append(feats("Ann", 0, 1, game=51))
    assert told(before, hand("Ann", game=51)) == ["Ann’s fifth march this fall"]


def test_the_second_of_an_evening_is_not_the_first_in_weeks() -> None:
    before = [feats("Bo", 63, 1, 1), feats("Ann", 0, 2, 2, game=50)]
    first, second = hand("Ann", loner=True, seq=3), hand("Ann", loner=True, seq=9)
    assert told(before, first, second) == ["First loner in nine weeks, by Ann"]


@pytest.mark.parametrize("before", [[], [feats("Ann", 0, 5, 5, game=50)]])
def test_without_an_evening_before_there_is_nothing_to_tell(before: list[Feats]) -> None:
    assert told(before, *(hand("Ann", loner=True, seq=seq) for seq in range(2, 8))) == []


def test_another_game_is_another_matter() -> None:
    assert told([feats("Ann", 63, 3, 3, variant="b")], hand("Ann", loner=True)) == []


def test_the_weightiest_are_told_in_order_of_play() -> None:
    before = [feats("Bo", 63, 1, 1), feats("Ann", 7, 5), feats("Cy", 8, 2)]
    hands = [hand("Cy", seq=2), hand("Ann", seq=4), hand("Bo", loner=True, seq=6)]
    assert told(before, *hands, most=2) == [
        "Ann’s sixth march this fall",
        "First loner in nine weeks, by Bo",
    ]


def test_a_name_that_runs_right_to_left_stays_within_itself() -> None:
    [text] = told([feats("Bo", 63, 1, 1)], hand("עלמה", loner=True))
    assert text == "First loner in nine weeks, by \u2068עלמה\u2069"


def loner(name: str, side: str) -> dict[str, object]:
    tricks = {"Ann & Cy": 0, "Bo & Dee": 0} | {side: 5}
    return {"kind": "hand", "maker": name, "alone": True, "trump": "hearts", "tricks": tricks}


@pytest.mark.django_db
def test_a_recap_and_the_group_tell_it_with_the_link_to_its_hand() -> None:
    found = group()
    before = table(group=found.pk, played_on="2026-09-17", entries=[loner("Bo", "Bo & Dee")])
    made = table(group=found.pk, played_on="2026-11-19", entries=[loner("Ann", "Ann & Cy")])
    with CaptureQueriesContext(connection) as queries:
        [moment] = of_table(device(), made.id)
    assert len(queries) <= 5
    assert moment.text == "First loner in nine weeks, by Ann"
    assert of_evening(found.pk, date(2026, 11, 19)) == [moment]
    assert of_table(device(), before.id) == of_evening(found.pk, date(2026, 9, 17)) == []
    link = f'href="/games/{made.id}/hands/?hand=1#e1"'
    for address in (f"/games/{made.id}/recap/", f"/groups/{found.group_id}/"):
        page = Phone("ann").get(address).text
        assert moment.text in page, address
        assert link in page, address
    british = Phone("ann").get(f"/groups/{found.group_id}/", HTTP_ACCEPT_LANGUAGE="en-GB").text
    assert "Euchre, 19 Nov" in british
    assert 'id="e1"' in Phone("ann").get(f"/games/{made.id}/hands/?hand=1").text


@pytest.mark.django_db
def test_who_is_at_the_table_only_is_told_nothing_of_the_group() -> None:
    found = group()
    table(group=found.pk, played_on="2026-09-17", entries=[loner("Bo", "Bo & Dee")])
    made = table(group=found.pk, played_on="2026-11-19", entries=[loner("Ann", "Ann & Cy")])
    guest = let_in(made, "guest", "viewer")
    assert of_table(guest.device, made.id) == []
    assert "nine weeks" not in guest.get(f"/games/{made.id}/recap/").text


@pytest.mark.django_db
def test_a_game_with_nothing_to_compare_costs_one_query() -> None:
    made = table(group=group().pk, entries=[{"kind": "hand", "result": "redeal"}])
    with CaptureQueriesContext(connection) as queries:
        assert of_table(device(), made.id) == []
    assert len(queries) == 1


@pytest.mark.django_db
def test_an_evening_that_nobody_won_says_how_many_games_there_were() -> None:
    found = group()
    for _game in range(2):
        table(group=found.pk, played_on="2026-11-19", entries=[loner("Ann", "Ann & Cy")])
    [one] = group_games.latest(found.pk, 3, figures.people(found.pk))
    assert evening_line(one, date(2026, 11, 22)).figure == "2 games"


@pytest.mark.django_db
def test_a_table_of_a_night_that_ended_level_was_won_by_nobody() -> None:
    view = start(night(4, hands=2, rounds=1))
    [seated] = view.night.playing
    play(seated, [1, -1])
    found = groups.find(device(), view.night.group)
    [one] = group_games.latest(found.pk, 3, figures.people(found.pk))
    recap = evening_recap(one, "Thursday", one.day)
    assert [(line.won, line.text) for line in recap.games] == [
        (False, "Euchre, 2 hands, finished, no winner")
    ]
    assert " won" not in recap.text.partition("Games won")[0]
    said = words_of(Phone().get(reverse("group_evenings", args=[found.group_id]) + f"?day={one.day}"))
    assert " won " not in said.partition("Games won")[0]
