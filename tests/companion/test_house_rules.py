"""House rules that change during a game (ALL-06): by the host, from the next hand on."""

from typing import Any

import pytest
from django.urls import reverse

from companion import store
from companion.log.table import Table
from companion.recap.text import text
from tests.companion.evenings import evening_of
from tests.companion.factories import Phone, hand, let_in, record, table, viewer
from tests.companion.pages import Page, page

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

OFF = {"kind": "rules", "options": {"stick_the_dealer": False}}


def send(phone: Phone, game: Table, **typed: Any) -> Any:
    form = page(phone.get(f"/games/{game.id}/house-rules/")).form("house-rules/")
    return phone.post(form.action, form.data(**{"rule-" + name: value for name, value in typed.items()}))


def now(game: Table) -> Table:
    return store.load(Phone().device, game.id).table


def refused(answer: Any) -> Page:
    found = page(answer)
    assert found.status == 422
    return found


def test_only_what_was_changed_is_saved_and_holds_from_the_next_hand_on() -> None:
    game, phone = table(entries=[hand("partnership")]), Phone()
    answer = send(phone, game, stick_the_dealer="off", lone_euchre_points="4")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{game.id}/")
    [_hand, changed] = now(game).entries
    assert changed.entry == {"kind": "rules", "options": {"stick_the_dealer": False, "lone_euchre_points": 4}}
    assert now(game).state.options["stick_the_dealer"] is False
    shown = page(phone.get(f"/games/{game.id}/hands/")).text
    assert "house rules: Stick the dealer off, Points for euchring a loner 4" in shown
    passed = phone.post(
        f"/games/{game.id}/hands/",
        page(phone.get(f"/games/{game.id}/hands/new/")).form("/hands/").data(result="passed-out", save="1"),
    )
    assert passed.status_code == 303


def test_what_would_change_is_counted_and_shown_before_it_is_saved() -> None:
    game, phone = table(), Phone()
    form = page(phone.get(f"/games/{game.id}/house-rules/")).form("house-rules/")
    assert list(form.buttons)[-1] == "Change rules from hand 1 on"
    typed = form.data(**{"rule-stick_the_dealer": "off", "rule-target": "11"})
    shown = page(phone.post(form.action + "?show", typed))
    assert (shown.status, now(game).version) == (200, 0)
    assert "on → off" in shown.text
    assert "10 → 11" in shown.text
    again = shown.form("house-rules/")
    assert list(again.buttons)[-1] == "Change 2 rules from hand 1 on"
    assert phone.post(form.action, again.data()).status_code == 303
    assert now(game).entries[0].entry["options"] == {"stick_the_dealer": False, "target": 11}


@pytest.mark.parametrize(
    ("typed", "at", "message"),
    [
        ({}, "", "Choose a house rule to change."),
        ({"target": "4"}, "target", "Play to: type more than 4, the score of Ann & Cy."),
        ({"target": "0"}, "target", "Type a whole number, 1 or more."),
    ],
)
def test_what_cannot_be_is_refused_at_its_rule(typed: dict[str, str], at: str, message: str) -> None:
    points = {"kind": "adjust", "player": "Ann & Cy", "points": 4, "reason": "so far"}
    game = table(entries=[points])
    answer = refused(send(Phone(), game, **typed))
    assert message in answer.text
    assert not at or f'id="rule-{at}-wrong"' in answer.html
    assert now(game).version == 1


def test_the_points_to_start_with_are_not_offered() -> None:
    form = page(Phone().get(f"/games/{table(variant='buck').id}/house-rules/")).form("house-rules/")
    assert {"rule-penalty", "rule-sweep_wins"} < set(form.fields)
    assert "rule-start" not in form.fields


@pytest.mark.parametrize(("role", "status"), [("owner", 200), ("scorekeeper", 403), ("viewer", 403)])
def test_only_the_host_changes_them(role: str, status: int) -> None:
    game = table()
    phone = Phone() if role == "owner" else let_in(game, role, role)
    assert phone.get(f"/games/{game.id}/house-rules/").status_code == status
    rules = page(phone.get(f"/rules/partnership/?table={game.id}"))
    assert (reverse("house_rules", args=[game.id]) in rules.html) == (status == 200)


def test_a_hand_that_a_rule_forbids_to_pass_out_leads_to_it() -> None:
    strict, free = table(), table(entries=[OFF])
    rules = reverse("house_rules", args=[strict.id])
    assert rules in page(Phone().get(reverse("hand", args=[strict.id]))).links
    keeps = let_in(strict, "bo", "scorekeeper")
    assert rules not in page(keeps.get(reverse("hand", args=[strict.id]))).links, "only the host changes them"
    assert (
        reverse("house_rules", args=[free.id]) not in page(Phone().get(reverse("hand", args=[free.id]))).links
    )


def test_a_change_is_corrected_and_removed_like_any_entry() -> None:
    game, phone = table(entries=[{**OFF, "note": "agreed"}]), Phone()
    form = page(phone.get(f"/games/{game.id}/entries/1/")).form("/corrections/")
    assert (
        phone.post(
            form.action, form.data(**{"rule-stick_the_dealer": "on", "rule-defend_alone": "on"})
        ).status_code
        == 303
    )
    [changed] = now(game).entries
    assert changed.entry == {"kind": "rules", "options": {"defend_alone": True}, "note": "agreed"}
    assert "before: House rules Stick the dealer off" in page(phone.get(f"/games/{game.id}/hands/")).text
    assert "was Stick the dealer off" in page(phone.get(f"/games/{game.id}/recap/")).text
    phone.post(
        f"/games/{game.id}/corrections/", {"key": store.new_key(), "seen": 2, "target": 1, "strike": "1"}
    )
    assert now(game).state.options == table().state.options


def test_the_recap_says_where_they_changed() -> None:
    evening = evening_of("partnership", hand("partnership"), OFF, hand("partnership", 1))
    assert [row.label for row in evening.rows][1] == "house rules"
    assert "– house rules: from the next hand on (Stick the dealer off)" in text(evening, viewer())


def test_the_next_game_has_the_rules_that_were_in_force_last() -> None:
    game, phone = table(entries=[OFF]), Phone()
    again = page(phone.get(f"/games/new/partnership/?again={game.id}")).form("/games/")
    assert again.fields["stick_the_dealer"] == "off"


def test_a_game_with_changed_rules_comes_back_from_its_file() -> None:
    told = record(entries=[hand("partnership"), OFF, hand("partnership", 1)])
    game, phone = table(**told), Phone()
    kept = phone.get(f"/games/{game.id}/recap.json").json()
    assert kept["entries"] == told["entries"]
    assert table(**kept).state.scores == game.state.scores
