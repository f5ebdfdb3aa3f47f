"""The score sheet, what is put right in it, and the bank, in their states."""

from tests.browser.evenings import SORTS, evening, twelve
from tests.browser.phone import Phone
from tests.browser.scenes import scene
from tests.games.entries import Record

# Hands, and what is put right


def hands(phone: Phone, record: Record) -> None:
    phone.go(phone.bring_in(record) + "hands/")
    for summary in phone.at(".log summary").all():
        summary.tap()


scene("hands, none yet", evening("buck", 0))(hands)
for _variant in SORTS:
    scene(f"hands, {_variant}", evening(_variant, 5))(hands)


@scene("hands, one struck out and one corrected")
def struck(phone: Phone) -> None:
    hands(phone, evening("partnership", 3))
    phone.moves_on("#e1 a:text('Fix')")
    phone.say({"tricks": "5"})
    phone.save()
    phone.tap("#e2 summary")
    phone.moves_on("#e2 a:text('Remove')")
    phone.moves_on("#question [name=target]")
    for summary in phone.at(".log summary").all():
        summary.tap()


@scene("hands, removing reopens the game")
def reopening(phone: Phone) -> None:
    hands(phone, evening("partnership"))
    phone.moves_on(".log li:last-child a:text('Remove')")


@scene("hands, striking out refused")
def strike_refused(phone: Phone) -> None:
    hands(phone, evening("poker-chips", 4))
    phone.moves_on("#e1 a:text('Remove')")


@scene("hands, striking out came too late")
def strike_too_late(phone: Phone) -> None:
    hands(phone, evening("partnership", 3))
    phone.moves_on("#e2 a:text('Remove')")
    phone.falls_asleep()
    phone.happens_elsewhere()
    phone.moves_on("#question [name=target]")


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


@scene("house rules")
def house_rules(phone: Phone) -> None:
    phone.go(phone.bring_in(evening("partnership", 2)) + "house-rules/")


@scene("house rules refused")
def house_rules_refused(phone: Phone) -> None:
    house_rules(phone)
    phone.at("#rule-target").fill("1")
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
