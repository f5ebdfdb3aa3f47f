"""The six games as the bill of fare lists them."""

from dataclasses import dataclass

from companion.log.table import Table
from companion.wording.names import shown
from scoring import State, signed


@dataclass(frozen=True)
class Game:
    """One game: its short title, who and what it takes, and what it is."""

    variant: str
    title: str
    takes: str
    note: str


@dataclass(frozen=True)
class Listed:
    """A game of this phone on one line: who, how it stands, and what it is."""

    table: Table
    names: str
    figure: str
    game: str

    @property
    def over(self) -> bool:
        """Whether the game is finished."""
        return self.table.state.over


GAMES = (
    Game("partnership", "Euchre", "4 players, 24 cards", "Partners opposite. First pair to ten."),
    Game(
        "king-cutthroat",
        "King Cut-Throat",
        "2–3 players, 33 cards",
        "Each alone. Kings that win score at once.",
    ),
    Game(
        "three-handed",
        "Three-Handed",
        "3 players, 21 cards",
        "Twenty down to nothing. Stay, drop or switch.",
    ),
    Game(
        "buck",
        "Buck, Dirty Clubs",
        "4 players, 24 cards",
        "Twenty-five down. All five tricks wins outright.",
    ),
    Game(
        "poker-chips",
        "Poker-Euchre, chips",
        "2–12 players, 52 cards",
        "Ante, bet, play. Bower keeps the pot and the bank.",
    ),
    Game(
        "poker-points",
        "Poker-Euchre, points",
        "2–12 players, 52 cards",
        "No chips. A point a card, first to a hundred.",
    ),
)
BY_VARIANT = {game.variant: game for game in GAMES}
MOST_FIGURES = 4


def listed(table: Table) -> Listed:
    """The line of one game: its winners when it is over, or else everybody who plays."""
    state = table.state
    names = " and ".join(map(shown, state.winners)) if state.over else ", ".join(map(shown, state.scores))
    return Listed(table, names, figure(state), BY_VARIANT[table.variant.name].title)


def figure(state: State) -> str:
    """How it stands: "7–4", or in poker-chips "+50" for the winner; nothing where it would be too long."""
    if state.variant.has_bank:
        return signed(state.net[state.winners[0]]) if state.over else ""
    scores = [str(score).replace("-", "−") for score in state.scores.values()]
    return "–".join(scores) if len(scores) <= MOST_FIGURES else ""
