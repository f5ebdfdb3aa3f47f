"""`make pictures`: the pictures of the README, taken from Bower as it is run."""

import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests import available
from tests.browser.phone import HEIGHT, WIDTH, Phone
from tests.browser.test_companion import make, moves
from tests.games.entries import acts, bought, hand
from tests.serving import Bower

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"

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


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        bower = Bower(Path(folder))
        bower.start()
        try:
            browser = playwright.chromium.launch(executable_path=available.chromium(), args=["--no-sandbox"])
            for scheme, suffix in (("light", ""), ("dark", "-night")):
                pictures(browser, bower.address, scheme, suffix)
        finally:
            bower.stop()


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
    phone.go(thursday + "draft/")
    told = "turned hearts; pass Bo; order Cy; taken; trick Bo king; trick Ann; trick Cy king"
    for one in moves("king-cutthroat", told):
        make(phone, one)
    take("play", thursday + "draft/")
    context.close()


if __name__ == "__main__":
    main()
