"""One phone without a network and another with it: a hand in progress, a hand, or a buy-in on both."""

from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from companion.forms.progress import hand_form
from companion.log.table import Table
from companion.store import progress
from tests.companion.factories import NAMES, Phone, hand, let_in, opening, table
from tests.companion.outbox import item, send
from tests.pocket.offline import Kit, Worker
from tests.pocket.test_offline import TRICKS, VARIANT, now_of, offline, press

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

BO, CY = {"maker": "1"}, {"maker": "2"}


def so_far(made: Table) -> dict[str, Any]:
    """What the server's hand in progress says."""
    now = now_of(made)
    return dict(hand_form(now, progress.of_table(now)).entry)


class Both:
    """A table, a phone that has it without a network, and Bo's phone, which has one."""

    def __init__(self, kit: Kit) -> None:
        self.made = table(entries=[hand("partnership")])
        self.bo = let_in(self.made, "bo", "scorekeeper")
        self.worker = Worker(kit, Phone())
        self.worker.fetches(self.made)
        self.form, self.conflict = (reverse(name, args=[self.made.id]) for name in ("hand", "conflict"))
        self.taps = 0

    def here(self, **said: str) -> None:
        """Tap fields of the hand on the phone without a network."""
        self.taps += 1
        form = self.worker.ask(self.form).form(reverse("hands", args=[self.made.id]))
        fields = {**form.fields, **said, "tap": str(self.taps)}
        assert self.worker.ask(form.action, fields).status == 200

    def there(self, **said: str) -> None:
        """Tap fields of the hand on Bo's phone."""
        rev = str(progress.stored(now_of(self.made)).rev)
        seen = {"seen": "1", "opened": "1", "rev": rev, "tap": "1", "key": str(uuid4())}
        assert self.bo.post(reverse("hands", args=[self.made.id]), {**seen, **said}).status_code == 200

    def saved_there(self, number: int = 1) -> None:
        send(self.bo, item(now_of(self.made), entry=hand("partnership", number)))

    def whats(self) -> list[tuple[str, bool]]:
        """What waits, and whether it was set aside."""
        return [(one["what"], bool(one["aside"])) for one in self.worker.items]


@pytest.fixture
def both(kit: Kit) -> Both:
    return Both(kit)


@pytest.mark.parametrize("rows_first", [False, True])
def test_two_different_hands_are_shown_side_by_side(both: Both, rows_first: bool) -> None:
    both.here(**CY)
    both.there(**BO)
    if rows_first:
        both.worker.fetches(both.made)
        assert both.worker.flushes() == []
    else:
        assert both.worker.flushes() == [409]
    assert so_far(both.made)["maker"] == "Bo"
    waiting = both.worker.ask(both.form)
    assert "Another phone tapped this hand too" in waiting.text
    page = both.worker.ask(both.conflict)
    assert "Two phones have hand 2" in page.text
    assert "another phone (scorekeeper) tapped the same hand" in page.text
    cells = page.html.partition("<tbody>")[2]
    assert cells.index("<bdi>Bo</bdi>") < cells.index("<bdi>Cy</bdi>")


def test_going_on_with_mine_replaces_theirs_on_all_phones(both: Both) -> None:
    both.here(**CY)
    both.there(**BO)
    both.worker.flushes()
    done = press(both.worker, both.worker.ask(both.conflict), "Go on with mine")
    assert both.worker.path == both.form
    assert done.form(reverse("hands", args=[both.made.id])).fields["maker"] == "2"
    assert both.worker.flushes() == [200]
    assert so_far(both.made)["maker"] == "Cy"
    assert both.whats() == []


def test_going_on_with_theirs_keeps_mine_on_this_phone_and_the_next_tap_leaves_it_there(both: Both) -> None:
    both.here(**CY)
    both.there(**BO)
    both.worker.flushes()
    press(both.worker, both.worker.ask(both.conflict), "Go on with theirs")
    assert [what for what in both.whats() if what[1]] == [("progress", True)]
    both.here(trump="hearts")
    assert both.whats() == [("progress", True), ("progress", False)]
    assert both.worker.flushes() == [200]
    assert (so_far(both.made)["maker"], so_far(both.made)["trump"]) == ("Bo", "hearts")
    number = both.worker.items[0]["id"]
    kept = both.worker.ask(reverse("waiting_item", args=[both.made.id, number]))
    assert "Maker Cy" in kept.text


def test_what_was_set_aside_and_is_sent_after_all_asks_again(both: Both) -> None:
    both.here(**CY)
    both.there(**BO)
    both.worker.flushes()
    press(both.worker, both.worker.ask(both.conflict), "Go on with theirs")
    page = both.worker.ask(reverse("waiting_item", args=[both.made.id, both.worker.items[0]["id"]]))
    press(both.worker, page, "Send it after all")
    assert "Two phones have hand 2" in both.worker.ask(both.conflict).text
    assert so_far(both.made)["maker"] == "Bo"


def test_a_hand_that_says_all_of_the_other_goes_on_without_a_question(both: Both) -> None:
    both.here(**BO)
    both.here(trump="hearts")
    both.there(**BO)
    assert both.worker.flushes() == [409]
    assert both.worker.flushes() == [200]
    assert (so_far(both.made)["maker"], so_far(both.made)["trump"]) == ("Bo", "hearts")


