"""New game: who sits where, who deals, house rules, chips; every refusal at its field."""

import re
from html import unescape
from typing import Any

import pytest
from django.utils import timezone

from companion import store
from companion.log.table import Table
from companion.models import Game
from companion.rules import options
from companion.store import chip_sets
from scoring import VARIANTS, Variant
from scoring.tray import Color
from tests.companion.factories import NAMES, SEATS, Phone, hand, table
from tests.companion.pages import Form, Page, page

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone() -> Phone:
    return Phone()


def start(phone: Phone, variant: str, *names: str, **typed: Any) -> Any:
    """The answer to New game's form, filled in with these names."""
    form = page(phone.get(f"/games/new/{variant}/")).form("/games/")
    return phone.post("/games/", form.data(players=list(names), **typed))


def started(phone: Phone, answer: Any) -> Table:
    assert answer.status_code == 303
    return store.load(phone.device, answer.headers["Location"].split("/")[2]).table


def wrong(answer: Any) -> dict[str, str]:
    """What is wrong, by the id of the field it stands at."""
    assert answer.status_code == 422
    found = re.findall(
        r'<p class="wrong"(?: id="([\w-]+)-wrong")? role="alert">(?:Seat \d: )?<bdi>([^<]*)',
        answer.content.decode(),
    )
    return {name: unescape(message) for name, message in found}


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_starts_with_its_names_and_every_default(phone: Phone, variant: str) -> None:
    names = NAMES[: SEATS[variant]]
    game = started(phone, start(phone, variant, *names, dealer="2"))
    assert game.variant.name == variant
    assert game.header.players == names
    assert game.header.dealer == "Bo"
    assert dict(game.header.options) == {option.name: option.default for option in VARIANTS[variant].options}
    assert game.header.played_on == timezone.localdate().isoformat()


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_who_plays_with_whom_is_said_where_there_are_teams(phone: Phone, variant: Variant) -> None:
    teams = variant.sides(tuple("123456789"[: variant.seats[-1]])) if variant.teams else ()
    partners = [" and ".join(team.replace(" & ", ", ").rsplit(", ", 1)) for team in teams][:1]
    found = re.search(r"(1[^.<]+) are partners\.", phone.get(f"/games/new/{variant.name}/").content.decode())
    assert [found[1]] == partners if found else not partners


def test_an_unknown_game_is_no_page(phone: Phone) -> None:
    assert phone.get("/games/new/bridge/").status_code == 404
    assert phone.post("/games/", {"variant": "bridge", "players": ["Ann"]}).status_code == 404
    assert Game.objects.count() == 0


def test_empty_seats_at_the_end_are_nobodys_and_spaces_are_taken_off(phone: Phone) -> None:
    game = started(phone, start(phone, "king-cutthroat", " Ann ", "Bo", "  "))
    assert game.header.players == ("Ann", "Bo")


@pytest.mark.parametrize(
    ("names", "field", "message"),
    [
        (
            ["Ann", "Bo", "ann", "Dee"],
            "seat-3",
            "Two players are called ann. Change one name.",
        ),
        (["Ann", "Bo", "Cy", "POT"], "seat-4", "“POT” is a reserved name."),
        (["Ann", "Bo", "Cy", "po\u200bt"], "seat-4", "“po�t” is a reserved name."),
        (["Éva", "Bo", "Cy", "E\u0301va"], "seat-4", "Two players are called E\u0301va. Change one name."),
        (["Ann", "Bo", "\u200b", "Dee"], "seat-3", "Type a name that can be seen."),
        (["Ann", "B\x07o", "Cy", "Dee"], "seat-2", "A name can't have line breaks or control characters."),
        (["Ann", "Bo", "C" * 41, "Dee"], "seat-3", "Use 1 to 40 characters, no space at either end."),
        (["Ann", "Bo", "Cy"], "players", "Euchre needs 4 players."),
        ([], "players", "Euchre needs 4 players."),
        (["Ann", "Bo", "Cy", "Dee", "Eli"], "players", "Euchre needs 4 players."),
    ],
)
def test_a_wrong_name_is_refused_at_its_seat(
    phone: Phone, names: list[str], field: str, message: str
) -> None:
    answer = start(phone, "partnership", *names)
    assert wrong(answer)[field].startswith(message)
    assert Game.objects.count() == 0
    assert page(answer).form("/games/").fields.get("players", []) == names


