"""The rulebook of docs/rulebook: pages and rules by id, read once."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from companion.rules import files
from scoring import VARIANTS, Variant

SHARED = "ALL"
FRONT_MATTER = re.compile(r"---\nids: ([A-Z ]+)\n---\n")


def _read(name: str) -> tuple[list[str], str]:
    """The prefixes declared at the top of a page, and its other lines. Raises ValueError without any."""
    text = files.text(name)
    declared = FRONT_MATTER.match(text)
    if not declared:
        raise ValueError(f"{name}.md: expected the prefixes of its ids at the top")
    return declared[1].split(), text[declared.end() :]


def declared() -> dict[str, str]:
    """Page name by declared prefix: first the rules all games share, then by game."""
    found = {prefix: name for name in files.names() for prefix in _read(name)[0]}
    order = [SHARED, *(prefix for variant in VARIANTS.values() for prefix in variant.prefixes), *found]
    return {prefix: found[prefix] for prefix in sorted(found, key=order.index)}


PAGE_OF_PREFIX = declared()
PAGES = tuple(dict.fromkeys(PAGE_OF_PREFIX.values()))
COMMON = PAGE_OF_PREFIX[SHARED]

RULE = re.compile(r"\*\*([A-Z]{2,3}-\d{2})\*\* (.*)", re.DOTALL)
REFERENCE = re.compile(rf"\b(?:{'|'.join(PAGE_OF_PREFIX)})-\d{{2}}\b")
SPAN = re.compile(rf"`([^`]+)`|\*([^*]+)\*|({REFERENCE.pattern})")
TABLE_RULER = re.compile(r"[|\s:-]+")


@dataclass(frozen=True)
class Span:
    """A stretch of text: "plain", "code", "stress", or a "rule" (a reference to one)."""

    kind: str
    text: str


@dataclass(frozen=True)
class Block:
    """A "heading", a "rule" with its id, a "paragraph", or a "table" with its rows of cells."""

    kind: str
    spans: tuple[Span, ...] = ()
    rule: str = ""
    rows: tuple[tuple[tuple[Span, ...], ...], ...] = ()


@dataclass(frozen=True)
class Page:
    """One page of the rulebook."""

    name: str
    title: str
    blocks: tuple[Block, ...]


def page_of_rule(rule: str) -> str:
    """The page of the rule with this id. Raises KeyError for an unknown prefix."""
    return PAGE_OF_PREFIX[rule.partition("-")[0]]


def page_of_variant(variant: Variant) -> str:
    """The page with a game's own rules."""
    return PAGE_OF_PREFIX[variant.prefixes[0]]


def games_of_page(name: str) -> list[Variant]:
    """The games whose rules are on a page; [] for the page that all games share."""
    return [variant for variant in VARIANTS.values() if page_of_variant(variant) == name]


@cache
def page(name: str) -> Page:
    """One page, read from its file. Raises KeyError if there is no such page."""
    if name not in PAGES:
        raise KeyError(name)
    _prefixes, text = _read(name)
    title, *paragraphs = text.strip().split("\n\n")
    return Page(name, title.removeprefix("# "), tuple(_block(text.strip()) for text in paragraphs))


@cache
def rules() -> dict[str, Block]:
    """Every rule of the rulebook by its id."""
    return {block.rule: block for name in PAGES for block in page(name).blocks if block.rule}


def _block(text: str) -> Block:
    if text.startswith("#"):
        return Block("heading", _spans(text.lstrip("# ")))
    if text.startswith("|"):
        return Block("table", rows=tuple(_rows(text)))
    found = RULE.fullmatch(text)
    if found:
        return Block("rule", _spans(found[2]), found[1])
    return Block("paragraph", _spans(text))


def _rows(text: str) -> Iterator[tuple[tuple[Span, ...], ...]]:
    for line in text.splitlines():
        if not TABLE_RULER.fullmatch(line):
            yield tuple(_spans(cell.strip()) for cell in line.strip().strip("|").split("|"))


def _spans(text: str) -> tuple[Span, ...]:
    text = " ".join(text.split())
    spans = []
    at = 0
    for found in SPAN.finditer(text):
        spans.append(Span("plain", text[at : found.start()]))
        spans.append(
            Span(("code", "stress", "rule")[(found.lastindex or 1) - 1], found[found.lastindex or 1])
        )
        at = found.end()
    spans.append(Span("plain", text[at:]))
    return tuple(span for span in spans if span.text)
