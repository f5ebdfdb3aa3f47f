"""The rulebook in the app: every rule under its id, every reference leads somewhere."""

import re
from pathlib import Path

import pytest
from django.test import Client

from companion.rules import files as files_of_rules
from companion.rules import rulebook
from companion.rules.rulebook import Block, Span
from scoring import VARIANTS
from tests.companion.pages import page


def test_the_pages_are_the_files() -> None:
    files = {path.stem for path in files_of_rules.FOLDER.glob("*.md")}
    assert set(rulebook.PAGES) == files - {"README"}


@pytest.mark.parametrize("name", rulebook.GUIDES)
def test_a_guide_is_on_the_list_and_its_rules_exist(client: Client, name: str) -> None:
    assert f"/rules/{name}/" in page(client.get("/rules/")).links
    blocks = rulebook.page(name).blocks
    cells = [span for block in blocks for row in block.rows for cell in row for span in cell]
    named = [
        span.text for span in (*cells, *(s for block in blocks for s in block.spans)) if span.kind == "rule"
    ]
    assert named
    assert set(named) <= rulebook.rules().keys()
    shown = page(client.get(f"/rules/{name}/"))
    assert rulebook.page(name).title in shown.text
    assert all(any(link.endswith("#" + rule) for link in shown.links) for rule in named)


def test_every_rule_is_known_by_its_id_and_page() -> None:
    rules = rulebook.rules()
    written = "".join(file.read_text(encoding="utf-8") for file in files_of_rules.FOLDER.glob("*.md"))
    assert sorted(rules) == sorted(re.findall(r"^\*\*([A-Z]+-\d\d)\*\*", written, re.MULTILINE))
    for name in rulebook.PAGES:
        for block in rulebook.page(name).blocks:
            assert not block.rule or rulebook.page_of_rule(block.rule) == name


def test_a_rule_has_its_text() -> None:
    block = rulebook.rules()["KC-16"]
    assert block == Block("rule", (Span("plain", "Winning the showdown is worth 1 point."),), "KC-16")


def test_stress_code_and_references_are_told_apart() -> None:
    spans = rulebook.rules()["EU-16"].spans
    assert Span("rule", "ALL-02") in spans
    assert Span("code", "steal_the_deal") in spans
    assert Span("stress", "playing a King") not in spans
    assert Span("stress", "by playing a King") in rulebook.rules()["KC-10"].spans


def test_nothing_of_the_markup_is_left_over() -> None:
    for name in rulebook.PAGES:
        for block in rulebook.page(name).blocks:
            cells = [cell for row in block.rows for cell in row]
            for span in (*block.spans, *(span for cell in cells for span in cell)):
                assert "**" not in span.text
                assert "`" not in span.text
                assert "|" not in span.text


def test_a_table_has_its_rows() -> None:
    [table] = [block for block in rulebook.page("poker-euchre").blocks if block.kind == "table"]
    assert {len(row) for row in table.rows} == {9}
    assert len(table.rows) == 7


@pytest.mark.parametrize("name", rulebook.PAGES)
def test_every_rule_has_its_place_on_the_page(client: Client, name: str) -> None:
    found = page(client.get(f"/rules/{name}/"))
    rules = [block.rule for block in rulebook.page(name).blocks if block.rule]
    assert rules
    assert set(rules) <= set(found.ids)
    assert rulebook.page(name).title in found.text


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_option_is_shown_by_label_and_standard_value_and_not_by_its_name(
    client: Client, variant: str
) -> None:
    found = page(client.get(f"/rules/{rulebook.page_of_variant(VARIANTS[variant])}/"))
    for option in VARIANTS[variant].options:
        shown = f"Table option: {option.label} (standard {option.in_words(option.default)})."
        assert shown in found.text
        assert f"<code>{option.name}</code>" not in found.html
    assert not re.search(r"[a-z]_[a-z]|`", found.text)


@pytest.mark.parametrize("name", rulebook.PAGES)
def test_every_reference_leads_to_a_rule(client: Client, name: str) -> None:
    rules = rulebook.rules()
    references = [link for link in page(client.get(f"/rules/{name}/")).links if "#" in link]
    for link in references:
        address, rule = link.split("#")
        assert rule in rules
        assert (address or f"/rules/{name}/") == f"/rules/{rulebook.page_of_rule(rule)}/"


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_has_a_page(variant: str) -> None:
    page_of_it = rulebook.page_of_variant(VARIANTS[variant])
    assert VARIANTS[variant] in rulebook.games_of_page(page_of_it)
    assert {rulebook.PAGE_OF_PREFIX[prefix] for prefix in VARIANTS[variant].prefixes} == {page_of_it}


def test_what_all_games_share_comes_first_and_is_no_games_page() -> None:
    assert rulebook.PAGES[0] == rulebook.COMMON
    assert rulebook.games_of_page(rulebook.COMMON) == []


def test_a_page_without_the_prefixes_of_its_ids_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "README.md").write_text("# The rulebook\n")
    (tmp_path / "shared.md").write_text("---\nids: ALL\n---\n\n# Shared\n")
    monkeypatch.setattr(files_of_rules, "FOLDER", tmp_path)
    assert rulebook.declared() == {"ALL": "shared"}
    (tmp_path / "game.md").write_text("# A game\n")
    with pytest.raises(ValueError, match=r"game\.md"):
        rulebook.declared()


def test_the_index_leads_to_every_page(client: Client) -> None:
    links = page(client.get("/rules/")).links
    assert all(f"/rules/{name}/" in links for name in rulebook.PAGES)


@pytest.mark.parametrize("name", ["bridge", "README", "readme"])
def test_a_page_that_is_not_there(client: Client, name: str) -> None:
    assert client.get(f"/rules/{name}/").status_code == 404


def test_the_rulebook_asks_the_database_nothing(client: Client) -> None:
    assert client.get("/rules/common/").status_code == 200
