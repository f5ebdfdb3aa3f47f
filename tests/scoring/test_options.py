"""Every option is live: moving it changes what comes of some sample game or case."""

from collections.abc import Iterator
from typing import Any

import pytest

from scoring import VARIANTS, Option, Refusal, from_json, replay
from tests import games
from tests.scoring.games import values
from tests.scoring.notation import cases
from tests.scoring.vectors import vectors


def records(variant: str) -> Iterator[dict[str, Any]]:
    """Every sample game and case of one kind whose header is sound."""
    for record in [vector.record for vector in vectors()] + [case.record for case in cases()]:
        if record.get("variant") == variant and not is_refused_at_once(record):
            yield record


def is_refused_at_once(record: dict[str, Any]) -> bool:
    try:
        from_json(record)
    except Refusal:
        return True
    return False


def outcome(record: dict[str, Any]) -> dict[str, object]:
    try:
        return replay(from_json(record)).as_json()
    except Refusal as refusal:
        return refusal.as_json()


def other_values(option: Option) -> tuple[Any, ...]:
    return tuple(value for value in values(option) if value != option.default)


def is_live(variant: str, option: Option) -> bool:
    """Whether some record comes to something else under another value of the option."""
    for record in records(variant):
        default = outcome(with_option(record, option.name, option.default))
        if any(outcome(with_option(record, option.name, value)) != default for value in other_values(option)):
            return True
    return False


def with_option(record: dict[str, Any], name: str, value: Any) -> dict[str, Any]:
    return {**record, "options": {**record.get("options", {}), name: value}}


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_option_is_live_but_those_about_what_no_record_tells(variant: str) -> None:
    dead = [option.name for option in VARIANTS[variant].options if not is_live(variant, option)]
    assert dead == games.facts(variant).SILENT


def test_an_option_that_changes_nothing_is_found_dead() -> None:
    invented = Option("invented", 1, "EU-01", "Invented", "nothing")
    assert not is_live("partnership", invented)
    assert is_live("partnership", VARIANTS["partnership"].options[0])


def test_an_option_is_moved_to_every_other_value() -> None:
    options = {option.name: option for option in VARIANTS["partnership"].options}
    assert other_values(options["lone_euchre_points"]) == (4,)
    assert other_values(options["stick_the_dealer"]) == (False,)
    assert len(other_values(options["target"])) > 1
