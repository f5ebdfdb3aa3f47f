"""Every room in the states it can be in: empty, half filled, refused, another phone first, finished."""

from collections.abc import Callable, Iterator
from typing import Any

from tests.browser.evenings import BEFORE, EVENINGS, HALF, SORTS, WHOLE, evening, hard, twelve
from tests.browser.phone import Phone
from tests.browser.pocket import OWN
from tests.browser.rooms import take_seats
from tests.companion.pages import read_page
from tests.games.entries import Record

# Leads a phone to a state of a room. Where it has several stops, it yields the name of each.
Scene = Callable[[Phone], Iterator[str] | None]

Lead = Callable[..., Iterator[str] | None]

SCENES: dict[str, Scene] = {}


def scene(name: str, *args: Any) -> Callable[[Lead], Lead]:
    """Enter a state of a room under its name."""

    def enter(lead: Lead) -> Lead:
        assert name not in SCENES
        SCENES[name] = lambda phone: lead(phone, *args)
        return lead

    return enter


def overtaken(phone: Phone, room: str, said: Callable[[Phone], None], saved: str) -> None:
    """In *room* something is said and saved, while the table has gone on by a hand that was dealt again."""
    phone.go(phone.path + room)
    said(phone)
    phone.falls_asleep()
    phone.happens_elsewhere()
    phone.answered(saved) if saved == "[name=save]" else phone.moves_on(saved)


def page(phone: Phone, path: str) -> None:
    phone.go(path)


# Home and New game


@scene("home on a new phone")
def home(phone: Phone) -> None:
    phone.go("/")


@scene("home with games")
def home_with_games(phone: Phone) -> None:
    for record in (evening("buck"), evening("poker-chips"), evening("king-cutthroat", 3)):
        phone.bring_in(record)
    phone.go("/")
    phone.open("Import a game")


@scene("home with twelve players")
def home_with_twelve(phone: Phone) -> None:
    phone.bring_in(twelve("poker-chips"))
    phone.go("/")


@scene("home, an import refused")
def import_refused(phone: Phone) -> None:
    phone.go("/")
    phone.open("Import a game")
    phone.at("#text").fill('{"format": "bower.game/1", "players": ["' + "W" * 60 + '"]}')
    phone.moves_on("button:text-is('Import')")


def new_game(phone: Phone, variant: str) -> None:
    phone.go(f"/games/new/{variant}/")
    for fold in phone.at("details.fold > summary").all():
        fold.tap()


def new_game_refused(phone: Phone, variant: str) -> None:
    phone.go(f"/games/new/{variant}/")
    take_seats(phone, ["Ann"])
    phone.at("#name").fill("ann")
    phone.open("House rules")
    phone.at("details.fold [type=number]").last.fill("0")
    phone.at("form#new").evaluate("form => { form.noValidate = true }")
    phone.answered(".main")


for _variant in SORTS:
    scene(f"new game, {_variant}", _variant)(new_game)
scene("new game refused, buck", "buck")(new_game_refused)
scene("new game refused, poker-chips", "poker-chips")(new_game_refused)


# Table


def table(phone: Phone, record: Record) -> None:
    phone.go(phone.bring_in(record))


def board(phone: Phone, record: Record) -> None:
    phone.go(phone.bring_in(record) + "board/")


for _variant in SORTS:
    scene(f"table begun, {_variant}", evening(_variant, 0))(table)
for _variant in SORTS:
    scene(f"table running, {_variant}", evening(_variant, 4))(table)
    scene(f"table finished, {_variant}", evening(_variant))(table)
    scene(f"board, {_variant}", evening(_variant, 4))(board)
scene("table with hard names", hard("partnership"))(table)
scene("table in a playoff", evening("poker-points", 3))(table)
scene("table of twelve, poker-chips", twelve("poker-chips"))(table)


@scene("table, the last hand undone")
def undone(phone: Phone) -> None:
    table(phone, evening("partnership", 2))
    phone.moves_on("button:text('Undo')")


@scene("table, undoing came too late")
def undone_too_late(phone: Phone) -> None:
    table(phone, evening("partnership", 2))
    phone.falls_asleep()
    phone.happens_elsewhere()
    phone.moves_on("button:text('Undo')")


def after(phone: Phone, variant: str) -> None:
    phone.go(phone.bring_in(evening(variant)) + "after/2/")


for _variant in SORTS:
    scene(f"table after hand 2, {_variant}", _variant)(after)


# Hand


def blank_hand(phone: Phone, record: Record) -> None:
    phone.go(phone.bring_in(record) + "hands/new/")


def half_told(phone: Phone, record: Record, said: dict[str, str]) -> None:
    """The page of a hand of which this much was said, sent past the page."""
    table = phone.bring_in(record)
    tell(phone, table, said)
    phone.go(table + "hands/new/")


