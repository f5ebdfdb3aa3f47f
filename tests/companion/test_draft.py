"""The hand in progress: on every phone, in the log only when it is saved, and nothing of it lost."""

import html
import json
from typing import Any

import pytest
from django.http import Http404
from django.urls import reverse

from companion import models, store
from companion.forms.progress import adding, replacing
from companion.log.progress import known
from companion.log.table import Table
from companion.store import progress
from tests.companion.factories import Phone, hand, let_in, opening, table, view
from tests.companion.pages import page

pytestmark = pytest.mark.django_db

Move = dict[str, Any]

SPADES_TURNED: list[Move] = [
    {"move": "turned", "card": "spades"},
    {"move": "pass", "player": "Bo"},
    {"move": "order", "player": "Cy"},
    {"move": "taken"},
]
PLAYED = [{"move": "trick", "player": name} for name in ("Bo", "Cy", "Ann", "Cy", "Dee")]
ROUND_TWO: list[Move] = [{"move": "made", "maker": "Cy", "trump": "spades"}, *PLAYED]
ENTRY = {"kind": "hand", "maker": "Cy", "trump": "spades", "tricks": {"Ann & Cy": 3, "Bo & Dee": 2}}


def place(made: Table) -> str:
    return reverse("draft", args=[made.id])


def tap(phone: Phone, made: Table, rev: int, move: Move | None = None, **said: str) -> int:
    form = {"rev": str(rev), **({"move": json.dumps(move)} if move else {}), **said}
    return phone.post(place(made), form).status_code


def told(made: Table, moves: list[Move], phone: Phone | None = None) -> int:
    """These moves, tapped one after the other; the rev after them."""
    rev = progress.of_table(look(made)).rev
    for number, move in enumerate(moves):
        assert tap(phone or Phone("ann"), made, rev + number, move) == 303
    return rev + len(moves)


def look(made: Table) -> Table:
    return view(made).table


def save(phone: Phone, made: Table, seen: int, key: str | None = None, rev: int | str | None = None) -> int:
    rev = str(progress.of_table(look(made)).rev) if rev is None else str(rev)
    said = {"save": "1", "seen": str(seen), "key": key or store.new_key(), "rev": rev}
    return phone.post(place(made), said).status_code


def test_a_hand_told_from_deal_to_last_trick_is_saved_by_one_tap() -> None:
    made, ann = table(), Phone("ann")
    told(made, SPADES_TURNED + PLAYED)
    assert "Save hand 1" in ann.get(place(made)).text
    assert look(made).version == 0, "nothing is in the log before it is saved"
    assert save(ann, made, 0) == 303
    assert look(made).entries[0].entry == ENTRY
    assert progress.of_table(look(made)).moves == ()


def test_saving_twice_is_one_hand_and_an_unfinished_one_is_none() -> None:
    made, ann, key = table(), Phone("ann"), store.new_key()
    told(made, SPADES_TURNED)
    assert save(ann, made, 0) == 422
    told(made, PLAYED)
    assert [save(ann, made, 0, key) for _tap in range(2)] == [303, 303]
    assert look(made).version == 1


def test_every_phone_sees_trump_and_who_leads_and_only_the_pen_may_tap() -> None:
    made = table()
    eve, bo = let_in(made, "eve", "viewer"), let_in(made, "bo", "scorekeeper")
    before = view(made).viewer.revision
    rev = told(made, SPADES_TURNED)
    assert view(made).viewer.revision == before + len(SPADES_TURNED)
    for address in (place(made), reverse("table", args=[made.id])):
        shown = eve.get(address).text
        assert 'aria-label="spades"' in shown
        assert "leads" in shown
    assert 'name="move"' not in eve.get(place(made)).text
    assert tap(eve, made, rev, PLAYED[0]) == 403
    assert tap(bo, made, rev, PLAYED[0]) == 303, "another phone takes over where the first one was"


def test_a_double_tap_counts_once_and_a_late_tap_is_told() -> None:
    made, ann = table(), Phone("ann")
    bo = let_in(made, "bo", "scorekeeper")
    rev = told(made, SPADES_TURNED)
    assert [tap(ann, made, rev, PLAYED[0]) for _tap in range(2)] == [303, 303]
    assert len(progress.of_table(look(made)).moves) == len(SPADES_TURNED) + 1
    late = bo.post(place(made), {"rev": str(rev), "move": json.dumps(PLAYED[1])})
    assert late.status_code == 409
    assert "Another phone was faster. This is the hand now." in late.text
    assert len(progress.of_table(look(made)).moves) == len(SPADES_TURNED) + 1


