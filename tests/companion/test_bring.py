"""Past evenings into a group: shown first, written once, noticed when they are there already."""

import gzip
import json
import re
import zipfile
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import override_settings
from django.urls import reverse
from django.utils import timezone

from companion import models, store
from companion.access.devices import ZONE
from companion.forms.bring import files as form
from companion.log import rights
from companion.log.rights import Change
from companion.models import Entry, Game
from companion.recap.other_programs import hands_csv
from companion.store import bringing, games, groups, naming, people
from companion.store import entries as store_entries
from companion.store.deleted import delete
from companion.store.groups import FoundGroup
from companion.views import bring
from scoring import from_json
from tests.companion.factories import (
    Phone,
    device,
    group,
    hand,
    let_in,
    let_in_group,
    long_game,
    opening,
    table,
)
from tests.companion.outbox import read, rows_of
from tests.companion.pages import page
from tests.companion.test_bring_csv import FIRST, HEAD

pytestmark = pytest.mark.django_db


@pytest.fixture
def thursday() -> FoundGroup:
    return group()


def evening(day: int = 19, hands: int = 3, **given: Any) -> dict[str, Any]:
    return long_game("partnership", hands, played_on=f"2026-11-{day:02}", **given)


def file(content: object, name: str = "game.json") -> SimpleUploadedFile:
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    return SimpleUploadedFile(name, data)


def sent(found: FoundGroup, *files: SimpleUploadedFile, phone: Phone | None = None) -> Any:
    return (phone or Phone()).post(reverse("bring", args=[found.group_id]), {"files": list(files)})


def packed(answer: Any) -> str:
    [value] = re.findall(r'name="packed" value="([^"]+)"', answer.content.decode())
    return str(value)


def saved(found: FoundGroup, content: str, phone: Phone | None = None) -> Any:
    return (phone or Phone()).post(reverse("bring", args=[found.group_id]), {"packed": content})


def counts() -> tuple[int, int]:
    return Game.objects.count(), Entry.objects.count()


def test_many_files_are_shown_and_nothing_is_written_before_save(thursday: FoundGroup) -> None:
    second = hands_csv([from_json(evening(5)), from_json(evening(12))]).encode()
    answer = sent(thursday, file(evening(19)), file(second, "fall.csv"))
    shown = page(answer).text
    assert "3 new games, 9 hands." in shown
    assert "Euchre, November 19, 2026" in shown
    assert "fall.csv" in shown
    assert counts() == (0, 0)
    done = saved(thursday, packed(answer))
    assert done.status_code == 303
    assert "3 games saved in Thursday." in page(Phone().get(done.headers["Location"])).text
    assert counts() == (3, 9)
    days = [json.loads(one.header)["played_on"] for one in Game.objects.order_by("pk")]
    assert days == ["2026-11-05", "2026-11-12", "2026-11-19"]
    assert set(Game.objects.values_list("group", flat=True)) == {thursday.pk}
    [row, *_others], _count = people.listed(thursday.pk, most=9)
    assert (row.person.name, row.games) == ("Ann", 3)


def test_the_same_page_sent_again_writes_nothing_more(thursday: FoundGroup) -> None:
    content = packed(sent(thursday, file(evening(5)), file(evening(12), "b.json")))
    first, again = (saved(thursday, content) for _time in range(2))
    assert counts() == (2, 6)
    assert again.headers["Location"] == first.headers["Location"]


def test_a_writing_that_was_cut_off_goes_on(thursday: FoundGroup, monkeypatch: pytest.MonkeyPatch) -> None:
    content = packed(sent(thursday, file(evening(5)), file(evening(12), "b.json")))
    whole, started = store_entries.start, []

    def start(*args: Any, **given: Any) -> Any:
        started.append(args)
        if len(started) == 2:
            raise store.Unavailable("the disk is full")
        return whole(*args, **given)

    monkeypatch.setattr(store_entries, "start", start)
    assert saved(thursday, content).status_code == 503
    assert counts()[0] == 1
    assert saved(thursday, content).status_code == 303
    assert counts() == (2, 6)


