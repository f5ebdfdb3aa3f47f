"""The law of facts: made again from the logs they come out the same, whatever was done before."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from companion import store
from companion.forgetting import players
from companion.models import Game, GameFacts, HandFacts, Person, PlayerFacts
from companion.operating.words import Trouble
from companion.serving import preparing
from companion.store import facts, naming, people, rebuilding, removing
from companion.store.changes import writing
from companion.store.deleted import delete
from companion.store.groups import FoundGroup
from scoring import VARIANTS, Refusal, from_json
from tests.bench.big_group import Chance
from tests.companion.factories import device, group, hand, long_game, table, view
from tests.effort import examples
from tests.scoring import games as random_games
from tests.scoring.dice import Dice

pytestmark = pytest.mark.django_db

ANN = device()
PLAYED = ("partnership", "king-cutthroat", "poker-chips")
SPELLINGS = (
    "Ann",
    "Bo",
    "Cy",
    "Dee",
    "Eli",
    "Annie",
    "Bó",
    "Fay",
    "ANN\u200d",
    "Gus",
    "Hal",
    "Ida",
    "Jo",
    "Kit",
)
STEPS = 14
Known = dict[str, set[tuple[Any, ...]]]


class Life:
    """What happens to the games of two groups, drawn a step at a time."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.groups: list[FoundGroup] = [group("Thursday"), group("Club")]

    def pick(self, things: Sequence[Any]) -> Any:
        """One of these, or IndexError."""
        return things[self.dice.number(0, len(things) - 1) if things else 0]

    def step(self) -> None:
        does = self.pick(
            (
                *([self.enter] * 5),
                *(self.start, self.correct, self.correct, self.restore, self.merge, self.unmerge),
                *(self.move, self.rename, self.delete, self.put_back),
            )
        )
        with suppress(Refusal, Trouble), writing(), transaction.atomic():
            does()

    def start(self) -> None:
        """A game with a chance to end soon, in one of the groups; for chips with the chips bought."""
        header = random_games.header(self.dice, PLAYED)
        names = self.dice.turned(SPELLINGS)[: len(header["players"])]
        header = {**header, "players": names, "dealer": names[0]}
        if VARIANTS[header["variant"]].has_bank:
            header["entries"] = [{"kind": "buy-in", "player": name, "chips": 50} for name in names]
        header["played_on"] = self.pick(("2026-01-01", "2026-01-08", "2026-03-05"))
        at = self.pick(self.groups)
        store.import_game(ANN, store.new_key(), from_json(header), group=at.pk)

    def enter(self) -> None:
        made = self.view()
        entry = random_games.one_more(self.dice, made.table.state)
        store.append(ANN, made.table.id, store.new_key(), None, entry)

    def correct(self) -> None:
        """Another entry instead, or none."""
        made = self.view()
        item = self.pick(made.table.live)
        entry = None
        if item.before and self.dice.rarely(2):
            entry = random_games.one_more(self.dice, item.before)
        store.save(ANN, made.table.id, store.new_key(), store.Change(made.table.version, item.seq, entry))

    def restore(self) -> None:
        made = self.view()
        struck = [item.seq for item in made.table.entries if item.struck]
        if struck:
            store.save(
                ANN,
                made.table.id,
                store.new_key(),
                store.Change(made.table.version, self.pick(struck), None, restores=True),
            )

    def merge(self) -> None:
        at = self.pick(self.groups)
        one, other = (self.pick(self.spelled(at)) for _one in range(2))
        naming.merge(at, one, other)

    def unmerge(self) -> None:
        at = self.pick(self.groups)
        merged = Person.objects.filter(group=at.pk, into__isnull=False).order_by("pk")
        spelling = self.pick(list(merged.values_list("public_id", flat=True)))
        naming.unmerge(at, people.find(at.pk, spelling).public_id, spelling)

    def move(self) -> None:
        to = self.pick((*self.groups, None))
        facts.move(self.game().pk, to.pk if to else None)

    def rename(self) -> None:
        name = self.pick(list(PlayerFacts.objects.filter(game=self.game().pk).order_by("seat"))).name
        found = players.games_of(name)
        players.forget_player(found[: self.dice.number(1, len(found))], "")

    def delete(self) -> None:
        delete(self.view())

    def put_back(self) -> None:
        gone = list(Game.objects.exclude(deleted_at=None).order_by("pk"))
        removing.undelete("table", self.pick(gone).public_id)

    def spelled(self, at: FoundGroup) -> list[str]:
        return list(Person.objects.filter(group=at.pk).order_by("pk").values_list("public_id", flat=True))

    def game(self) -> Game:
        found: Game = self.pick(list(Game.objects.filter(deleted_at=None).order_by("pk")))
        return found

    def view(self) -> Any:
        return store.load(ANN, self.game().public_id)


