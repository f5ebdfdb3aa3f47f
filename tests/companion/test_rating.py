"""Ratings as numbers: who gains what by a game, and how a rating is shown."""

import pytest

from companion.stats.rating import MODEL, Played, Rating, rated

START = Rating()


def parts(*sides: tuple[bool, int, str]) -> list[Played]:
    """Players of sides, each side as (won, points, names)."""
    return [
        Played(name, side, won, points, 8)
        for side, (won, points, names) in enumerate(sides)
        for name in names.split()
    ]


def test_partners_gain_and_lose_alike() -> None:
    after = rated(parts((True, 10, "Ann Cy"), (False, 6, "Bo Dee")), {})
    assert after["Ann"] == after["Cy"]
    assert after["Bo"] == after["Dee"]
    assert after["Ann"].number > 1500 > after["Bo"].number
    assert {rating.games for rating in after.values()} == {1}


def test_who_plays_alone_is_ranked_by_the_final_standing() -> None:
    after = rated(parts((False, 3, "Ann"), (True, 10, "Bo"), (False, 7, "Cy"), (False, 3, "Dee")), {})
    assert after["Bo"].mu > after["Cy"].mu > after["Ann"].mu
    assert after["Ann"].mu == after["Dee"].mu


def test_the_winner_is_first_even_with_fewer_points() -> None:
    after = rated(parts((True, 4, "Ann"), (False, 9, "Bo")), {})
    assert after["Ann"].mu > after["Bo"].mu


def test_a_win_against_strong_players_adds_more() -> None:
    game = parts((True, 10, "Ann"), (False, 6, "Bo"))
    against_strong = rated(game, {"Bo": Rating(35.0, 6.0, 20)})["Ann"].mu
    assert against_strong > rated(game, {"Bo": Rating(15.0, 6.0, 20)})["Ann"].mu


def test_the_model_is_that_of_openskill() -> None:
    [[ann], [bo]] = MODEL.rate([[MODEL.rating()], [MODEL.rating()]], ranks=[0, 1])
    after = rated(parts((True, 10, "Ann"), (False, 6, "Bo")), {})
    assert (after["Ann"].mu, after["Bo"].sigma) == (ann.mu, bo.sigma)


@pytest.mark.parametrize(
    "game",
    [
        parts((True, 10, "Ann Bo")),
        parts((True, 10, "Ann"), (False, 6, "Ann")),
        [Played("Ann", 0, True, 10, 8), Played("Bo", 1, False, 0, 0)],
        [],
    ],
)
def test_what_cannot_be_rated(game: list[Played]) -> None:
    assert rated(game, {}) == {}


def test_who_played_no_hand_keeps_the_rating() -> None:
    game = [*parts((True, 30, "Ann"), (False, -30, "Bo")), Played("Cy", 2, False, 0, 0)]
    assert rated(game, {}).keys() == {"Ann", "Bo"}


def test_a_rating_says_how_sure_it_is() -> None:
    assert Rating(25 + 84 / 8, 5.6, 28).words == "Settled after 28 games: most likely 1540 to 1630"
    assert Rating(25 + 27 / 8, 7.2, 6).words == "Provisional, 6 games: could be 1410 to 1640"
    assert Rating(25.0, 8.1, 1).words == "Provisional, 1 game: could be 1370 to 1630"
    assert START.number == 1500
    assert START.is_provisional
    assert not Rating(25.0, 6.0, 10).is_provisional


def test_uncertainty_shrinks_with_games() -> None:
    ratings: dict[object, Rating] = {}
    widths = []
    for number in range(30):
        won = number % 2 == 0
        ratings |= rated(parts((won, 10, "Ann Cy"), (not won, 6, "Bo Dee")), ratings)
        widths.append(ratings["Ann"].sigma)
    assert widths == sorted(widths, reverse=True)
    assert ratings["Ann"].games == 30
