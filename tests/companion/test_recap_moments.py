"""What is worth telling."""

from typing import Any

import pytest

from companion.recap.moments import MOST_MOMENTS, comeback, moments, story
from tests.companion.evenings import SIX, a_saturday, chip_hand, chips, evening_of
from tests.companion.factories import ENDLESS, hand

Entry = dict[str, Any]


def told(variant: str, *entries: Entry, **header: Any) -> list[tuple[int, str, str]]:
    header.setdefault("options", {})
    found = moments(evening_of(variant, *entries, **header))
    return [(moment.number, moment.text, moment.brought) for moment in found]


KING = "king-cutthroat"
ONE_HAND: dict[str, tuple[str, Entry, Entry, str, str]] = {
    "a march": (
        "partnership",
        hand("partnership", tricks={"Ann & Cy": 5}),
        {},
        "Ann calls spades; Ann & Cy take all five, a march",
        "+2",
    ),
    "a lone march": (
        "partnership",
        hand("partnership", alone=True, trump="hearts", tricks={"Ann & Cy": 5}),
        {},
        "Ann goes alone in hearts and takes all five",
        "+4",
    ),
    "all five by the defenders": (
        "partnership",
        hand("partnership", tricks={"Bo & Dee": 5}),
        {},
        "Bo & Dee take all five against Ann",
        "+2",
    ),
    "a lone euchre": (
        "partnership",
        hand("partnership", alone=True, tricks={"Ann & Cy": 2, "Bo & Dee": 3}),
        {},
        "Ann goes alone in spades and is euchred by Bo & Dee",
        "+2",
    ),
    "a lone defence": (
        "partnership",
        hand("partnership", alone=True, defended_alone="Dee", tricks={"Ann & Cy": 2, "Bo & Dee": 3}),
        {"defend_alone": True},
        "Dee defends alone and euchres Ann",
        "+4",
    ),
    "two Kings": (
        KING,
        hand(KING, kings=["Ann", "Bo", "Ann"], tricks={"Ann": 4, "Bo": 3}),
        {},
        "Ann wins tricks with 2 Kings",
        "+3",
    ),
    "a King that wins": (
        KING,
        hand(KING, kings=["Bo"], tricks={"Bo": 2}),
        {"target": 1},
        "A King wins the game for Bo",
        "+1",
    ),
    "all seven by the maker": (
        KING,
        hand(KING, kings=[], tricks={"Ann": 7}),
        {},
        "Ann calls spades and takes all seven, a march",
        "+2",
    ),
    "all seven by another": (
        KING,
        hand(KING, kings=[], tricks={"Cy": 7}),
        {},
        "Cy takes all seven against Ann",
        "+3",
    ),
    "a showdown": (
        KING,
        hand(KING, kings=[], tricks={"Ann": 3, "Bo": 3, "Cy": 1}, showdown={"winner": "Bo"}),
        {},
        "Bo beats Ann in the showdown",
        "+1",
    ),
    "all five at three-handed": (
        "three-handed",
        hand("three-handed", tricks={"Ann": 5}),
        {},
        "Ann calls spades and takes all five",
        "−5",
    ),
    "the nine of clubs and all five": (
        "three-handed",
        {"kind": "hand", "nine_of_clubs": True, "tricks": {"Bo": 5}},
        {},
        "Bo takes all five",
        "−5",
    ),
    "a sweep at buck": (
        "buck",
        hand("buck", tricks={"Bo": 5}),
        {},
        "Bo takes all five and wins the game",
        "−5",
    ),
    "a sweep that does not win": (
        "buck",
        hand("buck", tricks={"Bo": 5}),
        {"sweep_wins": False},
        "Bo takes all five against Ann",
        "−5",
    ),
    "a grand march for points": (
        "poker-points",
        hand("poker-points", tricks={"Ann": 12}),
        {},
        "Ann calls spades and takes all twelve, a grand march",
        "+56",
    ),
    "a march by another for points": (
        "poker-points",
        hand("poker-points", tricks={"Bo": 12}),
        {},
        "Bo takes all twelve against Ann",
        "+52",
    ),
}


