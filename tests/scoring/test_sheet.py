"""The score sheet in words: what stands on it, for each way a game may go."""

from typing import Any

from scoring import from_json, replay, score_sheet, signed
from tests.scoring.games import Game, each_game

CHIPS: dict[str, Any] = {
    "format": "bower.game/1",
    "variant": "poker-chips",
    "players": ["Ann", "Bo", "Cy"],
    "entries": [
        *(
            {"kind": "buy-in", "player": name, "chips": chips}
            for name, chips in (("Ann", 64), ("Bo", 26), ("Cy", 64))
        ),
        {
            "kind": "hand",
            "maker": "Bo",
            "bets": {"Ann": 10, "Bo": 10, "Cy": 4},
            "folded": ["Cy"],
            "tricks": {"Ann": 16},
        },
        {"kind": "hand", "bets": {"Ann": 2}, "away": ["Bo"], "folded": ["Cy"]},
        {"kind": "hand", "result": "misdeal"},
    ],
}
CHIPS_SHEET = """\
Poker-Euchre, chips
Ann, Bo, Cy

Before hand 1
   +64  Ann: bought in (PC-04)
   +26  Bo: bought in (PC-04)
   +64  Cy: bought in (PC-04)
        Ann 64   Bo 26   Cy 64

Hand 1, Ann dealt
   −16  Bo: ante (PC-05)
   −16  Cy: ante (PC-05)
   −16  Ann: ante (PC-05)
   −10  Bo: bet (PC-07)
    −4  Cy: bet (PC-07)
   −10  Ann: bet (PC-07)
   +32  Ann: 16 tricks × 2 playing (PC-13)
   +40  Ann: won the hand: the rest of the pot (PC-14)
   +10  Bo: bought the rest on credit (PC-20)
   −10  Bo: euchred: pays Ann the bet again (PC-15)
   +10  Ann: euchred Bo, who pays the bet again (PC-15)
        Ann 120   Bo 0   Cy 44

Hand 2, Cy dealt
   −25  Ann: ante (PC-05)
   −25  Cy: ante (PC-05)
    −2  Ann: bet (PC-07)
   +52  Ann: everyone else folded: the whole pot (PC-12)
        Ann 145   Bo 0   Cy 19

Hand 3, Ann dealt
        no score
        Ann 145   Bo 0   Cy 19

Total   Ann 145   Bo 0   Cy 19
Result  Ann +81   Bo −36   Cy −45
Pot     0
"""


def sheet(record: dict[str, Any]) -> str:
    read = from_json(record)
    return score_sheet(read, replay(read))


def with_entries(record: dict[str, Any], *entries: dict[str, Any]) -> dict[str, Any]:
    return {**record, "entries": [*record["entries"], *entries]}


def test_a_game_with_chips_shows_every_movement_results_and_pot() -> None:
    assert sheet(CHIPS) == CHIPS_SHEET + "Next to deal: Bo\n"


def test_a_game_with_chips_ends_with_the_highest_result() -> None:
    ended = sheet(with_entries(CHIPS, {"kind": "end"}))
    assert ended == CHIPS_SHEET + "Ann wins the game: the highest result (PC-22)\n"


def test_bank_entries_between_hands_are_on_the_sheet() -> None:
    entries = (
        {"kind": "join", "player": "Dee", "left_of": "Cy"},
        {"kind": "transfer", "from": "Ann", "to": "pot", "chips": 3, "reason": "dealt\ntwice"},
        {"kind": "cash-out", "player": "Cy"},
    )
    assert sheet(with_entries(CHIPS, *entries)).removeprefix(CHIPS_SHEET.partition("Total")[0]).startswith(
        "After hand 3\n"
        "        Dee joined\n"
        "    −3  Ann: dealt�twice (ALL-05)\n"
        "   −19  Cy: cashed out (PC-04)\n"
        "        Ann 142   Bo 0   Dee 0\n\n"
        "Total "
    )  # fmt: skip


def test_adjustments_are_on_the_sheet_with_the_points_that_counted() -> None:
    lost = {"kind": "adjust", "player": "Ann", "points": -5, "reason": "a wager"}
    won = {"kind": "adjust", "player": "Bo", "points": 2, "reason": "a misdeal"}
    game = {**COUNTDOWN, "variant": "king-cutthroat", "options": {}, "entries": [lost, won]}
    assert sheet(game).splitlines()[3:8] == [
        "Before hand 1",
        "     0  Ann: a wager (ALL-05)",
        "    +2  Bo: a misdeal (ALL-05)",
        "        Ann 0   Bo 2   Cy 0",
        "",
    ]


def test_a_title_sends_no_commands_to_the_terminal() -> None:
    assert sheet({**COUNTDOWN, "title": "\x1b[31mLate\ud800"}).startswith("�[31mLate�\n")


def test_several_may_win_with_chips() -> None:
    level = {**CHIPS, "entries": [{"kind": "end"}]}
    assert sheet(level).splitlines()[-1] == "Ann, Bo and Cy win the game: the highest result (PC-22)"


