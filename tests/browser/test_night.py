"""A euchre night of eight people on eight phones: two rounds at two tables, and the standings at its end.

In the first and the last round a hand is entered on the hand form of a player's phone; the others are
posted from the phones of the tables, as that form would, so that the night takes seconds. Who plays with whom
in all seven rounds is a matter of tests/companion/test_night_plans.py.
"""

import random
import re
from collections import Counter
from collections.abc import Sequence
from html import unescape
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.browser.phone import Phone, value

pytestmark = [pytest.mark.browser, pytest.mark.long]

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal")
TABLES, ROUNDS, HANDS = 2, 2, 2
FOLLOW = 5  # players with a phone of their own: one of them sits at each table
SUITS = ("spades", "hearts", "diamonds", "clubs")
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')


def sent(phone: Phone, path: str, form: str, **fields: Any) -> str:
    """Post a form that is on the page *form*; where it leads."""
    page = phone.fetch(form)
    stamp = {name: value(page, name) for name in ("csrfmiddlewaretoken", "key") if f'name="{name}"' in page}
    response = phone.context.request.post(phone.address + path, form={**stamp, **fields}, max_redirects=0)
    assert response.status == 303, response.text()
    return str(response.headers["location"])


def made_night(
    organizer: Phone, names: Sequence[str] = NAMES, rounds: int = ROUNDS, hands: int = HANDS
) -> tuple[str, str]:
    """A night in a new group, and the link for its players."""
    group = sent(organizer, "/groups/", "/groups/", title="Club")
    organizer.go(f"{group}nights/new/")
    organizer.at("#name").fill(", ".join(names))
    organizer.at("#rounds").fill(str(rounds))
    organizer.at("#hands").fill(str(hands))
    organizer.moves_on("[name=begin]")
    [link] = re.findall(r'value="[^"]*(/[Gg]/\w+)"', organizer.fetch(f"{group}share/?role=player"))
    return organizer.path, link


def joined(phone: Phone, link: str, name: str) -> None:
    """Come by the link and say who this is."""
    phone.go(link)
    phone.moves_on(phone.at(".menu a").first)
    phone.moves_on(phone.at(".folk button").filter(has_text=re.compile(f"^{name}$")))


def codes(organizer: Phone, night: str, number: int) -> list[str]:
    """The codes of a round's tables, in order."""
    return re.findall(r"<b>([0-9A-Z]{4}-[0-9A-Z]{4})</b>", organizer.fetch(f"{night}rounds/{number}/"))


def post_hand(phone: Phone, table: str, dice: random.Random) -> None:
    """A hand as the form of the table's phone sends it."""
    page = phone.fetch(f"{table}hands/new/")
    hidden = {name: unescape(text) for name, text in HIDDEN.findall(page)}
    maker, tricks = str(dice.randint(0, 3)), dice.choice((1, 2, 3, 3, 3, 4, 5))
    alone = {"alone": "on"} if dice.random() < 0.2 else {}
    said = {"maker": maker, "trump": dice.choice(SUITS), "tricks": str(tricks), "save": "1", **alone}
    response = phone.context.request.post(
        f"{phone.address}{table}hands/", form={**hidden, **said}, max_redirects=0
    )
    assert response.status == 303, response.text()


def points_of(record: list[dict[str, Any]], players: list[str]) -> Counter[str]:
    """Every player's points by the rules of Euchre, from the entries alone."""
    points: Counter[str] = Counter(dict.fromkeys(players, 0))
    for entry in record:
        side = players.index(entry["maker"]) % 2
        taken = entry["tricks"][" & ".join(players[side::2])]
        gain = 0 if taken < 3 else (4 if entry.get("alone") else 2) if taken == 5 else 1
        winners = players[side::2] if taken >= 3 else players[1 - side :: 2]
        points.update(dict.fromkeys(winners, gain or 2))
    return points


def table_of(phone: Phone, code: str) -> str:
    """The address of the game of a table, by its code."""
    page = phone.fetch("/join/")
    form: dict[str, Any] = {"csrfmiddlewaretoken": value(page, "csrfmiddlewaretoken"), "code": code}
    response = phone.context.request.post(phone.address + "/join/", form=form, max_redirects=0)
    assert response.status == 303, response.text()
    return str(response.headers["location"])


def standings(phone: Phone, address: str) -> list[tuple[str, int]]:
    """Names and points of the table of standings, in order."""
    rows = re.findall(
        r'<th scope="row">\s*<bdi>([^<]+)</bdi>.*?<td><b>(\d+)</b></td>', phone.fetch(address), re.S
    )
    return [(name, int(points)) for name, points in rows]


