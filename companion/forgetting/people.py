"""A person of a group forgotten: which of its rows have the name, and what takes its place.

It goes in steps, each a transaction of its own, since a person may have played in hundreds of games: the new
name is given first, then the games follow one by one, and at the end the old spellings go: as long as there
is one, something is left to do. Interrupted, it goes on where it was.
"""

import json
import logging
import time
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from companion.access import roles
from companion.bank.journal import people as players
from companion.forgetting.names import (
    LONGEST_TITLE,
    LONGEST_WORDS,
    Renaming,
    ScoresDiffer,
    Ticked,
    changed,
    in_text,
    rename,
)
from companion.log import table as log_table
from companion.log.table import Impossible
from companion.models import (
    Dispute,
    Entry,
    Game,
    Group,
    League,
    Night,
    NightFix,
    NightPlayer,
    PastGame,
    PastPlayer,
    Person,
    PlayerFacts,
    tables,
)
from companion.store import groups, inventory, people, spellings
from companion.store.groups import FoundGroup
from companion.store.inventory import JOIN, KeptGame
from companion.store.people import Somebody
from companion.store.writing import writing
from companion.wording.refusal import AppRefusal
from scoring import Refusal
from scoring.names import compared

ROUNDS = 3  # a game that was started or written to meanwhile may have the name still
LONGEST_GAME = 40  # the name of a game in a list
OF_A_REQUEST = 2.0  # seconds
PAUSE = 10.0  # seconds between two looks for what is unfinished

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Forgetting:
    """A person who is being forgotten: the new name, and the old ones that may stand somewhere still."""

    group: int
    person: int
    new: str
    old: tuple[str, ...]


def forget(found: FoundGroup, public_id: str) -> str:
    """Replace a person's names everywhere in the group; the name instead. It can't be undone.

    Games follow one by one, so that tables can save meanwhile. After an interruption it does the rest.
    Raises Refusal if a game can't be read, Http404, PermissionDenied.
    """
    begun = _new_name(found, public_id)
    for _game in _games(begun):
        pass
    return begun.new


def begin(found: FoundGroup, public_id: str) -> bool:
    """As ``forget``, for as long as a request may take; whether all is done. ``Unfinished`` does the rest."""
    until = time.monotonic() + OF_A_REQUEST
    games = _games(_new_name(found, public_id))
    return all(time.monotonic() < until for _game in games)


class Unfinished:
    """Forgetting that was begun, and ended too early or with the process: done bit by bit. Not thread-safe.

    What has a game that can't be changed is tried once, and again by the next process.
    """

    def __init__(self) -> None:
        self._refused: set[int] = set()
        self._games: Iterator[int] = iter(())
        self._next_look = time.monotonic()

    def go_on(self, seconds: float) -> None:
        """Change games for about so many seconds, if there are any to change."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if next(self._games, None) is None and not self._found():
                return

    def _found(self) -> bool:
        """Whether there is something else to go on with."""
        if time.monotonic() < self._next_look:
            return False
        begun = _unfinished(self._refused)
        if begun is None:
            self._next_look = time.monotonic() + PAUSE
            return False
        self._games = self._of(begun)
        return True

    def _of(self, begun: Forgetting) -> Iterator[int]:
        try:
            yield from _games(begun)
        except Refusal:
            self._refused.add(begun.person)
            log.warning("forgetting a person of group %s: some games could not be changed", begun.group)


def _games(begun: Forgetting) -> Iterator[int]:
    """Do the games one by one, each in a transaction, then the rest; each game's number after it.

    Raises Refusal in the end if there is one that can't be changed.
    """
    for _round in range(ROUNDS):
        refused: Refusal | None = None
        for number in games_with(begun.group, begun.old):
            try:
                for name in begun.old:
                    _in_game(begun, number, name)
            except Refusal as refusal:
                refused = refusal
            yield number
        if refused:
            raise refused
        if finish(begun):
            return
    raise AppRefusal("forget-unfinished")


def _in_game(begun: Forgetting, number: int, name: str) -> None:
    try:
        found = Game.objects.filter(pk=number).values_list("pk", "public_id", "header", "title").first()
        if found is None:
            return
        game = KeptGame(*found)
        table = log_table.table(game.table_id, game.header, inventory.rows(game))
        spelled = next((one for one in players(table) if compared(one) == compared(name)), name)
        change = changed(table, spelled, begun.new)
        write(begun, game, change, change.ticks())
    except (Impossible, Refusal, ScoresDiffer):
        raise AppRefusal("forget-unfinished") from None


def _new_name(found: FoundGroup, public_id: str) -> Forgetting:
    """Give a person of the group another name, "Player 3". Again: the same name, and what is left to do.

    Raises Http404, PermissionDenied.
    """
    with groups.changing(found, roles.SHARE) as group:
        one = people.find(group.pk, public_id)
        if not one.forgotten:
            _rename(group.pk, one)
        return _begun(group.pk, one.number)


def _rename(group: int, one: Somebody) -> None:
    new = _free_name(group)
    person = Person.objects.get(pk=one.number)
    key = person.compared
    person.told, person.compared, person.shown = new, spellings.key(new), ""
    person.forgotten, person.hidden = True, one.hidden
    person.save(update_fields=["told", "compared", "shown", "forgotten", "hidden"])
    Person.objects.create(
        group_id=group, public_id=tables.new_id(), told=one.told, compared=key, into_id=one.number
    )
    # Ratings see the same person before and after, so that no game is rated again.
    PlayerFacts.objects.filter(person__in=people.tree(group, one.number)).update(person=one.number)


def _begun(group: int, person: int) -> Forgetting:
    others = Person.objects.filter(pk__in=people.tree(group, person)[1:]).order_by("pk")
    new = Person.objects.values_list("told", flat=True).get(pk=person)
    return Forgetting(group, person, new, tuple(others.values_list("told", flat=True)))


def _free_name(group: int) -> str:
    """ "Player 3": the first number that nobody in the group has, and no player of its games."""
    taken = set(Person.objects.filter(group=group).values_list("compared", flat=True))
    for _number, header, _title in _headers(group):
        taken.update(compared(name) for name in json.loads(header)["players"])
    number = 1
    while compared(f"Player {number}") in taken:
        number += 1
    return f"Player {number}"


def games_with(group: int, names: Collection[str]) -> list[int]:
    """The group's games in which one of these names stands, oldest first; deleted ones too."""
    keys = {compared(name) for name in names}
    found = {number for number, header, title in _headers(group) if _has(keys, names, header, title)}
    rows = Entry.objects.filter(game__group=group)
    for number, body in rows.filter(body__contains=JOIN).values_list("game", "body"):
        if compared(str(json.loads(body).get("player"))) in keys:
            found.add(number)
    for name in names:
        found.update(rows.filter(body__icontains=json.dumps(name)[1:-1]).values_list("game", flat=True))
        for words in ("words", "answer"):
            said = Dispute.objects.filter(**{"game__group": group, f"{words}__icontains": name})
            found.update(said.values_list("game", flat=True))
    return sorted(found)


