"""Every rule that scores or refuses has a case of its own in ``cases``; the others say why they have none."""

import ast
import re
from collections.abc import Iterable
from pathlib import Path

from scoring import VARIANTS, Refusal
from tests import games
from tests.scoring.notation import Case, cases, played

ROOT = Path(__file__).resolve().parents[2]
RULE = re.compile(r"^\*\*([A-Z]{2,3}-\d\d)\*\* ", re.MULTILINE)
RULE_ID = re.compile(r"\b[A-Z]{2,3}-\d\d\b")

# Rules of every game that neither change a score nor refuse a record; a game's cases name its own.
NO_CASE_IN_ANY = {
    "ALL-03": "says what a card counts as and which one wins: test_cards.py",
    "ALL-04": "says what a card counts as and which one wins: test_cards.py",
}
WITHOUT_CASE = re.compile(r"^# ([A-Z]{2,3}-\d\d) has no case: it \S.*", re.MULTILINE)

# Modules whose rule ids stand in score lines and refusals.
SCORING = ("bank", "betting", "countdown", "game", "ledger", "poker", "variant")

DECLARED = {
    "Option",
    "Variant",
    "Pack",
    "TurnUp",
    "Deal",
    "Unplayed",
    "Example",
    "Field",
    "options",
    "fields",
    # How a hand is followed.
    "Follow",
    "Calling",
    "Instruction",
    "Special",
    "Kings",
    "Betting",
}
OF_FOLLOWING = ("HandFacts", "Instruction", "Phase")


def no_case() -> set[str]:
    """The rules that have a reason to have no case."""
    texts = [games.text(game, "cases.txt") for game in VARIANTS]
    return {*NO_CASE_IN_ANY, *(rule for text in texts for rule in WITHOUT_CASE.findall(text))}


def uncovered(rules: Iterable[str], with_case: set[str], without: Iterable[str]) -> list[str]:
    """The rules that neither have a case nor a reason to have none."""
    return sorted(set(rules) - with_case - set(without))


def rules_of_the_rulebook() -> set[str]:
    pages = (ROOT / "docs" / "rulebook").glob("*.md")
    return {rule for page in pages for rule in RULE.findall(page.read_text(encoding="utf-8"))}


def shown(case: Case) -> set[str]:
    """The rules that a case brings up: in score lines or in its refusal."""
    try:
        lines = played(case)[1].lines
    except Refusal as refusal:
        return {refusal.rule} if refusal.rule else set()
    return {rule for line in lines for rule in (line.rule, *RULE_ID.findall(line.text))}


def ids_in_code() -> dict[str, str]:
    """The rules that score lines and refusals can name, by the module where they stand."""
    files = [ROOT / "scoring" / f"{name}.py" for name in SCORING]
    files += (ROOT / "scoring" / "variants").glob("*.py")
    return {rule: file.name for file in files for rule in ids_in(ast.parse(file.read_text(encoding="utf-8")))}


def ids_in(tree: ast.AST) -> set[str]:
    """Rule ids in strings that are neither docstrings nor part of what a game declares."""
    if isinstance(tree, ast.Constant):
        return set(RULE_ID.findall(tree.value)) if isinstance(tree.value, str) else set()
    if isinstance(tree, ast.Expr) and isinstance(tree.value, ast.Constant):
        return set()
    if is_declaration(tree):
        return set()
    return {rule for part in ast.iter_child_nodes(tree) for rule in ids_in(part)}


def is_declaration(tree: ast.AST) -> bool:
    """Whether this is part of a game's description rather than a score line or a refusal."""
    if isinstance(tree, ast.FunctionDef):
        return tree.name == "_examples" or follows(tree)
    if not isinstance(tree, ast.Call):
        return False
    named = tree.func.value if isinstance(tree.func, ast.Attribute) else tree.func
    return isinstance(named, ast.Name) and named.id in DECLARED


def follows(function: ast.FunctionDef) -> bool:
    """Whether a function has to do with following a hand, by the types in its signature."""
    types = [part.annotation for part in function.args.args] + [function.returns]
    return any(name in ast.unparse(one) for one in types if one for name in OF_FOLLOWING)


def test_every_rule_has_a_case_or_a_reason_to_have_none() -> None:
    rules = rules_of_the_rulebook()
    with_case = {rule for case in cases() for rule in case.rules}
    assert uncovered(rules, with_case, no_case()) == []
    assert with_case | no_case() == rules
    assert with_case & no_case() == set()


def test_a_rule_without_a_case_is_named() -> None:
    with_case = {rule for case in cases() for rule in case.rules} - {"KC-17", "PC-20"}
    assert uncovered(rules_of_the_rulebook(), with_case, no_case()) == ["KC-17", "PC-20"]
    assert uncovered(["EU-07", "EU-17", "EU-18"], {"EU-07"}, ["EU-17"]) == ["EU-18"]


def test_every_rule_that_a_score_line_or_a_refusal_names_is_seen_in_a_case_of_its_own() -> None:
    seen = {rule for case in cases() for rule in shown(case) & set(case.rules)}
    code = ids_in_code()
    assert {"EU-07", "KC-17", "TH-14", "BU-13", "PC-20", "PE-08", "PP-08", "ALL-05", "PC-10"} <= set(code)
    assert {rule: file for rule, file in code.items() if rule not in seen} == {}


def test_rule_ids_in_docstrings_and_options_are_not_taken_for_lines() -> None:
    code = (
        '"""KC-01"""\nOption("target", 10, "KC-21")\noptions.flag("x", "KC-22")\n'
        'def _examples():\n    return "KC-23"\n\ndef f():\n    """KC-02"""\n    return "lost (KC-17)"\n'
        'def _over(facts: HandFacts) -> str:\n    return "KC-11"\n'
    )
    assert ids_in(ast.parse(code)) == {"KC-17"}
