"""Hands: the score sheet, what stands behind its numbers, and corrections that stay visible."""

import re
from datetime import datetime
from typing import Any

import pytest
from django.utils.timezone import get_current_timezone

from companion import store
from companion.log.table import Table
from companion.models import Entry
from companion.pages import sheet
from tests.companion.factories import SEATS, Phone, hand, long_game, opening, table, view
from tests.companion.pages import Form, Page, page

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture
def phone() -> Phone:
    return Phone()


def shown(phone: Phone, game: Table, query: str = "") -> Page:
    return page(phone.get(f"/games/{game.id}/hands/{query}"))


def now(phone: Phone, game: Table) -> Table:
    return store.load(phone.device, game.id).table


def made(maker: str, ours: int, **given: Any) -> dict[str, Any]:
    """A hand of Euchre in which Ann and Cy took so many tricks."""
    tricks = {"Ann & Cy": ours, "Bo & Dee": 5 - ours}
    return {"kind": "hand", "maker": maker, "trump": "hearts", "tricks": tricks, **given}


def adjusted(points: int, player: str = "Ann & Cy", **given: Any) -> dict[str, Any]:
    return {"kind": "adjust", "player": player, "points": points, "reason": "counted wrong", **given}


def strike(phone: Phone, game: Table, target: int, **typed: Any) -> Any:
    form = shown(phone, game).form("/corrections/")
    return phone.post(form.action, {**form.data(), "target": str(target), **typed})


def entry_form(phone: Phone, game: Table, seq: int) -> Form:
    return page(phone.get(f"/games/{game.id}/entries/{seq}/")).form("/corrections/")


@pytest.mark.parametrize("variant", SEATS)
def test_every_number_opens_to_its_lines_with_rules_that_can_be_read(phone: Phone, variant: str) -> None:
    game = table(variant=variant, entries=[*opening(variant), *(hand(variant, n) for n in range(3))])
    found = shown(phone, game)
    lines = [line for item in game.entries if item.step for line in item.step.lines]
    assert len(lines) > 2
    for line in lines:
        assert line.text in found.text
        assert any(link.endswith("#" + line.rule) for link in found.links)
    for address in {link for link in found.links if link.startswith("/rules/")}:
        path, rule = address.split("#")
        assert rule in page(phone.get(path)).ids


def test_a_row_has_the_totals_after_the_hand_and_what_changed(phone: Phone) -> None:
    game = table(entries=[made("Ann", 3), made("Bo", 1)])
    found = shown(phone, game).text
    assert "Ann 3 tricks Ann & Cy 1 1 Ann Bo & Dee –" in found, "on the side of who called; then hand, dealer"
    assert "Ann & Cy – 2 Bo Bo & Dee 1 Bo 4 tricks" in found
    game = table(variant="king-cutthroat", entries=[hand("king-cutthroat")])
    assert "1 Ann Ann 1 +1 Bo 1 +1 Cy 0" in shown(phone, game).text


def test_what_the_entry_says_is_spelt_out(phone: Phone) -> None:
    game = table(entries=[made("Ann", 5, alone=True, note="what a hand")])
    said = "Maker Ann · Trump hearts · Tricks Ann & Cy 5, Bo & Dee 0 · Alone · Note what a hand. "
    assert said in shown(phone, game).text


def test_betting_is_spelt_out_action_by_action(phone: Phone) -> None:
    betting = [
        {"player": "Bo", "action": "bet", "chips": 3},
        {"player": "Cy", "action": "fold"},
        {"player": "Dee", "action": "fold"},
        {"player": "Ann", "action": "fold"},
    ]
    entries = [*opening("poker-chips"), {"kind": "hand", "betting": betting}]
    found = shown(phone, table(variant="poker-chips", entries=entries)).text
    assert "Betting Bo bet 3, Cy fold, Dee fold, Ann fold" in found


def test_adjustments_stand_between_the_hands_with_their_reason(phone: Phone) -> None:
    game = table(entries=[made("Ann", 3), adjusted(-1), made("Bo", 1)])
    found = shown(phone, game)
    assert "Ann & Cy −1, adjusted: counted wrong" in found.text
    assert f"/rules/common/?table={game.id}#ALL-05" in found.links


