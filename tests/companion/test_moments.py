"""The moment after a hand, on the table and on its Board."""

import re
from typing import Any

import pytest

from companion import store
from companion.log.table import Table
from companion.pages.moment import WON, moment
from tests.companion.factories import Phone, hand, table
from tests.scoring.vectors import vectors

LONG = 6
ALL_FIVE = ({"Ann & Cy": 5, "Bo & Dee": 0}, {"Ann & Cy": 5})
pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def made(maker: str, ours: int, **given: Any) -> dict[str, Any]:
    """A hand of Euchre in which Ann and Cy took so many tricks."""
    return (
        hand("partnership", maker=maker, trump="hearts", tricks={"Ann & Cy": ours, "Bo & Dee": 5 - ours})
        | given
    )


def felt(game: Table, room: str = "") -> tuple[str, str]:
    """How many hands the moment on a page counts, and what it says."""
    html = Phone().get(f"/games/{game.id}/{room}").content.decode()
    found = re.search(
        r'<div id="moment"[^>]*data-hand="?(\d+)"?[^>]*>(.*?)<(?:div id="board|/main)', html, re.DOTALL
    )
    assert found
    return found[1], " ".join(re.sub(r"<[^>]*>", " ", found[2]).split()).replace("&amp;", "&")


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (made("Ann", 3), ""),
        (made("Ann", 5), "Ann & Cy took all five +2 Ann & Cy 0 → 2 Bo & Dee 0"),
        (made("Bo", 0, alone=True), "Bo went alone, all five +4 Ann & Cy 0 Bo & Dee 0 → 4"),
        (made("Bo", 2, alone=True), ""),
        (made("Bo", 3), "Bo got euchred called hearts: 2 tricks Ann & Cy +2 Ann & Cy 0 → 2 Bo & Dee 0"),
        ({"kind": "hand", "result": "redeal"}, ""),
    ],
)
def test_a_hand_like_no_other_is_felt(entry: dict[str, Any], words: str) -> None:
    game = table(entries=[entry])
    assert felt(game) == felt(game, "board/?upright") == ("1", words)
    assert felt(game, "board/") == ("1", f"{words} {words}".strip()), "flat, it is read from two sides"


def test_tricks_left_out_of_the_record_are_none() -> None:
    found = [moment(table(entries=[made("Bo", 5, tricks=all_five)])) for all_five in ALL_FIVE]
    assert [one and one.failed for one in found] == ["called hearts: 0 tricks"] * 2


def test_a_grand_march_for_chips_is_felt_for_the_maker_not_for_who_pays() -> None:
    bought = [{"kind": "buy-in", "player": name, "chips": 64} for name in ("Ann", "Bo", "Cy", "Dee")]
    march = hand("poker-chips", maker="Bo", tricks={"Bo": 12})
    found = moment(table(variant="poker-chips", entries=[*bought, march]))
    assert found
    assert (found.who, found.did) == ("Bo", "took every trick")


def test_the_game_won_is_felt_until_it_is_undone() -> None:
    game = table(options={"target": 3}, entries=[made("Ann", 3), made("Cy", 5)])
    assert felt(game) == ("2", "Ann & Cy win 3–0")
    store.save(Phone().device, game.id, store.new_key(), store.Change(2, 2, None))
    assert felt(game) == ("1", "")


def test_every_kind_of_moment_comes_up_in_the_sample_games() -> None:
    told = set()
    for vector in vectors():
        if "error" in vector.expect or len(vector.record["entries"]) < LONG:
            continue
        game = table(**vector.record)
        for version in range(1, game.version + 1):
            found = moment(game.at(version))
            told |= {found.did} if found else set()
            assert not found or bool(found.who) is (found.did != WON), vector.place
    assert told >= {
        WON,
        "got set",
        "got euchred",
        "won the showdown",
        "took all seven",
        "took every trick",
    }, told
