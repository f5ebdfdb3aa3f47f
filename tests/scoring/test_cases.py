"""The cases of ``cases``, one after the other: see ``notation`` for how they are read."""

import re
from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from scoring import Refusal, State
from tests.scoring.notation import Case, Gives, Refused, cases, parse, played

ALL = cases()

STATEMENTS: list[tuple[str, Callable[[State], str]]] = [
    (r"(.+) deals next", lambda state: f"{state.next_dealer or 'nobody'} deals next"),
    (r"(.+) wins?", lambda state: named(state.winners) + (" win" if state.winners[1:] else " wins")),
    (r"(.+) play off", lambda state: named(state.playoff) + " play off"),
    (r"now (.+)", lambda state: "now " + listed(state.scores)),
    (r"pot (.+)", lambda state: f"pot {state.pot}"),
    (r"results (.+)", lambda state: "results " + listed(state.net)),
    (r"on credit (.+)", lambda state: "on credit " + listed(state.credit)),
]


@pytest.mark.parametrize("case", ALL, ids=[f"{case.place}:{case.rules[0]}" for case in ALL])
def test_a_case_comes_out_as_written(case: Case) -> None:
    check(case)


def check(case: Case) -> None:
    if isinstance(case.expect, Gives):
        check_given(case, case.expect)
    else:
        check_refused(case, case.expect)


def check_given(case: Case, expect: Gives) -> None:
    before, done = played(case)
    after = done.state
    moved: Counter[str] = Counter()
    for line in done.lines:
        moved[line.player] += line.points
    assert {name: points for name, points in moved.items() if points} == expect.change
    stayed = before.scores.keys() & after.scores.keys()
    assert {name: after.scores[name] - before.scores[name] for name in stayed} == {
        name: moved[name] for name in stayed
    }
    for player, rules in expect.rules.items():
        assert [line.rule for line in done.lines if line.player == player] == rules
    assert [true_of(after, said) for said in expect.said] == expect.said
    ends = any(re.search(r" wins?$", said) for said in expect.said)
    assert (after.over, bool(after.winners)) == (ends, ends)
    assert bool(after.playoff) == any(said.endswith(" play off") for said in expect.said)


def true_of(state: State, said: str) -> str:
    """The statement that *said* would be if it were true of the table."""
    for pattern, words in STATEMENTS:
        if re.fullmatch(pattern, said):
            return words(state)
    raise ValueError(f"expected a statement of the notation, got {said}")


def named(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)


def listed(numbers: dict[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in numbers.items()).replace("-", "−") or "nothing"


def check_refused(case: Case, expect: Refused) -> None:
    with pytest.raises(Refusal) as refused:
        played(case)
    entries = len(case.record["entries"])
    last = entries if entries > case.given else None
    assert (refused.value.entry, refused.value.field) == (last, expect.field)
    assert (refused.value.code, refused.value.rule) == (expect.code, expect.rule)


KINGS = "    table: Ann, Bo, Cy\n"
SHOWDOWN = "Cy makes it; tricks Ann 3, Bo 3, Cy 1; Ann wins the showdown"


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (SHOWDOWN, "→ Ann +2, Bo −1"),
        (SHOWDOWN, "→ Ann +1"),
        (SHOWDOWN, "→ Ann +1 (KC-12), Bo −1"),
        (SHOWDOWN, "→ Ann +1, Bo −1 (KC-17, KC-17)"),
        (SHOWDOWN, "→ Ann +1, Bo −1; Cy deals next"),
        (SHOWDOWN, "→ Ann +1, Bo −1; now Ann 1, Bo 2, Cy 0"),
        (SHOWDOWN, "→ Ann +1, Bo −1; Ann wins"),
        (SHOWDOWN, "→ nothing changes"),
        ("Cy makes it; tricks Ann 4, Bo 2, Cy 2", "refused at maker: tricks-total (KC-09)"),
        ("Cy makes it; tricks Ann 4, Bo 2, Cy 2", "refused at tricks: tricks-most (KC-09)"),
        ("Cy makes it; tricks Ann 4, Bo 2, Cy 2", "refused at tricks: tricks-total (KC-08)"),
    ],
)
def test_a_case_that_is_wrong_is_noticed(told: str, expected: str) -> None:
    right = "→ Ann +1 (KC-16), Bo −1 (KC-17); Bo deals next; now Ann 1, Bo 1, Cy 0"
    right = right if told == SHOWDOWN else "refused at tricks: tricks-total (KC-09)"
    for line in (right, expected):
        text = KINGS + f"KC-17  Here\n    so far: Bo 2\n    {told}\n    {line}\n"
        (case,) = parse("king-cutthroat", text)
        if line == right:
            check(case)
        else:
            with pytest.raises(AssertionError):
                check(case)


def test_a_refusal_that_was_expected_or_not_expected_is_noticed() -> None:
    good, bad = "Cy makes it; tricks Ann 4, Bo 2, Cy 1", "Cy makes it; tricks Ann 4"
    (unrefused,) = parse(
        "king-cutthroat", f"{KINGS}KC-12  Here\n    {good}\n    refused at tricks: all-played\n"
    )
    with pytest.raises(pytest.fail.Exception):
        check(unrefused)
    (refused,) = parse("king-cutthroat", f"{KINGS}KC-12  Here\n    {bad}\n    → Ann +1\n")
    with pytest.raises(Refusal):
        check(refused)


@pytest.mark.parametrize(
    "lines",
    [
        "    Cy wins all; tricks Ann 4, Bo 2, Cy 1\n    → Ann +1",
        "    Cy makes it; tricks Ann 4 Bo, Cy 1\n    → Ann +1",
        "    Cy makes it; tricks Ann 4, Bo 2, Cy 1\n    Ann +1",
        "    Cy makes it; tricks Ann 4, Bo 2, Cy 1\n    → Ann one more",
        "    Cy makes it; tricks Ann 4, Bo 2, Cy 1\n    → Ann +1 (KC-12",
        "    Cy makes it; tricks Ann 4, Bo 2, Cy 1\n→ Ann +1",
        "    Cy makes it; tricks Ann 4, Bo 2, Cy 1\n    → Ann +1; Ann smiles",
    ],
)
def test_what_is_no_notation_is_noticed(lines: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        check(*parse("king-cutthroat", f"{KINGS}KC-12  Here\n{lines}\n"))
