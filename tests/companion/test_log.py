"""The log read as it should have been: corrections, strike-outs, ends and what follows from them."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.bank.journal import journal
from companion.log.table import CORRECTION, Row, Table, full_header, table
from scoring import Refusal, from_json, replay
from tests import games
from tests.companion.evenings import row as row_of
from tests.companion.evenings import table_of
from tests.companion.factories import ENDLESS, SEATS, hand, opening, record, viewer
from tests.effort import examples

AT = datetime(2026, 11, 19, 20, 0, tzinfo=UTC)
Entry = dict[str, Any]


def started(variant: str = "partnership", **options: Any) -> Table:
    """A table where nothing has been entered yet."""
    header = full_header(from_json(record(variant=variant, options=options)))
    return table("t", json.dumps(header), [])


def entered(before: Table, entry: Entry, device: str = "mine") -> Table:
    return before.with_row(Row(before.version + 1, None, json.dumps(entry), AT, device, "owner"))


def corrected(before: Table, target: int, entry: Entry | None, device: str = "mine") -> Table:
    body = "" if entry is None else json.dumps(entry)
    return before.with_row(Row(before.version + 1, target, body, AT, device, "owner"))


def restored(before: Table, target: int) -> Table:
    return before.with_row(Row(before.version + 1, target, "", AT, "mine", "owner", restores=True))


def march(maker: str = "Ann") -> Entry:
    team = "Ann & Cy" if maker in ("Ann", "Cy") else "Bo & Dee"
    return hand("partnership", maker=maker, tricks={team: 5})


def with_hands(count: int, **options: Any) -> Table:
    """Ann's team makes a march in every one of *count* hands."""
    done = started(**options)
    for _hand in range(count):
        done = entered(done, march())
    return done


def refusal_of(before: Table, target: int, entry: Entry | None) -> str:
    with pytest.raises(Refusal) as caught:
        corrected(before, target, entry)
    return caught.value.message


def test_the_version_is_the_last_seq() -> None:
    assert started().version == 0
    assert with_hands(3).version == 3
    assert corrected(with_hands(3), 2, None).version == 4


def test_a_correction_changes_the_totals_and_what_comes_after() -> None:
    done = corrected(with_hands(3), 2, march("Bo"))
    assert done.state.scores == {"Ann & Cy": 4, "Bo & Dee": 2}
    assert [item.hand.after["Ann & Cy"] for item in done.entries if item.hand] == [2, 2, 4]


def test_a_correction_tells_what_the_entry_was_and_by_whom() -> None:
    done = corrected(corrected(with_hands(1), 1, march("Bo"), "other"), 1, march("Dee"))
    first, second = done.entries[0].changes
    assert (first.was, viewer().name_of(first.by), first.kind) == (
        march(),
        "another phone (host)",
        CORRECTION,
    )
    assert (second.was, viewer().name_of(second.by), second.kind) == (march("Bo"), "this phone", CORRECTION)
    assert done.entries[0].entry == march("Dee")


def test_a_struck_entry_counts_for_nothing_and_is_still_there() -> None:
    done = corrected(with_hands(3), 2, None)
    assert done.state.scores == {"Ann & Cy": 4, "Bo & Dee": 0}
    assert [item.struck for item in done.entries] == [False, True, False]
    assert [item.hand and item.hand.number for item in done.entries] == [1, None, 2]
    assert [item.seq for item in done.live] == [1, 3]
    assert len(done.record.entries) == 2


def test_undo_takes_the_last_one_that_stands() -> None:
    done = with_hands(2)
    assert done.last is not None
    assert done.last.seq == 2
    undone = corrected(done, 2, None)
    assert undone.last is not None
    assert undone.last.seq == 1
    assert corrected(undone, 1, None).last is None


def test_a_removed_entry_cannot_be_corrected_or_removed_again() -> None:
    removed = corrected(with_hands(2), 2, None)
    assert refusal_of(removed, 2, march()) == "It was removed. Restore it first."
    assert refusal_of(removed, 2, None) == "It was removed. Restore it first."
    assert refusal_of(removed, 3, None) == "There’s no such entry.", "a removal is no entry itself"
    assert refusal_of(removed, 9, None) == "There’s no such entry."


def test_a_restored_entry_counts_again_as_it_was_last_corrected() -> None:
    right = corrected(with_hands(3), 2, march("Bo"))
    back = restored(corrected(right, 2, None), 2)
    assert back.standing == right.standing
    assert [change.kind for change in back.entries[1].changes] == ["correction", "strike", "restore"]
    assert [event.what for event in back.events[-2:]] == ["strike", "restore"]


def test_only_what_is_removed_can_be_restored() -> None:
    for number, message in ((2, "It isn’t removed."), (9, "There’s no such entry.")):
        with pytest.raises(Refusal) as caught:
            restored(with_hands(2), number)
        assert caught.value.message == message


