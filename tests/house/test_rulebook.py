"""The rulebook has every permanent id once, and agrees with the code that scores."""

import re
from collections import Counter
from pathlib import Path

import pytest

from scoring import VARIANTS

ROOT = Path(__file__).resolve().parents[2]
RULEBOOK = ROOT / "docs" / "rulebook"
# The rules that the rulebook restates, where they are kept beside the repository.
RESTATED = ROOT.parent / "shared" / "rules"
SHORTEST_RULE = 20

RULE = re.compile(r"^\*\*([^*\n]+)\*\* (.*?)(?=\n[ \t]*\n|\Z)", re.MULTILINE | re.DOTALL)
DECLARED = re.compile(r"\A---\nids: ([A-Z ]+)\n---\n")
RULE_ID = re.compile(r"\b[A-Z]{2,3}-\d{2}\b")
RESTATED_RULE = re.compile(r"^(?:\| |- \*\*)([A-Z]{2}-\d\d|ALL-\d\d)\b(.*(?:\n  .*)*)", re.MULTILINE)
OPTION = re.compile(r"Table option: `(\w+)`\.")
# How rules say the values of an option that are no words for players; suits speak for themselves.
SAID = {
    "last-trick": "won a trick last",
    "mediator": "third player",
    "redeal": "dealt again",
    "buy": "buys the rest",
    "forgive": "the rest is forgiven",
}
SUITS = ("spades", "hearts", "diamonds", "clubs")
RULING, OPENING = "uling", re.compile(r"(?:^|(?<=[.;] ))Bower’s ruling: ")
# What no page of a game says, each by the words that give it away.
NOT_SAID = {
    "a source": re.compile(r"\bsources?\b"),
    "a name of the record": re.compile("`"),
    "British spelling": re.compile(
        r"\w*(?:colour|favour|honour|neighbour|behaviour)\w*|\b(?:centre|defence|grey|cancelled|towards)\b"
    ),
    "a second name": re.compile(
        r"\b(?:packs?|everybody|somebody|anybody)\b|\b(?:takes?|took)\b[^.,;:]{0,20}\btricks?\b",
        re.IGNORECASE,
    ),
    "no true minus": re.compile(r"(?<![\w-])-\d"),
}


def declared() -> dict[str, tuple[str, ...]]:
    """The letters of the ids on each page, by the page's name, as its first lines declare them."""
    pages = sorted(path for path in RULEBOOK.glob("*.md") if path.name != "README.md")
    return {page.stem: tuple(DECLARED.findall(page.read_text(encoding="utf-8"))[0].split()) for page in pages}


def rules_of(page: Path) -> list[tuple[str, str]]:
    """The rules of one page as (id, text on one line), in the order of the page."""
    return [
        (rule_id, " ".join(text.split())) for rule_id, text in RULE.findall(page.read_text(encoding="utf-8"))
    ]


def paragraphs_of(page: Path) -> list[str]:
    """Every paragraph of one page on one line: title, lead, headings, rules, tables, examples."""
    return [" ".join(text.split()) for text in page.read_text(encoding="utf-8").split("\n\n")]


def faults(paragraph: str) -> list[str]:
    """What a paragraph says that none may say, by its name in NOT_SAID."""
    words = OPTION.sub("", paragraph)
    found = [name for name, telltale in NOT_SAID.items() if telltale.search(words)]
    text = re.sub(r"^\*\*.*?\*\* ", "", words)
    return found + ["a ruling in passing"] * (len(OPENING.findall(text)) != text.count(RULING))


def without_text(page: str) -> list[str]:
    """The ids on a page of which no rule is told."""
    told = dict(RULE.findall(page))
    ids = re.findall(r"^\*\*([A-Z]{2,3}-\d\d)\*\*", page, re.MULTILINE)
    return [rule_id for rule_id in ids if len(told.get(rule_id, "")) < SHORTEST_RULE]


