"""Every room in the states it can be in: empty, half filled, refused, another phone first, finished."""

from collections.abc import Callable, Iterator
from typing import Any

from scoring import VARIANTS
from tests import games
from tests.browser.evenings import EVENINGS
from tests.browser.phone import Phone
from tests.browser.rooms import take_seats
from tests.games.entries import bought

# Leads a phone to a state of a room. Where it has several stops, it yields the name of each.
Scene = Callable[[Phone], Iterator[str] | None]
Record = dict[str, Any]

Lead = Callable[..., Iterator[str] | None]

SCENES: dict[str, Scene] = {}
TWELVE = ["Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou"]
# Right to left, forty wide letters, markup, and a base with more marks on it than a line is high.
HARD_NAMES = ["שלום עולם 🂡🎉", "W" * 40, "<script>alert('Bo')</script>", "Z" + "\u0301\u0323" * 19]
# Entries before the hand that is told, with something to see already.
BEFORE = {variant: games.evening(variant).BEGUN for variant in VARIANTS}


def sort(variant: str) -> tuple[bool, bool, bool]:
    """What makes the pages of a game look different: teams, chips, a score that falls."""
    game = VARIANTS[variant]
    return bool(game.teams), game.has_bank, bool(game.goal and game.goal.down)


# The first game of each sort, where a page looks alike in all others of it.
SORTS = list({sort(variant): variant for variant in reversed(VARIANTS)}.values())


def scene(name: str, *args: Any) -> Callable[[Lead], Lead]:
    """Enter a state of a room under its name."""

    def enter(lead: Lead) -> Lead:
        assert name not in SCENES
        SCENES[name] = lambda phone: lead(phone, *args)
        return lead

    return enter


def evening(variant: str, entries: int | None = None, **header: Any) -> Record:
    """The evening of a game after so many entries (None: to its end)."""
    record = EVENINGS[variant]
    return {**record, "entries": record["entries"][:entries], **header}


def twelve(variant: str, **header: Any) -> Record:
    """Twelve at the table, with chips where there are chips."""
    chips = [bought(name, 40) for name in TWELVE] if variant == "poker-chips" else []
    return {"variant": variant, "players": TWELVE, "entries": chips, **header}


def hard(variant: str) -> Record:
    """An evening of people with names that are hard on a page, after its first hand."""
    record = evening(variant, BEFORE[variant] + 1)
    pairs = dict(zip(record["players"], HARD_NAMES, strict=False))
    return {**renamed(record, pairs), "title": "W" * 60}


def renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {team(key, names): renamed(part, names) for key, part in value.items()}
    if isinstance(value, list):
        return [renamed(part, names) for part in value]
    return team(value, names) if isinstance(value, str) else value


def team(text: str, names: dict[str, str]) -> str:
    return " & ".join(names.get(part, part) for part in text.split(" & "))


def overtaken(phone: Phone, room: str, said: Callable[[Phone], None], saved: str) -> None:
    """In *room* something is said and saved, while the table has gone on by a hand that was dealt again."""
    phone.go(phone.path + room)
    said(phone)
    phone.falls_asleep()
    phone.happens_elsewhere()
    phone.answered(saved) if saved == "[name=save]" else phone.moves_on(saved)


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


@scene("home with hard names")
def home_hard(phone: Phone) -> None:
    for variant in EVENINGS:
        phone.bring_in(hard(variant))
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
for _variant in EVENINGS:
    scene(f"table running, {_variant}", evening(_variant, 4))(table)
for _variant in SORTS:
    scene(f"table finished, {_variant}", evening(_variant))(table)
    scene(f"board, {_variant}", evening(_variant, 4))(board)
scene("table with hard names", hard("partnership"))(table)
scene("table in a playoff", evening("poker-points", 3))(table)
scene("table of twelve, poker-chips", twelve("poker-chips"))(table)
scene("table of twelve, poker-points", twelve("poker-points"))(table)


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


def half_told(phone: Phone, record: Record, *said: dict[str, str]) -> None:
    blank_hand(phone, record)
    for fields in said:
        phone.say(fields)


