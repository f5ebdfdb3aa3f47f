"""The manifest and its icons, the service worker without a kit, the running game, a shared file."""

import json
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from companion.views import installing
from tests.companion.factories import Phone, table
from tests.icons import STATIC, drawn

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def test_the_manifest_names_what_is_there() -> None:
    response = Client().get("/manifest.webmanifest")
    assert response.headers["Content-Type"] == "application/manifest+json"
    manifest = json.loads(response.content)
    for icon in manifest["icons"]:
        assert finders.find(icon["src"].removeprefix("/static/")), icon
    assert {icon.get("purpose", "any") for icon in manifest["icons"]} == {"any", "maskable"}
    for shortcut in manifest["shortcuts"]:
        assert Client().get(shortcut["url"]).status_code == 303
    assert manifest["share_target"]["action"] == "/shared/"


def test_the_icons_are_drawn_from_the_svg() -> None:
    for name, content in drawn((STATIC / "icon.svg").read_text()).items():
        assert (STATIC / name).read_bytes() == content, f"{name}: run `make generated`"


def test_every_page_links_the_manifest_and_names_the_worker() -> None:
    page = Client().get("/").text
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    assert re.search(r'<script src="/static/phone.js" data-worker="/worker.js"\s', page)


def test_without_a_kit_the_worker_takes_itself_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installing, "kit", lambda: None)
    response = Client().get("/worker.js")
    assert response.text == installing.NO_KIT
    assert response.headers["Cache-Control"] == "no-cache"
    unchanged = Client().get("/worker.js", headers={"If-None-Match": response.headers["ETag"]})
    assert unchanged.status_code == 304
    assert response.headers["Content-Type"].startswith("text/javascript")


def test_the_worker_has_the_addresses_of_its_kit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    built = tmp_path / "kit.json"
    built.write_text('{"name": "abc", "script": "kit.js", "files": {"pack": "kit.pack"}}')
    monkeypatch.setattr("django.contrib.staticfiles.finders.find", lambda _name: str(built))
    installing.kit.cache_clear()
    found = installing.kit()
    installing.kit.cache_clear()
    assert found is not None
    assert (found["name"], found["script"]) == ("abc", "/static/kit.js")
    assert found["files"] == {"pack": "/static/kit.pack"}
    assert {"/static/bower.css", "/static/phone.js", "/static/icon.svg"} <= set(found["statics"])


def test_scripts_may_compile_wasm_and_nothing_more() -> None:
    policy = Client().get("/worker.js").headers["Content-Security-Policy"].split("; ")
    assert "script-src 'self' 'wasm-unsafe-eval'" in policy
    assert not [part for part in policy if "unsafe" in part and not part.startswith("script-src")]
    assert installing._headers()["Content-Security-Policy"].split("; ") == sorted(policy)


def test_the_running_game_is_the_first_of_home() -> None:
    phone = Phone()
    assert phone.get("/running/").headers["Location"] == "/"
    made = table(variant="partnership")
    assert phone.get("/running/").headers["Location"] == f"/games/{made.id}/"


def test_a_shared_file_that_no_worker_has_taken_leads_to_the_import_form() -> None:
    response = Client(enforce_csrf_checks=True).post("/shared/", {"text": "{}"})
    assert (response.status_code, response.headers["Location"]) == (303, "/#import-game")
    assert 'id="import-game"' in Client().get("/").text
    assert Client().get("/shared/").status_code == 405


def test_a_chosen_theme_colors_the_frame_of_the_browser_too() -> None:
    phone = Phone()
    assert phone.get("/").text.count('name="theme-color"') == 2
    phone.post("/look/", {"look": "night"})
    assert '<meta name="theme-color" content="#0d1813">' in phone.get("/").text
