"""Numbers as the commands read and write them."""

from argparse import ArgumentTypeError

# Options of every Django command that the help leaves out; they work all the same.
OPTIONS_OF_DJANGO = {
    "--version",
    "-v",
    "--verbosity",
    "--settings",
    "--pythonpath",
    "--traceback",
    "--no-color",
    "--force-color",
}
UNITS = ("bytes", "KB", "MB", "GB", "TB")


def some(number: int, thing: str) -> str:
    """ "1 table", "5,000 tables"."""
    return f"{number:,} {thing}" + ("" if number == 1 else "s")


def size(number: int) -> str:
    """A number of bytes in the unit that suits it: "812 bytes", "1.4 MB"."""
    amount, unit = float(number), 0
    while amount >= 1000 and unit < len(UNITS) - 1:
        amount, unit = amount / 1000, unit + 1
    return f"{amount:,.1f} {UNITS[unit]}" if unit else some(number, "byte")


def one_or_more(text: str) -> int:
    """A whole number from 1."""
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError("expected a whole number, 1 or more")
    return int(text)
