"""The notation of ``cases.txt``: a rule, a situation in words, what happened, and what must come of it.

    KC-17  Losing the showdown costs a point, and never goes below zero
        so far: Ann 9, Bo 3
        Ann makes it; tricks Ann 3, Bo 3, Cy 1; Ann wins the showdown
        → Ann +1 (KC-16, KC-21), Bo −1 (KC-17); Ann wins

A case starts with the rule ids it shows; its other lines are indented. ``table:``, ``options:`` and
``so far:`` say what is different from the table on top of the file; every further line is one entry, its
clauses set apart by semicolons. The last line says what the last entry changed for whom (in brackets by which
rules, in the order of the score sheet) and what else is true then, or ``refused at FIELD: code (rule)``, the
brackets only where the refusal names a rule; whoever it does not name did not change.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring import VARIANTS, State, Step, from_json, opening, step
from tests import games
from tests.games.clauses import Clause, counted, listed, number

HEADING = re.compile(r"((?:[A-Z]{2,3}-\d\d )+) (.+)")
REFUSED = re.compile(r"refused at (\w+): ([a-z-]+)(?: \((.+)\))?")
CHANGE = re.compile(r"([^+−(),]+) ([+−]\d+|0)(?: \(([^)]+)\))?(?:, |$)")

Entry = dict[str, Any]


class Gives(NamedTuple):
    """What must come of a case; ``rules`` are named for some players, ``said`` are further statements."""

    change: dict[str, int]
    rules: dict[str, list[str]]
    said: list[str]


class Refused(NamedTuple):
    """The field, code and rule with which a case must be refused."""

    field: str
    code: str
    rule: str | None


class Case(NamedTuple):
    """One case: ``given`` counts the entries that only bring the table to where it was."""

    place: str
    rules: tuple[str, ...]
    title: str
    record: dict[str, Any]
    given: int
    expect: Gives | Refused


def cases() -> list[Case]:
    """Every case of every game, in the order written."""
    return [case for game in VARIANTS for case in parse(game, games.text(game, "cases.txt"))]


def played(case: Case) -> tuple[State, Step]:
    """The table before the last entry of a case, and the step it made; raises Refusal."""
    record = from_json(case.record)
    state = opening(record)
    for entry in record.entries[:-1]:
        state = step(state, entry).state
    return state, step(state, record.entries[-1])


def parse(game: str, text: str) -> list[Case]:
    """The cases of one game; what stands before the first heading is the usual table."""
    usual: list[str] = []
    blocks: list[tuple[int, str, list[str]]] = []
    for place, line in enumerate(text.splitlines(), 1):
        if HEADING.fullmatch(line):
            blocks.append((place, line, []))
        elif line.startswith("    "):
            (blocks[-1][2] if blocks else usual).append(line.strip())
        elif blocks and line and not line.startswith("#"):
            raise ValueError(f"{game}:{place}: expected a heading, a comment or an indented line, got {line}")
    return [_case(f"{game}:{place}", game, heading, usual + lines) for place, heading, lines in blocks]


def _case(place: str, game: str, heading: str, lines: list[str]) -> Case:
    found = HEADING.fullmatch(heading)
    assert found is not None
    about = {line.split(": ")[0]: line.split(": ", 1)[1] for line in lines if _is_about(line)}
    told = [line for line in lines if not _is_about(line)]
    header = _header(game, about)
    given = _so_far(game, header, about.get("so far", ""))
    entries = [*given, *(_entry(line, game) for line in told[:-1])]
    record = {**header, "entries": entries}
    return Case(place, tuple(found[1].split()), found[2], record, len(given), _expected(told[-1]))


def _is_about(line: str) -> bool:
    return line.split(": ", maxsplit=1)[0] in ("table", "options", "so far")


def _header(game: str, about: Mapping[str, str]) -> dict[str, Any]:
    options, players = _options(about.get("options", "")), listed(about["table"])
    return {"format": "bower.game/1", "variant": game, "options": options, "players": players}


def _options(told: str) -> dict[str, Any]:
    options = {}
    for option in listed(told):
        name, value = option.split(" ")
        options[name] = {"on": True, "off": False}.get(value, number(value) if _is_number(value) else value)
    return options


def _so_far(game: str, header: Mapping[str, Any], line: str) -> list[Entry]:
    """The entries that bring everybody to the scores, or chips, of "so far"."""
    variant = VARIANTS[game]
    if variant.has_bank:
        return _chips_so_far(line, header["players"][0])
    start = variant.start({**variant.standard_options, **header["options"]})
    return [
        _adjustment(name, score - start, "so far") for name, score in counted(line).items() if score - start
    ]


def _chips_so_far(line: str, first: str) -> list[Entry]:
    chips = counted(line)
    pot = chips.pop("pot", 0)
    entries = [{"kind": "buy-in", "player": name, "chips": held} for name, held in chips.items() if held]
    if pot:
        entries.append({"kind": "buy-in", "player": first, "chips": pot})
        entries.append({"kind": "transfer", "from": first, "to": "pot", "chips": pot, "reason": "so far"})
    return entries


def _adjustment(player: str, points: int, reason: str) -> Entry:
    return {"kind": "adjust", "player": player, "points": points, "reason": reason}


def _is_number(text: str) -> bool:
    return re.fullmatch(r"[+−-]?\d+", text) is not None


def _makes(maker: str, trump: str, alone: str | None) -> Entry:
    suit = {} if trump == "it" else {"trump": trump}
    return {"maker": maker, **suit, **({"alone": True} if alone else {})}


def _adjust(player: str, points: str, reason: str | None) -> Entry:
    entry = _adjustment(player, number(points), reason or "")
    return entry if reason else {field: entry[field] for field in ("kind", "player", "points")}


def _buys(player: str, chips: str, on_credit: str | None) -> Entry:
    credit = {"on_credit": True} if on_credit else {}
    return {"kind": "buy-in", "player": player, "chips": int(chips), **credit}


def _gives(source: str, chips: str, target: str, reason: str) -> Entry:
    return {"kind": "transfer", "from": source, "to": target, "chips": int(chips), "reason": reason}


# Clauses of a hand, beside those of one game (CLAUSES in its hands.py).
HAND: list[Clause] = [
    (r"betting: (.+)", lambda actions: {"betting": [_action(action) for action in listed(actions)]}),
    (r"(\S+) makes (\S+)( alone)?", _makes),
    (r"(\S+) deals", lambda who: {"dealer": who}),
    (r"passed out", lambda: {"result": "passed-out"}),
    (r"misdeal", lambda: {"result": "misdeal"}),
    (r"dealt again", lambda: {"result": "redeal"}),
    (r"(\S+) is trump", lambda trump: {"trump": trump}),
    (r"tricks (.+)", lambda counts: {"tricks": counted(counts)}),
    (r"cards (.+)", lambda counts: {"cards": counted(counts)}),
    (r"bets (.+)", lambda counts: {"bets": counted(counts)}),
    (r"(.+) drops?", lambda names: {"choices": dict.fromkeys(listed(names), "drop")}),
    (r"(.+) stays?", lambda names: {"choices": dict.fromkeys(listed(names), "stay")}),
    (r"(.+) takes? the spare hand", lambda names: {"choices": dict.fromkeys(listed(names), "switch")}),
    (r"(.+) (?:is|are) away", lambda names: {"away": listed(names)}),
    (r"(.+) folds?", lambda names: {"folded": listed(names)}),
    (r"(.+) reneged", lambda names: {"reneged": listed(names)}),
    (r"no betting action", lambda: {"betting": []}),
]

# Entries that are no hand, each one clause.
OTHERS: list[Clause] = [
    (r"adjust (.+?) ([+−]?\d+)(?:, (.+))?", _adjust),
    (r"(\S+) buys (\d+)( on credit)?", _buys),
    (r"(\S+) cashes out", lambda who: {"kind": "cash-out", "player": who}),
    (r"(\S+) sits down left of (\S+)", lambda who, at: {"kind": "join", "player": who, "left_of": at}),
    (r"(\S+) gives (\d+) to (\S+), (.+)", _gives),
    (r"the table stops", lambda: {"kind": "end"}),
    (r"no rule changes", lambda: {"kind": "rules", "options": {}}),
    (r"from now on (.+)", lambda options: {"kind": "rules", "options": _options(options)}),
]

ACTIONS = {"checks": "check", "bets": "bet", "calls": "call", "raises": "raise", "folds": "fold"}


def _entry(line: str, game: str) -> Entry:
    other = _read(OTHERS, line)
    if other is not None:
        return other
    entry: Entry = {"kind": "hand"}
    for clause in line.split("; "):
        fields = _read([*games.hands(game).CLAUSES, *HAND], clause)
        if fields is None:
            raise ValueError(f"{game}: expected a clause of the notation, got {clause}")
        for field, value in fields.items():
            entry[field] = {**entry.get(field, {}), **value} if isinstance(value, dict) else value
    return entry


def _read(clauses: list[Clause], text: str) -> Entry | None:
    for pattern, entry in clauses:
        found = re.fullmatch(pattern, text)
        if found is not None:
            return entry(*found.groups())
    return None


def _action(text: str) -> Entry:
    player, verb, *chips = text.split(" ")
    action: Entry = {"player": player, "action": ACTIONS[verb]}
    return {**action, "chips": int(chips[0])} if chips else action


def _expected(line: str) -> Gives | Refused:
    refused = REFUSED.fullmatch(line)
    if refused is not None:
        return Refused(refused[1], refused[2], refused[3])
    if not line.startswith("→ "):
        raise ValueError(f"expected → or “refused at”, got {line}")
    changes, *said = line[2:].split("; ")
    change: dict[str, int] = {}
    rules: dict[str, list[str]] = {}
    for name, points, why in [] if changes == "nothing changes" else _changes(changes):
        change[name] = number(points)
        if why:
            rules[name] = why.split(", ")
    return Gives({name: points for name, points in change.items() if points}, rules, said)


def _changes(text: str) -> list[tuple[str, str, str]]:
    found = CHANGE.findall(text)
    if CHANGE.sub("", text):
        raise ValueError(f"expected changes such as Ann +1 (KC-10), got {text}")
    return found
