"""A hand that two phones enter: both are shown, and one of them is saved."""

import pytest
from django.urls import reverse

from companion.log.table import Table
from tests.companion.factories import Phone, table
from tests.companion.pages import page
from tests.companion.test_kept_form import MARCH, Form, entries, now, saved_elsewhere

pytestmark = pytest.mark.django_db


class TestTwoPhonesOneHand:
    @pytest.fixture
    def made(self) -> Table:
        return table()

    @pytest.fixture
    def ann(self, made: Table) -> Form:
        """A phone with a hand that another phone has saved since."""
        ann = Form(made)
        ann.tap(**MARCH)
        saved_elsewhere(made, maker="Bo", tricks={"Bo & Dee": 3, "Ann & Cy": 2})
        return ann

    def test_saving_it_shows_both_and_saves_nothing(self, made: Table, ann: Form) -> None:
        shown = ann.tap(save="1")
        assert shown.status == 409
        assert "Hand 1 is saved already" in shown.text
        assert "Is it the same hand or the next?" in shown.text
        assert "Tricks not the same Bo & Dee 3, Ann & Cy 2 Bo & Dee 5, Ann & Cy 0" in shown.text
        assert "Score after not the same 0–1 0–2" in shown.text
        assert now(made).version == 1

    def test_a_flag_of_one_hand_only_differs(self, made: Table, ann: Form) -> None:
        shown = ann.tap(alone="on", save="1")
        assert "Alone not the same – yes" in shown.text

    def test_a_hand_that_was_not_played_is_named_by_its_label(self, made: Table, ann: Form) -> None:
        shown = ann.tap(result="redeal", save="1")
        assert "Result not the same Played Redeal" in shown.text

    def test_the_same_hand_is_discarded_by_one_tap(self, made: Table, ann: Form) -> None:
        buttons = ann.tap(save="1").form("/hands/").buttons
        [main] = [button for words, button in buttons.items() if words.startswith("Same hand – discard mine")]
        answer = ann.send(**dict([main]))
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{made.id}/#score")
        assert now(made).version == 1
        ann.open()
        assert "maker" not in ann.fields

    def test_the_next_hand_is_saved_by_one_tap_and_once(self, made: Table, ann: Form) -> None:
        buttons = ann.tap(save="1").form("/hands/").buttons
        [(words, button)] = [pair for pair in buttons.items() if pair[0].startswith("It’s the next hand")]
        assert words == "It’s the next hand save as hand 2, 0–3"
        for _tap in range(2):
            assert ann.send(**dict([button])).status_code == 303
        assert [entry["tricks"]["Bo & Dee"] for entry in entries(made)] == [3, 5]

    def test_a_reload_asks_again(self, made: Table, ann: Form) -> None:
        ann.tap(save="1")
        ann.tap(tricks="4")
        shown = ann.open()
        assert "Is it the same hand or the next?" in shown.text
        assert ann.fields["tricks"] == "4"
        assert "is entering" not in page(Phone("bo").get(f"/games/{made.id}/")).text

    def test_what_says_no_more_than_the_saved_hand_is_not_asked_about(self, made: Table) -> None:
        ann = Form(made)
        ann.tap(maker="1")
        saved_elsewhere(made, maker="Bo", tricks={"Bo & Dee": 3, "Ann & Cy": 2})
        assert "same hand" not in ann.open().text

    def test_after_the_end_of_the_game_no_hand_is_next(self) -> None:
        made = table(options={"target": 1})
        ann = Form(made)
        ann.tap(**MARCH)
        saved_elsewhere(made)
        for shown in (ann.tap(save="1"), ann.open()):
            assert "The game is over. Fix the last hand or start a new game." in shown.text
            assert "next hand" not in shown.text
        assert ann.send(save="same").status_code == 303
        assert ann.phone.get(reverse("hand", args=[made.id])).status_code == 303

    def test_a_phone_that_lost_the_response_to_its_own_save_comes_to_the_table(self, made: Table) -> None:
        ann = Form(made)
        ann.tap(**MARCH)
        ann.send(save="1")
        answer = ann.send()
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{made.id}/#score")
