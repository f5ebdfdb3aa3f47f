"""The rulebook has every permanent id once, and agrees with the code that scores."""

import re
from collections import Counter
from pathlib import Path

import pytest

from scoring import VARIANTS, Option

ROOT = Path(__file__).resolve().parents[2]
RULEBOOK = ROOT / "docs" / "rulebook"
PAGES = {
    "common": {"ALL": 5},
    "partnership": {"EU": 17},
    "king-cutthroat": {"KC": 23},
    "three-handed": {"TH": 16},
    "buck": {"BU": 16},
    "poker-euchre": {"PE": 12, "PC": 24, "PP": 8},
}
PREFIXES_OF_VARIANT = {
    "partnership": ("EU",),
    "king-cutthroat": ("KC",),
    "three-handed": ("TH",),
    "buck": ("BU",),
    "poker-chips": ("PE", "PC"),
    "poker-points": ("PE", "PP"),
}
SHORTEST_RULE = 20

RULE = re.compile(r"^\*\*([^*\n]+)\*\* (.*?)(?=\n[ \t]*\n|\Z)", re.MULTILINE | re.DOTALL)
RULE_ID = re.compile(r"\b[A-Z]{2,3}-\d{2}\b")
OPTION = re.compile(r"Table option: `(\w+)` \(`?([\w-]+)`? unless the table says otherwise\)\.")


def rules_of(page: Path) -> list[tuple[str, str]]:
    """The rules of one page as (id, text on one line), in the order of the page."""
    return [
        (rule_id, " ".join(text.split())) for rule_id, text in RULE.findall(page.read_text(encoding="utf-8"))
    ]


def all_rules() -> list[tuple[str, str]]:
    return [rule for page in sorted(RULEBOOK.glob("*.md")) for rule in rules_of(page)]


def expected_ids(page: str) -> list[str]:
    return [f"{prefix}-{number:02}" for prefix, last in PAGES[page].items() for number in range(1, last + 1)]


def options_in_rulebook(prefixes: tuple[str, ...]) -> set[tuple[str, str]]:
    """Every option that rules with these prefixes name, with the default written there."""
    return {
        option
        for rule_id, text in all_rules()
        if rule_id.startswith(prefixes)
        for option in OPTION.findall(text)
    }


def in_words(option: Option) -> str:
    """A default as the rulebook writes it."""
    if isinstance(option.default, bool):
        return "on" if option.default else "off"
    return str(option.default)


def test_the_rulebook_is_one_index_and_one_page_for_every_set_of_ids() -> None:
    assert sorted(path.name for path in RULEBOOK.iterdir()) == sorted(
        ["README.md", *(name + ".md" for name in PAGES)]
    )


@pytest.mark.parametrize("game", PAGES)
def test_a_page_holds_its_ids_in_order_without_a_gap(game: str) -> None:
    assert [rule_id for rule_id, _ in rules_of(RULEBOOK / (game + ".md"))] == expected_ids(game)


def test_every_id_has_exactly_one_paragraph_in_the_whole_rulebook() -> None:
    counts = Counter(rule_id for rule_id, _ in all_rules())
    assert counts == dict.fromkeys((rule_id for page in PAGES for rule_id in expected_ids(page)), 1)


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
    # KC-10, PC-13 and their like: a pattern that finds nothing would check nothing.
    assert {rule_id[:2] for rule_id in used} >= {"AL", "EU", "KC", "TH", "BU", "PE", "PC", "PP"}
    assert {rule_id: name for rule_id, name in used.items() if rule_id not in known} == {}


def test_every_game_has_its_place_in_the_rulebook() -> None:
    assert set(VARIANTS) == set(PREFIXES_OF_VARIANT)


@pytest.mark.parametrize("variant", PREFIXES_OF_VARIANT)
def test_the_rulebook_names_exactly_the_options_of_a_game_with_their_defaults(variant: str) -> None:
    in_code = {(option.name, in_words(option)) for option in VARIANTS[variant].options}
    assert in_code
    assert options_in_rulebook(PREFIXES_OF_VARIANT[variant]) == in_code


@pytest.mark.parametrize("variant", PREFIXES_OF_VARIANT)
def test_the_rule_that_an_option_points_to_names_it_and_its_words(variant: str) -> None:
    text_of = dict(all_rules())
    for option in VARIANTS[variant].options:
        assert option.name in [name for name, _ in OPTION.findall(text_of[option.rule])]
        # A suit stands for itself: KC-04 says "the name of that suit".
        words = [str(word) for word in option.words if word not in ("spades", "hearts", "diamonds", "clubs")]
        assert [word for word in words if not re.search(rf"\b{word}\b", text_of[option.rule])] == []
