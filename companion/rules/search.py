"""Search for rules that contain every word of a query."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules import rulebook
from companion.rules.readable import readable
from companion.rules.rulebook import Block

LONGEST = 80
MOST = 30
WORD = re.compile(r"[\w+−-]+")
SENTENCE_END = re.compile(r"(?<=[.;?!]) +")
RULING = "Bower's ruling: "
# Bower itself, which has its name from a card, is no card.
NOT_BOWER = r"(?-i:(?!Bower\b))"
# Players' words for playing alone.
GO_ALONE = re.compile(r"\bgo(es|ing)?(?=\W+alone\b)")
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

    Other forms of a word match if they share its stem: "playing" finds "plays".
    """
    words = _words(query[:LONGEST])
    if not words:
        return []
    found = []
    for name in (within,) if within else rulebook.PAGES:
        title = rulebook.page(name).title
        for block in rulebook.page(name).blocks:
            text = _text(readable(block, name))
            if block.rule and _has_all(block.rule + " " + text, words):
                found.append((not _has_phrase(text, words), _found(block.rule, title, text, words)))
    return [one for _rank, one in sorted(found, key=lambda pair: pair[0])]


def _words(query: str) -> list[str]:
    text = GO_ALONE.sub("play", query.casefold())
    return [_stem(word) for word in WORD.findall(text)]


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


def _pattern(word: str) -> re.Pattern[str]:
    return re.compile(r"(?<!\w)" + NOT_BOWER + re.escape(word) + r"\w*", re.IGNORECASE)


def _has_all(text: str, words: list[str]) -> bool:
    return all(_pattern(word).search(text) for word in words)


def _has_phrase(text: str, words: list[str]) -> bool:
    return bool(re.search(r"\W+".join(_pattern(word).pattern for word in words), text, re.IGNORECASE))


def _found(rule: str, page: str, text: str, words: list[str]) -> Found:
    return Found(rule, page, tuple(_pieces(_sentence(text, words), words)))


def _sentence(text: str, words: list[str]) -> str:
    """The sentence with most of the words; of equals, one with the phrase, then the first."""
    sentences = SENTENCE_END.split(text)
    return max(sentences, key=lambda one: (_has_phrase(one, words), sum(_has_all(one, [w]) for w in words)))


def _pieces(sentence: str, words: list[str]) -> Iterator[Piece]:
    wanted = re.compile("|".join(_pattern(word).pattern for word in words), re.IGNORECASE)
    at = 0
    for hit in wanted.finditer(sentence):
        if hit.start() > at:
            yield Piece(sentence[at : hit.start()], False)
        yield Piece(hit[0], True)
        at = hit.end()
    if at < len(sentence):
        yield Piece(sentence[at:], False)
