"""Undo names what it undoes; what was undone or removed can be restored, from the table and from Hands."""

from typing import Any

import pytest
from django.urls import reverse

from companion import store
from companion.forms.progress import adding, discarding, replacing
from companion.log.table import Table
from companion.store import progress
from tests.companion.factories import Phone, hand, let_in, table, view
from tests.companion.pages import Page, page

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

TURNED = {"move": "turned", "card": "spades"}
PASS = {"move": "pass", "player": "Ann"}


def made(maker: str, ours: int) -> dict[str, Any]:
    """A hand of Euchre in which Ann and Cy won so many tricks."""
    return {
        "kind": "hand",
        "maker": maker,
        "trump": "hearts",
        "tricks": {"Ann & Cy": ours, "Bo & Dee": 5 - ours},
    }


@pytest.fixture
def phone() -> Phone:
    return Phone()


def shown(phone: Phone, game: Table, room: str = "") -> Page:
    return page(phone.get(f"/games/{game.id}/{room}"))


def tap(phone: Phone, seen: Page, label: str) -> Page:
    """The page after a tap on a button of *seen*."""
    [form] = [one for one in seen.forms if label in one.buttons]
    name, value = form.buttons[label]
    answer = phone.post(form.action, {**form.data(), name: value})
    return page(phone.get(answer.headers["Location"])) if answer.status_code == 303 else page(answer)


def now(game: Table) -> Table:
    return view(game).table


def test_undo_names_the_hand_and_restore_puts_it_back_at_once(phone: Phone) -> None:
    game = table(entries=[made("Ann", 3), made("Cy", 5)])
    undone = tap(phone, shown(phone, game), "Undo hand 2")
    assert "Undone: Cy called hearts, 5 tricks" in undone.text
    assert now(game).state.hands == 1
    restored = tap(phone, undone, "Restore")
    assert "Undone" not in restored.text
    assert now(game).standing == game.standing
    tap(phone, tap(phone, restored, "Undo hand 2"), "Undo hand 1")
    assert now(game).state.hands == 0


@pytest.mark.parametrize(
    ("entry", "label"),
    [
        ({"kind": "buy-in", "player": "Bo", "chips": 9}, "Undo Bo’s buy-in"),
        ({"kind": "transfer", "from": "Ann", "to": "pot", "chips": 1, "reason": "late"},
         "Undo the transfer from Ann to the pot"),
        ({"kind": "end"}, "Undo the end"),
    ],
)  # fmt: skip
def test_undo_names_what_is_no_hand(phone: Phone, entry: dict[str, Any], label: str) -> None:
    bought = {"kind": "buy-in", "player": "Ann", "chips": 40}
    game = table(variant="poker-chips", entries=[bought, entry])
    tap(phone, shown(phone, game), label)
    assert now(game).state == table(variant="poker-chips", entries=[bought]).state


def test_while_a_hand_is_in_progress_undo_takes_back_its_last_step(phone: Phone) -> None:
    game = table(entries=[made("Ann", 3)], dealer="Cy")
    progress.change(view(game), replacing(0, [TURNED, PASS]))
    found = shown(phone, game)
    assert "Last step: Ann: pass or" in found.text
    assert "Undo hand 1" not in found.text
    after = tap(phone, found, "Undo step")
    assert progress.of_table(now(game)).moves == (TURNED,)
    tap(phone, after, "Undo step")
    assert (progress.of_table(now(game)).moves, now(game).version) == ((), 1)
    assert "Undo hand 1" in shown(phone, game).text


def test_a_step_that_another_phone_took_back_is_not_taken_back_twice(phone: Phone) -> None:
    game = table()
    kept = progress.change(view(game), replacing(0, [TURNED]))[0]
    found = shown(phone, game)
    progress.change(view(game), adding(kept.rev, [{"move": "pass", "player": "Bo"}]))
    assert tap(phone, found, "Undo step").status == 409
    assert len(progress.of_table(now(game)).moves) == 2


