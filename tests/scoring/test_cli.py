"""``python -m scoring``: the score sheet, the standing, the stream of standings, and what goes wrong."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import scoring
from scoring import VARIANTS, from_json, read, replay, score_sheet

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "scoring"]
SECONDS = 20
FULL_DISK = Path("/dev/full")

GAME: dict[str, Any] = {
    "format": "bower.game/1",
    "variant": "king-cutthroat",
    "options": {"target": 3},
    "players": ["Zoë", "Bo", "王"],
    "title": "Thursday",
    "entries": [
        {"kind": "hand", "maker": "Bo", "tricks": {"Zoë": 3, "Bo": 3, "王": 1}, "showdown": {"winner": "Bo"}},
        {"kind": "hand", "result": "passed-out"},
        {"kind": "adjust", "player": "Zoë", "points": 2, "reason": "forgotten Kings"},
        {"kind": "hand", "maker": "王", "tricks": {"Zoë": 1, "王": 1}, "kings": ["王", "Zoë"]},
    ],
}
SHEET = """\
Thursday
Zoë, Bo, 王

Hand 1, Zoë dealt
    +1  Bo: won the showdown (KC-16)
     0  Zoë: lost the showdown, and stays at 0 (KC-17)
        Zoë 0   Bo 1   王 0

Hand 2, Bo dealt
        no score
        Zoë 0   Bo 1   王 0

After hand 2
    +2  Zoë: forgotten Kings (ALL-05)
        Zoë 2   Bo 1   王 0

Hand 3, 王 dealt
    +1  王: a King won a trick (KC-10)
    +1  Zoë: a King won a trick (KC-10)
     0  Zoë: wins the game with 3 (KC-11)
        Zoë 3   Bo 1   王 1