def test_bank_entries_stand_between_the_hands(phone: Phone) -> None:
    entries = [
        {"kind": "buy-in", "player": "Ann", "chips": 42, "on_credit": True},
        {"kind": "join", "player": "Gus", "left_of": "Ann"},
        {"kind": "transfer", "from": "Ann", "to": "pot", "chips": 2, "reason": "late"},
        {"kind": "cash-out", "player": "Bo"},
        {"kind": "end"},
    ]
    game = table(variant="poker-chips", entries=entries)
    text = shown(phone, game).text
    for words in (
        "Ann bought 42 on credit",
        "Gus joined, left of Ann",
        "2 from Ann to the pot: late",
        "Bo cashed out and left",
        "game ended early",
    ):
        assert words in text


def test_who_came_or_left_has_a_dash_where_they_did_not_sit(phone: Phone) -> None:
    entries = [
        *opening("poker-chips"),
        hand("poker-chips"),
        {"kind": "join", "player": "Gus", "left_of": "Ann"},
    ]
    game = table(variant="poker-chips", entries=entries)
    [row] = [row for row in sheet.sheet(view(game)).rows if row.number]
    assert [cell.name for cell in row.cells] == ["Ann", "Bo", "Cy", "Dee", "Gus"]
    assert (row.cells[-1].total, row.cells[-1].change) == (None, None)
    assert "–" in shown(phone, game).text


def test_a_hand_struck_out_stays_struck_through_and_later_scores_follow(phone: Phone) -> None:
    game = table(entries=[made("Ann", 3), made("Cy", 5)])
    answer = strike(phone, game, 1)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{game.id}/hands/?at=1#e1")
    found = shown(phone, game)
    assert 'id="e1" class="struck"' in found.html
    assert "Ann called hearts, 3 tricks" in found.text
    assert "Removed" in found.text
    assert "by this phone" in found.text
    assert "Cy all five Ann & Cy 2 1 Ann Bo & Dee –" in found.text
    assert "/entries/1/" not in " ".join(found.links)
    assert now(phone, game).state.scores == {"Ann & Cy": 2, "Bo & Dee": 0}


def test_two_rows_of_one_page_are_two_corrections(phone: Phone) -> None:
    game = table(entries=[made("Ann", 3), made("Cy", 5)])
    form = shown(phone, game).form("/corrections/")
    assert phone.post(form.action, {**form.data(), "target": "1"}).status_code == 303
    late = page(phone.post(form.action, {**form.data(), "target": "2"}))
    assert late.status == 409
    assert "Not saved: another phone saved first" in late.text
    assert "A hand: Ann called hearts, 3 tricks, removed by this phone" in late.text
    again = late.form("/corrections/")
    assert phone.post(again.action, {**again.data(), "target": "2"}).status_code == 303
    assert now(phone, game).state.hands == 0


def test_striking_out_twice_writes_once(phone: Phone) -> None:
    game = table(entries=[made("Ann", 3)])
    form = shown(phone, game).form("/corrections/")
    sent = {**form.data(), "target": "1"}
    assert [phone.post(form.action, sent).status_code for _tap in range(2)] == [303, 303]
    assert Entry.objects.count() == 2


def test_what_would_make_a_later_entry_impossible_is_refused_and_named_at_its_row(phone: Phone) -> None:
    entries = [
        {"kind": "buy-in", "player": "Ann", "chips": 42},
        {"kind": "transfer", "from": "Ann", "to": "Bo", "chips": 40, "reason": "a loan"},
    ]
    game = table(variant="poker-chips", entries=entries)
    answer = page(strike(phone, game, 1))
    assert answer.status == 422
    assert "That makes the transfer from Ann to Bo impossible: " in answer.text
    assert "Ann has no chips." in answer.text
    assert '<li id="e1"><details open>' in answer.html
    assert now(phone, game).version == 2


def test_the_last_entry_is_undone_from_here_too(phone: Phone) -> None:
    game = table(entries=[made("Ann", 3), made("Cy", 5)])
    form = shown(phone, game).form("/corrections/")
    name, value = form.buttons["Undo hand 2"]
    phone.post(form.action, {**form.data(), name: value})
    assert now(phone, game).state.scores == {"Ann & Cy": 1, "Bo & Dee": 0}


