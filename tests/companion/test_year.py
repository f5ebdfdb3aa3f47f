"""A year of Thursdays: every figure is counted a second time, from the exported records and by other code.

Fifty evenings, four games, seven people of whom one comes under two spellings, one gets another name, and
some join in the middle of a game; in December a hand of the spring is corrected.
"""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from math import ceil
from random import Random
from typing import Any

import pytest
from django.urls import reverse

from companion import store
from companion.models import Game, Person
from companion.stats.figures import Figures, Pair
from companion.stats.periods import ALL, between
from companion.store import figures, naming, rebuilding
from companion.store.figures import Scope
from companion.store.groups import FoundGroup
from scoring import Refusal, State, from_json, opening, read, step
from tests.bench.big_group import evening, next_hand
from tests.companion.factories import Phone, group, table

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

Entry = dict[str, Any]

FIRST = date(2026, 1, 1)
EVENINGS, RENAMED, CORRECTED = 50, 24, 12
PEOPLE = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus")
GAMES: dict[str, tuple[int, Entry]] = {
    "partnership": (4, {}),
    "three-handed": (3, {}),
    "bid-euchre": (4, {"target": 20}),
}
FOR_CHIPS = "poker-chips"
NEEDED = 3  # tricks of a maker in the first two
SUMMED = (
    *(
        "games",
        "won",
        "expected",
        "points",
        "hands",
        "makes",
        "made",
        "marches",
        "euchred",
        "alone",
        "alone_made",
    ),
    *("alone_marches", "defends", "euchres", "defends_alone", "drops", "drops_paid", "bids", "bids_made"),
)


@dataclass
class Counted:
    """One person's figures in one game as they are counted here."""

    sums: dict[str, float] = field(default_factory=lambda: dict.fromkeys(SUMMED, 0))
    best_hand: int = 0
    comeback: int = 0
    fastest: int | None = None


def year(thursday: FoundGroup) -> None:
    """Play it."""
    random = Random(2026)  # noqa: S311 - no secret
    for number in range(EVENINGS):
        if number == RENAMED:
            naming.rename(thursday, person(thursday, "Eli"), "Elijah")
        variant = [*GAMES, FOR_CHIPS][number % (len(GAMES) + 1)]
        play(thursday, random, number, variant)
    naming.merge(thursday, person(thursday, "Ann"), person(thursday, "Annie"))
    correct(random, Game.objects.order_by("pk")[CORRECTED])


