"""The hand form is kept on the server: reloaded, taken over by another phone, discarded; and two phones."""

from typing import Any

import pytest
from django.urls import reverse

from companion import models, store
from companion.forms.progress import adding, taking_back, with_moves
from companion.log.table import Table
from companion.store import progress
from scoring import VARIANTS
from tests.companion.factories import Phone, hand, let_in, opening, table, view
from tests.companion.pages import Page, page
from tests.companion.test_queries import queries
from tests.entering import hand_fields

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

MARCH = {"maker": "1", "trump": "hearts", "tricks": "5"}
OF_A_PAGE = ("csrfmiddlewaretoken", "key", "rev", "tap")


class Form:
    """The hand form on one phone, tapped like the page does: each tap sends the whole form."""

    def __init__(self, made: Table, name: str = "ann") -> None:
        self.made = made
        self.phone = Phone(name) if name == "ann" else let_in(made, name, "scorekeeper")
        self.taps = 0
        self.open()

    def open(self) -> Page:
        return self.on(self.phone.get(reverse("hand", args=[self.made.id])))

    def on(self, answer: Any) -> Page:
        self.page = page(answer)
        return self.page

    @property
    def fields(self) -> dict[str, Any]:
        return self.page.form("/hands/").fields

    @property
    def said(self) -> dict[str, Any]:
        """The fields without those that each page has of its own."""
        return {name: text for name, text in self.fields.items() if name not in OF_A_PAGE}

    def send(self, **typed: str) -> Any:
        """Send the form; the page stays as it is, as if the response were lost."""
        self.taps += 1
        return self.phone.post(
            reverse("hands", args=[self.made.id]), {**self.fields, "tap": str(self.taps), **typed}
        )

    def tap(self, **typed: str) -> Page:
        return self.on(self.send(**typed))


def now(made: Table) -> Table:
    return view(made).table


def entries(made: Table) -> list[Any]:
    return [item.entry for item in now(made).live]


def saved_elsewhere(made: Table, **given: Any) -> None:
    """Another phone saves the hand."""
    bo = let_in(made, "bo", "scorekeeper")
    store.append(bo.device, made.id, store.new_key(), now(made).version, hand("partnership", **given))


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_form_is_there_after_a_reload_and_on_another_phone(variant: str) -> None:
    made = table(variant=variant, entries=opening(variant))
    ann = Form(made)
    fields = hand_fields(variant, hand(variant), list(made.state.players))
    ann.tap(**{**fields, "note": "Bo was quick"})
    entered = ann.said
    ann.open()
    assert ann.said == entered
    bo = Form(made, "bo")
    assert bo.said == entered
    assert "Another phone (host) is entering this hand too." in bo.page.text
    assert now(made).version == len(opening(variant))


def test_a_betting_round_is_there_after_a_reload() -> None:
    made = table(variant="poker-chips", entries=opening("poker-chips"))
    ann = Form(made)
    for press in ("check", "bet", "raise", "raise", "call", "call", "call"):
        ann.tap(press="bet " + press)
    betting = ann.fields["betting"]
    assert len(betting.split()) == 7
    ann.open()
    assert ann.fields["betting"] == betting
    ann.tap(press="bet back")
    ann.open()
    assert ann.fields["betting"] == betting.rpartition(" ")[0]


def test_a_form_that_nobody_touched_is_not_kept() -> None:
    made = table()
    Form(made).tap()
    assert models.HandInProgress.objects.count() == 0


def test_a_refused_save_is_kept_too() -> None:
    ann = Form(table())
    assert ann.tap(maker="1", note="odd", save="1").status == 422
    ann.open()
    assert ann.fields["maker"] == "1"
    assert 'value="odd"' in ann.page.html


def test_the_table_says_that_a_hand_is_being_entered_and_leads_back_to_it() -> None:
    made = table()
    ann, eve = Form(made), let_in(made, "eve", "viewer")
    before = view(made).viewer.revision
    ann.tap(maker="1")
    assert view(made).viewer.revision == before + 1, "the other phones are told"
    place = reverse("table", args=[made.id])
    mine, seen = page(ann.phone.get(place)), page(eve.get(place))
    assert "Continue hand 1" in mine.text
    assert reverse("hand", args=[made.id]) in mine.links
    assert "is entering hand 1" not in mine.text
    assert "Another phone (host) is entering hand 1" in seen.text