def test_a_copy_of_everything_comes_with_its_times_and_corrections_once(thursday: FoundGroup) -> None:
    made = table(**evening(12))
    phone = let_in(made, "far away", "owner")
    store.save(device("far away"), made.id, str(uuid4()), Change(None, 2, made.entries[0].entry))
    at = timezone.now() - timedelta(days=40)
    Entry.objects.update(at=at)
    Game.objects.update(created_at=at)
    kept = {**read(rows_of(phone, made)), "key": str(uuid4()), "viewer": {"author": "this phone"}}
    kept["rows"] = [[*row[:4], "this phone", *row[5:]] for row in kept["rows"]]
    whole = {"format": form.COPY, "at": "2026-11-20T12:00:00Z", "games": [kept, {"id": 3}]}
    answer = sent(thursday, file(whole, "bower-2026-11-20.json"))
    assert "1 new game, 3 hands." in page(answer).text
    for _time in range(2):
        saved(thursday, packed(answer))
    assert 'name="packed"' not in sent(thursday, file(whole)).content.decode()
    found = Game.objects.get(group=thursday.pk)
    rows = Entry.objects.filter(game=found).order_by("seq")
    assert [(row.target, row.at) for row in rows] == [(None, at)] * 3 + [(2, at)]
    assert found.created_at == at
    assert {row.device for row in rows} == {models.Phone.objects.get(game=found).author}


def test_a_game_without_a_date_in_such_a_copy_is_of_the_evening_on_which_it_began(
    thursday: FoundGroup,
) -> None:
    made = table(entries=[hand("partnership")])
    Game.objects.update(created_at=datetime(2026, 3, 6, 2, tzinfo=UTC))
    kept = {**read(rows_of(Phone(), made)), "key": str(uuid4()), "zone": "America/New_York"}
    answer = sent(thursday, file({"format": form.COPY, "games": [kept]}))
    shown = page(answer).text
    assert ("Euchre, March 5, 2026 new" in shown, "as if played today" in shown) == (True, False)
    saved(thursday, packed(answer))
    assert str(models.GameFacts.objects.get(group=thursday.pk).played_on) == "2026-03-05"


def test_a_game_that_began_with_entries_comes_from_such_a_copy_too(thursday: FoundGroup) -> None:
    made = table(variant="poker-chips", entries=opening("poker-chips"), played_on="2026-11-12")
    key = str(uuid4())
    kept = {**read(rows_of(Phone(), made)), "key": key, "viewer": {"author": "this phone"}}
    kept["rows"] = [[*row[:7], f"{key} {row[0]}"] for row in kept["rows"]]
    answer = sent(thursday, file({"format": form.COPY, "games": [kept]}))
    saved(thursday, packed(answer))
    assert Entry.objects.filter(game__group=thursday.pk).count() == len(kept["rows"])


def test_a_row_of_a_copy_with_a_field_written_twice_is_said(thursday: FoundGroup) -> None:
    made = table(**evening(12))
    kept = {**read(rows_of(let_in(made, "far away", "owner"), made)), "key": str(uuid4())}
    kept["rows"] = [[*row[:2], '{"kind": "hand", "kind": "hand"}', *row[3:]] for row in kept["rows"]]
    answer = sent(thursday, file({"format": form.COPY, "at": "2026-11-20T12:00:00Z", "games": [kept]}))
    assert "“kind” is there twice." in page(answer).text


@pytest.mark.parametrize("of", [form.COPY, form.FORMAT])
def test_a_whole_file_with_a_field_written_twice_is_said(thursday: FoundGroup, of: str) -> None:
    told = json.dumps({"format": of, "title": "Friday", "zone": "UTC", "games": [], "more": 1})
    answer = sent(thursday, file(told.replace('"more"', '"more": 2, "more"').encode()))
    assert "“more” is there twice." in page(answer).text


def test_what_is_there_already_is_noticed_under_another_title_too(thursday: FoundGroup) -> None:
    made = table(group=thursday.pk, **evening(19, 2))
    store.append(device(), made.id, store.new_key(), made.version, hand("partnership", 2))
    games.rename(store.load(device(), made.id), "Bo’s birthday")
    exported = Phone().get(reverse("recap_json", args=[made.id])).content
    answer = sent(thursday, file(exported), file(evening(12), "new.json"))
    shown = page(answer).text
    assert "1 new game, 3 hands." in shown
    assert "1 is in the group already." in shown
    saved(thursday, packed(answer))
    assert counts() == (2, 6)