def play(thursday: FoundGroup, random: Random, number: int, variant: str, week: int | None = None) -> None:
    seats, options = GAMES.get(variant, (4, {}))
    names = random.sample(PEOPLE, seats)
    shown = {"Ann": "Annie" if number < EVENINGS // 6 else "Ann"}
    shown["Eli"] = "Elijah" if number >= RENAMED else "Eli"
    players = [shown.get(name, name) for name in names]
    header = {"format": "bower.game/1", "variant": variant, "players": players, "options": options}
    entries = list(chips(random, header) if variant == FOR_CHIPS else points(random, header))
    day = (FIRST + timedelta(weeks=number if week is None else week)).isoformat()
    if number % 5:
        table(**header, played_on=day, entries=entries, group=thursday.pk)
        return
    made = table(**header, played_on=day, group=thursday.pk)
    for entry in entries:
        store.append(Phone().device, made.id, store.new_key(), None, entry)


def points(random: Random, header: Entry) -> list[Entry]:
    return evening(random, opening(from_json(header)), 0)[1]


def chips(random: Random, header: Entry) -> Iterator[Entry]:
    """A dozen hands, in the middle of which somebody joins; the pot is shared at the end."""
    joins = next(name for name in PEOPLE if name not in header["players"] and name not in ("Ann", "Eli"))
    state = opening(from_json(header))
    told: list[Entry] = [{"kind": "buy-in", "player": name, "chips": 500} for name in header["players"]]
    for entry in told:
        state = step(state, entry).state
        yield entry
    for number in range(12):
        if number == 6:
            for entry in (
                {"kind": "join", "player": joins, "left_of": header["players"][0]},
                {"kind": "buy-in", "player": joins, "chips": 500},
            ):
                state = step(state, entry).state
                yield entry
        state, entry = next_hand(random, state)
        yield entry
    yield {"kind": "end"}


def correct(random: Random, game: Game) -> None:
    """Another first hand of a game, so that the rest of it is still possible."""
    made = view_of(game)
    first = next(item for item in made.table.entries if item.hand)
    assert first.before
    before = made.table.state.scores
    for _try in range(50):
        entry = next_hand(random, first.before)[1]
        with suppress(Refusal):
            store.save(
                Phone().device,
                game.public_id,
                store.new_key(),
                store.Change(made.table.version, first.seq, entry),
            )
            made = view_of(game)
            if made.table.state.scores != before:
                return
    raise AssertionError("no other hand was possible")


def view_of(game: Game) -> Any:
    return store.load(Phone().device, game.public_id)


def person(thursday: FoundGroup, told: str) -> str:
    return Person.objects.get(group=thursday.pk, told=told).public_id


def exported() -> list[tuple[date, Any]]:
    """The records as a phone downloads them, in order of play."""
    phone = Phone()
    found = []
    for game in Game.objects.order_by("pk"):
        text = phone.get(reverse("recap_json", kwargs={"table_id": game.public_id})).content
        record = read(text)
        found.append((date.fromisoformat(record.played_on), record))
    return sorted(found, key=lambda one: one[0])


def called(name: str) -> str:
    """Who it is by the names that are known at the end of the year."""
    return {"Annie": "Ann", "Eli": "Elijah"}.get(name, name)


def side_of(record: Any, name: str) -> str:
    players = list(record.players)
    if record.variant.name not in ("partnership", "bid-euchre"):
        return name
    seat = players.index(name) % 2
    return f"{players[seat]} & {players[seat + 2]}"


def result_of(record: Any, entry: Entry) -> str:
    """How the maker's call came out, by who dropped and by the tricks; "" where neither says it."""
    if "maker" not in entry:
        return ""
    dropped = dropped_of(entry)
    if record.variant.name == "three-handed":
        if entry["maker"] in dropped:
            return "euchred"
        if len(dropped) == len(record.players) - 1:
            return "made"
    if "tricks" not in entry:
        return ""
    tricks, own = entry["tricks"], side_of(record, entry["maker"])
    taken, all_tricks = tricks.get(own, 0), sum(tricks.values())
    if record.variant.name == FOR_CHIPS:
        failed = any(number >= taken for name, number in tricks.items() if name != own)
    elif record.variant.name == "bid-euchre":
        failed = taken < entry["bid"]
    else:
        failed = taken < NEEDED
    if failed:
        return "euchred"
    return "march" if taken == all_tricks else "made"


def dropped_of(entry: Entry) -> set[str]:
    folded = {act["player"] for act in entry.get("betting", ()) if act["action"] == "fold"}
    return (
        folded
        | {*entry.get("folded", ())}
        | {name for name, choice in entry.get("choices", {}).items() if choice == "drop"}
    )


def count(record: Any) -> dict[str, Counted]:
    """One game, from its entries."""
    found: dict[str, Counted] = defaultdict(Counted)
    state, against, played = opening(record), defaultdict[str, int](int), 0
    for entry in record.entries:
        before, done = state, step(state, entry)
        state = done.state
        if entry["kind"] != "hand" or entry.get("result", "played") != "played":
            continue
        played += 1
        gains = gains_of(record, before, state)
        for name in before.players:
            count_hand(found[name], record, entry, name, gains)
        for name in everyone(record, state):
            against[name] = max(against[name], odds(record, state, name))
    assert state.over, "each game of the year has an end"
    for name in everyone(record, state):
        one = found[name]
        won = side_of(record, name) in state.winners
        one.sums["games"], one.sums["won"] = 1, int(won)
        one.sums["expected"] = chance(record, state)
        one.sums["points"] = total(record, state, name)
        if won:
            one.comeback, one.fastest = against[name], played
    return found


def chance(record: Any, state: State) -> float:
    """What each side of a game that is over was to win of it before anybody knew which."""
    sides = {side_of(record, name) for name in everyone(record, state)}
    return len(sides & set(state.winners)) / len(sides)


def everyone(record: Any, state: State) -> tuple[str, ...]:
    return tuple(state.invested) or record.players


def total(record: Any, state: State, name: str) -> int:
    """Points for good: in the game that counts down those that are gone."""
    if record.variant.name == FOR_CHIPS:
        return state.scores.get(name, 0) - state.invested[name]
    score = state.scores[side_of(record, name)]
    return int(record.options["start"]) - score if record.variant.name == "three-handed" else score


def gains_of(record: Any, before: State, after: State) -> dict[str, int]:
    return {name: total(record, after, name) - total(record, before, name) for name in before.players}


def odds(record: Any, state: State, name: str) -> int:
    """1 in how many to win from here: step by step, in tenths of the way to the goal."""
    if record.variant.name == FOR_CHIPS or state.over:
        return 0
    whole = int(record.options["start" if record.variant.name == "three-handed" else "target"])
    tenths = {one: max(1, ceil((whole - total(record, state, one)) * 10 / whole)) for one in record.players}
    mine, theirs = tenths[name], min(tenths.values())
    return round(1 / of_steps(mine, theirs)) if mine > theirs else 0


@cache
def of_steps(mine: int, theirs: int) -> float:
    if not mine or not theirs:
        return float(not mine)
    return (of_steps(mine - 1, theirs) + of_steps(mine, theirs - 1)) / 2


def count_hand(one: Counted, record: Any, entry: Entry, name: str, gains: dict[str, int]) -> None:
    maker, result, sums = entry.get("maker"), result_of(record, entry), one.sums
    dropped = dropped_of(entry)
    sums["hands"] += 1
    one.best_hand = max(one.best_hand, gains[name])
    alone, made = entry.get("alone") is True, result in ("made", "march")
    sums["defends_alone"] += entry.get("defended_alone") == name
    if name == maker:
        sums["makes"] += 1
        sums["made"] += made
        sums["marches"] += result == "march"
        sums["euchred"] += result == "euchred"
        sums["alone"] += alone
        sums["alone_made"] += alone and made
        sums["alone_marches"] += alone and result == "march"
        sums["bids"] += "bid" in entry
        sums["bids_made"] += "bid" in entry and made
    elif name in dropped:
        sums["drops"] += 1
        stayed = gains.keys() - dropped - {maker}
        sums["drops_paid"] += any(gains[other] < gains[name] for other in stayed)
    elif maker and side_of(record, name) != side_of(record, maker):
        sums["defends"] += result != ""
        sums["euchres"] += result == "euchred"


def counted(records: list[tuple[date, Any]]) -> dict[tuple[str, str], Counted]:
    """All games, by person and game."""
    found: dict[tuple[str, str], Counted] = defaultdict(Counted)
    for _day, record in records:
        for name, one in count(record).items():
            together = found[called(name), record.variant.name]
            for what, number in one.sums.items():
                together.sums[what] += number
            together.best_hand = max(together.best_hand, one.best_hand)
            together.comeback = max(together.comeback, one.comeback)
            quickest = [fast for fast in (together.fastest, one.fastest) if fast is not None]
            together.fastest = min(quickest, default=None)
    return found


def pairs_of(records: list[tuple[date, Any]]) -> dict[tuple[str, str], tuple[float, ...]]:
    """Games as partners, won as such, in which only the one or only the other won; wins to be expected."""
    found: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0, 0, 0, 0, 0])
    for _day, record in records:
        state = opening(record)
        for entry in record.entries:
            state = step(state, entry).state
        people = everyone(record, state)
        won = {name: side_of(record, name) in state.winners for name in people}
        for one in people:
            for other in people:
                if called(one) < called(other):
                    pair, same = (
                        found[called(one), called(other)],
                        side_of(record, one) == side_of(record, other),
                    )
                    pair[0] += same
                    pair[1] += same and won[one]
                    pair[2] += won[one] and not won[other]
                    pair[3] += won[other] and not won[one]
                    pair[4] += same * chance(record, state)
    return {names: tuple(round(one, 6) for one in numbers) for names, numbers in found.items()}