def test_several_wrong_things_are_told_together(phone: Phone) -> None:
    answer = start(phone, "partnership", "Ann", "Ann", "Dee", target="0", title="x" * 61)
    assert set(wrong(answer)) == {"seat-2", "target", "title"}


@pytest.mark.parametrize("name", ["😀", "<script>alert(1)</script>", "a\u202eb", "אבג", "王", "x" * 40])
def test_any_name_can_sit_down_and_does_no_harm(phone: Phone, name: str) -> None:
    answer = start(phone, "king-cutthroat", name, "Bo")
    game = started(phone, answer)
    assert game.header.players == (name, "Bo")
    for address in ("", "hands/", "adjustments/"):
        html = phone.get(f"/games/{game.id}/{address}").content.decode()
        assert "<script>alert" not in html


@pytest.mark.parametrize("dealer", ["0", "5", "-1", "Ann", "", "²"])
def test_the_dealer_must_be_seated(phone: Phone, dealer: str) -> None:
    answer = start(phone, "partnership", *NAMES[:4], dealer=dealer)
    assert wrong(answer)["dealer"] == "Choose the first dealer."


def test_a_drawn_dealer_is_drawn_by_the_server_and_shown(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.choice", lambda names: names[2])
    answer = start(phone, "partnership", *NAMES[:4], dealer="random")
    assert started(phone, answer).header.dealer == "Cy"
    assert "Bower picked Cy to deal first." in page(phone.get(answer.headers["Location"])).text


def test_the_draw_is_told_after_everybody_bought_in_too(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.choice", lambda names: names[1])
    answer = start(phone, "poker-chips", *NAMES[:4], dealer="random")
    assert "Bower picked Bo to deal first." in page(phone.get(answer.headers["Location"])).text


def test_a_dealer_who_was_picked_was_not_drawn(phone: Phone) -> None:
    answer = start(phone, "partnership", *NAMES[:4], dealer="3")
    assert "drawn" not in page(phone.get(answer.headers["Location"])).text


def test_the_form_sent_twice_starts_one_game_even_with_a_draw(phone: Phone) -> None:
    form = page(phone.get("/games/new/partnership/")).form("/games/").data(players=list(NAMES[:4]))
    first, second = (phone.post("/games/", form).headers["Location"] for _tap in range(2))
    assert first == second
    assert Game.objects.count() == 1


def test_the_same_page_filled_in_differently_is_another_game(phone: Phone) -> None:
    form = page(phone.get("/games/new/partnership/")).form("/games/")
    phone.post("/games/", form.data(players=list(NAMES[:4])))
    phone.post("/games/", form.data(players=list(NAMES[4:8])))
    assert Game.objects.count() == 2


def test_a_broken_key_is_refused(phone: Phone) -> None:
    answer = start(phone, "partnership", *NAMES[:4], key="no key")
    assert wrong(answer)[""].startswith("This page is out of date.")


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_option_is_on_the_page_with_what_it_does_and_what_is_usual(phone: Phone, variant: str) -> None:
    found = page(phone.get(f"/games/new/{variant}/"))
    for option in VARIANTS[variant].options:
        assert option.effect in found.text
        assert option.name in found.form("/games/").fields
        assert f"Standard: {options.in_words(option, option.default)}." in found.text


def test_house_rules_are_kept(phone: Phone) -> None:
    rules = {"target": "7", "stick_the_dealer": "off", "lone_euchre_points": "4", "defend_alone": "on"}
    game = started(phone, start(phone, "partnership", *NAMES[:4], **rules))
    given = {name: game.header.options[name] for name in rules}
    assert given == {"target": 7, "stick_the_dealer": False, "lone_euchre_points": 4, "defend_alone": True}


def test_options_that_are_left_out_take_their_defaults(phone: Phone) -> None:
    sent = {"variant": "buck", "players": list(NAMES[:4]), "key": store.new_key()}
    game = started(phone, phone.post("/games/", sent))
    assert dict(game.header.options) == {option.name: option.default for option in VARIANTS["buck"].options}


@pytest.mark.parametrize(
    ("variant", "field", "typed", "message"),
    [
        ("partnership", "target", "0", "Type a whole number, 1 or more."),
        ("partnership", "target", "ten", "Type a whole number, 1 or more."),
        ("partnership", "target", "９", "Type a whole number, 1 or more."),
        ("partnership", "target", "1" * 5000, "Type a whole number, 1 or more."),
        ("partnership", "lone_euchre_points", "3", "Choose one."),
        ("partnership", "stick_the_dealer", "maybe", "Choose one."),
        ("king-cutthroat", "flipped_joker", "stars", "Choose one."),
        (
            "poker-chips",
            "min_bet",
            "30",
            "“Smallest bet or raise” can't be more than",
        ),
    ],
)
def test_a_wrong_option_is_refused_at_its_field(
    phone: Phone, variant: str, field: str, typed: str, message: str
) -> None:
    answer = start(phone, variant, *NAMES[: SEATS[variant]], **{field: typed})
    assert wrong(answer)[field].startswith(message)
    assert '<details class="fold" open><summary><span>House rules' in answer.content.decode()


def test_both_limits_of_a_bet_can_be_raised_together(phone: Phone) -> None:
    game = started(phone, start(phone, "poker-chips", *NAMES[:4], min_bet="30", max_bet="50"))
    assert (game.header.options["min_bet"], game.header.options["max_bet"]) == (30, 50)


@pytest.mark.parametrize(
    ("field", "typed", "message"),
    [
        ("title", "x" * 61, "That's 61 characters; 60 at most."),
        ("played_on", "2026-02-30", "That date doesn't exist."),
    ],
)
def test_a_wrong_name_or_day_of_the_evening_is_refused(
    phone: Phone, field: str, typed: str, message: str
) -> None:
    assert wrong(start(phone, "partnership", *NAMES[:4], **{field: typed})) == {field: message}


def test_name_and_day_are_kept_and_a_day_may_be_left_out(phone: Phone) -> None:
    game = started(phone, start(phone, "partnership", *NAMES[:4], title=" Tuesday ", played_on=""))
    assert (game.header.title, game.header.played_on) == ("Tuesday", "")


def test_everybody_buys_in_what_the_chart_says(phone: Phone) -> None:
    game = started(phone, start(phone, "poker-chips", *NAMES[:6]))
    assert game.state.scores == dict.fromkeys(NAMES[:6], 42)
    assert game.state.credit == {}


def test_everybody_buys_in_what_was_typed_on_credit(phone: Phone) -> None:
    game = started(phone, start(phone, "poker-chips", *NAMES[:3], chips="100", on_credit="on"))
    assert game.state.scores == dict.fromkeys(NAMES[:3], 100)
    assert game.state.credit == dict.fromkeys(NAMES[:3], 100)


def test_nobody_buys_in_where_the_table_does_not_want_it(phone: Phone) -> None:
    assert started(phone, start(phone, "poker-chips", *NAMES[:3], buy_in="")).version == 0


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("0", "Type a whole number, 1 or more."),
        ("many", "Type a whole number, 1 or more."),
        ("1" * 10, "Type a whole number, 999,999,999 at most."),
    ],
)
def test_a_wrong_buy_in_is_refused_at_its_field(phone: Phone, typed: str, message: str) -> None:
    assert wrong(start(phone, "poker-chips", *NAMES[:3], chips=typed)) == {"chips": message}
    assert Game.objects.count() == 0