def known() -> Known:
    """All rows of facts, without numbers that only name a row."""
    players = [field.attname for field in PlayerFacts._meta.concrete_fields if field.name not in ("id",)]
    return {
        "games": set(GameFacts.objects.values_list()),
        "players": {tuple(map(near, row)) for row in PlayerFacts.objects.values_list(*players)},
        "hands": set(HandFacts.objects.values_list()),
    }


def near(value: Any) -> Any:
    return round(value, 9) if isinstance(value, float) else value


@settings(max_examples=examples(80), phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(st.integers(0, 2**32))
def test_facts_made_again_from_the_logs_are_the_same(seed: int) -> None:
    """A smaller seed is no simpler life, so that none is looked for."""
    dice = Chance(Random(seed))  # noqa: S311 - no secret
    with undone():
        life = Life(dice)
        for _game in range(3):
            with suppress(Refusal, Trouble), writing(), transaction.atomic():
                life.start()
        for _step in range(STEPS):
            try:
                life.step()
            except IndexError:  # nothing is there to be chosen from
                continue
        before = known()
        rebuilding.rebuild()
        assert known() == before
        for model in (HandFacts, PlayerFacts, GameFacts):
            model.objects.all().delete()
        rebuilding.fill()
        assert known() == before


class undone:  # noqa: N801 - a context manager
    """A transaction that is taken back at its end."""

    def __enter__(self) -> None:
        self.atomic = transaction.atomic()
        self.atomic.__enter__()

    def __exit__(self, *error: Any) -> None:
        transaction.set_rollback(True)
        self.atomic.__exit__(*error)


@pytest.mark.parametrize(
    ("fault", "breaks"),
    [
        (lambda: PlayerFacts.objects.filter(name="Ann").update(marches=9), "players"),
        (lambda: GameFacts.objects.update(hands=9), "games"),
        (lambda: HandFacts.objects.filter(seq=2).delete(), "hands"),
    ],
)
def test_a_fault_in_the_tables_is_noticed_and_repaired(fault: Callable[[], object], breaks: str) -> None:
    table(**long_game("partnership", 4))
    before = known()
    fault()
    assert [kind for kind, rows in known().items() if rows != before[kind]] == [breaks]
    rebuilding.rebuild()
    assert known() == before


def test_an_addition_that_forgets_a_column_breaks_the_law(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the law is there for: a sum that only counting the whole game anew gets right."""
    whole = facts._not_nought
    monkeypatch.setattr(facts, "_not_nought", lambda rows: whole(rows)[1:])
    made = table()
    store.append(ANN, made.id, store.new_key(), None, hand("partnership"))
    before = known()
    rebuilding.rebuild()
    assert known()["players"] != before["players"]


def test_the_command_counts_all_games_or_those_never_counted(capsys: pytest.CaptureFixture[str]) -> None:
    one, two = table(**long_game("partnership", 4)), table(**long_game("buck", 3))
    before = known()
    delete(view(table(**long_game("buck", 2))))
    call_command("rebuild")
    assert capsys.readouterr().out == "Counted 2 games with 7 hands.\n"
    facts.remove(Game.objects.get(public_id=one.id).pk)
    call_command("rebuild", "--missing")
    assert capsys.readouterr().out == "Counted 1 game with 4 hands.\n"
    assert (known(), two.version) == (before, 3)


def test_a_game_that_cannot_be_replayed_is_named_and_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    made = table(**long_game("partnership", 2))
    table(**long_game("partnership", 1))
    Game.objects.filter(public_id=made.id).first().entries.filter(seq=2).update(body="{}")  # type: ignore[union-attr]
    call_command("rebuild")
    said = capsys.readouterr().out
    assert said.startswith("Counted 1 game with 1 hand.\n")
    assert f"Table {made.id} cannot be replayed" in said


def test_a_start_counts_what_was_never_counted_and_says_so_once() -> None:
    table(**long_game("partnership", 3))
    before, said = known(), list[str]()
    facts.remove(Game.objects.get().pk)
    preparing.count(said.append)
    preparing.count(said.append)
    assert said == ["Counting the games so far for the statistics. This happens once."]
    assert known() == before
