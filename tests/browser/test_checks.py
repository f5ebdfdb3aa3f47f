"""The checks of pages notice what they are there for."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser import checks
from tests.browser.checks import NARROW, axe, axe_by_day_and_night, contrast, main_action, measured
from tests.browser.phone import HEIGHT, WIDTH, Phone

pytestmark = pytest.mark.browser

HEAD = """<!doctype html><html lang="en"><head><title>A page</title>
<meta name="viewport" content="width=device-width"><style>
body { margin: 0 } .b { display: block; min-height: 44px }
.dock { position: fixed; inset: auto 0 0; height: 100px; background: #fff }</style></head><body>"""
FINE = """<main><h1>A page</h1><a class="b" href="#x">A link</a><p>Some <a href="#y">words</a>.</p>
<label class="b"><input type="radio" name="r"> One</label></main>"""


@pytest.fixture
def page(lent_phone: Phone) -> Iterator[Page]:
    yield lent_phone.page
    lent_phone.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    lent_phone.page.emulate_media(color_scheme="light")


def shown(page: Page, body: str) -> Page:
    page.set_content(HEAD + body)
    return page


def test_a_page_with_nothing_wrong_has_no_findings(page: Page) -> None:
    shown(page, FINE)
    assert [*axe_by_day_and_night(page), *measured(page, WIDTH), *main_action(page)] == []


@pytest.mark.parametrize(
    ("body", "finding"),
    [
        ("<main><a class='b' style='min-height: 43px' href='#x'>x</a></main>", "390 × 43 px"),
        ("<main><button>x</button></main>", " px: <button>x</button>"),
        ("<main><label><input type=checkbox> One</label></main>", " px: <label>"),
        ("<main><details><summary>More</summary></details></main>", " px: <summary>"),
        ("<main><div style='width: 400px'>x</div></main>", "the page is 400 px wide"),
        (
            "<main style='overflow: hidden'><p style='margin-left: 380px; width: 30px'>x</p></main>",
            "sticks out: <p",
        ),
        ("<main><p style='width: 20px; overflow: hidden'>longer</p></main>", "cut off: <p"),
        ("<main><a class='b btn' style='width: 50px' href='#x'>MMMMMMM</a></main>", "cut off: <a"),
        (
            "<main style='padding-top: 790px'><a class='b' href='#x'>x</a></main><div class='dock'></div>",
            "covered when focused: <a",
        ),
    ],
)
def test_what_is_wrong_with_a_page_is_found(page: Page, body: str, finding: str) -> None:
    assert finding in "\n".join(measured(shown(page, body), WIDTH))


def test_a_page_too_wide_for_a_narrow_phone_is_found(page: Page) -> None:
    shown(page, "<main><div style='width: 321px'>x</div></main>")
    page.set_viewport_size({"width": NARROW, "height": 844})
    assert "the page is 321 px wide" in measured(page, NARROW)


def test_grey_on_grey_is_found_by_day_and_by_night(page: Page) -> None:
    shown(
        page,
        FINE + "<style>@media (prefers-color-scheme: dark) { p { color: #777; background: #666 } }</style>",
    )
    assert contrast(page) == []
    page.emulate_media(color_scheme="dark")
    assert [finding.partition(":")[0] for finding in contrast(page)] == ["color-contrast"]
    assert contrast(page) != [], "what is wrong stays wrong on the next page"


def test_a_text_is_looked_at_where_it_differs_from_one_that_was_readable(
    page: Page, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own = checks.Readable(tmp_path / "readable")
    monkeypatch.setattr(checks, "readable", lambda: own)
    shown(page, FINE)
    assert contrast(page) == []
    assert page.evaluate("delete window.axe")
    shown(page, FINE.replace("words", "other words"))
    assert contrast(page) == []
    assert not page.evaluate("'axe' in window"), "nothing is new"
    for style in (
        "p { color: #777; background: #666 }",
        "main { background: #777 } p { color: #666 }",
        "p { color: #888; font-size: 14px }",
        "p { opacity: .3 }",
    ):
        shown(page, f"{FINE}<style>{style}</style>")
        assert [finding.partition(":")[0] for finding in contrast(page)] == ["color-contrast"], style


@pytest.mark.parametrize(
    ("body", "again"),
    [
        ("<p style='position: relative'>words<i class='over'></i></p>", True),
        ("<div style='background: #fff; height: 12px'><p>tall words</p></div>", True),
        ("<p style='background: #fff; line-height: 8px'>tall words</p>", False),
        ("<svg width='99' height='50' role='img' aria-label='x'><text y='20'>words</text></svg>", False),
    ],
)
def test_a_text_that_axe_could_not_decide_is_looked_at_again_where_another_place_may_tell(
    page: Page, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, body: str, again: bool
) -> None:
    own = checks.Readable(tmp_path / "readable")
    monkeypatch.setattr(checks, "readable", lambda: own)
    over = "<style>.over { position: absolute; inset: 0; background: #fff }</style>"
    for asked in (True, again):
        shown(page, f"{over}<main><h1>A page</h1>{body}</main>")
        page.evaluate("delete window.axe")
        assert contrast(page) == []
        assert page.evaluate("'axe' in window") == asked


def test_an_unnamed_field_is_found(page: Page) -> None:
    shown(page, FINE.replace("</main>", "<input></main>"))
    assert [finding.partition(":")[0] for finding in axe(page)] == ["label"]


@pytest.mark.parametrize(("top", "places"), [(300, 1), (422, 0), (790, 1)])
def test_a_main_button_outside_the_lower_half_is_found(page: Page, top: int, places: int) -> None:
    shown(page, f"<main style='padding-top: {top}px'><a class='b btn main' style='height: 60px'>x</a></main>")
    assert len(main_action(page)) == places


def test_what_the_browser_complains_of_is_heard(phone: Phone) -> None:
    shown(phone.page, "<script>console.error('broken'); nothing()</script>")
    assert phone.complaints == ["broken", "nothing is not defined"]
    phone.complaints.clear()
    phone.go("/")
    foreign = "document.body.append(Object.assign(document.createElement('script'), {src: 'http://x/'}))"
    with phone.page.expect_console_message(lambda said: "Content Security Policy" in said.text):
        phone.page.evaluate(foreign)
    assert "Content Security Policy" in " ".join(phone.complaints)
    phone.complaints.clear()
