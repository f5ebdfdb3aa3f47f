"""A group on phones: shared by links, people merged and forgotten, files, pictures, games moved."""

import json
import re
import struct
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import group_scenes
from tests.browser.conftest import Phones
from tests.browser.evenings import evening
from tests.browser.group_scenes import chosen, season, sent, someone
from tests.browser.phone import Phone
from tests.browser.rooms import comes_to, put_in
from tests.games.entries import hand

pytestmark = pytest.mark.browser

FOUR = ("Ann", "Bo", "Cy", "Dee")
CSV = """date;game;player 1;player 2;player 3;player 4;maker;trump;tricks 1;tricks 2
2026-11-19;Euchre;Ann;Bo;Cy;Dee;Ann;spades;3;2
;;;;;;Zoe;hearts;5;0
2026-11-12;Euchre;Ann;Bo;Cy;Dee;Bo;clubs;1;4
"""
SHARES = """() => {
  navigator.canShare = ({ files }) => files.every((file) => file instanceof File);
  window.sent = new Promise((resolve) => {
    navigator.share = async ({ title, files }) => {
      const bytes = new Uint8Array(await files[0].arrayBuffer());
      resolve({ title, name: files[0].name, type: files[0].type, bytes: [...bytes.slice(0, 24)] });
    };
  });
}"""


def thursday(phone: Phone) -> str:
    """A group of four with four games of Euchre; its address."""
    return group_scenes.thursday(phone, FOUR, ("partnership",), 2)


def link(phone: Phone, group: str, role: str) -> str:
    phone.go(f"{group}share/?role={role}")
    return phone.at("#address").input_value().removeprefix(phone.address)


def test_each_role_sees_its_part_of_a_group_until_its_link_is_turned_off(phones: Phones) -> None:
    host = phones()
    group = thursday(host)
    joined: dict[str, Phone] = {}
    for role, start, figures in (("scorekeeper", 1, 1), ("viewer", 0, 1), ("player", 0, 0)):
        other = joined[role] = phones()
        other.meant.update({403, 404})
        other.go(link(host, group, role))
        other.go(group)
        assert other.at("button:has-text('Start')").count() == start, role
        other.go(group + "stats/?period=all")
        assert other.at("#players").count() == figures, role
        other.go(group + "share/")
        assert other.at("#address").count() == 0, "only hosts invite"
        if role != "scorekeeper":
            other.go(group + "bring/")
            assert other.at("#files").count() == 0
    host.go(group + "share/")
    for role in ("scorekeeper", "viewer", "player"):
        expect(host.at(f".phones :text('{role}, since')")).to_have_count(1)
    viewer = joined["viewer"]
    viewer.go(group)
    expect(viewer.at("#last")).to_have_count(1)
    host.go(f"{group}share/?role=viewer")
    host.tap("summary:text('Turn link off')")
    host.moves_on("[name=withdraw]")
    expect(viewer.at("main")).to_contain_text("Ask for a new one")  # without a tap
    assert "Ann" not in viewer.at("body").inner_text()


def test_two_names_are_merged_and_taken_apart_and_one_is_forgotten_everywhere(phones: Phones) -> None:
    phone = phones()
    group = thursday(phone)
    record = {**season(("Zed", "Eli", "Fay", "Gus"), ("partnership",), 1)[0], "played_on": "2026-10-20"}
    chosen(phone, group, [record])
    phone.moves_on(".main")
    phone.moves_on(".main")
    ann = someone(phone, group, "Ann").partition("?")[0].removesuffix("edit/")
    phone.go(ann + "edit/")
    phone.at("#other").fill("Zed")
    phone.moves_on("[value=merge]")
    expect(phone.at("[role=status]")).to_contain_text("Merged: one person now.")
    phone.go(ann + "?period=all")
    expect(phone.at(".won h2")).to_have_text("3 of 5 won")
    phone.go(ann + "edit/")
    phone.moves_on("button:has-text('Take apart')")
    expect(phone.at("[role=status]")).to_contain_text("Taken apart: two people again.")
    phone.go(ann + "?period=all")
    expect(phone.at(".won h2")).to_have_text("2 of 4 won")

    phone.go(ann + "edit/")
    phone.moves_on("a:has-text('Forget')")
    assert phone.at(".btn.main").inner_text() == "Keep the name"
    phone.moves_on("button[form=forget]")
    expect(phone.at("[role=alert]")).to_contain_text("Forget this name now?")
    phone.go(group + "people/")
    expect(phone.at("main")).to_contain_text("Ann")  # it asks twice
    phone.go(ann + "forget/")
    phone.moves_on("button[form=forget]")
    phone.moves_on("button:text('Yes, forget')")
    expect(phone.at("[role=status]")).to_contain_text("Forgotten.")
    for room in ("people/", "stats/?period=all", "evenings/", ""):
        phone.go(group + room)
        assert "Ann" not in phone.at("main").inner_text(), room
        assert "Player 1" in phone.at("main").inner_text(), room


