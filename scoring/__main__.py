"""``python -m scoring`` and ``bower-score``: the commands of ``command_line`` on this process's streams."""

import contextlib
import io
import os
import signal
import sys

from .command_line import PROGRAM, main

UNWRITTEN = 1


def bower_score() -> int:
    """Run the console script ``bower-score``."""
    return run("bower-score")


def run(program: str) -> int:
    """Run the command in ``sys.argv`` and return its exit status.

    0, or 2 if anything was refused, or 1 if the answer couldn't be written: silently if its reader has gone,
    otherwise with one line on stderr. 130 after an interrupt.
    """
    if sys.stdout is None:
        return _unwritten(program, "standard output is closed")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    stdin, stderr = sys.stdin or io.StringIO(), sys.stderr or io.StringIO()
    try:
        status = main(sys.argv[1:], stdin, sys.stdout, stderr, program)
        sys.stdout.flush()  # argparse leaves its help in the buffer
    except BrokenPipeError:
        status = _unwritten(program, "")
    except OSError as error:
        status = _unwritten(program, str(error.strerror))
    except KeyboardInterrupt:
        status = 128 + signal.SIGINT
    return status


def _unwritten(program: str, reason: str) -> int:
    """Write *reason* to stderr, and discard what is left in stdout, which Python flushes again at exit."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if reason and sys.stderr is not None:
        with contextlib.suppress(OSError):
            sys.stderr.write(program + ": " + reason + "\n")
            sys.stderr.flush()
    return UNWRITTEN


if __name__ == "__main__":
    sys.exit(run(PROGRAM))
