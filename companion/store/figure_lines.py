"""The hands or games behind a figure, newest first, a page at a time.

A page is found by the sums of games, so that the last one costs as much as the first: only the hands of the
games on it are read.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.models import GameFacts, HandFacts, PlayerFacts
from companion.stats import figure_lines
from companion.stats.counted import SUMS, Seated, read, sums_of
from companion.stats.figure_lines import GameBehind, HandBehind, Lines, Player, What
from companion.stats.figures import Total
from companion.stats.records import CHIPS, COMEBACK, FASTEST, KINGS, Record, bests, longest
from companion.store import figures
from companion.store.figures import IN_SCOPE, PARTS, People, Scope, among
from companion.store.games import marks, run

# The hands that games have in the facts, read.


class PlayedHand(NamedTuple):
    """A hand as it is stored: ``kept`` is JSON; see ``HandFacts``."""

    game: int
    seq: int
    number: int
    result: str
    kept: str

    def parts(self) -> list[Seated]:
        """The players' parts in it."""
        return read(self.result, self.kept)


def hands_of_games(games: Collection[int]) -> dict[int, list[PlayedHand]]:
    """The hands of these games, by the game's number and in order of entry; without games no query."""
    found: dict[int, list[PlayedHand]] = {}
    if games:
        rows = HandFacts.objects.filter(game__in=games).order_by("game", "seq")
        for row in rows.values_list("game", "seq", "number", "result", "parts"):
            found.setdefault(row[0], []).append(PlayedHand(*row))
    return found


A_PAGE = 50
# The statements are put together from the constants here and in ``figures``; values are never part of them.
# ruff: noqa: S608
NEWEST_FIRST = "ORDER BY g.played_on DESC, g.game_id DESC"
ALL_HANDS = (
    f"SELECT g.game_id, g.hands FROM companion_gamefacts g WHERE {IN_SCOPE} AND g.hands > 0 {NEWEST_FIRST}"
)
ALL_GAMES = f'SELECT g.game_id FROM companion_gamefacts g WHERE {IN_SCOPE} AND g."over" {NEWEST_FIRST}'
OF_GAME = ("pk", "game__public_id", "variant", "game__header", "played_on", "over", "hands")
RESULTS = {"won": " AND p.won", "lost": " AND NOT p.won", "rated": " AND p.mu IS NOT NULL"}


@dataclass(frozen=True)
class Behind:
    """Whose games or hands are asked for, people by their numbers.

    person: None: everyone's. partner: only games with this partner. rival: only games that exactly one of
    the two won.
    """

    what: What
    person: int | None = None
    partner: int | None = None
    rival: int | None = None


def lines(scope: Scope, who: People, asked: Behind, page: int = 1) -> Lines:
    """One page of what is asked for; the last one if there are fewer."""
    if not asked.what.of_games:
        return _hands(scope, who, asked, page)
    if asked.person is None:
        found = [row[0] for row in _rows(ALL_GAMES, scope.values)]
    elif asked.what in (figure_lines.STREAK, figure_lines.LAST):
        results = figures.results(scope, who, *_people(who, asked))
        played = [one.game for one in results]
        if asked.what is figure_lines.LAST:
            found = played[: -figure_lines.LAST_GAMES - 1 : -1]
        else:
            wins = longest([one.won for one in results])
            found = played[wins.first : wins.first + wins.length][::-1] if wins else []
    else:
        more, values = _conditions(who, asked)
        result = RESULTS.get(asked.what.slug, "")
        sql = f'SELECT g.game_id {PARTS} AND g."over"{more}{result} {NEWEST_FIRST}'
        found = [row[0] for row in _rows(sql, (*scope.values, *values))]
    pages = _pages(len(found))
    page = min(page, pages)
    some = found[(page - 1) * A_PAGE : page * A_PAGE]
    known = games_of(some, who, asked.person)
    return Lines(len(found), page, pages, games=tuple(known[number] for number in some))


def _hands(scope: Scope, who: People, asked: Behind, page: int) -> Lines:
    column = asked.what.column
    of_all = asked.person is None and asked.what is figure_lines.ALL_HANDS
    if of_all:
        sums = _rows(ALL_HANDS, scope.values)
    else:
        more, values = _conditions(who, asked)
        columns, newest_first = f"p.id, p.{column}, p.game_id, p.seat", f"{NEWEST_FIRST}, p.id DESC"
        sql = f"SELECT {columns} {PARTS}{more} AND p.{column} > 0 {newest_first}"
        sums = _rows(sql, (*scope.values, *values))
    total = sum(row[1] for row in sums)
    pages = _pages(total)
    page = min(page, pages)
    start = (page - 1) * A_PAGE
    # The games that the page is of, and the place of their first hand.
    place = begin = 0
    some: list[Any] = []
    for row in sums:
        if begin + row[1] > start and begin < start + A_PAGE:
            place = place if some else begin
            some.append(row)
        begin += row[1]
    # Their hands that are counted, newest first.
    hands = hands_of_games({row[0 if of_all else 2] for row in some})
    if of_all:
        found = [
            _Row(game, hand.seq, hand.number, None, hand.result)
            for game, _hands in some
            for hand in reversed(hands.get(game, ()))
        ]
    else:
        at = SUMS.index(column)
        found = [
            _Row(game, hand.seq, hand.number, part.gain, hand.result, weight)
            for _part, _number, game, seat in some
            for hand in reversed(hands.get(game, ()))
            for part in hand.parts()
            if part.seat == seat and (weight := int(sums_of(part)[at]))
        ]
    rows = []
    for row in found:
        if start <= place < start + A_PAGE:  # else it begins on another page
            rows.append(row)
        place += row.weight
    return Lines(total, page, pages, hands=_told(rows, who, asked))