def test_hands_after_the_end_count_for_nothing_and_say_so(phone: Phone) -> None:
    game = table(options={"target": 4}, entries=[made("Ann", 3), made("Ann", 5)])
    store.append(phone.device, game.id, store.new_key(), 2, made("Bo", 1))
    store.save(phone.device, game.id, store.new_key(), store.Change(3, 1, made("Ann", 5)))
    found = shown(phone, game)
    assert "after the end: not counted" in found.text
    assert f"/games/{game.id}/entries/3/" not in found.links
    assert phone.get(f"/games/{game.id}/entries/3/").status_code == 404


def test_a_correction_shows_what_it_was_when_and_by_whom(phone: Phone) -> None:
    game = table(entries=[adjusted(3)])
    form = entry_form(phone, game, 1)
    assert (form.fields["player"], form.fields["points"], form.fields["reason"]) == (
        "Ann & Cy",
        "3",
        "counted wrong",
    )
    answer = phone.post(form.action, form.data(points="-2"))
    assert answer.headers["Location"] == f"/games/{game.id}/hands/?at=1#e1"
    text = shown(phone, game).text
    assert "Ann & Cy −2, adjusted: counted wrong*" in text
    assert "* corrected: tap to see more" in text
    assert "by this phone; before: Player Ann & Cy · Points 3 · Reason counted wrong" in text


@pytest.mark.parametrize(("language", "at"), [("en-US", "Nov 14, 20:05"), ("en-GB", "14 Nov, 20:05")])
def test_times_are_in_the_readers_english(phone: Phone, language: str, at: str) -> None:
    game = table(entries=[adjusted(3)])
    Entry.objects.update(at=datetime(2026, 11, 14, 20, 5, tzinfo=get_current_timezone()))
    sheet_of_it = phone.get(f"/games/{game.id}/hands/", headers={"Accept-Language": language})
    assert f"{at}, this phone." in page(sheet_of_it).text


def test_a_corrected_hand_is_marked(phone: Phone) -> None:
    game = table(entries=[made("Ann", 3)])
    store.save(phone.device, game.id, store.new_key(), store.Change(1, 1, made("Ann", 5)))
    text = shown(phone, game).text
    assert "Ann all five Ann & Cy 2 1* Ann Bo & Dee –" in text
    assert "before: Maker Ann · Trump hearts · Tricks Ann & Cy 3, Bo & Dee 2" in text


BANK_ENTRIES: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "buy-in": ({"player": "Ann", "chips": 42, "on_credit": True}, {"chips": "50"}, {"chips": 50}),
    "join": ({"player": "Gus", "left_of": "Ann"}, {"player": "Ida"}, {"player": "Ida"}),
    "transfer": (
        {"from": "Ann", "to": "pot", "chips": 2, "reason": "late"},
        {"to": "Bo"},
        {"to": "Bo"},
    ),
    "cash-out": ({"player": "Bo"}, {"player": "Cy"}, {"player": "Cy"}),
    "end": ({}, {"note": "midnight"}, {"note": "midnight"}),
}


@pytest.mark.parametrize("kind", BANK_ENTRIES)
def test_every_bank_entry_is_put_right_in_place_and_keeps_what_was_not_touched(
    phone: Phone, kind: str
) -> None:
    fields, typed, changed = BANK_ENTRIES[kind]
    was = {"kind": kind, **fields, "note": "as told"}
    game = table(variant="poker-chips", entries=[{"kind": "buy-in", "player": "Ann", "chips": 42}, was])
    form = entry_form(phone, game, 2)
    assert phone.post(form.action, form.data(**typed)).status_code == 303
    corrected = now(phone, game).entry(2)
    assert corrected is not None
    assert corrected.entry == {**was, **changed}


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({"points": "0"}, "Type points, not 0."),
        ({"points": ""}, "Type points, not 0."),
        ({"points": "two"}, "Type points, not 0."),
        ({"reason": ""}, "Type the reason."),
        ({"reason": "x" * 201}, "That’s 201 characters; 200 at most."),
        ({"note": "x" * 201}, "That’s 201 characters; 200 at most."),
        ({"player": "Gus"}, "“Gus” isn’t Ann & Cy or Bo & Dee."),
    ],
)
def test_a_wrong_correction_is_refused_at_its_field_and_keeps_what_was_typed(
    phone: Phone, typed: dict[str, str], message: str
) -> None:
    game = table(entries=[adjusted(3)])
    form = entry_form(phone, game, 1)
    answer = page(phone.post(form.action, form.data(**typed)))
    [field] = typed
    assert answer.status == 422
    assert message in answer.text
    assert f'id="adjust-{field}-wrong"' in answer.html
    if field != "player":
        assert answer.form("/corrections/").fields[field] == typed[field]
    assert now(phone, game).version == 1


