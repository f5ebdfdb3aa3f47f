"""One evening of each game, from the first deal to the end, with what is rare in it as well."""

from typing import Any

Record = dict[str, Any]
Entry = dict[str, Any]


def hand(maker: str = "", trump: str = "", **said: Any) -> Entry:
    called = {name: value for name, value in (("maker", maker), ("trump", trump)) if value}
    return {"kind": "hand", **called, **said}


def acts(text: str) -> list[Entry]:
    """ "Bo check, Cy bet 5, Ann fold" as the record holds it."""
    told = [action.split() for action in text.split(", ")]
    return [
        {"player": who, "action": what, **({"chips": int(chips[0])} if chips else {})}
        for who, what, *chips in told
    ]


def bought(player: str, chips: int, **said: Any) -> Entry:
    return {"kind": "buy-in", "player": player, "chips": chips, **said}


EVENINGS: dict[str, Record] = {
    "partnership": {
        "variant": "partnership",
        "title": "Tuesday",
        "players": ["Ann", "Bo", "Cy", "Dee"],
        "dealer": "Dee",
        "options": {"defend_alone": True, "stick_the_dealer": False},
        "entries": [
            hand("Ann", "spades", tricks={"Ann & Cy": 3, "Bo & Dee": 2}),
            hand("Bo", "hearts", tricks={"Ann & Cy": 3, "Bo & Dee": 2}),
            hand(result="passed-out"),
            hand("Dee", "clubs", tricks={"Bo & Dee": 5, "Ann & Cy": 0}, alone=True),
            hand(result="redeal", note="two black nines"),
            hand("Cy", "diamonds", tricks={"Ann & Cy": 3, "Bo & Dee": 2}, alone=True, defended_alone="Bo"),
            hand("Ann", "hearts", tricks={"Ann & Cy": 5, "Bo & Dee": 0}, alone=True),
            hand("Bo", "spades", tricks={"Ann & Cy": 4, "Bo & Dee": 1}),
        ],
    },
    "king-cutthroat": {
        "variant": "king-cutthroat",
        "players": ["Ann", "Bo", "Cy"],
        "dealer": "Bo",
        "entries": [
            hand(
                "Bo", "spades", tricks={"Ann": 3, "Bo": 3, "Cy": 1}, kings=["Bo"], showdown={"winner": "Bo"}
            ),
            hand("Cy", "hearts", tricks={"Ann": 1, "Bo": 2, "Cy": 4}, kings=["Ann", "Cy"]),
            hand("Ann", "clubs", tricks={"Ann": 7, "Bo": 0, "Cy": 0}, kings=["Ann", "Ann"]),
            hand("Bo", "diamonds", tricks={"Ann": 0, "Bo": 5, "Cy": 1}, kings=["Bo"], thrown_in=True),
            hand(
                "Cy",
                "spades",
                tricks={"Ann": 3, "Bo": 1, "Cy": 3},
                kings=["Ann"],
                showdown={"winner": "Ann", "tricks": {"Ann": 3, "Cy": 1}, "kings": ["Ann"]},
            ),
            hand("Bo", "hearts", tricks={"Ann": 2, "Bo": 1, "Cy": 0}, kings=["Bo", "Ann", "Ann"]),
        ],
    },
    "three-handed": {
        "variant": "three-handed",
        "players": ["Ann", "Bo", "Cy"],
        "dealer": "Cy",
        "options": {"start": 12},
        "entries": [
            hand("Ann", "spades", tricks={"Ann": 3, "Bo": 2}, choices={"Cy": "drop"}),
            hand("Bo", "hearts", tricks={"Ann": 1, "Bo": 3, "Cy": 1}, choices={"Cy": "switch"}),
            hand("Cy", "diamonds", tricks={"Ann": 3, "Bo": 2}, choices={"Cy": "drop"}),
            hand(nine_of_clubs=True, tricks={"Ann": 2, "Bo": 2, "Cy": 1}),
            hand("Ann", "clubs", tricks={"Ann": 4, "Bo": 1, "Cy": 0}),
        ],
    },
    "buck": {
        "variant": "buck",
        "players": ["Ann", "Bo", "Cy", "Dee"],
        "dealer": "Ann",
        "entries": [
            hand("Ann", "spades", tricks={"Ann": 3, "Bo": 2}, choices={"Cy": "drop", "Dee": "drop"}),
            hand(turned_club=True, tricks={"Ann": 1, "Bo": 2, "Cy": 2, "Dee": 0}),
            hand("Bo", "no-trump", tricks={"Bo": 2, "Cy": 3}, choices={"Ann": "drop", "Dee": "drop"}),
            hand(result="passed-out"),
            {"kind": "adjust", "player": "Dee", "points": -2, "reason": "miscounted"},
            hand("Cy", "hearts", tricks={"Cy": 5, "Dee": 0}, choices={"Ann": "drop", "Bo": "drop"}),
        ],
    },
    "poker-points": {
        "variant": "poker-points",
        "players": ["Ann", "Bo", "Cy"],
        "dealer": "Bo",
        "options": {"target": 30},
        "entries": [
            hand("Ann", "spades", tricks={"Ann": 6, "Bo": 6, "Cy": 4}),
            {"kind": "adjust", "player": "Ann", "points": -2, "reason": "counted twice"},
            hand("Bo", "hearts", tricks={"Ann": 5, "Bo": 5, "Cy": 6}),
            hand("Bo", "diamonds", tricks={"Bo": 13, "Cy": 12}),
        ],
    },
    "poker-chips": {
        "variant": "poker-chips",
        "title": "Friday",
        "players": ["Ann", "Bo", "Cy"],
        "dealer": "Ann",
        "entries": [
            bought("Ann", 96),
            bought("Bo", 96),
            bought("Cy", 96),
            hand(
                "Bo",
                "spades",
                betting=acts("Bo bet 5, Cy raise 7, Ann fold, Bo call"),
                tricks={"Bo": 9, "Cy": 7},
            ),
            bought("Ann", 30, on_credit=True),
            {"kind": "join", "player": "Dee", "left_of": "Ann"},
            bought("Dee", 60),
            hand("Ann", "hearts", betting=acts("Cy check, Ann bet 3, Dee fold, Bo fold, Cy fold")),
            {"kind": "transfer", "from": "Cy", "to": "pot", "chips": 2, "reason": "looked at a card"},
            hand(
                "Cy",
                "diamonds",
                away=["Dee"],
                betting=acts("Ann check, Bo check, Cy check"),
                tricks={"Ann": 5, "Bo": 5, "Cy": 6},
            ),
            {"kind": "cash-out", "player": "Bo"},
            {"kind": "end"},
        ],
    },
}