def tell(phone: Phone, table: str, said: dict[str, str]) -> None:
    """Send what is said of the next hand by its form, without saving the hand."""
    form = read_page(200, phone.fetch(table + "hands/new/")).form(table + "hands/")
    own = {name: text for name, text in form.fields.items() if name in OWN or name.startswith("seat-")}
    response = phone.context.request.post(
        phone.address + form.action, form={**own, **said, "press": "show"}, max_redirects=0
    )
    assert response.status == 200, response.text()


@scene("hand with the panel open")
def panel(phone: Phone) -> None:
    blank_hand(phone, evening("king-cutthroat", 2))
    phone.tap(".rare > summary")


@scene("hand passed out")
def passed_out(phone: Phone) -> None:
    blank_hand(phone, evening("partnership", 2))
    phone.say({"result": "passed-out"})


@scene("hand, buck, a club turned")
def turned(phone: Phone) -> None:
    half_told(phone, evening("buck", 2), {"turned_club": "on", "tricks-0": "2", "tricks-1": "2"})


@scene("hand, poker-points, a renege")
def renege(phone: Phone) -> None:
    half_told(phone, evening("poker-points", 1), {"renege": "on", "reneged-0": "on", "tricks-1": "6"})


@scene("hand, poker-chips, in totals")
def totals(phone: Phone) -> None:
    said = {"telling": "totals", "maker": "1", "trump": "clubs", "level": "5", "folded-0": "on"}
    half_told(phone, evening("poker-chips", 3), said)


@scene("hand, poker-chips, a renege")
def chips_renege(phone: Phone) -> None:
    said = {"maker": "1", "betting": "1k 2k 0k", "tricks-1": "6", "renege": "on", "reneged-0": "on"}
    half_told(phone, evening("poker-chips", 3), said)


@scene("hand, poker-chips, folded out")
def folded_out(phone: Phone) -> None:
    half_told(phone, evening("poker-chips", 3), {"maker": "1", "betting": "1b5 2f 0f"})


@scene("hand, poker-chips, nobody can pay")
def stuck(phone: Phone) -> None:
    blank_hand(phone, evening("poker-chips", 1))


@scene("hand refused")
def refused(phone: Phone) -> None:
    half_told(phone, evening("king-cutthroat", 2), {"tricks-0": "3", "tricks-1": "4"})
    phone.answered("[name=save]")


@scene("hand refused, poker-chips")
def refused_chips(phone: Phone) -> None:
    half_told(phone, evening("poker-chips", 3), {"maker": "1", "betting": "1k 2k 0k"})
    phone.answered("[name=save]")


def told_in_steps(phone: Phone, variant: str) -> Iterator[str]:
    """A hand by thumb; of those games whose hands are all tapped in test_whole_games.py, past the page."""
    table = phone.bring_in(evening(variant, BEFORE[variant]))
    phone.go(table + "hands/new/")
    if variant in SORTS:
        yield "nothing told"
    for name, said in (("half told", HALF[variant]), ("told", told(variant))):
        if variant in SORTS:
            tell(phone, table, said)
            phone.go(table + "hands/new/")
        else:
            phone.say({field: text for field, text in said.items() if text != HALF[variant].get(field)})
        yield name


def told(variant: str) -> dict[str, str]:
    """All that is said of the hand of a game, as its form sends it."""
    half, rest = HALF[variant], WHOLE[variant]
    betting = {name: f"{half[name]} {rest[name]}" for name in half.keys() & rest.keys()}
    return {**half, **rest, **betting}


for _variant in EVENINGS:
    scene(f"hand, {_variant}", _variant)(told_in_steps)
scene("hand with hard names", hard("king-cutthroat"), {"maker": "1"})(half_told)
scene("hand with hard names, poker-chips", hard("poker-chips"), {"maker": "1"})(half_told)
scene("hand in a playoff", evening("poker-points", 3))(blank_hand)
scene("hand of twelve, poker-chips", twelve("poker-chips"), {"maker": "1", "trump": "clubs"})(half_told)


@scene("hand, another phone was first")
def hand_overtaken(phone: Phone) -> None:
    table(phone, evening("buck", 2))
    tell(phone, phone.path, told("buck"))
    overtaken(phone, "hands/new/", lambda _one: None, "[name=save]")


@scene("hand corrected")
def hand_corrected(phone: Phone) -> None:
    phone.go(phone.bring_in(evening("king-cutthroat", 3)) + "entries/1/")


@scene("no such page")
def missing(phone: Phone) -> None:
    phone.meant.add(404)
    phone.go("/games/nowhere/")
