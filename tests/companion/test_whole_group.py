"""A whole group as one file: out, into another group, and everything counts as before."""

import copy
import json
import math
from collections.abc import Callable
from datetime import date, timedelta
from functools import reduce
from operator import getitem
from typing import Any
from uuid import uuid4

import pytest
from django.test import override_settings
from django.urls import reverse

from companion import store
from companion.forgetting import people as forgetting
from companion.forms.bring import files as form
from companion.forms.past_games import Line, Side
from companion.log import rights
from companion.log.rights import Change
from companion.models import Entry, Game, GameFacts, HandFacts, Night, NightFix, NightTable, PlayerFacts
from companion.stats.league import Rules
from companion.store import (
    bringing,
    figures,
    group_games,
    groups,
    leagues,
    naming,
    night_players,
    night_rounds,
    nights,
    people,
    samples,
)
from companion.store.groups import FoundGroup
from companion.views import bring
from tests.companion import nights as of_nights
from tests.companion.factories import Phone, device, group, let_in_group
from tests.companion.pages import page
from tests.companion.test_bring import counts, file, packed, saved, sent
from tests.companion.test_people import person, played
from tests.effort import THOROUGH, examples

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_one_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is."""
    monkeypatch.setattr(bring, "OF_A_REQUEST", math.inf)


@pytest.fixture
def club() -> FoundGroup:
    """A season, a night with points set by hand, a result from a list, and a league that was closed."""
    found = groups.find(device(), samples.make(device(), str(uuid4()), device()))
    by_name = {one.person.name: one.person.public_id for one in people.listed(found.pk, most=99)[0]}
    ann, bo, cy, *_others = by_name
    bringing.bring(
        found, str(uuid4()), [Line(date(2024, 3, 1), "Euchre", (Side((ann, "Old Bo"), 10), Side((cy,), 7)))]
    )
    naming.merge(found, by_name[bo], people.of_name(found.pk, "Old Bo") or "")
    naming.rename(found, by_name[ann], "Annie 🃏")
    naming.hide(found, by_name[cy], hidden=True)
    of_night = nights.load(device(), Night.objects.get(group=found.pk).public_id)
    first = of_night.night.started[0]
    night_rounds.fix_points(of_night, str(uuid4()), first.tables[0].table_id, 1, 9, "counted again")
    nights.end(of_night, early=True)
    made = Game.objects.filter(group=found.pk, night_table=None).order_by("pk")[0]
    table = store.load(device(), made.public_id).table
    store.save(device(), table.id, str(uuid4()), Change(None, 1, table.entries[0].entry))
    today = date.today()
    key = str(uuid4())
    leagues.create(found, key, "Fall", Rules(today - timedelta(days=400), today + timedelta(days=5)))
    leagues.close(found, leagues.of_group(found)[0])
    return found


def about(found: FoundGroup) -> Any:
    return json.loads(Phone().get(reverse("group_file", args=[found.group_id])).content)


def without_ids(whole: dict[str, Any]) -> Any:
    """The file with numbers in place of ids and keys."""
    at = {one["id"]: number for number, one in enumerate(whole["games"])}
    keys = {one["key"]: number for number, one in enumerate(whole["nights"])}
    for night in whole["nights"]:
        for table in [table for one in night["started"] for table in one["tables"]]:
            table["game"] = at.get(table["game"])
    for league in whole["leagues"]:
        league["events"] = [{**one, "night": keys.get(one["night"])} for one in league["events"]]
    for game in whole["games"]:
        game["rows"] = [row[:7] for row in game["rows"]]
        game["header"], title = json.loads(game["header"]), game.pop("title")
        game["header"]["title"] = game["header"].get("title", "") if title is None else title
    whole["people"].sort(key=lambda one: one["name"])
    for some in ([whole], whole["games"], whole["nights"], whole["leagues"]):
        for one in some:
            for name in {"at", "id", "key"} & one.keys():
                del one[name]
    return whole


def facts(found: FoundGroup) -> list[list[tuple[Any, ...]]]:
    """All that the statistics are made of, by the order of games and by names."""
    games = list(
        GameFacts.objects.filter(group=found.pk).order_by("played_on", "game").values_list("game", flat=True)
    )
    rows = []
    for model in (GameFacts, PlayerFacts, HandFacts):
        names = [
            one.name
            for one in model._meta.concrete_fields
            if one.name not in {"id", "group", "person", "game"}
        ]
        columns = [*names, *(["person__told"] if model is PlayerFacts else [])]
        some: list[tuple[Any, ...]] = []
        for number, game in enumerate(games):
            some += [(number, *row) for row in model.objects.filter(game=game).values_list(*columns)]
        rows.append(sorted(some, key=repr))
    return rows


def standings(found: FoundGroup) -> list[tuple[Any, ...]]:
    """The places in the league, and whether they would be others today."""
    who, [league] = figures.people(found.pk), leagues.of_group(found)
    counted = leagues.counted(found, league, who)
    rows = [(who.rows[row.person].name, row.rank, row.total, row.cells) for row in counted.rows]
    return [*rows, (counted.now is None,)]


def test_a_group_comes_into_another_with_everything_once(club: FoundGroup) -> None:
    whole = about(club)
    other = group("Friday")
    answer = sent(other, file(whole, "club.json"))
    shown = page(answer).text
    assert f"{len(whole['games'])} new games" in shown
    assert "names, 1 night, 1 league, 1 result from lists." in shown
    done = saved(other, packed(answer))
    assert "The rest of the group is here, too." in page(Phone().get(done["Location"])).text
    assert facts(other) == facts(club)
    assert without_ids(about(other)) == {**without_ids(about(club)), "title": "Friday"}
    assert standings(other) == standings(club)
    before = counts(), Night.objects.count(), NightTable.objects.count(), NightFix.objects.count()
    for again in (saved(other, packed(answer)), saved(other, packed(sent(other, file(about(other)))))):
        assert again.status_code == 303
    back = sent(club, file(about(other)))
    assert "No new game." in page(back).text
    saved(club, packed(back))
    assert before == (counts(), Night.objects.count(), NightTable.objects.count(), NightFix.objects.count())


def test_only_a_host_saves_it_or_brings_it_in(club: FoundGroup) -> None:
    keeper = let_in_group(club, "bo", rights.SCOREKEEPER)
    assert keeper.get(reverse("group_file", args=[club.group_id])).status_code == 403
    assert Phone("far away").get(reverse("group_file", args=[club.group_id])).status_code == 404
    answer = sent(club, file(about(club)), phone=keeper)
    assert answer.status_code == 422
    assert "A host can bring in a whole group." in page(answer).text
    assert "This group as one file" not in page(keeper.get(reverse("bring", args=[club.group_id]))).text


def test_it_has_no_phone_no_link_and_no_author(club: FoundGroup) -> None:
    text = json.dumps(about(club))
    authors = set(Entry.objects.filter(game__group=club.pk).values_list("device", flat=True))
    assert authors
    assert not [one for one in (*authors, device()) if one in text]


def test_a_long_one_is_packed_and_comes_in_so(club: FoundGroup) -> None:
    with override_settings(MAX_BODY_BYTES=60_000):
        answer = Phone().get(reverse("group_file", args=[club.group_id]))
    assert ".json.gz" in answer["Content-Disposition"]
    shown = sent(group("Friday"), file(answer.content, "club.json.gz"))
    assert "1 night, 1 league" in page(shown).text
    cut_off = sent(group("Friday"), file(answer.content[:-20], "club.json.gz"))
    assert "This is a zip or spreadsheet file." in page(cut_off).text


def parts(at: Any, way: tuple[Any, ...] = ()) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    """Each kind of place in the rest of a file, without the numbers of lists, with the way to its first."""
    found: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    inner = at.items() if isinstance(at, dict) else enumerate(at) if isinstance(at, list) else ()
    for name, value in inner:
        kind = (*way, name)
        found.setdefault(tuple(one for one in kind if isinstance(one, str)), kind)
        for key, first in parts(value, kind).items():
            found.setdefault(key, first)
    return found


STRANGE: tuple[Any, ...] = (None, -1, 10**12, "x", [], {}, [[]], True, 1.5)
STEP = 4  # a normal run tries every fourth place, and thereby each of what is strange


def test_whatever_stands_in_it_is_refused_or_shown(club: FoundGroup) -> None:
    whole = about(club)
    of_night = {table["game"] for one in whole["nights"][0]["started"] for table in one["tables"]}
    whole["games"] = [game for game in whole["games"] if game["id"] in of_night]
    places, refused = [*parts({name: part for name, part in whole.items() if name != "games"}).values()], 0
    tried = [*enumerate(places)][:: 1 if examples(THOROUGH) >= THOROUGH else STEP]
    for number, way in tried:
        strange = copy.deepcopy(whole)
        inner = reduce(getitem, way[:-1], strange)
        inner[way[-1]] = STRANGE[number % len(STRANGE)]
        other = group("Friday")
        answer = sent(other, file(strange))
        if "packed" not in page(answer).form(reverse("bring", args=[other.group_id])).fields:
            refused += 1
            continue
        done = saved(other, packed(answer))
        assert done.status_code in (303, 422), way
        for night in Night.objects.filter(group=other.pk):
            assert Phone().get(reverse("night", args=[night.public_id])).status_code == 200, way
        assert Phone().get(reverse("leagues", args=[other.group_id])).status_code == 200, way
        assert form.checked(about(other))
    assert refused > len(tried) / 2


def test_points_of_a_night_stay_though_a_table_left_the_group() -> None:
    view = of_nights.finish(of_nights.start(of_nights.night(8, hands=1)))
    first, second = view.night.started[0].tables
    night_rounds.fix_points(view, str(uuid4()), first.table_id, 1, 7)
    for table in (first, second):
        group_games.move(store.load(device(), table.table_id), "")
    other = group("Friday")
    answer = sent(other, file(about(groups.find(device(), view.night.group))))
    saved(other, packed(answer))
    copied = of_nights.load(Night.objects.get(group=other.pk).public_id)
    assert [table.points for table in copied.night.started[0].tables] == [(1, 7), (1, 0)]


def twice_seated(night: dict[str, Any]) -> None:
    night["started"][0]["tables"][0]["seats"] = [1, 1, 2, 3]


def nobody_seated(night: dict[str, Any]) -> None:
    night["started"][0]["out"] = [99]


def twice_listed(night: dict[str, Any]) -> None:
    night["players"][1]["name"] = night["players"][0]["name"]


def no_such_game(night: dict[str, Any]) -> None:
    night["started"][0]["tables"][0]["game"] = "another"


def two_tables_of_a_game(night: dict[str, Any]) -> None:
    night["started"][0]["tables"][1]["game"] = night["started"][0]["tables"][0]["game"]


@pytest.mark.parametrize(
    "change", [twice_seated, nobody_seated, twice_listed, no_such_game, two_tables_of_a_game]
)
def test_a_night_holds_together(club: FoundGroup, change: Callable[[dict[str, Any]], None]) -> None:
    whole = about(club)
    change(whole["nights"][0])
    shown = page(sent(group("Friday"), file(whole))).text
    assert "This isn’t a group’s file as Bower saves it. Look here: nights → 1." in shown


def test_a_day_at_the_ends_of_the_calendar_is_refused(club: FoundGroup) -> None:
    whole, other = about(club), group("Friday")
    games, whole["games"], whole["nights"][0]["started"] = whole["games"], [], []
    for place, name in (*(("leagues", name) for name in ("first", "last")), ("listed", "played_on")):
        for day in ("0001-01-01", "9999-12-31"):
            strange = {**whole, place: [{**whole[place][0], name: day}]}
            assert f"Look here: {place} → 1 → {name}." in page(sent(other, file(strange))).text
    for at in ("0001-01-01T00:00:00+00:00", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59Z"):
        strange = {**whole, "nights": [{**whole["nights"][0], "created_at": at}]}
        assert "Look here: nights → 1 → created_at." in page(sent(other, file(strange))).text
        game = {**games[0], "created_at": at}
        strange = {**whole, "games": [game, games[1]]}
        ahead = at > "2100"  # the clock of its phone was wrong: it began now at the latest
        assert f"{1 + ahead} new game" in page(sent(other, file(strange))).text


def test_a_name_that_is_written_twice_is_refused_and_nothing_is_written(club: FoundGroup) -> None:
    whole, other = about(club), group("Friday")
    whole["nights"][0]["players"][1]["name"] = whole["nights"][0]["players"][0]["name"].upper()
    answer = saved(other, packed(sent(other, file(whole))))
    assert answer.status_code == 422
    assert not Night.objects.filter(group=other.pk).exists()


def test_players_of_a_night_keep_their_numbers_where_one_was_taken_off_the_list() -> None:
    view = of_nights.night(9)
    night_players.leave(view, 3)
    nights.set_sign_up(view, is_open=True)
    night_players.sign_up(of_nights.load(view.night.id), "Zoe")
    view = of_nights.finish(of_nights.start(view))
    nights.end(view)
    shown = of_nights.see(view, "night_results").text
    other = group("Friday")
    saved(other, packed(sent(other, file(about(groups.find(device(), view.night.group))))))
    there = Night.objects.get(group=other.pk).public_id
    assert page(Phone().get(reverse("night_results", args=[there]))).text == shown


def test_who_was_forgotten_elsewhere_takes_nobodys_name_here() -> None:
    """Player 1 of the file is Kim here, whom nobody asked to forget."""
    other, here = group("Friday"), group()
    played(other, ["Ann", "Bo", "Cy", "Dee"])
    forgetting.forget(other, person(other, "Bo").public_id)
    played(here, ["Player 1", "Eli", "Fay", "Gus"])
    naming.rename(here, person(here, "Player 1").public_id, "Kim")
    played(here, ["Kim", "Eli", "Fay", "Gus"], played_on="2026-11-02")
    saved(here, packed(sent(here, file(about(other)))))
    forgetting.Unfinished().go_on(60)
    assert not people.find(here.pk, person(here, "Kim").public_id).forgotten
    assert PlayerFacts.objects.filter(name="Kim").exists()


def test_a_night_is_refused_whose_players_are_one_person_here() -> None:
    view = of_nights.finish(of_nights.start(of_nights.night(8)))
    [one, other] = view.night.started[0].tables
    names = {player.number: player.name for player in view.night.players}
    ann, eli = names[one.seats[0]], names[other.seats[0]]
    here = group("Friday")
    naming.add_all(here, [ann, eli])
    naming.merge(here, person(here, ann).public_id, person(here, eli).public_id)
    whole = about(groups.find(device(), view.night.group))
    answer = saved(here, packed(sent(here, file(whole))))
    assert answer.status_code == 422
    assert "are one person in this group. Use one of the names." in page(answer).text
    assert not Night.objects.filter(group=here.pk).exists()
