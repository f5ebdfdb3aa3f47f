"""New game: names that are known, seated by taps, and the same players again."""

import re

import pytest

from companion import models, store
from companion.log.table import Table
from companion.store import bank, deleted
from scoring.tray import Color
from tests.companion.factories import NAMES, Phone, group, hand, table, view
from tests.companion.pages import Form, Page, page
from tests.companion.test_new_game import start, started, wrong

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone() -> Phone:
    return Phone()


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
    bank.save_case(view, 0, (Color("white", 1, 90), Color("red", 4, 80)))
    first = phone.post("/games/", same_again(phone, game).form("/games/").data())
    assert bank.case(started(phone, first)) == bank.case(game)
    other = phone.post("/games/", Taps(phone, "poker-chips").tap("same_players", "1").form.data())
    assert bank.case(started(phone, other)) == bank.case(game)


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


@pytest.mark.parametrize("bought", [{"chips": "500", "on_credit": "on"}, {"chips": ""}])
def test_same_again_with_chips_buys_in_as_before(phone: Phone, bought: dict[str, str]) -> None:
    first = started(phone, start(phone, "poker-chips", *NAMES[:4], dealer="1", **bought))
    form = same_again(phone, first).form("/games/")
    assert {name: form.fields.get(name, "") for name in bought} == bought
    again = started(phone, phone.post("/games/", form.data()))
    assert [one.entry for one in again.entries] == [one.entry for one in first.entries]


def test_same_again_where_not_all_bought_in_alike_asks_for_the_usual_buy_in(phone: Phone) -> None:
    entries = [{"kind": "buy-in", "player": name, "chips": 90 + at} for at, name in enumerate(NAMES[:4])]
    form = same_again(phone, table(variant="poker-chips", entries=entries)).form("/games/")
    assert (form.fields["buy_in"], form.fields["chips"]) == ("on", "")


def test_same_again_of_somebody_elses_game_is_no_page(phone: Phone) -> None:
    game = table(device="somebody else")
    assert phone.get(f"/games/new/partnership/?again={game.id}").status_code == 404


def test_a_game_starts_though_the_one_before_it_was_deleted_meanwhile(phone: Phone) -> None:
    earlier = table()
    form = page(phone.get(f"/games/new/partnership/?again={earlier.id}")).form("/games/")
    deleted.delete(view(earlier))
    assert phone.post("/games/", form.data()).status_code == 303


@pytest.mark.parametrize("button", [{}, {"add": "1"}])
@pytest.mark.parametrize("role", ["host", "viewer"])
def test_what_was_typed_stays_if_the_group_is_lost_meanwhile(
    phone: Phone, role: str, button: dict[str, str]
) -> None:
    found = group()
    form = page(phone.get(f"/games/new/partnership/?group={found.group_id}")).form("/games/")
    if role == "host":
        deleted.delete(found)
    else:
        models.GroupPhone.objects.update(role=role)
    answer = phone.post("/games/", form.data(players=NAMES[:3], name="Dee", target="7", **button))
    said = "This phone can’t start a game in that group any more. Start plays it without the group."
    assert wrong(answer)[""] == said
    form = page(answer).form("/games/")
    assert (form.fields["players"], form.fields["name"], form.fields["target"]) == ([*NAMES[:3]], "Dee", "7")
    assert started(phone, phone.post("/games/", form.data())).header.players == NAMES[:4]
    assert models.Game.objects.get().group_id != found.pk


def test_the_number_of_queries_does_not_grow_with_the_games(phone: Phone, django_assert_num_queries) -> None:
    for _game in range(2):
        table()
    with django_assert_num_queries(4):
        phone.get("/games/new/buck/")
    for _game in range(5):
        table(entries=[hand("partnership")])
    with django_assert_num_queries(4):
        phone.get("/games/new/buck/")
