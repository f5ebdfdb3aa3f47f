"""House rules as a form shows them: a label for each option, what it does, what is usual."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring import Option, Refusal, Variant
from scoring.record import every_option, one_option

LABELS = {
    "target": "Points to win",
    "stick_the_dealer": "Stick the dealer",
    "lone_euchre_points": "For euchring a lone maker",
    "defend_alone": "Defending alone",
    "farmers_hand": "Farmer’s hand",
    "steal_the_deal": "Stealing the deal",
    "showdown_kings": "Kings in the showdown",
    "showdown_leader": "Lead in the showdown",
    "flipped_joker": "A turned Joker",
    "start": "Points at the start",
    "penalty": "Penalty",
    "no_drop_at": "No dropping at",
    "failed_maker_keeps_tricks": "A failed maker keeps the tricks",
    "sweep_wins": "Five tricks win",
    "unopposed_sweep_wins": "Five tricks unopposed win",
    "jokers": "Two Jokers",
    "floor_at_zero": "Never below 0",
    "chip_value_cents": "Cents for a white chip",
    "min_bet": "Least bet",
    "max_bet": "Most to bet",
    "max_raises": "Raises a circuit",
    "folded_maker_pays": "A folded maker pays",
    "shortfall": "Owing more than one holds",
}
WORDS = {
    "last-trick": "whoever won the last trick",
    "mediator": "the mediator decides",
    "redeal": "is dealt again",
    "buy": "buy the rest on credit",
    "forgive": "the rest is forgiven",
}
ON, OFF = "on", "off"


@dataclass(frozen=True)
class Choice:
    """One value out of several."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True)
class OptionField:
    """One option on the page; ``usual`` is its default in words."""

    option: Option
    label: str
    value: str
    usual: str
    error: str = ""

    @property
    def on(self) -> bool:
        """Whether a switch is on."""
        return self.value == ON

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The values to choose from, where there is a choice."""
        words = [str(word) for word in self.option.words]
        return tuple(Choice(word, WORDS.get(word, word), word == self.value) for word in words)


def option_fields(
    variant: Variant, values: Mapping[str, str], errors: Mapping[str, str]
) -> tuple[OptionField, ...]:
    """Every option of the game with what was typed, or else its default."""
    return tuple(
        OptionField(
            option=option,
            label=LABELS[option.name],
            value=values.get(option.name, typed(option.default)),
            usual=in_words(option.default),
            error=errors.get(option.name, ""),
        )
        for option in variant.options
    )


def typed(value: int | bool | str) -> str:
    """A value as the form sends it."""
    if isinstance(value, bool):
        return ON if value else OFF
    return str(value)


def in_words(value: int | bool | str) -> str:
    """A value as people say it."""
    text = typed(value)
    return WORDS.get(text, text)


def options(
    variant: Variant, values: Mapping[str, str]
) -> tuple[dict[str, int | bool | str], dict[str, str]]:
    """The options that the form says, and what is wrong with which; what is left out takes its default."""
    read: dict[str, int | bool | str] = {}
    errors: dict[str, str] = {}
    for option in variant.options:
        if option.name not in values:
            continue
        try:
            read[option.name] = one_option(option, _value(option, values[option.name].strip()))
        except Refusal as refusal:
            errors[option.name] = refusal.message.replace(option.name + " to be ", "")
    return read, errors or _refused_together(variant, read)


def _refused_together(variant: Variant, read: Mapping[str, int | bool | str]) -> dict[str, str]:
    """What is wrong with options that are right one by one: a least bet over the most."""
    try:
        every_option(variant, dict(read))
    except Refusal:
        return {"min_bet": "expected at most what may be bet, got more"}
    return {}


def _value(option: Option, text: str) -> int | bool | str:
    if option.kind == "flag" and text in (ON, OFF):
        return text == ON
    if option.kind == "number" and text.isascii() and text.isdecimal() and len(text) <= 9:
        return int(text)
    return text