def test_a_game_of_a_bower_with_fewer_house_rules_is_there_already(thursday: FoundGroup) -> None:
    table(group=thursday.pk, **evening(19, 2))
    [game] = Game.objects.all()
    header = json.loads(game.header)
    del header["options"]["farmers_hand"]
    Game.objects.update(header=json.dumps(header))
    assert "No new game. 1 is in the group already." in page(sent(thursday, file(evening(19, 2)))).text


def test_a_correction_counts_as_the_game_is_now(thursday: FoundGroup) -> None:
    made = table(group=thursday.pk, **evening(19, 2))
    store.save(device(), made.id, store.new_key(), store.Change(2, 2, None))
    assert "No new game. 1 is in the group already." in page(sent(thursday, file(evening(19, 1)))).text
    store.save(device(), made.id, store.new_key(), store.Change(3, 2, None, restores=True))
    assert "1 new game, 1 hand." in page(sent(thursday, file(evening(19, 1)))).text
    assert "No new game. 1 is in the group already." in page(sent(thursday, file(evening(19, 2)))).text


def test_a_game_of_another_group_or_a_deleted_one_is_no_repetition(thursday: FoundGroup) -> None:
    table(group=group(title="Friday").pk, **evening())
    delete(store.load(device(), table(group=thursday.pk, **evening()).id))
    assert "1 new game" in page(sent(thursday, file(evening()))).text


def test_one_game_in_two_files_comes_in_once(thursday: FoundGroup) -> None:
    answer = sent(thursday, file(evening(title="One")), file(evening(title="Two"), "again.json"))
    assert "1 new game, 3 hands. 1 came in twice." in page(answer).text
    saved(thursday, packed(answer))
    assert counts() == (1, 3)


def test_two_phones_that_saw_the_same_files_write_them_once(
    thursday: FoundGroup, monkeypatch: pytest.MonkeyPatch
) -> None:
    bo = let_in_group(thursday, "bo", rights.SCOREKEEPER)
    first, second = (packed(sent(thursday, file(evening()), phone=phone)) for phone in (Phone(), bo))
    whole, times = bringing.known, list[int]()

    def known(*args: Any) -> dict[str, int]:
        """At the first look of the second phone the first has not written yet."""
        found = whole(*args)
        if not times:
            times.append(1)
            saved(thursday, first)
        return found

    monkeypatch.setattr(bringing, "known", known)
    answer = saved(thursday, second, bo)
    assert answer.headers["Location"].endswith("?saved=0&here=1")
    assert counts() == (1, 3)


def test_a_game_with_a_mistake_stays_out_and_the_others_come_in(thursday: FoundGroup) -> None:
    lines = [FIRST, ",,,,,,Bo,9,2", FIRST.replace("-19", "-20")]
    bad = {**evening(5), "entries": [hand("partnership"), {"kind": "hand", "maker": "Zoe"}]}
    answer = sent(thursday, file("\n".join((HEAD, *lines)).encode(), "a.csv"), file(bad))
    shown = page(answer).text
    assert "1 new game, 1 hand. 2 have mistakes, and stay out." in shown
    assert "Line 3, tricks: " in shown
    assert "Entry 2, maker: " in shown
    saved(thursday, packed(answer))
    assert counts() == (1, 1)


def test_a_game_with_two_names_of_one_person_stays_out_and_the_others_come_in(thursday: FoundGroup) -> None:
    for name in ("Bob", "Robert"):
        naming.add(thursday, name)
    [(one, _games), (other, _none)] = [
        (row.person, row.games) for row in people.listed(thursday.pk, most=2)[0]
    ]
    naming.merge(thursday, one.public_id, other.public_id)
    both = json.loads(json.dumps(evening(12)).replace("Ann", "Robert").replace("Bo", "Bob"))
    joins = evening(13) | {"variant": "poker-chips", "options": {}, "players": ["Bob", "Cy"]}
    joins["entries"] = [{"kind": "join", "player": "Robert", "left_of": "Cy"}]
    answer = sent(thursday, file(evening(5)), file(both, "b.json"), file(joins, "c.json"))
    shown = page(answer).text
    assert "1 new game, 3 hands. 2 have mistakes, and stay out." in shown
    assert shown.count("Robert and Bob are one person in this group. Use one of the names.") == 1
    assert shown.count("Bob and Robert are one person in this group. Use one of the names.") == 1
    assert saved(thursday, packed(answer)).status_code == 303
    assert counts() == (1, 3)


