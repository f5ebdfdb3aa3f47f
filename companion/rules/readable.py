"""Rules with labels in place of option names."""

from dataclasses import replace
from functools import cache

from companion.rules.options import in_words
from companion.rules.rulebook import Block, Span, games_of_page


def readable(block: Block, page: str) -> Block:
    """A block with each option's name replaced by its label and standard value."""
    labels = _labels(page)
    return replace(
        block,
        spans=tuple(
            Span("plain", labels.get(span.text, span.text)) if span.kind == "code" else span
            for span in block.spans
        ),
    )


@cache
def _labels(page: str) -> dict[str, str]:
    """Label and standard value of every option of a page's games, by the option's name."""
    return {
        option.name: f"{option.label} (standard {in_words(option, option.default)})"
        for variant in games_of_page(page)
        for option in variant.options
    }
