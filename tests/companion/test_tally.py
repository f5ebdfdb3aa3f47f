"""Tonight: the games that the same players won in one evening, at the table, at the end and on the Board."""

from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse

from companion import models
from companion.log.rights import Change
from companion.log.table import Table
from companion.pages.listing import GameBefore, Tally, games_before, tally
from companion.store import entries, group_games, groups, new_games, new_key
from companion.store.groups import FoundGroup
from tests.companion.factories import Phone, group, let_in, table, view
from tests.companion.nights import night, play, start
from tests.companion.pages import page

pytestmark = pytest.mark.django_db

DAY = "2026-11-19"
TO_ONE = {"target": 1, "stick_the_dealer": False}
FIVE = {"Ann & Cy": 5, "Bo & Dee": 0}
NONE = {"Ann & Cy": 0, "Bo & Dee": 5}


@pytest.fixture
def found() -> FoundGroup:
    return group("Thursday Euchre")


def taken(maker: str, tricks: dict[str, int]) -> dict[str, Any]:
    return {"kind": "hand", "maker": maker, "trump": "hearts", "tricks": tricks}


def gift(source: str, target: str) -> dict[str, Any]:
    return {"kind": "transfer", "from": source, "to": target, "chips": 50, "reason": "a loan"}


def played(found: FoundGroup, best: str = "", **said: Any) -> Table:
    """A game of four on that Thursday, over if *best* is one of the team that wins."""
    won = [taken(best, FIVE if best in ("Ann", "Cy") else NONE)] if best else []
    return table(**{"played_on": DAY, "options": TO_ONE, "group": found.pk, "entries": won, **said})


def counted(made: Table, today: str = DAY) -> Tally | None:
    now = view(made).table
    return tally(now, new_games.earlier(now), list(now.state.scores), date.fromisoformat(today))


def title(made: Table, today: str = DAY) -> str:
    now = counted(made, today)
    return now.title if now else ""


def test_an_evening_counts_the_games_that_each_team_won(found: FoundGroup) -> None:
    first, second, third = played(found, "Ann"), played(found, "Bo"), played(found)
    assert (title(first), title(second)) == ("", "Tonight 1–1")
    assert title(third) == "Tonight 1–1", "a game counts once it is over"
    assert title(played(found, "Cy")) == "Tonight 2–1"
    assert title(third, "2026-11-22") == "Thursday 1–1"


def test_only_games_of_the_same_people_in_that_evening_of_the_group_count(found: FoundGroup) -> None:
    other_day, other_group = "2026-11-12", group("Friday")
    played(found, "Ann", played_on=other_day)
    played(other_group, "Ann")
    played(
        found,
        "Ann",
        players=["Ann", "Bo", "Cy", "Eve"],
        entries=[taken("Ann", {"Ann & Cy": 5, "Bo & Eve": 0})],
    )
    assert title(played(found)) == ""


def test_where_partners_change_the_games_are_counted_by_player(found: FoundGroup) -> None:
    played(found, "Ann")
    other = {"Ann & Bo": 5, "Cy & Dee": 0}
    played(found, players=["Ann", "Cy", "Bo", "Dee"], entries=[taken("Ann", other)])
    now = counted(played(found, "Bo"))
    assert now
    assert (now.title, now.won) == ("Tonight, game 3", (("Ann", 2), ("Bo", 2), ("Cy", 1), ("Dee", 1)))


def test_games_of_two_kinds_count_together(found: FoundGroup) -> None:
    played(found, "Ann")
    bid = {
        "kind": "hand",
        "maker": "Bo",
        "bid": 3,
        "trump": "hearts",
        "tricks": {"Ann & Cy": 0, "Bo & Dee": 6},
    }
    second = played(found, variant="bid-euchre", options={"target": 1}, entries=[bid])
    assert title(second) == "Tonight 1–1"


def test_the_score_sheet_begins_with_the_games_before(found: FoundGroup) -> None:
    first = played(found, "Ann")
    played(found, "Bo")
    third = played(found, "Cy")
    let_in(third, "bo", "player")
    to_first = f'<a class="stem" href="{reverse("hands", args=[first.id])}">'
    sheet = page(Phone("ann").get(reverse("hands", args=[third.id])))
    assert "Ann & Cy hand dealer Bo & Dee 2 game 1 0 0 game 2 2 " in sheet.text
    assert to_first in sheet.html, "a tap opens its own sheet"
    assert to_first not in page(Phone("bo").get(reverse("hands", args=[third.id]))).html, "of another link"
    assert [game.won for game in before(third)] == [True, False]
    other = {"Ann & Bo": 5, "Cy & Dee": 0}
    fourth = played(found, players=["Ann", "Cy", "Bo", "Dee"], entries=[taken("Ann", other)])
    assert before(fourth) == (), "the teams were others"


