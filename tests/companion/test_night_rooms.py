"""The rooms of a euchre night: what they say and do, for whom, and what they refuse."""

from typing import Any

import pytest
from django.urls import reverse

from companion import models, store
from companion.store import groups, nights
from tests.companion.factories import Phone, device, let_in_group
from tests.companion.nights import finish, load, night, play, player, post, see, start
from tests.companion.pages import page

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

HOSTILE = ("<b>Ann</b>", "=1+2", "נועה בן־יוסף", "A" * 40)
MOST_QUERIES = 15
ROLES = ("host", "scorekeeper", "player", "viewer", "outsider")
LOOK = {"nights", "night", "night_board", "night_me", "night_players", "night_round", "night_table"} | {
    *("night_results", "night_results_text", "night_results_csv"),
}
ORGANIZE = {"new_night", "night_early", "night_fixes", "night_codes"}
POSTS = {"night_rounds", "night_end", "night_reopen", "night_fix", "night_open"}


# Tables, rounds, standings


def test_before_the_first_round_the_page_offers_it() -> None:
    answer = see(night(8), "night")
    assert "Nothing played yet" in answer.text
    assert "Start round 1" in answer.text


def test_the_next_round_waits_for_the_tables_and_says_for_which() -> None:
    view = start(night(8))
    first = view.night.started[0].tables[0]
    play(first, [1, 2, -1, 1, 1, 1, 1, 1])
    assert "Table 2 still has 8 hands to play" in see(view, "night").text
    play(view.night.started[0].tables[1], [1] * 5)
    answer = see(view, "night")
    assert "Table 1 done" in answer.text
    assert "Table 2 hand 6 of 8" in answer.text
    assert "Table 2 still has 3 hands to play" in answer.text
    refused = post(view, "night_rounds", round=2)
    assert (refused.status, len(load(view.night.id).night.started)) == (422, 1)
    assert "Table 2 still has 3 hands to play." in refused.text
    early = see(view, "night_early")
    assert "Table 2 still has 3 hands to play" in early.text
    post(view, "night_rounds", round=2, early=1)
    assert len(load(view.night.id).night.started) == 2


def test_a_round_started_by_two_organizers_is_started_once() -> None:
    view = night(8)
    other = let_in_group(groups.find(device(), view.night.group), "bo", "scorekeeper")
    form = see(view, "night").form("/rounds/").fields
    theirs = see(view, "night", phone=other).form("/rounds/").fields
    assert "Round 1 of 7" in post(view, "night_rounds", **form).text
    second = post(view, "night_rounds", phone=other, **theirs)
    assert "Another phone started this round first." in second.text
    assert models.NightRound.objects.count() == 1
    assert "Another phone" not in post(view, "night_rounds", **form).text  # the same tap again


def test_standings_add_up_the_rounds() -> None:
    view = start(night(4, rounds=2, hands=2))
    play(view.night.started[0].tables[0], [2, 1])
    view = start(load(view.night.id))
    answer = see(view, "night_players")
    best = view.night.started[0].tables[0].seats[0]
    name = view.night.players[best - 1].name
    assert f"1 {name} 3 0 3" in answer.text
    assert "4 players in round 2 of 2" in answer.text
    play(view.night.started[1].tables[0], [1, 1])
    assert "4 players after 2 of 2 rounds" in see(view, "night_players").text


def test_fixed_points_count_show_and_can_be_taken_back() -> None:
    view = finish(start(night(4, hands=1)))
    form: dict[str, Any] = {"points-0": "7", "points-1": "0", "reason": "counted <wrong>"}
    answer = post(view, "night_fix", 1, 1, **form)
    assert "7 instead of 1" in answer.text
    assert "“counted <wrong>”" in answer.text
    assert "corrected" in see(view, "night").text
    assert "* corrected by the organizer" in see(view, "night_players").text
    [table] = load(view.night.id).night.started[0].tables
    first, second = (view.night.players[table.seats[seat] - 1].name for seat in (0, 2))
    line = f"Round 1, table 1: {first} and {second} 7 instead of 1, “counted <wrong>”"
    assert "* " + line in see(view, "night_results").text
    assert line in Phone().get(reverse("night_results_text", args=[view.night.id])).content.decode()
    assert load(view.night.id).night.started[0].tables[0].points == (7, 0)
    post(view, "night_fix", 1, 1, unfix=0)
    assert load(view.night.id).night.started[0].tables[0].points == (1, 0)


