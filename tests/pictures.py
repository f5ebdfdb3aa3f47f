"""`make pictures`: pictures of the README, and in var/pictures/ of every room, taken from Bower as it is run.

`python -m tests.pictures hand buck` takes only those of scenes with these words in their names.
"""

import re
import shutil
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Error, sync_playwright

from tests import available
from tests.browser import group_scenes
from tests.browser.all_scenes import SCENES
from tests.browser.phone import HEIGHT, LANGUAGE, WIDTH, Phone
from tests.browser.scenes import Scene
from tests.browser.test_companion import make, moves
from tests.entering import hand_fields
from tests.games.entries import acts, bought, hand
from tests.serving import Bower

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
ROOMS = ROOT / "var" / "pictures"

THURSDAY = {
    "variant": "king-cutthroat",
    "title": "Thursday",
    "players": ["Ann", "Bo", "Cy"],
    "dealer": "Ann",
    "entries": [
        hand("Ann", "spades", tricks={"Ann": 4, "Bo": 2, "Cy": 1}, kings=["Bo"]),
        hand("Bo", "hearts", tricks={"Ann": 2, "Bo": 4, "Cy": 1}, kings=["Ann", "Ann"]),
        hand("Cy", "clubs", tricks={"Ann": 1, "Bo": 2, "Cy": 4}, kings=["Cy"]),
        hand("Ann", "spades", tricks={"Ann": 5, "Bo": 1, "Cy": 1}, kings=["Ann", "Bo", "Ann"]),
        hand("Ann", "diamonds", tricks={"Ann": 2, "Bo": 4, "Cy": 1}, kings=["Ann"]),
        hand("Cy", "spades", tricks={"Ann": 1, "Bo": 2, "Cy": 4}, kings=["Cy"]),
    ],
}
LONER = hand("Ann", "hearts", alone=True, tricks={"Ann & Cy": 5, "Bo & Dee": 0})
TUESDAY = {
    "variant": "partnership",
    "title": "Tuesday",
    "players": ["Ann", "Bo", "Cy", "Dee"],
    "dealer": "Ann",
    "entries": [
        hand("Bo", "spades", tricks={"Ann & Cy": 1, "Bo & Dee": 4}),
        hand("Cy", "hearts", tricks={"Ann & Cy": 5, "Bo & Dee": 0}),
        hand("Dee", "diamonds", tricks={"Ann & Cy": 3, "Bo & Dee": 2}),
        hand("Ann", "clubs", tricks={"Ann & Cy": 2, "Bo & Dee": 3}),
        hand("Bo", "hearts", alone=True, tricks={"Ann & Cy": 0, "Bo & Dee": 5}),
        hand("Cy", "spades", tricks={"Ann & Cy": 5, "Bo & Dee": 0}),
    ],
}
SIX = ["Ann", "Bo", "Cy", "Dee", "Eli", "Fay"]
SATURDAY = {
    "variant": "poker-chips",
    "title": "Saturday",
    "played_on": "2026-11-14",
    "players": SIX,
    "dealer": "Ann",
    "options": {"chip_value_cents": 10},
    "entries": [
        *(bought(name, 60) for name in SIX),
        hand("Dee", "hearts", bets=dict.fromkeys(SIX, 4), tricks={"Ann": 1, "Dee": 4, "Eli": 2, "Fay": 1}),
        hand("Fay", "spades", bets=dict.fromkeys(SIX, 2), tricks={"Ann": 1, "Bo": 1, "Eli": 1, "Fay": 5}),
        hand("Dee", "diamonds", bets={"Dee": 3, "Ann": 3, "Cy": 3}, folded=["Bo", "Eli", "Fay"],
             tricks={"Ann": 3, "Cy": 3, "Dee": 2}),
        bought("Bo", 30, on_credit=True),
        hand("Bo", "clubs", bets={"Bo": 4, "Ann": 4, "Eli": 4, "Cy": 4}, folded=["Dee", "Fay"],
             tricks={"Ann": 3, "Bo": 2, "Cy": 1, "Eli": 2}),
        hand("Bo", "hearts", betting=acts("Fay fold, Ann bet 4, Bo call, Cy call, Dee fold, Eli call"),
             tricks={"Ann": 1, "Bo": 2, "Cy": 1, "Eli": 4}),
    ],
}  # fmt: skip


SIZES = {"low": (390, 664), "tall": (390, 844), "landscape": (844, 390), "tablet": (1024, 768)}
SCHEMES = ("light", "dark")
SHOWN = 250  # milliseconds until the moment of a hand lies on the table
UNSAFE = re.compile(r"[^a-z0-9]+")