def test_a_hand_of_which_the_other_says_all_is_not_sent(both: Both) -> None:
    both.here(**BO)
    both.there(**BO)
    both.there(**BO, trump="hearts")
    assert both.worker.flushes() == [409]
    fields = both.worker.ask(both.form).form(reverse("hands", args=[both.made.id])).fields
    assert (fields["maker"], fields["trump"]) == ("1", "hearts")


def test_a_tap_on_an_old_page_does_not_replace_the_hand_that_asks(both: Both) -> None:
    both.here(**CY)
    form = both.worker.ask(both.form).form(reverse("hands", args=[both.made.id]))
    both.there(**BO)
    both.worker.flushes()
    late = both.worker.ask(form.action, {**form.fields, "maker": "3", "tap": "9"})
    assert late.status == 409
    page = both.worker.ask(both.conflict)
    assert "<bdi>Cy</bdi>" in page.html


@pytest.mark.parametrize(("button", "maker"), [("Mine is the next hand", "Cy"), ("Same hand", None)])
def test_a_hand_that_another_phone_has_saved_asks(both: Both, button: str, maker: str | None) -> None:
    both.here(**CY)
    both.there(**BO)
    both.saved_there()
    assert both.worker.flushes() == [409]
    page = both.worker.ask(both.conflict)
    assert "saved hand 2" in page.text
    press(both.worker, page, button)
    assert both.worker.flushes() == ([200] if maker else [])
    assert so_far(both.made).get("maker") == maker
    assert now_of(both.made).state.hands == 2


def test_taps_that_say_more_than_the_hand_saved_after_them_are_set_aside(both: Both) -> None:
    both.here(**CY)
    saved = both.worker.saves(both.made.id, "partnership", hand("partnership"), NAMES[:4])
    assert saved.status == 200
    both.there(**BO)
    assert both.worker.flushes() == [409]
    assert both.whats() == [("progress", True), ("entry", False)]
    assert both.worker.flushes() == [200]


def test_a_question_that_has_changed_meanwhile_is_shown_again(both: Both) -> None:
    both.here(**CY)
    both.there(**BO)
    both.worker.flushes()
    page = both.worker.ask(both.conflict)
    both.there(maker="3")
    both.worker.fetches(both.made)
    again = press(both.worker, page, "Go on with mine")
    assert again.status == 409
    assert "Nothing was changed" in again.text
    assert "<bdi>Dee</bdi>" in again.html


def test_taps_that_the_server_takes_as_they_are_change_nothing_on_their_phone(both: Both) -> None:
    both.here(**CY)
    tapped = both.worker.said(both.form)["headers"]["ETag"]
    assert both.worker.flushes() == [200]
    assert both.worker.was is not None
    assert f'W/"{both.worker.was}-' in tapped
    both.here(trump="hearts")
    assert both.bo.post(reverse("seats", args=[both.made.id]), {"seat": "Bo"}).status_code == 303
    assert both.worker.flushes() == [200]
    assert both.worker.was is None
    both.here(trump="spades")
    both.saved_there()
    both.worker.flushes()
    assert both.worker.was is None


def test_behind_the_next_hand_each_hand_of_both_phones_is_asked_about(kit: Kit) -> None:
    made = table(entries=[hand(VARIANT)])
    bo = let_in(made, "bo", "scorekeeper")
    worker = offline(kit, made, hand(VARIANT, 1, tricks=TRICKS[0]), hand(VARIANT, 2, tricks=TRICKS[2]))
    send(bo, item(made, entry=hand(VARIANT, 2, tricks=TRICKS[2])))  # it has missed the one before
    assert worker.flushes() == [409]
    page = worker.ask(reverse("conflict", args=[made.id]))
    worker.ask(page.forms[-1].action, {**page.forms[-1].fields, "next": "1"})
    assert worker.flushes() == [200]
    page = worker.ask(reverse("conflict", args=[made.id]))
    assert "Two phones recorded hand 2" in page.text
    assert page.html.index("btn main") > page.html.index("It’s the next hand"), "the same hand is proposed"
    press(worker, page, "Same hand")
    assert worker.flushes() == []
    assert now_of(made).state.hands == 3


def test_a_buy_in_that_two_bankers_recorded_is_asked_about(kit: Kit) -> None:
    made = table(variant="poker-chips", entries=opening("poker-chips"))
    bo, at = let_in(made, "bo", "banker"), f"/games/{made.id}/"
    worker = offline(kit, made)
    form = worker.ask(at + "bank/").form("buy-ins/")
    assert worker.ask(form.action, {**form.fields, "player": "Bo", "chips": "10"}).status == 200
    send(bo, item(made, entry={"kind": "buy-in", "player": "Bo", "chips": 10}))
    assert worker.flushes() == [409]
    page = worker.ask(reverse("conflict", args=[made.id]))
    assert "offline: Bo bought 10. Another phone recorded the same. Is it the same one?" in page.text
    assert page.html.index("btn main") > page.html.index("Save mine too"), "to set it aside is proposed"
    press(worker, page, "Set mine aside")
    assert worker.flushes() == []
    assert now_of(made).version == made.version + 1