def test_a_removed_hand_is_restored_from_hands_however_long_ago(phone: Phone) -> None:
    game = table(entries=[made("Ann", 3), made("Cy", 5)])
    store.save(phone.device, game.id, store.new_key(), store.Change(2, 1, None))
    store.append(phone.device, game.id, store.new_key(), 3, made("Bo", 1))
    found = tap(phone, shown(phone, game, "hands/"), "Restore")
    assert [item.hand and item.hand.number for item in now(game).entries] == [1, 2, 3]
    assert "Restored" in found.text
    recap = phone.get(f"/games/{game.id}/recap.txt").text
    assert ["Hand 1, removed by" in recap, "Hand 1, restored by" in recap] == [True, True]
    assert "Restore" not in {label for form in found.forms for label in form.buttons}


def test_a_restoration_that_cannot_be_says_why(phone: Phone) -> None:
    entries = [{"kind": "buy-in", "player": name, "chips": 40} for name in ("Ann", "Bo", "Cy", "Dee")]
    game = table(variant="poker-chips", entries=[*entries, {"kind": "cash-out", "player": "Dee"}])
    store.save(phone.device, game.id, store.new_key(), store.Change(5, 5, None))
    store.append(phone.device, game.id, store.new_key(), 6, {"kind": "buy-in", "player": "Dee", "chips": 5})
    refused = tap(phone, shown(phone, game, "hands/"), "Restore")
    assert refused.status == 422
    assert "That makes Dee’s buy-in impossible: " in refused.text


def test_a_restoration_after_another_phone_saved_asks_again(phone: Phone) -> None:
    game = table(entries=[made("Ann", 3)])
    undone = tap(phone, shown(phone, game), "Undo hand 1")
    store.append(phone.device, game.id, store.new_key(), 2, made("Bo", 2))
    late = tap(phone, undone, "Restore")
    assert late.status == 409
    assert "Nothing was restored. Check, then try again." in late.text
    assert "Restore" not in {label for form in late.forms for label in form.buttons}, "the last row is a hand"


def test_no_hand_is_undone_while_the_next_one_stands_in_the_form(phone: Phone) -> None:
    game = table(entries=[made("Ann", 3)])
    stale = shown(phone, game)
    form = {"maker": "1", "trump": "hearts", "seen": "1", "opened": "1", "rev": "0", "tap": "1"}
    assert phone.post(f"/games/{game.id}/hands/", form).status_code == 200
    found = shown(phone, game)
    assert "Undo hand 1 discard hand 2 first" in found.text
    assert reverse("hand", args=[game.id]) + "#kept" in found.links
    assert "discard hand 2 first" in tap(phone, stale, "Undo hand 1").text
    assert (now(game).version, progress.of_table(now(game)).there) == (1, True)
    progress.change(view(game), discarding(1))
    tap(phone, shown(phone, game), "Undo hand 1")
    assert now(game).state.hands == 0


def test_removing_a_hand_that_reopens_the_game_asks_first(phone: Phone) -> None:
    game = table(options={"target": 2}, entries=[made("Ann", 3), made("Ann", 3)])
    asked = shown(phone, game, "hands/?remove=2")
    assert "Remove hand 2 and reopen the game?" in asked.text
    assert tap(phone, shown(phone, game, "hands/"), "Undo hand 2").text == asked.text
    assert now(game).version == 2
    tap(phone, asked, "Remove and reopen")
    assert (now(game).version, now(game).state.over) == (3, False)
    assert "reopen" not in shown(phone, game).text


def test_undo_after_the_end_says_that_it_reopens_the_game(phone: Phone) -> None:
    game = table(options={"target": 2}, entries=[made("Ann", 3), made("Ann", 3)])
    tap(phone, shown(phone, game), "Undo hand 2")
    assert not now(game).state.over


def test_only_who_may_remove_an_entry_may_restore_it(phone: Phone) -> None:
    game = table(entries=[hand("partnership")])
    viewer, scorekeeper = let_in(game, "eve", "viewer"), let_in(game, "bo", "scorekeeper")
    store.save(phone.device, game.id, store.new_key(), store.Change(1, 1, None))
    for room in ("", "hands/"):
        assert "Restore" not in shown(viewer, game, room).text
        assert "Restore" in shown(scorekeeper, game, room).text