@pytest.mark.parametrize(
    ("points", "says"), [("", "Type a whole number"), ("-3", "0 or more"), ("1000", "from 0 to 999")]
)
def test_points_that_cannot_be_are_refused_at_their_field(points: str, says: str) -> None:
    view = finish(start(night(4, hands=1)))
    form: dict[str, Any] = {"points-0": "9", "points-1": points, "reason": "x"}
    answer = post(view, "night_fix", 1, 1, **form)
    assert (answer.status, "fix-points-1-wrong" in answer.ids) == (422, True)
    assert says in answer.text
    assert load(view.night.id).night.started[0].tables[0].points == (1, 0)


def test_players_come_late_and_leave() -> None:
    view = start(night(8))
    assert "plays from round 2" in post(view, "night_players", name="Zoe", arrive=1).text
    assert "left after round 1" in post(view, "night_players", leave=1).text
    assert "Plays again" in see(view, "night_players").text
    assert "left after round 1" not in post(view, "night_players", back=1).text
    wrong = post(view, "night_players", name="pot", arrive=1)
    assert (wrong.status, "name-wrong" in wrong.ids) == (422, True)


def test_the_sheet_of_seats_has_codes_for_organizers_only() -> None:
    view = start(night(8))
    phone = player(view, "bo", 2)
    assert see(view, "night_round", 1).text.count("Code") == 2
    assert "Code" not in see(view, "night_round", 1, phone=phone).text
    assert see(view, "night_codes", 1).html.count('class="qr"') == 2


# A player's own phone


def test_a_player_has_a_place_from_the_first_hand_on() -> None:
    view = start(night(4))
    phone = let_in_group(groups.find(device(), view.night.group), "bo", "player")
    assert " of 4" not in post(view, "night_me", phone=phone, number=2).text
    play(view.night.playing[0], [1])
    assert " of 4" in see(view, "night_me", phone=phone).text


def test_a_player_says_who_it_is_and_sees_the_table() -> None:
    view = start(night(4))
    phone = let_in_group(groups.find(device(), view.night.group), "bo", "player")
    assert "Which of these are you?" in see(view, "night_me", phone=phone).text
    answer = post(view, "night_me", phone=phone, number=2)
    table = view.night.started[0].tables[0]
    side = ("North", "East", "South", "West")[table.seats.index(2)]
    partner = view.night.players[table.partner_of(2) - 1].name
    assert "Round 1: Table 1" in answer.text
    assert f"You sit {side}. Your partner is {partner}. You play against" in answer.text
    assert "Record hand 1 Round 1, table 1, 8 hands to play" in answer.text
    taken = post(view, "night_me", number=2)
    assert (taken.status, "Another phone is Bo." in taken.text) == (422, True)
    assert "Which of these are you?" in post(view, "night_me", phone=phone, release=1).text


def test_recording_takes_one_tap_at_the_own_table_only() -> None:
    view = start(night(8))
    mine, other = view.night.started[0].tables
    phone = player(view, "bo", mine.seats[0])
    opened = phone.post(reverse("night_open", args=[view.night.id, 1, mine.number]))
    assert opened.headers["Location"] == reverse("hand", args=[mine.table_id])
    assert phone.get(opened.headers["Location"]).status_code == 200
    refused = phone.post(reverse("night_open", args=[view.night.id, 1, other.number]))
    assert refused.status_code == 403
    assert phone.get(reverse("table", args=[other.table_id])).status_code == 404


