"""Every room, refusal and page of the rulebook in plain words, for all games."""

import random
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpResponseBase
from django.urls import URLPattern, reverse

from companion import store
from companion.forms.progress import adding
from companion.log.table import Table
from companion.rules.rulebook import GUIDES, PAGES
from companion.store import progress as store_progress
from companion.views.urls import urlpatterns
from companion.wording.refusal import AppRefusal
from scoring import VARIANTS
from scoring.progress import progress
from scoring.refusal import NONE, ONE
from tests.companion.factories import Phone, hand, let_in, opening, table
from tests.effort import ALL
from tests.scoring.progress.walks import with_chips
from tests.scoring.vectors import vectors

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

MOST_WORDS = 20
TAG = re.compile(r"\{[%{#].*?[%}#]\}", re.DOTALL)
LONG_GAMES = 1
# Forms with fields of the game.
OF_THE_GAME = ("new", "games", "hands", "draft", "carry", "corrections", "adjustments", "house_rules")
# Addresses that no person reads: they only take posts, or are files.
UNREAD = frozenset(
    (
        *(
            "look",
            "link",
            "games",
            "import_game",
            "start_kept",
            "rows",
            "outbox",
            "corrections",
            "restorations",
            "buy_ins",
            "cash_outs",
            "joins",
        ),
        *(
            "transfers",
            "ends",
            "payouts",
            "counts",
            "payments",
            "links",
            "phones",
            "pens",
            "seats",
            "disputes",
        ),
        *(
            "answers",
            "books_hledger",
            "books_ledger",
            "books_beancount",
            "books_csv",
            "recap_csv",
            "recap_json",
            "recap_picture",
            "recap_square",
            "manifest",
            "worker",
        ),
    )
)
BANNED = {
    "the words of 0.1.0": r"\bexpected\b.*?, got\b|\bgot (?:nothing|“)",
    "an identifier": r"\w+_\w+|\b[Pp]assed-out\b(?! hand)|\bno-trump\b|\b[Ss]witch(?:es|ed)?\b",
    "a game as records name it": "|".join(rf"\b{name}\b" for name in VARIANTS if "-" in name),
    "a straight apostrophe": r"[a-z]'[a-z]",
    "no true minus": r"(?<![\w–-])-\d",
    "a word of before": r"(?i)\b(?:everybody|somebody|anew|reckon\w*|meanwhile|once more|by now)\b",
    "another word for a thing": r"(?i)\b(?:packs?|usual(?:ly)?|str(?:ikes?|uck) out|put right|put out"
    r"|take back|owners?|pen|catching up|the only one left|told|white chips.? worth|takes? (?:the|a) trick"
    r"|holds \d+|save the|stop the game|settling|enter it again|makes it|cannot|colours?)\b",
    "what nobody says at a table": r"worked out|at most 0|\balone made|\b[A-Z]\w+ made (?:spades|hearts)"
    r"|[.:,] maker [A-Z]|& \w+:? wins\b|Discarding clears|Nothing is entered|It is the next"
    r"|Everyone out|A new name|free its seat|counted in white\b(?! chips)|read along|\bLook at hand"
    r"|\d to go\b|, is ahead|Which card is turned|[Hh]earts turned up|plain http|Table after hand"
    r"|Save correction|\bCorrect (?:\d|the )|Same players again|Play again|Your games|‹ Games|‹ Hands",
}
READ_ALOUD = ("aria-label", "placeholder", "title", "alt")


