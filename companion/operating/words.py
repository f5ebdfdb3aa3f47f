"""Numbers as the commands write them."""

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
