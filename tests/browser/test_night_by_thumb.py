"""A euchre night of 24 run by one thumb: who comes late, leaves, or steps in; a mistake found later."""

import csv
import json
import random
import re
from collections import Counter

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.browser.phone import Phone
from tests.browser.test_night import (
    SUITS,
    joined,
    made_night,
    points_of,
    post_hand,
    sent,
    standings,
)

pytestmark = pytest.mark.browser

NAMES = (
    *("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jon", "Kay", "Lee"),
    *("Mia", "Ned", "Oda", "Pam", "Quin", "Ray", "Sue", "Tom", "Una", "Vic", "Wes", "Xia"),
)
LATE, LEAVER, RELIEVED, SUBSTITUTE, ROUNDS, HANDS = "Zoe", "Cy", "Gus", "Yul", 3, 2


def opened(organizer: Phone, link: str | None) -> str:
    """Open the table of the night that a link leads to; the address of its game."""
    return sent(organizer, f"{link}open/", str(link)).partition("hands/")[0]


def played(organizer: Phone, night: str, dice: random.Random, by_thumb: bool) -> list[str]:
    """The hands of all tables of the round, the first one maybe by thumb; the addresses of the tables."""
    links = [link.get_attribute("href") for link in organizer.at("#night .four a").all()]
    assert len(links) == organizer.at("#night .four li").count()
    if by_thumb:
        organizer.moves_on(organizer.at("#night .four a").first)
        organizer.moves_on("section.dock .main")
        maker, trump, tricks = str(dice.randint(0, 3)), dice.choice(SUITS), str(dice.choice((1, 3, 4, 5)))
        organizer.say({"maker": maker, "trump": trump, "tricks": tricks})
        organizer.save()
    organizer.falls_asleep()  # or the page would move on by itself while the test does
    tables = [opened(organizer, link) for link in links]
    assert not by_thumb or organizer.path.startswith(tables[0])
    for number, table in enumerate(tables):
        for _hand in range(by_thumb and number == 0, HANDS):
            post_hand(organizer, table, dice)
    organizer.go(night)
    return tables


def counted(phone: Phone, tables: list[str], names: list[str]) -> dict[str, int]:
    """Everybody's points by the rules of Euchre, from the records of the tables."""
    points: Counter[str] = Counter(dict.fromkeys(names, 0))
    for table in tables:
        record = json.loads(phone.fetch(f"{table}recap.json"))
        points += points_of(record["entries"], record["players"])
    return {name: points[name] for name in names}


def sitting_out(organizer: Phone) -> list[str]:
    found = re.search(r"Sitting out this round: ([^.]+)\.", organizer.at("#night").inner_text())
    return re.split(", | and ", found[1]) if found else []


def test_a_night_of_24_with_a_late_arrival_a_leaver_a_substitute_and_a_correction(phones: Phones) -> None:
    dice = random.Random(9)  # noqa: S311 - no secret
    organizer = phones(viewport={"width": 1180, "height": 820})  # a tablet
    reader, substitute = (phones() for _phone in range(2))
    night, link = made_night(organizer, [", ".join(NAMES)], ROUNDS, HANDS)
    joined(reader, link, "Ann")
    tables, waited = [], []
    for number in range(1, ROUNDS + 1):
        if number > 1:
            organizer.moves_on("#dock a[href$='/players/']")
            if number == 2:
                organizer.at("#name").fill(LATE)
                organizer.moves_on("[name=arrive]")
            else:
                organizer.moves_on(organizer.at(".comers li").filter(has_text=LEAVER).locator("[name=leave]"))
            organizer.moves_on(".dock .main")
        organizer.reads()
        organizer.moves_on("#dock .main")
        expect(organizer.at("#round")).to_contain_text(f"Round {number} of {ROUNDS}")
        waited.append(sitting_out(organizer))
        if number == 2:
            organizer.moves_on("#dock a[href$='/players/']")
            out = organizer.at(".comers li").filter(has_text=RELIEVED)
            organizer.tap(out.locator("summary"))
            out.locator("[name=instead]").fill(SUBSTITUTE)
            organizer.moves_on(out.locator("[name=substitute]"))
            joined(substitute, link, SUBSTITUTE)
            organizer.moves_on(".dock .main")
        tables += played(organizer, night, dice, by_thumb=number == 1)
    assert [len(some) for some in waited] == [0, 1, 0]
    names = [*NAMES, LATE, SUBSTITUTE]
    expect(substitute.at("main")).to_contain_text(f"Round {ROUNDS}")  # without a tap
    assert dict(standings(organizer, f"{night}players/")) == counted(organizer, tables, names)

    reader.go(f"{night}players/")
    before = reader.at("#standings").inner_text()
    organizer.go(f"{tables[2]}hands/")
    hand = organizer.at("details").filter(has=organizer.at("a:text-is('Fix')")).first
    organizer.tap(hand.locator("summary").first)
    organizer.moves_on(hand.locator("a:text-is('Fix')"))
    was = organizer.at("[name=tricks]:checked").input_value()
    organizer.say({"tricks": "2" if was != "2" else "3"})
    organizer.save()
    now = counted(organizer, tables, names)
    expect(reader.at("#standings")).not_to_have_text(before)  # without a tap
    organizer.go(night)
    organizer.moves_on("#dock .main")
    found = standings(organizer, f"{night}results/")
    assert dict(found) == now
    assert [points for _name, points in found] == sorted(now.values(), reverse=True)
    assert max(Counter(now.values()).values()) > 1  # ties
    reader.go(f"{night}results/")
    shown = reader.at("#results .points tbody tr").all_inner_texts()
    assert [int(line.split()[-1]) for line in shown] == [points for _name, points in found]
    rows = csv.DictReader(organizer.fetch(f"{night}results.csv").splitlines())
    assert {row["player"]: int(row["points"]) for row in rows} == now