def test_a_saved_hand_is_no_longer_in_progress_even_if_it_is_undone() -> None:
    made = table()
    ann, eve = Form(made), let_in(made, "eve", "viewer")
    ann.tap(**MARCH)
    ann.tap(save="1")
    ann.open()
    assert "maker" not in ann.fields
    store.save(ann.phone.device, made.id, store.new_key(), store.Change(1, 1, None))
    place = reverse("table", args=[made.id])
    mine = page(ann.phone.get(place)).text
    assert ["Undone" in mine, "Restore" in mine, "Record hand 1" in mine] == [True, True, True]
    assert "is entering" not in page(eve.get(place)).text
    ann.open()
    assert "maker" not in ann.fields
    ann.tap(maker="2")
    ann.open()
    assert ann.fields["maker"] == "2"
    assert "Restore" not in page(ann.phone.get(place)).text, "it would make hand 2 of this one"


def test_undo_on_another_phone_leaves_a_form_that_says_more() -> None:
    made = table()
    ann = Form(made)
    ann.tap(**MARCH, note="Bo was quick")
    saved_elsewhere(made, maker="Bo", trump="hearts", tricks={"Bo & Dee": 5, "Ann & Cy": 0})
    store.save(ann.phone.device, made.id, store.new_key(), store.Change(1, 1, None))
    ann.open()
    assert {name: ann.fields[name] for name in MARCH} == MARCH


def test_undo_on_another_phone_ends_a_form_that_says_no_more() -> None:
    made = table()
    ann = Form(made)
    ann.tap(**MARCH)
    saved_elsewhere(made, maker="Bo", trump="hearts", tricks={"Bo & Dee": 5, "Ann & Cy": 0})
    store.save(ann.phone.device, made.id, store.new_key(), store.Change(1, 1, None))
    assert not progress.of_table(now(made)).there


class TestTwoPhonesAtOneForm:
    def test_a_tap_on_a_page_that_is_behind_shows_the_hand_as_it_is(self) -> None:
        made = table()
        ann, bo = Form(made), Form(made, "bo")
        ann.tap(maker="1")
        assert bo.tap(maker="2").status == 409
        assert "Another phone was faster. This is the hand now." in bo.page.text
        assert bo.fields["maker"] == "1"
        bo.tap(trump="spades")
        ann.open()
        assert (ann.fields["maker"], ann.fields["trump"]) == ("1", "spades")

    def test_a_tap_that_comes_late_does_not_undo_a_later_one(self) -> None:
        ann = Form(table())
        assert ann.send(maker="2", tap="8").status_code == 200
        ann.on(ann.send(maker="1", tap="7"))
        assert ann.fields["maker"] == "2"
        ann.open()
        assert ann.fields["maker"] == "2"

    def test_what_is_tapped_after_a_lost_response_is_kept(self) -> None:
        ann = Form(table())
        ann.send(maker="1")
        ann.tap(maker="1", trump="hearts")
        assert ann.page.status == 200
        ann.open()
        assert (ann.fields["maker"], ann.fields["trump"]) == ("1", "hearts")

    def test_a_bet_sent_again_after_a_lost_response_is_one_bet(self) -> None:
        made = table(variant="poker-chips", entries=opening("poker-chips"))
        ann = Form(made)
        for _tap in range(2):
            ann.on(ann.phone.post(f"/games/{made.id}/hands/", {**Form(made).fields, "press": "bet check"}))
        first = Form(made).fields
        ann.page = Form(made).page
        for _tap in range(2):
            ann.send(press="bet check")
        assert len(Form(made).fields["betting"].split()) == len(first["betting"].split()) + 1

    def test_an_older_page_of_the_same_phone_is_told(self) -> None:
        made = table()
        old, ann = Form(made), Form(made)
        ann.tap(maker="1")
        ann.tap(trump="hearts")
        assert "This page was out of date. This is the hand now." in old.tap(maker="2").text
        assert (old.fields["maker"], old.fields["trump"]) == ("1", "hearts")


class TestDiscard:
    def test_it_says_what_goes_and_all_of_it_goes(self) -> None:
        made = table(variant="poker-chips", entries=opening("poker-chips"))
        ann = Form(made)
        for press in ("check", "check"):
            ann.tap(press="bet " + press, maker="1", note="n")
        assert "This clears note, maker, betting (2)." in ann.page.text
        gone = {"player": "Bo", "key": store.new_key(), "seen": "4"}
        place = reverse("cash_outs", args=[made.id])
        assert ann.phone.post(place, gone).status_code == 422, "the bank waits for the hand"
        assert ann.send(discard="1").status_code == 303
        assert not progress.of_table(now(made)).there
        assert Form(made).fields["betting"] == ""
        assert ann.phone.post(place, {**gone, "key": store.new_key()}).status_code == 303

    def test_a_hand_that_went_on_elsewhere_is_not_discarded_unseen(self) -> None:
        made = table()
        ann, bo = Form(made), Form(made, "bo")
        ann.tap(maker="1")
        bo.open()
        bo.tap(trump="hearts")
        assert ann.tap(discard="1").status == 409
        assert ann.fields["trump"] == "hearts"


