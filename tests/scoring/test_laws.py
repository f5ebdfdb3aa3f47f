"""Laws that hold for every legal game, checked on random ones (see ``games``)."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from scoring import VARIANTS, Refusal, Standing, from_json, opening, outcomes, read, replay, step, write
from scoring.ledger import balances
from scoring.variants.base import SUITS
from tests.scoring.dice import Rolled
from tests.scoring.games import Game, each_game, game_of
from tests.scoring.notation import Gives, cases, played

COUNTING = [name for name, variant in VARIANTS.items() if not variant.has_bank]
BANKED = [name for name, variant in VARIANTS.items() if variant.has_bank]
MOST_GAMES = 5_000
# Outcomes that win the game whatever the totals.
DECIDED_BY_PLAY = outcomes.DECIDED - {outcomes.GAME_WON, outcomes.WON_BY_KING}


def prefix(game: Game, count: int) -> dict[str, Any]:
    return {**game.record, "entries": game.record["entries"][:count]}


# The games themselves


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_reach_every_rule_that_scores(variant: str) -> None:
    """A law is only as good as the games that it is checked on."""
    wanted = {
        line.rule
        for case in cases()
        if case.record["variant"] == variant and isinstance(case.expect, Gives)
        for line in played(case)[1].lines
    }
    assert wanted
    dice, reached, over = Rolled(Random(1)), set[str](), set[bool]()  # noqa: S311 the same games in every run
    for _game in range(MOST_GAMES):
        game = game_of(dice, (variant,))
        reached.update(line.rule for done in game.steps for line in done.lines)
        over.add(game.states[-1].over)
        if wanted <= reached and len(over) == 2:
            break
    assert wanted - reached == set()
    assert over == {True, False}


# Points and chips


@each_game()
def test_the_lines_of_an_entry_add_up_to_what_it_changed(game: Game) -> None:
    for before, done in zip(game.states, game.steps, strict=False):
        moved: Counter[str] = Counter()
        for line in done.lines:
            moved[line.player] += line.points
        seated = done.state.scores.keys() & before.scores.keys()
        for name in seated:
            assert done.state.scores[name] - before.scores[name] == moved[name]
        for name in before.scores.keys() - seated:
            assert moved[name] == -before.scores[name]
        if done.hand is not None:
            assert done.hand.change == {name: points for name, points in moved.items() if points}
            assert done.hand.after == done.state.scores
            assert done.hand.lines == done.lines


@each_game(variants=BANKED)
def test_the_books_always_balance(game: Game) -> None:
    """Every posting has two sides; what they add up to is what the table shows."""
    booked: Counter[str] = Counter()
    for number, done in enumerate(game.steps, 1):
        assert {posting.entry for posting in done.postings} <= {number}
        assert all(posting.chips > 0 and posting.source != posting.target for posting in done.postings)
        booked.update(balances(done.postings))
        state = done.state
        assert sum(booked.values()) == 0
        assert booked["pot"] == state.pot
        assert booked["bank"] == state.bank
        assert {name: booked[name] for name in state.net} == {
            name: state.scores.get(name, 0) for name in state.net
        }


@each_game(variants=BANKED)
def test_chips_issued_are_chips_held_and_pot(game: Game) -> None:
    for state in game.states:
        assert -state.bank == sum(state.scores.values()) + state.pot


@each_game(variants=BANKED)
def test_results_and_pot_sum_to_zero(game: Game) -> None:
    for state in game.states:
        assert sum(state.net.values()) + state.pot == 0
        assert not state.over or state.pot == 0


@each_game(variants=BANKED)
def test_nobody_ever_holds_less_than_nothing(game: Game) -> None:
    """Not even between two postings of one hand."""
    held: Counter[str] = Counter()
    for done in game.steps:
        for posting in done.postings:
            held[posting.source] -= posting.chips
            held[posting.target] += posting.chips
            assert all(chips >= 0 for account, chips in held.items() if account != "bank")


@each_game(variants=BANKED)
def test_credit_is_part_of_what_was_bought(game: Game) -> None:
    for before, done in zip(game.states, game.steps, strict=False):
        lent = Counter(done.state.credit)
        lent.subtract(before.credit)
        bought = sum(posting.chips for posting in done.postings if posting.source == "bank")
        assert all(credit >= 0 for credit in done.state.credit.values())
        assert sum(lent.values()) <= bought


@each_game()
def test_no_score_is_negative_where_it_may_not_be(game: Game) -> None:
    for state in game.states:
        floored = state.variant.never_below_zero(state.options)
        chips = state.variant.has_bank
        assert not (floored or chips) or min(state.scores.values()) >= 0


@each_game(variants=COUNTING)
def test_the_winner_leads_at_the_goal_or_the_hand_itself_decided(game: Game) -> None:
    state = game.states[-1]
    if not state.over:
        assert state.winners == ()
        return
    (winner,) = state.winners
    deciding = DECIDED_BY_PLAY & {line.outcome for line in game.steps[-1].lines}
    goal = state.variant.goal
    assert goal
    downwards = goal.down
    ranked = sorted(state.scores.values(), reverse=not downwards)
    if deciding:
        return
    assert state.scores[winner] == ranked[0]
    assert ranked[0] != ranked[1]
    assert ranked[0] <= 0 if downwards else ranked[0] >= int(state.options[goal.option])


@each_game(variants=COUNTING)
def test_a_game_without_a_winner_has_no_single_leader_at_the_goal(game: Game) -> None:
    for state in game.states[1:]:
        goal = state.variant.goal
        assert goal
        downwards = goal.down
        best = min(state.scores.values()) if downwards else max(state.scores.values())
        at_goal = best <= 0 if downwards else best >= int(state.options[goal.option])
        leaders = [name for name, score in state.scores.items() if score == best]
        if at_goal and not state.over and not goal.only_by_play(state.options):
            assert len(leaders) > 1
        if not state.over:
            assert state.winners == ()
        plays_off = at_goal and not state.over and state.variant.plays_off
        assert list(state.playoff) == (leaders if plays_off else [])


BONUSES = ("PE-09", "PP-03", "PP-04", "PP-05")


@each_game(variants=["poker-points"])
def test_points_of_a_hand_are_its_cards_and_the_bonuses(game: Game) -> None:
    for before, done in zip(game.states, game.steps, strict=False):
        if done.hand is None or not done.lines or before.playoff:
            continue
        entry = game.record["entries"][before.entries]
        cards = sum(line.points for line in done.lines if line.rule == "PP-02")
        players = len(before.players)
        if "reneged" not in entry:
            assert cards == sum(entry["tricks"].values()) * players
        bonuses = {line.rule: line.points // players for line in done.lines if line.rule != "PP-02"}
        assert {rule: bonuses[rule] for rule in bonuses if rule in BONUSES} in (
            {"PP-03": 1},
            {"PE-09": 1, "PP-04": -1},
            {"PP-04": -1},
            {"PP-03": 1, "PP-04": -1},
            {"PP-05": 2},
        )


# The fold


@each_game()
def test_replay_is_a_fold(game: Game) -> None:
    """A record cut off anywhere comes to the table as it was there, with the hands and postings so far."""
    for count in {len(game.steps), len(game.steps) // 2}:
        hands = tuple(done.hand for done in game.steps[:count] if done.hand is not None)
        postings = tuple(posting for done in game.steps[:count] for posting in done.postings)
        assert replay(from_json(prefix(game, count))) == Standing(game.states[count], hands, postings)


@each_game()
def test_entries_and_hands_are_counted(game: Game) -> None:
    for count, state in enumerate(game.states):
        hands = [entry for entry in game.record["entries"][:count] if entry["kind"] == "hand"]
        assert (state.entries, state.hands) == (count, len(hands))
    places = [place for place, entry in enumerate(game.record["entries"], 1) if entry["kind"] == "hand"]
    standing = replay(from_json(game.record))
    assert [(hand.number, hand.entry) for hand in standing.hands] == list(enumerate(places, 1))


@each_game()
def test_a_step_changes_no_earlier_table(game: Game) -> None:
    state = opening(from_json(game.record))
    seen = [(state, repr(state))]
    for entry in game.record["entries"]:
        state = step(state, entry).state
        seen.append((state, repr(state)))
    assert [repr(state) for state, _ in seen] == [written for _, written in seen]


@each_game()
def test_a_record_written_and_read_again_is_the_same(game: Game) -> None:
    record = from_json(game.record)
    again = read(write(record))
    assert again == record
    assert again.as_json() == game.record
    assert read(json.dumps(game.record).encode()) == record
    assert replay(again) == replay(record)


@each_game()
def test_options_spelt_out_change_nothing(game: Game) -> None:
    """What the app stores, every option with its value, scores as the short record does."""
    record = from_json(game.record)
    spelt_out = from_json({**game.record, "options": dict(record.options)})
    assert list(spelt_out.options) == [option.name for option in record.variant.options]
    assert replay(spelt_out) == replay(record)


@each_game()
def test_the_standing_is_plain_json(game: Game) -> None:
    answer = replay(from_json(game.record)).as_json()
    assert json.loads(json.dumps(answer)) == answer


# The deal, the seats and what a record need not say


@each_game()
def test_the_deal_moves_to_the_left_of_whoever_dealt(game: Game) -> None:
    for done, entry in zip(game.steps, game.record["entries"], strict=True):
        if done.hand is None or done.state.over:
            continue
        seats = list(done.state.players)
        at = seats.index(done.hand.dealer)
        turn = (
            seats[at:] + seats[:at] if entry.get("result") == "redeal" else seats[at + 1 :] + seats[: at + 1]
        )
        assert done.state.next_dealer == next(name for name in turn if name in done.state.dealing)


@each_game()
def test_naming_the_dealer_of_the_rotation_changes_nothing(game: Game) -> None:
    for state, done, entry in zip(game.states, game.steps, game.record["entries"], strict=False):
        if done.hand is not None:
            assert step(state, {**entry, "dealer": done.hand.dealer}) == done


@each_game()
def test_zeros_may_be_written_out(game: Game) -> None:
    for state, done, entry in zip(game.states, game.steps, game.record["entries"], strict=False):
        if "tricks" not in entry:
            continue
        if state.variant.has_bank:
            names = [posting.source for posting in done.postings if posting.reason.rule == "PC-05"]
        elif "choices" in entry:
            names = [name for name in state.players if entry["choices"].get(name) != "drop"]
        else:
            names = list(state.dealing if state.playoff else state.scores)
        written = {**dict.fromkeys(names, 0), **entry["tricks"]}
        assert step(state, {**entry, "tricks": written}) == done
        sparse = {name: taken for name, taken in entry["tricks"].items() if taken}
        assert step(state, {**entry, "tricks": sparse}) == done


@each_game()
def test_trump_and_notes_have_no_effect_on_the_score(game: Game) -> None:
    for state, done, entry in zip(game.states, game.steps, game.record["entries"], strict=False):
        assert step(state, {**entry, "note": "n" * 200}) == done
        turned = entry.get("turned_club", entry.get("nine_of_clubs", False))
        if entry["kind"] == "hand" and entry.get("result", "played") == "played":
            for trump in ("clubs",) if turned else SUITS:
                assert step(state, {**entry, "trump": trump}) == done


@each_game()
def test_names_do_not_matter(game: Game) -> None:
    """Everybody under another name: the same game, point for point."""
    standing = replay(from_json(game.record))
    everybody = {*standing.state.players, *game.record["players"], *standing.state.net}
    new = {name: f"Player {number}" for number, name in enumerate(sorted(everybody))}
    if VARIANTS[game.record["variant"]].teams:
        for team in standing.scores:
            new[team] = " & ".join(new[name] for name in team.split(" & "))
    renamed = replay(from_json(_renamed(game.record, new)))
    assert _numbers(renamed) == _renamed(_numbers(standing), new)


def _numbers(standing: Standing) -> dict[str, Any]:
    """The standing without the words of its lines."""
    answer: dict[str, Any] = standing.as_json()
    for hand in answer["hands"]:
        hand["lines"] = [[line["player"], line["points"], line["rule"]] for line in hand["lines"]]
    return answer


def _renamed(value: Any, new: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {new.get(key, key): _renamed(item, new) for key, item in value.items()}
    if isinstance(value, list):
        return [_renamed(item, new) for item in value]
    return new.get(value, value) if isinstance(value, str) else value


@each_game()
def test_nothing_follows_the_end(game: Game) -> None:
    state = game.states[-1]
    if state.over:
        assert state.next_dealer is None
        for entry in game.record["entries"]:
            with pytest.raises(Refusal) as refused:
                step(state, entry)
            assert (refused.value.field, refused.value.entry) == ("kind", state.entries + 1)
            assert refused.value.code == "game-over"