def before(made: Table) -> tuple[GameBefore, ...]:
    now = view(made).table
    return games_before(now, new_games.earlier(now), list(now.state.scores))


def test_the_order_is_that_of_the_board_and_the_winner_page_shows_it(found: FoundGroup) -> None:
    played(found, "Ann")
    won = played(found, "Cy")
    let_in(won, "bo", "player")
    ann = Phone("ann")
    ann.post(reverse("seats", args=[won.id]), {"seat": "Bo"})
    shown = page(ann.get(reverse("table", args=[won.id])))
    assert "Thursday 0–2" in shown.text
    assert "Bo & Dee 0 games that Thursday Ann & Cy 2" in shown.text
    assert "Thursday 2–0" in page(ann.get(reverse("board", args=[won.id]))).text


def test_who_joins_a_game_of_two_and_wins_it_is_counted_too(found: FoundGroup) -> None:
    two: dict[str, Any] = {"variant": "poker-chips", "options": {}, "players": ["Ann", "Bo"]}
    bought = [{"kind": "buy-in", "player": name, "chips": 100} for name in ("Ann", "Bo")]
    folded = {"kind": "hand", "bets": {}, "folded": ["Bo"]}
    played(found, entries=[*bought, folded, {"kind": "end"}], **two)
    joined = [
        {"kind": "join", "player": "Cy", "left_of": "Ann"},
        {"kind": "buy-in", "player": "Cy", "chips": 100},
    ]
    third = played(found, entries=[*bought, folded, *joined, gift("Ann", "Cy"), {"kind": "end"}], **two)
    now = counted(third)
    assert now
    assert (now.title, now.won) == ("Tonight, game 2", (("Ann", 1), ("Cy", 1)))
    assert page(Phone("ann").get(reverse("table", args=[third.id]))).status == 200


def test_a_title_that_somebody_gave_stays(found: FoundGroup) -> None:
    played(found, "Ann")
    named = played(found, title="The final")
    shown = page(Phone("ann").get(reverse("table", args=[named.id])))
    assert "The final" in shown.text
    assert "Thursday 1–0" not in shown.text


def test_an_earlier_game_that_is_corrected_changes_the_later_ones(found: FoundGroup) -> None:
    first, second = played(found, "Ann"), played(found)
    ann = Phone("ann")
    place = reverse("table", args=[second.id])
    tag = ann.get(place).headers["ETag"]
    assert ann.get(place, headers={"If-None-Match": tag}).status_code == 304
    change = Change(None, first.version, taken("Bo", NONE))
    entries.save(ann.device, first.id, new_key(), change)
    again = ann.get(place, headers={"If-None-Match": tag})
    assert again.status_code == 200
    assert "Thursday 0–1" in page(again).text
    group_games.move(view(first), "")
    assert title(second) == ""


def test_the_tables_of_a_night_have_no_tally_and_count_for_none(found: FoundGroup) -> None:
    one, at_night = played(found, "Ann"), start(night(4, hands=1)).night.playing[0]
    play(at_night, [1])
    models.Game.objects.update(group=found.pk)
    models.GameFacts.objects.update(group=found.pk, played_on=DAY, over=True)
    assert [one.id] == [game.table_id for game in new_games.earlier(view(played(found)).table)]
    assert "games" not in page(Phone("ann").get(reverse("table", args=[at_night.table_id]))).text


@pytest.mark.parametrize(("ends", "past"), [(8, "2026-11-20T06:30"), (0, "2026-11-19T00:30")])
def test_it_is_tonight_until_the_evening_of_the_group_ends(
    found: FoundGroup, ends: int, past: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    groups.set_clock(found, "Europe/Berlin", ends)
    at = datetime.fromisoformat(past).replace(tzinfo=ZoneInfo("Europe/Berlin"))
    played(found, "Ann")
    address = reverse("table", args=[played(found, "Bo").id])
    monkeypatch.setattr("django.utils.timezone.now", lambda: at)
    shown = Phone().get(address)
    assert "Tonight 1–1" in page(shown).text
    monkeypatch.setattr("django.utils.timezone.now", lambda: at + timedelta(days=1))
    later = Phone().get(address, HTTP_IF_NONE_MATCH=shown.headers["ETag"])
    assert "Thursday 1–1" in page(later).text


def test_the_rows_bring_it_to_the_phone(found: FoundGroup) -> None:
    first, second = played(found, "Ann"), played(found)
    groups.set_clock(found, "Europe/Berlin", 8)
    rows = Phone("ann").get(reverse("rows", args=[second.id])).json()
    assert (rows["zone"], rows["ends"]) == ("Europe/Berlin", 8)
    sides = [["Ann", "Cy"], ["Bo", "Dee"]]
    assert rows["earlier"] == [
        {"table_id": first.id, "sides": sides, "best": [["Ann", "Cy"]], "scores": [2, 0]}
    ]