def test_a_file_that_cannot_be_read_says_why(thursday: FoundGroup) -> None:
    zipped = BytesIO()
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.json", b" " * 50_000_000)
    bad = {
        "bomb.zip": (zipped.getvalue(), "This is a zip or spreadsheet file. Unpack it, or save it as CSV."),
        "bomb.gz": (gzip.compress(b" " * 5_000_000), "This is a zip or spreadsheet file."),
        "latin.csv": ("date,game,Zoë".encode("latin-1"), "This isn’t UTF-8 text. Save it as “CSV UTF-8”."),
        "nul.csv": (b"\x00\x00\x00", "Bower doesn’t know the column"),
        "quotes.csv": (f'{HEAD}\n"a"b'.encode(), "The quotation marks are wrong from line 2 on."),
        "long.csv": (
            f"{HEAD}\n{'a' * 200_000}".encode(),
            "A cell is too long from line 2 on. Is a quotation mark never closed?",
        ),
        "empty.json": (b"", "This file is empty."),
        "half.json": (b'{"format": ', "This isn’t JSON: there’s a mistake in line 1."),
        "list.json": (b"[1, 2]", "This isn’t a Bower game file."),
        "deep.json": (b'{"a":' + b"[" * 100_000, "nested"),
        "<b>&.csv": (b"<script>,x", "Bower doesn’t know the column “<script>”."),
    }
    answer = sent(thursday, *(file(content, name) for name, (content, _words) in bad.items()))
    shown = page(answer).text
    assert answer.status_code == 200
    for name, (_content, words) in bad.items():
        assert words in shown, name
    assert "<script>" not in answer.content.decode().replace("<script src", "")
    assert "packed" not in answer.content.decode()
    assert counts() == (0, 0)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_csv_is_read_however_it_was_saved(thursday: FoundGroup, encoding: str) -> None:
    line = FIRST.replace("Bo", "Zoë").replace("Cy", "王")
    answer = sent(thursday, file(f"{HEAD}\n{line}\n".replace("\n", "\r\n").encode(encoding), "a.csv"))
    saved(thursday, packed(answer))
    assert json.loads(Game.objects.get().header)["players"] == ["Ann", "Zoë", "王", "Dee"]


@pytest.mark.parametrize("zone", ["Pacific/Honolulu", "Pacific/Auckland"])
@pytest.mark.parametrize("year", ["0001", "9999"])
def test_the_first_and_last_year_break_no_page_and_no_file(
    thursday: FoundGroup, year: str, zone: str
) -> None:
    ann, day = Phone(), f"{year}-{'01-01' if year == '0001' else '12-31'}"
    ann.cookies[ZONE] = zone
    told = f"{HEAD}\n{FIRST.replace('2026-11-19', day)}".encode()
    saved(thursday, packed(sent(thursday, file({**evening(), "played_on": day}), file(told, "a.csv"))))
    assert Game.objects.count() == 2
    for name in ("group", "group_evenings", "people", "group_stats", "group_hands", "new_night"):
        assert ann.get(reverse(name, args=[thursday.group_id])).status_code == 200, name
    for game in Game.objects.all():
        for name in (
            "table",
            "hands",
            "recap",
            "recap_text",
            "recap_csv",
            "recap_json",
            "rows",
            "recap_picture",
        ):
            assert ann.get(reverse(name, args=[game.public_id])).status_code == 200, name


def test_hostile_names_are_refused_or_shown_as_they_are(thursday: FoundGroup) -> None:
    players = ["<img src=x>", "\u202eevil", "pot", "Ann\x00"]
    for name in players:
        answer = sent(thursday, file({**evening(), "players": [name, "Bo", "Cy", "Dee"], "entries": []}))
        assert answer.status_code == 200
        assert "<img" not in answer.content.decode()
    assert (
        "without a date"
        in page(
            sent(thursday, file({name: value for name, value in evening().items() if name != "played_on"}))
        ).text
    )


