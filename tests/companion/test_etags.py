"""What a page says of itself, and that it is not sent twice."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponseBase
from django.urls import reverse

from companion import store
from companion.log.table import Table
from companion.server import build
from tests.companion.factories import NAMES, Phone, device, let_in, long_game, table, view
from tests.companion.pages import page

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

PAGES: dict[str, tuple[int, ...]] = {
    "table": (),
    "after": (1,),
    "hands": (),
    "hand": (),
    "entry": (5,),
    "bank": (),
    "chips": (),
    "settling": (),
    "books": (),
    "statement": (1,),
    "recap": (),
    "share": (),
}
PARTS = re.compile(r"<[^>]* data-live-(?:part|form)[^>]*>")
TAG = re.compile(r'W/"[0-9]+\.[0-9]+-[0-9a-f]{12}"')


def played() -> Table:
    return table(**long_game("poker-chips", 2))


def address(name: str, made: Table) -> str:
    return reverse(name, args=[made.id, *PAGES[name]])


def tag(response: HttpResponseBase) -> str:
    return str(response.headers["ETag"])


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_a_table_is_sent_once_until_something_changes(name: str) -> None:
    made, phone = played(), Phone()
    first = phone.get(address(name, made))
    assert TAG.fullmatch(tag(first))
    assert tag(first).startswith(f'W/"{made.version}.{view(made).viewer.revision}-')
    shown = re.search(r' data-tag="([^"]*)"', first.text)
    assert shown
    assert shown[1].replace("&quot;", '"') == tag(first)
    again = phone.get(address(name, made), headers={"If-None-Match": tag(first)})
    assert (again.status_code, again.content, tag(again)) == (304, b"", tag(first))
    assert "no-store" in again.headers["Cache-Control"] or "private" in again.headers["Cache-Control"]
    store.append(
        device(), made.id, store.new_key(), made.version, {"kind": "buy-in", "player": "Ann", "chips": 5}
    )
    changed = phone.get(address(name, made), headers={"If-None-Match": tag(first)})
    assert changed.status_code == 200
    assert tag(changed) != tag(first)


@pytest.mark.parametrize("name", PAGES)
def test_what_follows_the_table_has_a_name_of_its_own(name: str) -> None:
    found = Phone().get(address(name, played())).text
    names = [re.search(r' id="([^"]+)"', part) for part in PARTS.findall(found)]
    ids = [found[1] for found in names if found]
    assert len(ids) == len(names)
    everything = page_ids(found)
    assert [one for one in ids if everything.count(one) != 1] == []
    assert ids or name in {"hand", "entry"}  # the hand form asks for itself


def page_ids(html: str) -> list[str]:
    return re.findall(r' id="([^"]+)"', html)


def test_another_reader_s_page_is_another_one() -> None:
    made = played()
    first = tag(Phone().get(address("table", made)))
    german = Phone().get(address("table", made), headers={"Accept-Language": "de"})
    night = Phone()
    night.cookies["look"] = "night"
    mary = Phone("mary")
    let_in(made, "mary", "player")
    others = [tag(german), tag(night.get(address("table", made))), tag(mary.get(address("table", made)))]
    assert len({first, *others}) == 4


def test_a_newer_bower_has_other_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    made, phone = played(), Phone()
    first = tag(phone.get(address("table", made)))
    monkeypatch.setattr("companion.server.etags.build", lambda: "newer")
    assert tag(phone.get(address("table", made))) != first


def test_the_build_is_a_digest_of_what_pages_are_made_by(
    monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path
) -> None:
    made = build.build.__wrapped__
    settings.BASE_DIR = tmp_path
    (tmp_path / "static").mkdir()
    empty = made()
    (tmp_path / "static" / "bower.css").write_text("a {}")
    assert made() != empty


def test_an_answer_to_a_save_and_other_pages_have_no_tag_of_a_table() -> None:
    made, phone = played(), Phone()
    refused = phone.post(address("hands", made), {"save": "1"})
    assert refused.status_code == 422
    assert "ETag" not in refused.headers
    assert "ETag" not in phone.get("/").headers
    for_money = table(variant="poker-chips", options={"chip_value_cents": 50})
    uncounted = phone.get(address("settling", for_money) + "?counted=x")
    assert uncounted.status_code == 422
    assert not TAG.fullmatch(uncounted.headers.get("ETag", ""))
    assert not TAG.fullmatch(Phone("eve").get(address("table", made)).headers.get("ETag", ""))


def test_a_page_that_answers_a_form_says_where_it_is_fetched_again() -> None:
    made, phone = played(), Phone()
    asked = phone.get(address("bank", made) + "?entry=5")
    assert f'data-page="{address("bank", made)}?entry=5"' in asked.text
    refused = phone.post(reverse("buy_ins", args=[made.id]), {"player": NAMES[0], "chips": "x"})
    assert refused.status_code == 422
    assert f'data-page="{address("bank", made)}"' in refused.text
    corrected = phone.post(reverse("corrections", args=[made.id]), {"target": "5", "press": "show"})
    assert f'data-page="{address("entry", made)}"' in corrected.text


def test_the_sign_waits_for_its_script() -> None:
    found = page(Phone().get(address("table", played())))
    assert '<p id="live" class="cap" role="status" hidden' in found.html
    assert '<script src="/static/live.js" defer></script>' in found.html
