"""What phones never send: characters that no database keeps, in every field of every room."""

import re
from datetime import date
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import URLPattern, reverse

from companion import store
from companion.models import Person
from companion.night.evening import NightView
from companion.stats.league import Rules
from companion.store import group_starts, groups, leagues, night_players, nights
from companion.views.urls import urlpatterns as rooms
from scoring import Refusal
from tests.companion.factories import Phone, device, table
from tests.companion.nights import night, start

pytestmark = pytest.mark.django_db

READ = re.compile(r"""(?:GET|POST|values|post)(?:\.get(?:list)?\(|\[)\s*"([a-z_]+)\"""")
DAY = date(2026, 11, 30)
KEYS = {"key", "packed"}


def fields() -> set[str]:
    """The names of all fields that a room reads."""
    folders = [settings.BASE_DIR / "companion" / name for name in ("views", "forms", "pages", "rules")]
    files: list[Path] = [path for folder in folders for path in folder.rglob("*.py")]
    return {name for path in files for name in READ.findall(path.read_text(encoding="utf-8"))}


def places(view: NightView) -> dict[str, object]:
    """What stands for each part of an address."""
    found = groups.find(device(), view.night.group)
    person = Person.objects.filter(group=found.pk).first()
    assert person
    return {
        "group_id": found.group_id,
        "person_id": person.public_id,
        "person": "616e6e",
        "night_id": view.night.id,
        "league_id": leagues.create(
            found, store.new_key(), "Fall", Rules(date(2026, 9, 1), date(2026, 11, 30))
        ),
        "table_id": table(group=found.pk).id,
        "round_number": 1,
        "number": 1,
        "seq": 1,
        "seat": 0,
        "variant": "partnership",
        "page": "euchre",
        "token": "0" * 26,
        "code": "0" * 10,
    }


def addresses(view: NightView) -> dict[str, str]:
    """An address of every room."""
    known, found = places(view), {}
    for one in rooms:
        assert isinstance(one, URLPattern)
        if one.name:
            given = {name: known[name] for name in one.pattern.converters}
            found[one.name] = reverse(one.name, kwargs=given)
    return found


def test_all_fields_and_rooms_are_known() -> None:
    assert {"here", "added", "title", "search", "reason", "name"} < fields()
    assert set(addresses(start(night()))) == {getattr(one, "name", None) for one in rooms} - {None}


def test_an_unreadable_character_in_any_field_breaks_no_room() -> None:
    view = start(night())
    phone = Phone()
    phone.raise_request_exception = False
    told = dict.fromkeys(fields() - KEYS, "a\0b")
    statuses = {}
    for name, address in addresses(view).items():
        answers = phone.get(address, told), phone.post(address, {**told, "key": store.new_key()})
        statuses.update({(name, answer.request["REQUEST_METHOD"]): answer.status_code for answer in answers})
    assert {place for place, status in statuses.items() if status >= 500} == set()


@pytest.mark.parametrize("title", ["a\0b", "a\nb", "a\x1b[2Jb", "a\u2028b", "\ud800"])
def test_a_title_that_no_line_or_database_takes_is_refused(title: str) -> None:
    view = night()
    found = groups.find(device(), view.night.group)
    for change in (
        lambda: groups.rename(found, title),
        lambda: nights.plan(view, 3, title),
        lambda: group_starts.create(device(), store.new_key(), title),
        lambda: night_players.start_night(found, store.new_key(), night_players.NewNight(title=title)),
    ):
        with pytest.raises(Refusal) as refused:
            change()
        assert (refused.value.code, refused.value.field) == ("unreadable-character", "title")


def test_a_title_of_which_nothing_is_seen_is_none() -> None:
    view = night()
    nights.plan(view, 3, " \u200b ")
    assert nights.load(device(), view.night.id).night.title == ""
    with pytest.raises(Refusal, match="Type a name for the group"):
        groups.rename(groups.find(device(), view.night.group), "\u200b")
