"""Pictures of a recap and of a person: who gets them, what is in them, and what they cost."""

import struct
import subprocess
import threading
import time
import xml.etree.ElementTree as ET  # our own words
import zlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from types import SimpleNamespace

import pytest
from django.test import Client, override_settings

from companion.models import Person, PlayerFacts
from companion.pages.picture import SQUARE, WIDE, Portrait, Size, cut, fitted, person_svg, wrapped
from companion.recap.picture import recap_svg
from companion.server import drawing, fonts
from companion.server.admission import PICTURES, Turns, Unavailable
from companion.server.cache import Cache
from companion.server.drawing import render_png
from companion.stats.rating import Rating
from companion.store import links
from companion.views import pictures
from tests.companion.evenings import SIX, evening_of, saturday
from tests.companion.factories import Phone, group, let_in_group, table, view

SIZES = pytest.mark.parametrize("size", [WIDE, SQUARE], ids=["wide", "square"])
HOSTILE = ["<b>&amp;\"'", "🦊🎲", "עלמה", "王小明\u202e"]


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    wide, high = struct.unpack(">II", png[16:24])
    return wide, high


def texts(svg: str) -> list[str]:
    return [found.text or "" for found in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314


def four(names: list[str]) -> dict[str, object]:
    return {"kind": "hand", "maker": names[0], "trump": "hearts", "tricks": taken(names)}


def taken(names: list[str]) -> dict[str, int]:
    return {f"{names[0]} & {names[2]}": 3, f"{names[1]} & {names[3]}": 2}


@SIZES
def test_a_recap_says_who_won_and_draws_the_evening(size: Size) -> None:
    svg = recap_svg(evening_of("poker-chips", *saturday(), players=SIX, title="Saturday"), size)
    words = texts(svg)
    assert words[:2] == ["Saturday", "Bower"]
    assert {"Eli wins", "+68", "Eli +68", "Chips, up or down, hand by hand"} <= set(words)
    assert size_of(render_png(svg)) == (size.width, size.height)


@SIZES
def test_before_the_first_hand_there_is_nothing_to_draw(size: Size) -> None:
    words = texts(recap_svg(evening_of("partnership", title="Thursday"), size))
    assert "Nothing played yet" in words
    assert not [word for word in words if "hand by hand" in word]


@SIZES
def test_hostile_names_are_text_and_one_that_cannot_be_drawn_has_a_number(size: Size) -> None:
    svg = recap_svg(evening_of("partnership", four(HOSTILE), players=HOSTILE, title="\u202e🎲"), size)
    words = " ".join(texts(svg))
    assert "<b>&amp;" in words
    assert "Player 2" in words
    assert "🦊" not in words
    assert "\u202e" not in words
    assert size_of(render_png(svg)) == (size.width, size.height)


@SIZES
def test_a_person_is_drawn_with_and_without_games(size: Size) -> None:
    ratings = [("partnership", Rating(35.5, 5.6, 28)), ("king-cutthroat", Rating(28.4, 7.2, 6))]
    svg = person_svg(Portrait("Ann", "Thursday", 38, 21, [True, False] * 5, ratings), size)
    assert {"Ann", "Thursday", "21 of 38 won", "55%", "1584"} <= set(texts(svg))
    assert size_of(render_png(svg)) == (size.width, size.height)
    few = texts(person_svg(Portrait("Bo", "Thursday", 3, 1, [True, False, False], []), size))
    assert "1 of 3 won" in few
    assert not [word for word in few if "%" in word]
    assert "No games yet" in texts(person_svg(Portrait("🦊", "", 0, 0, [], []), size))


def test_two_names_that_are_drawn_alike_keep_their_own_points() -> None:
    names = ["Ann 🦊", "Ann 🎲", "Cy"]
    shut = {
        "kind": "hand",
        "maker": names[0],
        "trump": "spades",
        "tricks": {names[0]: 7},
        "kings": [names[0]],
    }
    told = evening_of("king-cutthroat", shut, players=names)
    ann, other, _cy = told.totals.values()
    assert ann != other
    assert {f"Ann {ann}", f"Ann (2) {other}"} <= set(texts(recap_svg(told, WIDE)))


def test_a_person_has_the_percentage_of_the_page() -> None:
    assert "63%" in texts(person_svg(Portrait("Ann", "Thursday", 40, 25, [], []), WIDE))


def test_letters_of_many_scripts_are_drawn_and_what_is_in_no_font_is_left_out() -> None:
    for name in (
        "Žofie",
        "Αλέξανδρος",
        "Дмитрий",
        "עלמה",
        "مريم",
        "ნინო",
        "สมชาย",
        "अनीता",
        "王小明",
        "さくら",
    ):
        assert fonts.drawable(name) == name
    assert fonts.drawable("🦊 Fox") == "Fox"
    assert fonts.drawable("🦊") == fonts.drawable(" … ") == ""
    assert fonts.drawable("\u202eAnn\x00\n−5") == "Ann –5"


def test_a_long_text_is_made_smaller_and_then_cut() -> None:
    assert fitted("Ann", 50, 400) == ("Ann", 50)
    longer, size = fitted("Bartholomew", 50, 200)
    assert longer == "Bartholomew"
    assert size < 50
    longest, _size = fitted("Bartholomew" * 4, 50, 200)
    assert longest.endswith("…")
    assert fonts.width(cut("W" * 99, 20, 300), 20) <= 300
    assert wrapped("Ann & Bartholomew win", 50, 300) == ["Ann &", "Bartholomew", "win"]


def test_no_font_of_the_machine_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    svg = person_svg(Portrait("Ann", "", 0, 0, [], []), WIDE)
    drawn = drawing._drawn(svg)
    monkeypatch.setattr(drawing, "FILES", ())
    assert drawing._drawn(svg) != drawn


def test_the_same_picture_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "KEPT", Cache[bytes](1))
    first, second = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="9"/>' for wide in (5, 6)
    )
    drawn = render_png(first)
    monkeypatch.setattr(drawing, "_drawn", lambda svg: b"another")
    assert render_png(first) == drawn
    assert drawing.is_drawn(first)
    assert render_png(second) == b"another"
    assert drawing.is_drawn(first) != drawing.is_drawn(second), "only one is kept"


