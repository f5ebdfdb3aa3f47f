"""A game as text for a group chat, as CSV and as its record; the headline, and payments between players."""

import csv
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import StringIO

from companion.log.rights import View, Viewer
from companion.pages.board import chip_values
from companion.recap.corrections import corrections, disputed
from companion.recap.evening import Evening, EveningRow
from companion.recap.moments import comeback, moments
from companion.wording.dates import day
from companion.wording.money import worth
from companion.wording.names import SYMBOLS, count, in_figures, listed, one_line, ordinal, shown
from scoring import Record, signed
from scoring.outcomes import PLAYOFF_WON, SWEEP, WON_BY_KING
from scoring.settlement import Payment, cash_moved, settle_up


def text(evening: Evening, viewer: Viewer) -> str:
    """Plain text with a blank line between its parts; empty parts are left out."""
    told = [f"Hand {one.number}: {one.text} ({one.brought})" for one in moments(evening)]
    head = headline(evening)
    result = [head.title]
    if evening.rows:
        totals = ", ".join(
            f"{shown(name)} {total(evening, evening.totals[name])}" for name in evening.ranking
        )
        result = [f"{head.title}: {head.figure}", *filter(None, [head.how]), totals]
    made = corrections(evening.table, viewer)
    corrected = [f"{one.place}, {one.what} by {one.by}, {one.when}: {one.text}" for one in made]
    settled, pays = settling(evening), []
    if settled and settled.open_pot:
        pays = [open_pot(settled)]
    elif settled and settled.payments:
        pays = ["Settle up" if evening.state.over else "If you stopped now"]
        for one in settled.payments:
            amounts = ", ".join(filter(None, (settled.chips(one), settled.money(one))))
            pays.append(f"{shown(one.payer)} pays {shown(one.receiver)} {amounts}")
        pays += settled.notes
    parts = [
        [shown(evening.table.title), facts(evening), ", ".join(shown(name) for name in evening.people)],
        result,
        _under("Hands", [_row(evening, row) for row in evening.rows]),
        _under("Highlights", told),
        _under("Corrections", corrected),
        _under("Disputed", disputed(View(evening.table, viewer), evening.disputes)),
        pays,
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def _under(heading: str, lines: Sequence[str]) -> list[str]:
    """The lines under their heading; without any none."""
    return [heading, *lines] if lines else []


def _row(evening: Evening, row: EveningRow) -> str:
    """ "7 ♦ Eli: Eli +60, Ann −18"."""
    changed = sorted(evening.players, key=lambda name: -evening.gain(row, name))
    changes = ", ".join(f"{shown(name)} {signed(row.change[name])}" for name in changed if row.change[name])
    start = [str(row.number) if row.number else "–", SYMBOLS.get(row.trump, ""), row.label]
    note = f" ({one_line(row.note)})" if row.note else ""
    return (
        " ".join(part for part in start if part)
        + ("*" if row.corrected else "")
        + ": "
        + (changes or ("from the next hand on" if row.rules else "no change"))
        + note
    )


# Headline of the recap: the winner, the margin, and how close it was.

MOST_NAMED = 2
RANKS = {2: "second", 3: "third", 4: "fourth", 5: "fifth"}


@dataclass(frozen=True)
class Headline:
    """Headline of the recap as text.

    title: the winners or players ahead. figure: their total, or both of two teams as in "10–3". chips: values
    of the chips to draw, most valuable first; () for none. how: why the game was won, or the winner's largest
    deficit; "" for neither. second: the player in second place; "" without one, and for two teams.
    """

    title: str
    figure: str
    chips: tuple[int, ...]
    how: str
    second: str


def headline(evening: Evening) -> Headline:
    """The winner with the reason, or the score so far."""
    best = evening.totals[evening.first[0]]
    return Headline(
        title=_title(evening),
        figure=_figure(evening),
        chips=chip_values(best) if evening.for_chips and best > 0 else (),
        how=_how(evening),
        second="" if _teams(evening) else _second(evening),
    )


def _figure(evening: Evening) -> str:
    """ "10–3" of two teams, the better one first ("5 to −2" below zero); else the total of who is ahead."""
    if not _teams(evening):
        return total(evening, evening.totals[evening.first[0]])
    points = [evening.totals[name] for name in evening.ranking]
    return (" to " if min(points) < 0 else "–").join(total(evening, one) for one in points)


def total(evening: Evening, points: int) -> str:
    """A total as text: results in chips with a sign, points without."""
    return signed(points) if evening.for_chips else signed(points).lstrip("+")


def facts(evening: Evening) -> str:
    """ "Euchre, 4 players, 12 hands, November 14, 2026"."""
    played = in_figures(len(evening.hands), "hand") if evening.hands else "no hands"
    hands = played + ("" if evening.over else " so far")
    if evening.at and not evening.over:
        hands = f"{len(evening.hands)} of {in_figures(evening.at.hands, 'hand')}"
    game = evening.table.variant.title.split(",")[0]
    parts = [game, in_figures(len(evening.people), "player"), hands]
    return ", ".join([*parts, day(evening.table.header.played_on)]).removesuffix(", ")


def _title(evening: Evening) -> str:
    if not evening.rows:
        return "Nothing played yet"
    names = listed(evening.first)
    several = len(evening.first) > 1
    if evening.over and (len(evening.first) < len(evening.players) or evening.state.over):
        return names + (" win" if several or _teams(evening) else " wins")
    if several:
        return names + " are tied" if len(evening.first) < len(evening.players) else "All tied"
    return names + (" are ahead" if _teams(evening) else " is ahead")


def _teams(evening: Evening) -> bool:
    return not evening.for_chips and evening.players != evening.table.header.players


def _how(evening: Evening) -> str:
    """Why the game was won, or the winner's largest deficit."""
    if not evening.state.over or not evening.hands:
        return ""
    last = evening.hands[-1]
    outcomes = {line.outcome for line in last.lines}
    if SWEEP in outcomes:
        return f"all {count(last.tricks)} tricks in hand {last.number}"
    if PLAYOFF_WON in outcomes:
        return f"won the playoff, hand {last.number}"
    came_back = comeback(evening)
    if came_back:
        return ("were " if _teams(evening) else "was ") + came_back.text
    return f"on a King, in hand {last.number}" if WON_BY_KING in outcomes else ""


def _second(evening: Evening) -> str:
    """ "Dee second, +27", "Dee third" behind two who are tied; "" when all are tied or no one is left."""
    others = [name for name in evening.ranking if name not in evening.first]
    if not others or not evening.rows:
        return ""
    points = evening.totals[others[0]]
    level = [name for name in others if evening.totals[name] == points]
    names = listed(level) if len(level) <= MOST_NAMED else in_figures(len(level), "player")
    place = RANKS.get(len(evening.first) + 1) or ordinal(len(evening.first) + 1)
    if not evening.for_chips:
        return f"{names} {place}, at {total(evening, points)}"
    return f"{names} {place}, {signed(points) if points else 'even'}"


def page_title(evening: Evening) -> str:
    """ "Saturday: Eli, +50", "Monday: Ann & Cy, 10–3"; the table's own title before the first hand."""
    title = shown(evening.table.title)
    if not evening.rows:
        return title
    return f"{title}: {listed(evening.first)}, {_figure(evening)}"


# The score sheet as CSV, safe against formulas in typed text.

FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
CONTROLS = ("\t", "\r", "\n")
BYTE_ORDER_MARK = "\ufeff"


def sheet_csv(evening: Evening) -> str:
    """A row for each hand and each entry between hands that moved a total; numbers are unquoted.

    Starts with a byte order mark, so that spreadsheets read it as UTF-8.
    """
    out = StringIO()
    writer = csv.writer(out)
    names = evening.players
    changes, totals = [f"{name} change" for name in names], [f"{name} total" for name in names]
    writer.writerow(map(plain, ["hand", "dealer", "maker", "trump", *changes, *totals, "note"]))
    for row in evening.rows:
        dealer = row.item.hand.dealer if row.item.hand else ""
        made = [row.maker, row.trump] if row.number else [row.label, ""]
        note = [row.label if row.number and not row.maker else "", row.note]
        text = "; ".join(part for part in note if part)
        figures = [*(row.change[name] for name in names), *(row.after[name] for name in names)]
        writer.writerow([row.number or "", plain(dealer), *map(plain, made), *figures, plain(text)])
    return BYTE_ORDER_MARK + out.getvalue()


def plain(text: str) -> str:
    """Text for a cell, with an apostrophe before text that a spreadsheet would read as a formula."""
    line = one_line(text)
    return "'" + line if text.startswith(CONTROLS) or line.lstrip().startswith(FORMULA) else line


# The game as ``bower.game/1``, one entry on each line.


def record_json(record: Record) -> bytes:
    """The record as UTF-8 JSON; reading it back gives an equal record."""
    fields = {name: value for name, value in record.as_json().items() if name != "entries"}
    lines = [f" {json_text(name)}: {json_text(value)}," for name, value in fields.items()]
    entries = ",\n".join("  " + json_text(entry) for entry in record.entries)
    text = "\n".join(["{", *lines, ' "entries": [', *([entries] if entries else []), " ]", "}", ""])
    # Half a surrogate pair is the one thing UTF-8 cannot hold, and its escape is the JSON for it.
    return text.encode("utf-8", "backslashreplace")


def json_text(value: object) -> str:
    """JSON with all characters as they are."""
    return json.dumps(value, ensure_ascii=False)


# Settling up in poker-chips: the payments between players, computed from the results (PC-22).

KEPT = 64


@dataclass(frozen=True)
class Settling:
    """The fewest payments that settle all results.

    payments: larger ones first. open_pot: chips still in the pot; the game can't be settled until it is 0.
    cents: value of a white chip in hundredths; 0: play chips. notes: assumptions behind the payments.
    """

    payments: tuple[Payment, ...]
    open_pot: int
    cents: int
    notes: tuple[str, ...]

    def chips(self, payment: Payment) -> str:
        """ "50 chips"."""
        return in_figures(payment.chips, "chip")

    def money(self, payment: Payment) -> str:
        """ "€5.00"; "" for play chips."""
        return worth(payment.chips, self.cents)


def open_pot(settled: Settling) -> str:
    """ "20 still in the pot. Settle up once it’s won."."""
    return f"{settled.open_pot} still in the pot. Settle up once it’s won."


def settling(evening: Evening) -> Settling | None:
    """The payments of a game; None in a game without chips."""
    if not evening.for_chips:
        return None
    state = evening.state
    cents = int(evening.table.header.options["chip_value_cents"])
    payments = _fewest(tuple(state.net.items())) if state.pot == 0 else ()
    return Settling(payments, state.pot, cents, tuple(_notes(evening, cents)))


@lru_cache(KEPT)
def _fewest(net: tuple[tuple[str, int], ...]) -> tuple[Payment, ...]:
    return settle_up(dict(net))


def _notes(evening: Evening, cents: int) -> list[str]:
    """Assumptions behind the payments, if money is at stake."""
    if not cents:
        return []
    worth_of_one = f"A white chip is {worth(1, cents)}."
    cash: dict[str, int] = {}  # chips that were paid for when bought, by player
    for item in evening.table.entries:
        if item.step and item.kind == "buy-in" and not item.entry.get("on_credit"):
            name = str(item.entry["player"])
            cash[name] = cash.get(name, 0) + int(str(item.entry["chips"]))
    if not cash:
        return [worth_of_one, "All chips were bought on credit."]
    paid = ", ".join(shown(name) + " " + worth(chips, cents) for name, chips in cash.items())
    notes = [worth_of_one, f"Everyone first takes back what they paid in: {paid}."]
    left = [item for item in evening.table.entries if item.kind == "cash-out"]
    if any(item.step and cash_moved(item.before, item.step.state).paid_out for item in left):
        notes.append("Players return cash paid at a cash-out.")
    return notes
