"""Asking about one trick: what an address says of it, the pack to tap at, the answer in cards and words."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.http import QueryDict

from companion.log.table import Table
from companion.pages.cards import Drawn, drawn
from companion.rules import rulebook
from scoring import VARIANTS, Refusal
from scoring.asking import ask_follow, ask_trick
from scoring.cards import (
    CARD_GAMES,
    SUITS,
    Card,
    effective_suit,
    name_card,
    pack,
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
    """What is played: the variant, whether its two Jokers are in the pack, the most that play to a trick."""

    variant: str
    jokers: bool
    players: int

    @property
    def trumps(self) -> tuple[str, ...]:
        """What can be trump."""
        return CARD_GAMES[self.variant].trumps

    @property
    def followed(self) -> bool:
        """Whether the game is followed card by card, so that a trick can be asked about."""
        return VARIANTS[self.variant].follow is not None


@dataclass(frozen=True)
class Asked:
    """What was tapped so far: the cards of each field in the order tapped; *to* is the field that grows."""

    trump: str
    last_trick: bool
    to: str
    piles: Piles
    error: str = ""

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """What the form carries on, as fields and values."""
        said = [("trump", self.trump)] if self.trump else []
        said += [("last", ON)] if self.last_trick else []
        said += [("to", self.to)] if len(self.piles) > 1 else []
        return said + [(field, write_card(card)) for field, pile in self.piles.items() for card in pile]

    @property
    def some(self) -> bool:
        """Whether the last card of the pile that grows can be taken back."""
        return bool(self.piles[self.to])


@dataclass(frozen=True)
class DeckCard:
    """A card to tap; *code* is how a question writes it. It is off when it lies already, or nothing fits."""

    drawn: Drawn
    code: str
    used: bool
    off: bool


@dataclass(frozen=True)
class Laid:
    """A card that was tapped, and what the answer makes of it: "best", "may", "not" or nothing."""

    drawn: Drawn
    mark: str = ""


@dataclass(frozen=True)
class Answer:
    """The answer in a few words, the reason, and the rules it rests on; *laid* by field."""

    laid: Mapping[str, tuple[Laid, ...]]
    headline: str = ""
    why: str = ""
    rules: tuple[str, ...] = ()


def game_of_page(page: str) -> Game | None:
    """The game of a page of the rulebook, with all the cards it can have; None where it has none.

    Of several games on a page it is the first that is followed card by card, if there is one.
    """
    games = sorted(rulebook.games_of_page(page), key=lambda game: game.follow is None)
    if not games:
        return None
    return Game(games[0].name, games[0].pack.wild_jokers > 0, games[0].seats[-1])


def game_of_table(table: Table) -> Game:
    """The game as this table plays it."""
    name = table.variant.name
    seated = max(len(table.state.dealing), LEAST_PLAYERS)
    return Game(name, table.state.options.get("jokers") is True, min(seated, VARIANTS[name].seats[-1]))


def trump_said(query: QueryDict, game: Game, otherwise: str = "") -> str:
    """The trump that an address names, if this game knows it."""
    said = query.get("trump", "")
    return said if said in game.trumps else otherwise


def read(query: QueryDict, game: Game, fields: tuple[str, ...], trump: str = "") -> Asked:
    """What an address says; *trump* where it names none.

    Where the cards cannot be, all of them are left out and ``error`` says why.
    """
    said = query.get("to", "")
    to = said if said in fields else fields[0]
    none: Piles = dict.fromkeys(fields, ())
    asked = Asked(trump_said(query, game, trump), query.get("last") == ON, to, none)
    try:
        piles = {field: tuple(parse_card(text, field) for text in query.getlist(field)) for field in fields}
        _refuse_impossible(game, piles)
    except Refusal as refusal:
        return replace(asked, error=refusal.message)
    if "back" in query:
        piles[to] = piles[to][:-1]
    return replace(asked, piles=piles)


def _refuse_impossible(game: Game, piles: Piles) -> None:
    """Raises Refusal when the cards are not of one pack, or more than are played to a trick."""
    cards = [write_card(card) for pile in piles.values() for card in pile]
    if cards:  # as one hand, which may be of any length
        ask_follow({"variant": game.variant, "trump": game.trumps[0], "hand": cards, "trick": []})
    for field in piles:
        if len(piles[field]) > most(game, field, piles):
            raise Refusal(field, f"expected at most {most(game, field, piles)} cards in a trick")


def most(game: Game, field: str, piles: Piles) -> int:
    """How many cards a pile takes: a whole trick, one less where somebody has yet to play, any hand."""
    if field == "hand":
        return len(pack(game.variant, game.jokers))
    return game.players - (len(piles) - 1)


def decks(game: Game, asked: Asked) -> list[tuple[str, list[DeckCard]]]:
    """The pack to tap at, by the suit that is printed on the cards, from high to low."""
    used = [card for pile in asked.piles.values() for card in pile]
    closed = not asked.trump or full(game, asked)
    cards = pack(game.variant, game.jokers)
    found = []
    for suit in (*SUITS, ""):
        there = dict.fromkeys(card for card in cards if card.suit == suit)
        found.append((suit, [_deck_card(one, cards.count(one) - used.count(one), closed) for one in there]))
    return [(suit, row) for suit, row in found if row]


def _deck_card(card: Card, left: int, closed: bool) -> DeckCard:
    return DeckCard(drawn(card), write_card(card), left <= 0, closed or left <= 0)


def full(game: Game, asked: Asked) -> bool:
    """Whether the pile that grows has all the cards it takes."""
    return len(asked.piles[asked.to]) >= most(game, asked.to, asked.piles)


def trick_answer(game: Game, asked: Asked) -> Answer:
    """Who takes the trick, as soon as two cards lie."""
    cards = asked.piles["cards"]
    if not asked.trump or len(cards) < LEAST_PLAYERS:
        return Answer({"cards": tuple(Laid(drawn(card)) for card in cards)})
    answer = ask_trick(_question(game, asked))
    winner = answer["winner"]
    laid = tuple(Laid(drawn(card), "best" if at == winner else "") for at, card in enumerate(cards, 1))
    return Answer({"cards": laid}, _takes(winner), str(answer["why"]), _rules(answer))


def _takes(winner: object) -> str:
    return "Nobody takes the trick" if winner is None else f"Card {winner} takes the trick"


def follow_answer(game: Game, asked: Asked) -> Answer:
    """What of the hand may be played, as soon as there is a hand."""
    on_table = tuple(Laid(drawn(card)) for card in asked.piles["trick"])
    hand = asked.piles["hand"]
    if not asked.trump or not hand:
        return Answer({"trick": on_table, "hand": tuple(Laid(drawn(card)) for card in hand)})
    answer = ask_follow(_question(game, asked))
    may = [card for card in hand if write_card(card) in _texts(answer["may_play"])]
    laid = tuple(Laid(drawn(card), "may" if card in may else "not") for card in hand)
    headline = _may_words(may, hand, game, asked)
    return Answer({"trick": on_table, "hand": laid}, headline, str(answer["why"]), _rules(answer))


def _may_words(may: list[Card], hand: tuple[Card, ...], game: Game, asked: Asked) -> str:
    led = suit_led(game.variant, asked.trump, asked.piles["trick"])
    follows = bool(led) and effective_suit(game.variant, asked.trump, may[0]) == led
    if len(may) == 1:
        words = "the " + name_card(may[0])
    elif len(may) < len(hand):
        words = f"one of these {len(may)}"
    else:
        words = "any of these" if follows else "any card may be played"
    return f"{'Yes' if follows else 'No'}: {words}" if led else words[0].upper() + words[1:]


def _question(game: Game, asked: Asked) -> dict[str, object]:
    cards = {field: [write_card(card) for card in pile] for field, pile in asked.piles.items()}
    return {"variant": game.variant, "trump": asked.trump, "last_trick": asked.last_trick, **cards}


def _texts(value: object) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else []


def _rules(answer: Mapping[str, object]) -> tuple[str, ...]:
    return tuple(_texts(answer["rules"]))