def as_counted(one: Figures) -> tuple[Any, ...]:
    sums = (round(getattr(one, name), 6) for name in SUMMED)
    return (*sums, one.best_hand, one.comeback, one.fastest)


def expected(one: Counted) -> tuple[Any, ...]:
    return (*(round(number, 6) for number in one.sums.values()), one.best_hand, one.comeback, one.fastest)


@pytest.fixture
def thursday() -> FoundGroup:
    made = group()
    year(made)
    return made


def test_every_figure_of_a_year_is_what_the_records_say(thursday: FoundGroup) -> None:
    records, who = exported(), figures.people(thursday.pk)
    assert (len(records), len({record.variant.name for _day, record in records})) == (EVENINGS, 4)
    assert sorted({called(name) for _day, record in records for name in count(record)}) == sorted(
        {called(name) for name in PEOPLE}
    )
    spring = between(date(2026, 3, 1), date(2026, 5, 31))
    for period, some in (
        (ALL, records),
        (spring, [one for one in records if date(2026, 3, 1) <= one[0] <= date(2026, 5, 31)]),
    ):
        scope = Scope(thursday.pk, period)
        found = {
            (who.rows[number].name, variant): as_counted(one)
            for (number, variant), one in figures.sums(scope, who).items()
        }
        wanted = {key: expected(one) for key, one in counted(some).items()}
        assert found == wanted
        together = figures.read(scope, who).pairs
        assert {names_of(who, pair): counts_of(who, pair) for pair in together} == pairs_of(some)
        played = figures.played(scope)
        assert sum(played.games.values()) == len(some)
        assert played.days == (some[0][0], some[-1][0])
        assert figures.evenings(scope) == len({day for day, _record in some})
        results = [(who.rows[one.person].name, one.played_on, one.won) for one in figures.results(scope, who)]
        assert sorted(results) == sorted(
            (called(name), day, bool(one.sums["won"]))
            for day, record in some
            for name, one in count(record).items()
        )
    before = figures.sums(Scope(thursday.pk), who)
    rebuilding.rebuild()
    assert figures.sums(Scope(thursday.pk), who) == before


