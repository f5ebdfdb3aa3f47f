"""The library's only error: a code and values for programs, a sentence for people."""

from collections.abc import Mapping
from typing import ClassVar, Self

# The sentence of every refusal, by its code. Placeholders are names of the refusal's values.

SENTENCES: dict[str, str] = {
    # What only programs get wrong
    "not-json": "This isn’t JSON: there’s a mistake in line {line}.",
    "not-utf8": "This isn’t UTF-8 text.",
    "nested-too-deep": "Brackets are nested too deep.",
    "number-too-long": "A number has more than {most} digits.",
    "not-a-number": "{got} isn’t a number.",
    "not-a-game": "This isn’t a Bower game file.",
    "unknown-field": "{what} has no “{name}”.",
    "repeated": "“{name}” is there twice.",
    "not-flag": "“{label}” must be true or false.",
    "not-text": "“{label}” must be text.",
    "not-list": "“{label}” must be a list.",
    "not-object": "“{label}” must be an object.",
    "unknown-game": "There’s no game “{got}”.",
    "unknown-option": "There’s no house rule “{name}”.",
    # Fields of every game
    "choose": "Choose the {label}.",
    "not-one": "“{got}” isn’t {choices}.",
    "twice": "{player} is chosen twice.",
    "not-in-hand": "{player} isn’t in this hand.",
    "least": "Type a whole number, {least} or more.",
    "range": "Type a whole number, {least} to {most}.",
    "count": "Type a whole number for {player}, 0 or more.",
    "empty": "Type the {label}.",
    "too-long": "That’s {got} characters; {most} at most.",
    "game-over": "The game is over.",
    "option-rules-out": "{option} is on: the hand can’t be {result}.",
    "tricks-total": "That’s {got} tricks; a hand has {total}.",
    "tricks-most": "That’s {got} tricks; {most} at most.",
    "points-zero": "Type points, not 0.",
    "whole-for": "Type a whole number for {name}.",
    "number-for": "Type a whole number for {name}, {least} or more.",
    # Players and house rules of a new game
    "players-count": "{game} needs {least} players.",
    "players-range": "{game} needs {least} to {most} players.",
    "name-length": "Use 1 to {most} characters, no space at either end.",
    "name-control": "A name can’t have line breaks or control characters.",
    "name-blank": "Type a name that can be seen.",
    "name-reserved": "“{name}” is a reserved name.",
    "same-name": "Two players are called {player}. Change one name.",
    "same-team": "Both teams would be called {team}.",
    "no-date": "That date doesn’t exist.",
    "option-least": "{label}: type a whole number, {least} or more.",
    "option-range": "{label}: type a whole number, {least} to {most}.",
    "option-word": "{label}: choose {choices}.",
    "option-over": "The {label} can’t be more than the {other}.",
    # House rules changed during a game
    "rules-none": "Choose a house rule to change.",
    "rules-same": "{label} is set that way already.",
    "rules-fixed": "{label} can’t change during a game.",
    "rules-reached": "{label}: type more than {points}, the score of {player}.",
    "rules-below-zero": "{player} is below 0. Adjust that score first.",
    "rules-in-playoff": "House rules can’t change in a playoff.",
    # Euchre and Bid Euchre
    "defend-alone-off": "Defend alone is off at this table.",
    "lone-maker-only": "Only against a maker alone.",
    # King Cut-Throat Euchre
    "kings-tricks": "{player} has more Kings than tricks.",
    "already-won": "{player} had already won. Remove what came after.",
    "showdown-needed": "The tricks are 3–3–1: enter the showdown.",
    "no-showdown": "A showdown needs 3–3–1.",
    "showdown-tricks": "That’s {got} tricks; a showdown has {most}.",
    "showdown-winner": "The winner needs {least} tricks.",
    "showdown-no-kings": "Kings don’t score here.",
    "showdown-ended": "A King ended it: leave the winner empty.",
    "all-played": "All {total} tricks were played.",
    # Three-Handed and Buck Euchre
    "everyone-plays": "Everyone plays when {card} is turned up.",
    "turned-no-switch": "No one takes the spare hand when {card} is turned up.",
    "clubs-trump": "Clubs are trump when {card} is turned up.",
    "no-maker": "There’s no maker.",
    "dropped": "{player} dropped and has no tricks.",
    # Poker-Euchre
    "out": "{player} is out and has no tricks.",
    "no-renege": "Count cards only after a renege.",
    "cards-won": "{player} won {least} to {most} cards.",
    "cards-none": "{player} won no cards.",
    # Betting
    "only-one-left": "Everyone else folded: no tricks.",
    "betting-open": "The betting isn’t over: {player} is next.",
    "betting-twice": "Enter the bets one by one or as totals, not both.",
    # Bank
    "seated": "{player} is already playing.",
    "table-full": "The table is full: {most}.",
    "choose-neighbor": "Choose who sits on the new player’s right.",
    "choose-giver": "Choose who gives the chips.",
    "choose-receiver": "Choose who gets the chips.",
    "same-place": "Choose two different places.",
    "pot-holds": "The pot has only {chips} chips.",
    "no-white": "One color must be worth 1.",
    "color-twice": "{name} is entered twice.",
    "net-sum": "The results add up to {got}, not to 0.",
    # One trick
    "not-a-card": "“{got}” isn’t a card. Write it like AS, 10H, JD or Joker.",
    "not-in-deck": "“{card}” isn’t in this deck: {deck}.",
    "no-cards": "Enter at least one card.",
    "too-many-cards": "That’s {got} cards; {most} at most.",
    "card-twice": "The {card} is entered twice.",
    "two-jokers": "There are only two Jokers.",
    "players-dealt": "This deal is for {choices} players.",
    # The command line
    "no-file": "{path} can’t be read: {reason}.",
    # Betting, in a record and in a hand in progress
    "turn": "It’s {player}’s turn.",
    "betting-over": "The betting is over.",
    "no-chips": "Chips go only with a bet or a raise.",
    "to-call": "{chips} to call.",
    "nothing-to-call": "Nothing to call.",
    "call-too-high": "{player} can’t call {chips} and must fold.",
    "already-bet": "Already bet: raise.",
    "nobody-bet": "Nobody has bet yet.",
    "no-raise-left": "No more raises until the betting has passed {player}, left of the dealer.",
    "bet-range": "Bet {least} to {most}.",
    "raise-range": "Raise by {least} to {most}.",
    "chips-held": "{player} has only {chips} chips.",
    "all-folded": "Someone must stay in.",
    "bets-level": "Everyone still in must have put in {chips}.",
    "bets-of-folded": "{player} folded: {chips} at most.",
    "two-must-pay": "Two players must be able to pay the ante of {chips}.",
    # Hand in progress: moves that are off, and moves that can't be
    "not-now": "That isn’t possible now.",
    "move-field": "This move needs a “{name}”.",
    "card-not-in-deck": "The {card} isn’t in this deck.",
    "not-followed": "{game} isn’t followed card by card.",
    "already-entered": "{value} is already entered.",
    "two-players-in": "Two players must be in.",
    "named-to-deal": "{player} was named to deal.",
    "turned-down": "That suit was turned down.",
    "dealer-must-name": "The dealer must name trump.",
    "trump-made": "Trump is made.",
    "alone-late": "Playing alone is called with trump, before play.",
    "alone-bid": "Alone is a bid of {tricks}.",
    "dealer-must-bid": "The dealer must bid.",
    "bid-more": "{player} has bid {tricks}: bid more.",
    "bid-range": "Bid {least} to {most}.",
    "bid-made": "{player} has bid.",
    "no-drop-at": "{player} can’t drop at {score} or less.",
    "maker-plays": "The maker can’t drop.",
    "kitty-taken": "{player} has the kitty cards.",
    "spare-hand-taken": "{player} has the spare hand.",
    "chosen-before": "{player} has already chosen.",
    "trick-after-drop": "{player} won a trick and can’t drop.",
    "two-played": "Tricks were played: two players must be in.",
    "played-on": "{player} played on and can’t fold.",
    "kings-entered": "All four Kings are entered.",
    "kings-so-far": "Start with the Kings entered so far.",
    "tricks-so-far": "{player} has won {tricks} so far.",
    "no-trick-yet": "No trick has been won.",
    "could-march": "{player} could still take all seven.",
    "could-catch": "{player} can still catch {leader}.",
    "folds-first": "Enter the folds first.",
    "one-stays-in": "One player must stay in.",
    "led-every-trick": "{player} led every trick.",
    "led-that-trick": "{player} led that trick.",
}