@dataclass(frozen=True)
class _Row:
    """A hand as found: ``weight`` is how much the list counts it."""

    game: int
    seq: int
    number: int
    gain: int | None
    result: str
    weight: int = 1


def _told(rows: Sequence[_Row], who: People, asked: Behind) -> tuple[HandBehind, ...]:
    games = games_of({row.game for row in rows}, who, asked.person)
    by_game: dict[int, list[int]] = {}
    for row in rows:
        by_game.setdefault(row.game, []).append(row.seq)
    if not by_game:
        return ()
    some: list[str] = []
    values: list[int] = []
    for game, seqs in by_game.items():
        places = marks(seqs)
        some.append(f"(e.game_id = %s AND (e.seq IN ({places}) OR e.target IN ({places})))")
        values += [game, *seqs, *seqs]
    sql = (
        "SELECT e.game_id, COALESCE(e.target, e.seq), e.body FROM companion_entry e WHERE e.body <> '' AND ("
    )
    found = _rows(f"{sql}{' OR '.join(some)}) ORDER BY e.seq", values)
    entries = {(game, seq): body for game, seq, body in found}  # as corrected: JSON text
    return tuple(
        HandBehind(games[row.game], row.seq, row.number, entries[row.game, row.seq], row.gain, row.result)
        for row in rows
    )


def games_of(games: Collection[int], who: People, asked: int | None) -> dict[int, GameBehind]:
    """These games with their players, by number."""
    players: dict[int, list[Player]] = {}
    rows = PlayerFacts.objects.filter(game__in=games).order_by("seat")
    for game, person, told, side, won, points, part in rows.values_list(
        "game", "person", "name", "side", "won", "points", "pk"
    ):
        root = who.root(person) if person in who.rows else None
        name, is_asked, hidden = (
            (root.name, root.number == asked, root.hidden) if root else (told, False, False)
        )
        players.setdefault(game, []).append(Player(told, name, side, won, points, is_asked, part, hidden))
    found = GameFacts.objects.filter(pk__in=games).values_list(*OF_GAME)
    return {
        game: GameBehind(table_id, variant, header, on, over, hands, tuple(players.get(game, ())))
        for game, table_id, variant, header, on, over, hands in found
    }


def _conditions(who: People, asked: Behind) -> tuple[str, tuple[int, ...]]:
    """Whose parts: SQL after PARTS, and its values."""
    return among(*_people(who, asked))


def _people(who: People, asked: Behind) -> list[list[int]]:
    """The spellings of the person, of the partner and of the rival; none of one who isn't asked for."""
    numbers = (asked.person, asked.partner, asked.rival)
    return [[] if number is None else who.spellings(number) for number in numbers]


def _rows(sql: str, values: Iterable[Any]) -> list[Any]:
    with run(sql, *values) as cursor:
        found: list[Any] = cursor.fetchall()
    return found


def _pages(total: int) -> int:
    return max(1, -(-total // A_PAGE))


# The games in which a group's records were set.

# The statements are put together from constants; values are never part of them.
# ruff: noqa: S608
COLUMN = {KINGS: "p.most_kings", COMEBACK: "p.comeback", CHIPS: "p.best_hand", FASTEST: "g.hands"}
OF_HAND = {KINGS: "kings", CHIPS: "gain"}  # what the hand of the record has of it
OF_WINNERS = (COMEBACK, FASTEST)
FIRST = f"""
SELECT * FROM (
    SELECT %s, g.game_id, p.id {PARTS}
    AND g.variant IN ({{variants}}) AND {{column}} = %s AND p.person_id IN ({{places}}){{won}}
    ORDER BY g.played_on, g.game_id, p.id LIMIT 1
) AS found_{{kind}}"""


def records(scope: Scope, who: People, totals: Sequence[Total]) -> list[Record]:
    """The records of these people, in four queries; of equal ones the first."""
    found = bests(totals)
    if not found:
        return []
    some, values = [], list[object]()
    for best in found:
        winners = " AND p.won" if best.kind in OF_WINNERS else ""
        holders = [spelling for number in best.holders for spelling in who.spellings(number)]
        variants, places = marks(best.variants), marks(holders)
        column = COLUMN[best.kind]
        some.append(
            FIRST.format(column=column, variants=variants, places=places, won=winners, kind=best.kind)
        )
        values += (best.kind, *scope.values, *best.variants, best.value, *holders)
    with run(" UNION ALL ".join(some), *values) as cursor:
        rows = {row[0]: row[1:] for row in cursor.fetchall()}
    games = games_of({row[0] for row in rows.values()}, who, None)
    hands = hands_of_games({row[0] for kind, row in rows.items() if kind in OF_HAND})
    made = []
    for one in found:
        game, part = rows[one.kind]
        played, number = games[game], None
        holder = next(player for player in played.players if player.part == part)
        if one.kind in OF_HAND:
            number, seat = min(  # of the first hand with it, and of who set it
                (hand.number, part.seat)
                for hand in hands.get(game, ())
                for part in hand.parts()
                if getattr(part, OF_HAND[one.kind]) == one.value and not played.players[part.seat].hidden
            )
            holder = played.players[seat]
        side = one.kind in OF_WINNERS
        names = tuple(
            player.name
            for player in played.players
            if (player.side == holder.side and not player.hidden if side else player is holder)
        )
        made.append(Record(one.kind, one.value, names, played, number))
    return made
