"""Entries of the log in words, on one line each."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.log.rights import View
from companion.log.table import CORRECTION, ENTRY, RESTORE, STRIKE, LogEntry, LogEvent, Table
from companion.wording.names import count, shown
from companion.wording.outcomes import IN_A_HAND
from scoring import Hand, State, Variant, signed
from scoring.entries import RULES
from scoring.fields import ByName, Chosen, Field, Word, inside
from scoring.options import chosen_in_words
from scoring.outcomes import ADJUSTED, POT_UNPLAYED

Entry = Mapping[str, Any]

DONE = {ENTRY: "saved", CORRECTION: "corrected", STRIKE: "removed", RESTORE: "restored"}
SHORT, TWO = 4, 2
NOT_PLAYED = {"passed-out": "passed out", "misdeal": "misdeal", "redeal": "redeal"}
# Values of a record as people read them, where they aren't words already.
VALUES = {
    **NOT_PLAYED,
    "no-trump": "no trump",
    "stay": "stayed",
    "drop": "dropped",
    "switch": "took the spare hand",
}


def named(item: LogEntry, state: State) -> str:
    """The entry as it now is, a hand by its number: "Hand 7: Cy called spades, 5 tricks, a march"."""
    if item.kind != "hand":
        return _capital(what(item.entry, state))
    number = "Hand " + str(item.hand.number) if item.hand else "A hand"
    return number + ": " + what(item.entry, item.before or state, item.hand)


def happened(event: LogEvent, view: View) -> str:
    """One row of the log in words, with its author: "Hand 7: Cy called spades, saved by another phone"."""
    by = view.viewer.name_of(event.by)
    return named(event.entry, view.table.state) + ", " + DONE[event.what] + " by " + by


def why(table: Table) -> tuple[str, str]:
    """The reason of the win as it stands under the winner, "with 10", and its rule id.

    The reason is "" where the final score of two sides says it.
    """
    if table.variant.bank:
        return "the highest result", table.variant.bank.result_rule
    counted = [item.step for item in table.entries if item.step is not None]
    for line in reversed(counted[-1].lines):
        if line.player in table.state.winners and line.outcome != ADJUSTED:
            text = line.text.partition(" the game ")[2] or line.text
            return "" if len(table.state.scores) == TWO and text.startswith("with ") else text, line.rule
    return "by an adjustment", table.variant.goal_rule


def gains(item: LogEntry | None) -> list[tuple[str, int]]:
    """Changes by name of a hand, in seat order; of many changes only the best.

    A gain of the maker alone has an empty name, since the hand's text names the maker.
    """
    if item is None or item.hand is None or item.before is None:
        return []
    changes = [(shown(name), change) for name, change in item.hand.change.items()]
    if len(changes) > SHORT:
        return [max(changes, key=lambda change: change[1])]
    alone = list(item.hand.change) == [_side(item.entry, item.before)]
    return [("", change) for _name, change in changes] if alone else changes


def what(entry: Entry, before: State, scored: Hand | None = None) -> str:
    """An entry in words; with *scored* also the outcome of the hand."""
    if entry["kind"] == "hand":
        result = str(entry.get("result", "played"))
        if result in NOT_PLAYED:
            return NOT_PLAYED[result]
        # Maker and trump, and the clauses of other fields.
        worded = [field for field in before.variant.fields if field.words and entry.get(field.name)]
        told = [field.words.replace("{value}", str(entry[field.name])) for field in worded]
        if "maker" in entry:
            trump = str(entry.get("trump", ""))
            suit = VALUES.get(trump, trump)
            called = "went alone" if entry.get("alone") else "called"
            if suit:
                called += (" in " if entry.get("alone") else " ") + suit
            told.insert(0, shown(entry["maker"]) + " " + called)
        return ", ".join([*told, *_told(entry, before, scored)]) or IN_A_HAND[POT_UNPLAYED]
    if entry["kind"] == RULES.name:
        return "house rules: " + chosen_in_words(before.variant.options, entry["options"])
    return OTHERS[str(entry["kind"])](entry)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def brief(entry: Entry, before: State, scored: Hand | None) -> str:
    """What became of a hand, without who called what: "alone, all five", "2 tricks, euchred"."""
    result = str(entry.get("result", "played"))
    if result in NOT_PLAYED:
        return NOT_PLAYED[result]
    return ", ".join(["alone"] * bool(entry.get("alone")) + _told(entry, before, scored))


def _told(entry: Entry, before: State, scored: Hand | None) -> list[str]:
    """The tricks and the outcome of a hand in words."""
    lines = scored.lines if scored else ()
    everything = count(sum(entry.get("tricks", {}).values()))
    words = [
        IN_A_HAND[line.outcome].replace("{player}", shown(line.player)).replace("{all}", everything)
        for line in lines
        if line.outcome in IN_A_HAND
    ]
    outcomes = list(dict.fromkeys(words))
    pots = [shown(line.player) + " took the pot" for line in lines if line.outcome == POT_UNPLAYED]
    taken = []  # the tricks of the maker's side, where the outcome doesn't say it
    side = _side(entry, before)
    told = any("{all}" in IN_A_HAND.get(line.outcome, "") for line in lines)
    if side is not None and "tricks" in entry and not told:
        allied = before.variant.together(before.players, entry, str(entry["maker"]))
        number = sum(entry["tricks"].get(name, 0) for name in {side, *allied})
        taken = ["1 trick" if number == 1 else (str(number) if number else "no") + " tricks"]
    winner = entry.get("showdown", {}).get("winner")
    showdown = [shown(winner) + " won the showdown"] if winner else []
    fallen = [*entry.get("kings", ()), *entry.get("showdown", {}).get("kings", ())]
    kings = []
    maker = entry.get("maker")
    for name in sorted(dict.fromkeys(fallen), key=lambda name: name != maker):  # the maker isn’t named again
        who, number = "" if name == maker else shown(name) + " ", fallen.count(name)
        kings.append(who + ("won with a King" if number == 1 else f"won with {number} Kings"))
    return [*taken, *outcomes, *pots, *kings, *showdown]


def result(entry: Entry) -> str:
    """The result of a hand, as a heading: "Played", "Redeal"."""
    return _capital(NOT_PLAYED.get(str(entry.get("result")), "played"))


def _side(entry: Entry, before: State) -> str | None:
    """The maker's side."""
    maker = entry.get("maker")
    if maker not in before.players:
        return None
    return before.variant.side_of(before.players, str(maker))


