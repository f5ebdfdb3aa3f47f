"""Table options: declarations, and checks of chosen values."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from .refusal import Refusal, Value, quoted
from .shape import in_words, misfit, one_of, within

FLAG, NUMBER, WORD = "flag", "number", "word"
KINDS = (FLAG, NUMBER, WORD)

Chosen = int | bool | str


@dataclass(frozen=True)
class Option:
    """One table option; made with ``flag``, ``number`` or ``word``.

    name: as in a record. default: the standard value. rule: id of the rule that it changes. label: two to six
    words for a form. effect: sentences for a form. kind: one of KINDS. least, most: bounds of a number, ends
    included; most None: no bound. words: the only values allowed, of a word, or of a number with gaps; empty:
    all between the bounds. word_labels: labels of the words for a form, where they differ. at_most: name of
    another option whose value this one must not exceed. fixed: whether it keeps its value from the start of a
    game to its end (ALL-06). of_the_hand: whether it changes the score of a hand;
    False: it changes only the deck, who may play or when the game ends. Raises ValueError for parts that
    don't fit together.
    """

    name: str
    default: Chosen
    rule: str
    label: str
    effect: str
    kind: str = NUMBER
    least: int = 1
    most: int | None = None
    words: tuple[int | str, ...] = ()
    word_labels: Mapping[str, str] = field(default_factory=dict)
    at_most: str = ""
    of_the_hand: bool = True
    fixed: bool = False

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(self.name + ": no such kind of option, " + self.kind)
        if self.kind == WORD and not self.words:
            raise ValueError(self.name + ": a word option lists its words")
        if not self.allows(self.default):
            raise ValueError(self.name + ": the default is not one of its values")

    def allows(self, value: object) -> bool:
        """Whether the option may have this value; types are strict, so true is not 1."""
        if self.kind == FLAG:
            return value is True or value is False
        if self.kind == WORD:
            return isinstance(value, str) and value in self.words
        if type(value) is not int or value < self.least or (self.most is not None and value > self.most):
            return False
        return not self.words or value in self.words

    def in_words(self, value: Chosen) -> str:
        """A value as people read it: "on", "off", "11"."""
        text = ("on" if value else "off") if isinstance(value, bool) else str(value)
        return self.word_labels.get(text, text)

    def checked(self, value: object) -> Chosen:
        """The value itself. Raises Refusal of ``options`` if the option may not have it."""
        if self.allows(value) and isinstance(value, (int, str)):
            return value
        raise self._refusal(value)

    def _refusal(self, value: object) -> Refusal:
        values: dict[str, Value] = {"label": self.label, "least": self.least}
        code = "option-least"
        if self.kind == FLAG:
            code, values = "not-flag", {"label": self.label}
        elif self.words:
            choices = one_of([in_words(str(word)) for word in self.words])
            code, values = "option-word", {"label": self.label, "choices": choices}
        elif self.most is not None:
            code, values = "option-range", {**values, "most": self.most}
        return misfit(code, "options", value, self.rule, **values)


def flag(name: str, default: bool, rule: str, label: str, effect: str, *, of_the_hand: bool = True) -> Option:
    """An option that is on or off."""
    return Option(name, default, rule, label, effect, FLAG, of_the_hand=of_the_hand)


def number(
    name: str,
    default: int,
    rule: str,
    label: str,
    effect: str,
    *,
    least: int = 1,
    most: int | None = None,
    only: tuple[int, ...] = (),
    at_most: str = "",
    of_the_hand: bool = True,
    fixed: bool = False,
) -> Option:
    """An option that is a whole number from *least* to *most*, or one of *only*."""
    return Option(
        name,
        default,
        rule,
        label,
        effect,
        NUMBER,
        least=least,
        most=most,
        words=only,
        at_most=at_most,
        of_the_hand=of_the_hand,
        fixed=fixed,
    )


def word(
    name: str,
    default: str,
    rule: str,
    label: str,
    effect: str,
    words: tuple[str, ...],
    word_labels: Mapping[str, str],
) -> Option:
    """An option with one of several words as its value."""
    return Option(name, default, rule, label, effect, WORD, words=words, word_labels=word_labels)


def target(default: int, rule: str) -> Option:
    """The option of a game that counts up: the points that win it."""
    return number("target", default, rule, "Play to", "First to this many points wins.", of_the_hand=False)


def start(default: int, rule: str) -> Option:
    """The option of a game that counts down: the points that everyone starts with."""
    return number(
        "start",
        default,
        rule,
        "Starting points",
        "Everyone starts here and counts down.",
        of_the_hand=False,
        fixed=True,
    )


def chosen_in_words(options: tuple[Option, ...], chosen: Mapping[str, Chosen]) -> str:
    """The chosen values with their labels: "Stick the dealer on, Play to 11"."""
    named = [option for option in options if option.name in chosen]
    return ", ".join(option.label + " " + option.in_words(chosen[option.name]) for option in named)


def every_value(options: tuple[Option, ...], given: object) -> dict[str, Chosen]:
    """The value of every option by name, in the order of *options*; missing ones take their default.

    Raises Refusal of ``options`` for an unknown name, a value that is not allowed, or one above the option
    that limits it.
    """
    if not isinstance(given, dict):
        raise misfit("not-object", "options", given, label="options")
    by_name = {option.name: option for option in options}
    for name in given:
        if name not in by_name:
            raise Refusal("unknown-option", "options", name=quoted(name))
    values = {option.name: option.checked(given.get(option.name, option.default)) for option in options}
    for option in options:
        if option.at_most and int(values[option.name]) > int(values[option.at_most]):
            other = by_name[option.at_most]
            less, more = within(option.label), within(other.label)
            raise Refusal("option-over", "options", option.rule, label=less, other=more)
    return values
