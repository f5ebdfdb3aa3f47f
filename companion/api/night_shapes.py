"""A euchre night as shapes of the API."""

from companion.api.shapes import (
    NightDetails,
    NightFix,
    NightPlace,
    NightPlayer,
    NightRound,
    NightTable,
    Standings,
)
from companion.night import standings
from companion.night.evening import Evening, Fix, NightView, RoundNow, TableNow
from companion.night.plans import NEVER_OVER


def details(view: NightView) -> NightDetails:
    """A night as this token sees it."""
    night = view.night
    return NightDetails(
        id=night.id,
        group=night.group,
        title=night.title,
        plan=night.plan,
        hands=night.hands,
        rounds=night.rounds,
        sitting=night.sitting,
        ties=list(night.ties),
        options={name: value for name, value in night.options.items() if name not in NEVER_OVER},
        ended_at=night.ended_at,
        next_round=night.next_round,
        players=[
            NightPlayer(
                number=player.number,
                person=player.person,
                name=player.name,
                first_round=player.first,
                last_round=player.last,
                pair=player.pair,
                claimed=player.claimed,
                mine=player.number == view.viewer.number,
            )
            for player in night.players
        ],
        started=[_round(one) for one in night.started],
    )


def places(night: Evening) -> Standings:
    """Everybody's place."""
    names = {player.number: player.name for player in night.players}
    return Standings(
        over=night.over,
        places=[
            NightPlace(
                number=place.number,
                name=names[place.number],
                rank=place.rank,
                shared=place.shared,
                points=place.points,
                by_round=[None if one is None else one.points for one in place.by_round],
                loners=place.loners,
                wins=place.wins,
                tie=place.tie,
                ties=list(place.ties),
                against=list(place.against) if place.against else None,
                card=f"{place.card.rank} {place.card.suit}" if place.card else "",
            )
            for place in standings.standings(night)
        ],
    )


def _round(one: RoundNow) -> NightRound:
    return NightRound(
        number=one.number,
        at=one.at,
        complete=one.complete,
        tables=[_table(table) for table in one.tables],
        out=list(one.out),
    )


def _table(table: TableNow) -> NightTable:
    return NightTable(
        number=table.number,
        table=table.table_id,
        seats=list(table.seats),
        points=list(table.points),
        scored=list(table.told),
        fixes=[_fix(one) for one in table.fixes],
        hands=table.hands,
        complete=table.complete,
    )


def _fix(one: Fix | None) -> NightFix | None:
    return None if one is None else NightFix(points=one.points, reason=one.reason)