def test_two_may_win_with_chips() -> None:
    bought = CHIPS["entries"][:3]
    gift = {"kind": "transfer", "from": "Cy", "to": "pot", "chips": 2, "reason": "r"}
    shared = {**CHIPS, "players": ["Ann", "Cy", "Bo"], "entries": [*bought, gift, {"kind": "end"}]}
    lines = sheet(shared).splitlines()
    assert lines[-3] == "Result  Ann 0   Cy −1   Bo +1"
    assert lines[-1] == "Bo wins the game: the highest result (PC-22)"
    even = {**shared, "entries": [*bought, {**gift, "chips": 3}, {"kind": "end"}]}
    assert sheet(even).splitlines()[-3] == "Result  Ann +1   Cy −2   Bo +1"
    assert sheet(even).splitlines()[-1] == "Ann and Bo win the game: the highest result (PC-22)"


def test_somebody_who_left_stays_in_the_results() -> None:
    lines = sheet(with_entries(CHIPS, {"kind": "cash-out", "player": "Cy"})).splitlines()
    assert lines[-4:-1] == ["Total   Ann 145   Bo 0", "Result  Ann +81   Bo −36   Cy −45", "Pot     0"]


COUNTDOWN: dict[str, Any] = {
    "format": "bower.game/1",
    "variant": "three-handed",
    "options": {"start": 4},
    "players": ["Ann", "Bo", "Cy"],
    "entries": [{"kind": "hand", "maker": "Ann", "tricks": {"Ann": 3, "Bo": 2}}],
}


def test_a_total_below_nothing_has_a_true_minus_sign() -> None:
    lines = sheet(
        with_entries(COUNTDOWN, {"kind": "adjust", "player": "Bo", "points": -3, "reason": "r"})
    ).splitlines()
    assert lines[-2:] == ["Total   Ann 1   Bo −1   Cy 9", "Bo wins the game (TH-15)"]


def test_a_game_that_a_hand_ended_says_by_which_rule() -> None:
    hand = {"kind": "hand", "maker": "Ann", "tricks": {"Ann": 3, "Bo": 1, "Cy": 1}}
    assert sheet(with_entries(COUNTDOWN, hand)).splitlines()[-1] == "Ann wins the game (TH-15)"
    buck = {**COUNTDOWN, "variant": "buck", "players": ["Ann", "Bo", "Cy", "Dee"], "options": {}}
    sweep = {"kind": "hand", "maker": "Ann", "tricks": {"Ann": 5}}
    before = {"kind": "hand", "maker": "Ann", "tricks": {"Ann": 3, "Bo": 2}}
    assert sheet({**buck, "entries": [before, sweep]}).splitlines()[-1] == "Ann wins the game (BU-13)"


def test_a_game_that_an_adjustment_ended_says_so_by_the_rule_of_the_goal() -> None:
    for variant, rule in (("king-cutthroat", "KC-21"), ("poker-points", "PP-07")):
        for before in ([], [{"kind": "hand", "result": "passed-out"}]):
            ended = {"kind": "adjust", "player": "Ann", "points": 100, "reason": "r"}
            game = {**COUNTDOWN, "variant": variant, "options": {}, "entries": [*before, ended]}
            assert sheet(game).splitlines()[-1] == f"Ann wins the game ({rule})"


def test_a_hand_without_a_line_has_no_score() -> None:
    game = {**COUNTDOWN, "entries": [{"kind": "hand", "result": "redeal", "dealer": "Cy"}], "title": "Late"}
    assert sheet(game) == (
        "Late\nAnn, Bo, Cy\n\nHand 1, Cy dealt\n        no score\n        Ann 4   Bo 4   Cy 4\n\n"
        "Total   Ann 4   Bo 4   Cy 4\nNext to deal: Cy\n"
    )


def test_numbers_carry_their_sign() -> None:
    assert [signed(points) for points in (2, 1, 0, -1, -12)] == ["+2", "+1", "0", "−1", "−12"]


@each_game()
def test_every_game_has_a_sheet_that_names_its_hands_its_totals_and_who_won(game: Game) -> None:
    lines = sheet(game.record).splitlines()
    state = game.states[-1]
    assert [line for line in lines if line.startswith("Hand ")] == [
        f"Hand {number}, {done.hand.dealer} dealt"
        for number, done in enumerate([done for done in game.steps if done.hand], 1)
        if done.hand
    ]
    assert lines[1] == ", ".join(game.record["players"])
    if state.over:
        assert lines[-1].startswith(" and ".join(state.winners) + " win")
        assert lines[-1].endswith(")")
    else:
        assert lines[-1] == f"Next to deal: {state.next_dealer}"


def test_a_win_below_zero_has_a_true_minus() -> None:
    hand = {"kind": "hand", "maker": "Ann", "tricks": {"Ann": 5}}
    game = {**COUNTDOWN, "options": {"start": 2}, "entries": [hand]}
    assert "Ann: wins the game with −3" in sheet(game)