def test_a_night_on_eight_phones_ends_in_the_right_standings(phones: Phones) -> None:
    dice = random.Random(11)  # noqa: S311 - no secret
    organizer = phones()
    night, link = made_night(organizer)
    players = {name: phones() for name in NAMES[:FOLLOW]}
    at_tables = [phones() for _table in range(TABLES)]
    for name, phone in players.items():
        joined(phone, link, name)
        expect(phone.at("#now")).to_have_text(f"Welcome, {name}")
    points: Counter[str] = Counter(dict.fromkeys(NAMES, 0))
    partners: set[frozenset[str]] = set()
    for number in range(1, ROUNDS + 1):
        expect(organizer.at("#dock .main")).to_contain_text(f"Start round {number}")
        expect(organizer.at("#dock .main")).to_be_enabled()
        organizer.reads()
        organizer.moves_on("#dock .main")
        for phone in players.values():  # without a tap: the page follows the night
            expect(phone.at("#now")).to_contain_text(f"Round {number}: Table")
        for at, code in enumerate(codes(organizer, night, number)):
            phone = at_tables[at]
            table = table_of(phone, code)
            by_thumb = at == 0 and number in (1, ROUNDS)
            done = recorded_on_a_players_phone(players) if by_thumb else 0
            for _hand in range(done, HANDS):
                post_hand(phone, table, dice)
            record = phone.entries(table)
            seated = seats(phone, table)
            assert len(record) == HANDS
            points += points_of(record, seated)
            partners |= {frozenset(seated[0::2]), frozenset(seated[1::2])}
    assert len(partners) == ROUNDS * TABLES * 2  # nobody twice
    expect(organizer.at("#dock .main")).to_contain_text("End the night")
    for name, phone in players.items():
        expect(phone.at(".rounds .fig")).to_have_text(str(points[name]))
    organizer.reads()
    organizer.moves_on("#dock .main")
    found = standings(organizer, f"{night}results/")
    assert dict(found) == {name: points[name] for name in NAMES}
    assert [score for _name, score in found] == sorted((points[name] for name in NAMES), reverse=True)
    for phone in players.values():
        expect(phone.at("#now")).to_have_text("The night is over")


def seats(phone: Phone, table: str) -> list[str]:
    """The players of a table in seat order, as its record has them."""
    found: list[str] = phone.context.request.get(f"{phone.address}{table}recap.json").json()["players"]
    return found


def recorded_on_a_players_phone(players: dict[str, Phone]) -> int:
    """A hand of table 1 by the form of the first player who sits there; how many that were."""
    phone = next(one for one in players.values() if one.at("#now").text_content().endswith("Table 1"))  # type: ignore[union-attr]
    where = phone.path
    phone.reads()
    phone.moves_on("#dock .main")
    phone.say({"maker": "2", "trump": "hearts", "tricks": "4"})
    phone.save()
    phone.moves_on("header a >> nth=0")  # ‹ Night
    assert phone.path == where
    return 1


def test_a_poster_puts_a_phone_on_the_list_and_at_a_table(phones: Phones) -> None:
    organizer, kim = phones(), phones()
    night, link = made_night(organizer, NAMES[:7])
    organizer.go(night)
    organizer.moves_on(".acts a:has-text('Poster')")
    organizer.moves_on("[name=open]")
    organizer.go(f"{night}players/")
    kim.go(link)
    assert kim.path == f"{night}me/"
    kim.at("#name").fill("Kim")
    kim.moves_on("#sign-up .btn")
    expect(kim.at("#now")).to_have_text("You’re in, Kim")
    expect(organizer.at("#comers li").last).to_contain_text("signed up, not here yet")  # without a tap
    expect(organizer.at("#standings")).to_contain_text("8 on the list, 7 here")
    organizer.go(night)
    expect(organizer.at("#dock .main")).to_contain_text("no seat for Kim")
    kim.moves_on("#dock .main")
    expect(organizer.at("#night")).to_contain_text("8 on the list, 8 here")
    organizer.reads()
    organizer.moves_on("#dock .main")
    expect(kim.at("#now")).to_contain_text("Round 1: Table")


RINGS = """
window.rung = 0;
const Tone = OscillatorNode;
window.OscillatorNode = class extends Tone { constructor(...given) { super(...given); rung += 1; } };
"""
SOON = """() => {
  const { dataset } = document.querySelector("[data-clock]");
  dataset.ends = new Date(Date.parse(dataset.now) + performance.now() + 3000).toISOString();
}"""


def seconds(text: str | None) -> int:
    """How many are left: 330 of "5:30"."""
    minutes, _, rest = str(text).partition(":")
    return 60 * int(minutes) + int(rest)


def test_the_wall_and_a_phone_count_down_to_the_same_bell(phones: Phones) -> None:
    organizer, wall, player = phones(), phones(), phones()
    night, link = made_night(organizer)
    sent(organizer, f"{night}rounds/", night, round="1")
    joined(player, link, "Ann")
    player.page.add_init_script(RINGS)
    player.go(f"{night}me/")
    wall.go(link)
    wall.go(f"{night}board/")
    sent(organizer, f"{night}announcement/", night, announcement="Pizza after this round.")
    for phone in (wall, player):
        expect(phone.at(".told")).to_have_text("Pizza after this round.")
    organizer.go(night)
    organizer.at("summary:has-text('Round clock')").tap()
    organizer.at("#plan-minutes").fill("6")
    organizer.moves_on("#clock .btn")
    player.go(f"{night}me/")
    player.at("#bell").tap()
    expect(player.at("#bell")).to_have_text("Bell on")
    before = int(player.page.evaluate("rung"))
    organizer.moves_on("[value=start]")
    wall.go(f"{night}board/")
    shown = [phone.at("[data-clock] .time") for phone in (organizer, wall, player)]
    for time in shown:
        expect(time).to_have_text(re.compile(r"^(6:00|5:\d\d)$"))
    left = [seconds(time.text_content()) for time in shown]
    assert max(left) - min(left) <= 3
    player.page.evaluate(SOON)
    expect(shown[2]).to_have_text("Time’s up")
    assert int(player.page.evaluate("rung")) > before
    sent(organizer, f"{night}announcement/", night, clear="1")
    expect(wall.at(".told")).to_have_count(0)
