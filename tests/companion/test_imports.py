"""A game from elsewhere: taken in as it is, or refused in clear words with nothing written."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponseBase
from django.test import override_settings
from django.test.client import MULTIPART_CONTENT

from companion import store
from companion.log import rights
from companion.models import Access, Entry, Game
from scoring import VARIANTS
from tests.companion.factories import Phone, hand, long_game, record, table
from tests.companion.pages import page

pytestmark = pytest.mark.django_db


def pasted(text: str, phone: Phone | None = None) -> Any:
    said = {"key": store.new_key(), "text": text}
    return (phone or Phone()).post("/games/imports/", said, MULTIPART_CONTENT)  # as the form says


def uploaded(content: bytes, phone: Phone | None = None) -> Any:
    file = SimpleUploadedFile("game.json", content, "application/json")
    return (phone or Phone()).post("/games/imports/", {"key": store.new_key(), "file": file})


def nothing_written() -> bool:
    return (Game.objects.count(), Entry.objects.count(), Access.objects.count()) == (0, 0, 0)


def said(response: HttpResponseBase) -> str:
    """What the page says as somebody reads it."""
    return page(response).text


def with_entries(*entries: object) -> str:
    return json.dumps(record(entries=list(entries)))


def with_header(**header: object) -> str:
    return json.dumps({**record(), **header})


def test_a_record_becomes_a_table_of_this_phone() -> None:
    phone, brought = Phone(), long_game("partnership", 5, title="Thursday")
    response = pasted(json.dumps(brought), phone)
    [made] = store.tables(phone.device)
    assert (response.status_code, response.headers["Location"]) == (303, f"/games/{made.id}/")
    assert (made.title, made.state.hands) == ("Thursday", 5)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_is_read_however_it_was_saved(encoding: str) -> None:
    players = ["Ann", "Zoë", "王", "بنيامين"]
    content = json.dumps({**record(), "players": players}, ensure_ascii=False).encode(encoding)
    phone = Phone()
    assert uploaded(content, phone=phone).status_code == 303
    [made] = store.tables(phone.device)
    assert made.header.players == tuple(players)


def test_pasted_text_may_start_with_a_byte_order_mark() -> None:
    assert pasted("\ufeff" + with_header()).status_code == 303


@pytest.mark.parametrize("variant", ["partnership", "poker-chips", "buck"])
def test_what_the_recap_exports_imports_to_an_equal_game(variant: str) -> None:
    made = table(**long_game(variant, 12, title="Thursday, “late”", played_on="2026-11-19"))
    phone = Phone()
    store.save(phone.device, made.id, store.new_key(), store.Change(made.version, made.version, None))
    made = store.load(phone.device, made.id).table
    exported = phone.get(f"/games/{made.id}/recap.json")
    response = uploaded(exported.content, phone=phone)
    assert response.status_code == 303
    again = store.load(phone.device, response.headers["Location"].split("/")[2]).table
    assert again.standing == made.standing
    assert again.record == made.record
    assert phone.get(f"/games/{again.id}/recap.json").content == exported.content


def test_the_same_form_sent_twice_makes_one_table() -> None:
    form = {"key": store.new_key(), "text": with_header()}
    locations = {Phone().post("/games/imports/", form).headers["Location"] for _tap in range(2)}
    assert len(locations) == 1
    assert Game.objects.count() == 1


BIG = "9" * 4000
REFUSED: dict[str, tuple[str, str]] = {
    "nothing": ("  \n", "Choose a file or paste its text."),
    "no JSON": ("Ann won", "This isn’t JSON: there’s a mistake in line 1."),
    "half a record": ('{"format": "bower.game/1",', "This isn’t JSON: there’s a mistake in line 1."),
    "another format": (with_header(format="bower.game/2"), "This isn’t a Bower game file."),
    "a list": ("[]", "This isn’t a Bower game file."),
    "a word": ('"bower.game/1"', "This isn’t a Bower game file."),
    "another game": (with_header(variant="whist"), "There’s no game “whist”."),
    "no entries list": (with_header(entries={}), "“entries” must be a list."),
    "an unknown field": (with_header(colour="red"), "The header of a game has no “colour”."),
    "too few players": (with_header(players=["Ann"]), "Euchre needs 4 players."),
    "a player twice": (
        with_header(players=["Ann", "ANN", "Bo", "Cy"]),
        "Two players are called ANN. Change one name.",
    ),
    "a number for a name": (with_header(players=[1, 2, 3, 4]), "“players” must be text."),
    "an entry of text": (
        with_entries(hand("partnership"), "hand"),
        "Entry 2: “entry” must be an object.",
    ),
    "an entry of nothing": (with_entries(None), "Entry 1: “entry” must be an object."),
    "wrong tricks": (
        with_entries(hand("partnership"), hand("partnership", tricks={"Ann & Cy": 4})),
        "Entry 2: That’s 4 tricks; a hand has 5.",
    ),
    "a wrong type": (with_entries(hand("partnership", alone=1)), "Entry 1: “alone” must be true or false."),
    "a number with a point": (
        with_entries(hand("partnership", tricks={"Ann & Cy": 5.0})),
        "Entry 1: Type a whole number for Ann & Cy, 0 or more.",
    ),
    "a field of our own": (
        with_entries(hand("partnership", seq=1)),
        "Entry 1: A hand of Euchre has no “seq”.",
    ),
    "deep nesting": (
        "[" * 100_000 + "]" * 100_000,
        "Brackets are nested too deep.",
    ),
    "deep nesting of names": ('{"a":' * 100_000 + "1" + "}" * 100_000, "Brackets are nested too deep."),
    "a deep value": (
        with_entries(hand("partnership", note=json.loads("[" * 50 + "]" * 50))),
        "Entry 1: “note” must be text.",
    ),
    "no number": (with_header(options={"target": 0}).replace(": 0", ": NaN"), "NaN isn’t a number."),
    "infinity": (
        with_header(options={"target": 0}).replace(": 0", ": -Infinity"),
        "-Infinity isn’t a number.",
    ),
    "infinity by size": (
        with_header(options={"target": 0}).replace(": 0", ": 1e999"),
        "Play to: type a whole number, 1 or more.",
    ),
    "a number too long": (
        with_header(options={"target": 0}).replace(": 0", ": " + "9" * 5000),
        "A number has more than 4200 digits.",
    ),
    "a large number": (
        with_header(options={"target": 0}).replace(": 0", ": " + BIG),
        "It has a number over 999,999,999.",
    ),
    "a large number below zero": (
        with_entries({"kind": "adjust", "player": "Ann & Cy", "points": -1_000_000_000, "reason": "x"}),
        "Entry 1: It has a number over 999,999,999.",
    ),
    "a field twice": (
        with_header().replace('"variant": "partnership"', '"variant": "buck", "variant": "partnership"'),
        "“variant” is there twice.",
    ),
    "an entry’s field twice": (
        with_entries(hand("partnership")).replace('"maker": "Ann"', '"maker": "Ann", "maker": "Bo"'),
        "Entry 1: “maker” is there twice.",
    ),
    "a player’s tricks twice": (
        with_entries(hand("partnership")).replace('"Ann & Cy": 3', '"Ann & Cy": 1, "Ann & Cy": 3'),
        "Entry 1: “Ann & Cy” is there twice.",
    ),
    "a control character in a name": (
        with_header(players=["Ann\x00", "Bo", "Cy", "Dee"]),
        "It has a character that can’t be saved.",
    ),
    "a line break in a name": (
        with_header(players=["Ann\nBo", "Bo", "Cy", "Dee"]),
        "It has a character that can’t be saved.",
    ),
    "an escape in a note": (
        with_entries(hand("partnership", note="\x1b[31m")),
        "Entry 1: It has a character that can’t be saved.",
    ),
    "half a character": (
        with_entries(hand("partnership", note="a \ud800 b")),
        "Entry 1: It has a character that can’t be saved.",
    ),
    "half a character in a title": (
        with_header(title="\udfff"),
        "It has a character that can’t be saved.",
    ),
    "half a character as a field": (
        with_entries({"kind": "hand", "\ud800": 1}),
        "Entry 1: It has a character that can’t be saved.",
    ),
    "a long title": (with_header(title="x" * 61), "That’s 61 characters; 60 at most."),
    "a long note": (
        with_entries(hand("partnership", note="x" * 201)),
        "Entry 1: That’s 201 characters; 200 at most.",
    ),
    "a field that is no name": (with_header(**{"<b>" + "x" * 500: 1}), "The header of a game has no “<b>xxx"),
    "a day that was not": (with_header(played_on="2026-02-30"), "That date doesn’t exist."),
}


@pytest.mark.alike
@pytest.mark.parametrize(("text", "words"), REFUSED.values(), ids=list(REFUSED))
def test_what_cannot_be_is_refused_on_home_with_its_place_and_reason(text: str, words: str) -> None:
    response = pasted(text)
    assert response.status_code == 422
    assert words in said(response)
    assert nothing_written()
    assert uploaded(text.encode("utf-8", "surrogatepass")).status_code == 422
    assert nothing_written()


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe\xfd",
        b"\x00" * 50,
        b"PK\x03\x04 a zip",
        "{}".encode("utf-32"),
        b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
    ],
)
def test_a_file_that_is_no_text_is_refused(content: bytes) -> None:
    response = uploaded(content)
    assert response.status_code == 422
    assert any(words in said(response) for words in ("UTF-8", "JSON", "Bower game file"))
    assert nothing_written()


def test_the_page_of_a_refused_import_keeps_markup_harmless() -> None:
    response = pasted(with_header(variant="<script>alert(1)</script>"))
    assert "“<script>alert(1)</script>”" in said(response)
    assert "<script>alert" not in response.text


NAMES = ["<script>alert(1)</script>", "بنيامين", "王\u202ealice", "Zoë ' \" & 🂡"]


def test_names_in_any_script_are_shown_harmlessly_everywhere() -> None:
    entries = [hand("buck", maker=NAMES[1], tricks={NAMES[0]: 2, NAMES[2]: 3}, note="<i>=1+1</i>")]
    brought = record(variant="buck", players=NAMES, title="<b>Thursday</b> \u202e", entries=entries)
    phone = Phone()
    location = pasted(json.dumps(brought), phone).headers["Location"]
    for place in ("", "hands/", "hands/new/", "entries/1/", "after/1/", "adjustments/", "recap/"):
        response = phone.get(location + place)
        assert response.status_code == 200, place
        assert "<script>alert" not in response.text
        assert "<b>Thursday" not in response.text
        assert "<i>=1" not in response.text
    assert "&lt;script&gt;alert(1)" in phone.get(location).text


def test_a_note_may_have_lines_and_is_kept_as_it_was() -> None:
    phone = Phone()
    location = pasted(with_entries(hand("partnership", note="one\n\ttwo")), phone).headers["Location"]
    made = store.load(phone.device, location.split("/")[2]).table
    assert made.entries[0].entry["note"] == "one\n\ttwo"


def test_too_many_entries_are_refused_with_the_limit_before_any_is_scored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rights, "steps", None)
    text = '{"kind":"end"}'
    brought = record(variant="poker-chips")
    response = pasted(
        json.dumps(brought).replace('"entries": []', f'"entries": [{",".join([text] * 100_000)}]')
    )
    assert response.status_code == 422
    assert "That’s 100000 entries; a game has 5000 at most." in said(response)
    assert nothing_written()


@override_settings(MAX_ENTRIES=3)
def test_as_many_entries_as_may_be_are_taken() -> None:
    assert pasted(json.dumps(long_game("partnership", 3))).status_code == 303
    assert pasted(json.dumps(long_game("partnership", 4))).status_code == 422


def test_fifty_megabytes_are_refused_and_the_page_names_the_limit() -> None:
    response = uploaded(b" " * 50_000_000)
    assert response.status_code == 413
    assert f"The limit is {settings.MAX_BODY_BYTES / 1_000_000:g} MB." in said(response)
    assert nothing_written()


def test_a_form_without_file_or_text_is_refused() -> None:
    assert Phone().post("/games/imports/").status_code == 422


def test_a_form_without_a_key_is_refused_and_writes_nothing() -> None:
    response = Phone().post("/games/imports/", {"text": with_header()})
    assert response.status_code == 422
    assert "This page is out of date." in said(response)
    assert nothing_written()


def everywhere(value: dict[str, Any]) -> Iterator[str]:
    """The record as JSON with each of its names given twice in turn, at any depth."""
    text = json.dumps(value)
    names = {name for part in (value, *value["entries"]) for name in part}
    for name in sorted(names - {"kind", "format"}):
        written = f'"{name}": '
        yield text.replace(written, f'"{name}": 0, {written}')


@pytest.mark.alike
@pytest.mark.parametrize("variant", [name for name in VARIANTS if not VARIANTS[name].has_bank])
def test_no_field_given_twice_slips_through(variant: str) -> None:
    extra = {"note": "x", "dealer": "Ann"}
    entries = [hand(variant, 0, **extra), {"kind": "hand", "result": "redeal", "note": "y"}]
    brought = record(variant=variant, title="x", played_on="2026-11-19", options={}, entries=entries)
    assert pasted(json.dumps(brought)).status_code == 303
    for text in everywhere(brought):
        assert pasted(text).status_code == 422
    assert Game.objects.count() == 1