def test_the_chart_of_what_to_hand_out_is_there_for_chips_only(phone: Phone) -> None:
    assert "2 128 8 8 8" in page(phone.get("/games/new/poker-chips/")).text
    assert "What to hand out" not in page(phone.get("/games/new/poker-points/")).text


def names_to_tap(html: str) -> list[str]:
    return re.findall(r'<button class="btn" name="seat" value="([^"]+)"', html)


def test_people_of_earlier_games_are_there_to_tap_the_latest_first_and_once(phone: Phone) -> None:
    table(players=["Gus", "Hal", "Ida", "Ann"])
    table(variant="king-cutthroat", players=["Zoë", "Ann"])
    table(device="somebody else", players=["Uma", "Kit", "Lou", "Dee"])
    html = phone.get("/games/new/buck/").content.decode()
    assert names_to_tap(html) == ["Zoë", "Ann", "Gus", "Hal", "Ida"]
    assert "Uma" not in html


def test_names_beyond_two_dozen_are_suggested_while_typing(phone: Phone) -> None:
    for first in range(0, 36, 12):
        table(variant="poker-points", players=[f"P{number}" for number in range(first, first + 12)])
    html = phone.get("/games/new/buck/").content.decode()
    assert len(names_to_tap(html)) == 24
    assert re.findall('<option value="(P[^"]+)">', html) == [f"P{number}" for number in range(12)]