def restated() -> dict[str, bool]:
    """The ids of the rules that the rulebook restates, and whether they hold a ruling; empty without them."""
    return {
        rule_id: RULING in text
        for page in sorted(RESTATED.glob("*.md"))
        for rule_id, text in RESTATED_RULE.findall(page.read_text(encoding="utf-8"))
    }


PAGES = declared()


def all_rules() -> list[tuple[str, str]]:
    return [rule for page in sorted(RULEBOOK.glob("*.md")) for rule in rules_of(page)]


def without_gaps(ids: list[str], prefixes: tuple[str, ...]) -> list[str]:
    """As many ids of each prefix as there are, numbered from 1, in the order of the prefixes."""
    counts = Counter(rule_id.split("-")[0] for rule_id in ids)
    return [f"{prefix}-{number:02}" for prefix in prefixes for number in range(1, counts[prefix] + 1)]


def options_in_rulebook(prefixes: tuple[str, ...]) -> set[str]:
    """Every option that rules with these prefixes name."""
    return {
        option
        for rule_id, text in all_rules()
        if rule_id.startswith(prefixes)
        for option in OPTION.findall(text)
    }


def test_no_two_pages_declare_the_same_ids() -> None:
    prefixes = Counter(prefix for page in PAGES.values() for prefix in page)
    assert {prefix for prefix, pages in prefixes.items() if pages > 1} == set()
    assert all(PAGES.values())


@pytest.mark.parametrize("game", PAGES)
def test_a_page_holds_its_ids_in_order_without_a_gap(game: str) -> None:
    ids = [rule_id for rule_id, _ in rules_of(RULEBOOK / (game + ".md"))]
    assert ids
    assert ids == without_gaps(ids, PAGES[game])


def test_every_id_has_exactly_one_paragraph_in_the_whole_rulebook() -> None:
    counts = Counter(rule_id for rule_id, _ in all_rules())
    assert {rule_id for rule_id, pages in counts.items() if pages > 1} == set()


@pytest.mark.parametrize("game", PAGES)
def test_a_page_opens_with_a_title_and_a_lead(game: str) -> None:
    declared, title, lead, section = (RULEBOOK / (game + ".md")).read_text(encoding="utf-8").split("\n\n")[:4]
    assert declared == f"---\nids: {' '.join(PAGES[game])}\n---"
    assert re.fullmatch(r"# \S.*", title)
    assert len(lead) >= SHORTEST_RULE
    assert lead[0].isupper()
    assert re.fullmatch(r"## \S.*", section)


def test_every_rule_says_something() -> None:
    assert [rule_id for rule_id, text in all_rules() if len(text) < SHORTEST_RULE] == []


def test_a_rule_holds_nothing_but_words_emphasis_and_code() -> None:
    forbidden = re.compile(r"\*\*|\]\(|[<>|#]|^[-+*] ")
    assert [rule_id for rule_id, text in all_rules() if forbidden.search(text)] == []


def test_table_options_stand_at_the_end_of_a_rule_in_their_one_form() -> None:
    at_the_end = re.compile(f"(?:{OPTION.pattern} ?)+$")
    without_them = {rule_id: at_the_end.sub("", text) for rule_id, text in all_rules()}
    assert [rule_id for rule_id, text in without_them.items() if "Table option" in text] == []


@pytest.mark.parametrize("document", ["docs/glossary.md", *(f"docs/rulebook/{name}.md" for name in PAGES)])
def test_documents_refer_only_to_rules_that_exist(document: str) -> None:
    mentioned = set(RULE_ID.findall((ROOT / document).read_text(encoding="utf-8")))
    assert mentioned
    assert mentioned - {rule_id for rule_id, _ in all_rules()} == set()