def test_fifty_megabytes_are_refused_at_their_field_unread(thursday: FoundGroup) -> None:
    """What isn't read can't be held: the body here is an empty one that says it is large."""
    address = reverse("bring", args=[thursday.group_id])
    headers: Any = {"CONTENT_TYPE": "multipart/form-data; boundary=x", "CONTENT_LENGTH": "50000000"}
    answer = Phone().generic("POST", address, b"", **headers)
    assert answer.status_code == 413
    body = answer.content.decode()
    assert "That’s too much at once: 2 MB at most. Choose fewer or smaller files." in page(answer).text
    assert 'aria-describedby="files-wrong"' in body
    assert Phone("stranger").generic("POST", address, b"", **headers).status_code == 404
    assert Phone().generic("POST", "/games/imports/", b"", **headers).status_code == 413


def test_too_much_at_once_is_refused_at_the_field(
    thursday: FoundGroup, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Choose one or more files." in page(sent(thursday)).text
    many = [file(b"x", f"{number}.csv") for number in range(form.MOST_FILES + 1)]
    assert "That’s 201 files; 200 at most at once." in page(sent(thursday, *many)).text
    monkeypatch.setattr(form, "MOST_ENTRIES", 5)
    answer = sent(thursday, file(evening(5)), file(evening(12)))
    assert answer.status_code == 422
    assert "Those are more than 5 hands. Choose fewer files at once." in page(answer).text
    monkeypatch.setattr(form, "MOST_GAMES", 1)
    assert (
        "Those are more than 1 games. Choose fewer files at once."
        in page(sent(thursday, file(evening(5, 1)), file(evening(12, 1)))).text
    )
    lines = "\n".join(FIRST.replace("-19", f"-{day}") for day in (10, 11))
    assert (
        "Those are more than 1 games."
        in page(sent(thursday, file(f"{HEAD}\n{lines}".encode(), "a.csv"))).text
    )


def test_what_is_shown_fits_into_the_form_that_saves_it(
    thursday: FoundGroup, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = packed(sent(thursday, file(evening())))
    monkeypatch.setattr(form, "LONGEST_PAGE", settings.MAX_BODY_BYTES - 2 * len(content) // 3)
    answer = sent(thursday, file(evening()))
    assert answer.status_code == 422
    assert "That’s too much at once: 1 MB at most." in page(answer).text


@pytest.mark.parametrize("day", ["", "19.11.2026", "2026-1-1", "soon"])
def test_a_game_of_a_csv_needs_its_day(thursday: FoundGroup, day: str) -> None:
    shown = page(sent(thursday, file(f"{HEAD}\n{FIRST.replace('2026-11-19', day)}".encode(), "a.csv"))).text
    assert "Line 2, date: Write the day as 2026-11-19." in shown


def test_a_day_to_come_is_pointed_out_and_tomorrow_is_not(
    thursday: FoundGroup, monkeypatch: pytest.MonkeyPatch
) -> None:
    today = date(2026, 11, 19)
    monkeypatch.setattr("companion.views.bring.timezone", SimpleNamespace(localdate=lambda: today))
    for days, warned in ((1, False), (2, True)):
        on = str(today + timedelta(days))
        csv = f"{HEAD}\n{FIRST.replace('2026-11-19', on)}".encode()
        for content, name in ((csv, "a.csv"), ({**evening(), "played_on": on}, "a.json")):
            shown = page(sent(thursday, file(content, name))).text
            assert ("This day is still to come: check the year." in shown) == warned
            assert "1 new game" in shown


def test_a_game_of_another_century_leaves_all_pages_whole(thursday: FoundGroup) -> None:
    march = {"kind": "hand", "maker": "Ann", "trump": "spades", "alone": True, "tricks": {"Ann & Cy": 5}}
    for on in ("9999-12-31", "0001-01-01", "2026-11-19"):
        record = {**evening(), "options": {}, "entries": [march] * 3, "played_on": on}
        saved(thursday, packed(sent(thursday, file(record))))
    address = f"/groups/{thursday.group_id}/"
    for room in (
        "",
        "evenings/",
        "stats/",
        "stats/?period=all",
        "stats/?period=all&game=partnership",
        "people/",
    ):
        assert Phone().get(address + room).status_code == 200, room
    for on in ("9999-12-31", "0001-01-01"):
        assert Phone().get(f"{address}evenings/?day={on}").status_code == 200
    for table_id in Game.objects.values_list("public_id", flat=True):
        assert Phone().get(f"/games/{table_id}/recap/").status_code == 200


def test_five_thousand_entries_come_in_among_others_and_once(thursday: FoundGroup) -> None:
    long = long_game("partnership", 4990, played_on="2026-11-18")
    content = packed(sent(thursday, file(long), file(long, "again.json"), file(evening(), "short.json")))
    saved(thursday, content)
    saved(thursday, content)
    assert counts() == (2, 4993)


def test_only_what_was_shown_is_written_and_only_there(thursday: FoundGroup) -> None:
    friday = group(title="Friday")
    content = packed(sent(thursday, file(evening())))
    for other in ("", "x", content[:-1], content.replace("a", "b"), "é", content + "a"):
        answer = saved(thursday, other)
        assert answer.status_code == 422
        assert "This page is out of date." in page(answer).text
    assert saved(friday, content).status_code == 422
    assert counts() == (0, 0)


def test_many_games_come_in_step_by_step_and_count_once(
    thursday: FoundGroup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bring, "OF_A_REQUEST", 0.0)
    many = let_in_group(thursday, "many", "scorekeeper")
    many.defaults["REMOTE_ADDR"] = "192.0.2.77"
    content = packed(sent(thursday, *(file(evening(at)) for at in (5, 12, 19)), phone=many))
    answer = saved(thursday, content, many)
    with override_settings(PAGE_TABLES=1):  # reached by the first: what was begun goes on
        for done in (1, 2):
            shown = page(answer)
            assert (answer.status_code, f"{done} of 3 games are saved." in shown.text) == (202, True)
            form = shown.form(reverse("bring", args=[thursday.group_id]))
            answer = many.post(form.action, form.data())
    assert answer.headers["Location"].endswith("?saved=3&here=0")
    over = many.post(form.action, form.data(), headers={"HX-Request": "true"})
    assert over.headers["HX-Redirect"].endswith("?saved=3&here=0")
    assert many.post(form.action, {"packed": content, "going": "1"}).status_code == 422
    assert counts()[0] == 3


def test_rights(thursday: FoundGroup) -> None:
    content = packed(sent(thursday, file(evening())))
    statuses = {}
    for role in rights.GROUP_LINKED:
        phone = let_in_group(thursday, role, role)
        address = reverse("bring", args=[thursday.group_id])
        asked, given = phone.get(address), sent(thursday, file(evening()), phone=phone)
        example = phone.get(reverse("bring_example", args=[thursday.group_id]))
        statuses[role] = [one.status_code for one in (asked, given, saved(thursday, content, phone), example)]
    assert statuses == {
        rights.SCOREKEEPER: [200, 200, 303, 200],
        rights.VIEWER: [403] * 4,
        rights.PLAYER: [403] * 4,
    }
    assert sent(thursday, file(evening()), phone=Phone("stranger")).status_code == 404
    assert counts() == (1, 3)


def test_the_phone_keeps_its_role_and_gets_a_new_token(thursday: FoundGroup) -> None:
    phone = Phone()
    saved(thursday, packed(sent(thursday, file(evening(5)), file(evening(12)), phone=phone)), phone)
    assert groups.find(phone.device, thursday.group_id).role == rights.HOST
    assert len(store.tables(phone.device)) == 2


@override_settings(PAGE_TABLES=4)
def test_games_that_come_in_count_for_the_limit(thursday: FoundGroup) -> None:
    phone = Phone()
    saved(thursday, packed(sent(thursday, file(evening(5)), phone=phone)), phone)
    answer = sent(thursday, file(evening(12)), phone=phone)
    assert answer.status_code == 429
    assert "Too many games were started here." in page(answer).text


def test_the_last_game_shows_the_columns(thursday: FoundGroup) -> None:
    address = reverse("bring_example", args=[thursday.group_id])
    for _time in range(2):
        example = Phone().get(address).content
        assert "1 new game" in page(sent(group(title="Friday"), file(example, "x.csv"))).text
        table(group=thursday.pk, **evening(title="Late"))
    assert b"Late" in Phone().get(address).content
    undated = {name: value for name, value in evening(title="No day").items() if name != "played_on"}
    table(group=thursday.pk, **undated)
    text = page(sent(group(title="Friday"), file(Phone().get(address).content, "x.csv"))).text
    assert "1 new game" in text