def test_points_and_place_of_a_player_say_with_whom_and_how_far() -> None:
    view = start(night(4, hands=1, rounds=2))
    play(view.night.started[0].tables[0], [2])
    loser = view.night.started[0].tables[0].seats[1]
    answer = see(view, "night_me", phone=player(view, "bo", loser))
    assert "3rd of 4" in answer.text
    assert "tied with" in answer.text
    assert "2 points behind" in answer.text
    assert "Round 2 comes next The organizer starts it" in answer.text


def test_sitting_out_and_ghosts_are_said_in_words() -> None:
    view = start(night(5))
    [out] = view.night.started[0].out
    assert "Round 1: you sit out" in see(view, "night_me", phone=player(view, "bo", out)).text
    gone = out % 5 + 1
    post(view, "night_players", leave=gone)
    view = start(finish(view))
    post(view, "night_players", back=gone)
    back = see(view, "night_me", phone=player(view, "eli", gone)).text
    assert "You play from round 3 on." in back
    assert "sit out" not in back
    with_ghosts = start(night(7, sitting="ghosts"))
    table = next(one for one in with_ghosts.night.started[0].tables if 0 in one.seats)
    alone = next(number for number in table.players if table.partner_of(number) == 0)
    against = table.opponents_of(alone)[0]
    phone = player(with_ghosts, "cy", alone)
    assert (
        ". Your partner is a ghost, whose cards stay face down. You play"
        in see(with_ghosts, "night_me", phone=phone).text
    )
    assert "and a ghost." in see(with_ghosts, "night_me", phone=player(with_ghosts, "dee", against)).text


# Results and board


def test_results_say_who_won_and_how_ties_were_decided() -> None:
    view = finish(start(night(4, hands=1, rounds=1)))
    assert "End the night every round is played" in see(view, "night").text
    answer = post(view, "night_end", round=0)
    assert "1 round of 1 hand, 4 players" in answer.text
    assert "win" in answer.text
    assert "drew the" in answer.text
    story = Phone().get(reverse("night_results_text", args=[view.night.id])).content.decode()
    assert story.startswith("Euchre night\nProgressive, 1 round of 1 hand, 4 players\n")
    assert "1. " in story
    assert "drew the" in story
    board = see(view, "night_board")
    assert "Final standings" in board.text


def test_hostile_names_are_text_everywhere_and_no_formula_in_the_csv() -> None:
    view = finish(start(night(4, people=[*HOSTILE], hands=1)))
    for name in ("night", "night_board", "night_players", "night_results", "night_fixes"):
        answer = see(view, name)
        assert answer.status == 200
        assert "<b>Ann</b>" not in answer.html, name
        assert "&lt;b&gt;Ann" in answer.html, name
    lines = Phone().get(reverse("night_results_csv", args=[view.night.id])).content.decode().splitlines()
    assert lines[0] == "\ufeffplace,player,round 1,points,loners,tie decided by"
    assert any(line.split(",")[1] == "'=1+2" for line in lines[1:])


def test_the_winner_is_named_with_whom_the_tie_was_and_what_broke_it() -> None:
    view = finish(start(night(4, hands=1, rounds=1)), gain=4)
    answer = post(view, "night_end", round=0)
    [table] = view.night.started[0].tables
    first, second = (view.night.players[table.seats[seat] - 1].name for seat in (0, 2))
    assert f"{first} wins tied with {second}; loners 1 to 0 4 points" in answer.text
    assert f"1 {first} 1 loner 4 4" in answer.text
    assert f"2 {second} 0 loners 4 4" in answer.text


def test_a_night_that_was_ended_too_early_goes_on_after_one_question() -> None:
    view = finish(start(night(4, hands=1, rounds=1)))
    assert "Ended too early?" not in see(view, "night_results").text
    ended = post(view, "night_end", round=0)
    assert "Ended too early?" in ended.text
    viewer = let_in_group(groups.find(device(), view.night.group), "bo", "viewer")
    assert "Ended too early?" not in see(view, "night_results", phone=viewer).text
    form = ended.form("/reopen/")
    again = page(Phone().post(form.action, form.fields, follow=True))
    assert "End the night every round is played" in again.text