def test_many_files_and_a_csv_with_a_mistake_come_in_together(phones: Phones) -> None:
    phone = phones()
    group = sent(phone, "/groups/", "/groups/", title="Thursday")
    phone.go(group + "bring/")
    first, second = season(FOUR, ("partnership",), 1)
    files: Any = [
        {"name": f"{name}.json", "mimeType": "application/json", "buffer": json.dumps(record).encode()}
        for name, record in (("one", first), ("again", first), ("two", second))
    ]
    files += [
        {
            "name": "old.csv",
            "mimeType": "text/csv",
            "buffer": b"\xef\xbb\xbf" + CSV.replace("\n", "\r\n").encode(),
        },
        {"name": "all.zip", "mimeType": "application/zip", "buffer": b"PK\x03\x04" + bytes(30)},
    ]
    phone.at("#files").set_input_files(files)
    phone.moves_on(".main")
    said = phone.at("main").inner_text()
    for words in (
        "3 new games",
        "1 came in twice.",
        "1 has mistakes, and stays out.",
        "1 file can’t be read.",
        "Line 3, maker: ",
    ):
        assert words in said
    phone.moves_on(".main")
    expect(phone.at("[role=status]")).to_contain_text("3 games saved")
    phone.go(group + "stats/?period=all")
    expect(phone.at("#players")).to_contain_text("2 games")  # the third goes on


def test_a_picture_is_shared_as_a_file_or_opened_and_the_next_game_is_three_taps_away(phones: Phones) -> None:
    phone = phones()
    group = thursday(phone)
    person = someone(phone, group).partition("?")[0].removesuffix("edit/")
    for page, square in ((group + "stats/?period=all", "stats/square.png"), (person, "square.png")):
        phone.go(page)
        phone.page.evaluate(SHARES)
        with phone.page.expect_response(lambda response, square=square: square in response.url):  # type: ignore[misc]
            phone.tap("[data-file]")
        sent_file = phone.page.evaluate("window.sent")
        assert (sent_file["name"], sent_file["type"]) == ("bower.png", "image/png")
        assert sent_file["title"] in ("Thursday", "Ann")
        assert struct.unpack(">II", bytes(sent_file["bytes"][16:24])) == (1080, 1080)
        phone.go(page)
        phone.page.evaluate("Navigator.prototype.share = undefined")
        phone.moves_on("[data-file]")
        assert "picture.png" in phone.path

    chosen(phone, group, season(FOUR, ("king-cutthroat", "three-handed"), 1))
    phone.moves_on(".main")
    phone.moves_on(".main")
    phone.go(group)
    phone.taps = 0
    with phone.page.expect_response(lambda response: response.request.method == "POST"):
        phone.tap(".folk label:has-text('Dee') input")
    expect(phone.at(".htmx-request")).to_have_count(0)
    with phone.page.expect_response(lambda response: response.request.method == "POST"):
        phone.tap(phone.at(".picks.duo >> nth=0 >> input:not(:checked):not(:disabled)").first)
    expect(phone.at(".dock .main")).to_be_enabled()
    phone.moves_on(".dock .main")
    assert phone.taps == 3
    assert phone.path.startswith("/games/")
    expect(phone.at("main")).not_to_contain_text("Dee")


def test_a_game_is_moved_into_a_group_and_out_of_it(phones: Phones) -> None:
    phone = phones()
    group = sent(phone, "/groups/", "/groups/", title="Thursday")
    table = phone.bring_in(evening("partnership"))
    for choice, people in (("Thursday", 4), ("In no statistics", 0)):
        phone.go(table + "share/")
        phone.moves_on("a:has-text('Group')")
        phone.tap(f".pick:has-text('{choice}') input")
        phone.moves_on(".main")
        phone.go(group + "stats/?period=all")
        assert phone.at("[aria-labelledby=players] tbody tr").count() == people
        assert bool(phone.at("#players").count()) == bool(people)


def wins(phone: Phone, variant: str, best: int) -> None:
    """Start the game that is offered; the same player takes all in every hand, until it is won."""
    phone.moves_on(".dock .main")
    table = phone.path.partition("#")[0]
    record = phone.context.request.get(f"{phone.address}{table}recap.json").json()
    names = record["players"]
    teams = [" & ".join(names[side::2]) for side in (0, 1)]
    if variant == "partnership":
        won = hand(names[best], "hearts", alone=True, tricks={teams[best % 2]: 5, teams[1 - best % 2]: 0})
    else:
        won = hand(names[best], "hearts", tricks=dict.fromkeys(names, 0) | {names[best]: 5})
    while not comes_to(record)["winners"]:
        put_in(phone, table, variant, won)
        record["entries"].append(won)
    phone.go(table)
    expect(phone.at("main .won")).to_have_count(1)


def test_three_phones_of_a_group_see_tonight_through_three_games_of_two_kinds(phones: Phones) -> None:
    host, bo, cy = phones(), phones(), phones()
    group = thursday(host)
    for other, role in ((bo, "scorekeeper"), (cy, "viewer")):
        other.go(link(host, group, role))
    host.go(group)
    wins(host, "partnership", 0)
    host.moves_on(".dock .main")
    wins(host, "partnership", 1)
    for phone in (host, bo, cy):
        phone.go(host.path.partition("#")[0])
        expect(phone.at("h1")).to_have_text("Tonight 1–1")
        expect(phone.at("header a").first).to_have_text("‹\xa0Thursday")
    host.go(group)
    host.open("Other games")
    with host.page.expect_response(lambda response: response.request.method == "POST"):
        host.tap(".pick:has-text('Buck') input")
    expect(host.at(".dock .main")).to_be_enabled()
    wins(host, "buck", 1)
    for phone in (host, bo, cy):
        phone.go(host.path.partition("#")[0])
        expect(phone.at("h1")).to_have_text("Tonight, game 3")
        expect(phone.at(".tally")).to_have_text(re.compile(r"Ann 2\s+Dee 1\s+Bo 1\s+Cy 1"))
