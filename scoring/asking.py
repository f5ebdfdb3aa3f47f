"""Questions about one trick: its winner, and the cards that may be played to it.

A question is parsed JSON; types are strict and unknown fields are refused. The functions ``*_from_words``
take the words of a command line and return sentences.
"""

from collections.abc import Mapping

from .cards import (
    Card,
    Choice,
    Trick,
    may_play,
    name_card,
    parse_card,
    trick_winner,
    write_card,
)
from .refusal import Refusal
from .shape import flag, game, misfit, needed, one_of, only, word
from .variants import VARIANTS

Question = Mapping[str, object]

TRICK_FIELDS = ("variant", "trump", "cards", "last_trick")
FOLLOW_FIELDS = ("variant", "trump", "hand", "trick", "last_trick")


# Number of copies of each card in the pack of a game, with the wild Jokers.
PACKS = {
    name: {card: cards.count(card) for card in cards}
    for name, cards in ((name, variant.pack.cards(jokers=True)) for name, variant in VARIANTS.items())
}


def ask_trick(question: object) -> dict[str, object]:
    """The winner of a trick: ``winner`` (a place from 1, or None), ``why`` and ``rules``.

    Raises Refusal with the field that is wrong.
    """
    trick = _judged(_fields(question, TRICK_FIELDS))
    return {"winner": trick.winner, "why": trick.why, "rules": list(trick.rules)}


def ask_follow(question: object) -> dict[str, object]:
    """The cards that may be played: ``may_play`` (each once, in hand order), ``why`` and ``rules``.

    Raises Refusal with the field that is wrong.
    """
    choice = _chosen(_fields(question, FOLLOW_FIELDS))
    cards = [write_card(card) for card in choice.cards]
    return {"may_play": cards, "why": choice.why, "rules": list(choice.rules)}


def trick_from_words(variant: str | None, trump: str | None, cards: list[str], last_trick: bool) -> str:
    """The winner of a trick in a sentence; None: a word that was left out. Raises Refusal."""
    question = _put_together(variant, trump, last_trick)
    question["cards"] = cards
    trick = _judged(question)
    headline = (
        "No one wins the trick."
        if trick.winner is None
        else "Card " + str(trick.winner) + ", " + cards[trick.winner - 1] + ", wins the trick."
    )
    return "\n".join((headline, trick.why + _cited(trick.rules)))


def follow_from_words(
    variant: str | None, trump: str | None, hand: list[str], trick: list[str], last_trick: bool
) -> str:
    """The cards that may be played, in a sentence; None: a word that was left out. Raises Refusal."""
    question = _put_together(variant, trump, last_trick)
    question["hand"] = hand
    question["trick"] = trick
    choice = _chosen(question)
    joker = VARIANTS[str(variant)].pack.joker
    names = [name_card(card, joker) for card in choice.cards]
    return "\n".join(("You may play the " + one_of(names) + ".", choice.why + _cited(choice.rules)))


def _put_together(variant: str | None, trump: str | None, last_trick: bool) -> dict[str, object]:
    said = {"variant": variant, "trump": trump, "last_trick": last_trick}
    return {name: value for name, value in said.items() if value is not None}


def _cited(rules: tuple[str, ...]) -> str:
    return " (" + ", ".join(rules) + ")"


def _fields(question: object, fields: tuple[str, ...]) -> Question:
    if not isinstance(question, dict):
        raise misfit("not-object", None, question, label="question")
    only(question, fields, "A question about a trick")
    return question


def _judged(question: Question) -> Trick:
    variant, trump = _variant_and_trump(question)
    cards = _cards(question, "cards", variant)
    _not_none(cards, "cards")
    _not_too_many(cards, "cards", VARIANTS[variant].seats[-1])
    _in_one_pack(variant, cards, ("cards",) * len(cards))
    return trick_winner(VARIANTS[variant].pack, trump, cards, flag(question, "last_trick"))


def _chosen(question: Question) -> Choice:
    variant, trump = _variant_and_trump(question)
    hand = _cards(question, "hand", variant)
    _not_none(hand, "hand")
    trick = _cards(question, "trick", variant)
    _not_too_many(trick, "trick", VARIANTS[variant].seats[-1] - 1)
    _in_one_pack(variant, hand + trick, ("hand",) * len(hand) + ("trick",) * len(trick))
    return may_play(VARIANTS[variant].pack, trump, hand, trick, flag(question, "last_trick"))


def _variant_and_trump(question: Question) -> tuple[str, str]:
    variant = game(question, tuple(VARIANTS))
    if VARIANTS[variant].follow is None:
        raise Refusal("not-followed", "variant", game=VARIANTS[variant].title)
    return variant, word(needed(question, "trump"), "trump", VARIANTS[variant].trumps)


def _cards(question: Question, field: str, variant: str) -> tuple[Card, ...]:
    """The cards of one field, in the order written: each a card of that game's pack."""
    value = question.get(field)
    if not isinstance(value, list):
        raise misfit("not-list", field, value, label=field)
    cards = tuple(parse_card(text, field) for text in value)
    for card in cards:
        if card not in PACKS[variant]:
            words = VARIANTS[variant].pack.words
            raise Refusal("not-in-deck", field, card=write_card(card), deck=words)
    return cards


def _not_none(cards: tuple[Card, ...], field: str) -> None:
    if not cards:
        raise Refusal("no-cards", field)


def _not_too_many(cards: tuple[Card, ...], field: str, most: int) -> None:
    if len(cards) > most:
        raise Refusal("too-many-cards", field, got=len(cards), most=most)


def _in_one_pack(variant: str, cards: tuple[Card, ...], fields: tuple[str, ...]) -> None:
    """Raise Refusal for a card used more often than the pack has it; *fields*: the field of each card."""
    left = dict(PACKS[variant])
    for card, field in zip(cards, fields, strict=True):
        if not left[card]:
            if PACKS[variant][card] > 1:
                raise Refusal("two-jokers", field)
            raise Refusal("card-twice", field, card=name_card(card, VARIANTS[variant].pack.joker))
        left[card] -= 1
