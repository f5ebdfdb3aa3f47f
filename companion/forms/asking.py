"""The question about one trick: cards in the query, the pack to tap at, and the result."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.http import QueryDict

from companion.log.table import Table
from companion.pages.charts import Drawn, drawn
from companion.rules import rulebook
from companion.wording.refusal import AppRefusal
from scoring import VARIANTS, Refusal
from scoring.asking import ask_follow, ask_trick
from scoring.cards import (
    SUITS,
    Card,
    Pack,
    effective_suit,
    name_card,
    parse_card,
    suit_led,
    write_card,
)

TRICK = ("cards",)
FOLLOW = ("trick", "hand")
ON = "on"
LEAST_PLAYERS = 2

Piles = Mapping[str, tuple[Card, ...]]


@dataclass(frozen=True)
class Game:
    """A card game: its variant, whether two Jokers are in the pack, and the most players in a trick."""

    variant: str
    jokers: bool
    players: int

    @property
    def pack(self) -> Pack:
        """The pack of the game."""
        return VARIANTS[self.variant].pack

    @property
    def trumps(self) -> tuple[str, ...]:
        """The possible trumps."""
        return self.pack.trumps

    @property
    def followed(self) -> bool:
        """Whether the game is followed card by card, so that there is a question about a trick."""
        return VARIANTS[self.variant].follow is not None


@dataclass(frozen=True)
class Asked:
    """The cards tapped so far, by field, in the order tapped. *to*: the field the next card goes to."""

    trump: str
    last_trick: bool
    to: str
    piles: Piles
    error: Refusal | None = None

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """Hidden fields of the form: names and values."""
        pairs = [("trump", self.trump)] if self.trump else []
        pairs += [("last", ON)] if self.last_trick else []
        pairs += [("to", self.to)] if len(self.piles) > 1 else []
        return pairs + [(field, write_card(card)) for field, pile in self.piles.items() for card in pile]

    @property
    def some(self) -> bool:
        """Whether the field *to* has a card that can be taken back."""
        return bool(self.piles[self.to])


@dataclass(frozen=True)
class DeckCard:
    """A card to tap. code: the card as text in a query. used: none left. off: can't be tapped now."""

    drawn: Drawn
    code: str
    used: bool
    off: bool


@dataclass(frozen=True)
class Laid:
    """A tapped card. mark: "best" (wins the trick), "may" or "not" (be played), "" without a result."""

    drawn: Drawn
    mark: str = ""


@dataclass(frozen=True)
class Answer:
    """The result: headline, reason, rule ids, and the tapped cards by field.

    The texts are empty while cards are missing.
    """

    laid: Mapping[str, tuple[Laid, ...]]
    headline: str = ""
    why: str = ""
    rules: tuple[str, ...] = ()


def game_of_page(page: str) -> Game | None:
    """The game of a rulebook page, with Jokers if its pack can have them; None for a page without a game.

    Of several games, the first that is followed card by card, else the first.
    """
    games = sorted(rulebook.games_of_page(page), key=lambda game: game.follow is None)
    if not games:
        return None
    return Game(games[0].name, games[0].pack.wild_jokers > 0, games[0].seats[-1])


def game_of_table(table: Table) -> Game:
    """The game as played at this table."""
    name = table.variant.name
    seated = max(len(table.state.dealing), LEAST_PLAYERS)
    return Game(name, table.state.options.get("jokers") is True, min(seated, VARIANTS[name].seats[-1]))


def trump_of(query: QueryDict, game: Game, otherwise: str = "") -> str:
    """The trump in the query if the game has it, else *otherwise*."""
    named = query.get("trump", "")
    return named if named in game.trumps else otherwise


