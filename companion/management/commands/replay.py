"""`manage.py replay`: every game scored again by the installed rules; compared across an upgrade."""

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.core.management import BaseCommand

from companion.operating import databases, files, replaying
from companion.operating.replaying import Replayed
from companion.operating.words import OPTIONS_OF_DJANGO, Trouble, in_words, some


class Command(BaseCommand):
    help = (
        "Score every game again from its log: each must still be possible, its books balance, and "
        "statistics count what it says. Before an upgrade --save what the games come to, and after it "
        "--compare: no game may score differently."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's name and type
    suppressed_base_arguments = OPTIONS_OF_DJANGO

    miscounted = 0  # games

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--save", type=Path, metavar="FILE", help="write what every game comes to")
        what.add_argument("--compare", type=Path, metavar="FILE", help="compare with what was saved")

    def handle(self, *args: Any, **options: Any) -> None:
        with in_words(self):
            databases.refuse_unready()
            if options["compare"]:
                wrong = self.compare(options["compare"])
            elif options["save"]:
                with _draft(options["save"]) as out:
                    wrong = self.replay(replaying.save(replaying.all_games(), out))
            else:
                wrong = self.replay(replaying.all_games())
            if self.miscounted and not wrong:
                games = some(self.miscounted, "game")
                raise Trouble(f"Statistics count {games} wrong: `manage.py rebuild` counts all again.")
            if wrong:
                raise Trouble(
                    f"Look at {some(wrong, 'game')}: keep the Bower that you had until they are right."
                )

    def replay(self, done: Iterator[Replayed]) -> int:
        """Tell of the games; how many are wrong."""
        games = rows = wrong = 0
        for one in done:
            games, rows = games + 1, rows + (one.table.version if one.table else 0)
            wrong += self.tell(one)
        self.stdout.write(f"Replayed {some(games, 'game')}, {some(rows, 'row')}; {wrong} wrong.")
        return wrong

    def compare(self, file: Path) -> int:
        """Tell of the games and what was saved of them; how many are wrong."""
        by = replaying.saved_by(file)
        same = new = gone = wrong = 0
        for one, was in replaying.compared(replaying.all_games(), file):
            if one is None:
                gone += 1
                continue
            bad = self.tell(one)
            if was is None:
                new += 1
            elif difference := replaying.changed(one, was):
                self.stdout.write(f"{one.name} {difference}.")
                bad = 1
            elif not bad:
                same += 1
            wrong += bad
        self.stdout.write(f"{some(same, 'game')} as with Bower {by}, {new} new, {gone} gone, {wrong} wrong.")
        return wrong

    def tell(self, one: Replayed) -> int:
        """Tell of a game that is wrong; 1 if it is."""
        if one.miscounted:
            self.miscounted += 1
            self.stdout.write(f"{one.name}: statistics count something else than its log says.")
        if one.fault:
            self.stdout.write(f"{one.name}: {one.fault}")
        return 1 if one.fault else 0


@contextmanager
def _draft(file: Path) -> Iterator[IO[str]]:
    """A file to write, which gets its name when it is whole."""
    if file.exists():
        raise Trouble(f"{file} is there already: choose another name.")
    with files.workroom(file.absolute().parent) as room:
        draft = room / file.name
        with draft.open("x", encoding="utf-8") as out:
            yield out
        files.name_finally(draft, file)
