"""The Hand room over HTTP: what a press, a save, a refusal, another phone and hostile input come to."""

import random
import re
from typing import Any

import pytest

from companion import store
from companion.forms.hand import HandForm
from companion.log.table import Table
from scoring import VARIANTS
from tests.companion.factories import NAMES, SEATS, Phone, device, hand, opening, table
from tests.companion.pages import Page, page
from tests.effort import examples
from tests.entering import hand_fields

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture
def phone() -> Phone:
    return Phone()


def room(phone: Phone, game: Table) -> Page:
    return page(phone.get(f"/games/{game.id}/hands/new/"))


def send(phone: Phone, game: Table, said: dict[str, Any], **headers: str) -> Any:
    """The form as its page gives it, with this typed over it."""
    form = room(phone, game).form("/hands/")
    return phone.post(form.action, {**form.data(), **said}, headers=headers)


def now(game: Table) -> Table:
    return store.load(device(), game.id).table


TOLD = r'"field-%s"[^>]* aria-describedby="wrong"'  # the dock says what is wrong
MARCH = {"maker": "1", "trump": "hearts", "tricks": "5"}


class TestAnswers:
    def test_a_press_shows_what_the_hand_does_and_saves_nothing(self, phone: Phone) -> None:
        game = table()
        shown = page(send(phone, game, MARCH))
        assert shown.status == 200
        assert "march, all 5 tricks: +2" in shown.text
        assert shown.form("/hands/").fields["tricks"] == "5"
        assert now(game).version == 0

    @pytest.mark.parametrize("variant", VARIANTS)
    def test_a_page_posted_as_it_is_comes_back_as_it_is(self, phone: Phone, variant: str) -> None:
        game = table(variant=variant, entries=opening(variant))
        fields = hand_fields(variant, hand(variant), list(game.state.players))
        above = {name: fields[name] for name in fields if name == "telling"}  # stands above the form
        once = page(send(phone, game, fields)).form("/hands/")
        again = page(phone.post(once.action, once.data(**above))).form("/hands/")
        changing = {"csrfmiddlewaretoken": "", "rev": ""}
        assert again.data(**changing) == once.data(**changing)
        assert {**again.data(**above), **fields} == again.data(**above)

    def test_a_save_writes_the_hand_and_goes_to_the_table(self, phone: Phone) -> None:
        game = table()
        answer = send(phone, game, {**MARCH, "save": "1"})
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{game.id}/#score")
        assert "Ann & Cy 0, Bo & Dee 2." in page(phone.get(f"/games/{game.id}/")).text
        assert now(game).entries[0].entry == {
            "kind": "hand",
            "maker": "Bo",
            "trump": "hearts",
            "tricks": {"Bo & Dee": 5, "Ann & Cy": 0},
        }

    def test_a_save_with_htmx_is_told_where_to_go(self, phone: Phone) -> None:
        game = table()
        answer = send(phone, game, {**MARCH, "save": "1"}, HX_Request="true")
        assert (answer.status_code, answer.headers["HX-Redirect"]) == (200, f"/games/{game.id}/#score")
        assert now(game).version == 1

    def test_the_same_tap_twice_is_answered_alike_and_written_once(self, phone: Phone) -> None:
        game = table()
        form = room(phone, game).form("/hands/")
        answers = [phone.post(form.action, {**form.data(), **MARCH, "save": "1"}) for _tap in range(2)]
        assert [answer.status_code for answer in answers] == [303, 303]
        assert answers[0].headers["Location"] == answers[1].headers["Location"]
        assert now(game).version == 1

    def test_the_same_tap_twice_is_written_once_even_where_it_ended_the_game(self, phone: Phone) -> None:
        game = table(options={"target": 2})
        form = room(phone, game).form("/hands/")
        answers = [phone.post(form.action, {**form.data(), **MARCH, "save": "1"}) for _tap in range(2)]
        assert [answer.status_code for answer in answers] == [303, 303]
        assert now(game).state.over
        assert now(game).version == 1

    def test_an_impossible_hand_is_refused_at_its_field_and_stays_typed(self, phone: Phone) -> None:
        game = table(variant="king-cutthroat")
        said = {"maker": "1", "tricks-0": "3", "tricks-1": "3", "tricks-2": "3", "note": "odd", "save": "1"}
        shown = page(send(phone, game, said))
        assert shown.status == 422
        assert shown.text.count("That’s 9 tricks; a hand has 7.") == 1
        assert re.search(TOLD % "tricks", shown.html)
        fields = shown.form("/hands/").fields
        assert (fields["maker"], fields["tricks-2"]) == ("1", "3")
        assert 'value="odd"' in shown.html
        assert now(game).version == 0

    def test_a_hand_hardly_begun_is_refused_where_it_wants_something(self, phone: Phone) -> None:
        shown = page(send(phone, table(), {"save": "1"}))
        assert shown.status == 422
        assert "Still needed: maker, tricks." in shown.text
        assert re.search(TOLD % "maker", shown.html)

    def test_a_press_that_cannot_be_says_why(self, phone: Phone) -> None:
        game = table(variant="poker-chips", entries=opening("poker-chips"))
        shown = page(send(phone, game, {"press": "bet bet", "chips-other": "500"}))
        assert shown.status == 422
        assert "Bet 1 to 20. PC-09" in shown.text
        assert shown.form("/hands/").fields["chips-other"] == "500"

    @pytest.mark.parametrize("stamp", [{"seen": "x"}, {"seen": ""}, {"key": "x"}, {"seen": "9" * 5000}])
    def test_a_form_without_its_stamp_is_refused(self, phone: Phone, stamp: dict[str, str]) -> None:
        game = table()
        shown = page(send(phone, game, {**MARCH, "save": "1", **stamp}))
        assert shown.status == 422
        assert "This page is out of date" in shown.text
        assert now(game).version == 0

    def test_a_finished_game_has_no_next_hand(self, phone: Phone) -> None:
        game = table(options={"target": 1}, entries=[hand("partnership")])
        answer = phone.get(f"/games/{game.id}/hands/new/")
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{game.id}/")

    def test_somebody_elses_table_is_not_there(self) -> None:
        game = table()
        stranger = Phone("zed")
        assert stranger.get(f"/games/{game.id}/hands/new/").status_code == 404
        assert stranger.post(f"/games/{game.id}/hands/", {**MARCH, "save": "1"}).status_code == 404
        assert now(game).version == 0

    def test_the_form_is_never_kept_by_the_browser(self, phone: Phone) -> None:
        assert "no-store" in phone.get(f"/games/{table().id}/hands/new/").headers["Cache-Control"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_value_of_a_form_is_replaced_by_one_of_the_page(
    phone: Phone, variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: dict[str, object] = {}
    show = HandForm.show

    def watched(form: HandForm, *given: Any) -> dict[str, object]:
        shown.update(show(form, *given))
        return shown

    monkeypatch.setattr(HandForm, "show", watched)
    game = table(variant=variant, entries=opening(variant))
    context = phone.get(f"/games/{game.id}/hands/new/").context
    assert [name for name in shown if context[name] is not shown[name]] == []


class TestChips:
    def test_a_bet_that_cannot_be_is_refused_once(self, phone: Phone) -> None:
        game = table(variant="poker-chips", entries=opening("poker-chips"))
        shown = page(send(phone, game, {"chips-other": "21", "press": "bet bet"}))
        assert shown.text.count("Bet 1 to 20.") == 1

    def test_no_bet_follows_one_that_a_change_of_dealer_has_made_impossible(self, phone: Phone) -> None:
        game = table(variant="poker-chips", entries=opening("poker-chips"))
        shown = page(send(phone, game, {"betting": "1b5", "dealer": "1", "press": "bet fold"}))
        assert (shown.status, "It’s Cy’s turn." in shown.text) == (422, True)
        assert shown.form("/hands/").fields["betting"] == "1b5"

    def test_totals_that_cannot_be_are_refused_at_their_field_before_save(self, phone: Phone) -> None:
        game = table(variant="poker-chips", entries=opening("poker-chips"))
        shown = page(send(phone, game, {"telling": "totals", "level": "999999", "press": "show"}))
        assert re.search(r"[A-Z]\w+ has only \d+ chips\.", shown.text)
        assert 'aria-invalid="true" aria-describedby="wrong"' in shown.html
        assert not re.search(r">-\d", shown.html)
        assert re.search(r'value="trick back" disabled', shown.html)

    def test_one_trick_is_read_as_one(self, phone: Phone) -> None:
        game = table(variant="poker-chips", entries=opening("poker-chips"))
        totals = {"telling": "totals", "level": "0", "tricks-0": "1", "tricks-1": "2"}
        shown = page(send(phone, game, {**totals, "press": "show"})).text
        assert "1 trick, Ann" in shown
        assert "2 tricks, Bo" in shown
        assert "Undo trick" in shown

    def test_a_correction_in_totals_undoes_tricks_by_taps(self, phone: Phone) -> None:
        tricks = {"Ann": 5, "Bo": 4, "Cy": 2, "Dee": 1}
        totals = {"kind": "hand", "maker": "Ann", "bets": dict.fromkeys(tricks, 5), "tricks": tricks}
        game = table(variant="poker-chips", entries=[*opening("poker-chips"), totals])
        form = page(phone.get(f"/games/{game.id}/entries/{now(game).version}/")).form("/corrections/")
        name, value = form.buttons["Undo trick"]
        undone = page(phone.post(form.action, form.data(**{name: value})))
        assert "11 of 12 tricks" in undone.text
        assert "Undo trick" in undone.text


class TestMeanwhile:
    def written_meanwhile(self, phone: Phone, game: Table) -> tuple[str, dict[str, Any]]:
        """The form of this phone, and another hand entered since it was opened."""
        form = room(phone, game).form("/hands/")
        store.append(device(), game.id, store.new_key(), 0, hand("partnership"))
        return form.action, form.data()

    @pytest.mark.parametrize("extra", [{"save": "1"}, {}], ids=["save", "press"])
    def test_what_was_typed_is_kept_and_the_page_says_what_was_entered(
        self, phone: Phone, extra: dict[str, str]
    ) -> None:
        game = table()
        address, fields = self.written_meanwhile(phone, game)
        shown = page(phone.post(address, {**fields, **MARCH, **extra}))
        assert shown.status == 409
        assert "Hand 1: Ann called spades, 3 tricks, saved by this phone" in shown.text
        assert "Is it the same hand or the next?" in shown.text
        assert shown.form("/hands/").fields["tricks"] == "5"
        assert now(game).version == 1

    def test_what_was_entered_goes_on_being_said_until_it_is_saved(self, phone: Phone) -> None:
        game = table()
        address, fields = self.written_meanwhile(phone, game)
        told = page(phone.post(address, {**fields, "maker": "1"})).form("/hands/")
        shown = page(phone.post(told.action, {**told.data(), "tricks": "5"}))
        assert shown.status == 200
        assert "Hand 1: Ann called spades, 3 tricks, saved by this phone" in shown.text
        assert phone.post(told.action, {**shown.form("/hands/").data(), "save": "1"}).status_code == 303

    def test_saving_once_more_makes_it_the_next_hand(self, phone: Phone) -> None:
        game = table()
        address, fields = self.written_meanwhile(phone, game)
        form = page(phone.post(address, {**fields, **MARCH, "save": "1"})).form("/hands/")
        assert form.fields["key"] != fields["key"]
        assert phone.post(form.action, {**form.data(), "save": "1"}).status_code == 303
        assert [item.entry["maker"] for item in now(game).entries] == ["Ann", "Bo"]

    def test_who_sits_elsewhere_by_now_keeps_what_was_said_of_them(self, phone: Phone) -> None:
        game = table(variant="poker-chips", entries=opening("poker-chips"))
        form = room(phone, game).form("/hands/")
        join = {"kind": "join", "player": "Zoe", "left_of": "Ann"}
        store.append(device(), game.id, store.new_key(), 4, join)
        said = {"telling": "totals", "maker": "1", "folded-3": "on", "tricks-2": "4", "save": "1"}
        shown = page(phone.post(form.action, {**form.data(), **said}))
        assert shown.status == 409
        fields = shown.form("/hands/").fields
        assert [fields[name] for name in ("maker", "folded-4", "tricks-3")] == ["2", "on", "4"]


class TestCorrections:
    def game(self) -> Table:
        three = [hand("partnership", number) for number in range(3)]
        return table(entries=three)

    def test_a_hand_is_corrected_in_its_own_form(self, phone: Phone) -> None:
        game = self.game()
        form = page(phone.get(f"/games/{game.id}/entries/2/")).form("/corrections/")
        assert (form.fields["maker"], form.fields["tricks"], form.fields["target"]) == ("1", "2", "2")
        answer = phone.post(form.action, {**form.data(), "tricks": "5", "save": "1"})
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{game.id}/hands/?at=2#e2")
        assert now(game).entries[1].entry["tricks"] == {"Bo & Dee": 5, "Ann & Cy": 0}
        assert now(game).state.hands == 3

    def test_it_shows_what_that_hand_does_to_the_scores_of_then(self, phone: Phone) -> None:
        game = self.game()
        form = page(phone.get(f"/games/{game.id}/entries/2/")).form("/corrections/")
        shown = page(phone.post(form.action, {**form.data(), "tricks": "5"}))
        assert shown.status == 200
        assert "0 → 2" in shown.text
        assert "Fix hand 2" in shown.text

    def test_a_correction_that_spoils_a_later_hand_names_it(self, phone: Phone) -> None:
        entries = [
            *opening("poker-chips"),
            {"kind": "hand", "result": "redeal"},
            {"kind": "hand", "betting": [{"player": n, "action": "fold"} for n in ("Bo", "Cy", "Dee")]},
        ]
        game = table(variant="poker-chips", entries=entries)
        form = page(phone.get(f"/games/{game.id}/entries/5/")).form("/corrections/")
        shown = page(phone.post(form.action, {**form.data(), "result": "misdeal", "save": "1"}))
        assert shown.status == 422
        assert "That makes hand 2 impossible: It’s Cy’s turn. PC-23" in shown.text
        assert now(game).version == 6

    def test_a_correction_meets_another_phones(self, phone: Phone) -> None:
        game = self.game()
        form = page(phone.get(f"/games/{game.id}/entries/2/")).form("/corrections/")
        store.save(device(), game.id, store.new_key(), store.Change(3, 2, None))
        shown = page(phone.post(form.action, {**form.data(), "tricks": "5", "save": "1"}))
        assert shown.status == 409
        assert "removed by this phone" in shown.text

    def test_there_is_no_form_for_what_is_no_hand(self, phone: Phone) -> None:
        game = self.game()
        assert phone.get(f"/games/{game.id}/entries/9/").status_code == 404
        assert phone.post(f"/games/{game.id}/corrections/", {"target": "9", "save": "1"}).status_code == 404


HARD_NAMES = ["<script>alert(1)</script>", "\u202eevil", "שלום 🂡", "W" * 40, "Ng Uyên", "O'Brien"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_tap_that_could_not_be_sent_has_a_place_to_say_so(phone: Phone, variant: str) -> None:
    game = table(variant=variant, entries=opening(variant))
    for way in ("hands/new/", "draft/"):
        shown = phone.get(f"/games/{game.id}/{way}").content.decode()
        assert "Not saved yet. Tap again." in shown.partition('class="dock"')[2]
        assert "bower.js" in shown


@pytest.mark.parametrize("variant", SEATS)
def test_names_in_any_script_are_shown_as_text(phone: Phone, variant: str) -> None:
    players = HARD_NAMES[: SEATS[variant]]
    chips = [{"kind": "buy-in", "player": name, "chips": 90} for name in players]
    game = table(variant=variant, players=players, entries=chips if variant == "poker-chips" else [])
    shown = page(send(phone, game, {"maker": "0", "trump": "spades"}))
    assert shown.status == 200
    assert "<script>alert" not in shown.html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown.html


FIELDS = ["maker", "trump", "dealer", "result", "note", "tricks", "alone", "kings", "showkings", "showdown"]
FIELDS += [
    "details",
    "switch",
    "nine_of_clubs",
    "turned_club",
    "renege",
    "telling",
    "betting",
    "order",
    "level",
]
FIELDS += ["chips", "chips-other", "calling", "press"]
BY_SEAT = ["tricks", "filled", "defended", "showtricks", "reneged", "cards", "away", "folded", "bets", "seat"]
TEXTS = [
    "",
    "0",
    "1",
    "3",
    "7",
    "11",
    "-1",
    "99",
    "9" * 30,
    "drop",
    "on",
    "x",
    "0 1 0",
    "0b5 1c 2r3",
    "9k",
    "²",
]
TEXTS += [
    "bet bet",
    "bet back",
    "trick 0",
    "king 9",
    "showking back",
    "details",
    "hearts",
    "no-trump",
    "redeal",
]
TEXTS += ["totals", "thrown-in", "passed-out", "\x00", "\ud83c", "🂡" * 300, "Ann", "null", "[]", "1.5", "1e5"]


@pytest.mark.parametrize("variant", SEATS)
def test_whatever_is_sent_is_answered_with_a_reason(phone: Phone, variant: str) -> None:
    dice = random.Random(variant)  # noqa: S311 - the same hostile forms every time
    game = table(variant=variant, entries=opening(variant))
    names = [*FIELDS, *(f"{field}-{seat}" for field in BY_SEAT for seat in range(13))]
    form = room(phone, game).form("/hands/")
    stamp = {name: form.fields[name] for name in ("key", "seen")}
    seats = {f"seat-{place}": name for place, name in enumerate(NAMES[: SEATS[variant]])}
    for _form in range(examples(200)):
        said = {name: dice.choice(TEXTS) for name in dice.sample(names, dice.randrange(len(names)))}
        given = {**said, **(seats if dice.random() < 0.8 else {}), **stamp}
        given |= {"save": "1"} if dice.random() < 0.5 else {}
        answer = phone.post(form.action, {name: text.replace("\ud83c", "?") for name, text in given.items()})
        assert answer.status_code in {200, 409, 422, 303}, given
        if answer.status_code == 422:
            assert re.search(r'class="wrong\b', page(answer).html)
    assert now(game).version <= len(opening(variant)) + 1


def test_lists_where_one_thing_is_meant_count_as_their_last(phone: Phone) -> None:
    shown = page(send(phone, table(), {"maker": ["1", "2"], "tricks": ["x", "4"], "trump": ["spades"]}))
    assert shown.status == 200
    assert shown.form("/hands/").fields["maker"] == "2"
