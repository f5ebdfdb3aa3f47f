"""``python -m scoring`` with a game in each line: an answer to each, whatever it is."""

import json
import select
import subprocess
from typing import Any

import pytest
from hypothesis import strategies as st

from tests.scoring.games import each_game, games
from tests.scoring.test_cli import (
    COMMAND,
    GAME,
    ROOT,
    SECONDS,
    broken,
    run,
)
from tests.scoring.vectors import vectors

# JSON Lines


def answers(done: subprocess.CompletedProcess[bytes]) -> list[Any]:
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def test_every_line_gets_its_answer_in_order() -> None:
    good = json.dumps(GAME).encode()
    lines = [
        good,
        b"not JSON",
        broken(players=["Bo"]),
        b"",
        good,
        broken(entries=[{"kind": "party"}]),
        b"NaN",
    ]
    done = run("--json", "-", given=b"\n".join(lines) + b"\n")
    assert (done.returncode, done.stderr) == (2, b"")
    assert [
        (answer["error"]["entry"], answer["error"]["field"]) if "error" in answer else answer["winners"]
        for answer in answers(done)
    ] == [["Zoë"], (None, None), (None, "players"), (None, None), ["Zoë"], (1, "kind"), (None, None)]


def test_lines_that_are_all_right_leave_status_zero() -> None:
    good = [json.dumps(vector.record).encode() for vector in vectors() if "error" not in vector.expect]
    done = run("--json", "-", given=b"\n".join(good))
    assert (done.returncode, done.stderr, len(answers(done))) == (0, b"", len(good))


def test_one_bad_line_at_the_start_is_not_forgotten() -> None:
    done = run("--json", "-", given=b"{}\n" + json.dumps(GAME).encode())
    assert (done.returncode, len(answers(done))) == (2, 2)


def test_no_line_at_all_is_no_error() -> None:
    done = run("--json", "-")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_the_mistake_in_an_empty_line_is_in_line_1_of_it() -> None:
    (answer,) = answers(run("--json", "-", given=b"\r\n"))
    assert answer["error"]["values"] == {"line": 1}


def test_a_line_that_is_no_utf_8_does_not_stop_the_others() -> None:
    done = run("--json", "-", given=b'{"title": "caf\xe9"}\n' + json.dumps(GAME).encode() + b"\n")
    first, second = answers(done)
    assert (done.returncode, done.stderr) == (2, b"")
    assert (first["error"]["entry"], second["winners"]) == (None, ["Zoë"])


def test_a_byte_order_mark_before_the_first_line_is_no_error() -> None:
    done = run("--json", "-", given=b"\xef\xbb\xbf" + json.dumps(GAME).encode() + b"\n")
    assert (done.returncode, len(answers(done))) == (0, 1)


def test_a_lone_surrogate_comes_back_as_it_was_written() -> None:
    odd = json.dumps({**GAME, "\ud800": 1}).encode()
    done = run("--json", "-", given=odd + b"\n")
    assert (done.returncode, done.stderr) == (2, b"")
    assert answers(done)[0]["error"]["field"] == "\ud800"


def test_a_line_is_answered_before_the_next_one_is_there() -> None:
    line = json.dumps(GAME).encode() + b"\n"
    with subprocess.Popen(
        [*COMMAND, "--json", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, bufsize=0
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write(line)
            ready, _, _ = select.select([process.stdout], [], [], SECONDS)
            assert ready, "expected an answer to the line, got none"
            assert json.loads(process.stdout.readline())["winners"] == ["Zoë"]
        process.stdin.close()
        assert process.wait(SECONDS) == 0


def test_a_reader_that_stops_listening_is_no_crash() -> None:
    """As in ``python -m scoring --json - | head -1``."""
    lines = (json.dumps(GAME) + "\n").encode() * 3_000
    with subprocess.Popen(
        [*COMMAND, "--json", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        _, said = process.communicate(lines, SECONDS)
    assert b"Traceback" not in said


HUGE = "9" * 4_300  # the longest number that Python reads or writes


@pytest.mark.parametrize(
    ("variant", "entry"),
    [
        ("poker-chips", f'{{"kind": "buy-in", "player": "Ann", "chips": {HUGE}}}'),
        ("poker-points", f'{{"kind": "adjust", "player": "Ann", "points": -{HUGE}, "reason": "x"}}'),
        ("poker-points", f'{{"kind": "hand", "maker": "Ann", "tricks": {{"Ann": {HUGE}, "Bo": {HUGE}}}}}'),
    ],
)
def test_numbers_beyond_all_reason_are_no_crash(variant: str, entry: str) -> None:
    header = f'"format": "bower.game/1", "variant": "{variant}", "players": ["Ann", "Bo"]'
    done = run("--json", "-", given=f'{{{header}, "entries": [{entry}, {entry}]}}\n'.encode())
    assert done.stderr == b""
    assert len(answers(done)) == 1


NO_GAME = st.text(max_size=30).map(lambda text: text.replace("\n", " ").replace("\r", " ")) | st.recursive(
    st.none() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=4,
).map(json.dumps)


def lines_with(variants: tuple[str]) -> st.SearchStrategy[list[str]]:
    """Lines for the program: games of one kind, and what is none."""
    a_game = games(variants).map(lambda game: json.dumps(game.record))
    return st.lists(NO_GAME | a_game, min_size=10, max_size=30)


@each_game(drawn=lines_with, thorough=4)
def test_whatever_the_lines_are_there_is_an_answer_to_each(lines: list[str]) -> None:
    text = "".join(line + "\n" for line in lines)
    done = run("--json", "-", given=text.encode("utf-8", "surrogatepass"))
    assert done.stderr == b""
    assert len(answers(done)) == len(lines)
    assert done.returncode == (2 if any("error" in answer for answer in answers(done)) else 0)