def test_a_correction_after_another_phone_wrote_asks_again_with_what_was_typed(phone: Phone) -> None:
    game = table(entries=[adjusted(3)])
    form = entry_form(phone, game, 1)
    store.append(phone.device, game.id, store.new_key(), 1, made("Bo", 1))
    answer = page(phone.post(form.action, form.data(points="4")))
    assert answer.status == 409
    assert "Hand 1: Bo called hearts, 4 tricks, saved by this phone" in answer.text
    again = answer.form("/corrections/")
    assert (again.fields["points"], again.fields["seen"]) == ("4", "2")
    assert phone.post(again.action, again.data()).status_code == 303
    assert now(phone, game).state.scores == {"Ann & Cy": 4, "Bo & Dee": 1}


def test_an_entry_that_is_not_there_or_struck_out_cannot_be_put_right(phone: Phone) -> None:
    game = table(entries=[adjusted(3)])
    strike(phone, game, 1)
    assert phone.get(f"/games/{game.id}/entries/1/").status_code == 404
    assert phone.get(f"/games/{game.id}/entries/9/").status_code == 404
    assert phone.post(f"/games/{game.id}/corrections/", {"target": "9", "seen": "2"}).status_code == 404


def test_an_empty_sheet_says_so(phone: Phone) -> None:
    game = table()
    found = shown(phone, game)
    assert "Nothing yet." in found.text
    assert "Undo" not in found.text


def test_a_long_sheet_shows_its_latest_hands_and_the_whole_of_it_at_one_tap(phone: Phone) -> None:
    game = table(**long_game("king-cutthroat", 250))
    found = shown(phone, game)
    assert entry_ids(found) == [f"e{seq}" for seq in range(239, 251)]
    assert [link for link in found.links if link.startswith("?")] == ["?all=1"]
    whole = shown(phone, game, "?all=1")
    assert entry_ids(whole) == [f"e{seq}" for seq in range(1, 251)]
    opened = shown(phone, game, "?at=51")
    assert entry_ids(opened) == entry_ids(whole)
    assert '<li id="e51"><details>' in opened.html.replace(" open", "")
    assert '<li id="e50"><a class="row" href="?at=50#e50">' in opened.html


def test_a_sheet_of_more_than_hundreds_of_hands_comes_in_parts(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheet, "PART", 20)
    game = table(**long_game("king-cutthroat", 50))
    last = shown(phone, game, "?all=1")
    assert "Hands 31–50 First ‹ Earlier" in last.text
    assert entry_ids(shown(phone, game, "?at=25")) == [f"e{seq}" for seq in range(21, 41)]


def entry_ids(found: Page) -> list[str]:
    return [one for one in found.ids if re.fullmatch(r"e[0-9]+", one)]


def test_a_hand_is_found_by_its_number(phone: Phone) -> None:
    game = table(**long_game("poker-chips", 40))
    [seq] = [item.seq for item in game.entries if item.hand and item.hand.number == 12]
    found = shown(phone, game, "?hand=12")
    assert re.search(rf'<li id="e{seq}"[^>]*><details open>', found.html)
    assert f"e{seq}" not in shown(phone, game, "?hand=99").ids


@pytest.mark.parametrize("at", ["", "x", "0", "99999", "9" * 40, "²"])
def test_a_part_that_is_not_there_is_the_last_one(phone: Phone, at: str) -> None:
    game = table(entries=[made("Ann", 3)])
    assert "e1" in shown(phone, game, f"?at={at}").ids


def test_what_people_wrote_does_no_harm(phone: Phone) -> None:
    name, note = "<img src=x onerror=alert(1)>", "</details><script>alert(1)</script>\u202e\x07"
    entries = [{"kind": "hand", "maker": name, "tricks": {name: 5, "Bo": 2}, "note": note}]
    found = shown(phone, table(variant="king-cutthroat", players=[name, "Bo"], entries=entries))
    assert "<img" not in found.html
    assert "<script>alert" not in found.html
    assert "\u202e" not in found.text
    assert name in found.text
