"""The hands or games behind a figure, newest first, a page at a time.

A page is found by the sums of games, so that the last one costs as much as the first: only the hands of the
games on it are read.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from companion.models import GameFacts, HandFacts, PlayerFacts
from companion.stats import behind
from companion.stats.behind import GameBehind, HandBehind, Lines, Player, What
from companion.stats.streaks import longest
from companion.store import figures
from companion.store.figures import IN_SCOPE, PARTS, People, Scope, among, with_other
from companion.store.statements import run
from scoring.facts import AWAY, DEFENDER, DROPPED, EUCHRED, MADE, MAKER, MARCH, WON

A_PAGE = 50
AS_MAKER, WENT_WELL = Q(role=MAKER), Q(result__in=(MADE, MARCH))
HANDS = {
    "hands": ~Q(role=AWAY),
    "makes": AS_MAKER,
    "made": AS_MAKER & WENT_WELL,
    "marches": AS_MAKER & Q(result=MARCH),
    "euchred": AS_MAKER & Q(result=EUCHRED),
    "alone": AS_MAKER & Q(alone=True),
    "alone_made": AS_MAKER & Q(alone=True) & WENT_WELL,
    "alone_marches": AS_MAKER & Q(alone=True, result=MARCH),
    "defends": Q(role=DEFENDER) & ~Q(result=""),
    "euchres": Q(role=DEFENDER, result=EUCHRED),
    "defends_alone": Q(defended_alone=True),
    "drops": Q(role=DROPPED),
    "drops_paid": Q(drop_paid=True),
    "kings": Q(kings__gt=0),
    "showdowns": ~Q(showdown=""),
    "showdowns_won": Q(showdown=WON),
    "bids": AS_MAKER & Q(bid__isnull=False),
    "bids_made": AS_MAKER & Q(bid__isnull=False) & WENT_WELL,
}
"""Which hands of a player each sum of ``PlayerFacts`` counts."""

# The statements are put together from the constants here and in ``figures``; values are never part of them.
# ruff: noqa: S608
NEWEST_FIRST = "ORDER BY g.played_on DESC, g.game_id DESC"
ALL_HANDS = (
    f"SELECT g.game_id, g.hands FROM companion_gamefacts g WHERE {IN_SCOPE} AND g.hands > 0 {NEWEST_FIRST}"
)
ALL_GAMES = f'SELECT g.game_id FROM companion_gamefacts g WHERE {IN_SCOPE} AND g."over" {NEWEST_FIRST}'
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
    if asked.what.of_games:
        return _games(scope, who, asked, page)
    return _hands(scope, who, asked, page)


def _games(scope: Scope, who: People, asked: Behind, page: int) -> Lines:
    found = _game_numbers(scope, who, asked)
    pages = _pages(len(found))
    page = min(page, pages)
    some = found[(page - 1) * A_PAGE : page * A_PAGE]
    known = games_of(some, who, asked.person)
    return Lines(len(found), page, pages, games=tuple(known[number] for number in some))


def _game_numbers(scope: Scope, who: People, asked: Behind) -> list[int]:
    if asked.person is None:
        return [row[0] for row in _rows(ALL_GAMES, scope.values)]
    if asked.what in (behind.STREAK, behind.LAST):
        return _in_a_row(scope, who, asked)
    more, values = _conditions(who, asked)
    result = RESULTS.get(asked.what.slug, "")
    sql = f'SELECT g.game_id {PARTS} AND g."over"{more}{result} {NEWEST_FIRST}'
    return [row[0] for row in _rows(sql, (*scope.values, *values))]


def _in_a_row(scope: Scope, who: People, asked: Behind) -> list[int]:
    partner = () if asked.partner is None else who.spellings(asked.partner)
    played = figures.results(scope, who, who.spellings(asked.person or 0), partner)
    if asked.what is behind.LAST:
        return [one.game for one in played[: -behind.LAST_GAMES - 1 : -1]]
    run_of_wins = longest([one.won for one in played])
    if run_of_wins is None:
        return []
    return [one.game for one in played[run_of_wins.first :][: run_of_wins.length][::-1]]


def _hands(scope: Scope, who: People, asked: Behind, page: int) -> Lines:
    column = asked.what.column
    of_all = asked.person is None and asked.what is behind.ALL_HANDS
    if of_all:
        sums = _rows(ALL_HANDS, scope.values)
    else:
        more, values = _conditions(who, asked)
        sql = f"SELECT p.id, p.{column} {PARTS}{more} AND p.{column} > 0 {NEWEST_FIRST}, p.id DESC"
        sums = _rows(sql, (*scope.values, *values))
    total = sum(number for _key, number in sums)
    pages = _pages(total)
    page = min(page, pages)
    start = (page - 1) * A_PAGE
    first, some = _on_page(sums, start)
    rows = _hands_of(some) if of_all else _parts_of(some, column)
    return Lines(total, page, pages, hands=_told(_cut(rows, first, start), who, asked))


def _on_page(sums: Sequence[tuple[int, int]], start: int) -> tuple[int, list[int]]:
    """The place of the first hand of the games that the page from *start* is of, and these, in order."""
    place, first = 0, 0
    some: list[int] = []
    for key, number in sums:
        if place + number > start and place < start + A_PAGE:
            first = first if some else place
            some.append(key)
        place += number
    return first, some


@dataclass(frozen=True)
class _Row:
    """A hand as found: ``weight`` is how much the list counts it."""

    game: int
    seq: int
    number: int
    gain: int | None
    result: str
    weight: int = 1


def _parts_of(parts: Sequence[int], column: str) -> list[_Row]:
    """The hands of these players that the column counts, in the order of the players, newest first."""
    found = HandFacts.objects.filter(HANDS[column], player__in=parts).order_by("-seq")
    by_part: dict[int, list[_Row]] = {}
    for part, game, seq, number, gain, result, kings in found.values_list(
        "player", "player__game", "seq", "number", "gain", "result", "kings"
    ):
        row = _Row(game, seq, number, gain, result, kings if column == "kings" else 1)
        by_part.setdefault(part, []).append(row)
    return [row for part in parts for row in by_part.get(part, ())]


def _hands_of(games: Sequence[int]) -> list[_Row]:
    """All hands of these games, in their order, newest first."""
    found = HandFacts.objects.filter(player__game__in=games).order_by("-seq").distinct()
    by_game: dict[int, list[_Row]] = {}
    for game, seq, number, result in found.values_list("player__game", "seq", "number", "result"):
        by_game.setdefault(game, []).append(_Row(game, seq, number, None, result))
    return [row for game in games for row in by_game.get(game, ())]


def _cut(rows: Iterable[_Row], place: int, start: int) -> list[_Row]:
    """The rows that begin on the page from *start*, the first of them at *place*."""
    some = []
    for row in rows:
        if start <= place < start + A_PAGE:
            some.append(row)
        place += row.weight
    return some


def _told(rows: Sequence[_Row], who: People, asked: Behind) -> tuple[HandBehind, ...]:
    games = games_of({row.game for row in rows}, who, asked.person)
    entries = _entries(rows)
    return tuple(
        HandBehind(games[row.game], row.seq, row.number, entries[row.game, row.seq], row.gain, row.result)
        for row in rows
    )


def _entries(rows: Sequence[_Row]) -> dict[tuple[int, int], str]:
    """The entries of these hands as corrected, by game and seq: JSON text."""
    by_game: dict[int, list[int]] = {}
    for row in rows:
        by_game.setdefault(row.game, []).append(row.seq)
    if not by_game:
        return {}
    some: list[str] = []
    values: list[int] = []
    for game, seqs in by_game.items():
        places = ", ".join(["%s"] * len(seqs))
        some.append(f"(e.game_id = %s AND (e.seq IN ({places}) OR e.target IN ({places})))")
        values += [game, *seqs, *seqs]
    sql = (
        "SELECT e.game_id, COALESCE(e.target, e.seq), e.body FROM companion_entry e WHERE e.body <> '' AND ("
    )
    return {
        (game, seq): body for game, seq, body in _rows(f"{sql}{' OR '.join(some)}) ORDER BY e.seq", values)
    }


def games_of(games: Collection[int], who: People, asked: int | None) -> dict[int, GameBehind]:
    """These games with their players, by number."""
    players: dict[int, list[Player]] = {}
    rows = PlayerFacts.objects.filter(game__in=games).order_by("seat")
    for game, person, told, side, won, points, part in rows.values_list(
        "game", "person", "name", "side", "won", "points", "pk"
    ):
        root = who.root(person) if person in who.rows else None
        name, is_asked = (root.name, root.number == asked) if root else (told, False)
        players.setdefault(game, []).append(Player(told, name, side, won, points, is_asked, part))
    found = GameFacts.objects.filter(pk__in=games).select_related("game")
    return {
        one.pk: GameBehind(
            one.game.public_id,
            one.variant,
            one.game.header,
            one.played_on,
            one.over,
            one.hands,
            tuple(players.get(one.pk, ())),
        )
        for one in found
    }


def _conditions(who: People, asked: Behind) -> tuple[str, list[int]]:
    """Whose parts: SQL after PARTS, and its values."""
    whose, partner, rival = (
        () if number is None else who.spellings(number)
        for number in (asked.person, asked.partner, asked.rival)
    )
    text, values = among(whose, partner)
    if rival:
        text += with_other("b.side <> p.side AND b.won <> p.won", rival)
    return text, [*values, *rival]


def _rows(sql: str, values: Iterable[Any]) -> list[Any]:
    with run(sql, *values) as cursor:
        found: list[Any] = cursor.fetchall()
    return found


def _pages(total: int) -> int:
    return max(1, -(-total // A_PAGE))
