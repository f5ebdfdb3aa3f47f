"""The rulebook of docs/rulebook: its pages and rules by id, read once."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings

FOLDER: Path = settings.BASE_DIR / "docs" / "rulebook"
COMMON = "common"
PAGES = (COMMON, "partnership", "king-cutthroat", "three-handed", "buck", "poker-euchre")
PAGE_OF_PREFIX = {
    "ALL": "common",
    "EU": "partnership",
    "KC": "king-cutthroat",
    "TH": "three-handed",
    "BU": "buck",
    "PE": "poker-euchre",
    "PC": "poker-euchre",
    "PP": "poker-euchre",
}
PAGE_OF_VARIANT = {"poker-chips": "poker-euchre", "poker-points": "poker-euchre"}

RULE = re.compile(r"\*\*([A-Z]{2,3}-\d{2})\*\* (.*)", re.DOTALL)
REFERENCE = re.compile(r"\b(?:ALL|EU|KC|TH|BU|PE|PC|PP)-\d{2}\b")
SPAN = re.compile(r"`([^`]+)`|\*([^*]+)\*|\b((?:ALL|EU|KC|TH|BU|PE|PC|PP)-\d{2})\b")
TABLE_RULER = re.compile(r"[|\s:-]+")


@dataclass(frozen=True)
class Span:
    """A stretch of text: "plain", "code", "stress", or a "rule" that is referred to."""

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
    """The page on which the rule with this id stands."""
    return PAGE_OF_PREFIX[rule.partition("-")[0]]


def page_of_variant(variant: str) -> str:
    """The page of a game."""
    return PAGE_OF_VARIANT.get(variant, variant)


@cache
def page(name: str) -> Page:
    """One page, read from its file; KeyError for a name that is none of PAGES."""
    if name not in PAGES:
        raise KeyError(name)
    title, *paragraphs = (FOLDER / (name + ".md")).read_text(encoding="utf-8").strip().split("\n\n")
    return Page(name, title.removeprefix("# "), tuple(_block(text.strip()) for text in paragraphs))


@cache
def rules() -> dict[str, Block]:
    """Every rule of the rulebook by its id."""
    return {block.rule: block for name in PAGES for block in page(name).blocks if block.rule}


def named(text: str) -> list[str]:
    """The ids of rules that words name, each once."""
    return [rule for rule in dict.fromkeys(REFERENCE.findall(text)) if rule in rules()]


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
