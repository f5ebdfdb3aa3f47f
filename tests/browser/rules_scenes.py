"""The recap and the rules, in their states."""

from tests.browser.evenings import SORTS, evening, hard
from tests.browser.phone import Phone
from tests.browser.scenes import page, scene
from tests.games.entries import Record

# Recap and Rules


def recap(phone: Phone, record: Record) -> None:
    phone.go(phone.bring_in(record) + "recap/")
    for fold in phone.at("details > summary").all():
        fold.tap()


scene("recap, nothing yet", evening("buck", 0))(recap)
for _variant in SORTS:
    scene(f"recap, {_variant}", evening(_variant))(recap)
scene("recap with hard names", hard("poker-chips"))(recap)


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