class Taps:
    """The seats of New game as tapped by somebody without script."""

    def __init__(self, phone: Phone, variant: str) -> None:
        self.phone = phone
        self.page = page(phone.get(f"/games/new/{variant}/"))

    def tap(self, button: str, value: str, **typed: str) -> "Taps":
        answer = self.phone.post("/games/", self.form.data(**typed, **{button: value}))
        self.page = page(answer)
        return self

    @property
    def form(self) -> Form:
        return self.page.form("/games/")

    @property
    def seated(self) -> list[str]:
        return list(self.form.fields.get("players", []))


def test_names_are_seated_by_taps_and_freed_by_a_second(phone: Phone) -> None:
    table(players=["Gus", "Hal", "Ida", "Ann"])
    taps = Taps(phone, "partnership")
    assert "Start game 4 more players" in taps.page.text
    for name in ("Ann", "Gus", "Hal"):
        taps.tap("seat", name)
    assert taps.seated == ["Ann", "Gus", "Hal"]
    assert "1 more player, for seat 4" in taps.page.text
    taps.tap("unseat", "2").tap("add", "1", name=" Zoë ").tap("seat", "Gus")
    assert taps.seated == ["Ann", "Hal", "Zoë", "Gus"]
    assert taps.form.fields.get("name") is None, "a full table takes no new name"
    game = started(phone, phone.post("/games/", taps.form.data(dealer="2")))
    assert (game.header.players, game.header.dealer) == (("Ann", "Hal", "Zoë", "Gus"), "Hal")


def test_a_new_name_stays_to_be_tapped_after_its_seat_is_freed(phone: Phone) -> None:
    taps = Taps(phone, "buck").tap("add", "1", name="Zoë").tap("unseat", "1")
    assert taps.seated == []
    assert names_to_tap(taps.page.html) == ["Zoë"]


@pytest.mark.parametrize(
    ("dealer", "freed", "then"), [("3", "1", "2"), ("1", "3", "1"), ("2", "2", "random")]
)
def test_the_first_dealer_keeps_the_deal_while_seats_are_freed(
    phone: Phone, dealer: str, freed: str, then: str
) -> None:
    table()
    taps = Taps(phone, "partnership")
    for name in NAMES[:3]:
        taps.tap("seat", name)
    taps.tap("unseat", freed, dealer=dealer)
    assert taps.form.fields["dealer"] == then


@pytest.mark.parametrize("name", ["ann", "pot", "x" * 41])
def test_a_new_name_that_cannot_sit_is_refused_at_its_field_and_kept(phone: Phone, name: str) -> None:
    taps = Taps(phone, "partnership").tap("add", "1", name="Ann").tap("add", "1", name=name)
    assert (taps.page.status, taps.seated, taps.form.fields["name"]) == (422, ["Ann"], name)
    assert 'id="name-wrong"' in taps.page.html