@pytest.mark.parametrize(
    ("variant", "entry", "options", "text", "brought"), ONE_HAND.values(), ids=list(ONE_HAND)
)
def test_one_hand_worth_telling(variant: str, entry: Entry, options: Entry, text: str, brought: str) -> None:
    assert told(variant, entry, options=options) == [(1, text, brought)]


EUCHRES: dict[str, tuple[str, Entry, str, str]] = {
    "two teams": (
        "partnership",
        hand("partnership", tricks={"Bo & Dee": 3, "Ann & Cy": 2}),
        "Ann calls spades and is euchred by Bo & Dee",
        "+2",
    ),
    "counted down": (
        "three-handed",
        hand("three-handed", tricks={"Ann": 2, "Bo": 2, "Cy": 1}),
        "Ann calls spades and is euchred",
        "+5",
    ),
    "conceded": (
        "three-handed",
        hand("three-handed", choices={"Ann": "drop"}, tricks={"Bo": 3, "Cy": 2}),
        "Ann calls spades and concedes",
        "+5",
    ),
    "a bid": (
        "bid-euchre",
        hand("bid-euchre", bid=5, trump="no-trump", tricks={"Ann & Cy": 3, "Bo & Dee": 3}),
        "Ann calls no trump, bid 5, and is set",
        "−5",
    ),
    "for points": (
        "poker-points",
        hand("poker-points", tricks={"Ann": 4, "Bo": 8}),
        "Ann calls spades and is euchred; Bo collects",
        "+36",
    ),
}


@pytest.mark.parametrize(("variant", "entry", "text", "brought"), EUCHRES.values(), ids=list(EUCHRES))
def test_a_plain_euchre_is_worth_telling(variant: str, entry: Entry, text: str, brought: str) -> None:
    assert told(variant, entry) == [(1, text, brought)]


def test_plain_euchres_are_few_and_stand_back_behind_everything_else() -> None:
    def euchre(maker: str, taker: str) -> Entry:
        return hand("poker-points", maker=maker, tricks={maker: 4, taker: 8})

    plain = [
        euchre("Ann", "Bo"),
        euchre("Bo", "Cy"),
        euchre("Cy", "Dee"),
        euchre("Dee", "Ann"),
    ]
    assert len(told("poker-points", *plain, options={"target": 999})) == 3
    marches = [hand("poker-points", maker="Ann", tricks={"Ann": 12})] * 5
    found = told("poker-points", *plain, *marches, options={"target": 999})
    assert [number for number, _text, _brought in found] == [1, 5, 6, 7, 8, 9]


ORDINARY: dict[str, tuple[str, Entry]] = {
    "makers' point": ("partnership", hand("partnership")),
    "one King": (KING, hand(KING)),
    "thrown in": (KING, hand(KING, kings=[], tricks={"Ann": 4, "Bo": 1}, thrown_in=True)),
    "nobody stayed in": (
        "buck",
        hand("buck", choices={"Bo": "drop", "Cy": "drop", "Dee": "drop"}, tricks={"Ann": 5}),
    ),
    "passed out": (KING, {"kind": "hand", "result": "passed-out"}),
    "all tricks after a renege": (
        "poker-points",
        hand("poker-points", reneged=["Bo"], tricks={"Ann": 12}, cards={"Ann": 40}),
    ),
}


@pytest.mark.parametrize(("variant", "entry"), ORDINARY.values(), ids=list(ORDINARY))
def test_an_ordinary_hand_is_not_worth_telling(variant: str, entry: Entry) -> None:
    assert told(variant, entry) == []