def test_a_restoration_that_makes_a_later_entry_impossible_names_it() -> None:
    done = corrected(entered(started("poker-chips"), {"kind": "cash-out", "player": "Dee"}), 1, None)
    done = entered(done, {"kind": "buy-in", "player": "Dee", "chips": 5})
    with pytest.raises(Refusal) as caught:
        restored(done, 1)
    assert caught.value.message.startswith("That makes Dee’s buy-in impossible: ")
    assert (caught.value.code, caught.value.entry) == ("impossible-later", 3)


def test_the_correction_itself_is_refused_at_its_own_field() -> None:
    with pytest.raises(Refusal) as caught:
        corrected(with_hands(2), 2, hand("partnership", tricks={"Ann & Cy": 4}))
    assert (caught.value.field, caught.value.code) == ("tricks", "tricks-total")


def test_a_correction_that_makes_a_later_hand_impossible_names_it() -> None:
    done = started("poker-chips")
    for entry in (
        {"kind": "buy-in", "player": "Ann", "chips": 40},
        {"kind": "buy-in", "player": "Bo", "chips": 40},
        hand("poker-chips", maker="Ann", bets={"Ann": 20, "Bo": 20}, tricks={"Ann": 12}),
    ):
        done = entered(done, entry)
    message = refusal_of(done, 2, {"kind": "buy-in", "player": "Bo", "chips": 30})
    assert message.startswith("That makes hand 1 impossible: ")
    assert refusal_of(done, 2, None).startswith("That makes hand 1 impossible: ")


def test_a_later_entry_that_is_no_hand_is_named_too() -> None:
    done = started("poker-chips")
    done = entered(done, {"kind": "join", "player": "Eli", "left_of": "Ann"})
    done = entered(done, {"kind": "buy-in", "player": "Eli", "chips": 5})
    assert refusal_of(done, 1, None).startswith("That makes Eli’s buy-in impossible: ")


def test_an_earlier_end_makes_later_hands_count_for_nothing() -> None:
    done = with_hands(3, target=6)
    assert done.state.over
    ended = corrected(with_hands(4, target=7), 2, hand("partnership", alone=True, tricks={"Ann & Cy": 5}))
    assert ended.state.over
    assert [item.after_end for item in ended.entries] == [False, False, False, True]
    assert len(ended.record.entries) == 3
    assert replay(ended.record) == ended.standing


def test_ending_later_again_brings_the_hands_back() -> None:
    ended = corrected(with_hands(4, target=7), 2, hand("partnership", alone=True, tricks={"Ann & Cy": 5}))
    back = corrected(ended, 2, march())
    assert [item.after_end for item in back.entries] == [False] * 4
    assert back.standing == with_hands(4, target=7).standing


def test_what_comes_after_the_end_can_be_struck_out_but_not_corrected() -> None:
    ended = corrected(with_hands(4, target=7), 2, hand("partnership", alone=True, tricks={"Ann & Cy": 5}))
    assert refusal_of(ended, 4, march("Bo")) == "It comes after the end of the game."
    assert corrected(ended, 4, None).entries[3].struck


def test_nothing_is_entered_after_the_end() -> None:
    with pytest.raises(Refusal, match=r"The game is over\."):
        entered(with_hands(3, target=6), march())


def test_the_table_as_it_stood_after_a_hand() -> None:
    done = corrected(with_hands(3), 1, None)
    first, second, third = done.after_hand(1), done.after_hand(2), done.after_hand(3)
    assert first is not None
    assert second is not None
    assert (first.scores["Ann & Cy"], second.scores["Ann & Cy"], third) == (2, 4, None)


def test_what_happened_is_told_in_order() -> None:
    done = corrected(entered(with_hands(1), march("Bo"), "other"), 1, None, "other")
    found = [(one.seq, one.what, viewer().name_of(one.by), one.entry.seq) for one in done.events]
    assert found == [
        (1, "entry", "this phone", 1),
        (2, "entry", "another phone (host)", 2),
        (3, "strike", "another phone (host)", 1),
    ]


def test_the_header_spells_out_what_a_later_default_could_change() -> None:
    header = full_header(from_json(record(variant="buck")))
    assert header["options"] == {
        "start": 25,
        "penalty": 5,
        "failed_maker_keeps_tricks": False,
        "sweep_wins": True,
        "unopposed_sweep_wins": False,
    }
    assert header["dealer"] == "Ann"


STEPS = st.lists(
    st.tuples(
        st.sampled_from(("enter", "enter", "enter", "correct", "strike", "restore")), st.integers(0, 30)
    ),
    max_size=25,
)


def an_entry(variant: str, number: int) -> Entry:
    if variant == "poker-chips" and number % 3 == 0:
        return {"kind": "buy-in", "player": "Bo", "chips": 1 + 9 * number, "on_credit": number % 2 == 0}
    if variant != "poker-chips" and number % 5 == 0:
        player = {"partnership": "Bo & Dee"}.get(variant, "Bo")
        return {"kind": "adjust", "player": player, "points": number - 12, "reason": "miscounted"}
    return hand(variant, number)


