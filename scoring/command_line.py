"""The commands of ``python -m scoring``: score a record or a stream of them, or settle a trick."""

import argparse
import io
import json
import textwrap
from collections.abc import Callable, Iterable
from contextlib import redirect_stderr, redirect_stdout
from typing import BinaryIO, TextIO

from . import VARIANTS, Refusal, __version__, read, replay, score_sheet
from .asking import ask_follow, ask_trick, follow_from_words, trick_from_words
from .cards import NO_TRUMP, SUITS
from .record import flat_enough, no_json, refuse_constant, whole_number
from .refusal import quoted
from .shape import label

Answer = dict[str, object]

HELP_WIDTH = 78
DONE = 0
REFUSED = 2
JSON_SPACE = " \t\r\n"
PROGRAM = "python -m scoring"
ASK: dict[str, Callable[[object], Answer]] = {"trick": ask_trick, "follow": ask_follow}
WHAT_FOR = {"trick": "Who wins the trick?", "follow": "What may be played?"}


def main(arguments: list[str], stdin: TextIO, stdout: TextIO, stderr: TextIO, program: str = PROGRAM) -> int:
    """Run one command and return its exit status: 0, or 2 if anything was refused.

    With ``--json`` a refusal is written to *stdout* as JSON, otherwise to *stderr* as text. *program* is the
    name in help texts.
    """
    shown_help, shown_error = io.StringIO(), io.StringIO()
    try:
        with redirect_stdout(shown_help), redirect_stderr(shown_error):  # argparse ignores a full disk
            command, words = _parse(arguments, program)
    except SystemExit as stopped:
        _write(shown_help.getvalue(), stdout)
        _write(shown_error.getvalue(), stderr)
        return REFUSED if stopped.code else DONE
    if command:
        return _question(command, words, (stdin, stdout, stderr))
    if words.json and words.game == "-":
        return _answer_lines(lambda line: replay(read(line)).as_json(), _as_bytes(stdin), stdout)
    return _one_record(words.game, words.json, (stdin, stdout, stderr))


def read_json(line: str | bytes) -> object:
    """One line of JSON, strictly: no field twice, no NaN.

    Raises Refusal: of the field that occurs twice, or without a field when the line is not JSON.
    """
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
        return flat_enough(
            json.loads(
                text,
                object_pairs_hook=_each_field_once,
                parse_constant=refuse_constant,
                parse_int=whole_number,
            )
        )
    except (ValueError, RecursionError) as error:
        raise no_json(error) from None


def _each_field_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields: dict[str, object] = {}
    for name, value in pairs:
        if name in fields:
            raise Refusal("repeated", name, name=quoted(name))
        fields[name] = value
    return fields


def _one_record(path: str, as_json: bool, streams: tuple[TextIO, TextIO, TextIO]) -> int:
    stdin, stdout, stderr = streams
    try:
        record = read(_as_bytes(stdin).read() if path == "-" else _bytes(path))
        standing = replay(record)
    except Refusal as refusal:
        if as_json:
            _write_line(_json(refusal.as_json()), stdout)
        else:
            _write_line(_refusal_text(refusal, "the file"), stderr)
        return REFUSED
    _write_line(_json(standing.as_json()) if as_json else score_sheet(record, standing).rstrip(), stdout)
    return DONE


