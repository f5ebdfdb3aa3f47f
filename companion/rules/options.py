"""House rules as form fields: label, effect and standard value of each option."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.wording.refusal import AppRefusal
from scoring import Option, Refusal, Variant

ON, OFF = "on", "off"


@dataclass(frozen=True)
class Choice:
    """One of several values."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True)
class OptionField:
    """One option in the form; ``usual`` is its default in words."""

    option: Option
    label: str
    value: str
    usual: str
    error: Refusal | None = None

    @property
    def on(self) -> bool:
        """Whether a switch is on."""
        return self.value == ON

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The values to choose from; () for other options."""
        words = [str(word) for word in self.option.words]
        return tuple(Choice(word, in_words(self.option, word), word == self.value) for word in words)


def option_fields(
    variant: Variant, values: Mapping[str, str], errors: Mapping[str, Refusal]
) -> tuple[OptionField, ...]:
    """All options of the game with the typed value, or else the default."""
    return tuple(
        OptionField(
            option=option,
            label=option.label,
            value=values.get(option.name, typed(option.default)),
            usual=in_words(option, option.default),
            error=errors.get(option.name),
        )
        for option in variant.options
    )


def typed(value: int | bool | str) -> str:
    """A value as form data."""
    if isinstance(value, bool):
        return ON if value else OFF
    return str(value)


def in_words(option: Option, value: int | bool | str) -> str:
    """A value of an option in words."""
    text = typed(value)
    return option.word_labels.get(text, text)


def options(
    variant: Variant, values: Mapping[str, str]
) -> tuple[dict[str, int | bool | str], dict[str, Refusal]]:
    """The options in form data, and refusals by name; missing options take their default."""
    read: dict[str, int | bool | str] = {}
    errors: dict[str, Refusal] = {}
    for option in variant.options:
        if option.name not in values:
            continue
        value = _value(option, values[option.name].strip())
        if option.allows(value):
            read[option.name] = value
        else:
            errors[option.name] = _refusal(option)
    return read, errors or _refused_together(variant, read)


def _refusal(option: Option) -> Refusal:
    if option.words or option.kind != "number":
        return AppRefusal("no-choice", option.name, option.rule)
    if option.most is None:
        return AppRefusal("least", option.name, option.rule, least=option.least)
    return AppRefusal("range", option.name, option.rule, least=option.least, most=option.most)


def _refused_together(variant: Variant, read: Mapping[str, int | bool | str]) -> dict[str, Refusal]:
    """Refusals of options that are valid alone but exceed the option that limits them."""
    values = {**variant.standard_options, **read}
    labels = {option.name: option.label for option in variant.options}
    return {
        option.name: AppRefusal(
            "over-the-limit", option.name, option.rule, label=option.label, limit=labels[option.at_most]
        )
        for option in variant.options
        if option.at_most and int(values[option.name]) > int(values[option.at_most])
    }


def _value(option: Option, text: str) -> int | bool | str:
    if option.kind == "flag" and text in (ON, OFF):
        return text == ON
    if option.kind == "number" and text.isascii() and text.isdecimal() and len(text) <= 9:
        return int(text)
    return text
