"""The lists of games or hands that a figure counts, and their lines."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class What:
    """One kind of list.

    slug: in addresses. title: its heading. thing: what it counts, in the singular. column: the sum of
    ``Figures`` that counts it; "" for games.
    """

    slug: str
    title: str
    thing: str = "hand"
    column: str = ""

    @property
    def of_games(self) -> bool:
        """Whether it lists games and not hands."""
        return not self.column


GAMES, WON, LOST = (
    What("games", "Games", "game"),
    What("won", "Games won", "game"),
    What("lost", "Games lost", "game"),
)
STREAK, LAST = What("streak", "Longest winning streak", "game"), What("last", "Last games", "game")
RATED = What("rated", "Rated games", "game")
OF_GAMES = (GAMES, WON, LOST, STREAK, LAST, RATED)
OF_HANDS = (
    What("hands", "Hands", column="hands"),
    What("makes", "Hands as maker", column="makes"),
    What("made", "Made it", column="made"),
    What("marches", "All tricks", column="marches"),
    What("euchred", "Euchred", column="euchred"),
    What("alone", "Alone", column="alone"),
    What("alone-made", "Alone, made it", column="alone_made"),
    What("alone-marches", "Alone, all tricks", column="alone_marches"),
    What("defends", "Hands defended", column="defends"),
    What("euchres", "Euchred the maker", column="euchres"),
    What("defends-alone", "Defended alone", column="defends_alone"),
    What("drops", "Dropped", column="drops"),
    What("drops-paid", "Dropped, and a defender who stayed did worse", column="drops_paid"),
    What("kings", "Kings", "King", column="kings"),
    What("showdowns", "Showdowns", column="showdowns"),
    What("showdowns-won", "Showdowns won", column="showdowns_won"),
    What("bids", "Bids", column="bids"),
    What("bids-made", "Bids made", column="bids_made"),
)
WHATS: Mapping[str, What] = {one.slug: one for one in (*OF_GAMES, *OF_HANDS)}
ALL_HANDS = WHATS["hands"]
LAST_GAMES = 10


@dataclass(frozen=True)
class Player:
    """One player of a game. told, name: as in the record, and as shown. part: primary key of the row.

    hidden: left out of tables and records.
    """

    told: str
    name: str
    side: int
    won: bool
    points: int
    asked: bool
    part: int = 0
    hidden: bool = False


@dataclass(frozen=True)
class GameBehind:
    """A game in a list; ``header`` is JSON text, players are in the order in which they sat down."""

    table_id: str
    variant: str
    header: str
    played_on: date
    over: bool
    hands: int
    players: tuple[Player, ...]


@dataclass(frozen=True)
class HandBehind:
    """A hand of a list, with one player's part in it; ``entry`` is JSON text. gain: None without a player."""

    game: GameBehind
    seq: int
    number: int
    entry: str
    gain: int | None
    result: str


@dataclass(frozen=True)
class Lines:
    """One page of a list, newest first, and the length of the whole list.

    pages: how many there are, at least one; ``page`` counts from 1.
    """

    total: int
    page: int
    pages: int
    games: tuple[GameBehind, ...] = ()
    hands: tuple[HandBehind, ...] = ()