def test_rounds_are_added_and_dropped_on_the_page_of_the_night() -> None:
    view = finish(start(night(4, hands=1, rounds=1)))
    form = see(view, "night").form("/plan/")
    assert (form.fields["rounds"], form.fields["title"]) == ("1", "Euchre night")
    more = post(view, "night_plan", rounds="3", title="Last Thursday")
    assert "Start round 2" in more.text
    assert "Last Thursday" in more.text
    start(load(view.night.id), early=True)
    for typed, words in (("1", "Type a number from 2 to 40."), ("x", "Type a whole number, 1 or more.")):
        answer = post(view, "night_plan", rounds=typed, title="")
        assert (answer.status, "plan-rounds-wrong" in answer.ids) == (422, True)
        assert words in answer.text
    assert "Round 2 of 2" in post(view, "night_plan", rounds="2", title="").text
    assert load(view.night.id).night.title == ""


def test_two_hosts_who_change_the_rounds_and_the_name_both_have_their_way() -> None:
    view = night(4, rounds=3)
    form = see(view, "night").form("/plan/")
    post(view, "night_plan", **form.data(rounds="5"))
    post(view, "night_plan", **form.data(title="Last Thursday"))
    now = load(view.night.id).night
    assert (now.rounds, now.title) == (5, "Last Thursday")
    post(view, "night_plan", **see(view, "night").form("/plan/").data(title="", rounds="4"))
    now = load(view.night.id).night
    assert (now.rounds, now.title) == (4, "")


def test_a_refused_form_still_knows_what_it_first_showed() -> None:
    view = night(4, rounds=3)
    refused = post(view, "night_plan", **see(view, "night").form("/plan/").data(rounds="x"))
    post(view, "night_plan", rounds="3", title="Last Thursday")
    post(view, "night_plan", **refused.form("/plan/").data(rounds="6"))
    now = load(view.night.id).night
    assert (now.rounds, now.title) == (6, "Last Thursday")


@pytest.mark.parametrize("room", ["night_results", "night_early", "night_fixes"])
def test_results_and_lists_of_tables_follow_the_night(room: str) -> None:
    view = start(night(4))
    answer = see(view, room)
    assert f'data-stream="/nights/{view.night.id}/live"' in answer.html
    assert "data-live-part" in answer.html


def test_before_the_first_point_nobody_is_ahead() -> None:
    view = start(night(8))
    at = reverse("night_results", args=[view.night.id])
    assert "Nothing played yet" in page(Phone().get(at)).text
    nights.end(load(view.night.id), early=True)
    assert "Nothing was played" in page(Phone().get(at)).text


def test_a_side_that_nobody_changed_is_not_fixed_at_what_the_form_showed() -> None:
    view = start(night())
    [table, *_others] = view.night.started[0].tables
    play(table, [1])
    form = see(view, "night_table", 1, 1).form("/fix/")
    play(table, [2])
    post(view, "night_fix", 1, 1, **form.data(**{"points-1": "4"}))
    now = load(view.night.id).night.started[0].tables[0]
    assert (now.points, now.fixes[0]) == ((3, 4), None)


def test_a_side_below_nothing_can_stay_as_it_is() -> None:
    view = start(night())
    [table, *_others] = view.night.started[0].tables
    at = store.load(device(), table.table_id).table
    below = {"kind": "adjust", "player": next(iter(at.state.scores)), "points": -2, "reason": "looked"}
    store.append(device(), table.table_id, store.new_key(), at.version, below)
    form = see(view, "night_table", 1, 1).form("/fix/")
    assert form.fields["points-0"] == "-2"
    post(view, "night_fix", 1, 1, **form.data(**{"points-1": "4"}))
    assert load(view.night.id).night.started[0].tables[0].points == (-2, 4)