def test_who_may_only_look_keeps_nothing() -> None:
    made = table()
    eve = let_in(made, "eve", "viewer")
    assert eve.post(reverse("hands", args=[made.id]), {**MARCH, "seen": "0", "rev": "0"}).status_code == 403
    assert models.HandInProgress.objects.count() == 0


def test_a_form_of_great_length_is_shown_and_not_kept() -> None:
    ann = Form(table())
    assert ann.tap(maker="1", x="y" * 9000).status == 200
    assert models.HandInProgress.objects.count() == 0


class TestFormAndMoves:
    TOLD = ({"move": "turned", "card": "spades"}, {"move": "pass", "player": "Bo"})

    def test_the_note_of_the_form_stays_while_the_hand_is_followed(self) -> None:
        made = table()
        ann = Form(made)
        ann.tap(note="Bo was quick")
        kept = progress.of_table(now(made))
        kept = progress.change(view(made), adding(kept.rev, self.TOLD))[0]
        progress.change(view(made), adding(kept.rev, [{"move": "order", "player": "Cy"}]))
        ann.open()
        assert ann.fields["maker"] == "2"
        assert 'value="Bo was quick"' in ann.page.html

    def test_what_the_form_says_is_told_when_the_hand_is_followed(self) -> None:
        made = table()
        ann = Form(made)
        ann.tap(maker="1", trump="hearts", note="Bo was quick")
        place = reverse("draft", args=[made.id])
        shown = ann.phone.get(place).text
        assert 'aria-label="hearts"' in shown
        assert "Note: <bdi>Bo was quick</bdi>" in shown
        rev = progress.of_table(now(made)).rev
        for number in range(5):
            trick = '{"move":"trick","player":"Bo"}'
            assert ann.phone.post(place, {"rev": str(rev + number), "move": trick}).status_code == 303
        stamp = {"rev": str(rev + 5), "seen": "0", "key": store.new_key(), "save": "1"}
        assert ann.phone.post(place, stamp).status_code == 303
        entry = {"maker": "Bo", "trump": "hearts", "tricks": {"Bo & Dee": 5}}
        assert entries(made) == [{"kind": "hand", **entry, "note": "Bo was quick"}]

    def test_a_step_that_is_undone_is_undone_in_the_form(self) -> None:
        made = table()
        kept = progress.change(view(made), adding(0, [*self.TOLD, {"move": "order", "player": "Cy"}]))[0]
        ann = Form(made)
        ann.tap(tricks="5", note="Bo was quick")
        place = reverse("draft", args=[made.id])
        assert ann.phone.post(place, {"rev": str(kept.rev + 1), "back": "1"}).status_code == 303
        ann.open()
        assert "tricks" not in ann.fields
        assert (ann.fields["maker"], ann.fields["note"]) == ("2", "Bo was quick")
        while (now_kept := progress.of_table(now(made))).moves:
            progress.change(view(made), taking_back(now_kept.rev))
        ann.open()
        assert ("maker" in ann.fields, ann.fields["note"]) == (False, "Bo was quick")

    def test_a_form_of_which_every_step_is_undone_is_gone(self) -> None:
        made = table(variant="poker-chips", entries=opening("poker-chips"))
        ann = Form(made)
        ann.tap(maker="1", trump="hearts")
        for press in ("check", "bet", "fold"):
            ann.tap(press="bet " + press)
        rev = progress.of_table(now(made)).rev
        for step in range(4):
            assert ann.open().status == 200
            progress.change(view(made), taking_back(rev + step))
            moves = progress.of_table(now(made)).moves
            assert len(Form(made).fields["betting"].split()) == max(len(moves) - 1, 0)
        assert not progress.of_table(now(made)).there

    def test_a_form_that_denies_the_moves_loses_nothing_by_undo(self) -> None:
        made = table()
        told = (*self.TOLD, {"move": "order", "player": "Cy"}, {"move": "taken"})
        progress.change(view(made), adding(0, told))
        ann = Form(made)
        ann.tap(maker="1", trump="spades", tricks="3")
        kept = progress.change(view(made), taking_back(progress.of_table(now(made)).rev))[0]
        assert kept.form is not None
        assert (kept.form.texts["maker"], kept.form.texts["tricks"]) == ("1", "3")

    def test_a_form_that_denies_the_moves_keeps_both_and_is_saved_as_a_form(self) -> None:
        made = table()
        told = (*self.TOLD, {"move": "order", "player": "Cy"}, {"move": "taken"})
        progress.change(view(made), adding(0, told))
        ann = Form(made)
        ann.tap(maker="1", trump="spades", tricks="3")
        place = reverse("draft", args=[made.id])
        assert "The hand form says something else. Check it there." in page(ann.phone.get(place)).text
        assert with_moves(now(made), progress.of_table(now(made))).moves == told
        ann.open()
        assert ann.fields["maker"] == "1"
        stamp = {"rev": ann.fields["rev"], "seen": "0", "key": store.new_key(), "save": "1"}
        assert ann.phone.post(place, stamp).status_code == 422
        assert ann.send(save="1").status_code == 303

    def test_a_step_that_is_undone_leaves_what_the_form_said_before_it(self) -> None:
        made = table(variant="buck")
        ann = Form(made)
        ann.tap(trump="no-trump")
        kept = progress.change(view(made), adding(1, [{"move": "turned", "card": "clubs"}]))[0]
        progress.change(view(made), taking_back(kept.rev))
        ann.open()
        assert ann.fields["trump"] == "no-trump"

    def test_a_move_does_not_replace_what_the_form_says_otherwise(self) -> None:
        made = table()
        progress.change(view(made), adding(0, (*self.TOLD, {"move": "order", "player": "Cy"})))
        ann = Form(made)
        ann.tap(maker="1")
        place, bo = reverse("draft", args=[made.id]), let_in(made, "bo", "scorekeeper")
        trick = {"rev": ann.fields["rev"], "move": '{"move":"trick","player":"Bo"}'}
        shown = page(bo.post(place, trick))
        assert (shown.status, "The hand form says something else." in shown.text) == (422, True)
        ann.open()
        assert ann.fields["maker"] == "1"
        ann.tap(maker="2")
        assert bo.post(place, {**trick, "rev": ann.fields["rev"]}).status_code == 303

    def test_a_hand_that_is_over_is_not_saved_without_what_only_the_form_says(self) -> None:
        made = table()
        progress.change(view(made), adding(0, [{"move": "result", "result": "redeal"}]))
        ann = Form(made)
        ann.tap(dealer="2")
        stamp = {"rev": ann.fields["rev"], "seen": "0", "key": store.new_key(), "save": "1"}
        refused = page(ann.phone.post(reverse("draft", args=[made.id]), stamp))
        assert (refused.status, "The hand form says something else." in refused.text) == (422, True)
        assert ann.send(save="1").status_code == 303
        assert now(made).state.next_dealer == "Cy"

    def test_a_form_that_denies_the_moves_leads_until_that_step_is_undone(self) -> None:
        made = table()
        told = (*self.TOLD, {"move": "order", "player": "Cy"}, {"move": "taken"})
        progress.change(view(made), adding(0, told))
        ann = Form(made)
        ann.tap(maker="1")
        for differs in (True, False):
            progress.change(view(made), taking_back(progress.of_table(now(made)).rev))
            shown = page(ann.phone.get(reverse("draft", args=[made.id])))
            assert ("The hand form says something else." in shown.text) == differs
            ann.open()
            assert ann.fields["maker"] == "1"

    def test_to_restart_the_hand_discards_both_and_says_so(self) -> None:
        made = table()
        ann = Form(made)
        ann.tap(maker="1", trump="hearts")
        place = reverse("draft", args=[made.id])
        assert "Discards 1 step and the hand form of hand 1." in page(ann.phone.get(place)).text
        rev = str(progress.of_table(now(made)).rev)
        assert ann.phone.post(place, {"rev": rev, "discard": "1"}).status_code == 303
        assert not progress.of_table(now(made)).there

    def test_a_betting_round_of_the_form_is_followed(self) -> None:
        made = table(variant="poker-chips", entries=opening("poker-chips"))
        ann = Form(made)
        ann.tap(maker="1", trump="hearts")
        for press in ("check", "bet", "fold"):
            ann.tap(press="bet " + press)
        moves = with_moves(now(made), progress.of_table(now(made))).moves
        assert [move["move"] for move in moves] == ["made", "check", "bet", "fold"]

    def test_the_moves_stay_while_the_form_is_filled_in(self) -> None:
        made = table()
        progress.change(view(made), adding(0, self.TOLD))
        ann = Form(made)
        ann.tap(tricks="3")
        assert progress.of_table(now(made)).moves == self.TOLD
        assert "This clears tricks, 2 steps of the hand." in ann.page.text


def test_keeping_the_form_asks_as_often_at_any_hand() -> None:
    counts = []
    for hands in (3, 30):
        ann = Form(table(options={"target": 999}, entries=[hand("partnership", at) for at in range(hands)]))
        ann.tap(maker="1")
        counts.append(queries(lambda ann=ann: ann.tap(maker="2")))
    assert counts[0] == counts[1] <= 12