def taken(before: Table, step: tuple[str, int], number: int) -> Table:
    """The table after one step, or as it was when the step is refused."""
    what, place = step
    entry = an_entry(before.variant.name, number + place)
    try:
        if what == "enter":
            return entered(before, entry)
        if what == "restore":
            return restored(before, 1 + place % max(before.version, 1))
        return corrected(before, 1 + place % max(before.version, 1), entry if what == "correct" else None)
    except Refusal:
        return before


@pytest.mark.parametrize("variant", SEATS)
@given(steps=STEPS)
@settings(max_examples=examples(60))
def test_a_corrected_log_ends_like_one_that_was_right_from_the_start(
    variant: str, steps: list[tuple[str, int]]
) -> None:
    done = started(variant, **games.hands(variant).SHORT)
    for entry in [{**one, "chips": 40} for one in opening(variant)]:
        done = entered(done, entry)
    for number, step in enumerate(steps):
        before = done
        done = taken(before, step, number)
        assert done.rows[: len(before.rows)] == before.rows
    if done.last is not None:
        undone = corrected(done, done.last.seq, None)
        assert restored(undone, done.last.seq).standing == done.standing
    assert replay(done.record) == done.standing
    header = json.dumps(full_header(done.header))
    assert table("t", header, done.rows) == done
    rebuilt = started(variant, **games.hands(variant).SHORT)
    for row in done.rows:
        rebuilt = rebuilt.with_row(row)
    assert rebuilt == done


@pytest.mark.parametrize("variant", SEATS)
def test_a_game_read_back_from_its_record_is_the_same_game(variant: str) -> None:
    done = started(variant, **ENDLESS[variant])
    for entry in opening(variant) + [hand(variant, number) for number in range(8)]:
        done = entered(done, entry)
    assert replay(from_json(done.record.as_json())) == done.standing


ODD = ("Éva", "E\u0301va", "\u200b", "Ann\nBo")


def stored_with_odd_names() -> Table:
    """A game of 0.1.0, which compared and refused names less strictly, read from its rows."""
    header = {**record(variant="poker-chips", players=list(ODD)), "options": {}, "dealer": ODD[0]}
    del header["entries"]
    joins = [
        {"kind": "join", "player": "ＢＡＮＫ", "left_of": ODD[1]},
        {"kind": "join", "player": "É\u200bva", "left_of": ODD[1]},
    ]
    rows = [Row(seq, None, json.dumps(entry), AT, "mine", "owner") for seq, entry in enumerate(joins, 1)]
    return table("t", json.dumps(header), rows)


def test_a_stored_game_opens_whatever_its_players_are_called() -> None:
    opened = stored_with_odd_names()
    assert opened.state.players == (*ODD[:2], "É\u200bva", "ＢＡＮＫ", *ODD[2:])
    assert opened.record.players == ODD
    assert opened.standing.state == replay(opened.record).state == opened.state
    assert journal(opened) == ()
    assert opened.at(1).state.players == (*ODD[:2], "ＢＡＮＫ", *ODD[2:])


def test_in_a_stored_game_a_new_name_is_held_to_the_rules_of_today() -> None:
    opened = stored_with_odd_names()
    assert "Cy" in entered(opened, {"kind": "join", "player": "Cy", "left_of": ODD[0]}).state.players
    with pytest.raises(Refusal, match="reserved"):
        entered(opened, {"kind": "join", "player": "po\u200bt", "left_of": ODD[0]})
    assert corrected(opened, 1, None).state.players == (*ODD[:2], "É\u200bva", *ODD[2:])
    assert "reserved" in refusal_of(opened, 2, {"kind": "join", "player": "ｐｏｔ", "left_of": ODD[1]})


def joins(*names: str) -> Table:
    """A game in which these have joined, one after the other."""
    made = table("t", json.dumps({**record(variant="poker-chips", players=["Ann", "Bo"]), "entries": []}), ())
    for name in names:
        made = entered(made, {"kind": "join", "player": name, "left_of": "Bo"})
    return made


def test_no_correction_gives_two_players_the_same_name() -> None:
    twin = "Ｄee"
    later = joins("Cy", "Dee")
    assert "called Dee" in refusal_of(later, 1, {"kind": "join", "player": twin, "left_of": "Bo"})
    removed = entered(corrected(joins("Dee"), 1, None), {"kind": "join", "player": twin, "left_of": "Bo"})
    with pytest.raises(Refusal, match=f"called {twin}"):
        restored(removed, 1)


def test_the_betting_of_a_hand_without_a_buy_in_says_who_isnt_in_it() -> None:
    buy_ins = [{"kind": "buy-in", "player": name, "chips": 42} for name in ("Ann", "Bo", "Cy")]
    betting = [
        {"player": "Bo", "action": "bet", "chips": 2},
        {"player": "Cy", "action": "call"},
        {"player": "Ann", "action": "fold"},
    ]
    played = {"kind": "hand", "maker": "Bo", "betting": betting, "tricks": {"Bo": 10, "Cy": 6}}
    made = table_of("poker-chips", *buy_ins, played, players=["Ann", "Bo", "Cy"])
    with pytest.raises(Refusal, match=r"That makes hand 1 impossible: Ann isn’t in this hand\."):
        made.with_row(row_of(5, 1, None))