def names_of(who: figures.People, pair: Pair) -> tuple[str, ...]:
    return tuple(sorted(who.rows[number].name for number in (pair.one, pair.other)))


def counts_of(who: figures.People, pair: Pair) -> tuple[float, ...]:
    one = pair if who.rows[pair.one].name < who.rows[pair.other].name else pair.turned()
    return one.together, one.won, one.ahead, one.behind, round(one.expected, 6)


def test_kings_and_showdowns_are_those_of_the_records() -> None:
    random, club = Random(7), group()  # noqa: S311 - no secret
    for number in range(8):
        header = {"format": "bower.game/1", "variant": "king-cutthroat", "players": random.sample(PEOPLE, 3)}
        day = (FIRST + timedelta(weeks=number)).isoformat()
        table(**header, played_on=day, entries=points(random, header), group=club.pk)
    of_person: dict[str, int] = defaultdict(int)
    most: dict[str, int] = defaultdict(int)
    won_showdowns: dict[str, int] = defaultdict(int)
    for _day, record in exported():
        for entry in record.entries:
            won = [*entry.get("kings", []), *entry.get("showdown", {}).get("kings", [])]
            for name in set(won):
                of_person[name] += won.count(name)
                most[name] = max(most[name], won.count(name))
            if showdown := entry.get("showdown"):  # without a winner where a King ended the game
                won_showdowns[showdown.get("winner") or showdown["kings"][-1]] += 1
    who = figures.people(club.pk)
    found = {
        who.rows[one].name: (sums.kings, sums.most_kings, sums.showdowns_won)
        for (one, _game), sums in figures.sums(Scope(club.pk), who).items()
    }
    assert found == {name: (of_person[name], most[name], won_showdowns[name]) for name in found}
    assert sum(of_person.values()) > 20
    assert sum(won_showdowns[name] for name in found) > 2
