"""What the database of a release holds: games, a group and a night; and what Bower reads out of it."""

from typing import Any

from companion import store
from companion.log.table import Table
from companion.models import Game, Group, GroupPhone, Link, Night
from companion.night.standings import standings
from companion.store import (
    disputes,
    entries,
    figures,
    naming,
    night_rounds,
    nights,
    pairing,
    people,
    phone_list,
)
from companion.store.groups import FoundGroup
from scoring import VARIANTS, from_json
from tests.companion import nights as of_nights
from tests.companion.factories import device, group, let_in, let_in_group, view
from tests.companion.stored_databases import said
from tests.scoring.vectors import vectors

ANN = device("ann")
FIGURES = ("games", "won", "points", "hands", "makes", "made")


def fill(of_each: int) -> None:
    """Write so many sample games of each variant, half of them in a group, and a night."""
    club = group("Thursday")
    for variant in VARIANTS:
        for number, record in enumerate(_longest(variant, of_each)):
            at = club.pk if number % 2 else None
            table = store.import_game(ANN, store.new_key(), from_json(record), group=at)
            _change(table, number)
    pairing.renew(club, "9" * 24)
    for name, role in (("bo", "scorekeeper"), ("cy", "viewer"), ("dee", "player")):
        let_in_group(club, name, role)
    _merge_two(club)
    _night()


def _longest(variant: str, number: int) -> list[dict[str, Any]]:
    records = [
        one.record for one in vectors() if one.record["variant"] == variant and "error" not in one.expect
    ]
    return sorted(records, key=lambda record: -len(record["entries"]))[:number]


def _change(table: Table, number: int) -> None:
    """Correct its last entry, or remove and restore it; phones, a dispute, a recovery sheet."""
    last, version = table.entries[-1], table.version
    if number % 3 == 0:
        noted = {**last.entry, "note": "counted again"}
        store.save(ANN, table.id, store.new_key(), store.Change(version, last.seq, noted))
    elif number % 3 == 1:
        store.save(ANN, table.id, store.new_key(), store.Change(version, last.seq, None))
        store.save(ANN, table.id, store.new_key(), store.Change(version + 1, last.seq, None, restores=True))
    for role in ("viewer", "scorekeeper", "player"):
        let_in(table, f"{role} of {table.id}", role)
    hands = [one.seq for one in view(table).table.entries if one.kind == "hand"]
    if number == 0:
        pairing.renew(view(table), f"{list(VARIANTS).index(table.variant.name):024d}")
        disputes.dispute(view(table), store.new_key(), hands[-1], "It was a march.")


def _merge_two(club: FoundGroup) -> None:
    """Make two people one who never sat at one table."""
    there = people.offered(club.pk, 100)
    seats = {one.public_id: _games_of(club, one.number) for one in there}
    one, other = next(
        (one, other)
        for one in there
        for other in there
        if one is not other and not seats[one.public_id] & seats[other.public_id]
    )
    naming.merge(club, other.public_id, one.public_id)


def _games_of(club: FoundGroup, person: int) -> set[int]:
    return set(Game.objects.filter(group=club.pk, facts__players__person=person).values_list("pk", flat=True))


def _night() -> None:
    """Three rounds of nine players, two of them played, one score fixed."""
    night = of_nights.night(9, rounds=3)
    for _round in range(2):
        night = of_nights.finish(of_nights.start(night), 2)
    first = of_nights.load(night.night.id).night.started[0].tables[0]
    night_rounds.fix_points(
        of_nights.load(night.night.id), store.new_key(), first.table_id, 0, 5, "counted again"
    )


def held() -> dict[str, Any]:
    """What there is, by the ids of tables, groups and nights."""
    return {
        "tables": {game.public_id: of_table(game) for game in Game.objects.order_by("pk")},
        "groups": {one.public_id: of_group(one) for one in Group.objects.order_by("pk")},
        "nights": {one.public_id: of_night(one.public_id) for one in Night.objects.order_by("pk")},
    }


def of_table(game: Game) -> dict[str, Any]:
    """What a game comes to, with its phones, disputes and links."""
    [table] = entries.of_games([game])
    phones = phone_list.every("table", table.id)
    return {
        **said(table),
        "phones": [[one.device[:8], list(one.roles), one.seat, one.out] for one in phones],
        "disputes": [[one.seq, one.words, one.end, one.answer] for one in disputes.of_table(table)],
        "links": dict(Link.objects.filter(game=game).values_list("role", "code_hash")),
    }


def of_group(found: Group) -> dict[str, Any]:
    """The figures of everyone in each game, and the phones."""
    totals = figures.totals(figures.Scope(found.pk), figures.people(found.pk))
    phones = GroupPhone.objects.filter(group=found).values_list("device", "role")
    return {
        "title": found.title,
        "people": {
            one.name: {
                variant: [getattr(of_variant, name) for name in FIGURES]
                for variant, of_variant in one.by_variant.items()
            }
            for one in totals
        },
        "phones": sorted([device[:8], role] for device, role in phones),
    }


def of_night(night_id: str) -> list[list[int]]:
    """Place, number and points of every player."""
    night = nights.load(ANN, night_id).night
    return [[one.rank, one.number, one.points] for one in standings(night)]