def test_a_name_typed_and_not_yet_added_is_seated_by_start(phone: Phone) -> None:
    game = started(phone, start(phone, "king-cutthroat", "Ann", "Bo", name="Cy"))
    assert game.header.players == ("Ann", "Bo", "Cy")
    assert wrong(start(phone, "king-cutthroat", "Ann", "Bo", name="bo")).keys() == {"name"}


def test_what_else_was_filled_in_stays_through_taps(phone: Phone) -> None:
    table()
    taps = Taps(phone, "partnership").tap("seat", "Ann", target="7", title="Tuesday")
    fields = taps.form.fields
    assert (fields["target"], fields["title"]) == ("7", "Tuesday")


def test_the_same_players_are_offered_for_every_game_that_they_fit(phone: Phone) -> None:
    table(variant="king-cutthroat", players=["Gus", "Hal", "Ida"])
    assert "Same players" not in Taps(phone, "partnership").page.text
    taps = Taps(phone, "three-handed")
    assert "Same players" in taps.page.text
    taps.tap("same_players", "1", start="15")
    assert (taps.seated, taps.form.fields["start"]) == (["Gus", "Hal", "Ida"], "15")
    assert "Same players" not in taps.page.text


def test_house_rules_of_another_game_are_not_taken_over(phone: Phone) -> None:
    game = table(options={"target": 3})
    form = page(phone.get(f"/games/new/bid-euchre/?again={game.id}")).form("/games/")
    assert (form.fields["players"], form.fields["target"]) == (list(NAMES[:4]), "32")


def test_the_same_players_keep_their_chip_set(phone: Phone) -> None:
    game = table(variant="poker-chips")
    view = store.load(phone.device, game.id)
    chip_sets.save(view, 0, (Color("white", 1, 90), Color("red", 4, 80)))
    first = phone.post("/games/", same_again(phone, game).form("/games/").data())
    assert chip_sets.case(started(phone, first)) == chip_sets.case(game)
    other = phone.post("/games/", Taps(phone, "poker-chips").tap("same_players", "1").form.data())
    assert chip_sets.case(started(phone, other)) == chip_sets.case(game)


def same_again(phone: Phone, game: Table) -> Page:
    return page(phone.get(f"/games/new/{game.variant.name}/?again={game.id}"))


def test_same_again_fills_in_people_and_house_rules(phone: Phone) -> None:
    game = table(options={"target": 5, "stick_the_dealer": False}, entries=[hand("partnership")])
    form = same_again(phone, game).form("/games/")
    assert form.fields["players"] == list(NAMES[:4])
    assert (form.fields["target"], form.fields["stick_the_dealer"]) == ("5", "off")
    again = started(phone, phone.post("/games/", form.data()))
    assert again.header.options == game.header.options


def test_same_again_with_chips_seats_who_was_there_at_the_end(phone: Phone) -> None:
    moves = [
        {"kind": "join", "player": "Gus", "left_of": "Ann"},
        {"kind": "cash-out", "player": "Bo"},
    ]
    game = table(variant="poker-chips", entries=moves)
    assert same_again(phone, game).form("/games/").fields["players"] == ["Ann", "Gus", "Cy", "Dee"]


def test_same_again_of_somebody_elses_game_is_no_page(phone: Phone) -> None:
    game = table(device="somebody else")
    assert phone.get(f"/games/new/partnership/?again={game.id}").status_code == 404


def test_the_number_of_queries_does_not_grow_with_the_games(phone: Phone, django_assert_num_queries) -> None:
    for _game in range(2):
        table()
    with django_assert_num_queries(2):
        phone.get("/games/new/buck/")
    for _game in range(5):
        table(entries=[hand("partnership")])
    with django_assert_num_queries(2):
        phone.get("/games/new/buck/")
