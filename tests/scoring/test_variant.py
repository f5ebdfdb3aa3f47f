"""A game as a value: its parts fit together, and what it declares is what it scores."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scoring import VARIANTS, Refusal, State, Variant, from_json, opening, replay, step
from scoring import entries as kinds
from scoring.fields import ByName, Field, Flag, Listed, Nested, Player, Shape, Side, Text, Whole, Word
from scoring.options import FLAG, NUMBER, WORD, Option
from scoring.outcomes import OUTCOMES
from scoring.table import PLAYED, Names, Outcome
from scoring.variant import Goal
from tests.scoring.vectors import vectors

RULEBOOK = Path(__file__).resolve().parents[2] / "docs" / "rulebook"
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")
US, THEM = "Ann & Cy", "Bo & Dee"
GOOD = [vector for vector in vectors() if "error" not in vector.expect]
by_game = pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))


def rulebook() -> str:
    return "".join(page.read_text(encoding="utf-8") for page in RULEBOOK.glob("*.md"))


def declared_rules(variant: Variant) -> set[str]:
    """Ids of all rules that the value names."""
    rules = {option.rule for option in variant.options} | {field.rule for field in every_field(variant)}
    rules |= {one.rule for one in variant.unplayed} | {variant.lead.rule, variant.goal_rule}
    rules |= {variant.pack.rank_rule, variant.pack.counting_rule, variant.pack.no_trump_rule}
    rules |= {variant.deal_for(players).rule for players in variant.seats}
    rules |= {one.rule for players in variant.seats for one in variant.examples(NAMES[:players])}
    return (rules | ({variant.turn_up.rule} if variant.turn_up else set())) - {""}


def every_field(variant: Variant) -> list[Field]:
    found = [*variant.fields, *(field for kind in variant.kinds for field in kind.fields)]
    for field in found:
        item = field.shape.item if isinstance(field.shape, Listed) else field.shape
        found += item.fields if isinstance(item, Nested) else ()
    return found


@by_game
def test_every_rule_that_a_game_names_stands_in_the_rulebook(variant: Variant) -> None:
    text = rulebook()
    assert {rule for rule in declared_rules(variant) if f"**{rule}** " not in text} == set()
    assert all(f"**{prefix}-01** " in text for prefix in variant.prefixes)


@by_game
def test_a_game_is_for_points_or_for_chips(variant: Variant) -> None:
    assert variant.has_bank == (variant.bank is not None) == (variant.score_hand is None)
    assert (variant.goal is None) == variant.has_bank
    assert variant.kinds[0] is kinds.HAND
    assert variant.goal is None or variant.goal.option in variant.standard_options


def test_nights_play_one_game() -> None:
    assert [variant.of_nights for variant in VARIANTS.values()].count(True) == 1


@by_game
def test_every_field_has_a_label_and_ways_name_only_fields(variant: Variant) -> None:
    assert [field.name for field in every_field(variant) if not field.label] == []
    named = {name for way in variant.ways for name in (*way.needed, *way.without)}
    named |= {name for field in variant.fields for name in field.needs}
    assert named <= variant.field_names
    flags = {option.name for option in variant.options if option.kind == FLAG}
    assert {field.option for field in every_field(variant)} - {""} <= flags
    assert {one.unless for one in variant.unplayed} - {""} <= flags


@by_game
def test_everyone_is_on_one_side_with_partners_and_opponents_around(variant: Variant) -> None:
    for number in variant.seats:
        players = NAMES[:number]
        for name in players:
            side = variant.side_of(players, name)
            assert side in variant.sides(players)
            assert name in variant.members(players, side)
            others = variant.partners(players, name) + variant.opponents(players, name)
            assert sorted((name, *others)) == sorted(players)
    with pytest.raises(ValueError, match="tuple"):
        variant.side_of(NAMES[: variant.seats[0]], "Zoe")


def test_sides_of_two_and_of_three_teams() -> None:
    pairs = VARIANTS["partnership"]
    assert pairs.sides(NAMES[:4]) == ("Ann & Cy", "Bo & Dee")
    assert pairs.partners(NAMES[:4], "Dee") == ("Bo",)
    assert pairs.opponents(NAMES[:4], "Dee") == ("Ann", "Cy")
    threes = replace(pairs, teams=3, seats=range(6, 7))
    assert threes.sides(NAMES[:6]) == ("Ann & Dee", "Bo & Eli", "Cy & Fay")
    assert threes.opponents(NAMES[:6], "Bo") == ("Cy", "Dee", "Fay", "Ann")


@by_game
def test_each_example_of_a_hand_is_scored_by_its_rule(variant: Variant) -> None:
    for number in variant.seats:
        for example in variant.examples(NAMES[:number]):
            assert bool(example.pays) == (example.hand is None)
            if example.hand is not None:
                assert example.rule in {rule for rule, _ in paid(variant, number, dict(example.hand))}


def paid(variant: Variant, number: int, hand: dict[str, object]) -> list[tuple[str, str]]:
    """Rule and side of each line of a hand, with every flag option that a field of it needs."""
    on = {field.option: True for field in variant.fields if field.option and field.name in hand}
    record = {"format": "bower.game/1", "variant": variant.name, "players": list(NAMES[:number])}
    standing = replay(from_json({**record, "options": on, "entries": [{"kind": "hand", **hand}]}))
    return [(line.rule, line.player) for line in standing.hands[0].lines]


@by_game
def test_entries_fit_their_declared_fields_and_lines_carry_an_outcome(variant: Variant) -> None:
    some = [vector for vector in GOOD if vector.record["variant"] == variant.name]
    assert some
    for vector in some:
        record = from_json(vector.record)
        state = opening(record)
        for entry in record.entries:
            assert isinstance(entry, dict)
            assert misfits(variant, entry) == [], vector.place
            done = step(state, entry)
            assert {line.outcome for line in done.lines} <= OUTCOMES, vector.place
            assert {posting.reason.outcome for posting in done.postings} <= OUTCOMES, vector.place
            state = done.state


def misfits(variant: Variant, entry: dict[str, Any]) -> list[str]:
    """Fields of an entry that are not declared, or whose value has another shape."""
    [kind] = [kind for kind in variant.kinds if kind.name == entry["kind"]]
    played = kind is kinds.HAND and entry.get("result", PLAYED) == PLAYED
    declared = {field.name: field.shape for field in (*kind.fields, *(variant.fields if played else ()))}
    return [
        name
        for name, value in entry.items()
        if name != "kind" and (name not in declared or not fits(declared[name], value))
    ]


def fits(shape: Shape, value: object) -> bool:
    match shape:
        case Flag():
            return isinstance(value, bool)
        case Whole(least, most):
            low = value != 0 if least is None else isinstance(value, int) and value >= least
            return type(value) is int and low and (most is None or value <= most)
        case Word(words):
            return value in words
        case Text() | Player() | Side():
            return isinstance(value, str)
        case _:
            return fits_inside(shape, value)


def fits_inside(shape: Shape, value: object) -> bool:
    match shape:
        case ByName(inner):
            return isinstance(value, dict) and all(fits(inner, one) for one in value.values())
        case Listed(item, most, once):
            if not isinstance(value, list) or len(value) > most or (once and len(set(value)) < len(value)):
                return False
            return all(fits(item, one) for one in value)
        case Nested(fields):
            shapes = {field.name: field.shape for field in fields}
            return isinstance(value, dict) and all(
                name in shapes and fits(shapes[name], one) for name, one in value.items()
            )
    return False


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"alone": 1}, ["alone"]),
        ({"kings": []}, ["kings"]),
        ({"tricks": {"Ann & Cy": 6}}, ["tricks"]),
        ({"trump": "no-trump", "maker": 3}, ["trump", "maker"]),
        ({"result": "redeal", "maker": "Ann"}, ["maker"]),
    ],
)
def test_a_field_that_does_not_fit_is_noticed(fields: dict[str, Any], wrong: list[str]) -> None:
    assert misfits(VARIANTS["partnership"], {"kind": "hand", **fields}) == wrong


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"kind": "sort"}, "no such kind"),
        ({"kind": WORD}, "lists its words"),
        ({"kind": WORD, "words": ("a", "b")}, "default"),
        ({"kind": FLAG}, "default"),
        ({"default": 0}, "default"),
        ({"default": 7, "most": 6}, "default"),
        ({"default": 3, "words": (2, 4)}, "default"),
    ],
)
def test_an_option_whose_parts_do_not_fit_cannot_be_made(changed: dict[str, Any], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        replace(Option("bid", 1, "EU-01", "Bid", "the bid", NUMBER), **changed)


@pytest.mark.parametrize(("value", "allowed"), [(1, True), (6, True), (0, False), (7, False), (True, False)])
def test_a_number_option_has_bounds(value: object, allowed: bool) -> None:
    option = Option("bid", 1, "EU-01", "Bid", "the bid", NUMBER, most=6)
    assert option.allows(value) == allowed
    if not allowed:
        with pytest.raises(Refusal) as refused:
            option.checked(value)
        assert refused.value.values == {"label": "Bid", "least": 1, "most": 6}


def test_scores_count_up_to_the_target_or_down_to_nothing() -> None:
    up, down = Goal("target", "EU-14"), Goal("start", "TH-15", down=True)
    assert (up.start({"target": 10}), down.start({"start": 20})) == (0, 20)
    assert up.reached({"A": 11, "B": 11, "C": 3}, {"target": 10}) == ("A", "B")
    assert up.reached({"A": 9, "B": 3}, {"target": 10}) == ()
    assert down.reached({"A": -2, "B": 0}, {"start": 20}) == ("A",)
    assert (up.to_go(12, {"target": 10}), down.to_go(4, {"start": 20})) == (0, 4)


def a_table(wins: Names | None, **scores: int) -> State:
    """A table of Euchre where only a hand ends the game, and only for these sides."""
    euchre = VARIANTS["partnership"]
    assert euchre.goal is not None
    made = replace(
        euchre,
        goal=replace(euchre.goal, only_by_play=lambda options: True),
        score_hand=lambda state, entry, dealer: Outcome([], may_win=wins),
    )
    record = {"format": "bower.game/1", "variant": "partnership", "players": list(NAMES[:4])}
    return replace(opening(from_json(record)), variant=made, scores={US: scores["us"], THEM: scores["them"]})


@pytest.mark.parametrize(
    ("wins", "us", "them", "winners"),
    [
        ((US,), 12, 14, (US,)),
        ((US,), 9, 14, ()),
        ((THEM, US), 12, 12, (THEM,)),
        ((THEM, US), 12, 9, (US,)),
        (None, 12, 12, ()),
        (None, 12, 14, (THEM,)),
    ],
)
def test_a_hand_says_which_sides_may_win_with_it(
    wins: Names | None, us: int, them: int, winners: Names
) -> None:
    done = step(a_table(wins, us=us, them=them), {"kind": "hand", "maker": "Ann"})
    assert (done.state.winners, done.state.over) == (winners, bool(winners))
    assert [line.player for line in done.lines] == list(winners)


@pytest.mark.parametrize(
    "entry",
    [
        {"kind": "adjust", "player": US, "points": 1, "reason": "a miscount"},
        {"kind": "hand", "result": "redeal"},
    ],
)
def test_where_only_a_hand_ends_the_game_nothing_else_does(entry: dict[str, Any]) -> None:
    assert not step(a_table(None, us=20, them=0), entry).state.over
