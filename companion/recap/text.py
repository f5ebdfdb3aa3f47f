"""The recap as text for a group chat."""

from collections.abc import Iterator

from companion.log.viewer import View, Viewer
from companion.recap.corrections import corrections
from companion.recap.disputed import disputed
from companion.recap.evening import Evening, EveningRow
from companion.recap.headline import facts, headline, total
from companion.recap.moments import moments
from companion.recap.payments import open_pot, settling
from companion.wording.names import SYMBOLS, one_line, shown
from scoring import signed


def text(evening: Evening, viewer: Viewer) -> str:
    """Plain text with a blank line between its parts; empty parts are left out."""
    parts = [
        _head(evening),
        _result(evening),
        _hands(evening),
        _highlights(evening),
        _corrected(evening, viewer),
        _disputed(evening, viewer),
        _settled(evening),
    ]
    return "\n\n".join("\n".join(lines) for lines in map(list, parts) if lines) + "\n"


def _head(evening: Evening) -> Iterator[str]:
    yield shown(evening.table.title)
    yield facts(evening)
    yield ", ".join(shown(name) for name in evening.people)


def _result(evening: Evening) -> Iterator[str]:
    head = headline(evening)
    if not evening.rows:
        yield head.title
        return
    yield f"{head.title}: {head.figure}"
    yield from filter(None, [head.how])
    yield ", ".join(f"{shown(name)} {total(evening, evening.totals[name])}" for name in evening.ranking)


def _hands(evening: Evening) -> Iterator[str]:
    if evening.rows:
        yield "Hands"
    for row in evening.rows:
        yield _row(evening, row)


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
        + (changes or "no change")
        + note
    )


def _highlights(evening: Evening) -> Iterator[str]:
    found = moments(evening)
    if found:
        yield "Highlights"
    for moment in found:
        yield f"Hand {moment.number}: {moment.text} ({moment.brought})"


def _corrected(evening: Evening, viewer: Viewer) -> Iterator[str]:
    made = corrections(evening.table, viewer)
    if made:
        yield "Corrections"
    for one in made:
        yield f"{one.place}, {one.what} by {one.by}, {one.when}: {one.text}"


def _disputed(evening: Evening, viewer: Viewer) -> Iterator[str]:
    found = disputed(View(evening.table, viewer), evening.disputes)
    if found:
        yield "Disputed"
    yield from found


def _settled(evening: Evening) -> Iterator[str]:
    settled = settling(evening)
    if settled is None:
        return
    if settled.open_pot:
        yield open_pot(settled)
        return
    if settled.payments:
        yield "Settle up" if evening.state.over else "If you stopped now"
    for payment in settled.payments:
        payer, receiver = shown(payment.payer), shown(payment.receiver)
        amounts = [settled.chips(payment), settled.money(payment)]
        yield f"{payer} pays {receiver} {', '.join(filter(None, amounts))}"
    yield from settled.notes if settled.payments else ()
