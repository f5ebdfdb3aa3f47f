"""House rules as form fields: label, effect and standard value of each option; the menu of games."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.wording.refusal import AppRefusal
from scoring import VARIANTS, Option, Refusal, State, Variant

ON, OFF = "on", "off"
CHANGED = "rule-"  # before an option's name where it changes during a game: an entry has fields of its own


@dataclass(frozen=True)
class Choice:
    """One of several values."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True)
class OptionField:
    """One option in the form; ``usual`` is its default in words, ``prefix`` stands before its name there.

    ``was``: where it changes during a game, what is in force in words; "" where that stays.
    """

    option: Option
    label: str
    value: str
    usual: str
    error: Refusal | None = None
    prefix: str = ""
    was: str = ""

    @property
    def name(self) -> str:
        """The name of its field."""
        return self.prefix + self.option.name

    @property
    def on(self) -> bool:
        """Whether a switch is on."""
        return self.value == ON

    @property
    def words(self) -> str:
        """The value in words: "on", "11"."""
        return self.option.in_words(self.value)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The values to choose from; () for other options."""
        words = [str(word) for word in self.option.words]
        return tuple(Choice(word, self.option.in_words(word), word == self.value) for word in words)


def option_fields(
    variant: Variant, values: Mapping[str, str], errors: Mapping[str, Refusal]
) -> tuple[OptionField, ...]:
    """All options of the game with the typed value, or else the default."""
    return tuple(
        OptionField(
            option=option,
            label=option.label,
            value=values.get(option.name, typed(option.default)),
            usual=option.in_words(option.default),
            error=errors.get(option.name),
        )
        for option in variant.options
    )


def changeable_options(
    state: State, values: Mapping[str, str], errors: Mapping[str, Refusal]
) -> tuple[OptionField, ...]:
    """The options that may change during a game (ALL-06), as typed, or else as they are in force.

    A refusal of the change stands at the option that it names.
    """
    known = {name: typed(value) for name, value in state.options.items()}
    said = {name: values[CHANGED + name] for name in known if CHANGED + name in values}
    named = {error.values.get("label"): error for error in errors.values()}
    at = {one.name: named[one.label] for one in state.variant.options if one.label in named}
    shown = option_fields(state.variant, {**known, **said}, {**at, **errors})
    return tuple(
        replace(
            one,
            prefix=CHANGED,
            was=one.option.in_words(state.options[one.option.name])
            if one.value != known[one.option.name]
            else "",
        )
        for one in shown
        if not one.option.fixed
    )


def typed(value: int | bool | str) -> str:
    """A value as form data."""
    if isinstance(value, bool):
        return ON if value else OFF
    return str(value)


def options(
    variant: Variant, values: Mapping[str, str]
) -> tuple[dict[str, int | bool | str], dict[str, Refusal]]:
    """The options in form data, and refusals by name; missing options take their default."""
    read: dict[str, int | bool | str] = {}
    errors: dict[str, Refusal] = {}
    for option in variant.options:
        if option.name not in values:
            continue
        text = values[option.name].strip()
        value: int | bool | str = text
        if option.kind == "flag" and text in (ON, OFF):
            value = text == ON
        elif option.kind == "number" and text.isascii() and text.isdecimal() and len(text) <= 9:
            value = int(text)
        at = option.name, option.rule
        if option.allows(value):
            read[option.name] = value
        elif option.words or option.kind != "number":
            errors[option.name] = AppRefusal("no-choice", *at)
        elif option.most is None:
            errors[option.name] = AppRefusal("least", *at, least=option.least)
        else:
            errors[option.name] = AppRefusal("range", *at, least=option.least, most=option.most)
    if errors:
        return read, errors
    # Each is valid alone, but may exceed the option that limits it.
    chosen = {**variant.standard_options, **read}
    labels = {option.name: option.label for option in variant.options}
    return read, {
        option.name: AppRefusal(
            "over-the-limit", option.name, option.rule, label=option.label, limit=labels[option.at_most]
        )
        for option in variant.options
        if option.at_most and int(chosen[option.name]) > int(chosen[option.at_most])
    }


# The catalogue of games, as the menu lists them.


@dataclass(frozen=True)
class Game:
    """One game on the menu.

    variant: its name in a record. title: its name on the menu. takes: players and cards, "4 players, 24
    cards". note: a description of one or two sentences.
    """

    variant: str
    title: str
    takes: str
    note: str


def catalogue() -> tuple[Game, ...]:
    """Every game, in the order of the menu."""
    games = []
    for variant in VARIANTS.values():
        least, most = variant.seats[0], variant.seats[-1]
        players = str(least) if least == most else f"{least}–{most}"
        takes = f"{players} players, {variant.pack.size} cards"
        games.append(Game(variant.name, variant.short, takes, variant.note))
    return tuple(games)
