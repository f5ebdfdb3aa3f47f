"""Shapes: what games and hands add up to, and what stands behind a figure."""

from dataclasses import dataclass
from typing import Annotated

from companion.api.shapes.common import COUNT, GAME, Id
from companion.api.shapes.groups import PersonId
from companion.api.typed import Doc

DAY = {"format": "date"}


@dataclass(frozen=True, kw_only=True)
class GameFigures:
    """One person's figures in one game. Only games that are over count as games; hands count at once."""

    variant: Annotated[str, Doc("The game.", GAME)]
    games: Annotated[int, Doc("Games played to the end.", COUNT)]
    won: Annotated[int, Doc("Games won.", COUNT)]
    points: Annotated[int, Doc("Points in these games, or chips won and lost in a game for chips.")]
    hands: Annotated[int, Doc("Hands dealt in.", COUNT)]
    makes: Annotated[int, Doc("Hands as maker.", COUNT)]
    made: Annotated[int, Doc("Of these, made; marches too.", COUNT)]
    marches: Annotated[int, Doc("Of these, all tricks.", COUNT)]
    euchred: Annotated[int, Doc("Of these, euchred or set.", COUNT)]
    alone: Annotated[int, Doc("Of these, alone.", COUNT)]
    alone_made: Annotated[int, Doc("Alone, and made.", COUNT)]
    alone_marches: Annotated[int, Doc("Alone, and all tricks.", COUNT)]
    defends: Annotated[int, Doc("Hands played against a maker.", COUNT)]
    euchres: Annotated[int, Doc("Of these, the maker was euchred.", COUNT)]
    defends_alone: Annotated[int, Doc("Hands defended alone.", COUNT)]
    drops: Annotated[int, Doc("Hands dropped or folded.", COUNT)]
    drops_paid: Annotated[int, Doc("Of these, somebody who stayed came off worse.", COUNT)]
    kings: Annotated[int, Doc("Kings that won a trick.", COUNT)]
    showdowns: Annotated[int, Doc("Showdowns.", COUNT)]
    showdowns_won: Annotated[int, Doc("Of these, won.", COUNT)]
    bids: Annotated[int, Doc("Bids as maker.", COUNT)]
    bids_made: Annotated[int, Doc("Of these, made.", COUNT)]


@dataclass(frozen=True, kw_only=True)
class PersonFigures:
    """One person's figures, by game."""

    person: PersonId
    name: Annotated[str, Doc("The name as it is shown.")]
    games: Annotated[list[GameFigures], Doc("The figures in each game, by its name.")]


@dataclass(frozen=True, kw_only=True)
class PairFigures:
    """Two people in games that are over."""

    one: PersonId
    other: PersonId
    together: Annotated[int, Doc("Games as partners.", COUNT)]
    won: Annotated[int, Doc("Of these, won.", COUNT)]
    ahead: Annotated[int, Doc("Games against each other that only the first won.", COUNT)]
    behind: Annotated[int, Doc("Games against each other that only the second won.", COUNT)]


@dataclass(frozen=True, kw_only=True)
class Statistics:
    """A group's statistics in a period."""

    period: Annotated[str, Doc("The period, as in the query.")]
    first_day: Annotated[str | None, Doc("Its first day; null without one.", DAY)]
    last_day: Annotated[str | None, Doc("Its last day; null without one.", DAY)]
    games: Annotated[int, Doc("Games played to the end.", COUNT)]
    evenings: Annotated[int, Doc("Days on which there was one.", COUNT)]
    hands: Annotated[int, Doc("Hands played.", COUNT)]
    people: Annotated[list[PersonFigures], Doc("Everyone who played, hidden people left out.")]
    pairs: Annotated[list[PairFigures], Doc("Everyone with everyone, once.")]


@dataclass(frozen=True, kw_only=True)
class RatingOfGame:
    """One person's rating in one game of a group."""

    person: PersonId
    name: Annotated[str, Doc("The name as it is shown.")]
    variant: Annotated[str, Doc("The game.", GAME)]
    rating: Annotated[int, Doc("The rating; everyone starts at 1500.")]
    least: Annotated[int, Doc("The lower end of where it most likely is.")]
    most: Annotated[int, Doc("The upper end of where it most likely is.")]
    games: Annotated[int, Doc("How many games are in it.", COUNT)]
    provisional: Annotated[bool, Doc("Whether these are too few for a settled rating.")]


@dataclass(frozen=True, kw_only=True)
class RatingList:
    """The ratings of a group."""

    ratings: Annotated[list[RatingOfGame], Doc("By game, the best first.")]


@dataclass(frozen=True, kw_only=True)
class LineBehind:
    """A game or a hand behind a figure."""

    table: Id
    variant: Annotated[str, Doc("The game.", GAME)]
    played_on: Annotated[str, Doc("The day.", DAY)]
    players: Annotated[list[str], Doc("Who played, as shown, in order of sitting down.")]
    number: Annotated[int | None, Doc("The number of the hand's entry; null for a whole game.")]
    hand: Annotated[int | None, Doc("The hand of the score sheet; null for a whole game.")]
    gain: Annotated[int | None, Doc("What the hand brought the person; null for a whole game.")]


@dataclass(frozen=True, kw_only=True)
class LinePage:
    """A page of what stands behind a figure, newest first."""

    count: Annotated[int, Doc("How much there is in all: the figure.", COUNT)]
    page: Annotated[int, Doc("This page, from 1.", {"minimum": 1})]
    pages: Annotated[int, Doc("How many there are.", {"minimum": 1})]
    results: Annotated[list[LineBehind], Doc("The games or hands of this page.")]
