"""The options of one table, by rule."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.log.at_night import NO_GOAL
from companion.log.rights import View
from companion.log.table import Table
from companion.rules import rulebook
from companion.rules.rulebook import readable
from scoring import State


@dataclass(frozen=True)
class InForce:
    """One option: this table's value, and the standard one; both in words."""

    label: str
    value: str
    usual: str
    rule: str

    @property
    def changed(self) -> bool:
        """Whether this table's value differs from the standard."""
        return self.value != self.usual


@dataclass(frozen=True)
class Place:
    """A page of the rulebook, and the table from which it was opened."""

    page: rulebook.Page
    table: Table | None

    @property
    def query(self) -> str:
        """Query string that keeps the table in links."""
        return f"?table={self.table.id}" if self.table else ""


def is_played(rule: str, table: Table | None) -> bool:
    """Whether the page of a table's game shows a rule; False for a rule of another game on it."""
    prefix = rule.partition("-")[0]
    if table is None or rulebook.PAGE_OF_PREFIX.get(prefix) != rulebook.page_of_variant(table.variant):
        return True
    return prefix in table.variant.prefixes


def played(place: Place) -> list[rulebook.Block]:
    """The readable blocks of a page, without sections on games that the table doesn't play."""
    sections: list[list[rulebook.Block]] = [[]]  # the blocks of the page, split before each heading
    for block in place.page.blocks:
        if block.kind == "heading":
            sections.append([])
        sections[-1].append(block)
    blocks: list[rulebook.Block] = []
    for section in sections:
        if all(is_played(block.rule, place.table) for block in section):
            blocks += [readable(block, place.page.name) for block in section]
    return blocks


def in_force(state: State) -> dict[str, list[InForce]]:
    """The options of a table by rule id: for each rule that names them, and the rule they belong to."""
    found: dict[str, list[InForce]] = {}
    for option in state.variant.options:
        goal = state.variant.goal
        if goal and option.name == goal.option and state.options[option.name] == NO_GOAL:
            continue  # at a night the last hand of the round ends a table
        value = option.in_words(state.options[option.name])
        page = rulebook.page_of_variant(state.variant)
        kind = option.rule.partition("-")[0]
        rules = {
            block.rule
            for block in rulebook.page(page).blocks
            if block.rule.startswith(kind + "-") and any(span.text == option.name for span in block.spans)
        }
        named = sorted(rules | {option.rule})
        for rule in named:
            one = InForce(option.label, value, option.in_words(option.default), rule)
            found.setdefault(rule, []).append(one)
    return found


def changed(options: Mapping[str, Iterable[InForce]]) -> list[InForce]:
    """The options with other values than the standard, each once, in the order of the rules."""
    each = {one.label: one for rule in sorted(options, reverse=True) for one in options[rule] if one.changed}
    return sorted(each.values(), key=lambda one: one.rule)


def may_change(view: View | None) -> bool:
    """Whether this phone may change the table's house rules for the next hand: the host's, while it plays."""
    if view is None or view.night or view.table.state.over:
        return False
    return view.viewer.may_share
