"""Groups by the API: a table that is moved in counts, figures lead to what is behind them, people are one."""

from typing import Any

import pytest

from companion import store
from companion.store import nights
from tests.api.client import Program, program
from tests.api.group import Hosted, hosted
from tests.browser.evenings import EVENINGS

pytestmark = pytest.mark.django_db


@pytest.fixture
def started() -> Any:
    """A group that was started without a token."""
    return Program().ask("POST", "groups/", {"title": "Thursday"}).json()


@pytest.fixture
def ann(started: Any) -> Program:
    return Program(started["token"])


@pytest.fixture
def club(ann: Program, started: Any) -> str:
    """The group with a finished game of partners; its id."""
    group: str = started["id"]
    made = ann.ask("POST", "tables/", {**EVENINGS["partnership"], "format": "bower.game/1"}).json()["id"]
    assert ann.ask("PUT", f"tables/{made}/group/", {"group": group}).status_code == 204
    return group


def statistics(by: Program, group: str) -> Any:
    return by.ask("GET", f"groups/{group}/statistics/").json()


def test_a_table_counts_in_the_group_that_it_is_moved_into(ann: Program, club: str) -> None:
    found = statistics(ann, club)
    assert (found["games"], found["evenings"], len(found["people"]), len(found["pairs"])) == (1, 1, 4, 6)
    assert sum(one["games"][0]["won"] for one in found["people"]) == 2
    rated = ann.ask("GET", f"groups/{club}/ratings/").json()["ratings"]
    assert [(one["games"], one["provisional"]) for one in rated] == [(1, True)] * 4
    [table] = ann.ask("GET", "tables/").json()["results"]
    assert ann.ask("DELETE", f"tables/{table['id']}/group/").status_code == 204
    assert statistics(ann, club)["games"] == 0


def test_every_figure_is_the_number_of_what_is_behind_it(ann: Program, club: str) -> None:
    names = {"makes": "makes", "made": "made", "marches": "marches", "euchred": "euchred", "hands": "hands"}
    checked = 0
    for one in statistics(ann, club)["people"]:
        for name, what in names.items():
            path = f"groups/{club}/behind/?person={one['person']}&what={what}"
            found = ann.ask("GET", path).json()
            assert found["count"] == one["games"][0][name], (one["name"], name)
            checked += found["count"]
    assert checked > 20


def test_a_group_that_is_not_there_takes_no_table(ann: Program, club: str) -> None:
    [table] = ann.ask("GET", "tables/").json()["results"]
    for group in ("0000000000", "k3v9x2m4pq"):
        answer = ann.ask("PUT", f"tables/{table['id']}/group/", {"group": group})
        assert (answer.status_code, answer.json()["type"]) == (404, "/api/v1/problems/no-group/")
    assert statistics(ann, club)["games"] == 1


def test_two_spellings_are_one_person_until_they_are_taken_apart(ann: Program, club: str) -> None:
    people = {one["name"]: one["person"] for one in statistics(ann, club)["people"]}
    name, number = next(iter(people.items()))
    other = ann.ask("POST", f"groups/{club}/people/", {"name": name + "ie"}).json()["id"]
    path = f"groups/{club}/people/{other}/"
    merged = ann.ask("PUT", path + "into/", {"into": number}).json()
    assert [one["id"] for one in merged["spellings"]] == [other]
    assert ann.ask("GET", path).json()["id"] == number
    assert ann.ask("DELETE", path + "into/").json()["id"] == other
    itself = ann.ask("PUT", f"groups/{club}/people/{number}/into/", {"into": number})
    assert (itself.status_code, itself.json()["field"]) == (422, "other")


def test_a_name_that_is_refused_hides_nobody(ann: Program, club: str) -> None:
    people = f"groups/{club}/people/"
    bo, _cy = (ann.ask("POST", people, {"name": name}).json() for name in ("Bo", "Cy"))
    answer = ann.ask("PUT", f"{people}{bo['id']}/", {"name": "Cy", "hidden": True})
    assert (answer.status_code, answer.json()["code"]) == (422, "name-of-another")
    assert ann.ask("GET", f"{people}{bo['id']}/").json() == bo


def test_a_person_who_is_forgotten_leaves_the_records(ann: Program, club: str) -> None:
    person = statistics(ann, club)["people"][0]
    assert ann.ask("DELETE", f"groups/{club}/people/{person['person']}/").status_code == 204
    [table] = ann.ask("GET", "tables/").json()["results"]
    record = ann.ask("GET", f"tables/{table['id']}/record/").content.decode()
    assert person["name"] not in record.replace("Thursday", "")
    now = {one["person"]: one["games"] for one in statistics(ann, club)["people"]}
    assert now[person["person"]] == person["games"]


def plays(by: Program, club: Hosted) -> None:
    """A hand at the table of the night."""
    view = store.load(by.device, club.table)
    sides, maker = list(view.table.state.scores), view.table.state.players[0]
    entry = {"kind": "hand", "maker": maker, "trump": "spades", "tricks": {sides[0]: 5, sides[1]: 0}}
    store.append(by.device, club.table, store.new_key(), view.table.version, entry)


@pytest.mark.parametrize(
    "path", ["statistics/", "ratings/", "behind/", "people/{}/", "people/{}/export/", "leagues/{}/"]
)
def test_what_follows_from_games_is_sent_again_after_a_hand(path: str) -> None:
    """A hand changes nothing of the group itself, and so not the tag of what is said about it alone."""
    ann = program()
    club = hosted(ann)
    nights.end(nights.load(ann.device, club.night), early=True)
    at = f"groups/{club.group}/" + path.format(club.league if path.startswith("leagues") else club.ann)
    tag = ann.ask("GET", at)["ETag"]
    assert ann.ask("GET", at, if_none_match=tag).status_code == 304
    before = ann.ask("GET", at).json()
    plays(ann, club)
    answer = ann.ask("GET", at, if_none_match=tag)
    assert answer.status_code == (304 if ann.ask("GET", at).json() == before else 200)


@pytest.mark.parametrize(
    ("method", "at", "body"),
    [
        ("POST", "players/", {"people": ["Zoe"]}),
        ("PUT", "players/2/substitute/", {"name": "Zoe"}),
    ],
)
def test_who_is_new_at_a_night_is_new_among_the_people_of_its_group(method: str, at: str, body: Any) -> None:
    host = program()
    group = hosted(host)
    people = f"groups/{group.group}/people/"
    tag = host.ask("GET", people)["ETag"]
    assert host.ask(method, f"nights/{group.night}/{at}", body).status_code in {200, 201}
    answer = host.ask("GET", people, if_none_match=tag)
    assert answer.status_code == 200
    assert "Zoe" in {one["name"] for one in answer.json()["results"]}


def test_a_league_is_read_with_its_places() -> None:
    ann = program()
    club = hosted(ann)
    at = f"groups/{club.group}/leagues/"
    [listed] = ann.ask("GET", at).json()["leagues"]
    assert (listed["id"], listed["way"], listed["counted"]) == (club.league, "places", "nights")
    plays(ann, club)
    nights.end(nights.load(ann.device, club.night), early=True)
    found = ann.ask("GET", f"{at}{club.league}/").json()
    assert [one["night"] for one in found["events"]] == [club.night]
    names = [one["name"] for one in found["places"]]
    places = ann.ask("GET", f"nights/{club.night}/standings/").json()["places"]
    assert sorted(names) == sorted(one["name"] for one in places)
    assert ann.ask("GET", f"{at}k3v9x2m4pq/").status_code == 404