def test_taking_back_undoes_one_tap_at_a_time() -> None:
    made, ann = table(), Phone("ann")
    rev = told(made, SPADES_TURNED)
    assert tap(ann, made, rev, back="1") == 303
    assert progress.of_table(look(made)).moves == tuple(SPADES_TURNED[:-1])
    assert tap(ann, made, rev + 1, again="1") == 303
    assert progress.of_table(look(made)).moves == ()


IMPOSSIBLE: dict[str, Any] = {
    "no JSON": "{",
    "deep": "[" * 100_000,
    "no object": "[]",
    "no such move": '{"move":"cheat"}',
    "out of turn": '{"move":"pass","player":"Ann"}',
    "a field too many": '{"move":"pass","player":"Bo","why":"no"}',
    "nothing": "",
}


@pytest.mark.parametrize("move", IMPOSSIBLE.values(), ids=list(IMPOSSIBLE))
def test_what_cannot_be_is_refused_and_changes_nothing(move: str) -> None:
    made, ann = table(), Phone("ann")
    rev = told(made, SPADES_TURNED[:1])
    answer = ann.post(place(made), {"rev": str(rev), "move": move})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert progress.of_table(look(made)).moves == tuple(SPADES_TURNED[:1])


def test_the_form_is_filled_in_with_what_was_told() -> None:
    made, ann = table(), Phone("ann")
    told(made, SPADES_TURNED + PLAYED[:2])
    shown = ann.get(reverse("hand", args=[made.id])).text
    assert 'name="maker" value="2" form="hand" checked' in shown or "checked" in shown
    assert said(made) == {"kind": "hand", "maker": "Cy", "trump": "spades"}, (
        "tricks only when there are no more"
    )
    told(made, PLAYED[2:])
    assert said(made) == ENTRY


def said(made: Table) -> object:
    so_far = known(look(made), progress.of_table(look(made)))
    return so_far and so_far.entry


def test_a_hand_saved_by_the_form_ends_the_one_in_progress_even_if_it_is_undone() -> None:
    made, ann = table(), Phone("ann")
    rev = told(made, SPADES_TURNED)
    store.append(ann.device, made.id, store.new_key(), 0, hand("partnership"))
    now = progress.of_table(look(made))
    assert (now.rev, now.moves) == (rev, ())
    store.save(ann.device, made.id, store.new_key(), store.Change(1, 1, None))
    assert not progress.of_table(look(made)).there


def test_a_saved_hand_stays_saved_when_an_earlier_one_is_struck_out() -> None:
    made, ann = table(), Phone("ann")
    for number in range(2):
        store.append(ann.device, made.id, store.new_key(), number, hand("partnership", number))
    told(made, ROUND_TWO)
    assert save(ann, made, 2) == 303
    store.save(ann.device, made.id, store.new_key(), store.Change(3, 1, None))
    assert progress.of_table(look(made)).moves == ()


def test_a_hand_in_progress_stays_when_an_earlier_one_is_struck_out() -> None:
    made, ann = table(), Phone("ann")
    for number in range(2):
        store.append(ann.device, made.id, store.new_key(), number, hand("partnership", number))
    told(made, ROUND_TWO)
    store.save(ann.device, made.id, store.new_key(), store.Change(2, 1, None))
    assert progress.of_table(look(made)).moves == tuple(ROUND_TWO)


def test_a_dealer_who_was_named_may_be_the_next_in_turn_by_now() -> None:
    made, ann = table(entries=[hand("partnership")]), Phone("ann")
    moves = [{"move": "dealer", "player": "Cy"}, *SPADES_TURNED[:1], {"move": "pass", "player": "Dee"}]
    told(made, moves)
    fixed = {**hand("partnership"), "dealer": "Bo"}
    store.save(ann.device, made.id, store.new_key(), store.Change(1, 1, fixed))
    assert look(made).state.next_dealer == "Cy"
    assert "Restart the hand." not in ann.get(place(made)).text
    assert said(made) == {"kind": "hand", "dealer": "Cy"}


def test_a_hand_that_went_on_elsewhere_is_not_saved_as_it_was_seen_here() -> None:
    made, ann = table(), Phone("ann")
    bo = let_in(made, "bo", "scorekeeper")
    rev = told(made, SPADES_TURNED + PLAYED)
    assert tap(bo, made, rev, back="1") == 303
    assert tap(bo, made, rev + 1, {"move": "trick", "player": "Ann"}) == 303
    assert save(ann, made, 0, rev=rev) == 409
    assert look(made).version == 0


def test_the_save_that_ends_the_game_sent_again_is_the_same_hand() -> None:
    made, ann, key = table(options={"target": 1}), Phone("ann"), store.new_key()
    rev = told(made, SPADES_TURNED + PLAYED)
    assert [save(ann, made, 0, key, rev) for _tap in range(2)] == [303, 303]
    assert (look(made).version, look(made).state.over) == (1, True)


