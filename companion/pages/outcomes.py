"""The outcomes of a hand, game by game: in words, with the rule that pays them and a hand that shows each."""

from dataclasses import dataclass

from scoring.deal import cards_each
from scoring.shape import Entry


@dataclass(frozen=True)
class Outcome:
    """An outcome in words, the rule that pays it, to whom, and a hand that shows it."""

    words: str
    rule: str
    player: str
    hand: Entry


MAKERS, DEFENDERS = "Ann & Cy", "Bo & Dee"


def _partnership(words: str, rule: str, makers: int, team: str = MAKERS, **more: object) -> Outcome:
    tricks = {MAKERS: makers, DEFENDERS: 5 - makers}
    return Outcome(words, rule, team, {"maker": "Ann", "tricks": tricks, **more})


def _alone(words: str, rule: str, player: str, tricks: str, **more: object) -> Outcome:
    """*tricks* as digits in seat order, "-" for one who dropped; Ann makes it unless clubs were turned."""
    names = ("Ann", "Bo", "Cy", "Dee")
    counts = {name: int(one) for name, one in zip(names, tricks, strict=False) if one != "-"}
    dropped = {name: "drop" for name, one in zip(names, tricks, strict=False) if one == "-"}
    choices = {"choices": dropped} if dropped else {}
    maker = {} if more.keys() & {"nine_of_clubs", "turned_club"} else {"maker": "Ann"}
    return Outcome(words, rule, player, {**maker, **choices, "tricks": counts, **more})


PARTNERSHIP = (
    _partnership("The makers take three or four", "EU-07", 3),
    _partnership("A march: the makers take all five", "EU-08", 5),
    _partnership("Alone, all five", "EU-09", 5, alone=True),
    _partnership("Alone, three or four", "EU-10", 3, alone=True),
    _partnership("Euchred: the makers take fewer than three", "EU-11", 2, DEFENDERS),
    _partnership("A lone maker is euchred", "EU-12", 2, DEFENDERS, alone=True),
    _partnership(
        "A defender alone euchres a lone maker", "EU-13", 2, DEFENDERS, alone=True, defended_alone="Bo"
    ),
)
SHOWDOWN = {"winner": "Ann", "tricks": {"Ann": 3, "Bo": 2}}
KING = (
    _alone("A King takes a trick", "KC-10", "Bo", "412", kings=["Bo"]),
    _alone("The most tricks, not all seven", "KC-12", "Ann", "421"),
    _alone("The maker takes all seven", "KC-13", "Ann", "700"),
    _alone("Another takes all seven", "KC-14", "Bo", "070"),
    _alone("Winning the showdown", "KC-16", "Ann", "331", showdown=SHOWDOWN),
    _alone("Losing it; never below 0", "KC-17", "Bo", "331", kings=["Bo"], showdown=SHOWDOWN),
    _alone(
        "A King takes a trick in the showdown", "KC-19", "Bo", "331", showdown={**SHOWDOWN, "kings": ["Bo"]}
    ),
    _alone("Thrown in: the leader", "KC-20", "Ann", "410", thrown_in=True),
)
KING_FOR_TWO = (
    _alone("A King takes a trick", "KC-10", "Bo", "43", kings=["Bo"]),
    _alone("The most tricks, not all seven", "KC-12", "Ann", "43"),
    _alone("The maker takes all seven", "KC-13", "Ann", "70"),
    _alone("The other takes all seven", "KC-14", "Bo", "07"),
    _alone("Thrown in: the leader", "KC-20", "Ann", "41", thrown_in=True),
)
THREE_HANDED = (
    _alone("Each trick", "TH-06", "Bo", "410"),
    _alone("Playing and taking none", "TH-07", "Cy", "410"),
    _alone("The maker takes fewer than three", "TH-08", "Ann", "230"),
    _alone("Dropping", "TH-09", "Cy", "41-"),
    _alone("The maker concedes", "TH-10", "Ann", "-32"),
    _alone("Everybody else dropped", "TH-11", "Ann", "5--"),
)
BUCK = (
    _alone("Each trick", "BU-10", "Bo", "4100"),
    _alone("Staying and taking none", "BU-11", "Cy", "4100"),
    _alone("The maker takes fewer than three", "BU-12", "Ann", "0320"),
    _alone("Dropping", "BU-09", "Dee", "410-"),
    _alone("All the others dropped", "BU-14", "Ann", "5---"),
    _alone("Taking all five", "BU-13", "Bo", "0500"),
)
# What they pay depends on the table, and is said in words.
POKER_CHIPS = (
    ("Each card won, from the pot", "1", "PC-13"),
    ("The winner of the hand", "the rest of the pot", "PC-14"),
    ("The only one left", "the whole pot", "PC-12"),
    ("A euchred maker, to the winner", "the bets again", "PC-15"),
    ("Euchred and no winner, into the pot", "the bets again", "PC-16"),
    ("No winner", "the pot stays", "PC-17"),
    ("A grand march, each active player to the maker", "the bets again", "PC-18"),
)


def of_poker_points(players: tuple[str, ...]) -> tuple[Outcome, ...]:
    """The outcomes of Poker-Euchre without chips, by a table of so many."""
    cards = cards_each(len(players))
    first, second = players[:2]
    lost = {"maker": first, "tricks": {first: 1, second: cards - 1}}
    won = {"maker": first, "tricks": {first: cards - 1, second: 1}}
    return (
        Outcome("Each trick", "PP-02", first, lost),
        Outcome("The winner of the hand, more", "PP-03", first, won),
        Outcome("A euchred maker", "PP-04", first, lost),
        Outcome("A grand march, more", "PP-05", first, {"maker": first, "tricks": {first: cards}}),
    )


def of_game(variant: str, players: tuple[str, ...]) -> tuple[Outcome, ...]:
    """What can come of a hand, in the order of the rules; nothing where it is said in words."""
    if variant == "poker-points":
        return of_poker_points(players)
    if variant == "king-cutthroat" and len(players) == 2:
        return KING_FOR_TWO
    return {
        "partnership": PARTNERSHIP,
        "king-cutthroat": KING,
        "three-handed": THREE_HANDED,
        "buck": BUCK,
    }.get(variant, ())