def test_the_code_refers_only_to_rules_that_exist() -> None:
    used = {
        rule_id: path.name
        for path in (ROOT / "scoring").rglob("*.py")
        for rule_id in RULE_ID.findall(path.read_text(encoding="utf-8"))
    }
    known = {rule_id for rule_id, _ in all_rules()}
    # A pattern that finds nothing would check nothing.
    assert {rule_id.split("-")[0] for rule_id in used} == {
        prefix for page in PAGES.values() for prefix in page
    }
    assert {rule_id: name for rule_id, name in used.items() if rule_id not in known} == {}


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_has_its_place_in_the_rulebook(variant: str) -> None:
    game = VARIANTS[variant]
    assert set(game.prefixes) <= {prefix for page in PAGES.values() for prefix in page}


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_rulebook_names_exactly_the_options_of_a_game(variant: str) -> None:
    in_code = {option.name for option in VARIANTS[variant].options}
    assert in_code
    assert options_in_rulebook(VARIANTS[variant].prefixes) == in_code


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_rule_that_an_option_points_to_names_it_and_its_words(variant: str) -> None:
    text_of = dict(all_rules())
    for option in VARIANTS[variant].options:
        assert option.name in OPTION.findall(text_of[option.rule])
        words = [SAID.get(str(word), str(word)) for word in option.words if word not in SUITS]
        assert [word for word in words if not re.search(rf"\b{word}\b", text_of[option.rule])] == []


@pytest.mark.parametrize("game", PAGES)
def test_a_page_is_plain_and_marks_every_ruling_in_one_form(game: str) -> None:
    paragraphs = paragraphs_of(RULEBOOK / (game + ".md"))
    assert {text: faults(text) for text in paragraphs if faults(text)} == {}


@pytest.mark.parametrize(
    ("paragraph", "fault"),
    [
        ("**EU-10** Our source is silent.", "a source"),
        ("**EU-05** The hand is `passed-out`.", "a name of the record"),
        ("Such as `Ann & Cy`.", "a name of the record"),
        ("**EU-01** The Jack of that colour.", "British spelling"),
        ("**PC-07** Chips go to the centre.", "British spelling"),
        ("**EU-02** The pack has 24 cards.", "a second name"),
        ("**PC-07** Everybody has checked.", "a second name"),
        ("**EU-07** The makers take 3 or 4 tricks.", "a second name"),
        ("**TH-06** Each trick: -1.", "no true minus"),
        ("**TH-15** The lowest wins (a ruling).", "a ruling in passing"),
        ("**TH-15** The lowest wins, Bower’s ruling: at 0.", "a ruling in passing"),
        ("**TH-15** Ruling: the lowest wins.", "a ruling in passing"),
    ],
)
def test_what_no_page_says_is_noticed(paragraph: str, fault: str) -> None:
    assert faults(paragraph) == [fault]


@pytest.mark.parametrize(
    "paragraph",
    [
        "**KC-15** Tricks 3-3-1: nobody scores. Bower’s ruling: play on; bet −1. Table option: `penalty`.",
        "**PC-12** Bower’s ruling: that player takes the pot. Bower’s ruling: nobody is euchred.",
    ],
)
def test_a_plain_paragraph_passes(paragraph: str) -> None:
    assert faults(paragraph) == []


def test_an_id_without_a_rule_is_noticed() -> None:
    page = "# Game\n\n**EU-01** \n\n**EU-02**\n\n**EU-03** Everyone gets 5 cards.\n"
    assert without_text(page) == ["EU-01", "EU-02"]
    assert [without_text((RULEBOOK / (game + ".md")).read_text(encoding="utf-8")) for game in PAGES] == [
        [] for _ in PAGES
    ]


def test_the_rulebook_has_the_rules_that_it_restates_and_marks_the_same_rulings() -> None:
    prefixes = tuple(prefix + "-" for page in PAGES.values() for prefix in page)
    wanted = {rule_id: ruling for rule_id, ruling in restated().items() if rule_id.startswith(prefixes)}
    kept = {rule_id.split("-")[0] for rule_id in wanted}  # a game of the table's own is restated from nothing
    here = {rule_id: RULING in text for rule_id, text in all_rules() if rule_id.split("-")[0] in kept}
    assert not wanted or here == wanted