def test_a_saturday_is_told_in_its_order() -> None:
    found = [(moment.number, moment.text, moment.brought) for moment in moments(a_saturday())]
    assert found == [
        (3, "Dee calls diamonds and is euchred; Ann collects", "+12"),
        (4, "Ann wins a pot with 28 chips left from hand 3", "+56"),
        (5, "Bo is euchred for the 2nd time in a row; Eli collects", "+22"),
        (7, "Eli calls diamonds and takes all eight, a grand march", "+80"),
    ]


def test_the_longest_row_of_euchres_is_told_where_it_ends() -> None:
    euchred = {"tricks": {"Ann & Cy": 2, "Bo & Dee": 3}}
    hands = [hand("partnership", 0, maker="Ann", **euchred)] * 3
    made = hand("partnership", 0, maker="Ann")
    other = hand("partnership", 0, maker="Bo", tricks={"Ann & Cy": 3, "Bo & Dee": 2})
    entries = [*hands[:2], made, hands[0], other, hands[1], hands[2], other]
    found = told("partnership", *entries, options={"target": 99})
    single = "calls spades and is euchred by"
    assert found == [
        (1, f"Ann {single} Bo & Dee", "+2"),
        (2, f"Ann {single} Bo & Dee", "+2"),
        (5, f"Bo {single} Ann & Cy", "+2"),
        (7, "Ann is euchred for the 3rd time in a row; Bo & Dee collect", "+2"),
    ]


def test_nobody_collects_where_points_count_down() -> None:
    failed = hand("three-handed", maker="Ann", tricks={"Ann": 2, "Bo": 2, "Cy": 1})
    assert told("three-handed", failed, failed) == [(2, "Ann is euchred for the 2nd time in a row", "+5")]


def test_a_euchred_maker_never_collects() -> None:
    tied = chip_hand("Ann", 0, {"Ann": 4, "Dee": 4})
    assert told("poker-chips", *chips(), tied, players=SIX) == [
        (1, "Ann calls trump and is euchred; Dee collects", "+16")
    ]


def test_a_pot_taken_unplayed_and_the_biggest_pot() -> None:
    played = chip_hand("Dee", 3, {"Dee": 5, "Ann": 3})
    unplayed = {"kind": "hand", "folded": SIX[1:], "bets": {"Bo": 0}}
    bluff = {"kind": "hand", "folded": SIX[:5], "bets": {"Ann": 2, "Fay": 2}}
    found = told("poker-chips", *chips(), played, unplayed, bluff, players=SIX)
    assert found == [
        (1, "Dee wins the biggest pot of the game, 66 chips", "+37"),
        (2, "Everyone else folds: Ann wins the pot of 48 chips without a trick", "+40"),
        (3, "Everyone else folds: Fay wins the pot of 52 chips without a trick", "+42"),
    ]


def test_a_grand_march_is_one_though_nobody_had_bet() -> None:
    assert told("poker-chips", *chips(), chip_hand("Dee", 0, {"Dee": 8}), players=SIX) == [
        (1, "Dee calls trump and takes all eight, a grand march", "+40")
    ]


def test_every_trick_but_one_that_both_jokers_cancelled_is_no_march() -> None:
    header: dict[str, Any] = {"players": ["Ann", "Bo"], "options": {"jokers": True}}
    for maker in ("Ann", "Bo"):
        entry = hand("poker-points", maker=maker, tricks={"Ann": 24})
        texts = [text for _number, text, _brought in told("poker-points", entry, **header)]
        assert not any("all 24" in text for text in texts), texts


def test_chips_put_into_the_pot_by_hand_are_from_before() -> None:
    into = {"kind": "transfer", "from": "Ann", "to": "pot", "chips": 3, "reason": "dropped"}
    found = told(
        "poker-chips",
        *chips(),
        chip_hand("Dee", 0, {"Dee": 8}),
        into,
        chip_hand("Bo", 0, {"Bo": 6, "Cy": 2}),
        players=SIX,
    )
    assert (2, "Bo wins a pot with 3 chips left from before", "+31") in found


