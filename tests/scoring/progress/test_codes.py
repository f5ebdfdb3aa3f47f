"""Every refusal of the hand in progress has a case that raises it, with all the values of its sentence."""

import re
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from scoring import Refusal, State
from scoring.progress import progress
from scoring.refusal import SENTENCES
from tests.scoring.progress.tables import Move, after, moves, table
from tests.scoring.progress.test_bidding import table as bids

LIBRARY = Path(__file__).resolve().parents[3] / "scoring"
MADE = "turned hearts; Bo orders; taken up"
CHECKED = MADE + "; Bo checks; Cy checks; Dee checks; Ann checks"
ALL_PASS = "; Bo passes; Cy passes; Dee passes; Ann passes"
EUCHRE = "partnership"
KING = "king-cutthroat"
THREE = "three-handed"
BUCK = "buck"
POINTS = "poker-points"
CHIPS = "poker-chips"


def told(kind: str, **fields: Any) -> Move:
    return {"move": kind, **fields}


# By code: the table, and the moves of which the last is refused.
CASES: dict[str, tuple[State, list[str | Move]]] = {
    "all-folded": (table(CHIPS), [MADE, told("bets", folded=["Ann", "Bo", "Cy", "Dee"])]),
    "alone-bid": (bids(), ["dealt", told("made", maker="Bo", bid=5, alone=True)]),
    "alone-late": (table(EUCHRE), ["skip; skip; skip; Bo takes it", told("made", maker="Bo", alone=True)]),
    "already-bet": (table(CHIPS), [MADE, "Bo bets 5; Cy bets 5"]),
    "already-entered": (table(EUCHRE), [told("made", maker="Bo"), told("made", maker="Cy")]),
    "bets-level": (table(CHIPS), [MADE, told("bets", bets={"Bo": 5})]),
    "bets-of-folded": (table(CHIPS), [MADE, told("bets", bets={"Bo": 5}, folded=["Bo"])]),
    "bid-made": (bids(), ["dealt; Bo bids 3", told("result", result="passed-out")]),
    "bid-more": (bids(), ["dealt; Bo bids 4; Cy bids 3"]),
    "bid-range": (bids(), ["dealt", told("made", maker="Bo", bid=1)]),
    "bet-range": (table(CHIPS), [MADE, "Bo bets 21"]),
    "call-too-high": (table(CHIPS, Cy=14), [MADE, "Bo bets 5; Cy calls"]),
    "card-not-in-deck": (table(BUCK), [told("turned", card="8H")]),
    "chips-held": (table(CHIPS, Bo=14), [MADE, "Bo bets 5"]),
    "chosen-before": (
        table(THREE),
        [MADE, "Ann drops; Bo stays; skip", told("choices", choices={"Ann": "stay"})],
    ),
    "could-catch": (table(KING), [MADE, "Bo takes it; Cy takes it; throw it in"]),
    "could-march": (table(KING), [MADE, "Bo takes it; throw it in"]),
    "dealer-must-bid": (bids(stick_the_dealer=True), ["dealt; Bo passes; Cy passes; Dee passes; Ann passes"]),
    "dealer-must-name": (table(EUCHRE), ["turned hearts" + ALL_PASS + ALL_PASS]),
    "folds-first": (table(CHIPS), [MADE, "skip; Bo takes it; Bo reneges"]),
    "game-over": (table(EUCHRE, Ann=10), ["skip"]),
    "kings-entered": (table(KING), [MADE, *["Bo takes it by a King"] * 5]),
    "kings-so-far": (
        table(KING),
        [MADE, "Bo takes it by a King", told("tricks", tricks={"Bo": 7}, kings=["Cy"])],
    ),
    "kitty-taken": (
        table(EUCHRE, options={"farmers_hand": True}),
        ["turned hearts; Bo trades; Cy trades"],
    ),
    "led-every-trick": (table(POINTS), [MADE, "Bo takes it; Bo reneges"]),
    "led-that-trick": (
        table(POINTS),
        [MADE, "Cy takes it; Cy reneges; in time; guilty", told("wrong-trick", number=2)],
    ),
    "move-field": (table(BUCK), ["turned hearts", told("pass")]),
    "named-to-deal": (table(CHIPS), ["Cy deals; Cy leaves"]),
    "no-drop-at": (table(THREE, Ann=5), [MADE, "Ann drops"]),
    "no-raise-left": (
        table(CHIPS, options={"max_raises": 1}),
        [MADE, "Bo bets 5; Cy raises 5; Dee raises 5"],
    ),
    "no-trick-yet": (table(KING), [MADE, "throw it in"]),
    "nobody-bet": (table(CHIPS), [MADE, "Bo raises 5"]),
    "not-now": (table(BUCK), ["Bo passes"]),
    "nothing-to-call": (table(CHIPS), [MADE, "Bo calls"]),
    "one-stays-in": (
        table(POINTS, 2),
        [
            MADE,
            "Ann takes it; Bo reneges; in time; guilty",
            told("wrong-trick", number=2),
            "Ann reneges",
        ],
    ),
    "played-on": (
        table(CHIPS),
        [MADE, "skip; Bo takes it", told("bets", folded=["Bo"])],
    ),
    "raise-range": (table(CHIPS), [MADE, "Bo bets 5; Cy raises 21"]),
    "spare-hand-taken": (table(THREE), [MADE, "Ann switches; Bo switches"]),
    "to-call": (table(CHIPS), [MADE, "Bo bets 5; Cy checks"]),
    "trick-after-drop": (
        table(THREE),
        [MADE, "skip; Bo takes it", told("choices", choices={"Bo": "drop"})],
    ),
    "tricks-so-far": (table(KING), [MADE, "Bo takes it", told("tricks", tricks={"Cy": 7})]),
    "trump-made": (table(BUCK), [MADE, told("result", result="passed-out")]),
    "turn": (table(BUCK), ["turned hearts; Cy passes"]),
    "turned-down": (table(EUCHRE), ["turned hearts" + ALL_PASS, "Bo names hearts"]),
    "two-must-pay": (table(CHIPS, 2, Ann=5), ["dealt"]),
    "two-played": (
        table(THREE),
        [MADE, "skip; Bo takes it", told("choices", choices={"Ann": "drop", "Cy": "drop"})],
    ),
    "two-players-in": (table(CHIPS, 2), ["Ann leaves"]),
}
NOT_HERE = {"not-followed"}  # test_moves.py


def refused(code: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        progress(CASES[code][0], moves(*CASES[code][1]))
    return caught.value


@pytest.mark.parametrize("code", CASES)
def test_a_code_is_raised_by_the_last_move_with_the_values_of_its_sentence(code: str) -> None:
    refusal = refused(code)
    assert refusal.code == code
    names = {name for _text, name, _spec, _conversion in Formatter().parse(SENTENCES[code]) if name}
    assert set(refusal.values) == names
    assert all(type(value) in (str, int) for value in refusal.values.values())
    if code in CASES and not CASES[code][0].over:
        state, said = CASES[code]
        assert refusal.entry == len(moves(*said))
        after(state, *moves(*said)[:-1])


def test_every_code_of_the_hand_in_progress_has_a_case() -> None:
    files = [*LIBRARY.glob("phases/*.py"), *LIBRARY.glob("progress/*.py"), LIBRARY / "betting.py"]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    raised = set(re.findall(r'Refusal\(\s*"([a-z-]+)"', text)) & SENTENCES.keys()
    assert raised - CASES.keys() - NOT_HERE == {"betting-over", "no-chips"}
