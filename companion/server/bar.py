"""How far a start is: in a terminal a bar for each task that takes long, elsewhere a line.

It needs no package, so that it can show how packages are fetched.
"""

from collections.abc import Callable
from typing import TextIO

Step = Callable[[int, int], object]  # told how many steps of a task are done, and of how many
Task = Callable[[str], Step]  # begins a task, by its words
WIDTH = 24


def untold(_done: int, _of: int) -> None:
    """The Step of what nobody waits for."""


def bar(out: TextIO, words: str) -> Step:
    """A function that shows how far this task is; nothing is shown before its first call."""
    shown = -1
    is_terminal = out.isatty()

    def step(done: int, of: int) -> None:
        nonlocal shown
        percent = 100 * done // of
        if percent == shown or (not is_terminal and shown >= 0):
            return
        shown = percent
        full = WIDTH * done // of
        line = f"\r{words}  {'█' * full}{'░' * (WIDTH - full)} {percent:3} %"
        out.write((line + "\n" * (done == of)) if is_terminal else f"{words}.\n")
        out.flush()

    return step