HALF = {variant: games.form(variant).HALF for variant in VARIANTS}
WHOLE = {variant: games.form(variant).WHOLE for variant in VARIANTS}


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
    half_told(phone, evening("poker-chips", 3), {"maker": "1", "betting": "1k 2k 0k", "tricks-1": "6"})
    phone.press("renege")
    phone.say({"reneged-0": "on"})


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
    blank_hand(phone, evening(variant, BEFORE[variant]))
    yield "nothing told"
    phone.say(HALF[variant])
    yield "half told"
    phone.say(WHOLE[variant])
    yield "told"


for _variant in EVENINGS:
    scene(f"hand, {_variant}", _variant)(told_in_steps)
scene("hand with hard names", hard("king-cutthroat"), {"maker": "1"})(half_told)
scene("hand with hard names, poker-chips", hard("poker-chips"), {"maker": "1"})(half_told)
scene("hand in a playoff", evening("poker-points", 3))(blank_hand)
scene("hand of twelve, poker-chips", twelve("poker-chips"), {"maker": "1", "trump": "clubs"})(half_told)
scene("hand of twelve, poker-points", twelve("poker-points"), {"maker": "1", "trump": "clubs"})(half_told)


@scene("hand, another phone was first")
def hand_overtaken(phone: Phone) -> None:
    table(phone, evening("buck", 2))
    overtaken(phone, "hands/new/", lambda one: one.say(HALF["buck"] | WHOLE["buck"]), "[name=save]")


@scene("hand corrected")
def hand_corrected(phone: Phone) -> None:
    phone.go(phone.bring_in(evening("king-cutthroat", 3)) + "entries/1/")


# Hands, and what is put right


def hands(phone: Phone, record: Record) -> None:
    phone.go(phone.bring_in(record) + "hands/")
    for summary in phone.at(".log summary").all():
        summary.tap()


scene("hands, none yet", evening("buck", 0))(hands)
for _variant in SORTS:
    scene(f"hands, {_variant}", evening(_variant, 5))(hands)
scene("hands with hard names", hard("partnership"))(hands)


@scene("hands, one struck out and one corrected")
def struck(phone: Phone) -> None:
    hands(phone, evening("partnership", 3))
    phone.moves_on("#e1 a:text('Correct')")
    phone.say({"tricks": "5"})
    phone.save()
    phone.tap("#e2 summary")
    phone.moves_on("#e2 button:text('Remove')")
    for summary in phone.at(".log summary").all():
        summary.tap()


@scene("hands, removing reopens the game")
def reopening(phone: Phone) -> None:
    hands(phone, evening("partnership"))
    phone.moves_on(".log li:last-child button:text('Remove')")


@scene("hands, striking out refused")
def strike_refused(phone: Phone) -> None:
    hands(phone, evening("poker-chips", 4))
    phone.moves_on("#e1 button:text('Remove')")


@scene("hands, striking out came too late")
def strike_too_late(phone: Phone) -> None:
    hands(phone, evening("partnership", 3))
    phone.falls_asleep()
    phone.happens_elsewhere()
    phone.moves_on("#e2 button:text('Remove')")


def put_right(phone: Phone, record: Record, seq: int) -> None:
    phone.go(phone.bring_in(record) + f"entries/{seq}/")


for _seq, _kind in ((1, "buy-in"), (6, "join"), (9, "transfer"), (12, "end")):
    scene(f"entry, a {_kind}", evening("poker-chips"), _seq)(put_right)
scene("entry, an adjustment", evening("buck"), 5)(put_right)


@scene("entry refused")
def entry_refused(phone: Phone) -> None:
    put_right(phone, evening("buck"), 5)
    phone.at("#adjust-points").fill("0")
    phone.moves_on(".main")


@scene("entry, another phone was first")
def entry_overtaken(phone: Phone) -> None:
    put_right(phone, evening("buck", 5), 5)
    phone.falls_asleep()
    phone.happens_elsewhere()
    phone.moves_on(".main")


@scene("adjustment")
def adjustment(phone: Phone) -> None:
    phone.go(phone.bring_in(evening("buck", 2)) + "adjustments/")


@scene("adjustment refused")
def adjustment_refused(phone: Phone) -> None:
    adjustment(phone)
    phone.moves_on(".main")


@scene("adjustment, another phone was first")
def adjustment_overtaken(phone: Phone) -> None:
    adjustment(phone)
    phone.at("#adjust-points").fill("2")
    phone.falls_asleep()
    phone.happens_elsewhere()
    phone.moves_on(".main")


