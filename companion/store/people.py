"""The people of a group: its spellings of names, who is whom, and who is shown.

A person is a spelling, as the games have it. One that was merged leads to another by ``Person.into``; the
end of such a chain, its root, is the person who is shown. Groups and people are given by their primary keys.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import Max, Q
from django.http import Http404

from companion.models import Person


@dataclass(frozen=True)
class Somebody:
    """A person: ``told`` as the games have the name, ``name`` as it is shown; ``into`` None: a root."""

    number: int
    public_id: str
    told: str
    name: str
    hidden: bool
    forgotten: bool
    into: int | None


COLUMNS = ("pk", "public_id", "told", "shown", "hidden", "forgotten", "into")


def somebody(
    number: int, public_id: str, told: str, shown: str, hidden: bool, forgotten: bool, into: int | None
) -> Somebody:
    """A person from the columns COLUMNS."""
    return Somebody(number, public_id, told, shown or told, hidden, forgotten, into)


def merged(group: int) -> dict[int, int]:
    """Of every merged spelling the one it was merged into. Reads only those."""
    found = Person.objects.filter(group=group, into__isnull=False).values_list("pk", "into")
    return {number: into for number, into in found if into is not None}


def end(into: Mapping[int, int], number: int) -> int:
    """The root of a spelling, by what ``merged`` returned."""
    for _step in range(len(into) + 1):
        if number not in into:
            break
        number = into[number]
    return number


def roots(group: int) -> dict[int, int]:
    """The root of every merged spelling; one that isn't there is a root itself."""
    into = merged(group)
    return {number: end(into, number) for number in into}


def tree(group: int, root: int) -> list[int]:
    """This person and all its other spellings, the root first."""
    return [root, *sorted(number for number, top in roots(group).items() if top == root)]


def names(group: int, wanted: Collection[int] | None = None) -> dict[int, str]:
    """The shown names of all roots, or of the *wanted* ones."""
    found = Person.objects.filter(group=group, into=None)
    if wanted is not None:
        found = found.filter(pk__in=wanted)
    return {number: shown or told for number, shown, told in found.values_list("pk", "shown", "told")}


def hidden(group: int) -> set[int]:
    """The roots that tables leave out."""
    return set(Person.objects.filter(group=group, into=None, hidden=True).values_list("pk", flat=True))


def find(group: int, public_id: str) -> Somebody:
    """The person with this id; a spelling's leads to its root. Raises Http404 for another group's."""
    row = Person.objects.filter(group=group, public_id=public_id).values_list(*COLUMNS).first()
    if row is None:
        raise Http404("no such person")
    found = somebody(*row)
    if found.into is None:
        return found
    root = end(merged(group), found.number)
    return somebody(*Person.objects.values_list(*COLUMNS).get(pk=root))


def offered(group: int, most: int) -> list[Somebody]:
    """People for a new game, who played last first; hidden and forgotten ones are left out.

    A game's header takes the shown name: it is a spelling of that person (``rename`` sees to it).
    """
    found = Person.objects.filter(Q(into__isnull=False) | Q(hidden=False, forgotten=False), group=group)
    rows = found.annotate(last=Max("games__game__played_on")).values_list(*COLUMNS, "last")
    return _offered([(somebody(*row[:-1]), str(row[-1] or "")) for row in rows], merged(group))[:most]


def _offered(found: list[tuple[Somebody, str]], into: Mapping[int, int]) -> list[Somebody]:
    last: dict[int, str] = {}
    for one, day in found:
        root = end(into, one.number)
        last[root] = max(last.get(root, ""), day)
    shown = [one for one, _day in found if one.into is None]
    return sorted(shown, key=lambda one: (last[one.number], -one.number), reverse=True)
