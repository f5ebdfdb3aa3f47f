"""The rooms of groups and of euchre nights in their states: a season of games, a night in its first round."""

import json
from collections.abc import Callable, Hashable, Iterator
from datetime import date, timedelta
from typing import Any

from tests.browser.evenings import EVENINGS, HARD_NAMES, renamed
from tests.browser.phone import Phone, value
from tests.browser.scenes import scene
from tests.games.entries import FOUR, Record, hand

PEOPLE = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Bartholomew-Maximilian")
NIGHT = (*PEOPLE[:6], "Gus", "Hal")
FIRST, WEEKS = date(2026, 9, 10), 8
GAMES = ("partnership", "partnership", "king-cutthroat", "poker-chips", "partnership")


def season(
    people: tuple[str, ...] = PEOPLE, games: tuple[str, ...] = GAMES, weeks: int = WEEKS
) -> list[Record]:
    """Two games a week of these people, who take turns."""
    found = []
    for number in range(2 * weeks):
        record = EVENINGS[games[number % len(games)]]
        turned = people[number % len(people) :] + people[: number % len(people)]
        names = dict(zip(record["players"], turned, strict=False))
        on = FIRST + timedelta(weeks=number // 2)
        found.append({**renamed(record, names), "format": "bower.game/1", "played_on": str(on)})
    return found


def sent(phone: Phone, path: str, form: str, **fields: Any) -> str:
    """Post the form on page *form* to *path*; where it leads."""
    page = phone.fetch(form)
    stamp = {name: value(page, name) for name in ("csrfmiddlewaretoken", "key") if f'name="{name}"' in page}
    response = phone.context.request.post(phone.address + path, form={**stamp, **fields}, max_redirects=0)
    assert response.status == 303, response.text()
    return str(response.headers["location"])


def thursday(
    phone: Phone, people: tuple[str, ...] = PEOPLE, games: tuple[str, ...] = GAMES, weeks: int = WEEKS
) -> str:
    """A group with a season of past evenings; its address."""
    group = sent(phone, "/groups/", "/groups/", title="Thursday")
    saved(phone, group, season(people, games, weeks))
    return group


def saved(phone: Phone, group: str, records: list[Record]) -> None:
    """These games brought in, however many requests that takes."""
    chosen(phone, group, records)
    phone.moves_on(".main")
    phone.moves_on(".main")
    phone.page.wait_for_url("**/bring/?saved=*")


def chosen(phone: Phone, group: str, records: list[Record]) -> None:
    """The files of these games, chosen under Past evenings."""
    phone.go(group + "bring/")
    files: Any = [
        {"name": f"{number}.json", "mimeType": "application/json", "buffer": json.dumps(one).encode()}
        for number, one in enumerate(records)
    ]
    phone.at("#files").set_input_files(files)


# Address and cookies of what several scenes only look at, by the Bower that has it and what it is.
MADE: dict[tuple[str, Hashable], tuple[str, Any]] = {}


def borrowed(phone: Phone, make: Callable[..., str], *args: Hashable) -> str:
    """The address of what *make* makes for scenes that only look: a phone takes over from the first one."""
    key = phone.address, (make, args)
    if key not in MADE:
        MADE[key] = make(phone, *args), phone.context.cookies()
    address, cookies = MADE[key]
    phone.context.add_cookies(cookies)
    return address


def someone(phone: Phone, group: str, name: str = "Ann") -> str:
    """The address of a person's page."""
    phone.go(group + "people/")
    return phone.at(f"main a:has-text('{name}')").first.get_attribute("href") or ""


@scene("group recovery sheet, made")
def group_sheet(phone: Phone) -> None:
    phone.go(sent(phone, "/groups/", "/groups/", title="Thursday") + "recovery/")
    phone.moves_on(".main")


@scene("group, new")
def new_group(phone: Phone) -> None:
    phone.go(sent(phone, "/groups/", "/groups/", title="Thursday"))


@scene("group, start one")
def start_group(phone: Phone) -> None:
    phone.go("/groups/")


@scene("group people", "people/")
@scene("group evenings", "evenings/")
@scene("group share", "share/")
@scene("group, delete", "deletion/")
@scene("group recovery sheet", "recovery/")
@scene("group, what is behind a figure", "hands/?period=all&what=made")
def of_group(phone: Phone, room: str) -> None:
    phone.go(borrowed(phone, thursday) + room)


@scene("group with hard names", "")
@scene("group statistics with hard names", "stats/?period=all")
def hard_group(phone: Phone, room: str) -> None:
    phone.go(borrowed(phone, thursday, (*HARD_NAMES, "Eli", "Fay", "Gus")) + room)


@scene("group statistics of one game with hard names")
def of_one_game(phone: Phone) -> None:
    """A season of one game: everyone's ratings are settled, and drawn over time."""
    people = (*HARD_NAMES, "Eli", "Fay", "Gus")
    phone.go(thursday(phone, people, ("partnership",), 10) + "stats/?period=all&game=partnership")
    assert phone.at("#sec-ratings").count() == 1


def one_evening(phone: Phone) -> str:
    """A group that has played four games in one evening; its address."""
    group = sent(phone, "/groups/", "/groups/", title="Thursday")
    won = {"Ann": {"Ann & Cy": 5, "Bo & Dee": 0}, "Bo": {"Ann & Cy": 2, "Bo & Dee": 3}}
    games = [
        [hand(maker, "hearts", tricks=won[maker]) for maker in order]
        for order in (["Ann"], ["Bo", "Bo"], ["Bo", "Ann"], [])
    ]
    told = {"format": "bower.game/1", "variant": "partnership", "players": FOUR, "options": {"target": 2}}
    saved(phone, group, [{**told, "played_on": "2026-11-19", "entries": entries} for entries in games])
    return group


@scene("evening of a group", -1, "")
@scene("table with games won that evening", 3, "")
@scene("table over with games won that evening", 2, "")
@scene("board with games won that evening", 3, "board/")
@scene("recap with games won that evening", 2, "recap/")
def of_evening(phone: Phone, number: int, room: str) -> None:
    """The evening, or the table of one of its games, counted from 0."""
    phone.go(borrowed(phone, one_evening) + "evenings/?day=2026-11-19")
    if number >= 0:
        address = phone.at(".menu a").nth(number).get_attribute("href") or ""
        phone.go(f"/games/{address.split('/')[2]}/{room}")


@scene("person", "")
@scene("person, edit", "edit/")
def person(phone: Phone, room: str) -> None:
    place = someone(phone, borrowed(phone, thursday)).partition("?")[0].removesuffix("edit/")
    phone.go(place + (room or "?period=all"))


@scene("past evenings")
def past_evenings(phone: Phone) -> None:
    phone.go(sent(phone, "/groups/", "/groups/", title="Thursday") + "bring/")


@scene("past evenings, what is in the files")
def in_the_files(phone: Phone) -> None:
    group = sent(phone, "/groups/", "/groups/", title="Thursday")
    good, *_others = season()
    chosen(phone, group, [good, good, {**good, "players": ["Ann"]}])
    phone.moves_on(".main")


def night(phone: Phone) -> str:
    """A night of eight at two tables, in its first round; its address."""
    group = sent(phone, "/groups/", "/groups/", title="Club")
    phone.go(f"{group}nights/new/")
    phone.at("#name").fill(", ".join(NIGHT))
    phone.moves_on("[name=begin]")
    made = phone.path
    phone.moves_on("#dock .main")
    return made


@scene("new night")
def new_night(phone: Phone) -> None:
    phone.go(borrowed(phone, thursday) + "nights/new/")


@scene("night", "")
@scene("night, players", "players/")
@scene("night, seats of a round", "rounds/1/")
@scene("night, board for the wall", "board/")
@scene("night, results", "results/")
@scene("night, codes of a round", "rounds/1/codes/")
@scene("night, don’t wait", "early/")
@scene("night, fix a score", "fixes/")
@scene("night, a table of a round", "rounds/1/tables/1/")
@scene("night, who are you", "me/")
@scene("night, poster", "poster/")
def of_night(phone: Phone, room: str) -> None:
    phone.go(borrowed(phone, night) + room)


@scene("night, a player")
def player(phone: Phone) -> None:
    made = night(phone)
    phone.go(made + "me/")
    phone.moves_on(phone.at(".folk button").first)


@scene("night, signing up")
def signing_up(phone: Phone) -> Iterator[str]:
    made = night(phone)
    phone.go(made + "players/")
    phone.moves_on(phone.at("[name=leave]").first)
    phone.go(made + "poster/")
    phone.moves_on("[name=open]")
    yield "poster"
    phone.go(made + "me/")
    yield "names"
    for typed, state in (("pot", "refused"), (NIGHT[1], "asked")):
        phone.at("#name").fill(typed)
        phone.moves_on("#sign-up .btn")
        yield state
    phone.go(made + "me/")
    phone.at("#name").fill(HARD_NAMES[1])
    phone.moves_on("#sign-up .btn")
    yield "on the list"
    for room in ("", "players/", "early/"):
        phone.go(made + room)
        yield room or "night"
    phone.go(made + "me/")
    phone.moves_on("#dock .main")
    yield "next round"
    phone.go(made + "players/")
    phone.tap(phone.at(".sure summary").first)
    yield "substitute"


@scene("nights of a group")
def nights(phone: Phone) -> None:
    phone.go(borrowed(phone, night))
    phone.moves_on(phone.at("header a").first)


@scene("night, rounds refused")
def rounds_refused(phone: Phone) -> None:
    phone.go(borrowed(phone, night))
    phone.open("More or fewer rounds")
    phone.at("#plan-rounds").fill("0")
    phone.moves_on("#plan .btn")


@scene("night, points fixed")
def points_fixed(phone: Phone) -> Iterator[str]:
    made = night(phone)
    phone.go(made + "rounds/1/tables/1/")
    for points, state in (("1000", "refused"), ("7", "corrected")):
        phone.open("Fix the points")
        phone.at("#fix-points-0").fill(points)
        phone.at("#fix-reason").fill("A march was forgotten " * 5)
        phone.moves_on("#fix .btn >> nth=0")
        yield state
    phone.open("Fix the points")
    yield "to be taken back"
    for room in ("players/", "results/", "board/"):
        phone.go(made + room)
        yield room


@scene("night, who comes and goes")
def comers(phone: Phone) -> Iterator[str]:
    made = night(phone)
    phone.go(made + "players/")
    phone.at("#name").fill(HARD_NAMES[1])
    phone.moves_on("[name=arrive]")
    phone.moves_on(phone.at("[name=leave]").first)
    yield "a late arrival and a leaver"
    phone.at("#name").fill("pot")
    phone.moves_on("[name=arrive]")
    yield "a name that can’t be"


@scene("night, ended")
def ended(phone: Phone) -> Iterator[str]:
    made = night(phone)
    phone.go(sent(phone, made + "end/", made + "early/", early="1"))
    phone.open("Ended too early?")
    yield "results"
    for room in ("", "board/", "players/", "me/"):
        phone.go(made + room)
        yield room


@scene("night, a table in its own rooms")
def own_rooms(phone: Phone) -> Iterator[str]:
    made = night(phone)
    phone.go(made + "rounds/1/tables/1/")
    phone.moves_on("section.dock .main")
    table = phone.path.partition("hands/")[0]
    for room in ("hands/new/", "", "board/", "recap/", "deletion/"):
        phone.go(table + room)
        yield room or "table"


@scene("night of fixed pairs, who plays with whom")
def pairs(phone: Phone) -> None:
    phone.go(borrowed(phone, thursday) + "nights/new/")
    for number in range(5):
        phone.tap(phone.at(".folk .pick").nth(number))
    phone.tap(".pick:has([value=pairs])")
    phone.answered("[name=begin]")


@scene("table, into which group")
def moved(phone: Phone) -> None:
    borrowed(phone, thursday)
    phone.go(phone.bring_in(EVENINGS["partnership"]) + "group/")