ONE: dict[str, tuple[str, str]] = {
    "tricks-total": ("got", "That’s 1 trick; a hand has {total}."),
    "tricks-most": ("got", "That’s 1 trick; {most} at most."),
    "players-count": ("least", "{game} needs 1 player."),
    "chips-held": ("chips", "{player} has only 1 chip."),
    "pot-holds": ("chips", "The pot has only 1 chip."),
    "cards-won": ("most", "{player} won 1 card at most."),
    "showdown-winner": ("least", "The winner needs 1 trick."),
}
"""The sentence where one value is 1: the value's name and the sentence."""

NONE: dict[str, tuple[str, str]] = {
    "chips-held": ("chips", "{player} has no chips."),
    "pot-holds": ("chips", "The pot has no chips."),
}
"""The sentence where one value is 0, likewise."""


Value = str | int
LONGEST_NUMBER, LONGEST_TEXT, LONGEST_QUOTE = 15, 600, 40


class Refusal(ValueError):
    """Raised for input that can't be scored.

    code: stable, a key of ``sentences``. field: the field's own name; None when the text isn't JSON, or for
    no single field. rule: id of the rule that is broken; None without one. values: names, whole numbers and
    short texts that the sentence shows. entry: counts from 1; None for the header of a record, or when no
    record is being read. message: the sentence, made from code and values.

    Raises KeyError for an unknown code or a missing value.
    """

    sentences: ClassVar[Mapping[str, str]] = SENTENCES
    of_number: ClassVar[Mapping[int, Mapping[str, tuple[str, str]]]] = {0: NONE, 1: ONE}

    def __init__(
        self,
        code: str,
        field: str | None = None,
        rule: str | None = None,
        *,
        entry: int | None = None,
        **values: Value,
    ) -> None:
        self.code = code
        self.field = field
        self.rule = rule
        self.values = {name: _bounded(value) for name, value in values.items()}
        self.entry = entry
        self.message = self._sentence()
        super().__init__(self.message)

    def _sentence(self) -> str:
        sentence = self.sentences[self.code]
        for number, others in self.of_number.items():
            if self.code in others and self.values[others[self.code][0]] == number:
                sentence = others[self.code][1]
        return filled(sentence, self.values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and self.as_json() == other.as_json()

    def __hash__(self) -> int:
        return hash((self.code, self.field, self.entry))

    def at(self, entry: int) -> Self:
        """The refusal with the number of its entry, from 1."""
        return type(self)(self.code, self.field, self.rule, entry=entry, **self.values)

    def under(self, field: str | None) -> Self:
        """The refusal of another field."""
        return type(self)(self.code, field, self.rule, entry=self.entry, **self.values)

    def labelled(self, labels: Mapping[str, str]) -> Self:
        """The refusal with a label from *labels* in place of a field's own name."""
        name = self.values.get("label")
        if not isinstance(name, str) or name not in labels:
            return self
        values = {**self.values, "label": labels[name]}
        return type(self)(self.code, self.field, self.rule, entry=self.entry, **values)

    def as_json(self) -> dict[str, object]:
        """The error object of ``bower.standing/1``."""
        return {
            "error": {
                "entry": self.entry,
                "field": self.field,
                "code": self.code,
                "rule": self.rule,
                "values": self.values,
                "message": self.message,
            }
        }


def quoted(value: object) -> Value:
    """A value as a refusal carries it: a whole number as it is, anything else as text on one short line."""
    if type(value) is int:
        return value
    text = str(value)
    printable = "".join(c if c.isprintable() else "�" for c in text[: LONGEST_QUOTE + 1])
    return printable if len(text) <= LONGEST_QUOTE else printable[:LONGEST_QUOTE] + "…"


def _bounded(value: Value) -> Value:
    if isinstance(value, int):
        digits = str(value)
        return value if len(digits) <= LONGEST_NUMBER else digits[:LONGEST_NUMBER].replace("-", "−") + "…"
    return value if len(value) <= LONGEST_TEXT else value[:LONGEST_TEXT] + "…"


def filled(sentence: str, values: Mapping[str, Value]) -> str:
    """The sentence with each ``{name}`` replaced by the value of that name, with a true minus sign.

    Without values it stays as it is, whatever braces somebody's name has.
    """
    if not values:
        return sentence
    return sentence.format(
        **{
            name: value if isinstance(value, str) else str(value).replace("-", "−")
            for name, value in values.items()
        }
    )