def test_pictures_wait_for_each_other_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = Turns(replace(PICTURES, seconds=0.01))
    monkeypatch.setattr(drawing, "TURNS", turns)
    with turns.turn(), pytest.raises(Unavailable):
        render_png("<svg/>")


def test_while_one_waits_for_its_turn_a_third_holds_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = Turns(replace(PICTURES, seconds=30))
    monkeypatch.setattr(drawing, "TURNS", turns)
    begun, go_on = threading.Event(), threading.Event()

    def drawn(svg: str) -> bytes:
        begun.set()
        assert go_on.wait(30)
        return svg.encode()

    monkeypatch.setattr(drawing, "_drawn", drawn)
    monkeypatch.setattr(drawing, "KEPT", Cache[bytes](32))
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(render_png, "<svg>first</svg>")
        assert begun.wait(30)
        second = threads.submit(render_png, "<svg>second</svg>")
        while not turns.waiting:
            time.sleep(0.001)
        try:
            with pytest.raises(Unavailable):
                render_png("<svg>third</svg>")
        finally:
            go_on.set()
        assert (first.result(), second.result()) == (b"<svg>first</svg>", b"<svg>second</svg>")
    assert render_png("<svg>third</svg>") == b"<svg>third</svg>"


def test_a_drawing_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*_given: object, **_named: object) -> None:
        raise subprocess.TimeoutExpired("draw", 5)

    monkeypatch.setattr(subprocess, "run", slow)
    with pytest.raises(Unavailable):
        render_png("<svg>slow</svg>")
    with drawing.TURNS.turn():
        assert not drawing.TURNS.waiting


def test_threads_go_on_while_a_picture_is_drawn() -> None:
    svg = recap_svg(evening_of("poker-chips", *saturday(), players=SIX, title="Threads"), SQUARE)
    done = threading.Event()

    def draw() -> None:
        render_png(svg)
        done.set()

    worker = threading.Thread(target=draw)
    worker.start()
    went_on = 0
    while not done.is_set():
        zlib.crc32(b"x" * 1000)
        went_on += 1
    worker.join()
    assert went_on > 1000


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "_drawn", lambda svg: b"\x89PNG" + svg.encode())
    monkeypatch.setattr(drawing, "KEPT", Cache[bytes](32))