def _moved(entry: Entry) -> str:
    source, target = (("the pot" if entry[end] == "pot" else shown(entry[end])) for end in ("from", "to"))
    return f"{entry['chips']} from {source} to {target}: {shown(entry['reason'])}"


OTHERS: dict[str, Callable[[Entry], str]] = {
    "adjust": lambda entry: (
        f"{shown(entry['player'])} {signed(entry['points'])}, adjusted: {shown(entry['reason'])}"
    ),
    "buy-in": lambda entry: (
        f"{shown(entry['player'])} bought {entry['chips']}{' on credit' if entry.get('on_credit') else ''}"
    ),
    "cash-out": lambda entry: shown(entry["player"]) + " cashed out and left",
    "join": lambda entry: f"{shown(entry['player'])} joined, left of {shown(entry['left_of'])}",
    "transfer": _moved,
    "end": lambda entry: "game ended early",
}


def full_text(entry: Entry, variant: Variant) -> str:
    """Every field of an entry: "Maker Cy · Trump spades · Tricks Ann 2, Cy 5"."""
    return " · ".join(
        _capital((label + " " + text).strip()) for _name, label, text in field_texts(entry, variant)
    )


def field_texts(entry: Entry, variant: Variant) -> list[tuple[str, str, str]]:
    """Name, label and value in words of every field of an entry that says anything; "" for a flag."""
    kind = str(entry["kind"])
    of_kind = [field for one in variant.kinds if one.name == kind for field in one.fields]
    fields = {field.name: field for field in (*of_kind, *(variant.fields if kind == "hand" else ()))}
    return [
        (
            name,
            fields[name].label.lower() if name in fields else name,
            _field_text(fields.get(name), value, variant),
        )
        for name, value in entry.items()
        if name != "kind" and value
    ]


def _field_text(field: Field | None, value: Any, variant: Variant) -> str:
    """The value of a field; words of the record, such as "no-trump", as people read them."""
    shape = field.shape if field else None
    if isinstance(shape, Chosen):
        return chosen_in_words(variant.options, value)
    if isinstance(shape, Word):
        return VALUES.get(str(value), str(value))
    if isinstance(shape, ByName) and isinstance(shape.value, Word) and isinstance(value, dict):
        return ", ".join(f"{shown(name)} {VALUES.get(word, word)}" for name, word in value.items())
    if shape and isinstance(value, list):
        # The player first, in whatever order a program wrote the parts of an action.
        parts = [one.name for one in inside(shape)]
        ordered = [{name: item[name] for name in parts if name in item} if parts else item for item in value]
        return _value_text(ordered)
    return _value_text(value)


def _value_text(value: object) -> str:
    if value is True:
        return ""
    if isinstance(value, int):
        return str(value).replace("-", "−")
    if isinstance(value, dict):
        return ", ".join(f"{shown(name)} {_value_text(inner)}" for name, inner in value.items())
    if isinstance(value, list):
        # Names, or actions of the betting: "Bo bet 3".
        return ", ".join(
            " ".join(_value_text(part) for part in item.values())
            if isinstance(item, dict)
            else shown(str(item))
            for item in value
        )
    return shown(str(value))