def _headers(group: int) -> Iterator[tuple[int, str, str | None]]:
    found = Game.objects.filter(group=group).order_by("pk")
    return found.values_list("pk", "header", "title").iterator(inventory.AT_ONCE)


def _has(keys: Collection[str], names: Collection[str], header: str, title: str | None) -> bool:
    said = json.loads(header)
    if any(compared(name) in keys for name in said["players"]):
        return True
    titles = (str(said.get("title", "")), title or "")
    return any(in_text(text, name, "") != text for text in titles for name in names)


def write(begun: Forgetting, game: KeptGame, renaming: Renaming, ticked: Mapping[Ticked, str]) -> None:
    """Store a game with the other name; one that has changed since it was read stays for the next round."""
    with writing():
        found = Game.objects.select_for_update().filter(pk=game.number, header=game.header, title=game.title)
        rows = Entry.objects.filter(game=game.number)
        if not found.exists() or rows.count() != renaming.before.version:
            return
        # The person who is rated already, so that ratings stay.
        of_game = PlayerFacts.objects.filter(game=game.number, name=renaming.old)
        of_game.update(name=begun.new, person=begun.person)
        rename(game, renaming, ticked)


def finish(begun: Forgetting) -> bool:
    """Remove the old spellings, and the names from the group's own words. Whether no game had one still."""
    with writing():
        Group.objects.select_for_update().filter(pk=begun.group).first()
        if games_with(begun.group, begun.old):
            return False
        old = people.tree(begun.group, begun.person)[1:]
        PlayerFacts.objects.filter(person__in=old).update(person=begun.person)
        NightPlayer.objects.filter(person__in=old).update(person=begun.person)
        PastPlayer.objects.filter(person__in=old).update(person=begun.person)
        Person.objects.filter(pk__in=old).delete()
        for name in begun.old:
            _in_words(begun.group, name, begun.new)
        groups.touch(begun.group)
    return True


def _unfinished(others: Collection[int]) -> Forgetting | None:
    """Somebody who was forgotten and still has an old spelling, none of those with these numbers."""
    found = Person.objects.filter(forgotten=True, spellings__isnull=False).exclude(pk__in=others)
    person = found.order_by("pk").values_list("group", "pk").first()
    return _begun(*person) if person else None


def games_left(one: Somebody) -> int:
    """In how many games a person who was forgotten still has an old name."""
    return (
        PlayerFacts.objects.filter(person=one.number).exclude(name=one.told).count() if one.forgotten else 0
    )


def _in_words(group: int, old: str, new: str) -> None:
    """Replace a name in the group's own words: of nights and leagues, games of lists, and reasons given."""
    for row in Group.objects.filter(pk=group, title__icontains=old):
        Group.objects.filter(pk=group).update(title=in_text(row.title, old, new)[:LONGEST_TITLE])
    for night in Night.objects.filter(group=group, title__icontains=old):
        Night.objects.filter(pk=night.pk).update(title=in_text(night.title, old, new)[:LONGEST_TITLE])
    for league in League.objects.filter(group=group, title__icontains=old):
        League.objects.filter(pk=league.pk).update(title=in_text(league.title, old, new)[:LONGEST_TITLE])
    for past in PastGame.objects.filter(group=group, game__icontains=old):
        PastGame.objects.filter(pk=past.pk).update(game=in_text(past.game, old, new)[:LONGEST_GAME])
    for fix in NightFix.objects.filter(table__round__night__group=group, reason__icontains=old):
        NightFix.objects.filter(pk=fix.pk).update(reason=in_text(fix.reason, old, new)[:LONGEST_WORDS])