def _bytes(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise Refusal("no-file", path=path, reason=str(error.strerror)) from None


def _question(command: str, words: argparse.Namespace, streams: tuple[TextIO, TextIO, TextIO]) -> int:
    stdin, stdout, stderr = streams
    if words.json:
        ask = ASK[command]
        return _answer_lines(lambda line: ask(read_json(line)), _as_bytes(stdin), stdout)
    try:
        answer = (
            trick_from_words(words.variant, words.trump, words.cards, words.last_trick)
            if command == "trick"
            else follow_from_words(words.variant, words.trump, words.hand, words.trick, words.last_trick)
        )
    except Refusal as refusal:
        _write_line(_refusal_text(refusal, "the question"), stderr)
        return REFUSED
    _write_line(answer, stdout)
    return DONE


def _as_bytes(stdin: TextIO) -> TextIO | BinaryIO:
    """The input as bytes where possible: what isn't UTF-8 must be refused, not read as something else."""
    return getattr(stdin, "buffer", stdin)


def _answer_lines(answer: Callable[[str], Answer], lines: Iterable[str | bytes], stdout: TextIO) -> int:
    """Write one answer, or one error, for each line before the next is read."""
    status = DONE
    for line in lines:
        try:
            # An error in an empty line would be in "line 2" after its end.
            answered = answer(_text(line).strip(JSON_SPACE))
        except Refusal as refusal:
            answered, status = refusal.as_json(), REFUSED
        _write_line(_json(answered), stdout)
    return status


def _text(line: str | bytes) -> str:
    """A line without its byte order mark. Raises Refusal if it isn't UTF-8."""
    try:
        return line.decode("utf-8-sig") if isinstance(line, bytes) else line
    except UnicodeDecodeError as error:
        raise no_json(error) from None


def _refusal_text(refusal: Refusal, whole: str) -> str:
    """The sentence after its entry and field, and before its rule; *whole* replaces a missing field."""
    where = "" if refusal.entry is None else "entry " + str(refusal.entry) + ", "
    where += label(refusal.field or whole)
    rule = " " + refusal.rule if refusal.rule else ""
    return where[:1].upper() + where[1:] + ": " + refusal.message + rule


def _json(answer: Answer) -> str:
    """One line of JSON; a lone surrogate, which UTF-8 can't encode, is written as its escape."""
    return json.dumps(answer, ensure_ascii=False).encode("utf-8", "backslashreplace").decode("utf-8")


def _write_line(text: str, stream: TextIO) -> None:
    _write(text + "\n", stream)


def _write(text: str, stream: TextIO) -> None:
    stream.write(text)
    stream.flush()


def _parse(arguments: list[str], program: str) -> tuple[str, argparse.Namespace]:
    """The command, "" for a record to score, and its arguments.

    Raises SystemExit after printing help or an error.
    """
    if not arguments or arguments[0] not in ASK:
        return "", _record_parser(program).parse_args(arguments)
    command = arguments[0]
    # The suits, and the games that can be played without one.
    with_no_trump = [name for name, variant in VARIANTS.items() if NO_TRUMP in variant.trumps]
    trumps = ", ".join(SUITS) + "; in " + " and ".join(with_no_trump) + " also " + NO_TRUMP
    parser = argparse.ArgumentParser(
        prog=program + " " + command,
        description=WHAT_FOR[command],
        epilog=_listed("games: " + ", ".join(VARIANTS)) + "\n" + _listed("trump: " + trumps),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--json", choices=["-"], help="answer JSON Lines from standard input")
    parser.add_argument("--variant", metavar="GAME", help="one of the games below")
    parser.add_argument("--trump", help="one of the suits below")
    parser.add_argument("--last-trick", action="store_true", help="this is the last trick of the hand")
    if command == "trick":
        parser.add_argument("cards", nargs="*", help="the cards in the order played, such as JH 10D Joker")
    else:
        parser.add_argument("--hand", nargs="*", default=[], help="the cards in the hand, such as 9C AS")
        parser.add_argument("--trick", nargs="*", default=[], help="the cards played so far; none for a lead")
    words = parser.parse_intermixed_args(arguments[1:])
    if words.json and any(value for name, value in vars(words).items() if name != "json"):
        parser.error("--json - stands alone: leave out the question in words")
    return command, words


def _record_parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=program,
        usage="\n       ".join(
            (
                program + " [--json] GAME.json",
                program + " --json -",
                program + " trick --help",
                program + " follow --help",
            )
        ),
        description="Score a recorded game, or answer a question about one trick.",
        epilog="commands:\n" + "\n".join("  " + name.ljust(11) + text for name, text in WHAT_FOR.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version="Bower " + __version__)
    parser.add_argument(
        "--json", action="store_true", help="write the standing as JSON; with -, one for each line of input"
    )
    parser.add_argument("game", metavar="GAME.json", help="a bower.game/1 file, or - for standard input")
    return parser


def _listed(text: str) -> str:
    return textwrap.fill(text, HELP_WIDTH, subsequent_indent="  ", break_on_hyphens=False)