class _Words(HTMLParser):
    """What a page shows or a screen reader says."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.unseen += tag in ("script", "style")
        self.words += [value for name, value in attrs if name in READ_ALOUD and value]
        self.words.append(" ")

    def handle_endtag(self, tag: str) -> None:
        self.unseen -= tag in ("script", "style")
        self.words.append(" ")

    def handle_data(self, data: str) -> None:
        if not self.unseen:
            self.words.append(data)


def words_of(response: HttpResponseBase) -> str:
    """The words of a page."""
    content: str = response.content.decode()  # type: ignore[attr-defined]
    if "text/html" not in response.headers["Content-Type"]:
        return content
    reader = _Words()
    reader.feed(content)
    return " ".join("".join(reader.words).split())


def faults(text: str) -> list[str]:
    """What is not in plain words, with the words around it."""
    return [
        f"{fault}: …{text[max(0, found.start() - 30) : found.end() + 30]}…"
        for fault, pattern in BANNED.items()
        for found in re.finditer(pattern, text)
    ]


@pytest.mark.parametrize(
    "words",
    [
        *("expected 5 tricks in all, got 4", "the option stick_the_dealer", "Passed-out", "wins with -3"),
        *("Everybody passed", "taken meanwhile", "a poker-chips game", "Colours", "The owner’s phone"),
    ],
)
def test_words_that_are_not_plain_are_found(words: str) -> None:
    assert len(faults(words)) == 1


def test_plain_words_are_left_alone() -> None:
    assert faults("Everyone passed. 3–3–1: A wins with −3 on 2026-11-19 (EU-05). Buy in, 2-handed.") == []


def test_no_template_says_a_word_of_before() -> None:
    """Also where a page says it only to a host, or once a night is over."""
    found = {}
    for path in (settings.BASE_DIR / "templates").rglob("*.html"):
        said = TAG.sub(" ", path.read_text(encoding="utf-8"))
        found[path.name] = re.findall(BANNED["a word of before"], " ".join(said.split()))
    assert len(found) > 100
    assert {name: words for name, words in found.items() if words} == {}


def test_a_refusal_is_one_or_two_short_sentences() -> None:
    of_number = (sentence for others in (NONE, ONE) for _name, sentence in others.values())
    for sentence in (*AppRefusal.sentences.values(), *of_number):
        shown = re.sub(r"\{\w+\}", "A", sentence)
        assert faults(shown) == [], sentence
        assert not re.search(r"\b[A-Z]{2,3}-\d\d\b", shown), sentence
        assert shown[-1] in ".?" or sentence.endswith(("{why}", "{sentence}")), sentence
        assert all(len(part.split()) <= MOST_WORDS for part in re.split(r"[.?:] ", shown)), sentence


def addresses(made: Table) -> Iterator[str]:
    """Every room of a table, and of an entry of each kind."""
    given = {"table_id": made.id, "number": 1, "seat": 1}
    seqs = {item.kind: item.seq for item in made.entries}
    for pattern in urlpatterns:
        assert isinstance(pattern, URLPattern)
        fields = pattern.pattern.converters
        if pattern.name in UNREAD or "table_id" not in fields:
            continue
        if "seq" not in fields:
            yield reverse(str(pattern.name), kwargs={name: given[name] for name in fields})
            continue
        for seq in seqs.values():
            yield reverse(str(pattern.name), kwargs={"table_id": made.id, "seq": seq})


def read(phone: Phone, address: str) -> list[str]:
    """The faults of the page at an address, with the address."""
    response = phone.get(address)
    assert response.status_code < 500, address
    return [f"{address} {fault}" for fault in faults(words_of(response))]


def check(found: list[str]) -> None:
    """Fail with every fault once."""
    each_once = sorted({re.sub(r"^/games/\w{10}/", "", fault) for fault in found})
    assert not each_once, "\n".join(each_once)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_room_of_a_game_is_in_plain_words(variant: str) -> None:
    made = table(
        variant=variant, entries=[*opening(variant), *(hand(variant, number) for number in range(2))]
    )
    phone, viewer = Phone(), let_in(made, "bo", "viewer")
    seq = made.version
    phone.post(
        reverse("disputes", args=[made.id]), {"key": store.new_key(), "seq": seq, "words": "two tricks"}
    )
    store.save(phone.device, made.id, store.new_key(), store.Change(seq, seq, None))
    made = store.load(phone.device, made.id).table
    found = read(phone, reverse("new", args=[variant])) + read(
        phone, reverse("new", args=[variant]) + f"?again={made.id}"
    )
    check(found + [fault for one in addresses(made) for who in (phone, viewer) for fault in read(who, one)])


def test_the_rooms_without_a_table_are_in_plain_words() -> None:
    table()
    names = [one.name for one in urlpatterns if isinstance(one, URLPattern) and not one.pattern.converters]
    check([fault for name in names if name not in UNREAD for fault in read(Phone(), reverse(str(name)))])


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_long_game_is_in_plain_words(variant: str) -> None:
    """Its score sheet, recap, books, and the table when it is over."""
    records = [
        one.record for one in vectors() if one.record["variant"] == variant and "error" not in one.expect
    ]
    for record in sorted(records, key=lambda one: len(one["entries"]))[-LONG_GAMES:]:
        made = table(**record)
        found = [fault for one in addresses(made) for fault in read(Phone(), one)]
        check(found)


@pytest.mark.parametrize("variant", [name for name, one in VARIANTS.items() if one.follow])
def test_a_hand_in_progress_is_in_plain_words(variant: str) -> None:
    made = table(variant=variant, entries=opening(variant))
    phone, rng = Phone(), random.Random(variant)  # noqa: S311 the same hand in every run
    address, moves = reverse("draft", args=[made.id]), 0
    found = read(phone, address)
    for _move in range(40):
        view = store.load(phone.device, made.id)
        kept = store_progress.of_table(view.table)
        now = progress(view.table.state, kept.moves)
        if now.done or not now.allowed:
            break
        store_progress.change(view, adding(kept.rev, [with_chips(rng, rng.choice(now.allowed))]))
        moves += 1
        found += read(phone, address)
    assert moves
    check(found + read(phone, reverse("hand", args=[made.id])))


def tried(variant: str) -> list[Any]:
    """The addresses that a game's forms are sent to. A normal run sends some others to every third game only.

    They are the same for every game. A game with a bank has the most forms: it is asked all of them.
    """
    of_any: list[Any] = urlpatterns
    if ALL or VARIANTS[variant].has_bank:
        return of_any
    others = of_any[list(VARIANTS).index(variant) % 3 :: 3]
    return [one for one in of_any if one in others or getattr(one, "name", "") in OF_THE_GAME]


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_a_form_refuses_is_in_plain_words(variant: str) -> None:
    """Every form of the game, sent with nothing in it and with nonsense."""
    made = table(variant=variant, entries=opening(variant))
    phone, found = Phone(), []
    nonsense = {
        "player": "Zed",
        "chips": "x",
        "points": "x",
        "maker": "99",
        "seq": "1",
        "role": "x",
        "save": "1",
    }
    for pattern in tried(variant):
        for more in ({}, nonsense):
            stamp = {"key": store.new_key(), "seen": str(made.version), "variant": variant, "rev": "0"}
            given = {"table_id": made.id, "variant": variant}
            if not isinstance(pattern, URLPattern) or not set(pattern.pattern.converters) <= set(given):
                continue
            address = reverse(
                str(pattern.name), kwargs={name: given[name] for name in pattern.pattern.converters}
            )
            sent: dict[str, Any] = {**stamp, **more}
            response = phone.post(address, sent)
            assert response.status_code < 500, address
            found += [f"{address} {more} {fault}" for fault in faults(words_of(response))]
    check(found)


@pytest.mark.parametrize("page", [*PAGES, *GUIDES])
def test_the_rulebook_is_in_plain_words(page: str) -> None:
    phone = Phone()
    names = [
        one.name for one in urlpatterns if isinstance(one, URLPattern) and "page" in one.pattern.converters
    ]
    found = read(phone, reverse("rules")) + read(phone, reverse("rules") + "?q=xyzzy")
    for name in names:
        found += read(phone, reverse(str(name), kwargs={"page": page}))
    check(found)