def test_who_is_out_by_now_moves_nothing_more() -> None:
    made = table()
    bo = let_in(made, "bo", "scorekeeper")
    seen = view(made, "bo")
    models.Access.objects.filter(phone__device=bo.device).delete()
    with pytest.raises(Http404):
        progress.change(seen, adding(0, SPADES_TURNED[:1]))
    assert models.HandInProgress.objects.count() == 0


def test_a_correction_meanwhile_keeps_the_bank_closed() -> None:
    made = table(variant="poker-chips", entries=[*opening("poker-chips"), hand("poker-chips")])
    ann = Phone("ann")
    told(made, [{"move": "turned", "card": "hearts"}])
    noted = {**hand("poker-chips"), "note": "late"}
    store.save(ann.device, made.id, store.new_key(), store.Change(made.version, made.version, noted))
    more = {"player": "Bo", "chips": "5", "key": store.new_key(), "seen": str(made.version + 1)}
    assert ann.post(reverse("buy_ins", args=[made.id]), more).status_code == 422


def test_a_hand_that_can_no_longer_be_says_so_and_can_begin_again() -> None:
    made = table(variant="poker-chips", entries=opening("poker-chips"))
    ann = Phone("ann")
    rev = told(made, [{"move": "turned", "card": "hearts"}, {"move": "order", "player": "Bo"}])
    store.append(ann.device, made.id, store.new_key(), made.version, {"kind": "cash-out", "player": "Bo"})
    shown = ann.get(place(made))
    assert shown.status_code == 200
    assert "Restart the hand." in shown.text
    assert "Restart hand" in shown.text
    board = ann.get(reverse("table", args=[made.id]))
    assert (board.status_code, "Last step" in board.text) == (200, False)
    assert ann.get(reverse("hand", args=[made.id])).status_code == 200
    assert tap(ann, made, rev, again="1") == 303
    assert "Restart the hand." not in ann.get(place(made)).text


def test_with_chips_the_bank_knows_that_a_hand_is_on_the_table() -> None:
    made, ann = table(variant="poker-chips", entries=opening("poker-chips")), Phone("ann")
    rev = told(made, [{"move": "turned", "card": "hearts"}])
    gone = {"player": "Bo", "key": store.new_key(), "seen": str(made.version)}
    assert ann.post(reverse("cash_outs", args=[made.id]), gone).status_code == 422
    assert tap(ann, made, rev, back="1") == 303
    again = {**gone, "key": store.new_key()}
    assert ann.post(reverse("cash_outs", args=[made.id]), again).status_code == 303


def test_the_button_of_a_bet_holds_the_amount_that_was_chosen() -> None:
    made, ann = table(variant="poker-chips", entries=opening("poker-chips")), Phone("ann")
    rev = told(made, [{"move": "made", "maker": "Bo", "trump": "hearts"}])
    for chosen, chips in (("", 5), ("7", 7), ("9999", 20), ("0", 1), ("x", 5)):
        shown = page(ann.get(place(made), {"chips": chosen}))
        assert f"Bet {chips}" in shown.text
        assert f'"move":"bet","player":"Bo","chips":{chips}}}' in html.unescape(shown.html)
    bet = {"move": "bet", "player": "Bo"}
    assert [tap(ann, made, rev, {**bet, "chips": chips}) for chips in (0, 21, "3", None)] == [422] * 4
    assert tap(ann, made, rev, {**bet, "chips": 3}) == 303
    assert progress.of_table(look(made)).moves[-1] == {**bet, "chips": 3}


def test_restarting_says_how_much_goes() -> None:
    made, ann = table(), Phone("ann")
    assert "Restart hand" not in ann.get(place(made)).text
    rev = told(made, SPADES_TURNED)
    assert "Discards 4 steps of hand 1." in page(ann.get(place(made))).text
    assert tap(ann, made, rev, again="1") == 303
    assert progress.of_table(look(made)).moves == ()


def test_a_hand_of_too_many_moves_is_refused() -> None:
    made = table()
    back_and_forth = [{"move": "dealer", "player": name} for name in ("Bo", "Cy")] * 201
    with pytest.raises(Exception, match="a hand has 400 at most"):
        progress.change(view(made), replacing(0, back_and_forth))
    assert models.HandInProgress.objects.count() == 0


def test_after_the_end_there_is_no_next_hand() -> None:
    made = table(options={"target": 1}, entries=[hand("partnership")])
    answer = Phone("ann").get(place(made))
    assert (answer.status_code, answer.headers["Location"]) == (303, reverse("table", args=[made.id]))
    assert tap(Phone("ann"), made, 0, SPADES_TURNED[0]) == 422
