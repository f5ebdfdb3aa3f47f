"""`manage.py replay`: every game still scores, and scores as it did before an upgrade."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from companion import store
from companion.models import Entry, Game, GameFacts, HandFacts, PlayerFacts
from companion.store import rebuilding, removing
from scoring import VARIANTS, __version__
from tests.companion.factories import device, hand, long_game, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def games() -> dict[str, Any]:
    """A table of each game, after five hands."""
    return {variant: table(**long_game(variant, 5)) for variant in VARIANTS}


def replayed(**options: Any) -> tuple[str, bool]:
    """What the command says, and whether it found all well."""
    out = StringIO()
    try:
        call_command("replay", stdout=out, stderr=StringIO(), **options)
    except SystemExit:
        return out.getvalue(), False
    return out.getvalue(), True


def test_every_game_is_scored_again(games: dict[str, Any]) -> None:
    rows = sum(made.version for made in games.values())
    assert replayed() == (f"Replayed {len(games)} games, {rows} rows; 0 wrong.\n", True)


def test_a_game_that_is_refused_is_named_and_the_others_go_on(games: dict[str, Any]) -> None:
    made = next(iter(games.values()))
    Entry.objects.filter(game__public_id=made.id, seq=3).update(body='{"kind":"hand","maker":"Nobody"}')
    said, well = replayed()
    assert not well
    assert said.startswith(f"Table {made.id}: entry 3 is refused: ")
    assert said.endswith("; 1 wrong.\n")


def test_an_upgrade_changes_no_game(games: dict[str, Any], tmp_path: Path) -> None:
    """Hands that were saved since, new tables and tables that are gone are no change."""
    file = tmp_path / "before.jsonl"
    assert replayed(save=file)[1]
    first, second, *others = games.values()
    store.append(device(), first.id, store.new_key(), None, hand(first.variant.name, 5))
    table(title="New")
    Entry.objects.filter(game__public_id=second.id).delete()
    Game.objects.filter(public_id=second.id).delete()
    said, well = replayed(compare=file)
    as_before = f"{1 + len(others)} games as with Bower {__version__}"
    assert (said, well) == (f"{as_before}, 1 new, 1 gone, 0 wrong.\n", True)


def test_a_game_that_scores_otherwise_is_named(games: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "before.jsonl"
    replayed(save=file)
    head, *lines = file.read_text().splitlines()
    other = {**json.loads(lines[2]), "standing": "0" * 64}
    file.write_text("\n".join([head, *lines[:2], json.dumps(other), *lines[3:]]) + "\n")
    said, well = replayed(compare=file)
    assert not well
    title = next(made.title for made in games.values() if made.id == other["table"])
    assert said.splitlines()[0] == f"Table {other['table']} ({title}) scores differently than before."


def test_a_saved_file_is_never_overwritten_and_another_is_refused(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "before.jsonl"
    file.write_text("notes\n")
    for options in ({"save": file}, {"compare": file}):
        with pytest.raises(SystemExit):
            call_command("replay", **options)
    assert capsys.readouterr().err.splitlines() == [
        f"{file} is there already: choose another name.",
        f"{file} was not written by replay --save.",
    ]
    assert file.read_text() == "notes\n"


def test_a_game_that_statistics_count_otherwise_is_named(games: dict[str, Any]) -> None:
    wrong = [made.id for made in games.values()][:4]
    facts = [GameFacts.objects.filter(game__public_id=table_id) for table_id in wrong]
    HandFacts.objects.filter(game__in=facts[0], number=1).delete()
    facts[1].update(over=True)
    PlayerFacts.objects.filter(game__in=facts[2]).update(makes=99)
    facts[3].delete()
    said, well = replayed()
    named = {line.split()[1].rstrip(":") for line in said.splitlines() if "statistics count" in line}
    assert (named, well) == (set(wrong), False)
    call_command("rebuild", stdout=StringIO())
    assert replayed()[1]


def test_a_game_that_goes_on_meanwhile_and_a_deleted_one_are_counted_right() -> None:
    on, gone = table(entries=[hand("partnership")]), table()
    removing.delete("table", gone.id)
    before = store.load(device(), on.id).table
    store.append(device(), on.id, store.new_key(), 1, hand("partnership", 1))
    number = Game.objects.get(public_id=on.id).pk
    assert not rebuilding.differ(number, before)
    assert replayed()[1]