def test_of_several_things_in_one_hand_the_weightiest_is_told() -> None:
    entry = hand(KING, kings=["Ann", "Ann"], tricks={"Ann": 7})
    assert told(KING, entry) == [(1, "Ann calls spades and takes all seven, a march", "+4")]


def test_only_so_much_is_told_and_the_best_of_it() -> None:
    march = hand("partnership", 0, tricks={"Ann & Cy": 5})
    alone = hand("partnership", 0, alone=True, tricks={"Ann & Cy": 5})
    found = told("partnership", *[march] * 8, alone, options=ENDLESS["partnership"])
    assert [number for number, _text, _brought in found] == [1, 2, 3, 4, 5, 9]
    assert len(found) == MOST_MOMENTS


def test_a_name_from_right_to_left_is_kept_apart() -> None:
    name = "בִּנְיָמִין"
    [moment] = told("buck", hand("buck", maker=name, tricks={name: 5}), players=[name, "Bo", "Cy", "Dee"])
    assert moment[1].startswith("\u2068" + name + "\u2069 ")


def test_a_comeback_is_how_far_the_winner_was_behind() -> None:
    found = comeback(a_saturday())
    assert found is not None
    assert (found.winner, found.number, found.behind, found.text) == ("Eli", 4, 26, "26 down after hand 4")
    theirs = hand("partnership", 1, tricks={"Bo & Dee": 5})
    ours = hand("partnership", 0, alone=True, tricks={"Ann & Cy": 5})
    won = evening_of("partnership", theirs, theirs, ours, ours, options={"target": 8})
    points = comeback(won)
    assert points is not None
    assert (points.winner, points.text) == ("Ann & Cy", "4 behind after hand 2")


def test_behind_means_above_the_lowest_where_points_count_down() -> None:
    behind = {"kind": "hand", "maker": "Ann", "tricks": {"Bo": 5}}
    sweep = {"kind": "hand", "maker": "Ann", "tricks": {"Ann": 5}}
    won = evening_of("buck", {**behind, "tricks": {"Bo": 4, "Cy": 1}}, sweep)
    found = comeback(won)
    assert found is not None
    assert (found.behind, found.text) == (9, "9 behind after hand 1")


def test_no_comeback_where_it_was_never_far_or_nobody_has_won() -> None:
    assert comeback(evening_of("partnership", hand("partnership", 1), options={"target": 9})) is None
    ours = hand("partnership", tricks={"Ann & Cy": 5})
    assert comeback(evening_of("partnership", ours, options={"target": 2})) is None
    assert comeback(evening_of("partnership")) is None


OURS = hand("partnership", 0, tricks={"Ann & Cy": 5})
THEIRS = hand("partnership", 1, tricks={"Bo & Dee": 5})
POINT = hand("partnership", 1, tricks={"Ann & Cy": 2, "Bo & Dee": 3})
ALONE = hand("partnership", 0, alone=True, tricks={"Ann & Cy": 5})


@pytest.mark.parametrize(
    ("told_in_order", "target", "sentence"),
    [
        ([THEIRS, THEIRS, ALONE, ALONE], 8, "Ann & Cy were 4 behind after hand 2."),
        ([OURS, THEIRS, POINT, OURS, OURS], 6, "Bo & Dee came within one point in hand 4."),
        ([OURS, OURS, THEIRS, THEIRS, OURS], 6, "It was 4 to 4 after hand 4."),
        ([OURS, OURS, THEIRS, OURS, OURS], 8, "Ann & Cy led from hand 1 on."),
        ([THEIRS, *[OURS] * 5], 10, "Ann & Cy led from hand 3 on."),
        ([OURS, OURS, OURS], 6, ""),
        ([OURS, OURS, OURS, OURS], 10, ""),
    ],
)
def test_a_win_has_a_story(told_in_order: list[Entry], target: int, sentence: str) -> None:
    assert story(evening_of("partnership", *told_in_order, options={"target": target})) == sentence
