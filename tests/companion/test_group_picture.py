"""The leaderboard of a group as a picture: what it says, in which names, and to whom."""

import pytest
from django.test import Client

from companion.pages.picture import WIDE, Size, group_svg
from companion.server.drawing import render_png
from companion.store import naming
from companion.store.groups import FoundGroup
from companion.views.statistics import leaderboard, room_of
from tests.companion.factories import Phone, group, let_in_group, table
from tests.companion.test_pictures import SIZES, size_of, texts
from tests.companion.test_statistics_pages import pid, won_by_ann, won_by_bo

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

HOSTILE = ["<b>&amp;\"'", "🦊🎲", "=עלמה", "W" * 40]


@pytest.fixture
def thursday() -> FoundGroup:
    found = group()
    for number in range(6):
        won_by_ann(found, f"2026-10-0{number + 1}")
        won_by_bo(found, f"2026-11-0{number + 1}")
    won_by_ann(found, "2026-11-12")
    return found


def drawn(found: FoundGroup, size: Size, query: str = "period=all", name: str = "ann") -> str:
    """The SVG as the view makes it."""
    request = Phone(name).get(f"/groups/{found.group_id}/stats/?{query}").wsgi_request
    return group_svg(leaderboard(room_of(request, found.group_id)), size)


def path(found: FoundGroup, name: str = "picture", query: str = "period=all") -> str:
    return f"/groups/{found.group_id}/stats/{name}.png?{query}"


@SIZES
def test_the_best_come_first_with_games_and_share_over_their_chart(thursday: FoundGroup, size: Size) -> None:
    svg = drawn(thursday, size)
    words = texts(svg)
    assert words[:3] == ["Thursday", "Bower", "All games, all time: games won"]
    assert [*words[3:12:3], words[12]] == ["1. Ann", "2. Cy", "3. Bo", "4. Dee"]
    assert words.count("7 of 13, 54%") == 2
    assert {"Games won, evening by evening", "Ann 7", "Bo 6"} <= set(words)
    assert size_of(render_png(svg)) == (size.width, size.height)


def test_the_picture_of_one_game_shows_ratings(thursday: FoundGroup) -> None:
    words = texts(drawn(thursday, WIDE, "period=all&game=partnership"))
    assert words[2] == "Euchre, all time: games won"
    assert "Ratings, evening by evening" in words
    assert "6 of 6" in texts(drawn(thursday, WIDE, "period=2026-11-01..2026-11-06"))
    assert texts(drawn(thursday, WIDE, "period=2024"))[2:] == ["All games, 2024", "No games"]


def test_hidden_people_are_not_in_it_and_merged_ones_once(thursday: FoundGroup) -> None:
    naming.hide(thursday, pid(thursday, "Cy"), True)
    table(group=thursday.pk, players=["Gus", "Hal", "Ida", "Jo"], played_on="2026-11-13")
    naming.merge(thursday, pid(thursday, "Ann"), pid(thursday, "Gus"))
    words = " ".join(texts(drawn(thursday, WIDE)))
    assert "Cy" not in words
    assert "Gus" not in words
    assert words.count("Ann") == 2, "in the list and in the chart"


@SIZES
def test_hostile_names_are_text_and_fit(size: Size) -> None:
    found = group("🦊")
    for number in range(3):
        hand = {
            "kind": "hand",
            "maker": HOSTILE[0],
            "trump": "spades",
            "alone": True,
            "tricks": {f"{HOSTILE[0]} & {HOSTILE[2]}": 5},
        }
        table(group=found.pk, players=HOSTILE, played_on=f"2026-11-0{number + 1}", entries=[hand] * 3)
    svg = drawn(found, size)
    words = texts(svg)
    assert words[0] == "Leaderboard"
    assert "🦊" not in svg
    assert {"<b>&amp;\"' 3", "\u2068=עלמה\u2069 3", "Player 1 0"} <= set(words)
    assert not [word for word in words if "W" * 40 in word]
    assert size_of(render_png(svg)) == (size.width, size.height)


def test_it_is_for_those_who_see_the_statistics(thursday: FoundGroup) -> None:
    viewer = let_in_group(thursday, "vi", "viewer")
    for name in ("picture", "square"):
        answered = viewer.get(path(thursday, name))
        assert (answered.status_code, answered.headers["Content-Type"]) == (200, "image/png")
        assert "private" in answered.headers["Cache-Control"]
        tag = answered.headers["ETag"]
        assert viewer.get(path(thursday, name), headers={"If-None-Match": tag}).status_code == 304
        assert Phone("stranger").get(path(thursday, name)).status_code == 404
        assert Client().get(path(thursday, name)).status_code == 404
    assert viewer.get(path(thursday, query="period=never")).status_code == 400


def test_the_page_leads_to_the_picture_of_what_it_shows(thursday: FoundGroup) -> None:
    page = Phone("ann").get(f"/groups/{thursday.group_id}/stats/?period=2026&game=partnership").text
    for name in ("picture", "square"):
        assert path(thursday, name, "period=2026&amp;game=partnership") in page
    assert "square.png" not in Phone("ann").get(f"/groups/{thursday.group_id}/stats/?period=2024").text
