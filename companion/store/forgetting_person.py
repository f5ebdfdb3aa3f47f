"""A person of a group forgotten: which of its rows have the name, and what takes its place.

It goes in steps, each a transaction of its own, since a person may have played in hundreds of games: the new
name is given first, then the games follow one by one, and at the end the old spellings go: as long as there
is one, something is left to do. Interrupted, it goes on where it was.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from companion.access import group_roles
from companion.log import table as log
from companion.log.renaming import Renaming, in_text
from companion.log.table import Table
from companion.models import Dispute, Entry, Game, Group, Night, NightFix, NightPlayer, Person, PlayerFacts
from companion.store import forgetting, groups, ids, kept, people, spellings
from companion.store.forgetting import LONGEST_TITLE, LONGEST_WORDS, Ticked
from companion.store.groups import FoundGroup
from companion.store.kept import JOIN, KeptGame
from companion.store.people import Somebody
from companion.store.writing import writing
from scoring.names import compared


@dataclass(frozen=True)
class Forgetting:
    """A person who is being forgotten: the new name, and the old ones that may stand somewhere still."""

    group: int
    person: int
    new: str
    old: tuple[str, ...]


def begin(found: FoundGroup, public_id: str) -> Forgetting:
    """Give a person of the group another name, "Player 3". Again: the same name, and what is left to do.

    Raises Http404, PermissionDenied.
    """
    with groups.changing(found, group_roles.MANAGE) as group:
        one = people.find(group.pk, public_id)
        if not one.forgotten:
            _begin(group.pk, one)
        return _begun(group.pk, one.number)


def _begin(group: int, one: Somebody) -> None:
    new = _free_name(group)
    person = Person.objects.get(pk=one.number)
    key = person.compared
    person.told, person.compared, person.shown = new, spellings.key(new), ""
    person.forgotten, person.hidden = True, one.hidden
    person.save(update_fields=["told", "compared", "shown", "forgotten", "hidden"])
    Person.objects.create(
        group_id=group, public_id=ids.new(), told=one.told, compared=key, into_id=one.number
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
        found.update(rows.filter(body__icontains=_as_stored(name)).values_list("game", flat=True))
        for words in ("words", "answer"):
            said = Dispute.objects.filter(**{"game__group": group, f"{words}__icontains": name})
            found.update(said.values_list("game", flat=True))
    return sorted(found)


def _headers(group: int) -> Iterator[tuple[int, str, str | None]]:
    found = Game.objects.filter(group=group).order_by("pk")
    return found.values_list("pk", "header", "title").iterator(kept.AT_ONCE)


def _has(keys: Collection[str], names: Collection[str], header: str, title: str | None) -> bool:
    said = json.loads(header)
    if any(compared(name) in keys for name in said["players"]):
        return True
    titles = (str(said.get("title", "")), title or "")
    return any(in_text(text, name, "") != text for text in titles for name in names)


def _as_stored(name: str) -> str:
    """A name as JSON has it in a body."""
    return json.dumps(name)[1:-1]


def read(number: int) -> tuple[KeptGame, Table] | None:
    """A game replayed, a deleted one too; None if it is gone. Raises what replaying raises."""
    found = Game.objects.filter(pk=number).values_list("pk", "public_id", "header", "title").first()
    if found is None:
        return None
    game = KeptGame(*found)
    return game, log.table(game.table_id, game.header, kept.rows(game))


def write(
    begun: Forgetting, game: KeptGame, renaming: Renaming, ticked: Mapping[Ticked, str], *, plays: bool
) -> None:
    """Store a game with the other name; one that has changed since it was read stays for the next round.

    ticked, plays: as ``forgetting.rename`` takes them.
    """
    with writing():
        found = Game.objects.select_for_update().filter(pk=game.number, header=game.header, title=game.title)
        rows = Entry.objects.filter(game=game.number)
        if not found.exists() or rows.count() != renaming.before.version:
            return
        _in_facts(begun, game.number, renaming.old)
        forgetting.rename(game, renaming, ticked, plays=plays)


def _in_facts(begun: Forgetting, number: int, name: str) -> None:
    """Give a game's facts the new name, and the person who is rated already: ratings stay.

    Call inside the transaction.
    """
    of_game = PlayerFacts.objects.filter(game=number, name=name)
    of_game.update(name=begun.new, person=begun.person)


def finish(begun: Forgetting) -> bool:
    """Remove the old spellings, and the names from the group's own words. Whether no game had one still."""
    with writing():
        Group.objects.select_for_update().filter(pk=begun.group).first()
        if games_with(begun.group, begun.old):
            return False
        old = people.tree(begun.group, begun.person)[1:]
        PlayerFacts.objects.filter(person__in=old).update(person=begun.person)
        NightPlayer.objects.filter(person__in=old).update(person=begun.person)
        Person.objects.filter(pk__in=old).delete()
        for name in begun.old:
            _in_words(begun.group, name, begun.new)
        groups.touch(begun.group)
    return True


def unfinished(others: Collection[int]) -> Forgetting | None:
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
    """Replace a name in the group's title, in those of its nights, and in reasons given there."""
    for row in Group.objects.filter(pk=group, title__icontains=old):
        Group.objects.filter(pk=group).update(title=in_text(row.title, old, new)[:LONGEST_TITLE])
    for night in Night.objects.filter(group=group, title__icontains=old):
        Night.objects.filter(pk=night.pk).update(title=in_text(night.title, old, new)[:LONGEST_TITLE])
    for fix in NightFix.objects.filter(table__round__night__group=group, reason__icontains=old):
        NightFix.objects.filter(pk=fix.pk).update(reason=in_text(fix.reason, old, new)[:LONGEST_WORDS])