# Bank


def bank(phone: Phone, record: Record, fold: str = "") -> None:
    phone.go(phone.bring_in(record) + "bank/")
    if fold:
        phone.open(fold)


scene("bank begun", evening("poker-chips", 0))(bank)
scene("bank", evening("poker-chips", 11), "Add a player")(bank)
scene("bank, cashing out", evening("poker-chips", 9), "Cash out")(bank)
scene("bank, moving chips", evening("poker-chips", 9, options={"chip_value_cents": 50}), "Move chips")(bank)
scene("bank, stopping", evening("poker-chips", 9), "End the game")(bank)
scene("bank closed", evening("poker-chips"))(bank)
scene("bank of twelve", twelve("poker-chips"), "Buy in")(bank)
scene("bank with hard names", hard("poker-chips"), "Move chips")(bank)


@scene("bank refused")
def bank_refused(phone: Phone) -> None:
    bank(phone, evening("poker-chips", 4), "Move chips")
    phone.moves_on("form[action$='/transfers/'] .btn")


@scene("bank, another phone was first")
def bank_overtaken(phone: Phone) -> None:
    bank(phone, evening("poker-chips", 4), "Cash out")
    phone.falls_asleep()
    phone.happens_elsewhere()
    phone.moves_on("form[action$='/cash-outs/'] .btn")


# Recap and Rules


def recap(phone: Phone, record: Record) -> None:
    phone.go(phone.bring_in(record) + "recap/")
    for fold in phone.at("details > summary").all():
        fold.tap()


scene("recap, nothing yet", evening("buck", 0))(recap)
scene("recap so far", evening("poker-chips", 10))(recap)
for _variant in SORTS:
    scene(f"recap, {_variant}", evening(_variant))(recap)
scene("recap with hard names", hard("poker-chips"))(recap)


def page(phone: Phone, path: str) -> None:
    phone.go(path)


for _name, _path in {
    "rules": "",
    "rules found": "?q=left+bower",
    "rules, nothing found": "?q=" + "W" * 60,
    "rules, poker-euchre": "poker-euchre/",
    "ranking, king-cutthroat": "king-cutthroat/cards/?trump=hearts",
    "ranking, poker-euchre": "poker-euchre/cards/",
    "ranking, no trump": "buck/cards/?trump=no-trump",
    "charts, king-cutthroat": "king-cutthroat/charts/",
    "charts, poker-euchre": "poker-euchre/charts/",
    "trick, trump not said": "buck/trick/",
    "trick, Jokers": "poker-euchre/trick/?trump=hearts&last=on&cards=5S&cards=Joker&cards=Joker&cards=10H",
    "follow, a long hand": "poker-euchre/follow/?trump=spades&to=hand&trick=JC"
    + "".join(f"&hand={rank}{suit}" for suit in "HD" for rank in (2, 3, 4, 5, 6, 7, 8, 9, 10, "J")),
}.items():
    scene(_name, "/rules/" + _path)(page)


def rules_of_table(phone: Phone, record: Record, room: str = "") -> None:
    table = phone.bring_in(record)
    phone.go(table + room if room else f"/rules/{record['variant']}/?table={table.split('/')[2]}")


scene("rules of a table", evening("partnership", 2, options={"stick_the_dealer": False}))(rules_of_table)
scene("trick", evening("partnership", 2), "trick/?trump=diamonds&cards=JH&cards=KD&cards=QD&cards=AS")(
    rules_of_table
)
scene("trick, king-cutthroat", evening("king-cutthroat", 2), "trick/?trump=clubs&cards=JS&cards=Joker")(
    rules_of_table
)
scene(
    "follow",
    evening("partnership", 2),
    "follow/?trump=hearts&to=hand&trick=QH&hand=JD&hand=AS&hand=9H&hand=9C",
)(rules_of_table)


@scene("trick refused")
def trick_refused(phone: Phone) -> None:
    page(phone, "/rules/buck/trick/?trump=hearts&cards=AS&cards=AS")


@scene("no such page")
def missing(phone: Phone) -> None:
    phone.meant.add(404)
    phone.go("/games/nowhere/")
