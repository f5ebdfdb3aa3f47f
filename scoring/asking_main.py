"""The commands ``trick`` and ``follow``: one question in words, or JSON Lines in and out."""

import argparse
import json
from collections.abc import Callable, Iterable
from typing import TextIO

from .asking import ask_follow, ask_trick, follow_from_words, trick_from_words
from .cards import CARD_GAMES, NO_TRUMP, SUITS
from .refusal import Refusal, shown

Answer = dict[str, object]

ASK: dict[str, Callable[[object], Answer]] = {"trick": ask_trick, "follow": ask_follow}
WHAT_FOR = {"trick": "Who takes the trick?", "follow": "What may be played?"}
DONE = 0
REFUSED = 2


def main(command: str, argv: list[str], stdin: TextIO, stdout: TextIO) -> int:
    """Answer *command* (``trick`` or ``follow``) and return the exit status: 0, or 2 if anything was refused.

    *argv* is what follows the command. With ``--json -`` each line of *stdin* is answered by one line of
    *stdout*, as it is read; otherwise the words are the question.
    """
    try:
        words = _read_words(command, argv)
    except SystemExit as stopped:  # argparse has said why, or has shown its help
        return REFUSED if stopped.code else DONE
    if words.json:
        return _answer_lines(ASK[command], _lines(stdin), stdout)
    return _answer_words(command, words, stdout)


def read_json(line: str | bytes) -> object:
    """One line of JSON, strictly: no field twice, no NaN.

    Raises Refusal: of the field that stands twice, or without a field when the line is no JSON.
    """
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
        return json.loads(text, object_pairs_hook=_each_field_once, parse_constant=_no_number)
    except Refusal:
        raise
    except RecursionError:
        raise Refusal(None, "expected one line of JSON, got brackets nested too deeply") from None
    except ValueError:  # also a number of too many digits, or bytes that are no UTF-8
        raise Refusal(None, "expected one line of JSON, got something else") from None


def _each_field_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields: dict[str, object] = {}
    for name, value in pairs:
        if name in fields:
            raise Refusal(name, "expected every field once, got " + shown(name) + " twice")
        fields[name] = value
    return fields


def _no_number(word: str) -> object:
    raise Refusal(None, "expected one line of JSON, got " + word + ", which is no number")


def _lines(stdin: TextIO) -> Iterable[str | bytes]:
    """The lines as bytes where that can be had: one line that is no UTF-8 must not stop the others."""
    return getattr(stdin, "buffer", stdin)


def _answer_lines(ask: Callable[[object], Answer], lines: Iterable[str | bytes], stdout: TextIO) -> int:
    status = DONE
    for line in lines:
        try:
            answer = ask(read_json(line))
        except Refusal as refusal:
            answer, status = refusal.as_json(), REFUSED
        _write(_json(answer), stdout)
    return status


def _answer_words(command: str, words: argparse.Namespace, stdout: TextIO) -> int:
    try:
        if command == "trick":
            answer = trick_from_words(words.variant, words.trump, words.cards, words.last_trick)
        else:
            answer = follow_from_words(words.variant, words.trump, words.hand, words.trick, words.last_trick)
    except Refusal as refusal:
        _write(_json(refusal.as_json()), stdout)
        return REFUSED
    _write(answer, stdout)
    return DONE


def _json(answer: Answer) -> str:
    """One line of JSON, readable; half a character, which no encoding takes, is written as its escape."""
    return json.dumps(answer, ensure_ascii=False).encode("utf-8", "backslashreplace").decode("utf-8")


def _write(line: str, stdout: TextIO) -> None:
    stdout.write(line + "\n")
    stdout.flush()


def _read_words(command: str, argv: list[str]) -> argparse.Namespace:
    parser = _parser(command)
    words = parser.parse_intermixed_args(argv)
    others = [name for name, value in vars(words).items() if value and name != "json"]
    if words.json and others:
        parser.error("expected --json - alone, got a question in words as well")
    return words


def _parser(command: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m scoring " + command, description=WHAT_FOR[command], allow_abbrev=False
    )
    parser.add_argument("--json", choices=["-"], help="answer JSON Lines from standard input")
    parser.add_argument("--variant", help=", ".join(CARD_GAMES))
    parser.add_argument("--trump", help=", ".join(SUITS) + "; in buck also " + NO_TRUMP)
    parser.add_argument("--last-trick", action="store_true", help="this is the last trick of the hand")
    if command == "trick":
        parser.add_argument("cards", nargs="*", help="the cards in the order played, such as JH 10D Joker")
    else:
        parser.add_argument("--hand", nargs="*", default=[], help="the cards in the hand, such as 9C AS")
        parser.add_argument("--trick", nargs="*", default=[], help="the cards played so far; none for a lead")
    return parser
