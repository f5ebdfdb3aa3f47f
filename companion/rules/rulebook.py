"""The rulebook of docs/rulebook: pages and rules by id, read once; the search, and the rules of fields.

The guides of docs/players are pages without rules of their own.
"""

import re
from dataclasses import dataclass, replace
from functools import cache

from companion.rules import files
from scoring import VARIANTS, Refusal, Variant

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
GUIDES = tuple(files.guides())

RULE = re.compile(r"\*\*([A-Z]{2,3}-\d{2})\*\* (.*)", re.DOTALL)
REFERENCE = re.compile(rf"\b(?:{'|'.join(PAGE_OF_PREFIX)})-\d{{2}}\b", re.ASCII)
SPAN = re.compile(rf"`([^`]+)`|\*([^*]+)\*|({REFERENCE.pattern})", re.ASCII)
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
    """One page or guide, read from its file. Raises KeyError if there is no such page."""
    if name not in (*PAGES, *GUIDES):
        raise KeyError(name)
    text = files.text(name) if name in GUIDES else _read(name)[1]
    title, *paragraphs = (part.strip() for part in text.strip().split("\n\n"))
    blocks = []
    for part in paragraphs:
        if part.startswith("#"):
            blocks.append(Block("heading", _spans(part.lstrip("# "))))
        elif part.startswith("|"):
            lines = (line.strip().strip("|") for line in part.splitlines() if not TABLE_RULER.fullmatch(line))
            rows = tuple(tuple(_spans(cell.strip()) for cell in line.split("|")) for line in lines)
            blocks.append(Block("table", rows=rows))
        elif found := RULE.fullmatch(part):
            blocks.append(Block("rule", _spans(found[2]), found[1]))
        else:
            blocks.append(Block("paragraph", _spans(part)))
    return Page(name, title.removeprefix("# "), tuple(blocks))


@cache
def rules() -> dict[str, Block]:
    """Every rule of the rulebook by its id."""
    return {block.rule: block for name in PAGES for block in page(name).blocks if block.rule}


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


# Rules beside what they are about: the rule of a field, and ids as words that people can read.

RESULT = "result"


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
        option.name: f"{option.label} (standard {option.in_words(option.default)})"
        for variant in games_of_page(page)
        for option in variant.options
    }


def rule_behind(refusal: Refusal, variant: Variant) -> str:
    """The rule of a refusal; without one, the rule that its field rests on, or ""."""
    return refusal.rule or rule_of_field(variant, refusal.field or "")


def rule_of_field(variant: Variant, field: str) -> str:
    """The id of the rule that a field of an entry rests on; "" if there is none.

    Fields of a played hand come before those of other entries with the same name.
    """
    if field == RESULT and variant.unplayed:
        return variant.unplayed[0].rule
    for fields in (variant.fields, *(kind.fields for kind in variant.kinds)):
        rules = {one.name: one.rule for one in fields if one.rule}
        if field in rules:
            return rules[field]
    return ""


# Search for rules that contain every word of a query.

LONGEST = 80
MOST = 30
WORD = re.compile(r"[\w+−-]+")
SENTENCE_END = re.compile(r"(?<=[.;?!]) +")
RULING = "Bower’s ruling: "
# Bower itself, which has its name from a card, is no card.
NOT_BOWER = r"(?!Bower\b)"
# Players' words for playing alone.
GO_ALONE = re.compile(r"\bgo(es|ing)?(?=\W+alone\b)")
HOW_TO_PLAY = re.compile(r"\s*how (?:do (?:i|you|we)|to) play\W*")
# Players' words, by stem, and what the rules say for them.
SPOKEN = {
    "loner": ("loner", "alone"),
    "set": ("set", "euchred", "fewer than"),
    "sweep": ("sweep", "march", "all 5", "all five", "all 7"),
}
HISS = ("s", "x", "ch", "sh")
SHORTEST = 3


@dataclass(frozen=True)
class Piece:
    """A stretch of a sentence; ``marked``: whether it matches the query."""

    text: str
    marked: bool


@dataclass(frozen=True)
class Found:
    """A rule that contains every word: its id, its page, and its best sentence."""

    rule: str
    page: str
    pieces: tuple[Piece, ...]


def find(query: str, within: str = "") -> list[Found]:
    """The rules that contain every word of *query*, on one page or on all; exact phrases first.

    Other forms of a word match if they share its stem: "playing" finds "plays". "How to play" finds the first
    rule of each page.
    """
    pages = (within,) if within else PAGES
    if HOW_TO_PLAY.fullmatch(query.casefold()):
        firsts = [(name, next(block for block in page(name).blocks if block.rule)) for name in pages]
        return [_found(one.rule, page(name).title, _text(readable(one, name)), []) for name, one in firsts]
    asked = GO_ALONE.sub("play", query[:LONGEST].casefold())
    words = [_stem(word) for word in WORD.findall(asked)]
    if not words:
        return []
    found = []
    for name in pages:
        title = page(name).title
        for block in page(name).blocks:
            text = _text(readable(block, name))
            if block.rule and _has_all(block.rule + " " + text, words):
                found.append((not _has_phrase(text, words), _found(block.rule, title, text, words)))
    return [one for _rank, one in sorted(found, key=lambda pair: pair[0])]


def _stem(word: str) -> str:
    """The stem of a word: "play" for "playing", "bet" for "betting"."""
    for ending in ("ing", "ed"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= SHORTEST:
            return stem[:-1] if stem[-1] == stem[-2] and stem[-1] not in "ls" else stem
    one = word.removesuffix("s")
    if one.endswith("e") and one[:-1].endswith(HISS):
        one = one[:-1]
    return one if len(one) >= SHORTEST else word


def _text(block: Block) -> str:
    return "".join(span.text for span in block.spans).replace(RULING, "")


def _pattern(word: str) -> str:
    """The pattern of a word, or of what the rules say for it, in small or capital letters."""
    said = (
        "".join(f"(?:{re.escape(one)}|{re.escape(one.upper())})" for one in text)
        for text in SPOKEN.get(word, (word,))
    )
    return r"(?<!\w)" + NOT_BOWER + f"(?:{'|'.join(said)})" + r"\w*"


def _has_all(text: str, words: list[str]) -> bool:
    return all(re.search(_pattern(word), text) for word in words)


def _has_phrase(text: str, words: list[str]) -> bool:
    return bool(re.search(r"\W+".join(_pattern(word) for word in words), text))


def _found(rule: str, page: str, text: str, words: list[str]) -> Found:
    # the sentence with most of the words; of equals, one with the phrase, then the first
    sentences = SENTENCE_END.split(text)
    sentence = max(
        sentences, key=lambda one: (_has_phrase(one, words), sum(_has_all(one, [w]) for w in words))
    )
    pieces, at = [], 0
    for hit in re.compile("|".join(map(_pattern, words))).finditer(sentence) if words else ():
        if hit.start() > at:
            pieces.append(Piece(sentence[at : hit.start()], False))
        pieces.append(Piece(hit[0], True))
        at = hit.end()
    if at < len(sentence):
        pieces.append(Piece(sentence[at:], False))
    return Found(rule, page, tuple(pieces))
