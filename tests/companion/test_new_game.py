"""New game: who sits where, who deals, house rules, chips; every refusal at its field."""

import re
from html import unescape
from operator import itemgetter
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from companion import store
from companion.log.table import Table
from companion.models import Game
from companion.wording.dates import Clock
from scoring import VARIANTS, Variant
from tests.companion.factories import NAMES, SEATS, Phone
from tests.companion.pages import page

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


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
    assert game.header.played_on == Clock().evening(timezone.now()).isoformat()


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
        (["Ann", "B\x07o", "Cy", "Dee"], "seat-2", "A name can’t have line breaks or control characters."),
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
    monkeypatch.setattr("companion.forms.new_game.secrets", SimpleNamespace(choice=itemgetter(2)))
    answer = start(phone, "partnership", *NAMES[:4], dealer="random")
    assert started(phone, answer).header.dealer == "Cy"
    assert "Bower picked Cy to deal first." in page(phone.get(answer.headers["Location"])).text


def test_the_draw_is_told_after_everybody_bought_in_too(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.forms.new_game.secrets", SimpleNamespace(choice=itemgetter(1)))
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
        assert f"Standard: {option.in_words(option.default)}." in found.text


def test_house_rules_are_kept(phone: Phone) -> None:
    rules = {"target": "7", "stick_the_dealer": "off", "lone_euchre_points": "4", "defend_alone": "on"}
    game = started(phone, start(phone, "partnership", *NAMES[:4], **rules))
    given = {name: game.header.options[name] for name in rules}
    assert given == {"target": 7, "stick_the_dealer": False, "lone_euchre_points": 4, "defend_alone": True}


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_number_has_the_bounds_of_its_option(phone: Phone, variant: str) -> None:
    shown = phone.get(f"/games/new/{variant}/").content.decode()
    for option in VARIANTS[variant].options:
        if option.kind == "number" and not option.words:
            field = shown.partition(f' name="{option.name}"')[2].partition(">")[0]
            assert f' min="{option.least}"' in field
            assert (f' max="{option.most}"' in field) == (option.most is not None)
    assert ' max="6"' in phone.get("/games/new/bid-euchre/").content.decode()


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
            "“Smallest bet or raise” can’t be more than",
        ),
    ],
)
def test_a_wrong_option_is_refused_at_its_field(
    phone: Phone, variant: str, field: str, typed: str, message: str
) -> None:
    answer = start(phone, variant, *NAMES[: SEATS[variant]], **{field: typed})
    assert wrong(answer)[field].startswith(message)
    assert '<details class="fold" open><summary><span>House rules' in answer.content.decode()


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_first_game_of_its_kind_asks_whether_the_dealer_is_stuck(phone: Phone, variant: str) -> None:
    address, rule = f"/games/new/{variant}/", 'name="stick_the_dealer"'
    open_part, folded = page(phone.get(address)).html.split("House rules <small", 1)
    has_rule = any(one.unless for one in VARIANTS[variant].unplayed)
    assert (rule in open_part, rule in folded) == (has_rule, False)
    started(phone, start(phone, variant, *NAMES[: SEATS[variant]]))
    open_part, folded = page(phone.get(address)).html.split("House rules <small", 1)
    assert (rule in open_part, rule in folded) == (False, has_rule)


def test_both_limits_of_a_bet_can_be_raised_together(phone: Phone) -> None:
    game = started(phone, start(phone, "poker-chips", *NAMES[:4], min_bet="30", max_bet="50"))
    assert (game.header.options["min_bet"], game.header.options["max_bet"]) == (30, 50)


@pytest.mark.parametrize(
    ("field", "typed", "message"),
    [
        ("title", "x" * 61, "That’s 61 characters; 60 at most."),
        ("played_on", "2026-02-30", "That date doesn’t exist."),
    ],
)
def test_a_wrong_name_or_day_of_the_evening_is_refused(
    phone: Phone, field: str, typed: str, message: str
) -> None:
    assert wrong(start(phone, "partnership", *NAMES[:4], **{field: typed})) == {field: message}


def test_name_and_day_are_kept_and_a_day_may_be_left_out(phone: Phone) -> None:
    game = started(phone, start(phone, "partnership", *NAMES[:4], title=" Tuesday ", played_on=""))
    assert (game.header.title, game.header.played_on) == ("Tuesday", "")


def test_a_name_of_the_game_that_nobody_sees_is_none(phone: Phone) -> None:
    game = started(phone, start(phone, "partnership", *NAMES[:4], title="\u200b\u200b"))
    assert game.header.title == ""


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