@pytest.mark.django_db
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("name", ["recap.png", "recap-square.png"])
def test_a_recaps_picture_is_for_those_at_the_table(name: str) -> None:
    address = f"/games/{table().id}/{name}"
    answered = Phone("ann").get(address)
    assert answered.status_code == 200
    assert answered.headers["Content-Type"] == "image/png"
    assert "private" in answered.headers["Cache-Control"]
    assert Phone("stranger").get(address).status_code == 404
    assert Client().get(address).status_code == 404


@pytest.mark.django_db
@pytest.mark.usefixtures("quick")
def test_a_picture_that_a_browser_has_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    address = f"/games/{table().id}/recap.png"
    phone = Phone("ann")
    tag = phone.get(address).headers["ETag"]
    monkeypatch.setattr(drawing, "KEPT", Cache[bytes](32))
    monkeypatch.setattr(drawing, "_drawn", lambda svg: pytest.fail("drawn again"))
    assert phone.get(address, headers={"If-None-Match": tag}).status_code == 304


@pytest.mark.django_db
def test_when_too_much_is_drawn_the_picture_is_asked_for_later(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = Turns(replace(PICTURES, seconds=0.01))
    monkeypatch.setattr(drawing, "TURNS", turns)
    with turns.turn():
        answered = Phone("ann").get(f"/games/{table(title='Later').id}/recap.png")
    assert answered.status_code == 503
    assert answered.headers["Retry-After"]


@pytest.mark.django_db
@override_settings(PAGE_SECONDS=0.5)
def test_drawing_counts_as_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "time", SimpleNamespace(monotonic=iter([0.0, 2.0]).__next__))
    monkeypatch.setattr(drawing, "_drawn", lambda svg: b"\x89PNG")
    phone, address = Phone("ann"), f"/games/{table(title='Dear').id}/recap.png"
    assert phone.get(address).status_code == 200
    late = phone.get(address)
    assert (late.status_code, late.headers["Retry-After"].isdecimal()) == (429, True)
    assert late.headers["HX-Reswap"] == "none", "a page that asks by htmx stays as it is"


@pytest.mark.django_db
@pytest.mark.usefixtures("quick")
def test_a_persons_picture_is_for_those_of_the_group() -> None:
    found = group()
    made = table(group=found.pk)
    person = Person.objects.get(group=found.pk, told="Ann")
    assert PlayerFacts.objects.filter(person=person).exists(), made
    addresses = [
        f"/groups/{found.group_id}/people/{person.public_id}/{name}.png" for name in ("picture", "square")
    ]
    viewer = let_in_group(found, "vi", "viewer")
    for address in addresses:
        assert Phone("ann").get(address).status_code == 200
        assert viewer.get(address).status_code == 200
        assert Phone("stranger").get(address).status_code == 404
    assert Phone("ann").get(f"/groups/{found.group_id}/people/0000000000/picture.png").status_code == 404
    other = group("Sunday", name="bo")
    assert (
        Phone("bo").get(f"/groups/{other.group_id}/people/{person.public_id}/square.png").status_code == 404
    )


@pytest.mark.django_db
def test_a_chat_sees_the_same_of_every_link_and_nothing_of_the_table() -> None:
    """A chat opens a link without a cookie, follows it, and shows what the page says of itself."""
    found = group("Poker with the mayor")
    made = table(title="Secret supper", players=["Ann", "Bartholomew", "Cy", "Dee"], group=found.pk)
    invited = [one.token for one in links.invitations(view(made)).values()]
    invited += [one.token for one in links.invitations(found).values()]
    addresses = [f"/J/{token}" for token in invited[:1]] + [f"/G/{token}" for token in invited[-1:]]
    pages = {Client().get(f"{address}?again").text for address in [*addresses, "/J/unknown"]}
    heads = {page.partition("<title>")[0] for page in pages}
    assert len(heads) == 1
    [head] = heads
    assert '<meta property="og:image" content="http://testserver/static/preview.png">' in head
    for page in pages:
        assert not [word for word in ("Secret", "supper", "Bartholomew", "mayor") if word in page]
    for address in (f"/games/{made.id}/recap/", f"/games/{made.id}/", f"/groups/{found.group_id}/"):
        unseen = Client().get(address)
        assert unseen.status_code == 404
        assert "Secret" not in unseen.text
