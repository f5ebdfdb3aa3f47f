"""House rules as a form shows them: a label for each option, what it does, what is usual."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring import Option, Refusal, Variant

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
        return tuple(Choice(word, in_words(self.option, word), word == self.value) for word in words)


def option_fields(
    variant: Variant, values: Mapping[str, str], errors: Mapping[str, str]
) -> tuple[OptionField, ...]:
    """Every option of the game with what was typed, or else its default."""
    return tuple(
        OptionField(
            option=option,
            label=option.label,
            value=values.get(option.name, typed(option.default)),
            usual=in_words(option, option.default),
            error=errors.get(option.name, ""),
        )
        for option in variant.options
    )


def typed(value: int | bool | str) -> str:
    """A value as the form sends it."""
    if isinstance(value, bool):
        return ON if value else OFF
    return str(value)


def in_words(option: Option, value: int | bool | str) -> str:
    """A value of an option as people read it."""
    text = typed(value)
    return option.word_labels.get(text, text)


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
            read[option.name] = option.checked(_value(option, values[option.name].strip()))
        except Refusal as refusal:
            errors[option.name] = refusal.message.replace(option.name + " to be ", "")
    return read, errors or _refused_together(variant, read)


def _refused_together(variant: Variant, read: Mapping[str, int | bool | str]) -> dict[str, str]:
    """What is wrong with options that are right one by one: one that is over the option that limits it."""
    values = {**variant.standard_options, **read}
    labels = {option.name: option.label for option in variant.options}
    return {
        option.name: f"expected at most “{labels[option.at_most]}”, got more"
        for option in variant.options
        if option.at_most and int(values[option.name]) > int(values[option.at_most])
    }


def _value(option: Option, text: str) -> int | bool | str:
    if option.kind == "flag" and text in (ON, OFF):
        return text == ON
    if option.kind == "number" and text.isascii() and text.isdecimal() and len(text) <= 9:
        return int(text)
    return text
