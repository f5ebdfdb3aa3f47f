"""The long games of the samples, entered through the forms of the pages, come to their expected standings."""

from collections.abc import Mapping
from typing import Any

import pytest

from scoring import VARIANTS, read, replay
from tests.companion.factories import Phone
from tests.companion.pages import Form, page
from tests.effort import THOROUGH, examples
from tests.entering import ADDRESSES, hand_fields, option_field, plain_fields
from tests.games.entries import bought
from tests.scoring.test_vectors import as_expected
from tests.scoring.vectors import Vector, vectors

LONG = 8
GAMES = [
    vector for vector in vectors() if "error" not in vector.expect and len(vector.record["entries"]) >= LONG
]


def told(vector: Vector) -> set[tuple[object, ...]]:
    """What its forms are filled in with: options, and the fields of each kind of entry."""
    record = vector.record
    options = {(record["variant"], name, str(value)) for name, value in record.get("options", {}).items()}
    fields = {(record["variant"], entry["kind"], name) for entry in record["entries"] for name in entry}
    return options | fields


def played() -> list[Vector]:
    """All of them under HYPOTHESIS_PROFILE=thorough, else few that tell all that is told in any of them."""
    if examples(THOROUGH) >= THOROUGH:
        return GAMES
    chosen, left = [], {one for vector in GAMES for one in told(vector)}
    while left:
        chosen.append(max(GAMES, key=lambda vector: len(told(vector) & left) / len(vector.record["entries"])))
        left -= told(chosen[-1])
    return chosen


CHOSEN = played()
# On PostgreSQL one of each game is enough: what is stored is alike in all of them.
FIRST = {vector.record["variant"]: vector.place for vector in CHOSEN}.values()
PLAYED = [
    pytest.param(vector, marks=[] if vector.place in FIRST else [pytest.mark.alike], id=vector.place)
    for vector in CHOSEN
]


def test_every_game_has_long_samples() -> None:
    assert {vector.record["variant"] for vector in GAMES} == set(VARIANTS)


def test_what_any_of_them_tells_is_told_in_those_that_are_played() -> None:
    told_in_all = {one for vector in GAMES for one in told(vector)}
    assert {one for vector in CHOSEN for one in told(vector)} == told_in_all
    assert {vector.record["variant"] for vector in CHOSEN if vector.place in FIRST} == set(VARIANTS)


@pytest.mark.django_db
@pytest.mark.parametrize("vector", PLAYED)
def test_a_game_entered_through_the_forms_comes_to_its_standing(vector: Vector) -> None:
    phone = Phone()
    table = start(phone, vector.record)
    for number, entry in enumerate(vector.record["entries"], 1):
        entered = enter(phone, table, vector.record, entry)
        assert entered.status_code == 303, f"entry {number}: {page(entered).text}"
    record = read(phone.get(table + "recap.json").content)
    assert len(record.entries) == len(vector.record["entries"])
    assert as_expected(replay(record).as_json()) == vector.expect


@pytest.mark.django_db
def test_three_at_poker_with_jokers_are_dealt_a_card_more() -> None:
    phone = Phone()
    players = ["Ann", "Bo", "Cy"]
    header: dict[str, Any] = {"variant": "poker-chips", "players": players, "options": {"jokers": True}}
    table = start(phone, header)
    betting = [{"player": name, "action": "check"} for name in ("Bo", "Cy", "Ann")]
    hand = {"kind": "hand", "maker": "Ann", "trump": "hearts", "betting": betting}
    entries: list[dict[str, Any]] = [bought(name, 100) for name in players]
    for entry in [*entries, {**hand, "tricks": {"Ann": 9, "Bo": 8}}]:
        entered = enter(phone, table, header, entry)
        assert entered.status_code == 303, page(entered).text


def start(phone: Phone, record: Mapping[str, Any]) -> str:
    """Fill in New game; the address of the table."""
    form = page(phone.get(f"/games/new/{record['variant']}/")).form("/games/")
    dealer = record.get("dealer", record["players"][0])
    given = {name: option_field(value) for name, value in record.get("options", {}).items()}
    given |= {name: record[name] for name in ("title", "played_on") if name in record}
    seat = str(record["players"].index(dealer) + 1)
    started = phone.post(form.action, form.data(players=record["players"], dealer=seat, buy_in="", **given))
    assert started.status_code == 303, page(started).text
    return str(started.headers["Location"])


def enter(phone: Phone, table: str, header: Mapping[str, Any], entry: Mapping[str, Any]) -> Any:
    """Fill in the form of this kind of entry, as its page gives it, and send it."""
    room = {"hand": "hands/new/", "adjust": "adjustments/"}.get(entry["kind"], "bank/")
    form = page(phone.get(table + room)).form(table + ADDRESSES[entry["kind"]])
    if entry["kind"] == "hand":
        said = hand_fields(header["variant"], entry, seats(form), header.get("options", {}))
    else:
        said = plain_fields(entry)
    return phone.post(form.action, {**own_fields(form), **said, "save": "1"})


def own_fields(form: Form) -> dict[str, str]:
    """What the form carries by itself: its key, the version it was made for, who sits where."""
    return {
        name: value
        for name, value in form.fields.items()
        if name in {"key", "seen"} or name.startswith("seat-")
    }


def seats(form: Form) -> list[str]:
    return [value for name, value in form.fields.items() if name.startswith("seat-")]