Total   Zoë 3   Bo 1   王 1
Zoë wins the game (KC-11)
"""


def run(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *arguments], input=given, capture_output=True, cwd=ROOT, timeout=SECONDS, check=False
    )


def without_traceback(done: subprocess.CompletedProcess[bytes]) -> bool:
    return b"Traceback" not in done.stderr


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    return written(tmp_path, json.dumps(GAME).encode())


def written(folder: Path, content: bytes) -> Path:
    path = folder / "game.json"
    path.write_bytes(content)
    return path


def broken(**changed: object) -> bytes:
    return json.dumps({**GAME, **changed}).encode()


# One game


def test_a_game_gives_a_score_sheet_for_people(game_file: Path) -> None:
    done = run(str(game_file))
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, SHEET, b"")


def test_the_sheet_is_that_of_the_library() -> None:
    record = from_json(GAME)
    assert score_sheet(record, replay(record)) == SHEET


def test_a_game_gives_its_standing_as_json(game_file: Path) -> None:
    done = run("--json", str(game_file))
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout) == replay(from_json(GAME)).as_json()
    assert "Zoë".encode() in done.stdout
    assert done.stdout.count(b"\n") == 1


def test_a_game_may_come_from_standard_input() -> None:
    done = run("-", given=json.dumps(GAME).encode())
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, SHEET, b"")


def test_a_file_that_starts_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    done = run(str(written(tmp_path, b"\xef\xbb\xbf" + json.dumps(GAME).encode())))
    assert (done.returncode, done.stdout.decode()) == (0, SHEET)


def test_names_are_read_and_written_as_utf_8_whatever_the_locale(game_file: Path) -> None:
    plain = {"PATH": os.environ["PATH"], "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    for arguments, given_text in ([str(game_file)], b""), (["-"], json.dumps(GAME).encode()):
        done = subprocess.run(
            [*COMMAND, *arguments], input=given_text, capture_output=True, cwd=ROOT, env=plain, check=False
        )
        assert (done.returncode, done.stdout.decode("utf-8")) == (0, SHEET)


# What is refused


@pytest.mark.parametrize(
    ("content", "entry", "field", "said"),
    [
        (
            broken(entries=[{"kind": "hand", "maker": "Bo"}]),
            1,
            "tricks",
            "Entry 1, tricks: That’s 0 tricks; a hand has 7. KC-09",
        ),
        (broken(players=["Bo"]), None, "players", "Players: King Cut-Throat Euchre needs 2 to 3 players."),
        (b"not JSON", None, None, "The file: "),
        (b"", None, None, "The file: "),
        (b"\xff\xfe\x00", None, None, "The file: "),
        (b"[" * 100_000, None, None, "The file: "),
        (b"[]", None, "format", "Format: This isn’t a Bower game file."),
    ],
)
def test_a_broken_game_is_refused_in_words_and_as_json(
    tmp_path: Path, content: bytes, entry: int | None, field: str | None, said: str
) -> None:
    path = str(written(tmp_path, content))
    in_words, as_json = run(path), run("--json", path)
    assert (in_words.returncode, in_words.stdout) == (2, b"")
    assert in_words.stderr.decode().startswith(said)
    assert in_words.stderr.count(b"\n") == 1
    assert (as_json.returncode, as_json.stderr) == (2, b"")
    error = json.loads(as_json.stdout)["error"]
    assert (error["entry"], error["field"]) == (entry, field)
    assert error["message"] in in_words.stderr.decode()


@pytest.mark.parametrize(
    "content",
    [b'{"title": "caf\xe9"}', broken(title="\\").replace(b"\\\\", b"\\\xff"), broken() + b"\x0b"],
    ids=["Latin-1", "a byte after a backslash", "no JSON space"],
)
def test_what_is_refused_in_a_file_is_refused_from_standard_input_too(tmp_path: Path, content: bytes) -> None:
    in_file = run("--json", str(written(tmp_path, content)))
    assert in_file.returncode == 2
    for done in (run("--json", "-", given=content), run("-", given=content)):
        assert done.returncode == 2
        assert json.loads(in_file.stdout)["error"]["message"] in (done.stdout + done.stderr).decode()


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    missing = str(tmp_path / "no-such-game.json")
    in_words, as_json = run(missing), run("--json", missing)
    assert (in_words.returncode, in_words.stdout, as_json.returncode) == (2, b"", 2)
    assert missing in in_words.stderr.decode()
    assert without_traceback(in_words)
    error = json.loads(as_json.stdout)["error"]
    assert (error["entry"], error["field"]) == (None, None)


def test_a_folder_is_no_game(tmp_path: Path) -> None:
    done = run(str(tmp_path))
    assert (done.returncode, done.stdout) == (2, b"")
    assert without_traceback(done)


@pytest.mark.parametrize("arguments", [(), ("--json",), ("--nonsense", "-"), ("one", "two")])
def test_a_command_that_is_none_says_how_it_goes(arguments: Sequence[str]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"usage: python -m scoring ")
    assert b"\npython -m scoring: error: " in done.stderr


def test_help_names_every_form() -> None:
    done = run("--help")
    assert (done.returncode, done.stderr) == (0, b"")
    for form in ("[--json] GAME.json", "--json -", "trick", "follow", "--version"):
        assert form in done.stdout.decode(), form


@pytest.mark.parametrize("command", ["trick", "follow"])
def test_help_for_a_question_names_the_games_of_the_library(command: str) -> None:
    words = " ".join(run(command, "--help").stdout.decode().split())
    assert ", ".join(VARIANTS) in words
    for variant in VARIANTS.values():
        if "no-trump" in variant.trumps:
            assert variant.name in words.split("trump: ")[1].split("no-trump")[0]


def test_the_version_is_that_of_the_library() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout.decode()) == (0, f"Bower {scoring.__version__}\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["trick", "--variant", "buck", "--trump", "hearts", "JH", "8S"], "Cards: “8S” isn’t in this deck"),
        (["trick", "--variant", "none", "--trump", "hearts", "JH"], "Variant: There’s no game “none”."),
        (["follow", "--variant", "buck", "--trump", "hearts"], "Hand: "),
        (["trick", "JH"], "Variant: Choose the game."),
        (["follow", "--variant", "buck", "--hand", "JH"], "Trump: Choose the trump."),
    ],
)
def test_a_question_in_words_is_refused_in_words(arguments: list[str], said: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().startswith(said)
    assert done.stderr.count(b"\n") == 1


# Where the answer cannot go

ANSWERS = [
    ["GAME"],
    ["--json", "-"],
    ["trick", "--json", "-"],
    ["trick", "--variant", "buck", "--trump", "hearts", "JH"],
    ["--help"],
    ["--version"],
]


def with_output(arguments: list[str], game_file: Path, output: int) -> subprocess.CompletedProcess[bytes]:
    named = [str(game_file) if argument == "GAME" else argument for argument in arguments]
    line = json.dumps(GAME).encode() + b"\n"
    return subprocess.run(
        [*COMMAND, *named], input=line, stdout=output, stderr=subprocess.PIPE, cwd=ROOT, check=False
    )


@pytest.mark.skipif(not FULL_DISK.exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", ANSWERS, ids=" ".join)
def test_a_full_disk_is_said_in_one_line(arguments: list[str], game_file: Path) -> None:
    with FULL_DISK.open("wb") as full:
        done = with_output(arguments, game_file, full.fileno())
    assert done.returncode == 1
    assert done.stderr == b"python -m scoring: No space left on device\n"


@pytest.mark.parametrize("arguments", ANSWERS, ids=" ".join)
def test_a_reader_that_has_gone_is_nothing_to_talk_about(arguments: list[str], game_file: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = with_output(arguments, game_file, writer)
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")


def test_a_full_disk_for_errors_too_is_no_crash() -> None:
    with FULL_DISK.open("wb") as full:
        done = subprocess.run([*COMMAND, "no-such-game.json"], stderr=full, cwd=ROOT, check=False)
    assert done.returncode != 0


@pytest.mark.parametrize(("closed", "status"), [("<&-", 2), (">&-", 1)])
def test_a_stream_that_is_closed_from_the_start_is_no_crash(closed: str, status: int) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" -m scoring - {closed}', sys.executable],
        input=json.dumps(GAME).encode(),
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == status
    assert done.stderr.count(b"\n") == 1


def test_an_interrupt_ends_a_stream_without_a_word() -> None:
    with subprocess.Popen(
        [*COMMAND, "--json", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(GAME).encode() + b"\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(SECONDS) == 128 + signal.SIGINT
        assert process.stderr is not None
        assert process.stderr.read() == b""


def test_a_record_in_a_line_is_the_same_as_in_a_file(game_file: Path) -> None:
    line = run("--json", "-", given=game_file.read_bytes() + b"\n")
    assert line.stdout == run("--json", str(game_file)).stdout
    assert json.loads(line.stdout) == replay(read(game_file.read_bytes())).as_json()