def read(query: QueryDict, game: Game, fields: tuple[str, ...], trump: str = "") -> Asked:
    """The cards and settings in the query; *trump* if the query has none.

    Impossible cards are all dropped, and ``error`` has the reason.
    """
    wanted = query.get("to", "")
    to = wanted if wanted in fields else fields[0]
    none: Piles = dict.fromkeys(fields, ())
    asked = Asked(trump_of(query, game, trump), query.get("last") == ON, to, none)
    try:
        piles = {field: tuple(parse_card(text, field) for text in query.getlist(field)) for field in fields}
        # Of one pack: checked as one hand, which may have any length; and no more than fit in a trick.
        cards = [write_card(card) for pile in piles.values() for card in pile]
        if cards:
            ask_follow({"variant": game.variant, "trump": game.trumps[0], "hand": cards, "trick": []})
        for field, pile in piles.items():
            if len(pile) > most(game, field, piles):
                raise AppRefusal("trick-full", field, most=most(game, field, piles))
    except Refusal as refusal:
        return replace(asked, error=refusal)
    if "back" in query:
        piles[to] = piles[to][:-1]
    return replace(asked, piles=piles)


def most(game: Game, field: str, piles: Piles) -> int:
    """The most cards of a field: a whole trick; one less if a player has yet to play; a pack for a hand."""
    if field == "hand":
        return len(game.pack.cards(game.jokers))
    return game.players - (len(piles) - 1)


def decks(game: Game, asked: Asked) -> list[tuple[str, list[DeckCard]]]:
    """The cards to tap, by printed suit ("" for Jokers), from high to low."""
    used = [card for pile in asked.piles.values() for card in pile]
    closed = not asked.trump or full(game, asked)
    cards = game.pack.cards(game.jokers)
    found = []
    for suit in (*SUITS, ""):
        there = dict.fromkeys(card for card in cards if card.suit == suit)
        row = []
        for card in there:
            left = cards.count(card) - used.count(card)
            row.append(DeckCard(drawn(game.pack, card), write_card(card), left <= 0, closed or left <= 0))
        if row:
            found.append((suit, row))
    return found


def full(game: Game, asked: Asked) -> bool:
    """Whether the field *to* has all its cards."""
    return len(asked.piles[asked.to]) >= most(game, asked.to, asked.piles)


def trick_answer(game: Game, asked: Asked) -> Answer:
    """Which card wins the trick; empty for fewer than two cards."""
    cards = asked.piles["cards"]
    if not asked.trump or len(cards) < LEAST_PLAYERS:
        return Answer({"cards": tuple(Laid(drawn(game.pack, card)) for card in cards)})
    answer = ask_trick(_question(game, asked))
    winner = answer["winner"]
    laid = tuple(
        Laid(drawn(game.pack, card), "best" if at == winner else "") for at, card in enumerate(cards, 1)
    )
    takes = "No one wins the trick" if winner is None else f"Card {winner} wins the trick"
    return Answer({"cards": laid}, takes, str(answer["why"]), _rules(answer))


def follow_answer(game: Game, asked: Asked) -> Answer:
    """Which cards of the hand may be played; empty without a hand."""
    on_table = tuple(Laid(drawn(game.pack, card)) for card in asked.piles["trick"])
    hand = asked.piles["hand"]
    if not asked.trump or not hand:
        return Answer({"trick": on_table, "hand": tuple(Laid(drawn(game.pack, card)) for card in hand)})
    answer = ask_follow(_question(game, asked))
    may = [card for card in hand if write_card(card) in _texts(answer["may_play"])]
    laid = tuple(Laid(drawn(game.pack, card), "may" if card in may else "not") for card in hand)
    led = suit_led(game.pack, asked.trump, asked.piles["trick"])
    follows = bool(led) and effective_suit(game.pack, asked.trump, may[0]) == led
    words = "play any of these." if follows else "play any card."
    if len(may) == 1:
        words = f"play the {name_card(may[0], game.pack.joker)}."
    elif len(may) < len(hand):
        words = f"play one of these {len(may)}."
    headline = f"{'Yes' if follows else 'No'}, {words}" if led else words[0].upper() + words[1:]
    return Answer({"trick": on_table, "hand": laid}, headline, str(answer["why"]), _rules(answer))


def _question(game: Game, asked: Asked) -> dict[str, object]:
    cards = {field: [write_card(card) for card in pile] for field, pile in asked.piles.items()}
    return {"variant": game.variant, "trump": asked.trump, "last_trick": asked.last_trick, **cards}


def _texts(value: object) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else []


def _rules(answer: Mapping[str, object]) -> tuple[str, ...]:
    return tuple(_texts(answer["rules"]))