def main(words: list[str]) -> None:
    """Take the pictures of the README, and those of every room; with *words*, only of rooms named so."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        bower = Bower(Path(folder))
        bower.start()
        try:
            browser = playwright.chromium.launch(executable_path=available.chromium(), args=["--no-sandbox"])
            if not words:
                for_readme(browser, bower.address)
            of_rooms(browser, bower.address, words)
        finally:
            bower.stop()


def of_rooms(browser: Browser, address: str, words: list[str]) -> None:
    """Every room in every state, in all sizes and schemes, and a page that shows them all."""
    if not words:
        shutil.rmtree(ROOMS, ignore_errors=True)
    for size in SIZES:
        for scheme in SCHEMES:
            (ROOMS / f"{size}-{scheme}").mkdir(parents=True, exist_ok=True)
    for name, scene in SCENES.items():
        if all(word in name for word in words):
            width, height = SIZES["low"]
            settings: dict[str, Any] = {"has_touch": True, "reduced_motion": "reduce", "locale": LANGUAGE}
            settings |= {"service_workers": "block"}  # as where the scenes are tested
            context = browser.new_context(viewport={"width": width, "height": height}, **settings)
            try:
                take_scene(Phone(context, address), name, scene)
            except (Error, AssertionError) as error:
                print(f"{name}: {str(error).splitlines()[0]}", file=sys.stderr)
            context.close()
    (ROOMS / "index.html").write_text(contents(), encoding="utf-8")


def take_scene(phone: Phone, name: str, scene: Scene) -> None:
    for stop in scene(phone) or (name,):
        take_all(phone, name if stop == name else f"{name} {stop}")


def take_all(phone: Phone, name: str) -> None:
    """The page in all sizes and schemes; in the end it is as it was."""
    for scheme in SCHEMES:
        phone.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        for size, (width, height) in SIZES.items():
            phone.page.set_viewport_size({"width": width, "height": height})
            phone.page.evaluate("scrollTo(0, 0)")
            file = UNSAFE.sub("-", name.lower()) + ".png"
            phone.page.screenshot(path=ROOMS / f"{size}-{scheme}" / file)
    width, height = SIZES["low"]
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.page.emulate_media(color_scheme="light")


def contents() -> str:
    """A page with all pictures, a row for each state of a room."""
    folders = [f"{size}-{scheme}" for scheme in SCHEMES for size in SIZES]
    rows = [
        f"<h2>{file.stem}</h2><p>"
        + " ".join(f'<img src="{folder}/{file.name}" height="400" loading="lazy">' for folder in folders)
        for file in sorted((ROOMS / folders[0]).glob("*.png"))
    ]
    return "<!doctype html><title>Bower, room by room</title>" + "\n".join(rows)


def for_readme(browser: Browser, address: str) -> None:
    """The pictures of the README, by day and night."""
    FOLDER.mkdir(exist_ok=True)
    for scheme, suffix in (("light", ""), ("dark", "-night")):
        pictures(browser, address, scheme, suffix)
    film(browser, address)


def film(browser: Browser, address: str) -> None:
    """The moving picture of the README: a hand is recorded, which wins the game, and its recap."""
    settings: dict[str, Any] = {"has_touch": True, "color_scheme": "light", "locale": LANGUAGE}
    width, height = SIZES["low"]
    context = browser.new_context(viewport={"width": width, "height": height}, **settings)
    phone, frames = Phone(context, address), []

    def take(seconds: float) -> None:
        picture = Image.open(BytesIO(phone.page.screenshot()))
        frames.append((picture, int(1000 * seconds)))

    table = phone.bring_in(TUESDAY)
    phone.go(table)
    take(2)
    phone.moves_on(".dock a.main")
    take(1)
    for name, value in hand_fields("partnership", LONER, phone.seats).items():
        phone.say({name: value})
        take(1)
    phone.save()
    phone.page.wait_for_timeout(SHOWN)
    take(1.5)
    phone.page.wait_for_timeout(SHOWN * 10)
    take(2)
    for room in ("hands/", "recap/"):
        phone.go(table + room)
        take(2)
    (first, _seconds), *others = frames
    first.save(
        FOLDER / "evening.webp",
        save_all=True,
        append_images=[picture for picture, _seconds in others],
        duration=[seconds for _picture, seconds in frames],
        loop=0,
        quality=70,
        method=6,
    )
    context.close()


def pictures(browser: Browser, address: str, scheme: Any, suffix: str) -> None:
    context = browser.new_context(
        viewport={"width": WIDTH, "height": HEIGHT},
        device_scale_factor=2,
        color_scheme=scheme,
        has_touch=True,
        reduced_motion="reduce",
    )
    phone = Phone(context, address)
    saturday, thursday = phone.bring_in(SATURDAY), phone.bring_in(THURSDAY)

    def take(name: str, path: str, said: dict[str, str] | None = None) -> None:
        phone.go(path)
        phone.say(said or {})
        phone.page.screenshot(path=FOLDER / f"{name}{suffix}.png")

    take("home", "/")
    take("table", thursday)
    king = {"maker": "1", "trump": "diamonds", "tricks-0": "3", "tricks-1": "3", "kings": "1 0 1"}
    take("hand", thursday + "hands/new/", {**king, "showdown": "1"})
    take("bank", saturday + "bank/")
    take("recap", saturday + "recap/")
    take(
        "betting", saturday + "hands/new/", {"maker": "3", "trump": "spades", "betting": "0b5 1c 2f 3c 4r10"}
    )
    take("share", thursday + "share/")
    thursday = phone.bring_in(THURSDAY)  # without the hand begun on the form
    phone.go(thursday + "draft/")
    told = "turned hearts; pass Bo; order Cy; taken; trick Bo king; trick Ann; trick Cy king"
    for one in moves("king-cutthroat", told):
        make(phone, one)
    take("play", thursday + "draft/")
    group = group_scenes.thursday(phone)
    take("group", group)
    take("statistics", group + "stats/?period=all")
    take("person", group_scenes.someone(phone, group).partition("?")[0] + "?period=all")
    made = group_scenes.night(phone)
    take("night", made)
    context.close()


if __name__ == "__main__":
    main(sys.argv[1:])
