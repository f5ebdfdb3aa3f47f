"""``python -m scoring``: a score sheet, a standing, a stream of standings, or a question about one trick."""

import argparse
import io
import json
import os
import sys
from typing import TextIO

from . import Refusal, read, replay, score_sheet
from .asking_main import main as ask

QUESTIONS = ("trick", "follow")


def main(arguments: list[str]) -> int:
    """Exit status: 0, or 2 if anything was refused."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            encoding = "utf-8-sig" if stream is sys.stdin else "utf-8"
            stream.reconfigure(encoding=encoding, errors="backslashreplace")
    if arguments[:1] and arguments[0] in QUESTIONS:
        return ask(arguments[0], arguments[1:], sys.stdin, sys.stdout)
    parser = argparse.ArgumentParser(prog="python -m scoring", description=__doc__)
    parser.add_argument("--json", action="store_true", help="the standing as JSON; - reads JSON Lines")
    parser.add_argument("game", help="a bower.game/1 file, or - for standard input")
    chosen = parser.parse_args(arguments)
    if chosen.json and chosen.game == "-":
        return _stream(sys.stdin, sys.stdout)
    return _one(chosen.game, chosen.json)


def _stream(lines: TextIO, out: TextIO) -> int:
    """One standing, or one error, for each line, as it is read."""
    status = 0
    for line in lines:
        answer = _answer(line)
        status = 2 if "error" in answer else status
        print(json.dumps(answer, ensure_ascii=False), file=out, flush=True)
    return status


def _answer(text: str | bytes) -> dict[str, object]:
    try:
        return replay(read(text)).as_json()
    except Refusal as refusal:
        return refusal.as_json()


def _one(path: str, as_json: bool) -> int:
    try:
        text = sys.stdin.read() if path == "-" else _bytes(path)
        record = read(text)
        standing = replay(record)
    except Refusal as refusal:
        _say(refusal, as_json)
        return 2
    print(
        json.dumps(standing.as_json(), ensure_ascii=False)
        if as_json
        else score_sheet(record, standing).rstrip()
    )
    return 0


def _bytes(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise Refusal(None, "expected a file to read, got " + path + ": " + str(error.strerror)) from None


def _say(refusal: Refusal, as_json: bool) -> None:
    if as_json:
        print(json.dumps(refusal.as_json(), ensure_ascii=False))
        return
    where = "" if refusal.entry is None else "entry " + str(refusal.entry) + ", "
    print(where + (refusal.field or "the file") + ": " + refusal.message, file=sys.stderr)


def _exit() -> int:
    try:
        return main(sys.argv[1:])
    except BrokenPipeError:  # whoever read the answers has gone: nothing is left to flush at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


if __name__ == "__main__":
    sys.exit(_exit())
